//! Tokens into a tree (spec 7.4).

use std::sync::Arc;

use super::ast::{ArrayPath, Call, Defined, Expr, Function};
use super::dialect::Dialect;
use super::error::SyntaxError;
use super::path::Path;
use super::token::{ArithmeticOp, LogicalOp, Token, TokenKind, tokenize};
use super::value::number_of_text;
use reportctl_base::problem::Code;

/// Deepest nesting of parentheses, arguments, NOTs and unary minuses, together (spec 7.4, B7).
pub const MAX_DEPTH: usize = 40;

/// Reads an expression, without braces. Blank is the empty text.
///
/// # Errors
/// Every mistake of spec 7.9; the first one found.
pub fn parse(source: &str) -> Result<Expr, SyntaxError> {
    parse_in(source, &Dialect::BASE)
}

/// The same in the language of a template.
///
/// # Errors
/// As for [`parse`].
pub fn parse_in(source: &str, dialect: &Dialect) -> Result<Expr, SyntaxError> {
    parse_nested(source, dialect).map(|(expr, _)| expr)
}

/// The expression, and how deeply it is nested.
pub(super) fn parse_nested(source: &str, dialect: &Dialect) -> Result<(Expr, usize), SyntaxError> {
    let tokens = tokenize(source)?;
    if tokens.is_empty() {
        return Ok((Expr::Text("".into()), 0));
    }
    let mut parser = Parser { source, tokens, at: 0, dialect, deepest: 0 };
    let expr = parser.or(0)?;
    match parser.tokens.get(parser.at) {
        Some(token) => Err(SyntaxError::new(Code::TrailingContent, token.start, "", source)),
        None => Ok((expr, parser.deepest)),
    }
}

struct Parser<'s> {
    source: &'s str,
    tokens: Vec<Token<'s>>,
    at: usize,
    dialect: &'s Dialect,
    /// The deepest nesting so far.
    deepest: usize,
}

type Parsed = Result<Expr, SyntaxError>;

impl<'s> Parser<'s> {
    fn or(&mut self, depth: usize) -> Parsed {
        let first = self.and(depth)?;
        let mut all = vec![first];
        while self.eat(&TokenKind::Logical(LogicalOp::Or)) {
            all.push(self.and(depth)?);
        }
        Ok(one_or(all, Expr::Or))
    }

    fn and(&mut self, depth: usize) -> Parsed {
        let first = self.not(depth)?;
        let mut all = vec![first];
        while self.eat(&TokenKind::Logical(LogicalOp::And)) {
            all.push(self.not(depth)?);
        }
        Ok(one_or(all, Expr::And))
    }

    fn not(&mut self, depth: usize) -> Parsed {
        if self.eat(&TokenKind::Logical(LogicalOp::Not)) {
            let depth = self.deeper(depth)?;
            let inner = self.not(depth)?;
            return Ok(Expr::Not(Box::new(inner)));
        }
        self.comparison(depth)
    }

    fn comparison(&mut self, depth: usize) -> Parsed {
        let left = self.sum(depth)?;
        let Some(&TokenKind::Compare(op)) = self.peek() else { return Ok(left) };
        self.at += 1;
        let right = self.sum(depth)?;
        Ok(Expr::Compare { sides: Box::new((left, right)), op })
    }

    fn sum(&mut self, depth: usize) -> Parsed {
        self.chain(
            Self::product,
            |op| matches!(op, ArithmeticOp::Add | ArithmeticOp::Subtract),
            depth,
        )
    }

    fn product(&mut self, depth: usize) -> Parsed {
        self.chain(
            Self::atom,
            |op| matches!(op, ArithmeticOp::Multiply | ArithmeticOp::Divide),
            depth,
        )
    }

    /// Operands with operators of one rank between them.
    fn chain(
        &mut self,
        operand: fn(&mut Self, usize) -> Parsed,
        is_of_rank: fn(ArithmeticOp) -> bool,
        depth: usize,
    ) -> Parsed {
        let first = operand(self, depth)?;
        let mut rest = Vec::new();
        while let Some(&TokenKind::Arithmetic(op)) = self.peek()
            && is_of_rank(op)
        {
            self.at += 1;
            rest.push((op, operand(self, depth)?));
        }
        if rest.is_empty() {
            return Ok(first);
        }
        Ok(Expr::Arithmetic { first: Box::new(first), rest: rest.into_boxed_slice() })
    }

    fn atom(&mut self, depth: usize) -> Parsed {
        let Some(token) = self.tokens.get(self.at).cloned() else {
            return Err(self.error_here(Code::Incomplete, ""));
        };
        let (text, start) = (token.value(), token.start);
        self.at += 1;
        Ok(match token.kind {
            TokenKind::Text => Expr::Text(text.into()),
            TokenKind::Number => Expr::Number { source: text.into(), value: number_of_text(text) },
            TokenKind::Path(segments) => Expr::Path(Path::bracketed(segments.iter().map(|s| &**s))),
            TokenKind::Name if self.eat(&TokenKind::Open) => self.call(text, start, depth)?,
            TokenKind::Name => self.named(Path::compile(text), depth)?,
            TokenKind::Open => self.parenthesis(depth)?,
            TokenKind::Arithmetic(ArithmeticOp::Subtract) => {
                let depth = self.deeper(depth)?;
                let inner = self.atom(depth)?;
                Expr::Negate(Box::new(inner))
            }
            TokenKind::Arithmetic(_) => {
                return Err(SyntaxError::new(Code::OperatorWithoutLeft, start, text, self.source));
            }
            _ => return Err(SyntaxError::new(Code::UnexpectedToken, start, text, self.source)),
        })
    }

    /// A bare name: a path, or a formula that the template names.
    fn named(&mut self, path: Path, depth: usize) -> Parsed {
        let Some(definition) = self.dialect.definition(&path).map(Arc::clone) else {
            return Ok(Expr::Path(path));
        };
        self.nested(depth, definition.depth)?;
        Ok(Expr::Defined(Box::new(Defined { path, definition })))
    }

    /// Counts the nesting of a formula that is used here.
    fn nested(&mut self, depth: usize, own: usize) -> Result<(), SyntaxError> {
        let inner = self.deeper(depth)? + own;
        if inner > MAX_DEPTH {
            return Err(SyntaxError::too_deep(MAX_DEPTH, self.source));
        }
        self.deepest = self.deepest.max(inner);
        Ok(())
    }

    /// After `(`.
    fn parenthesis(&mut self, depth: usize) -> Parsed {
        let depth = self.deeper(depth)?;
        let inner = self.or(depth)?;
        self.close(Code::UnclosedParen, "")?;
        Ok(inner)
    }

    /// After `name(`.
    fn call(&mut self, name: &str, position: usize, depth: usize) -> Parsed {
        let name = name.to_uppercase();
        let mut args = Vec::new();
        let mut arg_sources: Vec<Box<str>> = Vec::new();
        while !matches!(self.peek(), None | Some(TokenKind::Close)) {
            let first = self.at;
            let depth = self.deeper(depth)?;
            args.push(self.or(depth)?);
            arg_sources.push(source_of(self.tokens.get(first..self.at).unwrap_or_default()));
            if !self.eat(&TokenKind::Comma) {
                break;
            }
        }
        self.close(Code::UnclosedCall, &name)?;
        let function = Function::resolve(&name, &args, &arg_sources, self.dialect);
        if let Some(formula) = function.array().and_then(ArrayPath::formula) {
            self.nested(depth, formula.depth)?;
        }
        Ok(Expr::Call(Box::new(Call {
            name: name.into_boxed_str(),
            position,
            args: args.into_boxed_slice(),
            arg_sources: arg_sources.into_boxed_slice(),
            function,
        })))
    }

    /// Takes the `)`; at the end of the input it is missing, anything else is in its way.
    fn close(&mut self, missing: Code, detail: &str) -> Result<(), SyntaxError> {
        if self.eat(&TokenKind::Close) {
            return Ok(());
        }
        Err(match self.tokens.get(self.at) {
            None => self.error_here(missing, detail),
            Some(token) => {
                SyntaxError::new(Code::UnexpectedToken, token.start, token.source, self.source)
            }
        })
    }

    fn deeper(&mut self, depth: usize) -> Result<usize, SyntaxError> {
        if depth < MAX_DEPTH {
            self.deepest = self.deepest.max(depth + 1);
            Ok(depth + 1)
        } else {
            Err(SyntaxError::too_deep(MAX_DEPTH, self.source))
        }
    }

    fn peek(&self) -> Option<&TokenKind> {
        self.tokens.get(self.at).map(|token| &token.kind)
    }

    fn eat(&mut self, kind: &TokenKind) -> bool {
        let found = self.peek() == Some(kind);
        self.at += usize::from(found);
        found
    }

    /// An error at the end of the input: just after the last token.
    fn error_here(&self, code: Code, detail: &str) -> SyntaxError {
        SyntaxError::new(code, self.tokens.last().map_or(0, Token::end), detail, self.source)
    }
}

fn one_or(mut all: Vec<Expr>, join: fn(Box<[Expr]>) -> Expr) -> Expr {
    match all.pop() {
        Some(only) if all.is_empty() => only,
        last => {
            all.extend(last);
            join(all.into_boxed_slice())
        }
    }
}

fn source_of(tokens: &[Token<'_>]) -> Box<str> {
    tokens.iter().map(|token| token.source).collect::<String>().into_boxed_str()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The tree in prefix form.
    fn tree(source: &str) -> String {
        show(&parse(source).expect("a valid expression"))
    }

    fn show(expr: &Expr) -> String {
        let list = |all: &[Expr]| all.iter().map(show).collect::<Vec<_>>().join(" ");
        match expr {
            Expr::Text(text) => format!("{text:?}"),
            Expr::Number { source, .. } => source.to_string(),
            Expr::Path(path) => path.to_string(),
            Expr::Negate(inner) => format!("(neg {})", show(inner)),
            Expr::Not(inner) => format!("(not {})", show(inner)),
            Expr::Arithmetic { first, rest } => {
                rest.iter().fold(show(first), |left, (op, right)| {
                    format!("({} {left} {})", op.symbol(), show(right))
                })
            }
            Expr::Compare { sides, op } => {
                format!("({} {} {})", op.symbol(), show(&sides.0), show(&sides.1))
            }
            Expr::And(all) => format!("(and {})", list(all)),
            Expr::Or(all) => format!("(or {})", list(all)),
            Expr::Call(call) => format!("{}[{}]", call.name, list(&call.args)),
            Expr::Defined(defined) => defined.path.to_string(),
        }
    }

    fn error(source: &str) -> (Code, Option<usize>, String) {
        let error = parse(source).expect_err("an invalid expression");
        (error.code, error.position, error.detail)
    }

    fn at(code: Code, position: usize, detail: &str) -> (Code, Option<usize>, String) {
        (code, Some(position), detail.into())
    }

    #[test]
    fn ranks_of_operators() {
        assert_eq!(tree("a + b * c"), "(+ a (* b c))");
        assert_eq!(tree("(a + b) * c"), "(* (+ a b) c)");
        assert_eq!(tree("a - b - c"), "(- (- a b) c)");
        assert_eq!(tree("a > 1 OR a > 5 AND NOT b"), "(or (> a 1) (and (> a 5) (not b)))");
        assert_eq!(tree("a + 1 >= b / 2"), "(>= (+ a 1) (/ b 2))");
        assert_eq!(tree(" - a * b"), "(* (neg a) b)");
        assert_eq!(tree("(NOT a) == b"), "(== (not a) b)");
    }

    #[test]
    fn paths_and_literals() {
        assert_eq!(tree(""), "\"\"");
        assert_eq!(tree(" \u{a0}"), "\"\"");
        assert_eq!(tree("2.50"), "2.50");
        assert_eq!(tree("[cliente].[nome]"), "cliente.nome");
        assert_eq!(tree("my key"), "my key");
        let parts = |source| match parse(source) {
            Ok(Expr::Path(path)) => path.segments().len(),
            other => panic!("not a path: {other:?}"),
        };
        assert_eq!(parts("a.b"), 2);
        assert_eq!(parts("[a.b]"), 1);
    }

    #[test]
    fn calls_keep_the_source_of_their_arguments() {
        let Ok(Expr::Call(call)) = parse("sum (rows . total, a  +  b, \"x y\",)") else {
            panic!("not a call");
        };
        assert_eq!((&*call.name, call.position), ("SUM", 0));
        let sources: Vec<&str> = call.arg_sources.iter().map(|s| &**s).collect();
        assert_eq!(sources, ["rows . total", "a+b", "\"x y\""]);
        assert_eq!(tree("COUNT()"), "COUNT[]");
        assert_eq!(tree("NOT(x)"), "NOT[x]");
    }

    #[test]
    fn ends_too_early() {
        assert_eq!(error("a + "), at(Code::Incomplete, 3, ""));
        assert_eq!(error("(a + b"), at(Code::UnclosedParen, 6, ""));
        assert_eq!(error("CONCAT(a, b"), at(Code::UnclosedCall, 11, "CONCAT"));
        assert_eq!(error("concat("), at(Code::UnclosedCall, 7, "CONCAT"));
        assert_eq!(error("concat(a,  "), at(Code::UnclosedCall, 9, "CONCAT"));
        assert_eq!(error("("), at(Code::Incomplete, 1, ""));
        assert_eq!(error("NOT "), at(Code::Incomplete, 3, ""));
    }

    #[test]
    fn misplaced_tokens() {
        assert_eq!(error(" + 5"), at(Code::OperatorWithoutLeft, 1, "+"));
        assert_eq!(error("a * / b"), at(Code::OperatorWithoutLeft, 4, "/"));
        assert_eq!(error("()"), at(Code::UnexpectedToken, 1, ")"));
        assert_eq!(error("F(a,,b)"), at(Code::UnexpectedToken, 4, ","));
        assert_eq!(error("F(,)"), at(Code::UnexpectedToken, 2, ","));
        assert_eq!(error("(a, b)"), at(Code::UnexpectedToken, 2, ","));
        assert_eq!(error("F(\"a\" \"b\")"), at(Code::UnexpectedToken, 6, "\"b\""));
        assert_eq!(error("a + NOT b"), at(Code::UnexpectedToken, 4, "NOT"));
        assert_eq!(error(" AND b"), at(Code::UnexpectedToken, 1, "AND"));
    }

    #[test]
    fn leftovers() {
        assert_eq!(error("a) b"), at(Code::TrailingContent, 1, ""));
        assert_eq!(error("a + b) c"), at(Code::TrailingContent, 5, ""));
        assert_eq!(error("a == b == c"), at(Code::TrailingContent, 7, ""));
        assert_eq!(error("SUM(a) SUM(b)"), at(Code::TrailingContent, 7, ""));
        assert_eq!(error("5 (a)"), at(Code::TrailingContent, 2, ""));
    }

    #[test]
    fn nesting_ends_at_forty() {
        let nested = |open: &str, close: &str, times: usize| {
            parse(&format!("{}a{}", open.repeat(times), close.repeat(times))).map_err(|e| e.code)
        };
        for (open, close) in [("(", ")"), ("F(", ")"), ("NOT ", ""), (" - ", "")] {
            assert!(nested(open, close, 40).is_ok(), "{open}");
            assert_eq!(nested(open, close, 41), Err(Code::TooDeep), "{open}");
            assert_eq!(nested(open, close, 100_000), Err(Code::TooDeep), "{open}");
        }
        let error = parse(&"(".repeat(100)).expect_err("too deep");
        assert_eq!((error.position, &*error.detail), (None, "40"));
    }

    #[test]
    fn long_chains_are_no_nesting() {
        for link in [" + a", " * a", " AND a", " OR a"] {
            assert!(parse(&format!("a{}", link.repeat(100_000))).is_ok());
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(
            parts in prop::collection::vec(
                prop::sample::select(vec![
                    "(", ")", ",", "[", "]", "\"", "'", ".", " ", "\u{a0}", "a", "é", "1", "2.5", "-", "+",
                    "*", "/", "==", "!=", ">=", "<", "AND", "or", "NOT", "SUM(", "IF(", "DATE(",
                ]),
                0..40,
            ),
        ) {
            let source = parts.concat();
            if let Err(error) = parse(&source) {
                prop_assert!(error.position.is_none_or(|p| p <= source.chars().count()));
                let _ = error.to_problem();
            }
        }
    }
}

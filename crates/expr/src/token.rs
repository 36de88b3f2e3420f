//! Expressions cut into tokens (spec 7.2, 7.3).
//!
//! The central rule: an operator is one only with white space immediately before and after it;
//! otherwise its characters belong to the name around them.

use super::compare::CompareOp;
use super::error::SyntaxError;
use reportctl_base::blank::{is_blank, trim};
use reportctl_base::problem::Code;

/// A token and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token<'s> {
    /// Its kind.
    pub kind: TokenKind,
    /// Its text, quotes and brackets included.
    pub source: &'s str,
    /// Its start, in characters from the start of the expression.
    pub start: usize,
}

/// Kind of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TokenKind {
    /// A bare name: may contain blanks, hyphens, dots and glued operators.
    Name,
    /// `-?digits(.digits)?`.
    Number,
    /// A text in double quotes.
    Text,
    /// A path in brackets, cut into its parts.
    Path(Vec<Box<str>>),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `,`.
    Comma,
    /// `AND`, `OR`, `NOT` in any case.
    Logical(LogicalOp),
    /// A comparison.
    Compare(CompareOp),
    /// `+`, `-`, `*`, `/`.
    Arithmetic(ArithmeticOp),
}

/// A word operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogicalOp {
    /// Both.
    And,
    /// The opposite.
    Not,
    /// At least one.
    Or,
}

/// An arithmetic operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArithmeticOp {
    /// `+`.
    Add,
    /// `-`.
    Subtract,
    /// `*`.
    Multiply,
    /// `/`.
    Divide,
}

impl ArithmeticOp {
    /// As it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
        }
    }
}

impl<'s> Token<'s> {
    /// The text it stands for: a quoted text without its quotes, else its source.
    pub fn value(&self) -> &'s str {
        match self.kind {
            TokenKind::Text => self.source.trim_matches('"'),
            _ => self.source,
        }
    }

    /// Its end, in characters from the start of the expression.
    pub fn end(&self) -> usize {
        self.start + self.source.chars().count()
    }
}

/// The operators in the order in which they are tried, longer ones first.
pub(super) const OPERATORS: [(&str, TokenKind); 13] = [
    ("==", TokenKind::Compare(CompareOp::Eq)),
    ("!=", TokenKind::Compare(CompareOp::Neq)),
    (">=", TokenKind::Compare(CompareOp::Gte)),
    ("<=", TokenKind::Compare(CompareOp::Lte)),
    (">", TokenKind::Compare(CompareOp::Gt)),
    ("<", TokenKind::Compare(CompareOp::Lt)),
    ("AND", TokenKind::Logical(LogicalOp::And)),
    ("NOT", TokenKind::Logical(LogicalOp::Not)),
    ("OR", TokenKind::Logical(LogicalOp::Or)),
    ("+", TokenKind::Arithmetic(ArithmeticOp::Add)),
    ("-", TokenKind::Arithmetic(ArithmeticOp::Subtract)),
    ("*", TokenKind::Arithmetic(ArithmeticOp::Multiply)),
    ("/", TokenKind::Arithmetic(ArithmeticOp::Divide)),
];

/// Cuts an expression into tokens.
///
/// # Errors
/// Quotes and brackets that are not closed, and mistakes inside brackets.
pub fn tokenize(source: &str) -> Result<Vec<Token<'_>>, SyntaxError> {
    let mut tokenizer = Tokenizer { source, at: 0, counted: (0, 0), tokens: Vec::new() };
    while let Some(c) = tokenizer.peek() {
        tokenizer.token(c)?;
    }
    Ok(tokenizer.tokens)
}

struct Tokenizer<'s> {
    source: &'s str,
    /// Byte offset of what is not yet read.
    at: usize,
    /// Byte and character offset of the last token, so that characters are counted once.
    counted: (usize, usize),
    tokens: Vec<Token<'s>>,
}

impl<'s> Tokenizer<'s> {
    fn token(&mut self, c: char) -> Result<(), SyntaxError> {
        match c {
            '"' => self.text()?,
            '[' => self.path()?,
            '(' => self.push(TokenKind::Open, self.at + 1),
            ')' => self.push(TokenKind::Close, self.at + 1),
            ',' => self.push(TokenKind::Comma, self.at + 1),
            ']' => return Err(self.error(Code::UnexpectedToken, self.at, "]")),
            _ if is_blank(c) => self.at += c.len_utf8(),
            _ if self.is_prefix_not() => self.push(TokenKind::Logical(LogicalOp::Not), self.at + 3),
            _ => match self.operator(self.at) {
                Some((kind, len)) => self.push(kind, self.at + len),
                None => self.atom(),
            },
        }
        Ok(())
    }

    fn text(&mut self) -> Result<(), SyntaxError> {
        let start = self.at;
        match self.source[start + 1..].find('"') {
            Some(len) => self.push(TokenKind::Text, start + 1 + len + 1),
            None => return Err(self.error(Code::UnclosedQuote, start, "")),
        }
        Ok(())
    }

    fn atom(&mut self) {
        let end = self.name_end(self.at, false);
        let text = trim(&self.source[self.at..end]);
        let kind = if is_number(text) { TokenKind::Number } else { TokenKind::Name };
        self.push(kind, self.at + text.len());
        self.at = end;
    }

    /// A chain of bracket segments and bare segments joined by dots.
    fn path(&mut self) -> Result<(), SyntaxError> {
        let mut at = self.at;
        let mut end;
        let mut segments = Vec::new();
        loop {
            if self.source[at..].starts_with('[') {
                let (segment, after) = self.bracket_segment(at)?;
                segments.push(segment.into());
                (at, end) = (after, after);
            } else {
                let stop = self.name_end(at, true);
                let segment = trim(&self.source[at..stop]);
                if segment.is_empty() {
                    return Err(self.error(Code::EmptySegment, at, ""));
                }
                segments.push(segment.into());
                end = at + self.source[at..stop].trim_end_matches(is_blank).len();
                at = stop;
            }
            let rest = &self.source[at..];
            if !rest.starts_with('.') || rest.len() == 1 {
                break;
            }
            at += 1;
        }
        self.push(TokenKind::Path(segments), end);
        self.at = at;
        Ok(())
    }

    /// The key in the brackets that open here, and the byte offset after them.
    fn bracket_segment(&self, open: usize) -> Result<(&'s str, usize), SyntaxError> {
        let inner = &self.source[open + 1..];
        if let Some(quote) = inner.chars().next().filter(|c| matches!(c, '"' | '\'')) {
            let quoted = &inner[1..];
            let Some(len) = quoted.find(quote) else {
                return Err(self.error(Code::UnclosedQuote, open + 1, ""));
            };
            if !quoted[len + 1..].starts_with(']') {
                return Err(self.error(Code::UnclosedBracket, open, ""));
            }
            return Ok((&quoted[..len], open + 1 + 1 + len + 1 + 1));
        }
        let Some(len) = inner.find(']') else {
            return Err(self.error(Code::UnclosedBracket, open, ""));
        };
        let key = &inner[..len];
        if key.is_empty() {
            return Err(self.error(Code::EmptySegment, open, ""));
        }
        match key.find(is_blank) {
            Some(blank) => Err(self.error(Code::SpaceInSegment, open + 1 + blank, "")),
            None => Ok((key, open + 1 + len + 1)),
        }
    }

    /// End of the name that starts here: before punctuation, a quote, a bracket or a surrounded
    /// operator; and before a dot if `stop_at_dot`.
    fn name_end(&self, start: usize, stop_at_dot: bool) -> usize {
        let mut after_blank = false;
        for (i, c) in self.source[start..].char_indices() {
            let at = start + i;
            let stops = matches!(c, '(' | ')' | ',' | '"' | '[' | ']') || (c == '.' && stop_at_dot);
            if stops || (after_blank && self.operator(at).is_some()) {
                return at;
            }
            after_blank = is_blank(c);
        }
        self.source.len()
    }

    /// The operator that stands here with white space on both sides, and its length.
    fn operator(&self, at: usize) -> Option<(TokenKind, usize)> {
        let (before, rest) = self.source.split_at_checked(at)?;
        if !before.ends_with(is_blank) {
            return None;
        }
        OPERATORS.iter().find_map(|(text, kind)| {
            let found = rest.get(..text.len())?.eq_ignore_ascii_case(text);
            (found && rest[text.len()..].starts_with(is_blank)).then(|| (kind.clone(), text.len()))
        })
    }

    /// Returns `true` if NOT stands here where an operand is expected.
    fn is_prefix_not(&self) -> bool {
        let rest = &self.source[self.at..];
        let expects_operand = match self.tokens.last() {
            None => true,
            Some(token) => {
                matches!(token.kind, TokenKind::Open | TokenKind::Comma | TokenKind::Logical(_))
            }
        };
        expects_operand
            && rest.get(..3).is_some_and(|word| word.eq_ignore_ascii_case("NOT"))
            && rest[3..].starts_with(is_blank)
    }

    fn peek(&self) -> Option<char> {
        self.source[self.at..].chars().next()
    }

    fn push(&mut self, kind: TokenKind, end: usize) {
        let (bytes, chars) = self.counted;
        let start = chars + self.source[bytes..self.at].chars().count();
        self.counted = (self.at, start);
        self.tokens.push(Token { kind, source: &self.source[self.at..end], start });
        self.at = end;
    }

    fn error(&self, code: Code, at: usize, detail: &str) -> SyntaxError {
        SyntaxError::new(code, self.source[..at].chars().count(), detail, self.source)
    }
}

fn is_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let text = text.strip_prefix('-').unwrap_or(text);
    match text.split_once('.') {
        Some((integer, fraction)) => digits(integer) && digits(fraction),
        None => digits(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tokens with a letter for their kind: `n` name, `#` number, `"` text, `.` path, `o` operator.
    fn cut(source: &str) -> Vec<String> {
        let tokens = tokenize(source).expect("valid tokens");
        tokens
            .iter()
            .map(|token| {
                let kind = match token.kind {
                    TokenKind::Name => 'n',
                    TokenKind::Number => '#',
                    TokenKind::Text => '"',
                    TokenKind::Path(_) => '.',
                    TokenKind::Open | TokenKind::Close | TokenKind::Comma => 'p',
                    _ => 'o',
                };
                format!("{kind}{}", token.value())
            })
            .collect()
    }

    fn path(source: &str) -> Vec<String> {
        match tokenize(source).expect("valid tokens").as_slice() {
            [Token { kind: TokenKind::Path(segments), .. }] => {
                segments.iter().map(ToString::to_string).collect()
            }
            other => panic!("not one path: {other:?}"),
        }
    }

    fn error(source: &str) -> (Code, Option<usize>) {
        let error = tokenize(source).expect_err("invalid tokens");
        (error.code, error.position)
    }

    #[test]
    fn operators_need_blanks_on_both_sides() {
        for name in [
            "my-key",
            "my key",
            "a-b",
            "a -b",
            "a- b",
            "a==2",
            "invoice /",
            "1e5",
            "- 5",
            "AND",
            "a <> b",
        ] {
            assert_eq!(cut(name), [format!("n{name}")]);
        }
        assert_eq!(cut("a - b"), ["na", "o-", "nb"]);
        assert_eq!(cut("a\u{a0}>=\u{feff}b"), ["na", "o>=", "nb"]);
        assert_eq!(cut("a and b Or c"), ["na", "oand", "nb", "oOr", "nc"]);
        assert_eq!(cut("cliente ANDRE"), ["ncliente ANDRE"]);
    }

    #[test]
    fn a_minus_is_a_sign_an_operator_or_part_of_a_name() {
        assert_eq!(cut("a - -5"), ["na", "o-", "#-5"]);
        assert_eq!(cut(" - 5"), ["o-", "#5"]);
        assert_eq!(cut("-5"), ["#-5"]);
        assert_eq!(cut("-5.25"), ["#-5.25"]);
        assert_eq!(cut("5."), ["n5."]);
        assert_eq!(cut(".5"), ["n.5"]);
    }

    #[test]
    fn not_is_a_prefix_only_where_an_operand_is_expected() {
        assert_eq!(cut("NOT a"), ["oNOT", "na"]);
        assert_eq!(cut("  not not a"), ["onot", "onot", "na"]);
        assert_eq!(cut("IF(NOT a,NOT b)"), ["nIF", "p(", "oNOT", "na", "p,", "oNOT", "nb", "p)"]);
        assert_eq!(cut("a AND NOT b"), ["na", "oAND", "oNOT", "nb"]);
        assert_eq!(cut("NOTa"), ["nNOTa"]);
        assert_eq!(cut("NOT"), ["nNOT"]);
        assert_eq!(cut("NOT(x)"), ["nNOT", "p(", "nx", "p)"]);
    }

    #[test]
    fn quoted_texts_keep_everything() {
        assert_eq!(cut("\"a, (b) - c\""), ["\"a, (b) - c"]);
        assert_eq!(cut("\"\"\"]\""), ["\"", "\"]"]);
        assert_eq!(cut("'a'"), ["n'a'"]);
    }

    #[test]
    fn positions_count_characters() {
        let tokens = tokenize("é + \"ü\" == [ö].ä").expect("valid tokens");
        let places: Vec<_> = tokens.iter().map(|token| (token.start, token.end())).collect();
        assert_eq!(places, [(0, 1), (2, 3), (4, 7), (8, 10), (11, 16)]);
    }

    #[test]
    fn bracket_paths() {
        assert_eq!(path("[k.d]"), ["k.d"]);
        assert_eq!(path("[k].[d]"), ["k", "d"]);
        assert_eq!(path("[k].d e .f"), ["k", "d e", "f"]);
        assert_eq!(path(r#"["my key"].['a"b']"#), ["my key", "a\"b"]);
        assert_eq!(path(r#"["[a]"]"#), ["[a]"]);
        assert_eq!(path("[a\"b]"), ["a\"b"]);
        assert_eq!(cut("[k].d + 1"), [".[k].d", "o+", "#1"]);
        assert_eq!(cut("[a]."), [".[a]", "n."]);
        assert_eq!(cut("[a] .b"), [".[a]", "n.b"]);
        assert_eq!(cut("a[b]"), ["na", ".[b]"]);
    }

    #[test]
    fn mistakes_in_quotes_and_brackets() {
        assert_eq!(error("a + \"b"), (Code::UnclosedQuote, Some(4)));
        assert_eq!(error("[\"a"), (Code::UnclosedQuote, Some(1)));
        assert_eq!(error("[\"a\"b]"), (Code::UnclosedBracket, Some(0)));
        assert_eq!(error("x [a"), (Code::UnclosedBracket, Some(2)));
        assert_eq!(error("[a b"), (Code::UnclosedBracket, Some(0)));
        assert_eq!(error("[]"), (Code::EmptySegment, Some(0)));
        assert_eq!(error("[a]. [b]"), (Code::EmptySegment, Some(4)));
        assert_eq!(error("[a].)"), (Code::EmptySegment, Some(4)));
        assert_eq!(error("[a b]"), (Code::SpaceInSegment, Some(2)));
        // Only calls, operators and misplaced tokens carry a detail (spec 7.9).
        assert_eq!(tokenize("[a b]").expect_err("a blank").detail, "");
        assert_eq!(error("a]"), (Code::UnexpectedToken, Some(1)));
        assert_eq!(error("[a]]"), (Code::UnexpectedToken, Some(3)));
    }
}

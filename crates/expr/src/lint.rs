//! Warnings about texts and conditions, in addition to syntax errors (spec 7.9): braces that do not
//! pair, operators that are not operators, functions that do not exist, arguments that no function
//! has, date patterns with letters that stand for nothing.

use std::collections::HashSet;

use super::ast::{Call, Expr, Extended, Function};
use super::condition::Condition;
use super::date::pattern_letters;
use super::dialect::Dialect;
use super::extended::{UNITS, Unit};
use super::kind::DateFunction;
use super::path::Path;
use super::report::unknown_function;
use super::text::TextTemplate;
use super::token::{OPERATORS, TokenKind, tokenize};
use reportctl_base::blank::is_blank;
use reportctl_base::budget::Meter;
use reportctl_base::problem::{Code, Problem, Result, Severity, quoted};
use reportctl_base::suggest::{did_you_mean, listed};

/// Problems that are reported of one text; more say nothing new.
const MOST_PROBLEMS: usize = 500;

/// A brace without its partner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LooseBrace {
    /// [`Code::BraceNested`], [`Code::BraceUnopened`] or [`Code::BraceUnclosed`].
    pub code: Code,
    /// Position of the brace, in characters from the start of the text.
    pub position: usize,
}

/// The braces of a template text that do not pair, from left to right, 500 at most. After a nested
/// `{` that one counts as the open one, as in rendering.
pub fn loose_braces(text: &str) -> Vec<LooseBrace> {
    let mut found = Vec::new();
    let mut open = None;
    for (position, c) in text.chars().enumerate() {
        match (c, open) {
            ('{', None) => open = Some(position),
            ('{', Some(_)) => {
                found.push(LooseBrace { code: Code::BraceNested, position });
                open = Some(position);
            }
            ('}', None) => found.push(LooseBrace { code: Code::BraceUnopened, position }),
            ('}', Some(_)) => open = None,
            _ => {}
        }
        if found.len() == MOST_PROBLEMS {
            return found;
        }
    }
    found.extend(open.map(|position| LooseBrace { code: Code::BraceUnclosed, position }));
    found
}

impl LooseBrace {
    /// The same as a warning, with the detail `position`.
    pub fn to_problem(&self, text: &str) -> Problem {
        let (what, advice) = match self.code {
            Code::BraceNested => {
                ("`{` inside a token", "close the token before the next one begins")
            }
            Code::BraceUnopened => ("`}` without `{`", "add the missing `{`, or remove the `}`"),
            _ => ("`{` is never closed", "add the missing `}`"),
        };
        let message = format!("{what} (position {} in {})", self.position, quoted(text));
        Problem::warning(self.code, message).advice(advice).detail("position", self.position)
    }
}

/// An operator with a blank on one side only: it is part of a name, which was hardly meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SuspiciousOperator<'s> {
    /// The operator, words in upper case.
    pub operator: &'static str,
    /// The name it is part of.
    pub name: &'s str,
    /// Position of the operator, in characters from the start of the expression.
    pub position: usize,
}

/// The suspicious operators of an expression, the first of each name. None where the expression
/// cannot be read.
pub fn suspicious_operators(expression: &str) -> Vec<SuspiciousOperator<'_>> {
    let names = tokenize(expression).unwrap_or_default();
    names
        .iter()
        .filter(|token| token.kind == TokenKind::Name)
        .filter_map(|token| {
            let (operator, at) = suspicious_in(token.source)?;
            let position = token.start + token.source[..at].chars().count();
            Some(SuspiciousOperator { operator, name: token.source, position })
        })
        .collect()
}

/// The first suspicious operator of a name, with its byte offset.
fn suspicious_in(name: &str) -> Option<(&'static str, usize)> {
    let mut at = 0;
    while let Some(c) = name[at..].chars().next() {
        let (before, rest) = name.split_at(at);
        let Some(operator) = operator_at(before, rest) else {
            at += c.len_utf8();
            continue;
        };
        at += operator.len();
        if before.ends_with(is_blank) != name[at..].starts_with(is_blank) {
            return Some((operator, at - operator.len()));
        }
    }
    None
}

/// The operator that stands between two texts; words only where no longer word holds them.
fn operator_at(before: &str, rest: &str) -> Option<&'static str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    OPERATORS.iter().find_map(|&(operator, ref kind)| {
        let found = rest.get(..operator.len())?.eq_ignore_ascii_case(operator);
        let embedded = matches!(kind, TokenKind::Logical(_))
            && (before.ends_with(is_word) || rest[operator.len()..].starts_with(is_word));
        (found && !embedded).then_some(operator)
    })
}

impl SuspiciousOperator<'_> {
    /// The same as a warning, with the details `operator`, `ident` and `position`.
    pub fn to_problem(&self) -> Problem {
        let Self { operator, name, position } = self;
        let message = format!(
            "`{operator}` in {} is part of the name, not an operator (position {position})",
            quoted(name)
        );
        Problem::warning(Code::SuspiciousOperator, message)
            .advice(format!("put a blank on both sides of `{operator}`, or none"))
            .detail("operator", *operator)
            .detail("ident", *name)
            .detail("position", *position)
    }
}

/// Operators of other languages and what they are called here. Longer ones first.
const FOREIGN: [(&str, &str); 6] =
    [("===", "=="), ("!==", "!="), ("<>", "!="), ("&&", "AND"), ("||", "OR"), ("=", "==")];

/// The operator of another language that a text begins with, and what it is called here.
fn foreign_operator(rest: &str) -> Option<(&'static str, &'static str)> {
    let found = FOREIGN.into_iter().find(|(foreign, _)| rest.starts_with(foreign))?;
    (found.0.len() > 1 || !rest.starts_with("==")).then_some(found)
}

/// A name with operators inside it that have no blank around them, or are those of other languages,
/// as it would read with the right ones and blanks: `total-2` gives `total - 2`, and `a = 2` gives
/// `a == 2`. Right for a key that is called so, so it is only worth a word where the data has no such
/// key.
pub fn with_blanks_around_operators(name: &str) -> Option<String> {
    let mut spaced = String::new();
    let mut at = 0;
    while let Some(c) = name[at..].chars().next() {
        let (before, rest) = name.split_at(at);
        if let Some((foreign, operator)) = foreign_operator(rest) {
            spaced.truncate(spaced.trim_end_matches(is_blank).len());
            spaced.push_str(&format!(" {operator} "));
            let after = &rest[foreign.len()..];
            at += rest.len() - after.trim_start_matches(is_blank).len();
            continue;
        }
        match operator_at(before, rest)
            .filter(|operator| !operator.starts_with(char::is_alphabetic))
        {
            // A sign belongs to what follows it.
            Some(operator) if spaced.is_empty() || spaced.ends_with(' ') => {
                spaced.push_str(operator);
                at += operator.len();
            }
            Some(operator) => {
                spaced.push_str(&format!(" {operator} "));
                at += operator.len();
            }
            None => {
                spaced.push(c);
                at += c.len_utf8();
            }
        }
    }
    let is_calculation = spaced != name && !spaced.ends_with(' ') && suspicious_in(name).is_none();
    is_calculation.then_some(spaced)
}

/// The names of an expression that were probably not meant as keys of the data, each with what to
/// write instead: `total-2`, and the pattern in `DATE(day, MM/yyyy)`. Right where the data has such
/// keys.
pub fn doubtful_names<'s>(source: &'s str, expr: &Expr) -> Vec<(&'s str, String)> {
    let (mut values, mut texts) = (HashSet::new(), HashSet::new());
    expr.visit(&mut |expr| match expr {
        Expr::Path(path) => drop(values.insert(path.to_string())),
        Expr::Call(call) if matches!(&*call.name, "DATE" | "CURRENCY") => {
            texts.extend(call.args.iter().skip(1).filter_map(as_path).map(Path::to_string));
        }
        _ => {}
    });
    let tokens = tokenize(source).unwrap_or_default();
    let names = tokens.iter().filter(|token| token.kind == TokenKind::Name);
    names
        .filter_map(|token| {
            let path = Path::compile(token.source).to_string();
            if !values.contains(&path) {
                return None;
            }
            let advice = if texts.contains(&path) {
                format!("to give it as a text, write `\"{}\"`", token.source)
            } else {
                format!("to calculate, write `{}`", with_blanks_around_operators(token.source)?)
            };
            Some((token.source, advice))
        })
        .collect()
}

fn as_path(expr: &Expr) -> Option<&Path> {
    match expr {
        Expr::Path(path) => Some(path),
        _ => None,
    }
}

/// Calls of functions that do not exist: name in upper case, and position. Calls in formulas with a
/// name are not included: their place is the formula.
pub fn unknown_functions(expr: &Expr) -> Vec<(&str, usize)> {
    let mut found = Vec::new();
    expr.visit_here(&mut |expr| {
        if let Expr::Call(call) = expr
            && call.function == Function::Unknown
        {
            found.push((&*call.name, call.position));
        }
    });
    found
}

/// Warnings about the arguments of calls: arguments that the function does not have, and date
/// patterns that are no patterns.
fn argument_problems(expr: &Expr, dialect: &Dialect) -> Vec<Problem> {
    let mut problems = Vec::new();
    expr.visit_here(&mut |expr| {
        let Expr::Call(call) = expr else { return };
        let at = call.position;
        if let Some(most) = call.function.max_arguments().filter(|most| call.args.len() > *most) {
            let name = &*call.name;
            let has = call.args.len();
            let arguments = if most == 1 { "argument" } else { "arguments" };
            let surplus = call.arg_sources.get(most..).unwrap_or_default().join(", ");
            problems.push(
                Problem::warning(
                    Code::UnusedArgument,
                    format!("{name} takes {most} {arguments} and is given {has} (position {at})"),
                )
                .advice(format!("remove {}", quoted(&surplus)))
                .detail("detail", name)
                .detail("position", at),
            );
        }
        problems.extend(unit_problem(call));
        if !matches!(call.function, Function::Date { .. }) {
            return;
        }
        for (index, pattern) in call.args.iter().enumerate().skip(1).take(2) {
            let Some(pattern) = as_text(pattern) else { continue };
            // Names are written, but not read.
            let localized = dialect.localized && index == 1;
            if let Some((letters, advice)) = pattern_letters(pattern, localized) {
                problems.push(
                    Problem::warning(
                        Code::UnknownPattern,
                        format!(
                            "{} in the date pattern {} stands for nothing (position {at})",
                            quoted(letters),
                            quoted(pattern)
                        ),
                    )
                    .advice(advice)
                    .detail("detail", letters)
                    .detail("position", at),
                );
            }
        }
    });
    problems
}

/// Warns of a unit that dates are not counted in.
fn unit_problem(call: &Call) -> Option<Problem> {
    let Function::Extended(Extended::Date(DateFunction::Add | DateFunction::Difference)) =
        call.function
    else {
        return None;
    };
    let unit = call.args.get(2).and_then(as_text)?;
    if Unit::named(unit).is_some() {
        return None;
    }
    let message = format!("{} is not a unit of dates (position {})", quoted(unit), call.position);
    let advice = did_you_mean(unit, UNITS)
        .unwrap_or_else(|| format!("use one of {}", listed(UNITS.iter().copied())));
    let problem = Problem::warning(Code::IgnoredValue, message).advice(advice);
    Some(problem.detail("detail", unit).detail("position", call.position))
}

fn as_text(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Text(text) => Some(text),
        _ => None,
    }
}

/// Everything to say about a template text: loose braces, then token by token. Problems of a token
/// have the details `expression` (the token with its braces), `position` (inside the expression)
/// and `offset` (of the token in the text). A token that cannot be read has nothing else. Of more than
/// 500 problems the first are given.
///
/// # Errors
/// `timeLimit` of the budget.
pub fn check_text(
    text: &TextTemplate,
    dialect: &Dialect,
    meter: &Meter<'_>,
) -> Result<Vec<Problem>> {
    meter.steps(1 + text.source().len())?;
    let braces = loose_braces(text.source());
    let mut problems: Vec<_> = braces.iter().map(|it| it.to_problem(text.source())).collect();
    problems.extend(check_tokens(text, dialect, meter)?);
    problems.truncate(MOST_PROBLEMS);
    Ok(problems)
}

/// The same about the tokens alone.
///
/// # Errors
/// `timeLimit` of the budget.
pub fn check_tokens(
    text: &TextTemplate,
    dialect: &Dialect,
    meter: &Meter<'_>,
) -> Result<Vec<Problem>> {
    let mut problems = Vec::new();
    for token in text.tokens() {
        if problems.len() == MOST_PROBLEMS {
            break;
        }
        meter.steps(1 + token.token.len())?;
        let found = match token.expr {
            Err(error) => vec![error.to_problem()],
            Ok(expr) => warnings(expr, token.token.trim_matches(['{', '}']), dialect),
        };
        let found = found.into_iter().take(MOST_PROBLEMS - problems.len());
        problems.extend(found.map(|mut problem| {
            problem.details.retain(|(name, _)| name != "expression");
            problem.detail("expression", token.token).detail("offset", token.offset)
        }));
    }
    Ok(problems)
}

/// Everything to say about a condition. Of more than 500 problems the first are given.
///
/// # Errors
/// `timeLimit` of the budget.
pub fn check_condition(
    condition: &Condition,
    dialect: &Dialect,
    meter: &Meter<'_>,
) -> Result<Vec<Problem>> {
    let source = condition.source();
    meter.steps(1 + source.len())?;
    if let Some(error) = condition.error() {
        return Ok(vec![error.to_problem()]);
    }
    let Some(expr) = condition.expr() else { return Ok(Vec::new()) };
    let mut problems = warnings(expr, reportctl_base::blank::trim(source), dialect);
    problems.truncate(MOST_PROBLEMS);
    if source.contains(['{', '}']) {
        let message = format!("braces mean nothing in a condition: {}", quoted(source));
        problems.push(
            Problem::warning(Code::IgnoredValue, message)
                .advice("write the expression without `{` and `}`"),
        );
    }
    Ok(problems.into_iter().map(|problem| problem.detail("expression", source)).collect())
}

fn warnings(expr: &Expr, source: &str, dialect: &Dialect) -> Vec<Problem> {
    let suspicious = suspicious_operators(source);
    let unknown = unknown_functions(expr);
    suspicious
        .iter()
        .map(SuspiciousOperator::to_problem)
        .chain(unknown.into_iter().map(|(name, position)| {
            // A placeholder that calls it prints nothing.
            let problem = unknown_function(name, Some(position));
            Problem { severity: Severity::Error, ..problem }
        }))
        .chain(argument_problems(expr, dialect))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use reportctl_base::budget::Budget;

    fn checked(text: &TextTemplate) -> Vec<Problem> {
        check_text(text, &Dialect::BASE, &Meter::default()).expect("within the budget")
    }

    #[test]
    fn problems_of_a_text_are_bounded() {
        let token = format!("{{{}}}", "a +b - ".repeat(2000) + "a");
        for text in ["{".repeat(1 << 20), "}".repeat(1 << 20), token, "{a +b}".repeat(2000)] {
            assert_eq!(checked(&TextTemplate::compile(&text)).len(), MOST_PROBLEMS);
        }
    }

    #[test]
    fn checking_ends_with_the_time() {
        let budget = Budget { expired: Some(&|| true), ..Budget::default() };
        let text = TextTemplate::compile(&"{a}".repeat(100_000));
        let found = check_text(&text, &Dialect::BASE, &Meter::new(budget));
        assert_eq!(found.err().map(|problem| problem.code), Some(Code::TimeLimit));
    }

    fn braces(text: &str) -> Vec<(&'static str, usize)> {
        loose_braces(text).iter().map(|b| (b.code.as_str(), b.position)).collect()
    }

    #[test]
    fn braces_pair_up() {
        assert_eq!(braces("FAT-{fatura} {} é"), []);
        assert_eq!(braces("é FAT-{CURRENCY(total"), [("braceUnclosed", 6)]);
        assert_eq!(braces("{a {b}"), [("braceNested", 3)]);
        assert_eq!(braces("a} {b"), [("braceUnopened", 1), ("braceUnclosed", 3)]);
        assert_eq!(braces("{{a}}"), [("braceNested", 1), ("braceUnopened", 4)]);
    }

    fn suspicious(expression: &str) -> Option<(&'static str, &str, usize)> {
        suspicious_operators(expression).first().map(|s| (s.operator, s.name, s.position))
    }

    #[test]
    fn a_blank_on_one_side_is_suspicious() {
        let cases = [
            ("fatura +", ("+", "fatura +", 7)),
            ("é /2", ("/", "é /2", 2)),
            ("a>= b", (">=", "a>= b", 1)),
            ("a >=b", (">=", "a >=b", 2)),
            ("total -desconto", ("-", "total -desconto", 6)),
            ("x > 1 AND a -b", ("-", "a -b", 12)),
            ("a and", ("AND", "a and", 2)),
            ("- 5", ("-", "- 5", 0)),
        ];
        for (expression, expected) in cases {
            assert_eq!(suspicious(expression), Some(expected));
        }
    }

    #[test]
    fn real_operators_keys_and_texts_are_not() {
        for expression in [
            "a AND b",
            "NOT pago",
            "IF(a > 5, 1, 2)",
            "my-key",
            "a==2",
            "a>=b",
            "IF(a==2,1,2)",
            "CONCAT(\"x\", -1)",
            "-5 + 2",
            "a - -b",
            "CONCAT(\"a > b\", nome)",
            "ANDamento",
            "cliente ANDRE",
            "[\"a -b\"]",
        ] {
            assert_eq!(suspicious(expression), None, "{expression}");
        }
    }

    #[test]
    fn names_are_spelt_as_the_calculation_they_look_like() {
        for (name, calculation) in [
            ("total-2", Some("total - 2")),
            ("unit price*2", Some("unit price * 2")),
            ("a-b>=-c", Some("a - b >= -c")),
            ("a--b", Some("a - -b")),
            ("é+1", Some("é + 1")),
            ("total", None),
            ("-total", None),
            ("total-", None),
            // An operator with blanks on one side is suspicious in any case.
            ("total -2", None),
            ("brand", None),
            ("a.and.b", None),
        ] {
            assert_eq!(with_blanks_around_operators(name).as_deref(), calculation, "{name}");
        }
    }

    #[test]
    fn doubtful_names_are_reported_with_what_to_write_instead() {
        let reported = |source| {
            let expr = super::super::parse::parse(source).expect("an expression");
            let found = doubtful_names(source, &expr).into_iter();
            found.map(|(name, advice)| format!("{name}: {advice}")).collect::<Vec<_>>()
        };
        assert_eq!(
            reported("CONCAT(total-2, [x-y], \"z-1\") + q"),
            ["total-2: to calculate, write `total - 2`"]
        );
        assert_eq!(
            reported("DATE(day, MM/yyyy)"),
            ["MM/yyyy: to give it as a text, write `\"MM/yyyy\"`"]
        );
        assert_eq!(reported("CURRENCY(a, R$)"), ["R$: to give it as a text, write `\"R$\"`"]);
        // The argument of a sum is a list and a column, nothing to calculate with.
        assert_eq!(reported("SUM(rows.a-b)"), [""; 0]);
        assert_eq!(reported("DATE(day, \"MM/yyyy\")"), [""; 0]);
    }

    #[test]
    fn texts_are_checked_token_by_token() {
        let text = TextTemplate::compile("é {fatura /} {CONCAT(a,,b)} {FOO(NOT(a))} {ok}");
        let problems = checked(&text);
        let seen: Vec<_> = problems
            .iter()
            .map(|p| (p.code, p.get("expression").and_then(|e| e.as_str()), p.get("offset")))
            .map(|(code, expression, offset)| {
                (code, expression.unwrap_or(""), offset.and_then(|o| o.as_u64()))
            })
            .collect();
        assert_eq!(
            seen,
            [
                (Code::SuspiciousOperator, "{fatura /}", Some(2)),
                (Code::UnexpectedToken, "{CONCAT(a,,b)}", Some(13)),
                (Code::UnknownFunction, "{FOO(NOT(a))}", Some(28)),
                (Code::UnknownFunction, "{FOO(NOT(a))}", Some(28)),
            ]
        );
        assert_eq!(problems[3].advice.as_deref(), Some("put a blank after `NOT`"));
    }

    #[test]
    fn arguments_that_a_function_does_not_have_are_reported() {
        let found = |text| {
            let problems = checked(&TextTemplate::compile(text)).into_iter();
            problems
                .map(|p| (p.code, p.message, p.advice.unwrap_or_default().into_owned()))
                .collect::<Vec<_>>()
        };
        for fine in [
            "{UPPER(a)}{SUM(a.b,)}{DATE(a, \"DD\", \"MM\")}{CURRENCY(a, b, 2)}{NUMBER(a, 1)}",
            "{IF(a, b, c)}{CONCAT(a, b, c, d, e)}",
        ] {
            assert_eq!(found(fine), []);
        }
        assert_eq!(
            found("{IF(a, 1, UPPER(b, c d, 2))}"),
            [(
                Code::UnusedArgument,
                "UPPER takes 1 argument and is given 3 (position 9)".to_owned(),
                "remove `c d, 2`".to_owned()
            )]
        );
        assert_eq!(found("{SUM(a.b, c.d)}").len(), 1);
        assert_eq!(found("{NUMBER(a, 1, 2)}").len(), 1);
    }

    #[test]
    fn date_patterns_of_other_programs_are_reported() {
        let found = |text| {
            let problems = checked(&TextTemplate::compile(text)).into_iter();
            problems.map(|p| (p.code, p.message)).collect::<Vec<_>>()
        };
        assert_eq!(
            found("{DATE(a, \"DD MMMM YYYY\", \"dd/MM/YYYY\")}"),
            [
                (
                    Code::UnknownPattern,
                    "`MMMM` in the date pattern `DD MMMM YYYY` stands for nothing (position 0)"
                        .to_owned()
                ),
                (
                    Code::UnknownPattern,
                    "`dd` in the date pattern `dd/MM/YYYY` stands for nothing (position 0)"
                        .to_owned()
                ),
            ]
        );
        assert_eq!(found("{DATE(a, b)}{CONCAT(\"MMMM\")}{DATE(a, \"YYYYMMDD\")}"), []);
    }

    #[test]
    fn conditions_are_checked() {
        let codes = |source| {
            let meter = Meter::default();
            let found = check_condition(&Condition::compile(source), &Dialect::BASE, &meter);
            let problems = found.expect("within the budget");
            problems.into_iter().map(|p| p.code).collect::<Vec<_>>()
        };
        assert_eq!(codes("a) b"), [Code::TrailingContent]);
        assert_eq!(codes("{total > 1000}"), [Code::IgnoredValue]);
        assert_eq!(codes("a >1"), [Code::SuspiciousOperator]);
        assert_eq!(codes("EMPTY(a)"), [Code::UnknownFunction]);
        assert_eq!(codes("total > 1"), []);
        assert_eq!(codes(" "), []);
    }
}

//! Syntax errors of expressions (spec 7.9).

use std::borrow::Cow;
use std::fmt;

use reportctl_base::problem::{Code, Problem, quoted};

/// The codes of syntax errors.
pub const SYNTAX: [Code; 11] = [
    Code::Incomplete,
    Code::UnclosedParen,
    Code::UnclosedCall,
    Code::OperatorWithoutLeft,
    Code::UnexpectedToken,
    Code::TrailingContent,
    Code::UnclosedQuote,
    Code::UnclosedBracket,
    Code::EmptySegment,
    Code::SpaceInSegment,
    Code::TooDeep,
];

/// A mistake in the syntax of an expression. Rendering shows empty text instead; `check` reports it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SyntaxError {
    /// One of the expression codes, such as [`Code::TrailingContent`].
    pub code: Code,
    /// Position in characters from the start of the expression; `None` for `tooDeep`.
    pub position: Option<usize>,
    /// The function, operator or token involved, or the limit; else empty.
    pub detail: String,
    /// The whole expression, without braces.
    pub expression: Box<str>,
}

impl SyntaxError {
    pub(crate) fn new(code: Code, position: usize, detail: &str, expression: &str) -> Self {
        debug_assert!(SYNTAX.contains(&code), "{code:?} is no code of a syntax error");
        Self {
            code,
            position: Some(position),
            detail: detail.into(),
            expression: expression.into(),
        }
    }

    pub(crate) fn too_deep(limit: usize, expression: &str) -> Self {
        Self {
            code: Code::TooDeep,
            position: None,
            detail: limit.to_string(),
            expression: expression.into(),
        }
    }

    /// The same as a [`Problem`], with advice and the details `position`, `detail`, `expression`.
    pub fn to_problem(&self) -> Problem {
        Problem::new(self.code, self.to_string())
            .advice(self.advice())
            .detail("position", self.position)
            .detail("detail", self.detail.as_str())
            .detail("expression", &*self.expression)
    }

    fn advice(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self.code {
            Code::Incomplete => "write a value after the last operator or parenthesis",
            Code::UnclosedParen | Code::UnclosedCall => {
                let end = self.position.unwrap_or_default();
                return format!("add the missing `)`, at position {end} or before it").into();
            }
            Code::OperatorWithoutLeft => "write a value before the operator",
            Code::TrailingContent => {
                "join values with an operator that has a blank on both sides, or with CONCAT(…)"
            }
            Code::UnclosedQuote => "add the missing quote; a quote inside a text cannot be escaped",
            Code::UnclosedBracket => "add the missing `]`",
            Code::EmptySegment => "write a name between the brackets or after the dot",
            Code::SpaceInSegment => "quote the name: `[\"my key\"]`",
            Code::TooDeep => "split the expression, or compute the value in the data",
            _ => "remove it, or add the value, comma or operator that is missing before it",
        })
    }
}

/// The message: the error, then `(position <n> in <expression>)`.
impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let detail = &self.detail;
        match self.code {
            Code::Incomplete => f.write_str("the expression ends where a value is expected"),
            Code::UnclosedParen => f.write_str("`(` is never closed"),
            Code::UnclosedCall => write!(f, "`{detail}(` is never closed"),
            Code::OperatorWithoutLeft => write!(f, "nothing stands before `{detail}`"),
            Code::TrailingContent => f.write_str("something is left over after the expression"),
            Code::UnclosedQuote => f.write_str("a quote is never closed"),
            Code::UnclosedBracket => f.write_str("`[` is never closed"),
            Code::EmptySegment => f.write_str("a name in the path is empty"),
            Code::SpaceInSegment => f.write_str("a name in brackets has a blank but no quotes"),
            Code::TooDeep => write!(f, "nested more than {detail} deep"),
            _ => write!(f, "unexpected `{detail}`"),
        }?;
        let expression = quoted(&self.expression);
        match self.position {
            Some(position) => write!(f, " (position {position} in {expression})"),
            None => write!(f, " (in {expression})"),
        }
    }
}

impl std::error::Error for SyntaxError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_say_what_where_and_in_which_expression() {
        let error = SyntaxError::new(Code::UnclosedCall, 11, "CONCAT", "CONCAT(a, b");
        assert_eq!(error.to_string(), "`CONCAT(` is never closed (position 11 in `CONCAT(a, b`)");
        let problem = error.to_problem();
        assert_eq!(problem.get("position"), Some(&11.into()));
        assert_eq!(problem.get("detail"), Some(&"CONCAT".into()));
        assert_eq!(problem.get("expression"), Some(&"CONCAT(a, b".into()));
    }

    #[test]
    fn too_deep_has_no_position() {
        let error = SyntaxError::too_deep(40, "((a))");
        assert_eq!(error.to_string(), "nested more than 40 deep (in `((a))`)");
        assert_eq!(error.to_problem().get("position"), Some(&serde_json::Value::Null));
    }
}

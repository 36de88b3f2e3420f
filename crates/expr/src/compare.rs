//! Comparison, the same for filters and for operators (spec 6.4).

use std::cmp::Ordering;

use super::value::{number_of, number_of_text, text_of};
use reportctl_base::blank::trim;
use reportctl_base::value::Value;

/// Operator of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CompareOp {
    /// The same number, or the same text ignoring case.
    Eq,
    /// Not [`CompareOp::Eq`].
    Neq,
    /// Both numbers, left greater.
    Gt,
    /// Both numbers, left greater or equal.
    Gte,
    /// Both numbers, left less.
    Lt,
    /// Both numbers, left less or equal.
    Lte,
    /// The left text contains the right one, ignoring case. Only in filters.
    Contains,
}

impl CompareOp {
    /// By its name in filters: `eq`, `neq`, `gt`, `gte`, `lt`, `lte`, `contains`.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "eq" => Self::Eq,
            "neq" => Self::Neq,
            "gt" => Self::Gt,
            "gte" => Self::Gte,
            "lt" => Self::Lt,
            "lte" => Self::Lte,
            "contains" => Self::Contains,
            _ => return None,
        })
    }

    /// As it is written in expressions (`contains` by its name).
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Eq => "==",
            Self::Neq => "!=",
            Self::Gt => ">",
            Self::Gte => ">=",
            Self::Lt => "<",
            Self::Lte => "<=",
            Self::Contains => "contains",
        }
    }

    pub(super) fn of_order(self, order: Ordering) -> bool {
        match self {
            Self::Eq => order.is_eq(),
            Self::Neq => order.is_ne(),
            Self::Gt => order.is_gt(),
            Self::Gte => order.is_ge(),
            Self::Lt => order.is_lt(),
            Self::Lte => order.is_le(),
            Self::Contains => false,
        }
    }

    fn of_numbers(self, left: f64, right: f64) -> bool {
        match self {
            Self::Eq => left == right,
            Self::Neq => left != right,
            Self::Gt => left > right,
            Self::Gte => left >= right,
            Self::Lt => left < right,
            Self::Lte => left <= right,
            Self::Contains => false,
        }
    }
}

/// Compares a value with a text; a missing left value is `null`.
pub fn compare(left: &Value, op: CompareOp, right: &str) -> bool {
    Comparison::new(op, right).holds(left)
}

/// A comparison whose right side is known, to be tried on many values.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    op: CompareOp,
    /// In lower case.
    right: Box<str>,
    number: Option<f64>,
}

impl Comparison {
    /// Prepares the right side.
    pub fn new(op: CompareOp, right: &str) -> Self {
        Self { op, right: right.to_lowercase().into_boxed_str(), number: number_of_right(right) }
    }

    /// Returns `true` if the comparison holds for a left value; a missing value is `null`.
    pub fn holds(&self, left: &Value) -> bool {
        if self.op == CompareOp::Contains {
            return text_of(left).to_lowercase().contains(&*self.right);
        }
        let numbers = self.number.zip(number_of_left(left));
        of_sides(self.op, numbers, || equals_lower(&text_of(left), &self.right))
    }
}

/// Compares numbers if both sides are numbers; else only tests whether the texts are equal.
pub(super) fn of_sides(
    op: CompareOp,
    right_and_left: Option<(f64, f64)>,
    same_text: impl FnOnce() -> bool,
) -> bool {
    match (op, right_and_left) {
        (op, Some((right, left))) => op.of_numbers(left, right),
        (CompareOp::Eq, None) => same_text(),
        (CompareOp::Neq, None) => !same_text(),
        _ => false,
    }
}

fn number_of_left(left: &Value) -> Option<f64> {
    match left {
        Value::Null => None,
        Value::Text(text) => number_of_left_text(text),
        _ => Some(number_of(left)).filter(|n| !n.is_nan()),
    }
}

/// A left text of only blanks counts as 0, an empty one as no number.
pub(super) fn number_of_left_text(text: &str) -> Option<f64> {
    if text.is_empty() { None } else { Some(number_of_text(text)).filter(|n| !n.is_nan()) }
}

/// A right text of only blanks is no number.
pub(super) fn number_of_right(text: &str) -> Option<f64> {
    if trim(text).is_empty() { None } else { Some(number_of_text(text)).filter(|n| !n.is_nan()) }
}

/// Returns `true` if two texts are the same in lower case.
pub(super) fn equals_ignoring_case(left: &str, right: &str) -> bool {
    if left.is_ascii() && right.is_ascii() {
        left.eq_ignore_ascii_case(right)
    } else {
        left == right || left.to_lowercase() == right.to_lowercase()
    }
}

fn equals_lower(text: &str, lower: &str) -> bool {
    if text.is_ascii() { text.eq_ignore_ascii_case(lower) } else { text.to_lowercase() == lower }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(left: &str, op: &str, right: &str) -> bool {
        let op = CompareOp::from_name(op).expect("an operator");
        compare(&Value::from_json(left).expect("valid JSON"), op, right)
    }

    #[test]
    fn numbers_compare_as_numbers_even_when_they_are_texts() {
        assert!(holds("10", "gt", "9"));
        assert!(holds(r#""10""#, "gt", " 9.0 "));
        assert!(holds("2", "eq", "2.00"));
        assert!(holds("true", "eq", "1"));
        assert!(holds("[5]", "lte", "5"));
    }

    #[test]
    fn other_texts_are_only_equal_or_not_ignoring_case() {
        assert!(holds(r#""Ana""#, "eq", "ANA"));
        assert!(holds(r#""Ünal""#, "eq", "üNAL"));
        assert!(holds(r#""Ana""#, "neq", "Bia"));
        assert!(!holds(r#""b""#, "gt", "a"));
        assert!(!holds(r#""b""#, "lt", "a"));
    }

    #[test]
    fn missing_values_are_empty_texts_and_never_numbers() {
        assert!(holds("null", "eq", ""));
        assert!(!holds("null", "eq", "0"));
        assert!(!holds("null", "lt", "5"));
        assert!(!holds(r#""""#, "gte", "0"));
    }

    #[test]
    fn blanks_are_zero_on_the_left_only() {
        assert!(holds(r#"" ""#, "eq", "0"));
        assert!(!holds("0", "eq", " "));
        assert!(!holds("0", "lte", ""));
    }

    #[test]
    fn contains_ignores_case_and_takes_any_value() {
        assert!(holds(r#""São Paulo""#, "contains", "SÃO"));
        assert!(holds("1234", "contains", "23"));
        assert!(holds("null", "contains", ""));
        assert!(!holds(r#""abc""#, "contains", "d"));
    }
}

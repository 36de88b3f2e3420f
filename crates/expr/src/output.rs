//! Values of expressions.

use std::borrow::Cow;

use super::compare::{
    CompareOp, equals_ignoring_case, number_of_left_text, number_of_right, of_sides,
};
use super::value::{number_of_text, truthy_text};
use reportctl_base::budget::Meter;
use reportctl_base::number::decimal::Decimal;
use reportctl_base::number::text::{number_to_text, push_number};
use reportctl_base::problem::Result;

/// The value of an expression. Numbers in the data stay numbers until text is asked for;
/// text and number read back as each other, so nothing can differ.
#[derive(Debug, Clone, PartialEq)]
pub enum Output<'a> {
    /// A text.
    Text(Cow<'a, str>),
    /// A number.
    Number(f64),
    /// A number of exact arithmetic (spec 20.9.2).
    Exact(Decimal),
    /// No result, of a calculation with something that is no number: the empty text, and no number
    /// in further calculations. Without extensions such a calculation gives the empty text itself,
    /// which counts as 0 (spec 7.5).
    NoNumber,
}

impl<'a> Output<'a> {
    /// The empty text.
    pub const EMPTY: Self = Output::Text(Cow::Borrowed(""));

    pub(super) fn flag(value: bool) -> Self {
        Self::Text(Cow::Borrowed(if value { "true" } else { "false" }))
    }

    /// As text.
    pub fn into_text(self) -> Cow<'a, str> {
        match self {
            Self::Text(text) => text,
            Self::Number(number) => Cow::Owned(number_to_text(number)),
            Self::Exact(number) => Cow::Owned(number.to_string()),
            Self::NoNumber => Cow::Borrowed(""),
        }
    }

    /// As a number; NaN where it is none (spec 6.2).
    pub fn to_number(&self) -> f64 {
        match self {
            Self::Text(text) => number_of_text(text),
            Self::Number(number) => *number,
            Self::Exact(number) => number.to_f64(),
            Self::NoNumber => f64::NAN,
        }
    }

    /// As a decimal number; nothing where it is none.
    pub(super) fn to_decimal(&self) -> Option<Decimal> {
        match self {
            Self::Text(text) => decimal_of_text(text),
            Self::Number(number) => Decimal::of(*number),
            Self::Exact(number) => Some(*number),
            Self::NoNumber => None,
        }
    }

    /// The same with a text that is a number as that decimal number, where arithmetic is exact.
    pub(super) fn in_arithmetic(self, exact: bool) -> Self {
        match &self {
            Self::Text(text) if exact => decimal_of_text(text).map_or(self, Self::Exact),
            _ => self,
        }
    }

    /// Returns `true` if it counts as true (spec 6.5).
    pub fn is_true(&self) -> bool {
        match self {
            Self::Text(text) => truthy_text(text),
            Self::Number(number) => *number != 0.0,
            Self::Exact(number) => !number.is_zero(),
            Self::NoNumber => false,
        }
    }

    /// Appends its text and charges the budget for it.
    pub(super) fn push(&self, meter: &Meter<'_>, out: &mut String) -> Result<()> {
        match self {
            Self::Text(text) => append(text, meter, out),
            Self::Number(number) => {
                let before = out.len();
                push_number(*number, out);
                meter.spend(out.len() - before)
            }
            Self::Exact(number) => append(&number.to_string(), meter, out),
            Self::NoNumber => Ok(()),
        }
    }
}

/// A text as a decimal number (spec 6.2); nothing where it is none.
pub(super) fn decimal_of_text(text: &str) -> Option<Decimal> {
    let trimmed = reportctl_base::blank::trim(text);
    // Digits of a text count as they are, even more of them than a double holds.
    Decimal::parse(trimmed).or_else(|| Decimal::of(number_of_text(trimmed)))
}

/// Appends a text and charges the budget for it.
pub(super) fn append(text: &str, meter: &Meter<'_>, out: &mut String) -> Result<()> {
    meter.spend(text.len())?;
    out.push_str(text);
    Ok(())
}

/// Lets something append, and charges the budget for it.
pub(super) fn spending(
    meter: &Meter<'_>,
    out: &mut String,
    write: impl FnOnce(&mut String),
) -> Result<()> {
    let before = out.len();
    write(out);
    meter.spend(out.len() - before)
}

/// Compares two values (spec 6.4), as decimal numbers where both are some and `exact` is set.
pub(super) fn compare(left: &Output<'_>, op: CompareOp, right: &Output<'_>, exact: bool) -> bool {
    let left_number = match left {
        Output::Text(text) => number_of_left_text(text),
        other => Some(other.to_number()).filter(|n| !n.is_nan()),
    };
    let numbers = left_number.and_then(|left| {
        let right = match right {
            Output::Text(text) => number_of_right(text),
            other => Some(other.to_number()).filter(|n| !n.is_nan()),
        };
        right.zip(Some(left))
    });
    if exact
        && numbers.is_some()
        && let Some((left, right)) = left.to_decimal().zip(right.to_decimal())
    {
        return op.of_order(left.compare(right));
    }
    of_sides(op, numbers, || match (left, right) {
        (Output::Text(left), Output::Text(right)) => equals_ignoring_case(left, right),
        _ => equals_ignoring_case(&left.clone().into_text(), &right.clone().into_text()),
    })
}

//! The functions of extensions (spec 20.9.1).
//!
//! One rule for blanks, as in the base: a missing or blank number is 0, a text that is no number
//! makes the result empty; a blank date stays blank; a missing text is empty. Results that are not
//! finite are empty.

mod choices;
mod dates;
mod languages;
mod lists;
mod numbers;
mod texts;
mod words;

use super::ast::{Call, Extended};
use super::output::Output;
use super::scope::Scope;
use super::value::push_items;
pub(super) use dates::{UNITS, Unit};
pub(super) use lists::sees_items_alone;
use reportctl_base::number::decimal::Decimal;
use reportctl_base::problem::Result;

impl Extended {
    /// The value of a call.
    pub(super) fn evaluate<'a>(&'a self, call: &'a Call, scope: &Scope<'a>) -> Result<Output<'a>> {
        match self {
            Self::Number(function) => function.evaluate(call, scope),
            Self::List(function, list) => function.evaluate(list, call, scope),
            Self::Items(function, list) => function.evaluate(list, call, scope),
            Self::Groups(_) => {
                // As a text it is what lists are.
                let mut text = String::new();
                push_items(call.made_list(scope)?, &mut text, scope.env.meter)?;
                Ok(Output::Text(text.into()))
            }
            Self::Choice(function) => function.evaluate(call, scope),
            Self::Text(function) => function.evaluate(call, scope),
            Self::Date(function) => function.evaluate(call, scope),
            Self::Words(function) => function.evaluate(call, scope),
            Self::Language(function) => function.evaluate(call, scope),
        }
    }
}

/// A number as the result of a function: as a double unless arithmetic is exact, and empty where
/// there is none.
fn number<'a>(number: Option<Decimal>, scope: &Scope<'_>) -> Output<'a> {
    match number {
        Some(number) if scope.env.exact => Output::Exact(number),
        Some(number) => finite(number.to_f64()),
        None => Output::NoNumber,
    }
}

/// A double as the result of a function; empty where it is not finite.
fn finite<'a>(number: f64) -> Output<'a> {
    if number.is_finite() { Output::Number(number + 0.0) } else { Output::NoNumber }
}

impl Call {
    /// A whole number of places, characters or units, without its fraction; nothing where the
    /// argument is no number.
    fn whole(&self, index: usize, scope: &Scope<'_>) -> Result<Option<i64>> {
        let number = self.number(index, scope)?;
        // The cast saturates, which is as good as any number of that size.
        Ok((!number.is_nan()).then_some(number as i64))
    }
}

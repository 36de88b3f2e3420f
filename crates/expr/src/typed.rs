//! The number or date behind a text, for outputs that keep it as one: spreadsheets and CSV.
//!
//! The text says how it is printed. A value is taken from the evaluation of the same expression, so it
//! is never read back from digits in the language of the document.

use super::ast::{Call, Expr, Extended, Function};
use super::kind::LanguageFunction;
use super::output::Output;
use super::scope::{Found, Scope};
use reportctl_base::calendar::{Civil, Timestamp};
use reportctl_base::number::decimal::Decimal;
use reportctl_base::problem::Result;
use reportctl_base::value::Value;

/// A number or a date.
#[derive(Debug, Clone, PartialEq)]
pub enum Typed {
    /// A number.
    Number { value: Decimal, kind: NumberKind },
    /// A point in time, on the clocks of the document's zone.
    Date {
        time: Timestamp,
        /// The texts of [`samples`] in the same style, which show the order of its parts.
        samples: Box<[String; 3]>,
    },
}

/// Format of a printed number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberKind {
    /// With as many decimals as it has.
    Plain,
    /// With a number of decimals, without groups.
    Fixed,
    /// In groups of thousands.
    Grouped,
    /// In hundredths.
    Percent,
}

impl Typed {
    /// The number that a value of the data is.
    pub fn of_value(value: &Value) -> Option<Self> {
        match value {
            Value::Number(number) => Self::number(Decimal::of(*number), NumberKind::Plain),
            _ => None,
        }
    }

    fn number(value: Option<Decimal>, kind: NumberKind) -> Option<Self> {
        value.map(|value| Self::Number { value, kind })
    }
}

/// Three points in time whose parts differ: the first and second in every part and in the number of its
/// digits, the first and third in the day and the day of the week alone.
pub fn samples() -> [Timestamp; 3] {
    let at = |(month, day, hour, minute, second)| {
        let civil = Civil { year: 2033, month, day, hour, minute, second };
        Timestamp::from_parts(civil).unwrap_or(Timestamp::EPOCH)
    };
    [(11, 24, 17, 45, 58), (3, 5, 4, 6, 7), (11, 25, 17, 45, 58)].map(at)
}

impl Expr {
    /// The number or date that the expression prints; nothing where it prints a text.
    ///
    /// # Errors
    /// Only those of the budget.
    pub(super) fn typed(&self, scope: &Scope<'_>) -> Result<Option<Typed>> {
        let mut expr = self;
        // Branches lie within each other as deep as they were parsed, formulas at most 40 deep.
        loop {
            scope.env.meter.step()?;
            expr = match expr {
                Self::Text(_) | Self::Number { .. } => return Ok(None),
                Self::Call(call) => match &call.function {
                    Function::If => match call.branch(scope)? {
                        Some(branch) => branch,
                        None => return Ok(None),
                    },
                    _ => return call.typed(scope),
                },
                Self::Defined(defined) if scope.find(&defined.path) == Found::Missing => {
                    scope.env.meter.evaluation()?;
                    &defined.definition.expr
                }
                other => return Ok(of_output(&other.evaluate(scope)?)),
            };
        }
    }
}

/// The number that an expression gave; texts stay texts, even those that look like one.
fn of_output(output: &Output<'_>) -> Option<Typed> {
    match output {
        Output::Number(_) | Output::Exact(_) => {
            Typed::number(output.to_decimal(), NumberKind::Plain)
        }
        Output::Text(_) | Output::NoNumber => None,
    }
}

impl Call {
    fn typed(&self, scope: &Scope<'_>) -> Result<Option<Typed>> {
        let kind = match &self.function {
            Function::Date { write, read } => {
                let text = self.text(0, scope)?;
                let Some(time) = self.time(read, &text, scope)? else { return Ok(None) };
                let mut texts = <[String; 3]>::default();
                for (text, sample) in texts.iter_mut().zip(samples()) {
                    self.push_time(write, sample, scope, text)?;
                }
                return Ok(Some(Typed::Date { time, samples: Box::new(texts) }));
            }
            Function::Number { .. } => NumberKind::Fixed,
            Function::Currency { .. } => NumberKind::Grouped,
            Function::Extended(Extended::Language(function)) => match function {
                LanguageFunction::Text => return Ok(None),
                LanguageFunction::Money | LanguageFunction::Decimal => NumberKind::Grouped,
                LanguageFunction::Percent => NumberKind::Percent,
            },
            _ => return Ok(of_output(&self.evaluate(scope)?)),
        };
        let value = match self.args.first() {
            Some(argument) => argument.evaluate(scope)?.to_decimal(),
            None => Some(Decimal::ZERO),
        };
        Ok(Typed::number(value, kind))
    }
}

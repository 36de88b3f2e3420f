//! Evaluating an expression (spec 7.5).

use std::borrow::Cow;

use super::ast::{Defined, Expr};
use super::output::{Output, append, compare};
use super::path::Path;
use super::scope::{Found, Scope};
use super::token::ArithmeticOp;
use super::value::{push_text, text_of, weigh};
use reportctl_base::number::decimal::{Decimal, Rounding};
use reportctl_base::problem::Result;
use reportctl_base::value::Value;

impl Expr {
    /// The value of the expression.
    ///
    /// # Errors
    /// Only those of the budget.
    pub fn evaluate<'a>(&'a self, scope: &Scope<'a>) -> Result<Output<'a>> {
        Ok(match self {
            Self::Text(text) | Self::Number { source: text, .. } => {
                Output::Text(Cow::Borrowed(text))
            }
            Self::Path(path) => output_at(path, scope.find(path), scope)?,
            Self::Negate(_) | Self::Arithmetic { .. } if scope.env.exact => {
                self.calculate_exactly(scope)?.map_or(Output::NoNumber, Output::Exact)
            }
            Self::Negate(_) | Self::Arithmetic { .. } => match self.calculate(scope)? {
                Some(number) => Output::Number(number),
                None => scope.no_number(),
            },
            Self::Compare { .. } | Self::And(_) | Self::Or(_) | Self::Not(_) => {
                Output::flag(self.holds(scope)?)
            }
            Self::Call(call) => call.evaluate(scope)?,
            Self::Defined(defined) => defined.evaluate(scope)?,
        })
    }

    /// Appends the text of the expression.
    ///
    /// # Errors
    /// Only those of the budget.
    #[inline]
    pub fn push(&self, scope: &Scope<'_>, out: &mut String) -> Result<()> {
        match self {
            Self::Path(path) => match scope.value_at(path) {
                Some(Value::Text(text)) => append(text, scope.env.meter, out),
                Some(value) => push_text(value, out, scope.env.meter),
                None => push_found(path, scope, out),
            },
            Self::Call(call) => call.push(scope, out),
            _ => self.evaluate(scope)?.push(scope.env.meter, out),
        }
    }

    /// Returns `true` if the value of the expression counts as true.
    ///
    /// # Errors
    /// Only the limits of the budget.
    pub fn holds(&self, scope: &Scope<'_>) -> Result<bool> {
        let mark = scope.env.findings.mark();
        let holds = self.is_true(scope)?;
        // A condition that lacks a value is not fulfilled, and shows it.
        scope.env.findings.forgive(mark);
        Ok(holds)
    }

    fn is_true(&self, scope: &Scope<'_>) -> Result<bool> {
        match self {
            Self::Compare { sides, op } => {
                let (left, right) = (sides.0.evaluate(scope)?, sides.1.evaluate(scope)?);
                Ok(compare(&left, *op, &right, scope.env.exact))
            }
            Self::And(all) => all_are(all, scope, true),
            Self::Or(all) => Ok(!all_are(all, scope, false)?),
            Self::Not(inner) => Ok(!inner.holds(scope)?),
            _ => Ok(self.evaluate(scope)?.is_true()),
        }
    }

    /// The value as a number.
    pub(super) fn number(&self, scope: &Scope<'_>) -> Result<f64> {
        match self {
            Self::Number { value, .. } => Ok(*value),
            // Most numbers stand in the data: they take no way through `Output`, which is large.
            Self::Path(path) => match scope.find(path) {
                Found::Value(&Value::Number(number)) | Found::Number(number) => Ok(number + 0.0),
                found => Ok(self.number_of(&output_at(path, found, scope)?, scope)),
            },
            Self::Negate(_) | Self::Arithmetic { .. } if !scope.env.exact => {
                Ok(self.calculate(scope)?.unwrap_or_else(|| scope.without_result()))
            }
            _ => Ok(self.number_of(&self.evaluate(scope)?, scope)),
        }
    }

    /// The number of a value that the expression gave; one that is none is noted.
    pub(super) fn number_of(&self, output: &Output<'_>, scope: &Scope<'_>) -> f64 {
        let number = output.to_number();
        if number.is_nan() {
            scope.lacks_number(self, output);
        }
        number
    }

    /// The value as a decimal number; nothing where it is none.
    pub(super) fn decimal(&self, scope: &Scope<'_>) -> Result<Option<Decimal>> {
        match self {
            Self::Negate(_) | Self::Arithmetic { .. } => self.calculate_exactly(scope),
            _ => {
                let output = self.evaluate(scope)?;
                let number = output.to_decimal();
                if number.is_none() {
                    scope.lacks_number(self, &output);
                }
                Ok(number)
            }
        }
    }

    /// The result of exact arithmetic (spec 20.9.2); nothing for the empty text.
    fn calculate_exactly(&self, scope: &Scope<'_>) -> Result<Option<Decimal>> {
        match self {
            Self::Negate(inner) => {
                let inner = inner.decimal(scope)?;
                Ok(inner.and_then(|inner| exactly(Decimal::ZERO, ArithmeticOp::Subtract, inner)))
            }
            Self::Arithmetic { first, rest } => {
                let mut result = first.decimal(scope)?;
                for (op, right) in rest {
                    scope.env.meter.step()?;
                    let right = right.decimal(scope)?;
                    result = result.zip(right).and_then(|(left, right)| exactly(left, *op, right));
                }
                Ok(result)
            }
            _ => self.decimal(scope),
        }
    }

    /// The result of arithmetic; `None` for the empty text.
    fn calculate(&self, scope: &Scope<'_>) -> Result<Option<f64>> {
        match self {
            Self::Negate(inner) => Ok(calculate(0.0, ArithmeticOp::Subtract, inner.number(scope)?)),
            Self::Arithmetic { first, rest } => {
                let mut result = Some(first.number(scope)?);
                for (op, right) in rest {
                    scope.env.meter.step()?;
                    // Every step is rounded, not the chain: `1 / 3 * 3` is 0.999999 (7.5).
                    let left = result.unwrap_or_else(|| scope.without_result());
                    result = calculate(left, *op, right.number(scope)?);
                }
                Ok(result)
            }
            _ => self.number(scope).map(Some),
        }
    }
}

/// Appends what a path leads to. Kept apart, so that appending a value of the data stays short.
#[inline(never)]
fn push_found(path: &Path, scope: &Scope<'_>, out: &mut String) -> Result<()> {
    match scope.find(path) {
        Found::Value(value) => push_text(value, out, scope.env.meter),
        found => output_at(path, found, scope)?.push(scope.env.meter, out),
    }
}

/// The value that was found at a path; that it is missing is noted.
fn output_at<'a>(path: &Path, found: Found<'a>, scope: &Scope<'a>) -> Result<Output<'a>> {
    if found == Found::Missing {
        scope.lacks_path(path);
    }
    output_of(found, scope)
}

fn output_of<'a>(found: Found<'a>, scope: &Scope<'a>) -> Result<Output<'a>> {
    Ok(match found {
        // Minus zero is 0 as text, so it is here.
        Found::Value(&Value::Number(number)) | Found::Number(number) => {
            Output::Number(number + 0.0)
        }
        Found::Value(array @ Value::Array(_)) => {
            let mut text = String::new();
            push_text(array, &mut text, scope.env.meter)?;
            Output::Text(Cow::Owned(text))
        }
        Found::Value(value) => {
            weigh(value, scope.env.meter)?;
            Output::Text(text_of(value))
        }
        Found::Missing => Output::EMPTY,
    })
}

/// Returns `true` if all count as the wanted truth value; stops at the first that does not.
fn all_are(all: &[Expr], scope: &Scope<'_>, wanted: bool) -> Result<bool> {
    for expr in all {
        scope.env.meter.step()?;
        if expr.holds(scope)? != wanted {
            return Ok(false);
        }
    }
    Ok(true)
}

impl Scope<'_> {
    /// Operand that stands for a calculation without a result: 0 (spec 7.5); with extensions NaN,
    /// so that an amount is never made of a part of its values.
    #[cold]
    fn without_result(&self) -> f64 {
        if self.env.is_extended() { f64::NAN } else { 0.0 }
    }

    /// The result of a calculation that has none.
    #[cold]
    pub(super) fn no_number(&self) -> Output<'static> {
        if self.env.is_extended() { Output::NoNumber } else { Output::EMPTY }
    }
}

impl Defined {
    /// The key of the data that is called so, or what the formula gives here.
    fn evaluate<'a>(&'a self, scope: &Scope<'a>) -> Result<Output<'a>> {
        match scope.find(&self.path) {
            Found::Missing => {
                // Names that each use another one twice evaluate exponentially often.
                scope.env.meter.evaluation()?;
                let mark = scope.env.findings.mark();
                let value = self.definition.expr.evaluate(scope);
                scope.env.findings.settle_in_formula(mark, self.definition.place.as_ref());
                value
            }
            found => output_of(found, scope),
        }
    }
}

/// One step of exact arithmetic, rounded to six decimals.
fn exactly(left: Decimal, op: ArithmeticOp, right: Decimal) -> Option<Decimal> {
    let exact = match op {
        ArithmeticOp::Add => left.plus(right),
        ArithmeticOp::Subtract => left.minus(right),
        ArithmeticOp::Multiply => left.times(right)?,
        ArithmeticOp::Divide => left.over(right)?,
    };
    Some(exact.rounded(6, Rounding::HalfUp))
}

/// One step of arithmetic, rounded to six decimals.
fn calculate(left: f64, op: ArithmeticOp, right: f64) -> Option<f64> {
    const SIX_DECIMALS: f64 = 1e6;
    if left.is_nan() || right.is_nan() {
        return None;
    }
    let exact = match op {
        ArithmeticOp::Add => left + right,
        ArithmeticOp::Subtract => left - right,
        ArithmeticOp::Multiply => left * right,
        ArithmeticOp::Divide if right == 0.0 => return None,
        ArithmeticOp::Divide => left / right,
    };
    Some(round_half_up(exact * SIX_DECIMALS) / SIX_DECIMALS)
}

/// The nearest integer, halves upwards; never minus zero. Adding a half first would round twice:
/// from 2^52 on there are no halves left to add, and the sum would land on the next even number.
fn round_half_up(number: f64) -> f64 {
    let below = number.floor();
    if number - below >= 0.5 { below + 1.0 } else { below + 0.0 }
}

#[cfg(test)]
mod tests {
    use crate::Dialect;
    use crate::testing::{render, render_in};

    const DATA: &str = r#"{"a":2,"b":3,"s":"x","blank":"","sp":" ","zero":0,"flag":true,"neg0":-0.0,
        "list":[5],"two":[1,2],"empty":[],"o":{"k":1},"n":null,"big":1e300,"deep":[{"x":[10,20]}]}"#;

    fn check(cases: &[(&str, &str)]) {
        for (template, expected) in cases {
            assert_eq!(render(template, DATA), *expected, "{template}");
        }
    }

    #[test]
    fn arithmetic_rounds_to_six_decimals() {
        check(&[
            ("{1 / 3}", "0.333333"),
            ("{0.1 + 0.2}", "0.3"),
            ("{12 * 22.9}", "274.8"),
            ("{ - a}", "-2"),
            ("{ - 0.00000001}", "0"),
            ("{a * neg0}", "0"),
            ("{big * big}", "Infinity"),
            ("{2490461.18 * 1962}", "4886284835.160001"),
            ("{0.5 * 0.000001}|{0.4999999 * 0.000001}", "0.000001|0"),
            ("{CURRENCY(a * neg0)}|{CURRENCY( - zero)}", "0,00|0,00"),
        ]);
    }

    #[test]
    fn what_is_no_number_gives_empty_text_which_is_zero() {
        check(&[
            ("{s + 1}", ""),
            ("{a / zero}", ""),
            ("{s + 1 + a}", "2"),
            ("{(s + 1) * a}", "0"),
            ("{none + a}{n + a}{blank + a}", "222"),
            ("{flag + 1}", ""),
            ("{list + 1}|{two + 1}|{empty + 1}|{o + 1}", "6||1|"),
            ("{ - s}", ""),
        ]);
    }

    /// The table of spec 7.5.
    #[test]
    fn with_extensions_a_calculation_without_a_result_is_no_number() {
        for (template, base, extended) in [
            ("{a / 0 + a}|{s + 1 + a}", "2|2", "|"),
            ("{NUMBER(s) + 1}|{FOO(a) + 1}", "1|1", "|"),
            ("{CURRENCY(a / 0)}|{NUMBER(a / 0)}|{CURRENCY(FOO(a))}", "0,00|0.00|0,00", "||"),
            ("{IF(a, a / 0, 1) + 1}", "1", ""),
            (
                "{a / 0}|{a / 0 == \"\"}|{a / 0 < 5}|{a / 0 == 0}",
                "|true|false|false",
                "|true|false|false",
            ),
            ("{IF(a / 0, 1, 2)}|{NOT (a / 0)}|{UPPER(a / 0) + 1}", "2|true|1", "2|true|1"),
        ] {
            assert_eq!(render(template, DATA), base, "{template}");
            assert_eq!(render_in(template, DATA, &Dialect::EXTENDED), extended, "{template}");
        }
    }

    #[test]
    fn literals_keep_their_source() {
        check(&[("{2.50}", "2.50"), ("{007}", "007"), ("{-0}", "-0"), ("{2.50 + 0}", "2.5")]);
    }

    #[test]
    fn paths_lead_into_objects_and_arrays() {
        check(&[
            ("{o.k}|{O.K}|{o}|{two}|{flag}", "1|1|[object Object]|1,2|true"),
            ("{deep.0.x.1}|{[deep].[0].x.0}|{deep.1.x}", "20|10|"),
            ("{neg0}", "0"),
        ]);
    }

    #[test]
    fn comparisons() {
        check(&[
            ("{none == \"\"}|{none == 0}|{zero == 0}|{none < 5}", "true|false|true|false"),
            ("{sp == 0}|{0 == sp}", "true|false"),
            ("{flag == true}|{flag == \"TRUE\"}", "false|true"),
            ("{a < b}|{a >= 2.0}|{s > 1}|{s != \"X\"}", "true|true|false|false"),
            ("{\"10\" > \"9\"}|{a == \"x\"}|{a != s}", "true|false|true"),
        ]);
    }

    #[test]
    fn logic_gives_texts_and_stops_early() {
        check(&[
            ("{a AND s}|{a AND blank}|{blank OR s}|{blank OR zero}", "true|false|true|false"),
            ("{NOT a}|{NOT none}|{NOT NOT a}", "false|true|true"),
            ("{a > 1 OR a > 5 AND b > 5}|{(a > 1 OR a > 5) AND b > 5}", "true|false"),
        ]);
    }
}

//! Functions of numbers.

use std::cmp::Ordering;

use super::super::ast::{Call, Expr};
use super::super::kind::NumberFunction;
use super::super::output::{Output, decimal_of_text};
use super::super::scope::Scope;
use super::{finite, number};
use reportctl_base::blank::trim;
use reportctl_base::number::decimal::{Decimal, Rounding};
use reportctl_base::problem::Result;

/// Decimals that numbers are rounded to at most, on either side of the point.
const MOST_DECIMALS: i64 = 15;

impl NumberFunction {
    pub(super) fn evaluate<'a>(self, call: &'a Call, scope: &Scope<'a>) -> Result<Output<'a>> {
        match self {
            Self::Round => round(call, scope, Rounding::HalfAway),
            Self::Floor => round(call, scope, Rounding::Floor),
            Self::Ceil => round(call, scope, Rounding::Ceiling),
            Self::Truncate => round(call, scope, Rounding::Zero),
            Self::Absolute => Ok(number(call.decimal(0, scope)?.map(Decimal::abs), scope)),
            Self::Sign => {
                let sign = call.decimal(0, scope)?.map(Decimal::signum);
                Ok(sign.map_or(Output::NoNumber, |sign| Output::Number(sign.into())))
            }
            Self::Modulo => modulo(call, scope),
            Self::Least => extreme(call, scope, Ordering::is_lt),
            Self::Greatest => extreme(call, scope, Ordering::is_gt),
            Self::From => number_from(call, scope),
        }
    }
}

fn round<'a>(call: &Call, scope: &Scope<'_>, rounding: Rounding) -> Result<Output<'a>> {
    let value = call.decimal(0, scope)?;
    let Some(decimals) = call.whole(1, scope)? else { return Ok(Output::NoNumber) };
    let decimals = decimals.clamp(-MOST_DECIMALS, MOST_DECIMALS);
    let decimals = i32::try_from(decimals).unwrap_or(0);
    Ok(number(value.map(|value| value.rounded(decimals, rounding)), scope))
}

fn modulo<'a>(call: &Call, scope: &Scope<'_>) -> Result<Output<'a>> {
    let (Some(a), Some(b)) = (call.decimal(0, scope)?, call.decimal(1, scope)?) else {
        return Ok(Output::NoNumber);
    };
    Ok(match a.remainder(b) {
        Some(rest) => number(Some(rest), scope),
        // Too far apart for exact digits, or a divisor of zero, which gives no number.
        None => finite(a.to_f64() % b.to_f64()),
    })
}

/// The smallest or largest argument.
fn extreme<'a>(call: &Call, scope: &Scope<'_>, wins: fn(Ordering) -> bool) -> Result<Output<'a>> {
    let mut best: Option<Decimal> = None;
    for arg in &call.args {
        scope.env.meter.step()?;
        let value = arg.evaluate(scope)?;
        if let Output::Text(text) = &value
            && trim(text).is_empty()
        {
            continue;
        }
        let Some(value) = value.to_decimal() else {
            scope.lacks_number(arg, &value);
            return Ok(Output::NoNumber);
        };
        if best.is_none_or(|best| wins(value.compare(best))) {
            best = Some(value);
        }
    }
    Ok(best.map_or(Output::EMPTY, |best| number(Some(best), scope)))
}

/// The number that a text is in the marks of a locale.
fn number_from<'a>(call: &'a Call, scope: &Scope<'a>) -> Result<Output<'a>> {
    let Some(arg) = call.args.first() else { return Ok(number(Some(Decimal::ZERO), scope)) };
    let tag = call.text(1, scope)?;
    let Some(locale) = scope.locale_of_numbers(trim(&tag)) else {
        scope.miss(&format!("{} ({})", call.name, trim(&tag)));
        return Ok(Output::NoNumber);
    };
    let text = match arg.evaluate(scope)? {
        // A number of the template is written as in programs, whatever the locale.
        Output::Text(text) if !matches!(arg, Expr::Number { .. }) => text,
        other => return Ok(number(other.to_decimal(), scope)),
    };
    if trim(&text).is_empty() {
        return Ok(number(Some(Decimal::ZERO), scope));
    }
    let plain = locale.read_number(&text);
    let Some(value) = plain.and_then(|plain| decimal_of_text(&plain)) else {
        scope.lacks_number_in(arg, &text);
        return Ok(Output::NoNumber);
    };
    Ok(number(Some(value), scope))
}

#[cfg(test)]
mod tests {
    use crate::Dialect;
    use crate::testing::{render_as, render_in};

    const DATA: &str = r#"{"name":"Ana","blank":" ","n":null,"t":"1.005","inf":"Infinity"}"#;

    fn show(template: &str) -> String {
        render_in(template, DATA, &Dialect::EXTENDED)
    }

    #[test]
    fn rounding_sees_the_digits_that_people_see() {
        assert_eq!(
            show("{ROUND(2.5)} {ROUND(-2.5)} {ROUND(1.005, 2)} {ROUND(t, 2)}"),
            "3 -3 1.01 1.01"
        );
        assert_eq!(
            show("[{ROUND(name)}] {ROUND(missing)} {ROUND(blank)} [{ROUND(1, name)}]"),
            "[] 0 0 []"
        );
        assert_eq!(show("{FLOOR(-1.21, 1)} {CEIL(1.21, 1)} {TRUNC(-1.99)}"), "-1.3 1.3 -1");
        assert_eq!(
            show("{ROUND(1234.5, -2)} {ROUND(1234.5, -99)} {ROUND(0.1 + 0.2, 20)}"),
            "1200 0 0.3"
        );
        assert_eq!(show("[{ROUND(inf)}]"), "[]");
    }

    #[test]
    fn signs_and_remainders() {
        assert_eq!(
            show("{ABS(-2.5)} {SIGN(-2)} {SIGN(0)} {SIGN(missing)} [{ABS(name)}]"),
            "2.5 -1 0 0 []"
        );
        assert_eq!(
            show("{MOD(-7, 3)} {MOD(7, -3)} [{MOD(7, 0)}] {MOD(0.3, 0.1)} [{MOD(name, 2)}]"),
            "-1 1 [] 0 []"
        );
    }

    #[test]
    fn extremes_leave_blanks_out() {
        assert_eq!(
            show("{LEAST(3, 1, 2)} {GREATEST(3, 10, 2)} {LEAST(3, blank, missing, 2)}"),
            "1 10 2"
        );
        assert_eq!(show("[{LEAST(blank, n)}] [{LEAST()}] [{GREATEST(1, name)}]"), "[] [] []");
    }

    #[test]
    fn arguments_are_evaluated_once() {
        let nested = format!("{{{}a{}}}", "NUMBER(".repeat(35), ")".repeat(35));
        for (exact, expected) in [(false, "1.00"), (true, "1.00")] {
            let shown = render_as(&nested, r#"{"a":1}"#, &Dialect::EXTENDED, exact);
            assert_eq!(shown.expect("within the budget"), expected);
        }
    }

    #[test]
    fn exact_results_keep_their_digits() {
        let show =
            |text| render_as(text, DATA, &Dialect::EXTENDED, true).expect("within the budget");
        assert_eq!(show("{ROUND(\"12345678901234567890.125\", 2)}"), "12345678901234567890.13");
        assert_eq!(
            show("{NUMBERFROM(\"12.345.678.901.234.567.890,125\", \"de\")}"),
            "12345678901234567890.125"
        );
        assert_eq!(show("{LEAST(0.1, 0.2)} {ABS(-0.1)}"), "0.1 0.1");
    }

    #[test]
    fn texts_are_read_in_the_marks_of_a_locale() {
        let data = r#"{"de":"1.234,56","en":"1,234.56","small":" -12,50 ","n":1.5,"blank":" ",
            "date":"24.11.2026","plain":"12.34","tag":"en-IN","lakh":"12,34,567.8"}"#;
        let show = |template: &str| render_in(template, data, &Dialect::EXTENDED);
        assert_eq!(
            show("{NUMBERFROM(de, \"de\")} {NUMBERFROM(en, \"en\")} {NUMBERFROM(lakh, tag)}"),
            "1234.56 1234.56 1234567.8"
        );
        // Without a locale of the document it is that in which DECIMAL writes.
        assert_eq!(
            show("{NUMBERFROM(de) + NUMBERFROM(small)} {NUMBERFROM(DECIMAL(n))}"),
            "1222.06 1.5"
        );
        assert_eq!(
            show("{NUMBERFROM(n, \"de\")} {NUMBERFROM(1.5, \"de\")} {NUMBERFROM(n * 3, \"de\")}"),
            "1.5 1.5 4.5"
        );
        assert_eq!(show("{NUMBERFROM(blank)} {NUMBERFROM(missing)} {NUMBERFROM()}"), "0 0 0");
        for none in ["date", "plain", "en", "tag"] {
            assert_eq!(show(&format!("[{{NUMBERFROM({none}, \"de\") + 1}}]")), "[]", "{none}");
        }
        assert_eq!(show("[{NUMBERFROM(de, \"tlh\")}]"), "[]");
    }
}

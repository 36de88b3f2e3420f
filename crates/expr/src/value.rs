//! Values as text, as numbers and as conditions (spec 6.1, 6.2, 6.3, 6.5).

use std::borrow::Cow;

use reportctl_base::blank::trim;
use reportctl_base::budget::Meter;
use reportctl_base::number::text::{number_to_text, push_number};
use reportctl_base::problem::Result;
use reportctl_base::value::Value;

const OBJECT: &str = "[object Object]";

/// A value as text (spec 6.1), for arrays of any size; where data decides the size, use
/// [`push_text`].
pub fn text_of(value: &Value) -> Cow<'_, str> {
    match value {
        Value::Array(_) => {
            let mut text = String::new();
            // A fresh meter without a clock only refuses past a gigabyte.
            let _ = push_text(value, &mut text, &Meter::default());
            Cow::Owned(text)
        }
        Value::Number(number) => Cow::Owned(number_to_text(*number)),
        _ => Cow::Borrowed(plain_text(value)),
    }
}

/// Appends a value as text (spec 6.1).
///
/// # Errors
/// Limits of the [`Meter`]: `timeLimit`, `outputLimit`.
#[inline]
pub fn push_text(value: &Value, out: &mut String, meter: &Meter<'_>) -> Result<()> {
    let before = out.len();
    match value {
        Value::Array(items) => return push_items(items, out, meter),
        Value::Number(number) => push_number(*number, out),
        _ => out.push_str(plain_text(value)),
    }
    meter.spend(out.len() - before)
}

pub(super) fn push_items(items: &[Value], out: &mut String, meter: &Meter<'_>) -> Result<()> {
    for (i, item) in items.iter().enumerate() {
        meter.step()?;
        if i > 0 {
            out.push(',');
            meter.spend(1)?;
        }
        push_text(item, out, meter)?;
    }
    Ok(())
}

/// Charges the budget for going through a value, to be called where data decides its size and
/// its text or number is taken without a [`Meter`].
///
/// # Errors
/// `timeLimit` from the budget.
#[inline]
pub fn weigh(value: &Value, meter: &Meter<'_>) -> Result<()> {
    match value {
        Value::Text(text) => meter.read(text.len()),
        Value::Array(items) => items.iter().try_for_each(|item| {
            meter.step()?;
            weigh(item, meter)
        }),
        _ => Ok(()),
    }
}

/// The text of a value that is neither a number nor an array.
fn plain_text(value: &Value) -> &str {
    match value {
        Value::Text(text) => text,
        Value::Bool(true) => "true",
        Value::Bool(false) => "false",
        Value::Object(_) => OBJECT,
        Value::Null | Value::Number(_) | Value::Array(_) => "",
    }
}

/// A value as a number (spec 6.2); NaN where it is none.
pub fn number_of(value: &Value) -> f64 {
    match value {
        Value::Number(number) => *number,
        Value::Bool(flag) => f64::from(u8::from(*flag)),
        Value::Null => 0.0,
        Value::Text(text) => number_of_text(text),
        Value::Array(_) => number_of_text(&text_of(value)),
        Value::Object(_) => f64::NAN,
    }
}

/// A text as a number by JavaScript's rules (spec 6.2); blank is 0, NaN where it is none.
pub fn number_of_text(text: &str) -> f64 {
    let text = trim(text);
    let bytes = text.as_bytes();
    match bytes {
        [] => 0.0,
        [b'0', b'x' | b'X', digits @ ..] => power_of_two_radix(digits, 4),
        [b'0', b'o' | b'O', digits @ ..] => power_of_two_radix(digits, 3),
        [b'0', b'b' | b'B', digits @ ..] => power_of_two_radix(digits, 1),
        // Rust's grammar is the same once its own spellings of infinity and NaN are kept out.
        _ if bytes.iter().all(|b| matches!(b, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-')) => {
            text.parse().unwrap_or(f64::NAN)
        }
        b"Infinity" | b"+Infinity" => f64::INFINITY,
        b"-Infinity" => f64::NEG_INFINITY,
        _ => f64::NAN,
    }
}

/// Digits of so many bits each, rounded once at the end.
fn power_of_two_radix(digits: &[u8], bits: u32) -> f64 {
    if digits.is_empty() {
        return f64::NAN;
    }
    let mut mantissa: u64 = 0;
    let mut dropped_bits: i32 = 0;
    for &byte in digits {
        let Some(digit) = char::from(byte).to_digit(1 << bits) else { return f64::NAN };
        if mantissa >> (64 - bits) == 0 {
            mantissa = mantissa << bits | u64::from(digit);
        } else {
            // Only whether anything follows can still matter to rounding.
            mantissa |= u64::from(digit != 0);
            dropped_bits = dropped_bits.saturating_add_unsigned(bits);
        }
    }
    // Rounds to the nearest double, as reading the digits one by one would.
    let mantissa = mantissa as f64;
    mantissa * 2f64.powi(dropped_bits)
}

/// Returns `true` if a text counts as true: anything but blank, `0` and `false` (spec 6.5).
pub fn truthy_text(text: &str) -> bool {
    let text = trim(text);
    !(text.is_empty() || text == "0" || text.eq_ignore_ascii_case("false"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use reportctl_base::budget::Budget;
    use reportctl_base::problem::Code;

    fn json(text: &str) -> Value {
        Value::from_json(text).expect("valid JSON")
    }

    #[test]
    fn values_as_text() {
        let cases = [
            ("null", ""),
            (r#"" a ""#, " a "),
            ("true", "true"),
            ("12.50", "12.5"),
            ("{}", "[object Object]"),
            ("[]", ""),
            (r#"[1,null,"x",[2,[3]],{}]"#, "1,,x,2,3,[object Object]"),
        ];
        for (value, text) in cases {
            assert_eq!(text_of(&json(value)), text);
            let mut out = String::from("=");
            push_text(&json(value), &mut out, &Meter::default()).expect("within the budget");
            assert_eq!(out, format!("={text}"));
        }
    }

    #[test]
    fn long_arrays_stop_at_the_budget() {
        let meter = Meter::new(Budget { max_output_bytes: 100, ..Budget::default() });
        let value = json(&format!("[{}0]", "0,".repeat(1000)));
        let problem = push_text(&value, &mut String::new(), &meter).expect_err("too long");
        assert_eq!(problem.code, Code::OutputLimit);
    }

    #[test]
    fn values_as_numbers() {
        assert_eq!(number_of(&json("true")), 1.0);
        assert_eq!(number_of(&json("null")), 0.0);
        assert_eq!(number_of(&json("[]")), 0.0);
        assert_eq!(number_of(&json("[5]")), 5.0);
        assert!(number_of(&json("[5,6]")).is_nan());
        assert!(number_of(&json("{}")).is_nan());
    }

    #[test]
    fn texts_as_numbers() {
        let cases = [
            ("", 0.0),
            (" \u{a0}\u{feff}", 0.0),
            (" 007 ", 7.0),
            ("5.", 5.0),
            (".5", 0.5),
            ("-1.5e3", -1500.0),
            ("+2", 2.0),
            ("0x1F", 31.0),
            ("0o17", 15.0),
            ("0b101", 5.0),
            ("0x20000000000001", 9_007_199_254_740_992.0),
            ("0x20000000000003", 9_007_199_254_740_996.0),
            ("0x200000000000010000000000000001", 2f64.powi(117) + 2f64.powi(65)),
            ("Infinity", f64::INFINITY),
            ("-Infinity", f64::NEG_INFINITY),
            ("1e999", f64::INFINITY),
        ];
        for (text, number) in cases {
            assert_eq!(number_of_text(text), number, "{text}");
        }
        for text in [
            "1,5", "R$ 5", "1_000", "-0x1", "0x", "0xg", "0b2", "inf", "nan", "NaN", "infinity",
            ".", "e5", "1e", "--1", "1 2", "true", "٣",
        ] {
            assert!(number_of_text(text).is_nan(), "{text}");
        }
    }

    #[test]
    fn truth_of_texts() {
        for text in ["", " ", "0", " 0 ", "false", "FALSE\u{a0}"] {
            assert!(!truthy_text(text), "{text}");
        }
        for text in ["0.0", "no", "-1", "x", "00", "falso"] {
            assert!(truthy_text(text), "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_number_reads_back_from_its_text(bits: u64) {
            let number = f64::from_bits(bits);
            let back = number_of_text(&number_to_text(number));
            prop_assert!(back == number || number.is_nan());
        }

        #[test]
        fn any_text_has_a_number(text in "[-+.0-9eExXobInfity \u{a0}]{0,12}") {
            let _ = number_of_text(&text);
        }
    }
}

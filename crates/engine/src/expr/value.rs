//! Values as text, as numbers and as conditions (spec 6.1, 6.2, 6.3, 6.5).

use std::borrow::Cow;

use super::blank::trim;
use crate::budget::Meter;
use crate::problem::Result;
use crate::value::Value;

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
/// Those of the [`Meter`]: time or output is used up.
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

/// Whether a text counts as true: anything but blank, `0` and `false` (spec 6.5).
pub fn truthy_text(text: &str) -> bool {
    let text = trim(text);
    !(text.is_empty() || text == "0" || text.eq_ignore_ascii_case("false"))
}

/// A number as text by JavaScript's rules: the shortest digits that read back the same (spec 6.3).
pub fn number_to_text(number: f64) -> String {
    let mut text = String::new();
    push_number(number, &mut text);
    text
}

/// Appends [`number_to_text`].
#[inline]
pub fn push_number(number: f64, out: &mut String) {
    if let Some(integer) = small_integer(number) {
        out.push_str(itoa::Buffer::new().format(integer));
    } else if let Some(scaled) = short_decimal(number.abs()) {
        if number < 0.0 {
            out.push('-');
        }
        push_short_decimal(scaled, out);
    } else {
        out.push_str(ryu_js::Buffer::new().format(number));
    }
}

/// The number as an integer, when it is one that doubles hold exactly.
#[inline]
fn small_integer(number: f64) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    // Both casts saturate or round; only a number that survives them is an integer.
    let integer = number as i64;
    let same = integer as f64 == number;
    (same && number.abs() < EXACT).then_some(integer)
}

/// Decimals of a [`short_decimal`].
pub(super) const SHORT_DECIMALS: u8 = 4;
const SHORT_SCALE: u64 = 10_000;

/// The magnitude times 10^4, when four decimals say it all. Amounts of money mostly do, and this
/// takes a fraction of the time of the general way.
///
/// Decimals of up to 15 digits differ as doubles, so one that reads back as the number has the
/// digits of the shortest.
#[inline]
pub(super) fn short_decimal(magnitude: f64) -> Option<u64> {
    const FIFTEEN_DIGITS: f64 = 1e15;
    const SCALE: f64 = SHORT_SCALE as f64;
    let scaled = magnitude * SCALE + 0.5;
    if scaled.is_nan() || scaled >= FIFTEEN_DIGITS {
        return None;
    }
    let integer = scaled as u64;
    let same = integer as f64 / SCALE == magnitude;
    same.then_some(integer)
}

fn push_short_decimal(scaled: u64, out: &mut String) {
    out.push_str(itoa::Buffer::new().format(scaled / SHORT_SCALE));
    // The leading 1 keeps the zeros after the point.
    let mut buffer = itoa::Buffer::new();
    let fraction = buffer.format(SHORT_SCALE + scaled % SHORT_SCALE).trim_end_matches('0');
    if let Some(digits) = fraction.strip_prefix('1').filter(|digits| !digits.is_empty()) {
        out.push('.');
        out.push_str(digits);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::budget::Budget;
    use crate::problem::Code;

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
    fn numbers_as_text() {
        let cases = [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (-2.5, "-2.5"),
            (0.0001, "0.0001"),
            (-0.07, "-0.07"),
            (1234.5678, "1234.5678"),
            (10.05, "10.05"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e-6, "0.000001"),
            (1e-7, "1e-7"),
            (123_456_789_012_345_680_000.0, "123456789012345680000"),
            (9_007_199_254_740_993.0, "9007199254740992"),
            (1e21, "1e+21"),
            (-1.5e300, "-1.5e+300"),
            (f64::NAN, "NaN"),
            (f64::INFINITY, "Infinity"),
            (f64::NEG_INFINITY, "-Infinity"),
        ];
        for (number, text) in cases {
            assert_eq!(number_to_text(number), text);
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
        fn short_decimals_print_as_any_other_number(scaled in -10i64.pow(16)..10i64.pow(16), places in 0i32..9) {
            let number = scaled as f64 / 10f64.powi(places);
            let mut buffer = ryu_js::Buffer::new();
            prop_assert_eq!(number_to_text(number), buffer.format(number));
        }

        #[test]
        fn any_text_has_a_number(text in "[-+.0-9eExXobInfity \u{a0}]{0,12}") {
            let _ = number_of_text(&text);
        }
    }
}

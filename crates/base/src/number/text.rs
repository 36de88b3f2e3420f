//! Doubles as text by JavaScript's rules (spec 6.3).

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
pub(crate) const SHORT_DECIMALS: u8 = 4;
const SHORT_SCALE: u64 = 10_000;

/// The magnitude times 10^4, when four decimals say it all. Amounts of money mostly do, and this
/// takes a fraction of the time of the general way.
///
/// Decimals of up to 15 digits differ as doubles, so one that reads back as the number has the
/// digits of the shortest.
#[inline]
pub(crate) fn short_decimal(magnitude: f64) -> Option<u64> {
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

    proptest! {
        #[test]
        fn short_decimals_print_as_any_other_number(scaled in -10i64.pow(16)..10i64.pow(16), places in 0i32..9) {
            let number = scaled as f64 / 10f64.powi(places);
            let mut buffer = ryu_js::Buffer::new();
            prop_assert_eq!(number_to_text(number), buffer.format(number));
        }
    }
}

//! The two ways of printing a number with decimals (spec 7.7): Brazilian grouped format, rounded
//! on the decimal digits that one sees, and fixed point, rounded on the exact binary value.

use std::fmt::Write;

use super::decimal::{Decimal, Rounding};
use super::text::{SHORT_DECIMALS, push_number, short_decimal};

/// Decimals are never more than this, whatever is asked for (spec B6).
pub const MAX_DECIMALS: u8 = 100;

/// A number of decimals as asked for by a template: without its fraction, from 0 to
/// [`MAX_DECIMALS`]. NaN gives the fallback.
pub fn decimals_of(asked: f64, fallback: u8) -> u8 {
    if asked.is_nan() {
        return fallback;
    }
    asked.clamp(0.0, f64::from(MAX_DECIMALS)) as u8
}

/// Appends a number in Brazilian format: `1.234,50`.
///
/// Rounds half away from zero on the shortest digits, so 1.005 with 2 decimals is `1,01`. With
/// `force` exactly `decimals` decimals, else at most; with `group` a dot every three digits. The
/// minus stays even on a rounded zero.
pub fn grouped(number: f64, decimals: u8, force: bool, group: bool, out: &mut String) {
    if number.is_nan() {
        return out.push_str("NaN");
    }
    if number.is_sign_negative() {
        out.push('-');
    }
    if number.is_infinite() {
        return out.push('∞');
    }
    let number = number.abs();
    if decimals <= SHORT_DECIMALS
        && let Some(scaled) = short_decimal(number)
    {
        return push_short(scaled, decimals, force, group, out);
    }
    let decimals = i32::from(decimals.min(MAX_DECIMALS));
    push_grouped(Digits::shortest(number), decimals, force, group, out);
}

/// Fast path of [`push_grouped`] for a [`short_decimal`], as most numbers of a document are.
fn push_short(scaled: u64, decimals: u8, force: bool, group: bool, out: &mut String) {
    // Twelve digits, three dots, a comma and four decimals are the most.
    let mut bytes = [b'0'; 24];
    let mut start = bytes.len();
    let mut put = |byte: u8| {
        start = start.saturating_sub(1);
        bytes[start] = byte;
    };
    let digit = |number: u64| b'0' + (number % 10) as u8;
    let dropped = 10_u64.pow(u32::from(SHORT_DECIMALS.saturating_sub(decimals)));
    let mut rest = (scaled + dropped / 2) / dropped;
    let mut shown = force && decimals > 0;
    for _ in 0..decimals {
        shown |= !rest.is_multiple_of(10);
        if shown {
            put(digit(rest));
        }
        rest /= 10;
    }
    if shown {
        put(b',');
    }
    let mut digits = 0;
    while digits == 0 || rest > 0 {
        if group && digits > 0 && digits % 3 == 0 {
            put(b'.');
        }
        put(digit(rest));
        rest /= 10;
        digits += 1;
    }
    out.push_str(std::str::from_utf8(&bytes[start..]).unwrap_or_default());
}

/// The same for a decimal number, with exactly `decimals` decimals and in groups.
pub fn grouped_exactly(number: Decimal, decimals: u8, force: bool, group: bool, out: &mut String) {
    if number.is_negative() {
        out.push('-');
    }
    let decimals = i32::from(decimals.min(MAX_DECIMALS));
    push_grouped(Digits::of_decimal(number), decimals, force, group, out);
}

fn push_grouped(mut digits: Digits, decimals: i32, force: bool, group: bool, out: &mut String) {
    digits.round(decimals);
    digits.push_integer(group, out);
    let shown = if force { decimals } else { digits.decimals() };
    if shown > 0 {
        out.push(',');
        for i in digits.point..digits.point + shown {
            out.push(char::from(digits.at(i)));
        }
    }
}

/// The significant decimal digits of a positive number.
pub struct Digits {
    /// ASCII digits, the first one not zero.
    bytes: [u8; 32],
    len: i32,
    /// Position of the decimal mark; may lie outside of the digits.
    point: i32,
}

impl Digits {
    /// The shortest digits that read back as the number, as JavaScript prints it; zeros may follow.
    pub fn shortest(number: f64) -> Self {
        match short_decimal(number) {
            Some(scaled) => Self::of_integer(scaled, SHORT_DECIMALS),
            None => Self::of_text(ryu_js::Buffer::new().format_finite(number)),
        }
    }

    /// The digits of an integer, the last `decimals` of them after the decimal mark.
    fn of_integer(integer: u64, decimals: u8) -> Self {
        let mut digits = Self { bytes: [b'0'; 32], len: 0, point: 0 };
        if integer > 0 {
            let mut buffer = itoa::Buffer::new();
            buffer.format(integer).bytes().for_each(|byte| digits.push(byte));
            digits.point = digits.len - i32::from(decimals);
        }
        digits
    }

    /// The digits of a decimal number.
    pub fn of_decimal(number: Decimal) -> Self {
        let (text, point) = number.digits();
        let mut digits = Self { bytes: [b'0'; 32], len: 0, point };
        text.bytes().for_each(|byte| digits.push(byte));
        digits
    }

    /// The digits of a number as JavaScript prints it.
    fn of_text(text: &str) -> Self {
        let mut digits = Self { bytes: [b'0'; 32], len: 0, point: 0 };
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let mut fraction = false;
        for byte in mantissa.bytes() {
            match byte {
                b'.' => fraction = true,
                b'0' if digits.len == 0 => digits.point -= i32::from(fraction),
                _ => {
                    digits.push(byte);
                    digits.point += i32::from(!fraction);
                }
            }
        }
        digits.point += exponent.parse::<i32>().unwrap_or(0);
        digits
    }

    fn push(&mut self, byte: u8) {
        if let Ok(at) = usize::try_from(self.len)
            && let Some(slot) = self.bytes.get_mut(at)
        {
            *slot = byte;
            self.len += 1;
        }
    }

    /// The digit at an index; zero outside of the digits.
    fn at(&self, index: i32) -> u8 {
        match usize::try_from(index) {
            Ok(at) if index < self.len => self.bytes.get(at).copied().unwrap_or(b'0'),
            _ => b'0',
        }
    }

    /// Rounds to `decimals`, halves up.
    pub fn round(&mut self, decimals: i32) {
        let keep = self.point + decimals;
        if keep >= self.len {
            return;
        }
        let up = self.at(keep) >= b'5';
        self.len = keep.max(0);
        if up {
            self.increment();
        }
    }

    /// Adds one to the last digit kept.
    fn increment(&mut self) {
        while let Some(last) =
            usize::try_from(self.len - 1).ok().and_then(|i| self.bytes.get_mut(i))
        {
            if *last < b'9' {
                *last += 1;
                return;
            }
            // Digits past the end read as zero.
            self.len -= 1;
        }
        self.point += 1;
        self.push(b'1');
    }

    fn push_integer(&self, group: bool, out: &mut String) {
        if self.point <= 0 || self.len == 0 {
            return out.push('0');
        }
        for i in 0..self.point {
            if group && i > 0 && (self.point - i) % 3 == 0 {
                out.push('.');
            }
            out.push(char::from(self.at(i)));
        }
    }

    /// The digits before the decimal mark.
    pub fn integer(&self) -> String {
        let mut text = String::new();
        self.push_integer(false, &mut text);
        text
    }

    /// The first `shown` digits after the decimal mark.
    pub fn fraction(&self, shown: i32) -> String {
        (self.point..self.point + shown).map(|i| char::from(self.at(i))).collect()
    }

    /// Appends in Brazilian format with `least` to `most` decimals.
    pub fn push_brazilian(mut self, negative: bool, least: u8, most: u8, out: &mut String) {
        if negative {
            out.push('-');
        }
        self.round(most.into());
        self.push_integer(true, out);
        let shown = self.decimals().max(least.into());
        if shown > 0 {
            out.push(',');
            out.push_str(&self.fraction(shown));
        }
    }

    /// Number of decimals without trailing zeros.
    pub fn decimals(&self) -> i32 {
        let last = (0..self.len).rev().find(|&i| self.at(i) != b'0');
        last.map_or(0, |last| (last + 1 - self.point).max(0))
    }
}

/// Appends a number in fixed point as JavaScript's `toFixed` does: `1234.50`.
///
/// Rounds on the exact binary value, exact ties away from zero; from 1e21 on as in spec 6.3.
pub fn fixed(number: f64, decimals: u8, out: &mut String) {
    let magnitude = number.abs();
    if magnitude.is_nan() || magnitude >= 1e21 {
        return push_number(number, out);
    }
    if number < 0.0 {
        out.push('-');
    }
    let decimals = u32::from(decimals.min(MAX_DECIMALS));
    match scaled(magnitude, decimals) {
        Some(scaled) => push_scaled(scaled, decimals as usize, out),
        None => push_expanded(magnitude, decimals as usize, out),
    }
}

/// The same for a decimal number: `1234.50`, rounded half away from zero.
pub fn fixed_exactly(number: Decimal, decimals: u8, out: &mut String) {
    let decimals = decimals.min(MAX_DECIMALS);
    let shown = number.rounded(decimals.into(), Rounding::HalfAway).to_string();
    let written = shown.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    out.push_str(&shown);
    if written == 0 && decimals > 0 {
        out.push('.');
    }
    out.extend(std::iter::repeat_n('0', usize::from(decimals).saturating_sub(written)));
}

/// `magnitude * 10^decimals` rounded to an integer, half up, in exact arithmetic; `None` where
/// that needs more than 128 bits. `magnitude` is below 1e21.
fn scaled(magnitude: f64, decimals: u32) -> Option<u128> {
    const MANTISSA_BITS: u32 = 52;
    // 53 bits of mantissa and 74 of 10^22 leave one to carry into.
    const MOST: u32 = 22;
    // 53 bits of mantissa and 10 of 1,000, and a half below 2^63: their sum is below 2^64.
    const SMALL: [u64; 4] = [1, 10, 100, 1_000];
    if decimals > MOST {
        return None;
    }
    let bits = magnitude.to_bits();
    let mantissa = bits & ((1 << MANTISSA_BITS) - 1);
    let (mantissa, exponent) = match bits >> MANTISSA_BITS {
        0 => (mantissa, 1),
        exponent => (mantissa | 1 << MANTISSA_BITS, exponent),
    };
    // The number is mantissa * 2^(exponent - 1075).
    if let Some(power) = SMALL.get(decimals as usize)
        && let shift @ 1..64 = 1075u64.saturating_sub(exponent)
    {
        return Some(u128::from((mantissa * power + (1 << (shift - 1))) >> shift));
    }
    let product = u128::from(mantissa) * 10u128.pow(decimals);
    match u32::try_from(1075u64.saturating_sub(exponent)) {
        Ok(0) => {
            let shift = u32::try_from(exponent - 1075).ok()?;
            (product.leading_zeros() > shift).then(|| product << shift)
        }
        Ok(shift) if shift < 128 => Some((product + (1 << (shift - 1))) >> shift),
        _ => Some(0),
    }
}

fn push_scaled(scaled: u128, decimals: usize, out: &mut String) {
    let mut buffer = itoa::Buffer::new();
    let digits = match u64::try_from(scaled) {
        Ok(small) => buffer.format(small),
        Err(_) => buffer.format(scaled),
    };
    if decimals == 0 {
        return out.push_str(digits);
    }
    match digits.len().checked_sub(decimals) {
        Some(point) if point > 0 => {
            let (integer, fraction) = digits.split_at(point);
            out.push_str(integer);
            out.push('.');
            out.push_str(fraction);
        }
        _ => {
            out.push_str("0.");
            out.extend(std::iter::repeat_n('0', decimals - digits.len()));
            out.push_str(digits);
        }
    }
}

/// The slow way, for many decimals. Rust prints the exact value but rounds ties to even.
fn push_expanded(magnitude: f64, decimals: usize, out: &mut String) {
    // A tie ends in a 5 one place further, hence is a multiple of 2^-(decimals + 1).
    let may_tie =
        i32::try_from(decimals).is_ok_and(|d| (magnitude * 2f64.powi(d + 1)).fract() == 0.0);
    let mut text = String::new();
    let places = if may_tie { decimals + 1 } else { decimals };
    // Writing to a text cannot fail.
    let _ = write!(text, "{magnitude:.places$}");
    if may_tie && text.pop().is_some_and(|last| last >= '5') {
        text = incremented(&text);
    }
    out.push_str(text.strip_suffix('.').unwrap_or(&text));
}

/// A decimal number with one added to its last place.
fn incremented(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for byte in bytes.iter_mut().rev() {
        match byte {
            b'9' => *byte = b'0',
            b'.' => {}
            _ => {
                *byte += 1;
                return bytes.into_iter().map(char::from).collect();
            }
        }
    }
    std::iter::once('1').chain(bytes.into_iter().map(char::from)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn money(number: f64, decimals: u8) -> String {
        let mut out = String::new();
        grouped(number, decimals, true, true, &mut out);
        out
    }

    fn free(number: f64, group: bool) -> String {
        let mut out = String::new();
        grouped(number, 2, false, group, &mut out);
        out
    }

    fn point(number: f64, decimals: u8) -> String {
        let mut out = String::new();
        fixed(number, decimals, &mut out);
        out
    }

    #[test]
    fn money_has_a_comma_and_dots() {
        let cases = [
            (1_234_567.5, 2, "1.234.567,50"),
            (1000.0, 2, "1.000,00"),
            (1000.4, 0, "1.000"),
            (-1000.0, 2, "-1.000,00"),
            (999.999, 2, "1.000,00"),
            (0.0, 2, "0,00"),
            (0.05, 1, "0,1"),
            (0.04, 1, "0,0"),
            (0.5, 0, "1"),
            (0.49, 0, "0"),
            (0.000_001, 2, "0,00"),
            (1e-7, 8, "0,00000010"),
            (1.5, 5, "1,50000"),
            (1e21, 0, "1.000.000.000.000.000.000.000"),
            (1.25e22, 1, "12.500.000.000.000.000.000.000,0"),
            (f64::INFINITY, 2, "∞"),
            (f64::NEG_INFINITY, 2, "-∞"),
        ];
        for (number, decimals, text) in cases {
            assert_eq!(money(number, decimals), text);
        }
    }

    #[test]
    fn money_rounds_the_digits_one_sees() {
        assert_eq!(money(1.005, 2), "1,01");
        assert_eq!(money(-1.005, 2), "-1,01");
        assert_eq!(money(2.5, 0), "3");
        assert_eq!(money(9.995, 2), "10,00");
    }

    #[test]
    fn the_minus_stays_on_a_rounded_zero() {
        assert_eq!(money(-0.001, 2), "-0,00");
        assert_eq!(money(-0.0, 2), "-0,00");
    }

    #[test]
    fn unforced_decimals_lose_their_zeros() {
        assert_eq!(free(10000.5, true), "10.000,5");
        assert_eq!(free(10000.0, false), "10000");
        assert_eq!(free(1234.567, true), "1.234,57");
        assert_eq!(free(99.999, true), "100");
        assert_eq!(free(0.0, true), "0");
        assert_eq!(free(0.004, true), "0");
        assert_eq!(free(100.0, true), "100");
    }

    #[test]
    fn fixed_point_rounds_the_binary_value() {
        let cases = [
            (2.5, 0, "3"),
            (-2.5, 0, "-3"),
            (0.125, 2, "0.13"),
            (1.005, 2, "1.00"),
            (1.45, 1, "1.4"),
            (0.0, 2, "0.00"),
            (-0.0, 2, "0.00"),
            (-0.001, 2, "-0.00"),
            (10.0, 2, "10.00"),
            (0.000_001, 7, "0.0000010"),
            (123_456_789_012_345_680_000.0, 2, "123456789012345683968.00"),
            (1e21, 2, "1e+21"),
            (f64::NAN, 2, "NaN"),
            (f64::INFINITY, 2, "Infinity"),
            (0.5, 30, "0.500000000000000000000000000000"),
            (1.0 / 4_294_967_296.0, 31, "0.0000000002328306436538696289063"),
            (5e-324, 2, "0.00"),
        ];
        for (number, decimals, text) in cases {
            assert_eq!(point(number, decimals), text);
        }
    }

    #[test]
    fn decimals_are_clamped_and_cut() {
        assert_eq!(decimals_of(2.9, 7), 2);
        assert_eq!(decimals_of(-3.0, 7), 0);
        assert_eq!(decimals_of(1e9, 7), 100);
        assert_eq!(decimals_of(f64::NAN, 7), 7);
        assert_eq!(money(1.0, 255).len(), "1,".len() + 100);
    }

    /// The exact decimal expansion of a number, rounded half up at a place, digit by digit.
    fn exact(number: f64, decimals: usize) -> String {
        let full = format!("{:.1100}", number.abs());
        round_text(&full, decimals)
    }

    fn round_text(full: &str, decimals: usize) -> String {
        let dot = full.find('.').expect("a fraction");
        let up = full.as_bytes()[dot + 1 + decimals] >= b'5';
        let kept = &full[..dot + 1 + decimals];
        let kept = if up { incremented(kept) } else { kept.to_owned() };
        kept.strip_suffix('.').unwrap_or(&kept).to_owned()
    }

    fn numbers() -> impl Strategy<Value = f64> {
        prop_oneof![
            -1e21..1e21,
            -1e4..1e4,
            -1.0..1.0,
            (-1_000_000i32..1_000_000, 0i32..12).prop_map(|(n, e)| f64::from(n) / 2f64.powi(e)),
            (-100_000_000i32..100_000_000, 0i32..6).prop_map(|(n, e)| f64::from(n) / 10f64.powi(e)),
        ]
    }

    proptest! {
        #[test]
        fn fixed_point_agrees_with_the_exact_expansion(number in numbers(), decimals in 0u8..=100) {
            let text = point(number, decimals);
            prop_assert_eq!(text.trim_start_matches('-'), exact(number, decimals.into()));
        }

        #[test]
        fn money_agrees_with_the_rounded_text(number in numbers(), decimals in 0u8..=30) {
            let mut buffer = ryu_js::Buffer::new();
            let shortest = buffer.format_finite(number.abs());
            prop_assume!(!shortest.contains('e'));
            let dot = if shortest.contains('.') { "" } else { "." };
            let full = format!("{shortest}{dot}{}", "0".repeat(40));
            let money = money(number, decimals).replace('.', "").replace(',', ".");
            prop_assert_eq!(money.trim_start_matches('-'), round_text(&full, decimals.into()));
        }

        #[test]
        fn short_decimals_print_as_their_digits(
            digits in 0_u64..100_000_000_000,
            places in 0_i32..8,
            decimals in 0_u8..7,
            force: bool,
            group: bool,
        ) {
            let number = digits as f64 / 10_f64.powi(places);
            let (mut short, mut long) = (String::new(), String::new());
            grouped(number, decimals, force, group, &mut short);
            push_grouped(Digits::shortest(number), decimals.into(), force, group, &mut long);
            prop_assert_eq!(short, long);
        }

        #[test]
        fn any_number_prints(bits: u64, decimals: u8, force: bool, group: bool) {
            let number = f64::from_bits(bits);
            let mut out = String::new();
            grouped(number, decimals, force, group, &mut out);
            fixed(number, decimals, &mut out);
            prop_assert!(!out.is_empty());
        }
    }
}

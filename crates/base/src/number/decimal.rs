//! Decimal numbers of 28 digits (spec 20.9.2), for money that must not pick up the noise of binary
//! fractions.
//!
//! The point floats: a number is a coefficient of at most 28 digits times a power of ten. Numbers
//! with more digits are rounded half away from zero. The format needs no more, and this is a
//! fraction of the size of a general library.

use std::cmp::Ordering;
use std::fmt;

use super::text::number_to_text;

/// Digits that a number keeps.
const DIGITS: u32 = 28;

/// Half of the digits, for products.
const HALF: u128 = 10u128.pow(DIGITS / 2);

/// Most digits that a coefficient is widened to on the way.
const WIDE: u32 = 37;

/// Powers of ten beyond those of doubles.
const MOST_EXPONENT: i32 = 400;

/// A decimal number. Equal numbers are equal in their parts: zeros at the end of the coefficient
/// are in the exponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Decimal {
    coefficient: i128,
    exponent: i32,
}

/// Direction of rounding for a number that lies between two others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    /// To the nearer one; a half away from zero.
    HalfAway,
    /// To the nearer one; a half upwards.
    HalfUp,
    /// Down.
    Floor,
    /// Up.
    Ceiling,
    /// Towards zero.
    Zero,
}

impl Decimal {
    pub const ZERO: Self = Self { coefficient: 0, exponent: 0 };

    pub const ONE: Self = Self { coefficient: 1, exponent: 0 };

    /// A coefficient of up to 38 digits times a power of ten, rounded to 28 digits.
    fn new(mut coefficient: i128, mut exponent: i32) -> Self {
        let surplus = digits(coefficient.unsigned_abs()).saturating_sub(DIGITS);
        if surplus > 0 {
            coefficient = divided(coefficient, surplus, Rounding::HalfAway);
            exponent += surplus.cast_signed();
        }
        if coefficient == 0 {
            return Self::ZERO;
        }
        while coefficient % 10 == 0 {
            coefficient /= 10;
            exponent += 1;
        }
        Self { coefficient, exponent }
    }

    /// The shortest decimal number that reads back as the double; nothing for what is not finite.
    pub fn of(number: f64) -> Option<Self> {
        if !number.is_finite() {
            return None;
        }
        // Integers that doubles hold exactly are most of all numbers.
        const EXACT: f64 = 9_007_199_254_740_992.0;
        if number.fract() == 0.0 && number.abs() < EXACT {
            // An integer, and in range.
            return Some(Self::new(number as i128, 0));
        }
        Self::parse(&number_to_text(number))
    }

    /// Reads digits with a sign, a point and an exponent, as they stand in JSON.
    pub fn parse(text: &str) -> Option<Self> {
        let (mantissa, exponent) = match text.find(['e', 'E']) {
            Some(at) => (text.get(..at)?, text.get(at + 1..)?.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (sign, digits) = match mantissa.as_bytes().first()? {
            b'-' => (-1, mantissa.get(1..)?),
            b'+' => (1, mantissa.get(1..)?),
            _ => (1, mantissa),
        };
        let mut coefficient: i128 = 0;
        let mut scale: i32 = 0;
        let (mut point, mut any) = (false, false);
        for byte in digits.bytes() {
            match byte {
                b'0'..=b'9' => {
                    any = true;
                    // Ten digits more than are kept, so that the rest cannot matter.
                    if coefficient.unsigned_abs() < 10u128.pow(WIDE) {
                        coefficient = coefficient * 10 + i128::from(byte - b'0');
                        scale -= i32::from(point);
                    } else {
                        scale += i32::from(!point);
                    }
                }
                b'.' if !point => point = true,
                _ => return None,
            }
        }
        let exponent = exponent.checked_add(scale)?;
        any.then(|| Self::new(sign * coefficient, exponent)).filter(Self::is_in_range)
    }

    /// The nearest double.
    pub fn to_f64(self) -> f64 {
        format!("{}e{}", self.coefficient, self.exponent).parse().unwrap_or(f64::NAN)
    }

    pub fn is_zero(self) -> bool {
        self.coefficient == 0
    }

    pub fn is_negative(self) -> bool {
        self.coefficient < 0
    }

    /// -1, 0 or 1.
    pub fn signum(self) -> i8 {
        match self.coefficient.cmp(&0) {
            Ordering::Less => -1,
            Ordering::Equal => 0,
            Ordering::Greater => 1,
        }
    }

    /// The number without its sign.
    #[must_use]
    pub fn abs(self) -> Self {
        Self { coefficient: self.coefficient.abs(), ..self }
    }

    /// The number with the other sign.
    #[must_use]
    pub fn negated(self) -> Self {
        Self { coefficient: -self.coefficient, ..self }
    }

    /// Its digits without sign and point, and how many of them stand before the point (which may
    /// lie outside of them).
    pub fn digits(self) -> (String, i32) {
        if self.is_zero() {
            return (String::new(), 0);
        }
        let digits = self.coefficient.unsigned_abs().to_string();
        let point = i32::try_from(digits.len()).unwrap_or(0) + self.exponent;
        (digits, point)
    }

    /// The sum of two.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let (high, low) =
            if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        if high.is_zero() {
            return low;
        }
        let apart = high.exponent.abs_diff(low.exponent);
        let room = WIDE - digits(high.coefficient.unsigned_abs());
        let raised = apart.min(room);
        let high_part = high.coefficient * 10i128.pow(raised);
        let low_part = divided(low.coefficient, apart - raised, Rounding::HalfAway);
        Self::new(high_part + low_part, high.exponent - raised.cast_signed())
    }

    /// The difference of two.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        self.plus(other.negated())
    }

    /// The product of two; nothing where it is beyond all doubles.
    pub fn times(self, other: Self) -> Option<Self> {
        let (a, b) = (self.coefficient.unsigned_abs(), other.coefficient.unsigned_abs());
        let sign = self.coefficient.signum() * other.coefficient.signum();
        let exponent = self.exponent + other.exponent;
        let (a1, a0, b1, b0) = (a / HALF, a % HALF, b / HALF, b % HALF);
        let low = a0 * b0;
        let middle = a1 * b0 + a0 * b1 + low / HALF;
        // All that stands from 10^28 on, and what is below.
        let high = a1 * b1 + middle / HALF;
        let rest = middle % HALF * HALF + low % HALF;
        let product = if high == 0 {
            Self::new(sign * signed(rest), exponent)
        } else {
            // As many digits of the rest as fit: what follows them cannot change the rounding.
            let taken = (WIDE - digits(high)).min(DIGITS);
            let whole = high * 10u128.pow(taken) + rest / 10u128.pow(DIGITS - taken);
            Self::new(sign * signed(whole), exponent + (DIGITS - taken).cast_signed())
        };
        Some(product).filter(Self::is_in_range)
    }

    /// The quotient of two; nothing where the divisor is zero.
    pub fn over(self, other: Self) -> Option<Self> {
        if other.is_zero() {
            return None;
        }
        let divisor = other.coefficient.unsigned_abs();
        let mut rest = self.coefficient.unsigned_abs();
        let mut quotient = rest / divisor;
        rest %= divisor;
        let mut exponent = self.exponent - other.exponent;
        // One digit more than is kept decides the rounding.
        while rest > 0 && digits(quotient) <= DIGITS {
            rest *= 10;
            quotient = quotient * 10 + rest / divisor;
            rest %= divisor;
            exponent -= 1;
        }
        let sign = self.coefficient.signum() * other.coefficient.signum();
        Some(Self::new(sign * signed(quotient), exponent)).filter(Self::is_in_range)
    }

    /// Remainder of the integer division, with the sign of the dividend; `None` if the divisor is zero,
    /// or if the result needs more than 38 digits.
    pub fn remainder(self, other: Self) -> Option<Self> {
        if other.is_zero() {
            return None;
        }
        let exponent = self.exponent.min(other.exponent);
        let widened = |number: Self| {
            let by = 10i128.checked_pow(number.exponent.abs_diff(exponent))?;
            number.coefficient.checked_mul(by)
        };
        if self.exponent < other.exponent && widened(other).is_none() {
            // The divisor is beyond 38 digits of what it divides.
            return (self.abs().compare(other.abs()) == Ordering::Less).then_some(self);
        }
        Some(Self::new(widened(self)? % widened(other)?, exponent))
    }

    /// The number rounded to `decimals`; negative ones are places before the point.
    #[must_use]
    pub fn rounded(self, decimals: i32, rounding: Rounding) -> Self {
        let surplus = -self.exponent - decimals;
        match u32::try_from(surplus) {
            Ok(surplus) if surplus > 0 => {
                Self::new(divided(self.coefficient, surplus, rounding), -decimals)
            }
            _ => self,
        }
    }

    /// Ordering of two numbers.
    pub fn compare(self, other: Self) -> Ordering {
        self.minus(other).coefficient.cmp(&0)
    }

    fn is_in_range(&self) -> bool {
        let magnitude = digits(self.coefficient.unsigned_abs()).cast_signed() + self.exponent;
        magnitude.abs() < MOST_EXPONENT && self.exponent.abs() < MOST_EXPONENT
    }
}

/// In plain digits: `-1234.5`.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (digits, point) = self.digits();
        if self.is_negative() {
            f.write_str("-")?;
        }
        let Ok(before) = usize::try_from(point) else {
            return write!(
                f,
                "0.{:0>width$}",
                digits,
                width = digits.len() + point.unsigned_abs() as usize
            );
        };
        match digits.split_at_checked(before) {
            Some((integer, fraction)) => {
                f.write_str(if integer.is_empty() { "0" } else { integer })?;
                if fraction.is_empty() { Ok(()) } else { write!(f, ".{fraction}") }
            }
            None => write!(f, "{digits:0<before$}"),
        }
    }
}

/// Number of digits.
fn digits(number: u128) -> u32 {
    number.checked_ilog10().map_or(0, |log| log + 1)
}

/// A number below 10^38 as a signed one.
fn signed(number: u128) -> i128 {
    i128::try_from(number).unwrap_or(i128::MAX)
}

/// A number without its last digits, rounded.
fn divided(number: i128, places: u32, rounding: Rounding) -> i128 {
    if places == 0 {
        return number;
    }
    // Beyond 38 digits everything is below a half.
    let Some(unit) = 10i128.checked_pow(places) else {
        return match rounding {
            Rounding::Floor if number < 0 => -1,
            Rounding::Ceiling if number > 0 => 1,
            _ => 0,
        };
    };
    let (quotient, rest) = (number / unit, number % unit);
    let twice = (rest.unsigned_abs() * 2).cmp(&unit.unsigned_abs());
    let away = match rounding {
        Rounding::HalfAway => twice != Ordering::Less,
        Rounding::HalfUp => twice == Ordering::Greater || (twice == Ordering::Equal && number > 0),
        Rounding::Floor => rest < 0,
        Rounding::Ceiling => rest > 0,
        Rounding::Zero => false,
    };
    quotient + if away { number.signum() } else { 0 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn dec(text: &str) -> Decimal {
        Decimal::parse(text).expect("a number")
    }

    #[test]
    fn numbers_read_and_print() {
        let cases = [
            ("0", "0"),
            ("-0.00", "0"),
            ("12.50", "12.5"),
            ("-0.001", "-0.001"),
            ("1e3", "1000"),
            ("1.5e-3", "0.0015"),
            ("1234567890123456789012345678", "1234567890123456789012345678"),
            ("12345678901234567890123456785", "12345678901234567890123456790"),
            (".5", "0.5"),
            ("5.", "5"),
        ];
        for (text, shown) in cases {
            assert_eq!(dec(text).to_string(), shown, "{text}");
        }
        for text in ["", "-", ".", "1x", "1.2.3", "e5", "1e", "1e500", "Infinity"] {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
    }

    #[test]
    fn sums_and_products_are_exact() {
        assert_eq!(dec("0.1").plus(dec("0.2")), dec("0.3"));
        assert_eq!(dec("1e20").plus(dec("0.01")).to_string(), "100000000000000000000.01");
        assert_eq!(dec("1e30").plus(dec("1")).to_string(), format!("1{}", "0".repeat(30)));
        assert_eq!(dec("1e200").minus(dec("1e-200")), dec("1e200"));
        assert_eq!(dec("1.1").times(dec("1.1")), Some(dec("1.21")));
        assert_eq!(
            dec("99999999999999999999").times(dec("99999999999999999999")),
            Some(dec("9999999999999999999800000000000000000001"))
        );
        assert_eq!(
            dec("1").over(dec("3")).map(|n| n.to_string()).as_deref(),
            Some("0.3333333333333333333333333333")
        );
        assert_eq!(
            dec("2").over(dec("3")).map(|n| n.to_string()).as_deref(),
            Some("0.6666666666666666666666666667")
        );
        assert_eq!(dec("1").over(Decimal::ZERO), None);
        assert_eq!(dec("1e300").times(dec("1e300")), None);
    }

    #[test]
    fn remainders_have_the_sign_of_the_dividend() {
        for (a, b, rest) in
            [("-7", "3", "-1"), ("7", "-3", "1"), ("0.3", "0.1", "0"), ("1e30", "7", "1")]
        {
            assert_eq!(dec(a).remainder(dec(b)), Some(dec(rest)), "{a} {b}");
        }
        assert_eq!(dec("5").remainder(dec("1e200")), Some(dec("5")));
    }

    #[test]
    fn rounding_goes_the_way_it_is_asked_for() {
        use Rounding::{Ceiling, Floor, HalfAway, HalfUp, Zero};
        let cases = [
            ("2.5", 0, HalfAway, "3"),
            ("-2.5", 0, HalfAway, "-3"),
            ("-2.5", 0, HalfUp, "-2"),
            ("1.005", 2, HalfAway, "1.01"),
            ("-1.21", 1, Floor, "-1.3"),
            ("-1.29", 1, Ceiling, "-1.2"),
            ("1234", -2, HalfAway, "1200"),
            ("1.99", 0, Zero, "1"),
            ("-1e-50", 0, Floor, "-1"),
            ("1e-50", 2, Ceiling, "0.01"),
            ("4", -2, HalfAway, "0"),
        ];
        for (number, decimals, rounding, rounded) in cases {
            assert_eq!(dec(number).rounded(decimals, rounding), dec(rounded), "{number}");
        }
    }

    fn number() -> impl Strategy<Value = (i64, i32)> {
        (any::<i32>().prop_map(i64::from), -8i32..8)
    }

    fn of((coefficient, exponent): (i64, i32)) -> Decimal {
        Decimal::new(coefficient.into(), exponent)
    }

    proptest! {
        #[test]
        fn small_numbers_calculate_exactly(a in number(), b in number(), c in number()) {
            let (x, y, z) = (of(a), of(b), of(c));
            prop_assert_eq!(x.plus(y), y.plus(x));
            prop_assert_eq!(x.plus(y).minus(y), x);
            prop_assert_eq!(x.times(y), y.times(x));
            prop_assert_eq!(x.plus(y).compare(x), y.coefficient.cmp(&0));
            // Ten digits by ten digits, at most 16 places apart: within 28 digits.
            if a.1 == b.1 {
                let sum = x.plus(y).times(z);
                let parts = x.times(z).zip(y.times(z)).map(|(xz, yz)| xz.plus(yz));
                prop_assert_eq!(sum, parts);
            }
            if let Some(quotient) = x.times(y).and_then(|product| product.over(y)) {
                prop_assert_eq!(quotient, x);
            }
        }

        #[test]
        fn doubles_come_back(bits: u64) {
            let number = f64::from_bits(bits);
            if let Some(decimal) = Decimal::of(number) {
                prop_assert_eq!(decimal.to_f64(), number + 0.0);
                prop_assert_eq!(decimal.abs().signum(), i8::from(number != 0.0));
            }
        }

        #[test]
        fn texts_come_back(coefficient: i128, exponent in -60i32..60) {
            let number = Decimal::new(coefficient / 10, exponent);
            prop_assert_eq!(Decimal::parse(&number.to_string()), Some(number));
        }

        #[test]
        fn a_quotient_is_within_half_a_unit(a in 1i64.., b in 1i64..) {
            let (x, y) = (Decimal::new(a.into(), 0), Decimal::new(b.into(), 0));
            let quotient = x.over(y).expect("no zero");
            let back = quotient.times(y).expect("in range");
            let off = back.minus(x).abs();
            prop_assert!(off.compare(Decimal::new(a.into(), -26)) == Ordering::Less);
        }
    }
}

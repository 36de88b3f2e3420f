//! EAN-13, EAN-8 and UPC-A (ISO/IEC 15420), and the check digit that GS1 numbers share.

use super::CheckDigit;
use super::Matrix;
use super::linear::push_widths;

/// Widths of the elements of each digit in set A; set B runs the other way round.
const DIGITS: [[u8; 4]; 10] = [
    [3, 2, 1, 1],
    [2, 2, 2, 1],
    [2, 1, 2, 2],
    [1, 4, 1, 1],
    [1, 1, 3, 2],
    [1, 2, 3, 1],
    [1, 1, 1, 4],
    [1, 3, 1, 2],
    [1, 2, 1, 3],
    [3, 1, 1, 2],
];

/// Digits of the left half that are of set B, by the first digit: the lowest bit is the rightmost.
const PARITY: [u8; 10] =
    [0, 0b1011, 0b1101, 0b1110, 0b10011, 0b11001, 0b11100, 0b10101, 0b10110, 0b11010];

/// The check digit of GS1: weights 3 and 1 from the right, up to the next ten.
pub(super) fn check_digit(digits: &str) -> u8 {
    let weights = [3, 1].into_iter().cycle();
    let sum: u32 = digits.bytes().rev().zip(weights).map(|(d, w)| u32::from(d - b'0') * w).sum();
    ((10 - sum % 10) % 10) as u8
}

/// The digits of a number of `length` digits, the last of which is their check digit: added where
/// it is missing and may be, verified where it is given. Readers of EAN and UPC refuse symbols with
/// a wrong one, whatever the template says; those of ITF-14 (`readers_verify` is false) may not.
pub(super) fn complete(
    text: &str,
    length: usize,
    check: CheckDigit,
    readers_verify: bool,
) -> Result<String, String> {
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("only digits are allowed".to_owned());
    }
    if text.len() + 1 == length && check == CheckDigit::Auto {
        return Ok(format!("{text}{}", check_digit(text)));
    }
    if text.len() != length {
        let less = length - 1;
        return Err(match check {
            CheckDigit::Auto => {
                format!(
                    "{length} digits are needed, or {less} without the check digit, not {}",
                    text.len()
                )
            }
            CheckDigit::None => format!("{length} digits are needed, not {}", text.len()),
        });
    }
    let (number, last) = text.split_at(length - 1);
    let right = check_digit(number);
    let verified = check == CheckDigit::Auto || readers_verify;
    if verified && last.as_bytes() != [right + b'0'] {
        return Err(format!("the check digit is {last}, but must be {right}"));
    }
    Ok(text.to_owned())
}

/// EAN-13; UPC-A is one that begins with 0.
pub(super) fn ean13(digits: &str) -> Matrix {
    let digits: Vec<usize> = digits.bytes().map(|byte| usize::from(byte - b'0')).collect();
    let parity = PARITY[digits[0]];
    let left = |place: usize| parity >> (5 - place) & 1 == 1;
    halves(&digits[1..7], &digits[7..], left)
}

pub(super) fn ean8(digits: &str) -> Matrix {
    let digits: Vec<usize> = digits.bytes().map(|byte| usize::from(byte - b'0')).collect();
    halves(&digits[..4], &digits[4..], |_| false)
}

/// Two halves between guard bars; `other` says which digits of the left one are of set B.
fn halves(left: &[usize], right: &[usize], other: impl Fn(usize) -> bool) -> Matrix {
    let mut modules = Vec::with_capacity(95);
    push_widths(&mut modules, true, &[1, 1, 1]);
    for (place, digit) in left.iter().enumerate() {
        let mut widths = DIGITS[*digit];
        if other(place) {
            widths.reverse();
        }
        push_widths(&mut modules, false, &widths);
    }
    push_widths(&mut modules, false, &[1, 1, 1, 1, 1]);
    for digit in right {
        push_widths(&mut modules, true, &DIGITS[*digit]);
    }
    push_widths(&mut modules, true, &[1, 1, 1]);
    Matrix::row(modules)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_digits_are_added_and_verified() {
        let auto = |text, length| complete(text, length, CheckDigit::Auto, false);
        assert_eq!(auto("400638133393", 13).as_deref(), Ok("4006381333931"));
        assert_eq!(auto("4006381333931", 13).as_deref(), Ok("4006381333931"));
        assert_eq!(
            auto("4006381333932", 13).expect_err("it is wrong"),
            "the check digit is 2, but must be 1"
        );
        assert_eq!(auto("9638507", 8).as_deref(), Ok("96385074"));
        assert_eq!(auto("03600029145", 12).as_deref(), Ok("036000291452"));
        assert!(auto("12", 13).is_err() && auto("40063813339x", 13).is_err());
        let none = |text, length, verify| complete(text, length, CheckDigit::None, verify);
        assert!(none("400638133393", 13, true).is_err());
        assert_eq!(none("4006381333931", 13, true).as_deref(), Ok("4006381333931"));
        assert_eq!(
            none("4006381333932", 13, true).expect_err("no reader takes it"),
            "the check digit is 2, but must be 1"
        );
        assert!(none("14006381333932", 14, false).is_ok());
    }

    #[test]
    fn symbols_are_as_wide_as_the_standard_says() {
        assert_eq!(ean13("4006381333931").width(), 95);
        assert_eq!(ean8("96385074").width(), 67);
    }
}

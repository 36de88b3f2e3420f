//! Amounts of money as standards write them.

use super::{Fault, Parts, Verified, fault};

/// The largest amount of SEPA and Swiss payments, in cents.
pub(super) const SEPA: u64 = 99_999_999_999;

/// An amount with two decimals, `18.30`; nothing where the field is blank.
pub(super) fn optional(parts: &Parts, name: &str, most: u64) -> Verified<Option<String>> {
    within(parts, name, 1, most)
}

/// An amount with two decimals of at least `least` and at most `most` cents; `None` where the field
/// is blank.
pub(super) fn within(parts: &Parts, name: &str, least: u64, most: u64) -> Verified<Option<String>> {
    let text = parts.get(name);
    if text.is_empty() {
        return Ok(None);
    }
    let wrong = |reason: &str| -> Fault { fault(name, format!("`{text}` {reason}")) };
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number = text.parse::<f64>().ok().filter(|number| plain && number.is_finite());
    let Some(number) = number else {
        return Err(wrong("is not a plain number such as `1234.50`"));
    };
    let cents = (number * 100.0).round();
    // Sums of binary fractions miss by far less.
    if (number * 100.0 - cents).abs() > 1e-4 {
        return Err(wrong("has more than two decimals"));
    }
    if cents.is_sign_negative() || cents < least as f64 || cents > most as f64 {
        let (smallest, largest) = (spelt(least), spelt(most));
        return Err(wrong(&format!("is not between {smallest} and {largest}")));
    }
    let cents = cents as u64;
    Ok(Some(spelt(cents)))
}

fn spelt(cents: u64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

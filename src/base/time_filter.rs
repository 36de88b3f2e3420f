//! Points in time as people give them: an age (`7d`), or a date.

use crate::base::clock::{self, rfc3339};
use crate::base::codes;
use crate::base::timestamp;
use engine::problem::Problem;

/// A point in time, in milliseconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct UnixMillis(pub(crate) i64);

/// Forms that [`parse`] takes.
pub(crate) const FORMS: &str =
    "an age such as 7d, 12h, 30m or 45s, or a date such as 2026-01-31 or 2026-01-31T12:00:00Z";

/// Reads an age or a date.
pub(crate) fn parse(text: &str) -> Result<UnixMillis, String> {
    parse_at(text, clock::millis()).ok_or_else(|| format!("write {FORMS}"))
}

fn parse_at(text: &str, now: i64) -> Option<UnixMillis> {
    if let Some(age) = age(text) {
        return Some(UnixMillis(now.checked_sub(age)?));
    }
    // A bare number could be meant as days as well as seconds since 1970.
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(UnixMillis(timestamp::parse(text).ok()?.seconds().checked_mul(1000)?))
}

/// Milliseconds.
fn age(text: &str) -> Option<i64> {
    let seconds: i64 = match text.chars().next_back()? {
        's' => 1,
        'm' => 60,
        'h' => 3600,
        'd' => 24 * 3600,
        'w' => 7 * 24 * 3600,
        _ => return None,
    };
    let number = &text[..text.len() - 1];
    if !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    number.parse::<i64>().ok()?.checked_mul(seconds)?.checked_mul(1000)
}

/// Refuses two flags between which no time lies.
///
/// # Errors
/// `usage`.
pub(crate) fn check_range(
    since: (&'static str, Option<UnixMillis>),
    before: (&'static str, Option<UnixMillis>),
) -> Result<(), Problem> {
    match (since.1, before.1) {
        (Some(from), Some(to)) if from.0 >= to.0 => {
            let message = format!("no time is both since `{}` and before `{}`", since.0, before.0);
            Err(Problem::new(codes::USAGE, message)
                .advice("an age counts back from now: `7d` is before `1d`"))
        }
        _ => Ok(()),
    }
}

/// Date and time in UTC to the second, as tables show it and flags take it.
pub(crate) fn readable(millis: i64) -> String {
    let mut text = rfc3339(millis).replacen('T', " ", 1);
    text.truncate("2026-01-31 12:00:00".len());
    text.push('Z');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_count_back_from_now() {
        let at = |text| parse_at(text, 1_000_000_000).map(|time| time.0);
        assert_eq!(at("45s"), Some(999_955_000));
        assert_eq!(at("30m"), Some(998_200_000));
        assert_eq!(at("12h"), Some(956_800_000));
        assert_eq!(at("7d"), Some(395_200_000));
        assert_eq!(at("1w"), at("7d"));
        assert_eq!(at("1970-01-02"), Some(86_400_000));
        assert_eq!(at("2026-01-31T12:00:00Z"), Some(1_769_860_800_000));
        for nonsense in ["", "d", "7", "-7d", "7 d", "1.5h", "soon", "99999999999999d", "7é"] {
            assert_eq!(at(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn times_are_written_in_utc() {
        assert_eq!(rfc3339(1_769_860_800_123), "2026-01-31T12:00:00.123Z");
        assert_eq!(rfc3339(-1), "1969-12-31T23:59:59.999Z");
        assert_eq!(readable(1_769_860_800_123), "2026-01-31 12:00:00Z");
        assert_eq!(parse_at(&readable(1_769_860_800_123), 0), Some(UnixMillis(1_769_860_800_000)));
    }
}

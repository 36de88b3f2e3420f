//! Timestamps as text: a date, an RFC 3339 time, or seconds since 1970.

use engine::expr::date::{Civil, Timestamp};

const FORMS: &str = "write 2026-01-31, 2026-01-31T12:00:00Z or seconds since 1970";

/// Reads a date, an RFC 3339 time, or seconds since 1970.
pub(crate) fn parse(text: &str) -> Result<Timestamp, String> {
    let timestamp = from_seconds(text).or_else(|| rfc3339(text).filter(is_pdf_date));
    timestamp.ok_or_else(|| FORMS.to_owned())
}

/// Seconds since 1970.
pub(crate) fn from_seconds(text: &str) -> Option<Timestamp> {
    Timestamp::from_seconds(text.parse().ok()?).filter(is_pdf_date)
}

/// Returns `true` if a PDF can name it: years 0 to 9999.
fn is_pdf_date(timestamp: &Timestamp) -> bool {
    (0..=9999).contains(&timestamp.year())
}

/// `YYYY-MM-DD`, alone or with `THH:MM:SS`, a fraction, and `Z` or `±HH:MM`.
fn rfc3339(text: &str) -> Option<Timestamp> {
    let mut rest = text;
    let (year, month, day) =
        (digits(&mut rest, 4)?, after(&mut rest, "-")?, after(&mut rest, "-")?);
    let (mut time, mut offset) = ((0, 0, 0), 0);
    if !rest.is_empty() {
        let hour = after(&mut rest, "Tt ")?;
        time = (hour, after(&mut rest, ":")?, after(&mut rest, ":")?);
        if let Some(fraction) = rest.strip_prefix('.') {
            rest = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
            if rest.len() == fraction.len() {
                return None;
            }
        }
        offset = zone(&mut rest)?;
    }
    let (hour, minute, second) = time;
    let civil = Civil { year, month, day, hour, minute, second };
    let timestamp = Timestamp::from_parts(civil)?;
    // A date that rolled over was invalid.
    let valid = rest.is_empty() && timestamp.civil() == civil;
    if valid { Timestamp::from_seconds(timestamp.seconds() - offset) } else { None }
}

/// Seconds east of UTC.
fn zone(rest: &mut &str) -> Option<i64> {
    if let Some(after_z) = rest.strip_prefix(['Z', 'z']) {
        *rest = after_z;
        return Some(0);
    }
    let sign = if rest.starts_with('-') { -1 } else { 1 };
    let (hours, minutes) = (after(rest, "+-")?, after(rest, ":")?);
    (hours < 24 && minutes < 60).then_some(sign * (hours * 3600 + minutes * 60))
}

/// Two digits after one of these separators.
fn after(rest: &mut &str, separators: &str) -> Option<i64> {
    let separator = rest.chars().next().filter(|c| separators.contains(*c))?;
    *rest = &rest[separator.len_utf8()..];
    digits(rest, 2)
}

fn digits(rest: &mut &str, count: usize) -> Option<i64> {
    let (number, after) = rest.split_at_checked(count)?;
    *rest = after;
    number.bytes().all(|byte| byte.is_ascii_digit()).then(|| number.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(text: &str) -> Option<i64> {
        parse(text).ok().map(Timestamp::seconds)
    }

    #[test]
    fn dates_times_and_seconds_are_read() {
        assert_eq!(seconds("1970-01-02"), Some(86_400));
        assert_eq!(seconds("2026-01-31T12:00:00Z"), Some(1_769_860_800));
        assert_eq!(seconds("2026-01-31T12:00:00.250-03:00"), Some(1_769_871_600));
        assert_eq!(seconds("2026-01-31 12:00:00+05:30"), Some(1_769_841_000));
        assert_eq!(seconds("1769860800"), Some(1_769_860_800));
        assert_eq!(seconds("-1"), Some(-1));
        assert_eq!(seconds("2024-02-29"), Some(1_709_164_800));
    }

    #[test]
    fn everything_else_is_refused_with_the_forms() {
        for text in [
            "",
            "today",
            "2026-02-29",
            "2026-13-01",
            "2026-1-1",
            "2026-01-31T12:00:00",
            "2026-01-31T25:00:00Z",
            "2026-01-31T12:00:00Zx",
            "2026-01-31T12:00:00.Z",
            "99999999999999",
            "253402300800",
            "ééé",
            "2026-01-31T12:00:00+24:00",
        ] {
            assert_eq!(seconds(text), None, "{text}");
        }
        assert_eq!(parse("today"), Err(FORMS.to_owned()));
    }
}

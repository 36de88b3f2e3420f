//! The time of day.

use std::time::{SystemTime, UNIX_EPOCH};

use engine::expr::date::Timestamp;

/// Milliseconds of a day.
#[cfg(feature = "mail")]
pub(crate) const DAY: i64 = 86_400_000;

/// Milliseconds since 1970.
pub(crate) fn millis() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// Seconds since 1970.
pub(crate) fn seconds() -> i64 {
    millis() / 1000
}

/// Now, to the second; a second later at midnight UTC, which stands for a day in dates of reports.
pub(crate) fn now() -> Timestamp {
    of_clock(seconds())
}

fn of_clock(seconds: i64) -> Timestamp {
    let is_midnight = seconds.rem_euclid(86_400) == 0;
    Timestamp::clamped(seconds + i64::from(is_midnight))
}

/// A point in time in RFC 3339, in UTC.
#[cfg(feature = "mail")]
pub(crate) fn rfc3339(millis: i64) -> String {
    let whole = millis.div_euclid(1000);
    let civil = engine::expr::date::civil(whole);
    format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z",
        civil.year,
        civil.month,
        civil.day,
        civil.hour,
        civil.minute,
        civil.second,
        millis.rem_euclid(1000)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_shows_no_day_without_a_time() {
        for (clock, shown) in [(86_400, 86_401), (86_401, 86_401), (86_399, 86_399)] {
            assert_eq!(of_clock(clock).seconds(), shown);
        }
    }
}

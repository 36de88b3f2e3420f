//! Functions of dates. They read dates as DATE does (spec 7.8).

use super::super::ast::Call;
use super::super::date::{Written, read_written};
use super::super::kind::DateFunction;
use super::super::output::Output;
use super::super::scope::Scope;

use reportctl_base::calendar::{self, Civil, Timestamp};
use reportctl_base::problem::Result;
use reportctl_locale::Zone;

/// Unit of differences of dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    Minute,
    Hour,
    Day,
    Week,
    Month,
    Year,
}

/// The names of the units.
pub(crate) const UNITS: [&str; 6] = ["minute", "hour", "day", "week", "month", "year"];

const MINUTE: i64 = 60;
const HOUR: i64 = 3600;
const DAY: i64 = 86_400;

impl Unit {
    /// The unit of a name, ignoring case; also of more than one.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let name = name.trim().to_ascii_lowercase();
        Some(match name.strip_suffix('s').unwrap_or(&name) {
            "minute" => Self::Minute,
            "hour" => Self::Hour,
            "day" => Self::Day,
            "week" => Self::Week,
            "month" => Self::Month,
            "year" => Self::Year,
            _ => return None,
        })
    }
}

impl DateFunction {
    pub(super) fn evaluate<'a>(self, call: &'a Call, scope: &Scope<'a>) -> Result<Output<'a>> {
        let text = call.text(0, scope)?;
        if self == Self::Difference {
            return difference(&text, call, scope);
        }
        let Some(written) = read_written(&text) else {
            scope.lacks_date(call.args.first(), &text);
            return Ok(Output::Text(text));
        };
        let local = || scope.local(written).civil();
        Ok(match self {
            Self::Add => {
                let unit = Unit::named(&call.text(2, scope)?);
                let Some((count, unit)) = call.whole(1, scope)?.zip(unit) else {
                    return Ok(Output::EMPTY);
                };
                let later = added(written, count, unit, scope.zone_of(written));
                later.map_or(Output::EMPTY, |text| Output::Text(text.into()))
            }
            Self::Weekday => Output::Number(weekday(days(local())) as f64),
            Self::Week | Self::Difference => Output::Number(week(local()) as f64),
        })
    }
}

fn difference<'a>(text: &str, call: &Call, scope: &Scope<'_>) -> Result<Output<'a>> {
    let other = call.text(1, scope)?;
    let unit = Unit::named(&call.text(2, scope)?);
    let dates = [(text, 0), (&*other, 1)].map(|(text, at)| {
        let date = read_written(text);
        if date.is_none() {
            scope.lacks_date(call.args.get(at), text);
        }
        date
    });
    let ([Some(from), Some(to)], Some(unit)) = (dates, unit) else {
        return Ok(scope.no_number());
    };
    let civil = |written: Written| scope.local(written).civil();
    let seconds = to.time.seconds() - from.time.seconds();
    Ok(Output::Number(between(seconds, civil(from), civil(to), unit) as f64))
}

/// Whole units from one date to another, towards zero: so many seconds apart, by these days of the
/// calendar.
fn between(seconds: i64, from: Civil, to: Civil, unit: Unit) -> i64 {
    let calendar_days = days(to) - days(from);
    match unit {
        Unit::Minute => seconds / MINUTE,
        Unit::Hour => seconds / HOUR,
        Unit::Day => calendar_days,
        Unit::Week => calendar_days / 7,
        Unit::Month => months(from, to),
        Unit::Year => months(from, to) / 12,
    }
}

/// Whole months between two days, as DATEADD counts them: from 31 January to 28 February is one.
fn months(from: Civil, to: Civil) -> i64 {
    let apart = (to.year - from.year) * 12 + to.month - from.month;
    let reached = days(month_later(from, apart));
    match apart.signum() {
        1 if reached > days(to) => apart - 1,
        -1 if reached < days(to) => apart + 1,
        _ => apart,
    }
}

/// The date so many units later, in the form of the first one. Days and longer units are counted on
/// the clocks of the zone, if there is one.
fn added(written: Written, count: i64, unit: Unit, zone: Option<&Zone>) -> Option<String> {
    // More than all of time.
    const MOST: i64 = 10_000_000_000_000;
    let count = count.clamp(-MOST, MOST);
    let offset = written.offset.unwrap_or(0);
    let moment = written.time.seconds();
    let is_of_day = matches!(unit, Unit::Minute | Unit::Hour);
    let is_timed = written.timed || is_of_day;
    let zone = zone.filter(|_| !is_of_day);
    let shown = moment + zone.map_or(offset, |zone| zone.offset(moment));
    let later = |seconds: i64| Some(calendar::civil(shown.checked_add(seconds)?));
    let moved = match unit {
        Unit::Minute => later(count.checked_mul(MINUTE)?)?,
        Unit::Hour => later(count.checked_mul(HOUR)?)?,
        Unit::Day => later(count.checked_mul(DAY)?)?,
        Unit::Week => later(count.checked_mul(DAY * 7)?)?,
        Unit::Month => month_later(calendar::civil(shown), count),
        Unit::Year => month_later(calendar::civil(shown), count.checked_mul(12)?),
    };
    // A date without a time is written without its offset: it is the day of the zone.
    let moved = match zone.filter(|_| is_timed) {
        Some(zone) => {
            calendar::civil(zone.moment(Timestamp::from_parts(moved)?.seconds()) + offset)
        }
        None => moved,
    };
    // A date outside these years could not be read again.
    if !(0..=9999).contains(&moved.year) {
        return None;
    }
    let Civil { year, month, day, hour, minute, second } = moved;
    let mut text = format!("{year:04}-{month:02}-{day:02}");
    if is_timed {
        text.push_str(&format!("T{hour:02}:{minute:02}:{second:02}"));
        match written.offset {
            None => {}
            Some(0) => text.push('Z'),
            Some(offset) => {
                let (sign, minutes) = (if offset < 0 { '-' } else { '+' }, offset.abs() / MINUTE);
                text.push_str(&format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60));
            }
        }
    }
    Some(text)
}

/// The same day so many months later, or the last one of that month.
fn month_later(civil: Civil, months: i64) -> Civil {
    let month = civil.month - 1 + months;
    let (year, month) = (civil.year + month.div_euclid(12), month.rem_euclid(12) + 1);
    let first = days(Civil { year, month, day: 1, ..civil });
    let next = days(Civil { year, month: month + 1, day: 1, ..civil });
    Civil { year, month, day: civil.day.min(next - first), ..civil }
}

/// Days from 1970 to the day; the parts may roll over.
fn days(civil: Civil) -> i64 {
    let midnight = Civil { hour: 0, minute: 0, second: 0, ..civil };
    Timestamp::from_parts(midnight).map_or(0, |time| time.seconds().div_euclid(DAY))
}

/// 1 for Monday to 7 for Sunday, of a day counted from 1970, which began with a Thursday.
fn weekday(days: i64) -> i64 {
    (days + 3).rem_euclid(7) + 1
}

/// The week as ISO 8601 counts it: the one that its Thursday is in.
fn week(civil: Civil) -> i64 {
    let today = days(civil);
    let thursday = today - weekday(today) + 4;
    let year = calendar::civil(thursday * DAY).year;
    let first = days(Civil { year, month: 1, day: 1, ..civil });
    (thursday - first) / 7 + 1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::super::testing::render_in;
    use super::*;
    use crate::Dialect;

    const DATA: &str = r#"{"d":"2026-01-31","t":"2026-07-01T23:30:00","z":"2026-07-01T23:30:00-03:00","bad":"soon","leap":"2024-02-29","br":"10/04/2025"}"#;

    fn check(cases: &[(&str, &str)]) {
        for (template, expected) in cases {
            assert_eq!(render_in(template, DATA, &Dialect::EXTENDED), *expected, "{template}");
        }
    }

    #[test]
    fn adding() {
        check(&[
            (
                "{DATEADD(d, 1, \"month\")} {DATEADD(d, -2, \"months\")} {DATEADD(d, 1, \"DAY\")}",
                "2026-02-28 2025-11-30 2026-02-01",
            ),
            (
                "{DATEADD(leap, 1, \"year\")} {DATEADD(leap, -4, \"year\")} {DATEADD(d, 2, \"week\")}",
                "2025-02-28 2020-02-29 2026-02-14",
            ),
            (
                "{DATEADD(t, 1, \"hour\")} {DATEADD(z, 1, \"day\")} {DATEADD(\"2026-01-01T00:00Z\", -1, \"minute\")}",
                "2026-07-02T00:30:00 2026-07-02T23:30:00-03:00 2025-12-31T23:59:00Z",
            ),
            (
                "{DATEADD(d, 36, \"hour\")} {DATEADD(br, 1, \"day\")} {DATEADD(d, 1.9, \"day\")}",
                "2026-02-01T12:00:00 2025-10-05 2026-02-01",
            ),
            (
                "[{DATEADD(missing, 1, \"day\")}] {DATEADD(bad, 1, \"day\")} [{DATEADD(d, 1, \"eon\")}] [{DATEADD(d, bad, \"day\")}]",
                "[] soon [] []",
            ),
            ("[{DATEADD(d, -2027, \"year\")}] [{DATEADD(d, 7974, \"year\")}]", "[] []"),
            (
                "[{DATEADD(d, 999999999999999, \"year\")}] [{DATEADD(d, 9999999999999999999, \"minute\")}]",
                "[] []",
            ),
            (
                "{DATE(DATEADD(DATE(br, \"YYYY-MM-DD\", \"DD/MM/YYYY\"), 1, \"month\"))}",
                "10/05/2025",
            ),
        ]);
    }

    #[test]
    fn differences() {
        check(&[
            (
                "{DATEDIFF(d, \"2026-03-01\", \"day\")} {DATEDIFF(\"2026-03-01\", d, \"day\")} {DATEDIFF(d, \"2026-02-13\", \"week\")}",
                "29 -29 1",
            ),
            (
                "{DATEDIFF(d, \"2026-02-28\", \"month\")} {DATEDIFF(d, \"2026-02-27\", \"month\")} {DATEDIFF(\"2026-03-31\", \"2026-02-28\", \"month\")}",
                "1 0 -1",
            ),
            (
                "{DATEDIFF(\"2000-05-10\", \"2026-05-09\", \"year\")} {DATEDIFF(\"2000-05-10\", \"2026-05-10\", \"year\")}",
                "25 26",
            ),
            (
                "{DATEDIFF(t, \"2026-07-02T00:29:59\", \"hour\")} {DATEDIFF(t, \"2026-07-02T00:29:59\", \"minute\")} {DATEDIFF(t, \"2026-07-02\", \"day\")}",
                "0 59 1",
            ),
            (
                "[{DATEDIFF(bad, d, \"day\")}] [{DATEDIFF(d, missing, \"day\")}] [{DATEDIFF(d, d)}]",
                "[] [] []",
            ),
        ]);
    }

    #[test]
    fn weeks() {
        check(&[
            (
                "{WEEKDAY(\"2026-11-23\")} {WEEKDAY(\"2026-11-22\")} [{WEEKDAY(missing)}] {WEEKDAY(bad)}",
                "1 7 [] soon",
            ),
            (
                "{WEEKNUM(\"2026-01-01\")} {WEEKNUM(\"2027-01-01\")} {WEEKNUM(\"2024-12-30\")} {WEEKNUM(\"2021-01-03\")}",
                "1 53 1 53",
            ),
        ]);
    }

    /// Adds on the clocks of a zone.
    fn add_in(zone: &str, date: &str, count: i64, unit: &str) -> Option<String> {
        let written = read_written(date).expect("a date");
        added(written, count, Unit::named(unit).expect("a unit"), Zone::find(zone).as_ref())
    }

    #[test]
    fn days_are_added_on_the_clocks_of_the_zone() {
        for (zone, date, count, unit, expected) in [
            // Midnight of 1 March to midnight of 1 April, in summer time.
            ("Europe/Berlin", "2026-02-28T23:00:00.000Z", 1, "month", "2026-03-31T22:00:00Z"),
            ("Europe/Berlin", "2026-10-24T22:00:00.000Z", 1, "day", "2026-10-25T23:00:00Z"),
            ("Europe/Berlin", "2026-10-25T23:00:00Z", -1, "day", "2026-10-24T22:00:00Z"),
            ("Europe/Berlin", "2024-02-28T23:00:00Z", 1, "year", "2025-02-27T23:00:00Z"),
            ("Europe/Berlin", "2026-03-23T12:00:00+05:30", 1, "week", "2026-03-30T11:00:00+05:30"),
            // 2:30 is skipped, or shown twice.
            ("Europe/Berlin", "2026-03-28T01:30:00Z", 1, "day", "2026-03-29T01:30:00Z"),
            ("Europe/Berlin", "2026-10-24T00:30:00Z", 1, "day", "2026-10-25T00:30:00Z"),
            // Midnight is skipped.
            ("America/Sao_Paulo", "2018-11-03T03:00:00Z", 1, "day", "2018-11-04T03:00:00Z"),
            // Hours are those of any clock.
            ("Europe/Berlin", "2026-10-24T22:00:00Z", 24, "hour", "2026-10-25T22:00:00Z"),
            // Without a time of day there is no offset either.
            ("America/New_York", "1 Jul 2026 GMT", 1, "day", "2026-07-01"),
        ] {
            assert_eq!(add_in(zone, date, count, unit).as_deref(), Some(expected), "{date} {unit}");
        }
        assert_eq!(add_in("Asia/Tokyo", "9999-12-31T12:00:00Z", 1, "day"), None);
        assert_eq!(add_in("Asia/Tokyo", "2026-01-01T12:00:00Z", i64::MAX, "week"), None);
    }

    fn day() -> impl Strategy<Value = Written> {
        (-30_000i64..60_000).prop_map(|day| Written {
            time: Timestamp::clamped(day * DAY),
            offset: None,
            timed: false,
        })
    }

    proptest! {
        #[test]
        fn differences_undo_additions(from in day(), count in -800i64..800) {
            for unit in [Unit::Day, Unit::Week, Unit::Month, Unit::Year] {
                let to = added(from, count, unit, None).and_then(|text| read_written(&text)).expect("in range");
                let days = between(0, from.time.civil(), to.time.civil(), unit);
                prop_assert_eq!(days, count, "{:?}", unit);
            }
        }

        #[test]
        fn days_of_a_zone_are_counted_as_they_are_added(
            hours in 263_000i64..560_000, count in -800i64..800,
            name in prop::sample::select(vec!["Europe/Berlin", "America/New_York", "Australia/Sydney"]),
        ) {
            let zone = Zone::find(name).expect("a zone");
            let from = Written { time: Timestamp::clamped(hours * HOUR), offset: Some(0), timed: true };
            let local = |written: Written| {
                let seconds = written.time.seconds();
                calendar::civil(seconds + zone.offset(seconds))
            };
            for unit in [Unit::Day, Unit::Week, Unit::Month, Unit::Year] {
                let to = added(from, count, unit, Some(&zone)).and_then(|text| read_written(&text));
                let to = to.expect("in range");
                prop_assert_eq!(between(0, local(from), local(to), unit), count, "{:?}", unit);
            }
        }

        #[test]
        fn a_week_has_seven_days(from in day()) {
            let civil = from.time.civil();
            let monday = days(civil) - weekday(days(civil)) + 1;
            for day in monday..monday + 7 {
                prop_assert_eq!(week(calendar::civil(day * DAY)), week(civil));
            }
            prop_assert_eq!(civil.day, calendar::civil(days(civil) * DAY).day);
        }
    }
}

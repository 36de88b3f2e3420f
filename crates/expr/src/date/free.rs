//! Reading dates without a pattern (spec 7.8, step 3).

use reportctl_base::blank::{is_blank, trim};
use reportctl_base::calendar::{Civil, Timestamp};

/// A date as it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    /// The point in time; without an offset as if it were in UTC.
    pub time: Timestamp,
    /// The offset from UTC in seconds, where there is one.
    pub offset: Option<i64>,
    /// `true` if there is a time of day.
    pub timed: bool,
}

/// Reads a date as JavaScript does, in UTC where no offset is given.
///
/// ISO 8601 is tried first, because nearly all dates of data are written so. Everything else is
/// read part by part (`Parts`), with the numbers, months, times and zones of JavaScript. Where
/// JavaScript would have to guess (a number alone, a date among other words, `1.7.2026`, which most
/// who write it mean day first) the text is no date, and DATE leaves it as it is.
pub fn read_free(text: &str) -> Option<Timestamp> {
    read_written(text).map(|written| written.time)
}

/// The same with what was written besides the point in time.
pub fn read_written(text: &str) -> Option<Written> {
    let text = trim(text);
    let (civil, offset, timed) = match iso(text) {
        Some(read) => read,
        None => {
            let parts = Parts::read(text)?;
            let (civil, offset) = parts.civil()?;
            (civil, offset, parts.time.is_some())
        }
    };
    let valid = (1..=12).contains(&civil.month)
        && (1..=31).contains(&civil.day)
        && (civil.hour < 24 || (civil.hour == 24 && civil.minute == 0 && civil.second == 0))
        && civil.minute < 60
        && civil.second < 60;
    if !valid {
        return None;
    }
    let seconds = Timestamp::from_parts(civil)?.seconds() - offset.unwrap_or(0);
    Some(Written { time: Timestamp::from_seconds(seconds)?, offset, timed })
}

/// `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, the last also with `T` and a time; with its offset in seconds,
/// and whether it has a time.
fn iso(text: &str) -> Option<(Civil, Option<i64>, bool)> {
    let mut cursor = Cursor { rest: text };
    let mut civil = midnight(cursor.digits(4..=4)?.0, 1, 1);
    if cursor.rest.is_empty() {
        return Some((civil, None, false));
    }
    cursor.expect('-')?;
    (civil.month, _) = cursor.digits(2..=2)?;
    if cursor.rest.is_empty() {
        return Some((civil, None, false));
    }
    cursor.expect('-')?;
    (civil.day, _) = cursor.digits(2..=2)?;
    if cursor.rest.is_empty() {
        return Some((civil, None, false));
    }
    if !cursor.eat('T') {
        cursor.expect('t')?;
    }
    (civil.hour, _) = cursor.digits(2..=2)?;
    cursor.expect(':')?;
    (civil.minute, _) = cursor.digits(2..=2)?;
    if cursor.eat(':') {
        (civil.second, _) = cursor.digits(2..=2)?;
        if cursor.eat('.') {
            cursor.fraction()?;
        }
    }
    let offset = match cursor.next_char() {
        None => None,
        Some('Z' | 'z') => {
            cursor.skip_char();
            Some(0)
        }
        Some(sign @ ('+' | '-')) => Some(cursor.offset(sign)?),
        Some(_) => return None,
    };
    cursor.rest.is_empty().then_some((civil, offset, true))
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
const DAYS: [&str; 7] =
    ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/// Zones of RFC 2822, in hours.
const ZONES: [(&str, i64); 12] = [
    ("z", 0),
    ("ut", 0),
    ("utc", 0),
    ("gmt", 0),
    ("est", -5),
    ("edt", -4),
    ("cst", -6),
    ("cdt", -5),
    ("mst", -7),
    ("mdt", -6),
    ("pst", -8),
    ("pdt", -7),
];

/// Parts of a text that is not ISO 8601, in the order of the text.
#[derive(Default)]
struct Parts {
    /// Day, month and year, as far as they are numbers: value and digits of each.
    numbers: Vec<(i64, usize)>,
    /// The month, where it has a name.
    month: Option<i64>,
    /// Hour, minute and second.
    time: Option<[i64; 3]>,
    /// In seconds.
    offset: Option<i64>,
    /// `true` if a dot follows the first number.
    dotted: bool,
}

impl Parts {
    fn read(text: &str) -> Option<Self> {
        let mut parts = Self::default();
        let mut cursor = Cursor { rest: text };
        while let Some(c) = cursor.next_char() {
            match c {
                '0'..='9' => parts.number(&mut cursor)?,
                'A'..='Z' | 'a'..='z' => parts.word(&mut cursor)?,
                // Only a time or a zone has an offset; any other sign is no part of a date.
                '+' | '-' if parts.time.is_some() || parts.offset.is_some() => {
                    let zone = parts.offset.unwrap_or(0);
                    parts.offset = Some(zone + cursor.offset(c)?);
                }
                '(' => cursor.skip_comment(),
                '/' | '.' | ',' => cursor.skip_char(),
                c if is_blank(c) => cursor.skip_char(),
                _ => return None,
            }
        }
        Some(parts)
    }

    fn number(&mut self, cursor: &mut Cursor<'_>) -> Option<()> {
        let (number, width) = cursor.digits(1..=4)?;
        if cursor.eat(':') {
            return self.clock(number, cursor);
        }
        if self.numbers.len() == 3 {
            return None;
        }
        self.dotted |= self.numbers.is_empty() && cursor.rest.starts_with('.');
        self.numbers.push((number, width));
        cursor.eat('-');
        Some(())
    }

    /// The time of day after its hour and colon, with `AM` or `PM` if it is of twelve hours.
    fn clock(&mut self, hour: i64, cursor: &mut Cursor<'_>) -> Option<()> {
        let (minute, _) = cursor.digits(1..=2)?;
        let mut second = 0;
        if cursor.eat(':') {
            (second, _) = cursor.digits(1..=2)?;
            if cursor.eat('.') {
                cursor.fraction()?;
            }
        }
        let ends = cursor.next_char().is_none_or(|c| is_blank(c) || "Zz+-".contains(c));
        if !ends || self.time.replace([hour, minute, second]).is_some() {
            return None;
        }
        Some(())
    }

    fn word(&mut self, cursor: &mut Cursor<'_>) -> Option<()> {
        let word = cursor.word()?;
        if let Some(month) = is_name(word, &MONTHS) {
            cursor.eat('-');
            return self.month.replace(month).is_none().then_some(());
        }
        if self.numbers.is_empty() {
            // The day of the week says nothing new, and is not compared with the date.
            is_name(word, &DAYS)?;
            return Some(());
        }
        let half = ["am", "pm"].iter().position(|half| word.eq_ignore_ascii_case(half));
        if let (Some(half), Some([hour, ..])) = (half, &mut self.time) {
            if !(0..=12).contains(hour) {
                return None;
            }
            *hour = *hour % 12 + if half == 1 { 12 } else { 0 };
            return Some(());
        }
        let (_, hours) = ZONES.iter().find(|(name, _)| word.eq_ignore_ascii_case(name))?;
        self.offset = Some(hours * 3600);
        Some(())
    }

    /// The date and its offset in seconds. The year is what has four digits, or the last of three
    /// parts; without names the month comes first then.
    fn civil(&self) -> Option<(Civil, Option<i64>)> {
        let year_of = |(number, width): (i64, usize)| match width {
            4 => (number >= 100).then_some(number),
            // As in every JavaScript engine: 49 is 2049, and 50 is 1950.
            2 => Some(if number < 50 { number + 2000 } else { number + 1900 }),
            _ => None,
        };
        let is_year = |(number, width): (i64, usize)| width == 4 && number >= 100;
        let short = |(number, width): (i64, usize)| (width <= 2).then_some(number);
        let civil = match (self.month, self.numbers.as_slice()) {
            (None, &[year, month]) if is_year(year) => midnight(year.0, short(month)?, 1),
            (None, &[year, month, day]) if is_year(year) => {
                midnight(year.0, short(month)?, short(day)?)
            }
            (None, &[month, day, year]) if !self.dotted => {
                midnight(year_of(year)?, short(month)?, short(day)?)
            }
            (Some(month), &[year]) if is_year(year) => midnight(year.0, month, 1),
            (Some(month), &[year, day]) if is_year(year) => midnight(year.0, month, short(day)?),
            (Some(month), &[day, year]) => midnight(year_of(year)?, month, short(day)?),
            _ => return None,
        };
        let [hour, minute, second] = self.time.unwrap_or_default();
        Some((Civil { hour, minute, second, ..civil }, self.offset))
    }
}

struct Cursor<'t> {
    rest: &'t str,
}

impl<'t> Cursor<'t> {
    fn next_char(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn skip_char(&mut self) {
        let mut chars = self.rest.chars();
        chars.next();
        self.rest = chars.as_str();
    }

    /// Skips a text in parentheses, such as the zone's name that JavaScript's own dates end with.
    fn skip_comment(&mut self) {
        let mut depth = 0_usize;
        let end = self.rest.char_indices().find(|(_, c)| {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        self.rest = end.map_or("", |(at, _)| self.rest.get(at + 1..).unwrap_or_default());
    }

    /// A sign with `hh:mm`, `hhmm` or `hh`, in seconds.
    fn offset(&mut self, sign: char) -> Option<i64> {
        self.expect(sign)?;
        let (number, width) = self.digits(1..=4)?;
        let (hours, minutes) = match width {
            3 | 4 => (number / 100, number % 100),
            _ if self.eat(':') => (number, self.digits(2..=2)?.0),
            _ => (number, 0),
        };
        let seconds = hours * 3600 + minutes * 60;
        (hours < 24 && minutes < 60).then_some(if sign == '-' { -seconds } else { seconds })
    }

    /// Fractions of a second are read and have no effect: nothing prints them.
    fn fraction(&mut self) -> Option<()> {
        let rest = self.rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let some = rest.len() < self.rest.len();
        self.rest = rest;
        some.then_some(())
    }

    /// A number with a count of digits within `widths`, and that count; `None` for another count.
    fn digits(&mut self, widths: std::ops::RangeInclusive<usize>) -> Option<(i64, usize)> {
        let width = self.rest.bytes().take(5).take_while(u8::is_ascii_digit).count();
        if !widths.contains(&width) {
            return None;
        }
        let (digits, rest) = self.rest.split_at_checked(width)?;
        self.rest = rest;
        Some((digits.parse().ok()?, width))
    }

    fn word(&mut self) -> Option<&'t str> {
        let len = self.rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (word, rest) = self.rest.split_at_checked(len).filter(|(word, _)| !word.is_empty())?;
        self.rest = rest;
        Some(word)
    }

    fn eat(&mut self, c: char) -> bool {
        self.expect(c).is_some()
    }

    fn expect(&mut self, c: char) -> Option<()> {
        self.rest = self.rest.strip_prefix(c)?;
        Some(())
    }
}

fn midnight(year: i64, month: i64, day: i64) -> Civil {
    Civil { year, month, day, hour: 0, minute: 0, second: 0 }
}

/// The number, from 1, of the name that a word of three letters or more begins.
fn is_name(word: &str, names: &[&str]) -> Option<i64> {
    let begins = |name: &&str| name.get(..word.len()).is_some_and(|n| n.eq_ignore_ascii_case(word));
    let index = names.iter().position(|name| word.len() >= 3 && begins(name))?;
    i64::try_from(index + 1).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::date::Pattern;

    fn read(text: &str) -> Option<String> {
        let mut out = String::new();
        Pattern::compile("YYYY-MM-DD HH:mm:ss").write(read_free(text)?, &mut out);
        Some(out)
    }

    #[test]
    fn iso_dates() {
        let cases = [
            ("2025", "2025-01-01 00:00:00"),
            ("2025-04", "2025-04-01 00:00:00"),
            ("2026-07-01", "2026-07-01 00:00:00"),
            ("2026-07-01T23:30", "2026-07-01 23:30:00"),
            ("2026-07-01 23:30:05", "2026-07-01 23:30:05"),
            ("2026-07-01T23:30:05.123456Z", "2026-07-01 23:30:05"),
            ("2026-07-01T23:30:00-03:00", "2026-07-02 02:30:00"),
            ("2026-07-01T00:30:00+0200", "2026-06-30 22:30:00"),
            ("2026-07-01 10:00:00+00", "2026-07-01 10:00:00"),
            ("2026-07-01T24:00:00Z", "2026-07-02 00:00:00"),
            (" 2026-07-01 ", "2026-07-01 00:00:00"),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn month_comes_first_between_slashes() {
        assert_eq!(read("10/04/2025").as_deref(), Some("2025-10-04 00:00:00"));
        assert_eq!(read("1-2-2025").as_deref(), Some("2025-01-02 00:00:00"));
        assert_eq!(read("4/10/2025, 3:30:00 PM").as_deref(), Some("2025-04-10 15:30:00"));
        assert_eq!(read("31/12/2025"), None);
    }

    #[test]
    fn year_first_with_short_parts() {
        assert_eq!(read("2025/4/1").as_deref(), Some("2025-04-01 00:00:00"));
        assert_eq!(read("2025-4-1 08:05").as_deref(), Some("2025-04-01 08:05:00"));
    }

    #[test]
    fn parts_of_any_order_whose_meaning_is_certain() {
        for text in [
            "2026-7",
            "2026/07",
            "2026.7",
            "2026.7.1",
            "2026 07 01",
            "2026, 7, 1",
            "2026-07-01Z",
            "2026-07-01 GMT",
            "Jul 2026",
            "July, 2026",
            "2026 Jul 1",
            "2026-Jul-01",
            "Jul-01-2026",
            "1-Jul-26",
            "1 July 26",
            "7/1/26",
            "07-01-26",
            "2026/7/1 (a note)",
            "00:00 2026/7/1",
        ] {
            assert_eq!(read(text).as_deref(), Some("2026-07-01 00:00:00"), "{text}");
        }
        assert_eq!(read("1/7/49").as_deref(), Some("2049-01-07 00:00:00"));
        assert_eq!(read("1/7/50").as_deref(), Some("1950-01-07 00:00:00"));
        assert_eq!(read("2026/7/1 0:05:09 pm").as_deref(), Some("2026-07-01 12:05:09"));
    }

    #[test]
    fn english_forms() {
        for text in [
            "Apr 10, 2025",
            "April 10 2025",
            "10 Apr 2025",
            "10-apr-2025",
            "Thu, 10 Apr 2025",
            "Thu Apr 10 2025 00:00:00 GMT+0000 (Coordinated Universal Time)",
            "Wed, 9 Apr 2025 21:00:00 -0300",
            "Thu, 10 Apr 2025 00:00:00 GMT",
            "Apr 9, 2025 7:00 PM EST",
        ] {
            assert_eq!(read(text).as_deref(), Some("2025-04-10 00:00:00"), "{text}");
        }
    }

    #[test]
    fn days_past_the_end_of_a_month_roll_over() {
        assert_eq!(read("2025-02-30").as_deref(), Some("2025-03-02 00:00:00"));
        assert_eq!(read("2/31/2025").as_deref(), Some("2025-03-03 00:00:00"));
    }

    #[test]
    fn everything_else_is_invalid() {
        for text in [
            "",
            "x",
            "12",
            "1714000000000",
            "2025-00-10",
            "2025-13-10",
            "2025-01-00",
            "2025-01-32",
            "2025-01-01T25:00",
            "2025-01-01T24:00:01",
            "2025-01-01T10:60",
            "2025-01-01T10",
            "2025-01-01T10:00:00.",
            "2025-01-01T10:00+25:00",
            "20250410",
            "note 5",
            "Apr 10",
            "Apr 25",
            "25 Apr 1",
            "10.04.2025",
            "1.4.25",
            "1/4/5",
            "26-07-01",
            "01 - 04 - 2025",
            "1st Apr 2025",
            "1 de abril de 2025",
            "on 2025/4/1",
            "2025/4/1 1:05PM",
            "2025/4/1+03:00",
            "2025/4/1 1:00 2:00",
            "1/1/2025/5",
            "2025 Apr Apr 1",
            "13:00 PM",
            "1/1/2025 13:00 PM",
            "(2025)",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_taken(text in "[0-9A-Za-z:,./+\\-() é]{0,30}") {
            let _ = read_free(&text);
        }
    }
}

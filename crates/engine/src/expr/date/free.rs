//! Reading dates without a pattern (spec 7.8, step 3).

use super::{Civil, Timestamp};
use crate::expr::blank::{is_blank, trim};

/// Reads a date as JavaScript does, in UTC where no offset is given: ISO 8601, `M/D/YYYY`,
/// `YYYY/M/D`, `Apr 10, 2025`, `10 Apr 2025`, RFC 2822. A time of day may follow any full date.
pub fn read_free(text: &str) -> Option<Timestamp> {
    let mut cursor = Cursor { rest: trim(without_comment(trim(text))) };
    let (mut parts, shape) = cursor.date()?;
    let valid = (1..=12).contains(&parts.month) && (1..=31).contains(&parts.day);
    let offset = if cursor.rest.is_empty() { 0 } else { cursor.time(&mut parts, shape)? };
    if !valid || !cursor.rest.is_empty() {
        return None;
    }
    Timestamp::from_seconds(Timestamp::from_parts(parts)?.seconds() - offset)
}

/// Without a zone name in parentheses at the end, as JavaScript's own dates print it.
fn without_comment(text: &str) -> &str {
    match text.strip_suffix(')').and_then(|text| text.rsplit_once('(')) {
        Some((before, _)) => before,
        None => text,
    }
}

/// What kind of date was read: it decides what may follow.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    /// `YYYY` or `YYYY-MM`: nothing.
    Short,
    /// `YYYY-MM-DD`: a time, also after `T`.
    Iso,
    /// Anything else: a time after a blank, also of twelve hours.
    Loose,
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

struct Cursor<'t> {
    rest: &'t str,
}

impl<'t> Cursor<'t> {
    fn date(&mut self) -> Option<(Civil, Shape)> {
        if self.rest.starts_with(|c: char| c.is_ascii_digit()) {
            return self.date_from_digits();
        }
        let mut word = self.word()?;
        if is_name(word, &DAYS).is_some() {
            self.eat(',');
            self.skip_blanks();
            if self.rest.starts_with(|c: char| c.is_ascii_digit()) {
                let (day, _) = self.digits(1..=2)?;
                return self.day_month_year(day);
            }
            word = self.word()?;
        }
        let month = is_name(word, &MONTHS)?;
        self.eat('.');
        self.some_blanks()?;
        let (day, _) = self.digits(1..=2)?;
        let comma = self.eat(',');
        if self.skip_blanks() == 0 && !comma {
            return None;
        }
        let (year, _) = self.digits(4..=4)?;
        Some((date(year, month, day), Shape::Loose))
    }

    fn date_from_digits(&mut self) -> Option<(Civil, Shape)> {
        let (first, width) = self.digits(1..=4)?;
        match width {
            4 => self.year_month_day(first),
            1 | 2 if self.rest.starts_with(is_blank) => self.day_month_year(first),
            1 | 2 => match self.separator()? {
                '-' if self.rest.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                    self.day_month_year(first)
                }
                separator => {
                    let (day, _) = self.digits(1..=2)?;
                    self.expect(separator)?;
                    let (year, _) = self.digits(4..=4)?;
                    Some((date(year, first, day), Shape::Loose))
                }
            },
            _ => None,
        }
    }

    /// After the year of `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, `YYYY/M/D`.
    fn year_month_day(&mut self, year: i64) -> Option<(Civil, Shape)> {
        if self.rest.is_empty() {
            return Some((date(year, 1, 1), Shape::Short));
        }
        let separator = self.separator()?;
        let (month, month_width) = self.digits(1..=2)?;
        let iso = separator == '-' && month_width == 2;
        if self.rest.is_empty() && iso {
            return Some((date(year, month, 1), Shape::Short));
        }
        self.expect(separator)?;
        let (day, day_width) = self.digits(1..=2)?;
        let shape = if iso && day_width == 2 { Shape::Iso } else { Shape::Loose };
        Some((date(year, month, day), shape))
    }

    /// After the day of `10 Apr 2025` or `10-Apr-2025`.
    fn day_month_year(&mut self, day: i64) -> Option<(Civil, Shape)> {
        self.skip_blanks();
        let month = is_name(self.word()?, &MONTHS)?;
        if !self.eat('-') && !self.eat(',') {
            self.eat('.');
        }
        self.skip_blanks();
        let (year, _) = self.digits(4..=4)?;
        Some((date(year, month, day), Shape::Loose))
    }

    /// The time of day and its offset from UTC in seconds.
    fn time(&mut self, parts: &mut Civil, shape: Shape) -> Option<i64> {
        let strict = match shape {
            Shape::Short => return None,
            Shape::Iso => self.eat('T') || self.eat('t'),
            Shape::Loose => false,
        };
        if !strict {
            self.eat(',');
            self.some_blanks()?;
        }
        (parts.hour, _) = self.digits(if strict { 2..=2 } else { 1..=2 })?;
        self.expect(':')?;
        (parts.minute, _) = self.digits(2..=2)?;
        if self.eat(':') {
            (parts.second, _) = self.digits(2..=2)?;
            if self.eat('.') {
                self.fraction()?;
            }
        }
        let midnight = parts.hour == 24 && parts.minute == 0 && parts.second == 0;
        if (parts.hour > 23 && !midnight) || parts.minute > 59 || parts.second > 59 {
            return None;
        }
        self.skip_blanks();
        if !strict {
            self.half_of_day(parts)?;
        }
        self.offset()
    }

    /// `AM` or `PM`, if there.
    fn half_of_day(&mut self, parts: &mut Civil) -> Option<()> {
        let before = self.rest;
        let afternoon = match self.word() {
            Some(word) if word.eq_ignore_ascii_case("am") => false,
            Some(word) if word.eq_ignore_ascii_case("pm") => true,
            _ => {
                self.rest = before;
                return Some(());
            }
        };
        if !(1..=12).contains(&parts.hour) {
            return None;
        }
        parts.hour = parts.hour % 12 + if afternoon { 12 } else { 0 };
        self.skip_blanks();
        Some(())
    }

    /// `Z`, a zone's name, `+hh:mm`, `+hhmm`, `+hh`, `GMT+hhmm` or nothing, in seconds.
    fn offset(&mut self) -> Option<i64> {
        let mut hours = 0;
        if let Some(word) = self.word() {
            (_, hours) = *ZONES.iter().find(|(name, _)| word.eq_ignore_ascii_case(name))?;
        }
        let sign = if self.eat('+') {
            1
        } else if self.eat('-') {
            -1
        } else {
            return Some(hours * 3600);
        };
        let (number, width) = self.digits(2..=4)?;
        let (offset_hours, minutes) = match width {
            4 => (number / 100, number % 100),
            2 if self.eat(':') => (number, self.digits(2..=2)?.0),
            2 => (number, 0),
            _ => return None,
        };
        (offset_hours < 24 && minutes < 60)
            .then_some(hours * 3600 + sign * (offset_hours * 3600 + minutes * 60))
    }

    /// Fractions of a second are read and have no effect: nothing prints them.
    fn fraction(&mut self) -> Option<()> {
        let rest = self.rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let some = rest.len() < self.rest.len();
        self.rest = rest;
        some.then_some(())
    }

    fn separator(&mut self) -> Option<char> {
        ['-', '/'].into_iter().find(|&separator| self.eat(separator))
    }

    /// So many digits, and how many they were; more digits than that are a mistake.
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

    /// Skips blanks and says how many bytes they were.
    fn skip_blanks(&mut self) -> usize {
        let before = self.rest.len();
        self.rest = self.rest.trim_start_matches(is_blank);
        before - self.rest.len()
    }

    fn some_blanks(&mut self) -> Option<()> {
        (self.skip_blanks() > 0).then_some(())
    }
}

fn date(year: i64, month: i64, day: i64) -> Civil {
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
    use crate::expr::date::Pattern;

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
            "2025-01-01Z",
            "2025-1",
            "2025/01",
            "2025-01/01",
            "20250410",
            "note 5",
            "Apr 2025",
            "Apr10 2025",
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

//! Date patterns such as `DD/MM/YYYY`, for reading and for writing (spec 7.8).

use reportctl_base::calendar::{Civil, Timestamp};

/// A pattern: literal text and the tokens `YYYY` `MM` `DD` `HH` `mm` `ss`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    pieces: Box<[PatternPiece]>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum PatternPiece {
    Literal(Box<str>),
    Unit(PatternUnit),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PatternUnit {
    Year,
    Month,
    Day,
    Hour,
    Minute,
    Second,
}

pub(super) const TOKENS: [(&str, PatternUnit); 6] = [
    ("YYYY", PatternUnit::Year),
    ("MM", PatternUnit::Month),
    ("DD", PatternUnit::Day),
    ("HH", PatternUnit::Hour),
    ("mm", PatternUnit::Minute),
    ("ss", PatternUnit::Second),
];

/// Longer runs of digits are no part of any date; JavaScript calls them invalid dates too.
const MOST_DIGITS: usize = 15;

impl Default for Pattern {
    /// `DD/MM/YYYY`.
    fn default() -> Self {
        Self::compile("DD/MM/YYYY")
    }
}

impl Pattern {
    /// Reads a pattern. Tokens count wherever they stand, even inside words.
    pub fn compile(source: &str) -> Self {
        let mut pieces = Vec::new();
        let mut literal = 0;
        let mut at = 0;
        while let Some(rest) = source.get(at..).filter(|rest| !rest.is_empty()) {
            if let Some((token, unit)) = TOKENS.iter().find(|(token, _)| rest.starts_with(token)) {
                push_literal(&mut pieces, &source[literal..at]);
                pieces.push(PatternPiece::Unit(*unit));
                at += token.len();
                literal = at;
            } else {
                at += rest.chars().next().map_or(1, char::len_utf8);
            }
        }
        push_literal(&mut pieces, &source[literal..]);
        Self { pieces: pieces.into_boxed_slice() }
    }

    /// Returns `true` if two tokens stand side by side with nothing between them.
    pub fn has_touching_tokens(&self) -> bool {
        self.pieces
            .windows(2)
            .any(|pair| matches!(pair, [PatternPiece::Unit(_), PatternPiece::Unit(_)]))
    }

    /// Appends a point in time in UTC; the year unpadded, everything else with two digits.
    pub fn write(&self, time: Timestamp, out: &mut String) {
        let parts = time.civil();
        for piece in &self.pieces {
            match piece {
                PatternPiece::Literal(text) => out.push_str(text),
                PatternPiece::Unit(PatternUnit::Year) => {
                    out.push_str(itoa::Buffer::new().format(parts.year))
                }
                PatternPiece::Unit(unit) => {
                    let value = unit.of(&parts);
                    if value < 10 {
                        out.push('0');
                    }
                    out.push_str(itoa::Buffer::new().format(value));
                }
            }
        }
    }

    /// Reads a text that matches as a whole. Missing parts are the given year, the first of
    /// January, midnight. A token takes all digits there are; tokens that touch take their own
    /// width (spec B10). Years 0 to 99 are 1900 to 1999.
    pub fn read(&self, text: &str, current_year: i64) -> Option<Timestamp> {
        let mut parts =
            Civil { year: current_year, month: 1, day: 1, hour: 0, minute: 0, second: 0 };
        let mut rest = text;
        for (i, piece) in self.pieces.iter().enumerate() {
            match piece {
                PatternPiece::Literal(literal) => rest = rest.strip_prefix(&**literal)?,
                PatternPiece::Unit(unit) => {
                    let (digits, after) = rest.split_at_checked(self.width(i, *unit, rest)?)?;
                    unit.set(&mut parts, digits.parse().ok()?);
                    rest = after;
                }
            }
        }
        if rest.is_empty() { Timestamp::from_parts(parts) } else { None }
    }

    /// Number of digits that the token at an index takes.
    fn width(&self, index: usize, unit: PatternUnit, rest: &str) -> Option<usize> {
        let is_unit = |at: Option<usize>| {
            at.and_then(|at| self.pieces.get(at))
                .is_some_and(|p| matches!(p, PatternPiece::Unit(_)))
        };
        let run = rest.bytes().take(MOST_DIGITS + 1).take_while(u8::is_ascii_digit).count();
        if is_unit(index.checked_sub(1)) || is_unit(Some(index + 1)) {
            return (run >= unit.width()).then_some(unit.width());
        }
        // Leading zeros may make a part longer than any sensible number; that is no date either.
        let most = Some(run).filter(|run| (1..=MOST_DIGITS).contains(run))?;
        match self.pieces.get(index + 1) {
            // A literal that begins with a digit is left to itself.
            Some(PatternPiece::Literal(literal))
                if literal.starts_with(|c: char| c.is_ascii_digit()) =>
            {
                (1..=most)
                    .rev()
                    .find(|&len| rest.get(len..).is_some_and(|after| after.starts_with(&**literal)))
            }
            _ => Some(most),
        }
    }
}

fn push_literal(pieces: &mut Vec<PatternPiece>, text: &str) {
    if !text.is_empty() {
        pieces.push(PatternPiece::Literal(text.into()));
    }
}

impl PatternUnit {
    fn width(self) -> usize {
        if self == Self::Year { 4 } else { 2 }
    }

    fn of(self, parts: &Civil) -> i64 {
        match self {
            Self::Year => parts.year,
            Self::Month => parts.month,
            Self::Day => parts.day,
            Self::Hour => parts.hour,
            Self::Minute => parts.minute,
            Self::Second => parts.second,
        }
    }

    fn set(self, parts: &mut Civil, value: i64) {
        match self {
            Self::Year => parts.year = if value < 100 { 1900 + value } else { value },
            Self::Month => parts.month = value,
            Self::Day => parts.day = value,
            Self::Hour => parts.hour = value,
            Self::Minute => parts.minute = value,
            Self::Second => parts.second = value,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Reads with one pattern and writes with another; the current year is 2026.
    fn convert(text: &str, read: &str, write: &str) -> Option<String> {
        let time = Pattern::compile(read).read(text, 2026)?;
        let mut out = String::new();
        Pattern::compile(write).write(time, &mut out);
        Some(out)
    }

    const FULL: &str = "YYYY-MM-DD HH:mm:ss";

    fn full(text: &str, read: &str) -> Option<String> {
        convert(text, read, FULL)
    }

    #[test]
    fn tokens_are_found_anywhere_and_mind_their_case() {
        assert_eq!(
            convert("3/4/2025", "DD/MM/YYYY", "aDDbMM mm Dd é").as_deref(),
            Some("a03b04 00 Dd é")
        );
        assert_eq!(convert("2025", "YYYY", "YYYYY").as_deref(), Some("2025Y"));
    }

    #[test]
    fn the_whole_text_must_match() {
        assert_eq!(full("10/04/2025", "DD/MM/YYYY").as_deref(), Some("2025-04-10 00:00:00"));
        assert_eq!(full("10/04/2025 ", "DD/MM/YYYY"), None);
        assert_eq!(full("10-04-2025", "DD/MM/YYYY"), None);
        assert_eq!(full("/04/2025", "DD/MM/YYYY"), None);
        assert_eq!(full("", ""), Some("2026-01-01 00:00:00".into()));
    }

    #[test]
    fn missing_parts_have_defaults_and_repeated_tokens_take_the_last() {
        assert_eq!(full("7h", "HHh").as_deref(), Some("2026-01-01 07:00:00"));
        assert_eq!(full("1 2", "DD DD").as_deref(), Some("2026-01-02 00:00:00"));
    }

    #[test]
    fn parts_roll_over_and_short_years_are_of_the_last_century() {
        assert_eq!(full("31/02/2025", "DD/MM/YYYY").as_deref(), Some("2025-03-03 00:00:00"));
        assert_eq!(full("1/1/25", "DD/MM/YYYY").as_deref(), Some("1925-01-01 00:00:00"));
        assert_eq!(full("90 s", "ss s"), Some("2026-01-01 00:01:30".into()));
    }

    #[test]
    fn touching_tokens_take_fixed_widths() {
        assert_eq!(full("20250410", "YYYYMMDD").as_deref(), Some("2025-04-10 00:00:00"));
        assert_eq!(full("20250410T0930", "YYYYMMDDTHHmm").as_deref(), Some("2025-04-10 09:30:00"));
        assert_eq!(full("2025410", "YYYYMMDD"), None);
        assert_eq!(full("202504101", "YYYYMMDD"), None);
    }

    #[test]
    fn a_literal_digit_ends_the_token_before_it() {
        assert_eq!(full("1502", "DD02").as_deref(), Some("2026-01-15 00:00:00"));
    }

    #[test]
    fn absurd_numbers_are_no_dates() {
        assert_eq!(full(&"9".repeat(15), "YYYY"), None);
        assert_eq!(full(&"9".repeat(1000), "YYYY"), None);
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(seconds in -59_011_459_200i64..8_640_000_000_000) {
            let time = Timestamp::from_seconds(seconds).expect("in range");
            let pattern = Pattern::compile(FULL);
            let mut text = String::new();
            pattern.write(time, &mut text);
            prop_assert_eq!(pattern.read(&text, 2026), Some(time));
        }

        #[test]
        fn any_pattern_and_text_are_taken(pattern in "[YMDHms0-9/é]{0,20}", text in "[0-9/é]{0,30}") {
            let _ = Pattern::compile(&pattern).read(&text, 2026);
        }
    }
}

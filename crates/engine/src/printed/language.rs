//! The language in which a document prints values: its numbers, its order of dates, its names of months and its marks
//! of the currency.

use std::cell::OnceCell;
use std::ops::Range;

use super::text::is_unspaced;
use crate::calendar::{Civil, Timestamp};
use crate::locale::{DateStyle, Locale, digit, is_currency};

/// A part of a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DatePart {
    Year,
    Month,
    Day,
}

/// A locale, as texts that print values are read by it.
pub(super) struct PrintedLanguage {
    pub(super) locale: Locale,
    /// `true` if blanks stand between groups of digits.
    pub(super) has_blank_groups: bool,
    /// Names of each month, in small letters, without points at their ends.
    months: OnceCell<Vec<Vec<Vec<char>>>>,
    /// Marks of the currency of an amount; none where any is right.
    currency: Vec<Vec<char>>,
}

impl PrintedLanguage {
    /// The language of a locale, for amounts in a currency.
    pub(super) fn of(locale: Locale, currency: Option<&str>) -> Self {
        let english = Locale::find("en");
        let marks = currency.into_iter().flat_map(|code| {
            let english = english.as_ref().map(|english| english.currency_symbol(code));
            [Some(code), Some(locale.currency_symbol(code)), english].into_iter().flatten()
        });
        let currency = marks.map(normal).collect();
        let has_blank_groups = locale.has_number_mark(" ");
        Self { locale, has_blank_groups, months: OnceCell::new(), currency }
    }

    fn months(&self) -> &[Vec<Vec<char>>] {
        self.months.get_or_init(|| (1..=12).map(|month| names(&self.locale, month)).collect())
    }

    /// The order of the parts of a date in numbers alone.
    pub(super) fn order(&self) -> [DatePart; 3] {
        let text = written(&self.locale, 11, &DateStyle::Numeric);
        let mut parts = [
            (text.find("33"), DatePart::Year),
            (text.find("11"), DatePart::Month),
            (text.find("22"), DatePart::Day),
        ];
        parts.sort_by_key(|(place, _)| *place);
        parts.map(|(_, part)| part)
    }

    /// Returns `true` for the mark before decimals.
    pub(super) fn is_decimal(&self, mark: char) -> bool {
        self.locale.read_number(&format!("1{mark}5")).is_some_and(|plain| plain == "1.5")
    }

    /// The places in a text at which the name of a month stands as a word.
    pub(super) fn months_at(&self, shown: &[char], month: usize) -> Vec<Range<usize>> {
        let text: Vec<char> = shown.iter().map(|c| small(*c)).collect();
        let names = month.checked_sub(1).and_then(|month| self.months().get(month));
        let mut found = Vec::new();
        for name in names.into_iter().flatten().filter(|name| !name.is_empty()) {
            for (at, place) in text.windows(name.len()).enumerate() {
                if place == name.as_slice() && is_word(&text, at..at + name.len()) {
                    found.push(at..at + name.len());
                }
            }
        }
        found
    }

    /// Returns `true` if the name of a month stands beside a number, with at most a short word between them.
    pub(super) fn is_dated(&self, shown: &[char], start: usize, end: usize) -> bool {
        const NEAR: usize = 24;
        let is_month = |word: &[char]| {
            let word: Vec<char> = word.iter().map(|c| small(*c)).collect();
            self.months().iter().flatten().any(|name| *name == word)
        };
        let words = |part: &[char]| -> Vec<Vec<char>> {
            let words = part.split(|c| !c.is_alphabetic()).filter(|word| !word.is_empty());
            words.map(<[char]>::to_vec).collect()
        };
        let after = shown.get(end..shown.len().min(end + NEAR)).unwrap_or_default();
        let after: &[char] = after.split(char::is_ascii_digit).next().unwrap_or_default();
        let before = shown.get(start.saturating_sub(NEAR)..start).unwrap_or_default();
        let before: &[char] = before.rsplit(char::is_ascii_digit).next().unwrap_or_default();
        let is_near =
            |words: &mut dyn Iterator<Item = Vec<char>>| words.take(2).any(|word| is_month(&word));
        is_near(&mut words(after).into_iter()) || is_near(&mut words(before).into_iter().rev())
    }

    /// The start of a mark of a currency before a place, and `true` if it is that of the invoice.
    pub(super) fn currency_before(&self, shown: &[char], place: usize) -> Option<(usize, bool)> {
        let end = shown.get(..place)?.iter().rposition(|c| !c.is_whitespace())? + 1;
        let start = shown[..end].iter().rposition(|c| !is_mark(*c)).map_or(0, |at| at + 1);
        self.is_own(&shown[start..end]).map(|is_own| (start, is_own))
    }

    /// The end of a mark of a currency behind a place, and `true` if it is that of the invoice.
    pub(super) fn currency_after(&self, shown: &[char], place: usize) -> Option<(usize, bool)> {
        let rest = shown.get(place..)?;
        let start = place + rest.iter().position(|c| !c.is_whitespace())?;
        let length = shown[start..].iter().position(|c| !is_mark(*c));
        let end = length.map_or(shown.len(), |length| start + length);
        self.is_own(&shown[start..end]).map(|is_own| (end, is_own))
    }

    /// `true` for the mark of the invoice, `false` for that of another currency; nothing for a word.
    fn is_own(&self, mark: &[char]) -> Option<bool> {
        let points: &[_] = &['.'];
        let text: String = mark.iter().collect();
        let text = text.trim_matches(points);
        let same = |own: &Vec<char>| {
            let own: String = own.iter().collect();
            own.trim_matches(points) == text
        };
        if text.is_empty() {
            return None;
        }
        if self.currency.iter().any(same) {
            return Some(true);
        }
        let signs: Vec<char> = text.chars().filter(|c| is_sign(*c)).collect();
        if signs.is_empty() {
            return is_currency(text).then_some(self.currency.is_empty());
        }
        // A sign that several currencies have, as the own one does.
        let is_alone = text.chars().count() == signs.len();
        let has = |own: &Vec<char>| signs.iter().all(|sign| own.contains(sign));
        Some(self.currency.is_empty() || is_alone && self.currency.iter().any(has))
    }
}

/// A text with digits of ASCII, and without marks of direction.
pub(super) fn normal(text: &str) -> Vec<char> {
    let is_direction = |c: &char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}');
    let plain = |c: char| digit(c).and_then(|digit| char::from_digit(digit, 10)).unwrap_or(c);
    text.chars().filter(|c| !is_direction(c)).map(plain).collect()
}

fn small(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}

fn is_word(text: &[char], range: Range<usize>) -> bool {
    let is_letter = |c: Option<&char>| c.is_some_and(|c| c.is_alphanumeric() && !is_unspaced(*c));
    let is_edge = |at: usize| text.get(at).is_some_and(|c| c.is_ascii_digit());
    let starts =
        is_edge(range.start) || !is_letter(range.start.checked_sub(1).and_then(|at| text.get(at)));
    starts && !is_letter(text.get(range.end))
}

/// Returns `true` for characters of marks of currencies.
fn is_mark(c: char) -> bool {
    c.is_alphabetic() || is_sign(c) || c == '.'
}

/// Returns `true` for signs of currencies such as `€`.
fn is_sign(c: char) -> bool {
    matches!(c, '$' | '\u{a2}'..='\u{a5}' | '\u{58f}' | '\u{60b}' | '\u{9f2}' | '\u{9f3}' | '\u{e3f}' | '\u{17db}'
        | '\u{20a0}'..='\u{20cf}' | '\u{fdfc}' | '\u{fe69}' | '\u{ff04}' | '\u{ffe0}' | '\u{ffe1}' | '\u{ffe5}'
        | '\u{ffe6}')
}

/// A day of a month in a year of which no part is like another.
fn day(month: i64) -> Timestamp {
    let parts = Civil { year: 2033, month, day: 22, hour: 0, minute: 0, second: 0 };
    Timestamp::from_parts(parts).unwrap_or(Timestamp::EPOCH)
}

fn written(locale: &Locale, month: i64, style: &DateStyle) -> String {
    let mut out = String::new();
    locale.date(day(month), style, &mut out);
    normal(&out).into_iter().collect()
}

/// The names of a month: in full and short, alone and beside a day.
fn names(locale: &Locale, month: i64) -> Vec<Vec<char>> {
    let name = |tokens: &str| {
        let text = written(locale, month, &DateStyle::Tokens(tokens.to_owned()));
        let text = text.trim_start_matches("22").trim();
        text.trim_end_matches(|c: char| !c.is_alphanumeric())
            .chars()
            .map(small)
            .collect::<Vec<char>>()
    };
    let mut all: Vec<Vec<char>> = ["MMMM", "MMM", "DD MMMM", "DD MMM"].map(name).into();
    // Patterns of some languages add letters to the name.
    for style in ["long", "medium"] {
        let text = written(locale, month, &DateStyle::read(style));
        let words: Vec<Vec<char>> = text
            .split(|c: char| !c.is_alphabetic())
            .map(|word| word.chars().map(small).collect())
            .collect();
        let has_name = |word: &Vec<char>| {
            all.iter()
                .any(|name| word.windows(name.len().max(1)).any(|part| part == name.as_slice()))
        };
        let longer: Vec<Vec<char>> = words.into_iter().filter(has_name).collect();
        all.extend(longer);
    }
    all.sort();
    all.dedup();
    all
}

//! Dates in printed texts: in the order of a locale, with its names of months, or as ISO 8601 writes them.

use std::ops::Range;

use super::language::{DatePart, PrintedLanguage};
use super::text::is_unspaced;

/// Most characters between the parts of a date that are names and numbers.
const MOST_BETWEEN: usize = 16;

/// The date that is looked for.
struct Wanted {
    year: String,
    month: usize,
    day: usize,
}

/// Returns `true` if a text has a date.
pub(super) fn has_date(shown: &[char], value: &str, language: &PrintedLanguage) -> bool {
    let mut parts = value.splitn(3, '-');
    let mut next = || parts.next().unwrap_or_default();
    let (year, month, day) = (next(), next(), next());
    let (Ok(month), Ok(day)) = (month.parse(), day.parse()) else { return false };
    let wanted = Wanted { year: year.to_owned(), month, day };
    let numbers = numbers(shown);
    wanted.is_compact(shown, &numbers)
        || wanted.is_in_numbers(shown, &numbers, language)
        || wanted.is_in_words(shown, &numbers, language)
}

/// The runs of digits of a text.
fn numbers(shown: &[char]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, _) in shown.iter().enumerate().filter(|(_, c)| c.is_ascii_digit()) {
        match found.last_mut().filter(|last| last.end == at) {
            Some(last) => last.end = at + 1,
            None => found.push(at..at + 1),
        }
    }
    found
}

impl Wanted {
    fn is_part(&self, part: DatePart, number: &[char]) -> bool {
        let text: String = number.iter().collect();
        let is_short = |wanted: usize| number.len() <= 2 && text.parse() == Ok(wanted);
        match part {
            DatePart::Year => {
                text == self.year
                    || number.len() == 2 && self.year.get(2..).is_some_and(|short| short == text)
            }
            DatePart::Month => is_short(self.month),
            DatePart::Day => is_short(self.day),
        }
    }

    /// The eight digits of ISO 8601.
    fn is_compact(&self, shown: &[char], numbers: &[Range<usize>]) -> bool {
        let compact = format!("{}{:02}{:02}", self.year, self.month, self.day);
        numbers.iter().any(|number| shown[number.clone()].iter().copied().eq(compact.chars()))
    }

    /// Three numbers in the order of the locale or of ISO 8601, with marks between them.
    fn is_in_numbers(
        &self,
        shown: &[char],
        numbers: &[Range<usize>],
        language: &PrintedLanguage,
    ) -> bool {
        let gap = |index: usize| -> Option<&[char]> {
            Some(&shown[numbers.get(index)?.end..numbers.get(index + 1)?.start])
        };
        let is_mark = |gap: &[char]| {
            gap.len() <= 3 && gap.iter().all(|c| !c.is_alphabetic() || is_unspaced(*c))
        };
        let own = language.order();
        numbers.windows(3).enumerate().any(|(index, three)| {
            let (Some(first), Some(second)) = (gap(index), gap(index + 1)) else { return false };
            // A number more before or behind it makes it another date, or none.
            let goes_on =
                index.checked_sub(1).and_then(gap) == Some(first) || gap(index + 2) == Some(second);
            let order = match three[0].len() {
                4 => [DatePart::Year, DatePart::Month, DatePart::Day],
                _ => own,
            };
            let is_it = |(part, number): (DatePart, &Range<usize>)| {
                self.is_part(part, &shown[number.clone()])
            };
            !goes_on && is_mark(first) && is_mark(second) && order.into_iter().zip(three).all(is_it)
        })
    }

    /// The name of the month beside year and day.
    fn is_in_words(
        &self,
        shown: &[char],
        numbers: &[Range<usize>],
        language: &PrintedLanguage,
    ) -> bool {
        let is_near = |from: usize, to: usize| to.saturating_sub(from) <= MOST_BETWEEN;
        let is_part = |part, number: &Range<usize>| self.is_part(part, &shown[number.clone()]);
        language.months_at(shown, self.month).into_iter().any(|name| {
            let before = numbers.partition_point(|number| number.end <= name.start);
            let after = numbers.partition_point(|number| number.start < name.end);
            let number = |index: Option<usize>| index.and_then(|index| numbers.get(index));
            let previous = number(before.checked_sub(1)).filter(|it| is_near(it.end, name.start));
            let next = number(Some(after)).filter(|it| is_near(name.end, it.start));
            let is = |number: Option<&Range<usize>>, part| {
                number.is_some_and(|number| is_part(part, number))
            };
            let earlier = number(before.checked_sub(2))
                .filter(|it| previous.is_some_and(|previous| is_near(it.end, previous.start)));
            let later = number(Some(after + 1))
                .filter(|it| next.is_some_and(|next| is_near(next.end, it.start)));
            is(previous, DatePart::Day) && is(next, DatePart::Year)
                || is(previous, DatePart::Year) && is(next, DatePart::Day)
                || is(next, DatePart::Day) && is(later, DatePart::Year)
                || is(previous, DatePart::Day) && is(earlier, DatePart::Year)
        })
    }
}

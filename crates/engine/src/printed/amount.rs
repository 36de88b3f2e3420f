//! Amounts in printed texts: whole numbers with their sign, as a locale writes them, and the currency beside them.

use super::language::PrintedLanguage;
use super::text::is_unspaced;

/// Signs before or after a number.
const MINUS: [char; 4] = ['-', '\u{2212}', '\u{2010}', '\u{2011}'];

/// Marks within numbers; which of them end the whole part, the locale says.
const MARKS: [char; 8] = ['.', ',', '\'', '\u{2019}', '\u{66b}', '\u{66c}', '\u{b7}', '\u{ff0e}'];

const PERCENT: [char; 3] = ['%', '\u{66a}', '\u{2030}'];

/// A number with its place in the text.
struct Amount {
    /// Plain digits: `-178.5`.
    value: String,
    /// `true` if it has another currency beside it.
    is_foreign: bool,
}

/// Returns `true` if exactly one amount of a text is the value.
pub(super) fn has_one(shown: &[char], value: &str, language: &PrintedLanguage) -> bool {
    let wanted = normal(value, false);
    let amounts = amounts(shown, language);
    let is_it = |amount: &&Amount| amount.value == wanted && !amount.is_foreign;
    amounts.iter().filter(is_it).count() == 1
}

/// Returns `true` if all amounts of a text, of which there is one, are zero.
pub(super) fn is_zero(shown: &[char], language: &PrintedLanguage) -> bool {
    let amounts = amounts(shown, language);
    !amounts.is_empty() && amounts.iter().all(|amount| amount.value == "0" && !amount.is_foreign)
}

/// Plain digits without zeros that say nothing.
fn normal(plain: &str, is_negative: bool) -> String {
    let (digits, is_negative) = match plain.strip_prefix('-') {
        Some(digits) => (digits, !is_negative),
        None => (plain, is_negative),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    let whole = if whole.is_empty() { "0" } else { whole };
    let number = if fraction.is_empty() { whole.to_owned() } else { format!("{whole}.{fraction}") };
    if is_negative && number != "0" { format!("-{number}") } else { number }
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{a0}' || c == '\u{202f}'
}

fn amounts(shown: &[char], language: &PrintedLanguage) -> Vec<Amount> {
    let mut found = Vec::new();
    let (mut at, mut is_first) = (0, true);
    while at < shown.len() {
        let end = end_of_number(shown, at, language);
        if end == at {
            at += 1;
            continue;
        }
        match read(&shown[at..end], language) {
            Some(plain) => found.extend(amount(shown, at, end, &plain, is_first, language)),
            // Numbers with blanks between them that are no groups of digits.
            None if shown[at..end].iter().any(|c| is_blank(*c)) => {
                let mut from = at;
                for part in shown[at..end].split(|c| is_blank(*c)) {
                    let to = from + part.len();
                    let plain = read(part, language);
                    found.extend(plain.and_then(|it| {
                        amount(shown, from, to, &it, is_first && from == at, language)
                    }));
                    from = to + 1;
                }
            }
            None => {}
        }
        (at, is_first) = (end, false);
    }
    found
}

/// The end of the number that begins at a place; the place itself where none does.
fn end_of_number(shown: &[char], start: usize, language: &PrintedLanguage) -> usize {
    let is_digit = |at: usize| shown.get(at).is_some_and(char::is_ascii_digit);
    let is_mark = |at: usize| shown.get(at).is_some_and(|c| MARKS.contains(c));
    let before = start.checked_sub(1).and_then(|at| shown.get(at));
    let is_free = before.is_none_or(|c| !c.is_alphanumeric() && !MARKS.contains(c));
    let is_fraction = is_mark(start) && is_digit(start + 1) && is_free;
    if !is_digit(start) && !is_fraction {
        return start;
    }
    let mut at = start;
    let mut has_point = is_mark(start);
    loop {
        if is_digit(at) || (is_mark(at) && is_digit(at + 1)) {
            has_point |= is_mark(at) && language.is_decimal(shown[at]);
            at += 1;
            continue;
        }
        // A blank between groups of three digits, where the locale has such groups.
        let is_group = language.has_blank_groups
            && !has_point
            && shown.get(at).is_some_and(|c| is_blank(*c))
            && (1..=3).all(|next| is_digit(at + next))
            && !is_digit(at + 4);
        if !is_group {
            return at;
        }
        at += 1;
    }
}

/// A number in plain digits, as the locale writes it, or as data does where the locale cannot read it.
fn read(number: &[char], language: &PrintedLanguage) -> Option<String> {
    let text: String = number.iter().collect();
    language.locale.read_number(&text).or_else(|| {
        let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
        let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        // Three decimals could be a group.
        let is_plain = all_digits(whole) && all_digits(fraction) && fraction.len() != 3;
        (is_plain && !whole.is_empty()).then(|| text.clone())
    })
}

/// The amount at a place; nothing where the number is a percentage, or a part of a date or of a word.
fn amount(
    shown: &[char],
    start: usize,
    end: usize,
    plain: &str,
    is_first: bool,
    language: &PrintedLanguage,
) -> Option<Amount> {
    let at = |place: usize| shown.get(place).copied();
    let before = |place: usize| place.checked_sub(1).and_then(at);
    let is_minus = |c: Option<char>| c.is_some_and(|c| MINUS.contains(&c));
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() && !is_unspaced(c));
    let is_joint = |c: Option<char>| is_minus(c) || matches!(c, Some('/' | ':'));
    let is_number = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let is_percent = |c: Option<char>| c.is_some_and(|c| PERCENT.contains(&c));
    // Numbers that are joined are dates, times and numbers of things.
    let joins = is_joint(at(end)) && is_number(at(end + 1))
        || is_joint(before(start)) && is_number(start.checked_sub(1).and_then(before));
    let next = (end..shown.len()).find(|place| !is_blank(shown[*place])).unwrap_or(end);
    if joins
        || is_percent(at(next))
        || is_percent(before(start))
        || language.is_dated(shown, start, end)
    {
        return None;
    }
    let (mut left, mut is_negative, mut is_foreign) = (start, false, false);
    if is_minus(before(left)) {
        is_negative = true;
        left -= 1;
    }
    if let Some((from, is_own)) = language.currency_before(shown, left) {
        is_foreign |= !is_own;
        left = from;
        if is_minus(before(left)) && !is_word(left.checked_sub(1).and_then(before)) {
            is_negative = true;
            left -= 1;
        }
    } else if is_word(before(left)) {
        return None;
    }
    // At the beginning of a text a sign may have a blank behind it.
    is_negative |= is_first
        && is_minus(at(0))
        && shown.get(1..left).is_some_and(|rest| rest.iter().all(|c| is_blank(*c)));
    let mut right = end;
    let is_sign_at = |place: usize| is_minus(at(place)) && !is_word(at(place + 1));
    if is_sign_at(right) {
        is_negative = true;
        right += 1;
    }
    if let Some((to, is_own)) = language.currency_after(shown, right) {
        is_foreign |= !is_own;
        right = to;
        if is_sign_at(right) {
            is_negative = true;
            right += 1;
        }
    } else if is_word(at(end)) {
        return None;
    }
    is_negative |= before(left) == Some('(') && at(right) == Some(')');
    Some(Amount { value: normal(plain, is_negative), is_foreign })
}

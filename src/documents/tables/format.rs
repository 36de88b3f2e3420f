//! Number formats of spreadsheets (ECMA-376-1, 18.8.31) for the values that a document prints.
//!
//! A program shows marks of decimals and groups in the language of its user, so a format holds the
//! number of decimals, the use of groups, and the text around: currency, percent, order of a date.
//! If the format would not show the digits that were printed, the cell stays a text.

use engine::calendar::{Civil, Timestamp};
use engine::expr::{NumberKind, Typed, samples};
use engine::number::decimal::{Decimal, Rounding};

/// A number or date with the code of its format.
#[derive(Debug, PartialEq)]
pub(super) enum FormattedCell {
    /// `value`: decimal notation with a point.
    Number { value: String, code: String },
    /// `text`: ISO 8601 where all parts of the day print, else as it prints.
    Date { seconds: i64, text: String, code: String },
}

/// Digits that a cell of a spreadsheet holds exactly.
const EXACT_DIGITS: usize = 15;

/// Most characters of a format.
const MOST_CODE: usize = 255;

/// Most decimals of a format.
const MOST_DECIMALS: usize = 30;

/// Zeros of the digits in which documents may be printed besides ASCII.
const ZEROS: [u32; 8] = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xe50, 0x1040, 0xf20];

/// A cell as a number or date; nothing where it has to stay a text.
pub(super) fn formatted(text: &str, value: &Typed) -> Option<FormattedCell> {
    match value {
        Typed::Number { value, kind } => {
            let code = number_code(text, *value, *kind)?;
            Some(FormattedCell::Number { value: held(*value).to_string(), code })
        }
        Typed::Date { time, samples } => date(text, *time, samples),
    }
}

/// A number with the digits that cells hold: the noise of binary fractions beyond them is dropped.
fn held(value: Decimal) -> Decimal {
    let (digits, point) = value.digits();
    if digits.len() <= EXACT_DIGITS {
        return value;
    }
    let kept = i32::try_from(EXACT_DIGITS).unwrap_or_default();
    value.rounded(kept - point, Rounding::HalfAway)
}

/// The value of a digit.
fn digit(c: char) -> Option<u8> {
    if c.is_ascii() {
        return c.to_digit(10).and_then(|digit| u8::try_from(digit).ok());
    }
    let of = |zero: &u32| (u32::from(c)).checked_sub(*zero).filter(|digit| *digit < 10);
    ZEROS.iter().find_map(of).and_then(|digit| u8::try_from(digit).ok())
}

/// The format in which a number shows the digits of a text.
fn number_code(text: &str, value: Decimal, kind: NumberKind) -> Option<String> {
    let first = text.find(|c: char| digit(c).is_some())?;
    let (last, end) = text.char_indices().rfind(|(_, c)| digit(*c).is_some())?;
    let (before, after) = (text.get(..first)?, text.get(last + end.len_utf8()..)?);
    let body = text.get(first..last + end.len_utf8())?;
    if body.chars().any(char::is_alphabetic) {
        return None;
    }
    let digits: Vec<u8> = body.chars().filter_map(digit).collect();
    let significant = digits.iter().skip_while(|digit| **digit == 0).count();
    if significant > EXACT_DIGITS {
        return None;
    }
    let is_percent = kind == NumberKind::Percent;
    let shown = if is_percent { value.times(Decimal::parse("100")?)? } else { value };
    let decimals = decimals(&digits, shown.abs())?;
    let ((before, signs), (after, more)) = (without_signs(before), without_signs(after));
    // The format has the sign of the value, and no other; a zero may have one as well.
    let is_zero = significant == 0;
    let is_shown = match signs + more {
        0 => is_zero || !value.is_negative(),
        1 => value.is_negative(),
        _ => false,
    };
    if !is_shown {
        return None;
    }
    let whole = if kind == NumberKind::Plain || kind == NumberKind::Fixed { "0" } else { "#,##0" };
    let mut code = literal(&before, is_percent);
    code.push_str(whole);
    if decimals > 0 {
        code.push('.');
        code.extend(std::iter::repeat_n('0', decimals));
    }
    code.push_str(&literal(&after, is_percent));
    if is_percent && !code.contains('%') {
        return None;
    }
    (code.chars().count() <= MOST_CODE).then_some(code)
}

/// Number of digits that are decimals of the number; `None` if they are not its digits.
fn decimals(digits: &[u8], number: Decimal) -> Option<usize> {
    let of = |digits: &[u8]| digits.iter().fold(0_i128, |all, digit| all * 10 + i128::from(*digit));
    let printed = of(digits);
    if printed == 0 {
        // As many as follow the only digit of the whole part.
        let decimals = digits.len().checked_sub(1).filter(|it| *it <= MOST_DECIMALS)?;
        let least = number.rounded(i32::try_from(decimals).ok()?, Rounding::Zero);
        return least.is_zero().then_some(decimals);
    }
    (0..=digits.len().min(MOST_DECIMALS)).find(|decimals| {
        let places = i32::try_from(*decimals).unwrap_or(0);
        let (rounded, point) = number.rounded(places, Rounding::HalfAway).digits();
        // The whole number of the last decimals.
        let length = usize::try_from(point + places).unwrap_or(0);
        if length > EXACT_DIGITS + 1 {
            return false;
        }
        let padded = rounded.bytes().chain(std::iter::repeat(b'0')).take(length);
        let rounded = padded.fold(0_i128, |all, byte| all * 10 + i128::from(byte - b'0'));
        let whole = usize::try_from(point).unwrap_or(0).max(1);
        let printed_whole = digits.len() - decimals;
        // Halves are printed by the rule of the function, which may be another one: 9.99 or 10.00.
        (rounded - printed).abs() <= 1 && (printed_whole == whole || printed_whole + 1 == whole)
    })
}

/// The text around a number without signs, and their number. A hyphen between two letters is none.
fn without_signs(text: &str) -> (String, usize) {
    let mut kept = String::with_capacity(text.len());
    let mut signs = 0;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let is_letter = |c: &char| c.is_alphabetic();
        let is_hyphen = kept.ends_with(char::is_alphabetic) && chars.peek().is_some_and(is_letter);
        if matches!(c, '-' | '\u{2212}') && !is_hyphen {
            signs += 1;
        } else {
            kept.push(c);
        }
    }
    (kept, signs)
}

/// Text beside a value, without marks of direction; the sign of percent acts.
fn literal(text: &str, is_percent: bool) -> String {
    let is_mark = |c: char| matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}');
    let mut code = String::new();
    let mut quoted = String::new();
    let flush = |quoted: &mut String, code: &mut String| {
        if !quoted.is_empty() {
            code.push('"');
            code.push_str(quoted);
            code.push('"');
            quoted.clear();
        }
    };
    for c in text.chars().filter(|c| !is_mark(*c)) {
        match c {
            '%' | '\u{66a}' if is_percent => {
                flush(&mut quoted, &mut code);
                code.push('%');
            }
            '"' => {
                flush(&mut quoted, &mut code);
                code.push_str("\\\"");
            }
            c if c.is_control() => quoted.push(' '),
            c => quoted.push(c),
        }
    }
    flush(&mut quoted, &mut code);
    code
}

/// First and last second that spreadsheets of every program show as the same day.
const TIMES: std::ops::Range<i64> = -2_203_891_200..253_402_300_800;

fn date(text: &str, time: Timestamp, samples: &[String; 3]) -> Option<FormattedCell> {
    let seconds = time.seconds();
    if !TIMES.contains(&seconds) {
        return None;
    }
    let of_day = || {
        is_whole_day(samples).then(|| DateFormat {
            code: "yyyy\\-mm\\-dd".to_owned(),
            is_day: true,
            has_time: false,
        })
    };
    let DateFormat { code, is_day, has_time } = date_code(samples).or_else(of_day)?;
    let Civil { year, month, day, hour, minute, second } = time.civil();
    let text = match (is_day, has_time) {
        (true, true) => {
            format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")
        }
        (true, false) => format!("{year:04}-{month:02}-{day:02}"),
        _ => text.to_owned(),
    };
    let day = seconds.rem_euclid(86_400);
    let seconds = if has_time { seconds } else { seconds - day };
    Some(FormattedCell::Date { seconds, text, code })
}

/// A run of characters of one class.
#[derive(Clone, Copy, PartialEq)]
enum Class {
    Digits,
    Letters,
    Other,
}

fn runs(text: &str) -> Vec<(Class, String)> {
    let mut all: Vec<(Class, String)> = Vec::new();
    for c in text.chars() {
        let (class, c) = match digit(c) {
            Some(digit) => (Class::Digits, char::from(b'0' + digit)),
            None if c.is_alphabetic() => (Class::Letters, c),
            None => (Class::Other, c),
        };
        match all.last_mut() {
            Some((last, run)) if *last == class => run.push(c),
            _ => all.push((class, c.to_string())),
        }
    }
    all
}

/// Returns `true` for the halves of a day as formats have them, of an afternoon and a morning.
fn is_half_of_day(afternoon: &str, morning: &str) -> bool {
    afternoon.eq_ignore_ascii_case("pm") && morning.eq_ignore_ascii_case("am")
}

/// The format of a date.
struct DateFormat {
    code: String,
    /// Year, month and day print.
    is_day: bool,
    /// The hour prints.
    has_time: bool,
}

/// The format of a date from three dates in the same style; nothing where it has parts that formats do
/// not have.
fn date_code(texts: &[String; 3]) -> Option<DateFormat> {
    let [first, second, third] = texts.each_ref().map(|text| runs(text));
    if first.len() != second.len() || first.len() != third.len() {
        return None;
    }
    let [sample, ..] = samples().map(Timestamp::civil);
    let mut code = String::new();
    let mut parts = Vec::new();
    let mut hours = false;
    // An hour of half a day, and the half that it is of.
    let (mut is_half, mut has_half) = (false, false);
    for ((class, a), ((_, b), (_, c))) in first.iter().zip(second.iter().zip(&third)) {
        let part = match class {
            Class::Digits => {
                let value: i64 = a.parse().ok()?;
                let padded = |one: &'static str, two: &'static str| {
                    if b.len() == 1 { one } else { two }
                };
                match value {
                    value if value == sample.year => "yyyy",
                    value if value == sample.year % 100 => "yy",
                    value if value == sample.month => padded("m", "mm"),
                    value if value == sample.day => padded("d", "dd"),
                    value if value == sample.hour => {
                        hours = true;
                        padded("h", "hh")
                    }
                    value if value == sample.hour % 12 => {
                        (hours, is_half) = (true, true);
                        padded("h", "hh")
                    }
                    // Without an hour before it, it would be taken for the month.
                    value if value == sample.minute && hours => padded("m", "mm"),
                    value if value == sample.second => padded("s", "ss"),
                    _ => return None,
                }
            }
            _ if a == b && a == c => {
                code.push_str(&date_literal(a));
                continue;
            }
            Class::Letters if is_half && is_half_of_day(a, b) => {
                has_half = true;
                "AM/PM"
            }
            Class::Letters if a == c => {
                if a.chars().count() <= 4 {
                    "mmm"
                } else {
                    "mmmm"
                }
            }
            Class::Letters => {
                if a.chars().count() <= 4 {
                    "ddd"
                } else {
                    "dddd"
                }
            }
            Class::Other => return None,
        };
        code.push_str(part);
        // Minutes are written as months are.
        parts.push(if hours && part.starts_with('m') { "" } else { part });
    }
    let has = |kind: char| parts.iter().any(|part| part.starts_with(kind));
    // The name of a month in two words.
    let months = parts.iter().filter(|part| part.starts_with("mmm")).count();
    let is_written = months <= 1 && is_half == has_half && code.chars().count() <= MOST_CODE;
    is_written.then(|| DateFormat {
        code,
        is_day: has('y') && has('m') && has('d'),
        has_time: hours,
    })
}

fn date_literal(text: &str) -> String {
    if text == " " { text.to_owned() } else { literal(text, false) }
}

/// Returns `true` for dates of which the day prints, and no time.
fn is_whole_day([first, _, third]: &[String; 3]) -> bool {
    let [sample, ..] = samples().map(Timestamp::civil);
    let of_time = [sample.hour, sample.hour % 12, sample.minute, sample.second];
    let mut numbers = runs(first).into_iter().filter(|(class, _)| *class == Class::Digits);
    first != third && !numbers.any(|(_, run)| run.parse().is_ok_and(|run| of_time.contains(&run)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str, value: &str, kind: NumberKind) -> Option<String> {
        number_code(text, Decimal::parse(value)?, kind)
    }

    #[test]
    fn numbers_have_the_decimals_and_the_currency_that_print() {
        use NumberKind::{Fixed, Grouped, Percent, Plain};
        for (text, value, kind, expected) in [
            ("274.8", "274.8", Plain, "0.0"),
            ("12", "12", Plain, "0"),
            ("0,01", "0.01", Grouped, "#,##0.00"),
            ("0.00", "0", Fixed, "0.00"),
            ("0", "0.2", Grouped, "#,##0"),
            ("R$ 1.234.567,50", "1234567.5", Grouped, "\"R$ \"#,##0.00"),
            ("-1.234,50\u{a0}€", "-1234.5", Grouped, "#,##0.00\"\u{a0}€\""),
            ("\u{2212}\u{200e}5,00", "-5", Grouped, "#,##0.00"),
            ("1,00", "1.005", Grouped, "#,##0.00"),
            ("9.99", "9.995", Fixed, "0.00"),
            ("10.00", "9.995", Fixed, "0.00"),
            ("19 %", "0.19", Percent, "#,##0\" \"%"),
            ("2.5%", "0.025", Percent, "#,##0.0%"),
            ("١٢٫٥", "12.5", Grouped, "#,##0.0"),
            ("5\" pipe", "5", Plain, "0\\\"\" pipe\""),
            ("0.00", "-0.001", Fixed, "0.00"),
            ("-0.00", "-0.001", Fixed, "0.00"),
            ("5 m-Stück", "5", Plain, "0\" m-Stück\""),
            ("123456789012.345", "123456789012.345", Fixed, "0.000"),
        ] {
            assert_eq!(code(text, value, kind).as_deref(), Some(expected), "{text}");
        }
        for (text, value) in [
            ("1e+21", "1e21"),
            ("1234567890123456", "1234567890123456"),
            ("CO2 5", "5"),
            // Signs that the number has not, and none of one that it has.
            ("INV-7", "7"),
            ("-7", "7"),
            ("7-", "7"),
            ("INV--7", "-7"),
            ("(7)", "-7"),
            ("7", "8.6"),
            ("", "1"),
        ] {
            assert_eq!(code(text, value, Plain), None, "{text}");
        }
    }

    #[test]
    fn numbers_have_fifteen_digits() {
        for (value, expected) in [
            ("32850.190000000002", "32850.19"),
            ("0.30000000000000004", "0.3"),
            ("123456789012.345", "123456789012.345"),
            ("0.00000000000000000012345678901234567", "0.000000000000000000123456789012346"),
            ("-2", "-2"),
        ] {
            let held = Decimal::parse(value).map(held);
            assert_eq!(held.map(|held| held.to_string()).as_deref(), Some(expected));
        }
    }

    #[test]
    fn dates_have_the_order_of_their_parts() {
        for (texts, expected) in [
            (["24.11.2033", "05.03.2033", "25.11.2033"], Some("dd\".\"mm\".\"yyyy")),
            (["11/24/33", "3/5/33", "11/25/33"], Some("m\"/\"d\"/\"yy")),
            (["2033-11-24", "2033-03-05", "2033-11-25"], Some("yyyy\"-\"mm\"-\"dd")),
            (
                ["24 de novembro de 2033", "5 de março de 2033", "25 de novembro de 2033"],
                Some("d \"de\" mmmm \"de\" yyyy"),
            ),
            (
                ["Thu, 24 Nov 2033", "Sat, 5 Mar 2033", "Fri, 25 Nov 2033"],
                Some("ddd\", \"d mmm yyyy"),
            ),
            (
                ["24/11/2033 17:45", "05/03/2033 04:06", "25/11/2033 17:45"],
                Some("dd\"/\"mm\"/\"yyyy hh\":\"mm"),
            ),
            (["5:45 PM", "4:06 AM", "5:45 PM"], Some("h\":\"mm AM/PM")),
            (["5:45", "4:06", "5:45"], None),
            (["Q4 2033", "Q1 2033", "Q4 2033"], None),
            (["2576", "2576", "2576"], None),
        ] {
            let code = date_code(&texts.map(str::to_owned)).map(|format| format.code);
            assert_eq!(code.as_deref(), expected, "{texts:?}");
        }
    }

    #[test]
    fn only_whole_days_become_iso_dates() {
        let texts = |texts: [&str; 3]| texts.map(str::to_owned);
        let time = Timestamp::clamped(1_795_000_000);
        let month = texts(["11/2033", "03/2033", "11/2033"]);
        let Some(FormattedCell::Date { text, seconds, .. }) = date("11/2026", time, &month) else {
            panic!("a date")
        };
        assert_eq!((text.as_str(), seconds.rem_euclid(86_400)), ("11/2026", 0));
        let day = texts(["24.11.2033", "05.03.2033", "25.11.2033"]);
        let Some(FormattedCell::Date { text, .. }) = date("18.11.2026", time, &day) else {
            panic!("a date")
        };
        assert_eq!(text, "2026-11-18");
        // Letters of the text between are no parts: a month is no day, and a day has no time.
        let shown = |list: [&str; 3]| match date("x", time, &texts(list)) {
            Some(FormattedCell::Date { text, seconds, .. }) => (text, seconds.rem_euclid(86_400)),
            _ => panic!("a date"),
        };
        let month = ["novembro de 2033", "março de 2033", "novembro de 2033"];
        assert_eq!(shown(month), ("x".to_owned(), 0));
        let long = ["24 tháng 11, 2033", "5 tháng 3, 2033", "25 tháng 11, 2033"];
        assert_eq!(shown(long), ("2026-11-18".to_owned(), 0));
        // Of which formats have no code: the first keeps its day, the others what they print.
        let code = |list: [&str; 3]| match date("x", time, &texts(list)) {
            Some(FormattedCell::Date { code, .. }) => Some(code),
            _ => None,
        };
        let day_of_week = ["24-XI-2033-4", "5-III-2033-6", "25-XI-2033-5"];
        assert_eq!(code(day_of_week).as_deref(), Some("yyyy\\-mm\\-dd"));
        assert_eq!(code(["Q4 2033", "Q1 2033", "Q4 2033"]), None);
        assert_eq!(code(["오후 5:45", "오전 4:06", "오후 5:45"]), None);
        let old = Timestamp::clamped(-2_208_988_800);
        assert_eq!(date("01.01.1900", old, &day), None);
    }
}

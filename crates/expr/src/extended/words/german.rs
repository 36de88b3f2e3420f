//! German: `eintausendzweihundertvierunddreißig`.

use super::Form;
use super::names::at;

const UNITS: [&str; 20] = [
    "null",
    "ein",
    "zwei",
    "drei",
    "vier",
    "fünf",
    "sechs",
    "sieben",
    "acht",
    "neun",
    "zehn",
    "elf",
    "zwölf",
    "dreizehn",
    "vierzehn",
    "fünfzehn",
    "sechzehn",
    "siebzehn",
    "achtzehn",
    "neunzehn",
];
const TENS: [&str; 10] = [
    "", "", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig",
];
/// Feminine nouns.
const GROUPS: [(u64, &str, &str); 4] = [
    (1_000_000_000_000_000, "Billiarde", "Billiarden"),
    (1_000_000_000_000, "Billion", "Billionen"),
    (1_000_000_000, "Milliarde", "Milliarden"),
    (1_000_000, "Million", "Millionen"),
];

pub(super) fn words(number: u64, form: Form) -> String {
    if let Some(&(unit, one, many)) = GROUPS.iter().find(|(unit, ..)| number >= *unit) {
        let (count, rest) = (number / unit, number % unit);
        let head =
            format!("{} {}", words(count, Form::Feminine), if count == 1 { one } else { many });
        return if rest == 0 { head } else { format!("{head} {}", words(rest, form)) };
    }
    let text = below_a_million(number);
    // Only a one at the very end changes.
    match form {
        Form::Alone if ends_in_one(number) => text + "s",
        Form::Feminine if ends_in_one(number) => text + "e",
        _ => text,
    }
}

fn ends_in_one(number: u64) -> bool {
    number % 100 == 1
}

/// With `ein` for a one at the end.
fn below_a_million(number: u64) -> String {
    for (unit, name) in [(1000, "tausend"), (100, "hundert")] {
        if number >= unit {
            let rest = number % unit;
            let rest = if rest == 0 { String::new() } else { below_a_million(rest) };
            return format!("{}{name}{rest}", below_a_million(number / unit));
        }
    }
    match number {
        0..20 => at(&UNITS, number).to_owned(),
        _ if number.is_multiple_of(10) => at(&TENS, number / 10).to_owned(),
        _ => format!("{}und{}", at(&UNITS, number % 10), at(&TENS, number / 10)),
    }
}

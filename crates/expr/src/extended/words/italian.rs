//! Italian: `milleduecentotrentaquattro`.

use super::Form;
use super::names::at;

const UNITS: [&str; 20] = [
    "zero",
    "uno",
    "due",
    "tre",
    "quattro",
    "cinque",
    "sei",
    "sette",
    "otto",
    "nove",
    "dieci",
    "undici",
    "dodici",
    "tredici",
    "quattordici",
    "quindici",
    "sedici",
    "diciassette",
    "diciotto",
    "diciannove",
];
const TENS: [&str; 10] = [
    "",
    "",
    "venti",
    "trenta",
    "quaranta",
    "cinquanta",
    "sessanta",
    "settanta",
    "ottanta",
    "novanta",
];
/// Masculine nouns.
const GROUPS: [(u64, &str, &str); 4] = [
    (1_000_000_000_000_000, "biliardo", "biliardi"),
    (1_000_000_000_000, "bilione", "bilioni"),
    (1_000_000_000, "miliardo", "miliardi"),
    (1_000_000, "milione", "milioni"),
];

pub(super) fn words(number: u64, form: Form) -> String {
    if let Some(&(unit, one, many)) = GROUPS.iter().find(|(unit, ..)| number >= *unit) {
        let (count, rest) = (number / unit, number % unit);
        let name = if count == 1 { one } else { many };
        let head = format!("{} {name}", words(count, Form::Masculine));
        return if rest == 0 { head } else { format!("{head} {}", words(rest, form)) };
    }
    let text = below_a_million(number, true);
    // `ventun euro`, but `centouno euro` and `centoventuno euro`.
    let rest = number % 1000;
    let shortened = rest == 1 || (rest % 10 == 1 && (21..100).contains(&rest));
    match (form, text.strip_suffix("uno")) {
        (Form::Masculine, Some(stem)) if shortened => format!("{stem}un"),
        (Form::Feminine, Some(stem)) => format!("{stem}una"),
        _ => text,
    }
}

/// `last` says whether nothing of the number follows: then a three at the end has an accent.
fn below_a_million(number: u64, last: bool) -> String {
    let more = |rest: u64| if rest == 0 { String::new() } else { below_a_million(rest, last) };
    match number {
        0..20 => at(&UNITS, number).to_owned(),
        20..100 => {
            let (head, rest) = (at(&TENS, number / 10), number % 10);
            // The vowel at the end goes before another one.
            let stem = head.strip_suffix(['i', 'a']).unwrap_or(head);
            match rest {
                1 | 8 => format!("{stem}{}", at(&UNITS, rest)),
                3 if last => format!("{head}tré"),
                _ => format!("{head}{}", more(rest)),
            }
        }
        100..1000 => {
            let (count, rest) = (number / 100, number % 100);
            let head =
                if count == 1 { "cento".to_owned() } else { format!("{}cento", at(&UNITS, count)) };
            match rest {
                // `centottanta`, but `centouno` and `centotto`.
                8 | 80..90 => {
                    format!("{}{}", head.strip_suffix('o').unwrap_or(&head), more(rest))
                }
                3 if last => format!("{head}tré"),
                _ => head + &more(rest),
            }
        }
        _ => {
            let (count, rest) = (number / 1000, number % 1000);
            let head = match count {
                1 => "mille".to_owned(),
                _ => {
                    let count_words = below_a_million(count, false);
                    let shortened = count % 10 == 1 && (21..100).contains(&count);
                    let stem = count_words.strip_suffix('o').filter(|_| shortened);
                    format!("{}mila", stem.unwrap_or(&count_words))
                }
            };
            match rest {
                3 if last => format!("{head}tré"),
                _ => head + &more(rest),
            }
        }
    }
}

//! French: `mille deux cent trente-quatre`.

use super::Form;
use super::names::at;

/// Words for seventy, eighty and ninety.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tens {
    /// `soixante-dix`, `quatre-vingts`, `quatre-vingt-dix`.
    Common,
    /// `septante`, `quatre-vingts`, `nonante`.
    Belgian,
    /// `septante`, `huitante`, `nonante`.
    Swiss,
}

impl Tens {
    /// The words of a region in lower case.
    pub(super) fn of(region: &str) -> Self {
        match region {
            "be" => Self::Belgian,
            "ch" => Self::Swiss,
            _ => Self::Common,
        }
    }
}

const UNITS: [&str; 20] = [
    "zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze",
    "douze", "treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf",
];
const TENS: [&str; 10] = [
    "",
    "",
    "vingt",
    "trente",
    "quarante",
    "cinquante",
    "soixante",
    "septante",
    "huitante",
    "nonante",
];
/// Masculine nouns.
const GROUPS: [(u64, &str, &str); 4] = [
    (1_000_000_000_000_000, "billiard", "billiards"),
    (1_000_000_000_000, "billion", "billions"),
    (1_000_000_000, "milliard", "milliards"),
    (1_000_000, "million", "millions"),
];

pub(super) fn words(number: u64, form: Form, tens: Tens) -> String {
    if let Some(&(unit, one, many)) = GROUPS.iter().find(|(unit, ..)| number >= *unit) {
        let count = number / unit;
        let name = if count == 1 { one } else { many };
        let head = format!("{} {name}", words(count, Form::Masculine, tens));
        return followed(head, number % unit, form, tens);
    }
    if number >= 1000 {
        let count = number / 1000;
        let head = match count {
            1 => "mille".to_owned(),
            // Before `mille` nothing takes the s of the plural.
            _ => format!("{} mille", below_1000(count, Form::Masculine, tens, false)),
        };
        return followed(head, number % 1000, form, tens);
    }
    below_1000(number, form, tens, true)
}

fn followed(head: String, rest: u64, form: Form, tens: Tens) -> String {
    if rest == 0 { head } else { format!("{head} {}", words(rest, form, tens)) }
}

/// `last` says whether nothing of the number follows.
fn below_1000(number: u64, form: Form, tens: Tens, last: bool) -> String {
    if number < 100 {
        return below_100(number, form, tens, last);
    }
    let (count, rest) = (number / 100, number % 100);
    let head = if count == 1 { "cent".to_owned() } else { format!("{} cent", at(&UNITS, count)) };
    match rest {
        0 if count > 1 && last => head + "s",
        0 => head,
        _ => format!("{head} {}", below_100(rest, form, tens, last)),
    }
}

fn below_100(number: u64, form: Form, tens: Tens, last: bool) -> String {
    let one = if form == Form::Feminine { "une" } else { "un" };
    let (base, rest) = match (number / 10, tens) {
        (7, Tens::Common) => (60, number - 60),
        (8, Tens::Common | Tens::Belgian) => (80, number - 80),
        (9, Tens::Common) => (80, number - 80),
        _ => (number / 10 * 10, number % 10),
    };
    let vingts = base == 80 && tens != Tens::Swiss;
    match number {
        1 => one.to_owned(),
        0..20 => at(&UNITS, number).to_owned(),
        80 if vingts => if last { "quatre-vingts" } else { "quatre-vingt" }.to_owned(),
        _ if vingts && rest == 1 => format!("quatre-vingt-{one}"),
        _ if vingts => format!("quatre-vingt-{}", at(&UNITS, rest)),
        _ => {
            let head = at(&TENS, base / 10);
            match rest {
                0 => head.to_owned(),
                1 => format!("{head}-et-{one}"),
                11 => format!("{head}-et-onze"),
                _ => format!("{head}-{}", at(&UNITS, rest)),
            }
        }
    }
}

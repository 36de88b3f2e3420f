//! Brazilian Portuguese: `mil duzentos e trinta e quatro`.

use super::names::at;
use super::{Form, Group, largest_group};

const UNITS: [&str; 20] = [
    "zero",
    "um",
    "dois",
    "três",
    "quatro",
    "cinco",
    "seis",
    "sete",
    "oito",
    "nove",
    "dez",
    "onze",
    "doze",
    "treze",
    "catorze",
    "quinze",
    "dezesseis",
    "dezessete",
    "dezoito",
    "dezenove",
];
const TENS: [&str; 10] = [
    "",
    "",
    "vinte",
    "trinta",
    "quarenta",
    "cinquenta",
    "sessenta",
    "setenta",
    "oitenta",
    "noventa",
];
const HUNDREDS: [&str; 10] = [
    "",
    "cento",
    "duzentos",
    "trezentos",
    "quatrocentos",
    "quinhentos",
    "seiscentos",
    "setecentos",
    "oitocentos",
    "novecentos",
];
/// Masculine nouns.
const GROUPS: [Group; 4] = [
    (1_000_000_000_000_000, "quatrilhão", "quatrilhões"),
    (1_000_000_000_000, "trilhão", "trilhões"),
    (1_000_000_000, "bilhão", "bilhões"),
    (1_000_000, "milhão", "milhões"),
];

pub(super) fn words(number: u64, form: Form) -> String {
    if let Some((head, rest)) = largest_group(number, &GROUPS, words) {
        return followed(head, rest, form);
    }
    if number >= 1000 {
        let count = number / 1000;
        let head =
            if count == 1 { "mil".to_owned() } else { format!("{} mil", below_1000(count, form)) };
        return followed(head, number % 1000, form);
    }
    below_1000(number, form)
}

/// A group and the words after it: with `e` before a number below a hundred, or whole hundreds.
fn followed(head: String, rest: u64, form: Form) -> String {
    match rest {
        0 => head,
        _ if rest < 100 || rest.is_multiple_of(100) => format!("{head} e {}", words(rest, form)),
        _ => format!("{head} {}", words(rest, form)),
    }
}

fn below_1000(number: u64, form: Form) -> String {
    let feminine = form == Form::Feminine;
    match number {
        1 if feminine => "uma".to_owned(),
        2 if feminine => "duas".to_owned(),
        0..20 => at(&UNITS, number).to_owned(),
        20..100 => joined(at(&TENS, number / 10).to_owned(), number % 10, form),
        100 => "cem".to_owned(),
        _ => {
            let hundreds = at(&HUNDREDS, number / 100);
            let hundreds = match hundreds.strip_suffix("os") {
                Some(stem) if feminine => format!("{stem}as"),
                _ => hundreds.to_owned(),
            };
            joined(hundreds, number % 100, form)
        }
    }
}

fn joined(head: String, rest: u64, form: Form) -> String {
    if rest == 0 { head } else { format!("{head} e {}", below_1000(rest, form)) }
}

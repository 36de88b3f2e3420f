//! Spanish: `mil doscientos treinta y cuatro`.

use super::names::at;
use super::{Form, Group, largest_group};

const UNITS: [&str; 30] = [
    "cero",
    "uno",
    "dos",
    "tres",
    "cuatro",
    "cinco",
    "seis",
    "siete",
    "ocho",
    "nueve",
    "diez",
    "once",
    "doce",
    "trece",
    "catorce",
    "quince",
    "dieciséis",
    "diecisiete",
    "dieciocho",
    "diecinueve",
    "veinte",
    "veintiuno",
    "veintidós",
    "veintitrés",
    "veinticuatro",
    "veinticinco",
    "veintiséis",
    "veintisiete",
    "veintiocho",
    "veintinueve",
];
const TENS: [&str; 10] =
    ["", "", "", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"];
const HUNDREDS: [&str; 10] = [
    "",
    "ciento",
    "doscientos",
    "trescientos",
    "cuatrocientos",
    "quinientos",
    "seiscientos",
    "setecientos",
    "ochocientos",
    "novecientos",
];
/// Masculine nouns; a thousand millions have no name of their own.
const GROUPS: [Group; 2] =
    [(1_000_000_000_000, "billón", "billones"), (1_000_000, "millón", "millones")];

pub(super) fn words(number: u64, form: Form) -> String {
    if let Some((head, rest)) = largest_group(number, &GROUPS, words) {
        return followed(head, rest, form);
    }
    if number >= 1000 {
        let count = number / 1000;
        let head = match count {
            1 => "mil".to_owned(),
            _ => format!("{} mil", below_1000(count, Form::Masculine)),
        };
        return followed(head, number % 1000, form);
    }
    below_1000(number, form)
}

fn followed(head: String, rest: u64, form: Form) -> String {
    if rest == 0 { head } else { format!("{head} {}", words(rest, form)) }
}

fn below_1000(number: u64, form: Form) -> String {
    match (number, form) {
        (1, Form::Masculine) => "un".to_owned(),
        (1, Form::Feminine) => "una".to_owned(),
        (21, Form::Masculine) => "veintiún".to_owned(),
        (21, Form::Feminine) => "veintiuna".to_owned(),
        (0..30, _) => at(&UNITS, number).to_owned(),
        (30..100, _) if number.is_multiple_of(10) => at(&TENS, number / 10).to_owned(),
        (30..100, _) => format!("{} y {}", at(&TENS, number / 10), below_1000(number % 10, form)),
        (100, _) => "cien".to_owned(),
        _ => {
            let hundreds = at(&HUNDREDS, number / 100);
            let hundreds = match hundreds.strip_suffix("os") {
                Some(stem) if form == Form::Feminine => format!("{stem}as"),
                _ => hundreds.to_owned(),
            };
            followed(hundreds, number % 100, form)
        }
    }
}

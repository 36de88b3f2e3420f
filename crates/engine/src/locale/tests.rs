use super::*;
use crate::expr::date::Timestamp;
use crate::expr::decimal::Decimal;
use crate::expr::number::Digits;

/// What Node's ICU says; `data/vectors.mjs` writes it.
const VECTORS: &str = include_str!("data/vectors.txt");

fn locale(tag: &str) -> Locale {
    Locale::find(tag).unwrap_or_else(|| panic!("no locale {tag}"))
}

fn digits(number: f64) -> (Digits, bool) {
    (Digits::shortest(number.abs()), number < 0.0)
}

fn shown(kind: &str, tag: &str, input: &str) -> String {
    let mut out = String::new();
    let number =
        || input.split(' ').next().and_then(|text| text.parse::<f64>().ok()).expect("a number");
    let rest = || input.split_once(' ').map_or("", |(_, rest)| rest);
    match kind {
        "decimal" => {
            let (digits, negative) = digits(number());
            locale(tag).decimal(digits, negative, Decimals { least: 0, most: 3 }, true, &mut out);
        }
        "percent" => {
            let (digits, negative) = digits(number() * 100.0);
            locale(tag).percent(digits, negative, Decimals { least: 0, most: 0 }, &mut out);
        }
        "money" => {
            let (digits, negative) = digits(number());
            let count = currency_digits(rest());
            let locale = locale(tag);
            let symbol = locale.currency_symbol(rest());
            locale.money(
                digits,
                negative,
                Decimals { least: count, most: count },
                symbol,
                &mut out,
            );
        }
        "date" => {
            let time = Timestamp::clamped(number() as i64);
            locale(tag).date(time, &DateStyle::read(rest()), &mut out);
        }
        "plural" => {
            out.push_str(locale(tag).plural(Decimal::parse(input).expect("a number")).name())
        }
        "upper" => out = case::upper(input, tag),
        "lower" => out = case::lower(input, tag),
        "zone" => {
            let time = number() as i64;
            let local = time + Zone::find(tag).expect("a zone").offset(time);
            let pattern = crate::expr::date::Pattern::compile("YYYY-MM-DD HH:mm:ss");
            pattern.write(Timestamp::clamped(local), &mut out);
        }
        _ => panic!("{kind}"),
    }
    out
}

/// Left out: what differs between the CLDR of the table and that of Node, and marks of direction,
/// which have no width.
fn comparable(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}')).collect()
}

#[test]
fn locales_write_as_icu_does() {
    let mut wrong = Vec::new();
    let mut compared = 0;
    for line in VECTORS.lines().filter(|line| !line.starts_with('#')) {
        let parts: Vec<&str> = line.split('\t').collect();
        let [kind, tag, input, expected] = parts[..] else { panic!("no vector: {line}") };
        compared += 1;
        let found = shown(kind, tag, input);
        if comparable(&found) != comparable(expected) {
            wrong.push(format!("{kind}/{tag} {input}: {found:?}, not {expected:?}"));
        }
    }
    assert!(compared > 8000, "{compared}");
    assert!(wrong.is_empty(), "{} of {compared}\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn tags_find_the_nearest_locale() {
    let found = |tag: &str| Locale::find(tag).map(|locale| locale.entry('n').to_owned());
    assert_eq!(found("de-LU"), found("de"));
    assert_eq!(found("DE_at"), found("de-AT"));
    assert_eq!(found("es-HN"), found("es-419"));
    assert_eq!(found("en-DE"), found("en-001"));
    assert_eq!(found("pt-AO"), found("pt-PT"));
    assert_eq!(found("iw"), found("he"));
    for tag in ["", "x", "qqq", "de--DE", "d1", "en-\u{e9}"] {
        assert!(Locale::find(tag).is_none(), "{tag}");
    }
    assert_eq!(locale("zh-tw").tag(), "zh-TW");
    assert_eq!(locale("zh-TW").entry('l'), locale("zh-Hant").entry('l'));
    assert_eq!(locale("hi-u-nu-deva").tag(), "hi-u-nu-deva");
}

#[test]
fn digits_are_latin_unless_the_tag_says_otherwise() {
    let show = |tag: &str| {
        let mut out = String::new();
        let (digits, negative) = digits(1234.5);
        locale(tag).decimal(digits, negative, Decimals { least: 0, most: 3 }, true, &mut out);
        out
    };
    assert_eq!(show("ar-EG"), "1,234.5");
    assert_eq!(show("ar-EG-u-nu-arab"), "١٬٢٣٤٫٥");
    assert_eq!(show("hi-u-nu-deva"), "१,२३४.५");
}

#[test]
fn versions_are_known() {
    assert_eq!(DATA_VERSIONS.cldr, "47.0.0");
    assert!(DATA_VERSIONS.tzdb.starts_with("20"), "{}", DATA_VERSIONS.tzdb);
}

#[test]
fn currencies_are_those_of_iso_4217() {
    assert!(["EUR", "USD", "JPY", "KWD"].into_iter().all(is_currency));
    assert!(["", "R$", "eur", "AAA", "EURO", "É"].into_iter().all(|code| !is_currency(code)));
    assert_eq!(["EUR", "JPY", "KWD"].map(currency_digits), [2, 0, 3]);
}

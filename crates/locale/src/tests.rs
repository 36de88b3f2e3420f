use super::*;
use reportctl_base::calendar::{Civil, Timestamp};
use reportctl_base::number::decimal::Decimal;
use reportctl_base::number::digits::Digits;

/// Results of Node's ICU, written by `data/vectors.mjs`.
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
        "date" | "era" | "named" | "time" => {
            let time = Timestamp::clamped(number() as i64);
            locale(tag).date(time, &DateStyle::read(rest()), &mut out);
            if kind == "time" {
                // Node writes a blank for the narrow one.
                out = out.replace('\u{202f}', " ");
            }
        }
        "plural" => {
            out.push_str(locale(tag).plural(Decimal::parse(input).expect("a number")).name())
        }
        "upper" => out = case::upper(input, tag),
        "lower" => out = case::lower(input, tag),
        "zone" => {
            let time = number() as i64;
            let local = time + Zone::find(tag).expect("a zone").offset(time);
            let shown = Timestamp::clamped(local).civil();
            let (year, month, day) = (shown.year, shown.month, shown.day);
            let (hour, minute, second) = (shown.hour, shown.minute, shown.second);
            out = format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}");
        }
        _ => panic!("{kind}"),
    }
    out
}

/// Removes differences between the CLDR of the table and that of Node, and marks of direction,
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
fn signs_go_with_the_digits_of_their_writing() {
    let money = |tag: &str, number: f64| {
        let (mut out, (digits, negative)) = (String::new(), digits(number));
        locale(tag).money(digits, negative, Decimals { least: 2, most: 2 }, "€", &mut out);
        out
    };
    let percent = |tag: &str, number: f64| {
        let (mut out, (digits, negative)) = (String::new(), digits(number));
        locale(tag).percent(digits, negative, Decimals { least: 0, most: 1 }, &mut out);
        out
    };
    assert_eq!(money("ar-EG-u-nu-arab", -1234.5), "\u{61c}-\u{200f}١٬٢٣٤٫٥٠\u{a0}€");
    assert_eq!(percent("ar-EG-u-nu-arab", 25.6), "٢٥٫٦٪\u{61c}");
    assert_eq!(percent("fa-u-nu-arabext", -25.6), "\u{200e}−۲۵٫۶٪");
    assert_eq!(money("ar-EG", -1234.5), "\u{200f}\u{200e}-1,234.50\u{a0}€");
    assert_eq!(percent("ar-EG", 25.6), "25.6\u{200e}%\u{200e}");
}

#[test]
fn date_and_time_stand_together_as_the_locale_has_it() {
    let show = |tag: &str, skeleton: &str| {
        let (mut out, time) = (String::new(), Timestamp::clamped(1_777_561_445));
        locale(tag).date(time, &DateStyle::read(&format!("skeleton:{skeleton}")), &mut out);
        out
    };
    for (tag, skeleton, expected) in [
        ("de", "yMMMMdHm", "30. April 2026 um 15:04"),
        ("de", "yMMMdHm", "30. Apr. 2026, 15:04"),
        ("fr", "yMMMMEEEEdHm", "jeudi 30 avril 2026 à 15:04"),
        ("fr", "yMdHm", "30/04/2026 15:04"),
        ("pt-BR", "yMMMMdHm", "30 de abril de 2026 às 15:04"),
        ("ja", "yMMMMdHm", "2026年4月30日 15:04"),
        ("ja", "yMdHms", "2026/4/30 15:04:05"),
        ("zh", "yMMMMdHm", "2026年4月30日 15:04"),
        ("ko", "yMMMdHm", "2026년 4월 30일 15:04"),
        ("tr", "yMMMMdHm", "30 Nisan 2026 15:04"),
        ("vi", "yMMMMdHm", "lúc 15:04 30 tháng 4, 2026"),
        ("sv", "yMMMdHm", "30 apr. 2026 15:04"),
        // The hour that the locale prefers.
        ("de-AT", "jm", "15:04"),
        ("en", "jm", "3:04\u{202f}PM"),
        ("en-GB", "jm", "15:04"),
        ("en-AU", "yMMMMdjm", "30 April 2026 at 3:04\u{202f}pm"),
        ("fr", "jm", "15:04"),
        ("fr-CA", "jm", "15 h 04"),
        ("ko", "jm", "PM 3:04"),
        ("ja", "jm", "15:04"),
        ("zh-CN", "jm", "15:04"),
        ("zh-TW", "jm", "下午3:04"),
        ("zh-Hant", "jm", "下午3:04"),
        ("ja", "hm", "午後3:04"),
        ("hi", "jm", "3:04 pm"),
        ("es", "jm", "15:04"),
        ("es-MX", "jm", "3:04\u{202f}p.m."),
        ("de", "ms", "04:05"),
        // A month alone has its name though dates have its number.
        ("bg", "MMMM", "април"),
        ("da", "yMMMMEd", "tors. den 30. april 2026"),
        // A month that is written out stays so beside the name of the day.
        ("bg", "MMMMEEEEd", "четвъртък, 30 април"),
        ("cs", "MMMMEEEEd", "čtvrtek 30. dubna"),
        ("es", "MMMMEEEEd", "jueves, 30 de abril"),
        ("pt-PT", "MMMMEEEEd", "quinta-feira, 30 de abril"),
        ("sr", "MMMMEEEEd", "четвртак, 30. април"),
        // Mongolian counts months in Roman numerals.
        ("mn", "yM", "2026 IV"),
        ("mn", "MMMM", "Дөрөвдүгээр сар"),
    ] {
        assert_eq!(show(tag, skeleton), expected, "{tag} {skeleton}");
    }
}

/// As Babel 2.18 writes them.
#[test]
fn quarters_are_written_as_cldr_has_them() {
    let show = |tag: &str, skeleton: &str| {
        let (mut out, time) = (String::new(), Timestamp::clamped(1_777_561_445));
        locale(tag).date(time, &DateStyle::read(&format!("skeleton:{skeleton}")), &mut out);
        out
    };
    for (tag, short, wide) in [
        ("en", "Q2 2026", "2nd quarter 2026"),
        ("de-AT", "Q2 2026", "2. Quartal 2026"),
        ("fr", "T2 2026", "2e trimestre 2026"),
        ("es", "T2 2026", "2.º trimestre de 2026"),
        ("pt-BR", "T2 de 2026", "2º trimestre de 2026"),
        ("ja", "2026/Q2", "2026年第2四半期"),
        ("ar", "الربع الثاني 2026", "الربع الثاني 2026"),
        ("ru", "2-й кв. 2026\u{202f}г.", "2-й квартал 2026\u{202f}г."),
        ("pl", "II kw. 2026", "II kwartał 2026"),
        ("zh", "2026年第2季度", "2026年第2季度"),
        ("ko", "2026년 2분기", "2026년 제 2/4분기"),
        ("hi", "ति2 2026", "दूसरी तिमाही 2026"),
        ("it", "T2 2026", "2º trimestre 2026"),
        ("nl", "K2 2026", "2e kwartaal 2026"),
        ("sv", "K2 2026", "2:a kvartalet 2026"),
        ("he", "Q2 2026", "רבעון 2 2026"),
    ] {
        assert_eq!([show(tag, "yQQQ"), show(tag, "QQQQy")], [short, wide], "{tag}");
    }
    assert_eq!(
        ["Q", "QQ", "QQQ", "QQQQ"].map(|one| show("en", one)),
        ["2", "02", "Q2", "2nd quarter"]
    );
    assert_eq!(show("hi-u-nu-deva", "QQQ"), "ति२");
    // A quarter stands beside a year alone.
    assert_eq!(show("en", "yQQQd"), show("en", "").as_str());
}

#[test]
fn parts_wider_than_those_of_cldr_are_written_as_numeric() {
    let show = |skeleton: &str| {
        let (mut out, time) = (String::new(), Timestamp::clamped(1_777_561_445));
        locale("en").date(time, &DateStyle::read(&format!("skeleton:{skeleton}")), &mut out);
        out
    };
    let numeric = show("");
    for letter in
        ["y", "G", "Q", "M", "E", "d", "a", "h", "H", "K", "k", "m", "s", "L", "c", "Y", "j"]
    {
        for skeleton in [letter.repeat(7), letter.repeat(70_000), letter.repeat(70_000) + "QQQ"] {
            assert_eq!(show(&skeleton), numeric, "{letter}");
        }
    }
    assert_eq!(show("Hmmm"), numeric);
    assert_eq!(["yyyyy", "MMMMdd"].map(show), ["02026", "April 30"]);
}

#[test]
fn dates_before_the_table_have_the_standard_time_of_its_first_year() {
    let hours = |name: &str, year: i64, month: i64| {
        let day = Civil { year, month, day: 15, hour: 10, minute: 0, second: 0 };
        let moment = Timestamp::from_parts(day).expect("a date").seconds();
        Zone::find(name).expect("a zone").offset(moment) as f64 / 3600.0
    };
    for (name, before, january, july) in [
        ("Europe/Berlin", 1.0, 1.0, 2.0),
        ("Europe/Lisbon", 0.0, 0.0, 1.0),
        ("Europe/Dublin", 0.0, 0.0, 1.0),
        ("America/New_York", -5.0, -5.0, -4.0),
        ("America/Sao_Paulo", -3.0, -2.0, -3.0),
        ("Australia/Sydney", 10.0, 11.0, 10.0),
        ("Pacific/Chatham", 12.75, 13.75, 12.75),
        ("Africa/Windhoek", 1.0, 2.0, 1.0),
        ("Asia/Kolkata", 5.5, 5.5, 5.5),
    ] {
        assert_eq!([hours(name, 1985, 7), hours(name, 1999, 12)], [before; 2], "{name}");
        assert_eq!([hours(name, 2000, 1), hours(name, 2000, 7)], [january, july], "{name}");
    }
    // Without summer time until the rule of today holds.
    assert_eq!([hours("Europe/Riga", 2000, 7), hours("Europe/Riga", 2026, 7)], [2.0, 3.0]);
    assert_eq!(hours("America/Grand_Turk", 2016, 1), -4.0);
}

#[test]
fn the_hours_of_a_tag_win_over_those_of_its_region() {
    let show = |tag: &str, skeleton: &str, hour: i64| {
        let (mut out, time) = (String::new(), Timestamp::clamped(hour * 3600 + 240));
        locale(tag).date(time, &DateStyle::read(&format!("skeleton:{skeleton}")), &mut out);
        out
    };
    assert_eq!(show("en-US-u-hc-h23", "jm", 15), "15:04");
    assert_eq!(show("de-u-hc-h12", "jm", 15), "3:04\u{202f}PM");
    assert_eq!(show("ja-u-hc-h11", "jm", 12), "午後0:04");
    assert_eq!(show("de-u-hc-h24", "jm", 0), "24:04");
    assert_eq!(show("en-US-u-hc-h23", "yMMMdjm", 15), "Jan 1, 1970, 15:04");
    // An hour cycle in the skeleton wins, and unknown tags are kept.
    assert_eq!(show("en-US-u-hc-h23", "hm", 15), "3:04\u{202f}PM");
    assert_eq!(show("en-US-u-hc-h13", "jm", 15), "3:04\u{202f}PM");
    assert_eq!(locale("en-us-u-nu-latn-hc-h23").tag(), "en-US-u-hc-h23-nu-latn");
}

#[test]
fn years_before_the_first_are_counted_backwards_with_their_era() {
    let show = |tag: &str, skeleton: &str| {
        let (mut out, time) = (String::new(), Timestamp::clamped(-62_198_755_200));
        locale(tag).date(time, &DateStyle::read(&format!("skeleton:{skeleton}")), &mut out);
        out
    };
    assert_eq!(show("de", "yG"), "2 v. Chr.");
    assert_eq!(show("en", "GGGG"), "Before Christ");
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

#[test]
fn numbers_are_read_as_the_locale_writes_them() {
    for (tag, text, plain) in [
        ("de", "1.234,56", Some("1234.56")),
        ("de", " -1.234.567,5 ", Some("-1234567.5")),
        ("de", "12,50", Some("12.50")),
        ("de", "1234", Some("1234")),
        ("de", ",5", Some("0.5")),
        ("de", "+0,5", Some("0.5")),
        ("de", "\u{2212}3", Some("-3")),
        ("de", "3000.00", None),
        ("de", "1.23", None),
        ("de", "12.34,5", None),
        ("de", "1.2345,5", None),
        ("de", "0.123", None),
        ("de", "1,2,3", None),
        ("de", "1.234 567", None),
        ("de", "5,", None),
        ("de", "12,50 €", None),
        ("de", "19 %", None),
        ("de", "", None),
        ("de", "24.11.2026", None),
        ("de", "siehe", None),
        ("en", "1,234.56", Some("1234.56")),
        ("en", "1.234,56", None),
        ("fr", "1 234,5", Some("1234.5")),
        ("fr", "1\u{202f}234\u{202f}567", Some("1234567")),
        ("fr", "01 23 45 67 89", None),
        ("de-CH", "1'234.50", Some("1234.50")),
        ("de-CH", "1’234’567.5", Some("1234567.5")),
        ("de-AT", "1.234,50", Some("1234.50")),
        ("de-AT", "1 234,50", Some("1234.50")),
        ("en-IN", "12,34,567.8", Some("1234567.8")),
        ("en-IN", "1,234,567", None),
        ("es", "1234,5", Some("1234.5")),
        ("ar-u-nu-arab", "١٬٢٣٤٫٥", Some("1234.5")),
        ("hi-u-nu-deva", "१,२३४", Some("1234")),
    ] {
        assert_eq!(locale(tag).read_number(text).as_deref(), plain, "{tag} {text}");
    }
}

#[test]
fn what_a_locale_writes_it_reads() {
    use reportctl_base::number::digits::Digits;
    for tag in [
        "de", "de-AT", "de-CH", "en", "en-IN", "fr", "fr-CH", "pl", "es", "sv", "pt-BR", "fa", "nb",
    ] {
        for number in [0.5, 1.0, 12.25, 1234.5, 12345.0, 1_234_567.75, 1e9] {
            let mut text = String::new();
            let decimals = Decimals { least: 0, most: 3 };
            locale(tag).decimal(Digits::shortest(number), true, decimals, true, &mut text);
            let plain = locale(tag).read_number(&text);
            assert_eq!(plain.and_then(|plain| plain.parse().ok()), Some(-number), "{tag} {text}");
        }
    }
}

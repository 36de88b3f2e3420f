use super::super::super::testing::render_in;
use super::*;
use crate::Dialect;

/// Numbers in the words of CLDR's own spell-out rules: `tools` of the file says how it was made.
const SPELLED: &str = include_str!("spelled.txt");

#[test]
fn numbers_are_spelled_as_cldr_does() {
    let mut compared = 0;
    for line in SPELLED.lines().filter(|line| !line.starts_with('#')) {
        let parts: Vec<&str> = line.split('\t').collect();
        let [tag, form, number, words] = parts[..] else { panic!("not a line: {line}") };
        let form = match form {
            "feminine" => Form::Feminine,
            "masculine" => Form::Masculine,
            _ => Form::Alone,
        };
        let language = Language::of(tag).expect("a language");
        let number = number.parse().expect("a number");
        assert_eq!(language.words(number, form), words, "{tag} {form:?} {number}");
        compared += 1;
    }
    assert!(compared > 1000, "{compared}");
}

fn amount(number: &str, code: &str, tag: &str) -> String {
    let template = format!("{{AMOUNTWORDS({number}, \"{code}\", \"{tag}\")}}");
    render_in(&template, "{}", &Dialect::EXTENDED)
}

#[test]
fn amounts() {
    let cases = [
        ("1234.5", "BRL", "pt-BR", "mil duzentos e trinta e quatro reais e cinquenta centavos"),
        ("1", "BRL", "pt-BR", "um real"),
        ("0.01", "BRL", "pt-BR", "um centavo"),
        ("0", "BRL", "pt-BR", "zero reais"),
        ("1000000", "BRL", "pt-BR", "um milhão de reais"),
        ("2002", "GBP", "pt-BR", "duas mil e duas libras esterlinas"),
        ("-1.5", "BRL", "pt-BR", "menos um real e cinquenta centavos"),
        ("1.005", "EUR", "en", "one euro and one cent"),
        ("21.5", "USD", "en", "twenty-one dollars and fifty cents"),
        ("1234.5", "JPY", "en", "one thousand two hundred thirty-five yen"),
        ("1.5", "KWD", "en", "one KWD and 500/1000"),
        // The decimals of MONEY.
        ("1.5", "RSD", "en", "two RSD"),
        ("1.5", "IQD", "en", "two IQD"),
        ("2.5", "BRL", "pt", "dois reais e cinquenta centavos"),
        ("70", "CHF", "fr-CH-u-hc-h12", "septante francs suisses"),
        ("101", "EUR", "de", "einhundertein Euro"),
        ("1", "CZK", "de", "eine Tschechische Krone"),
        ("2.2", "CHF", "de-CH", "zwei Franken und zwanzig Rappen"),
        ("21", "EUR", "es", "veintiún euros"),
        ("3000000", "EUR", "es", "tres millones de euros"),
        ("201", "GBP", "es", "doscientas una libras esterlinas"),
        ("80", "EUR", "fr", "quatre-vingts euros"),
        ("0.5", "EUR", "fr", "cinquante centimes"),
        ("1000000", "EUR", "fr", "un million d’euros"),
        ("1.99", "CHF", "fr-CH", "un franc suisse et nonante-neuf centimes"),
        ("1000000", "EUR", "it", "un milione di euro"),
        ("23.01", "EUR", "it", "ventitré euro e un centesimo"),
    ];
    for (number, code, tag, words) in cases {
        assert_eq!(amount(number, code, tag), words, "{number} {code} {tag}");
    }
}

#[test]
fn what_has_no_words_is_empty() {
    let show = |template| render_in(template, r#"{"s":"x"}"#, &Dialect::EXTENDED);
    assert_eq!(
        show("[{WORDS(s)}] {WORDS(missing)} {WORDS(1.99, \"en\")} {WORDS(-0.5, \"en\")}"),
        "[] zero one zero"
    );
    assert_eq!(
        show("{WORDS(1000000000000000, \"en\")} [{WORDS(1000000000000001, \"en\")}]"),
        "one quadrillion []"
    );
    assert_eq!(
        show("[{WORDS(1, \"pl\")}] [{WORDS(1, \"pt-PT\")}] {WORDS(-7, \"de-AT\")}"),
        "[] [] minus sieben"
    );
    for tag in ["pt-PT", "pt-AO", "pt_MZ", "pt-Latn-CV", "pt-PT-u-nu-latn", "pt-150"] {
        let text = format!("[{{WORDS(3, \"{tag}\")}}]");
        assert_eq!(render_in(&text, "{}", &Dialect::EXTENDED), "[]", "{tag}");
    }
    for tag in ["pt", "pt-br", "pt-Latn-BR", "pt-u-nu-latn"] {
        let text = format!("{{WORDS(3, \"{tag}\")}}");
        assert_eq!(render_in(&text, "{}", &Dialect::EXTENDED), "três", "{tag}");
    }
    assert_eq!(show("{AMOUNTWORDS(2)} {WORDS(3)}"), "dois reais três");
}

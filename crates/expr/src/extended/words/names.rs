//! The currencies in words, and their fractions.

use super::{Form, Language};

/// A noun that is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Noun {
    pub(super) one: &'static str,
    pub(super) many: &'static str,
    pub(super) form: Form,
}

impl Noun {
    /// Returns `true` if a number goes with the singular.
    pub(super) fn is_singular(&self, language: Language, number: u64) -> bool {
        match language {
            Language::French(_) => number < 2,
            _ => number == 1,
        }
    }
}

/// A word of a table; the empty one past its end.
pub(super) fn at(words: &[&'static str], index: u64) -> &'static str {
    usize::try_from(index).ok().and_then(|index| words.get(index)).copied().unwrap_or_default()
}

/// A currency and its fraction.
pub(super) fn of(language: Language, code: &str) -> Option<(Noun, Noun)> {
    let table = match language {
        Language::Portuguese => PORTUGUESE,
        Language::English => ENGLISH,
        Language::German => GERMAN,
        Language::Spanish => SPANISH,
        Language::French(_) => FRENCH,
        Language::Italian => ITALIAN,
    };
    let line = table.lines().find(|line| line.split(' ').next() == Some(code))?;
    let (_, names) = line.split_once(' ')?;
    let (currency, fraction) = names.split_once(" | ")?;
    Some((noun(currency)?, noun(fraction)?))
}

/// `f: one, many`, or `one, many` for a masculine or neuter noun.
fn noun(text: &'static str) -> Option<Noun> {
    let (form, names) = match text.strip_prefix("f: ") {
        Some(names) => (Form::Feminine, names),
        None => (Form::Masculine, text),
    };
    let (one, many) = names.split_once(", ")?;
    Some(Noun { one, many, form })
}

/// Code, currency, fraction; of each singular and plural.
const PORTUGUESE: &str = "\
BRL real, reais | centavo, centavos
USD dólar americano, dólares americanos | centavo, centavos
EUR euro, euros | centavo, centavos
GBP f: libra esterlina, libras esterlinas | pêni, pence
CHF franco suíço, francos suíços | cêntimo, cêntimos
JPY iene, ienes | sen, sens
CAD dólar canadense, dólares canadenses | centavo, centavos
AUD dólar australiano, dólares australianos | centavo, centavos
ARS peso argentino, pesos argentinos | centavo, centavos
CLP peso chileno, pesos chilenos | centavo, centavos
COP peso colombiano, pesos colombianos | centavo, centavos
MXN peso mexicano, pesos mexicanos | centavo, centavos
PEN novo sol, novos sóis | cêntimo, cêntimos
UYU peso uruguaio, pesos uruguaios | centésimo, centésimos
PYG guarani, guaranis | cêntimo, cêntimos
AOA cuanza, cuanzas | cêntimo, cêntimos
MZN metical, meticais | centavo, centavos";

const ENGLISH: &str = "\
USD dollar, dollars | cent, cents
EUR euro, euros | cent, cents
GBP pound, pounds | penny, pence
BRL Brazilian real, Brazilian reais | centavo, centavos
CHF Swiss franc, Swiss francs | centime, centimes
JPY yen, yen | sen, sen
CAD Canadian dollar, Canadian dollars | cent, cents
AUD Australian dollar, Australian dollars | cent, cents
NZD New Zealand dollar, New Zealand dollars | cent, cents
ARS Argentine peso, Argentine pesos | centavo, centavos
CLP Chilean peso, Chilean pesos | centavo, centavos
COP Colombian peso, Colombian pesos | centavo, centavos
MXN Mexican peso, Mexican pesos | centavo, centavos
INR rupee, rupees | paisa, paise
ZAR rand, rand | cent, cents
CNY yuan, yuan | fen, fen
SEK Swedish krona, Swedish kronor | öre, öre
NOK Norwegian krone, Norwegian kroner | øre, øre
DKK Danish krone, Danish kroner | øre, øre
PLN zloty, zlotys | grosz, groszy
CZK Czech koruna, Czech korunas | haler, halers";

const GERMAN: &str = "\
EUR Euro, Euro | Cent, Cent
CHF Franken, Franken | Rappen, Rappen
USD US-Dollar, US-Dollar | Cent, Cent
GBP Pfund, Pfund | Penny, Pence
BRL Real, Real | Centavo, Centavos
JPY Yen, Yen | Sen, Sen
CAD Kanadischer Dollar, Kanadische Dollar | Cent, Cent
AUD Australischer Dollar, Australische Dollar | Cent, Cent
PLN Zloty, Zloty | Groschen, Groschen
CZK f: Tschechische Krone, Tschechische Kronen | Heller, Heller
SEK f: Schwedische Krone, Schwedische Kronen | Öre, Öre
NOK f: Norwegische Krone, Norwegische Kronen | Øre, Øre
DKK f: Dänische Krone, Dänische Kronen | Øre, Øre";

const SPANISH: &str = "\
EUR euro, euros | céntimo, céntimos
USD dólar, dólares | centavo, centavos
MXN peso, pesos | centavo, centavos
ARS peso, pesos | centavo, centavos
CLP peso, pesos | centavo, centavos
COP peso, pesos | centavo, centavos
UYU peso, pesos | centésimo, centésimos
PEN sol, soles | céntimo, céntimos
PYG guaraní, guaraníes | céntimo, céntimos
BOB boliviano, bolivianos | centavo, centavos
GTQ quetzal, quetzales | centavo, centavos
CRC colón, colones | céntimo, céntimos
DOP peso, pesos | centavo, centavos
BRL real, reales | centavo, centavos
GBP f: libra esterlina, libras esterlinas | penique, peniques
CHF franco suizo, francos suizos | céntimo, céntimos
JPY yen, yenes | sen, sen";

const FRENCH: &str = "\
EUR euro, euros | centime, centimes
CHF franc suisse, francs suisses | centime, centimes
USD dollar américain, dollars américains | cent, cents
CAD dollar canadien, dollars canadiens | cent, cents
GBP f: livre sterling, livres sterling | penny, pence
BRL réal brésilien, réals brésiliens | centavo, centavos
JPY yen, yens | sen, sens
XOF franc CFA, francs CFA | centime, centimes
XAF franc CFA, francs CFA | centime, centimes
MAD dirham, dirhams | centime, centimes
TND dinar tunisien, dinars tunisiens | millime, millimes";

const ITALIAN: &str = "\
EUR euro, euro | centesimo, centesimi
CHF franco svizzero, franchi svizzeri | centesimo, centesimi
USD dollaro statunitense, dollari statunitensi | centesimo, centesimi
GBP f: sterlina, sterline | penny, pence
BRL real, real | centavo, centavos
JPY yen, yen | sen, sen";

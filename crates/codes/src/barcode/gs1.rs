//! Element strings of GS1 with their application identifiers (GS1 General Specifications,
//! chapter 3).

use super::code128::Unit;
use super::retail::check_digit;
use crate::iban;
use crate::registry::{is_country, is_country_number, is_currency_number};
use reportctl_base::calendar::is_day;

/// An element string: its units, and how people read it.
#[derive(Debug, PartialEq)]
pub(super) struct Elements {
    /// Without the separator at the beginning that says that it is one.
    pub(super) units: Vec<Unit>,
    /// With parentheses around the identifiers.
    pub(super) text: String,
}

/// The characters of a part of a value.
#[derive(Debug, Clone, Copy)]
enum Set {
    /// Digits.
    N,
    /// Characters of GS1 (ISO/IEC 646, "CSET 82").
    X,
    /// Capitals, digits and `#-/` ("CSET 39").
    Y,
    /// Characters of base64 in addresses ("CSET 64").
    Z,
}

/// A part of a value: its characters, how many, and which rule they obey.
#[derive(Debug, Clone, Copy)]
struct Part {
    set: Set,
    least: usize,
    most: usize,
    rule: Option<Rule>,
    /// The part may be missing; only the last one may.
    optional: bool,
}

/// Rule for the characters of a part, beyond their set and number.
#[derive(Debug, Clone, Copy)]
enum Rule {
    /// The last digit is the check digit of the others.
    CheckDigit,
    /// The last two characters are the check characters of the others; a company prefix begins them.
    CheckPair,
    /// Four digits at least begin it: a company prefix.
    Prefix,
    /// YYMMDD; day 00 leaves the day open.
    Date,
    /// YYMMDD.
    Day,
    /// YYYYMMDD.
    LongDay,
    /// YYMMDD and the hour.
    DayAndHour,
    /// HHMM.
    Time,
    /// HHMM, or 9999 for no time.
    OpenTime,
    /// MM or MMSS.
    MinutesAndSeconds,
    /// Number of a country.
    Country,
    /// Number of a country, or 999 for several.
    CountryOr999,
    /// Numbers of up to five countries.
    Countries,
    /// Two capitals of a country.
    CountryLetters,
    /// Number of a currency.
    Currency,
    /// An account number.
    Iban,
    /// The number of a piece and the number of all, of two digits each.
    PieceOfTotal,
    /// `n/m`: one of several.
    Position,
    /// Degrees from the south pole, with seven decimals.
    Latitude,
    /// Degrees to the east, with seven decimals.
    Longitude,
    /// Each `%` begins two hexadecimal digits.
    PercentEncoded,
    /// Index of an importer (EU 2018/574).
    ImporterIndex,
    /// Kind of a carrier of data on blood and tissue (ICCBBA).
    MediaType,
    /// Not all digits are 0.
    NotZero,
    /// No 0 stands before other digits.
    NoLeadingZero,
    /// One of some characters.
    OneOf(&'static str),
}

use Rule::*;

const fn part(set: Set, least: usize, most: usize) -> Part {
    Part { set, least, most, rule: None, optional: false }
}

const fn n(length: usize) -> Part {
    part(Set::N, length, length)
}

const fn n_to(most: usize) -> Part {
    part(Set::N, 1, most)
}

const fn x(length: usize) -> Part {
    part(Set::X, length, length)
}

const fn x_to(most: usize) -> Part {
    part(Set::X, 1, most)
}

const fn y_to(most: usize) -> Part {
    part(Set::Y, 1, most)
}

const fn z_to(most: usize) -> Part {
    part(Set::Z, 1, most)
}

impl Part {
    const fn is(self, rule: Rule) -> Self {
        Self { rule: Some(rule), ..self }
    }

    const fn optional(self) -> Self {
        Self { optional: true, ..self }
    }
}

/// Identifiers, from the first to the last of a range, and the parts of their values. The values of
/// coupons (8110, 8112) and kinds of packages (7041) are defined elsewhere and not verified.
#[rustfmt::skip]
const IDENTIFIERS: &[(&str, &str, &[Part])] = &[
    ("00", "00", &[n(18).is(CheckDigit)]),
    ("01", "03", &[n(14).is(CheckDigit)]),
    ("10", "10", &[x_to(20)]),
    ("11", "13", &[n(6).is(Date)]),
    ("15", "17", &[n(6).is(Date)]),
    ("20", "20", &[n(2)]),
    ("21", "22", &[x_to(20)]),
    ("235", "235", &[x_to(28)]),
    ("240", "241", &[x_to(30)]),
    ("242", "242", &[n_to(6)]),
    ("243", "243", &[x_to(20)]),
    ("250", "251", &[x_to(30)]),
    ("253", "253", &[n(13).is(CheckDigit), x_to(17).optional()]),
    ("254", "254", &[x_to(20)]),
    ("255", "255", &[n(13).is(CheckDigit), n_to(12).optional()]),
    ("30", "30", &[n_to(8)]),
    ("3100", "3169", &[n(6)]),
    ("3200", "3379", &[n(6)]),
    ("3400", "3579", &[n(6)]),
    ("3600", "3699", &[n(6)]),
    ("37", "37", &[n_to(8)]),
    ("3900", "3909", &[n_to(15)]),
    ("3910", "3919", &[n(3).is(Currency), n_to(15)]),
    ("3920", "3929", &[n_to(15)]),
    ("3930", "3939", &[n(3).is(Currency), n_to(15)]),
    ("3940", "3943", &[n(4)]),
    ("3950", "3955", &[n(6)]),
    ("400", "400", &[x_to(30)]),
    ("401", "401", &[x_to(30).is(Prefix)]),
    ("402", "402", &[n(17).is(CheckDigit)]),
    ("403", "403", &[x_to(30)]),
    ("410", "417", &[n(13).is(CheckDigit)]),
    ("420", "420", &[x_to(20)]),
    ("421", "421", &[n(3).is(Country), x_to(9)]),
    ("422", "422", &[n(3).is(Country)]),
    ("423", "423", &[n_to(15).is(Countries)]),
    ("424", "424", &[n(3).is(Country)]),
    ("425", "425", &[n_to(15).is(Countries)]),
    ("426", "426", &[n(3).is(Country)]),
    ("427", "427", &[x_to(3)]),
    ("4300", "4301", &[x_to(35).is(PercentEncoded)]),
    ("4302", "4306", &[x_to(70).is(PercentEncoded)]),
    ("4307", "4307", &[x(2).is(CountryLetters)]),
    ("4308", "4308", &[x_to(30)]),
    ("4309", "4309", &[n(10).is(Latitude), n(10).is(Longitude)]),
    ("4310", "4311", &[x_to(35).is(PercentEncoded)]),
    ("4312", "4316", &[x_to(70).is(PercentEncoded)]),
    ("4317", "4317", &[x(2).is(CountryLetters)]),
    ("4318", "4318", &[x_to(20)]),
    ("4319", "4319", &[x_to(30)]),
    ("4320", "4320", &[x_to(35).is(PercentEncoded)]),
    ("4321", "4323", &[n(1).is(OneOf("01"))]),
    ("4324", "4325", &[n(6).is(Date), n(4).is(OpenTime)]),
    ("4326", "4326", &[n(6).is(Day)]),
    ("4330", "4333", &[n(6), x(1).is(OneOf("-")).optional()]),
    ("7001", "7001", &[n(13)]),
    ("7002", "7002", &[x_to(30)]),
    ("7003", "7003", &[n(6).is(Day), n(4).is(Time)]),
    ("7004", "7004", &[n_to(4)]),
    ("7005", "7005", &[x_to(12)]),
    ("7006", "7006", &[n(6).is(Day)]),
    ("7007", "7007", &[n(6).is(Day), n(6).is(Day).optional()]),
    ("7008", "7008", &[x_to(3)]),
    ("7009", "7009", &[x_to(10)]),
    ("7010", "7010", &[x_to(2)]),
    ("7011", "7011", &[n(6).is(Day), n(4).is(Time).optional()]),
    ("7020", "7022", &[x_to(20)]),
    ("7023", "7023", &[x_to(30).is(Prefix)]),
    ("7030", "7039", &[n(3).is(CountryOr999), x_to(27)]),
    ("7040", "7040", &[n(1), x(1), x(1), x(1).is(ImporterIndex)]),
    ("7041", "7041", &[x_to(4)]),
    ("710", "717", &[x_to(20)]),
    ("7230", "7239", &[x(2), x_to(28)]),
    ("7240", "7240", &[x_to(20)]),
    ("7241", "7241", &[n(2).is(MediaType)]),
    ("7242", "7242", &[x_to(25)]),
    ("7250", "7250", &[n(8).is(LongDay)]),
    ("7251", "7251", &[n(8).is(LongDay), n(4).is(Time)]),
    ("7252", "7252", &[n(1).is(OneOf("0129"))]),
    ("7253", "7254", &[x_to(40).is(PercentEncoded)]),
    ("7255", "7255", &[x_to(10).is(PercentEncoded)]),
    ("7256", "7256", &[x_to(90).is(PercentEncoded)]),
    ("7257", "7257", &[x_to(70).is(PercentEncoded)]),
    ("7258", "7258", &[x(3).is(Position)]),
    ("7259", "7259", &[x_to(40).is(PercentEncoded)]),
    ("8001", "8001", &[n(4).is(NotZero), n(5).is(NotZero), n(3).is(NotZero), n(1).is(OneOf("019")), n(1)]),
    ("8002", "8002", &[x_to(20)]),
    ("8003", "8003", &[n(1).is(OneOf("0")), n(13).is(CheckDigit), x_to(16).optional()]),
    ("8004", "8004", &[x_to(30).is(Prefix)]),
    ("8005", "8005", &[n(6)]),
    ("8006", "8006", &[n(14).is(CheckDigit), n(4).is(PieceOfTotal)]),
    ("8007", "8007", &[x_to(34).is(Iban)]),
    ("8008", "8008", &[n(8).is(DayAndHour), n_to(4).is(MinutesAndSeconds).optional()]),
    ("8009", "8009", &[x_to(50)]),
    ("8010", "8010", &[y_to(30).is(Prefix)]),
    ("8011", "8011", &[n_to(12).is(NoLeadingZero)]),
    ("8012", "8012", &[x_to(20)]),
    ("8013", "8014", &[x_to(25).is(CheckPair)]),
    ("8017", "8018", &[n(18).is(CheckDigit)]),
    ("8019", "8019", &[n_to(10)]),
    ("8020", "8020", &[x_to(25)]),
    ("8026", "8026", &[n(14).is(CheckDigit), n(4).is(PieceOfTotal)]),
    ("8030", "8030", &[z_to(90)]),
    ("8110", "8110", &[x_to(70)]),
    ("8111", "8111", &[n(4)]),
    ("8112", "8112", &[x_to(70)]),
    ("8200", "8200", &[x_to(70)]),
    ("90", "90", &[x_to(30)]),
    ("91", "99", &[x_to(90)]),
];

/// The first two digits of identifiers whose length is fixed, so that no separator follows.
fn is_predefined(identifier: &str) -> bool {
    let start: u8 = identifier[..2].parse().unwrap_or_default();
    matches!(start, 0..=4 | 11..=20 | 31..=36 | 41)
}

/// Reads an element string in parentheses, `(01)09521234543213(10)ABC`, and verifies it.
pub(super) fn parse(text: &str) -> Result<Elements, String> {
    if !text.starts_with('(') {
        return Err("it must begin with an application identifier such as `(01)`".to_owned());
    }
    let mut units = Vec::with_capacity(text.len());
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let Some((identifier, after)) = identifier(rest) else {
            return Err(format!("`{rest}` does not begin with an application identifier"));
        };
        let end = (1..after.len())
            .find(|&end| after.is_char_boundary(end) && self::identifier(&after[end..]).is_some());
        let (value, next) = after.split_at(end.unwrap_or(after.len()));
        verify(identifier, value)?;
        units.extend(identifier.bytes().chain(value.bytes()).map(Unit::Character));
        if !next.is_empty() && !is_predefined(identifier) {
            units.push(Unit::Fnc1);
        }
        shown.push_str(&format!("({identifier}){value}"));
        rest = next;
    }
    Ok(Elements { units, text: shown })
}

/// An identifier in parentheses at the beginning, and what follows it.
fn identifier(text: &str) -> Option<(&str, &str)> {
    let (digits, rest) = text.strip_prefix('(')?.split_once(')')?;
    let fits = (2..=4).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    fits.then_some((digits, rest))
}

fn verify(identifier: &str, value: &str) -> Result<(), String> {
    let known = |(first, last, _): &&(&str, &str, &[Part])| {
        first.len() == identifier.len() && (*first..=*last).contains(&identifier)
    };
    // The last digit of a measure says how many decimals it has.
    let measure = identifier.len() == 4 && ("31".."37").contains(&&identifier[..2]);
    let too_many = measure && identifier[3..] > *"5";
    let Some((.., parts)) = IDENTIFIERS.iter().find(known).filter(|_| !too_many) else {
        return Err(format!("there is no application identifier ({identifier})"));
    };
    let mut rest = value;
    for part in *parts {
        rest = part.take(rest).map_err(|reason| format!("({identifier}) {reason}"))?;
    }
    if rest.is_empty() { Ok(()) } else { Err(format!("({identifier}) holds less than `{value}`")) }
}

impl Part {
    /// Takes it from the beginning of a value and gives what is left.
    fn take(self, value: &str) -> Result<&str, String> {
        if self.optional && value.is_empty() {
            return Ok(value);
        }
        let length = value.len().min(self.most);
        if length < self.least || !value.is_char_boundary(length) {
            return Err(format!("needs {} characters, not `{value}`", self.least));
        }
        let (taken, rest) = value.split_at(length);
        if let Some(other) = taken.chars().find(|c| !self.set.has(*c)) {
            return Err(format!("cannot hold `{other}`"));
        }
        self.rule.map_or(Ok(()), |rule| rule.verify(taken)).map(|()| rest)
    }
}

impl Set {
    fn has(self, character: char) -> bool {
        match self {
            Self::N => character.is_ascii_digit(),
            Self::X => CSET_82.contains(character),
            Self::Y => {
                character.is_ascii_digit()
                    || character.is_ascii_uppercase()
                    || "#-/".contains(character)
            }
            Self::Z => character.is_ascii_alphanumeric() || "-_=".contains(character),
        }
    }
}

/// The characters of GS1 in the order of their values.
const CSET_82: &str =
    "!\"%&'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

impl Rule {
    /// Verifies characters of the set of their part.
    fn verify(self, text: &str) -> Result<(), String> {
        let needs = |fits: bool, what: &str| {
            if fits { Ok(()) } else { Err(format!("needs {what}, not `{text}`")) }
        };
        match self {
            CheckDigit => {
                let (digits, last) = text.split_at(text.len() - 1);
                let right = check_digit(digits);
                if last.as_bytes() != [right + b'0'] {
                    return Err(format!("has the check digit {last}, but must have {right}"));
                }
                Ok(())
            }
            CheckPair => {
                Prefix.verify(text)?;
                let (model, last) = text.split_at(text.len() - 2);
                let right = check_pair(model);
                if last != right {
                    return Err(format!("has the check characters {last}, but must have {right}"));
                }
                Ok(())
            }
            Prefix => {
                let begin = text.bytes().take_while(u8::is_ascii_digit).count();
                needs(begin >= 4, "the digits of a company prefix at its beginning")
            }
            Date => needs(is_date(text, true), "a date as YYMMDD"),
            Day => needs(is_date(text, false), "a date as YYMMDD"),
            LongDay => {
                let fits = number(&text[..4]).zip(number(&text[4..6])).zip(number(&text[6..]));
                let fits = fits.is_some_and(|((year, month), day)| is_day(year, month, day));
                needs(fits, "a date as YYYYMMDD")
            }
            DayAndHour => {
                let fits = is_date(&text[..6], false) && text[6..] < *"24";
                needs(fits, "a date and an hour as YYMMDDHH")
            }
            Time => needs(is_time(text), "a time as HHMM"),
            OpenTime => needs(is_time(text) || text == "9999", "a time as HHMM, or 9999"),
            MinutesAndSeconds => {
                let is_part = |part: &str| part < "60";
                let fits = match text.len() {
                    2 => is_part(text),
                    4 => is_part(&text[..2]) && is_part(&text[2..]),
                    _ => false,
                };
                needs(fits, "minutes as MM or MMSS")
            }
            Country => needs(is_country_number(text), "the number of a country (ISO 3166)"),
            CountryOr999 => needs(
                is_country_number(text) || text == "999",
                "the number of a country (ISO 3166), or 999",
            ),
            Countries => {
                let mut places = (0..text.len()).step_by(3);
                let fits = places.all(|at| text.get(at..at + 3).is_some_and(is_country_number));
                needs(fits, "numbers of countries (ISO 3166)")
            }
            CountryLetters => needs(is_country(text), "two capitals of a country (ISO 3166)"),
            Currency => needs(is_currency_number(text), "the number of a currency (ISO 4217)"),
            Iban => iban::verify(text)
                .map_err(|reason| format!("needs an account number, but {reason}")),
            PieceOfTotal => {
                let (piece, total) = text.split_at(2);
                needs(piece > "00" && piece <= total, "a piece and the number of pieces")
            }
            Position => {
                let place = text.split_once('/').and_then(|(place, last)| {
                    Some((number(place)?, number(last)?)).filter(|_| !place.starts_with('0'))
                });
                let fits = place.is_some_and(|(place, last)| place <= last);
                needs(fits, "a place of several such as `1/2`")
            }
            Latitude => needs(text <= "1800000000", "degrees up to 180 with seven decimals"),
            Longitude => needs(text <= "3600000000", "degrees up to 360 with seven decimals"),
            PercentEncoded => {
                let mut codes = text.split('%').skip(1);
                let is_code = |code: &str| {
                    code.get(..2).is_some_and(|code| code.bytes().all(|b| b.is_ascii_hexdigit()))
                };
                needs(codes.all(is_code), "two hexadecimal digits after each `%`")
            }
            ImporterIndex => {
                let fits = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
                needs(text.chars().all(fits), "the index of an importer")
            }
            MediaType => {
                let fits = number(text).is_some_and(|kind| matches!(kind, 1..=10 | 80..=99));
                needs(fits, "a kind of medium from 01 to 10 or 80 to 99")
            }
            NotZero => needs(text.bytes().any(|digit| digit != b'0'), "a number above 0"),
            NoLeadingZero => {
                needs(text == "0" || !text.starts_with('0'), "a number without leading zeros")
            }
            OneOf(allowed) => {
                let list: Vec<String> = allowed.chars().map(String::from).collect();
                needs(text.chars().all(|c| allowed.contains(c)), &list.join(" or "))
            }
        }
    }
}

/// A number of digits alone.
fn number(digits: &str) -> Option<i64> {
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

/// The two check characters of a model number: values of the characters by the primes from the
/// right, modulo 1021, as two digits to the base of 32.
fn check_pair(model: &str) -> String {
    const PRIMES: [usize; 23] =
        [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83];
    const CSET_32: [char; 32] = [
        '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K',
        'L', 'M', 'N', 'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z',
    ];
    let values = model.chars().rev().filter_map(|character| CSET_82.find(character));
    let sum = values.zip(PRIMES).map(|(value, prime)| value * prime).sum::<usize>() % 1021;
    [CSET_32[sum / 32], CSET_32[sum % 32]].iter().collect()
}

/// Returns true if six digits are year, month and day, or leave the day open by 00.
fn is_date(text: &str, open: bool) -> bool {
    let part = |at: usize| text.get(at..at + 2).and_then(number);
    let (Some(year), Some(month), Some(day)) = (part(0), part(2), part(4)) else { return false };
    is_day(2000 + year, month, if open { day.max(1) } else { day })
}

/// Returns true if four digits are hour and minute.
fn is_time(text: &str) -> bool {
    text[..2] < *"24" && text[2..] < *"60"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Result<String, String> {
        let character = |unit: &Unit| match unit {
            Unit::Character(byte) => char::from(*byte),
            Unit::Fnc1 => '|',
        };
        parse(text).map(|elements| elements.units.iter().map(character).collect())
    }

    #[test]
    fn separators_stand_after_values_of_variable_length() {
        assert_eq!(
            plain("(01)09521234543213(10)ABC").expect("it is right"),
            "010952123454321310ABC"
        );
        assert_eq!(
            plain("(10)ABC(01)09521234543213").expect("it is right"),
            "10ABC|0109521234543213"
        );
        assert_eq!(plain("(10)A(B)C(21)9").expect("it is right"), "10A(B)C|219");
        assert_eq!(plain("(3103)001250(15)251130").expect("it is right"), "310300125015251130");
        assert_eq!(
            plain("(402)12345678901234565").expect_err("it is wrong"),
            "(402) has the check digit 5, but must have 0"
        );
    }

    #[test]
    fn values_are_verified() {
        for (text, reason) in [
            ("0109521234543213", "it must begin with"),
            ("(01)09521234543214", "(01) has the check digit 4, but must have 3"),
            ("(01)0952123454321", "(01) needs 14 characters"),
            ("(99)", "(99) needs 1 characters"),
            ("(05)1", "there is no application identifier (05)"),
            ("(3106)001250", "there is no application identifier (3106)"),
            ("(3180)001250", "there is no application identifier (3180)"),
            ("(3959)001250", "there is no application identifier (3959)"),
            ("(17)251350", "(17) needs a date"),
            ("(17)260230", "(17) needs a date"),
            ("(10)ä", "(10) cannot hold `ä`"),
            ("(20)123", "(20) holds less"),
            ("(7003)2611242460", "(7003) needs a time as HHMM"),
            ("(7003)2611002359", "(7003) needs a date"),
            ("(4324)2611242460", "(4324) needs a time as HHMM, or 9999"),
            ("(8008)26112425", "(8008) needs a date and an hour"),
            ("(8008)2611242360", "(8008) needs minutes"),
            ("(8008)26112423596", "(8008) needs minutes"),
            (
                "(8007)DE88370400440532013000",
                "(8007) needs an account number, but the check digits",
            ),
            (
                "(8013)1987654Ad4X4bL5ttr2310c3K",
                "(8013) has the check characters 3K, but must have 2K",
            ),
            ("(8013)19", "(8013) needs the digits of a company prefix"),
            ("(3912)000123", "(3912) needs the number of a currency"),
            ("(421)000AB", "(421) needs the number of a country"),
            ("(423)27675", "(423) needs numbers of countries"),
            ("(423)276000", "(423) needs numbers of countries"),
            ("(4307)us", "(4307) needs two capitals of a country"),
            ("(4309)18000000010000000000", "(4309) needs degrees up to 180"),
            ("(4321)2", "(4321) needs 0 or 1, not `2`"),
            ("(4300)a%2", "(4300) needs two hexadecimal digits"),
            ("(4330)000100+", "(4330) needs -"),
            ("(7040)1ABC%", "(7040) holds less"),
            ("(7040)1AB%", "(7040) needs the index of an importer"),
            ("(7241)11", "(7241) needs a kind of medium"),
            ("(7250)20260229", "(7250) needs a date as YYYYMMDD"),
            ("(7258)2/1", "(7258) needs a place"),
            ("(8001)00001234512311", "(8001) needs a number above 0"),
            ("(8003)19521234543213", "(8003) needs 0"),
            ("(8006)095212345432140102", "(8006) has the check digit 4, but must have 3"),
            ("(8006)095212345432130201", "(8006) needs a piece and the number of pieces"),
            ("(8010)AB1", "(8010) needs the digits of a company prefix"),
            ("(8011)012", "(8011) needs a number without leading zeros"),
            ("(8030)a/b", "(8030) cannot hold `/`"),
        ] {
            let found = parse(text).expect_err("it is wrong");
            assert!(found.starts_with(reason), "{text}: {found}");
        }
    }
    /// Values that the General Specifications print, or that obey their rules.
    #[test]
    fn right_values_are_taken() {
        for text in [
            "(7003)2611242359",
            "(4324)2611009999",
            "(8008)2611242359(10)A",
            "(8008)261124235959",
            "(8007)DE89370400440532013000",
            "(8013)1987654Ad4X4bL5ttr2310c2K",
            "(3912)978123",
            "(421)276AB",
            "(423)276756",
            "(4307)US",
            "(4309)02790858483015297971",
            "(4321)1",
            "(4300)GS1%20AISBL",
            "(4330)000100-",
            "(7030)999ABC",
            "(7040)1ABc",
            "(7241)80",
            "(7250)20240229",
            "(7258)1/2",
            "(8001)00011234512391",
            "(8003)09521234543213ABC",
            "(8006)095212345432130102",
            "(8010)9521234#A",
            "(8011)0",
        ] {
            assert!(parse(text).is_ok(), "{text}: {:?}", parse(text));
        }
    }

    #[test]
    fn optional_parts_stand_at_the_end_and_lengths_are_bounded() {
        for (first, _, parts) in IDENTIFIERS {
            let (last, others) = parts.split_last().expect("some");
            assert!(others.iter().all(|part| !part.optional && part.least == part.most), "{first}");
            assert!(last.most <= 90 && last.least > 0, "{first}");
        }
    }
}

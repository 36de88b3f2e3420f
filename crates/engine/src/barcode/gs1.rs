//! Element strings of GS1 with their application identifiers (GS1 General Specifications,
//! chapter 3).

use super::code128::Unit;
use super::retail::check_digit;
use crate::expr::date::is_day;

/// An element string: its units, and how people read it.
#[derive(Debug, PartialEq)]
pub(super) struct Elements {
    /// Without the separator at the beginning that says that it is one.
    pub(super) units: Vec<Unit>,
    /// With parentheses around the identifiers.
    pub(super) text: String,
}

/// Identifiers, from the first to the last of a range, and what they hold: `N` digits, `X` the
/// characters of GS1, `Y` capitals and digits; a length, or the longest after `..`. `c`: the last
/// digit is a check digit. `d`: a date. `?`: may be missing.
const IDENTIFIERS: &[(&str, &str, &str)] = &[
    ("00", "00", "N18c"),
    ("01", "03", "N14c"),
    ("10", "10", "X..20"),
    ("11", "13", "N6d"),
    ("15", "17", "N6d"),
    ("20", "20", "N2"),
    ("21", "22", "X..20"),
    ("235", "235", "X..28"),
    ("240", "241", "X..30"),
    ("242", "242", "N..6"),
    ("243", "243", "X..20"),
    ("250", "251", "X..30"),
    ("253", "253", "N13c X..17?"),
    ("254", "254", "X..20"),
    ("255", "255", "N13c N..12?"),
    ("30", "30", "N..8"),
    ("3100", "3169", "N6"),
    ("3200", "3379", "N6"),
    ("3400", "3579", "N6"),
    ("3600", "3699", "N6"),
    ("37", "37", "N..8"),
    ("3900", "3909", "N..15"),
    ("3910", "3919", "N3 N..15"),
    ("3920", "3929", "N..15"),
    ("3930", "3939", "N3 N..15"),
    ("3940", "3943", "N4"),
    ("3950", "3955", "N6"),
    ("400", "401", "X..30"),
    ("402", "402", "N17c"),
    ("403", "403", "X..30"),
    ("410", "417", "N13c"),
    ("420", "420", "X..20"),
    ("421", "421", "N3 X..9"),
    ("422", "422", "N3"),
    ("423", "423", "N..15"),
    ("424", "424", "N3"),
    ("425", "425", "N..15"),
    ("426", "426", "N3"),
    ("427", "427", "X..3"),
    ("4300", "4301", "X..35"),
    ("4302", "4306", "X..70"),
    ("4307", "4307", "X2"),
    ("4308", "4308", "X..30"),
    ("4309", "4309", "N20"),
    ("4310", "4311", "X..35"),
    ("4312", "4316", "X..70"),
    ("4317", "4317", "X2"),
    ("4318", "4318", "X..20"),
    ("4319", "4319", "X..30"),
    ("4320", "4320", "X..35"),
    ("4321", "4323", "N1"),
    ("4324", "4325", "N10"),
    ("4326", "4326", "N6d"),
    ("4330", "4333", "N6 X1?"),
    ("7001", "7001", "N13"),
    ("7002", "7002", "X..30"),
    ("7003", "7003", "N10"),
    ("7004", "7004", "N..4"),
    ("7005", "7005", "X..12"),
    ("7006", "7006", "N6d"),
    ("7007", "7007", "N6d N6d?"),
    ("7008", "7008", "X..3"),
    ("7009", "7009", "X..10"),
    ("7010", "7010", "X..2"),
    ("7011", "7011", "N6d N4?"),
    ("7020", "7022", "X..20"),
    ("7023", "7023", "X..30"),
    ("7030", "7039", "N3 X..27"),
    ("7040", "7040", "N1 X3"),
    ("7041", "7041", "X..4"),
    ("710", "717", "X..20"),
    ("7230", "7239", "X2 X..28"),
    ("7240", "7240", "X..20"),
    ("7241", "7241", "N2"),
    ("7242", "7242", "X..25"),
    ("7250", "7250", "N8"),
    ("7251", "7251", "N12"),
    ("7252", "7252", "N1"),
    ("7253", "7254", "X..40"),
    ("7255", "7255", "X..10"),
    ("7256", "7256", "X..90"),
    ("7257", "7257", "X..70"),
    ("7258", "7258", "X3"),
    ("7259", "7259", "X..40"),
    ("8001", "8001", "N14"),
    ("8002", "8002", "X..20"),
    ("8003", "8003", "N14c X..16?"),
    ("8004", "8004", "X..30"),
    ("8005", "8005", "N6"),
    ("8006", "8006", "N14c N4"),
    ("8007", "8007", "X..34"),
    ("8008", "8008", "N8 N..4?"),
    ("8009", "8009", "X..50"),
    ("8010", "8010", "Y..30"),
    ("8011", "8011", "N..12"),
    ("8012", "8012", "X..20"),
    ("8013", "8014", "X..25"),
    ("8017", "8018", "N18c"),
    ("8019", "8019", "N..10"),
    ("8020", "8020", "X..25"),
    ("8026", "8026", "N14c N4"),
    ("8030", "8030", "X..90"),
    ("8110", "8110", "X..70"),
    ("8111", "8111", "N4"),
    ("8112", "8112", "X..70"),
    ("8200", "8200", "X..70"),
    ("90", "90", "X..30"),
    ("91", "99", "X..90"),
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
    let known = |(first, last, _): &&(&str, &str, &str)| {
        first.len() == identifier.len() && (*first..=*last).contains(&identifier)
    };
    // The last digit of a measure says how many decimals it has.
    let measure = identifier.len() == 4 && ("31".."37").contains(&&identifier[..2]);
    let too_many = measure && identifier[3..] > *"5";
    let Some((.., spec)) = IDENTIFIERS.iter().find(known).filter(|_| !too_many) else {
        return Err(format!("there is no application identifier ({identifier})"));
    };
    let mut rest = value;
    for part in spec.split(' ') {
        rest = component(part, rest).map_err(|reason| format!("({identifier}) {reason}"))?;
    }
    if rest.is_empty() { Ok(()) } else { Err(format!("({identifier}) holds less than `{value}`")) }
}

/// Takes a component from the beginning of a value and gives what is left.
fn component<'v>(spec: &str, value: &'v str) -> Result<&'v str, String> {
    if spec.ends_with('?') && value.is_empty() {
        return Ok(value);
    }
    let number = |text: &str| text.trim_end_matches(['c', 'd', '?']).parse().unwrap_or(0_usize);
    let (least, most) = match spec[1..].strip_prefix("..") {
        Some(most) => (1, number(most)),
        None => (number(&spec[1..]), number(&spec[1..])),
    };
    let length = value.len().min(most);
    if length < least || !value.is_char_boundary(length) {
        return Err(format!("needs {least} characters, not `{value}`"));
    }
    let (taken, rest) = value.split_at(length);
    let allowed = |byte: u8| match spec.as_bytes()[0] {
        b'N' => byte.is_ascii_digit(),
        b'Y' => byte.is_ascii_digit() || byte.is_ascii_uppercase() || b"#-/".contains(&byte),
        _ => byte.is_ascii_alphanumeric() || b"!\"%&'()*+,-./:;<=>?_".contains(&byte),
    };
    if let Some(other) = taken.chars().find(|&c| !u8::try_from(c).is_ok_and(allowed)) {
        return Err(format!("cannot hold `{other}`"));
    }
    if spec.contains('c') {
        let (digits, last) = taken.split_at(taken.len() - 1);
        let right = check_digit(digits);
        if last.as_bytes() != [right + b'0'] {
            return Err(format!("has the check digit {last}, but must have {right}"));
        }
    }
    if spec.contains('d') && !is_date(taken) {
        return Err(format!("needs a date as YYMMDD, not `{taken}`"));
    }
    Ok(rest)
}

/// Whether six digits are year, month and day; day 00 leaves the day open.
fn is_date(text: &str) -> bool {
    let part = |at: usize| text.get(at..at + 2).and_then(|part| part.parse::<i64>().ok());
    let (Some(year), Some(month), Some(day)) = (part(0), part(2), part(4)) else { return false };
    is_day(2000 + year, month, day.max(1))
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
        ] {
            let found = parse(text).expect_err("it is wrong");
            assert!(found.starts_with(reason), "{text}: {found}");
        }
    }
}

//! Account numbers (ISO 13616) and creditor references (ISO 11649).

/// Length of the number by country, from the registry of SWIFT.
const LENGTHS: &str = "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 \
    CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 \
    HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 \
    ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 \
    SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30";

/// Verifies an account number without blanks.
pub(crate) fn verify(number: &str) -> Result<(), String> {
    if number.len() < 5 || !number.chars().all(is_code) {
        return Err(format!("`{number}` is no IBAN"));
    }
    let (country, rest) = number.split_at(2);
    let length = LENGTHS.split(' ').find_map(|entry| entry.strip_prefix(country)?.parse().ok());
    let Some(length): Option<usize> = length else {
        return Err(format!("`{country}` is no country with IBANs"));
    };
    if number.len() != length {
        let found = number.len();
        return Err(format!("an IBAN of {country} has {length} characters, not {found}"));
    }
    if !rest[..2].bytes().all(|byte| byte.is_ascii_digit()) || remainder(number) != 1 {
        return Err(format!("the check digits of `{number}` are wrong"));
    }
    Ok(())
}

/// Verifies a creditor reference without blanks.
pub(crate) fn creditor_reference(text: &str) -> Result<(), String> {
    let body = text.strip_prefix("RF").unwrap_or_default();
    let digits = body.get(..2).is_some_and(|check| check.bytes().all(|b| b.is_ascii_digit()));
    if !digits || !(5..=25).contains(&text.len()) || !text.chars().all(is_code) {
        return Err(format!("`{text}` is no creditor reference of ISO 11649"));
    }
    match remainder(text) {
        1 => Ok(()),
        _ => Err(format!("the check digits of `{text}` are wrong")),
    }
}

/// MOD 97 with the first four characters moved to the end, letters as numbers from 10.
fn remainder(text: &str) -> u32 {
    let moved = text[4..].chars().chain(text[..4].chars());
    moved.filter_map(|character| character.to_digit(36)).fold(0, |rest, value| {
        let shift = if value > 9 { 100 } else { 10 };
        (rest * shift + value) % 97
    })
}

/// Returns true for the capitals and digits that codes of banks are made of.
pub(crate) fn is_code(character: char) -> bool {
    character.is_ascii_uppercase() || character.is_ascii_digit()
}

//! BR Code of Pix (Banco Central do Brasil, Manual de Padrões para Iniciação do Pix): fields of the
//! EMV standard for merchant-presented codes, each with its number and length.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::{Parts, Verified, all, amount, fault};
use crate::iban::is_code;

/// Ten digits and two decimals.
const MOST: u64 = 999_999_999_999;

/// Most characters of the address of a payload.
const MOST_ADDRESS: usize = 77;

/// Most bytes of a field, whose length has two digits.
const MOST_BYTES: usize = 99;

pub(super) fn text(parts: &Parts) -> Verified<String> {
    let key = parts.short("key", 77)?;
    let url = address(parts)?;
    let (part, account) = match (key, url) {
        ("", "") => return Err(fault("key", "it is missing")),
        (key, "") => ("key", field("key", 1, &verified(key)?)?),
        ("", url) => ("url", field("url", 25, &ascii("url", url)?)?),
        _ => return Err(fault("key", "there is either a key or an address, not both")),
    };
    let account = field(part, 0, "br.gov.bcb.pix")? + &account;
    let name = without_accents(parts, "name", 25)?;
    let city = without_accents(parts, "city", 15)?;
    let reference = match parts.short("txid", 25)? {
        "" => "***",
        text if text == "***" || all(text, |c| c.is_ascii_alphanumeric()) => text,
        text => {
            let reason = format!("`{text}` is neither `***` nor letters and digits");
            return Err(fault("txid", reason));
        }
    };
    let amount = amount::optional(parts, "amount", MOST)?;
    let mut payload = field(part, 0, "01")?;
    if key.is_empty() {
        // A payload behind an address is paid once.
        payload += &field(part, 1, "12")?;
    }
    payload += &field(part, 26, &account)?;
    payload += &field(part, 52, "0000")?;
    payload += &field("amount", 53, "986")?;
    if let Some(amount) = amount {
        payload += &field("amount", 54, &amount)?;
    }
    payload += &field("name", 58, "BR")?;
    payload += &field("name", 59, &name)?;
    payload += &field("city", 60, &city)?;
    payload += &field("txid", 62, &field("txid", 5, reference)?)?;
    payload += "6304";
    let check = crc(payload.as_bytes());
    Ok(format!("{payload}{check:04X}"))
}

/// The address of a payload without its scheme, which the code leaves out.
fn address(parts: &Parts) -> Verified<&str> {
    let url = parts.short("url", usize::MAX)?;
    let url = url.strip_prefix("https://").unwrap_or(url);
    match url.chars().count() {
        length if length > MOST_ADDRESS => Err(fault(
            "url",
            format!(
                "it has {length} characters after `https://`, but at most {MOST_ADDRESS} are allowed"
            ),
        )),
        _ => Ok(url),
    }
}

/// A key of the directory: a mail address, a telephone number with its country, a CPF, a CNPJ
/// (from 2026 on with letters), or a random one.
fn verified(key: &str) -> Verified<String> {
    let digits = |text: &str| all(text, |c| c.is_ascii_digit());
    let key = ascii("key", key)?;
    let random = || {
        let lengths = key.split('-').map(str::len);
        lengths.eq([8, 4, 4, 4, 12]) && all(&key, |c| c.is_ascii_hexdigit() || c == '-')
    };
    let address =
        || key.split_once('@').is_some_and(|(user, host)| !user.is_empty() && host.contains('.'));
    let telephone =
        || key.strip_prefix('+').is_some_and(|text| (8..=15).contains(&text.len()) && digits(text));
    let person = key.len() == 11 && digits(&key);
    let company = key.len() == 14 && all(&key[..12], is_code) && digits(&key[12..]);
    if person || company {
        // The number of a register is known by its length, so a wrong one is not anything else.
        let (name, most) = if person { ("CPF", 11) } else { ("CNPJ", 9) };
        let (number, last) = key.split_at(key.len() - 2);
        let right = check_digits(number, most);
        if last != right {
            let reason =
                format!("the check digits of the {name} `{key}` are {last}, but must be {right}");
            return Err(fault("key", reason));
        }
        if all(&key, |c| key.starts_with(c)) {
            return Err(fault("key", format!("no {name} has the same digit throughout")));
        }
        return Ok(key);
    }
    if address() || telephone() || random() {
        return Ok(key);
    }
    let reason = format!(
        "`{key}` is no key: a mail address, a telephone number such as `+5561912345678`, the digits \
         of a CPF or CNPJ, or a random key"
    );
    Err(fault("key", reason))
}

/// The two check digits of a CPF or CNPJ: modulo 11 with weights from 2 up to `most` from the right,
/// again and again, letters as their ASCII codes less 48 (Receita Federal, Nota Técnica 49/2024).
fn check_digits(number: &str, most: u32) -> String {
    let mut values: Vec<u32> =
        number.bytes().map(|byte| u32::from(byte.saturating_sub(b'0'))).collect();
    for _ in 0..2 {
        let weights = (2..=most).cycle();
        let sum: u32 = values.iter().rev().zip(weights).map(|(value, weight)| value * weight).sum();
        values.push(match sum % 11 {
            0 | 1 => 0,
            rest => 11 - rest,
        });
    }
    values[number.len()..].iter().map(u32::to_string).collect()
}

/// Number, length and value of a field that a part gives.
fn field(part: &str, number: u8, value: &str) -> Verified<String> {
    let length = value.len();
    if length > MOST_BYTES {
        let reason = format!("its field has {length} bytes, but at most {MOST_BYTES} are allowed");
        return Err(fault(part, reason));
    }
    Ok(format!("{number:02}{length:02}{value}"))
}

/// A text that has to be ASCII as it is.
fn ascii(part: &str, text: &str) -> Verified<String> {
    match text.chars().find(|c| !c.is_ascii_graphic()) {
        Some(other) => Err(fault(part, format!("it contains `{other}`"))),
        None => Ok(text.to_owned()),
    }
}

/// A text whose accents are left out, as the standard recommends.
fn without_accents(parts: &Parts, part: &str, most: usize) -> Verified<String> {
    let text = parts.needed(part, usize::MAX)?;
    let plain: String = text.nfd().filter(|character| !is_combining_mark(*character)).collect();
    if let Some(other) = plain.chars().find(|character| !character.is_ascii()) {
        return Err(fault(part, format!("it contains `{other}`")));
    }
    if plain.len() > most {
        let length = plain.len();
        return Err(fault(
            part,
            format!("it has {length} characters, but at most {most} are allowed"),
        ));
    }
    Ok(plain)
}

/// CRC-16/CCITT-FALSE.
fn crc(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0xFFFF, |crc, byte| {
        (0..8).fold(crc ^ u16::from(*byte) << 8, |crc, _| {
            if crc & 0x8000 == 0 { crc << 1 } else { crc << 1 ^ 0x1021 }
        })
    })
}

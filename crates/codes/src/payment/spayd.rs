//! Short Payment Descriptor, the standard of Czech banks (SPAYD 1.0).

use super::{Parts, Verified, all, amount, fault};
use crate::iban::{self, is_code};
use reportctl_base::calendar::is_day;

/// Seven digits and two decimals.
const MOST: u64 = 999_999_999;

/// Keys, in the order of the text.
pub const KEYS: [&str; 17] = [
    "ACC", "ALT-ACC", "AM", "CC", "RF", "RN", "DT", "PT", "MSG", "NT", "NTA", "X-PER", "X-VS",
    "X-SS", "X-KS", "X-ID", "X-URL",
];

pub(super) fn text(parts: &Parts) -> Verified<String> {
    parts.needed("ACC", 46)?;
    let mut text = String::from("SPD*1.0");
    for key in KEYS {
        let value = value(parts, key)?;
        if !value.is_empty() {
            text.push('*');
            text.push_str(key);
            text.push(':');
            escape(&value, &mut text);
        }
    }
    Ok(text)
}

fn value(parts: &Parts, name: &str) -> Verified<String> {
    match name {
        "AM" => return Ok(amount::optional(parts, name, MOST)?.unwrap_or_default()),
        "ACC" => return account(name, &parts.compact(name)),
        "ALT-ACC" => {
            let list = parts.compact(name);
            if list.split(',').count() > 2 {
                return Err(fault(name, "there are at most two further accounts"));
            }
            for one in list.split(',').filter(|one| !one.is_empty()) {
                account(name, one)?;
            }
            return Ok(list);
        }
        _ => {}
    }
    let most = match name {
        "NT" => 1,
        "X-PER" => 2,
        "CC" | "PT" => 3,
        "DT" => 8,
        "X-VS" | "X-SS" | "X-KS" => 10,
        "RF" => 16,
        "X-ID" => 20,
        "RN" => 35,
        "MSG" => 60,
        "X-URL" => 140,
        _ => 320,
    };
    let text = parts.short(name, most)?;
    let digits = all(text, |c| c.is_ascii_digit());
    let fits = text.is_empty()
        || match name {
            // Days on which a payment is tried again.
            "X-PER" => digits && text.parse().is_ok_and(|days: u8| days <= 30),
            "RF" | "X-VS" | "X-SS" | "X-KS" => digits,
            "DT" => digits && text.len() == 8 && is_date(text),
            "CC" => text.len() == 3 && all(text, |c| c.is_ascii_uppercase()),
            "NT" => matches!(text, "P" | "E"),
            _ => true,
        };
    if fits { Ok(text.to_owned()) } else { Err(fault(name, format!("it cannot be `{text}`"))) }
}

/// An IBAN, with the BIC after `+` if there is one.
fn account(name: &str, text: &str) -> Verified<String> {
    let (number, bank) = text.split_once('+').unwrap_or((text, ""));
    iban::verify(number).map_err(|reason| fault(name, reason))?;
    if !(bank.is_empty() || matches!(bank.len(), 8 | 11) && all(bank, is_code)) {
        return Err(fault(name, format!("`{bank}` is no BIC")));
    }
    Ok(text.to_owned())
}

/// Returns true if eight digits are year, month and day.
fn is_date(text: &str) -> bool {
    let part = |range| text.get(range).and_then(|part: &str| part.parse::<i64>().ok());
    let (Some(year), Some(month), Some(day)) = (part(0..4), part(4..6), part(6..8)) else {
        return false;
    };
    is_day(year, month, day)
}

/// Escapes what separates values, and all but ASCII.
fn escape(value: &str, text: &mut String) {
    for byte in value.bytes() {
        if (b' '..=b'~').contains(&byte) && byte != b'*' && byte != b'%' {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
}

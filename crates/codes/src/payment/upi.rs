//! Links of the Unified Payments Interface of India (NPCI, UPI Linking Specifications 1.6).

use std::fmt::Write;

use super::{Parts, Verified, all, amount, fault};

const MOST: u64 = 999_999_999_999;

/// Parameters of a link, in the order of the text.
pub const KEYS: [&str; 10] = ["pa", "pn", "mc", "tid", "tr", "tn", "am", "mam", "cu", "url"];

pub(super) fn text(parts: &Parts) -> Verified<String> {
    let address = parts.needed("pa", 255)?;
    let handle = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    if !address.split_once('@').is_some_and(|(user, bank)| all(user, handle) && all(bank, handle)) {
        return Err(fault(
            "pa",
            format!("`{address}` is not a payment address such as `name@bank`"),
        ));
    }
    parts.needed("pn", 99)?;
    let mut link = String::from("upi://pay");
    for (index, name) in KEYS.into_iter().enumerate() {
        let text = parts.short(name, longest(name))?;
        let value = match name {
            "am" | "mam" => amount::optional(parts, name, MOST)?.unwrap_or_default(),
            "cu" => match text {
                "" | "INR" => "INR".to_owned(),
                other => return Err(fault(name, format!("`{other}` is not INR"))),
            },
            "mc" if !text.is_empty() && (text.len() != 4 || !all(text, |c| c.is_ascii_digit())) => {
                return Err(fault(name, format!("`{text}` is not a category of four digits")));
            }
            _ => text.to_owned(),
        };
        if !value.is_empty() {
            link.push(if index == 0 { '?' } else { '&' });
            link.push_str(name);
            link.push('=');
            escape(&value, &mut link);
        }
    }
    Ok(link)
}

fn longest(name: &str) -> usize {
    match name {
        "tr" | "tid" => 35,
        "tn" => 80,
        "pn" => 99,
        _ => 255,
    }
}

/// Escapes what a value of a link cannot hold.
fn escape(text: &str, link: &mut String) {
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~@:/=".contains(&byte) {
            link.push(char::from(byte));
        } else {
            let _ = write!(link, "%{byte:02X}");
        }
    }
}

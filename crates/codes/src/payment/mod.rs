//! Payment payloads: contents of a QR code from which a bank's program fills in a payment (spec
//! 20.5.3).
//!
//! Every payload is verified by the rules of its standard before it is drawn: a wrong payment code
//! is worse than none.

mod amount;
mod epc;
mod pix;
mod spayd;
mod swiss;
mod upi;

pub use spayd::KEYS as SPAYD_KEYS;
pub use upi::KEYS as UPI_KEYS;

use crate::barcode::{ErrorCorrection, QrOptions};
use crate::iban;
use reportctl_base::choices;

choices! {
    /// The standards of payments in QR codes.
    PayloadType {
        Epc "epc" "GiroCode, for SEPA.",
        Swiss "swiss" "Swiss QR-bill.",
        Pix "pix" "Pix, Brazil.",
        Upi "upi" "UPI, India.",
        Spayd "spayd" "SPAYD, Czechia and Slovakia.",
    }
}

/// The texts of the fields of a payload, by name; `creditor.name` for those within another.
#[derive(Debug, Clone, Default)]
pub struct Parts(Vec<(String, String)>);

/// A payload that obeys its standard.
#[derive(Debug, Clone, PartialEq)]
pub struct Payment {
    /// Content of the code.
    pub text: String,
    /// Options of the QR code that the standard prescribes.
    pub code: Option<QrOptions>,
    /// Draws the code as Swiss QR-bills demand: 46 mm wide, with the cross.
    pub swiss: bool,
}

/// A rule that a payload breaks.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    /// The field of the payload.
    pub part: String,
    pub reason: String,
}

/// The result of verifying a part of a payload.
type Verified<T> = Result<T, Fault>;

/// The payload of a type.
///
/// # Errors
/// The first rule that is broken.
pub fn payload(kind: PayloadType, parts: &Parts) -> Result<Payment, Fault> {
    let plain = |text: String| Payment { text, code: None, swiss: false };
    Ok(match kind {
        PayloadType::Epc => Payment { code: medium(13), ..plain(epc::text(parts)?) },
        PayloadType::Swiss => {
            Payment { code: medium(25), swiss: true, ..plain(swiss::text(parts)?) }
        }
        PayloadType::Pix => plain(pix::text(parts)?),
        PayloadType::Upi => plain(upi::text(parts)?),
        PayloadType::Spayd => plain(spayd::text(parts)?),
    })
}

/// Level M and no other, in a version up to the one named.
fn medium(version: u8) -> Option<QrOptions> {
    Some(QrOptions { level: ErrorCorrection::M, raise: false, versions: (1, version) })
}

impl Parts {
    /// Adds the text of a field. Blanks around it do not count.
    pub fn add(&mut self, name: impl Into<String>, text: &str) {
        self.0.push((name.into(), text.trim().to_owned()));
    }

    /// The text of a field; empty where it is missing.
    fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(part, _)| part == name).map_or("", |(_, text)| text)
    }

    /// The text of a field without its blanks, in capitals, as people group account numbers.
    fn compact(&self, name: &str) -> String {
        self.get(name).split_whitespace().collect::<String>().to_ascii_uppercase()
    }

    /// The text of a field of at most `most` characters, all of them printable.
    fn short(&self, name: &str, most: usize) -> Verified<&str> {
        let text = self.get(name);
        let length = text.chars().count();
        if length > most {
            return Err(fault(
                name,
                format!("it has {length} characters, but at most {most} are allowed"),
            ));
        }
        match text.chars().find(|character| character.is_control()) {
            Some('\n' | '\r') => Err(fault(name, "it contains a line break")),
            Some(_) => Err(fault(name, "it contains a control character")),
            None => Ok(text),
        }
    }

    /// A text as from [`Self::short`] of a field that must not be missing.
    fn needed(&self, name: &str, most: usize) -> Verified<&str> {
        match self.get(name) {
            "" => Err(fault(name, "it is missing")),
            _ => self.short(name, most),
        }
    }
}

fn fault(part: &str, reason: impl Into<String>) -> Fault {
    Fault { part: part.to_owned(), reason: reason.into() }
}

/// The account number of a field, without blanks.
fn account(parts: &Parts, name: &str) -> Verified<String> {
    let number = parts.compact(name);
    match number.as_str() {
        "" => Err(fault(name, "it is missing")),
        number => {
            iban::verify(number).map_err(|reason| fault(name, reason)).map(|()| number.to_owned())
        }
    }
}

/// Returns true if the text is not empty and all its characters fit.
fn all(text: &str, fits: impl Fn(char) -> bool) -> bool {
    !text.is_empty() && text.chars().all(fits)
}

#[cfg(test)]
mod tests;

//! The Swiss QR Code of QR-bills (SIX, Implementation Guidelines 2.3): structured addresses only.

use super::{Parts, Verified, account, all, amount, fault};
use crate::iban;
use crate::registry::is_country;

const MOST_CHARACTERS: usize = 997;

/// The messages of notifications: bills over 0.00 that show a payment made in another way.
const NOTIFICATIONS: [&str; 4] = [
    "DO NOT USE FOR PAYMENT",
    "NICHT ZUR ZAHLUNG VERWENDEN",
    "NE PAS UTILISER POUR LE PAIEMENT",
    "NON UTILIZZARE PER IL PAGAMENTO",
];

pub(super) fn text(parts: &Parts) -> Verified<String> {
    let account = account(parts, "iban")?;
    if !matches!(&account[..2], "CH" | "LI") {
        return Err(fault("iban", "it must be an account in Switzerland or Liechtenstein"));
    }
    // QR-IBANs have numbers of institutions of their own.
    let is_qr = matches!(account[4..9].parse(), Ok(30_000..=31_999_u32));
    let (kind, reference) = reference(parts, is_qr)?;
    let creditor = address(parts, "creditor")?;
    let debtor = if ADDRESS.iter().all(|(key, ..)| parts.get(&within("debtor", key)).is_empty()) {
        vec![String::new(); 7]
    } else {
        address(parts, "debtor")?
    };
    let amount = amount::within(parts, "amount", 0, amount::SEPA)?.unwrap_or_default();
    let currency = parts.needed("currency", 3)?;
    if !matches!(currency, "CHF" | "EUR") {
        return Err(fault("currency", format!("`{currency}` is neither CHF nor EUR")));
    }
    let message = parts.short("message", 140)?;
    let bill = parts.short("billInfo", 140)?;
    let together = message.chars().count() + bill.chars().count();
    if together > 140 {
        let reason = format!(
            "message and bill information have {together} characters, but at most 140 together"
        );
        return Err(fault("message", reason));
    }
    for (part, text) in [("message", message), ("billInfo", bill)] {
        printable(part, text)?;
    }
    match (amount == "0.00", NOTIFICATIONS.contains(&message)) {
        (true, false) => {
            let reason = "`0.00` is for notifications alone, with the message \
                `DO NOT USE FOR PAYMENT` in the language of the bill";
            return Err(fault("amount", reason));
        }
        (false, true) => {
            return Err(fault(
                "amount",
                format!("a bill with the message `{message}` is over 0.00"),
            ));
        }
        _ => {}
    }
    let code = bill.strip_prefix("//").and_then(|rest| rest.get(..2));
    if !bill.is_empty() && !code.is_some_and(|code| all(code, |c| c.is_ascii_alphanumeric())) {
        let reason = "it begins with `//` and the two characters of its standard, such as `//S1/`";
        return Err(fault("billInfo", reason));
    }
    let mut lines: Vec<String> = ["SPC", "0200", "1", &account].map(str::to_owned).into();
    lines.extend(creditor);
    // The ultimate creditor is reserved for later.
    lines.extend(vec![String::new(); 7]);
    lines.extend([amount, currency.to_owned()]);
    lines.extend(debtor);
    lines.extend([kind.to_owned(), reference, message.to_owned(), "EPD".to_owned()]);
    if !bill.is_empty() {
        lines.push(bill.to_owned());
    }
    let payload = lines.join("\n");
    let length = payload.chars().count();
    if length > MOST_CHARACTERS {
        let reason =
            format!("the code has {length} characters, but at most {MOST_CHARACTERS} are allowed");
        return Err(fault("message", reason));
    }
    Ok(payload)
}

/// Keys of an address in the order of the code, the longest text, and whether it is needed.
const ADDRESS: [(&str, usize, bool); 6] = [
    ("name", 70, true),
    ("street", 70, false),
    ("number", 16, false),
    ("zip", 16, true),
    ("town", 35, true),
    ("country", 2, true),
];

fn within(party: &str, key: &str) -> String {
    format!("{party}.{key}")
}

fn address(parts: &Parts, party: &str) -> Verified<Vec<String>> {
    let mut lines = vec!["S".to_owned()];
    for (key, most, needed) in ADDRESS {
        let name = within(party, key);
        let text = if needed { parts.needed(&name, most)? } else { parts.short(&name, most)? };
        printable(&name, text)?;
        lines.push(text.to_owned());
    }
    let country = lines.last().map(String::as_str).unwrap_or_default();
    // Kosovo has a code that banks use, outside of the standard.
    if !is_country(country) && country != "XK" {
        let reason = format!("`{country}` is not a country code of two capitals (ISO 3166-1)");
        return Err(fault(&within(party, "country"), reason));
    }
    let zip = parts.get(&within(party, "zip"));
    if matches!(country, "CH" | "LI") && !all(zip, |c| c.is_ascii_digit()) {
        let reason = format!("`{zip}` is no postal code of {country}, which has digits alone");
        return Err(fault(&within(party, "zip"), reason));
    }
    Ok(lines)
}

/// The kind of reference, which has to fit the account.
fn reference(parts: &Parts, is_qr: bool) -> Verified<(&'static str, String)> {
    let reference = parts.compact("reference");
    let wrong = |reason: String| fault("reference", reason);
    let kind = match reference.as_str() {
        "" if is_qr => return Err(wrong("a QR-IBAN needs a QR reference of 27 digits".to_owned())),
        "" => "NON",
        text if text.starts_with("RF") => {
            iban::creditor_reference(text).map_err(wrong)?;
            if is_qr {
                return Err(wrong(
                    "a QR-IBAN needs a QR reference, not a creditor reference".to_owned(),
                ));
            }
            "SCOR"
        }
        text => {
            if text.len() != 27 || !all(text, |c| c.is_ascii_digit()) {
                return Err(wrong(format!(
                    "`{text}` is neither a QR reference of 27 digits nor a creditor reference `RF…`"
                )));
            }
            let (digits, last) = text.split_at(26);
            let right = check_digit(digits);
            if last.as_bytes() != [right + b'0'] {
                return Err(wrong(format!("the check digit is {last}, but must be {right}")));
            }
            if !is_qr {
                return Err(wrong("a QR reference needs a QR-IBAN".to_owned()));
            }
            if all(text, |c| c == '0') {
                return Err(wrong("a QR reference is not zero".to_owned()));
            }
            "QRR"
        }
    };
    Ok((kind, reference))
}

/// Modulo 10, recursive.
fn check_digit(digits: &str) -> u8 {
    const NEXT: [u8; 10] = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5];
    let carry =
        digits.bytes().fold(0, |carry, digit| NEXT[usize::from((carry + digit - b'0') % 10)]);
    (10 - carry) % 10
}

/// The characters of Swiss payments: printable Latin-1, Latin Extended-A, and a few more.
fn printable(part: &str, text: &str) -> Verified<()> {
    let fits = |c: char| matches!(c, ' '..='~' | '\u{a0}'..='\u{17f}' | '\u{218}'..='\u{21b}' | '\u{20ac}');
    match text.chars().find(|c| !fits(*c)) {
        Some(other) => Err(fault(part, format!("`{other}` is no character of Swiss payments"))),
        None => Ok(()),
    }
}

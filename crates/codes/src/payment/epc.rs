//! GiroCode: the QR code of the European Payments Council for SEPA credit transfers (EPC069-12,
//! version 002).

use super::{Parts, Verified, account, all, amount, fault};
use crate::iban::{self, is_code};

const MOST_BYTES: usize = 331;

/// Countries of the European Economic Area, inside of which accounts do without their bank.
const ECONOMIC_AREA: &str = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO \
    SE SI SK";
/// The other countries that take part in SEPA.
const OTHERS: &str = "AD AL CH GB GI MC MD ME MK RS SM VA";

pub(super) fn text(parts: &Parts) -> Verified<String> {
    let bic = parts.compact("bic");
    let bank = |bic: &str| {
        let letters = bic.bytes().take(6).all(|byte| byte.is_ascii_uppercase());
        matches!(bic.len(), 8 | 11) && letters && all(bic, is_code)
    };
    if !bic.is_empty() && !bank(&bic) {
        return Err(fault("bic", format!("`{bic}` is no BIC of 8 or 11 characters")));
    }
    let name = parts.needed("name", 70)?;
    let account = account(parts, "iban")?;
    let country = &account[..2];
    let is_one_of = |countries: &str| countries.split(' ').any(|one| one == country);
    if !is_one_of(ECONOMIC_AREA) {
        if !is_one_of(OTHERS) {
            return Err(fault("iban", format!("`{country}` is no country of SEPA")));
        }
        if bic.is_empty() {
            return Err(fault("bic", format!("accounts in {country} need the BIC of their bank")));
        }
    }
    let amount = amount::optional(parts, "amount", amount::SEPA)?;
    let amount = amount.map(|amount| format!("EUR{amount}")).unwrap_or_default();
    let purpose = parts.short("purpose", 4)?;
    if !purpose.is_empty() && !all(purpose, is_code) {
        return Err(fault("purpose", "it is a code of up to four capitals and digits"));
    }
    let text = parts.short("text", 140)?;
    let mut reference = parts.short("reference", 35)?.to_owned();
    if !reference.is_empty() && !text.is_empty() {
        return Err(fault("reference", "there is either a reference or a text, not both"));
    }
    let compact = parts.compact("reference");
    if compact.starts_with("RF") {
        iban::creditor_reference(&compact).map_err(|reason| fault("reference", reason))?;
        reference = compact;
    }
    let lines =
        ["BCD", "002", "1", "SCT", &bic, name, &account, &amount, purpose, &reference, text];
    // Empty lines at the end are omitted.
    let last = lines.iter().rposition(|line| !line.is_empty()).unwrap_or_default();
    let payload = lines[..=last].join("\n");
    if payload.len() > MOST_BYTES {
        let reason =
            format!("the code has {} bytes, but at most {MOST_BYTES} are allowed", payload.len());
        return Err(fault("text", reason));
    }
    Ok(payload)
}

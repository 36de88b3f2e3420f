//! Payments in QR codes (spec 20.5.3). Every field is a text with expressions.

use super::choice::{Choose, PayloadType};
use super::key::{Key, Scope, Type, key};
use super::{Kinds, object};

/// The payments.
pub static PAYLOADS: Kinds = Kinds {
    name: "Payload",
    common: &PAYLOAD,
    kinds: &[
        (PayloadType::Epc.name(), &EPC),
        (PayloadType::Swiss.name(), &SWISS),
        (PayloadType::Pix.name(), &PIX),
        (PayloadType::Upi.name(), &UPI),
        (PayloadType::Spayd.name(), &SPAYD),
    ],
};

object! {
    /// Keys common to all payments.
    PAYLOAD = "PayloadBase", "20.5", "Keys common to all payments.";
    TYPE: Key = key("type", "The standard.")
        .ty(Type::Choice(PayloadType::CHOICES)).extension().required();
}

object! {
    /// GiroCode.
    EPC = "EpcPayload", "20.5", "SEPA credit transfer: GiroCode of the European Payments Council.";
    EPC_NAME: Key = part("name", "Who is paid, at most 70 characters.");
    EPC_IBAN: Key = part("iban", "The account.");
    EPC_BIC: Key = part("bic", "Its bank, where the country asks for it.");
    EPC_AMOUNT: Key = part("amount", "The amount in euros.");
    EPC_PURPOSE: Key = part("purpose", "A purpose code of up to four characters.");
    EPC_REFERENCE: Key = part("reference", "A reference of at most 35 characters; one that begins with `RF` is verified.");
    EPC_TEXT: Key = part("text", "Instead of a reference, a text of at most 140 characters.");
}

object! {
    /// Swiss QR-bill.
    SWISS = "SwissPayload", "20.5", "Swiss QR-bill: 46 mm wide whatever the box, with the cross.";
    SWISS_IBAN: Key = part("iban", "The account, in Switzerland or Liechtenstein.");
    CREDITOR: Key = address("creditor", "Who is paid.");
    DEBTOR: Key = address("debtor", "Who pays; blank, it is filled in by hand.");
    SWISS_AMOUNT: Key = part("amount", "The amount; blank, it is filled in by hand.");
    CURRENCY: Key = part("currency", "CHF or EUR.");
    SWISS_REFERENCE: Key = part("reference", "A QR reference for a QR-IBAN, else a creditor reference `RF…` or nothing.");
    MESSAGE: Key = part("message", "A message of at most 140 characters.");
    BILL_INFO: Key = part("billInfo", "Coded information on the bill; 140 characters together with the message.");
}

object! {
    /// An address of a Swiss QR-bill.
    ADDRESS = "PayloadAddress", "20.5", "A structured address.";
    ADDRESS_NAME: Key = part("name", "Name, at most 70 characters.");
    STREET: Key = part("street", "Street, at most 70 characters.");
    NUMBER: Key = part("number", "Number of the building, at most 16 characters.");
    ZIP: Key = part("zip", "Postal code, at most 16 characters.");
    TOWN: Key = part("town", "Town, at most 35 characters.");
    COUNTRY: Key = part("country", "Country as two capitals.");
}

object! {
    /// Pix.
    PIX = "PixPayload", "20.5", "Pix: BR Code of the central bank of Brazil.";
    PIX_KEY: Key = part("key", "The key of the account.");
    PIX_URL: Key = part("url", "Instead of a key, the address of a charge.");
    PIX_AMOUNT: Key = part("amount", "The amount in reais.");
    PIX_NAME: Key = part("name", "Who is paid, at most 25 characters; accents are left out.");
    PIX_CITY: Key = part("city", "City, at most 15 characters; accents are left out.");
    TXID: Key = part("txid", "Letters and digits that identify the payment, at most 25; blank, `***`.");
}

object! {
    /// UPI.
    UPI = "UpiPayload", "20.5", "Unified Payments Interface of India, by the names of its parameters.";
    PA: Key = part("pa", "Payment address, `name@bank`.");
    PN: Key = part("pn", "Name of who is paid.");
    MC: Key = part("mc", "Merchant category of four digits.");
    TID: Key = part("tid", "Identity of the transaction.");
    TR: Key = part("tr", "Reference of the transaction.");
    TN: Key = part("tn", "Note, at most 80 characters.");
    AM: Key = part("am", "The amount in rupees.");
    MAM: Key = part("mam", "The least amount.");
    CU: Key = part("cu", "INR.");
    URL: Key = part("url", "An address with more about the payment.");
}

object! {
    /// SPAYD.
    SPAYD = "SpaydPayload", "20.5", "Short Payment Descriptor of Czech banks, by the names of its keys.";
    ACC: Key = part("ACC", "The account; a BIC after `+`.");
    ALT_ACC: Key = part("ALT-ACC", "Further accounts, after commas.");
    SPAYD_AM: Key = part("AM", "The amount.");
    CC: Key = part("CC", "Its currency.");
    RF: Key = part("RF", "Reference of at most 16 digits.");
    RN: Key = part("RN", "Who is paid, at most 35 characters.");
    DT: Key = part("DT", "When it is due, as YYYYMMDD.");
    PT: Key = part("PT", "Kind of payment, at most 3 characters.");
    MSG: Key = part("MSG", "Message, at most 60 characters.");
    NT: Key = part("NT", "`P` or `E`: by telephone or mail is notified.");
    NTA: Key = part("NTA", "The number or address for that.");
    X_PER: Key = part("X-PER", "Days for which the payment is tried again.");
    X_VS: Key = part("X-VS", "Variable symbol, at most 10 digits.");
    X_SS: Key = part("X-SS", "Specific symbol, at most 10 digits.");
    X_KS: Key = part("X-KS", "Constant symbol, at most 10 digits.");
    X_ID: Key = part("X-ID", "Identity that the payer gives, at most 20 characters.");
    X_URL: Key = part("X-URL", "An address for the payer, at most 140 characters.");
}

const fn part(name: &'static str, meaning: &'static str) -> Key {
    key(name, meaning).ty(Type::Printable).expressions(Scope::Own).extension()
}

const fn address(name: &'static str, meaning: &'static str) -> Key {
    key(name, meaning).ty(Type::Object(&ADDRESS)).extension()
}

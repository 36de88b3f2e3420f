//! Codes of problems: e-invoices.

use engine::problem::Code;

pub use crate::base::codes::*;

engine::codes! {
    /// An e-invoice breaks a rule of EN 16931 or of its profile.
    EINVOICE_RULE "einvoiceRule" Data
        "Correct the term that the rule names in the data of the invoice.",
    /// A file is not an e-invoice, or a part of it cannot be read.
    EINVOICE_UNREADABLE "einvoiceUnreadable" Data
        "Give an invoice as UBL 2.1 or UN/CEFACT CII, or a PDF document that carries one.",
}

/// Every code of this room, of those before it and of the engine.
pub fn all() -> impl Iterator<Item = Code> {
    crate::base::codes::all().chain(OWN.iter().copied())
}

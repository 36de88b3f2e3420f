//! Codes of problems: receipts.

use engine::problem::Code;

pub use crate::templates::codes::*;

engine::codes! {
    /// A file is not a receipt, or was written by a newer version.
    RECEIPT_INVALID "receiptInvalid" Config
        "Give the file that `render --receipt` wrote.",
    /// A key for signatures cannot be used.
    KEY_INVALID "keyInvalid" Config
        "Give an Ed25519 key as a PEM file.",
}

/// Every code of this room, of those before it and of the engine.
pub fn all() -> impl Iterator<Item = Code> {
    crate::templates::codes::all().chain(OWN.iter().copied())
}

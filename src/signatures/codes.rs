//! Codes of problems: signatures of documents.

use engine::problem::Code;
#[cfg(feature = "signatures")]
use engine::problem::Problem;

pub use crate::base::codes::*;

engine::codes! {
    /// A document was not signed, and so not made.
    SIGNING_FAILED "signingFailed" Config
        "Correct the signer, or sign the document that the message names in another way.",
    /// The signatures of a document cannot be read.
    SIGNATURE_UNREADABLE "signatureUnreadable" Data
        "Get the document again from who signed it.",
}

/// Every code of this room, of those before it and of the engine.
pub fn all() -> impl Iterator<Item = Code> {
    crate::einvoice::codes::all().chain(OWN.iter().copied())
}

/// The problem of a document that is not signed.
#[cfg(feature = "signatures")]
pub(super) fn failed(message: impl Into<String>) -> Problem {
    Problem::new(SIGNING_FAILED, message)
}

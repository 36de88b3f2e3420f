//! Documents with the signature of the settings.

use sha2::{Digest, Sha256};

use crate::signatures::Signing;
use engine::expr::date::Timestamp;
use engine::pdf::Plaintext;
use engine::problem::Result;
use engine::render::Document;

/// A document with the signature of the signer of all documents, where there is one. Plans and receipts compare it
/// as it was before.
///
/// # Errors
/// `signingFailed`, and those of reading the signer.
pub(crate) fn signed(document: Document, signing: &Signing, time: Timestamp) -> Result<Document> {
    let Some(bytes) = signing.sign(&document.bytes, time)? else { return Ok(document) };
    let before = Plaintext {
        sha256: Sha256::digest(&document.bytes).into(),
        bytes: document.bytes.len() as u64,
    };
    Ok(Document { bytes, plaintext: Some(before), ..document })
}

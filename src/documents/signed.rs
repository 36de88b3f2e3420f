//! Documents with the signature of their template or of the settings.

use sha2::{Digest, Sha256};

use crate::signatures::Signing;
use engine::expr::date::Timestamp;
use engine::pdf::Plaintext;
use engine::problem::Result;
use engine::render::Document;

/// A document with the signature that its template asks for, else with that of the signer of all documents, where
/// there is one. Plans and receipts compare it as it was before.
///
/// # Errors
/// `signingFailed`, and those of reading the signer.
pub(crate) fn signed(
    document: Document,
    signing: &Signing,
    tenant: &str,
    time: Timestamp,
) -> Result<Document> {
    let bytes = match &document.signature {
        Some(request) => Some(signing.sign_field(&document.bytes, request, tenant, time)?),
        None => signing.sign(&document.bytes, time)?,
    };
    let Some(bytes) = bytes else { return Ok(document) };
    let before = Plaintext {
        sha256: Sha256::digest(&document.bytes).into(),
        bytes: document.bytes.len() as u64,
    };
    Ok(Document { bytes, plaintext: Some(before), signature: None, ..document })
}

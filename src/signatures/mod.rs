//! Signatures of PDF documents: making them (PAdES B-B and B-T, ETSI EN 319 142-1) and verifying signatures of any
//! program.
//!
//! A signature is written behind a finished document, whose bytes stay: documents of this program and of others are
//! signed in the same way. Keys, of files or of tokens, are used here and nowhere else; children that render have
//! none.

mod algorithm;
mod certificates;
mod cms;
pub mod codes;
mod document;
mod key;
mod names;
mod pem;
#[cfg(feature = "pkcs11")]
mod pkcs11;
pub mod settings;
mod sign;
mod signer;
mod signers;
mod stamp;
mod update;
pub mod verify;

pub use settings::Changes;
pub use sign::Statement;
pub use signer::{Signer, SignerFiles};
pub use signers::{Signing, read};

use engine::expr::date::Timestamp;

/// A day, as messages write it.
pub(crate) fn day(time: Timestamp) -> String {
    let civil = time.civil();
    format!("{:04}-{:02}-{:02}", civil.year, civil.month, civil.day)
}

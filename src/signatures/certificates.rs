//! Certificates (RFC 5280) from PEM files.

use std::path::Path;

use der::pem::PemLabel as _;
use der::{Decode, Encode};
use engine::problem::Result;
use x509_cert::Certificate;

use super::codes::failed;
use super::pem;
use crate::base::files;

/// Largest file of a key or of certificates, in bytes.
pub(super) const MAX_BYTES: u64 = 1 << 20;

/// The certificates of a PEM file.
///
/// # Errors
/// `signingFailed` where there are none or one is damaged, `io`.
pub(super) fn read(path: &Path) -> Result<Vec<Certificate>> {
    let bytes = files::read_limited(path, MAX_BYTES)?;
    let blocks = pem::blocks(&bytes).into_iter();
    let blocks = blocks.filter(|block| block.label == Certificate::PEM_LABEL);
    let all: Vec<Certificate> = blocks.map(|block| decode(&block.der)).collect::<Result<_>>()?;
    if all.is_empty() {
        return Err(failed("the file has no certificate in PEM form")
            .advice("give a file with `-----BEGIN CERTIFICATE-----`"));
    }
    Ok(all)
}

/// A certificate.
///
/// # Errors
/// `signingFailed` where it is damaged, or written otherwise than DER demands.
pub(super) fn decode(der: &[u8]) -> Result<Certificate> {
    let damaged = || failed("a certificate is damaged").advice("export it again");
    let read = Certificate::from_der(der).map_err(|_| damaged())?;
    // It goes into signatures as it is written again; its hash would differ.
    match read.to_der() {
        Ok(written) if written == der => Ok(read),
        _ => Err(damaged()),
    }
}

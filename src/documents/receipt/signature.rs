//! Ed25519 signatures (RFC 8032), with keys in the files of OpenSSL.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};

use super::Signature;
use crate::base::files;
use crate::documents::codes;
use engine::problem::{Problem, Result};

const ALGORITHM: &str = "Ed25519";
/// Prefix of a public key in SPKI form (RFC 8410); 32 bytes follow.
const SPKI: [u8; 12] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];
/// Largest key file, in bytes.
const MAX_BYTES: u64 = 1 << 16;

/// A key that signs.
pub struct PrivateKey(Ed25519KeyPair);

/// A key that signatures are checked with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicKey(Vec<u8>);

impl PrivateKey {
    /// Reads a key in PEM form (PKCS #8), as `openssl genpkey -algorithm ed25519` writes it.
    ///
    /// # Errors
    /// `keyInvalid` where it is none.
    pub fn read(path: &Path) -> Result<Self> {
        let der = pem(path, "PRIVATE KEY")?;
        Ed25519KeyPair::from_pkcs8_maybe_unchecked(&der).map(Self).map_err(|_| {
            invalid(path, "it is no Ed25519 key")
                .advice("make one: `openssl genpkey -algorithm ed25519 -out key.pem`")
        })
    }

    pub(super) fn sign(&self, message: &[u8]) -> Signature {
        Signature {
            algorithm: ALGORITHM.to_owned(),
            key: STANDARD.encode(self.0.public_key()),
            value: STANDARD.encode(self.0.sign(message)),
        }
    }
}

impl PublicKey {
    /// Reads a key in PEM form, as `openssl pkey -pubout` writes it.
    ///
    /// # Errors
    /// `keyInvalid` where it is none.
    pub fn read(path: &Path) -> Result<Self> {
        let der = pem(path, "PUBLIC KEY")?;
        match der.strip_prefix(&SPKI) {
            Some(key) if key.len() == 32 => Ok(Self(key.to_vec())),
            _ => Err(invalid(path, "it is no public Ed25519 key")
                .advice("write it: `openssl pkey -in key.pem -pubout -out public.pem`")),
        }
    }
}

/// Returns `true` if a signature of a message is right, and of this key where one is given.
pub(super) fn verify(signature: &Signature, message: &[u8], key: Option<&PublicKey>) -> bool {
    let (Ok(own), Ok(value)) = (STANDARD.decode(&signature.key), STANDARD.decode(&signature.value))
    else {
        return false;
    };
    signature.algorithm == ALGORITHM
        && key.is_none_or(|key| key.0 == own)
        && UnparsedPublicKey::new(&ED25519, own).verify(message, &value).is_ok()
}

/// The content of a PEM file.
fn pem(path: &Path, kind: &str) -> Result<Vec<u8>> {
    let bytes = files::read_limited(path, MAX_BYTES)?;
    let text = String::from_utf8_lossy(&bytes);
    let (begin, end) = (format!("-----BEGIN {kind}-----"), format!("-----END {kind}-----"));
    let inside = text.split_once(&begin).and_then(|(_, rest)| rest.split_once(&end));
    let inside: Option<String> =
        inside.map(|(inside, _)| inside.chars().filter(|c| !c.is_whitespace()).collect());
    inside.and_then(|inside| STANDARD.decode(inside).ok()).ok_or_else(|| {
        invalid(path, &format!("it has no `{begin}`"))
            .advice("keys are PEM files, as `openssl genpkey -algorithm ed25519` writes them")
    })
}

fn invalid(path: &Path, why: &str) -> Problem {
    Problem::new(codes::KEY_INVALID, format!("the key cannot be used: {why}"))
        .file(files::display_name(path))
}

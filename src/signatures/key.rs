//! Private keys, and what is signed with them: RSA (PKCS #1 v1.5) and ECDSA (P-256, P-384), with SHA-256.
//!
//! The same key and the same bytes give the same signature: ECDSA takes its secret numbers from both (RFC 6979).

use der::asn1::ObjectIdentifier;
use der::{Any, Decode};
use p256::ecdsa::signature::hazmat::PrehashSigner;
use p256::pkcs8::{DecodePrivateKey, PrivateKeyInfoRef};
use ring::rand::SystemRandom;
use ring::signature::{KeyPair, RSA_PKCS1_SHA256, RsaKeyPair};
use sha2::{Digest, Sha256};
use x509_cert::spki::AlgorithmIdentifierOwned;

pub(super) const RSA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.1");
pub(super) const EC: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.2.1");
pub(super) const P256: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.3.1.7");
pub(super) const P384: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.132.0.34");
const SHA256_WITH_RSA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.11");
const ECDSA_WITH_SHA256: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.4.3.2");

/// A private key. Its `Debug` does not show it.
pub(super) enum Key {
    Rsa(RsaKeyPair),
    P256(p256::ecdsa::SigningKey),
    P384(p384::ecdsa::SigningKey),
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(***)")
    }
}

impl Key {
    /// A key in PKCS #8.
    ///
    /// # Errors
    /// Why it cannot be used, in words that follow "the private key".
    pub(super) fn from_pkcs8(der: &[u8]) -> Result<Self, String> {
        let info =
            PrivateKeyInfoRef::from_der(der).map_err(|_| "is not in PKCS #8 form".to_owned())?;
        let damaged = || "is damaged".to_owned();
        match info.algorithm.oid {
            RSA => RsaKeyPair::from_pkcs8(der).map(Self::Rsa).map_err(|why| rsa_reason(&why)),
            EC => match info.algorithm.parameters_oid().map_err(|_| damaged())? {
                P256 => p256::ecdsa::SigningKey::from_pkcs8_der(der)
                    .map(Self::P256)
                    .map_err(|_| damaged()),
                P384 => p384::ecdsa::SigningKey::from_pkcs8_der(der)
                    .map(Self::P384)
                    .map_err(|_| damaged()),
                curve => Err(format!("is on the curve {curve}; P-256 and P-384 are known")),
            },
            other => Err(format!("is of the kind {other}; RSA and ECDSA are known")),
        }
    }

    /// An RSA key in PKCS #1.
    ///
    /// # Errors
    /// Why it cannot be used, in words that follow "the private key".
    pub(super) fn from_pkcs1(der: &[u8]) -> Result<Self, String> {
        RsaKeyPair::from_der(der).map(Self::Rsa).map_err(|why| rsa_reason(&why))
    }

    /// A key of an elliptic curve in SEC 1.
    ///
    /// # Errors
    /// Why it cannot be used, in words that follow "the private key".
    pub(super) fn from_sec1(der: &[u8]) -> Result<Self, String> {
        if let Ok(key) = p256::SecretKey::from_sec1_der(der) {
            return Ok(Self::P256(key.into()));
        }
        p384::SecretKey::from_sec1_der(der)
            .map(|key| Self::P384(key.into()))
            .map_err(|_| "is not on the curves P-256 or P-384".to_owned())
    }

    /// The public key as certificates have it: the bits of its `subjectPublicKey`.
    pub(super) fn public(&self) -> Vec<u8> {
        match self {
            Self::Rsa(key) => key.public_key().as_ref().to_vec(),
            Self::P256(key) => key.verifying_key().to_sec1_point(false).as_bytes().to_vec(),
            Self::P384(key) => key.verifying_key().to_sec1_point(false).as_bytes().to_vec(),
        }
    }

    /// The algorithm of the signatures.
    pub(super) fn algorithm(&self) -> AlgorithmIdentifierOwned {
        match self {
            Self::Rsa(_) => {
                AlgorithmIdentifierOwned { oid: SHA256_WITH_RSA, parameters: Some(Any::null()) }
            }
            Self::P256(_) | Self::P384(_) => {
                AlgorithmIdentifierOwned { oid: ECDSA_WITH_SHA256, parameters: None }
            }
        }
    }

    /// Most bytes of a signature.
    pub(super) fn longest(&self) -> usize {
        match self {
            Self::Rsa(key) => key.public().modulus_len(),
            // Two integers of 33 and 49 bytes at most, with their heads.
            Self::P256(_) => 72,
            Self::P384(_) => 104,
        }
    }

    /// Signs a message; nothing where the algorithm fails.
    pub(super) fn sign(&self, message: &[u8]) -> Option<Vec<u8>> {
        match self {
            Self::Rsa(key) => {
                let mut signature = vec![0; key.public().modulus_len()];
                // Random numbers only blind the computation; they are not in the result.
                let random = SystemRandom::new();
                key.sign(&RSA_PKCS1_SHA256, &random, message, &mut signature).ok()?;
                Some(signature)
            }
            Self::P256(key) => {
                let signature: p256::ecdsa::DerSignature =
                    key.sign_prehash(&Sha256::digest(message)).ok()?;
                Some(signature.as_bytes().to_vec())
            }
            Self::P384(key) => {
                let signature: p384::ecdsa::DerSignature =
                    key.sign_prehash(&Sha256::digest(message)).ok()?;
                Some(signature.as_bytes().to_vec())
            }
        }
    }
}

fn rsa_reason(why: &ring::error::KeyRejected) -> String {
    match why.to_string().as_str() {
        "TooSmall" => "has fewer than 2048 bits".to_owned(),
        "TooLarge" => "has more than 4096 bits".to_owned(),
        _ => "is damaged, or no RSA key of 2048 to 4096 bits".to_owned(),
    }
}

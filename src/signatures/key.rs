//! Private keys, and what is signed with them: RSA (PKCS #1 v1.5) and ECDSA (P-256, P-384), with SHA-256.
//!
//! The same key and the same bytes give the same signature: ECDSA takes its secret numbers from both (RFC 6979). On
//! tokens it does not.

use der::Decode;
use engine::problem::Result;
use p256::ecdsa::signature::hazmat::PrehashSigner;
use p256::pkcs8::{DecodePrivateKey, PrivateKeyInfoRef};
use ring::rand::SystemRandom;
use ring::signature::{KeyPair, RSA_PKCS1_SHA256, RsaKeyPair};
use sha2::{Digest, Sha256};

use super::algorithm::{EC, Kind, P256, P384, RSA, unknown_curve, unsigned};
#[cfg(feature = "pkcs11")]
use super::pkcs11::TokenKey;

/// A private key. Its `Debug` does not show it.
pub(super) enum Key {
    Rsa(RsaKeyPair),
    P256(p256::ecdsa::SigningKey),
    P384(p384::ecdsa::SigningKey),
    /// One that does not leave its token.
    #[cfg(feature = "pkcs11")]
    Token(TokenKey),
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
    /// The reason why it cannot be used, in words that follow "the private key".
    pub(super) fn from_pkcs8(der: &[u8]) -> std::result::Result<Self, String> {
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
                curve => Err(unknown_curve(curve)),
            },
            other => Err(format!("is of the kind {other}; RSA and ECDSA are known")),
        }
    }

    /// An RSA key in PKCS #1.
    ///
    /// # Errors
    /// The reason why it cannot be used, in words that follow "the private key".
    pub(super) fn from_pkcs1(der: &[u8]) -> std::result::Result<Self, String> {
        RsaKeyPair::from_der(der).map(Self::Rsa).map_err(|why| rsa_reason(&why))
    }

    /// A key of an elliptic curve in SEC 1.
    ///
    /// # Errors
    /// The reason why it cannot be used, in words that follow "the private key".
    pub(super) fn from_sec1(der: &[u8]) -> std::result::Result<Self, String> {
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
            #[cfg(feature = "pkcs11")]
            Self::Token(key) => key.public().to_vec(),
        }
    }

    pub(super) fn kind(&self) -> Kind {
        match self {
            Self::Rsa(_) => Kind::Rsa,
            Self::P256(_) => Kind::P256,
            Self::P384(_) => Kind::P384,
            #[cfg(feature = "pkcs11")]
            Self::Token(key) => key.kind(),
        }
    }

    /// Most bytes of a signature.
    pub(super) fn longest(&self) -> usize {
        match self {
            Self::Rsa(key) => Kind::Rsa.longest_signature(key.public().modulus_len()),
            Self::P256(_) | Self::P384(_) => self.kind().longest_signature(0),
            #[cfg(feature = "pkcs11")]
            Self::Token(key) => key.longest(),
        }
    }

    /// Signs a message.
    ///
    /// # Errors
    /// `signingFailed` where the algorithm or the token fails.
    pub(super) fn sign(&self, message: &[u8]) -> Result<Vec<u8>> {
        match self {
            #[cfg(feature = "pkcs11")]
            Self::Token(key) => key.sign(message),
            _ => self.sign_here(message).ok_or_else(unsigned),
        }
    }

    fn sign_here(&self, message: &[u8]) -> Option<Vec<u8>> {
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
            #[cfg(feature = "pkcs11")]
            Self::Token(_) => None,
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

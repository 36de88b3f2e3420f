//! Private keys, and what is signed with them: RSA (PKCS #1 v1.5) and ECDSA (P-256, P-384), with SHA-256.
//!
//! The same key and the same bytes give the same signature: ECDSA takes its secret numbers from both (RFC 6979). On
//! tokens it does not.

use der::asn1::ObjectIdentifier;
use der::{Any, Decode};
use engine::problem::{Problem, Result};
use p256::ecdsa::signature::hazmat::PrehashSigner;
use p256::pkcs8::{DecodePrivateKey, PrivateKeyInfoRef};
use ring::rand::SystemRandom;
use ring::signature::{KeyPair, RSA_PKCS1_SHA256, RsaKeyPair};
use sha2::{Digest, Sha256};
use x509_cert::Certificate;
use x509_cert::spki::AlgorithmIdentifierOwned;

use super::codes::failed;
#[cfg(feature = "pkcs11")]
use super::pkcs11::TokenKey;

pub(super) const RSA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.1");
pub(super) const EC: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.2.1");
pub(super) const P256: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.3.1.7");
pub(super) const P384: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.132.0.34");
const SHA256_WITH_RSA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.11");
const ECDSA_WITH_SHA256: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.4.3.2");

/// Algorithm of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Rsa,
    P256,
    P384,
}

impl Kind {
    /// That of the public key of a certificate; nothing where no document is signed with such keys.
    pub(super) fn of(certificate: &Certificate) -> Option<Self> {
        let algorithm = &certificate.tbs_certificate().subject_public_key_info().algorithm;
        let curve = || algorithm.parameters.as_ref().and_then(|it| it.decode_as().ok());
        match algorithm.oid {
            RSA => Some(Self::Rsa),
            EC => Self::of_curve(curve()?),
            _ => None,
        }
    }

    /// That of the keys of an elliptic curve.
    pub(super) fn of_curve(curve: ObjectIdentifier) -> Option<Self> {
        match curve {
            P256 => Some(Self::P256),
            P384 => Some(Self::P384),
            _ => None,
        }
    }
}

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
    /// Why it cannot be used, in words that follow "the private key".
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
    /// Why it cannot be used, in words that follow "the private key".
    pub(super) fn from_pkcs1(der: &[u8]) -> std::result::Result<Self, String> {
        RsaKeyPair::from_der(der).map(Self::Rsa).map_err(|why| rsa_reason(&why))
    }

    /// A key of an elliptic curve in SEC 1.
    ///
    /// # Errors
    /// Why it cannot be used, in words that follow "the private key".
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

    /// The algorithm of the signatures.
    pub(super) fn algorithm(&self) -> AlgorithmIdentifierOwned {
        match self.kind() {
            Kind::Rsa => {
                AlgorithmIdentifierOwned { oid: SHA256_WITH_RSA, parameters: Some(Any::null()) }
            }
            Kind::P256 | Kind::P384 => {
                AlgorithmIdentifierOwned { oid: ECDSA_WITH_SHA256, parameters: None }
            }
        }
    }

    /// Most bytes of a signature.
    pub(super) fn longest(&self) -> usize {
        match self {
            Self::Rsa(key) => Self::longest_of(Kind::Rsa, key.public().modulus_len()),
            Self::P256(_) | Self::P384(_) => Self::longest_of(self.kind(), 0),
            #[cfg(feature = "pkcs11")]
            Self::Token(key) => key.longest(),
        }
    }

    /// Most bytes of a signature. `modulus`: bytes of the modulus of an RSA key.
    pub(super) fn longest_of(kind: Kind, modulus: usize) -> usize {
        match kind {
            Kind::Rsa => modulus,
            // Two integers of 33 and 49 bytes at most, with their heads.
            Kind::P256 => 72,
            Kind::P384 => 104,
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

/// Whether a signature is one of a message by the key of a certificate. `public`: the bits of its `subjectPublicKey`.
#[cfg(feature = "pkcs11")]
pub(super) fn verifies(kind: Kind, public: &[u8], message: &[u8], signature: &[u8]) -> bool {
    use ring::signature as algorithms;
    let algorithm: &dyn algorithms::VerificationAlgorithm = match kind {
        Kind::Rsa => &algorithms::RSA_PKCS1_2048_8192_SHA256,
        Kind::P256 => &algorithms::ECDSA_P256_SHA256_ASN1,
        Kind::P384 => &algorithms::ECDSA_P384_SHA256_ASN1,
    };
    let public = algorithms::UnparsedPublicKey::new(algorithm, public);
    public.verify(message, signature).is_ok()
}

/// A signature in the form of X.509 (RFC 3279, 2.2.3), of the two numbers of the same length that tokens give.
#[cfg(feature = "pkcs11")]
pub(super) fn der_signature(kind: Kind, numbers: &[u8]) -> Option<Vec<u8>> {
    match kind {
        Kind::Rsa => None,
        Kind::P256 => {
            let signature = p256::ecdsa::Signature::from_slice(numbers).ok()?;
            Some(signature.to_der().as_bytes().to_vec())
        }
        Kind::P384 => {
            let signature = p384::ecdsa::Signature::from_slice(numbers).ok()?;
            Some(signature.to_der().as_bytes().to_vec())
        }
    }
}

/// A signature that came to nothing.
pub(super) fn unsigned() -> Problem {
    failed("the key cannot sign").advice("check that the key is whole, and of its certificate")
}

/// A key that cannot be used. `why`: words that follow "the private key".
pub(super) fn unusable(why: impl std::fmt::Display) -> Problem {
    failed(format!("the private key {why}"))
        .advice("use an RSA key of 2048 to 4096 bits, or one of the curves P-256 or P-384")
}

/// Words that follow "the private key".
pub(super) fn unknown_curve(curve: ObjectIdentifier) -> String {
    format!("is on the curve {curve}; P-256 and P-384 are known")
}

fn rsa_reason(why: &ring::error::KeyRejected) -> String {
    match why.to_string().as_str() {
        "TooSmall" => "has fewer than 2048 bits".to_owned(),
        "TooLarge" => "has more than 4096 bits".to_owned(),
        _ => "is damaged, or no RSA key of 2048 to 4096 bits".to_owned(),
    }
}

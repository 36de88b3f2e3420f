//! Algorithms of keys and signatures (RSA with PKCS #1 v1.5, ECDSA on P-256 and P-384, both with SHA-256), and what is
//! wrong with keys.

use der::Any;
use der::asn1::ObjectIdentifier;
use engine::problem::Problem;
use x509_cert::Certificate;
use x509_cert::spki::AlgorithmIdentifierOwned;

use super::codes::failed;

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
    /// The kind of the public key of a certificate; `None` if no document is signed with such keys.
    pub(super) fn of(certificate: &Certificate) -> Option<Self> {
        let algorithm = &certificate.tbs_certificate().subject_public_key_info().algorithm;
        let curve = || algorithm.parameters.as_ref().and_then(|it| it.decode_as().ok());
        match algorithm.oid {
            RSA => Some(Self::Rsa),
            EC => Self::of_curve(curve()?),
            _ => None,
        }
    }

    /// The kind of the keys of an elliptic curve.
    pub(super) fn of_curve(curve: ObjectIdentifier) -> Option<Self> {
        match curve {
            P256 => Some(Self::P256),
            P384 => Some(Self::P384),
            _ => None,
        }
    }

    /// The algorithm of signatures with SHA-256.
    pub(super) fn signature_algorithm(self) -> AlgorithmIdentifierOwned {
        match self {
            Self::Rsa => {
                AlgorithmIdentifierOwned { oid: SHA256_WITH_RSA, parameters: Some(Any::null()) }
            }
            Self::P256 | Self::P384 => {
                AlgorithmIdentifierOwned { oid: ECDSA_WITH_SHA256, parameters: None }
            }
        }
    }

    /// Most bytes of a signature. `modulus`: bytes of the modulus of an RSA key.
    pub(super) fn longest_signature(self, modulus: usize) -> usize {
        match self {
            Self::Rsa => modulus,
            // Two integers of 33 and 49 bytes at most, with their heads.
            Self::P256 => 72,
            Self::P384 => 104,
        }
    }
}

/// Returns `true` if a signature of a message is by the key of a certificate. `public`: the bits of its
/// `subjectPublicKey`.
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

/// The key has no certificate among those that are there.
pub(super) fn foreign() -> Problem {
    failed("no certificate belongs to the private key")
        .advice("give the certificate that was issued for this key")
}

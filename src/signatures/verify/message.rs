//! The signature itself, in the Cryptographic Message Syntax (RFC 5652).

use cms::cert::CertificateChoices;
use cms::content_info::ContentInfo;
use cms::signed_data::{SignedData, SignerIdentifier, SignerInfo};
use der::asn1::{ObjectIdentifier, OctetString};
use der::{Any, Decode, Encode, Reader as _, SliceReader};
use engine::expr::date::Timestamp;
use pki_types::{CertificateDer, SignatureVerificationAlgorithm as Algorithm};
use ring::digest;
use webpki::ring as algorithms;
use webpki::{EndEntityCert, Error};
use x509_cert::ext::pkix::SubjectKeyIdentifier;

use super::{Certificate, Integrity};
use crate::signatures::algorithm::RSA;
use crate::signatures::cms::{
    CONTENT_TYPE, DATA, MESSAGE_DIGEST, SHA256, SIGNED_DATA, SIGNING_CERTIFICATE_V2,
    TIME_STAMP_TOKEN, TST_INFO,
};
use crate::signatures::names;

const SHA384: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.2.2");
const SHA512: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.2.3");
/// RSASSA-PSS (RFC 8017).
const RSA_PSS: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.10");
const SHA256_RSA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.11");
const SHA384_RSA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.12");
const SHA512_RSA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.13");
const ECDSA_SHA256: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.4.3.2");
const ECDSA_SHA384: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.4.3.3");
const ED25519: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.101.112");

/// Most certificates of a signature.
const MAX_CERTIFICATES: usize = 64;

/// A signature with one signer.
pub(super) struct SignedMessage {
    info: SignerInfo,
    /// Kind of what is signed.
    kind: ObjectIdentifier,
    /// The certificate of the signer, and the others.
    own: x509_cert::Certificate,
    pub(super) own_der: Vec<u8>,
    pub(super) others: Vec<CertificateDer<'static>>,
}

fn unknown<T>(why: impl Into<String>) -> Result<T, Integrity> {
    Err(Integrity::Unknown(why.into()))
}

impl SignedMessage {
    /// Reads a signature, behind which there may be zeros.
    pub(super) fn read(contents: &[u8]) -> Result<Self, Integrity> {
        let Some(signed) = signed_data(contents) else {
            return unknown("the signature cannot be read");
        };
        if signed.encap_content_info.econtent.is_some() {
            return unknown("the signature has a content of its own");
        }
        Self::of(signed, DATA)
    }

    /// Reads a time stamp, and what it is of.
    pub(super) fn read_token(der: &[u8]) -> Result<(Self, Vec<u8>), Integrity> {
        let signed = signed_data(der);
        let content = signed.as_ref().and_then(stamped);
        let (Some(signed), Some(content)) = (signed, content) else {
            return unknown("the time stamp cannot be read");
        };
        Self::of(signed, TST_INFO).map(|message| (message, content))
    }

    fn of(signed: SignedData, kind: ObjectIdentifier) -> Result<Self, Integrity> {
        let mut infos = signed.signer_infos.0.into_vec();
        let (Some(info), true) = (infos.pop(), infos.is_empty()) else {
            return unknown("the signature does not have one signer");
        };
        let choices = signed.certificates.map(|all| all.0.into_vec()).unwrap_or_default();
        if choices.len() > MAX_CERTIFICATES {
            return unknown("the signature has too many certificates");
        }
        let (mut own, mut others) = (None, Vec::new());
        for choice in choices {
            let CertificateChoices::Certificate(certificate) = choice else { continue };
            let Ok(der) = certificate.to_der() else { continue };
            match own {
                None if is_of(&info.sid, &certificate) => own = Some((certificate, der)),
                _ => others.push(CertificateDer::from(der)),
            }
        }
        match own {
            Some((own, own_der)) => Ok(Self { info, kind, own, own_der, others }),
            None => unknown("the signature has no certificate of its signer"),
        }
    }

    /// The token of the time stamp of the signature, where it has one.
    pub(super) fn stamp_token(&self) -> Option<&Any> {
        let attributes = self.info.unsigned_attrs.as_ref()?;
        attributes.iter().find(|it| it.oid == TIME_STAMP_TOKEN)?.values.get(0)
    }

    /// The signature itself, of which time stamps are.
    pub(super) fn signature(&self) -> &[u8] {
        self.info.signature.as_bytes()
    }

    /// The name of the certificate.
    pub(super) fn signer(&self) -> String {
        names::common(self.own.tbs_certificate().subject())
    }

    /// Verifies the signature of these bytes.
    pub(super) fn check(&self, parts: &[&[u8]]) -> Integrity {
        match self.checked(parts) {
            Ok(()) => Integrity::Intact,
            Err(state) => state,
        }
    }

    fn checked(&self, parts: &[&[u8]]) -> Result<(), Integrity> {
        let Some(hash) = hash(self.info.digest_alg.oid) else {
            return unknown("the hash of the signature is not known, or too weak today");
        };
        let Some(attributes) = &self.info.signed_attrs else {
            return self.check_signature(&parts.concat());
        };
        let attribute = |oid: ObjectIdentifier| -> Option<&Any> {
            let mut of_kind = attributes.iter().filter(|attribute| attribute.oid == oid);
            let (one, None) = (of_kind.next()?, of_kind.next()) else { return None };
            one.values.get(0).filter(|_| one.values.len() == 1)
        };
        let digest = attribute(MESSAGE_DIGEST).and_then(|it| it.decode_as::<OctetString>().ok());
        let content =
            attribute(CONTENT_TYPE).and_then(|it| it.decode_as::<ObjectIdentifier>().ok());
        let (Some(digest), true) = (digest, content == Some(self.kind)) else {
            return unknown("the signature does not say what it is of");
        };
        let mut own = digest::Context::new(hash);
        parts.iter().for_each(|part| own.update(part));
        if own.finish().as_ref() != digest.as_bytes() {
            return Err(Integrity::Altered("the document was changed after it was signed"));
        }
        // A certificate of the same name and number must not take the place of the one that signed.
        if let Some(value) = attribute(SIGNING_CERTIFICATE_V2)
            && !names_certificate(value, &self.own_der)
        {
            return Err(Integrity::Altered("it was made with another certificate"));
        }
        match attributes.to_der() {
            Ok(signed) => self.check_signature(&signed),
            Err(_) => unknown("the signature cannot be read"),
        }
    }

    fn check_signature(&self, message: &[u8]) -> Result<(), Integrity> {
        let der = CertificateDer::from(&self.own_der[..]);
        let Ok(certificate) = EndEntityCert::try_from(&der) else {
            return unknown("the certificate cannot be read");
        };
        let mut is_wrong = false;
        for algorithm in self.algorithms() {
            match certificate.verify_signature(algorithm, message, self.info.signature.as_bytes()) {
                Ok(()) => return Ok(()),
                Err(Error::InvalidSignatureForPublicKey) => is_wrong = true,
                Err(_) => {}
            }
        }
        if is_wrong {
            Err(Integrity::Altered("the signature is not one of this certificate"))
        } else {
            unknown("the algorithm of the signature is not known, or too weak today")
        }
    }

    /// Algorithms that the signature may have; the key of the certificate decides.
    fn algorithms(&self) -> Vec<&'static dyn Algorithm> {
        match (self.info.signature_algorithm.oid, self.info.digest_alg.oid) {
            (RSA, SHA256) | (SHA256_RSA, _) => vec![algorithms::RSA_PKCS1_2048_8192_SHA256],
            (RSA, SHA384) | (SHA384_RSA, _) => vec![algorithms::RSA_PKCS1_2048_8192_SHA384],
            (RSA, SHA512) | (SHA512_RSA, _) => vec![algorithms::RSA_PKCS1_2048_8192_SHA512],
            (RSA_PSS, SHA256) => vec![algorithms::RSA_PSS_2048_8192_SHA256_LEGACY_KEY],
            (RSA_PSS, SHA384) => vec![algorithms::RSA_PSS_2048_8192_SHA384_LEGACY_KEY],
            (RSA_PSS, SHA512) => vec![algorithms::RSA_PSS_2048_8192_SHA512_LEGACY_KEY],
            (ECDSA_SHA256, _) => vec![algorithms::ECDSA_P256_SHA256, algorithms::ECDSA_P384_SHA256],
            (ECDSA_SHA384, _) => vec![algorithms::ECDSA_P256_SHA384, algorithms::ECDSA_P384_SHA384],
            (ED25519, _) => vec![algorithms::ED25519],
            _ => vec![],
        }
    }

    /// The certificate at a time, and now.
    pub(super) fn certificate(&self, at: Timestamp, now: Timestamp) -> Certificate {
        let validity = self.own.tbs_certificate().validity();
        let time = |time: x509_cert::time::Time| {
            let seconds = i64::try_from(time.to_unix_duration().as_secs()).unwrap_or(i64::MAX);
            Timestamp::clamped(seconds)
        };
        let (from, until) = (time(validity.not_before), time(validity.not_after));
        match () {
            () if at < from => Certificate::NotYetValid(from),
            () if at > until => Certificate::Expired(until),
            () if now > until => Certificate::ExpiredSince(until),
            () => Certificate::Valid,
        }
    }
}

fn signed_data(contents: &[u8]) -> Option<SignedData> {
    let mut reader = SliceReader::new(contents).ok()?;
    let content = ContentInfo::decode(&mut reader).ok()?;
    let used = usize::try_from(reader.position()).ok()?;
    let is_padded = contents.get(used..)?.iter().all(|byte| *byte == 0);
    let is_signed = content.content_type == SIGNED_DATA && is_padded;
    is_signed.then(|| content.content.decode_as().ok()).flatten()
}

/// The content of a time stamp, where it is one.
fn stamped(signed: &SignedData) -> Option<Vec<u8>> {
    let own = &signed.encap_content_info;
    let content = own.econtent.as_ref().filter(|_| own.econtent_type == TST_INFO)?;
    content.decode_as::<OctetString>().ok().map(|content| content.as_bytes().to_vec())
}

/// Returns `true` if a certificate is the one that a signer names.
fn is_of(signer: &SignerIdentifier, certificate: &x509_cert::Certificate) -> bool {
    let tbs = certificate.tbs_certificate();
    match signer {
        SignerIdentifier::IssuerAndSerialNumber(named) => {
            named.issuer == *tbs.issuer() && named.serial_number == *tbs.serial_number()
        }
        SignerIdentifier::SubjectKeyIdentifier(key) => {
            let own = tbs.get_extension::<SubjectKeyIdentifier>();
            own.is_ok_and(|own| own.is_some_and(|(_, own)| own == *key))
        }
    }
}

/// Returns `true` if SigningCertificateV2 (RFC 5035, 3) has the hash of a certificate first.
fn names_certificate(value: &Any, certificate: &[u8]) -> bool {
    let first = |any: &Any| -> Option<Any> { any.decode_as::<Vec<Any>>().ok()?.into_iter().next() };
    let Some(parts) = first(value).and_then(|list| first(&list)) else { return false };
    let Ok(parts) = parts.decode_as::<Vec<Any>>() else { return false };
    // The algorithm stands before the hash, unless it is SHA-256.
    let (algorithm, hashed) = match &parts[..] {
        [first, second, ..] if first.decode_as::<OctetString>().is_err() => {
            let algorithm = first.decode_as::<x509_cert::spki::AlgorithmIdentifierOwned>();
            (algorithm.map(|it| it.oid).ok(), second)
        }
        [first, ..] => (Some(SHA256), first),
        [] => return false,
    };
    let Some(algorithm) = algorithm.and_then(hash) else { return false };
    hashed
        .decode_as::<OctetString>()
        .is_ok_and(|hashed| hashed.as_bytes() == digest::digest(algorithm, certificate).as_ref())
}

/// The hash of an algorithm, where it is known and good enough today.
pub(super) fn hash(oid: ObjectIdentifier) -> Option<&'static digest::Algorithm> {
    match oid {
        SHA256 => Some(&digest::SHA256),
        SHA384 => Some(&digest::SHA384),
        SHA512 => Some(&digest::SHA512),
        // SHA-1 among them: two documents with the same hash can be made.
        _ => None,
    }
}

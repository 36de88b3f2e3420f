//! Signatures in the Cryptographic Message Syntax (RFC 5652), as CAdES and PAdES B-B want them (ETSI EN 319 122-1
//! and 319 142-1): detached, with the hash of the certificate among the signed attributes, and without a time.

use cms::cert::{CertificateChoices, IssuerAndSerialNumber};
use cms::content_info::{CmsVersion, ContentInfo};
use cms::signed_data::{
    CertificateSet, EncapsulatedContentInfo, SignedData, SignerIdentifier, SignerInfo, SignerInfos,
};
use der::asn1::{ObjectIdentifier, OctetString, SetOfVec};
use der::{Any, Encode, EncodeValue, Tagged};
use engine::problem::Result;
use sha2::{Digest, Sha256};
use x509_cert::Certificate;
use x509_cert::attr::{Attribute, Attributes};
use x509_cert::spki::AlgorithmIdentifierOwned;

use super::algorithm::unsigned;
use super::key::Key;

pub(super) const DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.1");
pub(super) const SIGNED_DATA: ObjectIdentifier =
    ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.2");
pub(super) const SHA256: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.2.1");
pub(super) const CONTENT_TYPE: ObjectIdentifier =
    ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.3");
pub(super) const MESSAGE_DIGEST: ObjectIdentifier =
    ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.4");
pub(super) const SIGNING_CERTIFICATE_V2: ObjectIdentifier =
    ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.16.2.47");
/// `id-ct-TSTInfo`: the content of a time stamp.
pub(super) const TST_INFO: ObjectIdentifier =
    ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.16.1.4");
/// `id-aa-timeStampToken`: the unsigned attribute of a signature that has its time stamp.
pub(super) const TIME_STAMP_TOKEN: ObjectIdentifier =
    ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.16.2.14");

/// The parts of a signature that are the same in each document.
#[derive(Debug)]
pub(super) struct SignatureFrame {
    signer: SignerIdentifier,
    /// The hash of the certificate, as an attribute.
    certificate: Attribute,
    certificates: CertificateSet,
    /// Most bytes that [`Self::sign`] gives.
    pub(super) longest: usize,
}

/// Signed attributes of a document, and the signature itself.
pub(super) struct SignedAttributes {
    attributes: Attributes,
    pub(super) value: Vec<u8>,
}

impl SignatureFrame {
    /// The parts of signatures with a key and its certificates, its own and those above it.
    pub(super) fn new(chain: &[Certificate], key: &Key) -> der::Result<Option<Self>> {
        let Some(own) = chain.first() else { return Ok(None) };
        let signer = SignerIdentifier::IssuerAndSerialNumber(IssuerAndSerialNumber {
            issuer: own.tbs_certificate().issuer().clone(),
            serial_number: own.tbs_certificate().serial_number().clone(),
        });
        // SigningCertificateV2 (RFC 5035, 3): a list of lists, of which the innermost has the hash alone, because
        // SHA-256 is the default and the issuer is optional.
        let hash = OctetString::new(Sha256::digest(own.to_der()?).to_vec())?;
        let certificate = attribute(SIGNING_CERTIFICATE_V2, &vec![vec![vec![hash]]])?;
        let choices = chain.iter().cloned().map(CertificateChoices::Certificate);
        let certificates = CertificateSet(SetOfVec::try_from(choices.collect::<Vec<_>>())?);
        let mut frame = Self { signer, certificate, certificates, longest: 0 };
        let attributes = frame.attributes(&[0; 32])?;
        let longest = SignedAttributes { attributes, value: vec![0; key.longest()] };
        frame.longest = frame.wrap(longest, key, None)?.len();
        Ok(Some(frame))
    }

    /// Signs the attributes of content with this SHA-256.
    ///
    /// # Errors
    /// `signingFailed` if the key fails.
    pub(super) fn sign(&self, digest: &[u8], key: &Key) -> Result<SignedAttributes> {
        let attributes = self.attributes(digest).map_err(|_| unsigned())?;
        // They are signed as a set, not with the tag that they have in the structure (RFC 5652, 5.4).
        let value = key.sign(&attributes.to_der().map_err(|_| unsigned())?)?;
        Ok(SignedAttributes { attributes, value })
    }

    /// The signed attributes of something with that SHA-256.
    fn attributes(&self, digest: &[u8]) -> der::Result<Attributes> {
        Attributes::try_from(vec![
            attribute(CONTENT_TYPE, &DATA)?,
            attribute(MESSAGE_DIGEST, &OctetString::new(digest)?)?,
            self.certificate.clone(),
        ])
    }

    /// The structure of a signature in DER, with its time stamp.
    pub(super) fn wrap(
        &self,
        signature: SignedAttributes,
        key: &Key,
        stamp: Option<Any>,
    ) -> der::Result<Vec<u8>> {
        let stamp = stamp.map(|token| {
            let values = SetOfVec::try_from(vec![token])?;
            Attributes::try_from(vec![Attribute { oid: TIME_STAMP_TOKEN, values }])
        });
        let digest = AlgorithmIdentifierOwned { oid: SHA256, parameters: None };
        let info = SignerInfo {
            version: CmsVersion::V1,
            sid: self.signer.clone(),
            digest_alg: digest.clone(),
            signed_attrs: Some(signature.attributes),
            signature_algorithm: key.kind().signature_algorithm(),
            signature: OctetString::new(signature.value)?,
            unsigned_attrs: stamp.transpose()?,
        };
        let signed = SignedData {
            version: CmsVersion::V1,
            digest_algorithms: SetOfVec::try_from(vec![digest])?,
            encap_content_info: EncapsulatedContentInfo { econtent_type: DATA, econtent: None },
            certificates: Some(self.certificates.clone()),
            crls: None,
            signer_infos: SignerInfos(SetOfVec::try_from(vec![info])?),
        };
        let content = Any::encode_from(&signed)?;
        ContentInfo { content_type: SIGNED_DATA, content }.to_der()
    }
}

fn attribute<T: Tagged + EncodeValue>(oid: ObjectIdentifier, value: &T) -> der::Result<Attribute> {
    let value = Any::encode_from(value)?;
    Ok(Attribute { oid, values: SetOfVec::try_from(vec![value])? })
}

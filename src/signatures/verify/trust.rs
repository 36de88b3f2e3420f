//! Trust in the issuers of certificates (RFC 5280, 6).

use std::path::Path;
use std::time::Duration;

use der::oid::db::rfc5280::ID_KP_TIME_STAMPING;
use der::{Decode as _, Encode as _};
use engine::expr::date::Timestamp;
use engine::problem::Result;
use pki_types::{
    CertificateDer, SignatureVerificationAlgorithm as Algorithm, TrustAnchor, UnixTime,
};
use webpki::ring as algorithms;
use webpki::{
    EndEntityCert, Error, ExtendedKeyUsageValidator, KeyPurposeIdIter, anchor_from_trusted_cert,
};

use x509_cert::Certificate;
use x509_cert::ext::pkix::ExtendedKeyUsage;
use x509_cert::time::Time;

use super::Trust;
use crate::base::files;
use crate::signatures::certificates;
use crate::signatures::codes::failed;

/// Trusted certificates: of authorities, or of signers themselves.
#[derive(Debug)]
pub struct Roots {
    certificates: Vec<CertificateDer<'static>>,
    anchors: Vec<TrustAnchor<'static>>,
}

const ALGORITHMS: &[&dyn Algorithm] = &[
    algorithms::RSA_PKCS1_2048_8192_SHA256,
    algorithms::RSA_PKCS1_2048_8192_SHA384,
    algorithms::RSA_PKCS1_2048_8192_SHA512,
    algorithms::RSA_PSS_2048_8192_SHA256_LEGACY_KEY,
    algorithms::RSA_PSS_2048_8192_SHA384_LEGACY_KEY,
    algorithms::RSA_PSS_2048_8192_SHA512_LEGACY_KEY,
    algorithms::ECDSA_P256_SHA256,
    algorithms::ECDSA_P256_SHA384,
    algorithms::ECDSA_P384_SHA256,
    algorithms::ECDSA_P384_SHA384,
    algorithms::ED25519,
];

/// Purposes of certificates that sign documents; one without any may be used for everything.
const PURPOSES: &[&[usize]] = &[
    // Any, mail, clients, documents (RFC 9336), those of Adobe and of Microsoft.
    &[2, 5, 29, 37, 0],
    &[1, 3, 6, 1, 5, 5, 7, 3, 4],
    &[1, 3, 6, 1, 5, 5, 7, 3, 2],
    &[1, 3, 6, 1, 5, 5, 7, 3, 36],
    &[1, 2, 840, 113_583, 1, 1, 5],
    &[1, 3, 6, 1, 4, 1, 311, 10, 3, 12],
];

struct Purposes;

impl ExtendedKeyUsageValidator for Purposes {
    fn validate(&self, mut purposes: KeyPurposeIdIter<'_, '_>) -> std::result::Result<(), Error> {
        let Some(first) = purposes.next() else { return Ok(()) };
        for purpose in std::iter::once(first).chain(purposes) {
            if PURPOSES.contains(&&purpose?.to_decoded_oid()[..]) {
                return Ok(());
            }
        }
        Err(Error::RequiredEkuNotFoundContext(webpki::RequiredEkuNotFoundContext {
            required: webpki::KeyUsage::required(&[]),
            present: Vec::new(),
        }))
    }
}

/// Time stamps alone, which their certificates must name (RFC 3161, 2.3).
struct TimeStamping;

impl ExtendedKeyUsageValidator for TimeStamping {
    fn validate(&self, purposes: KeyPurposeIdIter<'_, '_>) -> std::result::Result<(), Error> {
        for purpose in purposes {
            if purpose?.to_decoded_oid() == [1, 3, 6, 1, 5, 5, 7, 3, 8] {
                return Ok(());
            }
        }
        Err(Error::RequiredEkuNotFoundContext(webpki::RequiredEkuNotFoundContext {
            required: webpki::KeyUsage::required(&[]),
            present: Vec::new(),
        }))
    }
}

/// Trust in the certificate of an authority that is given as trusted.
fn authority(own: &[u8], at: Timestamp) -> Trust {
    let untrusted = |why: &str| Trust::Untrusted(why.to_owned());
    let Ok(certificate) = Certificate::from_der(own) else {
        return untrusted("the certificate cannot be read");
    };
    let tbs = certificate.tbs_certificate();
    let purposes = tbs.get_extension::<ExtendedKeyUsage>().ok().flatten();
    if !purposes.is_some_and(|(_, purposes)| purposes.0.contains(&ID_KP_TIME_STAMPING)) {
        return untrusted("the certificate is not one for time stamps");
    }
    let seconds = |time: Time| i64::try_from(time.to_unix_duration().as_secs()).unwrap_or(i64::MAX);
    let validity = tbs.validity();
    let valid = seconds(validity.not_before)..=seconds(validity.not_after);
    if valid.contains(&at.seconds()) {
        Trust::Trusted
    } else {
        untrusted("the certificate was not valid then")
    }
}

impl Roots {
    /// Reads a PEM file.
    ///
    /// # Errors
    /// `signingFailed` where it has no certificates, `io`.
    pub fn read(path: &Path) -> Result<Self> {
        let name = files::display_name(path);
        let located = |problem: engine::Problem| problem.file(&name);
        let all = certificates::read(path).map_err(located)?;
        let damaged = || failed("a certificate is damaged").advice("export it again").file(&name);
        let all = all.iter().map(|it| it.to_der().map(CertificateDer::from).map_err(|_| damaged()));
        let certificates: Vec<CertificateDer<'static>> = all.collect::<Result<_>>()?;
        // One that cannot be the root of others is trusted for itself.
        let anchors = certificates.iter().filter_map(|it| anchor_from_trusted_cert(it).ok());
        let anchors = anchors.map(|anchor| anchor.to_owned()).collect();
        Ok(Self { certificates, anchors })
    }

    /// Trust in a signer at a time. `own`: the certificate of the signer in DER; `others`: certificates that may
    /// stand between it and one that is trusted.
    pub(super) fn trust(&self, own: &[u8], others: &[CertificateDer<'_>], at: Timestamp) -> Trust {
        self.trust_for(own, others, at, Purposes)
    }

    /// Trust in a time-stamp authority at a time; the parameters are those of [`Self::trust`].
    pub(super) fn trust_authority(
        &self,
        own: &[u8],
        others: &[CertificateDer<'_>],
        at: Timestamp,
    ) -> Trust {
        match self.trust_for(own, others, at, TimeStamping) {
            // Trusted for itself: then nothing else has looked at what it is for, and how long.
            Trust::Trusted if self.certificates.iter().any(|it| **it == *own) => authority(own, at),
            trust => trust,
        }
    }

    fn trust_for(
        &self,
        own: &[u8],
        others: &[CertificateDer<'_>],
        at: Timestamp,
        purposes: impl ExtendedKeyUsageValidator,
    ) -> Trust {
        let own = CertificateDer::from(own);
        if self.certificates.contains(&own) {
            return Trust::Trusted;
        }
        let Ok(certificate) = EndEntityCert::try_from(&own) else {
            return Trust::Untrusted("the certificate cannot be read".to_owned());
        };
        let seconds = u64::try_from(at.seconds()).unwrap_or_default();
        let time = UnixTime::since_unix_epoch(Duration::from_secs(seconds));
        let chain = certificate.verify_for_usage(
            ALGORITHMS,
            &self.anchors,
            others,
            time,
            purposes,
            None,
            None,
        );
        match chain {
            Ok(_) => Trust::Trusted,
            Err(error) => Trust::Untrusted(reason(&error).to_owned()),
        }
    }
}

fn reason(error: &Error) -> &'static str {
    match error {
        Error::UnknownIssuer => "none of the trusted certificates issued it",
        Error::CaUsedAsEndEntity => {
            "its certificate is that of an authority, and not trusted itself"
        }
        Error::CertExpired { .. } => "a certificate had expired",
        Error::CertNotValidYet { .. } => "a certificate was not valid yet",
        Error::RequiredEkuNotFoundContext(_) => "its certificate is for other purposes",
        Error::InvalidSignatureForPublicKey => "a certificate is not signed by the one above it",
        _ => "its certificates do not lead to one that is trusted",
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use rcgen::{CertificateParams, ExtendedKeyUsagePurpose, KeyPair, date_time_ymd};

    use super::*;
    use crate::base::timestamp;

    /// Who gives the certificate itself as trusted has said nothing about what it is for, and for how long.
    #[test]
    fn an_authority_that_is_trusted_itself_has_to_be_one_at_that_time() {
        let made = |purposes: Vec<ExtendedKeyUsagePurpose>| {
            let mut of = CertificateParams::new(vec![]).unwrap();
            of.extended_key_usages = purposes;
            (of.not_before, of.not_after) = (date_time_ymd(2026, 1, 1), date_time_ymd(2027, 1, 1));
            of.self_signed(&KeyPair::generate().unwrap()).unwrap().der().to_vec()
        };
        let trust = |own: &[u8], at: &str| {
            let certificates = vec![CertificateDer::from(own.to_vec())];
            let roots = Roots { certificates, anchors: Vec::new() };
            roots.trust_authority(own, &[], timestamp::parse(at).unwrap())
        };
        let clock = made(vec![ExtendedKeyUsagePurpose::TimeStamping]);
        assert_eq!(trust(&clock, "2026-06-01"), Trust::Trusted);
        assert!(matches!(trust(&clock, "2028-06-01"), Trust::Untrusted(_)));
        for purposes in [vec![], vec![ExtendedKeyUsagePurpose::EmailProtection]] {
            assert!(matches!(trust(&made(purposes), "2026-06-01"), Trust::Untrusted(_)));
        }
    }
}

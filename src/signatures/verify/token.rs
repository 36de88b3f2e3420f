//! Time stamps of signatures (RFC 3161), as tokens that a time-stamp authority has signed.

use der::asn1::{ObjectIdentifier, OctetString};
use der::{Any, Decode, Encode};
use engine::expr::date::Timestamp;
use ring::digest;

use super::message::{SignedMessage, hash};
use super::{Integrity, Roots, Trust};
use crate::base::timestamp;

/// A time stamp of a signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeStamp {
    /// The name of the authority.
    pub authority: Option<String>,
    /// Time of the stamp, as claimed by the authority.
    pub time: Option<Timestamp>,
    pub state: Integrity,
    pub trust: Trust,
}

impl TimeStamp {
    /// The time stamp of a signature, where it has one.
    pub(super) fn of(signed: &SignedMessage, roots: Option<&Roots>) -> Option<Self> {
        let token = signed.stamp_token()?.to_der();
        let token = token.map_err(|_| Integrity::Unknown("it cannot be read".to_owned()));
        Some(match token.and_then(|der| StampToken::read(&der)) {
            Ok(token) => token.check(signed.signature(), roots),
            Err(state) => Self { authority: None, time: None, state, trust: Trust::NotChecked },
        })
    }

    /// Returns `true` if nothing speaks against it.
    pub fn is_right(&self) -> bool {
        self.state == Integrity::Intact && !matches!(self.trust, Trust::Untrusted(_))
    }
}

/// A time stamp that was read.
pub(in crate::signatures) struct StampToken {
    message: SignedMessage,
    /// Content that the authority signed.
    content: Vec<u8>,
    algorithm: ObjectIdentifier,
    imprint: Vec<u8>,
    /// The number of the request.
    pub(in crate::signatures) nonce: Option<Vec<u8>>,
    time: Timestamp,
}

impl StampToken {
    /// Reads the token in DER.
    pub(in crate::signatures) fn read(der: &[u8]) -> Result<Self, Integrity> {
        let damaged = || Integrity::Unknown("the time stamp cannot be read".to_owned());
        let (message, content) = SignedMessage::read_token(der)?;
        // TSTInfo (RFC 3161, 2.4.2): version, policy, hash, serial number, time, then what may be missing.
        let parts = Vec::<Any>::from_der(&content).map_err(|_| damaged())?;
        let [_, _, imprint, _, time, optional @ ..] = &parts[..] else { return Err(damaged()) };
        let imprint = imprint.decode_as::<Vec<Any>>().map_err(|_| damaged())?;
        let [algorithm, hashed, ..] = &imprint[..] else { return Err(damaged()) };
        let algorithm = algorithm.decode_as::<x509_cert::spki::AlgorithmIdentifierOwned>();
        let hashed = hashed.decode_as::<OctetString>().map_err(|_| damaged())?;
        let nonce = optional.iter().find(|part| der::Tagged::tag(*part) == der::Tag::Integer);
        Ok(Self {
            algorithm: algorithm.map_err(|_| damaged())?.oid,
            imprint: hashed.as_bytes().to_vec(),
            nonce: nonce.map(|nonce| nonce.value().to_vec()),
            time: generalized(time.value()).ok_or_else(damaged)?,
            message,
            content,
        })
    }

    /// Verifies that it is a time stamp of this signature, by an authority that is trusted.
    pub(in crate::signatures) fn check(
        &self,
        signature: &[u8],
        roots: Option<&Roots>,
    ) -> TimeStamp {
        let is_of = hash(self.algorithm)
            .map(|algorithm| digest::digest(algorithm, signature).as_ref() == self.imprint);
        let state = match is_of {
            None => Integrity::Unknown(
                "the hash of the time stamp is not known, or too weak today".to_owned(),
            ),
            Some(false) => Integrity::Altered("the time stamp is of another signature"),
            Some(true) => match self.message.check(&[&self.content]) {
                Integrity::Altered(_) => {
                    Integrity::Altered("the time stamp was changed after it was made")
                }
                state => state,
            },
        };
        let trust = roots.map_or(Trust::NotChecked, |roots| {
            let signed = &self.message;
            roots.trust_authority(&signed.own_der, &signed.others, self.time)
        });
        TimeStamp { authority: Some(self.message.signer()), time: Some(self.time), state, trust }
    }
}

/// A `GeneralizedTime`, of which fractions of a second are left out (RFC 3161, 2.4.2).
fn generalized(value: &[u8]) -> Option<Timestamp> {
    let text = std::str::from_utf8(value).ok()?.strip_suffix('Z')?;
    let digits = text.split('.').next().filter(|it| it.len() == 14)?;
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let part = |from: usize, to: usize| digits.get(from..to).unwrap_or_default();
    let [year, month, day] = [part(0, 4), part(4, 6), part(6, 8)];
    let [hour, minute, second] = [part(8, 10), part(10, 12), part(12, 14)];
    timestamp::parse(&format!("{year}-{month}-{day}T{hour}:{minute}:{second}Z")).ok()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn times_are_read_with_fractions_and_in_utc_only() {
        let time = generalized(b"20261127051530.25Z").unwrap();
        assert_eq!(time, timestamp::parse("2026-11-27T05:15:30Z").unwrap());
        assert_eq!(generalized(b"20261127051530Z"), Some(time));
        for text in [&b"20261127051530"[..], b"202611270515Z", b"2026112705153xZ", b"\xffZ"] {
            assert_eq!(generalized(text), None);
        }
    }
}

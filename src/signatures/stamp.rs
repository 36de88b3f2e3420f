//! Asking for time stamps (RFC 3161) of signatures, which make them PAdES B-T (ETSI EN 319 142-1): a time-stamp
//! authority signs the hash of a signature together with the time.

use std::time::Duration;

use der::{Any, Decode, Encode};
use engine::problem::{Problem, Result, quoted};
use sha2::{Digest, Sha256};

use super::codes::failed;
use super::verify::{Integrity, Roots, StampToken, Trust};
use crate::base::{clock, http_client};

/// Bytes that a signature leaves for a time stamp with its certificates.
pub(super) const ROOM: usize = 16 * 1024;
/// Longest wait for an answer.
const TIMEOUT: Duration = Duration::from_secs(20);
/// Most seconds between the clock of an authority and that of this machine.
const MOST_APART: u64 = 600;
/// Most characters of what an authority says.
const MOST_SAID: usize = 200;

/// A time-stamp authority.
#[derive(Debug)]
pub(super) struct Authority {
    url: String,
    /// Certificates that must have issued its own; without them that is not checked.
    roots: Option<Roots>,
    agent: ureq::Agent,
}

impl Authority {
    /// The authority at an address.
    pub(super) fn new(url: &str, roots: Option<Roots>) -> Result<Self> {
        if !url.starts_with("https://") && !url.starts_with("http://") {
            return Err(failed(format!("{} is no address of a time-stamp authority", quoted(url)))
                .advice("give one that begins with `https://` or `http://`"));
        }
        Ok(Self { url: url.to_owned(), roots, agent: http_client::agent(TIMEOUT) })
    }

    /// The time stamp of a signature.
    ///
    /// # Errors
    /// `signingFailed`: the authority cannot be reached, refuses, or its answer is not right.
    pub(super) fn stamp(&self, signature: &[u8]) -> Result<Any> {
        let mut nonce = [0; 8];
        getrandom::fill(&mut nonce)
            .map_err(|_| failed("the system gives no random bytes for a time stamp"))?;
        // A positive number in its shortest form (X.690, 8.3).
        nonce[0] = (nonce[0] & 0x3f) | 0x40;
        let answer = self.ask(&request(&Sha256::digest(signature), &nonce))?;
        let token = self.token(&answer)?;
        let wrong = |why: String| {
            self.refused(format!("its answer is not right: {why}"))
                .advice("ask its operator, or use another authority")
        };
        let der = token.to_der().map_err(|_| wrong("it cannot be read".to_owned()))?;
        if der.len() > ROOM {
            return Err(wrong(format!("it has {} bytes, and can have {ROOM}", der.len())));
        }
        let read = StampToken::read(&der).map_err(|state| wrong(said(&state)))?;
        if read.nonce.as_deref() != Some(&nonce[..]) {
            return Err(wrong("it is of another request".to_owned()));
        }
        let stamp = read.check(signature, self.roots.as_ref());
        if stamp.state != Integrity::Intact {
            return Err(wrong(said(&stamp.state)));
        }
        if let Trust::Untrusted(why) = &stamp.trust {
            return Err(wrong(why.clone()));
        }
        // The requester compares the time with its own (RFC 3161, 2.2).
        let apart = stamp.time.map(|time| time.seconds().abs_diff(clock::now().seconds()));
        if apart.is_some_and(|apart| apart > MOST_APART) {
            return Err(wrong("its time is not that of the clock of this machine".to_owned()));
        }
        Ok(token)
    }

    fn ask(&self, request: &[u8]) -> Result<Vec<u8>> {
        let sent = self
            .agent
            .post(&self.url)
            .header("Content-Type", "application/timestamp-query")
            .send(request);
        let unreachable = |error: ureq::Error| {
            let said: String = error.to_string().chars().take(MOST_SAID).collect();
            self.refused(format!("it cannot be reached: {said}"))
                .advice("sign again later, or without a time stamp")
        };
        let mut response = sent.map_err(unreachable)?;
        if !response.status().is_success() {
            return Err(self
                .refused(format!("it answers with status {}", response.status()))
                .advice("check its address"));
        }
        let body = response.body_mut().with_config().limit(2 * ROOM as u64);
        body.read_to_vec().map_err(unreachable)
    }

    /// The time stamp of an answer (RFC 3161, 2.4.2).
    fn token(&self, answer: &[u8]) -> Result<Any> {
        let no_answer =
            || self.refused("its answer is no time stamp".to_owned()).advice("check its address");
        let parts = Vec::<Any>::from_der(answer).map_err(|_| no_answer())?;
        let status = parts.first().and_then(|status| status.decode_as::<Vec<Any>>().ok());
        let status = status.ok_or_else(no_answer)?;
        let code = status.first().and_then(|code| code.decode_as::<u8>().ok());
        match (code, parts.get(1)) {
            // Granted, perhaps with modifications.
            (Some(0 | 1), Some(token)) => Ok(token.clone()),
            (Some(code @ 2..), _) => {
                let texts = status.get(1).and_then(|texts| texts.decode_as::<Vec<Any>>().ok());
                let texts = texts.unwrap_or_default();
                let texts: Vec<_> =
                    texts.iter().map(|text| String::from_utf8_lossy(text.value())).collect();
                let said: String = texts.join(", ").chars().take(MOST_SAID).collect();
                let said =
                    if said.is_empty() { String::new() } else { format!(": {}", quoted(&said)) };
                Err(self
                    .refused(format!("it refuses with status {code}{said}"))
                    .advice("ask its operator, or use another authority"))
            }
            _ => Err(no_answer()),
        }
    }

    fn refused(&self, why: String) -> Problem {
        failed(format!("there is no time stamp of {}: {why}", quoted(&self.url)))
    }
}

fn said(state: &Integrity) -> String {
    match state {
        Integrity::Intact => String::new(),
        Integrity::Altered(why) => (*why).to_owned(),
        Integrity::Unknown(why) => why.clone(),
    }
}

/// A request for a time stamp with its certificates (RFC 3161, 2.4.1): version, hash, number, and `certReq`.
fn request(hash: &[u8], nonce: &[u8]) -> Vec<u8> {
    // The object identifier of SHA-256, without parameters (RFC 5754, 2).
    const ALGORITHM: &[u8] =
        &[0x30, 0x0b, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01];
    let imprint = value(0x30, &[ALGORITHM, &value(0x04, &[hash])]);
    value(0x30, &[&[0x02, 0x01, 0x01], &imprint, &value(0x02, &[nonce]), &[0x01, 0x01, 0xff]])
}

/// A value of DER of less than 128 bytes.
fn value(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let content = parts.concat();
    let mut out = vec![tag, u8::try_from(content.len()).unwrap_or(u8::MAX)];
    out.extend(content);
    out
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use der::asn1::OctetString;

    use super::super::cms::SHA256;
    use super::*;

    #[test]
    fn a_request_is_what_rfc_3161_says() {
        let request = request(&[7; 32], &[0x40, 1, 2, 3, 4, 5, 6, 7]);
        let parts = Vec::<Any>::from_der(&request).unwrap();
        assert_eq!(parts.len(), 4);
        assert_eq!(parts[0].decode_as::<u8>().unwrap(), 1);
        let imprint = parts[1].decode_as::<Vec<Any>>().unwrap();
        let algorithm = imprint[0].decode_as::<x509_cert::spki::AlgorithmIdentifierOwned>();
        assert_eq!(algorithm.unwrap().oid, SHA256);
        assert_eq!(imprint[1].decode_as::<OctetString>().unwrap().as_bytes(), [7; 32]);
        assert_eq!(parts[2].value(), [0x40, 1, 2, 3, 4, 5, 6, 7]);
        assert!(parts[3].decode_as::<bool>().unwrap());
    }
}

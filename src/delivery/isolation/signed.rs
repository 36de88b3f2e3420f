//! Signatures of what a renderer made, alone or in a message.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::job::{Job, JobRefusal, JobResult, Work};
use crate::delivery::mail;
use crate::signatures::Signing;
use engine::expr::date::Timestamp;
use engine::problem::{Code, Problem, Result};
use engine::render::SignatureRequest;

/// The time of the signature of a job's document, if it gets one; nothing for what is never signed.
pub(super) fn time(job: &Job) -> Option<Timestamp> {
    let is_document = matches!(job.work, Work::Document { .. } | Work::Message(_));
    is_document.then(|| Timestamp::clamped(job.report_date))
}

/// What was made, with the signature that its template asks for, else with that of the signer of all documents.
pub(super) fn signed(
    made: JobResult,
    signing: &Signing,
    tenant: &str,
    time: Option<Timestamp>,
) -> Result<JobResult, Box<JobRefusal>> {
    let Some(time) = time else { return Ok(made) };
    let JobResult { bytes, mut about } = made;
    let request = about.signature.take().map(SignatureRequest::from);
    if request.is_none() && !signing.signs_all() {
        return Ok(JobResult { bytes, about });
    }
    let place = about.message.as_ref().map(|parts| parts.pdf);
    let document = match document(&bytes, place).and_then(|document| match &request {
        Some(request) => signing.sign_field(&document, request, tenant, time),
        None => Ok(signing.sign(&document, time)?.unwrap_or_default()),
    }) {
        Ok(document) => document,
        // The log says what the document was, although it is not delivered.
        Err(problem) => return Err(Box::new(JobRefusal { about, ..JobRefusal::from(problem) })),
    };
    about.document_bytes = document.len() as u64;
    if let Some(receipt) = &mut about.receipt {
        receipt.document = receipt.document.signed(&document);
    }
    let bytes = match place {
        Some((from, to)) => with_document(&bytes, from, to, &document),
        None => document,
    };
    Ok(JobResult { bytes, about })
}

/// The document: all that was made, or the part of a message from a byte to another, in base64.
fn document(bytes: &[u8], place: Option<(usize, usize)>) -> Result<Cow<'_, [u8]>> {
    let Some((from, to)) = place else { return Ok(bytes.into()) };
    let lines = bytes.get(from..to).unwrap_or_default();
    let digits: Vec<u8> =
        lines.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let document = STANDARD.decode(digits).ok().filter(|document| document.starts_with(b"%PDF-"));
    let missing = || Problem::new(Code::Internal, "the message has no document that can be signed");
    document.map(Cow::Owned).ok_or_else(missing)
}

/// A message with another document in the place of its own.
fn with_document(message: &[u8], from: usize, to: usize, document: &[u8]) -> Vec<u8> {
    let mut written = Vec::with_capacity(message.len() + document.len() / 2);
    written.extend_from_slice(message.get(..from).unwrap_or_default());
    mail::base64(document, &mut written);
    written.extend_from_slice(message.get(to..).unwrap_or_default());
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_of_a_message_is_replaced_in_its_place() {
        let mut message = b"head\r\n\r\n".to_vec();
        let from = message.len();
        mail::base64(b"%PDF-1.7 one", &mut message);
        let to = message.len();
        message.extend_from_slice(b"--end--\r\n");
        assert_eq!(document(&message, Some((from, to))), Ok(b"%PDF-1.7 one"[..].into()));
        let other = [b"%PDF-1.7 two".as_slice(), &[7; 200]].concat();
        let changed = with_document(&message, from, to, &other);
        let end = changed.len() - b"--end--\r\n".len();
        assert_eq!(document(&changed, Some((from, end))), Ok(other.into()));
        assert!(changed.starts_with(b"head") && changed.ends_with(b"\r\n--end--\r\n"));
    }

    #[test]
    fn a_place_without_a_document_is_refused() {
        for place in [(0, 4), (3, 900), (9, 2)] {
            assert!(document(b"JVBERi0xLjc= and more", Some(place)).is_err(), "{place:?}");
        }
    }
}

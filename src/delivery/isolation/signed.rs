//! Signatures of what a renderer made, alone or in a message.

use std::borrow::Cow;
use std::time::Instant;

use super::job::{Job, JobRefusal, JobResult, MessageParts, Work};
use crate::base::telemetry::MeasuredStep;
use crate::signatures::Signing;
use engine::expr::date::Timestamp;
use engine::problem::Result;
use engine::render::SignatureRequest;

/// The time of the signature of a job's document, if it gets one; nothing for what is never signed.
pub(super) fn time(job: &Job) -> Option<Timestamp> {
    let is_made = match &job.work {
        Work::Document { .. } => true,
        Work::Message(message) => message.archived.is_none(),
        _ => false,
    };
    is_made.then(|| Timestamp::clamped(job.report_date))
}

/// Returns the result of a job with the signature that its template asks for, else with that of the
/// signer of all documents.
pub(super) fn signed(
    made: JobResult,
    signing: &Signing,
    tenant: &str,
    time: Option<Timestamp>,
) -> Result<JobResult, Box<JobRefusal>> {
    let Some(time) = time else { return Ok(made) };
    let JobResult { mut bytes, mut about } = made;
    let request = about.signature.take().map(SignatureRequest::from);
    if request.is_none() && !signing.signs_all() {
        return Ok(JobResult { bytes, about });
    }
    let started = Instant::now();
    let document =
        match document(&bytes, about.message.as_ref()).and_then(|document| match &request {
            Some(request) => signing.sign_field(&document, request, tenant, time),
            None => Ok(signing.sign(&document, time)?.unwrap_or_default()),
        }) {
            Ok(document) => document,
            // The log says what the document was, although it is not delivered.
            Err(problem) => {
                about.signing = Some(MeasuredStep::since(started, "sign"));
                return Err(Box::new(JobRefusal { about, ..JobRefusal::from(problem) }));
            }
        };
    about.signing = Some(MeasuredStep::since(started, "sign"));
    about.document_bytes = document.len() as u64;
    if let Some(receipt) = &mut about.receipt {
        receipt.document = receipt.document.signed(&document);
    }
    match &mut about.message {
        Some(parts) => parts.replace(&mut bytes, &document),
        None => bytes = document,
    }
    Ok(JobResult { bytes, about })
}

/// The document: all that was made, or a part of a message.
fn document<'a>(bytes: &'a [u8], message: Option<&MessageParts>) -> Result<Cow<'a, [u8]>> {
    match message {
        Some(parts) => parts.document(bytes).map(Cow::Owned),
        None => Ok(bytes.into()),
    }
}

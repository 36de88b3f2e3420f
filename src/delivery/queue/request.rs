//! Report requests.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::base::hash::sha256;
use crate::delivery::mail::MailOptions;
use engine::expr::date::Timestamp;

use super::{LogEntry, Outcome};

/// Key of the batch that requests of synchronous services belong to, one of each tenant. Keys of people have no control
/// characters, so that none of theirs is this one.
#[cfg(feature = "serve")]
pub(crate) const SERVICE_BATCH: &str = "\u{1f}serve";

/// Key that [`SERVICE_BATCH`] had in older programs. People could choose it too; their batches have an origin.
pub(crate) const FORMER_SERVICE_BATCH: &str = "serve";

/// Beginning of the origin of a batch that a plan was applied to; the hash of the plan follows.
pub(crate) const PLAN_ORIGIN: &str = "plan ";

/// Id of a request: a UUID. Those of a batch come from [`id_in_batch`].
pub type RequestId = Uuid;

/// The id of a request of a batch: always the same for the same tenant, key, row (its number in the
/// input) and recipient.
///
/// Ids of neighbouring rows are neighbours, so that adding and finding them touches few pages of
/// an index: a version 8 UUID of 32 bits for the batch, 28 for the row, and 62 of the hash of
/// everything.
pub fn id_in_batch(tenant: &str, key: &str, row: u64, recipient: &str) -> RequestId {
    let digest = |parts: &[&[u8]]| {
        let mut hash = Sha256::new();
        for part in parts {
            // With the lengths, no two lists of parts are the same bytes.
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
        hash.finalize()
    };
    let of_batch = digest(&[tenant.as_bytes(), key.as_bytes()]);
    let of_row =
        digest(&[tenant.as_bytes(), key.as_bytes(), &row.to_be_bytes(), recipient.as_bytes()]);
    let mut bytes = [0; 16];
    bytes[..4].copy_from_slice(&of_batch[..4]);
    // The version takes the upper four bits of byte 6.
    bytes[4..6].copy_from_slice(&(row >> 12).to_be_bytes()[6..]);
    bytes[6..8].copy_from_slice(&(row & 0xfff).to_be_bytes()[6..]);
    bytes[8..].copy_from_slice(&of_row[..8]);
    uuid::Builder::from_custom_bytes(bytes).into_uuid()
}

/// The states that people see (spec 17.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Status {
    /// Waiting, or being worked on.
    Pending,
    /// Delivered.
    Done,
    /// Failed; `error_code` says why.
    Error,
}

/// A batch: what its rows have in common.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BatchRecord {
    /// The tenant; empty for the local owner.
    pub tenant: String,
    /// Its key: given with `--key`, or the hash of input and template.
    pub key: String,
    /// The template: an id, or `file:` and an absolute path.
    pub template: String,
    /// Options of its messages that differ from the settings.
    pub mail: MailOptions,
    /// Milliseconds since 1970.
    pub created_at: i64,
    /// Hash of all that it was begun from, where its key must not be used for anything else.
    pub origin: Option<String>,
    /// The date of its reports, where all have the same.
    pub report_date: Option<Timestamp>,
}

/// A request to be added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRequest {
    pub id: RequestId,
    /// The tenant; empty for the local owner.
    pub tenant: String,
    /// The template: an id, or `file:` and an absolute path.
    pub template: String,
    /// SHA-256 of the template when the request was made, in hexadecimal; the request fails with
    /// `templateChanged` when it is another one by then. Without it, any version will do.
    pub template_hash: Option<String>,
    /// Version of the template that it was accepted with, where workers of other machines may have
    /// other copies: one that has not got it leaves the request to others.
    pub template_version: Option<String>,
    /// The data, as JSON text.
    pub data: String,
    /// SHA-256 of that text, in hexadecimal.
    pub data_hash: String,
    /// The envelope recipient.
    pub email: String,
    /// Name of the attachment; without it, that of the settings.
    pub filename: Option<String>,
    /// Options of the message that differ from the settings; rows of a batch have those of
    /// the batch.
    pub mail: Option<MailOptions>,
    /// SHA-256 that the PDF must have, in hexadecimal: of a plan, or of the file that was written beside the message.
    pub expected_sha256: Option<String>,
    /// Key of the batch it belongs to.
    pub batch: Option<String>,
    /// Number of its row in the input of the batch, from 1.
    pub batch_row: Option<i64>,
    /// The label of the row: the value of its key column.
    pub row_key: Option<String>,
    /// The date of the report: its creation date.
    pub report_date: Timestamp,
    /// The locale of the document, as a BCP 47 tag, where the request sets it.
    pub locale: Option<String>,
    /// The requester: a user of the machine, or the name of a token.
    pub requested_by: String,
    /// URL that is called with the outcome.
    pub webhook: Option<String>,
    /// The trace that it belongs to: `traceparent`, and `tracestate` after a blank (W3C Trace Context);
    /// nothing while traces are off.
    pub trace_context: Option<String>,
}

impl BatchRecord {
    /// Hash of all that it was begun from, as the log has it of rows that no request was made of.
    pub(crate) fn origin_hash(&self) -> Option<&str> {
        self.origin.as_deref().map(origin_hash)
    }
}

/// The hash in an origin.
pub(crate) fn origin_hash(origin: &str) -> &str {
    origin.strip_prefix(PLAN_ORIGIN).unwrap_or(origin)
}

impl NewRequest {
    /// The entry of the generation log for an attempt, as far as the request says it.
    pub(crate) fn entry_of_attempt(&self, attempt: u32, time: i64, outcome: Outcome) -> LogEntry {
        LogEntry {
            request: Some(self.id),
            attempt: Some(attempt),
            template_hash: self.template_hash.clone(),
            data_hash: self.data_hash.clone(),
            recipient: Some(self.email.clone()),
            batch: self.batch.clone(),
            ..LogEntry::new(time, outcome, &self.tenant, &self.requested_by, &self.template)
        }
    }

    /// Key of the batch whose mail options the message has: rows of its input take them from it.
    pub(crate) fn options_of_batch(&self) -> Option<&str> {
        let is_of_input = self.mail.is_none() && self.batch_row.is_some();
        self.batch.as_deref().filter(|_| is_of_input)
    }

    /// A request of the local owner with any version of a template. Callers that need more set the
    /// other fields: `NewRequest { batch, ..NewRequest::new(id, template, data, email) }`.
    pub fn new(
        id: RequestId,
        template: impl Into<String>,
        data: impl Into<String>,
        email: impl Into<String>,
    ) -> Self {
        let data = data.into();
        Self {
            id,
            tenant: String::new(),
            template: template.into(),
            template_hash: None,
            template_version: None,
            data_hash: sha256(data.as_bytes()),
            data,
            email: email.into(),
            filename: None,
            mail: None,
            expected_sha256: None,
            batch: None,
            batch_row: None,
            row_key: None,
            report_date: Timestamp::EPOCH,
            locale: None,
            requested_by: String::new(),
            webhook: None,
            trace_context: None,
        }
    }
}

/// A request as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The request. `data` is empty when it was erased.
    pub request: NewRequest,
    /// Its state.
    pub status: Status,
    /// `true` if the data was erased.
    pub erased: bool,
    /// Code of the last problem, as in [`engine::Code`].
    pub error_code: Option<String>,
    /// Text of the last problem; rows that are still pending may have one too.
    pub error_message: Option<String>,
    /// Milliseconds since 1970.
    pub created_at: i64,
    /// Time of its end, in milliseconds since 1970.
    pub processed_at: Option<i64>,
    /// Number of times it was claimed.
    pub attempts: u32,
    /// Earliest time of the next claim, in milliseconds since 1970.
    pub next_attempt_at: i64,
    /// The worker that holds it.
    pub worker: Option<String>,
}

/// A row leased to a worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    pub request: NewRequest,
    /// Number of the attempt, from 1.
    pub attempt: u32,
    /// Time since which the workers that claimed it have lacked its version of the template, in
    /// milliseconds since 1970.
    pub missed_at: Option<i64>,
    /// Number of this claim of the row; unique, unlike the attempt.
    pub fence: i64,
}

impl Claim {
    /// The row, as the worker that claimed it names it.
    pub fn held(&self) -> Held {
        Held { id: self.request.id, fence: self.fence }
    }
}

/// A row that a worker believes it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held {
    pub id: RequestId,
    /// The fence it was claimed with.
    pub fence: i64,
}

/// The outcome of a row.
#[derive(Debug, Clone, PartialEq)]
pub struct Settlement {
    pub row: Held,
    /// Its outcome.
    pub ended: Ended,
    /// The entry for the generation log.
    pub log: Option<LogEntry>,
}

/// Outcome of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// Delivered.
    Done,
    /// Not delivered, and it will not be tried again.
    Error {
        /// Code of the problem.
        code: String,
        /// Its text.
        message: String,
    },
    /// Not delivered; due again after this many milliseconds.
    Later {
        /// Milliseconds from now.
        pause: i64,
        /// Code of the problem.
        code: String,
        /// Its text.
        message: String,
    },
    /// Left to other workers, because this one has not got the version of the template; the attempt
    /// is not counted. Due again after this many milliseconds.
    Left {
        /// Milliseconds from now.
        pause: i64,
        /// Code of the problem.
        code: String,
        /// Its text.
        message: String,
    },
    /// Released untouched (the worker stops, or a limit holds it up); the attempt is not
    /// counted. Due again after this many milliseconds.
    Released {
        /// Milliseconds from now.
        pause: i64,
    },
}

/// Filter of requests: a request must meet all conditions that are set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Of this tenant; without it, of all.
    pub tenant: Option<String>,
    /// These ids; empty for any.
    pub ids: Vec<RequestId>,
    /// In this state.
    pub status: Option<Status>,
    /// With this error code.
    pub error_code: Option<String>,
    /// For this template.
    pub template: Option<String>,
    /// Of this batch.
    pub batch: Option<String>,
    /// For this recipient.
    pub email: Option<String>,
    /// Created before, in milliseconds since 1970.
    pub created_before: Option<i64>,
    /// Created at or after, in milliseconds since 1970.
    pub created_since: Option<i64>,
    /// After this one in the order of the list (the last id of the page before).
    pub after: Option<RequestId>,
    /// At most this many.
    pub limit: Option<usize>,
}

/// A batch with counts of its rows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BatchSummary {
    /// The tenant; empty for the local owner.
    pub tenant: String,
    pub key: String,
    pub template: String,
    /// Milliseconds since 1970.
    pub created_at: i64,
    /// Counts of its rows.
    pub rows: Summary,
}

/// A version of a template that workers have not got, and that requests wait for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissedVersion {
    /// The tenant; empty for the local owner.
    pub tenant: String,
    pub template: String,
    /// The version.
    pub version: String,
    /// Requests that wait for it.
    pub requests: u64,
    /// Time since which they wait, in milliseconds since 1970.
    pub since: i64,
}

/// Waiting rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Depth {
    /// Waiting or being worked on.
    pub pending: u64,
    /// Of those, leased to a worker.
    pub leased: u64,
    /// Age of the oldest pending one, in milliseconds.
    pub oldest_pending: Option<i64>,
}

/// Numbers of requests.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    /// Waiting or being worked on.
    pub pending: u64,
    /// Of those, leased to a worker.
    pub leased: u64,
    /// Delivered.
    pub done: u64,
    /// Failed, those of unknown delivery included.
    pub error: u64,
    /// Of those, with `deliveryUnknown`.
    pub unknown: u64,
    /// Age of the oldest pending one, in milliseconds.
    pub oldest_pending: Option<i64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_a_batch_always_has_the_same_id() {
        let id = id_in_batch("acme", "march", 4097, "ana@example.com");
        assert_eq!(id, id_in_batch("acme", "march", 4097, "ana@example.com"));
        assert_eq!(id.get_version_num(), 8);
        assert_eq!(id.get_variant(), uuid::Variant::RFC4122);
        for other in [
            id_in_batch("", "march", 4097, "ana@example.com"),
            id_in_batch("acme", "april", 4097, "ana@example.com"),
            id_in_batch("acme", "march", 1, "ana@example.com"),
            id_in_batch("acme", "march", 4097, "bob@example.com"),
            id_in_batch("acmem", "arch", 4097, "ana@example.com"),
            // Rows that the bits for the number of a row cannot tell apart.
            id_in_batch("acme", "march", 4097 + (1 << 28), "ana@example.com"),
        ] {
            assert_ne!(id, other);
        }
    }

    #[test]
    fn ids_of_a_batch_are_in_the_order_of_its_rows() {
        let ids: Vec<_> = [1, 2, 4095, 4096, 100_000, (1 << 28) - 1]
            .map(|row| id_in_batch("", "march", row, "ana@example.com"))
            .into();
        assert!(ids.is_sorted(), "{ids:?}");
    }
}

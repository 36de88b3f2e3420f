//! The generation log: who generated what, when, for whom, with which version. Never the document,
//! never the data.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::PROGRAM_VERSION;
use crate::documents::receipt::Receipt;

/// Outcome of a generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Outcome {
    /// The mail server (or the folder) took the message.
    Delivered,
    /// Handed out in an answer of the service.
    Served,
    /// Not delivered; `code` says why.
    Failed,
    /// Perhaps delivered.
    Unknown,
    /// Delivered, and returned by a mail server after that.
    Bounced,
}

/// One generation that was to be delivered or served.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LogEntry {
    /// Milliseconds since 1970.
    pub time: i64,
    /// The tenant; empty for the local owner.
    pub tenant: String,
    /// The requester: a user of the machine, or the name of a token.
    pub requested_by: String,
    /// The request, if there is a row for it.
    pub request: Option<Uuid>,
    /// The attempt of that row.
    pub attempt: Option<u32>,
    pub template: String,
    /// SHA-256 of the template, in hexadecimal.
    pub template_hash: Option<String>,
    /// SHA-256 of the data, in hexadecimal; of a row that no request was made of, that of the origin of its batch.
    pub data_hash: String,
    /// Envelope recipient, as it was used.
    pub recipient: Option<String>,
    /// `Message-ID` of the message, without brackets.
    pub message_id: Option<String>,
    /// Number of pages.
    pub pages: Option<u32>,
    /// Bytes of the PDF.
    pub bytes: Option<u64>,
    /// SHA-256 of the PDF, in hexadecimal.
    pub sha256: Option<String>,
    /// Version of the program.
    pub engine: String,
    /// Its outcome.
    pub outcome: Outcome,
    /// Code of the problem.
    pub code: Option<String>,
    /// Text of the problem, or what the server answered.
    pub detail: Option<String>,
    /// Key of the batch.
    pub batch: Option<String>,
    /// Inputs of the document; `None` where none was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt: Option<Box<Receipt>>,
    /// Key of the document in the archive; `None` where it is not archived.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub archive: Option<String>,
}

impl LogEntry {
    /// An entry of this version of the program, without what only some have.
    pub(crate) fn new(
        time: i64,
        outcome: Outcome,
        tenant: &str,
        requested_by: &str,
        template: &str,
    ) -> Self {
        Self {
            time,
            tenant: tenant.to_owned(),
            requested_by: requested_by.to_owned(),
            request: None,
            attempt: None,
            template: template.to_owned(),
            template_hash: None,
            data_hash: String::new(),
            recipient: None,
            message_id: None,
            pages: None,
            bytes: None,
            sha256: None,
            engine: PROGRAM_VERSION.to_owned(),
            outcome,
            code: None,
            detail: None,
            batch: None,
            receipt: None,
            archive: None,
        }
    }
}

/// Filter of log entries: an entry must meet all conditions that are set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LogFilter {
    /// Of this tenant; without it, of all.
    pub tenant: Option<String>,
    /// At or after, in milliseconds since 1970.
    pub since: Option<i64>,
    /// Before, in milliseconds since 1970.
    pub until: Option<i64>,
    /// For this recipient.
    pub recipient: Option<String>,
    /// For this template.
    pub template: Option<String>,
    /// For this request.
    pub request: Option<Uuid>,
    /// Of the batch with this key.
    pub batch: Option<String>,
    /// With this outcome.
    pub outcome: Option<Outcome>,
    /// Only of archived documents.
    pub archived: bool,
    /// Only the newest of them, this many.
    pub limit: Option<usize>,
}

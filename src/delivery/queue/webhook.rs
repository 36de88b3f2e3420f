//! Calls of webhooks: rows that wait until an endpoint has taken them.
//!
//! The database itself adds a call when a request that names a URL ends, in the same transaction
//! (`requests_outcome` in `schema.sql`). Calls are made at least once: a caller that vanishes
//! loses its lease, and the next one makes the call again.

use std::time::Duration;

use serde::Serialize;

use super::RequestId;
use engine::problem::Result;

/// The state of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, clap::ValueEnum)]
#[serde(rename_all = "camelCase")]
pub enum CallStatus {
    /// Waiting, or being made
    Pending,
    /// Taken by the endpoint
    Delivered,
    /// Given up after too many attempts
    Failed,
}

impl CallStatus {
    const ALL: [Self; 3] = [Self::Pending, Self::Delivered, Self::Failed];

    /// The name, also in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Delivered => "delivered",
            Self::Failed => "failed",
        }
    }

    /// The state of a name; one of a newer version counts as pending.
    pub(super) fn named(name: &str) -> Self {
        Self::ALL.into_iter().find(|status| status.as_str() == name).unwrap_or(Self::Pending)
    }
}

/// A call that reports the outcome of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WebhookCall {
    /// Number of the call; receivers know a repeated one by it.
    pub number: i64,
    pub url: String,
    pub request: RequestId,
    pub tenant: String,
    pub template: String,
    /// State of the request: `done` or `error`.
    pub outcome: String,
    pub error_code: Option<String>,
    /// End of the request, in milliseconds since 1970.
    pub processed_at: i64,
    pub status: CallStatus,
    pub attempts: u32,
    /// Due time of the next attempt, in milliseconds since 1970.
    pub next_attempt_at: i64,
    /// Time of delivery or of giving up, in milliseconds since 1970.
    pub ended_at: Option<i64>,
    /// Failure of the last attempt.
    pub detail: Option<String>,
    /// The trace of the request, as long as the request is there.
    #[serde(skip)]
    pub trace_context: Option<String>,
}

/// The columns of a call, in the order of its members.
pub(super) const COLUMNS: &str = "number, url, request, tenant, template, outcome, error_code, \
    processed_at, status, attempts, next_attempt_at, ended_at, detail, \
    (SELECT trace_context FROM requests WHERE requests.id = webhook_calls.request)";

/// Outcome of an attempt to call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallEnded {
    Delivered,
    /// Due again after a pause.
    Later {
        pause: Duration,
        detail: String,
    },
    /// Given up.
    Failed {
        detail: String,
    },
}

/// Filter of calls: a call must meet all conditions that are set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CallFilter {
    pub request: Option<RequestId>,
    pub status: Option<CallStatus>,
    /// Maximum number of calls, the newest first.
    pub limit: Option<usize>,
}

/// A database of webhook calls. Calls block; every error is `queueUnavailable`.
pub trait Webhooks: Send + Sync {
    /// Leases due calls, the oldest first, and counts an attempt for each. No endpoint has more
    /// than `per_endpoint` leased calls at one time, so that one that does not answer holds up its
    /// own calls only.
    fn claim_calls(&self, per_endpoint: usize, lease: Duration) -> Result<Vec<WebhookCall>>;

    /// Records how an attempt ended. An attempt that is not the last one any more changes nothing.
    fn settle_call(&self, number: i64, attempt: u32, ended: &CallEnded) -> Result<()>;

    /// Returns the time until the next call is due: `None` when none waits.
    fn next_call_due(&self) -> Result<Option<Duration>>;

    /// Calls, the newest first.
    fn list_calls(&self, filter: &CallFilter) -> Result<Vec<WebhookCall>>;

    /// Makes failed calls due again. Returns how many.
    fn retry_calls(&self, filter: &CallFilter) -> Result<usize>;

    /// Deletes calls that ended longer ago than `age`. Returns how many.
    fn delete_calls(&self, age: Duration) -> Result<usize>;
}

/// A probe of the database.
pub trait Probe: Send + Sync {
    /// Writes something and takes it back.
    ///
    /// # Errors
    /// `queueUnavailable` when that cannot be done, for example because the disk is full.
    fn probe(&self) -> Result<()>;

    /// The clock of a database on another machine, in milliseconds since 1970; `None` where it is that of this one.
    ///
    /// # Errors
    /// `queueUnavailable`.
    fn clock(&self) -> Result<Option<i64>>;
}

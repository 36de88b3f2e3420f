//! A row on its way through a run.

use std::time::Duration;

use crate::base::telemetry::Span;
use crate::delivery::mail::Message;
use crate::delivery::queue::{Claim, Ended, LogEntry};

use super::message_builder::Facts;
use super::observer::Times;

/// A claimed row.
pub(super) struct ClaimedRow {
    pub(super) claim: Claim,
    pub(super) times: Times,
    /// The attempt, for a collector of traces.
    pub(super) span: Span,
}

/// A row for the senders.
pub(super) struct Ready {
    pub(super) row: ClaimedRow,
    pub(super) facts: Facts,
    pub(super) next: Next,
}

/// The next step of a sender.
pub(super) enum Next {
    /// Send this.
    Send(Message),
    /// Only record how it ended, in the log with a text of its own, if there is one.
    Settle(Ended, Option<String>),
}

/// A row, how it ended, and its log entry.
pub(super) struct Settling {
    pub(super) row: ClaimedRow,
    pub(super) ended: Ended,
    pub(super) log: Option<LogEntry>,
}

impl Settling {
    /// Released untouched, due again after a pause.
    pub(super) fn released(row: ClaimedRow, pause: Duration) -> Self {
        Self { row, ended: released(pause), log: None }
    }
}

/// Released untouched, due again after a pause.
pub(super) fn released(pause: Duration) -> Ended {
    Ended::Released { pause: millis(pause) }
}

/// A length of time as the queue writes it.
pub(super) fn millis(length: Duration) -> i64 {
    i64::try_from(length.as_millis()).unwrap_or(i64::MAX)
}

//! Reports of a running worker: for progress, metrics, webhooks and the terminal.

use std::time::Duration;

use crate::delivery::queue::{Ended, LogEntry, NewRequest, RequestId};
use engine::problem::Problem;

/// Something that wants to know. Called from several threads, and quickly: work waits for it.
pub trait Observer: Sync {
    /// The outcome of a row is recorded.
    fn settled(&self, _row: &Settled<'_>) {}

    /// The document of a request was made, but perhaps not as meant.
    fn warned(&self, _request: &NewRequest, _warnings: &[Problem]) {}

    /// Rows that a vanished worker was about to send: it is unknown whether it did. They have ended
    /// with `deliveryUnknown`.
    fn recovered(&self, _rows: &[RequestId]) {}

    /// Work is held up: the database is gone, or the mail server takes nothing. Reported once.
    fn held_up(&self, _problem: &Problem, _pause: Option<Duration>) {}

    /// The outage is over.
    fn resumed(&self) {}
}

/// A row that is settled.
#[derive(Debug, Clone, Copy)]
pub struct Settled<'a> {
    pub request: &'a NewRequest,
    /// The attempt this was.
    pub attempt: u32,
    /// Its outcome.
    pub ended: &'a Ended,
    /// Its entry in the generation log.
    pub log: Option<&'a LogEntry>,
    /// `true` if the worker still held it. Otherwise another one took it over, and decides.
    pub held: bool,
    /// Time by step.
    pub times: Times,
}

/// Time of a row by step.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Times {
    /// Making the document and the message.
    pub render: Duration,
    /// Its share of the time spent on the queue: claiming, recording intent and outcome.
    pub queue: Duration,
    /// Handing the message over.
    pub send: Duration,
}

impl std::ops::AddAssign for Times {
    fn add_assign(&mut self, other: Self) {
        self.render += other.render;
        self.queue += other.queue;
        self.send += other.send;
    }
}

/// Ignores everything.
impl Observer for () {}

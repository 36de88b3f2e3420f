//! Counts of a worker's run.

use std::time::Duration;

use crate::delivery::codes;
use crate::delivery::queue::Ended;
use engine::problem::Problem;

use super::observer::{Settled, Times};

/// Numbers of rows by outcome, and the sum of their times.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RunSummary {
    /// Delivered.
    pub done: u64,
    /// Failed, including those with `deliveryUnknown`.
    pub failed: u64,
    /// Failed with `deliveryUnknown`.
    pub unknown: u64,
    /// Rows of crashed workers that this run ended with `deliveryUnknown`.
    pub vanished: u64,
    /// Deferred after a temporary failure.
    pub later: u64,
    /// Claimed by another worker after their lease expired.
    pub lost: u64,
    /// Time until the next of the remaining rows is due, if any remain.
    pub next_due: Option<Duration>,
    /// The problem for which the breaker was open at the end, so that rows remain.
    pub held_up: Option<Problem>,
    /// Sum of the times of all rows.
    pub times: Times,
}

impl RunSummary {
    /// Adds a later run.
    pub(crate) fn add(&mut self, run: Self) {
        self.done += run.done;
        self.failed += run.failed;
        self.unknown += run.unknown;
        self.vanished += run.vanished;
        self.later += run.later;
        self.lost += run.lost;
        self.next_due = self.next_due.into_iter().chain(run.next_due).min();
        self.held_up = self.held_up.take().or(run.held_up);
        self.times += run.times;
    }

    /// Adds a row.
    pub(super) fn count(&mut self, row: &Settled<'_>) {
        self.times += row.times;
        if !row.held {
            self.lost += 1;
            return;
        }
        match row.ended {
            Ended::Done => self.done += 1,
            Ended::Error { code, .. } => {
                self.failed += 1;
                self.unknown += u64::from(code == codes::DELIVERY_UNKNOWN.as_str());
            }
            Ended::Later { .. } | Ended::Left { .. } => self.later += 1,
            Ended::Released { .. } => {}
        }
    }
}

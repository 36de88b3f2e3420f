//! Reports of a running mailed batch: for the terminal, progress and metrics.

use std::time::Duration;

use super::Prescan;
use crate::data::pipeline::Row;
use crate::delivery::queue::{LogEntry, NewRequest};
use engine::problem::{Problem, Result};
use engine::render::Document;

/// A stage of a mailed batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Rows become requests of the queue.
    Recording,
    /// Requests become messages.
    Mailing,
}

/// Pages and bytes of a document.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct DocumentSize {
    pub pages: usize,
    pub bytes: usize,
}

impl DocumentSize {
    /// The size of a document.
    pub(crate) fn of(document: &Document) -> Self {
        Self { pages: document.pages, bytes: document.bytes.len() }
    }

    /// The size that the log has of a document.
    pub(super) fn logged(entry: Option<&LogEntry>) -> Self {
        let bytes = entry.and_then(|entry| usize::try_from(entry.bytes?).ok());
        let pages = entry.and_then(|entry| usize::try_from(entry.pages?).ok());
        Self { pages: pages.unwrap_or_default(), bytes: bytes.unwrap_or_default() }
    }
}

/// Hears what becomes of a mailed batch. To end it early, set its stop flag.
pub(crate) trait BatchObserver: Send {
    /// A row was checked, before anything is recorded; with what it lacks.
    fn checked(&mut self, row: &Row, result: Result<Vec<Problem>>);

    /// All rows were checked.
    fn checked_all(&mut self, prescan: &Prescan, warnings: Vec<Problem>);

    /// A stage begins, with this many rows or messages.
    fn stage(&mut self, stage: Stage, total: u64);

    /// A row was recorded; with the size of its document where that was written to a folder.
    fn recorded(&mut self, row: &Row, result: Result<Option<DocumentSize>>);

    /// The document of a message was made, but perhaps not as meant.
    fn warned(&mut self, request: &NewRequest, warnings: Vec<Problem>);

    /// Rows that a plan has and the data does not have.
    fn missing_rows(&mut self, rows: u64);

    /// A message was sent.
    fn sent(&mut self, request: &NewRequest, log: Option<&LogEntry>, size: DocumentSize);

    /// A message was not sent. `code` is that of the queue.
    fn failed(&mut self, request: &NewRequest, code: &str, message: &str);

    /// A message failed in an earlier run or in another worker.
    fn failed_before(&mut self, request: &NewRequest, code: Option<&str>, message: &str);

    /// Messages that failed in earlier runs and are reported by number only.
    fn failed_uncounted(&mut self, messages: u64);

    /// A message is deferred.
    fn deferred(&mut self, request: &NewRequest, reason: &str);

    /// Nothing can be sent for a while.
    fn held_up(&mut self, problem: &Problem, pause: Option<Duration>);

    /// Messages are sent again.
    fn resumed(&mut self);
}

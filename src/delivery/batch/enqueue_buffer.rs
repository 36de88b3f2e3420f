//! Requests and refused rows on their way to the queue, many at a time.

use std::collections::{HashMap, HashSet};

use uuid::Uuid;

use crate::delivery::queue::{LogEntry, NewRequest, Queue};
use engine::problem::{Problem, Result};

/// Requests that are recorded together, and their bytes.
const MAX_REQUESTS: usize = 500;
const MAX_BYTES: usize = 4 << 20;

/// Log entries of a batch in the queue.
#[derive(Default)]
pub(super) struct Logged {
    /// Requests that were sent already, and whether that is certain: their rows may have been
    /// purged.
    pub(super) sent: HashMap<Uuid, bool>,
}

/// Begins a batch.
pub(super) type Begin<'a> = Box<dyn FnOnce() -> Result<()> + 'a>;

/// Reads the details of the entries that the log has of rows that could not be used.
pub(super) type ReadRefused<'a> = Box<dyn Fn() -> Result<HashSet<String>> + 'a>;

/// Adds requests and refused rows to the queue.
pub(super) struct EnqueueBuffer<'a> {
    queue: &'a dyn Queue,
    /// Begins the batch before its first request is added: a key under which nothing was recorded
    /// stays free.
    begin: Option<Begin<'a>>,
    logged: Logged,
    read_refused: ReadRefused<'a>,
    /// Rows that the log has; read when the first row is refused.
    refused: Option<HashSet<String>>,
    refusals: Vec<LogEntry>,
    requests: Vec<NewRequest>,
    bytes: usize,
    already_sent: u64,
    error: Option<Problem>,
}

impl<'a> EnqueueBuffer<'a> {
    pub(super) fn new(
        queue: &'a dyn Queue,
        logged: Logged,
        begin: Option<Begin<'a>>,
        read_refused: ReadRefused<'a>,
    ) -> Self {
        Self {
            queue,
            begin,
            logged,
            read_refused,
            refused: None,
            refusals: Vec::new(),
            requests: Vec::new(),
            bytes: 0,
            already_sent: 0,
            error: None,
        }
    }

    /// Returns `true` if the queue failed: nothing more is recorded.
    pub(super) fn has_failed(&self) -> bool {
        self.error.is_some()
    }

    /// Adds the requests of a row, but those that were sent before.
    pub(super) fn add(&mut self, requests: Vec<NewRequest>) {
        for request in requests {
            match self.logged.sent.get(&request.id) {
                Some(true) => self.already_sent += 1,
                Some(false) => {}
                None => {
                    self.bytes += request.data.len();
                    self.requests.push(request);
                }
            }
        }
        if self.requests.len() >= MAX_REQUESTS || self.bytes >= MAX_BYTES {
            self.flush();
        }
    }

    /// Puts a row that cannot be used into the log, once.
    pub(super) fn refuse(&mut self, entry: LogEntry) {
        if self.refused.is_none() {
            match (self.read_refused)() {
                Ok(refused) => self.refused = Some(refused),
                Err(problem) => {
                    self.error.get_or_insert(problem);
                    return;
                }
            }
        }
        let is_known = |detail| self.refused.as_ref().is_some_and(|known| known.contains(detail));
        if entry.detail.as_ref().is_some_and(is_known) {
            return;
        }
        self.refusals.push(entry);
        if self.refusals.len() >= MAX_REQUESTS {
            self.flush();
        }
    }

    fn flush(&mut self) {
        let requests = std::mem::take(&mut self.requests);
        let refusals = std::mem::take(&mut self.refusals);
        self.bytes = 0;
        if !requests.is_empty()
            && self.error.is_none()
            && let Some(begin) = self.begin.take()
        {
            self.error = begin().err();
        }
        if self.error.is_none() && !requests.is_empty() {
            self.error = self.queue.enqueue(&requests).err();
        }
        if self.error.is_none() && !refusals.is_empty() {
            self.error = self.queue.log(&refusals).err();
        }
    }

    /// Adds what is left; returns how many messages were sent before.
    ///
    /// # Errors
    /// Errors of the queue; nothing was sent then.
    pub(super) fn finish(mut self) -> Result<u64> {
        self.flush();
        match self.error {
            None => Ok(self.already_sent),
            Some(problem) => Err(match problem.advice {
                None => problem.advice("nothing was sent; when that is fixed, run it again"),
                Some(_) => problem,
            }),
        }
    }
}

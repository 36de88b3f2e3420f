//! Limits of one document.

use std::time::{Duration, Instant};

use crate::base::watchdog::{self, Watch};
use engine::budget::{
    Budget, DEFAULT_MAX_MEMORY_BYTES, DEFAULT_MAX_OUTPUT_BYTES, DEFAULT_MAX_PAGES,
};

/// Limits of one document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of pages.
    pub max_pages: u32,
    /// Maximum size of the PDF in bytes.
    pub max_output_bytes: u64,
    /// Maximum memory in bytes.
    pub max_memory_bytes: u64,
    /// Maximum time.
    pub timeout: Option<Duration>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_pages: DEFAULT_MAX_PAGES,
            max_output_bytes: DEFAULT_MAX_OUTPUT_BYTES,
            max_memory_bytes: DEFAULT_MAX_MEMORY_BYTES,
            timeout: None,
        }
    }
}

impl Limits {
    /// What a document may spend, until `expired` says that its time is over.
    pub(crate) fn budget<'b>(&self, expired: &'b (dyn Fn() -> bool + Sync)) -> Budget<'b> {
        Budget {
            max_pages: self.max_pages,
            max_output_bytes: self.max_output_bytes,
            max_memory_bytes: self.max_memory_bytes,
            expired: Some(expired),
        }
    }

    /// Watches something that begins now and may take as long as a document.
    pub(super) fn watch(self) -> Watch {
        watchdog::watch(Instant::now(), self.timeout)
    }

    /// A check if the time of a document that begins now is used up.
    pub(crate) fn expiry(self) -> impl Fn() -> bool + Sync {
        let started = Instant::now();
        let watch = watchdog::watch(started, self.timeout);
        move || {
            // Until the document is made.
            let _ = &watch;
            self.timeout.is_some_and(|timeout| started.elapsed() >= timeout)
        }
    }
}

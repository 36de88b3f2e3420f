//! What one document may spend.

use std::time::{Duration, Instant};

use crate::config::Config;
use crate::watchdog::{self, Watch};

/// What one document may spend.
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

impl Limits {
    /// The limits of the settings.
    pub fn of(config: &Config) -> Self {
        Self {
            max_pages: config.max_pages,
            max_output_bytes: config.max_output_bytes,
            max_memory_bytes: config.max_memory_bytes,
            timeout: config.timeout,
        }
    }

    /// Watches something that begins now and may take as long as a document.
    pub(super) fn watch(self) -> Watch {
        watchdog::watch(Instant::now(), self.timeout)
    }

    /// Whether the time of a document that begins now is used up.
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

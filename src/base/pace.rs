//! Intervals of work that is repeated.

use std::time::Duration;

/// An interval that grows with the work, so that the work takes a bounded share of the time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pace {
    /// Shortest pause.
    pub(crate) least: Duration,
    /// Length of the pause as a multiple of the duration of the work, at least.
    pub(crate) times: u32,
}

impl Pace {
    /// The pause after work that took this long.
    pub(crate) fn pause(self, took: Duration) -> Duration {
        self.least.max(took * self.times)
    }
}

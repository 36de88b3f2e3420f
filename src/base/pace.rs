//! Intervals of work that is repeated.

use std::time::Duration;

/// An interval that grows with the work, so that the work takes a bounded share of the time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pace {
    /// Shortest pause.
    pub(crate) least: Duration,
    /// How many times as long as the work the pause is at least.
    pub(crate) times: u32,
}

impl Pace {
    /// The pause after work that took this long.
    pub(crate) fn pause(self, took: Duration) -> Duration {
        self.least.max(took * self.times)
    }
}

//! Stop of a worker.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Signal to end work: rows between intent and answer are finished, the rest released.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

/// Longest time until a sleeper notices.
const SLICE: Duration = Duration::from_millis(50);

impl Stop {
    /// A stop that is not requested yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks for it.
    pub fn request(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Returns `true` if it was asked for.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    /// The flag itself, for a signal handler to set.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Sleeps for so long, or until it is asked for.
    pub(super) fn sleep(&self, length: Duration) {
        let end = Instant::now() + length;
        while !self.is_requested() {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            std::thread::sleep(left.min(SLICE));
        }
    }
}

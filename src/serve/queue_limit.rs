//! The longest queue for which a service accepts further requests.

use std::time::{Duration, Instant};

use parking_lot::Mutex;

use crate::base::pace::Pace;
use engine::problem::Result;

/// Interval of counts.
const COUNTS: Pace = Pace { least: Duration::from_secs(1), times: 50 };

/// Limits the unfinished requests of the queue. They are counted at most once a second, up to the limit; between
/// two counts the service adds its own requests, so that an answer costs no look at the database.
pub(super) struct QueueLimit {
    most: u64,
    known: Mutex<CountedQueue>,
}

#[derive(Default)]
struct CountedQueue {
    pending: u64,
    /// Due time of the next count; `None` before the first.
    next: Option<Instant>,
}

impl QueueLimit {
    pub(super) fn new(most: u64) -> Self {
        Self { most, known: Mutex::default() }
    }

    /// Takes a request into account; `false` when the queue is full. `count` counts the unfinished requests up to a
    /// limit.
    ///
    /// # Errors
    /// Errors of `count`.
    pub(super) fn admits(&self, count: impl FnOnce(u64) -> Result<u64>) -> Result<bool> {
        let mut known = self.known.lock();
        if known.next.is_none_or(|next| next <= Instant::now()) {
            let started = Instant::now();
            // Other requests use the last count meanwhile.
            known.next = Some(started + COUNTS.least);
            drop(known);
            let counted = count(self.most);
            known = self.known.lock();
            known.pending = counted?;
            known.next = Some(Instant::now() + COUNTS.pause(started.elapsed()));
        }
        if known.pending >= self.most {
            return Ok(false);
        }
        known.pending += 1;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn requests_between_two_counts_are_added_to_the_last_one() {
        let limit = QueueLimit::new(5);
        assert_eq!(limit.admits(|most| Ok(most - 2)), Ok(true));
        let never = |_: u64| -> Result<u64> { unreachable!("counted a moment ago") };
        assert_eq!(limit.admits(never), Ok(true));
        assert_eq!(limit.admits(never), Ok(false));
        limit.known.lock().next = Some(Instant::now());
        assert_eq!(limit.admits(|_| Ok(0)), Ok(true), "workers were faster");
        assert_eq!(limit.known.lock().pending, 1);
    }

    #[test]
    fn a_count_that_takes_long_is_repeated_less_often() {
        let limit = QueueLimit::new(5);
        limit
            .admits(|_| {
                std::thread::sleep(Duration::from_millis(100));
                Ok(0)
            })
            .unwrap();
        let left = limit.known.lock().next.unwrap() - Instant::now();
        assert!(left > Duration::from_secs(4), "{left:?}");
    }
}

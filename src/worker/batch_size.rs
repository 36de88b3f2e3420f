//! How many rows are sent between one record of intent and one of the outcome.
//!
//! Each record costs a write to the disk, so that more rows at a time are faster; but the rows in
//! between are those of which it is unknown, after a crash, whether they were sent. While others are
//! being made, a sender waits a little for its group to be complete.

use std::time::Duration;

/// Time that sending a group should take.
const GROUP_TIME: Duration = Duration::from_millis(10);
/// Most rows of a group.
const MOST: usize = 256;
/// Part that a new measurement has in the average.
const WEIGHT: f64 = 0.2;

/// The size of groups: it starts with one row and follows the time that messages take.
#[derive(Debug)]
pub(super) struct SendBatchSize {
    size: usize,
    /// Seconds that a message takes on average.
    average: Option<f64>,
}

impl SendBatchSize {
    /// A batch_size for a transport. Where a message may be sent twice nothing is ever unknown, and
    /// groups are large from the start.
    pub(super) fn new(is_repeatable: bool) -> Self {
        Self { size: if is_repeatable { MOST } else { 1 }, average: is_repeatable.then_some(0.0) }
    }

    /// Rows of the next group.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// How long to wait for the rest of a group.
    pub(super) fn timeout(&self) -> Duration {
        GROUP_TIME
    }

    /// Takes note of how long a group took.
    pub(super) fn took(&mut self, messages: usize, time: Duration) {
        if messages == 0 || self.average == Some(0.0) {
            return;
        }
        #[expect(clippy::cast_precision_loss, reason = "at most 256")]
        let each = (time.as_secs_f64() / messages as f64).max(1e-9);
        let average = self.average.map_or(each, |old| old + (each - old) * WEIGHT);
        self.average = Some(average);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
        let wanted = (GROUP_TIME.as_secs_f64() / average).clamp(1.0, MOST as f64) as usize;
        self.size = wanted.min(self.size * 2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(rounds: usize, each: Duration) -> usize {
        let mut batch_size = SendBatchSize::new(false);
        for _ in 0..rounds {
            batch_size
                .took(batch_size.size(), each * u32::try_from(batch_size.size()).unwrap_or(1));
        }
        batch_size.size()
    }

    #[test]
    fn groups_grow_until_they_take_about_ten_milliseconds() {
        assert_eq!(SendBatchSize::new(false).size(), 1);
        assert_eq!(after(1, Duration::from_micros(1)), 2);
        assert_eq!(after(20, Duration::from_micros(1)), 256);
        assert_eq!(after(20, Duration::from_millis(1)), 10);
        assert_eq!(after(20, Duration::from_millis(40)), 1);
    }

    #[test]
    fn a_slow_server_makes_them_small_again() {
        let mut batch_size = SendBatchSize::new(false);
        (0..20).for_each(|_| batch_size.took(1, Duration::from_micros(10)));
        assert_eq!(batch_size.size(), 256);
        (0..20).for_each(|_| batch_size.took(batch_size.size(), Duration::from_millis(100) * 256));
        assert_eq!(batch_size.size(), 1);
    }

    #[test]
    fn where_nothing_is_ever_unknown_they_are_large_at_once() {
        let mut batch_size = SendBatchSize::new(true);
        batch_size.took(256, Duration::from_secs(60));
        assert_eq!(batch_size.size(), 256);
    }
}

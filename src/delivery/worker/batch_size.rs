//! Number of messages between one record of intent and one of the outcomes.
//!
//! Each record costs a write to the disk, so that larger batches are faster; but the rows of a batch
//! are those of which it is unknown, after a crash, whether they were sent. While others are being
//! made, a sender waits a little for its batch to fill up. `benches/delivery` compares this with
//! batches of one.

use std::time::Duration;

/// Time that sending a batch should take.
const BATCH_TIME: Duration = Duration::from_millis(10);
/// Part that a new measurement has in the average.
const WEIGHT: f64 = 0.2;

/// The size of batches: it starts with one row and follows the time that messages take.
#[derive(Debug)]
pub(super) struct SendBatchSize {
    size: usize,
    max: usize,
    /// Seconds that a message takes on average.
    average: Option<f64>,
}

impl SendBatchSize {
    /// The size for a transport. Where a message may be sent twice nothing is ever unknown, and
    /// batches are as large as allowed from the start.
    pub(super) fn new(max: usize, is_repeatable: bool) -> Self {
        let size = if is_repeatable { max } else { 1 };
        Self { size, max, average: is_repeatable.then_some(0.0) }
    }

    /// Rows of the next batch.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Pause for the rest of a batch.
    pub(super) fn timeout(&self) -> Duration {
        BATCH_TIME
    }

    /// Learns from how long a batch took.
    pub(super) fn took(&mut self, messages: usize, time: Duration) {
        if messages == 0 || self.average == Some(0.0) {
            return;
        }
        let each = (time.as_secs_f64() / messages as f64).max(1e-9);
        let average = self.average.map_or(each, |old| old + (each - old) * WEIGHT);
        self.average = Some(average);
        let wanted = (BATCH_TIME.as_secs_f64() / average).clamp(1.0, self.max as f64) as usize;
        self.size = wanted.min(self.size * 2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(rounds: usize, each: Duration) -> usize {
        let mut batch_size = SendBatchSize::new(256, false);
        for _ in 0..rounds {
            batch_size
                .took(batch_size.size(), each * u32::try_from(batch_size.size()).unwrap_or(1));
        }
        batch_size.size()
    }

    #[test]
    fn batches_grow_until_they_take_about_ten_milliseconds() {
        assert_eq!(SendBatchSize::new(256, false).size(), 1);
        assert_eq!(after(1, Duration::from_micros(1)), 2);
        assert_eq!(after(20, Duration::from_micros(1)), 256);
        assert_eq!(after(20, Duration::from_millis(1)), 10);
        assert_eq!(after(20, Duration::from_millis(40)), 1);
    }

    #[test]
    fn no_batch_is_larger_than_allowed() {
        for is_repeatable in [false, true] {
            let mut batch_size = SendBatchSize::new(1, is_repeatable);
            (0..20).for_each(|_| batch_size.took(1, Duration::from_micros(1)));
            assert_eq!(batch_size.size(), 1);
        }
    }

    #[test]
    fn a_slow_server_makes_them_small_again() {
        let mut batch_size = SendBatchSize::new(256, false);
        (0..20).for_each(|_| batch_size.took(1, Duration::from_micros(10)));
        assert_eq!(batch_size.size(), 256);
        (0..20).for_each(|_| batch_size.took(batch_size.size(), Duration::from_millis(100) * 256));
        assert_eq!(batch_size.size(), 1);
    }

    #[test]
    fn where_nothing_is_ever_unknown_they_are_large_at_once() {
        let mut batch_size = SendBatchSize::new(256, true);
        batch_size.took(256, Duration::from_secs(60));
        assert_eq!(batch_size.size(), 256);
    }
}

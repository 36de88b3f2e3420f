//! Numbers below which no row waits that was never claimed.
//!
//! Rows that were never claimed are claimed in the order of their numbers, and leave dead entries at the beginning
//! of the index of rows that are due. The server removes those only when no transaction is older: beside one that
//! stays open, each claim would step over every row that was sent since. A claim therefore begins where an earlier
//! one ended. A row that comes back is due since it was created, and is found by that time instead.
//!
//! A lower number may still appear: transactions that add rows end in another order than they began, and one that
//! claimed rows may be rolled back. So the mark lags behind, and a claim now and then looks at everything.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use crate::base::pace::Pace;

/// Time by which the mark lags behind what was claimed, and the most numbers by which it does.
const LAG: (Duration, i64) = (Duration::from_secs(2), 10_000);
/// Interval of looks at everything.
const WHOLE: Pace = Pace { least: Duration::from_secs(10), times: 100 };
/// Batches whose marks are kept.
const MOST_BATCHES: usize = 1000;

/// The marks of a process: one for claims of everything, and one for each batch.
#[derive(Default)]
pub(super) struct ClaimMarks(Mutex<HashMap<Option<(String, String)>, Mark>>);

#[derive(Default)]
struct Mark {
    /// Highest number that was claimed at least [`LAG`] ago.
    old: i64,
    /// Highest number that was claimed last, with the start of its lag.
    new: Option<(Instant, i64)>,
    /// Due time of the next look at all rows; `None`: now.
    whole: Option<Instant>,
}

/// A look for rows.
pub(super) struct Look {
    key: Option<(String, String)>,
    /// The lowest number that it looks at.
    pub(super) low: i64,
    started: Instant,
}

impl ClaimMarks {
    /// Begins a look for rows, of a batch or of all.
    pub(super) fn look(&self, batch: Option<(&str, &str)>) -> Look {
        let key = owned(batch);
        let started = Instant::now();
        let low = self.0.lock().get(&key).map_or(0, |mark| mark.low(started));
        Look { key, low, started }
    }

    /// Ends a look that found rows up to this number, where it found any.
    pub(super) fn looked(&self, look: Look, highest: Option<i64>) {
        let mut marks = self.0.lock();
        if marks.len() >= MOST_BATCHES && !marks.contains_key(&look.key) {
            marks.clear();
        }
        let mark = marks.entry(look.key).or_default();
        let now = Instant::now();
        if look.low == 0 {
            mark.whole = Some(now + WHOLE.pause(now - look.started));
        }
        if let Some(highest) = highest {
            mark.reach(now, highest);
        }
    }

    /// The next look is one at everything.
    pub(super) fn look_at_all(&self, batch: Option<(&str, &str)>) {
        self.0.lock().remove(&owned(batch));
    }
}

fn owned(batch: Option<(&str, &str)>) -> Option<(String, String)> {
    batch.map(|(tenant, key)| (tenant.to_owned(), key.to_owned()))
}

impl Mark {
    fn low(&self, now: Instant) -> i64 {
        match self.new {
            Some((_, newest)) if self.whole.is_some_and(|due| now < due) => {
                self.old.max(newest - LAG.1).max(0)
            }
            _ => 0,
        }
    }

    /// Rows up to this number were claimed.
    fn reach(&mut self, now: Instant, number: i64) {
        match &mut self.new {
            Some((since, newest)) if now - *since >= LAG.0 => {
                self.old = *newest;
                self.new = Some((now, number.max(self.old)));
            }
            Some((_, newest)) => *newest = number.max(*newest),
            None => self.new = Some((now, number)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_lags_behind_by_time_and_by_at_most_so_many_numbers() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut mark = Mark { whole: Some(at(60)), ..Mark::default() };
        assert_eq!(mark.low(start), 0);
        mark.reach(start, 100);
        assert_eq!(mark.low(start), 0, "others may add lower numbers");
        mark.reach(at(1), 20_000);
        assert_eq!(mark.low(at(1)), 10_000);
        mark.reach(at(3), 20_050);
        assert_eq!(mark.low(at(3)), 20_000);
        mark.reach(at(4), 19_000);
        assert_eq!(mark.low(at(4)), 20_000, "it never goes back");
        assert_eq!(mark.low(at(60)), 0, "a look at everything is due");
    }

    #[test]
    fn a_look_at_everything_is_repeated_and_can_be_asked_for() {
        let marks = ClaimMarks::default();
        let batch = Some(("acme", "march"));
        marks.looked(marks.look(None), Some(50_000));
        assert_eq!((marks.look(None).low, marks.look(batch).low), (40_000, 0));
        marks.look_at_all(None);
        assert_eq!(marks.look(None).low, 0);
        for number in 0..=MOST_BATCHES {
            marks.looked(marks.look(Some(("", &number.to_string()))), Some(50_000));
        }
        assert!(marks.0.lock().len() <= MOST_BATCHES);
    }
}

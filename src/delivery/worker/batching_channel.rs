//! The bounded channel between two stages, from which items are taken in batches.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

/// A channel between threads, bounded by the weight of its items, so that the stage before cannot
/// run far ahead of the one after. One item fits whatever its weight.
pub(super) struct BatchingChannel<T> {
    state: Mutex<ChannelState<T>>,
    /// An item was added.
    filled: Condvar,
    /// A batch is complete.
    complete: Condvar,
    /// An item was taken.
    room: Condvar,
    most: usize,
}

struct ChannelState<T> {
    items: VecDeque<(T, usize)>,
    weight: usize,
    is_closed: bool,
    /// The size of the batch that a thread waits for, while it has found fewer.
    gathered: Option<usize>,
    /// No more items follow soon.
    is_flushed: bool,
    /// Threads that wait for room.
    blocked: usize,
}

impl<T> ChannelState<T> {
    /// Returns `true` if there is no point in waiting for more.
    fn is_enough(&self, wanted: usize) -> bool {
        self.items.len() >= wanted || self.is_flushed || self.is_closed || self.blocked > 0
    }
}

impl<T> BatchingChannel<T> {
    /// An empty channel with room for items of so much weight together.
    pub(super) fn new(most: usize) -> Self {
        let state = ChannelState {
            items: VecDeque::new(),
            weight: 0,
            is_closed: false,
            gathered: None,
            is_flushed: true,
            blocked: 0,
        };
        Self {
            state: Mutex::new(state),
            filled: Condvar::new(),
            complete: Condvar::new(),
            room: Condvar::new(),
            most,
        }
    }

    /// Adds an item; waits while there is no room. A closed channel always has room, so that no thread
    /// waits for a stage that is gone. `is_last`: no more items follow soon, so that no thread waits
    /// for a larger batch.
    pub(super) fn push(&self, item: T, weight: usize, is_last: bool) {
        let mut state = self.state.lock();
        while !state.is_closed && !state.items.is_empty() && state.weight + weight > self.most {
            state.blocked += 1;
            self.complete.notify_one();
            self.room.wait(&mut state);
            state.blocked -= 1;
        }
        state.weight += weight;
        state.is_flushed = is_last;
        state.items.push_back((item, weight));
        match state.gathered {
            None => drop(self.filled.notify_one()),
            Some(wanted) if state.is_enough(wanted) => drop(self.complete.notify_one()),
            Some(_) => {}
        }
    }

    /// Takes the first item, for tests. Waits while the channel is empty; returns `None` once it is
    /// closed and empty.
    #[cfg(test)]
    pub(super) fn pop(&self) -> Option<T> {
        self.gather(1, Duration::ZERO, |_| false).pop()
    }

    /// Takes the first items, at least one: as long as `takes` accepts the next. Waits while there
    /// are none, and then up to `timeout` for `wanted` of them unless no more follow soon; returns
    /// none once the channel is closed and empty.
    pub(super) fn gather(
        &self,
        wanted: usize,
        timeout: Duration,
        mut takes: impl FnMut(&T) -> bool,
    ) -> Vec<T> {
        let mut state = self.state.lock();
        while (state.items.is_empty() || state.gathered.is_some()) && !state.is_closed {
            self.filled.wait(&mut state);
        }
        if !state.is_enough(wanted) {
            state.gathered = Some(wanted);
            let end = Instant::now() + timeout;
            while !state.is_enough(wanted) {
                let left = end.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    break;
                }
                self.complete.wait_for(&mut state, left);
            }
            state.gathered = None;
        }
        let mut taken = Vec::new();
        while let Some((item, _)) = state.items.front()
            && (takes(item) || taken.is_empty())
            && let Some((item, weight)) = state.items.pop_front()
        {
            state.weight -= weight;
            taken.push(item);
        }
        if !state.items.is_empty() {
            self.filled.notify_one();
        }
        self.room.notify_all();
        taken
    }

    /// No more items follow.
    pub(super) fn close(&self) {
        self.state.lock().is_closed = true;
        self.filled.notify_all();
        self.complete.notify_all();
        self.room.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_TIME: Duration = Duration::ZERO;
    /// As good as for ever, where a test would fail by hanging.
    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn items_come_out_in_order_and_as_many_as_are_wanted() {
        let channel = BatchingChannel::new(10);
        (1..=4).for_each(|number| channel.push(number, 1, false));
        assert_eq!(channel.gather(9, NO_TIME, |number| *number < 3), [1, 2]);
        assert_eq!(channel.gather(9, NO_TIME, |_| false), [3]);
        channel.close();
        assert_eq!(channel.pop(), Some(4));
        assert_eq!(channel.pop(), None);
    }

    #[test]
    fn a_full_channel_makes_the_stage_before_wait_but_takes_one_item_of_any_weight() {
        let channel = BatchingChannel::new(10);
        channel.push("heavy", 1000, false);
        std::thread::scope(|scope| {
            let pusher = scope.spawn(|| channel.push("next", 1, false));
            std::thread::sleep(Duration::from_millis(20));
            assert!(!pusher.is_finished());
            // A receiver that waits for more does not wait for senders without room.
            assert_eq!(channel.gather(2, LONG, |_| false), ["heavy"]);
            assert_eq!(channel.gather(1, LONG, |_| false), ["next"]);
        });
    }

    #[test]
    fn a_batch_is_waited_for_until_it_is_complete_or_no_more_follow() {
        let channel = BatchingChannel::new(100);
        std::thread::scope(|scope| {
            let gatherer = scope.spawn(|| channel.gather(3, LONG, |_| true));
            (1..=3).for_each(|number| channel.push(number, 1, false));
            assert_eq!(gatherer.join().unwrap_or_default(), [1, 2, 3]);
            let gatherer = scope.spawn(|| channel.gather(3, LONG, |_| true));
            channel.push(4, 1, false);
            channel.push(5, 1, true);
            let first = gatherer.join().unwrap_or_default();
            // It may have seen the first of them alone only if that had been the last.
            assert_eq!(first, [4, 5]);
        });
        channel.push(6, 1, false);
        assert_eq!(channel.gather(3, Duration::from_millis(1), |_| true), [6]);
    }

    #[test]
    fn every_waiting_thread_gets_items() {
        let channel = BatchingChannel::new(1000);
        std::thread::scope(|scope| {
            let gather = || channel.gather(2, LONG, |_| false);
            let all: Vec<_> = (0..8).map(|_| scope.spawn(gather)).collect();
            (0..8).for_each(|number| channel.push(number, 1, number == 7));
            let mut got: Vec<_> =
                all.into_iter().flat_map(|one| one.join().unwrap_or_default()).collect();
            got.sort_unstable();
            assert_eq!(got, (0..8).collect::<Vec<_>>());
        });
    }
}

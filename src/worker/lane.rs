//! What one stage hands to the next: a line of things that takes only so much.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A line between threads. It takes things up to a weight, so that the stage before cannot run
/// far ahead of the one after, and always at least one.
pub(super) struct Lane<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
    most: usize,
}

struct State<T> {
    items: VecDeque<(T, usize)>,
    weight: usize,
    is_closed: bool,
}

impl<T> Lane<T> {
    /// An empty line that takes things of so much weight together.
    pub(super) fn new(most: usize) -> Self {
        let state = State { items: VecDeque::new(), weight: 0, is_closed: false };
        Self { state: Mutex::new(state), changed: Condvar::new(), most }
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a thing at the end; waits while there is no room. Once the line is closed there is
    /// always room, so that nobody waits for a stage that is gone.
    pub(super) fn push(&self, item: T, weight: usize) {
        let mut state = self.lock();
        while !state.is_closed && !state.items.is_empty() && state.weight + weight > self.most {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.weight += weight;
        state.items.push_back((item, weight));
        self.changed.notify_all();
    }

    /// Takes things from the front, at least one: as many as `takes` says yes to, asked with each.
    /// Waits while there are none; gives none once the line is closed and empty.
    pub(super) fn pop(&self, mut takes: impl FnMut(&T) -> bool) -> Vec<T> {
        let mut state = self.lock();
        while state.items.is_empty() && !state.is_closed {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let mut taken = Vec::new();
        while let Some((item, _)) = state.items.front()
            && (takes(item) || taken.is_empty())
            && let Some((item, weight)) = state.items.pop_front()
        {
            state.weight -= weight;
            taken.push(item);
        }
        self.changed.notify_all();
        taken
    }

    /// Nothing more comes.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn things_come_out_in_order_and_as_many_as_are_wanted() {
        let lane = Lane::new(10);
        (1..=4).for_each(|number| lane.push(number, 1));
        assert_eq!(lane.pop(|number| *number < 3), [1, 2]);
        assert_eq!(lane.pop(|_| false), [3]);
        lane.close();
        assert_eq!(lane.pop(|_| true), [4]);
        assert!(lane.pop(|_| true).is_empty());
    }

    #[test]
    fn a_full_line_makes_the_stage_before_wait_but_takes_one_thing_of_any_weight() {
        let lane = Lane::new(10);
        lane.push("heavy", 1000);
        std::thread::scope(|scope| {
            let pusher = scope.spawn(|| lane.push("next", 1));
            std::thread::sleep(Duration::from_millis(20));
            assert!(!pusher.is_finished());
            assert_eq!(lane.pop(|_| false), ["heavy"]);
            assert_eq!(lane.pop(|_| false), ["next"]);
        });
    }
}

//! Tells waiting threads of this process that there may be work.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A counter that threads can wait on.
#[derive(Debug, Default)]
pub(super) struct Signal {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    given: u64,
    /// What the last claim or wait knew of.
    seen: u64,
}

impl Signal {
    /// Wakes all who wait.
    pub(super) fn give(&self) {
        self.state().given += 1;
        self.changed.notify_all();
    }

    /// Notes that somebody looks for work now: signals so far need wake nobody.
    pub(super) fn looking(&self) {
        let mut state = self.state();
        state.seen = state.given;
    }

    /// Waits for a signal that came since somebody looked; `poll` is called every `pause` and says
    /// whether something changed elsewhere.
    pub(super) fn wait(&self, timeout: Duration, pause: Duration, mut poll: impl FnMut() -> bool) {
        let deadline = Instant::now() + timeout;
        let mut state = self.state();
        let known = state.seen;
        loop {
            if state.given > known {
                state.seen = state.given;
                return;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            drop(state);
            if poll() {
                self.give();
            }
            state = self.state();
            if state.given == known {
                let waited = self.changed.wait_timeout(state, left.min(pause));
                state = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

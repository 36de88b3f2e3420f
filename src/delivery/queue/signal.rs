//! Wakes waiting threads of this process when there may be work.

use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

/// A counter that threads can wait on.
#[derive(Debug, Default)]
pub(super) struct Signal {
    state: Mutex<SignalState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct SignalState {
    given: u64,
    /// State that the last claim or wait saw.
    seen: u64,
}

impl Signal {
    /// Wakes all who wait.
    pub(super) fn give(&self) {
        self.state.lock().given += 1;
        self.changed.notify_all();
    }

    /// Notes that somebody looks for work now: signals so far need wake no worker.
    pub(super) fn looking(&self) {
        let mut state = self.state.lock();
        state.seen = state.given;
    }

    /// Waits for a signal that came since somebody looked; `poll` is called every `pause` and says
    /// whether something changed elsewhere.
    pub(super) fn wait(&self, timeout: Duration, pause: Duration, mut poll: impl FnMut() -> bool) {
        let deadline = Instant::now() + timeout;
        let mut state = self.state.lock();
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
            state = self.state.lock();
            if state.given == known {
                self.changed.wait_for(&mut state, left.min(pause));
            }
        }
    }
}

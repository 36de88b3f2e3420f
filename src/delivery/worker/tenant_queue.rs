//! Rows that wait to be prepared. Tenants take turns, and one that has none under way gets a thread
//! beyond those that all share: rows that take long hold up only rows of their tenant.

use std::collections::VecDeque;

use parking_lot::{Condvar, Mutex};

/// Threads for tenants that have none of the shared ones.
pub(super) const RESERVED: usize = 8;

/// Items of tenants, taken by `shared` threads and [`RESERVED`] further ones.
pub(super) struct TenantQueue<T> {
    state: Mutex<TenantQueueState<T>>,
    ready: Condvar,
    shared: usize,
}

struct TenantQueueState<T> {
    /// Tenants that have something waiting or under way; the first one is next.
    tenants: VecDeque<TenantRows<T>>,
    running: usize,
    is_closed: bool,
}

struct TenantRows<T> {
    tenant: String,
    waiting: VecDeque<T>,
    running: usize,
}

impl<T> TenantQueue<T> {
    /// An empty queue.
    pub(super) fn new(shared: usize) -> Self {
        let state = TenantQueueState { tenants: VecDeque::new(), running: 0, is_closed: false };
        Self { state: Mutex::new(state), ready: Condvar::new(), shared }
    }

    /// Threads that are to take from it.
    pub(super) fn threads(&self) -> usize {
        self.shared + RESERVED
    }

    /// Adds an item of a tenant.
    pub(super) fn push(&self, tenant: &str, item: T) {
        let mut state = self.state.lock();
        match state.tenants.iter_mut().find(|it| it.tenant == tenant) {
            Some(known) => known.waiting.push_back(item),
            None => {
                let (tenant, waiting) = (tenant.to_owned(), VecDeque::from([item]));
                state.tenants.push_back(TenantRows { tenant, waiting, running: 0 });
            }
        }
        drop(state);
        self.ready.notify_one();
    }

    /// Takes the next item, which is under way until [`Self::done`]. Waits while the queue is
    /// empty; returns `None` once it is closed and empty.
    pub(super) fn pop(&self) -> Option<T> {
        let mut state = self.state.lock();
        loop {
            let running = state.running;
            let can_run = |it: &TenantRows<T>| {
                !it.waiting.is_empty() && (running < self.shared || it.running == 0)
            };
            if let Some(place) = state.tenants.iter().position(can_run)
                && let Some(mut of_tenant) = state.tenants.remove(place)
            {
                let item = of_tenant.waiting.pop_front();
                of_tenant.running += 1;
                // Others are before it the next time.
                state.tenants.push_back(of_tenant);
                state.running += 1;
                if state.tenants.iter().any(|it| !it.waiting.is_empty()) {
                    self.ready.notify_one();
                }
                return item;
            }
            if state.is_closed && state.tenants.iter().all(|it| it.waiting.is_empty()) {
                return None;
            }
            self.ready.wait(&mut state);
        }
    }

    /// Takes more of the tenant's next items that are alike, `most` at the most and no more than the share of
    /// one thread. They are under way together with the one that was taken by [`Self::pop`].
    pub(super) fn pop_alike(
        &self,
        tenant: &str,
        most: usize,
        is_alike: impl Fn(&T) -> bool,
    ) -> Vec<T> {
        let mut state = self.state.lock();
        let Some(it) = state.tenants.iter_mut().find(|it| it.tenant == tenant) else {
            return Vec::new();
        };
        let share = (it.waiting.len() / self.shared).min(most);
        let count = it.waiting.iter().take(share).take_while(|item| is_alike(item)).count();
        it.waiting.drain(..count).collect()
    }

    /// An item of a tenant is no longer under way.
    pub(super) fn done(&self, tenant: &str) {
        let mut state = self.state.lock();
        state.running -= 1;
        if let Some(it) = state.tenants.iter_mut().find(|it| it.tenant == tenant) {
            it.running -= 1;
        }
        state.tenants.retain(|it| it.running > 0 || !it.waiting.is_empty());
        let (has_more, is_over) = (!state.tenants.is_empty(), state.is_closed);
        drop(state);
        if is_over {
            self.ready.notify_all();
        } else if has_more {
            // An item may have waited for this thread while others were idle.
            self.ready.notify_one();
        }
    }

    /// The tenants, where their items wait for a thread.
    pub(super) fn crowding(&self) -> Vec<String> {
        let is_crowded = {
            let state = self.state.lock();
            state.running >= self.shared && state.tenants.iter().any(|it| !it.waiting.is_empty())
        };
        if is_crowded { self.tenants() } else { Vec::new() }
    }

    /// The tenants that have something waiting or under way.
    pub(super) fn tenants(&self) -> Vec<String> {
        self.state.lock().tenants.iter().map(|it| it.tenant.clone()).collect()
    }

    /// No more items follow.
    pub(super) fn close(&self) {
        self.state.lock().is_closed = true;
        self.ready.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(items: &[&'static str]) -> TenantQueue<&'static str> {
        let queue = TenantQueue::new(2);
        // The tenant is the first letter.
        items.iter().for_each(|item| queue.push(&item[..1], *item));
        queue
    }

    #[test]
    fn tenants_take_turns() {
        let queue = of(&["a1", "a2", "a3", "b1", "b2"]);
        let mut order = Vec::new();
        while order.len() < 5 {
            let item = queue.pop().unwrap_or_default();
            queue.done(&item[..1]);
            order.push(item);
        }
        assert_eq!(order, ["a1", "b1", "a2", "b2", "a3"]);
        queue.close();
        assert_eq!(queue.pop(), None);
    }

    #[test]
    fn a_thread_takes_no_more_than_its_share_of_items_that_are_alike() {
        let queue = of(&["a1", "a2", "a3", "a4", "a5", "a6", "a7", "b1"]);
        assert_eq!(queue.pop(), Some("a1"));
        assert!(queue.pop_alike("c", 9, |_| true).is_empty());
        assert_eq!(queue.pop_alike("a", 9, |_| true), ["a2", "a3", "a4"]);
        assert!(queue.pop_alike("a", 9, |item| *item != "a5").is_empty());
        assert!(queue.pop_alike("a", 0, |_| true).is_empty());
        queue.done("a");
        assert_eq!(queue.pop(), Some("b1"));
        queue.done("b");
        assert_eq!(queue.pop(), Some("a5"));
    }

    #[test]
    fn a_tenant_with_nothing_under_way_gets_a_thread_when_others_hold_all() {
        let queue = of(&["a1", "a2", "a3"]);
        assert!(queue.crowding().is_empty());
        assert_eq!((queue.pop(), queue.pop()), (Some("a1"), Some("a2")));
        assert_eq!(queue.crowding(), ["a"]);
        queue.push("b", "b1");
        queue.push("c", "c1");
        queue.push("b", "b2");
        assert_eq!((queue.pop(), queue.pop()), (Some("b1"), Some("c1")));
        // No more for those that have a thread, until less is under way.
        std::thread::scope(|threads| {
            let next = threads.spawn(|| queue.pop());
            std::thread::sleep(std::time::Duration::from_millis(20));
            assert!(!next.is_finished());
            queue.done("c");
            queue.done("b");
            assert_eq!(next.join().ok().flatten(), Some("b2"));
        });
        queue.close();
    }
}

//! Values by key within a number of bytes; those used longest ago make room.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicU64, Ordering};

/// A kept value, which knows its size in memory.
pub(crate) trait Weigh {
    /// Bytes of memory that it takes now, roughly. They may become more after it was put on a shelf.
    fn memory(&self) -> usize;
}

/// Values by key.
pub(crate) struct Shelf<K, V> {
    entries: HashMap<K, ShelfEntry<V>>,
    max_entries: usize,
    max_bytes: usize,
    /// Counts uses; the entry with the smallest number was used longest ago.
    clock: AtomicU64,
}

struct ShelfEntry<V> {
    value: V,
    used: AtomicU64,
}

impl<K: Hash + Eq + Clone, V: Weigh> Shelf<K, V> {
    /// An empty shelf with room for so much.
    pub(crate) fn new(max_entries: usize, max_bytes: usize) -> Self {
        Self { entries: HashMap::new(), max_entries, max_bytes, clock: AtomicU64::new(0) }
    }

    /// A value, which is used now.
    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        let entry = self.entries.get(key)?;
        entry.used.store(self.now(), Ordering::Relaxed);
        Some(&entry.value)
    }

    /// Returns `true` if its values have become larger than the shelf.
    pub(crate) fn is_over(&self) -> bool {
        self.memory() > self.max_bytes
    }

    /// Puts a value in the place of another one of its key, and makes room.
    pub(crate) fn insert(&mut self, key: K, value: V) {
        let used = AtomicU64::new(self.now());
        self.entries.insert(key, ShelfEntry { value, used });
        self.make_room();
    }

    /// Takes away those used longest ago until the others have room.
    pub(crate) fn make_room(&mut self) {
        let mut memory = self.memory();
        if self.entries.len() <= self.max_entries && memory <= self.max_bytes {
            return;
        }
        let used = |entry: &ShelfEntry<V>| entry.used.load(Ordering::Relaxed);
        let mut order: Vec<(u64, K)> =
            self.entries.iter().map(|(key, entry)| (used(entry), key.clone())).collect();
        order.sort_unstable_by_key(|(used, _)| *used);
        for (_, key) in order {
            if self.entries.len() <= self.max_entries && memory <= self.max_bytes {
                break;
            }
            if let Some(entry) = self.entries.remove(&key) {
                memory = memory.saturating_sub(entry.value.memory());
            }
        }
    }

    fn memory(&self) -> usize {
        self.entries.values().map(|entry| entry.value.memory()).fold(0, usize::saturating_add)
    }

    fn now(&self) -> u64 {
        self.clock.fetch_add(1, Ordering::Relaxed)
    }

    /// Number of values.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::rc::Rc;

    use super::*;

    impl Weigh for Rc<Cell<usize>> {
        fn memory(&self) -> usize {
            self.get()
        }
    }

    fn of(bytes: usize) -> Rc<Cell<usize>> {
        Rc::new(Cell::new(bytes))
    }

    #[test]
    fn what_was_used_longest_ago_makes_room() {
        let mut shelf = Shelf::new(3, 100);
        for key in ["a", "b", "c"] {
            shelf.insert(key, of(30));
        }
        assert!(shelf.get(&"a").is_some());
        shelf.insert("d", of(30));
        assert!(shelf.get(&"b").is_none() && shelf.get(&"a").is_some());
        shelf.insert("e", of(60));
        assert!(shelf.get(&"c").is_none() && shelf.get(&"d").is_none());
        assert_eq!(shelf.len(), 2);
        // A value larger than the shelf is not kept.
        shelf.insert("f", of(101));
        assert_eq!(shelf.len(), 0);
    }

    #[test]
    fn values_that_grew_make_room_as_well() {
        let mut shelf = Shelf::new(9, 100);
        let grows = of(10);
        shelf.insert("a", Rc::clone(&grows));
        shelf.insert("b", of(50));
        assert!(!shelf.is_over());
        grows.set(60);
        assert!(shelf.is_over());
        shelf.make_room();
        assert!(shelf.get(&"a").is_none() && shelf.get(&"b").is_some());
    }
}

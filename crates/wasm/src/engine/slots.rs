//! Values kept by handle.

/// Values by number; numbers of removed values are used again.
pub(super) struct Slots<T>(Vec<Option<T>>);

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Slots<T> {
    pub(super) fn add(&mut self, value: T) -> u32 {
        let free = self.0.iter().position(Option::is_none).unwrap_or(self.0.len());
        match self.0.get_mut(free) {
            Some(slot) => *slot = Some(value),
            None => self.0.push(Some(value)),
        }
        free as u32
    }

    pub(super) fn get(&self, handle: u32) -> Option<&T> {
        self.0.get(handle as usize)?.as_ref()
    }

    pub(super) fn get_mut(&mut self, handle: u32) -> Option<&mut T> {
        self.0.get_mut(handle as usize)?.as_mut()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter().flatten()
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut().flatten()
    }

    pub(super) fn remove(&mut self, handle: u32) {
        if let Some(slot) = self.0.get_mut(handle as usize) {
            *slot = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handles_are_used_again_after_removal_only() {
        let mut slots = Slots::default();
        let (first, second) = (slots.add('a'), slots.add('b'));
        assert_eq!((slots.get(first), slots.get(second)), (Some(&'a'), Some(&'b')));
        slots.remove(first);
        assert_eq!(slots.get(first), None);
        assert_eq!(slots.add('c'), first);
        assert_eq!((slots.get(first), slots.get(second)), (Some(&'c'), Some(&'b')));
    }
}

//! Keys of items, as columns and filters name them (spec 5.4, 8.6).

use std::ops::Deref;

use super::read::{Context, Node};
use crate::format::Key;

/// An exact, case-sensitive key of items.
#[derive(Clone)]
pub struct ItemKey {
    key: String,
    /// JSON pointer of it.
    pub pointer: String,
    /// `false` where the template leaves it out.
    pub is_written: bool,
}

impl Deref for ItemKey {
    type Target = str;

    fn deref(&self) -> &str {
        &self.key
    }
}

impl ItemKey {
    pub(super) fn new(key: String, pointer: String, is_written: bool) -> Self {
        Self { key, pointer, is_written }
    }

    pub(super) fn read(node: &Node<'_>, key: &Key, context: &mut Context) -> Self {
        Self::new(
            node.string(key, context).unwrap_or_default().to_owned(),
            node.place(key),
            node.get(key.name).is_some(),
        )
    }
}

//! Sections (spec 4.4, 8.7).

use super::Bindings;
use crate::expr::path::Path;
use crate::template::binding::BindingKind;

/// A rectangle that repeats once per item of an array.
pub struct Section {
    /// Where the array is; absent: one repetition without item.
    pub items: Option<Path>,
}

impl Section {
    pub(super) fn read(bindings: Bindings<'_>) -> Self {
        let items = bindings.iter().find_map(|binding| match &binding.kind {
            BindingKind::Section(path) => Some(path.clone()),
            _ => None,
        });
        Self { items }
    }
}

//! Links, the outline and names of pages, as data.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Link, outline title and further marks of a placement.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Marks {
    /// An address, or `#` and the id of a field.
    pub link: Option<Arc<str>>,
    /// Title in the outline.
    pub bookmark: Option<Arc<str>>,
    /// Text for screen readers: an alternative text, or the summary of a table.
    pub alt: Option<Arc<str>>,
    /// Reason and place of a signature.
    pub signature: [Option<Arc<str>>; 2],
}

/// Navigation of a document: outline, targets of links, page labels.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Navigation {
    /// The outline, in the order of the document.
    pub outline: Vec<Entry>,
    /// The places of fields that links lead to, by id.
    pub targets: BTreeMap<String, Place>,
    /// Page labels, by the index of the first page of each range; empty: numbers from 1.
    pub labels: Vec<(usize, Label)>,
}

/// An entry of the outline.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub title: Arc<str>,
    /// Level of the entry, from 1.
    pub level: u8,
    /// Target of the entry.
    pub place: Place,
}

/// A place of a document. Lengths in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// Index of the page.
    pub page: usize,
    /// Distance from the left edge of the page.
    pub x: f64,
    /// Distance from the top of the page.
    pub y: f64,
}

/// Labels that PDF readers show for pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Label {
    /// Consecutive numbers from this one on.
    From(u32),
    /// This number, for one page: readers count from 1 at least.
    Only(i64),
}

impl Marks {
    /// Bytes of memory that they take.
    pub(super) fn memory(&self) -> usize {
        let text = |text: &Option<Arc<str>>| text.as_ref().map_or(0, |text| text.len() + 16);
        let signature: usize = self.signature.iter().map(text).sum();
        size_of::<Self>() + text(&self.link) + text(&self.bookmark) + text(&self.alt) + signature
    }
}

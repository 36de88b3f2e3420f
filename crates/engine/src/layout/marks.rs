//! Links, the outline and names of pages, as data.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Where something placed leads, and how the outline calls it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Marks {
    /// An address, or `#` and the id of a field.
    pub link: Option<Arc<str>>,
    /// Its title in the outline.
    pub bookmark: Option<Arc<str>>,
    /// Text for screen readers: an alternative text, or the summary of a table.
    pub alt: Option<Arc<str>>,
    /// Reason and place of a signature.
    pub signature: [Option<Arc<str>>; 2],
}

/// How readers find their way through a document.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Navigation {
    /// The outline, in the order of the document.
    pub outline: Vec<Entry>,
    /// The places of fields that links lead to, by id.
    pub targets: BTreeMap<String, Place>,
    /// How pages are numbered, by the index of the first page of each stretch; empty: from 1.
    pub labels: Vec<(usize, Label)>,
}

/// An entry of the outline.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub title: Arc<str>,
    /// Its level, from 1.
    pub level: u8,
    /// Where it leads.
    pub place: Place,
}

/// A place of a document. Lengths in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// Index of the page.
    pub page: usize,
    /// From the left edge of the page.
    pub x: f64,
    /// From the top of the page.
    pub y: f64,
}

/// What readers call pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Label {
    /// By numbers from this one on.
    From(u32),
    /// By this number, for one page: readers count from 1 at least.
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

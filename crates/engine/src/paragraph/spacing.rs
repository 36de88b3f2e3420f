//! Room between characters (spec 20.3.2): after each grapheme cluster but the last of a line.

use icu_segmenter::GraphemeClusterSegmenter;

use super::lines::{Emphasis, Spacing};
use crate::font::is_bidirectional;

/// The grapheme clusters of a text.
pub(crate) fn clusters(text: &str) -> impl Iterator<Item = &str> {
    let mut start = 0;
    GraphemeClusterSegmenter::new().segment_str(text).skip(1).map(move |end| {
        let cluster = text.get(start..end).unwrap_or_default();
        start = end;
        cluster
    })
}

impl Emphasis {
    /// The room between the characters of a text: none where they may change places, because
    /// letters that are read from the right join.
    pub(crate) fn spacing_of(&self, text: &str) -> Option<Spacing> {
        (!self.spacing.is_none() && !is_bidirectional(text)).then_some(self.spacing)
    }
}

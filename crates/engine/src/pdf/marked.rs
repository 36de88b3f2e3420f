//! Marked content (ISO 32000-1, 14.6): which operators of a page belong to which part of what is placed.

use crate::draw::{Artifact, Part, Tag, Unit};
use crate::structure::MarkedContent;

/// The stretch that is open.
#[derive(Clone, Copy)]
pub(super) struct OpenMark {
    pub(super) tag: Tag,
    /// `true` if it began within a text object, so that it must end there (14.6.1).
    pub(super) in_text: bool,
}

/// Marked content of a page so far.
#[derive(Default)]
pub(super) struct PageMarks {
    /// Tag of the next operators; `None` in documents without tags.
    pub(super) wanted: Option<Tag>,
    pub(super) open: Option<OpenMark>,
    contents: Vec<MarkedContent>,
    /// The streams that are being written, innermost last: their keys.
    streams: Vec<u32>,
    /// Number of stretches of each stream, by its key.
    counts: Vec<u32>,
    /// The group of each stream, by its key; the first is that of the page.
    forms: Vec<Option<u32>>,
}

impl PageMarks {
    /// Begins a page.
    pub(super) fn clear(&mut self) {
        self.wanted = None;
        self.open = None;
        self.contents.clear();
        self.streams.clear();
        self.counts.clear();
        self.forms.clear();
        self.begin_stream();
    }

    /// Begins the stream of a group.
    pub(super) fn begin_stream(&mut self) {
        self.streams.push(self.counts.len() as u32);
        self.counts.push(0);
        self.forms.push(None);
    }

    /// Ends the stream of a group, which now has this number.
    pub(super) fn end_stream(&mut self, form: usize) {
        if let Some(key) = self.streams.pop()
            && let Some(slot) = self.forms.get_mut(key as usize)
        {
            *slot = Some(form as u32);
        }
    }

    /// Begins a stretch of a part, and gives its number within its stream.
    pub(super) fn begin(&mut self, part: Part) -> u32 {
        let key = self.streams.last().copied().unwrap_or(0);
        let Some(count) = self.counts.get_mut(key as usize) else { return 0 };
        let number = *count;
        *count += 1;
        // The group is not known before it ends: the key stands in its place.
        self.contents.push(MarkedContent { form: Some(key), number, part });
        number
    }

    /// Marked content of the page.
    pub(super) fn take(&mut self) -> Vec<MarkedContent> {
        let forms = &self.forms;
        let mut contents = std::mem::take(&mut self.contents);
        for content in &mut contents {
            let form = content.form.and_then(|key| forms.get(key as usize));
            content.form = form.copied().flatten();
        }
        contents
    }
}

/// The operator that begins an artifact.
pub(super) fn artifact(artifact: Artifact) -> &'static str {
    match artifact {
        Artifact::Layout => "/Artifact BMC\n",
        Artifact::Background => "/Artifact<</Type/Background>>BDC\n",
        Artifact::Pagination => "/Artifact<</Type/Pagination>>BDC\n",
        Artifact::Header => "/Artifact<</Type/Pagination/Subtype/Header/Attached[/Top]>>BDC\n",
        Artifact::Footer => "/Artifact<</Type/Pagination/Subtype/Footer/Attached[/Bottom]>>BDC\n",
        Artifact::Watermark => "/Artifact<</Type/Pagination/Subtype/Watermark>>BDC\n",
    }
}

/// The beginning of the operator that begins a part; its number follows.
pub(super) fn content(part: &Part) -> &'static str {
    match (part.unit, part.cell) {
        (Unit::Whole, _) => "/Figure<</MCID ",
        (Unit::Label(_), _) => "/Lbl<</MCID ",
        (Unit::Link(..), _) => "/Link<</MCID ",
        (Unit::Text(_), Some(_)) => "/TD<</MCID ",
        (Unit::Text(_) | Unit::Piece(_), _) => "/P<</MCID ",
    }
}

//! A line of text, ready to be drawn.

use std::ops::Range;

use super::stack::FaceId;

/// One line of text as glyphs, from left to right.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Line {
    /// Stretches of one font, from left to right.
    pub runs: Vec<Run>,
    /// The glyphs of all runs: WinAnsi codes for Helvetica, else glyph numbers of the original font.
    pub glyphs: Vec<u16>,
    /// The text as set: sanitised, composed, maybe shortened.
    pub text: String,
    /// Width in thousandths of the size, as the layout rules measure it: for Helvetica with the
    /// kerning of adjacent pairs, although that is not drawn (spec 10.3).
    pub width: f64,
    /// Where in `text` the glyphs of shaped runs come from, in bytes.
    pub(super) clusters: Vec<u32>,
}

/// A stretch of one font within a [`Line`].
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// The font.
    pub face: FaceId,
    /// Its glyphs within [`Line::glyphs`].
    pub glyphs: Range<u32>,
    /// Its text within [`Line::text`], in bytes, in reading order.
    pub text: Range<u32>,
    /// How far the glyphs move the pen as drawn, in thousandths of the size, without kerning.
    pub advance: f64,
    /// The glyphs do not spell the text one after the other (right to left, reordered, or one
    /// character as several glyphs): readers need the text itself, as `/ActualText`.
    pub actual_text: bool,
    /// Start of its part of `Line::clusters`; `None` when glyphs and characters go in step.
    pub(super) clusters: Option<u32>,
}

impl Line {
    /// Width at a font size, in the unit of the size.
    #[inline]
    pub fn width_at(&self, size: f64) -> f64 {
        width_at(self.width, size)
    }

    /// The glyphs of one of its runs.
    pub fn glyphs_of(&self, run: &Run) -> &[u16] {
        self.glyphs.get(run.glyphs.start as usize..run.glyphs.end as usize).unwrap_or_default()
    }

    /// The text of one of its runs.
    pub fn text_of(&self, run: &Run) -> &str {
        self.text.get(run.text.start as usize..run.text.end as usize).unwrap_or_default()
    }

    /// For each glyph of a run where its text starts; `None` when glyphs and characters go in step.
    pub(super) fn clusters_of(&self, run: &Run) -> Option<&[u32]> {
        let start = run.clusters? as usize;
        self.clusters.get(start..)?.get(..run.glyphs.len())
    }

    pub(super) fn clear(&mut self) {
        self.runs.clear();
        self.glyphs.clear();
        self.text.clear();
        self.clusters.clear();
        self.width = 0.0;
    }
}

/// Thousandths of the size to the unit of the size.
#[inline]
pub(super) fn width_at(width: f64, size: f64) -> f64 {
    width * size / 1000.0
}

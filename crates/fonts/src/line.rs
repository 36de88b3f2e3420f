//! A line of text, ready to be drawn.

use std::ops::Range;

use super::face_id::{FaceId, Synthetic};

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
    /// Positions in `text` of the clusters of shaped glyphs, in bytes.
    pub(super) clusters: Vec<u32>,
    /// Offsets of the glyphs of positioned runs.
    pub(super) offsets: Vec<GlyphOffset>,
}

/// Offset of a glyph from the pen after the advances of the glyphs before it, in thousandths of the
/// size: kerning, marks over their letters, letter spacing.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct GlyphOffset {
    /// To the right. The pen moves along.
    pub x: f64,
    /// Above the baseline. The pen stays on it.
    pub rise: f64,
}

/// A stretch of one font within a [`Line`].
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    pub face: FaceId,
    /// Its glyphs within [`Line::glyphs`].
    pub glyphs: Range<u32>,
    /// Its text within [`Line::text`], in bytes, in reading order.
    pub text: Range<u32>,
    /// Sum of the advances as drawn, in thousandths of the size; without kerning, unless the run has
    /// positions.
    pub advance: f64,
    /// The glyphs do not spell the text one after the other (right to left, reordered, or one
    /// character as several glyphs): readers need the text itself, as `/ActualText`.
    pub actual_text: bool,
    /// The glyphs spell the text from the last to the first, as text that is read from the right
    /// stands on paper. Readers put it in order by themselves, so that its clusters are written one
    /// by one ([`crate::UsedFonts::add_stretches`]); in named fonts alone, since documents
    /// without extensions keep their bytes.
    pub reversed: bool,
    /// Start of its part of `Line::clusters`; `None` when glyphs and characters go in step.
    pub(super) clusters: Option<u32>,
    pub synthetic: Synthetic,
    /// Start of its part of `Line::offsets`; `None` when every glyph follows the one before.
    pub(super) offsets: Option<u32>,
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

    /// Offsets of the glyphs of a run, and one after the last. Empty if every glyph follows the one
    /// before.
    pub fn offsets_of(&self, run: &Run) -> &[GlyphOffset] {
        let start = run.offsets.map(|start| start as usize);
        let offsets = start.and_then(|start| self.offsets.get(start..)?.get(..=run.glyphs.len()));
        offsets.unwrap_or_default()
    }

    /// Adds room after parts of the text that is read from the left: `ends` are the bytes where they
    /// end, rising, each with its room in thousandths of the size.
    pub fn spread(&mut self, ends: &[(u32, f64)]) {
        let mut next = ends.iter().peekable();
        let mut runs = std::mem::take(&mut self.runs);
        for run in &mut runs {
            let offsets = self.offsets.len();
            match run.offsets {
                None => self.offsets.resize(offsets + run.glyphs.len() + 1, GlyphOffset::default()),
                Some(_) => {
                    let own = self.offsets_of(run).to_vec();
                    self.offsets.extend(own);
                }
            }
            let starts = self.starts_of(run).chain([run.text.end]);
            for (offset, start) in self.offsets.iter_mut().skip(offsets).zip(starts) {
                while let Some((_, room)) = next.next_if(|(end, _)| *end <= start) {
                    offset.x += room;
                    run.advance += room;
                    self.width += room;
                }
            }
            run.offsets = Some(offsets as u32);
        }
        self.runs = runs;
    }

    /// Start of the text of each glyph of a run.
    pub(super) fn starts_of(&self, run: &Run) -> impl Iterator<Item = u32> + use<> {
        let starts: Vec<u32> = match self.clusters_of(run) {
            Some(clusters) => clusters.to_vec(),
            None => {
                let places = self.text_of(run).char_indices();
                places.map(|(place, _)| run.text.start + place as u32).collect()
            }
        };
        starts.into_iter()
    }

    pub(super) fn clear(&mut self) {
        self.runs.clear();
        self.glyphs.clear();
        self.text.clear();
        self.clusters.clear();
        self.offsets.clear();
        self.width = 0.0;
    }
}

/// Thousandths of the size to the unit of the size.
#[inline]
pub(super) fn width_at(width: f64, size: f64) -> f64 {
    width * size / 1000.0
}

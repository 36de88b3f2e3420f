//! Width of a stretch of text: at once for nearly all text, by setting it for the rest.

use std::ops::Range;

use super::clusters;
use super::lines::{Emphasis, Span, push_clean};
use crate::font::{MissingGlyph, Setters};

/// A text, and how its stretches look.
#[derive(Clone, Copy)]
pub(super) struct Rich<'t> {
    pub(super) text: &'t str,
    /// Stretches in order; the first starts at 0.
    pub(super) spans: &'t [Span],
}

impl<'t> Rich<'t> {
    /// The stretches of a part of the text.
    pub(super) fn stretches(
        self,
        range: Range<usize>,
    ) -> impl Iterator<Item = (Range<usize>, Emphasis)> + 't {
        let first = self.spans.partition_point(|span| span.start <= range.start).max(1) - 1;
        let spans = self.spans.get(first..).unwrap_or_default();
        let ends = spans.iter().skip(1).map(|span| span.start).chain([usize::MAX]);
        spans
            .iter()
            .zip(ends)
            .take_while(move |(span, _)| span.start < range.end || span.start == range.start)
            .map(move |(span, end)| {
                (span.start.max(range.start)..end.min(range.end), span.emphasis)
            })
    }

    /// The same with their texts.
    pub(super) fn texts(
        self,
        range: Range<usize>,
    ) -> impl Iterator<Item = (&'t str, Emphasis)> + 't {
        let text = self.text;
        self.stretches(range)
            .map(move |(range, emphasis)| (text.get(range).unwrap_or_default(), emphasis))
    }
}

/// Widths of a text up to each of its characters, in thousandths of the size.
#[derive(Default)]
pub(super) struct Widths {
    /// Width before each byte; entries inside a character mean nothing.
    before: Vec<f64>,
    /// Kerning of a character with the one before, which a line that starts with it does not have.
    kerning: Vec<f64>,
    /// Largest difference between a width and that of the line when it is set.
    pub(super) slack: f64,
    /// The size of the text in points, which the room between characters does not grow with.
    pub(super) size: f64,
    clean: String,
}

impl Widths {
    /// Measures a part of a text.
    pub(super) fn measure(
        &mut self,
        rich: Rich<'_>,
        range: Range<usize>,
        setters: &mut Setters<'_>,
    ) -> Result<(), MissingGlyph> {
        self.before.clear();
        self.kerning.clear();
        self.slack = 0.0;
        let mut width = 0.0;
        let scale = 1000.0 / self.size;
        let (before, kerning) = (&mut self.before, &mut self.kerning);
        // Room after the last character, which a line that ends with it does not have.
        let mut room = 0.0;
        for (part, emphasis) in rich.stretches(range) {
            let text = rich.text.get(part).unwrap_or_default();
            let setter = setters.of(emphasis.style);
            let spacing = emphasis.spacing_of(text).map(|spacing| spacing.in_points() * scale);
            // The start of each cluster, from the end on.
            let mut starts: Vec<usize> = Vec::new();
            if spacing.is_some() {
                let mut start = 0;
                for cluster in clusters(text) {
                    starts.push(start);
                    start += cluster.len();
                }
                starts.reverse();
            }
            let mut at = 0;
            let slack = setter.advances(text, |character, advance, kern| {
                let mut kern = kern;
                if spacing.is_none() {
                    kern += std::mem::take(&mut room);
                } else if starts.last() == Some(&at) {
                    starts.pop();
                    kern += std::mem::replace(&mut room, spacing.unwrap_or_default());
                }
                at += character.len_utf8();
                width += kern;
                for _ in 0..character.len_utf8() {
                    before.push(width - kern);
                    kerning.push(kern);
                }
                width += advance;
            })?;
            self.slack = self.slack.max(slack);
        }
        self.before.push(width);
        self.kerning.push(0.0);
        Ok(())
    }

    /// Width from one place to another, both in bytes from where measuring began.
    pub(super) fn between(&self, start: usize, end: usize) -> f64 {
        if start >= end {
            return 0.0;
        }
        self.before[end] - self.before[start] - self.kerning[start]
    }

    /// Width of a part of the text as it is set by itself, with `…` or a hyphen after it.
    pub(super) fn set(
        &mut self,
        rich: Rich<'_>,
        range: Range<usize>,
        more: &str,
        setters: &mut Setters<'_>,
    ) -> Result<f64, MissingGlyph> {
        let mut width = 0.0;
        let scale = 1000.0 / self.size;
        let mut room = 0.0;
        let mut stretches = rich.texts(range).peekable();
        while let Some((text, emphasis)) = stretches.next() {
            let more = if stretches.peek().is_none() { more } else { "" };
            let setter = setters.of(emphasis.style);
            let text = if more.is_empty() && !text.contains('\u{ad}') {
                text
            } else {
                self.clean.clear();
                push_clean(text, &mut self.clean);
                self.clean.push_str(more);
                &self.clean
            };
            width += setter.set(text)?.width;
            if let Some(spacing) = emphasis.spacing_of(text)
                && !text.is_empty()
            {
                room = spacing.in_points() * scale;
                width += clusters(text).count() as f64 * room;
            } else if !text.is_empty() {
                room = 0.0;
            }
        }
        Ok(width - room)
    }
}

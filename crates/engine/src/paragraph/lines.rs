//! Result of composing: lines of text, each of stretches that look alike.

use std::ops::Range;

use crate::font::{END_ISOLATE, ISOLATE, Style};
use crate::format::TextDirection;

/// Appearance of a stretch of text, besides its size and colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Emphasis {
    /// Its face.
    pub style: Style,
    /// `true` if a rule runs below it.
    pub underline: bool,
    /// `true` if a rule runs through it.
    pub strike: bool,
    /// Room after each of its characters.
    pub spacing: Spacing,
    /// The number of the link that it belongs to, among those of its text.
    pub link: Option<u16>,
}

/// Room between characters, in thousandths of a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spacing(i32);

impl Spacing {
    /// Room of some points.
    pub fn points(points: f64) -> Self {
        Self((points * 1000.0).round() as i32)
    }

    /// Room in points.
    pub fn in_points(self) -> f64 {
        f64::from(self.0) / 1000.0
    }

    /// Returns `true` if there is no room.
    pub fn is_none(self) -> bool {
        self.0 == 0
    }
}

impl Emphasis {
    /// Changes the room between characters.
    pub fn set_spacing(&mut self, spacing: Spacing) {
        self.spacing = spacing;
        self.style.spaced = !spacing.is_none();
    }
}

/// A stretch of text that looks alike; it ends where the next one starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// Offset of its start in the text, in bytes.
    pub start: usize,
    /// Appearance of the stretch.
    pub emphasis: Emphasis,
}

/// Lines of text, packed: one buffer for all.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lines {
    text: String,
    spans: Vec<Span>,
    lines: Vec<Line>,
    /// The stretches of lines that are not simply read from the left, from left to right.
    visual: Vec<Stretch>,
    /// Markers before lines that begin items of lists, by the number of the line.
    markers: Vec<(usize, Box<str>)>,
    /// Targets of links, by their number.
    links: Vec<Box<str>>,
}

/// A stretch of a line that is read from one side.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Stretch {
    start: u32,
    end: u32,
    emphasis: Emphasis,
}

/// One line.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    text: Range<u32>,
    spans: Range<u32>,
    visual: Range<u32>,
    /// Offset of its start in the text that was broken into lines, in bytes.
    source: u32,
    /// `true` if its paragraph is read from the right.
    pub rtl: bool,
    /// Its width in points.
    pub width: f64,
    /// Indent in points.
    pub indent: f64,
    /// `true` if its paragraph ends here.
    pub last: bool,
}

impl Lines {
    /// Number of lines.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Returns `true` if there are no lines.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The lines in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Line> + ExactSizeIterator {
        self.lines.iter()
    }

    /// The lines of a range, which is cut to what there is.
    pub fn range(&self, range: Range<usize>) -> &[Line] {
        let end = range.end.min(self.lines.len());
        self.lines.get(range.start.min(end)..end).unwrap_or_default()
    }

    /// The text of a line.
    pub fn text(&self, line: &Line) -> &str {
        self.text.get(line.text.start as usize..line.text.end as usize).unwrap_or_default()
    }

    /// The part of the text that these lines were broken from: from where the first of them begins to
    /// where what follows the last one does.
    pub fn source<'t>(&self, text: &'t str, range: Range<usize>) -> &'t str {
        let begin = |line: usize| self.lines.get(line).map(|line| line.source as usize);
        let start = if range.start == 0 { Some(0) } else { begin(range.start) };
        let end = begin(range.end).unwrap_or(text.len());
        start.and_then(|start| text.get(start..end)).unwrap_or_default()
    }

    /// The stretches of a line, from left to right as they are read.
    pub fn spans(&self, line: &Line) -> impl Iterator<Item = (&str, Emphasis)> {
        let spans = self.spans.get(line.spans.start as usize..line.spans.end as usize);
        let spans = spans.unwrap_or_default();
        let ends = spans.iter().skip(1).map(|span| span.start);
        let ends = ends.chain(std::iter::once(line.text.end as usize));
        spans
            .iter()
            .zip(ends)
            .map(|(span, end)| (self.text.get(span.start..end).unwrap_or_default(), span.emphasis))
    }

    /// The same from left to right as they are drawn; those that are read from the right say so.
    pub fn drawn(&self, line: &Line) -> impl Iterator<Item = (&str, Emphasis)> {
        let visual = self.visual.get(line.visual.start as usize..line.visual.end as usize);
        let visual = visual.unwrap_or_default();
        let spans = self.spans(line).filter(|_| visual.is_empty());
        let visual = visual.iter().map(|stretch| {
            let range = stretch.start as usize..stretch.end as usize;
            (self.text.get(range).unwrap_or_default(), stretch.emphasis)
        });
        spans.chain(visual)
    }

    /// Target of a link.
    pub fn link(&self, number: u16) -> Option<&str> {
        self.links.get(usize::from(number)).map(|link| &**link)
    }

    /// Adds links; gives the number of the first of them.
    pub fn add_links(&mut self, links: &[String]) -> u16 {
        let first = self.links.len();
        self.links.extend(links.iter().map(|link| link.as_str().into()));
        u16::try_from(first).unwrap_or(u16::MAX)
    }

    /// Marker before a line.
    pub fn marker(&self, line: usize) -> Option<&str> {
        let at = self.markers.binary_search_by_key(&line, |(of, _)| *of).ok()?;
        self.markers.get(at).map(|(_, marker)| &**marker)
    }

    /// Indents the lines from one on, and puts a marker, if there is one, before the first of them.
    pub(super) fn indent(&mut self, from: usize, indent: f64, marker: Option<&str>) {
        self.lines.iter_mut().skip(from).for_each(|line| line.indent = indent);
        let Some(marker) = marker else { return };
        if self.markers.last().is_none_or(|(line, _)| *line != from) && from < self.lines.len() {
            self.markers.push((from, marker.into()));
        }
    }

    /// Bytes of memory that they take.
    pub fn memory(&self) -> usize {
        self.text.capacity()
            + self.spans.capacity() * size_of::<Span>()
            + self.lines.capacity() * size_of::<Line>()
            + self.visual.capacity() * size_of::<Stretch>()
            + self.markers.len() * 32
            + self.links.iter().map(|link| link.len() + 16).sum::<usize>()
    }

    /// Gives back memory that is not needed.
    pub fn shrink(&mut self) {
        self.text.shrink_to_fit();
        self.spans.shrink_to_fit();
        self.lines.shrink_to_fit();
        self.visual.shrink_to_fit();
    }

    /// Adds a text as one line that is neither measured nor broken.
    pub fn push_single(&mut self, text: &str, emphasis: Emphasis) {
        self.push(0, [(text, emphasis)], false, 0.0, true);
    }

    /// Forgets all lines.
    pub fn clear(&mut self) {
        self.text.clear();
        self.spans.clear();
        self.lines.clear();
        self.visual.clear();
        self.markers.clear();
        self.links.clear();
    }

    /// Adds a line of these stretches; `source` is where it begins in its text.
    pub(super) fn push<'t>(
        &mut self,
        source: usize,
        stretches: impl IntoIterator<Item = (&'t str, Emphasis)>,
        hyphen: bool,
        width: f64,
        last: bool,
    ) {
        let (text, spans) = (self.text.len() as u32, self.spans.len() as u32);
        for (stretch, emphasis) in stretches {
            let start = self.text.len();
            push_clean(stretch, &mut self.text);
            if self.text.len() > start || self.spans.len() as u32 == spans {
                self.spans.push(Span { start, emphasis });
            }
        }
        if hyphen {
            self.text.push('-');
        }
        let text = text..self.text.len() as u32;
        let spans = spans..self.spans.len() as u32;
        let visual = self.visual.len() as u32..self.visual.len() as u32;
        let source = source as u32;
        self.lines.push(Line { text, spans, visual, source, rtl: false, width, indent: 0.0, last });
    }

    /// Says how the last line is read: these are its stretches in the order in which they are read,
    /// each with its look, and whether it is read from the right; `order` is their order from left
    /// to right.
    pub(super) fn reorder<'t>(
        &mut self,
        rtl: bool,
        stretches: impl IntoIterator<Item = (&'t str, Emphasis, bool)>,
        order: &[usize],
    ) {
        let Some(line) = self.lines.last_mut() else { return };
        line.rtl = rtl;
        let mut start = line.text.start;
        let mut clean = String::new();
        let mut logical: Vec<Stretch> = Vec::with_capacity(order.len());
        for (text, mut emphasis, is_rtl) in stretches {
            clean.clear();
            push_clean(text, &mut clean);
            let end = (start + clean.len() as u32).min(line.text.end);
            emphasis.style.direction = if is_rtl { TextDirection::Rtl } else { TextDirection::Ltr };
            logical.push(Stretch { start, end, emphasis });
            start = end;
        }
        // A hyphen belongs to the word that it ends.
        if let Some(last) = logical.last_mut() {
            last.end = line.text.end;
        }
        let drawn = order.iter().filter_map(|at| logical.get(*at));
        self.visual.extend(drawn.filter(|stretch| stretch.start < stretch.end));
        line.visual.end = self.visual.len() as u32;
    }

    /// Ends the last line with `…`.
    pub(super) fn append(&mut self, more: &str) {
        let Some(line) = self.lines.last_mut() else { return };
        let start = self.text.len() as u32;
        self.text.push_str(more);
        let end = self.text.len() as u32;
        line.text.end = end;
        let drawn = line.visual.start as usize..line.visual.end as usize;
        let stretches = self.visual.get(drawn.clone()).unwrap_or_default();
        let last = if line.rtl { stretches.first() } else { stretches.last() };
        let Some(last) = last else { return };
        // It stands where the line ends.
        let emphasis = Emphasis { link: None, ..last.emphasis };
        let at = if line.rtl { drawn.start } else { drawn.end };
        self.visual.insert(at, Stretch { start, end, emphasis });
        line.visual.end += 1;
    }

    /// Takes back the last line.
    pub(super) fn pop(&mut self) {
        if let Some(line) = self.lines.pop() {
            self.text.truncate(line.text.start as usize);
            self.spans.truncate(line.spans.start as usize);
            self.visual.truncate(line.visual.start as usize);
        }
    }
}

/// Appends a text without its soft hyphens, and with a space for each control character.
pub(super) fn push_clean(text: &str, out: &mut String) {
    if text.contains(is_special) {
        let shown = text.chars().filter(|c| !matches!(*c, '\u{ad}' | ISOLATE | END_ISOLATE));
        out.extend(shown.map(|c| if is_special(c) { ' ' } else { c }));
    } else {
        out.push_str(text);
    }
}

fn is_special(character: char) -> bool {
    matches!(character, '\0'..='\x1f' | '\x7f'..='\u{9f}' | '\u{ad}' | ISOLATE | END_ISOLATE)
}

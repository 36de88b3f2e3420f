//! Texts of several lines in their box (spec 20.1.2, 20.1.3).

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use super::Resolver;
use super::notes::{self, Note};
use crate::format::{Fit, LineHeight, TextAlign, TextOverflow, Wrap};
use crate::paragraph::{Fault, INDENT, Line, Lines, Marked, Measure, Span};
use crate::problem::{Problem, Result};
use crate::template::Field;
use crate::template::field::{Composed, Look, Text, VerticalAlign};
use crate::units::{mm_to_pt, pt_to_mm};

/// A text broken into lines, or those of its lines that stand on one page.
#[derive(Clone)]
pub struct TextBlock<'a> {
    /// Text field of the template.
    pub text: &'a Text,
    /// Settings of the field from extensions.
    pub composed: &'a Composed,
    /// The whole text, as it was resolved, with the marks that isolate values.
    pub value: Arc<str>,
    /// All lines of the text.
    pub lines: Arc<Lines>,
    /// The lines that stand here.
    pub shown: Range<usize>,
    /// Look that conditions set.
    pub look: Look,
    /// Size of the text in points, perhaps shrunk.
    pub size: f64,
    /// Height of the box in millimetres, perhaps grown.
    pub height: f64,
    /// `true` if the text is cut off at the edge of the box.
    pub clip: bool,
    /// Notes about the text.
    pub notes: Vec<Note>,
}

impl TextBlock<'_> {
    /// The text as it is drawn: without what an ellipsis stands for.
    pub(crate) fn drawn(&self) -> Cow<'_, str> {
        if self.clip || !self.notes.contains(&Note::Clipped) {
            return Cow::Borrowed(&self.value);
        }
        let lines: Vec<&str> = self.lines.iter().map(|line| self.lines.text(line)).collect();
        Cow::Owned(lines.join(" "))
    }
}

/// A line at its place, in points from the top left of the box.
pub struct PlacedLine<'b> {
    pub line: &'b Line,
    /// Left edge of the line.
    pub x: f64,
    pub baseline: f64,
    /// Widening of each blank in points.
    pub stretch: f64,
    /// Marker before the line, and its position: its left edge, or its right edge where the line is
    /// read from the right.
    pub marker: Option<(&'b str, f64)>,
}

/// Step between the sizes that a shrinking text tries, in points.
const STEP: f64 = 0.25;
/// Most sizes that are tried one after the other; of more, halves are left out.
const TRIED: u64 = 200;
/// Bytes of a text that are tried first for a size. Each further try takes `LONGER` times as many;
/// the last one takes the whole text.
const BEGINNING: usize = 4096;
const LONGER: usize = 8;

impl TextBlock<'_> {
    /// The lines that stand here, at their places in a box of this width in millimetres.
    pub fn placed(&self, width: f64) -> impl Iterator<Item = PlacedLine<'_>> {
        let composed = self.composed;
        let padding = &composed.padding;
        let pitch = self.pitch();
        let baseline = self.line_height().baseline(self.size);
        let room = mm_to_pt(width - padding.horizontal());
        let inner = mm_to_pt(self.height - padding.vertical());
        let free = inner - text_height(&self.lines, self.shown.clone(), pitch, composed);
        let mut top = mm_to_pt(padding.top)
            + match self.look.vertical.unwrap_or(composed.vertical) {
                VerticalAlign::Top => 0.0,
                VerticalAlign::Middle => (free / 2.0).max(0.0),
                VerticalAlign::Bottom => free.max(0.0),
            };
        let left = mm_to_pt(padding.left);
        let first = self.shown.start;
        let spacing = mm_to_pt(composed.paragraph_spacing);
        let align = self.look.align.unwrap_or(composed.align);
        self.lines.range(self.shown.clone()).iter().enumerate().map(move |(number, line)| {
            let baseline = top + baseline;
            top += pitch + if line.last { spacing } else { 0.0 };
            let (x, stretch) = self.align(line, align, room - line.indent);
            let marker = self.lines.marker(first + number);
            // Markers of texts read from the right hang from there.
            let (begin, before) = if line.rtl {
                (left, left + room - line.indent + INDENT)
            } else {
                (left + line.indent, left + line.indent - INDENT)
            };
            let marker = marker.map(|marker| (marker, before));
            PlacedLine { line, x: begin + x, baseline, stretch, marker }
        })
    }

    /// Distance of its lines in points.
    pub(super) fn pitch(&self) -> f64 {
        self.line_height().pitch(self.size)
    }

    fn line_height(&self) -> LineHeight {
        self.look.line_height.unwrap_or(self.composed.line_height)
    }

    fn align(&self, line: &Line, align: TextAlign, room: f64) -> (f64, f64) {
        let free = room - line.width;
        let (left, right) = (0.0, free.max(0.0));
        let (start, end) = if line.rtl { (right, left) } else { (left, right) };
        match align {
            TextAlign::Left => (left, 0.0),
            TextAlign::Center => ((free / 2.0).max(0.0), 0.0),
            TextAlign::Right => (right, 0.0),
            TextAlign::Start => (start, 0.0),
            TextAlign::End => (end, 0.0),
            TextAlign::Justify => {
                let blanks = self.lines.text(line).matches(' ').count();
                if !line.last && blanks > 0 && free > 0.0 {
                    (left, free / blanks as f64)
                } else {
                    (start, 0.0)
                }
            }
        }
    }

    /// Bytes of memory that it takes.
    pub(super) fn memory(&self) -> usize {
        // The parts of a text that goes over pages share its lines, which the first one counts.
        let shared = match self.shown.start {
            0 => self.lines.memory() + self.value.len(),
            _ => 0,
        };
        shared + size_of::<Self>()
    }
}

/// Height of lines in points: a pitch for each, and the room between paragraphs.
pub(super) fn text_height(
    lines: &Lines,
    shown: Range<usize>,
    pitch: f64,
    composed: &Composed,
) -> f64 {
    let lines = lines.range(shown);
    let before_last = lines.split_last().map_or(&[][..], |(_, before)| before);
    let ends = before_last.iter().filter(|line| line.last).count();
    lines.len() as f64 * pitch + ends as f64 * mm_to_pt(composed.paragraph_spacing)
}

/// Number of lines of a pitch that fit a height, both in points.
fn fitting(height: f64, pitch: f64) -> usize {
    (height / pitch).floor().max(0.0) as usize
}

/// Permission of a box to grow: allowed in the flow and in sections, not in bands, where nothing
/// moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Growth {
    Allowed,
    None,
}

impl<'a> Resolver<'_, 'a> {
    /// Returns `true` if the font lacks the face of one of these spans, so that another face stands
    /// in.
    ///
    /// # Errors
    /// `fontFaceMissing` where the field refuses that.
    pub(super) fn lacks_face(&mut self, field: &Field, spans: &[Span]) -> Result<bool> {
        let lacking = spans.iter().find_map(|s| self.fonts.lacking_feature(s.emphasis.style));
        if let Some(tag) = lacking {
            self.notes.add_problem(field, Note::Feature, notes::lacking_feature(field, tag));
        }
        let mut styles = spans.iter().map(|span| span.emphasis.style);
        let found = styles.find_map(|style| Some((style, self.fonts.stand_in(style)?)));
        match found {
            Some((style, stand_in)) => self.notes.stands_in(field, style, &stand_in).map(|()| true),
            None => Ok(false),
        }
    }

    /// Breaks a text into the lines that its field shows.
    pub(super) fn block(
        &mut self,
        field: &Field,
        text: &'a Text,
        composed: &'a Composed,
        marked: &Marked,
        look: Look,
        growth: Growth,
    ) -> Result<TextBlock<'a>> {
        let Marked { text: value, spans, items, links } = marked;
        let padding = &composed.padding;
        let inner = mm_to_pt(field.height - padding.vertical());
        let overflow = match (composed.overflow, growth) {
            (TextOverflow::Expand, Growth::None) => TextOverflow::Visible,
            (overflow, _) => overflow,
        };
        let mut size = look.size.unwrap_or(text.font_size);
        let line_height = look.line_height.unwrap_or(composed.line_height);
        let mut notes = Vec::new();
        if self.lacks_face(field, spans)? {
            notes.push(Note::Face);
        }
        let mut fault = |fault: Fault| of_fault(fault, field, value);
        if overflow == TextOverflow::Shrink {
            // The room between characters does not shrink with them, so it is measured at each size.
            let spaced = spans.iter().any(|span| !span.emphasis.spacing.is_none());
            if !spaced {
                self.composer().begin_trials();
            }
            let shrunk = self.shrunk(marked, composed, field, size, line_height);
            self.composer().end_trials();
            let shrunk = shrunk.map_err(&mut fault)?;
            // A smallest size above the largest one never makes a text larger.
            let max = composed.shrink.max.unwrap_or(size);
            size = shrunk.unwrap_or(composed.shrink.min.min(max));
            if size < max {
                notes.push(Note::Shrunk);
            }
        }
        let pitch = line_height.pitch(size);
        let by_author = composed.max_lines.map_or(usize::MAX, |most| most as usize);
        let most = match overflow {
            TextOverflow::Ellipsis | TextOverflow::Shrink => fitting(inner, pitch).max(1),
            _ => usize::MAX,
        };
        let measure = Measure {
            wrap: composed.wrap,
            room: mm_to_pt(field.width - padding.horizontal()),
            size,
            most: most.min(by_author),
            cut: matches!(overflow, TextOverflow::Ellipsis | TextOverflow::Shrink),
        };
        let mut lines = Lines::default();
        let meter = self.source.env.meter;
        let cut = self
            .composer()
            .compose_list(value, spans, items, &measure, meter, &mut lines)
            .map_err(&mut fault)?;
        if cut {
            notes.push(Note::Clipped);
        }
        let height = text_height(&lines, 0..lines.len(), pitch, composed);
        let over = height > inner;
        let mut clip = false;
        let mut box_height = field.height;
        match overflow {
            TextOverflow::Expand => {
                let least = f64::from(composed.min_lines) * pitch;
                box_height = field.height.max(pt_to_mm(height.max(least)) + padding.vertical());
            }
            TextOverflow::Visible if over && composed.wrap != Wrap::None => {
                notes.push(Note::Overflow);
            }
            TextOverflow::Clip => {
                clip = over || lines.iter().any(|line| line.width > measure.room);
                if clip {
                    notes.push(Note::Clipped);
                }
            }
            _ => {}
        }
        let shown = 0..lines.len();
        lines.add_links(links);
        let lines = Arc::new(lines);
        let value = Arc::from(&**value);
        let height = box_height;
        Ok(TextBlock { text, composed, value, lines, shown, look, size, height, clip, notes })
    }

    /// The largest size at which a text fits; nothing where it does not even at the smallest.
    fn shrunk(
        &mut self,
        marked: &Marked,
        composed: &Composed,
        field: &Field,
        size: f64,
        line_height: LineHeight,
    ) -> std::result::Result<Option<f64>, Fault> {
        let Marked { text: value, spans, items, .. } = marked;
        let padding = &composed.padding;
        let room = mm_to_pt(field.width - padding.horizontal());
        let inner = mm_to_pt(field.height - padding.vertical());
        let max = composed.shrink.max.unwrap_or(size);
        let mut lines = Lines::default();
        let meter = self.source.env.meter;
        // At any size the paragraphs are as wide in thousandths of it.
        let single =
            |room| Measure { wrap: composed.wrap, room, size: 1.0, most: usize::MAX, cut: false };
        // Each paragraph on one line, with its width as a multiple of the size.
        let mut paragraphs = Lines::default();
        let spaced = spans.iter().any(|span| !span.emphasis.spacing.is_none());
        if composed.shrink.fit == Fit::Horizontal && !spaced {
            let measure = single(f64::MAX);
            self.composer().compose_list(value, spans, items, &measure, meter, &mut paragraphs)?;
        }
        // Letters that are drawn over each other may make a longer line narrower.
        let grows = spans.iter().all(|span| span.emphasis.spacing.in_points() >= 0.0);
        let mut fits = |size: f64| -> std::result::Result<bool, Fault> {
            meter.step()?;
            // A text whose beginning does not fit does not fit as a whole.
            let mut length = BEGINNING;
            while length < value.len() && grows {
                let end = (0..=length).rev().find(|at| value.is_char_boundary(*at));
                let beginning = &value[..end.unwrap_or_default()];
                let most = fitting(inner, line_height.pitch(size));
                let vertical = Measure {
                    wrap: composed.wrap,
                    room,
                    size,
                    // Its last word is cut off, which may make that longer by a line.
                    most: most.saturating_add(1),
                    cut: false,
                };
                let measure = match composed.shrink.fit {
                    Fit::Vertical if composed.wrap != Wrap::None => vertical,
                    Fit::Horizontal if spaced => Measure { size, ..single(f64::MAX) },
                    _ => break,
                };
                lines.clear();
                let cut = self
                    .composer()
                    .compose_list(beginning, spans, items, &measure, meter, &mut lines)?;
                let wide = lines.iter().any(|line| line.indent + line.width > room + 2.0 * size);
                if cut || (composed.shrink.fit == Fit::Horizontal && wide) {
                    return Ok(false);
                }
                length = length.saturating_mul(LONGER);
            }
            Ok(match composed.shrink.fit {
                Fit::Horizontal if spaced => {
                    let measure = Measure { size, ..single(f64::MAX) };
                    lines.clear();
                    self.composer()
                        .compose_list(value, spans, items, &measure, meter, &mut lines)?;
                    lines.iter().all(|line| line.indent + line.width <= room)
                }
                Fit::Horizontal => {
                    paragraphs.iter().all(|line| line.indent + line.width * size <= room)
                }
                Fit::Vertical => {
                    let pitch = line_height.pitch(size);
                    let most = fitting(inner, pitch);
                    let measure =
                        Measure { wrap: composed.wrap, room, size, most: most.max(1), cut: false };
                    lines.clear();
                    let cut = self
                        .composer()
                        .compose_list(value, spans, items, &measure, meter, &mut lines)?;
                    most > 0 && !cut && {
                        text_height(&lines, 0..lines.len(), pitch, composed) <= inner
                    }
                }
            })
        };
        let size = |steps: u64| max - steps as f64 * STEP;
        let mut last = ((max - composed.shrink.min) / STEP).round().max(0.0) as u64;
        while last > 0 && size(last) < composed.shrink.min {
            last -= 1;
        }
        if last <= TRIED {
            for steps in 0..=last {
                if fits(size(steps))? {
                    return Ok(Some(size(steps)));
                }
            }
            return Ok(None);
        }
        // A text that fits at one size fits at smaller ones: of many sizes half are left out each time.
        if fits(max)? {
            return Ok(Some(max));
        }
        if !fits(size(last))? {
            return Ok(None);
        }
        let (mut over, mut under) = (0, last);
        while under - over > 1 {
            let middle = over + (under - over) / 2;
            if fits(size(middle))? {
                under = middle;
            } else {
                over = middle;
            }
        }
        Ok(Some(size(under)))
    }
}

/// The problem of a text that cannot be composed.
pub(super) fn of_fault(fault: Fault, field: &Field, value: &str) -> Problem {
    match fault {
        Fault::Missing(missing) => missing.problem(&field.name, value).pointer(&field.pointer),
        Fault::Spent(problem) => problem,
    }
}

//! Breaking paragraphs into lines (spec 20.1.1).

use std::ops::Range;

use icu_segmenter::options::LineBreakOptions;
use icu_segmenter::{
    GraphemeClusterSegmenter, GraphemeClusterSegmenterBorrowed, LineSegmenter,
    LineSegmenterBorrowed,
};

use super::lines::{Emphasis, Lines, Spacing, Span};
use super::markup::{ListItem, ListItemFinder};
use super::measure::{Rich, Widths};
use super::paragraphs;
use crate::budget::Meter;
use crate::font::{Fonts, MissingGlyph, Order, Setters, is_bidirectional};
use crate::format::Wrap;
use crate::problem::Problem;

/// Paragraphs up to this length are set whole first: most texts fit on one line.
const SHORT: usize = 512;

/// Constraints on the lines of a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measure {
    /// Places where lines may be broken.
    pub wrap: Wrap,
    /// The width of a line in points.
    pub room: f64,
    /// The size of the text in points.
    pub size: f64,
    /// Maximum number of lines; the last one then ends with `…`.
    pub most: usize,
    /// `true` if an unbroken line that is too wide ends with `…`.
    pub cut: bool,
}

/// Reason why a text cannot be composed.
#[derive(Debug, Clone, PartialEq)]
pub enum Fault {
    /// No font has a character.
    Missing(MissingGlyph),
    /// The budget is spent.
    Spent(Problem),
}

impl From<MissingGlyph> for Fault {
    fn from(missing: MissingGlyph) -> Self {
        Self::Missing(missing)
    }
}

impl From<Problem> for Fault {
    fn from(problem: Problem) -> Self {
        Self::Spent(problem)
    }
}

/// Composes one text after the other; keeps its buffers in between.
pub struct Composer<'f> {
    pub(super) setters: Setters<'f>,
    segmenter: LineSegmenterBorrowed<'static>,
    pub(super) clusters: GraphemeClusterSegmenterBorrowed<'static>,
    pub(super) widths: Widths,
    pub(super) breaks: Vec<usize>,
    pub(super) ends: Vec<usize>,
    /// Reading order of the paragraph; `None` if it is simply read from the left.
    order: Option<Order>,
    /// Paragraphs of the text that are ordered or measured, while it is composed several times.
    kept: Option<Kept>,
}

/// Paragraphs of a text that is composed several times, by their place in it.
#[derive(Default)]
struct Kept {
    /// Paragraph that `order` belongs to.
    ordered: Option<Range<usize>>,
    /// Paragraph that `widths` and `breaks` belong to.
    measured: Option<Range<usize>>,
}

/// A paragraph whose lines were made, for cutting its last one.
struct OpenParagraph<'i> {
    paragraph: Range<usize>,
    /// Start of its last line.
    start: usize,
    measure: Measure,
    /// Its first line.
    first: usize,
    /// Indent of its lines in points.
    indent: f64,
    item: Option<&'i ListItem>,
    /// `true` if the item begins there: its marker stands before the first line.
    begins: bool,
}

impl OpenParagraph<'_> {
    fn indent(&self, out: &mut Lines) {
        if let Some(item) = self.item {
            let marker = Some(&*item.marker).filter(|_| self.begins);
            out.indent(self.first, self.indent, marker);
        }
    }
}

/// Indent of an item of a list per level, in points: 4 mm.
pub(crate) const INDENT: f64 = 4.0 * 72.0 / 25.4;

impl<'f> Composer<'f> {
    /// A composer for the fonts of a document.
    pub fn new(fonts: &'f Fonts) -> Self {
        Self {
            setters: Setters::new(fonts),
            segmenter: segmenter(),
            clusters: GraphemeClusterSegmenter::new(),
            widths: Widths::default(),
            breaks: Vec::new(),
            ends: Vec::new(),
            order: None,
            kept: None,
        }
    }

    /// From here to [`Composer::end_trials`] one text is composed at several sizes to see where it
    /// fits: what does not depend on the size is worked out once, and lines that are too many are not
    /// cut. Room between characters, which does not grow with the size, has no place there.
    pub fn begin_trials(&mut self) {
        self.kept = Some(Kept::default());
    }

    /// Forgets what was known of that text.
    pub fn end_trials(&mut self) {
        self.kept = None;
    }

    /// Adds the lines of a text, whose stretches look as in `spans`. Returns `true` if the text was
    /// cut.
    ///
    /// # Errors
    /// A character that no font has, and the limits of the budget.
    pub fn compose(
        &mut self,
        text: &str,
        spans: &[Span],
        measure: &Measure,
        meter: &Meter<'_>,
        out: &mut Lines,
    ) -> Result<bool, Fault> {
        self.compose_list(text, spans, &[], measure, meter, out)
    }

    /// The same, where some paragraphs are items of lists, whose lines are indented.
    ///
    /// # Errors
    /// As for [`Composer::compose`].
    pub fn compose_list(
        &mut self,
        text: &str,
        spans: &[Span],
        items: &[ListItem],
        measure: &Measure,
        meter: &Meter<'_>,
        out: &mut Lines,
    ) -> Result<bool, Fault> {
        self.widths.size = measure.size;
        let base = out.len();
        let mut items = ListItemFinder::new(items);
        let rich = Rich { text, spans };
        let mut last: Option<OpenParagraph<'_>> = None;
        let most = measure.most.max(1);
        let one = std::iter::once(0..text.len()).filter(|_| measure.wrap == Wrap::None);
        let several = paragraphs(text).filter(|_| measure.wrap != Wrap::None);
        for paragraph in one.chain(several) {
            if out.len() - base == most {
                if let Some(open) = last.filter(|_| self.kept.is_none()) {
                    out.pop();
                    self.cut(rich, &open.paragraph, open.start, &open.measure, out)?;
                    open.indent(out);
                }
                return Ok(true);
            }
            meter.read(paragraph.len())?;
            meter.step()?;
            let direction = spans.first().map(|span| span.emphasis.style.direction);
            let content = text.get(paragraph.clone()).unwrap_or_default();
            let known = self.kept.as_ref().and_then(|kept| kept.ordered.as_ref());
            if known != Some(&paragraph) {
                self.order = Order::of(content, direction.unwrap_or_default());
                if let Some(kept) = &mut self.kept {
                    kept.ordered = Some(paragraph.clone());
                }
            }
            let made = out.len() - base;
            let (item, begins) = items.at(paragraph.start).unzip();
            let indent = item.map_or(0.0, |item| INDENT * item.level as f64);
            let measure = Measure { room: measure.room - indent, ..*measure };
            let first = out.len();
            let ended = self.paragraph(rich, paragraph.clone(), &measure, made, meter, out)?;
            if let Some(start) = ended.cut.filter(|_| self.kept.is_none()) {
                self.cut(rich, &paragraph, start, &measure, out)?;
            }
            let begins = begins.unwrap_or_default();
            let open = OpenParagraph {
                paragraph,
                start: ended.start,
                measure,
                first,
                indent,
                item,
                begins,
            };
            open.indent(out);
            if ended.cut.is_some() {
                return Ok(true);
            }
            last = Some(open);
        }
        Ok(false)
    }

    /// The width of a text on one line, in points.
    ///
    /// # Errors
    /// A character that no font has.
    pub fn width(&mut self, text: &str, spans: &[Span], size: f64) -> Result<f64, Fault> {
        self.widths.size = size;
        let rich = Rich { text, spans };
        let end = trimmed(text, 0, text.len());
        let width = self.widths.set(rich, 0..end, "", &mut self.setters)?;
        Ok(width * size / 1000.0)
    }

    /// The width of the widest part of a text that is not broken between words, in points.
    ///
    /// # Errors
    /// A character that no font has.
    pub fn widest_segment(&mut self, text: &str, spans: &[Span], size: f64) -> Result<f64, Fault> {
        self.widths.size = size;
        let rich = Rich { text, spans };
        self.find_breaks(text, Wrap::Word);
        let mut widest = 0.0_f64;
        let mut start = 0;
        for &end in &self.breaks {
            let stop = trimmed(text, start, end);
            widest = widest.max(self.widths.set(rich, start..stop, "", &mut self.setters)?);
            start = end;
        }
        Ok(widest * size / 1000.0)
    }

    fn paragraph(
        &mut self,
        rich: Rich<'_>,
        paragraph: Range<usize>,
        measure: &Measure,
        made: usize,
        meter: &Meter<'_>,
        out: &mut Lines,
    ) -> Result<Ended, Fault> {
        let base = out.len() - made;
        let start = paragraph.start;
        let text = &rich.text[paragraph.clone()];
        let end = trimmed(rich.text, start, paragraph.end);
        if measure.wrap == Wrap::None || text.len() <= SHORT {
            let width = self.widths.set(rich, start..end, "", &mut self.setters)?;
            if measure.wrap == Wrap::None && measure.cut && !measure.fits(width) {
                return Ok(Ended { start, cut: Some(start) });
            }
            if measure.wrap == Wrap::None || measure.fits(width) {
                out.push(start, rich.texts(start..end), false, measure.points(width), true);
                self.order_line(rich, start, start..end, out);
                return Ok(Ended { start, cut: None });
            }
        }
        let known = self.kept.as_ref().and_then(|kept| kept.measured.as_ref());
        if known != Some(&paragraph) {
            self.widths.measure(rich, paragraph.clone(), &mut self.setters)?;
            self.find_breaks(text, measure.wrap);
            let soft_hyphens = text.contains('\u{ad}');
            if soft_hyphens {
                self.widths.slack = f64::INFINITY;
            }
            if let Some(kept) = &mut self.kept {
                kept.measured = Some(paragraph.clone());
            }
        }
        let line = ParagraphBreaker { rich, range: paragraph, measure };
        let mut begin = 0;
        let mut next = 0;
        loop {
            meter.step()?;
            // Empty paragraphs have no opportunity, and one line.
            let (end, at) = match self.breaks.get(next) {
                None => (begin, next),
                Some(_) => self.line_end(&line, begin, next)?,
            };
            let is_last = end >= text.len();
            if !is_last && out.len() - base + 1 >= measure.most.max(1) {
                return Ok(Ended { start: start + begin, cut: Some(start + begin) });
            }
            self.push(&line, begin, end, is_last, out)?;
            meter.read(end - begin)?;
            if is_last {
                return Ok(Ended { start: start + begin, cut: None });
            }
            (begin, next) = (end, at);
        }
    }

    /// The opportunities of a paragraph, its end last.
    pub(super) fn find_breaks(&mut self, text: &str, wrap: Wrap) {
        self.breaks.clear();
        match wrap {
            Wrap::Char => self.breaks.extend(self.clusters.segment_str(text)),
            _ => {
                self.breaks.extend(self.segmenter.segment_str(text));
                let known = self.breaks.len();
                self.breaks.extend(newer_breaks(text));
                if self.breaks.len() > known {
                    self.breaks.sort_unstable();
                    self.breaks.dedup();
                }
            }
        }
        if self.breaks.first() == Some(&0) {
            self.breaks.remove(0);
        }
        if self.breaks.last() != Some(&text.len()) && !text.is_empty() {
            self.breaks.push(text.len());
        }
    }

    /// End of the line that starts at `begin`, and the first opportunity after that.
    fn line_end(
        &mut self,
        line: &ParagraphBreaker<'_>,
        begin: usize,
        next: usize,
    ) -> Result<(usize, usize), Fault> {
        let text = line.text();
        let over = self.breaks[next..].iter().position(|&end| {
            let width = self.widths.between(begin, trimmed(text, begin, end));
            !line.measure.fits(width)
        });
        let fitting = over.unwrap_or(self.breaks.len() - next);
        let certain = self.widths.slack == 0.0
            || self.is_certain(line, begin, next, fitting)
            || (fitting == 0 && self.is_too_long(line, begin, self.breaks[next]));
        let fitting = if certain {
            fitting
        } else {
            let breaks = std::mem::take(&mut self.breaks);
            let settled = self.settle(line, begin, &breaks[next..], fitting.max(1) - 1, "");
            self.breaks = breaks;
            settled?
        };
        if let Some(last) = fitting.checked_sub(1) {
            let at = next + last;
            return Ok((self.breaks[at], at + 1));
        }
        // Not even the first segment fits: it is broken between clusters. Blanks need no room.
        let end = self.cluster_end(line, begin, self.breaks[next])?;
        let end = end + text[end..].bytes().take_while(|byte| is_blank(*byte)).count();
        let at = self.breaks[next..].iter().take_while(|at| **at <= end).count();
        Ok((end, next + at))
    }

    /// Returns `true` if rounding cannot change the number of opportunities that fit.
    fn is_certain(
        &self,
        line: &ParagraphBreaker<'_>,
        begin: usize,
        next: usize,
        fitting: usize,
    ) -> bool {
        let text = line.text();
        let width = |at: usize| {
            let end = *self.breaks.get(at)?;
            Some(self.widths.between(begin, trimmed(text, begin, end)))
        };
        let slack = self.widths.slack;
        let below = fitting.checked_sub(1).and_then(|last| width(next + last));
        below.is_none_or(|width| line.measure.fits(width + slack))
            && width(next + fitting).is_none_or(|width| !line.measure.fits(width - slack))
    }

    /// Returns `true` if a segment is so long that no guess of its width is that wrong. It is not
    /// set as a whole then: a text without blanks would be for each of its lines.
    fn is_too_long(&self, line: &ParagraphBreaker<'_>, begin: usize, end: usize) -> bool {
        let width = || line.measure.points(self.widths.between(begin, end));
        end - begin > LONG_SEGMENT && width() > 4.0 * line.measure.room
    }

    /// End of the part of a too wide segment that fits on a line: at least one cluster.
    fn cluster_end(
        &mut self,
        line: &ParagraphBreaker<'_>,
        begin: usize,
        end: usize,
    ) -> Result<usize, Fault> {
        self.collect_ends(line, begin, end, 0.0);
        let ends = std::mem::take(&mut self.ends);
        let fits = |end: &&usize| line.measure.fits(self.widths.between(begin, **end));
        let fitting = ends.iter().take_while(fits).count();
        let settled = match self.widths.slack {
            0.0 => Ok(fitting),
            _ => self.settle(line, begin, &ends, fitting.max(1) - 1, ""),
        };
        let last = settled.map(|fitting| ends.get(fitting.max(1) - 1).copied().unwrap_or(end));
        self.ends = ends;
        last
    }

    /// The ends of the clusters from `begin` on, until they are clearly too wide.
    pub(super) fn collect_ends(
        &mut self,
        line: &ParagraphBreaker<'_>,
        begin: usize,
        end: usize,
        more: f64,
    ) {
        // Guessed widths: some of the text that seems too wide may fit.
        let factor = if self.widths.slack.is_finite() { 1.0 } else { 2.0 };
        let room = line.measure.room * factor;
        self.ends.clear();
        for cluster in self.clusters.segment_str(&line.text()[begin..end]).skip(1) {
            let end = begin + cluster;
            self.ends.push(end);
            let width = self.widths.between(begin, end) + more;
            // A few more, because kerning can make a longer stretch narrower.
            if line.measure.points(width) > room + 2.0 * line.measure.size {
                break;
            }
        }
        if self.ends.is_empty() {
            self.ends.push(end);
        }
    }

    /// Number of these ends that fit when they are set. The search begins at a guess; its steps
    /// double, so that even a bad guess costs little.
    pub(super) fn settle(
        &mut self,
        line: &ParagraphBreaker<'_>,
        begin: usize,
        ends: &[usize],
        guess: usize,
        more: &str,
    ) -> Result<usize, Fault> {
        let mut fits = |at: usize| -> Result<bool, Fault> {
            let end = trimmed(line.text(), begin, ends[at]);
            let hyphen = line.text()[..end].ends_with('\u{ad}') && more.is_empty();
            let hyphen = hyphen && ends[at] < line.text().len();
            let more = if hyphen { "-" } else { more };
            let width = self.widths.set(
                line.rich,
                line.range.start + begin..line.range.start + end,
                more,
                &mut self.setters,
            )?;
            Ok(line.measure.fits(width))
        };
        let guess = guess.min(ends.len().saturating_sub(1));
        // Lengths that fit lie below `low`, others from `high` on.
        let (mut low, mut high);
        let mut step = 1;
        if fits(guess)? {
            (low, high) = (guess + 1, ends.len());
            while low < ends.len() {
                let next = (low - 1 + step).min(ends.len() - 1);
                if !fits(next)? {
                    high = next;
                    break;
                }
                low = next + 1;
                step *= 2;
            }
        } else {
            (low, high) = (0, guess);
            while high > 0 {
                let next = high.saturating_sub(step);
                if fits(next)? {
                    low = next + 1;
                    break;
                }
                high = next;
                step *= 2;
            }
        }
        while low < high {
            let middle = low.midpoint(high);
            if fits(middle)? {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    fn push(
        &mut self,
        line: &ParagraphBreaker<'_>,
        begin: usize,
        end: usize,
        last: bool,
        out: &mut Lines,
    ) -> Result<(), Fault> {
        let text = line.text();
        let stop = trimmed(text, begin, end);
        let hyphen = !last && text[begin..stop].ends_with('\u{ad}');
        let range = line.range.start + begin..line.range.start + stop;
        let width = match self.widths.slack {
            0.0 => self.widths.between(begin, stop),
            _ => {
                let more = if hyphen { "-" } else { "" };
                self.widths.set(line.rich, range.clone(), more, &mut self.setters)?
            }
        };
        let stretches = line.rich.texts(range.clone());
        out.push(range.start, stretches, hyphen, line.measure.points(width), last);
        self.order_line(line.rich, line.range.start, range, out);
        Ok(())
    }

    /// Puts the stretches of the last line, which is a part of the paragraph that begins at a place,
    /// in the order in which they are drawn.
    pub(super) fn order_line(
        &self,
        rich: Rich<'_>,
        paragraph: usize,
        range: Range<usize>,
        out: &mut Lines,
    ) {
        let Some(order) = &self.order else { return };
        let (stretches, visual) = order.line(range.start - paragraph..range.end - paragraph);
        // Letters that join have no room between them, and so has nothing beside them.
        let mixed = is_bidirectional(rich.text.get(range).unwrap_or_default());
        let look = |mut emphasis: Emphasis| {
            if mixed {
                emphasis.set_spacing(Spacing::default());
            }
            emphasis
        };
        let mut parts = Vec::with_capacity(stretches.len());
        // The parts of each stretch: those that look alike.
        let mut parts_of = Vec::with_capacity(stretches.len());
        for (stretch, rtl) in stretches {
            let first = parts.len();
            let stretch = stretch.start + paragraph..stretch.end + paragraph;
            parts.extend(rich.texts(stretch).map(|(text, emphasis)| (text, look(emphasis), rtl)));
            parts_of.push((first..parts.len(), rtl));
        }
        let mut drawn = Vec::with_capacity(parts.len());
        for at in visual {
            match parts_of.get(at) {
                Some((parts, true)) => drawn.extend(parts.clone().rev()),
                Some((parts, false)) => drawn.extend(parts.clone()),
                None => {}
            }
        }
        out.reorder(order.rtl, parts, &drawn);
    }
}

/// Bytes of a text without an opportunity to break it, as no language has one.
const LONG_SEGMENT: usize = 4096;

/// Segmenter for the places where lines may be broken; by dictionary where a script has no blanks
/// between words, not by the neural model, which computes in floating point.
fn segmenter() -> LineSegmenterBorrowed<'static> {
    let options = LineBreakOptions::default();
    #[cfg(feature = "dictionaries")]
    return LineSegmenter::new_dictionary(options);
    #[cfg(not(feature = "dictionaries"))]
    return LineSegmenter::new_for_non_complex_scripts(options);
}

/// Opportunities of Unicode 16 and later that the segmenter, of 15.1, does not know: before the
/// decimal mark of a number that begins with it (LB15c), and outside of quotation marks around
/// Chinese text (LB19a).
fn newer_breaks(text: &str) -> impl Iterator<Item = usize> {
    const OPENING: &str = "“‘";
    const CLOSING: &str = "”’";
    let is_han = |c: char| {
        matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
            | '\u{20000}'..='\u{3fffd}')
    };
    let ends_clause = |c: char| "、。，：；！？）》」』】".contains(c);
    let next = text.chars().skip(1).chain(['\0', '\0']);
    let after_next = text.chars().skip(2).chain(['\0', '\0', '\0']);
    let places = text.char_indices().zip(next.zip(after_next));
    places.filter_map(move |((at, before), (mark, after))| {
        let begin = at + before.len_utf8();
        if before == ' ' && matches!(mark, '.' | ',' | ':' | ';') && after.is_ascii_digit() {
            return Some(begin);
        }
        if !is_han(after) || !(is_han(before) || ends_clause(before)) {
            return None;
        }
        match mark {
            _ if OPENING.contains(mark) => Some(begin),
            _ if CLOSING.contains(mark) => Some(begin + mark.len_utf8()),
            _ => None,
        }
    })
}

/// End of a paragraph after its lines are made.
struct Ended {
    /// Start of its last line.
    start: usize,
    /// Start of the line that was one too many to be made, and ends with `…`.
    cut: Option<usize>,
}

/// A paragraph that is being broken. Places within it count from its start.
pub(super) struct ParagraphBreaker<'t> {
    pub(super) rich: Rich<'t>,
    pub(super) range: Range<usize>,
    pub(super) measure: &'t Measure,
}

impl<'t> ParagraphBreaker<'t> {
    pub(super) fn text(&self) -> &'t str {
        self.rich.text.get(self.range.clone()).unwrap_or_default()
    }
}

impl Measure {
    pub(super) fn points(&self, width: f64) -> f64 {
        width * self.size / 1000.0
    }

    pub(super) fn fits(&self, width: f64) -> bool {
        self.points(width) <= self.room
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The end of a stretch without the blanks and tabs at its end.
pub(super) fn trimmed(text: &str, start: usize, end: usize) -> usize {
    let bytes = text.as_bytes();
    let mut end = end;
    while end > start && is_blank(bytes[end - 1]) {
        end -= 1;
    }
    end
}

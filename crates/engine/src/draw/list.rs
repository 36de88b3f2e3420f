//! The display list of a page.

use std::ops::Range;

use super::path::Radii;
use super::tag::{Part, Tag, Tagged};
use crate::font::{FaceId, GlyphOffset, Line, Run, Stretch, Synthetic, UsedFonts};
use crate::format::{Cap, FillRule};
use crate::image::Orientation;
pub use crate::path::Segment;
use crate::template::Color;

/// Items of a page in painting order. Coordinates in points from the top left, y downwards.
///
/// Texts and paths lie in shared buffers that items point into, so that a page costs a handful of
/// allocations, and none once the list is reused.
#[derive(Clone, Default)]
pub struct DisplayList {
    /// Width of the page.
    pub width: f64,
    /// Height of the page.
    pub height: f64,
    /// Number of the page, from 1; 0 for what is no page of a document.
    pub number: usize,
    /// Items in painting order.
    pub items: Vec<Item>,
    /// Runs of text, each in one face.
    pub runs: Vec<GlyphRun>,
    /// Codes of the runs: WinAnsi for Helvetica, glyph numbers of the document's subset otherwise.
    pub codes: Vec<u16>,
    /// Offsets of the glyphs of positioned runs.
    pub offsets: Vec<GlyphOffset>,
    /// Texts of the runs.
    pub text: String,
    /// Segments of the paths.
    pub segments: Vec<Segment>,
    /// Edges of grids: x of every vertical line.
    pub edges: Vec<f64>,
    /// Lengths of dashes and the gaps between them.
    pub dashes: Vec<f64>,
    /// Index in `items` of the first item of each placement: those of the bands, then those of the
    /// body, members after their section. Items before the first placement are the background.
    pub starts: Vec<u32>,
    /// Index in `items` of the first item over all placements.
    pub overlay: Option<u32>,
    /// Links, from the lowest to the topmost.
    pub links: Vec<Link>,
    /// Fields of the form of the document.
    pub widgets: Vec<Widget>,
    /// `true` if the document has tags.
    pub is_tagged: bool,
    /// Tags of the items, in the order of the items; empty in documents without tags.
    pub tags: Vec<Tagged>,
}

/// A box that leads somewhere.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// Its corners, in order round the box, as it is seen.
    pub corners: [(f64, f64); 4],
    /// An address, or `#` and the id of a field.
    pub target: Box<str>,
    /// Number of the placement in [`DisplayList::starts`].
    pub placement: u32,
    /// `true` for the link of the whole box of its placement.
    pub is_box: bool,
    /// Part of the page that holds the link, in documents with tags; `None` for the link of a whole box
    /// and for links in artifacts.
    pub part: Option<Part>,
    /// Name for screen readers, in documents with tags.
    pub label: Box<str>,
}

/// A field of the form of the document: a place for a signature. The items of its group are its appearance.
#[derive(Debug, Clone, PartialEq)]
pub struct Widget {
    /// Its corners, in order round the box, as it is seen.
    pub corners: [(f64, f64); 4],
    /// Number of the placement in [`DisplayList::starts`].
    pub placement: u32,
    /// Name of the field of the template.
    pub name: Box<str>,
    /// Name for people.
    pub tooltip: Box<str>,
    /// `true` if the document is signed here.
    pub has_signer: bool,
}

/// One thing that is painted.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// A rectangle, filled or stroked or both.
    Rect { x: f64, y: f64, width: f64, height: f64, fill: Option<Color>, stroke: Option<Stroke> },
    /// A grid of bordered cells: every cell of `rows` rows between neighbouring edges.
    Grid { edges: Range<u32>, y: f64, row_height: f64, rows: u32, stroke: Stroke },
    /// A straight line.
    Line { from: (f64, f64), to: (f64, f64), stroke: Stroke },
    /// A path, filled or stroked or both.
    Path { segments: Range<u32>, fill: Option<Color>, rule: FillRule, stroke: Option<Stroke> },
    /// A line of text from a point on its baseline.
    Text { x: f64, baseline: f64, size: f64, color: Color, runs: Range<u32> },
    /// A picture, by its number in the document, turned and then stretched to a box.
    Image { x: f64, y: f64, width: f64, height: f64, picture: usize, orientation: Orientation },
    /// Begins a group, which lasts until its [`Item::End`]. Groups nest.
    Begin(Group),
    /// Ends the group that began last.
    End,
}

/// Properties that the items of a group have in common.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Group {
    /// Clipping box of the items: x, y, width, height.
    pub clip: Option<[f64; 4]>,
    /// Radii of the corners of that box.
    pub radii: Radii,
    /// Rotation of the items.
    pub turn: Option<Turn>,
    /// Opacity of the group as a whole, from 0 for invisible to 1; `None`: 1.
    pub opacity: Option<f64>,
    /// `true` if the items are the appearance of the next of [`DisplayList::widgets`].
    pub is_widget: bool,
}

/// A rotation about a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Turn {
    /// Degrees, clockwise.
    pub degrees: f64,
    /// Fixed point of the rotation.
    pub center: (f64, f64),
}

impl Turn {
    /// Position of a point after the rotation.
    pub fn apply(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let (sin, cos) = self.sin_cos();
        let (center_x, center_y) = self.center;
        let (x, y) = (x - center_x, y - center_y);
        (center_x + x * cos - y * sin, center_y + x * sin + y * cos)
    }

    /// The box around what lies within a box (left, top, right, bottom) after the rotation.
    pub fn before(&self, area: [f64; 4]) -> [f64; 4] {
        Self { degrees: -self.degrees, ..*self }.around(area)
    }

    /// The box around a box (left, top, right, bottom) after the rotation.
    pub fn around(&self, [left, top, right, bottom]: [f64; 4]) -> [f64; 4] {
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        corners.map(|corner| self.apply(corner)).iter().fold(
            [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY],
            |[left, top, right, bottom], (x, y)| {
                [left.min(*x), top.min(*y), right.max(*x), bottom.max(*y)]
            },
        )
    }

    /// Sine and cosine of the angle; exact for quarters.
    pub fn sin_cos(&self) -> (f64, f64) {
        match self.degrees.rem_euclid(360.0) {
            0.0 => (0.0, 1.0),
            90.0 => (1.0, 0.0),
            180.0 => (0.0, -1.0),
            270.0 => (-1.0, 0.0),
            degrees => degrees.to_radians().sin_cos(),
        }
    }
}

/// A stroke.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stroke {
    pub color: Color,
    /// Its width in points.
    pub width: f64,
    /// Shape of its ends.
    pub cap: Cap,
    /// Its dashes.
    pub dash: Dash,
}

impl Stroke {
    /// A stroke without gaps.
    pub fn solid(color: Color, width: f64) -> Self {
        Self { color, width, cap: Cap::Butt, dash: Dash::default() }
    }
}

/// Dashes of a stroke: range of their lengths in [`DisplayList::dashes`]; empty: no gaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Dash {
    start: u32,
    len: u32,
}

/// Glyphs of one face, drawn one after the other from where the run before ended.
#[derive(Debug, Clone, PartialEq)]
pub struct GlyphRun {
    pub face: FaceId,
    /// Synthetic style of the face; the same in all runs of a text.
    pub synthetic: Synthetic,
    /// Codes in [`DisplayList::codes`].
    pub codes: Range<u32>,
    /// Offsets of the glyphs in [`DisplayList::offsets`], and one more for the following run; empty
    /// where each glyph follows the one before.
    pub offsets: Range<u32>,
    /// The text in [`DisplayList::text`].
    pub text: Range<u32>,
    /// `true` if the text must be written beside the glyphs so that searches find it.
    pub actual_text: bool,
    /// `true` if the glyphs spell the text from the last to the first.
    pub reversed: bool,
}

fn end<T>(buffer: &[T]) -> u32 {
    // A page never holds 4 G entries; half the size of a `usize` keeps items small.
    buffer.len() as u32
}

impl DisplayList {
    /// Empties the list for a page of this size.
    pub fn clear(&mut self, width: f64, height: f64) {
        self.width = width;
        self.height = height;
        self.number = 0;
        self.items.clear();
        self.runs.clear();
        self.codes.clear();
        self.offsets.clear();
        self.text.clear();
        self.segments.clear();
        self.edges.clear();
        self.dashes.clear();
        self.starts.clear();
        self.overlay = None;
        self.links.clear();
        self.widgets.clear();
        self.tags.clear();
    }

    /// Says what the following items belong to, in documents with tags.
    pub(super) fn tag(&mut self, tag: Tag) {
        if !self.is_tagged {
            return;
        }
        let at = self.items.len() as u32;
        match self.tags.last_mut() {
            Some(last) if last.tag == tag => {}
            Some(last) if last.at == at => last.tag = tag,
            _ => self.tags.push(Tagged { at, tag }),
        }
    }

    /// Notes that what follows belongs to no placement and lies over all.
    pub(super) fn begin_overlay(&mut self) {
        self.overlay = Some(end(&self.items));
    }

    /// Notes that another placement begins here.
    pub(super) fn begin_placement(&mut self) {
        self.starts.push(end(&self.items));
    }

    /// Adds a filled rectangle.
    pub fn fill_rect(&mut self, x: f64, y: f64, width: f64, height: f64, color: Color) {
        self.items.push(Item::Rect { x, y, width, height, fill: Some(color), stroke: None });
    }

    /// Adds a path of segments.
    pub fn path(
        &mut self,
        segments: impl IntoIterator<Item = Segment>,
        fill: Option<Color>,
        stroke: Option<Stroke>,
    ) {
        self.path_by(FillRule::NonZero, segments, fill, stroke);
    }

    /// Adds a path of segments whose inside is what the rule says.
    pub fn path_by(
        &mut self,
        rule: FillRule,
        segments: impl IntoIterator<Item = Segment>,
        fill: Option<Color>,
        stroke: Option<Stroke>,
    ) {
        let start = end(&self.segments);
        self.segments.extend(segments);
        let segments = start..end(&self.segments);
        self.items.push(Item::Path { segments, fill, rule, stroke });
    }

    /// Keeps lengths of dashes and gaps, in points, for strokes.
    pub fn dash(&mut self, lengths: impl IntoIterator<Item = f64>) -> Dash {
        let start = end(&self.dashes);
        self.dashes.extend(lengths);
        // Dashes without a length in hundredths of a point are refused by readers: they are a line
        // without gaps.
        if self.dashes[start as usize..].iter().all(|length| *length < 0.005) {
            self.dashes.truncate(start as usize);
        }
        Dash { start, len: end(&self.dashes) - start }
    }

    /// The lengths of the dashes of a stroke and of the gaps between them; empty: no gaps.
    pub fn dash_lengths(&self, dash: Dash) -> &[f64] {
        &self.dashes[dash.start as usize..(dash.start + dash.len) as usize]
    }

    /// Adds a line of text, noting in `fonts` what it uses of them.
    pub fn text(
        &mut self,
        line: &Line,
        at: (f64, f64),
        size: f64,
        color: Color,
        fonts: &mut UsedFonts<'_>,
    ) {
        let text = end(self.text.as_bytes());
        self.text.push_str(&line.text);
        let (mut x, baseline) = at;
        // Runs whose outlines are changed are texts of their own.
        for part in line.runs.chunk_by(|one, other| one.synthetic == other.synthetic) {
            let first = end(&self.runs);
            self.runs(line, part, text, fonts);
            let runs = first..end(&self.runs);
            self.items.push(Item::Text { x, baseline, size, color, runs });
            x += part.iter().map(|run| run.advance).sum::<f64>() * size / 1000.0;
        }
    }

    /// Adds runs of a line whose text begins at `text`: in stretches, each of which readers can copy.
    fn runs(&mut self, line: &Line, runs: &[Run], text: u32, fonts: &mut UsedFonts<'_>) {
        for run in runs {
            let codes = end(&self.codes);
            match fonts.add_stretches(line, run, &mut self.codes) {
                Some(stretches) => {
                    for stretch in stretches {
                        self.stretch(line, run, stretch, (codes, text));
                    }
                }
                None => {
                    let glyphs = 0..run.glyphs.len();
                    let whole = Stretch { glyphs, text: run.text.clone(), actual_text: false };
                    self.stretch(line, run, whole, (codes, text));
                }
            }
        }
    }

    /// Adds a stretch of a run whose codes begin at one place, in a line whose text begins at another.
    fn stretch(&mut self, line: &Line, run: &Run, stretch: Stretch, (codes, text): (u32, u32)) {
        let Stretch { glyphs, text: within, actual_text } = stretch;
        let offsets = end(&self.offsets);
        let own = line.offsets_of(run);
        if let Some(own) = own.get(glyphs.clone()).filter(|_| !own.is_empty()) {
            self.offsets.extend_from_slice(own);
            // The way of the pen after the last glyph belongs to the last stretch.
            let after = line.offsets_of(run).get(glyphs.end);
            let after = after.filter(|_| glyphs.end == run.glyphs.len());
            self.offsets.push(after.copied().unwrap_or_default());
        }
        self.runs.push(GlyphRun {
            face: run.face,
            synthetic: run.synthetic,
            codes: codes + glyphs.start as u32..codes + glyphs.end as u32,
            offsets: offsets..end(&self.offsets),
            text: text + within.start..text + within.end,
            actual_text,
            reversed: run.reversed && glyphs.len() > 1 && !actual_text,
        });
    }

    /// Adds a grid of bordered cells: `edges` are the x of its vertical lines.
    pub fn grid(&mut self, edges: &[f64], y: f64, row_height: f64, rows: u32, stroke: Stroke) {
        let start = end(&self.edges);
        self.edges.extend_from_slice(edges);
        let edges = start..end(&self.edges);
        self.items.push(Item::Grid { edges, y, row_height, rows, stroke });
    }

    /// The codes of a run.
    pub fn run_codes(&self, run: &GlyphRun) -> &[u16] {
        &self.codes[run.codes.start as usize..run.codes.end as usize]
    }

    /// Offsets of the glyphs of a run: one more than it has codes, or none at all.
    pub fn run_offsets(&self, run: &GlyphRun) -> &[GlyphOffset] {
        &self.offsets[run.offsets.start as usize..run.offsets.end as usize]
    }

    /// The text of a run.
    pub fn run_text(&self, run: &GlyphRun) -> &str {
        &self.text[run.text.start as usize..run.text.end as usize]
    }

    /// The runs of a text item.
    pub fn item_runs(&self, runs: &Range<u32>) -> &[GlyphRun] {
        &self.runs[runs.start as usize..runs.end as usize]
    }

    /// The segments of a path item.
    pub fn item_segments(&self, segments: &Range<u32>) -> &[Segment] {
        &self.segments[segments.start as usize..segments.end as usize]
    }

    /// The edges of a grid item.
    pub fn item_edges(&self, edges: &Range<u32>) -> &[f64] {
        &self.edges[edges.start as usize..edges.end as usize]
    }

    /// The text of a text item.
    pub fn item_text(&self, runs: &Range<u32>) -> String {
        self.item_runs(runs).iter().map(|run| self.run_text(run)).collect()
    }
}

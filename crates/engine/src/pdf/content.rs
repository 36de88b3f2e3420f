//! The content stream encoder (ISO 32000-1, 7.8.2): a display list to operators.
//!
//! State is tracked, so nothing is said twice. Positions are whole hundredths of a point, so
//! relative moves never add up errors. Here, and only here, the y axis flips.

use std::collections::BTreeSet;

use super::group::{form_name, is_simple, opacity_name, thousandths};
use super::marked::{self, PageMarks};
use crate::draw::{
    Dash, DisplayList, GlyphRun, Group, Item, Segment, Stroke, Tag, Turn, rounded_rect,
};
use crate::font::{FaceId, GlyphOffset, Synthetic};
use crate::format::{Cap, FillRule};
use crate::image::Orientation;
use crate::structure::MarkedContent;
use crate::template::Color;

/// Encodes pages; its buffer is reused from page to page.
#[derive(Default)]
pub(super) struct Encoder {
    out: Vec<u8>,
    state: State,
    /// Surroundings of the open groups, the inner ones last.
    around: Vec<Around>,
    /// The groups of the page that are painted through as one, in the order of their names, each with
    /// its extent.
    forms: Vec<(Vec<u8>, Extent)>,
    /// The appearances of the fields of the page.
    widgets: Vec<Vec<u8>>,
    /// `true` within one of them, which has no marked content of its own.
    in_widget: bool,
    /// The opacities that the page has, in thousandths.
    opacities: BTreeSet<u16>,
    /// Number of the page, from 1.
    page: usize,
    /// Size of the page in points.
    width: f64,
    height: f64,
    /// Marked content, in documents with tags.
    marks: PageMarks,
}

/// Graphics state at a point of the stream.
#[derive(Default, Clone)]
struct State {
    fill: Option<Color>,
    stroke: Option<Color>,
    line_width: Option<i64>,
    cap: Option<Cap>,
    dash: Dash,
    font: Option<(FaceId, i64)>,
    open: Begun,
    /// Start of the text line, in hundredths of a point.
    pen: (i64, i64),
}

/// Surroundings of an open group.
struct Around {
    /// The graphics state.
    state: State,
    /// The operators before it, where the group has a stream of its own.
    out: Option<Vec<u8>>,
    /// Extent of that stream.
    extent: Extent,
    /// `true` if that stream is the appearance of a field.
    is_widget: bool,
}

/// The box in which a group is painted, in points from the bottom left of the page: left, bottom, right, top.
pub(super) type Extent = [f64; 4];

/// Operator sequence that is begun and not yet ended.
#[derive(Default, Clone, Copy, PartialEq)]
enum Begun {
    #[default]
    Nothing,
    Text,
    /// Rectangles of one colour, to be filled together.
    Fills,
}

/// Hundredths of a point (4 µm); NaN becomes 0, what is absurd is cut.
#[inline]
fn hundredths(value: f64) -> i64 {
    const MOST: f64 = 1e11;
    let scaled = (value * 100.0).clamp(-MOST, MOST);
    // The cast saturates and turns NaN into 0: `NaN` in a content stream would stop a viewer.
    // Rounds half away from zero, without the call that `round` is on older processors.
    (scaled + 0.5_f64.copysign(scaled)) as i64
}

impl Encoder {
    /// The opacities of the page that was encoded last, in thousandths.
    pub(super) fn opacities(&self) -> &BTreeSet<u16> {
        &self.opacities
    }

    /// Marked content of the page that was encoded last.
    pub(super) fn marked(&mut self) -> Vec<MarkedContent> {
        self.marks.take()
    }

    /// The operators of a page; valid until the next page.
    pub(super) fn encode(&mut self, list: &DisplayList) -> &[u8] {
        self.out.clear();
        self.state = State::default();
        self.around.clear();
        self.forms.clear();
        self.widgets.clear();
        self.in_widget = false;
        (self.width, self.height) = (list.width, list.height);
        self.page = list.number;
        self.opacities.clear();
        self.marks.clear();
        let mut tags = list.tags.iter().peekable();
        for (index, item) in list.items.iter().enumerate() {
            while let Some(next) = tags.next_if(|next| next.at as usize <= index) {
                self.marks.wanted = Some(next.tag);
            }
            match item {
                Item::Begin(group) => self.begin(group, &list.items[index + 1..]),
                item => self.item(item, list),
            }
        }
        self.end_mark();
        &self.out
    }

    /// The operators of the groups that the page paints as one.
    pub(super) fn forms(&self) -> &[(Vec<u8>, Extent)] {
        &self.forms
    }

    /// The operators of the appearances of the fields of the page.
    pub(super) fn widgets(&self) -> &[Vec<u8>] {
        &self.widgets
    }

    fn item(&mut self, item: &Item, list: &DisplayList) {
        if self.marks.wanted.is_some() && !self.in_widget {
            self.mark(item, list);
        }
        match item {
            Item::Rect { x, y, width, height, fill, stroke } => {
                self.rect([*x, *y, *width, *height], *fill, *stroke, list);
            }
            Item::Grid { edges, y, row_height, rows, stroke } => {
                // Cap style 2 (8.4.3.3) fills the outer corners, which lines that only meet would
                // leave out.
                let stroke = Stroke { cap: Cap::Square, ..*stroke };
                self.close();
                self.stroke(stroke, list);
                self.grid(list.item_edges(edges), *y, *row_height, *rows);
            }
            Item::Line { from, to, stroke } => {
                self.close();
                self.stroke(*stroke, list);
                self.segment_line(*from, *to);
                self.op("S\n");
            }
            Item::Path { segments, fill, rule, stroke } => {
                self.path(list, list.item_segments(segments), (*fill, *rule), *stroke);
            }
            Item::Text { x, baseline, size, color, runs } => {
                let runs = list.item_runs(runs);
                let synthetic = runs.first().map(|run| run.synthetic).unwrap_or_default();
                if synthetic.any() {
                    self.begin_synthetic(*x, *baseline, *color, (synthetic, *size), list);
                } else {
                    self.begin_text(*x, *baseline, *color);
                }
                for run in runs {
                    self.run(list, run, *size);
                }
                if synthetic.any() {
                    self.op(if synthetic.bold { "0 Tr\nET\n" } else { "ET\n" });
                    self.state.open = Begun::Nothing;
                }
            }
            Item::Image { x, y, width, height, picture, orientation } => {
                self.image([*x, *y, *width, *height], *picture, *orientation);
            }
            Item::Begin(_) => {}
            Item::End => self.end(),
        }
    }

    /// `q` keeps the graphics state, so what is known of it comes back with `Q` (8.4.2).
    fn begin(&mut self, group: &Group, items: &[Item]) {
        self.end_mark();
        let state = self.state.clone();
        let around = group.is_widget.then(|| std::mem::take(&mut self.out));
        if group.is_widget {
            self.state = State::default();
            self.in_widget = true;
        }
        self.op("q\n");
        if let Some(turn) = group.turn {
            self.turn(turn);
        }
        if let Some([x, y, width, height]) = group.clip {
            if group.radii.any() {
                self.segments(&rounded_rect(x, y, width, height, group.radii));
                self.op("W n\n");
            } else {
                self.numbers(&[x, self.height - y - height, width, height]);
                self.op("re W n\n");
            }
        }
        let mut out = around;
        if let Some(opacity) = group.opacity.map(thousandths) {
            self.opacities.insert(opacity);
            self.op(&format!("/{} gs\n", opacity_name(opacity)));
            if !group.is_widget && !is_simple(items) {
                out = Some(std::mem::take(&mut self.out));
                self.marks.begin_stream();
            }
        }
        let extent = self.extent(group.turn);
        self.around.push(Around { state, out, extent, is_widget: group.is_widget });
    }

    /// The box of a group: around the page, and what is turned into the page from beyond that.
    fn extent(&self, turn: Option<Turn>) -> Extent {
        let (width, height) = (self.width, self.height);
        let usual = [-width, -height, 2.0 * width, 2.0 * height];
        let Some(turn) = turn else { return usual };
        let [left, top, right, bottom] = turn.before([0.0, 0.0, width, height]);
        let [usual_left, usual_bottom, usual_right, usual_top] = usual;
        [
            usual_left.min(left),
            usual_bottom.min(height - bottom),
            usual_right.max(right),
            usual_top.max(height - top),
        ]
    }

    fn end(&mut self) {
        self.end_mark();
        let Some(Around { state, out, extent, is_widget }) = self.around.pop() else { return };
        self.state = state;
        if is_widget {
            self.op("Q\n");
            self.in_widget = false;
            self.widgets.push(std::mem::replace(&mut self.out, out.unwrap_or_default()));
            return;
        }
        if let Some(out) = out {
            self.forms.push((std::mem::replace(&mut self.out, out), extent));
            self.marks.end_stream(self.forms.len() - 1);
            let name = form_name(self.page, self.forms.len() - 1);
            self.op(&format!("/{name} Do\n"));
        }
        self.op("Q\n");
    }

    /// Turns what follows about a point (8.3.4).
    fn turn(&mut self, turn: Turn) {
        let (sin, cos) = turn.sin_cos();
        let (x, y) = (turn.center.0, self.height - turn.center.1);
        for factor in [cos, -sin, sin, cos] {
            self.factor(factor);
        }
        self.precise(x - cos * x - sin * y);
        self.precise(y + sin * x - cos * y);
        self.op("cm\n");
    }

    /// Ends whatever is open.
    fn close(&mut self) {
        match self.state.open {
            Begun::Nothing => {}
            Begun::Text => {
                // Marked content that began within the text object ends there.
                if self.marks.open.take_if(|open| open.in_text).is_some() {
                    self.op("EMC\n");
                }
                self.op("ET\n");
            }
            Begun::Fills => self.op("f\n"),
        }
        self.state.open = Begun::Nothing;
    }

    /// Ends what is open, marked content too.
    fn end_mark(&mut self) {
        self.close();
        if self.marks.open.take().is_some() {
            self.op("EMC\n");
        }
    }

    /// Begins the marked content that an item belongs to, unless it is open. Texts that follow each other
    /// stay in one text object.
    fn mark(&mut self, item: &Item, list: &DisplayList) {
        let Some(wanted) = self.marks.wanted else { return };
        let joins_text = match item {
            Item::Text { runs, .. } => {
                list.item_runs(runs).first().is_none_or(|run| !run.synthetic.any())
            }
            _ => false,
        };
        if let Some(open) = self.marks.open {
            if open.tag == wanted && (!open.in_text || joins_text) {
                return;
            }
            if open.in_text && joins_text {
                self.op("EMC\n");
                self.marks.open = None;
            } else {
                self.end_mark();
            }
        } else {
            self.close();
        }
        if joins_text && self.state.open != Begun::Text {
            self.op("BT\n");
            self.state.open = Begun::Text;
            self.state.pen = (0, 0);
        }
        match wanted {
            Tag::Artifact(artifact) => self.op(marked::artifact(artifact)),
            Tag::Content(part) => {
                let number = self.marks.begin(part);
                self.op(marked::content(&part));
                self.out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
                self.op(">>BDC\n");
            }
        }
        self.marks.open = Some(marked::OpenMark { tag: wanted, in_text: joins_text });
    }

    fn rect(
        &mut self,
        [x, y, width, height]: [f64; 4],
        fill: Option<Color>,
        stroke: Option<Stroke>,
        list: &DisplayList,
    ) {
        let bottom = self.height - y - height;
        let rect = [x, bottom, width, height];
        match (fill, stroke) {
            (Some(color), None) => {
                // Neighbours of one colour are filled at once; mirrored ones could cancel out.
                let mergeable = width >= 0.0 && height >= 0.0;
                if !(mergeable && self.state.open == Begun::Fills && self.state.fill == Some(color))
                {
                    self.close();
                    self.fill(color);
                }
                // The painting operator is held back: a table's bands become one path (8.5.2).
                self.numbers(&rect);
                self.op("re\n");
                self.state.open = Begun::Fills;
                if !mergeable {
                    self.close();
                }
            }
            (None, None) => {}
            (fill, Some(stroke)) => {
                self.close();
                if let Some(color) = fill {
                    self.fill(color);
                }
                self.stroke(stroke, list);
                self.numbers(&rect);
                self.op(if fill.is_some() { "re B\n" } else { "re S\n" });
            }
        }
    }

    /// A grid as lines with projecting caps, which cover exactly what stroking every cell covers.
    fn grid(&mut self, edges: &[f64], y: f64, row_height: f64, rows: u32) {
        let (Some(left), Some(right)) = (edges.first(), edges.last()) else { return };
        let bottom = y + row_height * f64::from(rows);
        for row in 0..=rows {
            let y = y + row_height * f64::from(row);
            self.segment_line((*left, y), (*right, y));
        }
        for x in edges {
            self.segment_line((*x, y), (*x, bottom));
        }
        self.op("S\n");
    }

    fn segment_line(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.point(from.0, from.1);
        self.op("m ");
        self.point(to.0, to.1);
        self.op("l\n");
    }

    fn path(
        &mut self,
        list: &DisplayList,
        segments: &[Segment],
        (fill, rule): (Option<Color>, FillRule),
        stroke: Option<Stroke>,
    ) {
        let operator = match (fill, stroke, rule) {
            (None, None, _) => return,
            (Some(_), None, FillRule::NonZero) => "f\n",
            (Some(_), None, FillRule::EvenOdd) => "f*\n",
            (None, Some(_), _) => "S\n",
            (Some(_), Some(_), FillRule::NonZero) => "B\n",
            (Some(_), Some(_), FillRule::EvenOdd) => "B*\n",
        };
        self.close();
        if let Some(color) = fill {
            self.fill(color);
        }
        if let Some(stroke) = stroke {
            self.stroke(stroke, list);
        }
        self.segments(segments);
        self.op(operator);
    }

    fn segments(&mut self, segments: &[Segment]) {
        for segment in segments {
            match *segment {
                Segment::Move(x, y) => {
                    self.point(x, y);
                    self.op("m\n");
                }
                Segment::Line(x, y) => {
                    self.point(x, y);
                    self.op("l\n");
                }
                Segment::Curve([ax, ay, bx, by, x, y]) => {
                    self.point(ax, ay);
                    self.point(bx, by);
                    self.point(x, y);
                    self.op("c\n");
                }
                Segment::Close => self.op("h\n"),
            }
        }
    }

    fn begin_text(&mut self, x: f64, baseline: f64, color: Color) {
        if self.state.open != Begun::Text {
            self.close();
            self.op("BT\n");
            self.state.open = Begun::Text;
            self.state.pen = (0, 0);
        }
        self.fill(color);
        // `Td` moves from the start of the last line (9.4.2). The difference is taken of rounded
        // places, so that rounding does not add up down a page.
        let (x, y) = (hundredths(x), hundredths(self.height - baseline));
        let (from_x, from_y) = self.state.pen;
        self.state.pen = (x, y);
        self.number(x - from_x);
        self.number(y - from_y);
        self.op("Td\n");
    }

    /// Begins a text whose outlines are slanted, stroked besides being filled, or both (9.3.6, 9.4.2).
    fn begin_synthetic(
        &mut self,
        x: f64,
        baseline: f64,
        color: Color,
        (synthetic, size): (Synthetic, f64),
        list: &DisplayList,
    ) {
        self.close();
        if synthetic.bold {
            self.stroke(Stroke::solid(color, size * Synthetic::WEIGHT), list);
        }
        self.op("BT\n");
        self.state.open = Begun::Text;
        self.fill(color);
        if synthetic.bold {
            self.op("2 Tr\n");
        }
        for factor in [1.0, 0.0, if synthetic.italic { Synthetic::SLANT } else { 0.0 }, 1.0] {
            self.factor(factor);
        }
        self.number(hundredths(x));
        self.number(hundredths(self.height - baseline));
        self.op("Tm\n");
    }

    fn run(&mut self, list: &DisplayList, run: &GlyphRun, size: f64) {
        let font = (run.face, hundredths(size));
        // The font outlives `ET`: it is part of the graphics state (9.3.1).
        if self.state.font != Some(font) {
            self.state.font = Some(font);
            self.out.push(b'/');
            self.op(&super::fonts::name(run.face));
            self.out.push(b' ');
            self.number(font.1);
            self.op("Tf\n");
        }
        let codes = list.run_codes(run);
        let offsets = list.run_offsets(run);
        if run.face.standard().is_some() {
            if offsets.is_empty() {
                self.literal(codes);
                self.op("Tj\n");
            } else {
                self.positioned(codes, offsets, size, Self::literal);
            }
            return;
        }
        // Copied text comes from here where glyphs and characters do not pair (14.9.4).
        if run.actual_text {
            self.op("/Span<</ActualText<FEFF");
            for unit in list.run_text(run).encode_utf16() {
                self.hex(unit);
            }
            self.op(">>>BDC\n");
        } else if run.reversed {
            // Read from the right: the last character of the string comes first (14.8.2.3.3).
            self.op("/ReversedChars BMC\n");
        }
        if offsets.is_empty() {
            self.string(codes);
            self.op("Tj\n");
        } else {
            self.positioned(codes, offsets, size, Self::string);
        }
        if run.actual_text || run.reversed {
            self.op("EMC\n");
        }
    }

    fn string(&mut self, codes: &[u16]) {
        self.out.push(b'<');
        for code in codes {
            self.hex(*code);
        }
        self.out.push(b'>');
    }

    /// Glyphs at places of their own: an array of stretches with the distances between them, in
    /// thousandths of the size and to the left (9.4.3); those above the line are raised (9.3.7).
    fn positioned(
        &mut self,
        codes: &[u16],
        offsets: &[GlyphOffset],
        size: f64,
        write: impl Fn(&mut Self, &[u16]),
    ) {
        let mut raised = 0;
        let mut start = 0;
        self.out.push(b'[');
        // The rest of a distance after rounding, so that rounding does not add up.
        let mut rest = 0.0;
        for (index, offset) in offsets.iter().enumerate() {
            let rise = hundredths(offset.rise * size / 1000.0);
            let wanted = offset.x + rest;
            let distance = hundredths(wanted);
            rest = wanted - distance as f64 / 100.0;
            let is_end = index == codes.len();
            if distance == 0 && rise == raised && !is_end {
                continue;
            }
            if let Some(stretch) = codes.get(start..index).filter(|stretch| !stretch.is_empty()) {
                write(self, stretch);
            }
            start = index;
            if distance != 0 {
                self.number(-distance);
            }
            if rise != raised && !is_end {
                raised = rise;
                self.op("]TJ\n");
                self.number(rise);
                self.op("Ts\n[");
            }
        }
        self.op("]TJ\n");
        if raised != 0 {
            self.op("0 Ts\n");
        }
    }

    fn image(&mut self, [x, y, width, height]: [f64; 4], picture: usize, orientation: Orientation) {
        self.close();
        // `q` and `Q` keep the scaling from what follows; colours and font are not touched within.
        self.op("q\n");
        if orientation.is_plain() {
            self.precise(width);
            self.op("0 0 ");
            self.precise(height);
            self.precise(x);
            self.precise(self.height - y - height);
        } else {
            // The square of an image has its y upwards.
            let [a, b, c, d, e, f] = orientation.matrix();
            self.precise(a * width);
            self.precise(-b * height);
            self.precise(-c * width);
            self.precise(d * height);
            self.precise(x + (c + e) * width);
            self.precise(self.height - y - (d + f) * height);
        }
        self.op("cm\n/");
        self.op(&super::images::name(picture));
        self.op(" Do\nQ\n");
    }

    fn fill(&mut self, color: Color) {
        if self.state.fill != Some(color) {
            self.state.fill = Some(color);
            self.color(color);
            self.op("rg\n");
        }
    }

    fn stroke(&mut self, stroke: Stroke, list: &DisplayList) {
        if self.state.stroke != Some(stroke.color) {
            self.state.stroke = Some(stroke.color);
            self.color(stroke.color);
            self.op("RG\n");
        }
        let width = hundredths(stroke.width.max(0.0));
        if self.state.line_width != Some(width) {
            self.state.line_width = Some(width);
            self.number(width);
            self.op("w\n");
        }
        if self.state.cap.unwrap_or(Cap::Butt) != stroke.cap {
            self.state.cap = Some(stroke.cap);
            self.op(match stroke.cap {
                Cap::Butt => "0 J\n",
                Cap::Round => "1 J\n",
                Cap::Square => "2 J\n",
            });
        }
        let (before, lengths) =
            (list.dash_lengths(self.state.dash), list.dash_lengths(stroke.dash));
        if before != lengths {
            self.state.dash = stroke.dash;
            self.op("[");
            self.numbers(lengths);
            self.op("] 0 d\n");
        }
    }

    fn color(&mut self, color: Color) {
        for channel in [color.r, color.g, color.b] {
            self.channel(channel);
        }
    }

    /// A point of the page, y flipped.
    fn point(&mut self, x: f64, y: f64) {
        self.number(hundredths(x));
        self.number(hundredths(self.height - y));
    }

    fn numbers(&mut self, numbers: &[f64]) {
        for number in numbers {
            self.number(hundredths(*number));
        }
    }

    /// A colour channel with three decimals, which tell all 256 levels apart.
    fn channel(&mut self, channel: f32) {
        let thousandths = (channel.clamp(0.0, 1.0) * 1000.0 + 0.5) as u32;
        match thousandths {
            0 => self.op("0 "),
            1000.. => self.op("1 "),
            _ => {
                self.out.push(b'.');
                let digits = [thousandths / 100, thousandths / 10 % 10, thousandths % 10];
                let used = 3 - digits.iter().rev().take_while(|digit| **digit == 0).count();
                self.out.extend(digits[..used].iter().map(|digit| b'0' + *digit as u8));
                self.out.push(b' ');
            }
        }
    }

    /// A length with three decimals, as exact as the page's own size: a picture over the whole page
    /// must not be scaled by a hair. NaN becomes 0.
    fn precise(&mut self, value: f64) {
        let thousandths = (value * 1000.0).round().clamp(-1e12, 1e12) as i64;
        if thousandths % 10 == 0 {
            self.number(thousandths / 10);
            return;
        }
        let sign = if thousandths < 0 { "-" } else { "" };
        let magnitude = thousandths.unsigned_abs();
        self.op(&format!("{sign}{}.{:03} ", magnitude / 1000, magnitude % 1000));
    }

    /// A factor with six decimals: over a page that is a thousandth of a point.
    fn factor(&mut self, factor: f64) {
        let text = format!("{factor:.6}");
        let text = text.trim_end_matches('0').trim_end_matches('.');
        self.op(if text == "-0" { "0" } else { text });
        self.op(" ");
    }

    /// Hundredths as a decimal number and a blank: no exponent, no zeros that say nothing.
    #[inline]
    fn number(&mut self, hundredths: i64) {
        if hundredths < 0 {
            self.out.push(b'-');
        }
        let magnitude = hundredths.unsigned_abs();
        let (whole, part) = (magnitude / 100, magnitude % 100);
        if whole != 0 || part == 0 {
            self.out.extend_from_slice(itoa::Buffer::new().format(whole).as_bytes());
        }
        if part != 0 {
            let (tens, ones) = ((part / 10) as u8, (part % 10) as u8);
            self.out.extend_from_slice(&[b'.', b'0' + tens]);
            if ones != 0 {
                self.out.push(b'0' + ones);
            }
        }
        self.out.push(b' ');
    }

    /// One-byte codes as a literal string (ISO 32000-1, 7.3.4.2).
    fn literal(&mut self, codes: &[u16]) {
        self.out.push(b'(');
        for code in codes {
            let byte = *code as u8;
            if matches!(byte, b'(' | b')' | b'\\') {
                self.out.push(b'\\');
            }
            self.out.push(byte);
        }
        self.out.push(b')');
    }

    /// Four hexadecimal digits.
    fn hex(&mut self, code: u16) {
        const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
        self.out.extend([12, 8, 4, 0].map(|shift| DIGITS[usize::from(code >> shift & 15)]));
    }

    fn op(&mut self, operator: &str) {
        self.out.extend_from_slice(operator.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: f64) -> String {
        let mut encoder = Encoder::default();
        encoder.number(hundredths(value));
        String::from_utf8(encoder.out).expect("ASCII")
    }

    #[test]
    fn numbers_have_at_most_two_decimals_and_are_always_finite() {
        assert_eq!(number(0.0), "0 ");
        assert_eq!(number(-0.0), "0 ");
        assert_eq!(number(-0.25), "-.25 ");
        assert_eq!(number(12.0), "12 ");
        assert_eq!(number(100.5), "100.5 ");
        assert_eq!(number(1.006), "1.01 ");
        assert_eq!(number(0.01), ".01 ");
        assert_eq!(number(-0.004), "0 ");
        assert_eq!(number(f64::NAN), "0 ");
        assert_eq!(number(f64::INFINITY), "1000000000 ");
    }

    /// A text of one run at the origin of a page of 100 pt, 10 pt high.
    fn text(codes: &[u16], offsets: &[GlyphOffset], synthetic: Synthetic) -> String {
        let mut list = DisplayList::default();
        list.clear(100.0, 100.0);
        list.codes.extend(codes);
        list.offsets.extend(offsets);
        list.runs.push(GlyphRun {
            face: FaceId::Given(0),
            synthetic,
            codes: 0..codes.len() as u32,
            offsets: 0..offsets.len() as u32,
            text: 0..0,
            actual_text: false,
            reversed: false,
        });
        let color = Color::BLACK;
        list.items.push(Item::Text { x: 0.0, baseline: 100.0, size: 10.0, color, runs: 0..1 });
        String::from_utf8(Encoder::default().encode(&list).to_vec()).expect("ASCII")
    }

    #[test]
    fn kerned_glyphs_are_shown_with_their_distances() {
        let offset = |x| GlyphOffset { x, rise: 0.0 };
        let shown = text(
            &[1, 2, 3],
            &[offset(0.0), offset(-64.0), offset(0.0), offset(5.5)],
            Synthetic::default(),
        );
        assert!(shown.ends_with("[<0001>64 <00020003>-5.5 ]TJ\nET\n"), "{shown}");
    }

    #[test]
    fn marks_are_raised_and_what_follows_is_not() {
        let offset = |x, rise| GlyphOffset { x, rise };
        let offsets = [offset(0.0, 0.0), offset(-50.0, 180.0), offset(0.0, 0.0), offset(0.0, 0.0)];
        let shown = text(&[1, 2, 3], &offsets, Synthetic::default());
        assert!(
            shown.ends_with("[<0001>50 ]TJ\n1.8 Ts\n[<0002>]TJ\n0 Ts\n[<0003>]TJ\nET\n"),
            "{shown}"
        );
    }

    #[test]
    fn faces_are_slanted_and_made_heavier() {
        let shown = text(&[1], &[], Synthetic { bold: true, italic: true });
        assert!(
            shown.contains(".33 w\n") && shown.contains("2 Tr\n1 0 0.212557 1 0 0 Tm\n"),
            "{shown}"
        );
        assert!(shown.ends_with("<0001>Tj\n0 Tr\nET\n"), "{shown}");
    }

    #[test]
    fn pictures_are_placed_to_the_thousandth() {
        let precise = |value| {
            let mut encoder = Encoder::default();
            encoder.precise(value);
            String::from_utf8(encoder.out).expect("ASCII")
        };
        assert_eq!(precise(595.2756), "595.276 ");
        assert_eq!(precise(-0.0014), "-0.001 ");
        assert_eq!(precise(40.0), "40 ");
        assert_eq!(precise(0.25), ".25 ");
        assert_eq!(precise(f64::NAN), "0 ");
    }

    #[test]
    fn colour_channels_tell_all_bytes_apart() {
        let mut seen = std::collections::HashSet::new();
        for byte in 0..=255_u8 {
            let mut encoder = Encoder::default();
            encoder.channel(f32::from(byte) / 255.0);
            let text = String::from_utf8(encoder.out).expect("ASCII");
            let read: f32 = text.trim().parse().expect("a number");
            assert!((read * 255.0 - f32::from(byte)).abs() < 0.5, "{text}");
            assert!(seen.insert(text));
        }
    }

    #[test]
    fn rectangles_of_one_colour_are_filled_together() {
        let mut list = DisplayList::default();
        list.clear(100.0, 100.0);
        for x in 0..3 {
            list.fill_rect(f64::from(x), 0.0, 1.0, 1.0, Color::BLACK);
        }
        let mut encoder = Encoder::default();
        let stream = String::from_utf8_lossy(encoder.encode(&list)).into_owned();
        assert_eq!(stream, "0 0 0 rg\n0 99 1 1 re\n1 99 1 1 re\n2 99 1 1 re\nf\n");
    }
}

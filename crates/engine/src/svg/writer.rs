//! Items of a display list as elements. Coordinates are points, rounded as in the PDF.

use std::collections::HashSet;
use std::ops::Range;

use super::DrawnPlacement;
use super::glyphs::{Glyphs, Outlines, glyph_name};
use super::text::{attribute, color, decimal, length};
use crate::draw::{DisplayList, GlyphRun, Group, Item, Radii, Segment, Stroke, rounded_rect};
use crate::font::UsedFonts;
use crate::format::{Cap, FillRule};
use crate::template::Color;
use crate::units::pt_to_mm;

/// Unit of length of the surrounding drawing.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum DrawingUnit {
    Point,
    Millimetre,
}

/// Definitions that elements refer to.
pub(super) struct Definitions {
    pub(super) defs: String,
    /// Pictures in order of first use.
    pub(super) pictures: Vec<usize>,
}

/// Writes the items of one page.
pub(super) struct PageWriter<'p, 'f> {
    list: &'p DisplayList,
    glyphs: Glyphs<'f, 'p>,
    unit: DrawingUnit,
    pictures: Vec<usize>,
    /// Names of the boxes that items are cut off at, and their definitions.
    clips: HashSet<String>,
    clip_defs: String,
    number: &'p dyn Fn(usize) -> usize,
}

impl<'p, 'f> PageWriter<'p, 'f> {
    pub(super) fn new(
        list: &'p DisplayList,
        fonts: &'p UsedFonts<'f>,
        outlines: &'p mut Outlines,
        unit: DrawingUnit,
    ) -> Self {
        let glyphs = Glyphs::new(fonts, outlines);
        Self {
            list,
            glyphs,
            unit,
            pictures: Vec::new(),
            clips: HashSet::new(),
            clip_defs: String::new(),
            number: &|number| number,
        }
    }

    /// Gives pictures other numbers than those of the document.
    pub(super) fn number_pictures(&mut self, number: &'p dyn Fn(usize) -> usize) {
        self.number = number;
    }

    pub(super) fn finish(self) -> Definitions {
        Definitions { defs: self.glyphs.defs() + &self.clip_defs, pictures: self.pictures }
    }

    /// Writes the elements of a field in a group that names it; writes nothing for a field without
    /// items.
    pub(super) fn group(
        &mut self,
        place: &DrawnPlacement<'_>,
        items: Range<usize>,
        out: &mut String,
    ) {
        if items.is_empty() {
            return;
        }
        out.push_str("<g data-field=\"");
        attribute(place.field, out);
        out.push_str("\" data-pointer=\"");
        attribute(place.pointer, out);
        out.push('"');
        if let Some(item) = place.item {
            out.push_str(" data-item=\"");
            out.push_str(itoa::Buffer::new().format(item));
            out.push('"');
        }
        self.content(items, out);
    }

    /// Items in a group without a name.
    pub(super) fn scaled(&mut self, items: Range<usize>, out: &mut String) {
        out.push_str("<g");
        self.content(items, out);
    }

    /// The rest of a group whose tag is still open.
    fn content(&mut self, items: Range<usize>, out: &mut String) {
        if self.unit == DrawingUnit::Millimetre {
            out.push_str(" transform=\"scale(");
            decimal(pt_to_mm(1.0), 9, out);
            out.push_str(")\"");
        }
        // The limit of PDF, which cuts sharp corners of paths less.
        if items.clone().any(|index| has_corners(&self.list.items[index])) {
            out.push_str(" stroke-miterlimit=\"10\"");
        }
        out.push('>');
        self.items(items, out);
        out.push_str("</g>\n");
    }

    pub(super) fn items(&mut self, items: Range<usize>, out: &mut String) {
        let mut items = self.list.items[items].iter().peekable();
        while let Some(item) = items.next() {
            match item {
                Item::Rect { fill: Some(fill), stroke: None, .. } => {
                    // Neighbours of one colour are one path, as in the PDF: without seams.
                    out.push_str("<path d=\"");
                    self.rect_path(item, out);
                    while let Some(next) = items.next_if(|next| same_fill(next, *fill)) {
                        self.rect_path(next, out);
                    }
                    out.push('"');
                    paint(Some(*fill), None, out);
                    out.push_str("/>");
                }
                item => self.item(item, out),
            }
        }
    }

    fn item(&mut self, item: &Item, out: &mut String) {
        let list = self.list;
        match item {
            Item::Rect { fill, stroke, .. } => {
                if fill.is_some() || stroke.is_some() {
                    out.push_str("<path d=\"");
                    self.rect_path(item, out);
                    out.push('"');
                    self.paint(*fill, *stroke, out);
                    out.push_str("/>");
                }
            }
            Item::Grid { edges, y, row_height, rows, stroke } => {
                grid(list.item_edges(edges), *y, *row_height, *rows, *stroke, out);
            }
            Item::Line { from, to, stroke } => {
                out.push_str("<path d=\"");
                point('M', from.0, from.1, out);
                point('L', to.0, to.1, out);
                out.push('"');
                self.paint(None, Some(*stroke), out);
                out.push_str("/>");
            }
            Item::Path { segments, fill, rule, stroke } => {
                if fill.is_some() || stroke.is_some() {
                    out.push_str("<path d=\"");
                    list.item_segments(segments).iter().for_each(|one| segment(one, out));
                    out.push('"');
                    if *rule == FillRule::EvenOdd {
                        out.push_str(" fill-rule=\"evenodd\"");
                    }
                    self.paint(*fill, *stroke, out);
                    out.push_str("/>");
                }
            }
            Item::Text { x, baseline, size, color: fill, runs } => {
                let mut x = *x;
                for run in list.item_runs(runs) {
                    x += self.run(run, (x, *baseline), *size, *fill, out);
                }
            }
            Item::Begin(group) => self.begin(group, out),
            Item::End => out.push_str("</g>"),
            Item::Image { x, y, width, height, picture, orientation } => {
                let number = (self.number)(*picture);
                if !self.pictures.contains(&number) {
                    self.pictures.push(number);
                }
                out.push_str("<use href=\"#image-");
                out.push_str(itoa::Buffer::new().format(number));
                out.push_str("\" transform=\"matrix(");
                let [a, b, c, d, e, f] = orientation.matrix();
                let scaled = [a * width, b * height, c * width, d * height];
                for value in scaled.into_iter().chain([x + e * width, y + f * height]) {
                    decimal(value, 3, out);
                    out.push(' ');
                }
                out.pop();
                out.push_str(")\"/>");
            }
        }
    }

    fn begin(&mut self, group: &Group, out: &mut String) {
        out.push_str("<g");
        if let Some(turn) = group.turn {
            out.push_str(" transform=\"rotate(");
            decimal(turn.degrees, 6, out);
            for center in [turn.center.0, turn.center.1] {
                out.push(' ');
                decimal(center, 3, out);
            }
            out.push_str(")\"");
        }
        if let Some(opacity) = group.opacity {
            out.push_str(" opacity=\"");
            decimal(opacity, 3, out);
            out.push('"');
        }
        let Some([x, y, width, height]) = group.clip else {
            out.push('>');
            return;
        };
        // The name says the box, so that it means the same in every drawing.
        let mut name = String::from("clip");
        for value in [x, y, width, height] {
            name.push('_');
            length(value, &mut name);
        }
        if group.radii.any() {
            let Radii { top_left, top_right, bottom_left, bottom_right } = group.radii;
            for value in [top_left, top_right, bottom_left, bottom_right] {
                name.push('_');
                length(value, &mut name);
            }
        }
        if self.clips.insert(name.clone()) {
            self.clip_defs.push_str("<clipPath id=\"");
            self.clip_defs.push_str(&name);
            self.clip_defs.push_str("\"><path d=\"");
            if group.radii.any() {
                let outline = rounded_rect(x, y, width, height, group.radii);
                outline.iter().for_each(|one| segment(one, &mut self.clip_defs));
            } else {
                box_path([x, y, width, height], &mut self.clip_defs);
            }
            self.clip_defs.push_str("\"/></clipPath>\n");
        }
        out.push_str(" clip-path=\"url(#");
        out.push_str(&name);
        out.push_str(")\">");
    }

    /// Draws a run and gives its width in points.
    fn run(
        &mut self,
        run: &GlyphRun,
        at: (f64, f64),
        size: f64,
        fill: Color,
        out: &mut String,
    ) -> f64 {
        let Some(pen) = self.glyphs.pen(run.face, run.synthetic) else { return 0.0 };
        // The size that the PDF names.
        let size = (size * 100.0).round() / 100.0;
        let scale = size / pen.units();
        let start = out.len();
        out.push_str("<g transform=\"translate(");
        length(at.0, out);
        out.push(' ');
        length(at.1, out);
        out.push_str(")scale(");
        decimal(scale, 9, out);
        out.push(')');
        if pen.slant() != 0.0 {
            out.push_str("matrix(1 0 ");
            decimal(-pen.slant(), 5, out);
            out.push_str(" 1 0 0)");
        }
        out.push('"');
        let heavier = Stroke::solid(fill, pen.weight());
        paint(Some(fill), (heavier.width > 0.0).then_some(heavier), out);
        out.push('>');
        let empty = out.len();
        let mut x = 0.0;
        let offsets = self.list.run_offsets(run);
        let units = pen.units() / 1000.0;
        for (index, code) in self.list.run_codes(run).iter().enumerate() {
            let glyph = self.glyphs.glyph(&pen, *code);
            let offset = offsets.get(index).copied().unwrap_or_default();
            x += offset.x * units;
            let y = -offset.rise * units;
            if glyph.visible {
                out.push_str("<use href=\"#");
                glyph_name(&pen, &glyph, out);
                if glyph.widened != 1.0 {
                    out.push_str("\" transform=\"matrix(");
                    decimal(glyph.widened, 4, out);
                    out.push_str(" 0 0 1 ");
                    length(x, out);
                    out.push(' ');
                    length(y, out);
                    out.push(')');
                } else {
                    if x != 0.0 {
                        out.push_str("\" x=\"");
                        length(x, out);
                    }
                    if y != 0.0 {
                        out.push_str("\" y=\"");
                        length(y, out);
                    }
                }
                out.push_str("\"/>");
            }
            x += glyph.advance;
        }
        x += offsets.last().map_or(0.0, |offset| offset.x * units);
        if out.len() == empty {
            out.truncate(start)
        } else {
            out.push_str("</g>")
        }
        x * scale
    }

    /// Fill and stroke, with how the stroke ends and where it has gaps.
    fn paint(&self, fill: Option<Color>, stroke: Option<Stroke>, out: &mut String) {
        paint(fill, stroke, out);
        let Some(stroke) = stroke else { return };
        match stroke.cap {
            Cap::Butt => {}
            Cap::Round => out.push_str(" stroke-linecap=\"round\""),
            Cap::Square => out.push_str(" stroke-linecap=\"square\""),
        }
        let lengths = self.list.dash_lengths(stroke.dash);
        for (index, dash) in lengths.iter().enumerate() {
            out.push_str(if index == 0 { " stroke-dasharray=\"" } else { " " });
            length(*dash, out);
        }
        if !lengths.is_empty() {
            out.push('"');
        }
    }

    fn rect_path(&self, item: &Item, out: &mut String) {
        let Item::Rect { x, y, width, height, .. } = item else { return };
        box_path([*x, *y, *width, *height], out);
    }
}

fn box_path([x, y, width, height]: [f64; 4], out: &mut String) {
    point('M', x, y, out);
    out.push('h');
    length(width, out);
    out.push('v');
    length(height, out);
    out.push('h');
    length(-width, out);
    out.push('z');
}

/// Returns `true` if the item can join a path of filled rectangles; mirrored ones could cancel out.
fn same_fill(item: &Item, color: Color) -> bool {
    matches!(item, Item::Rect { width, height, fill: Some(fill), stroke: None, .. }
        if *fill == color && *width >= 0.0 && *height >= 0.0)
}

/// Returns `true` if corners of the item are stroked.
fn has_corners(item: &Item) -> bool {
    matches!(item, Item::Rect { stroke: Some(_), .. } | Item::Path { stroke: Some(_), .. })
}

/// Lines with square caps, which cover exactly what stroking every cell covers.
fn grid(edges: &[f64], y: f64, row_height: f64, rows: u32, stroke: Stroke, out: &mut String) {
    let (Some(left), Some(right)) = (edges.first(), edges.last()) else { return };
    let bottom = y + row_height * f64::from(rows);
    out.push_str("<path stroke-linecap=\"square\" d=\"");
    for row in 0..=rows {
        point('M', *left, y + row_height * f64::from(row), out);
        out.push('H');
        length(*right, out);
    }
    for x in edges {
        point('M', *x, y, out);
        out.push('V');
        length(bottom, out);
    }
    out.push('"');
    paint(None, Some(stroke), out);
    out.push_str("/>");
}

fn segment(segment: &Segment, out: &mut String) {
    match *segment {
        Segment::Move(x, y) => point('M', x, y, out),
        Segment::Line(x, y) => point('L', x, y, out),
        Segment::Curve([ax, ay, bx, by, x, y]) => {
            point('C', ax, ay, out);
            point(' ', bx, by, out);
            point(' ', x, y, out);
        }
        Segment::Close => out.push('Z'),
    }
}

fn point(command: char, x: f64, y: f64, out: &mut String) {
    out.push(command);
    length(x, out);
    out.push(' ');
    length(y, out);
}

/// The attributes of fill and stroke, as far as they differ from what SVG assumes.
fn paint(fill: Option<Color>, stroke: Option<Stroke>, out: &mut String) {
    match fill {
        None => out.push_str(" fill=\"none\""),
        Some(Color::BLACK) => {}
        Some(fill) => {
            out.push_str(" fill=\"");
            color(fill, out);
            out.push('"');
        }
    }
    if let Some(stroke) = stroke {
        out.push_str(" stroke=\"");
        color(stroke.color, out);
        out.push('"');
        if stroke.width > 0.0 {
            out.push_str(" stroke-width=\"");
            length(stroke.width, out);
            out.push('"');
        } else {
            // In PDF a width of 0 is the thinnest line of the device, in SVG none.
            out.push_str(" stroke-width=\"1\" vector-effect=\"non-scaling-stroke\"");
        }
    }
}

//! The same display lists drawn with printpdf's own operations.
//!
//! Slower and larger than [`super::Writer`], and built to be plainly right: nothing is merged,
//! no state is tracked, every cell of a grid is a rectangle of its own. Tests render both and hold
//! the pictures and texts against each other.

use std::collections::BTreeMap;
use std::sync::Arc;

use lopdf::{Dictionary, Object};
use printpdf::{
    BuiltinFont, Color as PdfColor, DictItem, FontId, Line, LinePoint, Op, PaintMode,
    PdfFontHandle, PdfPage, Point, Polygon, PolygonRing, Pt, Rect, Rgb, TextItem, WindingOrder,
    XObjectId, XObjectTransform,
};

use super::{Info, document, fonts as font_objects, images};
use crate::draw::{DisplayList, GlyphRun, Item, Segment, Stroke};
use crate::font::{FaceId, UsedFonts};
use crate::image::Picture;
use crate::problem::Result;
use crate::template::Color;

/// Writes one document page by page, as [`super::Writer`] does.
#[derive(Default)]
pub struct Writer {
    pages: Vec<PdfPage>,
    sizes: Vec<(f64, f64)>,
}

impl Writer {
    /// A document without pages yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a page.
    pub fn page(&mut self, list: &DisplayList) {
        let mut page = Page { list, ops: Vec::new() };
        for item in &list.items {
            page.item(item);
        }
        self.pages.push(PdfPage::new(pt(list.width).into(), pt(list.height).into(), page.ops));
        self.sizes.push((list.width, list.height));
    }

    /// The whole file, with the fonts and pictures that its pages use.
    ///
    /// # Errors
    /// `fontUnreadable` when a font cannot be cut down.
    pub fn finish(
        self,
        fonts: &UsedFonts<'_>,
        pictures: &[Arc<Picture>],
        info: &Info,
    ) -> Result<Vec<u8>> {
        let mut document = document::skeleton(self.pages, pictures, info);
        let mut named = font_objects::write(fonts, &mut document)?;
        alias_helvetica(&mut named);
        document::finish(&mut document, &self.sizes, named, info, &[0; 16])?;
        document::save(&mut document, 0)
    }
}

/// printpdf calls the standard font by a name of its own.
fn alias_helvetica(named: &mut Dictionary) {
    let own = font_objects::name(FaceId::HELVETICA);
    if let Ok(font) = named.get(own.as_bytes()).and_then(Object::as_reference) {
        named.set(BuiltinFont::Helvetica.get_pdf_id(), Object::Reference(font));
    }
}

#[expect(clippy::cast_possible_truncation, reason = "printpdf calculates in single precision")]
fn pt(points: f64) -> Pt {
    Pt(points as f32)
}

/// The operations of a page.
struct Page<'l> {
    list: &'l DisplayList,
    ops: Vec<Op>,
}

impl Page<'_> {
    fn item(&mut self, item: &Item) {
        match item {
            Item::Rect { x, y, width, height, fill, stroke } => {
                self.rect([*x, *y, *width, *height], *fill, *stroke);
            }
            Item::Grid { edges, y, row_height, rows, stroke } => {
                for row in 0..*rows {
                    let y = y + row_height * f64::from(row);
                    for edge in self.list.item_edges(edges).windows(2) {
                        let cell = [edge[0], y, edge[1] - edge[0], *row_height];
                        self.rect(cell, None, Some(*stroke));
                    }
                }
            }
            Item::Line { from, to, stroke } => {
                self.paint(None, Some(*stroke));
                let points = [*from, *to].map(|(x, y)| self.node(x, y, false)).to_vec();
                self.ops.push(Op::DrawLine { line: Line { points, is_closed: false } });
            }
            Item::Path { segments, fill, stroke } => {
                let rings = self.rings(self.list.item_segments(segments));
                if let Some(mode) = self.paint(*fill, *stroke) {
                    let winding_order = WindingOrder::NonZero;
                    let polygon = Polygon { rings, mode, winding_order };
                    self.ops.push(Op::DrawPolygon { polygon });
                }
            }
            Item::Text { x, baseline, size, color, runs } => {
                self.text((*x, *baseline), *size, *color, self.list.item_runs(runs));
            }
            Item::Image { x, y, width, height, picture } => {
                self.image([*x, *y, *width, *height], *picture);
            }
        }
    }

    /// Sets colours and line width; says how to paint, if at all.
    fn paint(&mut self, fill: Option<Color>, stroke: Option<Stroke>) -> Option<PaintMode> {
        if let Some(color) = fill {
            self.ops.push(Op::SetFillColor { col: rgb(color) });
        }
        if let Some(stroke) = stroke {
            self.ops.push(Op::SetOutlineColor { col: rgb(stroke.color) });
            self.ops.push(Op::SetOutlineThickness { pt: pt(stroke.width.max(0.0)) });
        }
        match (fill, stroke) {
            (None, None) => None,
            (Some(_), None) => Some(PaintMode::Fill),
            (None, Some(_)) => Some(PaintMode::Stroke),
            (Some(_), Some(_)) => Some(PaintMode::FillStroke),
        }
    }

    fn rect(
        &mut self,
        [x, y, width, height]: [f64; 4],
        fill: Option<Color>,
        stroke: Option<Stroke>,
    ) {
        let bottom = self.list.height - y - height;
        let mode = self.paint(fill, stroke);
        let rectangle = Rect { mode, ..Rect::from_xywh(pt(x), pt(bottom), pt(width), pt(height)) };
        if mode.is_some() {
            self.ops.push(Op::DrawRectangle { rectangle });
        }
    }

    /// A point of the page, y flipped.
    fn point(&self, x: f64, y: f64) -> Point {
        Point { x: pt(x), y: pt(self.list.height - y) }
    }

    fn node(&self, x: f64, y: f64, bezier: bool) -> LinePoint {
        LinePoint { p: self.point(x, y), bezier }
    }

    /// The subpaths of a path. printpdf closes the last one itself, and filling closes all.
    fn rings(&self, segments: &[Segment]) -> Vec<PolygonRing> {
        let mut rings: Vec<PolygonRing> = Vec::new();
        for segment in segments {
            let nodes = match *segment {
                Segment::Move(x, y) => {
                    rings.push(PolygonRing { points: vec![self.node(x, y, false)] });
                    continue;
                }
                Segment::Line(x, y) => vec![self.node(x, y, false)],
                Segment::Curve([ax, ay, bx, by, x, y]) => {
                    vec![self.node(ax, ay, true), self.node(bx, by, true), self.node(x, y, false)]
                }
                Segment::Close => continue,
            };
            if let Some(ring) = rings.last_mut() {
                ring.points.extend(nodes);
            }
        }
        rings
    }

    fn text(&mut self, (x, baseline): (f64, f64), size: f64, color: Color, runs: &[GlyphRun]) {
        let pos = self.point(x, baseline);
        self.ops.push(Op::StartTextSection);
        self.ops.push(Op::SetFillColor { col: rgb(color) });
        self.ops.push(Op::SetTextCursor { pos });
        for run in runs {
            if run.face == FaceId::HELVETICA {
                let font = PdfFontHandle::Builtin(BuiltinFont::Helvetica);
                self.ops.push(Op::SetFont { font, size: pt(size) });
                let items = vec![TextItem::Text(self.list.run_text(run).to_owned())];
                self.ops.push(Op::ShowText { items });
            } else {
                self.glyphs(run, size);
            }
        }
        self.ops.push(Op::EndTextSection);
    }

    /// Glyphs of an embedded font. printpdf knows nothing of our font objects, so the operator
    /// that shows codes is handed through.
    fn glyphs(&mut self, run: &GlyphRun, size: f64) {
        let font = PdfFontHandle::External(FontId(font_objects::name(run.face)));
        self.ops.push(Op::SetFont { font, size: pt(size) });
        if run.actual_text {
            let text = [0xfeff].into_iter().chain(self.list.run_text(run).encode_utf16());
            let map = BTreeMap::from([("ActualText".to_owned(), hexadecimal(text))]);
            let (tag, properties) = ("Span".to_owned(), DictItem::Dict { map });
            self.ops.push(Op::BeginMarkedContentWithProperties { tag, properties });
        }
        let codes = self.list.run_codes(run).iter().copied();
        self.ops.push(Op::Unknown { key: "Tj".to_owned(), value: vec![hexadecimal(codes)] });
        if run.actual_text {
            self.ops.push(Op::EndMarkedContent);
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "printpdf calculates in single precision")]
    fn image(&mut self, [x, y, width, height]: [f64; 4], picture: usize) {
        let transform = XObjectTransform {
            translate_x: Some(pt(x)),
            translate_y: Some(pt(self.list.height - y - height)),
            scale_x: Some(width as f32),
            scale_y: Some(height as f32),
            no_auto_scale: true,
            ..XObjectTransform::default()
        };
        self.ops.push(Op::UseXobject { id: XObjectId(images::name(picture)), transform });
    }
}

fn rgb(color: Color) -> PdfColor {
    PdfColor::Rgb(Rgb { r: color.r, g: color.g, b: color.b, icc_profile: None })
}

/// Two bytes for each number.
fn hexadecimal(codes: impl IntoIterator<Item = u16>) -> DictItem {
    let data = codes.into_iter().flat_map(u16::to_be_bytes).collect();
    DictItem::String { data, literal: false }
}

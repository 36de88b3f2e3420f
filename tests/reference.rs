//! The same display lists drawn with printpdf's own operations.
//!
//! Slower and larger than the engine's encoder, and built to be plainly right: nothing is merged,
//! no state is tracked, every cell of a grid is a rectangle of its own. Tests render both and hold
//! the pictures and texts against each other.

use std::collections::BTreeMap;

use lopdf::{Document, Object};
use printpdf::{
    BuiltinFont, Color as PdfColor, DictItem, ExternalStream, ExternalXObject, FontId, Line,
    LinePoint, Op, PaintMode, PdfDocument, PdfFontHandle, PdfPage, PdfSaveOptions, Point, Polygon,
    PolygonRing, Pt, Rect, Rgb, TextItem, WindingOrder, XObject, XObjectId, XObjectTransform,
};
use reportctl::draw::{DisplayList, GlyphRun, Item, Segment, Stroke};
use reportctl::font::{FaceId, GlyphOffset};
use reportctl::template::Color;

/// The pages of one document.
#[derive(Default)]
pub(crate) struct Drawing {
    pages: Vec<PdfPage>,
}

impl Drawing {
    /// Adds a page.
    pub(crate) fn page(&mut self, list: &DisplayList) {
        let mut page = Page { list, ops: Vec::new() };
        for item in &list.items {
            page.item(item);
        }
        self.pages.push(PdfPage::new(pt(list.width).into(), pt(list.height).into(), page.ops));
    }

    /// The document of the engine with these pages in place of its own: fonts and pictures are the
    /// same, only what is painted with them comes from here.
    pub(crate) fn into_pdf(self, ours: &[u8], pictures: usize) -> Vec<u8> {
        let plain = self.document(pictures);
        let mut document = Document::load_mem(ours).unwrap();
        let (pages, plain_pages) = (document.get_pages(), plain.get_pages());
        assert_eq!(pages.len(), plain_pages.len());
        for (page, plain_page) in pages.values().zip(plain_pages.values()) {
            let content = plain.get_page_content(*plain_page);
            document.change_page_content(*page, content).unwrap();
        }
        name_helvetica(&mut document);
        let mut bytes = Vec::new();
        document.save_to(&mut bytes).unwrap();
        bytes
    }

    fn document(self, pictures: usize) -> Document {
        let mut pdf = PdfDocument::new("");
        for number in 0..pictures {
            let stream =
                ExternalStream { dict: BTreeMap::new(), content: Vec::new(), compress: false };
            let picture = ExternalXObject { stream, width: None, height: None, dpi: None };
            let id = XObjectId(picture_name(number));
            pdf.resources.xobjects.map.insert(id, XObject::External(picture));
        }
        pdf.pages = self.pages;
        // "Secure" would drop the operators that show glyphs of embedded fonts.
        let options = PdfSaveOptions { secure: false, ..PdfSaveOptions::default() };
        pdf.to_lopdf_document(&options, &mut Vec::new())
    }
}

/// The engine's resource name of a font.
fn font_name(face: FaceId) -> String {
    format!("F{}", face.index())
}

/// The engine's resource name of a picture.
fn picture_name(number: usize) -> String {
    format!("I{number}")
}

/// Gives the standard font the name that printpdf calls it by, beside its own.
fn name_helvetica(document: &mut Document) {
    let own = font_name(FaceId::HELVETICA);
    for object in document.objects.values_mut() {
        let fonts = object.as_dict_mut().and_then(|dict| dict.get_mut(b"Font"));
        let Ok(fonts) = fonts.and_then(Object::as_dict_mut) else { continue };
        if let Ok(font) = fonts.get(own.as_bytes()).cloned() {
            fonts.set(BuiltinFont::Helvetica.get_pdf_id(), font);
        }
    }
}

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
            Item::Path { segments, fill, stroke, .. } => {
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
            Item::Image { x, y, width, height, picture, .. } => {
                self.image([*x, *y, *width, *height], *picture);
            }
            // The documents that are compared have no groups.
            Item::Begin(_) | Item::End => unreachable!("documents without extensions"),
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
                let offsets = self.list.run_offsets(run);
                let text = self.list.run_text(run);
                let items = if offsets.is_empty() {
                    vec![TextItem::Text(text.to_owned())]
                } else {
                    let letter = |(letter, offset): (char, &GlyphOffset)| {
                        [TextItem::Offset(-offset.x as f32), TextItem::Text(letter.to_string())]
                    };
                    text.chars().zip(offsets).flat_map(letter).collect()
                };
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
        let font = PdfFontHandle::External(FontId(font_name(run.face)));
        self.ops.push(Op::SetFont { font, size: pt(size) });
        if run.actual_text {
            let text = [0xfeff].into_iter().chain(self.list.run_text(run).encode_utf16());
            let map = BTreeMap::from([("ActualText".to_owned(), hexadecimal(text))]);
            let (tag, properties) = ("Span".to_owned(), DictItem::Dict { map });
            self.ops.push(Op::BeginMarkedContentWithProperties { tag, properties });
        }
        let codes = self.list.run_codes(run).iter().copied();
        let offsets = self.list.run_offsets(run);
        if offsets.is_empty() {
            self.ops.push(Op::Unknown { key: "Tj".to_owned(), value: vec![hexadecimal(codes)] });
        } else {
            let glyph = |(code, offset): (u16, &GlyphOffset)| {
                [DictItem::Real(-offset.x as f32), hexadecimal([code])]
            };
            let items = codes.zip(offsets).flat_map(glyph).collect();
            let value = vec![DictItem::Array(items)];
            self.ops.push(Op::Unknown { key: "TJ".to_owned(), value });
        }
        if run.actual_text {
            self.ops.push(Op::EndMarkedContent);
        }
    }

    fn image(&mut self, [x, y, width, height]: [f64; 4], picture: usize) {
        let transform = XObjectTransform {
            translate_x: Some(pt(x)),
            translate_y: Some(pt(self.list.height - y - height)),
            scale_x: Some(width as f32),
            scale_y: Some(height as f32),
            no_auto_scale: true,
            ..XObjectTransform::default()
        };
        self.ops.push(Op::UseXobject { id: XObjectId(picture_name(picture)), transform });
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

//! Texts, pictures and shapes that drawing operations leave on a page.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::panic::resume_unwind;

use hayro::hayro_interpret::font::{Glyph, GlyphRun, PositionedGlyph};
use hayro::hayro_interpret::hayro_cmap::BfString;
use hayro::hayro_interpret::{
    BlendMode, ClipPath, Device, DrawMode, DrawProps, Image, ImageData, ImageDrawProps, LumaData,
    Paint, SoftMask,
};
use hayro::hayro_syntax::object::{Dict, ObjectIdentifier, Stream, String as PdfString};
use hayro::kurbo::{Affine, BezPath, PathEl, Point, Vec2};

use super::values::{FontNames, millimetres, text_string};
use super::{Picture, Sheet, Text};
use crate::base::hash::sha256;

/// Most bytes that are collected of a document. The content of a group counts each time that it is
/// drawn.
pub(super) const MOST_BYTES: usize = 1 << 29;
/// Least cost of an operation, in bytes.
const OPERATION: usize = 16;

/// Thrown when a document has more on its pages than may be collected.
pub(super) struct TooMany;

/// Gap, in ems, from which two glyphs are words of their own.
const WORD: f64 = 0.2;
/// Gap, in ems, up to which glyphs of two operations are one text.
const NEAR: f64 = 0.6;
/// Overlap of two glyphs, and shift of their baselines, in ems.
const KERN: f64 = 0.15;

/// Collects texts, pictures and shapes of pages.
pub(super) struct Collector<'n> {
    names: &'n FontNames,
    pub(super) sheet: Sheet,
    /// The names of the fonts that texts were set in.
    pub(super) used: BTreeSet<String>,
    /// Bytes that may still be collected.
    left: usize,
    /// The end of the last text.
    end: Option<StreamEnd>,
    /// The origin of the first glyph of the last operation.
    start: Option<Point>,
    marks: Vec<Marked>,
    /// Pictures that were decoded, which may be on many pages.
    hashes: HashMap<ObjectIdentifier, String>,
}

/// A sequence of marked content.
enum Marked {
    Plain,
    /// Its glyphs stand for this text; nothing once it was said.
    Actual(Option<String>),
    /// Its glyphs are shown from the last to the first.
    Reversed,
}

#[derive(Clone, Copy)]
struct StreamEnd {
    at: Point,
    /// The direction of the baseline, of length 1.
    along: Vec2,
    size: f64,
}

impl<'n> Collector<'n> {
    pub(super) fn new(names: &'n FontNames, left: usize) -> Self {
        Self {
            names,
            sheet: Sheet::default(),
            used: BTreeSet::new(),
            left,
            end: None,
            start: None,
            marks: Vec::new(),
            hashes: HashMap::new(),
        }
    }

    /// The page that was read, for the next one to begin.
    pub(super) fn take(&mut self) -> Sheet {
        (self.end, self.start, self.marks) = (None, None, Vec::new());
        std::mem::take(&mut self.sheet)
    }

    /// Ends the reading of a document that has too much on its pages. The interpreter passes no error on,
    /// so the stack is unwound.
    fn spend(&mut self, bytes: usize) {
        match self.left.checked_sub(bytes.max(OPERATION)) {
            Some(left) => self.left = left,
            None => resume_unwind(Box::new(TooMany)),
        }
    }

    fn shape(&mut self, look: &str, path: &BezPath, matrix: Affine) {
        let mut shape = look.to_owned();
        for element in path.elements() {
            let (letter, points): (char, &[Point]) = match element {
                PathEl::MoveTo(a) => ('m', &[*a]),
                PathEl::LineTo(a) => ('l', &[*a]),
                PathEl::QuadTo(a, b) => ('q', &[*a, *b]),
                PathEl::CurveTo(a, b, c) => ('c', &[*a, *b, *c]),
                PathEl::ClosePath => ('h', &[]),
            };
            shape.push(' ');
            shape.push(letter);
            for point in points {
                let Point { x, y } = matrix * *point;
                let _ = write!(shape, " {},{}", millimetres(x), millimetres(y));
            }
        }
        self.spend(shape.len());
        self.sheet.shapes.push(shape);
    }

    fn picture(&mut self, stream: &Stream<'_>, decoded: Option<String>, matrix: Affine) {
        let side = |long: &str, short: &str| {
            let side = stream.dict().get::<u32>(long).or_else(|| stream.dict().get::<u32>(short));
            f64::from(side.unwrap_or(1))
        };
        let (wide, high) = (side("Width", "W"), side("Height", "H"));
        let at = matrix * Point::ZERO;
        let width = (matrix * Point::new(wide, 0.0) - at).hypot();
        let height = (matrix * Point::new(0.0, high) - at).hypot();
        self.sheet.pictures.push(Picture {
            content: decoded.unwrap_or_else(|| sha256(&stream.raw_data())),
            x: millimetres(at.x),
            y: millimetres(at.y),
            width: millimetres(width),
            height: millimetres(height),
        });
    }

    /// Begins a text, or goes on with the last one.
    fn say(&mut self, said: &str, start: StreamEnd, end: StreamEnd, font: &str, color: &str) {
        self.spend(said.len() + size_of::<Text>());
        self.used.insert(font.to_owned());
        let gap = self.end.map(|last| (start.at - last.at, last));
        let continued = gap.filter(|(gap, last)| {
            let (along, across) = (gap.dot(last.along), gap.cross(last.along));
            let size = last.size.max(start.size);
            last.along.dot(start.along) > 0.999
                && across.abs() < KERN * size
                && (-KERN * size..NEAR * size).contains(&along)
        });
        self.end = Some(end);
        if let (Some((gap, last)), Some(text)) = (continued, self.sheet.texts.last_mut()) {
            let is_spaced =
                text.text.ends_with(char::is_whitespace) || said.starts_with(char::is_whitespace);
            if gap.dot(last.along) > WORD * last.size && !is_spaced {
                text.text.push(' ');
            }
            text.text.push_str(said);
            if text.font != font && !text.font.ends_with('…') {
                text.font = format!("{} …", text.font);
            }
            return;
        }
        self.sheet.texts.push(Text {
            text: said.to_owned(),
            x: millimetres(start.at.x),
            y: millimetres(start.at.y),
            size: (start.size * 1000.0).round() / 1000.0,
            font: font.to_owned(),
            color: color.to_owned(),
        });
    }
}

impl<'a> Device<'a> for Collector<'_> {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        let look = match mode {
            DrawMode::Fill(rule) => format!("{rule:?} {}", color(&props.paint)),
            mode => format!("{mode:?} {}", color(&props.paint)),
        };
        self.shape(&look, path, props.transform);
    }

    fn push_clip_path(&mut self, clip: &ClipPath) {
        self.end = None;
        self.shape("cut off at", &clip.path, Affine::IDENTITY);
    }

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {
        self.spend(OPERATION);
    }

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        self.spend(OPERATION * run.glyphs().len());
        let origin =
            |glyph: &PositionedGlyph<'_>| props.transform * glyph.transform() * Point::ZERO;
        let begins = run.glyphs().first().map(origin);
        let filled = std::mem::replace(&mut self.start, begins);
        if matches!(mode, DrawMode::Stroke(_)) && filled == begins {
            return; // The outline of glyphs that were filled.
        }
        let color = color(&props.paint);
        let mut said = String::new();
        let mut ends: Option<(StreamEnd, StreamEnd)> = None;
        let mut font = None;
        for glyph in run.glyphs() {
            let matrix = props.transform * glyph.transform();
            let advance = match &**glyph {
                Glyph::Outline(outline) => {
                    font.get_or_insert_with(|| self.names.name(outline));
                    outline.advance_width()
                }
                Glyph::Type3(drawn) => {
                    font.get_or_insert_with(|| "Type3".to_owned());
                    drawn.advance_width()
                }
            };
            let start = end(matrix, 0.0);
            if let Some((_, last)) = ends
                && (start.at - last.at).dot(last.along) > WORD * last.size
                && !said.ends_with(char::is_whitespace)
                && glyph.as_unicode() != Some(BfString::Char(' '))
            {
                said.push(' ');
            }
            match glyph.as_unicode() {
                Some(BfString::Char(one)) => said.push(one),
                Some(BfString::String(several)) => said.push_str(&several),
                None => said.push('\u{FFFD}'),
            }
            let stop = end(matrix, f64::from(advance.unwrap_or(0.0)));
            ends = Some((ends.map_or(start, |(first, _)| first), stop));
        }
        let Some((start, stop)) = ends else { return };
        let font = font.unwrap_or_default();
        match self.marks.iter_mut().rev().find(|mark| !matches!(mark, Marked::Plain)) {
            Some(Marked::Actual(actual)) => said = actual.take().unwrap_or_default(),
            Some(Marked::Reversed) => said = said.chars().rev().collect(),
            _ => {}
        }
        self.say(&said, start, stop, &font, &color);
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        self.spend(OPERATION);
        self.end = None;
        match image {
            Image::Raster(raster) => {
                let stream = raster.stream();
                let id = stream.dict().obj_id();
                let mut decoded = id.and_then(|id| self.hashes.get(&id).cloned());
                if decoded.is_none() {
                    raster.with_rgba(|colors, alpha| decoded = Some(pixels(colors, alpha)), None);
                }
                if let (Some(id), Some(decoded)) = (id, &decoded) {
                    self.hashes.insert(id, decoded.clone());
                }
                self.picture(stream, decoded, props.transform);
            }
            Image::Stencil(stencil) => {
                let mut decoded = None;
                stencil.with_stencil(|mask, _| decoded = Some(sha256(&mask.data)), None);
                self.picture(stencil.stream(), decoded, props.transform);
            }
        }
    }

    fn pop_clip(&mut self) {
        self.end = None;
    }

    fn pop_transparency_group(&mut self) {}

    fn begin_marked_content(&mut self, tag: &[u8], properties: Option<&Dict<'_>>) {
        self.spend(OPERATION);
        let actual = properties.and_then(|entries| entries.get::<PdfString<'_>>("ActualText"));
        self.marks.push(match actual {
            Some(actual) => Marked::Actual(Some(text_string(actual.as_bytes()))),
            None if tag == b"ReversedChars" => Marked::Reversed,
            None => Marked::Plain,
        });
    }

    fn end_marked_content(&mut self) {
        self.marks.pop();
    }
}

/// The end of an advance along a glyph, in thousandths of its size.
fn end(matrix: Affine, advance: f64) -> StreamEnd {
    let at = matrix * Point::new(advance, 0.0);
    let [a, b, c, d, ..] = matrix.as_coeffs();
    let along = Vec2::new(a, b);
    let length = along.hypot();
    let along = if length > 0.0 { along / length } else { Vec2::new(1.0, 0.0) };
    StreamEnd { at, along, size: c.hypot(d) * 1000.0 }
}

/// A colour as in a template.
fn color(paint: &Paint<'_>) -> String {
    match paint {
        Paint::Color(color) => {
            let [r, g, b, alpha] = color.to_rgba().to_rgba8();
            let opacity = if alpha == 255 { String::new() } else { format!("{alpha:02x}") };
            format!("#{r:02x}{g:02x}{b:02x}{opacity}")
        }
        Paint::Pattern(_) => "of a pattern".to_owned(),
    }
}

/// The hash of a picture: the same picture may be compressed in several ways.
fn pixels(colors: ImageData, alpha: Option<LumaData>) -> String {
    let mut bytes = match colors {
        ImageData::Rgb(colors) => colors.data,
        ImageData::Luma(greys) => greys.data.iter().flat_map(|grey| [*grey; 3]).collect(),
    };
    if let Some(alpha) = alpha.filter(|alpha| alpha.data.iter().any(|cover| *cover != 255)) {
        bytes.extend(alpha.data);
    }
    sha256(&bytes)
}

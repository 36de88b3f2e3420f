//! The glyphs of a font of a document, by the codes of its texts (ISO 32000-1, 9.5 to 9.9).

use std::collections::HashMap;
use std::sync::LazyLock;

use lopdf::{Dictionary, Object};
use reportctl_engine::draw::Segment;
use reportctl_engine::font::{
    FaceId, Family, FontProgram, Fonts, Pens, Standard, Step, Synthetic, UsedFonts,
};

use super::read::{Pdf, dictionary, inflated, name, number_list};

/// The faces that stand for standard fonts.
static FONTS: LazyLock<Fonts> = LazyLock::new(Fonts::standard);

/// What draws the texts of a font.
pub(super) enum Glyphs {
    /// A font in the document, whose codes are numbers of glyphs.
    Embedded { program: FontProgram, widths: HashMap<u16, f64>, other: f64 },
    /// A standard font, and widths of codes that the document says.
    Standard { font: Standard, first: i64, widths: Vec<f64> },
}

/// A glyph of size 1.
pub(super) struct Glyph {
    pub(super) outline: Vec<Segment>,
    /// How far it moves the pen.
    pub(super) advance: f64,
    /// The width of a line along the outline that makes it as heavy as it should be.
    pub(super) heavier: Option<f64>,
}

impl Glyphs {
    pub(super) fn of(pdf: &Pdf, font: &Dictionary) -> Self {
        match embedded(pdf, font) {
            Some(glyphs) => glyphs,
            None => {
                let list = font.get(b"Widths").map(|widths| number_list(pdf, widths));
                let first = font.get(b"FirstChar").and_then(Object::as_i64).unwrap_or(0);
                let called = name(pdf, font, b"BaseFont").unwrap_or_default();
                Self::Standard { font: nearest(&called), first, widths: list.unwrap_or_default() }
            }
        }
    }

    /// The codes of a string.
    pub(super) fn codes(&self, string: &[u8]) -> Vec<u16> {
        match self {
            Self::Embedded { .. } => {
                let pairs = string.as_chunks::<2>().0;
                pairs.iter().map(|pair| u16::from_be_bytes(*pair)).collect()
            }
            Self::Standard { .. } => string.iter().map(|byte| u16::from(*byte)).collect(),
        }
    }

    /// Whether a code is a blank that word spacing widens (9.3.3).
    pub(super) fn is_blank(&self, code: u16) -> bool {
        matches!(self, Self::Standard { .. }) && code == 32
    }

    pub(super) fn glyph(&self, code: u16) -> Glyph {
        match self {
            Self::Embedded { program, widths, other } => {
                let unit = 1.0 / program.units();
                let outline = segments(&program.outline(code), |x, y| (x * unit, y * unit));
                let advance = widths.get(&code).unwrap_or(other) / 1000.0;
                Glyph { outline, advance, heavier: None }
            }
            Self::Standard { font, first, widths } => {
                let at = usize::try_from(i64::from(code) - first).ok();
                let said = at.and_then(|at| widths.get(at)).map(|width| width / 1000.0);
                let fonts = UsedFonts::new(&FONTS);
                let mut pens = Pens::new(&fonts);
                let Some(pen) = pens.pen(FaceId::of_standard(*font), Synthetic::default()) else {
                    return Glyph {
                        outline: Vec::new(),
                        advance: said.unwrap_or(0.0),
                        heavier: None,
                    };
                };
                let glyph = pens.glyph(&pen, code);
                let unit = 1.0 / pen.units();
                let outline = glyph.number.map(|number| pen.face().outline(number));
                let (wide, slant) = (glyph.widened, pen.slant());
                let place = |x: f64, y: f64| ((x * wide + y * slant) * unit, y * unit);
                Glyph {
                    outline: segments(&outline.unwrap_or_default(), place),
                    advance: said.unwrap_or(glyph.advance * unit),
                    heavier: (pen.weight() > 0.0).then(|| pen.weight() * unit),
                }
            }
        }
    }
}

/// A composite font whose program is in the document.
fn embedded(pdf: &Pdf, font: &Dictionary) -> Option<Glyphs> {
    let descendants = pdf.dereference(font.get(b"DescendantFonts").ok()?).ok()?.1;
    let descendant = dictionary(pdf, descendants.as_array().ok()?.first()?)?;
    let descriptor = dictionary(pdf, descendant.get(b"FontDescriptor").ok()?)?;
    let file = descriptor.get(b"FontFile2").or_else(|_| descriptor.get(b"FontFile3")).ok()?;
    let file = pdf.dereference(file).ok()?.1.as_stream().ok()?;
    let program = FontProgram::new(inflated(pdf, file).ok()?);
    let list = descendant.get(b"W").ok().and_then(|list| pdf.dereference(list).ok());
    let list = list.and_then(|(_, list)| list.as_array().ok());
    let other = descendant.get(b"DW").and_then(Object::as_float).map_or(1000.0, f64::from);
    Some(Glyphs::Embedded { program, widths: widths(pdf, list.map(Vec::as_slice)), other })
}

/// Widths of a composite font (9.7.4.3): a first code and a list, or a first and a last code and one
/// width for all.
fn widths(pdf: &Pdf, list: Option<&[Object]>) -> HashMap<u16, f64> {
    /// Each code once, and some of them again.
    const MOST_CODES: usize = 1 << 18;
    let mut widths = HashMap::new();
    let mut codes = 0;
    let mut rest = list.unwrap_or_default();
    while let [first, second, tail @ ..] = rest {
        let Some(first) = first.as_i64().ok().and_then(|code| u16::try_from(code).ok()) else {
            return widths;
        };
        if matches!(pdf.dereference(second), Ok((_, Object::Array(_)))) {
            widths.extend((first..=u16::MAX).zip(number_list(pdf, second)));
            rest = tail;
        } else if let ([width, tail @ ..], Ok(last)) = (tail, second.as_i64()) {
            let last = u16::try_from(last).unwrap_or(first);
            codes += usize::from(last.saturating_sub(first));
            if codes > MOST_CODES {
                return widths;
            }
            let width = width.as_float().map_or(0.0, f64::from);
            widths.extend((first..=last).map(|code| (code, width)));
            rest = tail;
        } else {
            return widths;
        }
    }
    widths
}

/// The standard font that is most like a font of this name.
fn nearest(name: &str) -> Standard {
    let has = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
    let family = if has(&["Courier", "Mono"]) {
        Family::Courier
    } else if has(&["Times", "Serif", "Roman"]) && !has(&["Sans"]) {
        Family::Times
    } else {
        Family::Helvetica
    };
    let (bold, italic) = (has(&["Bold", "Black"]), has(&["Italic", "Oblique"]));
    Standard { family, bold, italic }
}

fn segments(outline: &[Step], place: impl Fn(f64, f64) -> (f64, f64)) -> Vec<Segment> {
    let mut pen = (0.0, 0.0);
    let of = |x: f32, y: f32| place(x.into(), y.into());
    let mut segments = Vec::with_capacity(outline.len());
    for step in outline {
        let (segment, end) = match *step {
            Step::Move(x, y) => (Segment::Move(of(x, y).0, of(x, y).1), of(x, y)),
            Step::Line(x, y) => (Segment::Line(of(x, y).0, of(x, y).1), of(x, y)),
            Step::Quadratic([cx, cy, x, y]) => {
                let (control, end) = (of(cx, cy), of(x, y));
                // A third of the way from the control point to each end.
                let near = |from: (f64, f64)| {
                    let part = |from: f64, to: f64| from + (to - from) * 2.0 / 3.0;
                    (part(from.0, control.0), part(from.1, control.1))
                };
                let (a, b) = (near(pen), near(end));
                (Segment::Curve([a.0, a.1, b.0, b.1, end.0, end.1]), end)
            }
            Step::Cubic([ax, ay, bx, by, x, y]) => {
                let (a, b, end) = (of(ax, ay), of(bx, by), of(x, y));
                (Segment::Curve([a.0, a.1, b.0, b.1, end.0, end.1]), end)
            }
            Step::Close => (Segment::Close, pen),
        };
        pen = end;
        segments.push(segment);
    }
    segments
}

//! Outlines of glyphs as definitions.

use std::collections::{BTreeSet, HashMap};

use super::text::decimal;
use crate::font::{Face, FaceId, FaceRef, Family, Standard, Step, UsedFonts, helvetica};

/// Which font file, as far as names go: the built-in one, or one of the user by its fingerprint.
type FileName = Option<u32>;

/// Outlines by file and glyph; an empty one for a blank.
#[derive(Default)]
pub(super) struct Outlines(HashMap<(FileName, u16), String>);

/// The glyphs of one page, named as they are in every page and document: what an editor has on the
/// screen already keeps its meaning.
pub(super) struct Glyphs<'f, 'o> {
    fonts: &'o UsedFonts<'f>,
    outlines: &'o mut Outlines,
    /// The glyphs of the faces of the user by their codes in the document.
    codes: HashMap<FaceId, Vec<u16>>,
    used: BTreeSet<(FileName, u16)>,
}

/// A font that a run is drawn with.
pub(super) struct Pen<'f> {
    face: &'f Face,
    file: FileName,
    /// The standard font whose codes and widths count. Only readers of PDF have its outlines: those of
    /// the built-in face stand for them, as wide, as slanted and about as heavy.
    standard: Option<Standard>,
    id: FaceId,
}

/// One glyph of a run.
pub(super) struct Glyph {
    number: u16,
    /// How far it moves the pen, in font units.
    pub(super) advance: f64,
    /// By how much its outline is widened to be as wide as it should be.
    pub(super) widened: f64,
    /// Whether there is anything to be seen.
    pub(super) visible: bool,
}

impl<'f, 'o> Glyphs<'f, 'o> {
    pub(super) fn new(fonts: &'o UsedFonts<'f>, outlines: &'o mut Outlines) -> Self {
        Self { fonts, outlines, codes: HashMap::new(), used: BTreeSet::new() }
    }

    /// What draws the codes of a face; `None` where there is nothing to draw with.
    pub(super) fn pen(&mut self, id: FaceId) -> Option<Pen<'f>> {
        match self.fonts.fonts().face(id) {
            FaceRef::Standard(standard) => {
                let face = self.fonts.fonts().built_in()?;
                Some(Pen { face, file: None, standard: Some(standard), id })
            }
            FaceRef::Face(face) => {
                let file = (id != FaceId::FALLBACK).then(|| face.fingerprint());
                let used = self.fonts.of(id)?;
                self.codes.entry(id).or_insert_with(|| used.glyphs_by_code(face));
                Some(Pen { face, file, standard: None, id })
            }
        }
    }

    /// The glyph of a code.
    pub(super) fn glyph(&mut self, pen: &Pen<'f>, code: u16) -> Glyph {
        let mut widened = 1.0;
        let (number, advance) = if let Some(standard) = pen.standard {
            let code = code as u8;
            let glyph = helvetica::decode(code).and_then(|character| pen.face.glyph(character));
            let advance = f64::from(standard.advance(code)) * pen.units() / 1000.0;
            // The built-in face is as wide as Helvetica, but for a few symbols whose shape is right.
            if !matches!(standard, Standard { family: Family::Helvetica, bold: false, .. }) {
                let own = f64::from(glyph.map_or(0, |glyph| pen.face.advance(glyph)));
                widened = if own > 0.0 { advance / own } else { 1.0 };
            }
            (glyph, advance)
        } else {
            // Codes begin with 1; 0 is what a font draws for characters that it lacks.
            let codes = self.codes.get(&pen.id).map(Vec::as_slice).unwrap_or_default();
            let number = match usize::from(code).checked_sub(1) {
                Some(index) => codes.get(index).copied(),
                None => Some(0),
            };
            (number, number.map_or(0.0, |number| pen.face.advance(number).into()))
        };
        let Some(number) = number else {
            return Glyph { number: 0, advance, widened, visible: false };
        };
        let key = (pen.file, number);
        let outline = self.outlines.0.entry(key).or_insert_with(|| path(&pen.face.outline(number)));
        let visible = !outline.is_empty();
        if visible {
            self.used.insert(key);
        }
        Glyph { number, advance, widened, visible }
    }

    /// The definitions of all glyphs used.
    pub(super) fn defs(&self) -> String {
        let mut out = String::new();
        for key in &self.used {
            let Some(outline) = self.outlines.0.get(key) else { continue };
            out.push_str("<path id=\"");
            name(*key, &mut out);
            out.push_str("\" d=\"");
            out.push_str(outline);
            out.push_str("\"/>\n");
        }
        out
    }
}

impl Pen<'_> {
    /// Font units of a size.
    pub(super) fn units(&self) -> f64 {
        self.face.units_per_em().into()
    }

    /// How far the outlines lean: the tangent of the angle.
    pub(super) fn slant(&self) -> f64 {
        let angle = self.standard.map_or(0.0, |standard| standard.descriptor().italic_angle);
        f64::from(-angle).to_radians().tan()
    }

    /// By how much outlines are made heavier, in font units.
    pub(super) fn weight(&self) -> f64 {
        // Stems of the bold faces are about twenty-fifth of the size wider.
        if self.standard.is_some_and(|standard| standard.bold) { self.units() / 25.0 } else { 0.0 }
    }

    /// The id of a glyph's definition.
    pub(super) fn name(&self, glyph: &Glyph, out: &mut String) {
        name((self.file, glyph.number), out);
    }
}

fn name((file, glyph): (FileName, u16), out: &mut String) {
    out.push('g');
    if let Some(file) = file {
        out.push_str(&format!("{file:08x}"));
    }
    out.push('-');
    out.push_str(itoa::Buffer::new().format(glyph));
}

/// An outline as path data, y downwards.
fn path(outline: &[Step]) -> String {
    let mut out = String::new();
    let mut step = |command: char, points: &[f32]| {
        out.push(command);
        for (index, point) in points.chunks_exact(2).enumerate() {
            if index > 0 {
                out.push(' ');
            }
            decimal(point[0].into(), 2, &mut out);
            out.push(' ');
            decimal((-point[1]).into(), 2, &mut out);
        }
    };
    for segment in outline {
        match segment {
            Step::Move(x, y) => step('M', &[*x, *y]),
            Step::Line(x, y) => step('L', &[*x, *y]),
            Step::Quadratic(points) => step('Q', points),
            Step::Cubic(points) => step('C', points),
            Step::Close => step('Z', &[]),
        }
    }
    out
}

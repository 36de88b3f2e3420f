//! The glyphs of a document for those who draw outlines themselves, without a reader of PDF.

use std::collections::HashMap;

use super::helvetica;
use super::{Face, FaceId, FaceRef, Family, Standard, Synthetic, UsedFonts};

/// Fingerprint of a font file; `None` is the built-in one.
pub type FontFile = Option<u32>;

/// The pens of one page: meanings of its codes, by the glyphs that the document uses so far.
pub struct Pens<'f, 'o> {
    fonts: &'o UsedFonts<'f>,
    /// The glyphs of the faces of the user by their codes in the document.
    codes: HashMap<FaceId, Vec<u16>>,
}

/// A font that a run is drawn with.
pub struct Pen<'f> {
    face: &'f Face,
    file: FontFile,
    /// The standard font whose codes and widths count. Only readers of PDF have its outlines: the
    /// outlines of the face stand for them, as wide, as slanted and about as heavy.
    standard: Option<Standard>,
    /// The face itself is bold.
    is_bold: bool,
    synthetic: Synthetic,
    id: FaceId,
}

/// Glyph of a code.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PenGlyph {
    /// The glyph of the face; `None` where there is none.
    pub number: Option<u16>,
    /// Advance in font units.
    pub advance: f64,
    /// Horizontal scale of the outline that gives the glyph its proper width.
    pub widened: f64,
}

impl<'f, 'o> Pens<'f, 'o> {
    /// The pens of what is used of these fonts.
    pub fn new(fonts: &'o UsedFonts<'f>) -> Self {
        Self { fonts, codes: HashMap::new() }
    }

    /// The pen for the codes of a face with synthetic styles; `None` without outlines.
    pub fn pen(&mut self, id: FaceId, synthetic: Synthetic) -> Option<Pen<'f>> {
        match self.fonts.fonts().face(id) {
            FaceRef::Standard(standard) => {
                let (face, is_bold) = self.fonts.fonts().substitute(standard)?;
                let is_built_in = standard.family == Family::Helvetica && !standard.bold;
                let file = (!is_built_in).then(|| face.fingerprint());
                Some(Pen { face, file, standard: Some(standard), is_bold, synthetic, id })
            }
            FaceRef::Face(face) => {
                let file = (id != FaceId::BuiltIn).then(|| face.fingerprint());
                let used = self.fonts.of(id)?;
                self.codes.entry(id).or_insert_with(|| used.glyphs_by_code(face));
                Some(Pen { face, file, standard: None, is_bold: false, synthetic, id })
            }
        }
    }

    pub fn glyph(&self, pen: &Pen<'f>, code: u16) -> PenGlyph {
        let mut widened = 1.0;
        let Some(standard) = pen.standard else {
            // Codes begin with 1; 0 is what a font draws for characters that it lacks.
            let codes = self.codes.get(&pen.id).map(Vec::as_slice).unwrap_or_default();
            let number = match usize::from(code).checked_sub(1) {
                Some(index) => codes.get(index).copied(),
                None => Some(0),
            };
            let advance = number.map_or(0.0, |number| pen.face.advance(number).into());
            return PenGlyph { number, advance, widened };
        };
        let code = code as u8;
        let number = helvetica::decode(code).and_then(|character| pen.face.glyph(character));
        let advance = f64::from(standard.advance(code)) * pen.units() / 1000.0;
        // The built-in face is as wide as Helvetica, but for a few symbols whose shape is right.
        if !matches!(standard, Standard { family: Family::Helvetica, bold: false, .. }) {
            let own = f64::from(number.map_or(0, |glyph| pen.face.advance(glyph)));
            widened = if own > 0.0 { advance / own } else { 1.0 };
        }
        PenGlyph { number, advance, widened }
    }
}

impl<'f> Pen<'f> {
    /// The face that has the outlines.
    pub fn face(&self) -> &'f Face {
        self.face
    }

    /// The file of the face.
    pub fn file(&self) -> FontFile {
        self.file
    }

    /// Font units of a size.
    pub fn units(&self) -> f64 {
        self.face.units_per_em().into()
    }

    /// Slant of the outlines: the tangent of the angle.
    pub fn slant(&self) -> f64 {
        let angle = self.standard.map_or(0.0, |standard| standard.descriptor().italic_angle);
        let own = f64::from(-angle).to_radians().tan();
        own + if self.synthetic.italic { Synthetic::SLANT } else { 0.0 }
    }

    /// By how much outlines are made heavier, in font units.
    pub fn weight(&self) -> f64 {
        // Stems of the bold faces are about twenty-fifth of the size wider.
        let is_thin = self.standard.is_some_and(|standard| standard.bold) && !self.is_bold;
        let own = if is_thin { self.units() / 25.0 } else { 0.0 };
        own + if self.synthetic.bold { self.units() * Synthetic::WEIGHT } else { 0.0 }
    }
}

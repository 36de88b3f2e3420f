//! The glyphs that the base subset of a face has, whatever the document: the characters of cp1252
//! and the common Latin ligatures.

use super::face::Face;
use super::glyph_text::{BaseTexts, GlyphText};
use super::helvetica;
use super::shape::Shaper;
use super::text::{is_ignorable, plain_space};

impl Face {
    /// Texts of the glyphs of the base subset.
    pub(super) fn base_texts(&self) -> &BaseTexts {
        self.base_texts.get_or_init(|| base_texts(self))
    }

    /// Glyphs of the base subset, in the order of its codes; empty for the built-in fallback.
    pub(super) fn coded_base(&self) -> &[(u16, GlyphText<'static>)] {
        if self.base.is_some() { self.base_texts().as_slice() } else { &[] }
    }
}

fn base_texts(face: &Face) -> BaseTexts {
    let characters = helvetica::characters()
        .filter(|&c| !is_ignorable(c))
        .filter_map(|c| Some((face.glyph(c)?, GlyphText::Character(plain_space(c)))));
    let mut texts: Vec<_> = characters.collect();
    let mut shaper = Shaper::default();
    for ligature in ["ff", "fi", "fl", "ffi", "ffl"] {
        let known = ligature.chars().all(|c| face.glyph(c).is_some());
        let glyph = known.then(|| shaper.single(face, ligature)).flatten();
        texts.extend(glyph.map(|glyph| (glyph, GlyphText::Text(ligature))));
    }
    BaseTexts::new(texts)
}

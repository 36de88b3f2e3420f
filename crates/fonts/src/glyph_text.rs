//! The text that a glyph stands for.

/// Text of a glyph when it is copied out of the PDF.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum GlyphText<'a> {
    /// Nothing of its own: it is part of a cluster of several glyphs.
    None,
    Character(char),
    Text(&'a str),
}

impl GlyphText<'_> {
    /// The characters it stands for.
    pub(super) fn characters(self) -> impl Iterator<Item = char> {
        let (one, many) = match self {
            Self::None => (None, ""),
            Self::Character(character) => (Some(character), ""),
            Self::Text(text) => (None, text),
        };
        one.into_iter().chain(many.chars())
    }
}

/// Texts of glyphs that are the same in all documents: the characters of cp1252 and the common
/// ligatures.
#[derive(Debug)]
pub(super) struct BaseTexts(Vec<(u16, GlyphText<'static>)>);

impl BaseTexts {
    /// The texts of glyphs in any order; of several texts of one glyph the first counts.
    pub(super) fn new(mut texts: Vec<(u16, GlyphText<'static>)>) -> Self {
        texts.sort_by_key(|(glyph, _)| *glyph);
        texts.dedup_by_key(|(glyph, _)| *glyph);
        Self(texts)
    }

    pub(super) fn get(&self, glyph: u16) -> Option<GlyphText<'static>> {
        let index = self.0.binary_search_by_key(&glyph, |(glyph, _)| *glyph).ok()?;
        self.0.get(index).map(|(_, text)| *text)
    }

    pub(super) fn as_slice(&self) -> &[(u16, GlyphText<'static>)] {
        &self.0
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

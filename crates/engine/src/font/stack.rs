//! The fonts of a document, in the order in which characters look for a glyph.

use std::sync::{Arc, OnceLock};

use super::face::Face;
use super::helvetica;

/// A font of a stack. Small and stable: the same stack gives the same numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FaceId(u8);

impl FaceId {
    /// Helvetica.
    pub const HELVETICA: Self = Self(0);
    /// The first font given by the user.
    pub const FIRST: Self = Self(1);
    /// The built-in fallback.
    pub const FALLBACK: Self = Self(u8::MAX);

    /// A number from 0 to 255, for tables by font.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A font as a [`FaceId`] names it.
#[derive(Debug, Clone, Copy)]
pub enum FaceRef<'a> {
    /// The standard font, never embedded.
    Helvetica,
    /// A font to embed.
    Face(&'a Face),
}

/// The font stack: the fonts given by the user or else Helvetica, then the built-in fallback.
///
/// Each character is drawn with the first font that has it (`design.md`, Compatibility 3).
#[derive(Debug)]
pub struct Fonts {
    user: Vec<Arc<Face>>,
    /// Parsed when the first character needs it; most documents never do.
    fallback: Option<OnceLock<Option<Face>>>,
}

impl Fonts {
    /// Most faces of a stack; further ones are left out.
    pub const MAX_FACES: usize = 254;

    /// Helvetica, then the built-in fallback.
    pub fn standard() -> Self {
        Self::new(Vec::new(), true)
    }

    /// The user's faces in their order, or Helvetica when there are none; then the built-in
    /// fallback unless it is off.
    pub fn new(mut user: Vec<Arc<Face>>, built_in_fallback: bool) -> Self {
        user.truncate(Self::MAX_FACES);
        Self { user, fallback: built_in_fallback.then(OnceLock::new) }
    }

    /// The font of an id that a line of this stack holds.
    pub fn face(&self, id: FaceId) -> FaceRef<'_> {
        match self.embedded(id) {
            Some(face) => FaceRef::Face(face),
            None => FaceRef::Helvetica,
        }
    }

    /// The face of an id; `None` for Helvetica.
    pub(super) fn embedded(&self, id: FaceId) -> Option<&Face> {
        match id {
            FaceId::FALLBACK => self.fallback(),
            FaceId(number) => Some(self.user.get(usize::from(number).checked_sub(1)?)?),
        }
    }

    fn fallback(&self) -> Option<&Face> {
        self.fallback.as_ref()?.get_or_init(|| Face::built_in().ok()).as_ref()
    }

    /// Whether Helvetica is the first font.
    pub(super) fn starts_with_helvetica(&self) -> bool {
        self.user.is_empty()
    }

    /// The first font, when it is the user's.
    pub(super) fn first_face(&self) -> Option<(FaceId, &Face)> {
        Some((FaceId::FIRST, self.user.first()?))
    }

    /// The first font that `has` accepts.
    pub(super) fn find(&self, has: impl Fn(FaceRef) -> bool) -> Option<FaceId> {
        if self.user.is_empty() && has(FaceRef::Helvetica) {
            return Some(FaceId::HELVETICA);
        }
        let user = self.user.iter().position(|face| has(FaceRef::Face(face)));
        if let Some(index) = user {
            return u8::try_from(index + 1).ok().map(FaceId);
        }
        self.fallback().filter(|face| has(FaceRef::Face(face))).map(|_| FaceId::FALLBACK)
    }
}

impl FaceRef<'_> {
    /// Whether the font has a glyph for a character.
    pub fn has(self, character: char) -> bool {
        match self {
            Self::Helvetica => helvetica::encode(character).is_some(),
            Self::Face(face) => face.glyph(character).is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::font::fixtures::{CUBIC, SANS, face};

    fn font_of(fonts: &Fonts, character: char) -> Option<usize> {
        fonts.find(|font| font.has(character)).map(FaceId::index)
    }

    #[test]
    fn without_user_fonts_helvetica_comes_first() {
        let fonts = Fonts::standard();
        assert_eq!(font_of(&fonts, 'A'), Some(0));
        assert_eq!(font_of(&fonts, 'Ł'), Some(255));
        assert_eq!(font_of(&fonts, '🎉'), None);
    }

    #[test]
    fn user_fonts_replace_helvetica() {
        let fonts = Fonts::new(vec![face(CUBIC), face(SANS)], true);
        assert_eq!(font_of(&fonts, 'A'), Some(1));
        assert_eq!(font_of(&fonts, 'Ł'), Some(2));
        assert_eq!(font_of(&fonts, 'Ω'), Some(255));
        assert!(matches!(fonts.face(FaceId(2)), FaceRef::Face(face) if face.glyph('Ł').is_some()));
    }

    #[test]
    fn without_the_fallback_the_reference_rule_holds() {
        assert_eq!(font_of(&Fonts::new(Vec::new(), false), 'Ł'), None);
        assert_eq!(font_of(&Fonts::new(vec![face(CUBIC)], false), 'Ł'), None);
    }

    #[test]
    fn the_fallback_is_parsed_when_it_is_needed() {
        let fonts = Fonts::standard();
        let is_parsed = || fonts.fallback.as_ref().is_some_and(|cell| cell.get().is_some());
        font_of(&fonts, 'A');
        assert!(!is_parsed());
        font_of(&fonts, 'Ł');
        assert!(is_parsed());
    }
}

//! The fonts of a document, in the order in which characters look for a glyph.

use std::sync::{Arc, OnceLock};

use super::face::Face;
use super::face_id::{FaceId, Synthetic};
use super::features::{FeatureSet, FeatureTag};
use super::helvetica;
use super::named::{FACES, FontNumber, NamedFonts};
use super::standard::{Family, Standard};
use super::substitute::Substitutes;
use reportctl_base::choice::{FaceFallback, TextDirection};

/// A font as a [`FaceId`] names it.
#[derive(Debug, Clone, Copy)]
pub enum FaceRef<'a> {
    /// A standard font, never embedded.
    Standard(Standard),
    /// A font to embed.
    Face(&'a Face),
}

/// The font stack: the fonts given by the user or else Helvetica, then the built-in fallback.
///
/// Each character is drawn with the first font that has it (spec 14.2).
#[derive(Debug, Clone)]
pub struct Fonts {
    user: Vec<Arc<Face>>,
    /// The first font where the user gives none.
    standard: Standard,
    /// The order of a named font, in the place of those two.
    chain: Option<Box<[FaceId]>>,
    /// The fonts that the template names.
    named: Arc<NamedFonts>,
    /// Their stacks, by the number of the font and of the style.
    stacks: Vec<[Stack; 4]>,
    /// The built-in face draws characters that the others lack.
    has_fallback: bool,
    /// The built-in face, parsed when the first character needs it; most documents never do.
    built_in: Arc<OnceLock<Option<Face>>>,
    /// Faces drawn in the place of standard fonts.
    substitutes: Arc<Substitutes>,
    /// The same fallback after each of the standard fonts, made when the first one is asked for.
    others: OnceLock<Box<[Self]>>,
}

/// The built-in face, where the program contains it.
#[cfg(feature = "fallback-font")]
fn built_in() -> Option<Face> {
    Face::built_in().ok()
}

#[cfg(not(feature = "fallback-font"))]
fn built_in() -> Option<Face> {
    None
}

/// The stack of a style of a named font.
#[derive(Debug, Clone)]
struct Stack {
    fonts: Fonts,
    /// The number of the face that is used.
    used: usize,
}

/// A face that a text asks for. The upright, regular face of the document's font by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Style {
    /// Its font; nothing: the document's font.
    pub font: Option<FontNumber>,
    /// Its family, where it has no font; nothing: the document's font.
    pub family: Option<Family>,
    pub bold: bool,
    pub italic: bool,
    /// Letter spacing is in use, which forbids ligatures.
    pub spaced: bool,
    /// Substitute for a face that the font lacks.
    pub fallback: FaceFallback,
    /// The side that lines are read from.
    pub direction: TextDirection,
    /// OpenType features that are switched on.
    pub features: FeatureSet,
}

/// Synthetic styles of the faces of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Looks {
    /// Style of the first font.
    pub(super) first: Synthetic,
    /// Style of the built-in face, which draws characters that the fonts lack.
    pub(super) built_in: Synthetic,
}

/// Substitution of a face that a font lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandIn<'f> {
    /// The name of the font, where a template names it.
    pub font: Option<&'f str>,
    /// The face that was asked for, and the one that is used: names of `FACES`.
    pub asked: &'static str,
    pub used: &'static str,
    /// Styles that the face that is used lacks.
    pub lacking: Synthetic,
}

impl Style {
    /// The number of its face among `FACES`.
    fn face(self) -> usize {
        usize::from(self.bold) + 2 * usize::from(self.italic)
    }
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
        let standard = Standard::ALL[0];
        let (built_in, others) = (Arc::default(), OnceLock::new());
        Self {
            user,
            standard,
            chain: None,
            named: Arc::default(),
            stacks: Vec::new(),
            has_fallback: built_in_fallback,
            built_in,
            substitutes: Arc::default(),
            others,
        }
    }

    /// The fonts that the user gives.
    pub fn given(&self) -> &[Arc<Face>] {
        &self.user
    }

    /// The same with the fonts that a template names. One of the name `default` is the document's
    /// font; those given by the user come after what it has, before the built-in fallback.
    #[must_use]
    pub fn with_named(&self, named: &Arc<NamedFonts>) -> Self {
        let stack = |number: usize, style: usize| {
            let (mut chain, used) = named.chain(number, style);
            if named.document() == Some(number) {
                let given = (0..self.user.len()).filter_map(|place| u8::try_from(place).ok());
                chain.extend(given.map(FaceId::Given));
            }
            let fonts = Self {
                chain: Some(chain.into()),
                named: Arc::clone(named),
                stacks: Vec::new(),
                others: OnceLock::new(),
                ..self.clone()
            };
            Stack { fonts, used }
        };
        let of_font = |number| [0, 1, 2, 3].map(|style| stack(number, style));
        let stacks: Vec<[Stack; 4]> = (0..named.len()).map(of_font).collect();
        let document = named.document().and_then(|number| stacks.get(number));
        Self {
            chain: document.and_then(|[regular, ..]| regular.fonts.chain.clone()),
            named: Arc::clone(named),
            stacks,
            ..self.clone()
        }
    }

    /// The features of a set.
    pub(super) fn features(&self, set: FeatureSet) -> &[FeatureTag] {
        self.named.features().get(set)
    }

    /// Returns true if fonts are chosen by grapheme cluster, not by character, as for the fonts that
    /// templates name (spec 20.3.5).
    pub(super) fn is_by_cluster(&self) -> bool {
        self.chain.is_some()
    }

    /// Returns true if kerning and other positions that fonts describe are applied, as to fonts that a
    /// template or the settings name. The base measures without them (spec 10.3).
    pub fn is_positioned(&self) -> bool {
        self.chain.is_some()
    }

    /// Returns true if the first face is kerned: it is positioned, or a standard font.
    pub fn has_kerning(&self) -> bool {
        self.is_positioned() || self.first_standard().is_some()
    }

    /// The stack that begins with the face of a style, and whether it has that face: a font that
    /// the user gives is one face, which stands in for the others.
    pub fn styled(&self, style: Style) -> (&Self, bool) {
        let number = style.font.map(FontNumber::index);
        let number = number.or_else(|| self.named.document().filter(|_| style.family.is_none()));
        if let Some(stacks) = number.and_then(|number| self.stacks.get(number)) {
            let index = style.face();
            let Stack { fonts, used } = &stacks[index];
            return (fonts, *used == index);
        }
        let family = match style.family {
            None if !self.user.is_empty() => return (self, !style.bold && !style.italic),
            None => Family::Helvetica,
            Some(family) => family,
        };
        let standard = Standard { family, bold: style.bold, italic: style.italic };
        if self.first_standard() == Some(standard) {
            return (self, true);
        }
        let others = self.others.get_or_init(|| {
            let other = |standard| Self {
                user: Vec::new(),
                standard,
                chain: None,
                named: Arc::default(),
                stacks: Vec::new(),
                has_fallback: self.has_fallback,
                built_in: Arc::clone(&self.built_in),
                substitutes: Arc::clone(&self.substitutes),
                others: OnceLock::new(),
            };
            Standard::ALL.map(other).into()
        });
        (others.get(standard.index()).unwrap_or(self), true)
    }

    /// Substitute for the face of a style; `None` if the font has it.
    pub fn stand_in(&self, style: Style) -> Option<StandIn<'_>> {
        if self.styled(style).1 {
            return None;
        }
        let number = style.font.map(FontNumber::index).or_else(|| self.named.document());
        let stacks = number.and_then(|number| self.stacks.get(number));
        let asked = style.face();
        let used = stacks.map_or(0, |stacks| stacks[asked].used);
        let lacking = asked & !used;
        Some(StandIn {
            font: number.filter(|_| stacks.is_some()).and_then(|number| self.named.name(number)),
            asked: FACES[asked],
            used: FACES.get(used).copied().unwrap_or(FACES[0]),
            lacking: Synthetic { bold: lacking & 1 != 0, italic: lacking & 2 != 0 },
        })
    }

    /// Synthetic styles of the faces of a style (spec 20.3.5).
    ///
    /// The built-in face is upright and regular. It imitates the style of the text around it, so that
    /// no word has letters of two weights.
    pub(super) fn looks(&self, style: Style) -> Looks {
        let asked = Synthetic { bold: style.bold, italic: style.italic };
        let Some(stand_in) = self.stand_in(style) else {
            return Looks { first: Synthetic::default(), built_in: asked };
        };
        let lacking = stand_in.lacking;
        match style.fallback {
            FaceFallback::Synthetic => Looks { first: lacking, built_in: asked },
            FaceFallback::Plain | FaceFallback::Error => Looks {
                first: Synthetic::default(),
                built_in: Synthetic {
                    bold: asked.bold && !lacking.bold,
                    italic: asked.italic && !lacking.italic,
                },
            },
        }
    }

    /// The font of an id that a line of this stack, or of one of its styles, holds.
    pub fn face(&self, id: FaceId) -> FaceRef<'_> {
        match self.embedded(id) {
            Some(face) => FaceRef::Face(face),
            None => FaceRef::Standard(id.standard().unwrap_or(self.standard)),
        }
    }

    /// The face of an id; `None` for a standard font.
    pub(super) fn embedded(&self, id: FaceId) -> Option<&Face> {
        match id {
            FaceId::Standard(_) => None,
            FaceId::Given(place) => self.user.get(usize::from(place)).map(|face| &**face),
            FaceId::BuiltIn => self.built_in(),
            FaceId::Named(place) => self.named.face(place.into()),
        }
    }

    fn fallback(&self) -> Option<&Face> {
        if self.has_fallback { self.built_in() } else { None }
    }

    /// The face inside the program, which is as wide as Helvetica.
    pub fn built_in(&self) -> Option<&Face> {
        self.built_in.get_or_init(built_in).as_ref()
    }

    /// The face whose outlines stand for those of a standard font, which only readers of PDF have,
    /// and whether it is bold itself.
    pub(super) fn substitute(&self, standard: Standard) -> Option<(&Face, bool)> {
        self.substitutes.of(standard).or_else(|| self.built_in().map(|face| (face, false)))
    }

    /// Returns true if the upright, regular face of Helvetica is the first font.
    pub(super) fn starts_with_helvetica(&self) -> bool {
        self.first_standard().is_some_and(Standard::is_helvetica)
    }

    /// The first font, when it is a standard one.
    pub(super) fn first_standard(&self) -> Option<Standard> {
        match &self.chain {
            Some(chain) => chain.first()?.standard(),
            None => self.user.is_empty().then_some(self.standard),
        }
    }

    /// The first font, when it is one to embed.
    pub(super) fn first_face(&self) -> Option<(FaceId, &Face)> {
        match &self.chain {
            Some(chain) => chain.first().and_then(|id| Some((*id, self.embedded(*id)?))),
            None => Some((FaceId::Given(0), self.user.first()?)),
        }
    }

    /// The first font that `has` accepts.
    pub(super) fn find(&self, has: impl Fn(FaceRef) -> bool) -> Option<FaceId> {
        if let Some(chain) = &self.chain {
            let found = chain.iter().copied().find(|id| has(self.face(*id)));
            let fallback = || self.fallback().filter(|face| has(FaceRef::Face(face)));
            return found.or_else(|| fallback().map(|_| FaceId::BuiltIn));
        }
        if self.user.is_empty() && has(FaceRef::Standard(self.standard)) {
            return Some(FaceId::Standard(self.standard));
        }
        let user = self.user.iter().position(|face| has(FaceRef::Face(face)));
        if let Some(index) = user {
            return u8::try_from(index).ok().map(FaceId::Given);
        }
        self.fallback().filter(|face| has(FaceRef::Face(face))).map(|_| FaceId::BuiltIn)
    }
}

impl FaceRef<'_> {
    /// Returns true if the font has a glyph for a character.
    pub fn has(self, character: char) -> bool {
        match self {
            Self::Standard(_) => helvetica::encode(character).is_some(),
            Self::Face(face) => face.glyph(character).is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{CUBIC, SANS, face};

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
        assert!(
            matches!(fonts.face(FaceId::Given(1)), FaceRef::Face(face) if face.glyph('Ł').is_some())
        );
    }

    #[test]
    fn styles_of_standard_fonts_share_the_fallback() {
        let fonts = Fonts::standard();
        let bold = Style { bold: true, ..Style::default() };
        let (stack, has) = fonts.styled(bold);
        let id = stack.find(|font| font.has('A')).expect("it has A");
        assert_eq!((id.index(), has), (257, true));
        assert_eq!(id.standard().map(|font| font.descriptor().name), Some("Helvetica-Bold"));
        assert_eq!(font_of(stack, 'Ł'), Some(255));
        assert!(matches!(fonts.face(id), FaceRef::Standard(font) if font.bold));
        assert!(std::ptr::eq(fonts.styled(Style::default()).0, &raw const fonts));
    }

    #[test]
    fn one_face_of_the_user_stands_in_for_its_bold() {
        let fonts = Fonts::new(vec![face(SANS)], true);
        let bold = Style { bold: true, ..Style::default() };
        assert!(!fonts.styled(bold).1 && fonts.styled(Style::default()).1);
        let times = Style { family: Some(Family::Times), ..bold };
        assert_eq!(font_of(fonts.styled(times).0, 'A'), Some(256 + 5));
    }

    #[test]
    fn without_the_fallback_the_reference_rule_holds() {
        assert_eq!(font_of(&Fonts::new(Vec::new(), false), 'Ł'), None);
        assert_eq!(font_of(&Fonts::new(vec![face(CUBIC)], false), 'Ł'), None);
    }

    #[test]
    fn the_fallback_is_parsed_when_it_is_needed() {
        let fonts = Fonts::standard();
        let is_parsed = || fonts.built_in.get().is_some();
        font_of(&fonts, 'A');
        assert!(!is_parsed());
        font_of(&fonts, 'Ł');
        assert!(is_parsed());
    }
}

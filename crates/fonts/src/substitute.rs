//! Outlines in the place of those of standard fonts, which only readers of PDF have: for drawings
//! on screens.

#[cfg(feature = "screen-fonts")]
use std::sync::OnceLock;

use super::face::Face;
#[cfg(feature = "screen-fonts")]
use super::standard::Family;
use super::standard::Standard;

/// The faces that stand for standard fonts but the upright, regular Helvetica, which the built-in
/// face stands for; each is parsed when the first text needs it.
#[cfg(feature = "screen-fonts")]
#[derive(Debug, Default)]
pub(super) struct Substitutes {
    sans_bold: OnceLock<Option<Face>>,
    serif: OnceLock<Option<Face>>,
    mono: OnceLock<Option<Face>>,
}

/// No faces: the built-in one stands for every standard font.
#[cfg(not(feature = "screen-fonts"))]
#[derive(Debug, Default)]
pub(super) struct Substitutes;

impl Substitutes {
    /// The face for a standard font, and whether it is bold itself; nothing where the built-in face
    /// serves.
    #[cfg(feature = "screen-fonts")]
    pub(super) fn of(&self, standard: Standard) -> Option<(&Face, bool)> {
        let (slot, name, bytes): (_, _, &'static [u8]) = match (standard.family, standard.bold) {
            (Family::Helvetica, false) => return None,
            (Family::Helvetica, true) => {
                (&self.sans_bold, "sans bold", include_bytes!("data/ReportSans-Bold.ttf"))
            }
            (Family::Times, _) => {
                (&self.serif, "serif", include_bytes!("data/ReportSerif-Regular.ttf"))
            }
            (Family::Courier, _) => {
                (&self.mono, "mono", include_bytes!("data/ReportMono-Regular.ttf"))
            }
        };
        let face = slot.get_or_init(|| Face::drawn(name, bytes).ok()).as_ref()?;
        Some((face, standard.family == Family::Helvetica))
    }

    /// Nothing: the built-in face serves.
    #[cfg(not(feature = "screen-fonts"))]
    pub(super) fn of(&self, _: Standard) -> Option<(&Face, bool)> {
        None
    }
}

#[cfg(all(test, feature = "screen-fonts"))]
mod tests {
    use super::*;
    use crate::helvetica;

    #[test]
    fn they_have_every_character_and_its_width() {
        let substitutes = Substitutes::default();
        for standard in Standard::ALL.into_iter().filter(|standard| standard.index() % 4 < 2) {
            let Some((face, is_bold)) = substitutes.of(standard) else {
                assert!(!standard.bold && standard.family == Family::Helvetica);
                continue;
            };
            let is_same_weight = standard.bold == is_bold;
            for code in 0x20..=u8::MAX {
                let Some(character) = helvetica::decode(code) else { continue };
                let glyph = face.glyph(character).expect("a glyph");
                let own = face.thousandths(face.advance(glyph).into());
                let wanted = f64::from(standard.advance(code));
                // Soft hyphens and a few symbols differ.
                let is_letter = character.is_ascii_alphanumeric();
                assert!(
                    !(is_letter && is_same_weight) || (own - wanted).abs() < 1.0,
                    "{character}: {own} {wanted}"
                );
            }
        }
    }
}

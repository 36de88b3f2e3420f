//! How far each character of a text moves the pen, for breaking it into lines.

use super::Typesetter;
use super::choice::first;
use crate::font::helvetica;
use crate::font::missing::MissingGlyph;
use crate::font::text::{is_control, is_ignorable, is_plain};

/// What adding up the advances of single glyphs may differ from the width of a line, because both
/// are rounded, in thousandths of the size.
const ROUNDING: f64 = 1e-6;

impl Typesetter<'_> {
    /// Calls `each` with every character, its advance, and its kerning with the character before,
    /// both in thousandths of the size. Gives by how much a sum of them may differ from the width
    /// of the line that is set: nothing for standard fonts; without a bound where a shaper, a
    /// fallback font or composing accents may change it.
    ///
    /// # Errors
    /// The first character that no font has.
    pub fn advances(
        &mut self,
        text: &str,
        mut each: impl FnMut(char, f64, f64),
    ) -> Result<f64, MissingGlyph> {
        let standard = self.fonts.first_standard();
        let face = self.fonts.first_face();
        let mut slack: f64 = if standard.is_some() { 0.0 } else { ROUNDING };
        let mut before: Option<u8> = None;
        for character in text.chars() {
            if character == '\u{ad}' {
                each(character, 0.0, 0.0);
                continue;
            }
            let drawn = if is_control(character) { ' ' } else { character };
            if let (Some(font), Some(code)) = (standard, helvetica::encode(drawn)) {
                let kerning = before.map_or(0, |before| font.kerning(before, code));
                each(character, font.width(code).into(), kerning.into());
                before = Some(code);
                continue;
            }
            before = None;
            let plain = face.filter(|_| is_plain(drawn)).and_then(|(_, face)| {
                face.glyph(drawn)
                    .filter(|&glyph| !face.is_affected(glyph))
                    .map(|glyph| face.thousandths(face.advance(glyph).into()))
            });
            let advance = match plain {
                Some(advance) => advance,
                None => {
                    slack = f64::INFINITY;
                    if is_ignorable(drawn) { 0.0 } else { self.alone(drawn)? }
                }
            };
            each(character, advance, 0.0);
        }
        Ok(slack)
    }

    /// The advance of a character in the first font that has it.
    fn alone(&self, character: char) -> Result<f64, MissingGlyph> {
        let id = first(self.fonts, character)?;
        Ok(match (self.fonts.embedded(id), id.standard()) {
            (Some(face), _) => {
                let glyph = face.glyph(character).unwrap_or(0);
                face.thousandths(face.advance(glyph).into())
            }
            (None, Some(font)) => {
                helvetica::encode(character).map_or(0.0, |code| font.width(code).into())
            }
            (None, None) => 0.0,
        })
    }
}

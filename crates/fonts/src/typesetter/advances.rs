//! Advances of the characters of a text, for breaking it into lines.

use super::Typesetter;
use super::choice::first;
use crate::helvetica;
use crate::missing::MissingGlyph;
use crate::text::{is_control, is_ignorable, is_plain};

/// Largest difference between the sum of single advances and the width of a line, because both are
/// rounded, in thousandths of the size.
const ROUNDING: f64 = 1e-6;

/// Largest effect of kerning across both ends of a line on its width, in thousandths of the size:
/// more than in any font.
const EDGES: f64 = 400.0;

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
        if face.is_some_and(|(_, face)| self.is_shaped(face)) {
            return self.advances_as_set(text, each);
        }
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

    /// The same for a font that says where glyphs stand: the text is set, and each character moves the
    /// pen to where the next one stands.
    fn advances_as_set(
        &mut self,
        text: &str,
        mut each: impl FnMut(char, f64, f64),
    ) -> Result<f64, MissingGlyph> {
        self.set_mixed(text)?;
        let mut slack = EDGES;
        // Composing accents, dropping characters or changing their order leaves another text.
        if self.line.text != text
            || self.line.runs.iter().any(|run| run.actual_text || run.reversed)
        {
            for character in text.chars() {
                let drawn = if is_control(character) { ' ' } else { character };
                let advance = if is_ignorable(drawn) { 0.0 } else { self.alone(drawn)? };
                each(character, advance, 0.0);
            }
            return Ok(f64::INFINITY);
        }
        let mut pen = 0.0;
        let mut places: Vec<(u32, f64)> = Vec::with_capacity(self.line.glyphs.len());
        for run in &self.line.runs {
            let offsets = self.line.offsets_of(run);
            let starts = self.line.starts_of(run);
            let start = pen;
            for (index, (glyph, place)) in self.line.glyphs_of(run).iter().zip(starts).enumerate() {
                pen += offsets.get(index).map_or(0.0, |offset| offset.x);
                places.push((place, pen));
                pen += match (self.fonts.embedded(run.face), run.face.standard()) {
                    (Some(face), _) => face.thousandths(face.advance(*glyph).into()),
                    (None, Some(font)) => font.width(*glyph as u8).into(),
                    (None, None) => 0.0,
                };
            }
            pen = start + run.advance;
        }
        let mut next = places.iter().copied().peekable();
        let mut at = 0.0;
        for (place, character) in text.char_indices() {
            let own = next.next_if(|(start, _)| *start as usize == place);
            if own.is_none() || next.peek().is_some_and(|(start, _)| *start as usize == place) {
                // Part of a ligature, or a letter of several glyphs.
                slack = f64::INFINITY;
            }
            while next.next_if(|(start, _)| *start as usize == place).is_some() {}
            let end = next.peek().map_or(pen, |(_, pen)| *pen);
            each(character, end - at, 0.0);
            at = end;
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

//! What a document uses of its fonts.

use super::line::{Line, Run};
use super::stack::{FaceId, FaceRef, Fonts};
use super::usage::GlyphUse;

/// The fonts of a stack that a document uses, with the glyphs it uses of each.
pub struct UsedFonts<'f> {
    fonts: &'f Fonts,
    /// In order of first use.
    used: Vec<(FaceId, GlyphUse)>,
    /// The standard fonts that are used for more than ASCII.
    beyond_ascii: Vec<FaceId>,
}

impl<'f> UsedFonts<'f> {
    /// Nothing used yet.
    pub fn new(fonts: &'f Fonts) -> Self {
        Self { fonts, used: Vec::new(), beyond_ascii: Vec::new() }
    }

    /// Notes a run and appends the codes that its glyphs have in the document: WinAnsi for
    /// Helvetica, otherwise their number in the subset. Says whether the text has to stand beside
    /// the glyphs (see [`GlyphUse::add`]).
    pub fn add(&mut self, line: &Line, run: &Run, codes: &mut Vec<u16>) -> bool {
        let at = match self.used.iter().position(|(id, _)| *id == run.face) {
            Some(at) => at,
            None => {
                self.used.push((run.face, GlyphUse::new()));
                self.used.len() - 1
            }
        };
        let glyphs = line.glyphs_of(run);
        match (self.fonts.face(run.face), self.used.get_mut(at)) {
            (FaceRef::Face(face), Some((_, used))) => {
                let actual_text = used.add(face, line, run);
                codes.extend(glyphs.iter().map(|glyph| used.code(*glyph)));
                actual_text
            }
            _ => {
                if glyphs.iter().any(|code| *code > 0x7F) && !self.beyond_ascii.contains(&run.face)
                {
                    self.beyond_ascii.push(run.face);
                }
                codes.extend_from_slice(glyphs);
                false
            }
        }
    }

    /// Whether a standard font is used for characters that are not ASCII.
    pub fn beyond_ascii(&self, id: FaceId) -> bool {
        self.beyond_ascii.contains(&id)
    }

    /// The stack that they are part of.
    pub fn fonts(&self) -> &'f Fonts {
        self.fonts
    }

    /// What is used of one font.
    pub fn of(&self, id: FaceId) -> Option<&GlyphUse> {
        self.used.iter().find(|(used, _)| *used == id).map(|(_, glyphs)| glyphs)
    }

    /// The fonts used, in order of first use, with the glyphs used of each.
    pub fn iter(&self) -> impl Iterator<Item = (FaceId, FaceRef<'f>, &GlyphUse)> {
        self.used.iter().map(|(id, used)| (*id, self.fonts.face(*id), used))
    }
}

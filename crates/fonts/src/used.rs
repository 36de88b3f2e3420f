//! Fonts and glyphs that a document uses.

use super::face_id::FaceId;
use super::line::{Line, Run};
use super::stack::{FaceRef, Fonts};
use super::usage::{GlyphUse, Stretch};
use unicode_normalization::char::is_combining_mark;

/// The fonts of a stack that a document uses, with the glyphs it uses of each.
pub struct UsedFonts<'f> {
    fonts: &'f Fonts,
    uses: FontUse,
}

/// Fonts and glyphs that some pages use.
#[derive(Default)]
pub struct FontUse {
    /// In order of first use.
    used: Vec<(FaceId, GlyphUse)>,
    /// The standard fonts that are used for more than ASCII.
    beyond_ascii: Vec<FaceId>,
}

impl<'f> UsedFonts<'f> {
    /// Nothing used yet.
    pub fn new(fonts: &'f Fonts) -> Self {
        Self { fonts, uses: FontUse::default() }
    }

    /// Notes a run and appends the codes that its glyphs have in the document: WinAnsi for
    /// Helvetica, otherwise their number in the subset. Says whether the text has to stand beside
    /// the glyphs (see [`GlyphUse::add`]).
    pub fn add(&mut self, line: &Line, run: &Run, codes: &mut Vec<u16>) -> bool {
        let FontUse { used, beyond_ascii } = &mut self.uses;
        let at = match used.iter().position(|(id, _)| *id == run.face) {
            Some(at) => at,
            None => {
                used.push((run.face, GlyphUse::new()));
                used.len() - 1
            }
        };
        let glyphs = line.glyphs_of(run);
        match (self.fonts.face(run.face), used.get_mut(at)) {
            (FaceRef::Face(face), Some((_, used))) => {
                let actual_text = used.add(face, line, run);
                codes.extend(glyphs.iter().map(|glyph| used.code(*glyph)));
                actual_text
            }
            _ => {
                if glyphs.iter().any(|code| *code > 0x7F) && !beyond_ascii.contains(&run.face) {
                    beyond_ascii.push(run.face);
                }
                codes.extend_from_slice(glyphs);
                false
            }
        }
    }

    /// The same, with the stretches that the run is written in, from left to right, each with its
    /// glyphs and its text within those of the line; nothing where its glyphs spell its text.
    pub fn add_stretches(
        &mut self,
        line: &Line,
        run: &Run,
        codes: &mut Vec<u16>,
    ) -> Option<Vec<Stretch>> {
        let actual_text = self.add(line, run, codes);
        let has_marks =
            || line.text_of(run).chars().any(|c| c >= '\u{300}' && is_combining_mark(c));
        let moved = !run.reversed && !line.offsets_of(run).is_empty() && has_marks();
        if !actual_text && !moved {
            return None;
        }
        let (_, used) = self.uses.used.iter().find(|(id, _)| *id == run.face)?;
        match self.fonts.face(run.face) {
            FaceRef::Face(face) if !run.reversed => Some(used.stretches(face, line, run)),
            FaceRef::Face(_) => Some(used.reversed_stretches(line, run)),
            _ => None,
        }
    }

    /// Returns true if a standard font is used for characters beyond ASCII.
    pub fn beyond_ascii(&self, id: FaceId) -> bool {
        self.uses.beyond_ascii.contains(&id)
    }

    /// The stack that they are part of.
    pub fn fonts(&self) -> &'f Fonts {
        self.fonts
    }

    /// Glyphs used of one font.
    pub fn of(&self, id: FaceId) -> Option<&GlyphUse> {
        self.uses.used.iter().find(|(used, _)| *used == id).map(|(_, glyphs)| glyphs)
    }

    /// The fonts used, in order of first use, with the glyphs used of each.
    pub fn iter(&self) -> impl Iterator<Item = (FaceId, FaceRef<'f>, &GlyphUse)> {
        self.uses.used.iter().map(|(id, used)| (*id, self.fonts.face(*id), used))
    }

    /// Returns true if codes and texts of all glyphs do not depend on the pages before.
    pub fn is_independent(&self) -> bool {
        self.uses.used.iter().all(|(_, used)| used.within_base())
    }

    pub fn into_use(self) -> FontUse {
        self.uses
    }

    /// Adds what later pages use, where its codes do not depend on those before. Says whether that
    /// is so.
    pub fn absorb(&mut self, later: FontUse) -> bool {
        for (id, glyphs) in later.used {
            match self.uses.used.iter_mut().find(|(known, _)| *known == id) {
                Some((_, known)) => {
                    if !known.absorb(glyphs) {
                        return false;
                    }
                }
                None => self.uses.used.push((id, glyphs)),
            }
        }
        for id in later.beyond_ascii {
            if !self.beyond_ascii(id) {
                self.uses.beyond_ascii.push(id);
            }
        }
        true
    }
}

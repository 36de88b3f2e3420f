//! Subsets of faces for embedding in PDFs.

use std::sync::Arc;

use subsetter::GlyphRemapper;

use super::cff;
use super::face::Face;
use super::glyph_text::GlyphText;
use super::sfnt::Sfnt;
use super::subset::{Program, Subset};
use super::to_unicode;
use super::truetype;
use super::usage::GlyphUse;
use reportctl_base::deflate::deflate;
use reportctl_base::problem::{Code, Problem, Result};

impl Face {
    /// The subset that a PDF embeds for the glyphs used.
    ///
    /// A face given by the user has one subset with all of cp1252 that every document shares, so
    /// that a batch does not cut the font again each time; it is taken when it has all glyphs used.
    /// The choice depends on the document alone. The built-in fallback is always cut to the
    /// document, which rarely needs more than a few of its characters.
    ///
    /// # Errors
    /// `fontUnreadable` when the outlines are damaged.
    pub fn embed(&self, used: &GlyphUse) -> Result<Arc<Subset>> {
        match self.base_subset() {
            Some(base) if used.within_base() => Ok(Arc::clone(base)),
            _ => self.subset(used).map(Arc::new),
        }
    }

    /// The subset with all of cp1252 and the common Latin ligatures, made at the first call.
    /// `None` for the built-in fallback, or when the face has none of the characters.
    pub fn base_subset(&self) -> Option<&Arc<Subset>> {
        let base = self.base.as_ref()?;
        base.get_or_init(|| {
            let texts = self.base_texts();
            let subset = build(self, texts.as_slice()).ok()?;
            (!texts.is_empty()).then(|| Arc::new(subset))
        })
        .as_ref()
    }

    /// A subset with the glyphs used, on top of the base subset where there is one.
    ///
    /// # Errors
    /// `fontUnreadable` when the outlines are damaged.
    pub fn subset(&self, used: &GlyphUse) -> Result<Subset> {
        build(self, &used.coded(self))
    }
}

/// Cuts a face down to glyphs, which come in the order of their codes, from 1, with their texts.
fn build(face: &Face, glyphs: &[(u16, GlyphText)]) -> Result<Subset> {
    let numbers: Vec<u16> = glyphs.iter().map(|(glyph, _)| *glyph).filter(|&g| g != 0).collect();
    let mut cids = vec![0; numbers.last().map_or(0, |&glyph| usize::from(glyph) + 1)];
    let mut widths = vec![width(face, 0)];
    for (&glyph, cid) in numbers.iter().zip(1..) {
        if let Some(slot) = cids.get_mut(usize::from(glyph)) {
            *slot = cid;
        }
        widths.push(width(face, glyph));
    }
    let texts = glyphs.iter().filter(|(glyph, _)| *glyph != 0).map(|(_, text)| *text);
    let texts: Vec<_> = (1..).zip(texts).collect();
    let (kind, program) = program(face, &numbers).ok_or_else(|| {
        let message = format!("the outlines of the font `{}` are damaged", face.name());
        Problem::new(Code::FontUnreadable, message)
            .advice("get the file again, or give another font")
    })?;
    Ok(Subset {
        base_name: format!("{}+{}", tag(&numbers), face.postscript_name()),
        kind,
        program: deflate(&program),
        widths,
        to_unicode: deflate(to_unicode::write(&texts).as_bytes()),
        descriptor: face.descriptor().clone(),
        cids,
    })
}

fn width(face: &Face, glyph: u16) -> f32 {
    face.thousandths(face.advance(glyph).into()) as f32
}

fn program(face: &Face, glyphs: &[u16]) -> Option<(Program, Vec<u8>)> {
    if let Some(outlines) = face.cff_outlines() {
        if !cff::can_be_cut(Sfnt::parse(outlines)?.table(b"CFF ")?, glyphs) {
            return None;
        }
        // The crate panics on some damaged fonts; one bad font must not end a service.
        let cut = || subsetter::subset(outlines, 0, &GlyphRemapper::new_from_glyphs(glyphs));
        let font = std::panic::catch_unwind(cut).ok()?.ok()?;
        return Some((Program::Cff, Sfnt::parse(&font)?.table(b"CFF ")?.to_vec()));
    }
    let font = Sfnt::parse(face.bytes())?;
    let program = truetype::subset(&font, glyphs, face.font().is_hint_reliant())?;
    Some((Program::TrueType { length: program.len() }, program))
}

/// Six letters from the set of glyphs (FNV-1a), so that equal subsets of a font have equal names.
pub(crate) fn tag(glyphs: &[u16]) -> String {
    let bytes = glyphs.iter().flat_map(|glyph| glyph.to_be_bytes());
    let mut hash = bytes.fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
    });
    let mut letters = String::with_capacity(6);
    for _ in 0..6 {
        letters.push(char::from(b'A' + (hash % 26) as u8));
        hash /= 26;
    }
    letters
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::sync::Arc;

    use super::*;
    use crate::fixtures::{CUBIC, FALLBACK, SANS, face, outline};
    use crate::{Fonts, GlyphUse, Typesetter};

    fn used(face: &Arc<Face>, text: &str) -> GlyphUse {
        let fonts = Fonts::new(vec![face.clone()], false);
        let mut setter = Typesetter::new(&fonts);
        let line = setter.set(text).expect("all glyphs");
        let mut used = GlyphUse::new();
        for run in &line.runs {
            used.add(face, line, run);
        }
        used
    }

    fn inflate(bytes: &[u8]) -> Vec<u8> {
        let mut plain = Vec::new();
        flate2::read::ZlibDecoder::new(bytes).read_to_end(&mut plain).expect("deflated");
        plain
    }

    #[test]
    fn glyphs_keep_their_outlines_and_widths() {
        for font in [FALLBACK, SANS] {
            let face = face(font);
            let used = used(&face, "Ação: é fi 12");
            let subset = face.subset(&used).expect("a subset");
            let program = inflate(&subset.program);
            assert_eq!(subset.kind, Program::TrueType { length: program.len() });
            for &glyph in used.glyphs() {
                let cid = subset.cid(glyph);
                assert_ne!(cid, 0);
                assert_eq!(cid, used.code(glyph));
                assert_eq!(outline(&program, cid), outline(font, glyph));
                let width = f32::from(face.advance(glyph)) * 1000.0 / 2048.0;
                assert!((subset.widths[usize::from(cid)] - width).abs() < 0.001);
            }
        }
    }

    #[test]
    fn cff_outlines_are_embedded_bare() {
        let face = face(CUBIC);
        let subset = face.subset(&used(&face, "Abc")).expect("a subset");
        assert_eq!(subset.kind, Program::Cff);
        let program = inflate(&subset.program);
        // A CFF table of version 1, not a font file.
        assert_eq!(program.get(..2), Some(&[1, 0][..]));
        assert!(program.windows(8).any(|name| name == b"Identity"));
    }

    #[test]
    fn damaged_cff_outlines_are_a_problem_and_no_panic() {
        // The first number of the font matrix, 48828125E-11, becomes 48828125E91.
        let mut bytes = CUBIC.to_vec();
        let at = bytes.windows(4).position(|real| real == b"\x81\x25\xc1\x1f").expect("a matrix");
        bytes[at + 2] = 0xb9;
        let face = face(&bytes);
        let problem = face.subset(&used(&face, "Abc")).expect_err("damaged");
        assert_eq!(problem.code, Code::FontUnreadable);
        assert!(face.embed(&used(&face, "Abc")).is_err());
    }

    #[test]
    fn unknown_glyphs_have_no_cid() {
        let face = face(SANS);
        let subset = face.subset(&used(&face, "ab")).expect("a subset");
        let foreign = face.glyph('Ł').expect("a glyph");
        assert_eq!(subset.cid(foreign), 0);
        assert!(!subset.contains(foreign));
        assert!(subset.contains(0));
        assert_eq!(subset.cid(u16::MAX), 0);
    }

    #[test]
    fn names_depend_on_the_glyphs_alone() {
        let face = face(SANS);
        let name = |text| face.subset(&used(&face, text)).expect("a subset").base_name;
        assert_eq!(name("abc"), name("cba"));
        assert_eq!(name("Ła"), name("bŁ"));
        assert_ne!(name("abc"), name("abŁ"));
        let (tag, rest) =
            name("abc").split_once('+').map(|(a, b)| (a.to_owned(), b.to_owned())).expect("a tag");
        assert!(tag.len() == 6 && tag.bytes().all(|b| b.is_ascii_uppercase()));
        assert_eq!(rest, "FixtureSans");
    }

    #[test]
    fn equal_glyphs_give_equal_bytes() {
        let (one, other) = (face(SANS), face(SANS));
        assert_eq!(one.subset(&used(&one, "abc")), other.subset(&used(&other, "cab")));
    }

    #[test]
    fn western_documents_share_one_subset() {
        let face = face(SANS);
        let one = face.embed(&used(&face, "Olé fi")).expect("a subset");
        let other = face.embed(&used(&face, "xyz")).expect("a subset");
        assert!(Arc::ptr_eq(&one, &other));
        assert!(!one.contains(face.glyph('Ł').expect("a glyph")));
        let own = face.embed(&used(&face, "Ł")).expect("a subset");
        assert_eq!(own.widths.len(), one.widths.len() + 1);
    }

    #[test]
    fn the_built_in_font_is_cut_to_the_document() {
        let face = Arc::new(Face::built_in().expect("the built-in font"));
        assert!(face.base_subset().is_none());
        let subset = face.embed(&used(&face, "Ł")).expect("a subset");
        assert!(subset.program.len() < 1000);
    }

    #[test]
    fn the_built_in_font_is_embedded_as_its_original() {
        let (built_in, original) = (Face::built_in().expect("the built-in font"), face(FALLBACK));
        assert_eq!(built_in.postscript_name(), original.postscript_name());
        assert_eq!(built_in.descriptor(), original.descriptor());
        let glyphs: Vec<u16> = (1..original.glyph_count() as u16).collect();
        let programs = [&built_in, &original].map(|face| program(face, &glyphs));
        assert!(programs[0].is_some() && programs[0] == programs[1]);
        let fonts = [built_in.bytes(), FALLBACK].map(|font| Sfnt::parse(font).expect("a font"));
        for tag in [b"GDEF", b"GPOS", b"GSUB", b"OS/2", b"cmap", b"hhea", b"hmtx", b"kern", b"maxp"]
        {
            let [own, other] = fonts.each_ref().map(|font| font.table(tag).expect("a table"));
            assert_eq!(own, other, "{}", tag.escape_ascii());
        }
    }

    #[test]
    fn the_map_to_unicode_is_there() {
        let face = face(SANS);
        let subset = face.subset(&used(&face, "afi")).expect("a subset");
        let map = String::from_utf8(inflate(&subset.to_unicode)).expect("text");
        assert!(map.contains("<00660069>"));
    }
}

//! A part of a face as PDFs embed it.

use super::descriptor::Descriptor;

/// A part of a face, ready for a PDF: a Type0 font with Identity-H, whose CIDs are glyph numbers
/// within the part (spec 10.3).
#[derive(Debug, Clone, PartialEq)]
pub struct Subset {
    /// `ABCDEF+Name`; the six letters stand for the set of glyphs.
    pub base_name: String,
    /// The kind of font program.
    pub kind: Program,
    /// The font program, deflated (`/FlateDecode`).
    pub program: Vec<u8>,
    /// Widths by CID, in thousandths of the size.
    pub widths: Vec<f32>,
    /// The ToUnicode map, deflated (`/FlateDecode`).
    pub to_unicode: Vec<u8>,
    /// The measures of the whole face.
    pub descriptor: Descriptor,
    /// CID by glyph of the original font; 0 for none.
    pub(super) cids: Vec<u16>,
}

/// Kind of an embedded font program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Program {
    /// `/FontFile2` in a `/CIDFontType2`, `/CIDToGIDMap /Identity`.
    TrueType {
        /// `/Length1`: bytes before deflating.
        length: usize,
    },
    /// `/FontFile3` of subtype `/CIDFontType0C` in a `/CIDFontType0`.
    Cff,
}

impl Subset {
    /// The CID of a glyph of the original font; 0 (`.notdef`) when the subset does not have it.
    #[inline]
    pub fn cid(&self, glyph: u16) -> u16 {
        self.cids.get(usize::from(glyph)).copied().unwrap_or(0)
    }

    /// Returns true if the subset has a glyph of the original font.
    pub fn contains(&self, glyph: u16) -> bool {
        glyph == 0 || self.cid(glyph) != 0
    }
}

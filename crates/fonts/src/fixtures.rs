//! Fonts for the tests; `tests/fonts/make.py` says how they were made.

use std::sync::Arc;

use super::Face;

/// Liberation Sans, what the built-in fallback was made from: TrueType with instructions.
pub(super) const FALLBACK: &[u8] =
    include_bytes!("../../../tests/fonts/LiberationSans-Regular.ttf");
/// Latin and a little Arabic with `ccmp`, `liga`, `rlig` and the joining forms; hinted TrueType.
pub(crate) const SANS: &[u8] = include_bytes!("../../../tests/fonts/FixtureSans.ttf");
/// `abcfié` and the space.
pub(crate) const SMALL: &[u8] = include_bytes!("../../../tests/fonts/FixtureSmall.ttf");
/// `SMALL` as WOFF.
pub(super) const WOFF: &[u8] = include_bytes!("../../../tests/fonts/FixtureSmall.woff");
/// `SMALL` as WOFF2.
pub(super) const WOFF2: &[u8] = include_bytes!("../../../tests/fonts/FixtureSmall.woff2");
/// `AVTofix.,-…`, kerned, with marks over and below letters.
pub(super) const KERN: &[u8] = include_bytes!("../../../tests/fonts/FixtureKern.ttf");
/// Letters and digits with CFF outlines.
pub(super) const CUBIC: &[u8] = include_bytes!("../../../tests/fonts/FixtureCubic.otf");

pub(crate) fn face(bytes: &[u8]) -> Arc<Face> {
    Arc::new(Face::from_bytes("fixture", bytes.to_vec()).expect("a font"))
}

/// [`SANS`] under a licence that forbids embedding: `fsType` is the fifth word of `OS/2`.
pub(crate) fn restricted() -> Vec<u8> {
    let mut bytes = SANS.to_vec();
    let record = bytes.windows(4).position(|tag| tag == b"OS/2").expect("a table");
    let offset: [u8; 4] = bytes[record + 8..record + 12].try_into().expect("four bytes");
    let kind = u32::from_be_bytes(offset) as usize + 8;
    bytes[kind..kind + 2].copy_from_slice(&[0, 2]);
    bytes
}

/// The outline of a glyph as SVG path.
pub(super) fn outline(font: &[u8], glyph: u16) -> String {
    use skrifa::outline::{DrawSettings, pen::SvgPen};
    use skrifa::prelude::{FontRef, LocationRef, Size};
    use skrifa::{GlyphId, MetadataProvider};

    let font = FontRef::new(font).expect("a font");
    let mut pen = SvgPen::new();
    let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
    let glyph = font.outline_glyphs().get(GlyphId::new(glyph.into())).expect("a glyph");
    glyph.draw(settings, &mut pen).expect("an outline");
    pen.to_string()
}

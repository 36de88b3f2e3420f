//! A parsed font file.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use harfrust::Font;
use skrifa::raw::model::name::NameId;

use super::charmap::CharMap;
use super::descriptor::Descriptor;
use super::glyph_text::BaseTexts;
use super::outline::Step;
use super::sfnt::{self, Sfnt, u16_at};
use super::subset::Subset;
use super::substitutions::{self, GlyphSet};
use super::text::is_plain;
use super::unpack::unpack_member;
use reportctl_base::problem::{Code, Problem, Result};

/// Longest name that PDF allows, less the subset tag.
const LONGEST_NAME: usize = 100;

/// A font file, parsed once. Share it as `Arc<Face>`; it never changes.
pub struct Face {
    name: String,
    postscript_name: String,
    font: Font,
    bytes: Arc<Cow<'static, [u8]>>,
    charmap: CharMap,
    advances: Vec<u16>,
    units_per_em: u16,
    affected: GlyphSet,
    shapes_all: bool,
    has_positions: bool,
    descriptor: Descriptor,
    pub(super) base_texts: OnceLock<BaseTexts>,
    /// `None` for TrueType outlines.
    cff_outlines: Option<OnceLock<Vec<u8>>>,
    /// `None` for the built-in fallback, which is subset per document.
    pub(super) base: Option<OnceLock<Option<Arc<Subset>>>>,
}

impl Face {
    /// Reads a TrueType, OpenType (TrueType or CFF outlines), WOFF or WOFF2 font; of a collection
    /// the first. `name` is what problems call it, usually the file name.
    ///
    /// A variable font is used at its default instance (spec 10.3: one weight).
    ///
    /// # Errors
    /// `fontDecompressFailed` with detail `format`, `fontUnreadable` (spec 13), or `fontRestricted`
    /// if the file forbids embedding.
    pub fn from_bytes(name: &str, bytes: Vec<u8>) -> Result<Self> {
        Self::from_collection(name, bytes, 0)
    }

    /// Reads the font of that number in a file, 0 where it is no collection.
    ///
    /// # Errors
    /// As for [`Face::from_bytes`].
    pub fn from_collection(name: &str, bytes: Vec<u8>, number: u32) -> Result<Self> {
        let plain = unpack_member(name, bytes, number)?;
        Self::parse(name, Cow::Owned(plain), Some(OnceLock::new()))
    }

    /// A font inside the program that stands for a standard one.
    #[cfg(any(feature = "screen-fonts", feature = "embeddable-fonts"))]
    pub(super) fn drawn(name: &str, bytes: &'static [u8]) -> Result<Self> {
        Self::parse(name, Cow::Borrowed(bytes), None)
    }

    /// The font inside the program: Liberation Sans without what documents do not take over, and
    /// under another name, because its licence reserves that one for the whole file.
    #[cfg(feature = "fallback-font")]
    pub(super) fn built_in() -> Result<Self> {
        let bytes = include_bytes!("data/ReportSans-Regular.ttf");
        let face = Self::parse("built in", Cow::Borrowed(bytes), None)?;
        // Documents embed the glyphs of the original.
        Ok(Self { postscript_name: "LiberationSans".to_owned(), ..face })
    }

    fn parse(
        name: &str,
        bytes: Cow<'static, [u8]>,
        base: Option<OnceLock<Option<Arc<Subset>>>>,
    ) -> Result<Self> {
        let unreadable =
            |what: &str| Problem::new(Code::FontUnreadable, format!("the font `{name}` {what}"));
        let damaged =
            || unreadable("is damaged").advice("get the file again, or give another font");
        let sfnt = Sfnt::parse(&bytes).ok_or_else(damaged)?;
        if let Some(tag) = missing_table(&sfnt) {
            let tag = tag.escape_ascii();
            return Err(unreadable(&format!("is damaged: it has no `{tag}` table"))
                .advice("get the file again, or give another font"));
        }
        if sfnt.table(b"glyf").is_none() && sfnt.table(b"CFF ").is_none() {
            return Err(unreadable("has neither TrueType nor CFF outlines").advice(
                "give a static font; variable fonts with CFF2 outlines cannot be embedded",
            ));
        }
        if is_restricted(&sfnt) {
            return Err(Problem::new(
                Code::FontRestricted,
                format!(
                    "the licence in the font `{name}` forbids embedding (`fsType` of its table `OS/2` is 2)"
                ),
            )
            .advice("use another font, or ask its maker for one that may be embedded"));
        }
        let substitutions = sfnt.table(b"GSUB").map(<[u8]>::to_vec);
        let has_positions = [b"GPOS", b"kern", b"kerx"].iter().any(|tag| sfnt.table(tag).is_some());
        let is_cff = sfnt.table(b"glyf").is_none();
        let shapes_all = sfnt.table(b"morx").is_some() && substitutions.is_none();

        let bytes = Arc::new(bytes);
        let shared: Arc<dyn AsRef<[u8]> + Send + Sync> = bytes.clone();
        let font = Font::new(shared, 0).ok_or_else(damaged)?;
        let metrics = *font.metrics();
        let charmap = char_map(&font);
        if charmap.is_empty() {
            return Err(unreadable("has no Unicode character map").advice("give another font"));
        }
        let advances = advances(&font);
        if advances.is_empty() {
            return Err(
                unreadable("has no glyphs").advice("get the file again, or give another font")
            );
        }
        let mut plain = GlyphSet::new(advances.len());
        charmap.iter().filter(|(c, _)| is_plain(*c)).for_each(|(_, glyph)| plain.insert(glyph));
        Ok(Self {
            name: name.to_owned(),
            postscript_name: postscript_name(&font).unwrap_or_else(|| pdf_name(name)),
            charmap,
            affected: substitutions::affected(substitutions.as_deref(), &plain),
            shapes_all,
            has_positions,
            advances,
            units_per_em: metrics.units_per_em,
            descriptor: Descriptor::of(&font),
            font,
            bytes,
            base_texts: OnceLock::new(),
            cff_outlines: is_cff.then(OnceLock::new),
            base,
        })
    }

    /// The name it was given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name PDF knows it by, without a subset tag.
    pub fn postscript_name(&self) -> &str {
        &self.postscript_name
    }

    pub fn descriptor(&self) -> &Descriptor {
        &self.descriptor
    }

    /// Units in which [`Face::advance`] counts, per size.
    pub fn units_per_em(&self) -> u16 {
        self.units_per_em
    }

    /// Number of glyphs.
    pub fn glyph_count(&self) -> usize {
        self.advances.len()
    }

    /// The glyph of a character, before any substitution.
    #[inline]
    pub fn glyph(&self, character: char) -> Option<u16> {
        self.charmap.glyph(character)
    }

    /// Advance of a glyph in font units.
    #[inline]
    pub fn advance(&self, glyph: u16) -> u16 {
        self.advances.get(usize::from(glyph)).copied().unwrap_or(0)
    }

    /// Font units to thousandths of the size.
    #[inline]
    pub(super) fn thousandths(&self, units: u64) -> f64 {
        units as f64 * 1000.0 / f64::from(self.units_per_em)
    }

    /// Font units of places to thousandths of the size.
    #[inline]
    pub(super) fn thousandths_of(&self, units: i64) -> f64 {
        units as f64 * 1000.0 / f64::from(self.units_per_em)
    }

    /// Returns true if a default substitution may start at the glyph.
    #[inline]
    pub(super) fn is_affected(&self, glyph: u16) -> bool {
        self.shapes_all || self.affected.contains(glyph)
    }

    /// Returns true if the font positions glyphs beyond their advances.
    pub(super) fn has_positions(&self) -> bool {
        self.has_positions
    }

    pub(super) fn font(&self) -> &Font {
        &self.font
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// A font file with the CFF outlines and the tables for subsetting them only: absent tables
    /// cannot be damaged. `None` for TrueType outlines.
    pub(super) fn cff_outlines(&self) -> Option<&[u8]> {
        const TABLES: [&[u8; 4]; 5] = [b"CFF ", b"head", b"hhea", b"hmtx", b"maxp"];
        let outlines = self.cff_outlines.as_ref()?.get_or_init(|| {
            let Some(mut sfnt) = Sfnt::parse(&self.bytes) else { return Vec::new() };
            sfnt.tables.retain(|(tag, _)| TABLES.contains(&tag));
            sfnt::write(sfnt.version, sfnt.tables)
        });
        Some(outlines)
    }

    /// A short name of the file: two files hardly ever have the same.
    ///
    /// It is made of the beginning of the file, which holds the check sums of all tables.
    pub fn fingerprint(&self) -> u32 {
        let beginning = self.bytes.get(..512).unwrap_or(&self.bytes);
        beginning
            .iter()
            .fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
    }

    /// The outline of a glyph in font units, y upwards; nothing for a blank.
    pub fn outline(&self, glyph: u16) -> Vec<Step> {
        super::outline::of(&self.bytes, glyph)
    }
}

impl std::fmt::Debug for Face {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Face").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Returns true if the licence forbids embedding: of the usage bits of `fsType`, only "restricted"
/// is set.
fn is_restricted(sfnt: &Sfnt<'_>) -> bool {
    const USAGE: u16 = 0xF;
    const RESTRICTED: u16 = 2;
    let kind = sfnt.table(b"OS/2").and_then(|table| u16_at(table, 8));
    kind.is_some_and(|kind| kind & USAGE == RESTRICTED)
}

fn missing_table(sfnt: &Sfnt) -> Option<&'static [u8; 4]> {
    const NEEDED: [&[u8; 4]; 5] = [b"cmap", b"head", b"hhea", b"hmtx", b"maxp"];
    NEEDED.into_iter().find(|tag| sfnt.table(tag).is_none())
}

fn char_map(font: &Font) -> CharMap {
    let charmap = font.charmap();
    let pairs = charmap.unicodes().map(|(code, glyph)| (code, glyph.to_u32()));
    if charmap.unicode_is_symbol() {
        // Symbol fonts keep their characters at U+F0xx; texts name them by the last byte.
        let low = charmap.unicodes().filter(|(code, _)| code & 0xFF00 == 0xF000);
        CharMap::new(pairs.chain(low.map(|(code, glyph)| (code & 0xFF, glyph.to_u32()))))
    } else {
        CharMap::new(pairs)
    }
}

fn advances(font: &Font) -> Vec<u16> {
    let metrics = font.glyph_metrics();
    let count = font.num_glyphs().min(u32::from(u16::MAX));
    (0..count)
        .map(|glyph| metrics.h_advance(harfrust::GlyphId::new(glyph)).clamp(0.0, 65535.0) as u16)
        .collect()
}

fn postscript_name(font: &Font) -> Option<String> {
    let names = font.names();
    let name = names.get(NameId::POSTSCRIPT_NAME).or_else(|| names.get(NameId::FULL_NAME))?;
    let text: String = name.english_or_first()?.name().chars().take(LONGEST_NAME).collect();
    Some(pdf_name(&text)).filter(|name| name != UNNAMED)
}

const UNNAMED: &str = "Font";

/// Only what a PDF name shows as itself.
fn pdf_name(text: &str) -> String {
    let regular = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '+');
    let name: String = text.chars().filter(regular).take(LONGEST_NAME).collect();
    if name.is_empty() { UNNAMED.to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{CUBIC, FALLBACK, SANS, SMALL, WOFF, WOFF2, face, restricted};

    #[test]
    fn faces_are_shared_between_threads() {
        fn shared<T: Send + Sync>() {}
        shared::<Face>();
    }

    #[test]
    fn a_truetype_face() {
        let face = face(SANS);
        assert_eq!(face.postscript_name(), "FixtureSans");
        assert_eq!(face.units_per_em(), 2048);
        let glyph = face.glyph('A').expect("a glyph");
        assert_eq!(face.advance(glyph), 1401);
        assert_eq!(face.glyph('漢'), None);
        assert_eq!(face.advance(u16::MAX), 0);
    }

    #[test]
    fn a_cff_face() {
        let face = face(CUBIC);
        assert_eq!(face.postscript_name(), "FixtureCubic");
        assert_eq!(face.advance(face.glyph('A').expect("a glyph")), 1401);
        assert!((face.descriptor().cap_height - 729.0).abs() < 1.0);
    }

    #[test]
    fn packed_faces_are_the_plain_one() {
        let plain = face(SMALL);
        for packed in [WOFF, WOFF2].map(face) {
            assert_eq!(packed.postscript_name(), plain.postscript_name());
            assert_eq!(packed.advances, plain.advances);
            assert_eq!(packed.glyph('é'), plain.glyph('é'));
        }
    }

    #[test]
    fn the_descriptor_is_in_thousandths() {
        let descriptor = Face::built_in().expect("the built-in font").descriptor;
        assert_eq!(descriptor.ascent.round(), 905.0);
        assert_eq!(descriptor.descent.round(), -212.0);
        assert_eq!(descriptor.flags, 4);
        assert_eq!(descriptor.italic_angle, 0.0);
    }

    #[test]
    fn the_fallback_is_as_wide_as_helvetica() {
        use crate::helvetica;
        let face = face(FALLBACK);
        for character in helvetica::characters().filter(|&c| c != '\u{ad}') {
            let glyph = face.glyph(character).expect("a glyph");
            let width = face.thousandths(face.advance(glyph).into());
            let code = helvetica::encode(character).expect("a code");
            // Adobe's figures for a few symbols differ from those of every metric clone.
            if !"¯±µ·÷".contains(character) {
                assert_eq!(width.round(), f64::from(helvetica::advance(code)), "{character}");
            }
        }
    }

    #[test]
    fn a_font_that_lacks_a_table_is_named() {
        let mut bytes = SMALL.to_vec();
        let cmap = bytes.windows(4).position(|tag| tag == b"cmap").expect("a table");
        bytes[cmap..cmap + 4].copy_from_slice(b"cmaq");
        let problem = Face::from_bytes("brand.ttf", bytes).expect_err("damaged");
        assert_eq!(problem.code, Code::FontUnreadable);
        assert_eq!(problem.message, "the font `brand.ttf` is damaged: it has no `cmap` table");
    }

    #[test]
    fn a_licence_that_forbids_embedding_is_kept() {
        let problem = Face::from_bytes("brand.ttf", restricted()).expect_err("restricted");
        assert_eq!(problem.code, Code::FontRestricted);
        assert!(problem.message.contains("`brand.ttf` forbids embedding"), "{}", problem.message);
    }

    #[test]
    fn names_are_safe_in_a_pdf() {
        assert_eq!(pdf_name("My Font/2 (é)"), "MyFont2");
        assert_eq!(pdf_name("漢字"), "Font");
    }
}

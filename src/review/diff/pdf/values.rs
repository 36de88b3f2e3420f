//! Lengths, texts and names of fonts as reports of differences show them.

use std::collections::HashMap;

use encoding_rs::WINDOWS_1252;
use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_interpret::font::{GlyphIdentifier, OutlineGlyph};
use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Dict, Name, Object};
use hayro_font::{FontCache, FontGlyph};

/// Most fonts whose names are looked up.
const MAX_FONTS: usize = 1000;

/// Points as millimetres, to the thousandth.
pub(super) fn millimetres(points: f64) -> f64 {
    (points * 25.4 / 72.0 * 1000.0).round() / 1000.0
}

/// A text of the document itself (ISO 32000-1, 7.9.2.2): UTF-16 after its mark, else bytes.
pub(super) fn text_string(bytes: &[u8]) -> String {
    if let Some(units) = bytes.strip_prefix(&[0xFE, 0xFF]) {
        let units = units.chunks(2).map(|pair| match *pair {
            [high, low] => u16::from_be_bytes([high, low]),
            _ => 0xFFFD,
        });
        return String::from_utf16_lossy(&units.collect::<Vec<_>>());
    }
    match str::from_utf8(bytes) {
        Ok(text) => text.trim_start_matches('\u{FEFF}').to_owned(),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned(),
    }
}

/// The names of fonts that are known by their glyphs only.
pub(super) struct FontNames(HashMap<GlyphIdentifier, String>);

impl FontNames {
    /// The names of the simple fonts of a document.
    #[expect(clippy::mutable_key_type, reason = "glyphs are known by the address of their font")]
    pub(super) fn of(pdf: &Pdf, settings: &InterpreterSettings) -> Self {
        let cache = FontCache::new();
        let mut names = HashMap::new();
        let dictionaries = pdf.objects().into_iter().filter_map(|object| match object {
            Object::Dict(dictionary) => Some(dictionary),
            _ => None,
        });
        let is_simple = |font: &Dict<'_>| {
            let named = |key, name: &[u8]| {
                font.get::<Name<'_>>(key).is_some_and(|found| found.as_ref() == name)
            };
            named("Type", b"Font") && !named("Subtype", b"Type0") && !named("Subtype", b"Type3")
        };
        for dictionary in dictionaries.filter(is_simple).take(MAX_FONTS) {
            let Some(name) = dictionary.get::<Name<'_>>("BaseFont") else { continue };
            let name = String::from_utf8_lossy(name.as_ref()).into_owned();
            // Six letters mark a part of a font.
            let name = match name.split_once('+') {
                Some((part, name)) if part.len() == 6 => name.to_owned(),
                _ => name,
            };
            let font = cache.font(&dictionary, &settings.font_resolver, &settings.cmap_resolver);
            let Some(font) = font else { continue };
            for code in 0..256 {
                if let FontGlyph::Outline(glyph) = font.glyph(font.map_code(code), code) {
                    names.entry(glyph.identifier()).or_insert_with(|| name.clone());
                }
            }
        }
        Self(names)
    }

    /// The name of the font of a glyph.
    pub(super) fn name(&self, glyph: &OutlineGlyph) -> String {
        let name = glyph.font_data().and_then(|font| font.postscript_name);
        name.or_else(|| self.0.get(&glyph.identifier()).cloned()).unwrap_or_default()
    }
}

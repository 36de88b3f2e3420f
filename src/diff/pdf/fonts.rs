//! What the codes of a font say.

use std::collections::HashMap;

use encoding_rs::WINDOWS_1252;
use lopdf::{Dictionary, Object};

use super::read::{Pdf as Document, dictionary, inflated, name};

/// A font of a document.
pub(super) struct Font {
    /// Its name, without the letters that mark a part of a font.
    pub(super) name: String,
    /// The texts of its codes, of two bytes each; none of a standard font.
    texts: Option<HashMap<u16, String>>,
}

impl Font {
    pub(super) fn of(document: &Document, font: &Dictionary) -> Self {
        let full = name(document, font, b"BaseFont").unwrap_or_default();
        let is_part = full.as_bytes().get(6) == Some(&b'+');
        let texts = font.get(b"ToUnicode").ok().map(|map| {
            let map = document.dereference(map).ok().and_then(|(_, map)| map.as_stream().ok());
            let map = map.and_then(|stream| inflated(document, stream).ok()).unwrap_or_default();
            texts(&String::from_utf8_lossy(&map))
        });
        let name = if is_part { full[7..].to_owned() } else { full };
        Self { name, texts }
    }

    /// What a string of codes says that is read from the last to the first.
    pub(super) fn reversed_text(&self, codes: &[u8]) -> String {
        self.text(codes).chars().rev().collect()
    }

    /// What a string of codes says. A code without a text says nothing.
    pub(super) fn text(&self, codes: &[u8]) -> String {
        match &self.texts {
            None => WINDOWS_1252.decode_without_bom_handling(codes).0.into_owned(),
            Some(texts) => {
                let code = |pair: &[u8]| match *pair {
                    [high, low] => texts.get(&u16::from_be_bytes([high, low])),
                    _ => None,
                };
                codes.chunks(2).filter_map(code).map(String::as_str).collect()
            }
        }
    }
}

/// The entries of a ToUnicode map as this program writes it (ISO 32000-1, 9.10.3): `bfchar` and
/// `bfrange`, a line each.
fn texts(map: &str) -> HashMap<u16, String> {
    /// Each code once, and some of them again.
    const MOST_CODES: usize = 1 << 18;
    let mut texts = HashMap::new();
    let mut codes = 0;
    for line in map.lines() {
        let numbers: Vec<&str> =
            line.split(['<', '>']).filter(|part| !part.trim().is_empty()).collect();
        if !line.starts_with('<') {
            continue;
        }
        let code = |hex: &str| u16::from_str_radix(hex, 16).ok();
        match numbers.as_slice() {
            [single, text] => {
                if let (Some(single), Some(text)) = (code(single), utf16(text)) {
                    texts.insert(single, text);
                }
            }
            [first, last, text] => {
                let (Some(first), Some(last), Some(start)) = (code(first), code(last), utf16(text))
                else {
                    continue;
                };
                let Some(start) = start.chars().next() else { continue };
                codes += usize::from(last.saturating_sub(first));
                if codes > MOST_CODES {
                    return texts;
                }
                for (step, code) in (first..=last).enumerate() {
                    let character = u32::try_from(step)
                        .ok()
                        .and_then(|step| char::from_u32(u32::from(start) + step));
                    texts.extend(character.map(|character| (code, character.to_string())));
                }
            }
            _ => {}
        }
    }
    texts
}

/// UTF-16 in hexadecimal digits.
fn utf16(hex: &str) -> Option<String> {
    let unit = |at: usize| u16::from_str_radix(hex.get(at..at + 4)?, 16).ok();
    let units: Option<Vec<u16>> = (0..hex.len()).step_by(4).map(unit).collect();
    String::from_utf16(&units?).ok()
}

/// A text of the document itself (ISO 32000-1, 7.9.2.2): UTF-16 after its mark, else bytes.
pub(super) fn text_string(object: &Object) -> Option<String> {
    let bytes = object.as_str().ok()?;
    Some(match bytes.strip_prefix(&[0xFE, 0xFF]) {
        Some(units) => {
            let units = units.chunks(2).map(|pair| match *pair {
                [high, low] => u16::from_be_bytes([high, low]),
                _ => 0xFFFD,
            });
            String::from_utf16_lossy(&units.collect::<Vec<_>>())
        }
        None => String::from_utf8_lossy(bytes).into_owned(),
    })
}

/// The fonts of a resource dictionary by their names in content streams.
pub(super) fn of_resources(document: &Document, resources: &Dictionary) -> HashMap<Vec<u8>, Font> {
    let fonts = resources.get(b"Font").ok().and_then(|fonts| dictionary(document, fonts));
    let fonts = fonts.into_iter().flat_map(Dictionary::iter);
    fonts
        .filter_map(|(name, font)| {
            Some((name.clone(), Font::of(document, dictionary(document, font)?)))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_are_read_as_they_are_written() {
        let map = "1 begincodespacerange\n<0000><FFFF>\nendcodespacerange\n2 beginbfchar\n\
            <0003><D83DDE00>\n<0005><00660069>\nendbfchar\n1 beginbfrange\n<0007><0009><0041>\nendbfrange\n";
        let texts = texts(map);
        let of = |code: u16| texts.get(&code).map(String::as_str);
        assert_eq!((of(3), of(5)), (Some("😀"), Some("fi")));
        assert_eq!([7, 8, 9].map(of), [Some("A"), Some("B"), Some("C")]);
        let font = Font { name: String::new(), texts: Some(texts) };
        assert_eq!(font.text(&[0, 7, 0, 3, 0, 1, 0, 9, 0]), "A😀C");
        let standard = Font { name: String::new(), texts: None };
        assert_eq!(standard.text(&[0x80, b' ', 0xE9]), "€ é");
    }
}

//! Damaged fonts: whatever comes in, nothing panics.

use std::sync::Arc;

use proptest::prelude::*;

use super::fixtures::{CUBIC, FALLBACK, SANS, SMALL, WOFF, WOFF2};
use super::{Face, Fonts, GlyphUse, Typesetter};

/// Everything that a render does with a font.
fn exercise(bytes: Vec<u8>) {
    let Ok(face) = Face::from_bytes("damaged", bytes) else { return };
    let face = Arc::new(face);
    let fonts = Fonts::new(vec![face.clone()], true);
    let mut setter = Typesetter::new(&fonts);
    let mut used = GlyphUse::new();
    for text in ["Ação fi ffi 123 …", "سلام عليكم", "x\u{302}y\u{200d}z", "abc"] {
        for width in [1e9, 30.0] {
            let Ok(line) = setter.set_truncated(text, 10.0, width) else { continue };
            for run in line.runs.iter().filter(|run| run.face.index() == 1) {
                used.add(&face, line, run);
            }
        }
    }
    let _ = face.embed(&used);
    let _ = face.subset(&used);
}

fn original() -> impl Strategy<Value = &'static [u8]> {
    prop::sample::select(vec![SMALL, WOFF, WOFF2, SANS, CUBIC])
}

proptest! {
    #[test]
    fn arbitrary_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300), magic in 0..6) {
        let magic: &[u8] = match magic {
            0 => b"wOFF", 1 => b"wOF2", 2 => b"OTTO", 3 => b"ttcf", 4 => b"\0\x01\0\0", _ => b"",
        };
        exercise([magic, &bytes].concat());
    }

    #[test]
    fn changed_bytes(
        font in original(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
    ) {
        let mut bytes = font.to_vec();
        for (at, value) in changes {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        exercise(bytes);
    }

    #[test]
    fn changed_heads(
        font in original(),
        changes in prop::collection::vec((0_usize..600, any::<u8>()), 1..8),
    ) {
        let mut bytes = font.to_vec();
        for (at, value) in changes {
            let at = at % bytes.len();
            bytes[at] = value;
        }
        exercise(bytes);
    }

    #[test]
    fn cut_fonts(font in original(), at in any::<prop::sample::Index>()) {
        exercise(font[..at.index(font.len())].to_vec());
    }
}

#[test]
fn the_whole_fallback_font_is_embedded() {
    let face = Arc::new(Face::from_bytes("whole", FALLBACK.to_vec()).expect("a font"));
    let fonts = Fonts::new(vec![face.clone()], false);
    let mut setter = Typesetter::new(&fonts);
    let mut used = GlyphUse::new();
    for character in (0x20..0x3000).filter_map(char::from_u32) {
        if let Ok(line) = setter.set(character.encode_utf8(&mut [0; 4])) {
            for run in &line.runs {
                used.add(&face, line, run);
            }
        }
    }
    let subset = face.embed(&used).expect("a subset");
    assert!(used.glyphs().iter().all(|&glyph| subset.contains(glyph)));
}

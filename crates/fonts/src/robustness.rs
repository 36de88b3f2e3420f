//! Damaged fonts: whatever comes in, nothing panics.

use std::sync::Arc;

use proptest::prelude::*;

use super::fixtures::{CUBIC, FALLBACK, KERN, SANS, SMALL, WOFF, WOFF2};
use super::{Face, FaceSource, FontDefinition, Fonts, GlyphUse, NamedFonts, Typesetter, UsedFonts};
use reportctl_base::library::Library;

/// Everything that a render does with a font.
fn exercise(bytes: Vec<u8>) {
    exercise_named(&bytes);
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

/// The same with a font that a template names, whose positions are used.
fn exercise_named(bytes: &[u8]) {
    let mut library = Library::default();
    library.insert("font", bytes);
    for number in 0..2 {
        let source = FaceSource::File { name: "font".to_owned(), number };
        let font = FontDefinition {
            name: "default".to_owned(),
            pointer: String::new(),
            faces: [Some(source), None, None, None],
            fallback: Vec::new(),
        };
        let Ok(named) = NamedFonts::load(&[font], &library) else { continue };
        let fonts = Fonts::standard().with_named(&Arc::new(named));
        let mut setter = Typesetter::new(&fonts);
        let mut used = UsedFonts::new(&fonts);
        for text in ["AVATo. fi", "T\u{301}\u{302}x\u{323}", "سلام عليكم", "abc"] {
            for width in [1e9, 30.0] {
                let Ok(line) = setter.set_truncated(text, 10.0, width) else { continue };
                assert!(line.width.is_finite());
                for run in &line.runs {
                    let offsets = line.offsets_of(run);
                    assert!(offsets.is_empty() || offsets.len() == line.glyphs_of(run).len() + 1);
                    used.add(line, run, &mut Vec::new());
                }
            }
            let (mut sum, whole) = (0.0, setter.set(text).map(|line| line.width));
            let slack = setter.advances(text, |_, advance, _| sum += advance);
            if let (Ok(slack), Ok(whole)) = (slack, whole) {
                assert!(slack.is_infinite() || (sum - whole).abs() <= slack);
            }
        }
    }
}

fn original() -> impl Strategy<Value = &'static [u8]> {
    prop::sample::select(vec![SMALL, WOFF, WOFF2, SANS, CUBIC, KERN])
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

//! What it brings to know which glyphs the default substitutions of a font can touch: text without
//! them needs no shaper.

use std::sync::Arc;

use reportctl::font::Face;
use reportctl::{Fonts, Options};

use crate::{compare, contender, input, prepare};

const FONT: &[u8] = include_bytes!("../../tests/fonts/LiberationSans-Regular.ttf");

/// A ledger in a font of the user, with the shortcut and without.
pub(crate) fn shaping(rounds: usize) {
    let prepared = prepare(&input::ledger_template());
    let data = input::ledger(2_000);
    let face = |font: &[u8]| Face::from_bytes("font", font.to_vec()).unwrap();
    let fonts = |font: &[u8]| Fonts::new(vec![Arc::new(face(font))], true);
    let always_shaped = always_shaped();
    let (shortcut, shaped) = (fonts(FONT), fonts(&always_shaped));
    let document = |fonts: &Fonts| prepared.generate(&data, &Options::new(fonts)).unwrap().len();
    assert_eq!(document(&shortcut), document(&shaped), "the same glyphs");
    compare(
        "ledger of 2,000 rows in a font of the user",
        rounds,
        vec![
            contender("shaped where substitutions can be", || document(&shortcut)),
            contender("all text shaped", || document(&shaped)),
            contender("read the font", || face(FONT).glyph_count()),
            contender("read it, substitutions unread", || face(&always_shaped).glyph_count()),
        ],
    );
}

/// The same font, except that its table of substitutions says that it has variations. The engine
/// does not follow these, and shapes every text; the shaper finds none that can be read.
fn always_shaped() -> Vec<u8> {
    let mut font = FONT.to_vec();
    let entry = font.windows(4).position(|tag| tag == b"GSUB").unwrap();
    let offset = font[entry + 8..entry + 12].try_into().map(u32::from_be_bytes).unwrap();
    let minor_version = offset as usize + 3;
    font[minor_version] = 1;
    font
}

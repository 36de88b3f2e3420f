//! A font made for tests: every character is a box, half as wide as the font is large.

use std::sync::Arc;

use reportctl::Fonts;
use reportctl::font::Face;

/// The characters it has: Latin 1 and the ellipsis.
const RANGES: [(u32, u32); 3] = [(0x20, 0x7e), (0xa0, 0xff), (0x2026, 0x2026)];

const UNITS_PER_EM: u16 = 1000;
const ADVANCE: u16 = 500;

/// The font alone, without the built-in fallback.
pub(crate) fn fonts() -> Fonts {
    Fonts::new(vec![Arc::new(Face::from_bytes("Fixed", build()).unwrap())], false)
}

/// The font file (TrueType).
pub(crate) fn build() -> Vec<u8> {
    let glyphs: u16 = 1 + RANGES.iter().map(|(a, b)| (b - a + 1) as u16).sum::<u16>();
    let outline = outline();
    let mut loca = Vec::new();
    let mut glyf = Vec::new();
    for _ in 0..glyphs {
        loca.extend((glyf.len() as u32).to_be_bytes());
        glyf.extend(&outline);
    }
    loca.extend((glyf.len() as u32).to_be_bytes());
    let metrics = |count: u16| (0..count).flat_map(|_| words(&[ADVANCE, 50])).collect();
    file(&[
        (b"cmap", cmap()),
        (b"glyf", glyf),
        (b"head", head()),
        (b"hhea", hhea(glyphs)),
        (b"hmtx", metrics(glyphs)),
        (b"loca", loca),
        (
            b"maxp",
            [vec![0, 1, 0, 0], words(&[glyphs, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])].concat(),
        ),
        (b"post", [vec![0, 3, 0, 0], vec![0; 8], vec![0, 0, 0, 1], vec![0; 16]].concat()),
    ])
}

fn words(words: &[u16]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_be_bytes()).collect()
}

/// A box from (50, 0) to (450, 700).
fn outline() -> Vec<u8> {
    let mut glyph = words(&[1, 50, 0, 450, 700, 3, 0]);
    glyph.extend([1; 4]);
    glyph.extend(words(&[50, 400, 0, (-400_i16) as u16]));
    glyph.extend(words(&[0, 0, 700, 0]));
    glyph
}

fn head() -> Vec<u8> {
    let mut head = vec![0, 1, 0, 0, 0, 1, 0, 0];
    head.extend([0; 4]);
    head.extend(0x5f0f_3cf5_u32.to_be_bytes());
    head.extend(words(&[0, UNITS_PER_EM]));
    head.extend([0; 16]);
    head.extend(words(&[50, 0, 450, 700, 0, 8, 2, 1, 0]));
    head
}

fn hhea(glyphs: u16) -> Vec<u8> {
    let mut hhea = vec![0, 1, 0, 0];
    hhea.extend(words(&[
        800,
        (-200_i16) as u16,
        0,
        ADVANCE,
        50,
        50,
        450,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        glyphs,
    ]));
    hhea
}

/// A character map of format 12 (OpenType, `cmap`).
fn cmap() -> Vec<u8> {
    let mut cmap = words(&[0, 1, 3, 10]);
    cmap.extend(12_u32.to_be_bytes());
    cmap.extend(words(&[12, 0]));
    let length = 16 + 12 * RANGES.len() as u32;
    for word in [length, 0, RANGES.len() as u32] {
        cmap.extend(word.to_be_bytes());
    }
    let mut glyph = 1;
    for (first, last) in RANGES {
        for word in [first, last, glyph] {
            cmap.extend(word.to_be_bytes());
        }
        glyph += last - first + 1;
    }
    cmap
}

/// Tables, sorted by name, behind their directory.
fn file(tables: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let count = tables.len() as u16;
    let mut file = vec![0, 1, 0, 0];
    file.extend(words(&[count, 128, 3, count * 16 - 128]));
    let mut offset = 12 + tables.len() * 16;
    for (tag, table) in tables {
        file.extend(*tag);
        let padded = table.len().next_multiple_of(4);
        let sum = table.chunks(4).fold(0_u32, |sum, chunk| {
            let mut word = [0; 4];
            word[..chunk.len()].copy_from_slice(chunk);
            sum.wrapping_add(u32::from_be_bytes(word))
        });
        for word in [sum, offset as u32, table.len() as u32] {
            file.extend(word.to_be_bytes());
        }
        offset += padded;
    }
    for (_, table) in tables {
        file.extend(table);
        file.resize(file.len().next_multiple_of(4), 0);
    }
    file
}

//! Data Matrix, ECC 200 (ISO/IEC 16022): codewords, error correction, and the symbol they fill.

mod placement;
mod text;

use super::code128::Unit;
use super::galois::Field;
use super::{Matrix, Room, too_many_codewords, with_largest};

/// A size of symbol.
struct SymbolSize {
    rows: usize,
    columns: usize,
    /// Regions between which lines of alignment run, down and across.
    regions: (usize, usize),
    data: usize,
    check: usize,
    /// Blocks that are corrected each by itself.
    blocks: usize,
}

const fn size(
    rows: usize,
    columns: usize,
    regions: (usize, usize),
    data: usize,
    check: usize,
    blocks: usize,
) -> SymbolSize {
    SymbolSize { rows, columns, regions, data, check, blocks }
}

/// Squares and rectangles, each from small to large.
const SIZES: [SymbolSize; 30] = [
    size(10, 10, (1, 1), 3, 5, 1),
    size(12, 12, (1, 1), 5, 7, 1),
    size(14, 14, (1, 1), 8, 10, 1),
    size(16, 16, (1, 1), 12, 12, 1),
    size(18, 18, (1, 1), 18, 14, 1),
    size(20, 20, (1, 1), 22, 18, 1),
    size(22, 22, (1, 1), 30, 20, 1),
    size(24, 24, (1, 1), 36, 24, 1),
    size(26, 26, (1, 1), 44, 28, 1),
    size(32, 32, (2, 2), 62, 36, 1),
    size(36, 36, (2, 2), 86, 42, 1),
    size(40, 40, (2, 2), 114, 48, 1),
    size(44, 44, (2, 2), 144, 56, 1),
    size(48, 48, (2, 2), 174, 68, 1),
    size(52, 52, (2, 2), 204, 84, 2),
    size(64, 64, (4, 4), 280, 112, 2),
    size(72, 72, (4, 4), 368, 144, 4),
    size(80, 80, (4, 4), 456, 192, 4),
    size(88, 88, (4, 4), 576, 224, 4),
    size(96, 96, (4, 4), 696, 272, 4),
    size(104, 104, (4, 4), 816, 336, 6),
    size(120, 120, (6, 6), 1050, 408, 6),
    size(132, 132, (6, 6), 1304, 496, 8),
    size(144, 144, (6, 6), 1558, 620, 10),
    size(8, 18, (1, 1), 5, 7, 1),
    size(8, 32, (1, 2), 10, 11, 1),
    size(12, 26, (1, 1), 16, 14, 1),
    size(12, 36, (1, 2), 22, 18, 1),
    size(16, 36, (1, 2), 32, 24, 1),
    size(16, 48, (1, 2), 49, 28, 1),
];

/// The symbol of a text, a rectangle where its modules come out larger in the room than those of a
/// square.
pub(super) fn encode(text: &str, room: Room) -> Result<Matrix, String> {
    // Bytes above 127 are marked as UTF-8 (ECI 26).
    let mark: &[u8] = if text.is_ascii() { &[] } else { &[241, 27] };
    let units: Vec<Unit> = text.bytes().map(Unit::Character).collect();
    symbol(mark, &units, room)
}

/// The symbol of an element string of GS1.
pub(super) fn encode_gs1(units: &[Unit], room: Room) -> Result<Matrix, String> {
    symbol(&[232], units, room)
}

fn symbol(start: &[u8], units: &[Unit], room: Room) -> Result<Matrix, String> {
    let mut words = start.to_vec();
    let open = text::encode(units, &mut words);
    let length = words.len();
    let fitting = |sizes: &'static [SymbolSize]| sizes.iter().find(|size| size.data >= length);
    let shapes = [fitting(&SIZES[..24]), fitting(&SIZES[24..])].into_iter().flatten();
    let size = with_largest(shapes, |size| room.module(size.columns, size.rows))
        .ok_or_else(|| too_many_codewords(length, 1558))?;
    if length < size.data {
        if open {
            words.push(text::UNLATCH);
        }
        pad(&mut words, size.data);
    }
    correct(&mut words, size);
    Ok(draw(&words, size))
}

/// Fills what is left with pad words that look random.
fn pad(words: &mut Vec<u8>, length: usize) {
    if words.len() < length {
        words.push(129);
    }
    while words.len() < length {
        let random = 129 + (149 * (words.len() + 1)) % 253 + 1;
        words.push((if random > 254 { random - 254 } else { random }) as u8);
    }
}

/// Adds the check words, whose blocks take turns.
fn correct(words: &mut Vec<u8>, size: &SymbolSize) {
    let field = Field::new(256, 0x12D);
    let per_block = size.check / size.blocks;
    let mut check = vec![0; size.check];
    for block in 0..size.blocks {
        let message: Vec<usize> =
            words.iter().skip(block).step_by(size.blocks).map(|word| usize::from(*word)).collect();
        // In the largest symbol the last two blocks, which are shorter, come first.
        let place = if size.blocks == 10 { (block + 2) % 10 } else { block };
        for (i, word) in field.check_words(&message, per_block).into_iter().enumerate() {
            check[i * size.blocks + place] = word as u8;
        }
    }
    words.extend(check);
}

/// Regions, each with a solid edge on the left and below and a dotted one above and on the right.
fn draw(words: &[u8], size: &SymbolSize) -> Matrix {
    let (down, across) = size.regions;
    let (height, width) = (size.rows / down, size.columns / across);
    let bits = placement::place(words, size.rows - 2 * down, size.columns - 2 * across);
    let mut matrix = Matrix::new(size.columns, size.rows);
    for y in 0..size.rows {
        for x in 0..size.columns {
            let (inner_x, inner_y) = (x % width, y % height);
            let dark = if inner_x == 0 || inner_y == height - 1 {
                true
            } else if inner_y == 0 {
                inner_x % 2 == 0
            } else if inner_x == width - 1 {
                inner_y % 2 == 1
            } else {
                bits.is_dark(x - 1 - 2 * (x / width), y - 1 - 2 * (y / height))
            };
            matrix.set(x, y, dark);
        }
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: Room = Room { width: 10.0, height: 10.0, quiet: 1.0 };

    #[test]
    fn flat_rooms_take_rectangles() {
        let flat = Room { width: 40.0, height: 10.0, quiet: 1.0 };
        let matrix = encode("A1B2C3D4E5", flat).expect("it fits");
        assert_eq!((matrix.width(), matrix.height()), (32, 8));
        assert_eq!(encode("A1B2C3D4E5", SQUARE).expect("it fits").width(), 14);
    }

    #[test]
    fn too_long_texts_are_refused() {
        assert!(encode(&"1".repeat(3116), SQUARE).is_ok());
        assert!(encode(&"1".repeat(3117), SQUARE).is_err());
    }
}

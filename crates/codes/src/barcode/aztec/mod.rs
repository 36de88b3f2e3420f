//! Aztec (ISO/IEC 24778): a spiral of bits around a bull's eye.

mod text;

use super::Matrix;
use super::galois::Field;

/// Layers of bits: a compact symbol has 1 to 4, a full one 4 to 32.
#[derive(Clone, Copy)]
struct Size {
    compact: bool,
    layers: usize,
}

impl Size {
    /// Capacity of the layers in bits.
    fn bits(self) -> usize {
        (16 * self.layers + if self.compact { 88 } else { 112 }) * self.layers
    }

    /// Bits of a codeword.
    fn word(self) -> usize {
        match self.layers {
            0..=2 => 6,
            3..=8 => 8,
            9..=22 => 10,
            _ => 12,
        }
    }

    /// Modules of a side without the lines of reference.
    fn base(self) -> usize {
        4 * self.layers + if self.compact { 11 } else { 14 }
    }

    /// Modules of a side.
    fn side(self) -> usize {
        let base = self.base();
        if self.compact { base } else { base + 1 + 2 * ((base / 2 - 1) / 15) }
    }

    /// Positions of rows or columns among all, lines of reference left out.
    fn places(self) -> Vec<usize> {
        let base = self.base();
        if self.compact {
            return (0..base).collect();
        }
        let (half, centre) = (base / 2, self.side() / 2);
        let offset = |i: usize| i + i / 15 + 1;
        let before = (0..half).rev().map(|i| centre - offset(i));
        before.chain((0..half).map(|i| centre + offset(i))).collect()
    }
}

/// The symbol of a text, with 23 % and three words of error correction, as the standard recommends.
pub(super) fn encode(text: &str) -> Result<Matrix, String> {
    let bits = text::encode(text);
    let correction = bits.len() * 23 / 100 + 11;
    let compact = (1..=4).map(|layers| Size { compact: true, layers });
    let full = (4..=32).map(|layers| Size { compact: false, layers });
    for size in compact.chain(full) {
        let word = size.word();
        let words = stuff(&bits, word);
        let usable = size.bits() / word;
        let fits = words.len() * word + correction <= usable * word;
        if fits && !(size.compact && words.len() > 64) {
            return Ok(draw(&words, size));
        }
    }
    Err(format!("{} characters do not fit", text.chars().count()))
}

/// Codewords of the bits: the last bit of a word whose others are equal is the opposite one, so that
/// no word is all zeros or all ones.
fn stuff(bits: &[bool], size: usize) -> Vec<usize> {
    let mut words = Vec::with_capacity(bits.len() / size + 1);
    let mut place = 0;
    let most = (1 << size) - 2;
    while place < bits.len() {
        // The last word is filled up with ones.
        let bit = |i: usize| usize::from(bits.get(place + i).copied().unwrap_or(true));
        let word = (0..size).fold(0, |word, i| word << 1 | bit(i));
        let (stuffed, used) = match word & most {
            head if head == most => (head, size - 1),
            0 => (1, size - 1),
            _ => (word, size),
        };
        words.push(stuffed);
        place += used;
    }
    words
}

fn field(word: usize) -> Field {
    match word {
        4 => Field::new(16, 0x13),
        6 => Field::new(64, 0x43),
        8 => Field::new(256, 0x12D),
        10 => Field::new(1024, 0x409),
        _ => Field::new(4096, 0x1069),
    }
}

/// Words with their check words as bits, after as many zeros as make the total.
fn corrected(words: &[usize], size: usize, total: usize) -> Vec<bool> {
    let check = field(size).check_words(words, total / size - words.len());
    let mut bits = vec![false; total % size];
    for word in words.iter().chain(&check) {
        bits.extend((0..size).rev().map(|bit| word >> bit & 1 == 1));
    }
    bits
}

fn draw(words: &[usize], size: Size) -> Matrix {
    let side = size.side();
    let mut matrix = Matrix::new(side, side);
    let bits = corrected(words, size.word(), size.bits());
    spiral(&mut matrix, &bits, size);
    mode(&mut matrix, words.len(), size);
    let centre = side / 2;
    if size.compact {
        bulls_eye(&mut matrix, centre, 5);
    } else {
        bulls_eye(&mut matrix, centre, 7);
        for line in (0..=centre).step_by(16) {
            for along in (centre % 2..side).step_by(2) {
                for at in [centre - line, centre + line] {
                    matrix.set(at, along, true);
                    matrix.set(along, at, true);
                }
            }
        }
    }
    matrix
}

/// Layers from the outside, each of four sides two modules wide.
fn spiral(matrix: &mut Matrix, bits: &[bool], size: Size) {
    let places = size.places();
    let last = size.base() - 1;
    let mut start = 0;
    for layer in 0..size.layers {
        let length = (size.layers - layer) * 4 + if size.compact { 9 } else { 12 };
        for along in 0..length {
            for across in 0..2 {
                let near = |n: usize| places[layer * 2 + n];
                let far = |n: usize| places[last - layer * 2 - n];
                let at = start + along * 2 + across;
                let sides = [
                    (near(across), near(along)),
                    (near(along), far(across)),
                    (far(across), far(along)),
                    (far(along), near(across)),
                ];
                for (side, (x, y)) in sides.into_iter().enumerate() {
                    matrix.set(x, y, bits[at + side * length * 2]);
                }
            }
        }
        start += length * 8;
    }
}

/// Layers and number of words, around the bull's eye.
fn mode(matrix: &mut Matrix, words: usize, size: Size) {
    let (value, count, total) = if size.compact {
        ((size.layers - 1) << 6 | (words - 1), 2, 28)
    } else {
        ((size.layers - 1) << 11 | (words - 1), 4, 40)
    };
    let nibbles: Vec<usize> = (0..count).rev().map(|i| value >> (4 * i) & 15).collect();
    let bits = corrected(&nibbles, 4, total);
    let centre = matrix.width() / 2;
    let (side, radius) = if size.compact { (7, 5) } else { (10, 7) };
    for i in 0..side {
        let along = if size.compact { centre - 3 + i } else { centre - 5 + i + i / 5 };
        matrix.set(along, centre - radius, bits[i]);
        matrix.set(centre + radius, along, bits[i + side]);
        matrix.set(along, centre + radius, bits[3 * side - 1 - i]);
        matrix.set(centre - radius, along, bits[4 * side - 1 - i]);
    }
}

/// Rings, and the marks at the corners that say which way is up.
fn bulls_eye(matrix: &mut Matrix, centre: usize, radius: usize) {
    for ring in (0..radius).step_by(2) {
        for at in centre - ring..=centre + ring {
            for edge in [centre - ring, centre + ring] {
                matrix.set(at, edge, true);
                matrix.set(edge, at, true);
            }
        }
    }
    let (near, far) = (centre - radius, centre + radius);
    for (x, y) in [
        (near, near),
        (near + 1, near),
        (near, near + 1),
        (far, near),
        (far, near + 1),
        (far, far - 1),
    ] {
        matrix.set(x, y, true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_symbol_that_fits_is_used() {
        assert_eq!(encode("A").expect("it fits").width(), 15);
        assert_eq!(encode(&"A".repeat(100)).expect("it fits").width(), 31);
        assert_eq!(encode(&"1".repeat(3000)).expect("it fits").width() % 2, 1);
        assert!(encode(&"a".repeat(4000)).is_err());
    }

    #[test]
    fn no_word_is_all_zeros_or_all_ones() {
        assert_eq!(stuff(&[true; 10], 6), [62, 62]);
        assert_eq!(stuff(&[false; 6], 6), [1, 31]);
    }
}

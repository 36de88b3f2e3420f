//! PDF417 (ISO/IEC 15438): codewords, error correction, and rows that carry their own number.

mod table;
mod text;

use super::{Matrix, Room, too_many_codewords, with_largest};
use table::PATTERNS;

/// Modules of a row besides its data: start, two indicators, stop.
const FRAME: usize = 17 + 17 + 17 + 18;
const START: u32 = 0x1_FEA8;
const STOP: u32 = 0x3_FA29;
const PAD: usize = 900;
const MOST_WORDS: usize = 928;
/// A row is three modules high.
pub(super) const ROW_HEIGHT: usize = 3;

/// The symbol of a text, with as many columns as make its modules largest in the room. Every row of
/// the matrix stands for [`ROW_HEIGHT`] modules.
pub(super) fn encode(text: &str, room: Room) -> Result<Matrix, String> {
    let data = text::encode(text);
    // The levels that the standard recommends by the number of words.
    let level = match data.len() {
        0..=40 => 2,
        41..=160 => 3,
        161..=320 => 4,
        _ => 5,
    };
    let check = 2_usize << level;
    let needed = data.len() + 1 + check;
    let shapes = (1..=30_usize).filter_map(|columns| {
        let rows = needed.div_ceil(columns).max(3);
        (rows <= 90 && rows * columns <= MOST_WORDS).then_some((columns, rows))
    });
    let (columns, rows) = with_largest(shapes, |(columns, rows)| {
        room.module(17 * columns + FRAME, rows * ROW_HEIGHT)
    })
    .ok_or_else(|| too_many_codewords(data.len(), MOST_WORDS - 1 - check))?;
    let length = rows * columns - check;
    let mut words = vec![length];
    words.extend(data);
    words.resize(length, PAD);
    let correction = check_words(&words, check);
    words.extend(correction);
    Ok(draw(&words, columns, rows, level))
}

/// Reed-Solomon over the integers modulo 929; the generator has the roots 3^1 to 3^count.
fn check_words(words: &[usize], count: usize) -> Vec<usize> {
    const PRIME: usize = 929;
    let mut generator = vec![0; count + 1];
    generator[0] = 1;
    let mut root = 1;
    for degree in 1..=count {
        root = root * 3 % PRIME;
        for i in (1..=degree).rev() {
            generator[i] = (generator[i] + generator[i - 1] * (PRIME - root)) % PRIME;
        }
    }
    let mut rest = vec![0; count];
    for word in words {
        let factor = (word + rest[0]) % PRIME;
        rest.rotate_left(1);
        rest[count - 1] = 0;
        for (word, coefficient) in rest.iter_mut().zip(&generator[1..]) {
            *word = (*word + (PRIME - factor) * coefficient) % PRIME;
        }
    }
    rest.iter().map(|word| (PRIME - word) % PRIME).collect()
}

fn draw(words: &[usize], columns: usize, rows: usize, level: usize) -> Matrix {
    let mut matrix = Matrix::new(17 * columns + FRAME, rows);
    for (row, data) in words.chunks(columns).enumerate() {
        let cluster = row % 3;
        // Both indicators say, in turns, the number of rows, the level and the number of columns.
        let parts = [(rows - 1) / 3, 3 * level + (rows - 1) % 3, columns - 1];
        let indicator = |turn: usize| 30 * (row / 3) + parts[turn % 3];
        let (left, right) = (indicator(cluster), indicator(cluster + 2));
        let mut x = 0;
        let mut put = |pattern: u32, width: usize| {
            for bit in (0..width).rev() {
                matrix.set(x, row, pattern >> bit & 1 == 1);
                x += 1;
            }
        };
        // Every pattern begins with a bar and ends with a gap; the table leaves both out.
        let pattern = |word: usize| 1 << 16 | u32::from(PATTERNS[cluster][word % 929]) << 1;
        put(START, 17);
        put(pattern(left), 17);
        data.iter().for_each(|word| put(pattern(*word), 17));
        put(pattern(right), 17);
        put(STOP, 18);
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four bars and four gaps, and the difference of bars that marks the cluster.
    #[test]
    fn patterns_belong_to_their_cluster() {
        for (cluster, patterns) in PATTERNS.iter().enumerate() {
            let mut seen = std::collections::HashSet::new();
            for middle in patterns {
                assert!(seen.insert(*middle));
                let pattern = 1 << 16 | u32::from(*middle) << 1;
                let mut widths = Vec::new();
                let mut last = None;
                for bit in (0..17).rev() {
                    let dark = pattern >> bit & 1;
                    if last == Some(dark) {
                        *widths.last_mut().expect("an element has begun") += 1;
                    } else {
                        widths.push(1_usize);
                        last = Some(dark);
                    }
                }
                assert_eq!(widths.len(), 8);
                assert!(widths.iter().all(|width| *width <= 6));
                let number = widths[0] + 9 + widths[4] - widths[2] - widths[6];
                assert_eq!(number % 9, 3 * cluster);
            }
        }
    }

    #[test]
    fn the_shape_follows_the_room() {
        let text = "M1DESMARAIS/LUC       EABC123 YULFRAAC 0834 226F001A0025 100";
        let shape = |width: f64, height: f64| {
            let matrix = encode(text, Room { width, height, quiet: 2.0 }).expect("it fits");
            (matrix.width(), matrix.height())
        };
        assert!(shape(60.0, 10.0).0 > shape(40.0, 20.0).0);
        assert!(shape(20.0, 40.0).1 > shape(40.0, 20.0).1);
    }
}

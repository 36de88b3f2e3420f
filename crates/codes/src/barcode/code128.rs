//! Code 128 (ISO/IEC 15417), with as few symbol characters as the text allows.

use super::Matrix;
use super::linear::push_widths;

/// Widths of the six elements of each symbol character.
const PATTERNS: &[u8; 636] = b"\
    212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231\
    113222123122123221223211221132221231213212223112312131311222321122321221312212322112322211\
    212123212321232121111323131123131321112313132113132311211313231113231311112133112331132131\
    113123113321133121313121211331231131213113213311213131311123311321331121312113312311332111\
    314111221411431111111224111422121124121421141122141221112214112412122114122411142112142211\
    241211221114413111241112134111111242121142121241114212124112124211411212421112421211212141\
    214121412121111143111341131141114113114311411113411311113141114131311141411131211412211214\
    211232";

const STOP: [u8; 7] = [2, 3, 3, 1, 1, 1, 2];
const FNC1: u8 = 102;
/// Start characters of the sets A, B and C, and what changes to them.
const START: [u8; 3] = [103, 104, 105];
const LATCH: [u8; 3] = [101, 100, 99];
/// In A or B: the next character is of the other set.
const SHIFT: u8 = 98;

/// A unit to encode: a character of ASCII, or the separator of GS1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Unit {
    Character(u8),
    Fnc1,
}

/// The units of a text in ASCII.
pub(super) fn units(text: &str) -> Result<Vec<Unit>, String> {
    let unit = |c: char| match u8::try_from(c) {
        Ok(byte) if byte < 128 => Ok(Unit::Character(byte)),
        _ => Err(format!("`{c}` is not a character of ASCII")),
    };
    text.chars().map(unit).collect()
}

/// The modules of a Code 128.
pub(super) fn encode(units: &[Unit]) -> Matrix {
    let characters = characters(units);
    let weighted = characters.iter().enumerate().map(|(i, c)| i.max(1) * usize::from(*c));
    let check = (weighted.sum::<usize>() % 103) as u8;
    let mut modules = Vec::with_capacity(11 * (characters.len() + 1) + 13);
    for character in characters.iter().chain([&check]) {
        let at = usize::from(*character) * 6;
        let widths: Vec<u8> = PATTERNS[at..at + 6].iter().map(|digit| digit - b'0').collect();
        push_widths(&mut modules, true, &widths);
    }
    push_widths(&mut modules, true, &STOP);
    Matrix::row(modules)
}

/// The first step of the cheapest encoding from a position on, in the set that is in force there.
#[derive(Clone, Copy, PartialEq)]
enum FirstStep {
    /// A character of the set.
    Take,
    /// Two digits in set C.
    Pair,
    /// One character of the other set.
    Shift,
    /// Changes the set.
    Latch(usize),
}

const TOO_MANY: u32 = u32::MAX / 2;

/// The start character and those that follow, as few as possible: from the end of the text to its
/// beginning, the best step in each of the three sets.
fn characters(units: &[Unit]) -> Vec<u8> {
    let mut best = vec![[(0_u32, FirstStep::Take); 3]; units.len() + 1];
    for place in (0..units.len()).rev() {
        let mut here = [(TOO_MANY, FirstStep::Take); 3];
        for (set, found) in here.iter_mut().enumerate() {
            let mut offer = |cost: u32, step: FirstStep| {
                if cost < found.0 {
                    *found = (cost, step);
                }
            };
            if set == 2 && pair(units, place).is_some() {
                offer(1 + best[place + 2][2].0, FirstStep::Pair);
            }
            if value(units[place], set).is_some() {
                offer(1 + best[place + 1][set].0, FirstStep::Take);
            } else if set < 2 {
                offer(2 + best[place + 1][set].0, FirstStep::Shift);
            }
        }
        // A change of the set costs one more than what is best there.
        let direct = here;
        for (set, found) in here.iter_mut().enumerate() {
            for other in [1, 0, 2] {
                let cost = direct[other].0;
                if other != set && cost + 1 < found.0 {
                    *found = (cost + 1, FirstStep::Latch(other));
                }
            }
        }
        best[place] = here;
    }
    let first = [1, 0, 2].into_iter().min_by_key(|&set| best[0][set].0).unwrap_or(1);
    let mut set = first;
    let mut characters = vec![START[set]];
    let mut place = 0;
    while place < units.len() {
        match best[place][set].1 {
            FirstStep::Take => characters.extend(value(units[place], set)),
            FirstStep::Shift => {
                characters.push(SHIFT);
                characters.extend(value(units[place], 1 - set));
            }
            FirstStep::Pair => {
                characters.extend(pair(units, place));
                place += 1;
            }
            FirstStep::Latch(other) => {
                characters.push(LATCH[other]);
                set = other;
                continue;
            }
        }
        place += 1;
    }
    characters
}

/// The symbol character of a unit by itself.
fn value(unit: Unit, set: usize) -> Option<u8> {
    match (unit, set) {
        (Unit::Fnc1, _) => Some(FNC1),
        (Unit::Character(byte), 0) if byte < 32 => Some(byte + 64),
        (Unit::Character(byte), 0) if byte < 96 => Some(byte - 32),
        (Unit::Character(byte), 1) if byte >= 32 => Some(byte - 32),
        _ => None,
    }
}

/// The symbol character of two digits.
fn pair(units: &[Unit], place: usize) -> Option<u8> {
    match units.get(place..place + 2)? {
        [Unit::Character(a @ b'0'..=b'9'), Unit::Character(b @ b'0'..=b'9')] => {
            Some((a - b'0') * 10 + b - b'0')
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<u8> {
        characters(&units(text).expect("ASCII"))
    }

    #[test]
    fn every_character_is_eleven_modules_wide() {
        for pattern in PATTERNS.chunks(6) {
            assert_eq!(pattern.iter().map(|digit| digit - b'0').sum::<u8>(), 11);
        }
    }

    #[test]
    fn the_set_with_the_fewest_characters_is_used() {
        assert_eq!(of("1234"), [105, 12, 34]);
        assert_eq!(of("AB"), [104, 33, 34]);
        assert_eq!(of("12"), [105, 12]);
        assert_eq!(of("A1234567B"), [104, 33, 17, 99, 23, 45, 67, 100, 34]);
        assert_eq!(of("a\tb"), [104, 65, 98, 73, 66]);
        assert_eq!(of("\t\n"), [103, 73, 74]);
    }
}

//! Codewords of a text: ASCII with pairs of digits, C40 for capitals, and Text for small letters,
//! whichever is shortest. Plain bytes (Base 256) are not used: readers disagree on what UTF-8 means
//! there.

use super::super::code128::Unit;

/// Leaves C40 and Text.
pub(super) const UNLATCH: u8 = 254;
const LATCH_C40: u8 = 230;
const LATCH_TEXT: u8 = 239;
const FNC1: u8 = 232;
/// The next word is a character above 127.
const UPPER: u8 = 235;

/// Number of ways to write a unit: in C40 and Text three values make two words, so there is a way
/// for each number of values that wait for others.
const WAYS: usize = 7;
const ASCII: usize = 0;
const C40: usize = 1;
const TEXT: usize = 4;

const TOO_MANY: u32 = u32::MAX / 2;

/// Adds the words of the units. True: C40 or Text is still in force, and has to be left unless the
/// symbol is full.
pub(super) fn encode(units: &[Unit], words: &mut Vec<u8>) -> bool {
    let mut writer = Writer { words, values: Vec::new(), way: ASCII };
    let mut place = 0;
    for (way, length) in steps(units) {
        writer.write(&units[place..place + length], way);
        place += length;
    }
    writer.leave(false);
    writer.way != ASCII
}

/// The way and the number of units of each step, with as few words as possible: costs in thirds of
/// words.
fn steps(units: &[Unit]) -> Vec<(usize, usize)> {
    // For each place and way: the cost to get there, the way before, and the units of the step.
    let mut best = vec![[(TOO_MANY, ASCII, 0_usize); WAYS]; units.len() + 1];
    best[0][ASCII].0 = 0;
    for place in 0..=units.len() {
        // A change of way goes through ASCII.
        for from in [C40, TEXT] {
            let cost = best[place][from].0 + 3;
            if cost < best[place][ASCII].0 {
                best[place][ASCII] = (cost, from, 0);
            }
        }
        for way in [C40, TEXT] {
            let cost = best[place][ASCII].0 + 3;
            if cost < best[place][way].0 {
                best[place][way] = (cost, ASCII, 0);
            }
        }
        let Some(&unit) = units.get(place) else { break };
        let mut offer = |way: usize, to: usize, length: usize, cost: u32| {
            let total = best[place][way].0.saturating_add(cost);
            let found = &mut best[place + length][to];
            if total < found.0 {
                *found = (total, way, length);
            }
        };
        offer(ASCII, ASCII, 1, if matches!(unit, Unit::Character(128..)) { 6 } else { 3 });
        if digits(units, place).is_some() {
            offer(ASCII, ASCII, 2, 3);
        }
        let Unit::Character(byte) = unit else { continue };
        for family in [C40, TEXT] {
            let count = values(byte, family == TEXT).len();
            for waiting in 0..3 {
                let to = family + (waiting + count) % 3;
                offer(family + waiting, to, 1, 2 * count as u32);
            }
        }
    }
    // At the end no values may wait. The mode in force need not be left.
    let ends = [ASCII, C40, TEXT];
    let mut way = ends.into_iter().min_by_key(|&way| best[units.len()][way].0).unwrap_or(ASCII);
    let mut place = units.len();
    let mut steps = Vec::new();
    while place > 0 {
        let (_, before, length) = best[place][way];
        if length > 0 {
            steps.push((family(way), length));
        }
        place -= length;
        way = before;
    }
    steps.reverse();
    steps
}

/// The way without the number of values that wait.
fn family(way: usize) -> usize {
    match way {
        ASCII => ASCII,
        C40..TEXT => C40,
        _ => TEXT,
    }
}

fn digits(units: &[Unit], place: usize) -> Option<u8> {
    match units.get(place..place + 2)? {
        [Unit::Character(a @ b'0'..=b'9'), Unit::Character(b @ b'0'..=b'9')] => {
            Some((a - b'0') * 10 + b - b'0')
        }
        _ => None,
    }
}

/// The values of a byte in C40 or Text.
fn values(byte: u8, small: bool) -> Vec<u8> {
    let byte = match byte {
        128.. => {
            // Shift 2, upper shift, then the character below.
            let mut long = vec![1, 30];
            long.extend(values(byte - 128, small));
            return long;
        }
        // Text has small and capital letters the other way round.
        b'a'..=b'z' if small => byte.to_ascii_uppercase(),
        b'A'..=b'Z' if small => byte.to_ascii_lowercase(),
        _ => byte,
    };
    match byte {
        b' ' => vec![3],
        b'0'..=b'9' => vec![byte - b'0' + 4],
        b'A'..=b'Z' => vec![byte - b'A' + 14],
        0..=31 => vec![0, byte],
        33..=47 => vec![1, byte - 33],
        58..=64 => vec![1, byte - 58 + 15],
        91..=95 => vec![1, byte - 91 + 22],
        _ => vec![2, byte - 96],
    }
}

struct Writer<'w> {
    words: &'w mut Vec<u8>,
    values: Vec<u8>,
    way: usize,
}

impl Writer<'_> {
    fn write(&mut self, units: &[Unit], way: usize) {
        if way != self.way {
            self.leave(true);
            self.way = way;
            match way {
                C40 => self.words.push(LATCH_C40),
                TEXT => self.words.push(LATCH_TEXT),
                _ => {}
            }
        }
        match (way, units) {
            (ASCII, [_, _]) => self.words.extend(digits(units, 0).map(|pair| pair + 130)),
            (ASCII, [Unit::Character(byte @ 128..)]) => self.words.extend([UPPER, byte - 127]),
            (ASCII, [Unit::Character(byte)]) => self.words.push(byte + 1),
            (_, [Unit::Fnc1]) => self.words.push(FNC1),
            (_, [Unit::Character(byte)]) => {
                self.values.extend(values(*byte, way == TEXT));
                while self.values.len() >= 3 {
                    let [a, b, c] = [0, 1, 2].map(|i| u32::from(self.values[i]));
                    let packed = 1600 * a + 40 * b + c + 1;
                    self.words.extend([(packed >> 8) as u8, packed as u8]);
                    self.values.drain(..3);
                }
            }
            _ => {}
        }
    }

    /// Ends the way in force. `on`: something else follows.
    fn leave(&mut self, on: bool) {
        match self.way {
            ASCII => return,
            _ if on => self.words.push(UNLATCH),
            _ => return,
        }
        self.way = ASCII;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<u8> {
        let units: Vec<Unit> = text.bytes().map(Unit::Character).collect();
        let mut words = Vec::new();
        encode(&units, &mut words);
        words
    }

    #[test]
    fn the_shortest_way_is_taken() {
        assert_eq!(of("123456"), [142, 164, 186]);
        assert_eq!(of("A1"), [66, 50]);
        assert_eq!(of("AIMAIMAIM"), [230, 91, 11, 91, 11, 91, 11]);
        assert_eq!(of("aimaimaim"), [239, 91, 11, 91, 11, 91, 11]);
        assert_eq!(of("\u{e9}"), [235, 68, 235, 42]);
    }
}

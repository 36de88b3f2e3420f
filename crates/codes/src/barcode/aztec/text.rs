//! Bits of a text: five modes of characters, and bytes, whichever is shortest.

const UPPER: usize = 0;
const LOWER: usize = 1;
const MIXED: usize = 2;
const MARKS: usize = 3;
const DIGIT: usize = 4;
/// Bytes that were begun in upper, lower or mixed mode, to which they return.
const BYTES: usize = 5;
const MODES: usize = 8;

/// Bits of a character in each mode.
const fn width(mode: usize) -> usize {
    if mode == DIGIT { 4 } else { 5 }
}

/// Changes between modes, as codes from the mode they start in. Others go through upper case.
const LATCHES: [(usize, usize, u16); 11] = [
    (UPPER, LOWER, 28),
    (UPPER, MIXED, 29),
    (UPPER, DIGIT, 30),
    (LOWER, MIXED, 29),
    (LOWER, DIGIT, 30),
    (MIXED, LOWER, 28),
    (MIXED, UPPER, 29),
    (MIXED, MARKS, 30),
    (MARKS, UPPER, 31),
    (DIGIT, UPPER, 14),
    // Begins bytes; their number follows.
    (UPPER, BYTES, 31),
];
const BYTE_SHIFT: u16 = 31;
const MARK_SHIFT: u16 = 0;

/// One step of the shortest way.
#[derive(Clone, Copy, Default)]
struct Step {
    mode: usize,
    /// Bytes of text that the step encodes.
    length: usize,
    /// Codes and their widths.
    codes: [(u16, usize); 2],
}

/// Code of width 0, for a change of mode that does not exist.
const NONE: (u16, usize) = (0, 0);

/// The bits of a text; UTF-8 is marked (ECI 26) where it differs from ASCII.
pub(super) fn encode(text: &str) -> Vec<bool> {
    let mut bits = Vec::with_capacity(text.len() * 8);
    if !text.is_ascii() {
        // FLG(2) among the marks, then the digits 2 and 6.
        for (code, width) in [(MARK_SHIFT, 5), (0, 5), (2, 3), (4, 4), (8, 4)] {
            push(&mut bits, code, width);
        }
    }
    let bytes = text.as_bytes();
    let mut place = 0;
    let steps = steps(bytes);
    let mut next = 0;
    while let Some(step) = steps.get(next) {
        next += 1;
        for (code, width) in step.codes {
            push(&mut bits, code, width);
        }
        if step.mode >= BYTES && step.length == 0 {
            let count = steps[next..].iter().take_while(|step| step.mode >= BYTES).count();
            push_bytes(&mut bits, &bytes[place..place + count]);
            next += count;
            place += count;
        }
        place += step.length;
    }
    bits
}

fn push(bits: &mut Vec<bool>, code: u16, width: usize) {
    bits.extend((0..width).rev().map(|bit| code >> bit & 1 == 1));
}

/// Bytes after the shift that begins them. More than 31 need a longer number.
fn push_bytes(bits: &mut Vec<bool>, bytes: &[u8]) {
    let length = bytes.len() as u16;
    if length <= 31 {
        push(bits, length, 5);
    } else {
        push(bits, 0, 5);
        push(bits, length.saturating_sub(31), 11);
    }
    bytes.iter().for_each(|byte| push(bits, u16::from(*byte), 8));
}

/// The steps with the fewest bits.
fn steps(bytes: &[u8]) -> Vec<Step> {
    // For each place and mode: bits to get there, the mode before, and the step.
    let start = (u32::MAX / 2, UPPER, Step::default());
    let mut best = vec![[start; MODES]; bytes.len() + 1];
    best[0][UPPER].0 = 0;
    for place in 0..=bytes.len() {
        change(&mut best[place]);
        let Some(&byte) = bytes.get(place) else { break };
        let pair = bytes.get(place + 1).and_then(|next| pair(byte, *next));
        let here = best[place].map(|(cost, ..)| cost);
        for (mode, cost) in here.into_iter().enumerate() {
            let mut offer = |length: usize, codes: [(u16, usize); 2]| {
                let total = cost + (codes[0].1 + codes[1].1) as u32;
                let found = &mut best[place + length][mode];
                if total < found.0 {
                    *found = (total, mode, Step { mode, length, codes });
                }
            };
            if mode >= BYTES {
                offer(1, [(u16::from(byte), 8), NONE]);
                continue;
            }
            let code = code(mode, byte);
            if let Some(code) = code {
                offer(1, [(code, width(mode)), NONE]);
            }
            let shift = (MARK_SHIFT, width(mode));
            match pair {
                Some(code) if mode == MARKS => offer(2, [(code, 5), NONE]),
                Some(code) => offer(2, [shift, (code, 5)]),
                None => {}
            }
            if mode != MARKS
                && let Some(code) = self::code(MARKS, byte)
            {
                offer(1, [shift, (code, 5)]);
            }
            // One capital among small letters or digits.
            let capital = self::code(UPPER, byte);
            match (mode, capital) {
                (LOWER, Some(code)) => offer(1, [(28, 5), (code, 5)]),
                (DIGIT, Some(code)) => offer(1, [(15, 4), (code, 5)]),
                _ => {}
            }
        }
    }
    let end = &best[bytes.len()];
    let mut mode = (0..MODES).min_by_key(|&mode| end[mode].0).unwrap_or(UPPER);
    let mut place = bytes.len();
    let mut steps = Vec::new();
    while place > 0 || mode != UPPER {
        let (_, before, step) = best[place][mode];
        steps.push(step);
        place -= step.length;
        mode = before;
    }
    steps.reverse();
    steps
}

/// Changes of mode at a place, until none is shorter.
fn change(here: &mut [(u32, usize, Step); MODES]) {
    let bytes = [(UPPER, BYTES), (LOWER, BYTES + 1), (MIXED, BYTES + 2)];
    loop {
        let mut changed = false;
        let mut offer = |from: usize, to: usize, code: (u16, usize), more: u32| {
            let total = here[from].0.saturating_add(code.1 as u32 + more);
            if total < here[to].0 {
                here[to] = (total, from, Step { mode: to, length: 0, codes: [code, NONE] });
                changed = true;
            }
        };
        for (from, to, code) in LATCHES {
            if to != BYTES {
                offer(from, to, (code, width(from)), 0);
            }
        }
        for (mode, inside) in bytes {
            offer(mode, inside, (BYTE_SHIFT, 5), 5);
            offer(inside, mode, NONE, 0);
        }
        if !changed {
            return;
        }
    }
}

/// The code of a byte in a mode.
fn code(mode: usize, byte: u8) -> Option<u16> {
    const MIXED_SET: &[u8] =
        b"\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0b\x0c\r\x1b\x1c\x1d\x1e\x1f@\\^_`|~\x7f";
    const MARK_SET: &[u8] = b"!\"#$%&'()*+,-./:;<=>?[]{}";
    let place = |set: &[u8], first: u16| {
        set.iter().position(|other| *other == byte).map(|place| place as u16 + first)
    };
    match (mode, byte) {
        (UPPER | LOWER | MIXED | DIGIT, b' ') => Some(1),
        (UPPER, b'A'..=b'Z') => Some(u16::from(byte - b'A') + 2),
        (LOWER, b'a'..=b'z') => Some(u16::from(byte - b'a') + 2),
        (DIGIT, b'0'..=b'9') => Some(u16::from(byte - b'0') + 2),
        (DIGIT, b',') => Some(12),
        (DIGIT, b'.') => Some(13),
        (MIXED, _) => place(MIXED_SET, 2),
        (MARKS, b'\r') => Some(1),
        (MARKS, _) => place(MARK_SET, 6),
        _ => None,
    }
}

/// Two characters that have one code among the marks.
fn pair(first: u8, second: u8) -> Option<u16> {
    match (first, second) {
        (b'\r', b'\n') => Some(2),
        (b'.', b' ') => Some(3),
        (b',', b' ') => Some(4),
        (b':', b' ') => Some(5),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> String {
        encode(text).iter().map(|bit| if *bit { 'X' } else { '.' }).collect()
    }

    #[test]
    fn the_shortest_way_is_taken() {
        assert_eq!(of("A. b."), "...X.XXX..........XX...XXXXXX.XX.X");
        assert_eq!(of("Lorem").len(), 5 + 5 + 4 * 5);
        assert_eq!(of("123").len(), 5 + 3 * 4);
        assert_eq!(of("\u{80}").len(), 5 + 5 + 3 + 8 + 10 + 16);
        assert_eq!(of(&"\u{e9}".repeat(20)).len(), 21 + 5 + 16 + 40 * 8);
    }
}

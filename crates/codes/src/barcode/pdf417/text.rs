//! Codewords of a text: numbers, letters or bytes, by the rules of annex P of the standard.

const TEXT: usize = 900;
const BYTES: usize = 901;
const NUMBER: usize = 902;
/// One byte, after which text goes on.
const ONE_BYTE: usize = 913;
/// Bytes whose number is a multiple of six.
const SIXES: usize = 924;
/// The bytes are UTF-8: ECI 26.
const UTF8: [usize; 2] = [927, 26];

const MIXED: &[u8] = b"0123456789&\r\t,:#-.$/+%*=^";
const PUNCTUATION: &[u8] = b";<>@[\\]_`~!\r\t,:\n-.$/\"|*()?{}'";

/// Shorter runs of digits are letters; shorter runs of letters are bytes.
const LEAST_DIGITS: usize = 13;
const LEAST_LETTERS: usize = 5;

#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Text,
    Bytes,
    Number,
}

/// The codewords of a text, without their number.
pub(super) fn encode(text: &str) -> Vec<usize> {
    let mut words = Vec::new();
    if !text.is_ascii() {
        words.extend(UTF8);
    }
    let mut rest = text.as_bytes();
    let mut mode = Mode::Text;
    let mut submode = Submode::Upper;
    while !rest.is_empty() {
        let digits = run(rest, u8::is_ascii_digit);
        let letters = letters(rest);
        let taken;
        if digits >= LEAST_DIGITS {
            taken = digits;
            words.push(NUMBER);
            number(&rest[..taken], &mut words);
            mode = Mode::Number;
            submode = Submode::Upper;
        } else if letters >= LEAST_LETTERS || letters == text.len() {
            taken = letters;
            if mode != Mode::Text {
                words.push(TEXT);
                mode = Mode::Text;
                submode = Submode::Upper;
            }
            submode = characters(&rest[..taken], submode, &mut words);
        } else {
            taken = binary(rest);
            if taken == 1 && mode == Mode::Text {
                words.push(ONE_BYTE);
            } else {
                words.push(if taken % 6 == 0 { SIXES } else { BYTES });
                mode = Mode::Bytes;
                submode = Submode::Upper;
            }
            bytes(&rest[..taken], &mut words);
        }
        rest = &rest[taken..];
    }
    words
}

fn run(bytes: &[u8], fits: impl Fn(&u8) -> bool) -> usize {
    bytes.iter().take_while(|byte| fits(byte)).count()
}

fn is_letter(byte: &u8) -> bool {
    matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r')
}

/// Number of text characters up to a long run of digits.
fn letters(bytes: &[u8]) -> usize {
    let mut count = 0;
    while count < bytes.len() && is_letter(&bytes[count]) {
        let digits = run(&bytes[count..], u8::is_ascii_digit);
        if digits >= LEAST_DIGITS {
            break;
        }
        count += digits.max(1);
    }
    count
}

/// Number of bytes up to a run that another mode writes shorter.
fn binary(bytes: &[u8]) -> usize {
    let ends = |&at: &usize| {
        let rest = &bytes[at..];
        run(rest, u8::is_ascii_digit) >= LEAST_DIGITS || run(rest, is_letter) >= LEAST_LETTERS
    };
    (1..bytes.len()).find(ends).unwrap_or(bytes.len())
}

/// Up to 44 digits after a 1 make a number to the base 900.
fn number(digits: &[u8], words: &mut Vec<usize>) {
    for group in digits.chunks(44) {
        let mut parts: Vec<usize> = vec![0; group.len() / 3 + 1];
        for digit in [b'1'].iter().chain(group) {
            let mut carry = usize::from(digit - b'0');
            for part in parts.iter_mut().rev() {
                let value = *part * 10 + carry;
                (*part, carry) = (value % 900, value / 900);
            }
        }
        words.extend(parts);
    }
}

/// Six bytes make five words; what is left stands for itself.
fn bytes(bytes: &[u8], words: &mut Vec<usize>) {
    let sixes = bytes.chunks_exact(6);
    let rest = sixes.remainder();
    for six in sixes {
        let mut value = six.iter().fold(0_u64, |value, byte| value << 8 | u64::from(*byte));
        let mut parts = [0; 5];
        for part in parts.iter_mut().rev() {
            *part = (value % 900) as usize;
            value /= 900;
        }
        words.extend(parts);
    }
    words.extend(rest.iter().map(|byte| usize::from(*byte)));
}

/// Set of characters that a value of text stands for.
#[derive(Clone, Copy, PartialEq)]
enum Submode {
    Upper,
    Lower,
    Mixed,
    Punctuation,
}

impl Submode {
    fn value(self, byte: u8) -> Option<usize> {
        let place = |set: &[u8]| set.iter().position(|other| *other == byte);
        match (self, byte) {
            (Self::Upper | Self::Lower | Self::Mixed, b' ') => Some(26),
            (Self::Upper, b'A'..=b'Z') => Some(usize::from(byte - b'A')),
            (Self::Lower, b'a'..=b'z') => Some(usize::from(byte - b'a')),
            (Self::Mixed, _) => place(MIXED),
            (Self::Punctuation, _) => place(PUNCTUATION),
            _ => None,
        }
    }
}

/// Words of two values each; gives the submode at the end. Marks are written after a shift, so that
/// their own submode is never in force.
fn characters(text: &[u8], mut submode: Submode, words: &mut Vec<usize>) -> Submode {
    let mut values = Vec::with_capacity(text.len() + 2);
    for (place, byte) in text.iter().enumerate() {
        if let Some(value) = submode.value(*byte) {
            values.push(value);
            continue;
        }
        let in_submode = |submode: Submode| submode.value(*byte);
        let next = text.get(place + 1);
        let next_is = |submode: Submode| next.is_some_and(|byte| submode.value(*byte).is_some());
        if let Some(value) = in_submode(Submode::Upper) {
            match submode {
                // One capital among small letters.
                Submode::Lower if !next_is(Submode::Upper) => values.push(27),
                Submode::Lower => {
                    values.extend([28, 28]);
                    submode = Submode::Upper;
                }
                _ => {
                    values.push(28);
                    submode = Submode::Upper;
                }
            }
            values.push(value);
        } else if let Some(value) = in_submode(Submode::Lower) {
            values.extend([27, value]);
            submode = Submode::Lower;
        } else if let Some(value) = in_submode(Submode::Mixed) {
            values.extend([28, value]);
            submode = Submode::Mixed;
        } else {
            values.push(29);
            values.extend(in_submode(Submode::Punctuation));
        }
    }
    if values.len() % 2 == 1 {
        values.push(29);
    }
    words.extend(values.chunks_exact(2).map(|pair| 30 * pair[0] + pair[1]));
    submode
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Examples of ISO/IEC 15438.
    #[test]
    fn words_are_those_of_the_standard() {
        assert_eq!(encode("PDF417"), [453, 178, 121, 239]);
        let mut words = Vec::new();
        number(b"000213298174000", &mut words);
        assert_eq!(words, [1, 624, 434, 632, 282, 200]);
        let mut words = Vec::new();
        bytes(b"alcool", &mut words);
        assert_eq!(words, [163, 238, 432, 766, 244]);
    }
}

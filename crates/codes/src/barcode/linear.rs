//! Bar codes of narrow and wide elements: Interleaved 2 of 5 (ISO/IEC 16390), Code 39 (ISO/IEC
//! 16388) and Codabar (EN 798). Wide elements are three modules wide.

use super::Matrix;

const WIDE: u8 = 3;

/// Adds elements that are dark and light in turn, given their widths.
pub(super) fn push_widths(modules: &mut Vec<bool>, first: bool, widths: &[u8]) {
    let mut dark = first;
    for width in widths {
        modules.extend(std::iter::repeat_n(dark, usize::from(*width)));
        dark = !dark;
    }
}

/// Adds elements of a pattern whose bits say which are wide, the first in the highest of `count`.
fn push_pattern(modules: &mut Vec<bool>, pattern: u16, count: usize) {
    let width = |place: usize| if pattern >> (count - 1 - place) & 1 == 1 { WIDE } else { 1 };
    let widths: Vec<u8> = (0..count).map(width).collect();
    push_widths(modules, true, &widths);
}

/// Wide elements of a digit, a bit for each of the five.
const ITF: [u8; 10] =
    [0b00110, 0b10001, 0b01001, 0b11000, 0b00101, 0b10100, 0b01100, 0b00011, 0b10010, 0b01010];

/// Interleaved 2 of 5: pairs of digits, the first in the bars, the second in the gaps.
pub(super) fn itf(digits: &str) -> Matrix {
    let mut modules = Vec::with_capacity(9 + digits.len() * 9);
    push_widths(&mut modules, true, &[1, 1, 1, 1]);
    for pair in digits.as_bytes().chunks_exact(2) {
        let [bars, gaps] = [0, 1].map(|place| ITF[usize::from(pair[place] - b'0')]);
        for place in (0..5).rev() {
            let width = |pattern: u8| if pattern >> place & 1 == 1 { WIDE } else { 1 };
            push_widths(&mut modules, true, &[width(bars), width(gaps)]);
        }
    }
    push_widths(&mut modules, true, &[WIDE, 1, 1]);
    Matrix::row(modules)
}

const CODE39_CHARACTERS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%*";

/// Wide elements of a character, a bit for each of the nine.
const CODE39: [u16; 44] = [
    0x034, 0x121, 0x061, 0x160, 0x031, 0x130, 0x070, 0x025, 0x124, 0x064, 0x109, 0x049, 0x148,
    0x019, 0x118, 0x058, 0x00D, 0x10C, 0x04C, 0x01C, 0x103, 0x043, 0x142, 0x013, 0x112, 0x052,
    0x007, 0x106, 0x046, 0x016, 0x181, 0x0C1, 0x1C0, 0x091, 0x190, 0x0D0, 0x085, 0x184, 0x0C4,
    0x0A8, 0x0A2, 0x08A, 0x02A, 0x094,
];

/// Code 39 between its start and stop characters.
pub(super) fn code39(text: &str) -> Result<Matrix, String> {
    let place = |character: char| CODE39_CHARACTERS.find(character);
    if let Some(other) = text.chars().find(|&c| c == '*' || place(c).is_none()) {
        return Err(format!("`{other}` is not among capitals, digits, blank and -.$/+%"));
    }
    let mut modules = Vec::with_capacity(16 * (text.len() + 2));
    for character in ['*'].into_iter().chain(text.chars()).chain(['*']) {
        if !modules.is_empty() {
            modules.push(false);
        }
        push_pattern(&mut modules, CODE39[place(character).unwrap_or_default()], 9);
    }
    Ok(Matrix::row(modules))
}

const CODABAR_CHARACTERS: &str = "0123456789-$:/.+ABCD";

/// Wide elements of a character, a bit for each of the seven.
const CODABAR: [u16; 20] = [
    0x03, 0x06, 0x09, 0x60, 0x12, 0x42, 0x21, 0x24, 0x30, 0x48, 0x0C, 0x18, 0x45, 0x51, 0x54, 0x15,
    0x1A, 0x29, 0x0B, 0x0E,
];

/// Codabar between the start and stop characters that the text has, else between `A` and `A`.
pub(super) fn codabar(text: &str) -> Result<Matrix, String> {
    // Letters of either case are the same characters of start and stop.
    let text = &*text.to_ascii_uppercase();
    let is_guard = |c: Option<char>| c.is_some_and(|c| ('A'..='D').contains(&c));
    let guarded = text.len() > 1 && is_guard(text.chars().next()) && is_guard(text.chars().last());
    let inner = if guarded { &text[1..text.len() - 1] } else { text };
    let place = |character: char| CODABAR_CHARACTERS.find(character);
    if let Some(other) = inner.chars().find(|&c| place(c).is_none_or(|place| place >= 16)) {
        return Err(format!("`{other}` is not among digits and -$:/.+"));
    }
    let framed = if guarded { text.to_owned() } else { format!("A{text}A") };
    let mut modules = Vec::with_capacity(12 * framed.len());
    for character in framed.chars() {
        if !modules.is_empty() {
            modules.push(false);
        }
        push_pattern(&mut modules, CODABAR[place(character).unwrap_or_default()], 7);
    }
    Ok(Matrix::row(modules))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_and_stop_may_be_small_letters() {
        assert_eq!(
            codabar("a12b").map(|code| code.width()),
            codabar("A12B").map(|code| code.width())
        );
        assert!(codabar("1a2").is_err());
    }

    /// 103 mm of a Brazilian boleto hold 44 digits at the module of 0.254 mm.
    #[test]
    fn forty_four_digits_are_as_wide_as_banks_expect() {
        assert_eq!(itf(&"0".repeat(44)).width(), 405);
    }

    #[test]
    fn characters_out_of_the_set_are_refused() {
        assert!(code39("abc").is_err() && code39("A*B").is_err());
        assert!(codabar("12C3").is_err() && codabar("A123B").is_ok() && codabar("123").is_ok());
    }
}

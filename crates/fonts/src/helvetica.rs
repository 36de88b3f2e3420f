//! Helvetica: the standard font of PDF readers, in WinAnsi (cp1252) encoding (spec 10.3).
//!
//! It is never embedded, so only Adobe's metrics of it are known. Every lookup here is a few table
//! loads: texts are measured by the hundred thousand.

use super::helvetica_table::{KERNING, LEFT, RIGHT, WIDTHS};

/// The code of `…`.
pub(super) const ELLIPSIS: u8 = 0x85;

/// Metrics of one code; one load instead of three.
#[derive(Clone, Copy)]
struct CodeMetrics {
    width: u16,
    left: u8,
    right: u8,
}

static METRICS: [CodeMetrics; 256] = {
    let mut metrics = [CodeMetrics { width: 0, left: 0, right: 0 }; 256];
    let mut code = 0;
    while code < 256 {
        // The reference measures Ÿ by the metrics of ÿ, which decide where centred and
        // right-aligned texts begin (chapter 10.3); what is drawn is Ÿ all the same.
        let of = if code == 0x9F { 0xFF } else { code };
        metrics[code] = CodeMetrics { width: WIDTHS[of], left: LEFT[of], right: RIGHT[of] };
        code += 1;
    }
    metrics
};

/// Codes of U+0000..U+00FF. Control characters are drawn as spaces (spec 10.4), so none is missing.
static LATIN1: [u8; 256] = {
    let mut codes = [b' '; 256];
    let mut char = 0x20;
    while char < 256 {
        if char < 0x7F || char > 0xA0 {
            codes[char] = char as u8;
        }
        char += 1;
    }
    codes[0xAD] = b'-';
    codes
};

/// The WinAnsi code that draws a character; `None` when the font cannot show it.
///
/// Control characters and U+00A0 give a space, U+00AD a hyphen (spec 10.4).
#[inline]
pub fn encode(character: char) -> Option<u8> {
    match LATIN1.get(character as usize) {
        Some(&code) => Some(code),
        None => encode_high(character),
    }
}

/// The codes 0x80..0x9F, which cp1252 fills with characters beyond Latin-1.
fn encode_high(character: char) -> Option<u8> {
    Some(match character {
        '€' => 0x80,
        '‚' => 0x82,
        'ƒ' => 0x83,
        '„' => 0x84,
        '…' => ELLIPSIS,
        '†' => 0x86,
        '‡' => 0x87,
        'ˆ' => 0x88,
        '‰' => 0x89,
        'Š' => 0x8A,
        '‹' => 0x8B,
        'Œ' => 0x8C,
        'Ž' => 0x8E,
        '‘' => 0x91,
        '’' => 0x92,
        '“' => 0x93,
        '”' => 0x94,
        '•' => 0x95,
        '–' => 0x96,
        '—' => 0x97,
        '˜' => 0x98,
        '™' => 0x99,
        'š' => 0x9A,
        '›' => 0x9B,
        'œ' => 0x9C,
        'ž' => 0x9E,
        'Ÿ' => 0x9F,
        _ => return None,
    })
}

/// The character that a WinAnsi code draws; `None` for codes without a glyph.
pub fn decode(code: u8) -> Option<char> {
    const HIGH: [char; 32] = [
        '€', '\0', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\0', 'Ž', '\0', '\0',
        '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\0', 'ž', 'Ÿ',
    ];
    let character = match code {
        0x80..=0x9F => HIGH[usize::from(code - 0x80)],
        // WinAnsi draws a hyphen at the place of the soft one.
        0xAD => '-',
        code => char::from(code),
    };
    (!character.is_control()).then_some(character)
}

/// Every character of cp1252 that is not a control character, in the order of their codes.
pub(super) fn characters() -> impl Iterator<Item = char> {
    const HIGH: &str = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ";
    let latin1 = |range: std::ops::RangeInclusive<u8>| range.map(char::from);
    latin1(0x20..=0x7E).chain(HIGH.chars()).chain(latin1(0xA0..=0xFF))
}

/// Width that a code is measured with, in thousandths of the size; 250 for codes without a glyph.
#[inline]
pub fn width(code: u8) -> u16 {
    METRICS[code as usize].width
}

/// Advance of a code as drawn, in thousandths of the size: its width, except for Ÿ.
#[inline]
pub fn advance(code: u8) -> u16 {
    WIDTHS[code as usize]
}

/// Kerning between two adjacent codes, in thousandths of the size.
#[inline]
pub fn kerning(left: u8, right: u8) -> i16 {
    KERNING[METRICS[left as usize].left as usize][METRICS[right as usize].right as usize]
}

/// Sum of the advances of codes as drawn, and of the kerning between them, in thousandths of the
/// size. For codes that are as wide as they are measured: all but Ÿ.
pub(super) fn measure(codes: &[u8]) -> (i64, i64) {
    let advance = codes.iter().map(|code| i64::from(width(*code))).sum();
    let kerning = |pair: &[u8]| i64::from(kerning(pair[0], pair[1]));
    (advance, codes.windows(2).map(kerning).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kern(left: char, right: char) -> Option<i16> {
        Some(kerning(encode(left)?, encode(right)?))
    }

    #[test]
    fn capital_y_with_diaeresis_is_measured_as_the_small_one() {
        assert_eq!(encode('Ÿ').map(width), encode('ÿ').map(width));
        assert_eq!((kern('A', 'Ÿ'), kern('Ÿ', 'V')), (Some(-40), kern('ÿ', 'V')));
    }

    #[test]
    fn cp1252_is_encoded_and_nothing_else() {
        assert_eq!(encode('A'), Some(b'A'));
        assert_eq!(encode('ç'), Some(0xE7));
        assert_eq!(encode('€'), Some(0x80));
        assert_eq!(encode('Ÿ'), Some(0x9F));
        assert_eq!(encode('Ł'), None);
        assert_eq!(encode('🎉'), None);
        assert_eq!(characters().count(), 95 + 27 + 96);
        assert!(characters().all(|c| encode(c).is_some()));
    }

    #[test]
    fn codes_are_decoded_to_the_characters_that_give_them() {
        for code in 0..=u8::MAX {
            match decode(code) {
                Some(character) => {
                    // Drawn by the codes of a hyphen and a blank.
                    let drawn = match code {
                        0xAD => b'-',
                        0xA0 => b' ',
                        code => code,
                    };
                    assert_eq!(encode(character), Some(drawn));
                }
                None => {
                    assert!(code < 0x20 || characters().all(|c| encode(c) != Some(code)), "{code}");
                }
            }
        }
    }

    #[test]
    fn control_characters_and_special_blanks_have_visible_codes() {
        assert_eq!(encode('\n'), Some(b' '));
        assert_eq!(encode('\u{9f}'), Some(b' '));
        assert_eq!(encode('\u{a0}'), Some(b' '));
        assert_eq!(encode('\u{ad}'), Some(b'-'));
    }

    #[test]
    fn widths_are_adobes() {
        assert_eq!(width(b' '), 278);
        assert_eq!(width(b'@'), 1015);
        assert_eq!(width(0x80), 556); // Euro
        assert_eq!(width(ELLIPSIS), 1000);
        assert_eq!(width(0x81), 250); // no glyph
    }

    #[test]
    fn pairs_are_kerned_also_beyond_ascii() {
        assert_eq!(kern('A', 'V'), Some(-70));
        assert_eq!(kern('V', 'A'), Some(-80));
        assert_eq!(kern('T', 'o'), Some(-120));
        assert_eq!(kern('Á', 'V'), Some(-70));
        assert_eq!(kern('T', 'õ'), Some(-60));
        assert_eq!(kern('H', 'H'), Some(0));
    }

    #[test]
    fn the_tables_hold_exactly_the_pairs_of_the_metrics_file() {
        let afm = include_str!("data/Helvetica.afm");
        let pairs: Vec<i32> = afm
            .lines()
            .filter_map(|line| {
                let mut words = line.strip_prefix("KPX ")?.split(' ');
                let (left, right) = (words.next()?, words.next()?);
                // Names of one letter are that letter; enough to compare 26 x 26 x 4 pairs.
                (left.len() == 1 && right.len() == 1).then_some(())?;
                let value: i32 = words.next()?.parse().ok()?;
                let table = i32::from(kerning(left.as_bytes()[0], right.as_bytes()[0]));
                assert_eq!(table, value, "{line}");
                Some(value)
            })
            .collect();
        let letters = || (b'A'..=b'Z').chain(b'a'..=b'z');
        let table: i32 = letters()
            .flat_map(|left| letters().map(move |right| i32::from(kerning(left, right))))
            .sum();
        assert_eq!(table, pairs.iter().sum::<i32>());
    }
}

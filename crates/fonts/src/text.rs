//! Preparation of texts: sanitising, composing, and classes of characters.

use std::borrow::Cow;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// A control character, which is drawn as a space (spec 10.4).
#[inline]
pub(super) fn is_control(character: char) -> bool {
    matches!(character, '\0'..='\x1f' | '\x7f'..='\u{9f}')
}

/// The text with every control character replaced by one space, so that it stays on one line, and
/// with decomposed accents composed (spec 10.4).
pub(super) fn prepare(text: &str) -> Cow<'_, str> {
    let sanitised: Cow<str> = if text.contains(is_control) {
        text.chars().map(|c| if is_control(c) { ' ' } else { c }).collect()
    } else {
        text.into()
    };
    match is_nfc_quick(sanitised.chars()) {
        IsNormalized::Yes => sanitised,
        _ => sanitised.nfc().collect(),
    }
}

/// Characters without a look of their own (Unicode's Default_Ignorable_Code_Point).
pub(super) fn is_ignorable(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Characters that a shaper only changes through a substitution of the font, and that are composed:
/// Latin, Greek, Cyrillic, Armenian, punctuation, symbols, Chinese and Japanese.
///
/// U+2044 is not among them, because it starts an automatic fraction.
#[inline]
pub(super) fn is_plain(character: char) -> bool {
    match character {
        '\0'..='\u{2ff}' => character != '\u{ad}',
        '\u{374}' | '\u{37e}' | '\u{387}' | '\u{2126}' | '\u{212a}' | '\u{212b}' => false,
        '\u{2044}' | '\u{2329}' | '\u{232a}' => false,
        '\u{370}'..='\u{482}' | '\u{48a}'..='\u{58f}' | '\u{1e00}'..='\u{1eff}' => true,
        '\u{2010}'..='\u{2027}' | '\u{202f}'..='\u{205e}' | '\u{2070}'..='\u{20cf}' => true,
        '\u{2100}'..='\u{2adb}' | '\u{2add}'..='\u{2bff}' | '\u{3001}'..='\u{3029}' => true,
        '\u{3041}'..='\u{3096}' | '\u{30a0}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}' => true,
        '\u{ff01}'..='\u{ff60}' => true,
        _ => false,
    }
}

/// Fonts share one glyph between the two spaces, and a copied text does not need the other.
pub(super) fn plain_space(character: char) -> char {
    if character == '\u{a0}' { ' ' } else { character }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_control_character_becomes_a_space() {
        for (text, expected) in
            [("a\nb", "a b"), ("a\tb", "a b"), ("a\0b", "a b"), ("a\rb", "a b"), ("\u{85}", " ")]
        {
            assert_eq!(prepare(text), expected);
        }
        assert_eq!(prepare("a\r\nb"), "a  b");
    }

    #[test]
    fn accents_are_composed_only_when_they_need_to_be() {
        assert_eq!(prepare("e\u{301}"), "é");
        assert!(matches!(prepare("é, Łódź, 漢字"), Cow::Borrowed(_)));
    }

    #[test]
    fn plain_characters_are_composed_already() {
        for character in (0..=0x10FFFF).filter_map(char::from_u32).filter(|&c| is_plain(c)) {
            let quick = is_nfc_quick(std::iter::once(character));
            assert_eq!(quick, IsNormalized::Yes, "{:04X}", u32::from(character));
            assert!(!is_ignorable(character), "{:04X}", u32::from(character));
        }
    }
}

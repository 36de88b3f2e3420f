//! White space as JavaScript sees it (`\s` and `trim`), which the format inherits (spec 6.2, 7.2).

/// Returns true if JavaScript counts the character as white space: Unicode's, with the byte order
/// mark and without the next-line control.
#[inline]
pub fn is_blank(c: char) -> bool {
    match c {
        ' ' | '\t'..='\r' => true,
        _ if c.is_ascii() => false,
        '\u{feff}' => true,
        '\u{85}' => false,
        _ => c.is_whitespace(),
    }
}

/// The text without white space at its ends.
#[inline]
pub fn trim(text: &str) -> &str {
    text.trim_matches(is_blank)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_break_space_and_byte_order_mark_are_blank_but_next_line_is_not() {
        assert_eq!(trim("\u{feff}\u{a0}\t\u{b}a b\u{3000}\u{2028}"), "a b");
        assert_eq!(trim("\u{85}a\u{200b}"), "\u{85}a\u{200b}");
    }
}

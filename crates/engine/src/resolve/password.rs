//! Normalisation of passwords.

use unicode_normalization::UnicodeNormalization;

/// Longest password in bytes.
pub(crate) const LONGEST: usize = 127;

/// A password as readers of PDF take it: SASLprep (RFC 4013).
pub(crate) fn mapped(password: &str) -> String {
    let is_nothing = |c: char| {
        matches!(c, '\u{ad}' | '\u{34f}' | '\u{1806}' | '\u{180b}'..='\u{180d}' | '\u{200c}' | '\u{200d}'
            | '\u{2060}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
    };
    let is_space = |c: char| {
        matches!(
            c,
            '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200b}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
        )
    };
    let mapped = password.chars().filter(|c| !is_nothing(*c));
    let mapped = mapped.map(|c| if is_space(c) { ' ' } else { c });
    mapped.nfkc().collect()
}

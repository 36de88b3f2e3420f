//! Capitals and small letters as languages write them.

use unicode_normalization::UnicodeNormalization;

/// A text in capitals.
pub fn upper(text: &str, language: &str) -> String {
    match language {
        "tr" | "az" => text.replace('i', "İ").to_uppercase(),
        "el" => greek_upper(text),
        "lt" => text.replace("i\u{307}", "i").replace("j\u{307}", "j").to_uppercase(),
        _ => text.to_uppercase(),
    }
}

/// A text in small letters.
pub fn lower(text: &str, language: &str) -> String {
    match language {
        "tr" | "az" => {
            text.replace("I\u{307}", "i").replace('İ', "i").replace('I', "ı").to_lowercase()
        }
        _ => text.to_lowercase(),
    }
}

/// Greek capitals have no accents; a dialytika stays, and comes where an accent kept two vowels
/// apart.
fn greek_upper(text: &str) -> String {
    const ACUTE: char = '\u{301}';
    const DIALYTIKA: char = '\u{308}';
    let is_greek = |c: char| matches!(c, '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}');
    let marks =
        |c: char| matches!(c, '\u{300}' | ACUTE | '\u{342}' | '\u{313}' | '\u{314}' | '\u{345}');
    let mut upper = String::new();
    let decomposed: Vec<char> = text.nfd().collect();
    let mut base = ' ';
    let mut accented_vowel = false;
    for (at, &c) in decomposed.iter().enumerate() {
        if is_greek(base) && marks(c) {
            continue;
        }
        let next = decomposed.get(at + 1).copied();
        let already =
            decomposed.get(at + 1..).unwrap_or_default().iter().take(2).any(|c| *c == DIALYTIKA);
        upper.extend(c.to_uppercase());
        if matches!(c, 'ι' | 'υ') && accented_vowel && !already && next != Some(ACUTE) {
            upper.push(DIALYTIKA);
        }
        if unicode_normalization::char::is_combining_mark(c) {
            continue;
        }
        base = c;
        accented_vowel = matches!(c, 'α' | 'ε' | 'ο' | 'υ' | 'η') && next == Some(ACUTE);
    }
    upper.nfc().collect()
}

//! Names of attachments that are safe wherever somebody saves them.

use unicode_normalization::UnicodeNormalization;

use super::header;
use crate::delivery::settings::DEFAULT_FILENAME;
use engine::problem::Result;

/// Longest name, in bytes of UTF-8, extension included.
const MAX_BYTES: usize = 200;
const EXTENSION: &str = ".pdf";

/// Makes a name safe: no separators, no characters that Windows refuses, no dots in front, no
/// device names, no invisible characters that reorder or hide what follows; `.pdf` at its end; at
/// most `MAX_BYTES` long. A name of which nothing is left becomes `report.pdf`.
///
/// # Errors
/// `invalidMessage` for a name with a line break, NUL or another control character.
pub fn safe_filename(name: &str) -> Result<String> {
    Ok(safe_filename_or_none(name)?.unwrap_or_else(|| DEFAULT_FILENAME.to_owned()))
}

/// Makes a name safe as [`safe_filename`] does; `None` where nothing is left of the name.
///
/// # Errors
/// Errors of [`safe_filename`].
pub fn safe_filename_or_none(name: &str) -> Result<Option<String>> {
    header::check("the file name", name)?;
    let cleaned: String = name.nfc().filter_map(safe_char).collect();
    let trimmed = cleaned.trim_matches(is_edge);
    let stem = match trimmed.len().checked_sub(EXTENSION.len()) {
        Some(at)
            if trimmed.is_char_boundary(at) && trimmed[at..].eq_ignore_ascii_case(EXTENSION) =>
        {
            trimmed[..at].trim_end_matches(is_edge)
        }
        _ if trimmed.eq_ignore_ascii_case("pdf") && cleaned.starts_with('.') => "",
        _ => trimmed,
    };
    if stem.is_empty() {
        return Ok(None);
    }
    // A name that starts with a hyphen would be a flag to most commands.
    let underscore = if is_device(stem) || stem.starts_with('-') { "_" } else { "" };
    let most = MAX_BYTES - EXTENSION.len() - underscore.len();
    let stem = header::head(stem, most).trim_end_matches(is_edge);
    Ok(Some(format!("{underscore}{stem}{EXTENSION}")))
}

fn is_edge(char: char) -> bool {
    char == '.' || char.is_whitespace()
}

fn safe_char(char: char) -> Option<char> {
    match char {
        '/' | '\\' | '<' | '>' | ':' | '"' | '|' | '?' | '*' => Some('_'),
        // Bidirectional controls and invisible characters.
        '\u{ad}'
        | '\u{61c}'
        | '\u{180e}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}' => None,
        char if char.is_whitespace() => Some(' '),
        char => Some(char),
    }
}

/// Returns `true` if Windows takes it for a device, whatever follows the first dot.
fn is_device(stem: &str) -> bool {
    let base = stem.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    let numbered = |prefix: &str| {
        let number = base.strip_prefix(prefix).map(|rest| rest.chars().collect::<Vec<_>>());
        number.is_some_and(|rest| matches!(rest[..], ['0'..='9' | '¹' | '²' | '³']))
    };
    matches!(base.as_str(), "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$")
        || numbered("COM")
        || numbered("LPT")
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::delivery::codes;
    use proptest::prelude::*;

    /// Names, and what becomes of them; the designer names the files of its ZIP file by the same rule.
    #[test]
    fn names_become_safe() {
        let cases = include_str!("../../../tests/vectors/file-names.json");
        let cases: Vec<(String, Option<String>)> = serde_json::from_str(cases).unwrap();
        for (name, expected) in cases {
            assert_eq!(safe_filename_or_none(&name).unwrap(), expected, "{name:?}");
        }
        assert_eq!(safe_filename(" . ").unwrap(), DEFAULT_FILENAME);
    }

    #[test]
    fn line_breaks_are_refused() {
        for name in ["a\r\nb.pdf", "a\nb", "a\0b", "a\u{1b}b"] {
            assert_eq!(safe_filename(name).unwrap_err().code, codes::INVALID_MESSAGE);
        }
    }

    proptest! {
        #[test]
        fn whatever_comes_in_safe_comes_out(name in "[^\\p{Cc}]{0,80}") {
            let safe = safe_filename(&name).unwrap();
            prop_assert!(safe.len() <= MAX_BYTES && safe.ends_with(".pdf") && safe.len() > 4);
            prop_assert!(!safe.starts_with('.') && !safe.contains(['/', '\\', ':', '"']));
            prop_assert_eq!(safe_filename(&safe).unwrap(), safe);
        }
    }
}

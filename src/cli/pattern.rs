//! Names of output files with a place for a number or a name, such as `invoice-{page}.svg`.
//!
//! They are taken as bytes, because names of files need not be text.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Stands for the number of a page in the name of its file.
pub(super) const PAGE: &str = "{page}";

/// Returns `true` if a pattern has that place.
pub(super) fn has_place(pattern: &Path, place: &str) -> bool {
    places(pattern, place).next().is_some()
}

/// The file of a pattern, with a text in that place.
pub(super) fn filled(pattern: &Path, place: &str, text: &str) -> PathBuf {
    let bytes = pattern.as_os_str().as_encoded_bytes();
    let mut name = Vec::with_capacity(bytes.len() + text.len());
    let mut from = 0;
    for at in places(pattern, place) {
        name.extend_from_slice(bytes.get(from..at).unwrap_or_default());
        name.extend_from_slice(text.as_bytes());
        from = at + place.len();
    }
    name.extend_from_slice(bytes.get(from..).unwrap_or_default());
    os_string(name).into()
}

/// The offsets of a place, which does not overlap itself.
fn places<'a>(pattern: &'a Path, place: &'a str) -> impl Iterator<Item = usize> + 'a {
    let windows = pattern.as_os_str().as_encoded_bytes().windows(place.len());
    windows.enumerate().filter(|(_, window)| *window == place.as_bytes()).map(|(at, _)| at)
}

#[cfg(unix)]
fn os_string(bytes: Vec<u8>) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes)
}

#[cfg(not(unix))]
fn os_string(bytes: Vec<u8>) -> OsString {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_takes_every_place_of_a_pattern() {
        for (pattern, expected) in
            [("a-{page}.svg", "a-07.svg"), ("{page}/{page}", "07/07"), ("a.svg", "a.svg")]
        {
            assert_eq!(filled(Path::new(pattern), PAGE, "07"), Path::new(expected));
            assert_eq!(has_place(Path::new(pattern), PAGE), pattern != expected);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_pattern_need_not_be_text() {
        let pattern = PathBuf::from(os_string(b"\xff-{page}.svg".to_vec()));
        assert!(has_place(&pattern, PAGE));
        let file = filled(&pattern, PAGE, "2");
        assert_eq!(file.as_os_str().as_encoded_bytes(), b"\xff-2.svg");
    }
}

//! From bytes to text: files are UTF-8, and messages say where they are not.

use super::kind;
use crate::base::files::quoted_name;
use engine::problem::{Code, Problem, Result};

const UTF8_MARK: &[u8] = b"\xEF\xBB\xBF";

/// A place in a text, both from 1; columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub line: usize,
    pub column: usize,
}

impl Place {
    /// The place of a byte; bytes that are not UTF-8 count as one character each.
    pub(crate) fn of(bytes: &[u8], offset: usize) -> Self {
        let before = bytes.get(..offset).unwrap_or(bytes);
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let in_line = before.get(start..).unwrap_or_default();
        let column = in_line.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() + 1;
        Self { line, column }
    }

    /// The place in the whole, when the text starts on this line of it.
    pub(crate) fn starting_at(self, first: usize) -> Self {
        Self { line: self.line + first.max(1) - 1, ..self }
    }
}

/// Problems of files, with their place.
pub(crate) trait AtPlace {
    /// Adds a place in the file, to the message and to the details.
    fn at(self, place: Place) -> Self;
}

impl AtPlace for Problem {
    fn at(mut self, place: Place) -> Self {
        self.message += &format!(", line {}, column {}", place.line, place.column);
        self.detail("line", place.line).detail("column", place.column)
    }
}

/// Source of a text, for messages: the kind of problem and the name of the file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Origin<'a> {
    pub code: Code,
    pub name: &'a str,
}

impl Origin<'_> {
    /// `cannot read <name>: <what>`.
    pub(crate) fn problem(&self, what: &str) -> Problem {
        Problem::new(self.code, format!("cannot read {}: {what}", quoted_name(self.name)))
            .file(self.name)
    }
}

/// The bytes as text, without a byte order mark.
///
/// # Errors
/// Text that is empty or not UTF-8.
pub(crate) fn decode(bytes: Vec<u8>, origin: Origin<'_>) -> Result<String> {
    let mark = mark(&bytes, origin)?;
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        let place = Place::of(error.as_bytes(), offset);
        not_utf8(error.as_bytes().get(offset), offset as u64, place, origin)
    })?;
    text.drain(..mark);
    if text.trim().is_empty() {
        return Err(origin.problem("it is empty"));
    }
    Ok(text)
}

/// Length of the byte order mark at the start.
///
/// # Errors
/// A file of another kind; a mark of UTF-16 or UTF-32, or what looks like them without one: no
/// text begins with NUL.
pub(crate) fn mark(start: &[u8], origin: Origin<'_>) -> Result<usize> {
    if let Some((what, advice)) = kind::of_bytes(start) {
        return Err(origin.problem(&format!("it is {what}")).advice(advice));
    }
    let utf32 = matches!(
        start,
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] | [_, 0, 0, 0, ..] | [0, 0, 0, _, ..]
    );
    if utf32 {
        return Err(origin.problem("it is UTF-32, but UTF-8 is expected").advice(SAVE_AS_UTF8));
    }
    if matches!(start, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] | [0, _, ..] | [_, 0, ..]) {
        return Err(origin.problem("it is UTF-16, but UTF-8 is expected").advice(SAVE_AS_UTF8));
    }
    Ok(if start.starts_with(UTF8_MARK) { UTF8_MARK.len() } else { 0 })
}

/// A byte of a file, and where it is, that is not UTF-8.
pub(crate) fn not_utf8(
    byte: Option<&u8>,
    offset: u64,
    place: Place,
    origin: Origin<'_>,
) -> Problem {
    let byte = byte.copied().unwrap_or_default();
    origin
        .problem(&format!("byte {offset} (0x{byte:02X}) is not UTF-8"))
        .at(place)
        .detail("byteOffset", offset)
        .advice(SAVE_AS_UTF8)
}

/// Advice about another encoding.
pub(crate) const SAVE_AS_UTF8: &str = "save the file with the encoding UTF-8";

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::data::codes;

    const ORIGIN: Origin<'_> = Origin { code: codes::DATA_UNREADABLE, name: "data.json" };

    #[test]
    fn a_byte_order_mark_is_dropped() {
        assert_eq!(decode(b"\xEF\xBB\xBF{}".to_vec(), ORIGIN).as_deref(), Ok("{}"));
    }

    #[test]
    fn bytes_that_are_not_utf8_are_named_with_their_place() {
        let problem = decode(b"{\n\"caf\xE9\": 1}".to_vec(), ORIGIN).unwrap_err();
        assert_eq!(
            problem.message,
            "cannot read `data.json`: byte 6 (0xE9) is not UTF-8, line 2, column 5"
        );
        assert_eq!(problem.get("line"), Some(&2.into()));
        assert_eq!(problem.get("column"), Some(&5.into()));
    }

    #[test]
    fn utf16_and_empty_files_are_named() {
        for bytes in [&b"\xFF\xFE{\0}\0"[..], b"\xFE\xFF\0{\0}", b"{\0}\0", b"\0{\0}"] {
            let utf16 = decode(bytes.to_vec(), ORIGIN).unwrap_err();
            assert!(utf16.message.contains("UTF-16"), "{}", utf16.message);
        }
        for bytes in
            [&b"\xFF\xFE\0\0{\0\0\0"[..], b"\0\0\xFE\xFF\0\0\0{", b"{\0\0\0}\0\0\0", b"\0\0\0{"]
        {
            let utf32 = decode(bytes.to_vec(), ORIGIN).unwrap_err();
            assert!(utf32.message.contains("UTF-32"), "{}", utf32.message);
        }
        let xlsx = decode(b"PK\x03\x04\x14\0".to_vec(), ORIGIN).unwrap_err();
        assert_eq!(
            xlsx.message,
            "cannot read `data.json`: it is a spreadsheet or an archive (.xlsx, .ods, .zip)"
        );
        assert!(xlsx.advice.is_some_and(|advice| advice.contains("CSV")));
        let empty = decode(b" \n".to_vec(), ORIGIN).unwrap_err();
        assert_eq!(empty.message, "cannot read `data.json`: it is empty");
    }

    #[test]
    fn columns_count_characters() {
        assert_eq!(Place::of("a\nçé!".as_bytes(), 6), Place { line: 2, column: 3 });
    }
}

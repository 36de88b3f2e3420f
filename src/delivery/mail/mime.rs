//! The parts of a message, written one after the other (RFC 2045, 2046).

use std::ops::Range;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use lettre::message::Body;
use lettre::message::header::{ContentTransferEncoding, Headers};

use super::header;

/// Bytes in one line of base64: 57 become 76 characters.
const BYTES_PER_LINE: usize = 57;

/// Starts a part.
pub(super) fn delimiter(boundary: &str, out: &mut Vec<u8>) {
    push(out, &["--", boundary, "\r\n"]);
}

/// Ends the parts.
pub(super) fn close(boundary: &str, out: &mut Vec<u8>) {
    push(out, &["--", boundary, "--\r\n"]);
}

/// The header that says that parts follow.
pub(super) fn multipart(kind: &str, boundary: &str, out: &mut Vec<u8>) {
    push(out, &["Content-Type: multipart/", kind, ";\r\n boundary=\"", boundary, "\"\r\n\r\n"]);
}

/// A text as a part: readable as it is where it can be, quoted-printable or base64 elsewhere.
pub(super) fn text(kind: &str, text: &str, out: &mut Vec<u8>) {
    let text = with_single_line_feeds(text);
    // A line that looks like a delimiter must not be one: quoted-printable writes `=` otherwise.
    let has_delimiter = text.starts_with("--") || text.contains("\n--");
    // NUL must not be sent as it is (RFC 2045, 2.7), the others would be obeyed by terminals.
    let has_controls = text.contains(|char| char < ' ' && !matches!(char, '\n' | '\t'));
    let body = if has_delimiter || has_controls || text.contains('\u{7f}') {
        Body::new_with_encoding(text, ContentTransferEncoding::QuotedPrintable)
            .unwrap_or_else(Body::new)
    } else {
        Body::new(text)
    };
    let encoding = body.encoding().to_string();
    push(
        out,
        &[
            "Content-Type: text/",
            kind,
            "; charset=utf-8\r\nContent-Transfer-Encoding: ",
            &encoding,
            "\r\n\r\n",
        ],
    );
    out.extend_from_slice(body.as_ref());
    out.extend_from_slice(b"\r\n");
}

/// A file as a part: its name for every client, its bytes in base64. Returns their place.
pub(super) fn file(kind: &str, name: &str, bytes: &[u8], out: &mut Vec<u8>) -> Range<usize> {
    let mut headers = Headers::with_capacity(2);
    headers.insert_raw(header::content_type(kind, name));
    headers.insert_raw(header::content_disposition(name));
    push(out, &[&headers.to_string(), "Content-Transfer-Encoding: base64\r\n\r\n"]);
    let start = out.len();
    base64(bytes, out);
    start..out.len()
}

/// Lines of base64.
pub(crate) fn base64(bytes: &[u8], out: &mut Vec<u8>) {
    out.reserve(bytes.len().div_ceil(BYTES_PER_LINE) * 78 + 256);
    let mut line = [0; 76];
    for chunk in bytes.chunks(BYTES_PER_LINE) {
        let length =
            STANDARD.encode_slice(chunk, &mut line).expect("the line has room for a chunk");
        out.extend_from_slice(&line[..length]);
        out.extend_from_slice(b"\r\n");
    }
}

/// Lone carriage returns are line ends too: nothing but CR LF may reach the server.
fn with_single_line_feeds(text: &str) -> String {
    if text.contains('\r') {
        text.replace("\r\n", "\n").replace('\r', "\n")
    } else {
        text.to_owned()
    }
}

fn push(out: &mut Vec<u8>, texts: &[&str]) {
    for text in texts {
        out.extend_from_slice(text.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(value: &str) -> String {
        let mut out = Vec::new();
        text("plain", value, &mut out);
        String::from_utf8(out).unwrap_or_default()
    }

    #[test]
    fn texts_are_readable_where_they_can_be() {
        let plain = "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: ";
        assert_eq!(written("a\nb\n"), format!("{plain}7bit\r\n\r\na\r\nb\r\n\r\n"));
        assert_eq!(written("a\rb\r\nc"), format!("{plain}7bit\r\n\r\na\r\nb\r\nc\r\n"));
        assert_eq!(
            written("Olá, este é o relatório"),
            format!("{plain}quoted-printable\r\n\r\nOl=C3=A1, este =C3=A9 o relat=C3=B3rio\r\n")
        );
    }

    #[test]
    fn no_text_can_end_its_part() {
        let out = written("a\n--=_x--\n");
        assert!(out.contains("quoted-printable") && out.contains("\r\n--=3D_x--"), "{out}");
    }

    #[test]
    fn control_characters_do_not_go_over_the_line() {
        let out = written("a\0b\u{1b}[2J\u{7f}c\td");
        assert!(out.contains("quoted-printable\r\n\r\na=00b=1B[2J=7Fc\td"), "{out:?}");
    }

    #[test]
    fn lines_are_short_and_seven_bit_whatever_the_text() {
        for value in ["x".repeat(5000), "日本語".repeat(500), "é\0\u{1b} ".repeat(100)] {
            let out = written(&value);
            assert!(out.is_ascii() && !out.contains('\0'));
            assert!(out.split("\r\n").all(|line| line.len() <= 78 && !line.contains(['\r', '\n'])));
        }
    }

    #[test]
    fn base64_has_lines_of_76() {
        let mut out = Vec::new();
        base64(&[0; 100], &mut out);
        let lengths: Vec<_> = out.split(|byte| *byte == b'\n').map(<[u8]>::len).collect();
        assert_eq!(lengths, [77, 61, 0]);
    }
}

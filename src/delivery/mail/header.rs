//! Header values: what may stand in them, and how texts outside ASCII are written.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use lettre::message::header::{HeaderName, HeaderValue};

use crate::delivery::codes;
use engine::problem::{Code, Problem, Result, quoted};

/// Refuses line breaks, NUL and other control characters: with them, a value could become headers
/// of its own. Nothing is stripped.
///
/// # Errors
/// `invalidMessage`, naming what it is.
pub(super) fn check(what: &str, value: &str) -> Result<()> {
    let Some(bad) = value.chars().find(|char| char.is_control() && *char != '\t') else {
        return Ok(());
    };
    let found = match bad {
        '\r' | '\n' => "a line break".to_owned(),
        '\0' => "a NUL".to_owned(),
        other => format!("a control character (U+{:04X})", u32::from(other)),
    };
    let shown = quoted(&value.escape_debug().to_string());
    let message = format!("{what} of the message has {found}: {shown}");
    Err(Problem::new(codes::INVALID_MESSAGE, message)
        .advice("correct the data it comes from; it must be a single line of text"))
}

/// Refuses what is too long for a header, in bytes.
///
/// # Errors
/// `invalidMessage`, naming what it is.
pub(super) fn check_length(what: &str, value: &str, most: usize) -> Result<()> {
    if value.len() <= most {
        return Ok(());
    }
    let message = format!("{what} of the message is longer than {most} bytes: {}", quoted(value));
    Err(Problem::new(codes::INVALID_MESSAGE, message)
        .advice("shorten it, or the data it comes from"))
}

/// An unstructured header. Texts that could be taken for something else, and words too long for a
/// line, are written as encoded words (RFC 2047), as those outside ASCII are.
pub(super) fn text(name: &'static str, value: &str) -> HeaderValue {
    text_of(HeaderName::new_from_ascii_str(name), value)
}

/// An unstructured header as from [`text`], with a name of the settings.
fn text_of(name: HeaderName, value: &str) -> HeaderValue {
    const LONGEST_WORD: usize = 60;
    let is_plain = value.bytes().all(|byte| matches!(byte, b' '..=b'~'))
        && !value.contains("=?")
        && !value.starts_with(' ')
        && !value.ends_with(' ')
        // A line can only be folded where the next one starts with something to see.
        && !value.contains("  ")
        && value.split(' ').all(|word| word.len() <= LONGEST_WORD);
    let name_length = name.len() + 2;
    if is_plain {
        return HeaderValue::new(name, value.to_owned());
    }
    HeaderValue::dangerous_new_pre_encoded(
        name,
        value.to_owned(),
        encoded_words(value, name_length),
    )
}

/// Headers that the program writes itself, that servers add, or that decide where mail goes. A name
/// that ends with `-` stands for all that begin with it.
const RESERVED: [&str; 26] = [
    "arc-",
    "authentication-results",
    "auto-submitted",
    "bcc",
    "cc",
    "content-",
    "date",
    "delivered-to",
    "dkim-signature",
    "envelope-to",
    "from",
    "in-reply-to",
    "list-unsubscribe",
    "list-unsubscribe-post",
    "message-id",
    "mime-version",
    "received",
    "received-spf",
    "references",
    "reply-to",
    "resent-",
    "return-path",
    "sender",
    "subject",
    "to",
    "x-original-to",
];
/// Longest value of a header of the settings, in bytes.
const MAX_VALUE: usize = 998;

/// A header of the settings.
///
/// # Errors
/// `invalidSetting` for an invalid or reserved name, and for a value of more than one line.
pub(super) fn custom(name: &str, value: &str) -> Result<HeaderValue> {
    const LONGEST_NAME: usize = 76;
    let setting = format!("`mail.headers`: {}", quoted(&name.escape_debug().to_string()));
    let invalid = |what: &str| Problem::new(Code::InvalidSetting, format!("{setting} {what}"));
    // ftext of RFC 5322, 3.6.8.
    let is_name = !name.is_empty()
        && name.len() <= LONGEST_NAME
        && name.bytes().all(|byte| matches!(byte, b'!'..=b'~') && byte != b':');
    let header = HeaderName::new_from_ascii(name.to_owned()).ok().filter(|_| is_name);
    let header = header.ok_or_else(|| {
        invalid("is not the name of a header").advice("names look like `X-Campaign`")
    })?;
    let lower = name.to_ascii_lowercase();
    let is_reserved = RESERVED.iter().any(|reserved| match reserved.strip_suffix('-') {
        Some(_) => lower.starts_with(reserved),
        None => lower == *reserved,
    });
    if is_reserved {
        return Err(invalid("cannot be set here")
            .advice("the program or a mail server writes it; see the settings under `mail`"));
    }
    check(&setting, value).and_then(|()| check_length(&setting, value, MAX_VALUE)).map_err(
        |problem| {
            Problem { code: Code::InvalidSetting, ..problem }.advice("write one line of text")
        },
    )?;
    Ok(match folded(value, header.len() + 2) {
        // Programs do not read addresses in brackets and the like in encoded words (RFC 2047, 5).
        Some(lines) => HeaderValue::dangerous_new_pre_encoded(header, value.to_owned(), lines),
        None => text_of(header, value),
    })
}

/// Printable ASCII on lines of at most 78 characters where its blanks allow that, and of 998 (RFC 5322, 2.1.1); `None`
/// for another text. `used` characters of the first line are taken.
fn folded(value: &str, used: usize) -> Option<String> {
    const LINE: usize = 78;
    const LONGEST: usize = 998;
    let is_plain = value.bytes().all(|byte| matches!(byte, b' '..=b'~'))
        && !value.contains("=?")
        && !value.starts_with(' ')
        && !value.ends_with(' ')
        && !value.contains("  ")
        && value.split(' ').all(|word| word.len() + used <= LONGEST);
    if !is_plain {
        return None;
    }
    let mut out = String::with_capacity(value.len() + 16);
    let mut column = used;
    for (index, word) in value.split(' ').enumerate() {
        if index > 0 {
            if column + 1 + word.len() > LINE {
                out.push_str("\r\n");
                column = 0;
            }
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += word.len();
    }
    Some(out)
}

/// Checks an address for unsubscribing (RFC 2369, RFC 8058), and says whether it is one to post to.
///
/// # Errors
/// `invalidMessage`.
pub(super) fn unsubscribe_uri(text: &str) -> Result<bool> {
    let is_https = text.starts_with("https://");
    let is_uri = text.len() <= 900
        && text.bytes().all(|byte| matches!(byte, b'!'..=b'~') && !b"<>,\"\\".contains(&byte));
    if is_uri && (is_https || text.starts_with("mailto:")) {
        return Ok(is_https);
    }
    let shown = quoted(&text.escape_debug().to_string());
    let message = format!("{shown} is not an address for unsubscribing (`listUnsubscribe`)");
    Err(Problem::new(codes::INVALID_MESSAGE, message).advice(
        "it must begin with `https://` or `mailto:` and have no blanks, commas or brackets",
    ))
}

/// Bytes of text in one encoded word: 45 become 60 characters of base64, and the word at most 75
/// (RFC 2047, 2).
const BYTES_PER_WORD: usize = 45;

/// A text as encoded words, one on each line, characters kept whole. `used` characters of the
/// first line are taken.
pub(super) fn encoded_words(text: &str, used: usize) -> String {
    let mut out = String::with_capacity(text.len() * 2 + 16);
    let first = BYTES_PER_WORD.saturating_sub(used * 3 / 4 / 3 * 3).max(12);
    let mut rest = text;
    while !rest.is_empty() {
        let most = if out.is_empty() { first } else { BYTES_PER_WORD };
        let word = head(rest, most);
        if !out.is_empty() {
            out.push_str("\r\n ");
        }
        out.push_str("=?utf-8?b?");
        STANDARD.encode_string(word, &mut out);
        out.push_str("?=");
        rest = &rest[word.len()..];
    }
    out
}

/// Longest beginning of a text that fits into `most` bytes, with whole characters.
pub(super) fn head(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// `Content-Type` of an attachment, with its name in the form that old clients read: as it is, or
/// as encoded words in quotes.
pub(super) fn content_type(kind: &str, filename: &str) -> HeaderValue {
    let name = HeaderName::new_from_ascii_str("Content-Type");
    let value = if filename.is_ascii() {
        format!("{kind};\r\n name={}", quoted_string(filename))
    } else {
        format!("{kind};\r\n name=\"{}\"", encoded_words(filename, 8))
    };
    HeaderValue::dangerous_new_pre_encoded(name, String::new(), value)
}

/// `Content-Disposition` of an attachment (RFC 2183), with its name in the form of RFC 2231 when
/// it is not ASCII. There is no second `filename` beside that: readers disagree about which of the
/// two counts, and those that know neither look at `Content-Type`.
pub(super) fn content_disposition(filename: &str) -> HeaderValue {
    let name = HeaderName::new_from_ascii_str("Content-Disposition");
    let value = if filename.is_ascii() {
        format!("attachment;\r\n filename={}", quoted_string(filename))
    } else {
        format!("attachment;{}", extended_parameter("filename", filename))
    };
    HeaderValue::dangerous_new_pre_encoded(name, String::new(), value)
}

/// A text in quotes (RFC 5322, 3.2.4).
pub(super) fn quoted_string(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A parameter in the form of RFC 2231, in several numbered pieces when it is long.
fn extended_parameter(name: &str, value: &str) -> String {
    const LONGEST: usize = 60;
    let mut pieces = vec![String::from("UTF-8''")];
    let mut buffer = [0; 4];
    for char in value.chars() {
        let bytes = char.encode_utf8(&mut buffer).as_bytes();
        let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._".contains(byte);
        let length: usize = bytes.iter().map(|byte| if is_plain(byte) { 1 } else { 3 }).sum();
        if pieces.last().is_some_and(|piece| piece.len() + length > LONGEST) {
            pieces.push(String::new());
        }
        let Some(piece) = pieces.last_mut() else { continue };
        for byte in bytes {
            if is_plain(byte) {
                piece.push(char::from(*byte))
            } else {
                piece.push_str(&format!("%{byte:02X}"))
            }
        }
    }
    match pieces.as_slice() {
        [whole] => format!("\r\n {name}*={whole}"),
        pieces => {
            let numbered = pieces.iter().enumerate();
            let lines = numbered.map(|(number, piece)| format!("\r\n {name}*{number}*={piece}"));
            lines.collect::<Vec<_>>().join(";")
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use lettre::message::header::Headers;

    fn written(value: HeaderValue) -> String {
        let mut headers = Headers::new();
        headers.insert_raw(value);
        headers.to_string()
    }

    /// Programs that read them do not decode encoded words.
    #[test]
    fn long_words_of_settings_are_written_as_they_are() {
        let address = format!("<https://www.example.org/{}>", "a".repeat(80));
        let value = format!("{address} {address}");
        let lines = written(custom("List-Help", &value).unwrap());
        assert_eq!(lines, format!("List-Help: {address}\r\n {address}\r\n"));
        assert!(written(custom("X-A", "Größe").unwrap()).contains("=?utf-8?b?"));
    }

    #[test]
    fn control_characters_are_refused_and_named() {
        for (value, found) in [
            ("a\r\nBcc: x@example.org", "a line break"),
            ("a\nb", "a line break"),
            ("a\rb", "a line break"),
            ("a\0b", "a NUL"),
            ("a\u{1b}[1m", "a control character (U+001B)"),
            ("a\u{85}b", "a control character (U+0085)"),
        ] {
            let problem = check("the subject", value).unwrap_err();
            assert_eq!(problem.code, codes::INVALID_MESSAGE);
            assert!(problem.message.contains(found), "{}", problem.message);
            assert!(!problem.message.chars().any(char::is_control));
        }
        assert!(check("the subject", "Relatório \u{1f600}\tx").is_ok());
    }

    #[test]
    fn texts_are_plain_where_they_can_be() {
        assert_eq!(written(text("Subject", "Invoice 7")), "Subject: Invoice 7\r\n");
        assert_eq!(
            written(text("Subject", "Relatório nº 7")),
            "Subject: =?utf-8?b?UmVsYXTDs3JpbyBuwrogNw==?=\r\n"
        );
        // A reader must not decode what was meant literally.
        assert_eq!(
            written(text("Subject", "=?utf-8?q?x?=")),
            "Subject: =?utf-8?b?PT91dGYtOD9xP3g/PQ==?=\r\n"
        );
    }

    #[test]
    fn long_texts_are_folded_between_characters() {
        for value in [
            "日本語のレポート".repeat(20),
            "x".repeat(500),
            "word ".repeat(60) + "end",
            format!("a{}b", " ".repeat(1000)),
        ] {
            let header = written(text("Subject", &value));
            assert!(header.split("\r\n").all(|line| line.len() <= 78), "{header}");
        }
    }

    #[test]
    fn file_names_are_written_for_new_and_for_old_clients() {
        assert_eq!(
            written(content_disposition("report.pdf")),
            "Content-Disposition: attachment;\r\n filename=\"report.pdf\"\r\n"
        );
        assert_eq!(
            written(content_type("application/pdf", "report.pdf")),
            "Content-Type: application/pdf;\r\n name=\"report.pdf\"\r\n"
        );
        assert_eq!(
            written(content_disposition("Relatório 7.pdf")),
            "Content-Disposition: attachment;\r\n filename*=UTF-8''Relat%C3%B3rio%207.pdf\r\n"
        );
        assert_eq!(
            written(content_type("application/pdf", "Relatório 7.pdf")),
            "Content-Type: application/pdf;\r\n name=\"=?utf-8?b?UmVsYXTDs3JpbyA3LnBkZg==?=\"\r\n"
        );
        assert_eq!(
            written(content_disposition("請求書請求書請求書.pdf")),
            "Content-Disposition: attachment;\r\n \
             filename*0*=UTF-8''%E8%AB%8B%E6%B1%82%E6%9B%B8%E8%AB%8B%E6%B1%82;\r\n \
             filename*1*=%E6%9B%B8%E8%AB%8B%E6%B1%82%E6%9B%B8.pdf\r\n"
        );
    }
}

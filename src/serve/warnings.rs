//! Warnings about a document that was made: in answers that have no
//! body for it, a header.

use axum::http::{HeaderName, HeaderValue};
use axum::response::Response;
use serde_json::{Value as Json, json};

use super::error::ErrorBody;
use engine::problem::Problem;

/// The warnings of a document, as a JSON array in ASCII.
pub(super) const HEADER: HeaderName = HeaderName::from_static("x-reportctl-warnings");

/// Servers in between take headers of some kilobytes.
const MAX_BYTES: usize = 4096;

/// Adds the warnings to an answer, as many as fit; the first always do.
pub(super) fn with_warnings(mut response: Response, warnings: Vec<Problem>) -> Response {
    if let Some(value) = value(warnings) {
        response.headers_mut().insert(HEADER, value);
    }
    response
}

fn value(warnings: Vec<Problem>) -> Option<HeaderValue> {
    let mut text = String::new();
    for warning in super::error::public_warnings(warnings) {
        let one = ascii(&object(&warning));
        if text.len() + one.len() > MAX_BYTES {
            break;
        }
        text.push(if text.is_empty() { '[' } else { ',' });
        text.push_str(&one);
    }
    if text.is_empty() {
        return None;
    }
    text.push(']');
    HeaderValue::try_from(text).ok()
}

fn object(warning: &ErrorBody) -> Json {
    json!({ "code": warning.code, "error": warning.error, "field": warning.field })
}

/// JSON in which characters beyond ASCII are escaped: a header has no encoding.
fn ascii(value: &Json) -> String {
    let mut text = String::new();
    for unit in value.to_string().encode_utf16() {
        match u8::try_from(unit) {
            Ok(byte @ b' '..=b'~') => text.push(char::from(byte)),
            _ => text.push_str(&format!("\\u{unit:04x}")),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use engine::problem::Code;

    fn read(warnings: Vec<Problem>) -> Option<Json> {
        Some(serde_json::from_str(value(warnings)?.to_str().unwrap()).unwrap())
    }

    #[test]
    fn any_text_goes_into_a_header() {
        assert_eq!(read(Vec::new()), None);
        let warning = Problem::warning(Code::ImageDamaged, "ü “x” 𝄞\n").field("Straße");
        let expected = json!([{ "code": "imageDamaged", "error": "ü “x” 𝄞\n", "field": "Straße" }]);
        assert_eq!(read(vec![warning]), Some(expected));
    }

    #[test]
    fn a_header_stays_short() {
        let many: Vec<_> =
            (0..500).map(|n| Problem::warning(Code::ImageDamaged, format!("number {n}"))).collect();
        let length = value(many.clone()).unwrap().len();
        assert!(length <= MAX_BYTES + 1, "{length}");
        assert_eq!(read(many).unwrap()[0]["error"], "number 0");
    }
}

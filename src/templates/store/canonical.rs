//! JSON text, token by token: formatted again, or with some texts replaced, everything else byte for
//! byte as it was.
//!
//! All functions expect valid JSON; they walk it without recursion.

use std::ops::Range;

use engine::problem::Result;

/// The canonical layout: two spaces, one element per line, keys in their given order, a final
/// newline. `None` when that would be longer than `limit` bytes.
///
/// Texts and numbers keep their spelling, so a document that is canonical stays as it is.
pub(crate) fn canonical(text: &str, limit: usize) -> Option<String> {
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len() + text.len() / 2);
    let mut depth = 0;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let end = token_end(bytes, at);
        let token = text.get(at..end)?;
        match byte {
            b'{' | b'[' => {
                let next = skip_blanks(bytes, end);
                if matches!(bytes.get(next), Some(b'}' | b']')) {
                    out.push_str(if byte == b'{' { "{}" } else { "[]" });
                    at = next + 1;
                    continue;
                }
                depth += 1;
                out.push_str(token);
                new_line(&mut out, depth);
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                new_line(&mut out, depth);
                out.push_str(token);
            }
            b',' => {
                out.push(',');
                new_line(&mut out, depth);
            }
            b':' => out.push_str(": "),
            b' ' | b'\t' | b'\n' | b'\r' => {}
            _ => out.push_str(token),
        }
        if out.len() >= limit {
            return None;
        }
        at = end;
    }
    out.push('\n');
    Some(out)
}

fn new_line(out: &mut String, depth: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", depth));
}

/// Returns JSON with some of its strings replaced. `replace` gets the text between the quotes and
/// returns the new text, or `None`.
pub(crate) fn map_strings(
    text: &str,
    mut replace: impl FnMut(&str) -> Result<Option<String>>,
) -> Result<String> {
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let end = token_end(bytes, at);
        if byte == b'"'
            && let Some(inside) = text.get(at + 1..end - 1)
            && let Some(replacement) = replace(inside)?
        {
            out.push_str(text.get(copied..=at).unwrap_or_default());
            out.push_str(&replacement);
            copied = end - 1;
        }
        at = end;
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    Ok(out)
}

/// Ranges of the texts of pictures, without their quotes: `backgroundImage`, and the `content` of
/// objects of the type `image`.
pub(crate) fn pictures(text: &str) -> Vec<Range<usize>> {
    /// An object that is open, or a list.
    #[derive(Default)]
    struct OpenContainer<'a> {
        key: &'a str,
        is_image: bool,
        content: Option<Range<usize>>,
    }

    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut open: Vec<OpenContainer<'_>> = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let end = token_end(bytes, at);
        match byte {
            b'{' | b'[' => open.push(OpenContainer::default()),
            b'}' | b']' => {
                let closed = open.pop().unwrap_or_default();
                found.extend(closed.content.filter(|_| closed.is_image));
            }
            b'"' => {
                let range = at + 1..end - 1;
                let inside = text.get(range.clone()).unwrap_or_default();
                let is_key = bytes.get(skip_blanks(bytes, end)) == Some(&b':');
                if let Some(object) = open.last_mut() {
                    match object.key {
                        _ if is_key => object.key = inside,
                        "type" => object.is_image = inside == "image",
                        "content" => object.content = Some(range),
                        "backgroundImage" => found.push(range),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        at = end;
    }
    found.sort_by_key(|range| range.start);
    found
}

/// The entries of an object: each key with its quotes, and its value, as they are written.
pub(crate) fn entries(text: &str) -> Vec<(&str, &str)> {
    let bytes = text.as_bytes();
    let mut entries = Vec::new();
    let mut at = skip_blanks(bytes, 0) + 1;
    loop {
        at = skip_blanks(bytes, at);
        if bytes.get(at) != Some(&b'"') {
            return entries;
        }
        let key_end = token_end(bytes, at);
        // Past the colon.
        let start = skip_blanks(bytes, skip_blanks(bytes, key_end) + 1);
        let end = value_end(bytes, start);
        let (Some(key), Some(value)) = (text.get(at..key_end), text.get(start..end)) else {
            return entries;
        };
        entries.push((key, value));
        // Past the comma; after the last value this leads past the bracket, where no key is.
        at = skip_blanks(bytes, end) + 1;
    }
}

/// End of the value that starts here.
fn value_end(bytes: &[u8], start: usize) -> usize {
    let mut depth = 0_usize;
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        let end = token_end(bytes, at);
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at = end;
        if depth == 0 {
            break;
        }
    }
    at
}

/// End of the token that starts here; always further on.
fn token_end(bytes: &[u8], start: usize) -> usize {
    let rest = bytes.get(start + 1..).unwrap_or_default();
    let length = match bytes.get(start) {
        Some(b'"') => return string_end(bytes, start),
        Some(b' ' | b'\t' | b'\n' | b'\r') => {
            rest.iter().position(|byte| !is_blank(*byte)).unwrap_or(rest.len())
        }
        Some(b'{' | b'}' | b'[' | b']' | b',' | b':') => 0,
        _ => rest
            .iter()
            .position(|&byte| is_blank(byte) || matches!(byte, b',' | b'}' | b']' | b':'))
            .unwrap_or(rest.len()),
    };
    start + 1 + length
}

/// End of the string that starts here, its closing quote included.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        match rest.iter().position(|&byte| byte == b'"' || byte == b'\\') {
            Some(found) if rest.get(found) == Some(&b'"') => return at + found + 1,
            Some(found) => at += found + 2,
            None => return bytes.len().max(start + 2),
        }
    }
}

fn skip_blanks(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().position(|byte| !is_blank(*byte)).unwrap_or(rest.len())
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Random JSON in all the spellings that the grammar allows.
#[cfg(test)]
pub(crate) mod arbitrary {
    use proptest::prelude::*;

    /// A JSON text.
    pub(crate) fn json() -> impl Strategy<Value = String> {
        let leaf = prop_oneof![
            Just("null".to_owned()),
            Just("true".to_owned()),
            Just("false".to_owned()),
            number(),
            string(),
        ];
        leaf.prop_recursive(6, 64, 6, |inner| {
            prop_oneof![list(inner.clone()), object(string(), inner)]
        })
    }

    /// An object whose keys follow a strategy; keys may repeat.
    pub(crate) fn object(
        key: impl Strategy<Value = String>,
        value: impl Strategy<Value = String>,
    ) -> impl Strategy<Value = String> {
        let entry = (blanks(), key, blanks(), blanks(), value, blanks())
            .prop_map(|(a, key, b, c, value, d)| format!("{a}{key}{b}:{c}{value}{d}"));
        (prop::collection::vec(entry, 0..6), blanks())
            .prop_map(|(entries, blank)| format!("{{{blank}{}}}", entries.join(",")))
    }

    /// An array.
    pub(crate) fn list(value: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
        let item = (blanks(), value, blanks()).prop_map(|(a, value, b)| format!("{a}{value}{b}"));
        (prop::collection::vec(item, 0..6), blanks())
            .prop_map(|(items, blank)| format!("[{blank}{}]", items.join(",")))
    }

    fn number() -> impl Strategy<Value = String> {
        "-?(0|[1-9][0-9]{0,20})(\\.[0-9]{1,12})?([eE][+-]?[0-9]{1,2})?"
    }

    /// A string with its quotes; some look like references to assets.
    fn string() -> impl Strategy<Value = String> {
        let part = prop_oneof![
            6 => "[a-zA-Z0-9 :;,/{}\\[\\]'éß漢😀]{0,8}",
            1 => r#"\\["\\/bfnrt]"#,
            1 => r"\\u(00[0-9a-fA-F]{2}|d83d\\ude00|2028)",
            1 => "(asset:){1,3}",
            1 => "asset:[0-9a-f]{64}\\.(png|jpg|svg)",
        ];
        prop::collection::vec(part, 0..4).prop_map(|parts| format!("\"{}\"", parts.concat()))
    }

    fn blanks() -> impl Strategy<Value = String> {
        "[ \t\r\n]{0,2}"
    }

    /// A JSON text without the blanks between its tokens.
    pub(crate) fn compact(text: &str) -> String {
        let mut out = String::new();
        let mut in_string = false;
        let mut escaped = false;
        for c in text.chars() {
            if in_string || !c.is_ascii_whitespace() {
                out.push(c);
            }
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => in_string = !in_string,
                _ => {}
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::arbitrary::{compact, json, object};
    use super::*;

    fn formatted(text: &str) -> String {
        canonical(text, usize::MAX).unwrap_or_default()
    }

    #[test]
    fn one_element_per_line_and_spelling_kept() {
        let text = "{\"a\" :[1.50, 1e3,{} , [ ]],\"a\":\"\\u00e9\\/ {,}\" ,\"b\":{\"c\":null}}";
        assert_eq!(
            formatted(text),
            "{\n  \"a\": [\n    1.50,\n    1e3,\n    {},\n    []\n  ],\n  \"a\": \"\\u00e9\\/ {,}\",\n  \
             \"b\": {\n    \"c\": null\n  }\n}\n"
        );
        assert_eq!(formatted(" 1 "), "1\n");
        assert_eq!(formatted("[\n]"), "[]\n");
    }

    #[test]
    fn indentation_cannot_blow_up_the_output() {
        let bomb = "[".repeat(100) + &"1,".repeat(10_000) + "1" + &"]".repeat(100);
        assert_eq!(canonical(&bomb, 100_000), None);
    }

    #[test]
    fn depth_is_no_danger() {
        let deep = "[".repeat(5000) + "1" + &"]".repeat(5000);
        assert!(canonical(&deep, usize::MAX).is_some());
        assert_eq!(entries(&format!("{{\"a\":{deep}}}")), [("\"a\"", &*deep)]);
    }

    #[test]
    fn entries_are_found_with_their_spelling() {
        assert_eq!(
            entries(" { \"a\" : 1.0 , \"b}\":{\"c\":[\"]\"]},\"\\\"\":\"x\\\\\"} "),
            [("\"a\"", "1.0"), ("\"b}\"", "{\"c\":[\"]\"]}"), ("\"\\\"\"", "\"x\\\\\"")]
        );
        assert_eq!(entries("{}"), []);
    }

    #[test]
    fn strings_are_replaced_between_their_quotes() {
        let mapped = map_strings(r#"["a","b\"",{"a":"c"}]"#, |inside| {
            Ok((inside == "a").then(|| "xyz".to_owned()))
        });
        assert_eq!(mapped.as_deref(), Ok(r#"["xyz","b\"",{"xyz":"c"}]"#));
    }

    proptest! {
        #[test]
        fn formatting_changes_blanks_only_and_only_once(text in json()) {
            let once = formatted(&text);
            prop_assert_eq!(compact(&once), compact(&text));
            prop_assert_eq!(formatted(&once), once.clone());
            let before: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            let after: serde_json::Value = serde_json::from_str(&once).expect("JSON");
            prop_assert_eq!(before, after);
        }

        #[test]
        fn entries_put_together_are_the_object(text in object("\"[a-c]{0,2}\"", json())) {
            let parts: Vec<String> =
                entries(&text).iter().map(|(key, value)| format!("{key}:{value}")).collect();
            prop_assert_eq!(compact(&format!("{{{}}}", parts.join(","))), compact(&text));
        }

        #[test]
        fn nothing_panics_on_what_is_not_json(text in "\\PC{0,40}") {
            let _ = formatted(&text);
            let _ = entries(&text);
            let _ = map_strings(&text, |_| Ok(None));
        }
    }
}

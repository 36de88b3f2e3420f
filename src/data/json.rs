//! JSON, and JSON values one per line, with errors that say what to fix.

use serde::de::value::SeqAccessDeserializer;
use serde::de::{Deserialize, DeserializeSeed, SeqAccess};
use serde_json::error::Category;

use super::encoding::{AtPlace, Origin, Place};
use engine::executor::Executor;
use engine::problem::{Problem, Result, quoted};
use engine::value::Value;

/// Reads one JSON value.
pub(crate) fn read(text: &str, origin: Origin<'_>) -> Result<Value> {
    read_with(text, None, origin)
}

/// Reads one JSON value, with the threads that are given.
pub(crate) fn read_with(
    text: &str,
    threads: Option<&dyn Executor>,
    origin: Origin<'_>,
) -> Result<Value> {
    let read = match threads {
        Some(threads) => Value::from_json_with(text, threads),
        None => Value::from_json(text),
    };
    read.map_err(|error| explain(text, &error, origin))
}

/// Reads one JSON value per line into an array; blank lines are skipped.
pub(crate) fn read_lines(text: &str, origin: Origin<'_>) -> Result<Value> {
    let mut lines = Lines { rest: text, start: 0 };
    let read = Value::deserialize(SeqAccessDeserializer::new(&mut lines));
    let start = lines.start;
    read.map_err(|error| {
        let line = text.get(start..).unwrap_or_default();
        let line = line.lines().next().unwrap_or_default();
        // The parser counts inside the line only.
        let within = offset(line, error.line(), error.column());
        explain_at(text, start + within, &error, origin)
    })
}

/// Returns `true` if this looks like JSON values one per line: two lines or more, the first complete.
pub(crate) fn looks_like_lines(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first = lines.next().is_some_and(|line| serde_json::from_str::<Value>(line).is_ok());
    first && lines.next().is_some_and(|line| line.trim_start().starts_with(['{', '[']))
}

/// The lines as one sequence, so that all rows share the names of their columns.
struct Lines<'a> {
    rest: &'a str,
    /// Start of the line last read.
    start: usize,
}

impl<'a> SeqAccess<'a> for &mut Lines<'a> {
    type Error = serde_json::Error;

    fn next_element_seed<T: DeserializeSeed<'a>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Self::Error> {
        let trimmed = self.rest.trim_start();
        if trimmed.is_empty() {
            return Ok(None);
        }
        // Blank lines are skipped, and blanks before a value with them.
        let (line, rest) = trimmed.split_once('\n').unwrap_or((trimmed, ""));
        self.start += self.rest.len() - trimmed.len();
        let start = self.start;
        let mut deserializer = serde_json::Deserializer::from_str(line);
        let value = seed.deserialize(&mut deserializer)?;
        deserializer.end()?;
        self.rest = rest;
        self.start = start + (trimmed.len() - rest.len());
        Ok(Some(value))
    }
}

/// A parser's error as a problem with place and advice.
pub(crate) fn explain(text: &str, error: &serde_json::Error, origin: Origin<'_>) -> Problem {
    explain_at(text, offset(text, error.line(), error.column()), error, origin)
}

/// The same for a text that starts on this line of its file.
pub(crate) fn explain_from_line(
    text: &str,
    first_line: usize,
    error: &serde_json::Error,
    origin: Origin<'_>,
) -> Problem {
    let at = offset(text, error.line(), error.column());
    let place = Place::of(text.as_bytes(), at).starting_at(first_line);
    explain_near(text, at, place, error, origin)
}

/// Byte offset of the parser's line and column, which count bytes from 1.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    (start + column.saturating_sub(1)).min(text.len())
}

fn explain_at(text: &str, at: usize, error: &serde_json::Error, origin: Origin<'_>) -> Problem {
    explain_near(text, at, Place::of(text.as_bytes(), at), error, origin)
}

/// The same for a part of a file, when it is not known where the part is.
pub(crate) fn explain_part(text: &str, error: &serde_json::Error, origin: Origin<'_>) -> Problem {
    let (what, advice) = described(text, offset(text, error.line(), error.column()), error);
    advised(origin.problem(&what), advice)
}

/// The same where only a part of the text is at hand: `at` counts inside the part, `place` inside
/// the file.
pub(crate) fn explain_near(
    text: &str,
    at: usize,
    place: Place,
    error: &serde_json::Error,
    origin: Origin<'_>,
) -> Problem {
    let (what, advice) = described(text, at, error);
    advised(origin.problem(&what).at(place), advice)
}

fn advised(problem: Problem, advice: &'static str) -> Problem {
    if advice.is_empty() { problem } else { problem.advice(advice) }
}

fn described(text: &str, at: usize, error: &serde_json::Error) -> (String, &'static str) {
    if error.classify() == Category::Eof {
        let advice = "the file seems to be cut short, or a bracket is missing";
        return ("it ends too early".to_owned(), advice);
    }
    let message = error.to_string();
    describe(message.split(" at line ").next().unwrap_or_default(), text, at)
}

/// The fault of nesting that is deeper than allowed, and the advice.
pub(super) fn too_deep() -> (String, &'static str) {
    (format!("it is nested deeper than {} levels", Value::DEEPEST), "nest the values less deeply")
}

/// The fault, and the advice (may be empty).
fn describe(message: &str, text: &str, at: usize) -> (String, &'static str) {
    let here = text.as_bytes().get(at).copied().unwrap_or_default();
    match message {
        "trailing comma" => (message.to_owned(), "remove the comma before the closing bracket"),
        "recursion limit exceeded" => too_deep(),
        "number out of range" => {
            (format!("the number {} is too large", word(text, at)), "write it as a text in quotes")
        }
        "trailing characters" => (
            "something follows after the end of the value".to_owned(),
            "one value per file; several values, one per line, go into a file named .ndjson",
        ),
        "invalid escape" => {
            ("unknown escape in a text".to_owned(), "write a backslash as two backslashes")
        }
        "lone leading surrogate in hex escape" | "unexpected end of hex escape" => {
            ("half a character in a text".to_owned(), "\\ud800 to \\udfff are only valid in pairs")
        }
        _ if message.starts_with("control character") => (
            "line break or control character in a text".to_owned(),
            "write a line break as \\n and a tab as \\t, or close the quotes",
        ),
        "expected value" | "key must be a string" | "expected ident" | "invalid number" => {
            unexpected(message, here, text, at)
        }
        _ if message.starts_with("expected `,`") && here != b'/' => {
            (message.to_owned(), "a comma or a bracket is missing before this place")
        }
        _ => (message.to_owned(), hint(here)),
    }
}

fn unexpected(message: &str, here: u8, text: &str, at: usize) -> (String, &'static str) {
    let advice = match (message, here) {
        ("key must be a string", b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | b'0'..=b'9') => {
            "put double quotes around the key"
        }
        ("invalid number", _) => "numbers are written like -12.5, without leading zeros",
        (_, b'N' | b'I' | b'u') => "JSON has no NaN, Infinity, None or undefined; write null",
        (_, b'T' | b'F') => "write true and false in lower case",
        (_, b'+' | b'.') => "numbers are written like -12.5, without leading plus or point",
        (_, b',') => "remove the extra comma",
        _ => hint(here),
    };
    let found = word(text, at);
    let what = if found == "``" { message.to_owned() } else { format!("unexpected {found}") };
    (what, advice)
}

fn hint(here: u8) -> &'static str {
    match here {
        b'\'' => "use double quotes, JSON has no single quotes",
        b'/' | b'#' => "remove the comment, JSON has none",
        _ => "",
    }
}

/// The word at a place, quoted; a single character where there is no word.
fn word(text: &str, at: usize) -> String {
    let part_of_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '+' | '-');
    let before = text.get(..at).unwrap_or_default();
    let start = before.trim_end_matches(part_of_word).len();
    let rest = text.get(start..).unwrap_or_default();
    let end = rest.find(|c| !part_of_word(c)).unwrap_or(rest.len());
    match rest.get(..end) {
        Some(word) if start + end > at && !word.is_empty() => quoted(word),
        _ => quoted(
            text.get(at..)
                .and_then(|rest| rest.chars().next())
                .map_or("", |c| text.get(at..at + c.len_utf8()).unwrap_or_default()),
        ),
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::data::codes;

    const ORIGIN: Origin<'_> = Origin { code: codes::DATA_UNREADABLE, name: "d.json" };

    fn refused(text: &str) -> (String, String) {
        let problem = read(text, ORIGIN).unwrap_err();
        assert_eq!(problem.code, codes::DATA_UNREADABLE);
        assert!(problem.get("line").is_some() && problem.get("column").is_some());
        let message = problem.message.strip_prefix("cannot read `d.json`: ").map(str::to_owned);
        (message.unwrap_or_default(), problem.advice.unwrap_or_default().into_owned())
    }

    #[test]
    fn common_mistakes_are_explained() {
        for (text, message, advice) in [
            ("{\"a\": 1,\n}", "trailing comma, line 2, column 1", "remove the comma"),
            ("[1, 2,]", "trailing comma, line 1, column 7", "remove the comma"),
            ("{'a': 1}", "unexpected `'`, line 1, column 2", "double quotes"),
            ("{a: 1}", "unexpected `a`, line 1, column 2", "double quotes around the key"),
            ("{\"é\": 'x'}", "unexpected `'`, line 1, column 7", "double quotes"),
            ("[NaN]", "unexpected `NaN`, line 1, column 2", "write null"),
            ("[True]", "unexpected `True`, line 1, column 2", "lower case"),
            ("[1 2]", "expected `,` or `]`, line 1, column 4", "comma"),
            ("// x\n{}", "unexpected `/`, line 1, column 1", "comment"),
            ("[1, 1e999]", "the number `1e999` is too large, line 1, column 9", "as a text"),
            ("[01]", "unexpected `01`, line 1, column 3", "leading zeros"),
            ("{\"a\": [1", "it ends too early, line 1, column 8", "cut short"),
            ("[\"a\nb\"]", "line break or control character in a text, line 2, column 1", "\\n"),
            ("[\"\\x\"]", "unknown escape in a text, line 1, column 4", "backslash"),
            ("{} {}", "something follows after the end of the value, line 1, column 4", ".ndjson"),
        ] {
            let (found, hint) = refused(text);
            assert_eq!(found, message, "{text}");
            assert!(hint.contains(advice), "{text}: {hint}");
        }
    }

    #[test]
    fn nesting_has_a_limit() {
        let (message, _) = refused(&"[".repeat(1000));
        assert!(message.starts_with("it is nested deeper than 127 levels"), "{message}");
    }

    #[test]
    fn lines_become_the_rows_of_one_array() {
        let rows = read_lines("{\"a\":1}\n\n  {\"a\":2}\r\n[3]", ORIGIN);
        assert_eq!(rows, read(r#"[{"a":1},{"a":2},[3]]"#, ORIGIN));
        assert_eq!(read_lines("", ORIGIN), Ok(Value::Array(Default::default())));
    }

    #[test]
    fn a_broken_line_is_named() {
        for (text, place) in [
            ("{\"a\":1}\n\n{\"a\":2,}\n{}", "trailing comma, line 3, column 8"),
            ("{\"a\":1}\n{\"a\":", "it ends too early, line 2, column 5"),
            ("1\n2 3\n", "something follows after the end of the value, line 2, column 3"),
        ] {
            let problem = read_lines(text, ORIGIN).unwrap_err();
            assert!(problem.message.ends_with(place), "{}", problem.message);
        }
    }
}

//! Data files for reports: JSON, YAML, CSV and NDJSON become one [`Value`].
//!
//! The format follows from the extension; standard input and unknown extensions are looked at.
//! Every error is a `dataUnreadable` with file, line and column, and says what to fix.

pub mod codes;
pub(crate) mod delimited;
pub(crate) mod encoding;
pub(crate) mod json;
mod kind;
mod numbers;
pub(crate) mod pipeline;
pub(crate) mod rows;
pub(crate) mod yaml;

use std::path::Path;

use crate::base::files;
use encoding::Origin;
use engine::executor::Executor;
use engine::problem::{Problem, Result};
use engine::value::Value;

pub use numbers::Numbers;
pub use rows::Encoding;

/// A format that data can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// One JSON value.
    Json,
    /// One YAML document.
    Yaml,
    /// A header row, then rows: an array of objects of texts, and of numbers where a locale is named.
    Csv,
    /// The same, separated by tabs.
    Tsv,
    /// One JSON value per line: an array.
    Ndjson,
}

impl Format {
    /// The format that the extension of a file names, if it names one.
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "json" => Some(Self::Json),
            "yaml" | "yml" => Some(Self::Yaml),
            "csv" => Some(Self::Csv),
            "tsv" => Some(Self::Tsv),
            "ndjson" | "jsonl" => Some(Self::Ndjson),
            _ => None,
        }
    }
}

/// Reads a data file, or standard input for `-`, of at most `limit` bytes. Cells of tables are
/// texts, but for the numbers that a locale reads in them.
///
/// # Errors
/// `dataUnreadable`: the file is missing, too large, empty, not UTF-8 or not of its format.
pub fn read(source: &Path, limit: u64, numbers: Option<&Numbers>) -> Result<Value> {
    read_with(source, limit, numbers, None)
}

/// As [`read`], with threads for a long file.
///
/// # Errors
/// As for [`read`].
pub fn read_with(
    source: &Path,
    limit: u64,
    numbers: Option<&Numbers>,
    threads: Option<&dyn Executor>,
) -> Result<Value> {
    let text = read_text(source, limit)?;
    of_text(&text, Format::of(source), &files::display_name(source), numbers, threads)
}

/// Reads the text of a data file, or of standard input for `-`, of at most `limit` bytes.
///
/// # Errors
/// As for [`read`], but for the format.
pub(crate) fn read_text(source: &Path, limit: u64) -> Result<String> {
    let bytes = files::read_limited(source, limit)
        .map_err(|problem| Problem { code: codes::DATA_UNREADABLE, ..problem })?;
    let name = files::display_name(source);
    encoding::decode(bytes, Origin { code: codes::DATA_UNREADABLE, name: &name })
}

/// Reads the data of a text of a format, or of the format that it looks like, and refuses templates.
///
/// # Errors
/// As for [`read`].
pub(crate) fn of_text(
    text: &str,
    format: Option<Format>,
    name: &str,
    numbers: Option<&Numbers>,
    threads: Option<&dyn Executor>,
) -> Result<Value> {
    let origin = Origin { code: codes::DATA_UNREADABLE, name };
    let value = parse_text(text, format, origin, numbers, threads)?;
    refuse_template(&value, origin)?;
    Ok(value)
}

/// Reads data of a format, or of the format it looks like. `name` is for messages.
///
/// # Errors
/// `dataUnreadable`, as for [`read`].
pub fn parse(bytes: Vec<u8>, format: Option<Format>, name: &str) -> Result<Value> {
    let origin = Origin { code: codes::DATA_UNREADABLE, name };
    parse_text(&encoding::decode(bytes, origin)?, format, origin, None, None)
}

fn parse_text(
    text: &str,
    format: Option<Format>,
    origin: Origin<'_>,
    numbers: Option<&Numbers>,
    threads: Option<&dyn Executor>,
) -> Result<Value> {
    match format {
        Some(Format::Json) => json::read_with(text, threads, origin),
        Some(Format::Yaml) => yaml::read(text, origin),
        Some(Format::Csv) => delimited::read(text, None, numbers, origin),
        Some(Format::Tsv) => delimited::read(text, Some(b'\t'), numbers, origin),
        Some(Format::Ndjson) => json::read_lines(text, origin),
        None => sniff(text, origin),
    }
}

/// JSON first, then JSON by lines, then YAML.
fn sniff(text: &str, origin: Origin<'_>) -> Result<Value> {
    let as_json = match json::read(text, origin) {
        Ok(value) => return Ok(value),
        Err(problem) => problem,
    };
    if json::looks_like_lines(text) {
        return json::read_lines(text, origin);
    }
    match yaml::read(text, origin) {
        // Nearly any text is a YAML text; a table or a page of prose is not what was meant.
        Ok(Value::Text(_)) => Err(origin
            .problem("its format is not clear")
            .advice("put it into a file named .json, .yaml, .csv or .ndjson")),
        Ok(value) => Ok(value),
        Err(_) if text.trim_start().starts_with(['{', '[', '"']) => Err(as_json),
        Err(problem) => Err(problem),
    }
}

/// Refuses a template that was given as data.
///
/// # Errors
/// The code of `origin`, with the program that the template is for and advice.
fn refuse_template(value: &Value, origin: Origin<'_>) -> Result<()> {
    match kind::of_value(value) {
        Some((what, advice)) => Err(origin.problem(&format!("it is {what}")).advice(advice)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use serde_json::json;

    use super::*;

    fn sniffed(text: &str) -> serde_json::Value {
        match parse(text.into(), None, "-") {
            Ok(value) => value.to_json(),
            Err(problem) => panic!("{}", problem.message),
        }
    }

    #[test]
    fn the_extension_names_the_format() {
        for (name, format) in [
            ("a.json", Some(Format::Json)),
            ("a.b.YML", Some(Format::Yaml)),
            ("a.yaml", Some(Format::Yaml)),
            ("a.csv", Some(Format::Csv)),
            ("a.tsv", Some(Format::Tsv)),
            ("a.jsonl", Some(Format::Ndjson)),
            ("a.ndjson", Some(Format::Ndjson)),
            ("a.txt", None),
            ("-", None),
        ] {
            assert_eq!(Format::of(Path::new(name)), format, "{name}");
        }
    }

    #[test]
    fn unknown_input_is_taken_for_what_it_looks_like() {
        assert_eq!(sniffed("{\"a\": 1}"), json!({"a":1}));
        assert_eq!(sniffed("{\"a\": 1}\n{\"a\": 2}\n"), json!([{"a":1},{"a":2}]));
        assert_eq!(sniffed("a: 1\nb: [x]\n"), json!({"a":1,"b":["x"]}));
        assert_eq!(sniffed("{a: 'x'}"), json!({"a":"x"}));
    }

    #[test]
    fn the_error_is_that_of_the_likely_format() {
        let problem = |text: &str| match parse(text.into(), None, "-") {
            Ok(value) => panic!("accepted as {value:?}"),
            Err(problem) => problem.message,
        };
        assert!(problem("{\"a\": 1\n\"b\": 2}").contains("expected `,` or `}`"));
        assert!(problem("{\"a\":1}\n{\"a\":}\n").contains("line 2"));
        assert!(problem("name,total\nAna,3\n").contains("format is not clear"));
    }

    #[test]
    fn templates_are_not_taken_for_data() {
        let check = |text: &str| {
            let origin = Origin { code: codes::DATA_UNREADABLE, name: "d.json" };
            refuse_template(&parse(text.into(), None, "d.json").unwrap(), origin)
        };
        let message = |text: &str| check(text).unwrap_err().message;
        assert!(message(r#"{"basePdf": "", "schemas": []}"#).contains("a template of pdfme"));
        assert!(message(r#"{"page": {}, "schemas": []}"#).contains("a template, not data"));
        assert!(message(r#"{"docElements": [], "documentProperties": {}}"#).contains("ReportBro"));
        assert!(message(r#"{"content": "", "engine": "", "recipe": ""}"#).contains("jsreport"));
        assert!(check(r#"{"page": 1, "content": "x"}"#).is_ok());
    }

    #[test]
    fn a_missing_file_is_a_problem_of_the_data() {
        let problem = read(Path::new("no-such-file.json"), 100, None).unwrap_err();
        assert_eq!(problem.code, codes::DATA_UNREADABLE);
        assert!(problem.message.contains("no such file"), "{}", problem.message);
    }
}

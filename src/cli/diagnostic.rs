//! Problems as people read them, and as programs do.

use std::borrow::Cow;
use std::fmt::Write;

use serde_json::{Map, Value as Json};

use super::advice::advice;
use crate::base::printable::printable;
use crate::serve::codes;
use engine::problem::{Problem, Severity};

/// Plain or coloured texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// With ANSI colours.
    Coloured,
    /// Without.
    Plain,
}

const RED: &str = "\x1b[1;31m";
const YELLOW: &str = "\x1b[1;33m";
const BLUE: &str = "\x1b[1;34m";
const BOLD: &str = "\x1b[1m";
const RESET: &str = "\x1b[0m";

impl Style {
    fn paint(self, color: &str, text: &str) -> String {
        match self {
            Self::Coloured => format!("{color}{text}{RESET}"),
            Self::Plain => text.to_owned(),
        }
    }
}

/// A problem as a few lines that end with a newline.
///
/// ```text
/// error: page `single` has width `0` and height `297`; both must be numbers above 0
///   --> invoice.json /template/page/width
///   = hint: write the size in millimetres
/// ```
pub(crate) fn human(problem: &Problem, style: Style) -> String {
    lines(problem, "", style)
}

/// Splits a refusal of a schema ([`Contract::admit`](crate::templates::contract::Contract::admit)) into its faults, with how
/// many are not listed; any other problem as it is.
pub(crate) fn each_fault(problem: &Problem) -> Vec<Problem> {
    let mut all = vec![problem.clone()];
    if problem.code != codes::DATA_INVALID {
        return all;
    }
    for fault in problem.get("further").and_then(Json::as_array).into_iter().flatten() {
        let text = |key: &str| fault[key].as_str().map(str::to_owned);
        all.push(Problem {
            message: text("error").unwrap_or_default(),
            pointer: text("pointer"),
            advice: text("advice").map(Into::into),
            ..problem.clone()
        });
    }
    let count = problem.get("denied").and_then(Json::as_u64).unwrap_or(1);
    let unlisted = count.saturating_sub(all.len() as u64);
    if unlisted > 0 {
        let mut rest =
            Problem::new(codes::DATA_INVALID, format!("{unlisted} more faults are not listed"))
                .advice("correct these first; `check --data` lists all");
        rest.file.clone_from(&problem.file);
        all.push(rest);
    }
    all
}

/// A problem with its code, for lists in which codes can be looked up and refused:
/// `warning[suspiciousOperator]: …`.
pub(crate) fn finding(problem: &Problem, style: Style) -> String {
    lines(problem, &format!("[{}]", problem.code), style)
}

fn lines(problem: &Problem, code: &str, style: Style) -> String {
    let label = match problem.severity {
        Severity::Error => style.paint(RED, &format!("error{code}")),
        Severity::Warning => style.paint(YELLOW, &format!("warning{code}")),
    };
    let message = style.paint(BOLD, &format!(": {}", printable(&problem.message)));
    let mut text = format!("{label}{message}\n");
    if let Some(place) = place(problem) {
        let _ = writeln!(text, "  {} {}", style.paint(BLUE, "-->"), printable(&place));
    }
    if let Some(advice) = advice(problem) {
        let _ = writeln!(text, "  {} {}", style.paint(BLUE, "= hint:"), printable(advice));
    }
    text
}

/// Problems as one JSON object on one line: the keys of the first, and all of them under
/// `problems` where there are several.
pub(crate) fn json(problems: &[Problem]) -> String {
    let mut object = problems.first().map(object).unwrap_or_default();
    if problems.len() > 1 {
        let all = problems.iter().map(|problem| Json::Object(self::object(problem)));
        object.insert("problems".to_owned(), all.collect());
    }
    format!("{}\n", Json::Object(object))
}

/// A warning as one JSON object on one line, marked as such.
pub(crate) fn json_warning(warning: &Problem) -> String {
    let mut object = object(warning);
    object.insert("severity".to_owned(), "warning".into());
    format!("{}\n", Json::Object(object))
}

/// A problem as a JSON object that begins with its severity.
pub(crate) fn finding_json(problem: &Problem) -> Json {
    let severity = match problem.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let mut all = Map::new();
    all.insert("severity".to_owned(), severity.into());
    all.extend(object(problem));
    Json::Object(all)
}

fn object(problem: &Problem) -> Map<String, Json> {
    let advised = advice(problem).map(|advice| Cow::Owned(advice.to_owned()));
    match serde_json::to_value(Problem { advice: advised, ..problem.clone() }) {
        Ok(Json::Object(object)) => object,
        _ => Map::new(),
    }
}

/// `file:line:column /json/pointer (field `x`)`, as far as it is known.
fn place(problem: &Problem) -> Option<String> {
    let number = |name| problem.get(name).and_then(Json::as_u64);
    let mut parts = Vec::new();
    if let Some(file) = &problem.file {
        let line = number("line").map(|line| format!(":{line}")).unwrap_or_default();
        let column = number("column").map(|column| format!(":{column}")).unwrap_or_default();
        parts.push(format!("{file}{line}{column}"));
    }
    let position = number("position").map(|position| format!(", position {position}"));
    if let Some(pointer) = problem.pointer.as_ref().filter(|pointer| !pointer.is_empty()) {
        parts.push(format!("{pointer}{}", position.unwrap_or_default()));
    }
    match &problem.field {
        Some(field) if parts.is_empty() => parts.push(format!("field `{field}`")),
        Some(field) => parts.push(format!("(field `{field}`)")),
        None => {}
    }
    (!parts.is_empty()).then(|| parts.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::problem::Code;

    fn problem() -> Problem {
        Problem::new(Code::InvalidTemplate, "`schemas` is missing")
            .file("a.json")
            .pointer("/template/schemas")
            .field("title")
            .advice("add it")
    }

    #[test]
    fn people_read_message_place_and_advice() {
        assert_eq!(
            human(&problem(), Style::Plain),
            "error: `schemas` is missing\n  --> a.json /template/schemas (field `title`)\n  = hint: add it\n"
        );
        let bare = Problem::warning(Code::TextTooWide, "too wide");
        assert_eq!(human(&bare, Style::Plain), "warning: too wide\n");
        let field = bare.field("total");
        assert_eq!(human(&field, Style::Plain), "warning: too wide\n  --> field `total`\n");
    }

    #[test]
    fn lines_and_columns_follow_the_file() {
        let at = Problem::new(codes::DATA_UNREADABLE, "m").file("d.json");
        let at = at.detail("line", 2).detail("column", 7);
        assert_eq!(human(&at, Style::Plain), "error: m\n  --> d.json:2:7\n");
    }

    #[test]
    fn texts_cannot_steer_the_terminal() {
        let text = human(&Problem::new(codes::IO, "a\u{1b}[31mb\u{9b}c"), Style::Plain);
        assert_eq!(text, "error: a\u{FFFD}[31mb\u{FFFD}c\n");
    }

    #[test]
    fn several_problems_are_still_one_object() {
        let text = json(&[problem(), Problem::new(Code::InvalidPageSize, "b")]);
        assert_eq!(text.lines().count(), 1);
        let object: Json = serde_json::from_str(&text).unwrap_or_default();
        assert_eq!(object["code"], "invalidTemplate");
        assert_eq!(object["problems"][1]["code"], "invalidPageSize");
        let one: Json = serde_json::from_str(&json(&[problem()])).unwrap_or_default();
        assert_eq!(one.get("problems"), None);
    }
}

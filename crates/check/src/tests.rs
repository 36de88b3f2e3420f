//! Findings of the check, by what it sees.

mod alone;
mod nested;
mod rows;
mod standards;
mod with_some_data;

use super::*;
use reportctl_engine::font::Fonts;

fn read(json: &str) -> Value {
    Value::from_json(json).expect("valid JSON")
}

/// A page of these fields, with this band at top and bottom.
fn page(fields: &str) -> Value {
    read(&format!(
        r#"{{"page": {{"width": 210, "height": 297}}, "headerHeight": 20, "footerHeight": 15, "schemas": [{fields}]}}"#
    ))
}

/// A field of a type with this name, in the body, and further keys.
fn field(kind: &str, name: &str, more: &str) -> String {
    let more = if more.is_empty() { String::new() } else { format!(", {more}") };
    format!(
        r#"{{"id": "{name}", "name": "{name}", "type": "{kind}", "x": 10, "y": 30, "width": 100, "height": 20{more}}}"#
    )
}

fn found(fields: &str, bindings: &str) -> Vec<Problem> {
    template(&page(fields), &read(bindings), Budget::default()).expect("no clock")
}

fn found_with(fields: &str, bindings: &str, data: &str) -> Vec<Problem> {
    let fonts = Fonts::standard();
    with_data(&page(fields), &read(bindings), &read(data), &Options::new(&fonts))
}

/// Code and property or last part of the pointer.
fn reported(problems: &[Problem]) -> Vec<(Code, &str)> {
    let place = |problem: &Problem| {
        let pointer = problem.pointer.as_deref().unwrap_or_default();
        pointer.rsplit_once("/schemas/0/").map_or(pointer.len(), |(before, _)| before.len() + 11)
    };
    problems
        .iter()
        .map(|p| {
            let pointer = p.pointer.as_deref().unwrap_or_default();
            (p.code, pointer.get(place(p)..).filter(|rest| !rest.is_empty()).unwrap_or(pointer))
        })
        .collect()
}

fn codes(problems: &[Problem]) -> Vec<Code> {
    problems.iter().map(|problem| problem.code).collect()
}

fn advice(problems: &[Problem]) -> &str {
    problems.first().and_then(|problem| problem.advice.as_deref()).unwrap_or_default()
}

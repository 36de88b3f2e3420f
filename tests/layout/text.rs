//! The page model as text: a line for each placed item, rows of cells below it.
//!
//! Keys that this file does not know are printed as they are, so that nothing new stays unseen.

use std::fmt::Write;

use serde_json::{Map, Value as Json};

/// Keys that stand in front, or on lines of their own.
const OWN: [&str; 11] = [
    "kind",
    "type",
    "name",
    "x",
    "y",
    "value",
    "headCells",
    "cells",
    "footerCells",
    "members",
    "items",
];

pub(super) fn of_layout(layout: &Json) -> String {
    let mut out = String::new();
    for page in list(&layout["pages"]) {
        let (number, width, height) = (&page["number"], &page["width"], &page["height"]);
        let _ = writeln!(out, "page {number}, {width} x {height} mm");
        for item in list(&page["placements"]) {
            item_lines(item, 1, &mut out);
        }
        for item in list(&page["bands"]) {
            item_lines(item, 1, &mut out);
        }
    }
    for note in list(&layout["notes"]) {
        let (code, field, text) = (&note["code"], &note["field"], &note["error"]);
        let _ = writeln!(out, "note {} {}: {}", plain(code), plain(field), plain(text));
    }
    out
}

pub(super) fn of_problem(problem: &Json) -> String {
    let mut out = String::new();
    // Advice belongs to the front ends.
    let facts = problem.as_object().into_iter().flatten().filter(|(key, _)| *key != "advice");
    for (key, value) in facts {
        let _ = writeln!(out, "{key}: {}", plain(value));
    }
    out
}

fn item_lines(item: &Json, depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    let kind = item.get("type").unwrap_or(&item["kind"]);
    let _ = write!(out, "{indent}{} {}", plain(kind), plain(&item["name"]));
    match (item.get("x"), item.get("y")) {
        (Some(x), Some(y)) => _ = write!(out, " at {x}, {y}"),
        (None, Some(y)) => _ = write!(out, " at y {y}"),
        _ => {}
    }
    let empty = Map::new();
    for (key, value) in item.as_object().unwrap_or(&empty) {
        match value {
            _ if OWN.contains(&key.as_str()) => {}
            Json::Bool(true) => _ = write!(out, " {key}"),
            Json::Bool(false) => {}
            value => _ = write!(out, " {key}={}", plain(value)),
        }
    }
    if let Some(value) = item.get("value") {
        let _ = write!(out, " {value}");
    }
    out.push('\n');
    for (mark, rows) in [
        ("head", item.get("headCells").into_iter().collect()),
        ("row", list(&item["cells"]).iter().collect()),
        ("foot", item.get("footerCells").into_iter().collect::<Vec<_>>()),
    ] {
        for row in rows {
            let cells: Vec<String> = list(row).iter().map(plain).collect();
            let _ = writeln!(out, "{indent}  {mark} | {} |", cells.join(" | "));
        }
    }
    for entry in list(&item["items"]) {
        let _ = writeln!(out, "{indent}  {entry}");
    }
    for member in list(&item["members"]) {
        item_lines(member, depth + 1, out);
    }
}

fn list(value: &Json) -> &[Json] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Texts without quotes.
fn plain(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

//! `reportctl batch`: many documents from one data file.

use std::fmt::Write as _;

use serde_json::Value as Json;

use crate::project::{Project, Run, document, text};

mod failures;
mod formats;
mod interrupted;
mod mail;
mod mail_plan;
mod mail_rows;
mod names;
mod plan;
mod streaming;

/// A folder with the template `card`, which shows number and name.
fn project() -> Project {
    Project::new().template("card", &document("Card", &[text("t", "{number} {name}")], "[]"))
}

/// A batch into the folder `out`, files called after the number, made in 1970.
fn batch(project: &Project, data: &str, more: &[&str]) -> Run {
    let usual = ["batch", "card", "--data", data, "--no-mail", "--out-dir", "out"];
    let named = ["--filename", "{number}.pdf", "--creation-date", "0"];
    let named = if more.contains(&"--filename") { &named[2..] } else { &named[..] };
    project.run(usual.iter().chain(named).chain(more))
}

/// So many rows as NDJSON: `{"number": "N00001", "name": "Name 1"}`.
fn ndjson(rows: std::ops::RangeInclusive<u32>) -> String {
    rows.fold(String::new(), |mut text, row| {
        let _ = writeln!(text, r#"{{"number": "N{row:05}", "name": "Name {row}"}}"#);
        text
    })
}

/// Every file in `out` with its bytes.
fn files(project: &Project) -> Vec<(String, Vec<u8>)> {
    let with_bytes = |name: String| {
        let bytes = project.read(&format!("out/{name}"));
        (name, bytes)
    };
    project.names("out").into_iter().map(with_bytes).collect()
}

/// The lines of standard error as JSON objects.
fn errors(run: &Run) -> Vec<Json> {
    run.stderr.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

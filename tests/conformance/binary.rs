//! The vectors that can be said on the command line, through the program.

use std::fmt::Write;

use serde_json::{Value as Json, json};

use super::document::{self, Document};
use super::{expect, skipped, vectors};
use crate::documents;
use crate::project::{Project, Run};

/// The areas of whole documents.
const DOCUMENTS: [&str; 4] = ["errors", "images", "pagination", "samples"];

/// The error object of a run that failed, in the words of the vectors.
fn error_of(run: &Run) -> Json {
    let error: Json = serde_json::from_str(run.stderr.trim())
        .unwrap_or_else(|_| panic!("exit {:?}, not one JSON object: {}", run.code, run.stderr));
    document::error(&error)
}

/// Renders a document to its layout: its facts, or its error with the exit code that belongs to it.
fn render(document: &Document) -> Json {
    let project = json!({"name": "vector", "template": document.template,
        "bindings": document.bindings});
    let project = Project::new()
        .file("vector.json", project.to_string())
        .file("data.json", document.data.to_string());
    let limit = document.max_pages.map(|most| format!("--max-pages={most}"));
    let mut arguments = vec!["render", "vector.json", "--data", "data.json", "--format", "layout"];
    arguments.extend(["--output", "-", "--error-format", "json"]);
    arguments.extend(limit.as_deref());
    if !document.fallback_font {
        arguments.push("--no-fallback-font");
    }
    let run = project.run(arguments);
    if run.code == Some(0) {
        return document::facts(&run.json());
    }
    let error = error_of(&run);
    let exit = match error["error"]["blame"].as_str() {
        Some("template") => 3,
        Some("data") => 4,
        _ => 2,
    };
    assert_eq!(run.code, Some(exit), "{}", run.stderr);
    error
}

fn eval(text: &str, data: &Json, options: &[&str]) -> Run {
    let project = Project::new().file("data.json", data.to_string());
    let mut arguments = vec!["eval", text, "--data", "data.json", "--error-format", "json"];
    arguments.extend(options);
    project.run(arguments)
}

/// What `eval` prints, without the line feed at its end.
fn printed(run: &Run) -> String {
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let text = String::from_utf8(run.stdout.clone()).unwrap();
    text.strip_suffix('\n').unwrap().to_owned()
}

/// What a vector gives on the command line; nothing where that cannot be said.
fn run(vector: &super::Vector) -> Option<Json> {
    let input = &vector.input;
    let text = |name: &str| input[name].as_str();
    match vector.area.as_str() {
        "expressions" => Some(json!(printed(&eval(text("template")?, &input["data"], &[])))),
        "conditions" => {
            let run = eval(text("condition")?, &input["data"], &["--condition"]);
            Some(json!(printed(&run) == "true"))
        }
        // All bad tokens of a text at once are what `check` reports.
        "expression-errors" if vector.expect.get("badTokens").is_some() => None,
        "expression-errors" => {
            let braced = text("expression").map(|expression| format!("{{{expression}}}"));
            let run = eval(braced.as_deref().or(text("template"))?, &json!({}), &["--strict"]);
            if run.code == Some(0) {
                return Some(Json::Null);
            }
            assert_eq!(run.code, Some(3), "{}", run.stderr);
            Some(error_of(&run)["error"].take())
        }
        area if DOCUMENTS.contains(&area) && vector.op().is_empty() => {
            skipped::reason(vector).is_none().then(|| render(&Document::of(vector)))
        }
        _ => None,
    }
}

#[test]
fn the_program_gives_what_the_library_gives() {
    let areas = [&["conditions", "expression-errors", "expressions"][..], &DOCUMENTS].concat();
    // Starting the program is most of the time, so two at once.
    let failures: Vec<(usize, String)> = std::thread::scope(|scope| {
        let halves = [0, 1].map(|half| {
            let areas = &areas;
            scope.spawn(move || {
                let mut failures = String::new();
                let mut ran = 0;
                let all = areas.iter().flat_map(|area| vectors(area));
                for (_, vector) in all.enumerate().filter(|(i, _)| i % 2 == half) {
                    let Some(actual) = run(&vector) else { continue };
                    ran += 1;
                    if let Err(why) = expect::matches(&vector.expect, &actual) {
                        let _ = writeln!(failures, "{}: {why}", vector.id);
                    }
                }
                (ran, failures)
            })
        });
        halves.map(|half| half.join().unwrap()).into()
    });
    let ran: usize = failures.iter().map(|(ran, _)| ran).sum();
    let failures: String = failures.into_iter().map(|(_, failures)| failures).collect();
    assert!(failures.is_empty(), "\n{failures}");
    let samples = if documents::format_folder().is_some() { 11 } else { 0 };
    assert_eq!(ran, 15 + 21 + 86 + 10 + 6 + 44 + samples, "vectors that ran");
}

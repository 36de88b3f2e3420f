//! The vectors that can be written as a command, through the program.

use serde_json::{Value as Json, json};

use super::document::{self, Document};
use super::{Vector, expect, skipped};
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

/// Output of `eval`, without the line feed at its end.
fn printed(run: &Run) -> String {
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let text = String::from_utf8(run.stdout.clone()).unwrap();
    text.strip_suffix('\n').unwrap().to_owned()
}

/// Result of a vector on the command line.
fn run(vector: &Vector) -> Json {
    let input = &vector.input;
    let text = |name: &str| input[name].as_str();
    match vector.area.as_str() {
        "expressions" => json!(printed(&eval(text("template").unwrap(), &input["data"], &[]))),
        "conditions" => {
            let run = eval(text("condition").unwrap(), &input["data"], &["--condition"]);
            json!(printed(&run) == "true")
        }
        "expression-errors" => {
            let braced = text("expression").map(|expression| format!("{{{expression}}}"));
            let text = braced.as_deref().or(text("template")).unwrap();
            let run = eval(text, &json!({}), &["--strict"]);
            if run.code == Some(0) {
                return Json::Null;
            }
            assert_eq!(run.code, Some(3), "{}", run.stderr);
            error_of(&run)["error"].take()
        }
        _ => render(&Document::of(vector)),
    }
}

/// Returns `true` if a vector can be written as a command.
pub(super) fn runs(vector: &Vector) -> bool {
    let input = &vector.input;
    match vector.area.as_str() {
        "expressions" => input["template"].is_string(),
        "conditions" => input["condition"].is_string(),
        // All bad tokens of a text at once are what `check` reports.
        "expression-errors" => vector.expect.get("badTokens").is_none(),
        area => {
            DOCUMENTS.contains(&area) && vector.op().is_empty() && skipped::reason(vector).is_none()
        }
    }
}

/// Compares what the program gives with what the vector expects.
pub(super) fn compare(vector: &Vector) -> Result<(), String> {
    expect::matches(&vector.expect, &run(vector))
}

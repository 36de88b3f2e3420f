//! The conformance vectors: every fact of `tests/conformance/*.json` holds.
//!
//! Each vector becomes JSON in the words of its `expect` ([`operations`], [`document`]) and is
//! compared with it ([`expect`]). What can be said on the command line is said there as well
//! ([`binary`]).

mod binary;
mod document;
mod drawing;
mod errors;
mod expect;
mod generate;
mod lint;
mod operations;
mod skipped;

use std::fmt::Write;
use std::path::Path;

use serde_json::{Value as Json, json};

/// How many vectors each area has, so that none gets lost on the way.
const AREAS: [(&str, usize); 21] = [
    ("bindings", 13),
    ("charts", 19),
    ("conditions", 15),
    ("constants", 8),
    ("drawing", 10),
    ("editor-helpers", 119),
    ("errors", 32),
    ("expression-ast", 16),
    ("expression-errors", 22),
    ("expressions", 86),
    ("images", 7),
    ("kpi", 27),
    ("lint", 33),
    ("number-format", 12),
    ("page", 34),
    ("pagination", 57),
    ("samples", 11),
    ("shapes", 10),
    ("tables", 54),
    ("template-version", 8),
    ("text", 13),
];

/// One fact: this input gives that output.
struct Vector {
    id: String,
    area: String,
    input: Json,
    expect: Json,
}

impl Vector {
    /// The name of the operation; empty where the area has only one.
    fn op(&self) -> &str {
        self.input["op"].as_str().unwrap_or_default()
    }
}

/// The vectors of an area, inputs filled in.
fn vectors(area: &str) -> Vec<Vector> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/conformance/{area}.json"));
    let text = std::fs::read_to_string(&path).unwrap();
    let Ok(Json::Array(list)) = serde_json::from_str(&text) else {
        panic!("{} is not a list", path.display());
    };
    list.into_iter()
        .map(|mut vector| {
            let mut input = vector["input"].take();
            generate::fill(&mut input);
            Vector {
                id: vector["id"].as_str().unwrap().to_owned(),
                area: vector["area"].as_str().unwrap().to_owned(),
                input,
                expect: vector["expect"].take(),
            }
        })
        .collect()
}

/// Runs the vectors of an area; gives how many ran and what went wrong.
fn run(area: &str, failures: &mut String, actual: impl Fn(&Vector) -> Option<Json>) -> usize {
    let mut ran = 0;
    for vector in vectors(area) {
        assert_eq!(vector.area, area, "{}", vector.id);
        let Some(actual) = actual(&vector) else { continue };
        ran += 1;
        if let Err(why) = expect::matches(&vector.expect, &actual) {
            let _ = writeln!(failures, "{} ({}): {why}", vector.id, vector.op());
        }
    }
    ran
}

#[test]
fn every_vector_holds() {
    let mut failures = String::new();
    for (area, count) in AREAS {
        let all = vectors(area);
        assert_eq!(all.len(), count, "vectors in {area}");
        let skipped = all.iter().filter(|vector| skipped::reason(vector).is_some()).count();
        let ran = run(area, &mut failures, |vector| {
            skipped::reason(vector).is_none().then(|| operations::run(vector))
        });
        assert_eq!(ran + skipped, count, "{area}");
    }
    assert!(failures.is_empty(), "\n{failures}");
}

/// What the matchers understand, so that a vector cannot pass for lack of looking.
#[test]
fn matchers_look_at_what_they_name() {
    let actual = json!({"a": [{"x": 1.0000001}], "t": "hello", "n": null});
    for good in [
        json!({"a[0].x": {"$approx": 1}}),
        json!({"a": [{"x": {"$gt": 1}}]}),
        json!({"t": {"$contains": "ell"}, "n": null, "other": {"$absent": true}}),
        json!({"$includes": {"t": "hello"}}),
    ] {
        assert_eq!(expect::matches(&good, &actual), Ok(()), "{good}");
    }
    for bad in [
        json!({"a[0].x": 1}),
        json!({"a": []}),
        json!({"a[1]": {"x": 1}}),
        json!({"t": {"$absent": true}}),
        json!({"t": {"$contains": "x"}}),
        json!({"a[0].x": {"$gte": 2}}),
        json!({"a[0].x": {"$approx": 1.1, "$tol": 0.01}}),
        json!({"missing": 1}),
    ] {
        assert!(expect::matches(&bad, &actual).is_err(), "{bad}");
    }
}

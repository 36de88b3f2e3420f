//! The conformance vectors: every fact of `tests/conformance/*.json` holds.
//!
//! Each vector becomes JSON in the words of its `expect` ([`operations`], [`document`]) and is
//! compared with it ([`expect`]). What can be written as a command runs through the
//! program as well ([`binary`]).

mod binary;
mod document;
mod drawing;
mod errors;
mod expect;
mod generate;
mod lint;
mod operations;
mod skipped;
mod unextended;

use std::path::Path;

use libtest_mimic::Trial;
use serde_json::{Value as Json, json};

use crate::case;

/// Number of vectors of each area, so that none gets lost.
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
#[derive(Clone)]
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

/// A test for each vector that is not skipped, and for what they stand on.
pub(super) fn cases() -> Vec<Trial> {
    let mut cases = vec![
        case("conformance/matchers".to_owned(), matchers_compare_what_they_name),
        case("conformance/counts".to_owned(), every_vector_is_counted),
        case("conformance/unextended".to_owned(), unextended::bytes_are_what_they_were),
        case(
            "conformance/localised".to_owned(),
            errors::localised_vectors_hold_but_for_their_words,
        ),
    ];
    for (area, _) in AREAS {
        for vector in vectors(area) {
            if binary::runs(&vector) {
                let vector = vector.clone();
                cases.push(case(name("program", &vector), move || binary::compare(&vector)));
            }
            if skipped::reason(&vector).is_none() {
                cases.push(case(name("conformance", &vector), move || {
                    expect::matches(&vector.expect, &operations::run(&vector))
                }));
            }
        }
    }
    cases
}

/// `conformance/tables/preset/tables-1a2b3c4d`.
fn name(group: &str, vector: &Vector) -> String {
    let parts = [group, &vector.area, vector.op(), &vector.id];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/")
}

fn every_vector_is_counted() -> Result<(), String> {
    for (area, count) in AREAS {
        let found = vectors(area);
        if found.len() != count {
            return Err(format!("{area} has {} vectors instead of {count}", found.len()));
        }
        if let Some(vector) = found.iter().find(|vector| vector.area != area) {
            return Err(format!("{} belongs to {}", vector.id, vector.area));
        }
    }
    let program = AREAS.iter().flat_map(|(area, _)| vectors(area)).filter(binary::runs).count();
    let expected = 15 + 21 + 86 + 10 + 6 + 44 + 11;
    if program != expected {
        return Err(format!("{program} vectors run through the program instead of {expected}"));
    }
    Ok(())
}

/// Keys that the matchers compare: a vector with another one fails.
fn matchers_compare_what_they_name() -> Result<(), String> {
    let actual = json!({"a": [{"x": 1.0000001}], "t": "hello", "n": null});
    for good in [
        json!({"a[0].x": {"$approx": 1}}),
        json!({"a": [{"x": {"$gt": 1}}]}),
        json!({"t": {"$contains": "ell"}, "n": null, "other": {"$absent": true}}),
        json!({"$includes": {"t": "hello"}}),
    ] {
        expect::matches(&good, &actual).map_err(|why| format!("{good}: {why}"))?;
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
        if expect::matches(&bad, &actual).is_ok() {
            return Err(format!("{bad} is accepted"));
        }
    }
    Ok(())
}

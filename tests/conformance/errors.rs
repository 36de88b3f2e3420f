//! Errors: whose they are, and how they are reported.

use reportctl::font::Face;
use reportctl::serve::codes;
use reportctl::{Code, expr};
use serde_json::{Value as Json, json};

use super::document::{self, Document};
use super::operations::{field, text};
use super::{Vector, expect, vectors};

/// Result of an operation of `errors`.
pub(super) fn run(op: &str, input: &Json) -> Json {
    match op {
        "blameOf" => json!(code(text(&input["code"])).blame().as_str()),
        "normalizeFont" => normalize_font(&input["bytes"]),
        "describe" => describe(text(&input["code"]), &input["params"]),
        _ => panic!("no operation `{op}`"),
    }
}

fn code(name: &str) -> Code {
    codes::all().find(|code| code.as_str() == name).unwrap()
}

fn normalize_font(bytes: &Json) -> Json {
    let length = bytes["length"].as_u64().unwrap().try_into().unwrap();
    let mut font = text(&bytes["signature"]).as_bytes().to_vec();
    font.resize(length, 0);
    match Face::from_bytes("font", font) {
        Ok(_) => json!({"ok": true}),
        Err(problem) => document::error(&serde_json::to_value(&problem).unwrap()),
    }
}

/// Brings the error about and returns it: our message is title and detail in one, our advice is the
/// action.
fn describe(code: &str, params: &Json) -> Json {
    let name = text(&params["field"]);
    let problem = match code {
        "expression" => syntax_error(text(&params["expression"])),
        "imageTooLarge" => heavy_background(params["bytes"].as_u64().unwrap()),
        "imageUnreadable" => broken_image(name),
        "pageLimit" => long_table(name, params["maxPages"].as_u64().unwrap()),
        _ => panic!("no error `{code}`"),
    };
    json!({"code": kind(&problem["code"]), "blame": problem["blame"], "field": problem["field"],
        "title": problem["message"], "action": problem["advice"], "detail": problem["message"]})
}

/// A code in the words of the vectors, which have one for all syntax errors.
fn kind(name: &Json) -> &str {
    let name = text(name);
    let syntax = (Code::Incomplete..=Code::TooDeep).contains(&code(name));
    if syntax { "expression" } else { name }
}

fn syntax_error(expression: &str) -> Json {
    let error = expr::parse(expression).unwrap_err();
    let problem = serde_json::to_value(error.to_problem()).unwrap();
    document::error(&problem)["error"].take()
}

fn broken_image(name: &str) -> Json {
    let image = field("image", name, &json!({"content": "data:image/png;base64,AAAA"}));
    Document::of_fields(json!([image]), json!([]), json!({})).facts()["error"].take()
}

fn heavy_background(bytes: u64) -> Json {
    let payload = "A".repeat(usize::try_from(bytes).unwrap().div_ceil(3) * 4);
    let mut document = Document::of_fields(json!([]), json!([]), json!({}));
    document.template["backgroundImage"] = json!(format!("data:image/png;base64,{payload}"));
    document.facts()["error"].take()
}

/// A table that needs a page more than allowed: there is room for one row on each.
fn long_table(name: &str, pages: u64) -> Json {
    let table = field("table", name, &json!({"y": 0, "head": ["n"], "repeatHeader": false}));
    let binding = json!({"schemaName": name, "type": "array", "path": "rows", "columns": ["n"]});
    let rows: Vec<Json> = (0..=pages).map(|n| json!({"n": n})).collect();
    let mut document = Document::of_fields(json!([table]), json!([binding]), json!({"rows": rows}));
    document.template["page"]["height"] = json!(8);
    document.max_pages = Some(pages.try_into().unwrap());
    document.facts()["error"].take()
}

/// The vectors in Portuguese hold in all but their words for title and action: details are in
/// English.
pub(super) fn localised_vectors_hold_but_for_their_words() -> Result<(), String> {
    let all = vectors("errors");
    let localised: Vec<&Vector> =
        all.iter().filter(|vector| vector.input["locale"] == "pt-BR").collect();
    if localised.len() != 2 {
        return Err(format!("{} localised vectors instead of 2", localised.len()));
    }
    for Vector { id, input, expect, .. } in localised {
        let mut expect = expect.clone();
        for words in ["title", "action"] {
            expect.as_object_mut().unwrap().remove(words);
        }
        let actual = run("describe", input);
        expect::matches(&expect, &actual).map_err(|why| format!("{id}: {why}"))?;
    }
    Ok(())
}

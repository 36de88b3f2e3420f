//! The table of the template format: what is generated from it is fresh, and the schema fits the
//! templates that are valid.

use std::fs;
use std::time::Duration;

use boon::{Compiler, SchemaIndex, Schemas};
use reportctl::expr::catalog;
use reportctl::format::{OBJECTS, reference, schema, typescript};
use reportctl::problem::Severity;
use reportctl::{Budget, Code, Value, check};
use serde_json::{Value as Json, json};

use crate::documents::root;
use crate::processor_time::processor_time;
use crate::snapshot;

#[test]
fn the_schema_is_fresh() {
    let schema = serde_json::to_string_pretty(&schema::json_schema()).unwrap() + "\n";
    snapshot::compare(&root().join("docs/template.schema.json"), &schema).unwrap();
}

#[test]
fn the_types_are_fresh() {
    let types = typescript::declarations();
    snapshot::compare(&root().join("docs/template.d.ts"), &types).unwrap();
}

/// Compares a generated table with the one in that page of the format that has its mark.
fn compare_table(name: &str, table: &str) {
    let mark = format!("<!-- generated: {name}, ");
    let pages = fs::read_dir(root().join("docs/format")).unwrap();
    let page = pages
        .map(|entry| entry.unwrap().path())
        .find(|path| fs::read_to_string(path).unwrap().contains(&mark))
        .unwrap_or_else(|| panic!("no page of docs/format has `{mark}`"));
    snapshot::compare_part(&page, name, table).unwrap_or_else(|why| panic!("{name}: {why}"));
}

#[test]
fn the_tables_of_the_reference_are_fresh() {
    for object in OBJECTS {
        let base = object.keys.is_empty() || object.keys.iter().any(|key| !key.extension);
        let table = format!("\n{}\n", reference::table(object));
        if base && !object.keys.is_empty() {
            compare_table(object.name, &table);
        }
        if object.keys.iter().any(|key| key.extension) {
            let table = format!("\n{}\n", reference::extensions(object));
            compare_table(&format!("{}.extensions", object.name), &table);
        }
    }
}

#[test]
fn the_functions_of_the_reference_are_fresh() {
    let mut table = String::from("\n| Function | Result |\n| --- | --- |\n");
    for entry in catalog::FUNCTIONS.iter().filter(|entry| entry.extended) {
        table.push_str(&format!("| `{}` | {} |\n", entry.call(), entry.result));
    }
    table.push('\n');
    compare_table("functions", &table);
}

#[test]
fn the_list_of_functions_is_fresh() {
    let functions: Vec<Json> = catalog::FUNCTIONS
        .iter()
        .map(|entry| {
            let mut json =
                json!({"name": entry.name, "arguments": entry.arguments, "result": entry.result});
            if entry.extended {
                json["extension"] = true.into();
            }
            json
        })
        .collect();
    let list = serde_json::to_string_pretty(&functions).unwrap() + "\n";
    snapshot::compare(&root().join("docs/functions.json"), &list).unwrap();
}

/// The schema, ready to look at template files.
struct Validator {
    schemas: Schemas,
    schema: SchemaIndex,
}

impl Validator {
    fn new() -> Self {
        let mut compiler = Compiler::new();
        // Compiling checks the schema against that of its draft.
        compiler.add_resource("template.schema.json", schema::json_schema()).unwrap();
        let mut schemas = Schemas::new();
        let schema = compiler.compile("template.schema.json", &mut schemas).unwrap();
        Self { schemas, schema }
    }

    /// Findings of the schema for a template file; nothing where it is valid.
    fn complaint(&self, document: &Json) -> Option<String> {
        self.schemas.validate(document, self.schema).err().map(|error| format!("{error:#}"))
    }
}

#[test]
fn the_schema_accepts_every_shipped_template() {
    let validator = Validator::new();
    let mut seen = 0;
    for entry in fs::read_dir(root().join("templates")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let document = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
            assert_eq!(validator.complaint(&document), None, "{}", path.display());
            seen += 1;
        }
    }
    assert!(seen >= 10);
}

/// Every template with its bindings, and every field with its binding, that stands somewhere in the
/// conformance vectors.
fn collect(json: &Json, found: &mut Vec<Json>) {
    match json {
        Json::Object(map) => {
            let is_template = |json: &Json| json.get("schemas").or(json.get("pages")).is_some();
            if let Some(template) = map.get("template").filter(|template| is_template(template)) {
                let bindings = map.get("bindings").cloned().unwrap_or(json!([]));
                found.push(json!({"template": template, "bindings": bindings}));
            }
            if let Some(field) = map.get("schema").filter(|field| field.get("type").is_some()) {
                let bindings: Vec<&Json> = map.get("binding").into_iter().collect();
                let page = json!({"page": {"width": 210, "height": 297}, "schemas": [field]});
                found.push(json!({"template": page, "bindings": bindings}));
            }
            map.values().for_each(|json| collect(json, found));
        }
        Json::Array(items) => items.iter().for_each(|json| collect(json, found)),
        _ => {}
    }
}

#[test]
fn the_schema_accepts_what_check_has_nothing_against() {
    let validator = Validator::new();
    let mut documents = Vec::new();
    for entry in fs::read_dir(root().join("tests/conformance")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let vectors: Json = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
            collect(&vectors, &mut documents);
        }
    }
    assert!(documents.len() >= 80, "{}", documents.len());
    let mut valid = 0;
    for document in &documents {
        let part = |key: &str| Value::from(&document[key]);
        let problems =
            check::template(&part("template"), &part("bindings"), Budget::default()).unwrap();
        let is_about_keys = |code| {
            use Code::{ConvertedValue, IgnoredValue, OutOfRange, UnknownIcon};
            matches!(code, ConvertedValue | IgnoredValue | OutOfRange | UnknownIcon)
        };
        let odd = |problem: &reportctl::Problem| {
            is_about_keys(problem.code)
                || (problem.severity == Severity::Error && problem.code >= Code::InvalidTemplate)
                || matches!(
                    problem.code,
                    Code::InvalidPageSize
                        | Code::TemplateVersionInvalid
                        | Code::TemplateVersionTooNew
                        | Code::TemplateNotAnObject
                )
        };
        if problems.iter().any(odd) {
            continue;
        }
        valid += 1;
        assert_eq!(validator.complaint(document), None, "{document}");
    }
    assert!(valid > 60, "{valid} of {}", documents.len());
}

#[test]
fn the_schema_refuses_what_reading_refuses() {
    let validator = Validator::new();
    let document = |field: Json| json!({"template": {"page": {"width": 210, "height": 297}, "schemas": [field]}});
    let text = json!({"type": "text", "x": 1, "y": 1, "width": 1, "height": 1});
    assert_eq!(validator.complaint(&document(text.clone())), None);
    for (key, value) in [
        ("x", json!("1")),
        ("content", json!(5)),
        ("alignment", json!("centre")),
        ("fontColor", json!("red")),
        ("visibleWhen", json!(true)),
        ("fontSize", json!(-1)),
    ] {
        let mut field = text.clone();
        field[key] = value;
        assert!(validator.complaint(&document(field)).is_some(), "{key}");
    }
    assert!(validator.complaint(&json!({"template": {"schemas": []}})).is_some());
}

/// The least processor time that checking took, of a few runs.
fn checking(template: &Value, bindings: &Value) -> Duration {
    let run = || {
        let start = processor_time();
        check::template(template, bindings, Budget::default()).unwrap();
        processor_time() - start
    };
    (0..3).map(|_| run()).min().unwrap()
}

/// A template of so many texts and bindings.
fn crowd(
    size: usize,
    field: impl Fn(usize) -> Json,
    binding: impl Fn(usize) -> Json,
) -> [Value; 2] {
    let schemas: Vec<Json> = (0..size)
        .map(|i| {
            let mut text = json!({"id": format!("id{i}"), "name": format!("name{i}"), "type": "text",
                "x": 10, "y": 10, "width": 50, "height": 5, "content": "{a}"});
            text.as_object_mut().unwrap().extend(field(i).as_object().unwrap().clone());
            text
        })
        .collect();
    let bindings: Vec<Json> = (0..size).map(binding).collect();
    let template = json!({"page": {"width": 210, "height": 297}, "schemas": schemas});
    [Value::from(&template), Value::from(&Json::from(bindings))]
}

#[test]
fn twice_the_template_takes_at_most_two_and_a_half_times_as_long_to_check() {
    type Part = fn(usize) -> Json;
    let bound: Part =
        |i| json!({"schemaName": format!("name{i}"), "type": "template", "template": "{b}"});
    let crowds: [(&str, Part, Part); 5] = [
        (
            "bindings that name no field",
            |_| json!({}),
            |i| json!({"schemaName": format!("nome{i}"), "type": "scalar", "path": "a"}),
        ),
        ("bindings that name their fields", |_| json!({}), bound),
        (
            "fields and bindings of one name",
            |_| json!({"name": "name1"}),
            |i| {
                let kind = if i % 2 == 0 { "chart" } else { "scalar" };
                json!({"schemaName": "name1", "type": kind, "path": "a"})
            },
        ),
        ("members of no section", |i| json!({"sectionId": format!("none{i}")}), bound),
        ("unknown keys", |i| json!({ format!("colour{i}"): 1, "bold": true }), bound),
    ];
    for (what, field, binding) in crowds {
        let cost = |size| {
            let [template, bindings] = crowd(size, field, binding);
            checking(&template, &bindings)
        };
        // A busy machine may empty the caches of one of the two; a law that does not hold fails every time.
        let holds = (0..4).any(|_| cost(2000) < cost(1000).mul_f64(2.5));
        assert!(holds, "{what}: {:?} for 1000, {:?} for 2000", cost(1000), cost(2000));
    }
}

//! The schemas that templates imply: their samples fit, and damaged samples do not.

use reportctl::check::DataChecker;
use reportctl::contract::Contract;
use reportctl::problem::Severity;
use reportctl::{Code, Fonts, Options, Problem, Value};
use serde_json::{Value as Json, json};

use crate::documents::{self, Document};

fn contract(document: &Document) -> (Json, Contract) {
    let part = |key| document.source.get(key).unwrap_or(&Value::Null);
    let checker = DataChecker::new(part("template"), part("bindings")).unwrap();
    let schema = checker.contract("Data", &[]);
    let contract = Contract::new(schema.clone(), "x.schema.json").unwrap();
    (schema, contract)
}

fn errors(contract: &Contract, data: &Json) -> Vec<Problem> {
    let data = Value::from_json(&data.to_string()).unwrap();
    let mut found = contract.check(&data);
    found.retain(|problem| problem.severity == Severity::Error);
    found
}

#[test]
fn the_schema_of_every_template_accepts_its_samples() {
    let mut samples = documents::shipped();
    samples.extend(documents::format_samples());
    let mut refused = Vec::new();
    for document in &samples {
        // Those whose data lacks what the template takes, on purpose.
        let is_damaged = document.name.ends_with("-stress")
            || ["missingData", "emptyTable"].contains(&document.name.as_str());
        let (_, contract) = contract(document);
        let found = errors(&contract, &document.data.to_json());
        if !found.is_empty() && !is_damaged {
            let words: Vec<_> = found.iter().map(|problem| &problem.message).take(3).collect();
            refused.push(format!("{}: {words:?}", document.name));
        }
    }
    assert!(refused.is_empty(), "{refused:#?}");
}

/// The pointers of required values of a schema for some data, with their schemas.
fn required(schema: &Json, data: &Json, pointer: &str, found: &mut Vec<(String, Json)>) {
    if let (Some(items), Some(list)) = (schema.get("items"), data.as_array()) {
        if let Some(first) = list.first() {
            required(items, first, &format!("{pointer}/0"), found);
        }
        return;
    }
    let names = schema["required"].as_array().cloned().unwrap_or_default();
    for (key, inner) in schema["properties"].as_object().into_iter().flatten() {
        let Some(value) = data.get(key) else { continue };
        let at = format!("{pointer}/{key}");
        if names.contains(&json!(key)) {
            found.push((at.clone(), inner.clone()));
        }
        required(inner, value, &at, found);
    }
}

/// The paths of the lists that `check` finds empty.
fn empty_lists(document: &Document, data: &Json) -> Vec<String> {
    let part = |key| document.source.get(key).unwrap_or(&Value::Null);
    let checker = DataChecker::new(part("template"), part("bindings")).unwrap();
    let fonts = Fonts::standard();
    let data = Value::from_json(&data.to_string()).unwrap();
    let found = checker.problems(&data, &Options::new(&fonts));
    let mut paths: Vec<String> = found
        .iter()
        .filter(|problem| problem.code == Code::EmptyList)
        .filter_map(|problem| problem.get("path")?.as_str().map(str::to_owned))
        .collect();
    paths.dedup();
    paths
}

#[test]
fn damaged_data_is_refused_at_the_right_place() {
    let (mut faults, mut emptied_lists) = (0, 0);
    let mut documents = documents::small();
    // Of the samples of json-pdf-designer those that need data, and have all of it.
    documents.extend(documents::format_samples().into_iter().filter(|document| {
        !["missingData", "emptyTable", "unicodeText"].contains(&document.name.as_str())
    }));
    for document in documents {
        let before = faults;
        let (schema, contract) = contract(&document);
        let data = document.data.to_json();
        let mut places = Vec::new();
        required(&schema, &data, "", &mut places);
        assert!(!places.is_empty(), "{} requires nothing", document.name);
        for (pointer, of_value) in &places {
            let (parent, key) = pointer.rsplit_once('/').unwrap();
            let damaged = |damage: &dyn Fn(&mut serde_json::Map<String, Json>)| {
                let mut data = data.clone();
                let at = data.pointer_mut(parent).unwrap();
                damage(at.as_object_mut().unwrap());
                errors(&contract, &data)
            };
            let expect = |found: Vec<Problem>, pointer: &str, what: &str| {
                let right = found.iter().any(|problem| problem.pointer.as_deref() == Some(pointer));
                assert!(right, "{} {pointer} {what}: {found:#?}", document.name);
            };
            let missing = damaged(&|object| drop(object.remove(key)));
            expect(missing, parent, "missing");
            let misspelt = damaged(&|object| {
                let value = object.remove(key).unwrap();
                object.insert(format!("{key}x"), value);
            });
            let advised = misspelt.iter().any(|problem| {
                problem.advice.as_ref().is_some_and(|advice| advice.contains("did you mean"))
            });
            assert!(advised || key.len() < 3, "{} {pointer}: {misspelt:#?}", document.name);
            let null = damaged(&|object| drop(object.insert(key.to_owned(), Json::Null)));
            let may_be_null = of_value["type"].as_array();
            if !may_be_null.is_some_and(|types| types.contains(&json!("null"))) {
                expect(null, pointer, "null");
            }
            let is_list = of_value.get("items").is_some();
            let wrong = if is_list { json!("text") } else { json!([["a list"]]) };
            let wrong = damaged(&|object| drop(object.insert(key.to_owned(), wrong.clone())));
            expect(wrong, pointer, "wrong type");
            faults += 4;
            // An empty list is data that fits, but `check` asks whether it was meant.
            if is_list && !pointer.contains("/0/") {
                let mut emptied = data.clone();
                *emptied.pointer_mut(pointer).unwrap() = json!([]);
                let warned = empty_lists(&document, &emptied);
                let path = pointer[1..].replace('/', ".");
                let known = empty_lists(&document, &data);
                let new: Vec<&String> = warned.iter().filter(|one| !known.contains(*one)).collect();
                assert!(
                    new.iter().all(|one| **one == path),
                    "{} {pointer}: {new:?}",
                    document.name
                );
                emptied_lists += new.len();
                faults += 1;
            }
        }
        // Templates of a few fields have fewer places for faults.
        let enough = faults - before >= 10 || !document.name.ends_with("-small");
        assert!(enough, "{}: only {} faults", document.name, faults - before);
    }
    assert!(emptied_lists >= 10, "{emptied_lists}");
    assert!(faults > 300, "{faults}");
}

#[test]
fn a_condition_guards_the_place_where_it_stands_and_no_other() {
    let template = json!({"page": {"width": 210, "height": 297}, "schemas": [
        {"id": "1", "name": "guarded", "type": "text", "x": 0, "y": 0, "width": 90, "height": 9,
         "content": "{IF(vat, vat.id, \"none\")} {note}", "visibleWhen": "note != \"\""},
        {"id": "2", "name": "plain", "type": "text", "x": 0, "y": 9, "width": 90, "height": 9,
         "content": "{customer.name} {CURRENCY(total)} {DATE(due)} {vat.rate}"},
        {"id": "3", "name": "paid", "type": "text", "x": 0, "y": 18, "width": 90, "height": 9,
         "content": "{IF(paid == \"true\", \"Paid\", \"Open\")} {SUM(lines.amount)}"}]});
    let template = Value::from_json(&template.to_string()).unwrap();
    let checker = DataChecker::new(&template, &Value::Null).unwrap();
    let schema = checker.contract("Data", &[]);
    assert_eq!(schema["required"], json!(["vat", "customer", "total", "due", "lines"]));
    let properties = &schema["properties"];
    assert_eq!(properties["vat"]["required"], json!(["rate"]));
    assert_eq!(properties["total"]["type"], json!(["number", "string"]));
    assert_eq!(properties["paid"]["type"], json!(["boolean", "string", "number", "null"]));
    assert_eq!(properties["note"]["type"], json!(["string", "number", "boolean", "null"]));
    let items = &properties["lines"]["items"];
    // Items without a value add nothing to a sum.
    assert_eq!(items.get("required"), None);
    assert_eq!(items["properties"]["amount"]["type"], json!(["number", "string", "null"]));
    assert_eq!(properties["due"]["description"], "Date in `plain`.");
}

#[test]
fn schemas_that_are_none_or_lead_outside_are_refused() {
    let refused = |schema: Json| Contract::new(schema, "x.schema.json").err().unwrap();
    for reference in ["https://example.org/s.json", "other.schema.json", "file:///etc/passwd"] {
        let problem = refused(json!({"$ref": reference}));
        assert!(problem.message.contains("nothing is fetched"), "{}", problem.message);
    }
    let problem = refused(json!({"type": "objekt"}));
    assert!(problem.message.starts_with("the schema is none"), "{}", problem.message);
    assert_eq!(problem.pointer.as_deref(), Some("/type"));
    refused(json!({"pattern": "("}));
    refused(json!([1]));
}

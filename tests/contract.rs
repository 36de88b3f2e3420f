//! Contracts: the JSON Schemas of data that templates imply.

mod damage;
mod inference;
mod missing_names;
mod table_rows;

use reportctl::check::DataChecker;
use reportctl::problem::Severity;
use reportctl::templates::contract::Contract;
use reportctl::{Problem, Value};
use serde_json::{Value as Json, json};

use crate::documents::Document;

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

/// The contract of a template with these fields.
fn contract_of(fields: &Json, bindings: &Json) -> (Json, Contract) {
    let template = json!({"page": {"width": 210, "height": 297}, "schemas": fields});
    let [template, bindings] =
        [&template, bindings].map(|part| Value::from_json(&part.to_string()).unwrap());
    let schema = DataChecker::new(&template, &bindings).unwrap().contract("Data", &[]);
    let contract = Contract::new(schema.clone(), "x.schema.json").unwrap();
    (schema, contract)
}

fn text(content: &str) -> Json {
    json!({"id": "1", "name": "t", "type": "text", "x": 0, "y": 0, "width": 90, "height": 9, "content": content})
}

/// A template with extensions, and the contract that it implies.
fn extended(schemas: &Json, more: &Json, bindings: &Json) -> (DataChecker, Contract) {
    let mut template = json!({
        "extensions": 1, "page": {"width": 210, "height": 297}, "schemas": schemas});
    template.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let [template, bindings] =
        [&template, bindings].map(|part| Value::from_json(&part.to_string()).unwrap());
    let checker = DataChecker::new(&template, &bindings).unwrap();
    let contract = Contract::new(checker.contract("Data", &[]), "x.schema.json").unwrap();
    (checker, contract)
}

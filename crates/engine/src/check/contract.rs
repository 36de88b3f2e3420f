//! What data must look like for a template, as JSON Schema.
//!
//! The schema is as tolerant as rendering: numbers may be texts that are numbers, as data of CSV files
//! has them, and further keys are allowed.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json, json};

/// What is done with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Use {
    /// It is printed.
    Shown,
    /// It is calculated with, or printed as a number.
    Number,
    /// It is printed as a date.
    Date,
    /// It is repeated, counted or summed up.
    List,
    /// It is compared with true or false.
    Flag,
    /// It is true or not.
    Truth,
    /// It is compared with something.
    Asked,
}

/// A value in the data, and what is known of it.
#[derive(Debug, Default)]
pub(super) struct Node {
    uses: BTreeSet<Use>,
    fields: Vec<(Use, String)>,
    required: bool,
    /// Whether it may be nothing even where it is required.
    blank: bool,
    /// Keys, in the order of their first use.
    keys: Vec<(String, Node)>,
    items: Option<Box<Node>>,
    /// Whether it is an element of a list or an object, by number.
    indexed: bool,
}

/// So many fields are named in a description.
const MOST_NAMED: usize = 4;

/// A number, as reading it from a text accepts it.
const NUMBER: &str = r"^\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$";
/// The same, or nothing.
const NUMBER_OR_NOTHING: &str = r"^\s*([+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?)?\s*$";
/// What has no digit is no date.
const DATE: &str = r"\d";
const DATE_OR_NOTHING: &str = r"\d|^\s*$";
const FLAG: &str = "^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|0|1)?$";

impl Node {
    /// The value of a key. Keys are found ignoring case.
    pub(super) fn key(&mut self, name: &str) -> &mut Self {
        let known = self.keys.iter().position(|(key, _)| key.eq_ignore_ascii_case(name));
        let at = known.unwrap_or_else(|| {
            self.keys.push((name.to_owned(), Self::default()));
            self.keys.len() - 1
        });
        &mut self.keys[at].1
    }

    /// Its items: it is a list.
    pub(super) fn items(&mut self, field: &str) -> &mut Self {
        if self.uses.insert(Use::List) {
            self.fields.push((Use::List, field.to_owned()));
        }
        self.items.get_or_insert_default()
    }

    /// An element by number.
    pub(super) fn element(&mut self) -> &mut Self {
        self.indexed = true;
        self.items.get_or_insert_default()
    }

    /// Notes a use.
    pub(super) fn used(&mut self, kind: Use, field: &str, required: bool) {
        self.required |= required;
        self.uses.insert(kind);
        if !self.fields.iter().any(|(known, name)| *known == kind && name == field) {
            self.fields.push((kind, field.to_owned()));
        }
    }

    /// Notes that nothing may be in its place.
    pub(super) fn may_be_blank(&mut self) {
        self.blank = true;
    }

    /// Notes that a path leads through it.
    pub(super) fn passed(&mut self, required: bool) {
        self.required |= required;
    }

    fn is(&self, kind: Use) -> bool {
        self.uses.contains(&kind)
    }
}

/// The schema of a document.
pub(super) fn schema(document: &Node, title: &str) -> Json {
    let mut schema = Map::new();
    schema.insert("$schema".to_owned(), json!("https://json-schema.org/draft/2020-12/schema"));
    schema.insert("title".to_owned(), json!(title));
    describe(document, true, &mut schema);
    Json::Object(schema)
}

fn of_node(node: &Node, required: bool) -> Json {
    let mut schema = Map::new();
    if let Some(description) = description(node) {
        schema.insert("description".to_owned(), json!(description));
    }
    describe(node, required, &mut schema);
    Json::Object(schema)
}

/// Type and parts.
fn describe(node: &Node, required: bool, schema: &mut Map<String, Json>) {
    let required = required && !node.blank;
    let or_null = |types: &[&str]| {
        let mut types: Vec<&str> = types.to_vec();
        if !required {
            types.push("null");
        }
        match types.as_slice() {
            [one] => json!(one),
            several => json!(several),
        }
    };
    let mut put = |key: &str, value: Json| schema.insert(key.to_owned(), value);
    match &node.items {
        // A key that is a number may be one of an object as well.
        Some(items) if node.indexed => {
            put("type", or_null(&["array", "object"]));
            put("items", of_node(items, true));
        }
        Some(items) => {
            put("type", or_null(&["array"]));
            put("items", of_node(items, true));
        }
        None if !node.keys.is_empty() => {
            let is_shown = [Use::Shown, Use::Number, Use::Date].iter().any(|kind| node.is(*kind));
            // Rows of tables may be lists, whose keys are numbers.
            let numbered = node.keys.iter().all(|(key, _)| key.parse::<u32>().is_ok());
            if !is_shown && !numbered {
                put("type", or_null(&["object"]));
            }
            let properties = node.keys.iter();
            let properties: Map<String, Json> =
                properties.map(|(key, node)| (key.clone(), of_node(node, node.required))).collect();
            put("properties", Json::Object(properties));
            let names: Vec<&String> =
                node.keys.iter().filter(|(_, node)| node.required).map(|(key, _)| key).collect();
            if !names.is_empty() && !numbered {
                put("required", json!(names));
            }
        }
        None if node.is(Use::Number) => {
            put("type", or_null(&["number", "string"]));
            put("pattern", json!(if required { NUMBER } else { NUMBER_OR_NOTHING }));
        }
        None if node.is(Use::Date) => {
            put("type", or_null(&["string", "number"]));
            put("pattern", json!(if required { DATE } else { DATE_OR_NOTHING }));
        }
        None if node.is(Use::Flag) => {
            put("type", or_null(&["boolean", "string", "number"]));
            put("pattern", json!(FLAG));
        }
        None if node.is(Use::Shown) => {
            put("type", or_null(&["string", "number", "boolean"]));
        }
        None if node.is(Use::Asked) => {
            put("type", json!(["string", "number", "boolean", "null"]));
        }
        // Whether a condition asks for a text, a list or an object, it does not say.
        None => {}
    }
}

/// What a value is for, in words.
fn description(node: &Node) -> Option<String> {
    let mut parts = Vec::new();
    for (kind, verb) in [
        (Use::Shown, "Shown in"),
        (Use::Number, "Number in"),
        (Use::Date, "Date in"),
        (Use::List, "List in"),
        (Use::Flag, "True or false in"),
        (Use::Truth, "Condition of"),
        (Use::Asked, "Compared in"),
    ] {
        let names: Vec<String> = node
            .fields
            .iter()
            .filter(|(known, _)| *known == kind)
            .map(|(_, name)| format!("`{name}`"))
            .collect();
        if names.is_empty() {
            continue;
        }
        let more = names.len().saturating_sub(MOST_NAMED);
        let listed = names.into_iter().take(MOST_NAMED).collect::<Vec<_>>().join(", ");
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        parts.push(format!("{verb} {listed}{more}."));
    }
    (!parts.is_empty()).then(|| parts.join(" "))
}

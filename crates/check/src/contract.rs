//! What data must look like for a template, as JSON Schema.
//!
//! The schema is as tolerant as rendering: numbers may be texts that are numbers, as data of CSV files
//! has them, and further keys are allowed. A list may be shorter than an element that is asked for by number;
//! where the element is there, it is what the template makes of it, and the others may be anything.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use serde_json::{Map, Value as Json, json};

/// What is done with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// Those of `fields`.
    known_fields: HashSet<(Use, String)>,
    required: bool,
    /// Whether it may be nothing even where it is required.
    blank: bool,
    /// Keys, in the order of their first use.
    keys: Vec<(String, Node)>,
    /// The first of the keys that are written so, then of the keys that differ in capital letters alone.
    by_name: HashMap<String, usize>,
    by_lower: HashMap<String, usize>,
    /// Whether its key counts only as it is written: a column, not a part of a path (spec 5.3, 5.4).
    exact: bool,
    items: Option<Box<Node>>,
    /// Keys that some item must have, if there are items.
    some: BTreeSet<String>,
    /// Elements of a list by number, or keys of an object that are numbers.
    elements: BTreeMap<usize, Node>,
}

/// Marks a key of `properties` that counts only as it is written. All others are found ignoring case, as
/// paths are (spec 5.3).
pub const CASE_SENSITIVE: &str = "x-caseSensitive";

/// The elements of lists are described up to this number.
const LAST_ELEMENT: usize = 99;

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
    /// The value of a key, as a part of a path: found ignoring case.
    pub(super) fn key(&mut self, name: &str) -> &mut Self {
        let known = self.by_lower.get(&name.to_lowercase()).copied();
        let at = known.unwrap_or_else(|| self.add(name));
        self.keys[at].1.exact = false;
        &mut self.keys[at].1
    }

    /// The value of a key, as a column or a filter names it.
    pub(super) fn column(&mut self, name: &str) -> &mut Self {
        let known = self.by_name.get(name).copied();
        // What a path finds ignoring case, a column may mean as well. Paths find the first key.
        let same = || self.by_lower.get(&name.to_lowercase()).copied();
        let known = known.or_else(|| same().filter(|at| !self.keys[*at].1.exact));
        let at = known.unwrap_or_else(|| {
            let at = self.add(name);
            self.keys[at].1.exact = true;
            at
        });
        &mut self.keys[at].1
    }

    fn add(&mut self, name: &str) -> usize {
        let at = self.keys.len();
        self.by_name.insert(name.to_owned(), at);
        self.by_lower.entry(name.to_lowercase()).or_insert(at);
        self.keys.push((name.to_owned(), Self::default()));
        at
    }

    /// Its items: it is a list.
    pub(super) fn items(&mut self, field: &str) -> &mut Self {
        if self.uses.insert(Use::List) {
            self.note(Use::List, field);
        }
        self.items.get_or_insert_default()
    }

    /// Notes that some item must have a key: without it nothing is added up, joined or shown.
    pub(super) fn some_item_has(&mut self, key: &str) {
        self.some.insert(key.to_owned());
    }

    /// An element by number.
    pub(super) fn element(&mut self, index: usize) -> &mut Self {
        self.elements.entry(index).or_default()
    }

    /// Notes a use.
    pub(super) fn used(&mut self, kind: Use, field: &str, required: bool) {
        self.required |= required;
        self.uses.insert(kind);
        self.note(kind, field);
    }

    fn note(&mut self, kind: Use, field: &str) {
        if self.known_fields.insert((kind, field.to_owned())) {
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

/// The value of a key.
fn of_key(node: &Node) -> Json {
    let mut schema = of_node(node, node.required);
    if let Some(schema) = schema.as_object_mut().filter(|_| node.exact) {
        schema.insert(CASE_SENSITIVE.to_owned(), json!(true));
    }
    schema
}

/// The elements that are asked for by number, for `prefixItems`.
fn elements(node: &Node) -> Option<Json> {
    let last = node.elements.keys().copied().filter(|index| *index <= LAST_ELEMENT).max()?;
    let element =
        |index| node.elements.get(&index).map_or(json!(true), |one| of_node(one, one.required));
    Some((0..=last).map(element).collect())
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
        Some(items) => {
            put("type", or_null(&["array"]));
            put("items", of_node(items, true));
            // Beside `items` it would take these elements out of them.
            let elements = elements(node).map(|elements| json!({ "prefixItems": elements }));
            let some = node.some.iter().map(|key| {
                json!({ "anyOf": [{ "maxItems": 0 }, { "contains": { "required": [key] } }] })
            });
            let all: Vec<Json> = elements.into_iter().chain(some).collect();
            if !all.is_empty() {
                put("allOf", Json::Array(all));
            }
        }
        // A number may be a key of an object as well.
        None if !node.elements.is_empty() => {
            if node.keys.is_empty() {
                put("type", or_null(&["array", "object"]));
            }
            if let Some(elements) = elements(node) {
                put("prefixItems", elements);
            }
            let numbers = node.elements.iter().map(|(index, one)| (index.to_string(), one));
            let keys = node.keys.iter().map(|(key, one)| (key.clone(), one));
            let all = keys.chain(numbers).map(|(key, one)| (key, of_key(one)));
            put("properties", Json::Object(all.collect()));
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
                properties.map(|(key, node)| (key.clone(), of_key(node))).collect();
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

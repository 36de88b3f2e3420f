//! JSON Schema of the data that a template takes.
//!
//! The schema is as tolerant as rendering: numbers may be texts that are numbers, as data of CSV files
//! has them, and further keys are allowed. A list may be shorter than an element that is asked for by number;
//! where the element is there, it is what the template makes of it, and the others may be anything.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use reportctl_engine::expr::path::Segment;
use serde_json::{Map, Value as Json, json};

/// Use of a value by the template.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Use {
    /// Printed value.
    Shown,
    /// Operand of a calculation, or printed number.
    Number,
    /// Printed date.
    Date,
    /// List that is repeated, counted or summed up.
    List,
    /// Value that is compared with true or false.
    Flag,
    /// Condition.
    Truth,
    /// Value that is compared with something.
    Asked,
}

/// Values by number; the first one is the document.
#[derive(Debug)]
pub(super) struct Shape {
    nodes: Vec<Node>,
}

/// The number of a value.
pub(super) type NodeId = usize;

/// A value in the data, and what is known of it.
#[derive(Debug, Default)]
struct Node {
    uses: BTreeSet<Use>,
    fields: Vec<(Use, String)>,
    /// The entries of `fields`, for a quick look.
    known_fields: HashSet<(Use, String)>,
    required: bool,
    /// `true` if a required value may be empty.
    blank: bool,
    /// Keys, in the order of their first use.
    keys: Vec<(String, NodeId)>,
    /// The first of the keys that are written so, then of the keys that differ in capital letters alone.
    by_name: HashMap<String, NodeId>,
    by_lower: HashMap<String, NodeId>,
    /// `true` if the key is case-sensitive: a column, not a part of a path (spec 5.3, 5.4).
    exact: bool,
    items: Option<NodeId>,
    /// Keys that some item must have, if there are items.
    some: BTreeSet<String>,
    /// Elements of a list by number, or keys of an object that are numbers.
    elements: BTreeMap<usize, NodeId>,
}

/// Marks a key of `properties` that counts only as it is written. All others are found ignoring case, as
/// paths are (spec 5.3).
pub const CASE_SENSITIVE: &str = "x-caseSensitive";

/// The elements of lists are described up to this number.
const LAST_ELEMENT: usize = 99;

/// Maximum number of fields that a description names.
const MOST_NAMED: usize = 4;

/// A number, as reading it from a text accepts it.
const NUMBER: &str = r"^\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$";
/// A number as in [`NUMBER`], or an empty text.
const NUMBER_OR_NOTHING: &str = r"^\s*([+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?)?\s*$";
/// Pattern of a date: at least one digit.
const DATE: &str = r"\d";
const DATE_OR_NOTHING: &str = r"\d|^\s*$";
const FLAG: &str = "^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|0|1)?$";

impl Default for Shape {
    fn default() -> Self {
        Self { nodes: vec![Node::default()] }
    }
}

impl Shape {
    /// The document itself.
    pub(super) const ROOT: NodeId = 0;

    /// A value that is not described.
    pub(super) fn detached(&mut self) -> NodeId {
        self.nodes.push(Node::default());
        self.nodes.len() - 1
    }

    /// The value of a part of a path, which leads through it.
    pub(super) fn part(&mut self, of: NodeId, segment: &Segment, required: bool) -> NodeId {
        let part = match segment.index() {
            // A list may be shorter than asked for; an element that is there is needed as anything is.
            Some(index) => match self.nodes[of].elements.get(&index) {
                Some(known) => *known,
                None => {
                    let element = self.detached();
                    self.nodes[of].elements.insert(index, element);
                    element
                }
            },
            None => self.key(of, segment.as_str()),
        };
        self.nodes[part].required |= required;
        part
    }

    /// The value of a key, as a part of a path: found ignoring case.
    fn key(&mut self, of: NodeId, name: &str) -> NodeId {
        let known = self.nodes[of].by_lower.get(&name.to_lowercase()).copied();
        let key = known.unwrap_or_else(|| self.add(of, name));
        self.nodes[key].exact = false;
        key
    }

    /// The value of a key, as a column or a filter names it.
    pub(super) fn column(&mut self, of: NodeId, name: &str) -> NodeId {
        let node = &self.nodes[of];
        // A column may also mean a key that a path finds ignoring case. Paths find the first key.
        let same = || node.by_lower.get(&name.to_lowercase()).copied();
        let known = node.by_name.get(name).copied();
        let known = known.or_else(|| same().filter(|key| !self.nodes[*key].exact));
        known.unwrap_or_else(|| {
            let key = self.add(of, name);
            self.nodes[key].exact = true;
            key
        })
    }

    fn add(&mut self, of: NodeId, name: &str) -> NodeId {
        let key = self.detached();
        let node = &mut self.nodes[of];
        node.by_name.insert(name.to_owned(), key);
        node.by_lower.entry(name.to_lowercase()).or_insert(key);
        node.keys.push((name.to_owned(), key));
        key
    }

    /// Its items: it is a list.
    pub(super) fn items(&mut self, of: NodeId, field: &str) -> NodeId {
        if self.nodes[of].uses.insert(Use::List) {
            self.nodes[of].note(Use::List, field);
        }
        match self.nodes[of].items {
            Some(items) => items,
            None => {
                let items = self.detached();
                self.nodes[of].items = Some(items);
                items
            }
        }
    }

    /// Notes that some item must have a key: without it nothing is added up, joined or shown.
    pub(super) fn some_item_has(&mut self, list: NodeId, key: &str) {
        self.nodes[list].some.insert(key.to_owned());
    }

    /// Notes a use.
    pub(super) fn used(&mut self, node: NodeId, kind: Use, field: &str, required: bool) {
        let node = &mut self.nodes[node];
        node.required |= required;
        node.uses.insert(kind);
        node.note(kind, field);
    }

    /// Notes that nothing may be in its place.
    pub(super) fn may_be_blank(&mut self, node: NodeId) {
        self.nodes[node].blank = true;
    }
}

impl Node {
    fn note(&mut self, kind: Use, field: &str) {
        if self.known_fields.insert((kind, field.to_owned())) {
            self.fields.push((kind, field.to_owned()));
        }
    }

    fn is(&self, kind: Use) -> bool {
        self.uses.contains(&kind)
    }
}

impl Shape {
    /// The schema of the document.
    pub(super) fn schema(&self, title: &str) -> Json {
        let mut schema = Map::new();
        schema.insert("$schema".to_owned(), json!("https://json-schema.org/draft/2020-12/schema"));
        schema.insert("title".to_owned(), json!(title));
        self.describe(Self::ROOT, true, &mut schema);
        Json::Object(schema)
    }

    fn of_node(&self, node: NodeId, required: bool) -> Json {
        let mut schema = Map::new();
        if let Some(description) = description(&self.nodes[node]) {
            schema.insert("description".to_owned(), json!(description));
        }
        self.describe(node, required, &mut schema);
        Json::Object(schema)
    }

    /// The value of a key.
    fn of_key(&self, key: NodeId) -> Json {
        let node = &self.nodes[key];
        let mut schema = self.of_node(key, node.required);
        if let Some(schema) = schema.as_object_mut().filter(|_| node.exact) {
            schema.insert(CASE_SENSITIVE.to_owned(), json!(true));
        }
        schema
    }

    /// The elements that are asked for by number, for `prefixItems`.
    fn elements(&self, node: &Node) -> Option<Json> {
        let last = node.elements.keys().copied().filter(|index| *index <= LAST_ELEMENT).max()?;
        let of_element = |one: &NodeId| self.of_node(*one, self.nodes[*one].required);
        let element = |index| node.elements.get(&index).map_or(json!(true), of_element);
        Some((0..=last).map(element).collect())
    }

    /// Type and parts.
    fn describe(&self, node: NodeId, required: bool, schema: &mut Map<String, Json>) {
        let node = &self.nodes[node];
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
                put("items", self.of_node(*items, true));
                // Beside `items` it would take these elements out of them.
                let elements =
                    self.elements(node).map(|elements| json!({ "prefixItems": elements }));
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
                if let Some(elements) = self.elements(node) {
                    put("prefixItems", elements);
                }
                let numbers = node.elements.iter().map(|(index, one)| (index.to_string(), *one));
                let keys = node.keys.iter().cloned();
                let all = keys.chain(numbers).map(|(key, one)| (key, self.of_key(one)));
                put("properties", Json::Object(all.collect()));
            }
            None if !node.keys.is_empty() => {
                let is_shown =
                    [Use::Shown, Use::Number, Use::Date].iter().any(|kind| node.is(*kind));
                // Rows of tables may be lists, whose keys are numbers.
                let numbered = node.keys.iter().all(|(key, _)| key.parse::<u32>().is_ok());
                if !is_shown && !numbered {
                    put("type", or_null(&["object"]));
                }
                let properties = node.keys.iter();
                let properties: Map<String, Json> =
                    properties.map(|(key, node)| (key.clone(), self.of_key(*node))).collect();
                put("properties", Json::Object(properties));
                let needed = |(_, key): &&(String, NodeId)| self.nodes[*key].required;
                let names: Vec<&String> =
                    node.keys.iter().filter(needed).map(|(key, _)| key).collect();
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
            // A condition does not state the type: text, list or object.
            None => {}
        }
    }
}

/// Uses of a value, in words.
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

//! A schema in pieces, so that data is validated one value after the other.
//!
//! The validator collects all errors of its input in a tree that takes many times the memory of the
//! data. Where all parts of a schema must hold (`properties`, `items`, `$ref`, `allOf`), it is
//! given one value at a time, with the schema without those parts; the errors are counted and cut
//! in between. A part that applies to a value twice is looked at once, so parts that refer to each
//! other take no more than their number. The rest (`anyOf`, `not` and others) is given whole, if it
//! is small enough.

mod validation;

use std::collections::HashMap;

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::{Map, Value as Json, json};

use super::faults::Faults;
use super::origin::decoded;
use super::spelling::Spelt;
use engine::pointer::escaped;

/// Most parts of a schema that the validator compiles at once: it compares each with all others.
pub(super) const MAX_PARTS_AT_ONCE: usize = 10_000;

/// Name of the parts inside the validator.
const SHELLS: &str = "schema:///parts";

/// Keys that say nothing of data, or hold parts that others refer to.
const SILENT: [&str; 9] = [
    "$comment",
    "$defs",
    "$schema",
    "default",
    "definitions",
    "deprecated",
    "description",
    "examples",
    "title",
];

/// Keys with which a part has a name of its own, or is found by one at run time.
const NAMES: [&str; 6] =
    ["$anchor", "$dynamicAnchor", "$dynamicRef", "$id", "$recursiveAnchor", "$recursiveRef"];

/// Keys that hold schemas which apply to the value itself, one or a list of them.
const IN_PLACE: [&str; 7] = ["allOf", "anyOf", "else", "if", "not", "oneOf", "then"];

/// Keys that hold schemas by name which apply to the value itself.
const IN_PLACE_BY_NAME: [&str; 2] = ["dependencies", "dependentSchemas"];

/// Keys that hold a schema, or a list of them, for elements of a list.
const OF_ITEMS: [&str; 4] = ["additionalItems", "contains", "items", "unevaluatedItems"];

/// Keys that hold a schema for the values of an object.
const OF_VALUES: [&str; 3] = ["additionalProperties", "propertyNames", "unevaluatedProperties"];

/// A compiled schema.
pub(super) struct Pieces {
    nodes: Vec<SchemaNode>,
    root: usize,
    /// Places of parts with a name of their own, by the last part of their name.
    named: HashMap<String, String>,
}

/// A part of the schema.
#[derive(Default)]
struct SchemaNode {
    /// Its place in the schema.
    pointer: String,
    /// The rest of it, if there is any.
    shell: Option<Shell>,
    /// Parts that apply to the same value.
    in_place: Vec<usize>,
    /// Parts for the properties of an object, by key.
    properties: HashMap<String, usize>,
    additional: Option<usize>,
    /// `true` if an object has these properties alone.
    is_closed: bool,
    /// Parts for the first elements of a list, in order.
    prefix: Vec<usize>,
    items: Option<usize>,
}

struct Shell {
    index: SchemaIndex,
    /// `true` if the validator goes into parts of it.
    has_parts: bool,
    /// Its requirement, where that is only a type and keys.
    plain: Option<Plain>,
}

struct Plain {
    types: Option<Vec<String>>,
    required: Vec<String>,
}

impl Plain {
    /// `None` where a schema asks for more.
    fn of(schema: &Map<String, Json>) -> Option<Self> {
        let mut plain = Self { types: None, required: Vec::new() };
        for (key, value) in schema {
            let text = |value: &Json| value.as_str().map(str::to_owned);
            match key.as_str() {
                "type" => {
                    let all = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
                    plain.types = Some(all.iter().map(text).collect::<Option<_>>()?);
                }
                "required" => {
                    plain.required = value.as_array()?.iter().map(text).collect::<Option<_>>()?;
                }
                _ => return None,
            }
        }
        Some(plain)
    }

    /// Returns `true` if a value fits for sure.
    fn fits(&self, value: &Json) -> bool {
        let is = |kind: &String| match kind.as_str() {
            "null" => value.is_null(),
            "boolean" => value.is_boolean(),
            "number" => value.is_number(),
            "integer" => value.is_i64() || value.is_u64(),
            "string" => value.is_string(),
            "array" => value.is_array(),
            "object" => value.is_object(),
            _ => false,
        };
        let has = |key: &String| value.as_object().is_none_or(|object| object.contains_key(key));
        self.types.as_ref().is_none_or(|types| types.iter().any(is))
            && self.required.iter().all(has)
    }
}

impl Pieces {
    /// Takes a schema apart, which the compiler knows as `name`.
    ///
    /// # Errors
    /// Errors of the compiler, and a part of too many parts that the validator would be given
    /// whole.
    pub(super) fn new(
        schema: &Json,
        name: &str,
        compiler: &mut Compiler,
        schemas: &mut Schemas,
    ) -> Result<Self, PiecesError> {
        let mut named = HashMap::new();
        let is_plain = is_plain(schema, &mut named);
        let mut builder = Builder { schema, name, nodes: Vec::new(), known: HashMap::new() };
        let root = builder.node(String::new());
        let mut at = 0;
        let mut parts = Vec::new();
        while at < builder.nodes.len() {
            parts.push(builder.take_apart(at, is_plain));
            at += 1;
        }
        let mut nodes = builder.nodes;
        let shells: Map<String, Json> = parts
            .iter()
            .enumerate()
            .filter_map(|(number, part)| match part {
                SchemaPart::Shell(shell) => Some((number.to_string(), Json::Object(shell.clone()))),
                SchemaPart::Nothing | SchemaPart::Whole => None,
            })
            .collect();
        let whole = parts.iter().any(|part| matches!(part, SchemaPart::Whole)).then_some(schema);
        let each = shells.values().chain(whole);
        if let Some(parts) = each.map(number_of_parts).find(|parts| *parts > MAX_PARTS_AT_ONCE) {
            return Err(PiecesError::TooManyParts(parts));
        }
        compiler.add_resource(SHELLS, json!({ "$defs": shells }))?;
        for (number, (node, part)) in nodes.iter_mut().zip(parts).enumerate() {
            let (location, plain, has_parts) = match part {
                SchemaPart::Nothing => continue,
                SchemaPart::Whole => (format!("{name}#{}", encoded(&node.pointer)), None, true),
                SchemaPart::Shell(shell) => {
                    let location = format!("{SHELLS}#/$defs/{number}");
                    (location, Plain::of(&shell), has_parts(&shell))
                }
            };
            let index = compiler.compile(&location, schemas)?;
            node.shell = Some(Shell { index, has_parts, plain });
        }
        Ok(Self { nodes, root, named })
    }

    /// Validates data.
    pub(super) fn check(
        &self,
        data: &Spelt<'_>,
        schema: &Json,
        schemas: &Schemas,
        faults: &mut Faults,
    ) {
        validation::run(self, data, schema, schemas, faults);
    }
}

/// Failure to split a schema into parts.
pub(super) enum PiecesError {
    /// The compiler refused it.
    Compile(boon::CompileError),
    /// Number of parts that would be compiled at once, above the maximum.
    TooManyParts(usize),
}

impl From<boon::CompileError> for PiecesError {
    fn from(error: boon::CompileError) -> Self {
        Self::Compile(error)
    }
}

/// Number of values in a schema that may be schemas.
pub(super) fn number_of_parts(schema: &Json) -> usize {
    let (mut number, mut open) = (0, vec![schema]);
    while let Some(part) = open.pop() {
        match part {
            Json::Object(object) => {
                number += 1;
                // These hold data.
                let parts =
                    object.iter().filter(|(key, _)| !["const", "enum"].contains(&key.as_str()));
                open.extend(parts.map(|(_, part)| part));
            }
            Json::Array(items) => open.extend(items),
            Json::Bool(_) => number += 1,
            _ => {}
        }
    }
    number
}

/// The rest of a part, without the parts that are validated apart.
enum SchemaPart {
    Nothing,
    Shell(Map<String, Json>),
    /// All of it.
    Whole,
}

struct Builder<'s> {
    schema: &'s Json,
    name: &'s str,
    nodes: Vec<SchemaNode>,
    /// Nodes by their pointers.
    known: HashMap<String, usize>,
}

impl Builder<'_> {
    fn node(&mut self, pointer: String) -> usize {
        if let Some(known) = self.known.get(&pointer) {
            return *known;
        }
        let number = self.nodes.len();
        self.known.insert(pointer.clone(), number);
        self.nodes.push(SchemaNode { pointer, ..SchemaNode::default() });
        number
    }

    fn take_apart(&mut self, number: usize, is_plain: bool) -> SchemaPart {
        let Some(pointer) = self.nodes.get(number).map(|node| node.pointer.clone()) else {
            return SchemaPart::Nothing;
        };
        let schema = self.schema;
        let part = match schema.pointer(&pointer) {
            Some(Json::Bool(true)) => return SchemaPart::Nothing,
            Some(Json::Object(part)) if is_plain => part,
            _ => return SchemaPart::Whole,
        };
        // These depend on what the other parts looked at.
        if ["unevaluatedItems", "unevaluatedProperties"].iter().any(|key| part.contains_key(*key)) {
            return SchemaPart::Whole;
        }
        let mut node = SchemaNode { pointer: pointer.clone(), ..SchemaNode::default() };
        let mut shell = Map::new();
        let has_patterns = part.contains_key("patternProperties");
        for (key, value) in part {
            let below = |step: &dyn std::fmt::Display| format!("{pointer}/{key}/{step}");
            match (key.as_str(), value) {
                (key, _) if SILENT.contains(&key) => {}
                ("$ref", Json::String(target)) => match target.strip_prefix('#') {
                    Some(inner) if self.schema.pointer(&decoded(inner)).is_some() => {
                        node.in_place.push(self.node(decoded(inner)));
                    }
                    _ => return SchemaPart::Whole,
                },
                ("allOf", Json::Array(all)) => {
                    let inner = (0..all.len()).map(|at| self.node(below(&at)));
                    node.in_place.extend(inner);
                }
                ("properties", Json::Object(all)) if !has_patterns => {
                    for name in all.keys() {
                        // Also one that takes everything: it is no further one then.
                        node.properties.insert(name.clone(), self.node(below(&escaped(name))));
                    }
                }
                ("additionalProperties", Json::Bool(open)) if !has_patterns => {
                    node.is_closed = !open;
                }
                ("additionalProperties", Json::Object(_)) if !has_patterns => {
                    node.additional = Some(self.node(format!("{pointer}/{key}")));
                }
                ("items", Json::Object(_)) => {
                    node.items = Some(self.node(format!("{pointer}/{key}")));
                }
                ("prefixItems", Json::Array(all)) => {
                    node.prefix = (0..all.len()).map(|at| self.node(below(&at))).collect();
                    if part.get("items") == Some(&Json::Bool(false)) {
                        let free = vec![Json::Bool(true); all.len()];
                        shell.insert(key.clone(), free.into());
                    }
                }
                // These hold data.
                ("const" | "enum", value) => {
                    shell.insert(key.clone(), value.clone());
                }
                (key, value) => {
                    shell.insert(key.to_owned(), self.absolute(value));
                }
            }
        }
        self.nodes[number] = node;
        if shell.is_empty() { SchemaPart::Nothing } else { SchemaPart::Shell(shell) }
    }

    /// A part with references to the whole schema.
    fn absolute(&self, part: &Json) -> Json {
        // The depth is that of the schema, which the reader of JSON bounds.
        match part {
            Json::Object(object) => {
                let value = |(key, value): (&String, &Json)| {
                    let value = match (key.as_str(), value) {
                        ("$ref", Json::String(target)) if target.starts_with('#') => {
                            format!("{}{target}", self.name).into()
                        }
                        // These hold data.
                        ("const" | "enum", _) => value.clone(),
                        _ => self.absolute(value),
                    };
                    (key.clone(), value)
                };
                Json::Object(object.iter().map(value).collect())
            }
            Json::Array(items) => items.iter().map(|item| self.absolute(item)).collect(),
            other => other.clone(),
        }
    }
}

/// Returns `true` if no part of a schema has a name of its own, and all is of the newest draft; notes the names.
fn is_plain(schema: &Json, named: &mut HashMap<String, String>) -> bool {
    let is_newest = |draft: &Json| draft.as_str().is_some_and(|uri| uri.contains("2020-12"));
    let mut plain = schema.get("$schema").is_none_or(is_newest);
    let mut open = vec![(schema, String::new())];
    while let Some((part, pointer)) = open.pop() {
        match part {
            Json::Object(object) => {
                for (key, value) in object {
                    let name = value.as_str().filter(|_| NAMES.contains(&key.as_str()));
                    if let Some(name) = name {
                        plain = false;
                        named.entry(last_part(name).to_owned()).or_insert_with(|| pointer.clone());
                    }
                    plain &= !(key == "$schema" && !pointer.is_empty() && value.is_string());
                    open.push((value, format!("{pointer}/{}", escaped(key))));
                }
            }
            Json::Array(items) => {
                let items = items.iter().enumerate();
                open.extend(items.map(|(at, item)| (item, format!("{pointer}/{at}"))));
            }
            _ => {}
        }
    }
    plain
}

/// The last part of the path of an address, or its anchor.
fn last_part(address: &str) -> &str {
    address.trim_end_matches('#').rsplit(['/', '#', ':']).next().unwrap_or(address)
}

fn has_parts(shell: &Map<String, Json>) -> bool {
    let keys = IN_PLACE.iter().chain(&IN_PLACE_BY_NAME).chain(&OF_ITEMS).chain(&OF_VALUES);
    keys.chain(&["patternProperties", "contentSchema"]).any(|key| shell.contains_key(*key))
}

/// A pointer as the fragment of an address, and back.
fn encoded(pointer: &str) -> String {
    percent_encoding::utf8_percent_encode(pointer, percent_encoding::NON_ALPHANUMERIC).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::templates::contract::Contract;
    use engine::value::Value;

    fn contract(schema: &Json) -> Contract {
        Contract::new(schema.clone(), "x.schema.json").unwrap_or_else(|problem| panic!("{problem}"))
    }

    /// The pointers of what is refused.
    fn refused(schema: &Json, data: &Json) -> Vec<String> {
        let data = Value::from_json(&data.to_string()).expect("JSON");
        let found = contract(schema).examined(&data, 100).0;
        found.into_iter().map(|problem| problem.pointer.unwrap_or_default()).collect()
    }

    /// Returns `true` if the validator takes all of it at once.
    fn fits_whole(schema: &Json, data: &Json) -> bool {
        let (mut compiler, mut schemas) = (Compiler::new(), Schemas::new());
        compiler.enable_format_assertions();
        compiler.add_resource("schema:///whole", schema.clone()).expect("a resource");
        let index = compiler.compile("schema:///whole", &mut schemas).expect("a schema");
        schemas.validate(data, index).is_ok()
    }

    #[test]
    fn pieces_refuse_what_the_whole_refuses() {
        let schemas = [
            json!(true),
            json!(false),
            json!({"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}),
            json!({"properties": {"a": true, "b": {"minimum": 3}}, "additionalProperties": false}),
            json!({"properties": {"a": {}}, "additionalProperties": {"type": "string"}}),
            json!({"properties": {"a": {}}, "patternProperties": {"^b": {"type": "null"}},
                "additionalProperties": {"type": "string"}}),
            json!({"items": {"type": "number"}, "minItems": 2}),
            json!({"prefixItems": [{"type": "string"}, true], "items": {"type": "number"}}),
            json!({"prefixItems": [{"type": "string"}], "items": false}),
            json!({"$ref": "#/$defs/a~1b", "maxProperties": 1, "$defs": {"a/b": {"required": ["a"]}}}),
            json!({"allOf": [{"required": ["a"]}, {"properties": {"a": {"$ref": "#"}}}]}),
            json!({"anyOf": [{"$ref": "#/$defs/n"}, {"type": "array", "items": {"$ref": "#/$defs/n"}}],
                "$defs": {"n": {"type": ["number", "object"]}}}),
            json!({"if": {"required": ["a"]}, "then": {"required": ["b"]}, "else": {"type": "array"}}),
            json!({"properties": {"a": {}}, "unevaluatedProperties": false,
                "allOf": [{"properties": {"b": {}}}]}),
            json!({"prefixItems": [true], "unevaluatedItems": {"type": "string"}}),
            json!({"contains": {"const": 1}, "uniqueItems": true}),
            json!({"not": {"properties": {"a": {"$ref": "#/$defs/n"}}, "required": ["a"]},
                "$defs": {"n": {"type": "number"}}}),
            json!({"propertyNames": {"pattern": "^a"}, "dependentRequired": {"a": ["b"]}}),
            json!({"const": {"$ref": "#/x"}}),
            json!({"enum": [{"a": 1}, [1, 2], "x"]}),
            json!({"$id": "https://example.org/a", "$ref": "b",
                "$defs": {"b": {"$id": "b", "required": ["a"]}}}),
            json!({"$ref": "#here", "$defs": {"x": {"$anchor": "here", "type": "array"}}}),
            json!({"$schema": "http://json-schema.org/draft-07/schema#",
                "items": [{"type": "string"}], "additionalItems": {"type": "number"}}),
            json!({"dependentSchemas": {"a": {"properties": {"b": {"type": "string"}}}}}),
        ];
        let values = [
            json!(null),
            json!(1),
            json!("x"),
            json!([]),
            json!([1, 2]),
            json!(["x", 2]),
            json!(["x", "y", 3]),
            json!([1, 1]),
            json!({}),
            json!({"a": 1}),
            json!({"a": "1"}),
            json!({"a": 1, "b": 5}),
            json!({"a": {"a": {}}, "b": 2}),
            json!({"b": null, "c": 1}),
            json!({"a": 1, "b": null, "c": "x"}),
            json!({"$ref": "#/x"}),
        ];
        for schema in &schemas {
            for value in &values {
                let found = refused(schema, value);
                assert_eq!(
                    found.is_empty(),
                    fits_whole(schema, value),
                    "{schema} {value}: {found:?}"
                );
            }
        }
    }

    #[test]
    fn faults_stand_where_they_are() {
        let schema = json!({"properties": {"a/b": {"items": {"anyOf": [{"type": "null"}],
            "properties": {"c": {"$ref": "#/$defs/c"}}}}}, "$defs": {"c": {"enum": [1]}}});
        let data = json!({"a/b": [{"c": 2}, null]});
        assert_eq!(refused(&schema, &data), ["/a~1b/0", "/a~1b/0/c"]);
    }

    #[test]
    fn parts_that_refer_to_each_other_are_looked_at_once() {
        let pairs = |key: &str| {
            let both = |i: usize| {
                let next = json!({"$ref": format!("#/$defs/a{}", i + 1)});
                (format!("a{i}"), json!({key: [next.clone(), next]}))
            };
            let mut parts: Map<String, Json> = (0..28).map(both).collect();
            parts.insert("a28".to_owned(), json!({"type": "object"}));
            json!({"$ref": "#/$defs/a0", "$defs": parts})
        };
        assert_eq!(refused(&pairs("allOf"), &json!({})), [""; 0]);
        assert_eq!(refused(&pairs("allOf"), &json!(1)), [""]);
        let circle = json!({"allOf": [{"$ref": "#"}, {"$ref": "#"}], "type": "object"});
        assert_eq!(refused(&circle, &json!({"a": [1]})), [""; 0]);
        // These go to the validator, which looks at each of them.
        for key in ["anyOf", "oneOf"] {
            let schema = pairs(key);
            let data = Value::from_json("1").expect("JSON");
            let found = contract(&schema).examined(&data, 100).0;
            assert!(found[0].message.contains("takes too long"), "{}", found[0].message);
        }
    }

    #[test]
    fn of_many_faults_the_first_are_made_and_all_are_counted() {
        const MANY: usize = 20_000;
        let numbers = Value::from_json(&format!("[{}0]", "1,".repeat(MANY - 1))).expect("JSON");
        let empty = Value::from_json(&format!("[{}{{}}]", "{},".repeat(MANY - 1))).expect("JSON");
        let choices: Vec<String> = (0..250).map(|i| format!("choice{i}")).collect();
        for (items, data, each) in [
            (json!({"type": "string"}), &numbers, 1),
            (json!({"enum": choices}), &numbers, 1),
            (json!({"required": ["a", "b", "c", "d", "e"]}), &empty, 5),
        ] {
            let contract = contract(&json!({ "items": items }));
            let (found, count, _) = contract.examined(data, 100);
            assert_eq!((found.len(), count), (100, MANY * each));
            let said: usize = found.iter().map(|problem| problem.message.len()).sum();
            assert!(said < 300_000, "{said}");
            let listed = contract.check(data);
            let further = format!("{} further values", MANY * each - 10_000);
            assert_eq!(listed.len(), 10_001);
            assert!(listed[10_000].message.contains(&further), "{}", listed[10_000]);
        }
    }

    #[test]
    fn a_part_that_would_be_compiled_whole_has_few_parts() {
        let many = |number: usize| vec![json!({"type": "string"}); number];
        for (schema, parts) in [
            (json!({"anyOf": many(12_000)}), 12_001),
            (json!({"properties": {"a": {"not": {"oneOf": many(12_000)}}}}), 12_002),
            (json!({"$id": "https://example.org/a", "allOf": many(12_000)}), 12_001),
        ] {
            let problem = Contract::new(schema, "x.schema.json").err().expect("a problem");
            assert!(problem.message.contains(&format!("{parts} parts")), "{problem}");
        }
        assert_eq!(refused(&json!({"allOf": many(12_000)}), &json!("x")), [""; 0]);
        assert_eq!(refused(&json!({"anyOf": many(2000)}), &json!("x")), [""; 0]);
    }

    #[test]
    fn many_keys_are_not_compared_with_each_other() {
        let keys: Vec<String> = (0..30_000).map(|i| format!("key{i}")).collect();
        let data: Map<String, Json> =
            keys.iter().map(|key| (format!("K{key}"), json!(1))).collect();
        let properties: Map<String, Json> =
            keys.iter().map(|key| (key.clone(), json!({}))).collect();
        for schema in [
            json!({"required": keys}),
            json!({"properties": properties, "additionalProperties": false}),
            json!({"properties": properties, "required": keys}),
        ] {
            let data = Value::from_json(&Json::Object(data.clone()).to_string()).expect("JSON");
            let (found, count, _) = contract(&schema).examined(&data, 100);
            assert_eq!((found.len(), count), (100, 30_000));
        }
    }
}

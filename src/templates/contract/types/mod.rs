//! Types of data, for programs that make it: from a JSON Schema to TypeScript, Rust or Python.

mod python;
mod rust;
mod typescript;

use std::collections::{HashMap, HashSet};

use serde_json::Value as Json;

/// A language that types are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Interfaces.
    Typescript,
    /// Structs of serde.
    Rust,
    /// Typed dictionaries.
    Python,
}

/// The types of a schema. `name` is that of the whole.
pub fn declarations(schema: &Json, name: &str, language: Language) -> String {
    let mut reader = TypeReader {
        root: schema,
        names: FreeNames::without(&TAKEN),
        definitions: HashMap::new(),
        objects: Vec::new(),
    };
    let whole = reader.definition(ROOT, schema, &in_pascal_case(name), 0);
    let objects = reader.objects;
    match language {
        Language::Typescript => typescript::write(&objects, &whole),
        Language::Rust => rust::write(&objects, &whole),
        Language::Python => python::write(&objects, &whole),
    }
}

/// Names with a meaning of their own in one of the languages.
const TAKEN: [&str; 18] = [
    "Any",
    "Array",
    "Boolean",
    "Clone",
    "Data",
    "Debug",
    "Deserialize",
    "NotRequired",
    "Number",
    "Object",
    "Option",
    "PartialEq",
    "Self",
    "Serialize",
    "String",
    "Symbol",
    "TypedDict",
    "Vec",
];

/// Type of a value.
#[derive(Debug, Clone, PartialEq)]
enum Shape {
    Text,
    Number,
    Integer,
    Flag,
    /// A text that may be given as a number too.
    Scalar,
    List(Box<Shape>),
    /// An object, by the name of its type.
    Object(String),
    Unknown,
}

/// A type with keys.
struct Object {
    name: String,
    meaning: Option<String>,
    keys: Vec<TypeKey>,
}

struct TypeKey {
    name: String,
    meaning: Option<String>,
    shape: Shape,
    required: bool,
    /// `true` if it may be null although it is required.
    nullable: bool,
}

/// Reference to the whole schema.
const ROOT: &str = "#";

struct TypeReader<'s> {
    root: &'s Json,
    names: FreeNames,
    /// Shapes by the references to them: each definition is read once, however many refer to it.
    definitions: HashMap<&'s str, Shape>,
    /// In the order in which they are used.
    objects: Vec<Object>,
}

/// Names that are in use: each is given out once, and another of the same words gets a number.
#[derive(Default)]
struct FreeNames {
    used: HashSet<String>,
    /// The next number to try, by name: trying from the first one takes the square of the names.
    numbers: HashMap<String, usize>,
}

impl FreeNames {
    fn without(taken: &[&str]) -> Self {
        let used = taken.iter().map(|name| (*name).to_owned()).collect();
        Self { used, ..Self::default() }
    }

    /// `name` where it is free, else the first free one of `numbered`, from 2.
    fn take(&mut self, name: String, numbered: impl Fn(&str, usize) -> String) -> String {
        if self.used.insert(name.clone()) {
            return name;
        }
        let mut number = self.numbers.get(&name).copied().unwrap_or(2);
        let own = loop {
            let own = numbered(&name, number);
            number += 1;
            if self.used.insert(own.clone()) {
                break own;
            }
        };
        self.numbers.insert(name, number);
        own
    }
}

/// Maximum depth of a schema that is read; parts below it have no type.
const MAX_DEPTH: usize = 32;

impl<'s> TypeReader<'s> {
    /// The shape of the schema that a reference names.
    fn definition(
        &mut self,
        reference: &'s str,
        schema: &'s Json,
        name: &str,
        depth: usize,
    ) -> Shape {
        // A definition that contains itself has no type there, unless it is an object.
        self.definitions.insert(reference, Shape::Unknown);
        let shape = self.shape(schema, name, depth, Some(reference));
        self.definitions.insert(reference, shape.clone());
        shape
    }

    /// The shape of a schema; `reference` names it where it is a definition.
    fn shape(
        &mut self,
        schema: &'s Json,
        name: &str,
        depth: usize,
        reference: Option<&'s str>,
    ) -> Shape {
        if depth > MAX_DEPTH {
            return Shape::Unknown;
        }
        if let Some(target) = schema.get("$ref").and_then(Json::as_str) {
            if let Some(known) = self.definitions.get(target) {
                return known.clone();
            }
            let root = self.root;
            let definition = target.strip_prefix('#').and_then(|at| root.pointer(at));
            let own = target.rsplit('/').next().map(in_pascal_case).unwrap_or_default();
            return match definition {
                Some(definition) => self.definition(target, definition, &own, depth + 1),
                None => Shape::Unknown,
            };
        }
        let types = types(schema);
        let has = |kind: &str| types.contains(&kind);
        if let Some(items) = schema.get("items").filter(|_| types.is_empty() || has("array")) {
            return Shape::List(Box::new(self.shape(items, &in_singular(name), depth + 1, None)));
        }
        if let Some(elements) = schema.get("prefixItems").and_then(Json::as_array) {
            // Elements by number; where they are alike, the list is one of those.
            let mut described = elements.iter().filter(|element| element.is_object());
            let first = described.next().filter(|first| {
                let first = without_meaning(first);
                described.all(|other| without_meaning(other) == first)
            });
            let shape = first.map(|first| self.shape(first, &in_singular(name), depth + 1, None));
            return Shape::List(Box::new(shape.unwrap_or(Shape::Unknown)));
        }
        if schema.get("properties").is_some() && (types.is_empty() || has("object")) {
            return self.object(schema, name, depth, reference);
        }
        if has("array") {
            return Shape::List(Box::new(Shape::Unknown));
        }
        match (has("string"), has("number"), has("integer"), has("boolean")) {
            (true, true, _, true) if schema.get("pattern").is_some() => Shape::Flag,
            (true, true, _, _) if schema.get("pattern").is_some() && types[0] == "number" => {
                Shape::Number
            }
            (true, true, ..) => Shape::Scalar,
            (true, _, true, _) => Shape::Scalar,
            (true, ..) => Shape::Text,
            (_, true, ..) => Shape::Number,
            (_, _, true, _) => Shape::Integer,
            (_, _, _, true) => Shape::Flag,
            _ => Shape::Unknown,
        }
    }

    fn object(
        &mut self,
        schema: &'s Json,
        name: &str,
        depth: usize,
        reference: Option<&'s str>,
    ) -> Shape {
        let own = self.names.take(name.to_owned(), |name, number| format!("{name}{number}"));
        let shape = Shape::Object(own.clone());
        // Before its keys, which may refer to it.
        if let Some(reference) = reference {
            self.definitions.insert(reference, shape.clone());
        }
        let at = self.objects.len();
        self.objects.push(Object { name: own.clone(), meaning: meaning(schema), keys: Vec::new() });
        let required = schema.get("required").and_then(Json::as_array).into_iter().flatten();
        let required: HashSet<&str> = required.filter_map(Json::as_str).collect();
        let mut keys = Vec::new();
        for (key, of_value) in
            schema.get("properties").and_then(Json::as_object).into_iter().flatten()
        {
            let inner = format!("{own}{}", in_pascal_case(key));
            keys.push(TypeKey {
                name: key.clone(),
                meaning: meaning(of_value),
                shape: self.shape(of_value, &inner, depth + 1, None),
                required: required.contains(&**key),
                nullable: types(of_value).contains(&"null"),
            });
        }
        self.objects[at].keys = keys;
        shape
    }
}

/// A schema without its descriptions.
fn without_meaning(schema: &Json) -> Json {
    match schema {
        Json::Object(object) => {
            let parts = object.iter().filter(|(key, _)| *key != "description");
            parts.map(|(key, value)| (key.clone(), without_meaning(value))).collect()
        }
        other => other.clone(),
    }
}

/// The types that a schema allows, as far as it names them.
fn types(schema: &Json) -> Vec<&str> {
    match schema.get("type") {
        Some(Json::String(one)) => vec![one],
        Some(Json::Array(all)) => all.iter().filter_map(Json::as_str).collect(),
        _ => Vec::new(),
    }
}

fn meaning(schema: &Json) -> Option<String> {
    let text = schema.get("description").or_else(|| schema.get("title"))?.as_str()?;
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// `vat id` and `vat-id` as `VatId`.
fn in_pascal_case(name: &str) -> String {
    let mut out = String::new();
    let mut begins = true;
    for character in name.chars() {
        if !character.is_alphanumeric() {
            begins = true;
        } else if begins {
            out.extend(character.to_uppercase());
            begins = false;
        } else {
            out.push(character);
        }
    }
    match out.chars().next() {
        Some(first) if first.is_alphabetic() => out,
        _ => format!("Data{out}"),
    }
}

/// `VatId` and `vat-id` as `vat_id`.
fn in_snake_case(name: &str) -> String {
    let mut out = String::new();
    let mut was_lower = false;
    for character in name.chars() {
        if !character.is_alphanumeric() {
            if !out.is_empty() && !out.ends_with('_') {
                out.push('_');
            }
            was_lower = false;
            continue;
        }
        if character.is_uppercase() && was_lower {
            out.push('_');
        }
        was_lower = character.is_lowercase() || character.is_numeric();
        out.extend(character.to_lowercase());
    }
    let out = out.trim_end_matches('_').to_owned();
    match out.chars().next() {
        Some(first) if first.is_alphabetic() => out,
        _ => format!("key_{out}"),
    }
}

/// The name of an item of a list: `InvoiceLines` gives `InvoiceLine`.
fn in_singular(name: &str) -> String {
    if let Some(stem) = name.strip_suffix("ies").filter(|stem| !stem.is_empty()) {
        return format!("{stem}y");
    }
    match name.strip_suffix('s').filter(|stem| !stem.is_empty() && !stem.ends_with('s')) {
        Some(stem) => stem.to_owned(),
        None => format!("{name}Item"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fit_the_languages() {
        assert_eq!(in_pascal_case("vat-id"), "VatId");
        assert_eq!(in_pascal_case("2nd"), "Data2nd");
        assert_eq!(in_snake_case("vatId"), "vat_id");
        assert_eq!(in_snake_case("Total (net)"), "total_net");
        assert_eq!(in_snake_case("1st"), "key_1st");
        assert_eq!(in_singular("InvoiceLines"), "InvoiceLine");
        assert_eq!(in_singular("Address"), "AddressItem");
        assert_eq!(in_singular("Entries"), "Entry");
    }

    const SCHEMA: &str = r##"{"title": "Data of an invoice", "type": "object",
        "properties": {
            "number": {"description": "Shown in `number`.", "type": ["string", "number", "boolean"]},
            "class": {"type": "boolean"},
            "lines": {"type": "array", "items": {"type": "object", "properties": {
                "unit price": {"type": ["number", "string"], "pattern": "x"}},
                "required": ["unit price"]}},
            "customer": {"$ref": "#/$defs/party"}, "supplier": {"$ref": "#/$defs/party"}},
        "required": ["number", "lines"],
        "$defs": {"party": {"type": "object", "properties": {"name": {"type": "string"}}}}}"##;

    fn written(language: Language) -> String {
        let schema = serde_json::from_str(SCHEMA).expect("valid JSON");
        declarations(&schema, "invoice", language)
    }

    #[test]
    fn typescript_has_interfaces() {
        let expected = "\
/** Data of an invoice */
export interface Invoice {
  /** Shown in `number`. */
  number: string | number;
  class?: boolean | null;
  lines: InvoiceLine[];
  customer?: Party | null;
  supplier?: Party | null;
}

export interface InvoiceLine {
  \"unit price\": number;
}

export interface Party {
  name?: string | null;
}
";
        assert_eq!(written(Language::Typescript), expected);
    }

    #[test]
    fn rust_has_structs() {
        let text = written(Language::Rust);
        assert!(text.contains(
            "pub struct Invoice {\n    /// Shown in `number`.\n    pub number: String,\n"
        ));
        assert!(text.contains("    pub r#class: Option<bool>,\n"), "{text}");
        assert!(text.contains("    #[serde(rename = \"unit price\")]\n    pub unit_price: f64,\n"));
        assert!(text.contains("    pub lines: Vec<InvoiceLine>,\n"), "{text}");
    }

    #[test]
    fn names_that_are_taken_get_a_number() {
        let schema = serde_json::json!({"type": "object", "required": ["self", "a b", "a-b", "logo"],
            "properties": {"self": {"type": "string"}, "a b": {"type": "string"},
                "a-b": {"type": "string"}, "logo": {"type": ["string", "null"]}}});
        let rust = declarations(&schema, "string", Language::Rust);
        assert!(rust.contains("pub struct String2 {\n"), "{rust}");
        assert!(rust.contains("#[serde(rename = \"self\")]\n    pub self_: String,\n"), "{rust}");
        assert!(rust.contains("#[serde(rename = \"a-b\")]\n    pub a_b_2: String,\n"), "{rust}");
        // Required values may still be null.
        assert!(rust.contains("    pub logo: Option<String>,\n"), "{rust}");
        let typescript = declarations(&schema, "x", Language::Typescript);
        assert!(typescript.contains("  logo: string | null;\n"), "{typescript}");
        let python = declarations(&schema, "x", Language::Python);
        assert!(python.contains("    \"logo\": str | None,\n"), "{python}");
    }

    #[test]
    fn definitions_that_refer_to_themselves_are_read_once() {
        // `string` is the name of a type of the languages, so that its own gets a number.
        let keys: Vec<String> = (0..12).map(|key| format!("key{key}")).collect();
        let reference = serde_json::json!({"$ref": "#/$defs/string"});
        let properties: serde_json::Map<_, _> =
            keys.iter().map(|key| (key.clone(), reference.clone())).collect();
        let schema = serde_json::json!({"type": "object", "properties": {
                "one": reference, "list": {"$ref": "#/$defs/list"}, "all": {"$ref": "#"}},
            "$defs": {"string": {"type": "object", "properties": properties},
                "list": {"items": {"$ref": "#/$defs/list"}}}});
        let text = declarations(&schema, "order", Language::Typescript);
        assert_eq!(text.matches("export interface ").count(), 2, "{text}");
        assert!(text.contains("  one?: String2 | null;\n"), "{text}");
        assert!(text.contains("  list?: unknown[] | null;\n"), "{text}");
        assert!(text.contains("  all?: Order | null;\n"), "{text}");
        assert!(text.contains("  key11?: String2 | null;\n"), "{text}");
    }

    #[test]
    fn definitions_of_one_name_in_two_places_are_two_types() {
        let party = |key: &str| serde_json::json!({"type": "object", "properties": {key: {"type": "string"}}});
        let schema = serde_json::json!({"type": "object", "properties": {
                "a": {"$ref": "#/$defs/party"}, "b": {"$ref": "#/definitions/party"}},
            "$defs": {"party": party("name")}, "definitions": {"party": party("id")}});
        let text = declarations(&schema, "order", Language::Typescript);
        assert!(text.contains("  a?: Party | null;\n  b?: Party2 | null;\n"), "{text}");
        assert!(text.contains("export interface Party2 {\n  id?: string | null;\n"), "{text}");
    }

    #[test]
    fn nothing_is_imported_for_nothing() {
        let schema = serde_json::json!({"type": "object"});
        assert_eq!(
            declarations(&schema, "x", Language::Rust),
            "\npub type Data = serde_json::Value;\n"
        );
    }

    #[test]
    fn python_has_typed_dictionaries() {
        let text = written(Language::Python);
        assert!(text.contains("    \"number\": str | float,  # Shown in `number`.\n"), "{text}");
        assert!(text.contains("    \"class\": NotRequired[bool | None],\n"), "{text}");
        assert!(text.contains("    \"lines\": \"list[InvoiceLine]\",\n"), "{text}");
        assert!(text.contains("InvoiceLine = TypedDict(\"InvoiceLine\", {\n"), "{text}");
    }
}

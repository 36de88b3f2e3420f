//! The table as JSON Schema (draft 2020-12) of template files.
//!
//! The schema describes what is written on purpose: it names every key, its type, its choices and
//! its range. Reading is more tolerant (chapter 2.4); what the schema refuses and reading accepts
//! gets a warning of `check`. Further keys are allowed, because stored files carry the state of
//! editors.

use serde_json::{Map, Value as Json, json};

use super::json::{default_json, number};
use super::key::{Default, Key, Type, Unit};
use super::{Kinds, OBJECTS, Object, binding, document, field, payload};
use crate::icon;

/// JSON Schema of template files.
pub fn json_schema() -> Json {
    let mut definitions = Map::new();
    let kinds = [&field::FIELDS, &binding::BINDINGS, &payload::PAYLOADS];
    for object in OBJECTS {
        let name = |kinds: &&Kinds| kinds.kinds.iter().any(|(_, kind)| std::ptr::eq(*kind, object));
        let is_common = kinds.iter().any(|kinds| std::ptr::eq(kinds.common, object));
        // Keys common to several objects are repeated in each of them.
        if is_common || OBJECTS.iter().any(|o| o.base.is_some_and(|b| std::ptr::eq(b, object))) {
            continue;
        }
        let common = kinds.iter().find(|kinds| name(kinds)).map(|kinds| kinds.common);
        definitions.insert(object.name.to_owned(), of_object(object, common));
    }
    for kinds in kinds {
        definitions.insert(kinds.name.to_owned(), of_kinds(kinds));
    }
    let mut schema = Map::new();
    schema.insert("$schema".to_owned(), json!("https://json-schema.org/draft/2020-12/schema"));
    schema.insert("title".to_owned(), json!("Report template"));
    schema.insert("$ref".to_owned(), json!(format!("#/$defs/{}", document::DOCUMENT.name)));
    schema.insert("$defs".to_owned(), Json::Object(definitions));
    Json::Object(schema)
}

fn of_object(object: &Object, common: Option<&'static Object>) -> Json {
    let keys: Vec<&Key> =
        common.into_iter().flat_map(Object::own_keys).chain(object.all_keys()).collect();
    // Of several page designs each has its own; then the flat keys are not needed.
    let alternative = keys.iter().any(|key| key.name == "pages");
    let required = |key: &&&Key| key.default == Default::Required;
    let names: Vec<&str> = keys.iter().filter(required).map(|key| key.name).collect();
    let properties: Map<String, Json> =
        keys.iter().map(|key| (key.name.to_owned(), of_key(key))).collect();
    let mut schema = Map::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("description".to_owned(), json!(plain(object.meaning)));
    schema.insert("properties".to_owned(), Json::Object(properties));
    if alternative {
        let several =
            json!({ "required": ["pages"], "properties": { "pages": { "minItems": 1 } } });
        schema.insert("anyOf".to_owned(), json!([{ "required": names }, several]));
    } else if !names.is_empty() {
        schema.insert("required".to_owned(), json!(names));
    }
    Json::Object(schema)
}

/// By `type`, the object of that kind; unknown kinds have the common keys alone.
fn of_kinds(kinds: &Kinds) -> Json {
    let cases: Vec<Json> = kinds
        .kinds
        .iter()
        .map(|(name, object)| {
            json!({
                "if": { "properties": { "type": { "const": name } }, "required": ["type"] },
                "then": { "$ref": format!("#/$defs/{}", object.name) },
            })
        })
        .collect();
    let mut schema = of_object(kinds.common, None);
    if let Some(schema) = schema.as_object_mut() {
        schema.insert("allOf".to_owned(), Json::Array(cases));
    }
    schema
}

fn of_key(key: &Key) -> Json {
    let mut schema = of_type(&key.ty, key);
    let absent_is_fine = key.default != Default::Required;
    if absent_is_fine {
        schema = nullable(schema);
    }
    let mut described = Map::new();
    let mut meaning = plain(key.meaning);
    if key.unit != Unit::Plain {
        meaning.push_str(&format!(" Unit: {}.", key.unit.as_str()));
    }
    if let Some(since) = key.since {
        meaning.push_str(&format!(" Since {since}."));
    }
    if key.extension {
        meaning.push_str(EXTENSION);
    } else {
        meaning.push_str(&further_choices(&key.ty));
    }
    described.insert("description".to_owned(), json!(meaning));
    let default = default_json(key);
    if !default.is_null() {
        described.insert("default".to_owned(), default);
    }
    if let Some(schema) = schema.as_object() {
        described.extend(schema.clone());
    }
    Json::Object(described)
}

fn of_type(ty: &Type, key: &Key) -> Json {
    match ty {
        Type::Text | Type::Name | Type::Picture => json!({ "type": "string" }),
        Type::Icon => {
            let names: Vec<&str> = ["", "none"].into_iter().chain(icon::names()).collect();
            json!({ "type": "string", "enum": names })
        }
        Type::Number => {
            let mut schema = Map::new();
            schema.insert("type".to_owned(), json!("number"));
            if let Some(range) = key.range {
                let least = if range.above { "exclusiveMinimum" } else { "minimum" };
                schema.insert(least.to_owned(), number(range.min));
                if let Some(max) = range.max {
                    schema.insert("maximum".to_owned(), number(max));
                }
            }
            Json::Object(schema)
        }
        Type::Whole => {
            let mut schema = of_type(&Type::Number, key);
            schema["type"] = json!("integer");
            schema
        }
        Type::Flag => json!({ "type": "boolean" }),
        Type::Choice(choices) => {
            let names: Vec<&str> = choices.iter().map(|choice| choice.name).collect();
            json!({ "type": "string", "enum": names })
        }
        Type::Color | Type::Paint => {
            json!({ "type": "string", "pattern": "^(#?([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})|@[A-Za-z][A-Za-z0-9_-]*)?$" })
        }
        Type::Length => json!({ "type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?(pt|mm)$" }),
        Type::Printable => json!({ "type": ["string", "number", "boolean", "null"] }),
        Type::Object(object) => reference(object.name),
        Type::Kinds(kinds) => reference(kinds.name),
        Type::List(element) => json!({ "type": "array", "items": of_type(element, key) }),
        Type::Nullable(inner) => nullable(of_type(inner, key)),
        Type::TextOr(object) => {
            json!({ "anyOf": [{ "type": "string" }, reference(object.name)] })
        }
        Type::Map(value) => {
            json!({ "type": "object", "additionalProperties": of_type(value, key) })
        }
        Type::Either(types) => {
            let types: Vec<Json> = types.iter().map(|ty| of_type(ty, key)).collect();
            json!({ "anyOf": types })
        }
    }
}

fn reference(name: &str) -> Json {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// A schema that also accepts `null`.
fn nullable(schema: Json) -> Json {
    let Json::Object(mut fields) = schema else { return schema };
    match fields.get("type").cloned() {
        Some(Json::String(ty)) => {
            fields.insert("type".to_owned(), json!([ty, "null"]));
            if let Some(Json::Array(names)) = fields.get_mut("enum") {
                names.push(Json::Null);
            }
            Json::Object(fields)
        }
        Some(_) => Json::Object(fields),
        None => json!({ "anyOf": [Json::Object(fields), { "type": "null" }] }),
    }
}

/// Note in schema and types on the names of a choice that only templates with `extensions` know.
pub(super) fn further_choices(ty: &Type) -> String {
    let Type::Choice(choices) = ty else { return String::new() };
    let further: Vec<String> = choices
        .iter()
        .filter(|choice| choice.extension)
        .map(|choice| format!("`{}`", choice.name))
        .collect();
    match further.split_last() {
        None => String::new(),
        Some((only, [])) => format!(" Only with `extensions`: {only}."),
        Some((last, others)) => {
            format!(" Only with `extensions`: {} and {last}.", others.join(", "))
        }
    }
}

/// Note in schema and types on a key of extensions.
pub(super) const EXTENSION: &str = " Only with `extensions`.";

/// A meaning without the marks of the reference.
pub(super) fn plain(meaning: &str) -> String {
    meaning.replace("**", "").replace(" [Q]", "").replace('*', "")
}

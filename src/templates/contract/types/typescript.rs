//! Interfaces of TypeScript.

use super::{Object, Shape};

pub(super) fn write(objects: &[Object], whole: &Shape) -> String {
    let mut out = String::new();
    if !matches!(whole, Shape::Object(_)) {
        out.push_str(&format!("export type Data = {};\n", name(whole)));
    }
    for object in objects {
        if !out.is_empty() {
            out.push('\n');
        }
        if let Some(meaning) = &object.meaning {
            out.push_str(&format!("/** {} */\n", comment(meaning)));
        }
        out.push_str(&format!("export interface {} {{\n", object.name));
        for key in &object.keys {
            if let Some(meaning) = &key.meaning {
                out.push_str(&format!("  /** {} */\n", comment(meaning)));
            }
            let mark = if key.required { "" } else { "?" };
            let or_null = if !key.required || key.nullable { " | null" } else { "" };
            let key_name = property(&key.name);
            out.push_str(&format!("  {key_name}{mark}: {}{or_null};\n", name(&key.shape)));
        }
        out.push_str("}\n");
    }
    out
}

fn name(shape: &Shape) -> String {
    match shape {
        Shape::Text => "string".to_owned(),
        Shape::Number | Shape::Integer => "number".to_owned(),
        Shape::Flag => "boolean".to_owned(),
        Shape::Scalar => "string | number".to_owned(),
        Shape::List(of) if **of == Shape::Scalar => format!("({})[]", name(of)),
        Shape::List(of) => format!("{}[]", name(of)),
        Shape::Object(name) => name.clone(),
        Shape::Unknown => "unknown".to_owned(),
    }
}

/// A key as the name of a property, in quotes where it must be.
fn property(key: &str) -> String {
    let mut characters = key.chars();
    let begins = characters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_' || c == '$');
    let is_name = begins && characters.all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$');
    if is_name { key.to_owned() } else { serde_json::Value::from(key).to_string() }
}

fn comment(text: &str) -> String {
    text.replace("*/", "* /")
}

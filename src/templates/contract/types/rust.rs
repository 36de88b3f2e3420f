//! Structs of Rust, for serde.

use super::{FreeNames, Object, Shape, in_snake_case};

/// Words that cannot be names as they are.
const KEYWORDS: [&str; 50] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "class", "try", "type", "typeof", "unsafe", "unsized",
    "use", "virtual", "where", "while", "yield", "union",
];

pub(super) fn write(objects: &[Object], whole: &Shape) -> String {
    let mut out = String::new();
    if !objects.is_empty() {
        out.push_str("use serde::{Deserialize, Serialize};\n");
    }
    if !matches!(whole, Shape::Object(_)) {
        out.push_str(&format!("\npub type Data = {};\n", name(whole)));
    }
    for object in objects {
        out.push('\n');
        comment("", object.meaning.as_deref(), &mut out);
        out.push_str("#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]\n");
        out.push_str(&format!("pub struct {} {{\n", object.name));
        let mut names = FreeNames::default();
        for key in &object.keys {
            comment("    ", key.meaning.as_deref(), &mut out);
            let own = field(&key.name, &mut names);
            let mut attributes = Vec::new();
            if own.trim_start_matches("r#") != key.name {
                attributes.push(format!("rename = {}", serde_json::Value::from(&*key.name)));
            }
            if !key.required {
                attributes.push("default".to_owned());
                attributes.push("skip_serializing_if = \"Option::is_none\"".to_owned());
            }
            if !attributes.is_empty() {
                out.push_str(&format!("    #[serde({})]\n", attributes.join(", ")));
            }
            let kind = name(&key.shape);
            let may_lack = !key.required || key.nullable;
            let kind = if may_lack { format!("Option<{kind}>") } else { kind };
            out.push_str(&format!("    pub {own}: {kind},\n"));
        }
        out.push_str("}\n");
    }
    out
}

fn name(shape: &Shape) -> String {
    match shape {
        Shape::Text | Shape::Scalar => "String".to_owned(),
        Shape::Number => "f64".to_owned(),
        Shape::Integer => "i64".to_owned(),
        Shape::Flag => "bool".to_owned(),
        Shape::List(of) => format!("Vec<{}>", name(of)),
        Shape::Object(name) => name.clone(),
        Shape::Unknown => "serde_json::Value".to_owned(),
    }
}

/// The name of the field of a key, which no other key has.
fn field(key: &str, names: &mut FreeNames) -> String {
    let name = escaped(&in_snake_case(key));
    names.take(name, |name, number| format!("{}_{number}", name.trim_end_matches('_')))
}

fn escaped(name: &str) -> String {
    match name {
        "self" | "super" | "crate" => format!("{name}_"),
        _ if KEYWORDS.contains(&name) => format!("r#{name}"),
        _ => name.to_owned(),
    }
}

fn comment(indent: &str, text: Option<&str>, out: &mut String) {
    if let Some(text) = text {
        out.push_str(&format!("{indent}/// {text}\n"));
    }
}

//! Typed dictionaries of Python, in the form that takes any key.

use super::{Object, Shape};

pub(super) fn write(objects: &[Object], whole: &Shape) -> String {
    let mut out = String::from("from typing import Any, NotRequired, TypedDict\n");
    // Types come before those that use them.
    for object in objects.iter().rev() {
        out.push('\n');
        if let Some(meaning) = &object.meaning {
            out.push_str(&format!("# {meaning}\n"));
        }
        out.push_str(&format!("{0} = TypedDict(\"{0}\", {{\n", object.name));
        for key in &object.keys {
            let kind = name(&key.shape);
            let kind = match (key.required, key.nullable) {
                (true, false) => kind,
                (true, true) => format!("{kind} | None"),
                (false, _) => format!("NotRequired[{kind} | None]"),
            };
            let kind = if refers(&key.shape) { format!("\"{kind}\"") } else { kind };
            let meaning =
                key.meaning.as_ref().map(|meaning| format!("  # {meaning}")).unwrap_or_default();
            let key_name = serde_json::Value::from(&*key.name);
            out.push_str(&format!("    {key_name}: {kind},{meaning}\n"));
        }
        out.push_str("})\n");
    }
    if !matches!(whole, Shape::Object(_)) {
        out.push_str(&format!("\nData = {}\n", name(whole)));
    }
    out
}

fn name(shape: &Shape) -> String {
    match shape {
        Shape::Text => "str".to_owned(),
        Shape::Number => "float".to_owned(),
        Shape::Integer => "int".to_owned(),
        Shape::Flag => "bool".to_owned(),
        Shape::Scalar => "str | float".to_owned(),
        Shape::List(of) => format!("list[{}]", name(of)),
        Shape::Object(name) => name.clone(),
        Shape::Unknown => "Any".to_owned(),
    }
}

/// Returns `true` if a type of ours is named, which may be declared later.
fn refers(shape: &Shape) -> bool {
    match shape {
        Shape::Object(_) => true,
        Shape::List(of) => refers(of),
        _ => false,
    }
}

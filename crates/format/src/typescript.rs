//! The table as TypeScript declarations of template files.

use std::fmt::Write;

use super::key::{Default, Key, Type, Unit};
use super::schema::{EXTENSION, further_choices, plain};
use super::{Kinds, OBJECTS, Object, binding, field, payload};

/// TypeScript declarations of template files.
pub fn declarations() -> String {
    let mut out = String::from("// Types of report template files.\n");
    let kinds = [&field::FIELDS, &binding::BINDINGS, &payload::PAYLOADS];
    for object in OBJECTS {
        let kind = kinds.iter().find_map(|kinds| {
            let (name, _) = kinds.kinds.iter().find(|(_, kind)| std::ptr::eq(*kind, object))?;
            Some((*kinds, *name))
        });
        interface(&mut out, object, kind);
    }
    for kinds in kinds {
        let names: Vec<&str> = kinds.kinds.iter().map(|(_, object)| object.name).collect();
        let _ = write!(out, "\nexport type {} = {};\n", kinds.name, names.join(" | "));
    }
    out
}

fn interface(out: &mut String, object: &Object, kind: Option<(&Kinds, &str)>) {
    let base = object.base.or(kind.map(|(kinds, _)| kinds.common));
    let extends = base.map(|base| format!(" extends {}", base.name)).unwrap_or_default();
    let _ = write!(
        out,
        "\n/** {} */\nexport interface {}{extends} {{\n",
        plain(object.meaning),
        object.name
    );
    if let Some((_, name)) = kind {
        let _ = writeln!(out, "  type: {name:?};");
    }
    for key in object.own_keys() {
        let _ = writeln!(out, "  /** {} */", describe(key));
        let required = key.default == Default::Required || key.expected;
        let (mark, null) = if required { ("", "") } else { ("?", " | null") };
        let quote = if key.name.contains('-') { "\"" } else { "" };
        let _ = writeln!(out, "  {quote}{}{quote}{mark}: {}{null};", key.name, of_type(&key.ty));
    }
    out.push_str("}\n");
}

fn describe(key: &Key) -> String {
    let mut text = plain(key.meaning);
    if key.unit != Unit::Plain {
        let _ = write!(text, " Unit: {}.", key.unit.as_str());
    }
    let default = super::json::default_json(key);
    if !default.is_null() && !key.expected {
        let _ = write!(text, " Default: {default}.");
    }
    if key.extension {
        text.push_str(EXTENSION);
    } else {
        text.push_str(&further_choices(&key.ty));
    }
    text.replace("*/", "*\\/")
}

fn of_type(ty: &Type) -> String {
    match ty {
        Type::Text | Type::Name | Type::Picture | Type::Icon | Type::Color | Type::Paint => {
            "string".to_owned()
        }
        Type::Number | Type::Whole => "number".to_owned(),
        Type::Flag => "boolean".to_owned(),
        Type::Choice(choices) => {
            let names: Vec<String> =
                choices.iter().map(|choice| format!("{:?}", choice.name)).collect();
            names.join(" | ")
        }
        Type::Length => "`${number}pt` | `${number}mm`".to_owned(),
        Type::Printable => "string | number | boolean | null".to_owned(),
        Type::Object(object) => object.name.to_owned(),
        Type::Kinds(kinds) => kinds.name.to_owned(),
        Type::List(element) => match **element {
            Type::List(_) | Type::Text | Type::Number | Type::Object(_) | Type::Kinds(_) => {
                format!("{}[]", of_type(element))
            }
            _ => format!("({})[]", of_type(element)),
        },
        Type::Nullable(inner) => format!("{} | null", of_type(inner)),
        Type::TextOr(object) => format!("string | {}", object.name),
        Type::Map(value) => format!("Record<string, {}>", of_type(value)),
        Type::Either(types) => types.iter().map(of_type).collect::<Vec<_>>().join(" | "),
    }
}

//! The table as the tables of `docs/format`.

use std::fmt::Write;

use super::Object;
use super::key::{Default, Key, Type};

/// The table of an object in Markdown, but for the keys of extensions.
pub fn table(object: &Object) -> String {
    of_keys(object, false)
}

/// The table of the keys of an object that only templates with `extensions` have.
pub fn extensions(object: &Object) -> String {
    of_keys(object, true)
}

fn of_keys(object: &Object, extension: bool) -> String {
    let mut out = String::from(
        "| Key | Type | Unit | Default | Meaning |\n| --- | --- | --- | --- | --- |\n",
    );
    for key in object.own_keys().filter(|key| key.extension == extension) {
        let _ = writeln!(
            out,
            "| `{}` | {} | {} | {} | {} |",
            key.name,
            of_type(&key.ty, key.extension),
            key.unit.as_str(),
            default(key),
            meaning(key)
        );
    }
    out
}

fn meaning(key: &Key) -> String {
    let mut text = key.meaning.to_owned();
    if let Some(range) = key.range {
        let relation = if range.above { "Above" } else { "At least" };
        let _ = match range.max {
            Some(max) if max == range.min => write!(text, " Only {max}."),
            Some(max) => write!(text, " {relation} {}, at most {max}.", range.min),
            None => write!(text, " {relation} {}.", range.min),
        };
    }
    if let Some(effect) = key.effect {
        let _ = match effect.values {
            [] => write!(text, " Has an effect only together with `{}`.", effect.key),
            values => {
                write!(text, " Has an effect only with `{}`: {}.", effect.key, alternatives(values))
            }
        };
    }
    if let Some(created) = key.created {
        let _ = write!(text, " New: `{}`.", created.trim_matches('"'));
    }
    if let Some(since) = key.since {
        let _ = write!(text, " Since {since}.");
    }
    if let Some(older) = key.older {
        let _ = write!(text, " json-pdf-designer {older}.");
    }
    text
}

fn default(key: &Key) -> String {
    match key.default {
        Default::Required => "required".to_owned(),
        Default::None => "none".to_owned(),
        Default::Empty if key.expected => "empty (always written)".to_owned(),
        Default::Empty => "empty".to_owned(),
        Default::Number(number) => number.to_string(),
        Default::Flag(flag) => flag.to_string(),
        Default::Text(text) => format!("`{text}`"),
        Default::Color(color) => format!("`{}`", color.to_hex()),
    }
}

/// `a`, `b` or `c`.
fn alternatives(values: &[&str]) -> String {
    // The empty one stands for what is read as the default.
    let values = values.iter().filter(|value| !value.is_empty());
    let quoted: Vec<String> = values.map(|value| format!("`{value}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// The type of a key in words; keys of extensions also list the names of extensions.
fn of_type(ty: &Type, extension: bool) -> String {
    let of_type = |ty: &Type| of_type(ty, extension);
    match ty {
        Type::Text | Type::Name => "text".to_owned(),
        Type::Picture => "data URI".to_owned(),
        Type::Icon => "icon".to_owned(),
        Type::Number => "number".to_owned(),
        Type::Whole => "whole number".to_owned(),
        Type::Flag => "bool".to_owned(),
        Type::Choice(choices) => {
            let shown = choices.iter().filter(|choice| extension || !choice.extension);
            let names: Vec<String> = shown.map(|choice| format!("`{}`", choice.name)).collect();
            names.join(" ")
        }
        Type::Color | Type::Paint => "colour".to_owned(),
        Type::Length => "length".to_owned(),
        Type::Printable => "any, as text".to_owned(),
        Type::Object(object) => format!("`{}`", object.name),
        Type::Kinds(kinds) => format!("`{}`", kinds.name),
        Type::List(element) => match **element {
            Type::Nullable(_) => format!("({})[]", of_type(element)),
            _ => format!("{}[]", of_type(element)),
        },
        Type::Nullable(inner) => format!("{} or null", of_type(inner)),
        Type::TextOr(object) => format!("text or `{}`", object.name),
        Type::Map(value) => format!("object of {}", of_type(value)),
        Type::Either(types) => types.iter().map(of_type).collect::<Vec<_>>().join(" or "),
    }
}

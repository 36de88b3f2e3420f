//! Two template files compared, field by field.

use std::collections::{BTreeSet, HashMap};

use serde_json::{Map, Value as Json};

/// A property that differs between two templates.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldChange {
    /// The field, or the part of the template, as people call it.
    pub of: String,
    /// The key, with its parents: `page.width`, `head[2]`.
    pub property: String,
    /// Former value; `None` where it is new.
    pub before: Option<Json>,
    /// Present value; `None` where it is gone.
    pub after: Option<Json>,
}

impl std::fmt::Display for FieldChange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { of, property, before, after } = self;
        let own = if property.is_empty() { String::new() } else { format!(" `{property}`") };
        match (before, after) {
            (None, Some(after)) if property.is_empty() => write!(f, "{of} is new{}", place(after)),
            (Some(_), None) if property.is_empty() => write!(f, "{of} is gone"),
            (None, Some(after)) => write!(f, "{of}:{own} is {}, which is new", short(after)),
            (Some(before), None) => write!(f, "{of}:{own} is gone (was {})", short(before)),
            (Some(before), Some(after)) => {
                write!(f, "{of}:{own} is {} instead of {}", short(after), short(before))
            }
            (None, None) => Ok(()),
        }
    }
}

/// Compares two template documents.
pub(crate) fn of_templates(before: &Json, after: &Json) -> Vec<FieldChange> {
    let mut changes = Vec::new();
    let (old, new) = (parts(before), parts(after));
    let known: HashMap<&str, &TemplatePart<'_>> =
        new.iter().map(|part| (part.key.as_str(), part)).collect();
    let was: HashMap<&str, &TemplatePart<'_>> =
        old.iter().map(|part| (part.key.as_str(), part)).collect();
    for part in &old {
        match known.get(part.key.as_str()) {
            Some(other) => {
                let name = if other.name == part.name {
                    part.name.clone()
                } else {
                    format!("{} (was {})", other.name, part.name)
                };
                compare(&name, "", Some(part.value), Some(other.value), &mut changes);
            }
            None => changes.push(FieldChange {
                of: part.name.clone(),
                property: String::new(),
                before: Some(part.value.clone()),
                after: None,
            }),
        }
    }
    for part in new.iter().filter(|part| !was.contains_key(part.key.as_str())) {
        changes.push(FieldChange {
            of: part.name.clone(),
            property: String::new(),
            before: None,
            after: Some(part.value.clone()),
        });
    }
    let lists: BTreeSet<&str> = old.iter().filter_map(TemplatePart::list).collect();
    for list in lists {
        let in_order = |parts: &[TemplatePart<'_>], other: &HashMap<&str, &TemplatePart<'_>>| {
            let common = parts.iter().filter(|part| part.list() == Some(list));
            let common = common.filter(|part| other.contains_key(part.key.as_str()));
            common.map(|part| (part.key.clone(), part.name.clone())).unzip()
        };
        let (old_keys, old_names): (Vec<_>, Vec<_>) = in_order(&old, &known);
        let (new_keys, new_names): (Vec<_>, Vec<_>) = in_order(&new, &was);
        if old_keys != new_keys {
            changes.push(FieldChange {
                of: list.to_owned(),
                property: "order".to_owned(),
                before: Some(old_names.join(", ").into()),
                after: Some(new_names.join(", ").into()),
            });
        }
    }
    changes
}

/// A field, a binding, or what else a template has.
struct TemplatePart<'j> {
    /// Its identity.
    key: String,
    name: String,
    value: &'j Json,
    /// The list of fields that it is in, whose order is that of painting (spec 4).
    list: Option<String>,
}

impl TemplatePart<'_> {
    fn list(&self) -> Option<&str> {
        self.list.as_deref()
    }
}

fn parts(document: &Json) -> Vec<TemplatePart<'_>> {
    let mut parts = TemplateParts::default();
    let template = document.get("template").unwrap_or(document);
    for (key, value) in document.as_object().into_iter().flatten() {
        if !matches!(key.as_str(), "template" | "bindings" | "schemas" | "pages") {
            parts.add("document", key, format!("`{key}`"), value);
        }
    }
    if !std::ptr::eq(template, document) {
        for (key, value) in template.as_object().into_iter().flatten() {
            if !matches!(key.as_str(), "schemas" | "pages") {
                parts.add("template", key, format!("`{key}` of the template"), value);
            }
        }
    }
    parts.fields(&template["schemas"], "fields", "the fields");
    for (index, design) in template["pages"].as_array().into_iter().flatten().enumerate() {
        let kind = format!("design {index}");
        for (key, value) in design.as_object().into_iter().flatten() {
            if key != "schemas" {
                parts.add(&kind, key, format!("`{key}` of page design {}", index + 1), value);
            }
        }
        let list = format!("the fields of page design {}", index + 1);
        parts.fields(&design["schemas"], &format!("fields {index}"), &list);
    }
    for value in document["bindings"].as_array().into_iter().flatten() {
        let field = value["schemaName"].as_str().unwrap_or_default();
        parts.add("binding", field, format!("the binding of `{field}`"), value);
    }
    parts.all
}

#[derive(Default)]
struct TemplateParts<'j> {
    all: Vec<TemplatePart<'j>>,
    /// Number of occurrences of each name.
    seen: HashMap<String, usize>,
}

impl<'j> TemplateParts<'j> {
    fn add(&mut self, kind: &str, id: &str, name: String, value: &'j Json) {
        let key = format!("{kind}\u{0}{id}");
        let number = self.seen.entry(key.clone()).or_default();
        *number += 1;
        let key = format!("{key}\u{0}{number}");
        self.all.push(TemplatePart { key, name, value, list: None });
    }

    /// Fields go by their id, which stays when somebody renames them.
    fn fields(&mut self, fields: &'j Json, kind: &str, list: &str) {
        let start = self.all.len();
        for value in fields.as_array().into_iter().flatten() {
            let text = |key: &str| value[key].as_str().unwrap_or_default();
            let id = if text("id").is_empty() { text("name") } else { text("id") };
            self.add(kind, id, format!("`{}`", text("name")), value);
        }
        self.all[start..].iter_mut().for_each(|part| part.list = Some(list.to_owned()));
    }
}

fn compare(
    of: &str,
    path: &str,
    before: Option<&Json>,
    after: Option<&Json>,
    changes: &mut Vec<FieldChange>,
) {
    if before == after {
        return;
    }
    match (before, after) {
        (Some(Json::Object(old)), Some(Json::Object(new))) => {
            for key in keys(old, new) {
                let inner = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                compare(of, &inner, old.get(key), new.get(key), changes);
            }
        }
        (Some(Json::Array(old)), Some(Json::Array(new))) if old.len() == new.len() => {
            for (index, (old, new)) in old.iter().zip(new).enumerate() {
                compare(of, &format!("{path}[{index}]"), Some(old), Some(new), changes);
            }
        }
        _ => changes.push(FieldChange {
            of: of.to_owned(),
            property: path.to_owned(),
            before: before.cloned(),
            after: after.cloned(),
        }),
    }
}

fn keys<'k>(old: &'k Map<String, Json>, new: &'k Map<String, Json>) -> Vec<&'k String> {
    old.keys().chain(new.keys().filter(|key| !old.contains_key(*key))).collect()
}

/// Position of a new field.
fn place(field: &Json) -> String {
    match (field["x"].as_f64(), field["y"].as_f64(), field["type"].as_str()) {
        (Some(x), Some(y), Some(kind)) => format!(": {kind} at {x} mm, {y} mm"),
        _ => String::new(),
    }
}

/// A value on one line; pictures and long texts are cut.
fn short(value: &Json) -> String {
    const LONGEST: usize = 80;
    let text = value.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}… ({} characters)", &text[..at], text.chars().count()),
        None => text,
    }
}

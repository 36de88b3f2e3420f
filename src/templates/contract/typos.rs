//! Keys of the data that are probably typos of keys of the schema.

use std::collections::HashSet;

use serde_json::{Map, Value as Json};

use super::MOST_LISTED;
use super::spelling::Spelt;
use engine::pointer::escaped;
use engine::problem::{Code, Problem, quoted};
use engine::suggest::nearest;

/// Adds a warning for every key that the schema does not know and that is almost one which the data
/// does not have. Required keys are left out: that they are missing is said already.
pub(super) fn find(schema: &Json, data: &Spelt<'_>, found: &mut Vec<Problem>) {
    let mut finder = Finder { root: schema, data, found, left: MOST_COMPARED };
    finder.look(schema, &data.data, &mut String::new(), 0);
}

/// Definitions that refer to each other end here.
const DEEPEST: usize = 64;

/// Most unknown keys that are compared with those of the schema, which may be many.
const MOST_COMPARED: usize = 1000;

struct Finder<'a> {
    root: &'a Json,
    data: &'a Spelt<'a>,
    found: &'a mut Vec<Problem>,
    /// Number of unknown keys that may still be compared with those of the schema.
    left: usize,
}

impl<'a> Finder<'a> {
    fn look(&mut self, schema: &'a Json, value: &Json, pointer: &mut String, depth: usize) {
        if depth > DEEPEST || self.left == 0 || self.found.len() >= MOST_LISTED {
            return;
        }
        let referred = schema.get("$ref").and_then(Json::as_str);
        let local = referred.and_then(|target| self.root.pointer(target.strip_prefix('#')?));
        if let Some(definition) = local {
            self.look(definition, value, pointer, depth + 1);
        }
        match value {
            Json::Object(object) => self.object(schema, object, pointer, depth),
            Json::Array(items) => {
                let by_number = schema.get("prefixItems");
                let of_all = schema.get("items");
                for (index, item) in items.iter().enumerate() {
                    let own = by_number.and_then(|elements| elements.get(index));
                    let Some(of_item) = own.or(of_all) else { break };
                    let length = pointer.len();
                    pointer.push_str(&format!("/{index}"));
                    self.look(of_item, item, pointer, depth + 1);
                    pointer.truncate(length);
                }
            }
            _ => {}
        }
    }

    fn object(
        &mut self,
        schema: &'a Json,
        object: &Map<String, Json>,
        pointer: &mut String,
        depth: usize,
    ) {
        let Some(properties) = schema.get("properties").and_then(Json::as_object) else { return };
        let mut required: Option<HashSet<&str>> = None;
        for (key, value) in object {
            if let Some(of_value) = properties.get(key) {
                let length = pointer.len();
                pointer.push('/');
                pointer.push_str(&escaped(key));
                self.look(of_value, value, pointer, depth + 1);
                pointer.truncate(length);
                continue;
            }
            let Some(left) = self.left.checked_sub(1) else { return };
            self.left = left;
            let required = required.get_or_insert_with(|| {
                let all = schema.get("required").and_then(Json::as_array);
                all.into_iter().flatten().filter_map(Json::as_str).collect()
            });
            let inner = format!("{pointer}/{}", escaped(key));
            let absent = properties.keys().map(String::as_str);
            let absent =
                absent.filter(|name| !object.contains_key(*name) && !required.contains(name));
            let Some(meant) = nearest(key, absent) else { continue };
            let (inner, _) = self.data.original(&inner);
            let path = self.data.path(&inner);
            let message = format!("the template does not use {}", quoted(&path));
            self.found.push(
                Problem::warning(Code::MissingPath, message)
                    .pointer(inner)
                    .advice(format!("did you mean {}?", quoted(meant)))
                    .detail("path", path),
            );
        }
    }
}

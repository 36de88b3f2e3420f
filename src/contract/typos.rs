//! Keys of the data that are probably typos of keys of the schema.

use serde_json::{Map, Value as Json};

use super::spelling::Spelt;
use crate::pointer::escaped;
use crate::problem::{Code, Problem, quoted};
use crate::suggest::nearest;

/// Adds a warning for every key that the schema does not know and that is almost one which the data
/// does not have. Required keys are left out: that they are missing is said already.
pub(super) fn find(schema: &Json, data: &Spelt<'_>, found: &mut Vec<Problem>) {
    Finder { root: schema, data, found }.look(schema, &data.data, "", 0);
}

/// Definitions that refer to each other end here.
const DEEPEST: usize = 64;

struct Finder<'a> {
    root: &'a Json,
    data: &'a Spelt<'a>,
    found: &'a mut Vec<Problem>,
}

impl Finder<'_> {
    fn look(&mut self, schema: &Json, value: &Json, pointer: &str, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        let referred = schema.get("$ref").and_then(Json::as_str);
        let local = referred.and_then(|target| self.root.pointer(target.strip_prefix('#')?));
        if let Some(definition) = local.cloned() {
            self.look(&definition, value, pointer, depth + 1);
        }
        match value {
            Json::Object(object) => self.object(schema, object, pointer, depth),
            Json::Array(items) => {
                let by_number = schema.get("prefixItems");
                let of_all = schema.get("items");
                for (index, item) in items.iter().enumerate() {
                    let own = by_number.and_then(|elements| elements.get(index));
                    let Some(of_item) = own.or(of_all) else { break };
                    self.look(of_item, item, &format!("{pointer}/{index}"), depth + 1);
                }
            }
            _ => {}
        }
    }

    fn object(&mut self, schema: &Json, object: &Map<String, Json>, pointer: &str, depth: usize) {
        let Some(properties) = schema.get("properties").and_then(Json::as_object) else { return };
        let required = schema.get("required").and_then(Json::as_array);
        let is_required = |key: &str| required.is_some_and(|all| all.iter().any(|one| one == key));
        for (key, value) in object {
            let inner = format!("{pointer}/{}", escaped(key));
            if let Some(of_value) = properties.get(key) {
                self.look(of_value, value, &inner, depth + 1);
                continue;
            }
            let absent = properties.keys().map(String::as_str);
            let absent = absent.filter(|name| !object.contains_key(*name) && !is_required(name));
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

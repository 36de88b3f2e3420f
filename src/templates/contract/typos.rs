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
    let seen = HashSet::new();
    let mut finder = Finder { root: schema, data, found, left: MOST_COMPARED, seen };
    finder.look(schema, &data.data, &mut String::new(), 0);
}

/// Definitions that refer to each other end here.
const DEEPEST: usize = 64;

/// Most unknown keys that are compared with those of the schema, and most of these with which.
const MOST_COMPARED: usize = 1000;

/// Most pairs of a part of the schema and a value that are looked at.
const MOST_PAIRS: usize = 200_000;

struct Finder<'a> {
    root: &'a Json,
    data: &'a Spelt<'a>,
    found: &'a mut Vec<Problem>,
    /// Number of unknown keys that may still be compared with those of the schema.
    left: usize,
    /// Pairs of a part and a value that were looked at: parts that refer to each other lead to a pair
    /// in as many ways as there are paths.
    seen: HashSet<(*const Json, *const Json)>,
}

impl<'a> Finder<'a> {
    fn look(&mut self, schema: &'a Json, value: &Json, pointer: &mut String, depth: usize) {
        if depth > DEEPEST || self.left == 0 || self.found.len() >= MOST_LISTED {
            return;
        }
        let pair = (std::ptr::from_ref(schema), std::ptr::from_ref(value));
        if self.seen.len() >= MOST_PAIRS || !self.seen.insert(pair) {
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
        let mut absent: Option<Vec<&str>> = None;
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
            let absent = absent.get_or_insert_with(|| absent_keys(schema, properties, object));
            let Some(meant) = nearest(key, absent.iter().copied()) else { continue };
            let inner = format!("{pointer}/{}", escaped(key));
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

/// Keys that the schema knows, does not require, and the object does not have.
fn absent_keys<'a>(
    schema: &'a Json,
    properties: &'a Map<String, Json>,
    object: &Map<String, Json>,
) -> Vec<&'a str> {
    let all = schema.get("required").and_then(Json::as_array);
    let required: HashSet<&str> = all.into_iter().flatten().filter_map(Json::as_str).collect();
    let known = properties.keys().map(String::as_str);
    known
        .filter(|name| !object.contains_key(*name) && !required.contains(name))
        .take(MOST_COMPARED)
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::templates::contract::Contract;
    use engine::value::Value;

    #[test]
    fn parts_that_refer_to_themselves_are_looked_at_once() {
        let schema = json!({"$ref": "#", "properties": {"a": {"$ref": "#"}, "total": {}}});
        let contract =
            Contract::new(schema, "x.schema.json").unwrap_or_else(|problem| panic!("{problem}"));
        let text = format!("{}{{\"totl\": 1}}{}", "{\"a\":".repeat(30), "}".repeat(30));
        let data = Value::from_json(&text).expect("JSON");
        let (found, count, typos) = contract.examined(&data, 100);
        assert_eq!((found.len(), count), (0, 0));
        assert_eq!(typos.len(), 1);
    }
}

//! Keys of the data in the spelling of the schema: rendering finds the keys of paths ignoring case
//! (spec 5.3), and JSON Schema does not.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value as Json};

use check::CASE_SENSITIVE;
use engine::pointer::escaped;

/// Data with its keys as the schema writes them.
pub(super) struct Spelt<'d> {
    /// The validated value.
    pub(super) data: Cow<'d, Json>,
    /// As it was given.
    original: &'d Json,
    /// The keys of the original, by the pointer with the keys of the schema.
    written: HashMap<String, String>,
}

/// Definitions that refer to each other end here.
const DEEPEST: usize = 64;

impl<'d> Spelt<'d> {
    /// The keys of `data` that the schema names but for their case get the case of the schema. Of several that
    /// differ by case alone the first one counts, as in rendering.
    pub(super) fn like(schema: &Json, data: &'d Json) -> Self {
        let mut speller = Speller { root: schema, written: HashMap::new(), lower: HashMap::new() };
        let spelt = speller.value(&[schema], data, "");
        let Speller { written, .. } = speller;
        Self { data: spelt.map_or(Cow::Borrowed(data), Cow::Owned), original: data, written }
    }

    /// The pointer into the original of a place in the data, and what is there.
    pub(super) fn original(&self, pointer: &str) -> (String, &'d Json) {
        let original =
            if self.written.is_empty() { pointer.to_owned() } else { self.translated(pointer) };
        let value = self.original.pointer(&original).unwrap_or(&Json::Null);
        (original, value)
    }

    fn translated(&self, pointer: &str) -> String {
        let (mut spelt, mut original) = (String::new(), String::new());
        for step in pointer.split('/').skip(1) {
            spelt.push('/');
            spelt.push_str(step);
            original.push('/');
            match self.written.get(&spelt) {
                Some(key) => original.push_str(&escaped(key)),
                None => original.push_str(step),
            }
        }
        original
    }

    /// A place as people write paths: `lines[2].amount`.
    pub(super) fn path(&self, original: &str) -> String {
        super::path_of(original, self.original)
    }
}

struct Speller<'s> {
    root: &'s Json,
    written: HashMap<String, String>,
    /// The keys of objects of the schema in small letters, by the address of the object.
    lower: HashMap<*const Map<String, Json>, HashMap<String, &'s str>>,
}

impl<'s> Speller<'s> {
    /// The value with other keys; nothing where all are as they should be.
    fn value(&mut self, schemas: &[&'s Json], value: &Json, pointer: &str) -> Option<Json> {
        if !value.is_object() && !value.is_array() {
            return None;
        }
        let (mut all, mut seen) = (Vec::new(), HashSet::new());
        schemas.iter().for_each(|schema| self.add(schema, &mut all, &mut seen, 0));
        match value {
            Json::Object(object) => self.object(&all, object, pointer),
            Json::Array(items) => self.list(&all, items, pointer),
            _ => None,
        }
    }

    /// A schema with all that apply where it does, each once: they may refer to each other.
    fn add(
        &self,
        schema: &'s Json,
        all: &mut Vec<&'s Json>,
        seen: &mut HashSet<*const Json>,
        depth: usize,
    ) {
        if depth > DEEPEST || !seen.insert(std::ptr::from_ref(schema)) {
            return;
        }
        all.push(schema);
        let target = schema.get("$ref").and_then(Json::as_str);
        let target = target.and_then(|target| self.root.pointer(target.strip_prefix('#')?));
        let parts = schema.get("allOf").and_then(Json::as_array).into_iter().flatten();
        target.into_iter().chain(parts).for_each(|inner| self.add(inner, all, seen, depth + 1));
    }

    fn list(&mut self, schemas: &[&'s Json], items: &[Json], pointer: &str) -> Option<Json> {
        let mut spelt: Option<Vec<Json>> = None;
        let mut of_item = Vec::new();
        for (index, item) in items.iter().enumerate() {
            of_item.clear();
            let first = |schema: &&'s Json| schema.get("prefixItems")?.get(index);
            let of_schema = |schema: &&'s Json| first(schema).or_else(|| schema.get("items"));
            of_item.extend(schemas.iter().filter_map(of_schema));
            if of_item.is_empty() {
                continue;
            }
            if let Some(changed) = self.value(&of_item, item, &format!("{pointer}/{index}")) {
                spelt.get_or_insert_with(|| items.to_vec())[index] = changed;
            }
        }
        spelt.map(Json::Array)
    }

    fn object(
        &mut self,
        schemas: &[&'s Json],
        object: &Map<String, Json>,
        pointer: &str,
    ) -> Option<Json> {
        let named: Vec<&'s Map<String, Json>> =
            schemas.iter().filter_map(|schema| schema.get("properties")?.as_object()).collect();
        if named.is_empty() {
            return None;
        }
        // Made for the first entry that is not as it should be: most data has none.
        let mut spelt: Option<Map<String, Json>> = None;
        for (index, (key, value)) in object.iter().enumerate() {
            let exact = named.iter().any(|properties| properties.contains_key(key));
            let name = if exact { key.as_str() } else { self.meant(key, &named).unwrap_or(key) };
            let before =
                || object.iter().take(index).map(|(k, v)| (k.clone(), v.clone())).collect();
            if name != key {
                spelt.get_or_insert_with(before);
            }
            if spelt.as_ref().is_some_and(|spelt| spelt.contains_key(name)) {
                // Rendering does not see it.
                continue;
            }
            let place = format!("{pointer}/{}", escaped(name));
            if name != key {
                self.written.insert(place.clone(), key.clone());
            }
            let inner: Vec<&'s Json> =
                named.iter().filter_map(|properties| properties.get(name)).collect();
            let changed = self.value(&inner, value, &place);
            if spelt.is_some() || changed.is_some() {
                let value = changed.unwrap_or_else(|| value.clone());
                spelt.get_or_insert_with(before).insert(name.to_owned(), value);
            }
        }
        spelt.map(Json::Object)
    }

    /// The key of the schema that a key of the data is but for its case.
    fn meant(&mut self, key: &str, named: &[&'s Map<String, Json>]) -> Option<&'s str> {
        let lower = small(key);
        named.iter().find_map(|properties| {
            let known = self.lower.entry(std::ptr::from_ref(*properties)).or_insert_with(|| {
                let mut known = HashMap::new();
                for (name, schema) in *properties {
                    if schema.get(CASE_SENSITIVE).is_none() {
                        known.entry(small(name)).or_insert(name.as_str());
                    }
                }
                known
            });
            known.get(&lower).copied()
        })
    }
}

fn small(key: &str) -> String {
    key.chars().flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn keys_get_the_case_of_the_schema_and_pointers_that_of_the_data() {
        let schema = json!({"properties": {"customer": {"$ref": "#/$defs/party"},
            "lines": {"items": {"properties": {"Amount": {}, "unit": {"x-caseSensitive": true}}}}},
            "$defs": {"party": {"properties": {"name": {}}}}});
        let data = json!({"CUSTOMER": {"Name": "A", "NAME": "B"}, "Lines": [{"amount": 1, "UNIT": "h"}], "more": 1});
        let spelt = Spelt::like(&schema, &data);
        let expected = json!({"customer": {"name": "A", "NAME": "B"},
            "lines": [{"Amount": 1, "UNIT": "h"}], "more": 1});
        let seen = spelt.data.as_ref();
        assert_eq!(seen["customer"]["name"], expected["customer"]["name"]);
        assert_eq!(seen["lines"], expected["lines"]);
        assert_eq!(seen["more"], 1);
        let (pointer, value) = spelt.original("/lines/0/Amount");
        assert_eq!((pointer.as_str(), value), ("/Lines/0/amount", &json!(1)));
        assert_eq!(spelt.path("/Lines/0/amount"), "Lines[0].amount");
    }

    #[test]
    fn of_keys_that_differ_by_case_alone_the_first_counts() {
        let schema = json!({"properties": {"name": {}}});
        for (data, first) in [
            (json!({"other": 0, "name": 1, "NAME": 2}), 1),
            (json!({"other": 0, "NAME": 2, "name": 1}), 2),
        ] {
            let spelt = Spelt::like(&schema, &data);
            assert_eq!(*spelt.data, json!({"other": 0, "name": first}));
        }
    }

    #[test]
    fn data_that_is_spelt_like_the_schema_is_not_copied() {
        let schema = json!({"properties": {"a": {"items": {"properties": {"b": {}}}}}});
        let data = json!({"a": [{"b": 1}, {"b": 2, "c": [{}]}], "d": {}});
        assert!(matches!(Spelt::like(&schema, &data).data, Cow::Borrowed(_)));
    }
}

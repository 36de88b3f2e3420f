//! The JSON value that the engine works on: data, templates and bindings.
//!
//! Numbers are IEEE doubles (spec 0) and objects keep the order of their keys. Objects with the
//! same keys share one [`Shape`], so a hundred thousand rows store their key names once, and a
//! lookup that ignores case compares against names that were folded once.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

/// A JSON value.
#[derive(Clone, PartialEq, Default)]
pub enum Value {
    /// `null`.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// Any number.
    Number(f64),
    /// A string.
    Text(Box<str>),
    /// An array.
    Array(Vec<Value>),
    /// An object.
    Object(Object),
}

/// A `null` to borrow where a value is missing.
pub static NULL: Value = Value::Null;

/// An object: names from a shared shape, values of its own.
#[derive(Clone, PartialEq, Default)]
pub struct Object {
    shape: Arc<Shape>,
    values: Box<[Value]>,
}

/// The keys of an object in document order.
#[derive(Default)]
pub struct Shape {
    keys: Vec<Box<str>>,
    /// The keys in lower case; `None` where that changes nothing.
    folded: Vec<Option<Box<str>>>,
    /// Only for objects with many keys: exact key, and folded key, to the first index.
    index: Option<Box<Index>>,
}

#[derive(Default)]
struct Index {
    exact: HashMap<Box<str>, usize>,
    folded: HashMap<Box<str>, usize>,
}

/// From here on a hash index beats looking at every key.
const INDEX_FROM: usize = 24;

impl PartialEq for Shape {
    fn eq(&self, other: &Self) -> bool {
        self.keys == other.keys
    }
}

impl Shape {
    fn new(keys: Vec<Box<str>>) -> Self {
        let folded: Vec<Option<Box<str>>> = keys
            .iter()
            .map(|key| {
                let lower = key.to_lowercase();
                (lower != **key).then(|| lower.into_boxed_str())
            })
            .collect();
        let index = (keys.len() >= INDEX_FROM).then(|| {
            let mut index = Index::default();
            for (i, (key, lower)) in keys.iter().zip(&folded).enumerate() {
                index.exact.entry(key.clone()).or_insert(i);
                index.folded.entry(lower.as_ref().unwrap_or(key).clone()).or_insert(i);
            }
            Box::new(index)
        });
        Self { keys, folded, index }
    }

    /// Index of the key that is exactly this.
    pub fn position(&self, key: &str) -> Option<usize> {
        match &self.index {
            Some(index) => index.exact.get(key).copied(),
            None => self.keys.iter().position(|k| **k == *key),
        }
    }

    /// Index of the first key that equals `lower` (already in lower case) ignoring case.
    pub fn position_folded(&self, lower: &str) -> Option<usize> {
        match &self.index {
            Some(index) => index.folded.get(lower).copied(),
            None => self
                .keys
                .iter()
                .zip(&self.folded)
                .position(|(key, folded)| **folded.as_ref().unwrap_or(key) == *lower),
        }
    }
}

impl Object {
    /// An object of these entries; of equal keys the last value wins, in the first one's place.
    pub fn new(entries: impl IntoIterator<Item = (Box<str>, Value)>) -> Self {
        let mut keys: Vec<Box<str>> = Vec::new();
        let mut values = Vec::new();
        let mut seen = HashMap::new();
        for (key, value) in entries {
            match seen.get(&key) {
                Some(&at) => values[at] = value,
                None => {
                    seen.insert(key.clone(), keys.len());
                    keys.push(key);
                    values.push(value);
                }
            }
        }
        Self { shape: Arc::new(Shape::new(keys)), values: values.into_boxed_slice() }
    }

    /// An object with the same keys and other values; keys without a value have `null`.
    #[must_use]
    pub fn with_values(&self, values: impl IntoIterator<Item = Value>) -> Self {
        let mut values: Vec<Value> = values.into_iter().take(self.len()).collect();
        values.resize(self.len(), Value::Null);
        Self { shape: Arc::clone(&self.shape), values: values.into_boxed_slice() }
    }

    /// The keys it has, shared with objects of the same keys.
    pub fn shape(&self) -> &Arc<Shape> {
        &self.shape
    }

    /// The value of exactly this key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.shape.position(key).map(|i| &self.values[i])
    }

    /// The first key and value whose key equals `lower` (already in lower case) ignoring case
    /// (spec 5.3).
    pub fn get_folded(&self, lower: &str) -> Option<(&str, &Value)> {
        self.shape.position_folded(lower).map(|i| (&*self.shape.keys[i], &self.values[i]))
    }

    /// Keys and values in document order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.shape.keys.iter().map(|k| &**k).zip(self.values.iter())
    }

    /// Keys in document order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.shape.keys.iter().map(|k| &**k)
    }

    /// How many entries it has.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether it has no entries.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

impl Value {
    /// Reads JSON text.
    ///
    /// # Errors
    /// The parser's, with line and column; among them nesting deeper than 128 levels.
    pub fn from_json(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// Reads JSON bytes.
    ///
    /// # Errors
    /// Those of [`Value::from_json`], and text that is not UTF-8.
    pub fn from_json_slice(bytes: &[u8]) -> Result<Self, serde_json::Error> {
        serde_json::from_slice(bytes)
    }

    /// The object, if it is one.
    pub fn as_object(&self) -> Option<&Object> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The elements, if it is an array.
    pub fn as_array(&self) -> Option<&[Self]> {
        match self {
            Self::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The text, if it is a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number, if it is one.
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Whether it is `null`.
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The value of exactly this key; nothing where it is `null` or not an object.
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.as_object()?.get(key).filter(|value| !value.is_null())
    }

    /// Its JSON type, as messages name it.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "boolean",
            Self::Number(_) => "number",
            Self::Text(_) => "string",
            Self::Array(_) => "array",
            Self::Object(_) => "object",
        }
    }

    /// Its type in the words of messages: `a list`, `a text`.
    pub fn type_phrase(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(true) => "true",
            Self::Bool(false) => "false",
            Self::Number(_) => "a number",
            Self::Text(_) => "a text",
            Self::Array(_) => "a list",
            Self::Object(_) => "an object",
        }
    }

    /// The same value in serde_json's own type.
    pub fn to_json(&self) -> serde_json::Value {
        use serde_json::Value as Json;
        match self {
            Self::Null => Json::Null,
            Self::Bool(b) => Json::Bool(*b),
            Self::Number(n) => number_to_json(*n),
            Self::Text(t) => Json::String(t.to_string()),
            Self::Array(items) => Json::Array(items.iter().map(Self::to_json).collect()),
            Self::Object(object) => {
                Json::Object(object.iter().map(|(k, v)| (k.to_owned(), v.to_json())).collect())
            }
        }
    }
}

/// A number as JSON spells it in JavaScript: whole numbers without a fraction.
pub fn number_to_json(number: f64) -> serde_json::Value {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if number.fract() == 0.0 && number.abs() < EXACT {
        #[expect(clippy::cast_possible_truncation, reason = "checked to be whole and small")]
        return serde_json::Value::from(number as i64);
    }
    serde_json::Value::from(number)
}

impl From<&serde_json::Value> for Value {
    fn from(json: &serde_json::Value) -> Self {
        use serde_json::Value as Json;
        match json {
            Json::Null => Self::Null,
            Json::Bool(b) => Self::Bool(*b),
            Json::Number(n) => Self::Number(n.as_f64().unwrap_or(f64::NAN)),
            Json::String(s) => Self::Text(s.as_str().into()),
            Json::Array(items) => Self::Array(items.iter().map(Self::from).collect()),
            Json::Object(map) => Self::Object(Object::new(
                map.iter().map(|(k, v)| (k.as_str().into(), Self::from(v))),
            )),
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(b) => b.fmt(f),
            Self::Number(n) => n.fmt(f),
            Self::Text(t) => t.fmt(f),
            Self::Array(items) => f.debug_list().entries(items).finish(),
            Self::Object(object) => f.debug_map().entries(object.iter()).finish(),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Reader { last: &mut Recent::default() }.deserialize(deserializer)
    }
}

/// The shapes seen most recently at each depth, tried first for the next object there.
#[derive(Default)]
struct Recent {
    depth: usize,
    shapes: Vec<Arc<Shape>>,
}

struct Reader<'a> {
    last: &'a mut Recent,
}

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_bool<E>(self, v: bool) -> Result<Value, E> {
        Ok(Value::Bool(v))
    }

    #[expect(clippy::cast_precision_loss, reason = "numbers are doubles, as in JavaScript")]
    fn visit_i64<E>(self, v: i64) -> Result<Value, E> {
        Ok(Value::Number(v as f64))
    }

    #[expect(clippy::cast_precision_loss, reason = "numbers are doubles, as in JavaScript")]
    fn visit_u64<E>(self, v: u64) -> Result<Value, E> {
        Ok(Value::Number(v as f64))
    }

    fn visit_f64<E>(self, v: f64) -> Result<Value, E> {
        Ok(Value::Number(v))
    }

    fn visit_str<E>(self, v: &str) -> Result<Value, E> {
        Ok(Value::Text(v.into()))
    }

    fn visit_string<E>(self, v: String) -> Result<Value, E> {
        Ok(Value::Text(v.into_boxed_str()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element_seed(Reader { last: self.last })? {
            items.push(item);
        }
        items.shrink_to_fit();
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let depth = self.last.depth;
        let expected = self.last.shapes.get(depth).cloned();
        self.last.depth = depth + 1;
        let mut values = Vec::with_capacity(expected.as_ref().map_or(0, |s| s.keys.len()));
        // Rows mostly repeat the keys of the row before: as long as they do, no key is copied.
        let mut keys: Option<Vec<Box<str>>> = None;
        loop {
            let hint = match (&keys, &expected) {
                (None, Some(shape)) => shape.keys.get(values.len()).map(|key| &**key),
                _ => None,
            };
            let key = match map.next_key_seed(KeyReader { hint })? {
                None => break,
                Some(key) => key,
            };
            let value = map.next_value_seed(Reader { last: self.last })?;
            let Some(key) = key else {
                values.push(value);
                continue;
            };
            let keys = keys.get_or_insert_with(|| {
                let shape = expected.as_deref();
                shape.map_or_else(Vec::new, |s| s.keys[..values.len()].to_vec())
            });
            keys.push(key);
            values.push(value);
        }
        self.last.depth = depth;
        let object = match (keys, expected) {
            (None, Some(shape)) if shape.keys.len() == values.len() => {
                Object { shape, values: values.into_boxed_slice() }
            }
            (None, None) => Object::default(),
            (None, Some(shape)) => {
                let keys = shape.keys[..values.len()].iter().cloned();
                Object::new(keys.zip(values))
            }
            (Some(keys), _) => Object::new(keys.into_iter().zip(values)),
        };
        match self.last.shapes.get_mut(depth) {
            Some(shape) => *shape = Arc::clone(&object.shape),
            None => {
                while self.last.shapes.len() < depth {
                    self.last.shapes.push(Arc::default());
                }
                self.last.shapes.push(Arc::clone(&object.shape));
            }
        }
        Ok(Value::Object(object))
    }
}

/// Reads a key: `None` when it is the one expected.
struct KeyReader<'a> {
    hint: Option<&'a str>,
}

impl KeyReader<'_> {
    fn text(self, text: &str) -> Option<Box<str>> {
        (self.hint != Some(text)).then(|| text.into())
    }
}

impl<'de> DeserializeSeed<'de> for KeyReader<'_> {
    type Value = Option<Box<str>>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

/// JSON keys are strings; YAML keys may be any scalar and are taken by their text.
impl Visitor<'_> for KeyReader<'_> {
    type Value = Option<Box<str>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text as key")
    }

    fn visit_str<E: de::Error>(self, v: &str) -> Result<Self::Value, E> {
        Ok(self.text(v))
    }

    fn visit_bool<E: de::Error>(self, v: bool) -> Result<Self::Value, E> {
        Ok(self.text(if v { "true" } else { "false" }))
    }

    fn visit_i64<E: de::Error>(self, v: i64) -> Result<Self::Value, E> {
        Ok(self.text(&v.to_string()))
    }

    fn visit_u64<E: de::Error>(self, v: u64) -> Result<Self::Value, E> {
        Ok(self.text(&v.to_string()))
    }

    fn visit_f64<E: de::Error>(self, v: f64) -> Result<Self::Value, E> {
        Ok(self.text(ryu_js::Buffer::new().format(v)))
    }

    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        Ok(self.text("null"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Value {
        Value::from_json(text).expect("valid JSON")
    }

    #[test]
    fn rows_with_the_same_keys_share_one_shape() {
        let rows = read(r#"[{"a":1,"b":{"c":2}},{"a":3,"b":{"c":4}},{"a":5},{"b":1,"a":2}]"#);
        let rows: Vec<&Object> =
            rows.as_array().expect("array").iter().filter_map(Value::as_object).collect();
        assert!(Arc::ptr_eq(rows[0].shape(), rows[1].shape()));
        assert_eq!(rows[2].keys().collect::<Vec<_>>(), ["a"]);
        assert_eq!(rows[3].keys().collect::<Vec<_>>(), ["b", "a"]);
        assert_eq!(rows[1].get("b"), Some(&read(r#"{"c":4}"#)));
    }

    #[test]
    fn of_equal_keys_the_last_value_wins_in_the_first_place() {
        let value = read(r#"{"a":1,"b":2,"a":3}"#);
        let object = value.as_object().expect("object");
        assert_eq!(object.keys().collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(object.get("a"), Some(&Value::Number(3.0)));
    }

    #[test]
    fn folded_lookup_takes_the_first_key_in_document_order() {
        for padding in [0, 40] {
            let more: String = (0..padding).map(|i| format!(r#","k{i}":0"#)).collect();
            let value = read(&format!(r#"{{"Naïve":1,"NAÏVE":2,"x":3{more}}}"#));
            let object = value.as_object().expect("object");
            assert_eq!(object.get_folded("naïve"), Some(("Naïve", &Value::Number(1.0))));
            assert_eq!(object.get("NAÏVE"), Some(&Value::Number(2.0)));
            assert_eq!(object.get_folded("missing"), None);
        }
    }

    #[test]
    fn deep_nesting_is_refused_not_followed() {
        let deep = "[".repeat(10_000);
        assert!(Value::from_json(&deep).is_err());
    }

    #[test]
    fn reading_and_writing_gives_the_same_document() {
        let text = r#"{"a":[1,2.5,-0.0001,true,null,"x\ny",{"b":{}}],"c":{"d":[[]]}}"#;
        assert_eq!(serde_json::to_string(&read(text).to_json()).expect("JSON"), text);
    }
}

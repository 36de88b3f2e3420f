//! The JSON value that the engine works on: data, templates and bindings.
//!
//! Numbers are IEEE doubles (spec 0) and objects keep the order of their keys.
//!
//! A value takes 16 bytes and what it points to, because a service holds the data of many requests
//! at once: texts of up to 14 bytes stand in the value itself, an array is one thin allocation, and
//! objects with the same keys share one [`Shape`], so a hundred thousand rows store their key names
//! once. A shape also keeps its keys in lower case where that differs, so that a lookup that
//! ignores case folds nothing.

mod parts;
mod read;
mod text;

use std::cmp::Ordering;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use thin_vec::ThinVec;

pub use read::ReadError;
pub use text::Text;

use crate::executor::Executor;

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
    Text(Text),
    Array(Array),
    Object(Object),
}

// Data is mostly values: a larger one would show in the memory of every request.
const _: () = assert!(size_of::<Value>() <= 16);

/// A `null` to borrow where a value is missing.
pub static NULL: Value = Value::Null;

/// The elements of an array.
#[derive(Clone, PartialEq, Default)]
pub struct Array(ThinVec<Value>);

impl Deref for Array {
    type Target = [Value];

    #[inline]
    fn deref(&self) -> &[Value] {
        &self.0
    }
}

impl From<Vec<Value>> for Array {
    fn from(items: Vec<Value>) -> Self {
        // Exactly as long as needed: `collect` may leave room at the end.
        let mut elements = ThinVec::with_capacity(items.len());
        elements.extend(items);
        Self(elements)
    }
}

impl FromIterator<Value> for Array {
    fn from_iter<I: IntoIterator<Item = Value>>(items: I) -> Self {
        items.into_iter().collect::<Vec<_>>().into()
    }
}

impl<'a> IntoIterator for &'a Array {
    type Item = &'a Value;
    type IntoIter = std::slice::Iter<'a, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Array {
    type Item = Value;
    type IntoIter = thin_vec::IntoIter<Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// An object: names from a shared shape, values of its own.
#[derive(Clone, PartialEq, Default)]
pub struct Object(
    /// Nothing where it has no entries.
    Option<Box<Entries>>,
);

#[derive(Clone, PartialEq)]
struct Entries {
    shape: Arc<Shape>,
    values: Box<[Value]>,
}

/// The keys of an object in document order.
#[derive(Default)]
pub struct Shape {
    keys: Keys,
    /// The keys in lower case; nothing where that changes none of them.
    folded: Option<Box<Keys>>,
    /// Only for objects with many keys.
    index: Option<Box<Index>>,
}

/// Texts in one buffer.
#[derive(Default, Clone, PartialEq, Eq, Hash)]
struct Keys {
    text: Box<str>,
    /// End of each key in `text`.
    ends: Box<[u32]>,
}

/// The numbers of keys, sorted by key; of equal keys the first comes first.
struct Index {
    exact: Box<[u32]>,
    /// Nothing where the keys are in lower case as they are.
    folded: Option<Box<[u32]>>,
}

/// From here on a binary search beats looking at every key.
const INDEX_FROM: usize = 24;

/// Keys being collected.
#[derive(Default, Clone)]
struct KeyBuilder {
    text: String,
    ends: Vec<u32>,
}

impl KeyBuilder {
    fn push(&mut self, key: &str) {
        self.text.push_str(key);
        // Beyond 4 GiB of keys in one object the last ones read as empty.
        self.ends.push(u32::try_from(self.text.len()).unwrap_or(u32::MAX));
    }

    fn build(self) -> Keys {
        Keys { text: self.text.into_boxed_str(), ends: self.ends.into_boxed_slice() }
    }
}

impl Keys {
    fn len(&self) -> usize {
        self.ends.len()
    }

    fn get(&self, at: usize) -> &str {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        self.text.get(start..self.ends[at] as usize).unwrap_or_default()
    }

    fn iter(&self) -> impl Iterator<Item = &str> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let key = self.text.get(start..end as usize).unwrap_or_default();
            start = end as usize;
            key
        })
    }

    /// The keys in lower case, if that changes any.
    fn folded(&self) -> Option<Self> {
        let is_lower = |c: char| !c.is_uppercase() && (c.is_ascii() || c.to_lowercase().eq([c]));
        if self.text.chars().all(is_lower) {
            return None;
        }
        let mut folded = KeyBuilder::default();
        self.iter().for_each(|key| folded.push(&key.to_lowercase()));
        Some(folded.build())
    }

    /// The numbers of the keys, sorted by key.
    fn order(&self) -> Box<[u32]> {
        let mut order: Vec<u32> = (0..u32::try_from(self.len()).unwrap_or(u32::MAX)).collect();
        order.sort_by(|a, b| self.get(*a as usize).cmp(self.get(*b as usize)));
        order.into_boxed_slice()
    }

    fn find(&self, key: &str, order: Option<&[u32]>) -> Option<usize> {
        let Some(order) = order else { return self.position(key) };
        let at = order.partition_point(|i| self.get(*i as usize).cmp(key) == Ordering::Less);
        let number = *order.get(at)? as usize;
        (self.get(number) == key).then_some(number)
    }

    /// The number of the first key that is this one. Lengths are compared first: most keys differ in
    /// them, and this runs for every value that a row of a table shows.
    fn position(&self, key: &str) -> Option<usize> {
        let text = self.text.as_bytes();
        let mut start = 0;
        self.ends.iter().position(|&end| {
            let from = std::mem::replace(&mut start, end as usize);
            (end as usize).wrapping_sub(from) == key.len()
                && text.get(from..end as usize).is_some_and(|text| same(text, key.as_bytes()))
        })
    }

    /// Returns true if a key occurs twice.
    fn repeat(&self, order: Option<&[u32]>) -> bool {
        match order {
            Some(order) => order
                .windows(2)
                .any(|pair| self.get(pair[0] as usize) == self.get(pair[1] as usize)),
            None => {
                (1..self.len()).any(|i| self.iter().take(i).any(|before| before == self.get(i)))
            }
        }
    }
}

/// Returns true if two texts of the same length are equal. Most keys have 4 to 16 bytes: their ends, which
/// may overlap, are compared as numbers, without a call.
#[inline]
fn same(one: &[u8], other: &[u8]) -> bool {
    fn ends<const N: usize>(text: &[u8]) -> (Option<&[u8; N]>, Option<&[u8; N]>) {
        (text.first_chunk(), text.last_chunk())
    }
    match one.len() {
        4..8 => ends::<4>(one) == ends::<4>(other),
        8..=16 => ends::<8>(one) == ends::<8>(other),
        _ => one == other,
    }
}

impl PartialEq for Shape {
    fn eq(&self, other: &Self) -> bool {
        self.keys == other.keys
    }
}

impl Shape {
    /// A shape of different keys; nothing where two are equal.
    fn new(keys: Keys) -> Option<Self> {
        let is_large = keys.len() >= INDEX_FROM;
        let exact = is_large.then(|| keys.order());
        if keys.repeat(exact.as_deref()) {
            return None;
        }
        let folded = keys.folded().map(Box::new);
        let index = exact
            .map(|exact| Box::new(Index { exact, folded: folded.as_deref().map(Keys::order) }));
        Some(Self { keys, folded, index })
    }

    fn len(&self) -> usize {
        self.keys.len()
    }

    /// Index of the key that is exactly this.
    #[inline]
    pub fn position(&self, key: &str) -> Option<usize> {
        self.keys.find(key, self.index.as_ref().map(|index| &*index.exact))
    }

    /// Index of the first key that equals `lower` (already in lower case) ignoring case.
    #[inline]
    pub fn position_folded(&self, lower: &str) -> Option<usize> {
        let keys = self.folded.as_deref().unwrap_or(&self.keys);
        let order = self.index.as_ref().map(|index| index.folded.as_ref().unwrap_or(&index.exact));
        keys.find(lower, order.map(|order| &**order))
    }
}

impl Object {
    /// An object of these entries; of equal keys the last value wins, in the first one's place.
    pub fn new(entries: impl IntoIterator<Item = (Box<str>, Value)>) -> Self {
        let mut keys = KeyBuilder::default();
        let mut values = Vec::new();
        for (key, value) in entries {
            keys.push(&key);
            values.push(value);
        }
        let (shape, values) = Self::shape_of(keys.build(), values);
        Self::of_shape(Arc::new(shape), values)
    }

    /// The shape of these keys, and the values that go with it: fewer where keys repeat.
    fn shape_of(keys: Keys, values: Vec<Value>) -> (Shape, Vec<Value>) {
        if let Some(shape) = Shape::new(keys.clone()) {
            return (shape, values);
        }
        let mut seen = std::collections::HashMap::new();
        let mut kept = KeyBuilder::default();
        let mut last: Vec<Value> = Vec::new();
        for (key, value) in keys.iter().zip(values) {
            match seen.get(key) {
                Some(&at) => last[at] = value,
                None => {
                    seen.insert(key, last.len());
                    kept.push(key);
                    last.push(value);
                }
            }
        }
        (Shape::new(kept.build()).unwrap_or_default(), last)
    }

    fn of_shape(shape: Arc<Shape>, values: Vec<Value>) -> Self {
        if values.is_empty() {
            return Self::default();
        }
        Self(Some(Box::new(Entries { shape, values: values.into_boxed_slice() })))
    }

    #[inline]
    fn values(&self) -> &[Value] {
        self.0.as_deref().map_or(&[], |entries| &entries.values)
    }

    /// An object with the same keys and other values; keys without a value have `null`.
    #[must_use]
    pub fn with_values(&self, values: impl IntoIterator<Item = Value>) -> Self {
        let Some(shape) = self.shape() else { return Self::default() };
        let mut values: Vec<Value> = values.into_iter().take(self.len()).collect();
        values.resize(self.len(), Value::Null);
        Self::of_shape(Arc::clone(shape), values)
    }

    /// The keys it has, shared with objects of the same keys; nothing where it has none.
    #[inline]
    pub fn shape(&self) -> Option<&Arc<Shape>> {
        self.0.as_deref().map(|entries| &entries.shape)
    }

    /// The value of exactly this key.
    #[inline]
    pub fn get(&self, key: &str) -> Option<&Value> {
        let entries = self.0.as_deref()?;
        entries.shape.position(key).map(|i| &entries.values[i])
    }

    /// The first key and value whose key equals `lower` (already in lower case) ignoring case
    /// (spec 5.3).
    pub fn get_folded(&self, lower: &str) -> Option<(&str, &Value)> {
        let entries = self.0.as_deref()?;
        let at = entries.shape.position_folded(lower)?;
        Some((entries.shape.keys.get(at), &entries.values[at]))
    }

    /// The value of [`Object::get_folded`].
    #[inline]
    pub fn value_folded(&self, lower: &str) -> Option<&Value> {
        let entries = self.0.as_deref()?;
        entries.shape.position_folded(lower).map(|at| &entries.values[at])
    }

    /// Keys and values in document order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.keys().zip(self.values())
    }

    /// Keys in document order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.as_deref().into_iter().flat_map(|entries| entries.shape.keys.iter())
    }

    /// Number of entries.
    #[inline]
    pub fn len(&self) -> usize {
        self.values().len()
    }

    /// Returns true if there are no entries.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.values().is_empty()
    }
}

impl Value {
    /// Deepest nesting of lists and objects that is read, which is that of `serde_json`.
    pub const DEEPEST: usize = 127;

    /// Reads JSON text.
    ///
    /// # Errors
    /// The parser's, with line and column; among them nesting deeper than [`Value::DEEPEST`].
    pub fn from_json(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// Reads JSON text; where it has a long array of objects, several threads read it.
    ///
    /// # Errors
    /// As for [`Value::from_json`].
    pub fn from_json_with(text: &str, executor: &dyn Executor) -> Result<Self, serde_json::Error> {
        parts::read(text, executor).map_or_else(|| Self::from_json(text), Ok)
    }

    /// Reads JSON bytes.
    ///
    /// # Errors
    /// As for [`Value::from_json`], and text that is not UTF-8.
    pub fn from_json_slice(bytes: &[u8]) -> Result<Self, serde_json::Error> {
        serde_json::from_slice(bytes)
    }

    /// Reads JSON bytes into a bounded amount of memory, for callers who do not know who
    /// wrote them: a short text can hold many values.
    ///
    /// # Errors
    /// As for [`Value::from_json_slice`], and [`ReadError::TooLarge`].
    pub fn from_json_within(bytes: &[u8], max_memory_bytes: u64) -> Result<Self, ReadError> {
        read::within(bytes, max_memory_bytes)
    }

    /// The object, if it is one.
    #[inline]
    pub fn as_object(&self) -> Option<&Object> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The elements, if it is an array.
    #[inline]
    pub fn as_array(&self) -> Option<&[Self]> {
        match self {
            Self::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The text, if it is a string.
    #[inline]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number, if it is one.
    #[inline]
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns true for `null`.
    #[inline]
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The value of exactly this key; nothing where it is `null` or not an object.
    #[inline]
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
        return serde_json::Value::from(number as i64);
    }
    serde_json::Value::from(number)
}

impl Value {
    /// Bytes that a copy of it takes, about; data is read with a limit of its depth.
    pub fn memory(&self) -> usize {
        let of = |values: &[Self]| values.iter().map(Self::memory).sum::<usize>();
        size_of::<Self>()
            + match self {
                Self::Null | Self::Bool(_) | Self::Number(_) => 0,
                Self::Text(text) => text.heap_bytes(),
                Self::Array(items) => of(items),
                Self::Object(object) => size_of::<Entries>() + of(object.values()),
            }
    }
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
        assert!(shares_shape(rows[0], rows[1]));
        assert_eq!(rows[2].keys().collect::<Vec<_>>(), ["a"]);
        assert_eq!(rows[3].keys().collect::<Vec<_>>(), ["b", "a"]);
        assert_eq!(rows[1].get("b"), Some(&read(r#"{"c":4}"#)));
    }

    fn shares_shape(a: &Object, b: &Object) -> bool {
        a.shape().zip(b.shape()).is_some_and(|(a, b)| Arc::ptr_eq(a, b))
    }

    #[test]
    fn rows_of_two_kinds_share_two_shapes() {
        let rows = read(r#"[{"a":1},{"b":1,"c":1},{"a":2},{"b":2,"c":2},{}]"#);
        let rows: Vec<&Object> =
            rows.as_array().expect("array").iter().filter_map(Value::as_object).collect();
        assert!(shares_shape(rows[0], rows[2]) && shares_shape(rows[1], rows[3]));
        assert!(rows[4].is_empty() && rows[4].shape().is_none());
    }

    #[test]
    fn texts_of_any_length_read_as_written() {
        for text in ["", "a", "exactly 14 ch.", "fifteen letters", "żółć żółć", "żółć żółć żółć"]
        {
            let value = Value::from(text);
            assert_eq!(value.as_str(), Some(text));
            assert_eq!(value.clone(), value);
            assert_eq!(read(&value.to_json().to_string()), value);
        }
    }

    #[test]
    fn memory_is_limited_while_reading() {
        let many = format!("[{}1]", "1,".repeat(100_000));
        assert!(Value::from_json_within(many.as_bytes(), 8 * many.len() as u64 + 64).is_ok());
        let keys: String = (0..10_000).map(|i| format!(r#"{{"k{i}":1}},"#)).collect();
        for text in [many, format!("[{keys}1]"), format!("[{}1]", "[1],".repeat(100_000))] {
            match Value::from_json_within(text.as_bytes(), 1 << 20) {
                Err(ReadError::TooLarge { max_memory_bytes }) => {
                    assert_eq!(max_memory_bytes, 1 << 20);
                }
                other => panic!("{other:?}"),
            }
        }
        assert!(matches!(Value::from_json_within(b"[", 99), Err(ReadError::Json(_))));
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
    fn keys_are_told_apart_by_each_of_their_bytes() {
        for length in 1..20 {
            let key = "k".repeat(length);
            let other = |at: usize| {
                let mut other = key.clone();
                other.replace_range(at..=at, "x");
                other
            };
            let keys = (0..length).map(other).chain([key.clone()]);
            let object = Object::new(keys.map(|key| (key.into_boxed_str(), Value::Bool(true))));
            assert_eq!(object.shape().and_then(|shape| shape.position(&key)), Some(length));
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

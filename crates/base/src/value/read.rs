//! Reading a value: from JSON, or from any format that serde reads.

use std::borrow::Borrow;
use std::collections::HashSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use thin_vec::ThinVec;

use super::{Array, KeyBuilder, Keys, Object, Shape, Text, Value};

/// Reason why a value was not read.
#[derive(Debug)]
pub enum ReadError {
    /// It takes more memory than allowed.
    TooLarge {
        /// The limit.
        max_memory_bytes: u64,
    },
    /// It is not JSON.
    Json(serde_json::Error),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { max_memory_bytes } => {
                write!(f, "the values take more than {max_memory_bytes} bytes of memory")
            }
            Self::Json(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}

pub(super) fn within(bytes: &[u8], max_memory_bytes: u64) -> Result<Value, ReadError> {
    let mut state = State { left: max_memory_bytes, ..State::default() };
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let value = Reader { state: &mut state }.deserialize(&mut deserializer);
    match value.and_then(|value| deserializer.end().map(|()| value)) {
        Err(_) if state.is_over => Err(ReadError::TooLarge { max_memory_bytes }),
        read => read.map_err(ReadError::Json),
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Reader { state: &mut State::default() }.deserialize(deserializer)
    }
}

/// State of reading one document.
pub(super) struct State {
    /// Levels of nesting around what is read.
    depth: usize,
    /// More of them are an error.
    deepest: usize,
    /// Elements for the n-th array of the text, which has none of its own.
    graft: Option<(usize, ThinVec<Value>)>,
    /// The shape seen last at each depth, tried first for the next object there.
    recent: Vec<Arc<Shape>>,
    /// Shapes of the document, so that objects of the same keys share one wherever they stand.
    known: HashSet<ByKeys>,
    /// Bytes of memory that may still be taken.
    left: u64,
    is_over: bool,
}

/// Data of more kinds of objects than this is not made of rows; remembering more costs more than
/// it saves.
const MOST_SHAPES: usize = 1024;

/// Overhead of an allocation in bytes: bookkeeping, and rounding up.
const ALLOCATION: usize = 16;

impl Default for State {
    fn default() -> Self {
        Self {
            depth: 0,
            deepest: usize::MAX,
            graft: None,
            recent: Vec::new(),
            known: HashSet::new(),
            left: u64::MAX,
            is_over: false,
        }
    }
}

impl State {
    /// For the elements of an array at this depth, each read by itself.
    pub(super) fn inside(depth: usize) -> Self {
        Self { depth, deepest: Value::DEEPEST, ..Self::default() }
    }

    /// For a text without the elements of its n-th array.
    pub(super) fn around(arrays: usize, items: ThinVec<Value>) -> Self {
        Self { graft: Some((arrays, items)), ..Self::default() }
    }

    /// Takes memory for something.
    fn hold<E: de::Error>(&mut self, bytes: usize) -> Result<(), E> {
        match self.left.checked_sub(bytes as u64) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                self.is_over = true;
                Err(E::custom("the values take more memory than allowed"))
            }
        }
    }

    /// Goes one level deeper.
    fn enter<E: de::Error>(&mut self) -> Result<(), E> {
        self.depth += 1;
        if self.depth > self.deepest {
            return Err(E::custom("recursion limit exceeded"));
        }
        Ok(())
    }

    /// The elements that the array beginning now gets before its own.
    fn grafted(&mut self) -> ThinVec<Value> {
        match &mut self.graft {
            Some((0, _)) => self.graft.take().map_or_else(ThinVec::new, |(_, items)| items),
            Some((number, _)) => {
                *number -= 1;
                ThinVec::new()
            }
            None => ThinVec::new(),
        }
    }

    /// An object of these keys, which are not those of the shape seen last.
    fn object<E: de::Error>(&mut self, keys: KeyBuilder, values: Vec<Value>) -> Result<Object, E> {
        let keys = keys.build();
        if let Some(ByKeys(shape)) = self.known.get(&keys) {
            return Ok(Object::of_shape(Arc::clone(shape), values));
        }
        let bytes = keys.text.len() + size_of::<u32>() * keys.len();
        self.hold(size_of::<Shape>() + bytes + 3 * ALLOCATION)?;
        let (shape, values) = Object::shape_of(keys, values);
        let shape = Arc::new(shape);
        if self.known.len() < MOST_SHAPES {
            self.known.insert(ByKeys(Arc::clone(&shape)));
        }
        Ok(Object::of_shape(shape, values))
    }
}

/// A shape that is found by its keys.
struct ByKeys(Arc<Shape>);

impl Borrow<Keys> for ByKeys {
    fn borrow(&self) -> &Keys {
        &self.0.keys
    }
}

impl PartialEq for ByKeys {
    fn eq(&self, other: &Self) -> bool {
        self.0.keys == other.0.keys
    }
}

impl Eq for ByKeys {}

impl Hash for ByKeys {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.keys.hash(state);
    }
}

pub(super) struct Reader<'a> {
    pub(super) state: &'a mut State,
}

impl Reader<'_> {
    fn text<E: de::Error>(self, text: Text) -> Result<Value, E> {
        self.state.hold(text.heap_bytes())?;
        Ok(Value::Text(text))
    }
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

    // Numbers are doubles, as in JavaScript: beyond 2^53 whole ones lose their last digits.
    fn visit_i64<E>(self, v: i64) -> Result<Value, E> {
        Ok(Value::Number(v as f64))
    }

    fn visit_u64<E>(self, v: u64) -> Result<Value, E> {
        Ok(Value::Number(v as f64))
    }

    fn visit_f64<E>(self, v: f64) -> Result<Value, E> {
        Ok(Value::Number(v))
    }

    fn visit_str<E: de::Error>(self, v: &str) -> Result<Value, E> {
        self.text(v.into())
    }

    fn visit_string<E: de::Error>(self, v: String) -> Result<Value, E> {
        self.text(v.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        // Collected where it stays: a second copy would double the peak of a large array.
        let mut items = self.state.grafted();
        self.state.enter()?;
        while let Some(item) = seq.next_element_seed(Reader { state: self.state })? {
            self.state.hold(size_of::<Value>())?;
            items.push(item);
        }
        self.state.depth -= 1;
        if !items.is_empty() {
            self.state.hold(2 * ALLOCATION)?;
        }
        items.shrink_to_fit();
        Ok(Value::Array(Array(items)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let state = self.state;
        let depth = state.depth;
        let expected = state.recent.get(depth).cloned();
        state.enter()?;
        let mut values = Vec::with_capacity(expected.as_ref().map_or(0, |s| s.len().min(64)));
        // Rows mostly repeat the keys of the row before: as long as they do, no key is copied.
        let mut keys: Option<KeyBuilder> = None;
        loop {
            let expected = expected.as_deref().filter(|_| keys.is_none());
            let reader = KeyReader { expected, at: values.len(), keys: &mut keys };
            if map.next_key_seed(reader)?.is_none() {
                break;
            }
            state.hold(size_of::<Value>())?;
            values.push(map.next_value_seed(Reader { state })?);
        }
        state.depth = depth;
        if values.is_empty() {
            return Ok(Value::Object(Object::default()));
        }
        state.hold(size_of::<super::Entries>() + 3 * ALLOCATION)?;
        let object = match (keys, expected) {
            (None, Some(shape)) if shape.len() == values.len() => Object::of_shape(shape, values),
            (None, Some(shape)) => state.object(first_keys(&shape, values.len()), values)?,
            (keys, _) => state.object(keys.unwrap_or_default(), values)?,
        };
        if let Some(shape) = object.shape() {
            while state.recent.len() <= depth {
                state.recent.push(Arc::default());
            }
            state.recent[depth] = Arc::clone(shape);
        }
        Ok(Value::Object(object))
    }
}

fn first_keys(shape: &Shape, count: usize) -> KeyBuilder {
    let mut keys = KeyBuilder::default();
    shape.keys.iter().take(count).for_each(|key| keys.push(key));
    keys
}

/// Reads a key: nothing is kept of the one that is expected, any other goes to `keys` after those
/// that were as expected.
struct KeyReader<'a> {
    expected: Option<&'a Shape>,
    /// The number of the key in its object.
    at: usize,
    keys: &'a mut Option<KeyBuilder>,
}

impl KeyReader<'_> {
    fn text(self, text: &str) {
        let Self { expected, at, keys } = self;
        if expected.is_some_and(|shape| at < shape.len() && shape.keys.get(at) == text) {
            return;
        }
        let keys = keys.get_or_insert_with(|| {
            expected.map_or_else(KeyBuilder::default, |shape| first_keys(shape, at))
        });
        keys.push(text);
    }
}

impl<'de> DeserializeSeed<'de> for KeyReader<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

/// JSON keys are strings; YAML keys may be any scalar and are taken by their text.
impl Visitor<'_> for KeyReader<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text as key")
    }

    fn visit_str<E: de::Error>(self, v: &str) -> Result<(), E> {
        self.text(v);
        Ok(())
    }

    fn visit_bool<E: de::Error>(self, v: bool) -> Result<(), E> {
        self.text(if v { "true" } else { "false" });
        Ok(())
    }

    fn visit_i64<E: de::Error>(self, v: i64) -> Result<(), E> {
        self.text(&v.to_string());
        Ok(())
    }

    fn visit_u64<E: de::Error>(self, v: u64) -> Result<(), E> {
        self.text(&v.to_string());
        Ok(())
    }

    fn visit_f64<E: de::Error>(self, v: f64) -> Result<(), E> {
        self.text(ryu_js::Buffer::new().format(v));
        Ok(())
    }

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        self.text("null");
        Ok(())
    }
}

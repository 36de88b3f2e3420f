//! YAML 1.2 as people write it: tags are ignored, keys are texts, `<<` merges.

use std::cell::{Cell, OnceCell};
use std::collections::HashSet;
use std::fmt;

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error as _, IgnoredAny,
    IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::encoding::{AtPlace, Origin, Place};
use super::json::too_deep;
use engine::problem::{Problem, Result, quoted};
use engine::value::Value;

/// Maximum of nodes and bytes of text that aliases add to those of the file.
const MAX_FROM_ALIASES: usize = 4 << 20;

/// Reads one YAML document. Dates stay texts; so do keys, as they are written.
///
/// # Errors
/// Text that is not YAML, several documents, keys used twice, nesting deeper than [`Value::DEEPEST`], and
/// aliases that expand to far more than the text.
pub(crate) fn read(text: &str, origin: Origin<'_>) -> Result<Value> {
    if is_blank(text) {
        return Err(origin.problem("it is empty"));
    }
    read_document(serde_yaml::Deserializer::from_str(text), &Source::new(text), origin)
}

/// Reads all the YAML documents of a text; one that is left empty is `null`.
///
/// # Errors
/// As for [`read`], except that there may be several documents, or none.
pub(crate) fn read_all(text: &str, origin: Origin<'_>) -> Result<Vec<Value>> {
    if is_blank(text) {
        return Ok(Vec::new());
    }
    let source = Source::new(text);
    serde_yaml::Deserializer::from_str(text)
        .map(|document| read_document(document, &source, origin))
        .collect()
}

/// The input, with what its nodes may still use of the budget.
struct Source<'a> {
    text: &'a str,
    /// Nodes and bytes that are left; it stops aliases that multiply.
    budget: Cell<usize>,
    /// Numbers beyond all limits that stand in quotes, so that they are texts. Found at the first such number.
    quoted_numbers: OnceCell<HashSet<&'a str>>,
}

impl<'a> Source<'a> {
    fn new(text: &'a str) -> Self {
        let budget = text.len().saturating_mul(2).saturating_add(MAX_FROM_ALIASES);
        Self { text, budget: Cell::new(budget), quoted_numbers: OnceCell::new() }
    }

    fn spend<E: serde::de::Error>(&self, bytes: usize) -> Result<(), E> {
        match self.budget.get().checked_sub(bytes + 1) {
            Some(left) => {
                self.budget.set(left);
                Ok(())
            }
            None => Err(E::custom(TOO_MANY_ALIASES)),
        }
    }

    /// Returns `true` if a number beyond all limits stands in quotes somewhere. The parser gives texts without
    /// their quotes.
    fn is_quoted(&self, number: &str) -> bool {
        let quoted = self.quoted_numbers.get_or_init(|| {
            let quotes = ['"', '\''].into_iter();
            let between = quotes.filter_map(|quote| {
                let (_, rest) = self.text.split_once(quote)?;
                Some(rest.rsplit_once(quote)?.0.split(quote))
            });
            between.flatten().filter(|text| is_huge_number(text)).collect()
        });
        quoted.contains(number)
    }
}

fn read_document(
    document: serde_yaml::Deserializer<'_>,
    source: &Source<'_>,
    origin: Origin<'_>,
) -> Result<Value> {
    let node = NodeReader { source, depth: 0 }
        .deserialize(document)
        .map_err(|error| explain(&error, origin))?;
    // The reader of values lets rows share their keys.
    Value::deserialize(node).map_err(|error| origin.problem(&error.to_string()))
}

/// Returns `true` if there is nothing but comments and document markers.
fn is_blank(text: &str) -> bool {
    text.lines()
        .map(str::trim)
        .all(|line| line.is_empty() || line == "---" || line.starts_with('#'))
}

fn explain(error: &serde_yaml::Error, origin: Origin<'_>) -> Problem {
    let text = error.to_string();
    let message = text.split(" at line ").next().unwrap_or(&text);
    let (fault, advice) = describe(message);
    let mut problem = origin.problem(&fault);
    if let Some(place) = error.location() {
        problem = problem.at(Place { line: place.line(), column: place.column() });
    }
    if advice.is_empty() { problem } else { problem.advice(advice) }
}

/// The parser's message in plain words, with advice; empty where there is none.
pub(crate) fn describe(message: &str) -> (String, &'static str) {
    let advice = match message {
        _ if message.ends_with(TOO_DEEP) => return too_deep(),
        "repetition limit exceeded" => return (TOO_MANY_ALIASES.to_owned(), ""),
        "EOF while parsing a value" => return ("it ends too early".to_owned(), ""),
        _ if message.ends_with(TOO_MANY_ALIASES) => return (TOO_MANY_ALIASES.to_owned(), ""),
        _ if message.ends_with(NOT_FINITE) => "write null, or a text in quotes",
        _ if message.contains("more than one document") => {
            return (
                "it holds more than one document".to_owned(),
                "one document per file; many rows go into one list",
            );
        }
        _ if message.contains("mapping values are not allowed") => {
            "put quotes around a text that contains `: `"
        }
        _ if message.contains("cannot start any token") => {
            "indent with spaces, not tabs, and put quotes around a text that starts with a sign"
        }
        _ if message.contains("expected alphabetic or numeric character") => {
            "put quotes around a text that starts with `*` or `&`"
        }
        _ if message.contains("did not find expected") => {
            "check the indentation, and the quotes and brackets before this place"
        }
        _ => "",
    };
    (message.to_owned(), advice)
}

/// Returns `true` for a number beyond the range of doubles, such as `1e400`. The parser gives it as a text.
fn is_huge_number(text: &str) -> bool {
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | 'e' | 'E');
    text.len() > 3
        && text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.'))
        && text.chars().all(is_number)
        && text.parse::<f64>().is_ok_and(f64::is_infinite)
}

const NOT_FINITE: &str = "a number is not finite";
/// The words of the parser.
const TOO_DEEP: &str = "recursion limit exceeded";
const TOO_MANY_ALIASES: &str = "its aliases expand to far more data than the file has";

/// A node of the document, aliases expanded and merges applied.
enum Node {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Self>),
    Map(Vec<(String, Self)>),
}

impl<'de> Deserializer<'de> for Node {
    type Error = serde::de::value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        match self {
            Self::Null => visitor.visit_unit(),
            Self::Bool(value) => visitor.visit_bool(value),
            Self::Number(value) => visitor.visit_f64(value),
            Self::Text(value) => visitor.visit_string(value),
            Self::List(items) => visitor.visit_seq(SeqDeserializer::new(items.into_iter())),
            Self::Map(entries) => visitor.visit_map(MapDeserializer::new(entries.into_iter())),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}

impl IntoDeserializer<'_> for Node {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// Reads nodes.
#[derive(Clone, Copy)]
struct NodeReader<'s, 't> {
    source: &'s Source<'t>,
    /// Levels of nesting around what is read.
    depth: usize,
}

impl NodeReader<'_, '_> {
    /// The reader of the nodes inside a list or a map.
    fn inside<E: serde::de::Error>(self) -> Result<Self, E> {
        // The parser itself reads a level more than that of JSON.
        if self.depth == Value::DEEPEST {
            return Err(E::custom(TOO_DEEP));
        }
        self.source.spend(0)?;
        Ok(Self { depth: self.depth + 1, ..self })
    }
}

impl<'de> DeserializeSeed<'de> for NodeReader<'_, '_> {
    type Value = Node;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_any(self)
    }
}

// Numbers are doubles, as in JavaScript.
impl<'de> Visitor<'de> for NodeReader<'_, '_> {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<Node, E> {
        self.source.spend(0)?;
        Ok(Node::Null)
    }

    fn visit_none<E: serde::de::Error>(self) -> Result<Node, E> {
        self.visit_unit()
    }

    fn visit_bool<E: serde::de::Error>(self, value: bool) -> Result<Node, E> {
        self.source.spend(0)?;
        Ok(Node::Bool(value))
    }

    fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<Node, E> {
        self.visit_f64(value as f64)
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<Node, E> {
        self.visit_f64(value as f64)
    }

    fn visit_i128<E: serde::de::Error>(self, value: i128) -> Result<Node, E> {
        self.visit_f64(value as f64)
    }

    fn visit_u128<E: serde::de::Error>(self, value: u128) -> Result<Node, E> {
        self.visit_f64(value as f64)
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Node, E> {
        if !value.is_finite() {
            return Err(E::custom(NOT_FINITE));
        }
        self.source.spend(0)?;
        Ok(Node::Number(value))
    }

    fn visit_str<E: serde::de::Error>(self, value: &str) -> Result<Node, E> {
        if is_huge_number(value) && !self.source.is_quoted(value) {
            return Err(E::custom(NOT_FINITE));
        }
        self.source.spend(value.len())?;
        Ok(Node::Text(value.to_owned()))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, tagged: A) -> Result<Node, A::Error> {
        let (IgnoredAny, content) = tagged.variant()?;
        content.newtype_variant_seed(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Node, A::Error> {
        let inside = self.inside()?;
        let mut items = Vec::new();
        while let Some(item) = list.next_element_seed(inside)? {
            items.push(item);
        }
        Ok(Node::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let inside = self.inside()?;
        let mut entries: Vec<(String, Node)> = Vec::new();
        let mut merges = Vec::new();
        let mut seen = HashSet::new();
        while let Some(YamlKey(key)) = map.next_key()? {
            let value = map.next_value_seed(inside)?;
            self.source.spend(key.len())?;
            if key == "<<" {
                merges.push((entries.len(), value));
            } else if seen.insert(key.clone()) {
                entries.push((key, value));
            } else {
                return Err(A::Error::custom(format!("key {} is used twice", quoted(&key))));
            }
        }
        if merges.is_empty() {
            return Ok(Node::Map(entries));
        }
        // Of several merges the last wins. Their entries stand where the merges are, and all move once.
        let mut parts = Vec::with_capacity(2 * merges.len() + 1);
        while let Some((at, value)) = merges.pop() {
            parts.push(entries.split_off(at));
            parts.push(merged(value, &mut seen).map_err(A::Error::custom)?);
        }
        entries.extend(parts.into_iter().rev().flatten());
        Ok(Node::Map(entries))
    }
}

/// The entries that a `<<` adds: those with keys that the map lacks, the first of each key.
fn merged(
    value: Node,
    seen: &mut HashSet<String>,
) -> std::result::Result<Vec<(String, Node)>, &'static str> {
    let maps = match value {
        Node::Map(entries) => vec![entries],
        Node::List(items) => {
            let maps = items.into_iter().map(|item| match item {
                Node::Map(entries) => Ok(entries),
                _ => Err(MERGE_OF_OTHER),
            });
            maps.collect::<std::result::Result<_, _>>()?
        }
        Node::Null => Vec::new(),
        _ => return Err(MERGE_OF_OTHER),
    };
    Ok(maps.into_iter().flatten().filter(|(key, _)| seen.insert(key.clone())).collect())
}

const MERGE_OF_OTHER: &str = "`<<` can only merge a mapping or a list of mappings";

/// A key, as it is written.
struct YamlKey(String);

impl<'de> Deserialize<'de> for YamlKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeyVisitor;
        impl Visitor<'_> for KeyVisitor {
            type Value = YamlKey;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text as key")
            }

            fn visit_str<E>(self, text: &str) -> Result<YamlKey, E> {
                Ok(YamlKey(text.to_owned()))
            }
        }
        // Asked for a text, the parser gives scalars as they stand: `007`, `1.50`, `true`.
        deserializer.deserialize_str(KeyVisitor)
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::fmt::Write as _;

    use serde_json::json;

    use super::*;
    use crate::data::codes;

    const ORIGIN: Origin<'_> = Origin { code: codes::DATA_UNREADABLE, name: "d.yaml" };

    fn value(text: &str) -> serde_json::Value {
        match read(text, ORIGIN) {
            Ok(value) => value.to_json(),
            Err(problem) => panic!("{}", problem.message),
        }
    }

    fn refused(text: &str) -> String {
        match read(text, ORIGIN) {
            Ok(_) => panic!("accepted"),
            Err(problem) => problem.message.replace("cannot read `d.yaml`: ", ""),
        }
    }

    #[test]
    fn scalars_are_those_of_json_and_dates_stay_texts() {
        assert_eq!(
            value("a: 1\nb: 1.5\nc: true\nd: ~\ne: 2026-08-01\nf: no\ng: '1'\nh: 007\n"),
            json!({"a":1,"b":1.5,"c":true,"d":null,"e":"2026-08-01","f":"no","g":"1","h":"007"})
        );
    }

    #[test]
    fn numbers_are_finite_as_in_json() {
        // Data is kept as JSON while it waits, which has no word for these.
        for number in [".inf", "-.Inf", ".NaN"] {
            let problem = read(&format!("a: {number}"), ORIGIN).unwrap_err();
            assert!(problem.message.contains("a number is not finite"), "{}", problem.message);
            assert!(problem.advice.is_some_and(|advice| advice.contains("write null")));
        }
    }

    #[test]
    fn tags_are_ignored_unless_they_choose_a_type() {
        assert_eq!(
            value("a: !money 5\nb: !person {name: x}\nc: !list [1]\nd: !!str 5\ne: !!float 5"),
            json!({"a":5,"b":{"name":"x"},"c":[1],"d":"5","e":5})
        );
        assert_eq!(value("when: !!timestamp 2026-08-01"), json!({"when":"2026-08-01"}));
    }

    #[test]
    fn keys_are_texts_as_written() {
        assert_eq!(
            value("1: a\n1.50: b\ntrue: c\n007: d\n"),
            json!({"1":"a","1.50":"b","true":"c","007":"d"})
        );
        assert!(refused("? [a, b]\n: c\n").contains("a text as key"));
        assert_eq!(refused("a: 1\nb: 2\na: 3"), "key `a` is used twice, line 1, column 1");
    }

    #[test]
    fn merges_fill_in_what_is_not_given() {
        let text = "base: &base {a: 1, b: 2}\nmore: &more {b: 3, c: 4}\n";
        assert_eq!(
            value(&format!("{text}x:\n  first: 0\n  <<: *base\n  b: 5\n"))["x"].to_string(),
            r#"{"first":0,"a":1,"b":5}"#
        );
        assert_eq!(
            value(&format!("{text}x:\n  <<: [*base, *more]\n"))["x"].to_string(),
            r#"{"a":1,"b":2,"c":4}"#
        );
        assert!(refused("x:\n  <<: text\n").contains("can only merge a mapping"));
        let several = "<<: {a: 1, b: 1}\nc: 0\n<<: {b: 2, d: 2}\ne: 0\n<<: {b: 3}\n";
        assert_eq!(value(several).to_string(), r#"{"a":1,"c":0,"d":2,"e":0,"b":3}"#);
    }

    #[test]
    fn merges_and_quoted_numbers_take_time_in_proportion() {
        // The square of either takes minutes.
        let mut merges = String::new();
        let mut numbers = String::new();
        for number in 0..60_000 {
            let _ = writeln!(merges, "<<: {{a{number}: 1}}\nb{number}: 1");
            let _ = writeln!(numbers, "- '{number}e999'");
        }
        let entries = value(&merges).as_object().map(serde_json::Map::len);
        assert_eq!(entries, Some(120_000));
        assert_eq!(value(&numbers).as_array().map(Vec::len), Some(60_000));
    }

    #[test]
    fn rows_share_the_names_of_their_columns() -> Result<()> {
        let value = read("- {a: 1, b: 2}\n- {a: 3, b: 4}\n", ORIGIN)?;
        let shapes: Vec<_> = value
            .as_array()
            .unwrap_or_default()
            .iter()
            .filter_map(|row| row.as_object().map(engine::value::Object::shape))
            .collect();
        assert!(matches!(shapes[..], [Some(a), Some(b)] if std::sync::Arc::ptr_eq(a, b)));
        Ok(())
    }

    #[test]
    fn alias_bombs_are_refused() {
        let mut laughs = String::from("a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n");
        for level in 1..10 {
            let aliases = vec![format!("*a{}", level - 1); 9].join(", ");
            let _ = writeln!(laughs, "a{level}: &a{level} [{aliases}]");
        }
        assert!(refused(&laughs).starts_with(TOO_MANY_ALIASES));

        // Few levels, but quadratic.
        let mut wide = format!("a: &a {}\nb:\n", "x".repeat(10_000));
        wide.push_str(&"- *a\n".repeat(10_000));
        assert!(refused(&wide).starts_with(TOO_MANY_ALIASES));

        assert!(refused("a: &a [*a]").starts_with("it is nested deeper than 127 levels"));
    }

    #[test]
    fn numbers_beyond_all_limits_are_refused_as_in_json() {
        for text in ["a: 1e400", "a: [-1E999]", "- +1.5e4000"] {
            assert!(refused(text).contains(NOT_FINITE), "{text}: {}", refused(text));
        }
        // Part numbers in quotes are texts.
        for text in ["a: '12e4000'", "a: \"12E4000\"", "a: 1e400x"] {
            assert!(read(text, ORIGIN).is_ok(), "{text}");
        }
    }

    #[test]
    fn nesting_has_a_limit() {
        for depth in [200, 100_000] {
            let text = "[".repeat(depth) + &"]".repeat(depth);
            assert!(refused(&text).starts_with("it is nested deeper than 127 levels"));
        }
        assert!(refused(&"[".repeat(1_000_000)).starts_with("it is nested deeper"));
    }

    #[test]
    fn mistakes_are_explained_with_their_place() {
        let tab = read("a:\n\tb: 1\n", ORIGIN).unwrap_err();
        assert_eq!(tab.get("line"), Some(&2.into()));
        assert!(tab.advice.is_some_and(|advice| advice.contains("tabs")));
        let colon = read("a: b: c", ORIGIN).unwrap_err();
        assert!(colon.advice.is_some_and(|advice| advice.contains("quotes")));
        assert_eq!(refused("a: 1\n---\nb: 2\n"), "it holds more than one document");
        assert_eq!(refused("# nothing\n---\n"), "it is empty");
        assert!(refused("a: *b").starts_with("unknown anchor"));
    }
}

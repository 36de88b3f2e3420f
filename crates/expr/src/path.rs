//! Paths to values inside the data (spec 5.3), and keys as they are written in expressions.

use std::fmt;

use super::reserved::Reserved;
use reportctl_base::blank::is_blank;
use reportctl_base::value::Value;

/// A path into the data, ready for lookups.
///
/// Each part names a key of an object, ignoring case, or, when it is a decimal number without
/// leading zeros, an element of an array (spec B11).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Path {
    segments: Box<[Segment]>,
}

/// One part of a [`Path`].
#[derive(Debug, Clone)]
pub struct Segment {
    text: Box<str>,
    /// In lower case; `None` where that changes nothing.
    folded: Option<Box<str>>,
    index: Option<usize>,
    /// The name with a meaning of its own that it is, where names that begin with `$` are known.
    reserved: Option<Reserved>,
    /// `true` if the path was written with brackets. It leads to the same value without them.
    is_bracketed: bool,
}

impl PartialEq for Segment {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Segment {}

impl Segment {
    fn new(text: &str) -> Self {
        let folded = text.to_lowercase();
        Self {
            text: text.into(),
            index: array_index(text),
            reserved: folded.strip_prefix('$').and_then(Reserved::named),
            is_bracketed: false,
            folded: (folded != text).then(|| folded.into_boxed_str()),
        }
    }

    /// Returns `true` if it begins with `$`, as names that are no keys do.
    pub fn is_name(&self) -> bool {
        self.text.starts_with('$')
    }

    /// The name with a meaning of its own that it is, such as `$page`.
    pub fn reserved(&self) -> Option<Reserved> {
        self.reserved
    }

    /// As it was written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The element of an array that it selects.
    pub fn index(&self) -> Option<usize> {
        self.index
    }

    /// In lower case.
    pub fn lower(&self) -> &str {
        self.folded.as_deref().unwrap_or(&self.text)
    }
}

impl Path {
    /// A path from its dotted form; the empty text is the value itself. Nothing is trimmed.
    pub fn compile(dotted: &str) -> Self {
        if dotted.is_empty() { Self::default() } else { Self::from_segments(dotted.split('.')) }
    }

    /// A path from its parts, which may contain dots.
    pub fn from_segments<'s>(segments: impl IntoIterator<Item = &'s str>) -> Self {
        Self { segments: segments.into_iter().map(Segment::new).collect() }
    }

    /// A path that was written with brackets: `[a-2]` is a key, whatever is in it.
    pub fn bracketed<'s>(segments: impl IntoIterator<Item = &'s str>) -> Self {
        let bracketed = |text| Segment { is_bracketed: true, ..Segment::new(text) };
        Self { segments: segments.into_iter().map(bracketed).collect() }
    }

    /// Returns `true` if the path was written with brackets.
    pub fn is_bracketed(&self) -> bool {
        self.segments.iter().any(|segment| segment.is_bracketed)
    }

    /// Its parts.
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// The value it leads to; `null` counts as a value.
    #[inline]
    pub fn lookup<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        self.segments.iter().try_fold(value, step)
    }
}

/// The value that the parts of a path lead to.
pub fn lookup_parts<'v>(path: &[Segment], value: &'v Value) -> Option<&'v Value> {
    path.iter().try_fold(value, step)
}

/// One step of a lookup.
#[inline]
fn step<'v>(value: &'v Value, segment: &Segment) -> Option<&'v Value> {
    match value {
        Value::Object(object) => object.value_folded(segment.lower()),
        Value::Array(items) => items.get(segment.index?),
        _ => None,
    }
}

/// The parts joined by dots, for messages.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, segment) in self.segments.iter().enumerate() {
            if i > 0 {
                f.write_str(".")?;
            }
            f.write_str(&segment.text)?;
        }
        Ok(())
    }
}

/// The value of exactly this key: no dots, no ignoring of case (spec 5.4, 7.6, 8.6). A decimal key
/// selects an element of an array. `null` counts as a value.
pub fn own<'v>(value: &'v Value, key: &str) -> Option<&'v Value> {
    match value {
        Value::Object(object) => object.get(key),
        Value::Array(items) => items.get(array_index(key)?),
        _ => None,
    }
}

fn array_index(text: &str) -> Option<usize> {
    let canonical =
        text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if canonical { text.parse().ok() } else { None }
}

/// A key as a bracket segment of an expression: `[key]`, quoted where it has blanks, quotes or
/// brackets (spec 7.3). `None` for the few keys that no quote fits.
pub fn segment_for(key: &str) -> Option<String> {
    let plain = |c: char| !is_blank(c) && !matches!(c, '"' | '\'' | '[' | ']');
    if !key.is_empty() && key.chars().all(plain) {
        Some(format!("[{key}]"))
    } else if !key.contains('"') {
        Some(format!("[\"{key}\"]"))
    } else if !key.contains('\'') {
        Some(format!("['{key}']"))
    } else if !key.starts_with(['"', '\'']) && !key.contains(|c| is_blank(c) || c == ']') {
        Some(format!("[{key}]"))
    } else {
        None
    }
}

/// A key as a token of a template text: `{[key]}`. `None` for keys that cannot be written in one,
/// such as those with braces.
pub fn token_for(key: &str) -> Option<String> {
    if key.contains(['{', '}']) {
        return None;
    }
    segment_for(key).map(|segment| format!("{{{segment}}}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data() -> Value {
        Value::from_json(
            r#"{"Customer":{"Name":"Ana","nAME":"second"},"rows":[{"x":1},[7]],"n":null,"5":"five"}"#,
        )
        .expect("valid JSON")
    }

    fn find(path: &str) -> Option<Value> {
        Path::compile(path).lookup(&data()).cloned()
    }

    #[test]
    fn keys_match_ignoring_case_and_the_first_one_wins() {
        assert_eq!(find("CUSTOMER.name"), Some("Ana".into()));
        assert_eq!(find("customer.nothing"), None);
        assert_eq!(find("customer.name.more"), None);
        assert_eq!(find("customer. name"), None);
    }

    #[test]
    fn the_empty_path_is_the_value_itself_and_null_is_a_value() {
        assert_eq!(find(""), Some(data()));
        assert_eq!(find("n"), Some(Value::Null));
        assert_eq!(find("."), None);
    }

    #[test]
    fn decimal_parts_select_elements_of_arrays() {
        assert_eq!(find("rows.0.x"), Some(Value::Number(1.0)));
        assert_eq!(find("rows.1.0"), Some(Value::Number(7.0)));
        assert_eq!(find("5"), Some("five".into()));
        for missing in
            ["rows.2", "rows.00", "rows.-1", "rows.x", "rows.", "rows.99999999999999999999"]
        {
            assert_eq!(find(missing), None, "{missing}");
        }
    }

    #[test]
    fn own_keys_are_exact() {
        let data = data();
        assert!(own(&data, "Customer").is_some());
        assert_eq!(own(&data, "customer"), None);
        assert_eq!(own(&data, "Customer.Name"), None);
        let row = Value::from_json("[4,5]").expect("valid JSON");
        assert_eq!(own(&row, "1"), Some(&Value::Number(5.0)));
    }

    #[test]
    fn keys_are_quoted_only_where_needed() {
        let cases = [
            ("id", "[id]"),
            ("my-key", "[my-key]"),
            ("customer.name", "[customer.name]"),
            ("token name", "[\"token name\"]"),
            ("a'b", "[\"a'b\"]"),
            ("a\"b", "['a\"b']"),
            ("[a]", "[\"[a]\"]"),
            ("", "[\"\"]"),
            ("a\"b'c", "[a\"b'c]"),
        ];
        for (key, segment) in cases {
            assert_eq!(segment_for(key).as_deref(), Some(segment));
        }
        assert_eq!(segment_for("a \"b' c"), None);
        assert_eq!(token_for("id").as_deref(), Some("{[id]}"));
        assert_eq!(token_for("a{b}"), None);
    }
}

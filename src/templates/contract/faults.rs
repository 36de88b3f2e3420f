//! Messages about faults against a schema.

use std::collections::HashSet;

use boon::{ErrorKind, Type, Types, ValidationError};
use serde_json::Value as Json;

use super::origin::ValueOrigin;
use super::spelling::Spelt;
use crate::templates::codes;
use engine::pointer::escaped;
use engine::problem::{Problem, quoted};
use engine::suggest::{Suggestions, listed};

/// Faults of data: the first ones, and the number of all.
pub(super) struct Faults {
    /// The first of them.
    pub(super) found: Vec<Problem>,
    /// Number of all faults.
    pub(super) count: usize,
    /// Maximum number of problems made.
    most: usize,
    suggestions: Suggestions,
}

impl Faults {
    /// Makes an empty list, of which at most `most` faults are kept.
    pub(super) fn new(most: usize) -> Self {
        Self { found: Vec::new(), count: 0, most, suggestions: Suggestions::default() }
    }

    /// Counts a fault, and makes it if it is one of the first.
    fn add(&mut self, fault: impl FnOnce(&Suggestions) -> Problem) {
        self.count += 1;
        if self.found.len() < self.most {
            self.found.push(fault(&self.suggestions));
        }
    }

    /// Adds the fault that the data was not validated to its end.
    pub(super) fn too_much(&mut self, pointer: &str, data: &Spelt<'_>) {
        let (pointer, value) = data.original(pointer);
        let place = FaultPlace { pointer: &pointer, name: data.path(&pointer), value };
        let message = format!(
            "{} takes too long to be validated against the schema of the data",
            place.quoted()
        );
        // Listed first: the data after it was not validated.
        self.count += 1;
        self.found
            .insert(0, place.problem(message).advice("give less data, or use a simpler schema"));
    }

    /// Adds keys of the object at a place that its part of the schema does not know.
    pub(super) fn unknown(
        &mut self,
        keys: &[&str],
        pointer: &str,
        data: &Spelt<'_>,
        part: Option<&Json>,
    ) {
        if self.found.len() >= self.most {
            self.count += keys.len();
            return;
        }
        let (pointer, value) = data.original(pointer);
        let place = FaultPlace { pointer: &pointer, name: data.path(&pointer), value };
        self.add_unknown(keys, &place, part);
    }

    fn add_unknown<K: AsRef<str>>(
        &mut self,
        keys: &[K],
        place: &FaultPlace<'_>,
        part: Option<&Json>,
    ) {
        let known = properties(part);
        for key in keys {
            self.add(|suggestions| place.unknown(key.as_ref(), &known, suggestions));
        }
    }

    /// Adds what an error says, its causes first: they name the places.
    pub(super) fn collect(
        &mut self,
        error: &ValidationError<'_, '_>,
        origin: &ValueOrigin<'_>,
        data: &Spelt<'_>,
        schema: &Json,
    ) {
        let is_choice = matches!(error.kind, ErrorKind::AnyOf | ErrorKind::OneOf(_));
        // The reasons for which none of several forms fits would be many, and most of them
        // irrelevant. The depth is that of the value that the validator got.
        if !error.causes.is_empty() && !is_choice {
            for cause in &error.causes {
                self.collect(cause, origin, data, schema);
            }
            return;
        }
        if self.found.len() >= self.most {
            self.count += match &error.kind {
                ErrorKind::Required { want } => want.len(),
                ErrorKind::AdditionalProperties { got } => got.len(),
                _ => 1,
            };
            return;
        }
        let pointer = format!("{}{}", origin.place, error.instance_location);
        let (pointer, value) = data.original(&pointer);
        let place = FaultPlace { pointer: &pointer, name: data.path(&pointer), value };
        let here = origin.pointer_of(error.schema_url);
        let here = here.and_then(|pointer| schema.pointer(&pointer));
        match &error.kind {
            ErrorKind::Required { want } => {
                let known: HashSet<&str> = properties(here).into_iter().collect();
                for key in want {
                    self.add(|suggestions| place.missing(key, &known, suggestions));
                }
            }
            ErrorKind::Type { want, .. } => self.add(|_| place.wrong_type(*want)),
            ErrorKind::Pattern { want, .. } => self.add(|_| place.pattern(want, here)),
            ErrorKind::AdditionalProperties { got } => self.add_unknown(got, &place, here),
            ErrorKind::Enum { want } => self.add(|_| {
                let message = format!("{} must be one of {}", place.quoted(), choices(want));
                place.problem(message).advice("use one of these values")
            }),
            other => self.add(|_| {
                let message =
                    format!("{} does not fit: {}", place.quoted(), cut(other.to_string()));
                place.problem(message).advice("give data that fits the schema")
            }),
        }
    }
}

/// Longest text that a message takes over.
const LONGEST: usize = 1000;

fn cut(mut text: String) -> String {
    if text.len() > LONGEST {
        let end = (0..=LONGEST).rev().find(|end| text.is_char_boundary(*end));
        text.truncate(end.unwrap_or_default());
        text.push('…');
    }
    text
}

/// Values for a message, the first few of many.
fn choices(values: &[Json]) -> String {
    let mut text = String::new();
    for value in values {
        if !text.is_empty() {
            text.push_str(", ");
        }
        if text.len() > LONGEST {
            text.push('…');
            break;
        }
        text.push_str(&cut(value.to_string()));
    }
    text
}

/// A value that is refused.
struct FaultPlace<'d> {
    pointer: &'d str,
    name: String,
    value: &'d Json,
}

impl FaultPlace<'_> {
    fn quoted(&self) -> String {
        if self.name.is_empty() { "the data".to_owned() } else { quoted(&self.name) }
    }

    fn problem(&self, message: String) -> Problem {
        Problem::new(codes::DATA_INVALID, message)
            .pointer(self.pointer)
            .detail("path", self.name.as_str())
    }

    fn missing(&self, key: &str, known: &HashSet<&str>, suggestions: &Suggestions) -> Problem {
        let there: Vec<&str> =
            self.value.as_object().into_iter().flatten().map(|(key, _)| key.as_str()).collect();
        // A key that the schema knows is meant as it is.
        let strangers = || there.iter().copied().filter(|key| !known.contains(key));
        let advice = match suggestions.nearest(key, strangers) {
            Some(meant) => format!("there is {}: did you mean {}?", quoted(meant), quoted(key)),
            None if there.is_empty() => format!("add {}", quoted(key)),
            None => format!("there are: {}", listed(there)),
        };
        let message = if self.name.is_empty() {
            format!("the data has no {}", quoted(key))
        } else {
            format!("{} in the data has no {}", quoted(&self.name), quoted(key))
        };
        self.problem(message).advice(advice).detail("missing", key)
    }

    fn unknown(&self, key: &str, known: &[&str], suggestions: &Suggestions) -> Problem {
        let advice = match suggestions.nearest(key, || known.iter().copied()) {
            Some(meant) => format!("did you mean {}?", quoted(meant)),
            None => format!("there are: {}", listed(known.to_vec())),
        };
        let message = if self.name.is_empty() {
            format!("the data must not have {}", quoted(key))
        } else {
            format!("{} in the data must not have {}", quoted(&self.name), quoted(key))
        };
        let path =
            if self.name.is_empty() { key.to_owned() } else { format!("{}.{key}", self.name) };
        Problem::new(codes::DATA_INVALID, message)
            .pointer(format!("{}/{}", self.pointer, escaped(key)))
            .detail("path", path)
            .advice(advice)
    }

    fn wrong_type(&self, want: Types) -> Problem {
        let all: Vec<Type> = want.iter().collect();
        // Texts that are numbers are fine where numbers are; a list of three says less.
        let numeric = all.contains(&Type::Number) && !all.contains(&Type::Boolean);
        let wanted: Vec<&str> = all
            .iter()
            .filter(|kind| !(numeric && **kind == Type::String))
            .filter(|kind| **kind != Type::Null || all.len() == 1)
            .map(|kind| phrase_of(*kind))
            .collect();
        let message = format!(
            "{} must be {}, not {}",
            self.quoted(),
            wanted.join(" or "),
            phrase(self.value)
        );
        let advice = match self.value {
            Json::Null => "give a value, or guard it with a condition in the template",
            _ => "give a value of that type",
        };
        self.problem(message).advice(advice)
    }

    fn pattern(&self, want: &str, here: Option<&Json>) -> Problem {
        // As it is written: what is matched with is another form of it.
        let want = here.and_then(|here| here.get("pattern")?.as_str()).unwrap_or(want);
        let types = here.and_then(|schema| schema.get("type"));
        let has = |name: &str| match types {
            Some(Json::Array(all)) => all.iter().any(|one| one == name),
            Some(one) => one == name,
            None => false,
        };
        let is_date = want.starts_with(r"\d");
        let wanted = match (is_date, has("number"), has("boolean")) {
            (true, ..) => "a date".to_owned(),
            (_, true, false) => "a number".to_owned(),
            (_, _, true) => "true or false".to_owned(),
            _ => format!("a text that matches {}", quoted(want)),
        };
        let value = cut(self.value.to_string());
        let message = format!("{} must be {wanted}, not the text {value}", self.quoted());
        self.problem(message).advice("correct the value")
    }
}

fn phrase_of(kind: Type) -> &'static str {
    match kind {
        Type::Null => "null",
        Type::Boolean => "true or false",
        Type::Number => "a number",
        Type::Integer => "a whole number",
        Type::String => "a text",
        Type::Array => "a list",
        Type::Object => "an object",
    }
}

fn phrase(value: &Json) -> &'static str {
    match value {
        Json::Null => "null",
        Json::Bool(_) => "true or false",
        Json::Number(_) => "a number",
        Json::String(_) => "a text",
        Json::Array(_) => "a list",
        Json::Object(_) => "an object",
    }
}

/// The keys that an object of the schema has.
fn properties(schema: Option<&Json>) -> Vec<&str> {
    let properties = schema.and_then(|schema| schema.get("properties")?.as_object());
    properties.into_iter().flatten().map(|(key, _)| key.as_str()).collect()
}

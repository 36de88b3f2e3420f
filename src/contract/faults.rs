//! What a schema refuses, in words.

use boon::{ErrorKind, Type, Types, ValidationError};
use percent_encoding::percent_decode_str;
use serde_json::Value as Json;

use super::spelling::Spelt;
use crate::pointer::escaped;
use crate::problem::{Code, Problem, quoted};
use crate::suggest::{listed, nearest};

/// Adds what an error says, its causes first: they name the places.
pub(super) fn collect(
    error: &ValidationError<'_, '_>,
    data: &Spelt<'_>,
    schema: &Json,
    found: &mut Vec<Problem>,
) {
    let is_choice = matches!(error.kind, ErrorKind::AnyOf | ErrorKind::OneOf(_));
    // Why none of several forms fits would be many reasons, most of them beside the point.
    if !error.causes.is_empty() && !is_choice {
        error.causes.iter().for_each(|cause| collect(cause, data, schema, found));
        return;
    }
    let (pointer, value) = data.original(&error.instance_location.to_string());
    let place = Place { pointer: &pointer, name: data.path(&pointer), value };
    match &error.kind {
        ErrorKind::Required { want } => {
            let known = properties(error.schema_url, schema);
            found.extend(want.iter().map(|key| place.missing(key, &known)));
        }
        ErrorKind::Type { want, .. } => found.push(place.wrong_type(*want)),
        ErrorKind::Pattern { want, .. } => {
            found.push(place.pattern(want, error.schema_url, schema))
        }
        ErrorKind::AdditionalProperties { got } => {
            let known = properties(error.schema_url, schema);
            found.extend(got.iter().map(|key| place.unknown(key, &known)));
        }
        ErrorKind::Enum { want } => {
            let choices = want.iter().map(Json::to_string).collect::<Vec<_>>().join(", ");
            let message = format!("{} must be one of {choices}", place.quoted());
            found.push(place.problem(message).advice("use one of these values"));
        }
        other => {
            let message = format!("{} does not fit: {other}", place.quoted());
            found.push(place.problem(message).advice("give data that fits the schema"));
        }
    }
}

/// A value that is refused.
struct Place<'d> {
    pointer: &'d str,
    name: String,
    value: &'d Json,
}

impl Place<'_> {
    fn quoted(&self) -> String {
        if self.name.is_empty() { "the data".to_owned() } else { quoted(&self.name) }
    }

    fn problem(&self, message: String) -> Problem {
        Problem::new(Code::DataInvalid, message)
            .pointer(self.pointer)
            .detail("path", self.name.as_str())
    }

    fn missing(&self, key: &str, known: &[&str]) -> Problem {
        let there: Vec<&str> =
            self.value.as_object().into_iter().flatten().map(|(key, _)| key.as_str()).collect();
        // A key that the schema knows is meant as it is.
        let strangers = there.iter().copied().filter(|key| !known.contains(key));
        let advice = match nearest(key, strangers) {
            Some(meant) => format!("there is {}: did you mean {}?", quoted(meant), quoted(key)),
            None if there.is_empty() => format!("add {}", quoted(key)),
            None => format!("there are: {}", listed(there)),
        };
        let message = match self.name.is_empty() {
            true => format!("the data has no {}", quoted(key)),
            false => format!("{} in the data has no {}", quoted(&self.name), quoted(key)),
        };
        self.problem(message).advice(advice).detail("missing", key)
    }

    fn unknown(&self, key: &str, known: &[&str]) -> Problem {
        let advice = match nearest(key, known.iter().copied()) {
            Some(meant) => format!("did you mean {}?", quoted(meant)),
            None => format!("there are: {}", listed(known.to_vec())),
        };
        let message = match self.name.is_empty() {
            true => format!("the data must not have {}", quoted(key)),
            false => format!("{} in the data must not have {}", quoted(&self.name), quoted(key)),
        };
        let path = match self.name.is_empty() {
            true => key.to_owned(),
            false => format!("{}.{key}", self.name),
        };
        Problem::new(Code::DataInvalid, message)
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

    fn pattern(&self, want: &str, url: &str, schema: &Json) -> Problem {
        let here = at(url, schema);
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
        let message = format!("{} must be {wanted}, not the text {}", self.quoted(), self.value);
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

/// The part of the schema that a location leads to.
fn at<'s>(url: &str, schema: &'s Json) -> Option<&'s Json> {
    let (_, fragment) = url.split_once('#')?;
    schema.pointer(&percent_decode_str(fragment).decode_utf8_lossy())
}

/// The keys that an object of the schema has.
fn properties<'s>(url: &str, schema: &'s Json) -> Vec<&'s str> {
    let properties = at(url, schema).and_then(|schema| schema.get("properties"));
    properties
        .and_then(Json::as_object)
        .into_iter()
        .flatten()
        .map(|(key, _)| key.as_str())
        .collect()
}

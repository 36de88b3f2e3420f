//! Compares what came out with what a vector expects (`README.md`, "Reading `expect`").

use serde_json::{Map, Value as Json};

/// Tolerance of `$approx` where no `$tol` is given.
const TOLERANCE: f64 = 1e-6;

/// Compares `actual` with the expected value. Returns the place and kind of the first difference.
pub(super) fn matches(expected: &Json, actual: &Json) -> Result<(), String> {
    at("", expected, actual)
}

fn at(place: &str, expected: &Json, actual: &Json) -> Result<(), String> {
    let holds = match expected {
        Json::Object(object) if object.keys().any(|key| key.starts_with('$')) => {
            return operators(place, object, actual);
        }
        Json::Object(object) => {
            for (key, expected) in object {
                let place = format!("{place}.{key}");
                let actual = member(actual, key).unwrap_or(&Json::Null);
                at(&place, expected, actual)?;
            }
            true
        }
        Json::Array(expected) => {
            let Some(actual) = actual.as_array().filter(|a| a.len() == expected.len()) else {
                return differs(place, &Json::Array(expected.clone()), actual);
            };
            for (i, (expected, actual)) in expected.iter().zip(actual).enumerate() {
                at(&format!("{place}[{i}]"), expected, actual)?;
            }
            true
        }
        Json::Number(number) => actual.as_f64() == number.as_f64(),
        other => actual == other,
    };
    if holds { Ok(()) } else { differs(place, expected, actual) }
}

fn differs(place: &str, expected: &Json, actual: &Json) -> Result<(), String> {
    let actual: String = actual.to_string().chars().take(400).collect();
    Err(format!("{place}: expected {expected}, got {actual}"))
}

fn operators(place: &str, expected: &Map<String, Json>, actual: &Json) -> Result<(), String> {
    let number = actual.as_f64().unwrap_or(f64::NAN);
    for (operator, operand) in expected {
        let limit = operand.as_f64().unwrap_or(f64::NAN);
        let holds = match operator.as_str() {
            "$gt" => number > limit,
            "$gte" => number >= limit,
            "$approx" => {
                let tolerance = expected.get("$tol").and_then(Json::as_f64).unwrap_or(TOLERANCE);
                (number - limit).abs() <= tolerance
            }
            "$tol" => true,
            "$contains" => match (actual, operand) {
                (Json::String(text), Json::String(part)) => text.contains(part.as_str()),
                (Json::Array(list), item) => list.contains(item),
                _ => false,
            },
            "$includes" => {
                at(place, operand, actual)?;
                true
            }
            "$absent" => actual.is_null(),
            _ => return Err(format!("{place}: no matcher `{operator}`")),
        };
        if !holds {
            return differs(place, &Json::Object(expected.clone()), actual);
        }
    }
    Ok(())
}

/// The place in a result that a key such as `column[0]` or `text[1].x` names.
fn member<'a>(value: &'a Json, key: &str) -> Option<&'a Json> {
    if let Some(found) = value.get(key) {
        return Some(found);
    }
    key.split('.').try_fold(value, |value, part| {
        let (name, indices) = part.split_once('[').unwrap_or((part, ""));
        // A key such as `cell[0]` may name a place in a result that is a list itself.
        let value = value.get(name).or_else(|| value.is_array().then_some(value))?;
        let indices = indices.split('[').filter_map(|index| index.strip_suffix(']'));
        indices.map(str::parse::<usize>).try_fold(value, |value, index| value.get(index.ok()?))
    })
}

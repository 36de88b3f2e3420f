//! Problems as JavaScript gets them.

use reportctl_engine::problem::{Code, Problem, Severity};
use serde_json::{Map, Value as Json};
use wasm_bindgen::JsValue;

/// A problem as an object of the shape of `Problem` in `designer/src/engine/types.ts`, with its
/// details beside: `code`, `severity`, `message`, `blame`, and `field`, `pointer`, `help` where
/// they are known.
pub(crate) fn object(problem: &Problem) -> Json {
    let severity = match problem.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let mut object = Map::new();
    let mut put = |name: &str, value: Json| drop(object.insert(name.to_owned(), value));
    put("code", problem.code.as_str().into());
    put("severity", severity.into());
    put("message", problem.message.as_str().into());
    put("blame", problem.blame().as_str().into());
    if let Some(field) = &problem.field {
        put("field", field.as_str().into());
    }
    if let Some(pointer) = &problem.pointer {
        put("pointer", pointer.as_str().into());
    }
    put("help", problem.advice.as_deref().unwrap_or(problem.code.fix()).into());
    for (name, value) in &problem.details {
        put(name, value.clone());
    }
    Json::Object(object)
}

/// Problems as a JSON array.
pub(crate) fn array(problems: &[Problem]) -> Json {
    problems.iter().map(object).collect()
}

/// What a failed call throws: the problem as a JSON text.
pub(crate) fn thrown(problem: &Problem) -> JsValue {
    object(problem).to_string().into()
}

/// A text of the caller that is not the JSON it has to be.
pub(crate) fn malformed(what: &str, error: &serde_json::Error) -> JsValue {
    thrown(&Problem::new(Code::MalformedJson, format!("{what} is not JSON: {error}")))
}

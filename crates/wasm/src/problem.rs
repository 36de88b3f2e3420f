//! Problems as JavaScript gets them.

use reportctl_engine::editor;
use reportctl_engine::problem::{Code, Problem};
use wasm_bindgen::JsValue;

/// Exception of a failed call: the problem as a JSON text.
pub(crate) fn thrown(problem: &Problem) -> JsValue {
    editor::problem(problem).to_string().into()
}

/// A text of the caller that is not the JSON it has to be.
pub(crate) fn malformed(what: &str, error: &serde_json::Error) -> JsValue {
    thrown(&Problem::new(Code::MalformedJson, format!("{what} is not JSON: {error}")))
}

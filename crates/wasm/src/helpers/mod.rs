//! Synchronous functions for editors and hosts, without fonts and PDF.
//!
//! Add a function with `#[wasm_bindgen(js_name = …)]` in a module of its subject; it is then an
//! export of `designer/src/engine/generated/helpers.js`.

pub mod bindings;
pub mod checks;
pub mod constants;
pub mod expressions;

use reportctl_engine::Value;
use reportctl_engine::format::schema;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::problem::malformed;

/// JSON Schema of template files.
#[wasm_bindgen(js_name = templateSchema)]
pub fn template_schema() -> String {
    schema::json_schema().to_string()
}

/// An argument as the engine takes it.
fn value(what: &str, text: &str) -> Result<Value, JsValue> {
    Value::from_json(text).map_err(|error| malformed(what, &error))
}

/// An argument in a shape of its own.
fn from_json<T: DeserializeOwned>(what: &str, text: &str) -> Result<T, JsValue> {
    serde_json::from_str(text).map_err(|error| malformed(what, &error))
}

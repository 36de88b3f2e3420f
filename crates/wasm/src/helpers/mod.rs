//! Synchronous functions for editors and hosts, which need no document.
//!
//! Add a function with `#[wasm_bindgen(js_name = …)]` in a module of its subject; it is then an
//! export of `designer/src/engine/generated/engine.js`.

pub mod bindings;
pub mod checks;
pub mod constants;
pub mod expressions;

use reportctl_engine::Value;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;

use crate::problem::malformed;

/// An argument as the engine takes it.
fn value(what: &str, text: &str) -> Result<Value, JsValue> {
    Value::from_json(text).map_err(|error| malformed(what, &error))
}

/// An argument in a shape of its own.
fn from_json<T: DeserializeOwned>(what: &str, text: &str) -> Result<T, JsValue> {
    serde_json::from_str(text).map_err(|error| malformed(what, &error))
}

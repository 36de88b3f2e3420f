//! Synchronous functions for editors and hosts, without fonts and PDF.
//!
//! Add a function with `#[wasm_bindgen(js_name = …)]` in a module of its subject; it is then an
//! export of `designer/src/engine/generated/helpers.js`.

use wasm_bindgen::prelude::wasm_bindgen;

use reportctl_engine::format::schema;

/// JSON Schema of template files.
#[wasm_bindgen(js_name = templateSchema)]
pub fn template_schema() -> String {
    schema::json_schema().to_string()
}

//! Fonts packed for the web.

use reportctl_engine::font::unpack;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::problem::thrown;

/// The plain font inside a WOFF or WOFF2 file.
///
/// # Errors
/// `fontDecompressFailed` or `fontUnreadable`.
#[wasm_bindgen(js_name = unpackFont)]
pub fn unpack_font(bytes: Vec<u8>) -> Result<Vec<u8>, JsValue> {
    unpack("font", bytes).map_err(|problem| thrown(&problem))
}

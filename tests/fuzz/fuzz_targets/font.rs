//! Font files of any bytes, and a line set and embedded with whatever can be read.

#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use reportctl::font::Face;
use reportctl::{Fonts, Options, Value, prepare};

const TEMPLATE: &str = r#"{"page": {"width": 100, "height": 50}, "schemas": [
    {"id": "t", "name": "t", "type": "text", "x": 1, "y": 1, "width": 90, "height": 9,
     "content": "{text}"}]}"#;

fuzz_target!(|input: (&[u8], &str)| {
    let (font, text) = input;
    let Ok(face) = Face::from_bytes("fuzz", font.to_vec()) else { return };
    let fonts = Fonts::new(vec![Arc::new(face)], true);
    let Ok(template) = Value::from_json(TEMPLATE) else { return };
    let Ok(prepared) = prepare(&template, &Value::Null) else { return };
    let data = serde_json::json!({ "text": format!("Ab fi {text}") });
    let Ok(data) = Value::from_json(&data.to_string()) else { return };
    let _ = prepared.generate(&data, &Options::new(&fonts));
});

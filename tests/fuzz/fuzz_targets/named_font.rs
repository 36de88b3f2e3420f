//! Changed font files that a template names, with texts that are broken into lines by their kerning.

#![no_main]

use libfuzzer_sys::fuzz_target;
use reportctl::{Fonts, Library, Options, Value, prepare_with};

const TEMPLATE: &str = r#"{"extensions": 1, "page": {"width": 100, "height": 50},
    "fonts": {"default": {"regular": "lib:font.ttf"}}, "schemas": [
    {"id": "t", "name": "t", "type": "text", "x": 1, "y": 1, "width": 30, "height": 9,
     "wrap": "word", "overflow": "expand", "alignment": "justify", "content": "{text}"},
    {"id": "u", "name": "u", "type": "text", "x": 1, "y": 20, "width": 30, "height": 9,
     "bold": true, "fontVariantFallback": "synthetic", "characterSpacing": 1, "content": "{text}"}]}"#;

const FONT: &[u8] = include_bytes!("../../fonts/FixtureKern.ttf");

fuzz_target!(|input: (Vec<(u16, u8)>, &str)| {
    let (changes, text) = input;
    let mut font = FONT.to_vec();
    for (at, value) in changes {
        let at = usize::from(at) % font.len();
        font[at] = value;
    }
    let mut library = Library::default();
    library.insert("font.ttf", font);
    let Ok(template) = Value::from_json(TEMPLATE) else { return };
    let Ok(prepared) = prepare_with(&template, &Value::Null, library) else { return };
    let data = serde_json::json!({ "text": format!("AV To. fi {text}") });
    let Ok(data) = Value::from_json(&data.to_string()) else { return };
    let fonts = Fonts::standard();
    let _ = prepared.generate(&data, &Options::new(&fonts));
});

//! A project file of any content, rendered with fixed data.

#![no_main]

use libfuzzer_sys::fuzz_target;
use reportctl::{Budget, Fonts, Options, Value, prepare};

fuzz_target!(|text: &str| {
    let Ok(project) = Value::from_json(text) else { return };
    let part = |key| project.get(key).unwrap_or(&Value::Null);
    let Ok(prepared) = prepare(part("template"), part("bindings")) else { return };
    let data = r#"{"a": 1, "b": "x", "rows": [{"n": 1, "t": "é"}, {"n": null}, 3, []]}"#;
    let Ok(data) = Value::from_json(data) else { return };
    let fonts = Fonts::standard();
    let mut options = Options::new(&fonts);
    options.budget = Budget { max_pages: 50, max_output_bytes: 1 << 24, ..Budget::default() };
    let _ = prepared.generate(&data, &options);
});

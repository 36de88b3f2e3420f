//! PDF files of any bytes as letterheads.

#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use reportctl::{Fonts, Library, Options, Value, prepare_with};

const TEMPLATE: &str = r#"{"extensions": 1, "page": {"width": 210, "height": 297}, "schemas": [],
    "backgroundPdf": "lib:paper.pdf"}"#;

fuzz_target!(|bytes: &[u8]| {
    static FONTS: OnceLock<Fonts> = OnceLock::new();
    let fonts = FONTS.get_or_init(Fonts::standard);
    let mut library = Library::default();
    library.insert("paper.pdf", bytes);
    let template = Value::from_json(TEMPLATE).expect("JSON");
    let prepared = prepare_with(&template, &Value::Null, library).expect("a template");
    let _ = prepared.generate(&Value::Null, &Options::new(fonts));
});

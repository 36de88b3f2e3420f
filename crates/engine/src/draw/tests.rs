//! Helpers for the tests of drawing.

use super::{DisplayList, Painter, Pictures};
use crate::{Fonts, Options, Value, prepare};

/// The display list of a page of 210 x 297 mm. `template` are further keys of the template, with its
/// fields in `schemas`.
pub(super) fn draw(template: &str) -> DisplayList {
    let template = format!(r#"{{"page":{{"width":210,"height":297}},{template}}}"#);
    let template = Value::from_json(&template).expect("valid JSON");
    let prepared = prepare(&template, &Value::Null).expect("a valid template");
    let fonts = Fonts::standard();
    let layout = prepared.layout(&Value::Null, &Options::new(&fonts)).expect("a layout");
    let (pictures, meter) = Default::default();
    let mut painter = Painter::new(&fonts, Pictures::new(&pictures), &meter);
    painter.page(&layout.pages[0]).expect("drawable").clone()
}

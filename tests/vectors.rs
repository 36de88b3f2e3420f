//! SVG pictures and turned photographs: our pixels compared with those that a reader makes of the
//! PDF, and the PDF judged by qpdf.

use std::path::Path;

use reportctl::{Fonts, Options, Prepared, Value, prepare};
use reportctl_raster::{Difference, Image, Rasteriser, SEEN};
use serde_json::{Value as Json, json};

use crate::{documents, tools};

const DRAWING: &str = include_str!("vectors/drawing.svg");
const DPI: u32 = 150;

fn prepared(fields: Vec<Json>) -> Prepared {
    let page = json!({"width": 210, "height": 297});
    let template = json!({"page": page, "extensions": 1, "schemas": fields});
    let template = Value::from_json(&template.to_string()).unwrap();
    prepare(&template, &Value::from_json("[]").unwrap()).unwrap()
}

fn field(kind: &str, number: usize, (x, y): (usize, usize), more: &Json) -> Json {
    let mut field = json!({
        "id": format!("f{number}"), "name": format!("f{number}"), "type": kind,
        "x": x, "y": y, "width": 80, "height": 40,
    });
    field.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    field
}

fn ours(prepared: &Prepared) -> Image {
    let fonts = Fonts::standard();
    let options = Options::new(&fonts);
    let layout = prepared.layout(&Value::Null, &options).unwrap();
    let mut rasteriser = Rasteriser::new(f64::from(DPI));
    let mut images = Vec::new();
    prepared
        .painted(
            &layout,
            &options,
            |_| true,
            |_, painter, _| {
                images.push(rasteriser.page(painter)?);
                Ok(())
            },
        )
        .unwrap();
    images.swap_remove(0)
}

/// Holds our page against that of a reader.
fn compare(prepared: &Prepared, name: &str, most: f64) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(format!("{name}.pdf"));
    let fonts = Fonts::standard();
    let pdf = prepared.generate(&Value::Null, &Options::new(&fonts)).unwrap();
    std::fs::write(&file, &pdf).unwrap();
    tools::run("qpdf", &["--check"], &file).unwrap();
    let theirs = tools::rasters(&file, 1, DPI).swap_remove(0);
    let ours = ours(prepared);
    if let Some(kept) = std::env::var_os("REPORTCTL_KEEP_PICTURES") {
        let kept = Path::new(&kept);
        std::fs::write(kept.join(format!("{name}.pdf")), &pdf).unwrap();
        let file = |what: &str| kept.join(format!("{name}-{what}.png"));
        std::fs::write(file("theirs"), theirs.png(f64::from(DPI)).unwrap()).unwrap();
        std::fs::write(file("ours"), ours.png(f64::from(DPI)).unwrap()).unwrap();
        let layout_of = Options::new(&fonts);
        let layout = prepared.layout(&Value::Null, &layout_of).unwrap();
        let write = |_, svg| {
            std::fs::write(kept.join(format!("{name}.svg")), svg).unwrap();
            Ok(())
        };
        prepared.svg(&layout, &layout_of, |_| true, write).unwrap();
    }
    assert!(ours.rgb.iter().any(|channel| *channel < 100), "{name}: nothing is drawn");
    let share = Difference::of(&theirs, &ours, SEEN).share;
    assert!(share < most, "{name}: {share:.4}");
}

#[test]
fn drawings_look_as_in_the_pdf() {
    if !tools::has("pdftoppm") || !tools::has("qpdf") {
        return;
    }
    let more = [
        json!({}),
        json!({"fit": "contain", "alignment": "left"}),
        json!({"fit": "cover", "radius": 8}),
        json!({"fit": "none", "opacity": 0.5}),
    ];
    let fields = more.iter().enumerate().map(|(number, more)| {
        let mut field = field("svg", number, (10, 10 + 60 * number), more);
        field["content"] = DRAWING.into();
        field["width"] = json!(150);
        field["height"] = json!(50);
        field
    });
    compare(&prepared(fields.collect()), "drawings", 0.02);
}

#[test]
fn photographs_are_turned_alike() {
    if !tools::has("pdftoppm") || !tools::has("qpdf") {
        return;
    }
    let case = documents::root().join("tests/cases/extensions/image/photograph-upright");
    let case = std::fs::read_to_string(case.join("template.json")).unwrap();
    let case: Json = serde_json::from_str(&case).unwrap();
    let uri = case["template"]["schemas"][0]["content"].as_str().unwrap();
    let encoded = uri.split_once(',').unwrap().1;
    let photograph = base64(encoded);
    let place = photograph.windows(2).position(|two| two == [0x01, 0x12]).unwrap() + 9;
    let fields = (1..=8_u8).map(|orientation| {
        let mut turned = photograph.clone();
        turned[place] = orientation;
        let number = usize::from(orientation) - 1;
        let at = (10 + 95 * (number % 2), 10 + 60 * (number / 2));
        let content = format!("data:image/jpeg;base64,{}", to_base64(&turned));
        let more = json!({"content": content, "fit": "contain", "orientation": "exif"});
        field("image", number, at, &more)
    });
    compare(&prepared(fields.collect()), "photographs", 0.005);
}

fn base64(text: &str) -> Vec<u8> {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.decode(text).unwrap()
}

fn to_base64(bytes: &[u8]) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

/// E6.5: a drawing with a blur is drawn without it, and that is said.
#[test]
fn what_is_left_out_is_noted() {
    let blurred = r##"<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">
        <filter id="f"><feGaussianBlur stdDeviation="2"/></filter>
        <rect width="10" height="10" filter="url(#f)"/></svg>"##;
    let percents = blurred.replace('#', "%23").replace('\n', "%0A");
    for content in [
        format!("data:image/svg+xml;base64,{}", to_base64(blurred.as_bytes())),
        format!("data:image/svg+xml,{percents}"),
    ] {
        let prepared = prepared(vec![field("image", 0, (10, 10), &json!({"content": content}))]);
        let fonts = Fonts::standard();
        let options = Options::new(&fonts);
        let layout = prepared.layout(&Value::Null, &options).unwrap();
        let model = serde_json::to_value(&layout).unwrap();
        assert_eq!(model["notes"][0]["code"], "svgFeatureDropped", "{content}");
        assert_eq!(model["notes"][0]["page"], 1, "{content}");
        let document = prepared.draw(&layout, &options).unwrap();
        let [warning] = document.warnings.as_slice() else { panic!("{:?}", document.warnings) };
        assert_eq!(warning.code.as_str(), "svgFeatureDropped");
        assert_eq!(warning.field.as_deref(), Some("f0"));
        assert!(ours(&prepared).rgb.contains(&0));
    }
}

/// Templates without extensions refuse what they refused before.
#[test]
fn svg_needs_extensions() {
    let template = r#"{"page": {"width": 210, "height": 297}, "schemas": [{"id": "i", "name": "i",
        "type": "image", "x": 10, "y": 10, "width": 10, "height": 10,
        "content": "data:image/svg+xml,<svg/>"}]}"#;
    let prepared = prepare(&Value::from_json(template).unwrap(), &Value::Null).unwrap();
    let problem = prepared.generate(&Value::Null, &Options::new(&Fonts::standard())).unwrap_err();
    assert_eq!(problem.code.as_str(), "unsupportedImageFormat");
}

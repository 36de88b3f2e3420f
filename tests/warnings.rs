//! Documents that are made, but perhaps not as meant: everything that makes documents prints or
//! returns the warnings of the template (`convertedValue`) and of its pictures (`imageDamaged`).

use reportctl::{Code, Fonts, Options, Value, prepare};
use serde_json::{Value as Json, json};

use crate::project::{Project, document};
use crate::serve::service::TestService;

/// A pixel, labelled as what it is not.
const DOT: &str = "data:image/jpeg;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mNQSFgAAAHEASFcollRAAAAAElFTkSuQmCC";

const CONVERTED: &str = "warning: `fontSize` is the text `12`";
const DAMAGED: &str = "warning: the image is labelled `image/jpeg`";

fn template() -> String {
    let title = json!({"id": "t", "name": "title", "type": "text", "x": 10, "y": 10, "width": 90,
        "height": 10, "content": "No. {number}", "fontSize": "12"});
    let logo = json!({"id": "l", "name": "logo", "type": "image", "x": 10, "y": 30, "width": 5,
        "height": 5, "content": DOT});
    document("Invoice", &[title.to_string(), logo.to_string()], "[]")
}

fn project() -> Project {
    Project::new()
        .template("invoice", &template())
        .file("data.json", r#"{"number": 7}"#)
        .file("rows.csv", "number,email\n7,ana@example.org\n8,bob@example.org\n")
}

fn has_both(stderr: &str) {
    for warning in [CONVERTED, DAMAGED] {
        assert_eq!(stderr.matches(warning).count(), 1, "{warning}: {stderr}");
    }
    assert!(stderr.contains("templates/invoice.json"), "{stderr}");
}

#[test]
fn send_prints_them() {
    let arguments = ["send", "invoice", "--data", "data.json", "--to", "ana@example.org"];
    has_both(&project().run(arguments).succeeds().stderr);
    has_both(&project().run([&arguments[..], &["--dry-run"]].concat()).succeeds().stderr);
}

#[test]
fn batch_prints_each_once_with_the_number_of_rows() {
    let to_folder = ["--out-dir", "out", "--filename", "{number}.pdf"];
    let by_mail = ["--email-field", "email"];
    let batch = ["batch", "invoice", "--data", "rows.csv"];
    for how in [&to_folder[..], &by_mail, &[&to_folder[..], &by_mail].concat()] {
        let run = project().run([&batch[..], how].concat()).succeeds();
        assert!(run.stderr.contains("2 rows, the first is row 1"), "{how:?} {}", run.stderr);
        let stderr = run.stderr.replace(": 2 rows, the first is row 1 (7): ", ": ");
        has_both(&stderr);
    }
    let run = project().run([&batch[..], &to_folder, &["--json"]].concat()).succeeds();
    let warnings = run.json()["warnings"].as_array().unwrap().clone();
    let codes: Vec<&Json> = warnings.iter().map(|warning| &warning["code"]).collect();
    assert_eq!(codes, [&json!("convertedValue"), &json!("imageDamaged")]);
}

#[test]
fn a_worker_prints_each_once() {
    let project = project();
    for name in ["ana", "bob"] {
        let to = format!("{name}@example.org");
        project.run(["send", "invoice", "--data", "data.json", "--queue", "--to", &to]).succeeds();
    }
    has_both(&project.run(["worker", "--once"]).succeeds().stderr);
}

#[tokio::test]
async fn the_service_returns_them() {
    let service = TestService::new();
    let stored = service.post("/api/templates", &template()).await;
    assert_eq!(stored.status, 201, "{}", String::from_utf8_lossy(&stored.body));
    let codes = |warnings: &Json| -> Vec<(String, String)> {
        let text = |warning: &Json, key: &str| warning[key].as_str().unwrap_or("?").to_owned();
        let all = warnings.as_array().unwrap().iter();
        all.map(|warning| (text(warning, "code"), text(warning, "field"))).collect()
    };
    let expected = [
        ("convertedValue".to_owned(), "title".to_owned()),
        ("imageDamaged".to_owned(), "logo".to_owned()),
    ];
    let body: Json = serde_json::from_str(&template()).unwrap();
    let preview = json!({"template": body["template"], "bindings": [], "data": {}}).to_string();
    let render = "POST /api/templates/invoice/render";
    for answer in [
        service.ask(render, &[], r#"{"data": {}}"#).await,
        service.ask(render, &["Accept: application/json"], r#"{"data": {}}"#).await,
        service.post("/api/reports/preview", &preview).await,
    ] {
        let header = serde_json::from_str(answer.header("x-reportctl-warnings")).unwrap();
        assert_eq!(codes(&header), expected);
        assert!(!answer.header("x-reportctl-warnings").contains("templates/"));
    }
}

#[test]
fn a_mailed_report_returns_them() {
    crate::serve::service::TestDatabase::Sqlite.run(async |database| {
        let service = database.service("{}");
        service.post("/api/templates", &template()).await;
        let request = json!({"templateId": "invoice", "email": "ana@example.org", "data": {}});
        let answer = service.post("/api/reports/generate", &request.to_string()).await.json();
        assert_eq!(answer["ok"], true);
        assert_eq!(answer["warnings"][0]["code"], "convertedValue");
        assert_eq!(answer["warnings"][1]["field"], "logo");
    });
}

#[test]
fn what_is_as_it_should_be_gives_none() {
    let project = Project::with_invoice();
    let run = project.run(["send", "invoice", "--data", "data.json", "--to", "a@example.org"]);
    assert!(!run.succeeds().stderr.contains("warning"));
}

/// Each note of a document refuses it where its code is denied, and `all` denies every one.
#[test]
fn notes_are_refused_where_their_code_is_denied() {
    let field = |more: &[Json]| {
        let mut field = json!({"id": "t", "name": "t", "type": "text", "x": 10, "y": 10,
            "width": 40, "height": 5, "content": "a"});
        for keys in more {
            field.as_object_mut().unwrap().extend(keys.as_object().unwrap().clone());
        }
        field
    };
    let text = |more: Json| field(&[more]);
    let blurred = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>\
        <filter id='f'><feGaussianBlur stdDeviation='2'/></filter>\
        <rect width='9' height='9' filter='url(%23f)'/></svg>";
    let image =
        |content: &str, more: Json| field(&[json!({"type": "image", "content": content}), more]);
    let dot = DOT.replace("jpeg", "png");
    let cases = [
        ("svgFeatureDropped", image(blurred, json!({}))),
        ("imageLowResolution", image(&dot, json!({"minDpi": 150}))),
        ("imageDamaged", image(DOT, json!({}))),
        ("linkDropped", text(json!({"link": "javascript:1"}))),
        ("textMissing", text(json!({"content": "{T(\"x\")}"}))),
        (
            "barcodeContent",
            text(json!({"type": "barcode", "symbology": "ean13", "onError": "hide"})),
        ),
        ("textClipped", text(json!({"content": "a".repeat(60), "overflow": "ellipsis"}))),
        ("convertedValue", text(json!({"fontSize": "12"}))),
    ];
    for (code, field) in cases {
        let template = document("Note", &[field.to_string()], "[]");
        let mut template: Json = serde_json::from_str(&template).unwrap();
        template["template"]["extensions"] = 1.into();
        template["template"]["locale"] = "de".into();
        let project =
            Project::new().template("note", &template.to_string()).file("data.json", "{}");
        let render = |more: &[&str]| {
            project.run([&["render", "note", "--data", "data.json"], more].concat())
        };
        assert!(render(&[]).succeeds().stderr.contains("warning: "), "{code}");
        render(&["--deny", "missingPath"]).succeeds();
        for denied in [code, "all"] {
            let run = render(&["--deny", denied]);
            assert!(matches!(run.code, Some(3 | 4)), "{code} with {denied}: {}", run.stderr);
        }
    }
}

/// Problems of pictures that refuse a document are listed with the others.
#[test]
fn findings_of_pictures_are_listed_beside_the_others() {
    let image = |content: &str| {
        json!({"id": "i", "name": "logo", "type": "image", "x": 10, "y": 10, "width": 5,
            "height": 5, "content": content})
    };
    let title = json!({"id": "t", "name": "title", "type": "text", "x": 10, "y": 30, "width": 9,
        "height": 5, "content": "a title that is cut", "overflow": "ellipsis", "wrap": "word"});
    for (content, what) in [
        ("data:image/png;base64,AAAA", "error: the image cannot be read"),
        (DOT, "error: the image is labelled"),
    ] {
        let fields = [image(content).to_string(), title.to_string()];
        let mut template: Json = serde_json::from_str(&document("Note", &fields, "[]")).unwrap();
        template["template"]["extensions"] = 1.into();
        let project =
            Project::new().template("note", &template.to_string()).file("data.json", "{}");
        let run = project.run(["render", "note", "--data", "data.json", "--deny", "all"]);
        for found in [what, "error: the text does not fit its box and is cut"] {
            assert!(run.stderr.contains(found), "{found}: {}", run.stderr);
        }
    }
}

/// Parts of drawings that are not drawn are a note wherever the drawing stands, and said once.
#[test]
fn parts_that_are_not_drawn_are_noted_in_fields_cells_and_backgrounds() {
    let blurred = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>\
        <filter id='f'><feGaussianBlur stdDeviation='2'/></filter>\
        <rect width='9' height='9' filter='url(%23f)'/></svg>";
    let own = json!({"id": "i", "name": "own", "type": "image", "x": 10, "y": 20, "width": 9,
        "height": 9, "content": blurred});
    let bound = json!({"id": "b", "name": "bound", "type": "image", "x": 10, "y": 40, "width": 9,
        "height": 9, "content": ""});
    let table = json!({"id": "t", "name": "rows", "type": "table", "x": 10, "y": 60, "width": 90,
        "height": 9, "head": ["a"], "content": [["{logo}"]], "columnStyles": [{"kind": "image"}]});
    let bindings = r#"[{"schemaName": "bound", "type": "scalar", "path": "logo"},
        {"schemaName": "rows", "type": "array", "path": "rows", "columns": ["logo"]}]"#;
    let fields = [own, bound, table].map(|field| field.to_string());
    let mut template: Json = serde_json::from_str(&document("Note", &fields, bindings)).unwrap();
    template["template"]["extensions"] = 1.into();
    template["template"]["firstPage"] = json!({"backgroundImage": blurred});
    let data = json!({"logo": blurred, "rows": [{"logo": blurred}, {"logo": blurred}]});
    let project =
        Project::new().template("note", &template.to_string()).file("data.json", data.to_string());
    let render = ["render", "note", "--data", "data.json", "--output", "-", "--format", "layout"];
    let run = project.run(render).succeeds();
    let notes = run.json()["notes"].clone();
    let places: Vec<(&str, &str)> = notes
        .as_array()
        .unwrap()
        .iter()
        .map(|note| (note["code"].as_str().unwrap(), note["pointer"].as_str().unwrap()))
        .collect();
    let expected = [
        "/template/firstPage/backgroundImage",
        "/template/schemas/0",
        "/template/schemas/1",
        "/template/schemas/2",
    ];
    assert_eq!(places, expected.map(|pointer| ("svgFeatureDropped", pointer)));
    assert_eq!(run.stderr.matches("that are not drawn").count(), 4, "{}", run.stderr);
    let run = project.run(["check", "note", "--data", "data.json"]).succeeds();
    assert_eq!(run.stderr.matches("warning[svgFeatureDropped]").count(), 4, "{}", run.stderr);
}

/// Codes and messages of the notes of a document with extensions.
fn noted(fields: &Json, bindings: &str, defs: &Json, data: &str) -> Vec<(Code, String)> {
    let template = json!({"extensions": 1, "page": {"width": 210, "height": 297},
        "defs": defs, "schemas": fields});
    let read = |json: &str| Value::from_json(json).unwrap();
    let prepared = prepare(&Value::from(&template), &read(bindings)).unwrap();
    let (fonts, data) = (Fonts::standard(), read(data));
    let layout = prepared.layout(&data, &Options::new(&fonts)).unwrap();
    let notes = layout.notes.iter().filter(|note| note.code == Code::NotADate);
    notes.map(|note| (note.code, note.message.clone())).collect()
}

#[test]
fn a_value_that_is_no_date_is_found_in_every_place() {
    let at = json!({"id": "f", "name": "f", "x": 10, "y": 30, "width": 100, "height": 20});
    let with = |more: Json| {
        let mut field = at.clone();
        if let (Some(field), Json::Object(more)) = (field.as_object_mut(), more) {
            field.extend(more);
        }
        json!([field])
    };
    let table = r#"[{"schemaName": "f", "type": "array", "path": "rows", "columns": ["d"]}]"#;
    let formula = r#"[{"schemaName": "f", "type": "array", "path": "rows",
        "columns": [{"formula": "{DATE(d)}"}]}]"#;
    let none = json!({});
    let places = [
        ("text", with(json!({"type": "text", "content": "{DATE(rows.0.d)}"})), "[]", &none),
        (
            "cell",
            with(json!({"type": "table", "head": ["D"],
            "content": [["{DATE(d)}"]]})),
            table,
            &none,
        ),
        ("formula", with(json!({"type": "table", "head": ["D"], "content": []})), formula, &none),
        (
            "totals",
            with(json!({"type": "table", "head": ["D"], "content": [["{d}"]],
            "footer": ["{DATE(rows.0.d)}"]})),
            table,
            &none,
        ),
        (
            "group",
            with(json!({"type": "table", "head": ["D"], "content": [["x"]],
            "columnStyles": [{"key": "d"}], "groups": [{"by": "DATE(d)"}]})),
            table,
            &none,
        ),
    ];
    for (place, fields, bindings, defs) in &places {
        for (value, shown) in [(r#""soon""#, "soon"), ("{}", "[object Object]")] {
            let data = format!(r#"{{"rows": [{{"d": {value}, "n": 1}}]}}"#);
            let found = noted(fields, bindings, defs, &data);
            let [(code, message)] = &found[..] else { panic!("{place} {value}: {found:?}") };
            assert_eq!(*code, Code::NotADate, "{place} {value}");
            assert!(message.contains(&format!("is `{shown}`, which is not a date")), "{message}");
        }
        let found = noted(fields, bindings, defs, r#"{"rows": [{"d": "2026-04-30", "n": 1}]}"#);
        assert_eq!(found, [], "{place}");
    }
}

//! Links, the outline, page labels and attached files, as qpdf and poppler see them.

use std::process::Command;

use serde_json::{Value, json};

use crate::project::Project;
use crate::tools;

/// A document of two pages per customer, with everything that leads somewhere.
fn statement(more: Value) -> Value {
    let mut template = json!({
    "extensions": 1, "page": {"width": 210, "height": 297}, "headerHeight": 10, "footerHeight": 10,
    "pdf": {"attachments": [
        {"name": "../b/Zahlen \u{e9}.csv", "source": "n;v\n{first.name};1\n", "relationship": "Data",
         "description": "Figures"},
        {"name": "dot.bin", "source": "{bytes}"},
            {"name": "terms.pdf", "source": "lib:terms.pdf"}, {"name": "not.txt", "source": "{reference}"},
        {"name": "none.txt", "source": "{absent}", "when": "absent"}]},
    "schemas": [
        {"id": "web", "name": "web", "type": "text", "x": 10, "y": 20, "width": 90, "height": 9,
         "content": "shop", "link": "https://shop.example/{first.name}?a=b c"},
        {"id": "turned", "name": "turned", "type": "rectangle", "x": 100, "y": 30, "width": 40,
         "height": 10, "rotate": 90, "color": "#eeeeee", "link": "#last"},
        {"id": "words", "name": "words", "type": "text", "x": 10, "y": 50, "width": 30, "height": 9,
         "content": "See [the whole long shop](https://shop.example/b) and **[mail](mailto:a@b.example)**",
         "textFormat": "inline-markdown", "wrap": "word", "overflow": "expand"},
        {"id": "bad", "name": "bad", "type": "text", "x": 10, "y": 90, "width": 90, "height": 9,
         "content": "bad", "link": "javascript:alert(1)"},
        {"id": "s", "name": "s", "type": "section", "x": 0, "y": 110, "width": 210, "height": 150,
         "repeatBreak": "page", "restartNumbering": true, "bookmark": "{name}\n\u{437}"},
        {"id": "in", "name": "in", "type": "text", "x": 10, "y": 120, "width": 90, "height": 9,
         "sectionId": "s", "content": "{name}", "bookmark": "Balance of {name}", "bookmarkLevel": 3},
        {"id": "last", "name": "last", "type": "text", "x": 10, "y": 265, "width": 90, "height": 9,
         "content": "end", "bookmark": "End"}
    ]});
    for (key, value) in more.as_object().unwrap() {
        template["pdf"][key] = value.clone();
    }
    json!({ "name": "statement", "template": template, "bindings": [
        {"schemaName": "s", "type": "section", "path": "customers"}] })
}

fn project(more: Value) -> Project {
    let data = json!({ "first": {"name": "Ana"}, "bytes": "AAEC", "reference": "lib:terms.pdf", "pin": "geheim1",
        "customers": [{"name": "Ana"}, {"name": "Bo"}, {"name": "Cy"}] });
    Project::new()
        .template("statement", &statement(more).to_string())
        .file("data.json", data.to_string())
        .file("library/terms.pdf", "of the library")
}

/// The objects of a file, by qpdf, and its catalog.
fn objects(project: &Project, password: &str) -> (Value, Value) {
    let password = format!("--password={password}");
    let file = project.path("a.pdf");
    let arguments = [
        password.as_str(),
        "--json=2",
        "--json-key=qpdf",
        "--json-stream-data=inline",
        "--decode-level=generalized",
    ];
    let said = tools::run("qpdf", &arguments, &file).unwrap();
    let json: Value = serde_json::from_slice(&said).unwrap();
    let objects = json["qpdf"][1].clone();
    let root = objects["trailer"]["value"]["/Root"].as_str().unwrap().to_owned();
    let catalog = at(&objects, &root).clone();
    (objects, catalog)
}

fn at<'o>(objects: &'o Value, reference: &str) -> &'o Value {
    &objects[format!("obj:{reference}")]["value"]
}

fn check(project: &Project, password: &str) {
    let password = format!("--password={password}");
    let said = tools::run("qpdf", &[&password, "--check"], &project.path("a.pdf")).unwrap();
    let said = String::from_utf8_lossy(&said);
    assert!(said.contains("No syntax or stream encoding errors"), "{said}");
}

/// The titles of an outline in order, with how deep they lie.
fn titles(objects: &Value, parent: &Value, depth: usize, out: &mut Vec<(usize, String)>) {
    let mut next = parent["/First"].as_str();
    while let Some(id) = next {
        let item = at(objects, id);
        out.push((depth, item["/Title"].as_str().unwrap().trim_start_matches("u:").to_owned()));
        assert!(item["/Dest"][1] == "/XYZ", "{item}");
        titles(objects, item, depth + 1, out);
        next = item["/Next"].as_str();
    }
}

#[test]
fn other_programs_find_links_outline_labels_and_files() {
    if !tools::has("qpdf") || !tools::has("pdfdetach") {
        return;
    }
    for lock in [json!({}), json!({"encryption": {"userPassword": "{pin}"}})] {
        let password = if lock == json!({}) { "" } else { "geheim1" };
        let project = project(lock);
        let run = project.run(["render", "statement", "-d", "data.json", "-o", "a.pdf"]);
        let said = &run.succeeds().stderr;
        assert!(said.contains("a link leads to `javascript:alert(1)`"), "{said}");
        check(&project, password);

        let (objects, catalog) = objects(&project, password);
        let outlines = at(&objects, catalog["/Outlines"].as_str().unwrap());
        assert_eq!(outlines["/Count"], 7);
        let mut found = Vec::new();
        titles(&objects, outlines, 0, &mut found);
        let expected = [
            (0, "Ana \u{437}"),
            (1, "Balance of Ana"),
            (0, "Bo \u{437}"),
            (1, "Balance of Bo"),
            (0, "Cy \u{437}"),
            (1, "Balance of Cy"),
            (0, "End"),
        ];
        assert_eq!(found, expected.map(|(depth, title)| (depth, title.to_owned())));

        let annotations: Vec<&Value> = objects
            .as_object()
            .unwrap()
            .values()
            .map(|object| &object["value"])
            .filter(|value| value["/Subtype"] == "/Link")
            .collect();
        let uris: Vec<&str> =
            annotations.iter().filter_map(|link| link["/A"]["/URI"].as_str()).collect();
        // The long label is broken: one box per line.
        let shop = uris.iter().filter(|uri| **uri == "u:https://shop.example/b").count();
        assert!(shop >= 2, "{uris:?}");
        assert!(uris.contains(&"u:https://shop.example/Ana?a=b%20c"), "{uris:?}");
        assert!(uris.contains(&"u:mailto:a@b.example"), "{uris:?}");
        assert!(!uris.iter().any(|uri| uri.contains("javascript")), "{uris:?}");
        let inner = annotations.iter().find(|link| link["/Dest"].is_array()).unwrap();
        // 40 x 10 mm about (120, 35), turned: x 115 to 125, y 15 to 55 from the top.
        let rect: Vec<f64> =
            inner["/Rect"].as_array().unwrap().iter().map(|n| n.as_f64().unwrap()).collect();
        let millimetres = [115.0, 297.0 - 55.0, 125.0, 297.0 - 15.0];
        for (point, mm) in rect.iter().zip(millimetres) {
            assert!((point - mm * 72.0 / 25.4).abs() < 0.02, "{rect:?}");
        }

        let labels = catalog["/PageLabels"]["/Nums"].as_array().unwrap();
        let starts: Vec<i64> = labels.iter().filter_map(Value::as_i64).collect();
        assert_eq!(starts, [0, 1, 2]);

        let files = Command::new("pdfdetach")
            .args(["-upw", password, "-list"])
            .arg(project.path("a.pdf"))
            .output()
            .unwrap();
        let files = String::from_utf8_lossy(&files.stdout).into_owned();
        assert!(files.contains("4 embedded files"), "{files}");
        assert!(files.contains(": Zahlen \u{e9}.csv") && files.contains(": dot.bin"), "{files}");
        // Data names no files of the library.
        let expected: [(&str, &[u8]); 3] = [
            ("dot.bin", &[0, 1, 2]),
            ("terms.pdf", b"of the library"),
            ("not.txt", b"lib:terms.pdf"),
        ];
        for (name, bytes) in expected {
            let saved = project.path("saved");
            let arguments = ["-upw", password, "-savefile", name, "-o"];
            let mut command = Command::new("pdfdetach");
            let command = command.args(arguments).arg(&saved).arg(project.path("a.pdf"));
            assert!(command.status().unwrap().success());
            assert_eq!(std::fs::read(&saved).unwrap(), bytes);
        }
        let specs = catalog["/AF"].as_array().unwrap();
        let spec = at(&objects, specs[0].as_str().unwrap());
        assert_eq!(spec["/AFRelationship"], "/Data");
        assert_eq!(spec["/Desc"], "u:Figures");
        let stream = &objects[format!("obj:{}", spec["/EF"]["/UF"].as_str().unwrap())]["stream"];
        assert_eq!(stream["dict"]["/Subtype"], "/text/csv");
        assert_eq!(stream["dict"]["/Params"]["/Size"], "n;v\nAna;1\n".len());
    }
}

#[test]
fn files_that_cannot_be_read_stop_the_document() {
    for (attachment, what) in [
        (json!({"name": "a.txt", "source": "{absent}"}), "is empty"),
        (json!({"name": "a.png", "source": "{first.name}!"}), "is not in base64"),
        (json!({"name": "a", "source": "x", "mimeType": "text"}), "has the type `text`"),
    ] {
        let project = project(json!({"attachments": [attachment]}));
        let run = project.run(["render", "statement", "-d", "data.json", "-o", "a.pdf"]);
        assert_eq!(run.code, Some(4), "{what}");
        assert!(run.stderr.contains(what) && !project.path("a.pdf").exists(), "{}", run.stderr);
    }
}

#[test]
fn drawings_have_links_too() {
    let project = project(json!({}));
    let run = project.run([
        "render",
        "statement",
        "-d",
        "data.json",
        "--format",
        "svg",
        "-o",
        "a-{page}.svg",
    ]);
    run.succeeds();
    let svg = std::fs::read_dir(project.path("."))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "svg"))
        .map(|path| std::fs::read_to_string(path).unwrap())
        .find(|svg| svg.contains("shop.example"))
        .unwrap();
    assert!(
        svg.contains("<a href=\"https://shop.example/Ana?a=b%20c\"><path fill=\"none\""),
        "{svg}"
    );
    assert!(svg.contains("<a href=\"mailto:a@b.example\">"));
    // Its target is on another page, which is another file.
    assert!(!svg.contains("#field-last"));
}

#[test]
fn a_link_to_a_field_that_is_not_printed_is_dropped_with_a_note() {
    let template = json!({ "name": "t", "bindings": [], "template": {
        "extensions": 1, "page": {"width": 210, "height": 297}, "schemas": [
        {"id": "a", "name": "a", "type": "text", "x": 10, "y": 20, "width": 90, "height": 9,
         "content": "a", "link": "#b"},
        {"id": "b", "name": "b", "type": "text", "x": 10, "y": 40, "width": 90, "height": 9,
         "content": "b", "visibleWhen": "shown"}]}});
    let project = Project::new()
        .template("t", &template.to_string())
        .file("no.json", "{}")
        .file("yes.json", r#"{"shown": true}"#);
    let layout =
        |data: &str| project.run(["render", "t", "-d", data, "--format", "layout", "-o", "-"]);
    let dropped: Value = layout("no.json").succeeds().json();
    assert_eq!(dropped["notes"][0]["code"], "linkDropped");
    assert!(dropped["pages"][0]["placements"][0]["link"].is_null());
    let kept: Value = layout("yes.json").succeeds().json();
    assert!(kept["notes"].is_null());
    assert_eq!(kept["pages"][0]["placements"][0]["link"], "#b");
}

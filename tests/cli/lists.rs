//! Data that is a list, as a whole.

use serde_json::{Value as Json, json};

use crate::project::Project;

const PEOPLE: &str =
    r#"[{"name": "Ana", "tags": ["x"], "n": 2}, {"name": "Bob", "tags": [], "n": 3}]"#;

/// A template of the list: a table over it by `path`, and a text with the number of its items.
fn template(path: &str, extended: bool) -> String {
    let count = if extended { "{COUNTOF($root)} people, {SUM($root.n)}" } else { "people" };
    let table = json!({"id": "t", "name": "rows", "type": "table", "x": 10, "y": 40, "width": 190,
        "height": 14, "head": ["Name"], "content": [["{name}"]]});
    let section = json!({"id": "s", "name": "cards", "type": "section", "x": 10, "y": 90,
        "width": 190, "height": 10});
    let member = json!({"id": "m", "name": "card", "type": "text", "x": 10, "y": 90, "width": 90,
        "height": 5, "content": "Card of {name}", "sectionId": "s"});
    let title = json!({"id": "c", "name": "count", "type": "text", "x": 10, "y": 10, "width": 90,
        "height": 5, "content": count});
    let mut template = json!({"page": {"width": 210, "height": 297},
        "schemas": [title, table, section, member]});
    if extended {
        template["extensions"] = json!(1);
    }
    json!({"name": "People", "template": template, "bindings": [
        {"schemaName": "rows", "type": "array", "path": path, "columns": []},
        {"schemaName": "cards", "type": "section", "path": path}]})
    .to_string()
}

fn project(path: &str, extended: bool) -> Project {
    Project::new().template("people", &template(path, extended)).file("list.json", PEOPLE)
}

/// Every text of a page model, and every cell of its rows.
fn texts(layout: &Json, found: &mut Vec<String>) {
    match layout {
        Json::String(text) => found.push(text.clone()),
        Json::Array(items) => items.iter().for_each(|item| texts(item, found)),
        Json::Object(object) => {
            let is_shown = |key: &str, value: &Json| {
                value.is_object() || value.is_array() || matches!(key, "value" | "text")
            };
            let shown = object.iter().filter(|(key, value)| is_shown(key, value));
            shown.for_each(|(_, value)| texts(value, found));
        }
        _ => {}
    }
}

fn shown(project: &Project, data: &str) -> Vec<String> {
    let layout = ["render", "people", "--data", data, "--format", "layout", "-o", "-"];
    let mut found = Vec::new();
    texts(&project.run(layout).succeeds().json(), &mut found);
    found.retain(|text| text != "Name");
    found.sort();
    found.dedup();
    found
}

#[test]
fn a_list_is_the_data_of_one_document() {
    let names = ["Ana", "Bob", "Card of Ana", "Card of Bob"];
    for (path, extended) in [("", false), ("", true), ("$root", true)] {
        let project = project(path, extended);
        let mut expected = vec![if extended { "2 people, 5" } else { "people" }];
        expected.extend(names);
        expected.sort_unstable();
        assert_eq!(shown(&project, "list.json"), expected, "{path:?}");
        let strict = ["render", "people", "--data", "list.json", "--strict"];
        project.run(strict).succeeds();
        project.run(["check", "people", "--data", "list.json"]).succeeds();
    }
    // Names are those of extensions: without them `$root` is an ordinary key.
    assert_eq!(shown(&project("$root", false), "list.json"), ["Card of ", "people"]);
}

#[test]
fn yaml_and_tables_are_lists_as_well() {
    let project = project("$root", true)
        .file("list.yaml", "- {name: Ana, n: 2}\n- {name: Bob, n: 3}\n")
        .file("list.csv", "name;n\nAna;2\nBob;3\n");
    for data in ["list.yaml", "list.csv"] {
        assert_eq!(shown(&project, data)[0], "2 people, 5", "{data}");
        project.run(["check", "people", "--data", data]).succeeds().stderr_has("no problems");
    }
}

#[test]
fn a_list_is_mailed_tested_and_evaluated() {
    let project = project("$root", true)
        .env("REPORTCTL_MAIL_TRANSPORT", "folder")
        .file("templates/tests/people/first/data.json", PEOPLE);
    project.run(["test", "--accept"]).succeeds().stderr_has("1 accepted");
    let texts = project.text("templates/tests/people/first/accepted/texts.txt");
    assert!(texts.contains("count: 2 people, 5"), "{texts}");
    project.run(["send", "people", "--data", "list.json", "--to", "ana@example.org"]).succeeds();
    assert_eq!(project.names(".reportctl/outbox").len(), 1);
    let eval = |text: &str| {
        let arguments = ["eval", text, "--extensions", "--data", "list.json"];
        String::from_utf8(project.run(arguments).succeeds().stdout).unwrap()
    };
    assert_eq!(eval("{SUM($root.n)} {$root.1.name}"), "5 Bob\n");
}

#[test]
fn the_schema_of_a_template_of_a_list_is_that_of_a_list() {
    for path in ["", "$root"] {
        let project = project(path, true);
        let schema = project.run(["schema", "people"]).succeeds().json();
        assert_eq!(schema["type"], "array", "{schema}");
        assert!(schema["items"]["properties"]["name"].is_object(), "{schema}");
        let project = project
            .file("templates/people.schema.json", schema.to_string())
            .file("wrong.json", r#"{"name": "Ana"}"#);
        project.run(["render", "people", "--data", "list.json"]).succeeds();
        project.run(["render", "people", "--data", "wrong.json"]).fails_with(4);
    }
}

#[test]
fn a_line_of_a_batch_may_be_a_list() {
    let project = project("$root", true)
        .file("lists.ndjson", "[{\"name\": \"Ana\", \"n\": 1}]\n[{\"name\": \"Bob\", \"n\": 2}, {\"name\": \"Cem\", \"n\": 3}]\n")
        .file("lists.json", r#"[[{"name": "Ana", "n": 1}], [{"name": "Bob", "n": 2}]]"#);
    for (data, files) in [("lists.ndjson", 2), ("lists.json", 2)] {
        let out = format!("{data}.d");
        let arguments = [
            "batch",
            "people",
            "--data",
            data,
            "--out-dir",
            &out,
            "--filename",
            "{[0].name}.pdf",
            "--no-mail",
        ];
        project.run(arguments).succeeds();
        assert_eq!(project.names(&out).len(), files, "{data}");
    }
}

#[test]
fn what_a_list_lacks_is_reported_with_its_path() {
    let project = project("$root", true).file("lacks.json", r#"[{"n": 1}]"#);
    let run = project.run(["check", "people", "--data", "lacks.json"]);
    run.stderr_has("no item of `$root` has `name`");
}

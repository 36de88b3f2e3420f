//! Lists in groups (20.9.5), and what a template requires (20.9.6).

use serde_json::{Value as Json, json};

use crate::project::Project;

const DATA: &str = r#"{"total": 183.25, "lines": [
    {"name": "Tea", "net": 100, "vatRate": 19}, {"name": "Bread", "net": 10, "vatRate": 7},
    {"name": "Cup", "net": 45, "vatRate": 19}]}"#;

fn field(id: &str, kind: &str, y: u32, more: Json) -> Json {
    let mut field = json!({"id": id, "name": id, "type": kind, "x": 10, "y": y, "width": 190,
        "height": 7});
    let Json::Object(more) = more else { panic!("an object") };
    field.as_object_mut().unwrap().extend(more);
    field
}

fn template() -> String {
    json!({"name": "Bill", "template": {"extensions": 1, "locale": "en-IE", "currency": "EUR",
        "page": {"width": 210, "height": 297},
        "texts": {"en": {"sum": "The total"}},
        "defs": {"byRate": "GROUPBY(lines, vatRate)", "vat": "ROUND(SUM(items.net) * key / 100, 2)",
            "gross": "ROUND(SUM(lines.net) + SUMOF($byRate, $vat), 2)"},
        "require": [
            {"that": "ROUND(total, 2) == $gross", "message": "{T(\"sum\")}: {MONEY(total)} is not {MONEY($gross)}"},
            {"that": "COUNTOF(lines, NOT vatRate) == 0", "message": "a line has no rate"}],
        "schemas": [
            field("rates", "table", 20, json!({"head": ["Rate", "Net", "VAT"],
                "content": [["{key} %", "{MONEY(SUM(items.net))}", "{MONEY($vat)}"]]})),
            field("groups", "section", 80, json!({})),
            field("title", "text", 80, json!({"content": "At {key} %: {COUNTOF(items)}", "sectionId": "groups"})),
            field("items", "table", 82, json!({"head": ["Item"], "content": [["{name} {$parent.key}"]], "sectionId": "groups"})),
            field("sum", "text", 200, json!({"content": "Total {MONEY($gross)}"}))]},
        "bindings": [
            {"schemaName": "rates", "type": "array", "path": "$byRate", "columns": []},
            {"schemaName": "groups", "type": "section", "path": "$byRate"},
            {"schemaName": "items", "type": "array", "path": "items", "columns": []}]})
    .to_string()
}

fn project() -> Project {
    Project::new().template("bill", &template()).file("data.json", DATA)
}

#[test]
fn groups_are_rows_and_repetitions() {
    let run = project().run(["render", "bill", "-d", "data.json", "--format", "layout", "-o", "-"]);
    let layout = run.succeeds().json().to_string();
    for shown in [
        "19 %",
        "€145.00",
        "€27.55",
        "7 %",
        "€0.70",
        "At 19 %: 2",
        "At 7 %: 1",
        "Cup",
        "Total €183.25",
    ] {
        assert!(layout.contains(shown), "{shown} is not in {layout}");
    }
}

#[test]
fn what_groups_take_is_checked_and_part_of_the_schema() {
    let project =
        project().file("lacks.json", r#"{"total": 0, "lines": [{"name": "x", "vatRate": 1}]}"#);
    project.run(["check", "bill", "--data", "data.json"]).succeeds().stderr_has("no problems");
    let run = project.run(["check", "bill", "--data", "lacks.json"]);
    run.stderr_has("no item of `items` has the key `net`");
    let schema = project.run(["schema", "bill"]).succeeds().json();
    let line = &schema["properties"]["lines"]["items"]["properties"];
    for key in ["net", "vatRate", "name"] {
        assert!(line[key].is_object(), "{key}: {schema}");
    }
    let keys: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["lines", "total"], "{schema}");
    let typo = template().replace("GROUPBY(lines", "GROUPBY(lnes");
    let project = project.template("typo", &typo);
    project.run(["check", "typo", "--data", "data.json"]).stderr_has("`lnes`");
}

#[test]
fn a_document_that_does_not_fulfil_what_is_required_is_not_made() {
    let wrong = DATA.replace("183.25", "190").replace(r#""vatRate": 7"#, r#""vatRate": null"#);
    let project = project()
        .env("REPORTCTL_MAIL_TRANSPORT", "folder")
        .file("wrong.json", &wrong)
        .file("rows.ndjson", format!("{}\n{}\n", DATA.replace('\n', ""), wrong.replace('\n', "")));
    let run = project.run(["render", "bill", "-d", "wrong.json"]).fails_with(4);
    run.stderr_has("The total: €190.00 is not €182.55");
    let run =
        project.run(["render", "bill", "-d", "wrong.json", "--error-format", "json"]).fails_with(4);
    let error = run.error();
    assert_eq!((&error["code"], &error["blame"]), (&json!("requirementFailed"), &json!("data")));
    assert_eq!(error["further"], json!(["a line has no rate"]), "{error}");
    assert_eq!(error["pointer"], "/template/require/0/that", "{error}");
    project.run(["send", "bill", "-d", "wrong.json", "--to", "a@example.org"]).fails_with(4);
    assert!(!project.path(".reportctl/outbox").exists());
    let batch = [
        "batch",
        "bill",
        "--data",
        "rows.ndjson",
        "--out-dir",
        "out",
        "--filename",
        "{total}.pdf",
        "--no-mail",
    ];
    project.run(batch).fails_with(6);
    assert_eq!(project.names("out"), ["183.25.pdf"]);
    project.run(["check", "bill", "--data", "wrong.json"]).stderr_has("is not €182.55");
}

#[test]
fn a_requirement_that_cannot_be_read_refuses_the_template() {
    let bad = template().replace("ROUND(total, 2) == $gross", "ROUND(total, 2 ==");
    let project = project().template("bad", &bad);
    project
        .run(["render", "bad", "-d", "data.json"])
        .fails_with(3)
        .stderr_has("/template/require/0/that");
    let none = template().replace(r#","message":"a line has no rate""#, "");
    assert_ne!(none, template());
    project
        .template("none", &none)
        .run(["check", "none"])
        .fails_with(7)
        .stderr_has("/template/require/1/message");
}

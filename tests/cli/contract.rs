//! Schemas of data: printed, kept beside templates, and validated against by every command.

use serde_json::json;

use crate::project::{Project, document, text};

fn project() -> Project {
    let fields = [text("title", "Invoice {number}"), text("total", "{CURRENCY(total)}")];
    let project = Project::new()
        .template("invoice", &document("Invoice", &fields, "[]"))
        .file("data.json", r#"{"number": 7, "total": 12.5}"#);
    let schema = project.run(["schema", "invoice"]).succeeds().stdout;
    project.file("templates/invoice.schema.json", schema)
}

#[test]
fn the_schema_of_data_is_inferred_and_the_one_that_is_kept_wins() {
    let project = project();
    let schema = project.run(["schema", "invoice"]).succeeds().json();
    assert_eq!(schema["required"], json!(["number", "total"]));
    let types = project.run(["schema", "invoice", "--types", "typescript"]).succeeds();
    types.stdout_has("export interface Invoice {").stdout_has("total: number;");
    project.run(["schema", "invoice", "--types", "rust"]).succeeds().stdout_has("pub total: f64,");
    project
        .run(["schema", "invoice", "--types", "python"])
        .succeeds()
        .stdout_has("\"total\": float,");
    let project = project.file("templates/invoice.schema.json", r#"{"title": "Mine"}"#);
    assert_eq!(project.run(["schema", "invoice"]).succeeds().json(), json!({"title": "Mine"}));
    let inferred = project.run(["schema", "invoice", "--infer"]).succeeds().json();
    assert_eq!(inferred["title"], "Data of Invoice");
    project.run(["schema", "--types", "rust"]).fails_with(2);
    // A schema is no template.
    project.run(["template", "list"]).succeeds().stdout_has("invoice");
    assert!(
        !String::from_utf8(project.run(["template", "list"]).stdout).unwrap().contains("schema")
    );
}

#[test]
fn data_that_does_not_fit_is_refused_before_anything_is_rendered() {
    let project = project()
        .file("wrong.json", r#"{"nmber": 7, "total": "much"}"#)
        .file("rows.csv", "number,total\n1,10\n2,many\n")
        .file("rows.ndjson", "{\"number\": 1, \"total\": 2}\n{\"total\": 3}\n");
    let run = project.run(["render", "invoice", "-d", "wrong.json"]).fails_with(4);
    run.stderr_has("the data has no `number`").stderr_has("did you mean `number`?");
    let run = project.run(["render", "invoice", "-d", "wrong.json", "--error-format", "json"]);
    let error = run.error();
    assert_eq!((&error["code"], &error["denied"]), (&json!("dataInvalid"), &json!(2)));
    assert_eq!(error["further"][0]["pointer"], "/total");
    let run = project.run(["check", "invoice", "-d", "wrong.json"]).ends_with(7);
    assert!(
        run.stderr.contains("`total` must be a number, not the text \"much\""),
        "{}",
        run.stderr
    );
    let run = project.run(["send", "invoice", "-d", "wrong.json", "--to", "a@example.org"]);
    run.fails_with(4).stderr_has("the data has no `number`");
    for (rows, what) in [("rows.csv", "must be a number"), ("rows.ndjson", "no `number`")] {
        let run = project.run([
            "batch",
            "invoice",
            "-d",
            rows,
            "--out-dir",
            "out",
            "--filename",
            "{total}.pdf",
        ]);
        run.ends_with(6).stderr_has(what);
        let run = project.run(["check", "invoice", "-d", rows]).ends_with(7);
        run.stderr_has(what);
    }
    assert_eq!(project.names("out").len(), 2);
}

#[test]
fn all_faults_of_data_are_listed_or_counted() {
    let schema = r#"{"properties": {"rows": {"items": {"type": "number"}}}}"#;
    let rows =
        |count: usize| json!({"number": 7, "total": 1, "rows": vec!["x"; count]}).to_string();
    let project = project()
        .file("templates/invoice.schema.json", schema)
        .file("few.json", rows(3))
        .file("many.json", rows(250));
    let run = project.run(["render", "invoice", "-d", "few.json"]).fails_with(4);
    run.stderr_has("`rows[0]` must be").stderr_has("`rows[2]` must be");
    let run =
        project.run(["send", "invoice", "-d", "few.json", "--to", "a@example.org"]).fails_with(4);
    run.stderr_has("`rows[0]` must be").stderr_has("`rows[2]` must be");
    let run = project.run(["render", "invoice", "-d", "many.json"]).fails_with(4);
    assert_eq!(run.stderr.matches("must be a number").count(), 100, "{}", run.stderr);
    run.stderr_has("150 more faults are not listed").stderr_has("`check --data` lists all");
    let run = project.run(["check", "invoice", "-d", "many.json"]).ends_with(7);
    assert_eq!(run.stderr.matches("must be a number").count(), 250);
}

#[test]
fn typos_of_what_is_not_required_are_warned_of() {
    let schema = r#"{"type": "object", "properties": {"discount": {"type": "number"}}}"#;
    let project = project()
        .file("templates/invoice.schema.json", schema)
        .file("data.json", r#"{"number": 7, "total": 1, "discont": 3}"#);
    let run = project.run(["render", "invoice", "-d", "data.json"]).succeeds();
    run.stderr_has("does not use `discont`").stderr_has("did you mean `discount`?");
}

#[test]
fn a_schema_that_is_none_stops_every_command() {
    for schema in [r#"{"type": "objekt"}"#, "{", r#"{"$ref": "https://example.org/x"}"#] {
        let project = project().file("templates/invoice.schema.json", schema);
        let run = project.run(["render", "invoice", "-d", "data.json"]).fails_with(3);
        run.stderr_has("invoice.schema.json");
        project.run(["check"]).ends_with(7).stderr_has("invoice.schema.json");
    }
}

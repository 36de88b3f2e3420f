//! Formats of rows, and the files that a batch makes of them.

use serde_json::json;

use super::{batch, files, ndjson, project};
use crate::project::{Project, document, text};

#[test]
fn every_row_becomes_a_file() {
    let project = project().file("rows.ndjson", ndjson(1..=3));
    let run = batch(&project, "rows.ndjson", &[]).succeeds().stdout("");
    assert!(run.stderr.starts_with("wrote 3 files to out (3 pages, "), "{}", run.stderr);
    assert_eq!(project.names("out"), ["N00001.pdf", "N00002.pdf", "N00003.pdf"]);
    for (_, bytes) in files(&project) {
        assert!(bytes.starts_with(b"%PDF-1.7"));
    }
}

#[test]
fn every_format_gives_the_same_files() {
    let expected = {
        let project = project().file("rows.ndjson", ndjson(1..=2));
        batch(&project, "rows.ndjson", &[]).succeeds();
        files(&project)
    };
    let array =
        r#"[{"number": "N00001", "name": "Name 1"}, {"number": "N00002", "name": "Name 2"}]"#;
    let inside = format!(r#"{{"meta": 1, "orders": {{"open": {array}, "old": []}}}}"#);
    let table = "number,name\nN00001,Name 1\nN00002,Name 2\n";
    let yaml = "- {number: N00001, name: Name 1}\n- {number: N00002, name: Name 2}\n";
    let documents = "number: N00001\nname: Name 1\n---\nnumber: N00002\nname: Name 2\n";
    let cases: [(&str, &str, &[&str]); 10] = [
        ("rows.json", array, &[]),
        ("inside.json", &inside, &["--path", "orders.open"]),
        ("inside.yaml", &inside, &["--path", "orders.open"]),
        ("rows.csv", table, &[]),
        ("semicolon.csv", &table.replace(',', ";"), &[]),
        ("rows.tsv", &table.replace(',', "\t"), &[]),
        ("rows.yaml", yaml, &[]),
        ("documents.yml", documents, &[]),
        ("export.txt", table, &["--input-format", "csv"]),
        ("export", array, &[]),
    ];
    for (name, data, more) in cases {
        let project = project().file(name, data);
        batch(&project, name, more).succeeds();
        assert!(files(&project) == expected, "{name}");
    }
}

#[test]
fn rows_may_come_from_standard_input() {
    let project = project().input(ndjson(1..=3));
    batch(&project, "-", &[]).succeeds();
    assert_eq!(project.names("out").len(), 3);
    let project = super::project().input("number,name\n1,Ana\n");
    batch(&project, "-", &[]).fails_with(4).stderr_has("`--input-format csv`");
    batch(&project, "-", &["--input-format", "csv"]).succeeds();
    assert_eq!(project.names("out"), ["1.pdf"]);
}

#[test]
fn a_file_is_what_render_would_have_made() {
    let project = project()
        .file("rows.ndjson", ndjson(7..=7))
        .file("row.json", r#"{"number": "N00007", "name": "Name 7"}"#);
    batch(&project, "rows.ndjson", &[]).succeeds();
    project
        .run(["render", "card", "-d", "row.json", "-o", "a.pdf", "--creation-date", "0"])
        .succeeds();
    assert!(project.read("a.pdf") == project.read("out/N00007.pdf"));
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    let made = |jobs: &str| {
        let project = project().file("rows.ndjson", ndjson(1..=500));
        batch(&project, "rows.ndjson", &["--jobs", jobs]).succeeds();
        files(&project)
    };
    let one = made("1");
    assert_eq!(one.len(), 500);
    assert!(made("8") == one);
}

#[test]
fn the_date_of_the_report_is_the_same_for_the_whole_batch() {
    let template = document("Card", &[text("t", "{number}")], "[]");
    let project = Project::new()
        .template("card", &template)
        .env("SOURCE_DATE_EPOCH", "1769817600")
        .file("rows.ndjson", "{\"number\": 1}\n");
    let run = ["batch", "card", "-d", "rows.ndjson", "--no-mail", "--out-dir"];
    let named = ["--filename", "{number}"];
    project.run(run.iter().chain(&["a"]).chain(&named)).succeeds();
    project.run(run.iter().chain(&["b"]).chain(&named)).succeeds();
    assert!(project.read("a/1.pdf") == project.read("b/1.pdf"));
    project.run(run.iter().chain(&["c"]).chain(&named).chain(&["--creation-date", "0"])).succeeds();
    assert!(project.read("a/1.pdf") != project.read("c/1.pdf"));
}

#[test]
fn a_batch_without_rows_fails_unless_that_is_allowed() {
    for (name, data) in [("a.json", "[]"), ("a.csv", "number\n"), ("a.ndjson", "")] {
        let project = project().file(name, data);
        batch(&project, name, &[]).fails_with(4);
        batch(&project, name, &["--allow-empty"]).succeeds().stderr_has("wrote 0 files to out");
    }
}

#[test]
fn the_summary_is_one_object_for_programs() {
    let project = project().file("rows.ndjson", ndjson(1..=2) + "{\"number\": \n");
    let run = batch(&project, "rows.ndjson", &["--json", "--quiet"]).ends_with(6);
    let summary = run.json();
    let expected = [
        ("rows", json!(3)),
        ("done", json!(2)),
        ("failed", json!(1)),
        ("notDone", json!(0)),
        ("files", json!(2)),
        ("pages", json!(2)),
        ("outDir", json!("out")),
        ("stopped", json!(null)),
        ("inputError", json!(null)),
        ("failuresLeftOut", json!(0)),
    ];
    for (name, value) in expected {
        assert_eq!(summary[name], value, "{name}");
    }
    let bytes: usize = files(&project).iter().map(|(_, bytes)| bytes.len()).sum();
    assert_eq!(summary["bytes"], bytes);
    let failure = &summary["failures"][0];
    assert_eq!((&failure["row"], &failure["code"]), (&json!(3), &json!("invalidRow")));
}

#[test]
fn quiet_batches_print_errors_alone() {
    let project = project().file("rows.ndjson", ndjson(1..=2));
    batch(&project, "rows.ndjson", &["-q"]).succeeds().stdout("").stderr("");
    let project = project.file("rows.ndjson", "5\n");
    batch(&project, "rows.ndjson", &["-q"]).fails_with(6).stderr_has("error: row 1: ");
}

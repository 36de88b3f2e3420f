//! Names of files.

use serde_json::json;

use super::{batch, ndjson, project};
use crate::project::{Project, document, text};

#[test]
fn two_rows_with_one_file_are_an_error_before_anything_is_written() {
    let rows = ndjson(1..=200) + "{\"number\": \"n00007\"}\n" + &ndjson(3..=3);
    let project = project().file("rows.ndjson", rows);
    let run = batch(&project, "rows.ndjson", &["--error-format", "json"]).fails_with(4);
    let error = run.error();
    assert_eq!(error["code"], "duplicateFile");
    assert_eq!((&error["rows"], &error["filename"]), (&json!([7, 201]), &json!("n00007.pdf")));
    assert_eq!(error["problems"][1]["rows"], json!([3, 202]));
    assert_eq!(project.names(""), ["rows.ndjson", "templates"]);
    batch(&project, "rows.ndjson", &[])
        .fails_with(4)
        .stderr_has("error: rows 7 and 201 would both write `n00007.pdf`\n")
        .stderr_has("error: rows 3 and 202 would both write `N00003.pdf`\n");
}

#[test]
fn the_same_holds_for_standard_input() {
    let project = project().input(ndjson(1..=2) + &ndjson(1..=1));
    batch(&project, "-", &[]).fails_with(4).stderr_has("rows 1 and 3 would both write");
    assert_eq!(project.names(""), ["templates"]);
}

#[test]
fn a_name_without_the_row_in_it_is_for_one_row_only() {
    let project = project().file("one.ndjson", ndjson(1..=1)).file("two.ndjson", ndjson(1..=2));
    batch(&project, "one.ndjson", &["--filename", "card"]).succeeds();
    assert_eq!(project.names("out"), ["card.pdf"]);
    batch(&project, "two.ndjson", &["--filename", "card.pdf"])
        .fails_with(4)
        .stderr_has("rows 1 and 2 would both write `card.pdf`")
        .stderr_has("put something of the row into the name");
}

#[test]
fn names_never_leave_the_folder() {
    let rows = [
        json!({"number": "../../up"}),
        json!({"number": "/etc/passwd"}),
        json!({"number": "..\\..\\up2"}),
        json!({"number": "nul"}),
        json!({"number": ".hidden"}),
        json!({"number": "nº 7: São.PDF"}),
    ];
    let lines: String = rows.iter().map(|row| format!("{row}\n")).collect();
    let project = project().file("rows.ndjson", lines);
    batch(&project, "rows.ndjson", &["--filename", "{number}"]).succeeds();
    assert_eq!(project.names(""), ["out", "rows.ndjson", "templates"]);
    assert_eq!(
        project.names("out"),
        ["_.._up.pdf", "_.._up2.pdf", "_etc_passwd.pdf", "_nul.pdf", "hidden.pdf", "nº 7_ São.pdf"]
    );
}

#[test]
fn a_row_that_gives_no_name_is_a_bad_row() {
    let rows = "{\"name\": \"x\"}\n{\"number\": 2}\n{\"number\": \"a\\u0000b\"}\n";
    let project = project().file("rows.ndjson", rows);
    batch(&project, "rows.ndjson", &[])
        .fails_with(6)
        .stderr_has("the file name of the message has a NUL")
        .stderr_has("error: row 1 (x): the file name `{number}.pdf` is empty for this row\n");
    assert_eq!(project.names("out"), ["2.pdf"]);
}

#[test]
fn the_template_may_say_how_its_files_are_called() {
    let template = document("Card", &[text("t", "{number}")], "[]")
        .replace("\"bindings\"", "\"mail\": {\"filename\": \"Card {number}\"}, \"bindings\"");
    let project = Project::new().template("card", &template).file("rows.ndjson", ndjson(1..=1));
    let run = ["batch", "card", "-d", "rows.ndjson", "--no-mail", "--out-dir", "out"];
    project.run(run).succeeds();
    assert_eq!(project.names("out"), ["Card N00001.pdf"]);
    let project = super::project().file("rows.ndjson", ndjson(1..=1));
    project.run(run).fails_with(2).stderr_has("the files of the batch have no names");
    batch(&project, "rows.ndjson", &["--filename", "{SUM(number}"])
        .fails_with(2)
        .stderr_has("`--filename`: ");
}

#[test]
fn what_the_batch_is_for_must_be_said() {
    let project = project().file("rows.ndjson", ndjson(1..=1));
    let run = ["batch", "card", "-d", "rows.ndjson", "--filename", "{number}"];
    project.run(run).fails_with(2).stderr_has("`--out-dir DIR`");
    project.run(run.iter().chain(&["--no-mail"])).fails_with(2).stderr_has("`--out-dir DIR`");
    assert_eq!(project.names(""), ["rows.ndjson", "templates"]);
    // A folder says enough.
    project.run(run.iter().chain(&["--out-dir", "out"])).succeeds();
    assert_eq!(project.names(""), ["out", "rows.ndjson", "templates"]);
}

#[test]
fn files_that_are_there_already_are_replaced() {
    let project = project().file("rows.ndjson", ndjson(1..=1)).file("out/N00001.pdf", "old");
    batch(&project, "rows.ndjson", &[]).succeeds();
    assert!(project.read("out/N00001.pdf").starts_with(b"%PDF"));
    assert_eq!(project.names("out"), ["N00001.pdf"]);
}

#[test]
fn receipts_of_documents_lie_beside_them_or_apart() {
    let key = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n-----END PRIVATE KEY-----\n";
    let project = project()
        .file("rows.ndjson", ndjson(1..=3))
        .file("one.json", ndjson(2..=2))
        .file("key.pem", key);
    let receipts = ["--receipts", "out", "--receipt-key", "key.pem"];
    batch(&project, "rows.ndjson", &receipts).succeeds();
    let names = ["N00001", "N00002", "N00003"];
    let expected: Vec<String> = names
        .iter()
        .flat_map(|name| [format!("{name}.pdf"), format!("{name}.receipt.json")])
        .collect();
    assert_eq!(project.names("out"), expected);
    // The receipt of a row is that of a document of the row alone.
    let verify = ["verify", "out/N00002.pdf", "--receipt", "out/N00002.receipt.json"];
    let again = ["--template", "card", "--data", "one.json"];
    let run = project.run([&verify[..], &again].concat()).succeeds();
    run.stderr_has("the signature is right").stderr_has("made again, it has the same bytes");
    project
        .run([&verify[..1], &["out/N00001.pdf"], &verify[2..]].concat())
        .fails_with(7)
        .stderr_has("the document is not that of the receipt");
    batch(&project, "rows.ndjson", &["--receipts", "proofs"]).succeeds();
    assert_eq!(project.names("proofs").len(), 3);
    let bad = ["--receipts", "other", "--receipt-key", "rows.ndjson"];
    batch(&project, "rows.ndjson", &bad).fails_with(2);
    let mailed =
        ["batch", "card", "-d", "rows.ndjson", "--email-field", "email", "--receipts", "x"];
    project.run(mailed).fails_with(2);
}

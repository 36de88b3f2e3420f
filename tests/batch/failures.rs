//! Rows that fail, and when the others go on.

use serde_json::json;

use super::{batch, errors, ndjson, project};
use crate::project::{Project, table_document};

/// Rows of which every tenth is not JSON.
fn every_tenth_is_bad(rows: u32) -> String {
    let lines = ndjson(1..=rows);
    let lines = lines.lines().enumerate();
    lines
        .map(|(i, line)| if i % 10 == 9 { "{oops}\n".into() } else { format!("{line}\n") })
        .collect()
}

#[test]
fn bad_rows_are_reported_with_number_key_and_reason_and_the_others_are_done() {
    let rows = "{\"number\": 1}\n{\"number\": \n7\n{\"number\": 4}\n";
    let project = project().file("rows.ndjson", rows);
    batch(&project, "rows.ndjson", &[])
        .fails_with(6)
        .stderr_has("error: row 2: cannot read `rows.ndjson`: it ends too early, line 2, column 10\n")
        .stderr_has("error: row 3: cannot read `rows.ndjson`: it is a number, not an object or a list, line 3, column 1\n")
        .stderr_has("wrote 2 files to out")
        .stderr_has("error: 2 of 4 rows failed\n");
    assert_eq!(project.names("out"), ["1.pdf", "4.pdf"]);
}

#[test]
fn programs_get_one_object_per_bad_row_and_one_at_the_end() {
    let long: Vec<_> = (0..500).map(|i| json!({"name": format!("row {i}")})).collect();
    let rows = [json!({"id": "a", "rows": []}), json!({"id": "b", "rows": long})];
    let lines: String = rows.iter().map(|row| format!("{row}\n")).collect();
    let project = Project::new().template("list", &table_document()).file("rows.ndjson", lines);
    let run = ["batch", "list", "-d", "rows.ndjson", "--no-mail", "--out-dir", "out"];
    let more = ["--filename", "{id}", "--max-pages", "2", "--error-format", "json"];
    let run = project.run(run.iter().chain(&more)).fails_with(6);
    let reported = errors(&run);
    assert_eq!(reported.len(), 2, "{}", run.stderr);
    assert_eq!((&reported[0]["row"], &reported[0]["key"]), (&json!(2), &json!("b")));
    assert_eq!((&reported[0]["code"], &reported[0]["maxPages"]), (&json!("pageLimit"), &json!(2)));
    assert_eq!((&reported[1]["code"], &reported[1]["failed"]), (&json!("batchFailed"), &json!(1)));
    assert_eq!(project.names("out"), ["a.pdf"]);
}

#[test]
fn the_key_of_a_row_can_be_chosen() {
    let project = project().file("rows.ndjson", "{\"name\": \"Ana\", \"city\": \"Porto\"}\n");
    batch(&project, "rows.ndjson", &["--row-key", "{name} of {city}"])
        .fails_with(6)
        .stderr_has("error: row 1 (Ana of Porto): ");
}

#[test]
fn fail_fast_stops_at_the_first() {
    let project = project().file("rows.ndjson", every_tenth_is_bad(5000));
    let run = batch(&project, "rows.ndjson", &["--fail-fast", "--json"]).ends_with(6);
    let summary = run.json();
    assert_eq!(summary["stopped"], "failFast");
    let (done, left) = (summary["done"].as_u64().unwrap(), summary["notDone"].as_u64().unwrap());
    assert!(left > 3000, "{summary}");
    assert_eq!(project.names("out").len() as u64, done);
    assert!(run.stderr.contains("of 5000 rows failed; stopped after "), "{}", run.stderr);
}

#[test]
fn so_many_rows_may_fail_and_no_more() {
    let project = project().file("rows.ndjson", every_tenth_is_bad(5000));
    let stopped = |most: &str| {
        let run = batch(&project, "rows.ndjson", &["--max-errors", most, "--json"]).ends_with(6);
        (run.json()["stopped"].clone(), run.json()["failed"].as_u64().unwrap(), run.stderr)
    };
    let (stop, failed, stderr) = stopped("20");
    assert_eq!(stop, "maxErrors");
    assert!((21..450).contains(&failed), "{failed}");
    assert!(stderr.contains("more than allowed; stopped after "), "{stderr}");
    assert_eq!(stopped("500").0, json!(null));
    assert_eq!(stopped("10%").0, json!(null));
    assert_eq!(stopped("9%").0, json!("maxErrors"));
    batch(&project, "rows.ndjson", &["--max-errors", "few"])
        .fails_with(2)
        .stderr_has("write a number of rows, or a share like 5%");
}

#[test]
fn an_array_that_breaks_ends_the_input_after_the_rows_before() {
    let project =
        project().file("rows.json", "[{\"number\": 1},\n {\"number\": 2},\n {\"number\" 3}]");
    let run = batch(&project, "rows.json", &["--json"]).ends_with(4);
    assert_eq!(run.json()["done"], 2);
    assert_eq!(run.json()["inputError"]["code"], "dataUnreadable");
    assert!(
        run.stderr.contains("error: cannot read `rows.json`: expected `:`, line 3, column 12\n"),
        "{}",
        run.stderr
    );
    assert_eq!(project.names("out"), ["1.pdf", "2.pdf"]);
}

#[test]
fn input_that_cannot_be_used_at_all_says_why() {
    let project = project().file("rows.json", "{\"orders\": []}");
    batch(&project, "rows.json", &[]).fails_with(4).stderr_has("name the list inside it");
    batch(&project, "rows.json", &["--path", "order"])
        .fails_with(4)
        .stderr_has("there is `orders`");
    batch(&project, "none.json", &[]).fails_with(4).stderr_has("no such file or folder");
    let project = project.file("rows.csv", "a\n1\n");
    batch(&project, "rows.csv", &["--path", "a"]).fails_with(2);
}

#[test]
fn a_file_that_cannot_be_written_is_a_failed_row() {
    let project = project().file("rows.ndjson", ndjson(1..=2)).file("out/N00001.pdf/x", "");
    batch(&project, "rows.ndjson", &[])
        .fails_with(6)
        .stderr_has("error: row 1 (N00001): cannot write `out/N00001.pdf`: it is a folder\n");
    assert_eq!(project.names("out"), ["N00001.pdf", "N00002.pdf"]);
    let project = project.file("taken", "");
    let run = ["batch", "card", "-d", "rows.ndjson", "--no-mail", "--filename", "{number}"];
    project.run(run.iter().chain(&["--out-dir", "taken"])).fails_with(1);
}

/// Rows of which one lacks what the template shows.
fn one_lacks_its_number() -> String {
    "{\"id\": \"a\", \"name\": \"A\", \"number\": 1}\n{\"id\": \"b\", \"name\": \"B\"}\n{\"id\": \"c\", \"name\": \"C\"}\n".to_owned()
}

#[test]
fn what_rows_lack_is_said_once_with_their_number() {
    let project = project().file("rows.ndjson", one_lacks_its_number());
    let run = ["batch", "card", "-d", "rows.ndjson", "--out-dir", "out", "--filename", "{id}"];
    let warned = project.run(run.iter().chain(&["--quiet"])).succeeds();
    assert_eq!(warned.stderr.matches("warning: ").count(), 1, "{}", warned.stderr);
    let warned = warned.stderr_has("2 rows, the first is row 2 (b): ");
    assert!(warned.stderr.contains("`number`"), "{}", warned.stderr);
    assert_eq!(project.names("out"), ["a.pdf", "b.pdf", "c.pdf"]);
}

#[test]
fn rows_that_lack_data_fail_when_that_is_denied() {
    for flags in [&["--strict"][..], &["--deny", "missingPath"], &["--deny", "all"]] {
        let project = project().file("rows.ndjson", one_lacks_its_number());
        let run = ["batch", "card", "-d", "rows.ndjson", "--out-dir", "out", "--filename", "{id}"];
        project
            .run(run.iter().chain(flags))
            .fails_with(6)
            .stderr_has("error: row 2 (b): the data has no `number`")
            .stderr_has("error: 2 of 3 rows failed");
        assert_eq!(project.names("out"), ["a.pdf"], "{flags:?}");
    }
    let project = project().file("rows.ndjson", one_lacks_its_number());
    let run = ["batch", "card", "-d", "rows.ndjson", "--out-dir", "out", "--filename", "{id}"];
    project.run(run.iter().chain(&["--deny", "misingPath"])).fails_with(2);
}

#[test]
fn an_input_without_rows_is_refused_until_that_is_allowed() {
    for (name, text) in [("a.csv", "id,number\n"), ("a.ndjson", ""), ("a.json", "[]")] {
        let project = project().file(name, text);
        let run = ["batch", "card", "-d", name, "--out-dir", "out", "--filename", "{id}"];
        project.run(run).fails_with(4).stderr_has("no rows").stderr_has("--allow-empty");
        project.run(run.iter().chain(&["--allow-empty"])).succeeds();
    }
}

#[test]
fn one_reason_for_many_rows_is_not_printed_for_each() {
    let project = project().file("rows.ndjson", ndjson(1..=300));
    let run = ["batch", "card", "-d", "rows.ndjson", "--out-dir", "out"];
    let run = project.run(run.iter().chain(&["--filename", "{nothing}"])).fails_with(6);
    assert_eq!(
        run.stderr.matches("the file name `{nothing}` is empty").count(),
        11,
        "{}",
        run.stderr
    );
    run.stderr_has("290 more rows failed for the same reason: the file name");
}

#[test]
fn a_folder_that_vanishes_ends_the_batch_with_one_error() {
    let project = project().file("rows.ndjson", ndjson(1..=20_000));
    let child = std::process::Command::new(env!("CARGO_BIN_EXE_reportctl"))
        .args(["batch", "card", "-d", "rows.ndjson", "--out-dir", "out", "--jobs", "1"])
        .args(["--filename", "{number}"])
        .current_dir(project.path(""))
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let out = project.path("out");
    while !out.exists() || project.names("out").len() < 3 {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    // Moved away, as when a disk is unmounted.
    std::fs::rename(&out, project.path("gone")).unwrap();
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert_eq!(stderr.matches("error: ").count(), 1, "{stderr}");
    assert!(stderr.contains("cannot write to `out`"), "{stderr}");
}

#[test]
fn a_table_in_another_encoding_is_read_when_it_is_named() {
    let project = project().file("rows.csv", b"id,number\ncaf\xE9,1\n");
    let run = ["batch", "card", "-d", "rows.csv", "--out-dir", "out", "--filename", "{id}"];
    project.run(run).fails_with(6).stderr_has("--encoding windows-1252");
    project.run(run.iter().chain(&["--encoding", "windows-1252"])).succeeds();
    assert_eq!(project.names("out"), ["caf\u{e9}.pdf"]);
    project.run(run.iter().chain(&["--encoding", "ebcdic"])).fails_with(2);
}

#[test]
fn no_file_looks_like_a_flag() {
    let project = project().file("rows.ndjson", "{\"number\": -5}\n");
    let run = ["batch", "card", "-d", "rows.ndjson", "--out-dir", "out"];
    project.run(run.iter().chain(&["--filename", "{number}"])).succeeds();
    assert_eq!(project.names("out"), ["_-5.pdf"]);
}

//! `--plan` writes what a batch would make, and `--apply` makes exactly that.

use serde_json::{Value as Json, json};

use super::{batch, errors, files, ndjson, project};
use crate::project::{Project, document, text};

/// The rows and their plan, in `plan.ndjson`.
fn planned(rows: &str) -> Project {
    let project = project().file("rows.ndjson", rows);
    let run = batch(&project, "rows.ndjson", &["--plan", "plan.ndjson"]);
    assert!(run.stderr.contains("wrote a plan"), "{}", run.stderr);
    project
}

fn plan(project: &Project) -> Vec<Json> {
    let lines = project.text("plan.ndjson");
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Applies the plan without a creation date: that of the plan counts.
fn apply(project: &Project) -> crate::project::Run {
    let run = ["batch", "card", "--data", "rows.ndjson", "--no-mail", "--out-dir", "out"];
    let more = ["--filename", "{number}.pdf", "--apply", "plan.ndjson", "--error-format", "json"];
    project.run(run.iter().chain(&more))
}

/// Row and message of every problem of a row.
fn refusals(run: &crate::project::Run) -> Vec<(u64, String)> {
    let of_row = |error: Json| Some((error["row"].as_u64()?, error["error"].as_str()?.to_owned()));
    errors(run).into_iter().filter_map(of_row).collect()
}

#[test]
fn a_plan_says_what_every_row_would_give_and_nothing_is_written() {
    let project = project().file("rows.ndjson", ndjson(1..=2) + "{oops}\n");
    let run = batch(&project, "rows.ndjson", &["--plan", "plan.ndjson", "--json"]).ends_with(6);
    assert!(run.stderr.contains("wrote a plan for 3 rows to plan.ndjson"), "{}", run.stderr);
    assert_eq!((&run.json()["plan"], &run.json()["files"]), (&json!("plan.ndjson"), &json!(0)));
    assert_eq!(project.names(""), ["plan.ndjson", "rows.ndjson", "templates"]);
    let lines = plan(&project);
    let header = &lines[0];
    assert_eq!((&header["plan"], &header["rows"]), (&json!(1), &json!(3)));
    assert_eq!((&header["template"], &header["creationDate"]), (&json!("card"), &json!(0)));
    assert_eq!(header["templateHash"].as_str().unwrap().len(), 64);
    assert_eq!(header["dataHash"].as_str().unwrap().len(), 64);
    batch(&project, "rows.ndjson", &[]).ends_with(6);
    let made = files(&project);
    assert_eq!(made.len(), 2);
    for (entry, (name, bytes)) in lines[1..].iter().zip(made) {
        assert_eq!((&entry["file"], &entry["bytes"]), (&json!(name), &json!(bytes.len())));
        assert_eq!(entry["sha256"], reportctl::base::hash::sha256(&bytes));
        assert_eq!(entry["pages"], 1);
    }
    assert_eq!(lines[1]["key"], "N00001");
    assert_eq!((&lines[3]["row"], &lines[3]["problem"]["code"]), (&json!(3), &json!("invalidRow")));
}

#[test]
fn a_plan_warns_of_what_check_would_find_in_a_row() {
    let long = "w".repeat(200);
    let rows = format!(
        "{{\"number\": 1, \"name\": \"Ana\"}}\n{{\"number\": 2}}\n{{\"number\": 3, \"name\": \"{long}\"}}\n"
    );
    let project = project().file("rows.ndjson", rows);
    let run = batch(&project, "rows.ndjson", &["--plan", "plan.ndjson", "--json"]).ends_with(7);
    assert!(run.stderr.ends_with("2 rows may need a look; the warnings stand in the plan\n"));
    assert_eq!(run.json()["rowsWithWarnings"], 2);
    let lines = plan(&project);
    assert_eq!(lines[1]["warnings"], Json::Null);
    let missing = "missingPath of the field `t`: the data has no `name`";
    assert_eq!(lines[2]["warnings"], json!([missing]));
    let wide = lines[3]["warnings"][0].as_str().unwrap();
    assert!(wide.starts_with("textTooWide of the field `t`: "), "{wide}");
    apply(&project).succeeds();
}

#[test]
fn a_plan_is_the_same_every_time() {
    let made = |jobs| {
        let project = project().file("rows.ndjson", ndjson(1..=200));
        batch(&project, "rows.ndjson", &["--plan", "plan.ndjson", "--jobs", jobs]).succeeds();
        project.read("plan.ndjson")
    };
    assert!(made("1") == made("4"));
}

#[test]
fn applied_it_gives_exactly_those_bytes() {
    let project = planned(&ndjson(1..=50));
    apply(&project).succeeds();
    for (entry, (_, bytes)) in plan(&project)[1..].iter().zip(files(&project)) {
        assert_eq!(entry["sha256"], reportctl::base::hash::sha256(&bytes));
    }
    assert_eq!(project.names("out").len(), 50);
}

#[test]
fn rows_that_changed_are_refused_and_the_others_done() {
    let project = planned(&ndjson(1..=3));
    let changed = ndjson(1..=3).replace("Name 2", "Another").replace("N00003", "N00033");
    let project = project.file("rows.ndjson", changed);
    let run = apply(&project).fails_with(6);
    let reported = refusals(&run);
    assert_eq!(reported.len(), 2, "{}", run.stderr);
    for ((row, message), number) in reported.iter().zip(2..) {
        assert_eq!(*row, number);
        assert!(
            message.contains("not as planned: the row, the fonts or the settings"),
            "{message}"
        );
    }
    assert_eq!(errors(&run)[0]["code"], "planMismatch");
    assert_eq!(project.names("out"), ["N00001.pdf"]);
}

#[test]
fn a_changed_template_is_the_reason_unless_the_bytes_are_the_same() {
    let project = planned(&ndjson(1..=2));
    let same = document("Card", &[text("t", "{number} {name}")], "[]")
        .replace("\"bindings\"", "\"note\": \"nothing drawn\", \"bindings\"");
    let project = project.template("card", &same);
    apply(&project).succeeds();
    let other = document("Card", &[text("t", "{number}")], "[]");
    let project = project.template("card", &other);
    let reported = refusals(&apply(&project).fails_with(6));
    assert_eq!(reported.len(), 2);
    assert!(
        reported[0].1.contains("not as planned: the template has changed"),
        "{}",
        reported[0].1
    );
}

#[test]
fn more_rows_and_fewer_rows_than_planned_are_reported() {
    let project = planned(&ndjson(1..=2)).file("rows.ndjson", ndjson(1..=3));
    let reported = refusals(&apply(&project).fails_with(6));
    assert_eq!(reported.len(), 1);
    assert!(
        reported[0].0 == 3 && reported[0].1.ends_with("the plan does not have this row"),
        "{reported:?}"
    );
    let project = project.file("rows.ndjson", ndjson(1..=1));
    apply(&project).fails_with(6).stderr_has("the data lacks the last 1 row of the plan");
}

#[test]
fn a_row_planned_to_fail_is_not_done_when_it_would_succeed() {
    let project = planned("{\"number\": 1}\n{oops}\n")
        .file("rows.ndjson", "{\"number\": 1}\n{\"number\": 2}\n");
    let reported = refusals(&apply(&project).fails_with(6));
    assert!(reported[0].1.ends_with("the plan says that this row fails"), "{reported:?}");
    assert_eq!(project.names("out"), ["1.pdf"]);
}

#[test]
fn plans_that_are_damaged_are_refused() {
    let project = planned(&ndjson(1..=3));
    let whole = project.text("plan.ndjson");
    let cut = whole.lines().take(3).fold(String::new(), |text, line| text + line + "\n");
    let swapped = whole.replace("\"row\":2", "\"row\":9");
    for (text, what) in [
        ("", "it is empty"),
        ("{}", "missing field"),
        (&*cut, "it is not complete"),
        (&*swapped, "the rows are not in their order"),
    ] {
        let project = planned(&ndjson(1..=3)).file("plan.ndjson", text);
        apply(&project).fails_with(4).stderr_has("plan.ndjson is not a plan: ").stderr_has(what);
        assert_eq!(project.names(""), ["plan.ndjson", "rows.ndjson", "templates"]);
    }
}

#[test]
fn a_plan_that_is_stopped_is_not_written() {
    let project = project().file("rows.ndjson", "{oops}\n".to_owned() + &ndjson(1..=3000));
    batch(&project, "rows.ndjson", &["--plan", "plan.ndjson", "--fail-fast"])
        .fails_with(6)
        .stderr_has("wrote no plan");
    assert_eq!(project.names(""), ["rows.ndjson", "templates"]);
}

#[test]
fn a_plan_with_something_to_look_at_ends_with_findings() {
    let project = project()
        .file("lacking.ndjson", "{\"id\": 1, \"name\": \"A\"}\n")
        .file("empty.csv", "id,name,number\n1,A,7\n2,B,\n");
    for (data, found) in [("lacking.ndjson", "missingPath"), ("empty.csv", "emptyValue")] {
        let run = ["batch", "card", "-d", data, "--out-dir", "out", "--filename", "{id}"];
        let plan = ["--plan", "plan.ndjson"];
        let reported = project.run(run.iter().chain(&plan)).fails_with(7);
        assert!(reported.stderr.contains("warning: row "), "{}", reported.stderr);
        assert!(project.text("plan.ndjson").contains(found), "{data}");
        let denied = project.run(run.iter().chain(&plan).chain(&["--deny", found])).fails_with(6);
        assert!(denied.stderr.contains("1 of "), "{}", denied.stderr);
    }
}

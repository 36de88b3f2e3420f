//! `reportctl check`: what is found, how it is reported, how it ends.

use serde_json::{Value as Json, json};

use crate::project::{Project, document, text};

/// A repository with one good template and one with a warning.
fn two_templates() -> Project {
    Project::with_invoice()
        .template("odd", &document("Odd", &[text("no", "No {number /} of {total}")], "[]"))
}

#[test]
fn a_clean_repository_has_no_problems() {
    Project::with_invoice()
        .run(["check"])
        .succeeds()
        .stdout("")
        .stderr("no problems in 1 template\n");
}

#[test]
fn warnings_are_reported_with_code_place_and_advice_and_do_not_fail() {
    let run = two_templates().run(["check"]).succeeds().stdout("");
    let run = run.stderr_has("warning[suspiciousOperator]: `/` in `number /` is part of the name");
    let run = run.stderr_has("  --> templates/odd.json:");
    let run = run.stderr_has(" /template/schemas/0/content, position 7 (field `no`)\n");
    let run = run.stderr_has("  = hint: put a blank on both sides of `/`, or none\n");
    run.stderr_has("\n1 warning in 2 templates\n");
}

#[test]
fn denied_warnings_and_errors_end_with_seven() {
    let project = two_templates();
    for code in ["all", "suspiciousOperator", "offPage,suspiciousOperator"] {
        let run = project.run(["check", "--deny", code]).fails_with(7);
        run.stderr_has("error[suspiciousOperator]").stderr_has("\n1 error in 2 templates\n");
    }
    project.run(["check", "--deny", "offPage"]).succeeds();
    let broken = document("B", &[text("t", "{CONCAT(a, b}")], "[]");
    let run = project.template("broken", &broken).run(["check", "broken"]).fails_with(7);
    run.stderr_has("error[unclosedCall]: `CONCAT(` is never closed (position 11");
}

#[test]
fn portability_is_checked_when_asked_for() {
    let indexed = document("P", &[text("t", "{recipient.0}")], "[]");
    let project = Project::with_invoice().template("p", &indexed);
    project.run(["check", "p"]).succeeds().stderr("no problems in 1 template\n");
    let run = project.run(["check", "p", "--portable"]).succeeds();
    run.stderr_has("warning[notPortable]: in json-pdf-designer: `recipient.0` finds nothing");
    project.run(["check", "--portable", "--deny", "notPortable"]).fails_with(7);
}

#[test]
fn the_shipped_templates_are_portable() {
    let (mut portable, mut guarded) = (Vec::new(), Vec::new());
    for entry in std::fs::read_dir(crate::documents::root().join("templates")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "json") {
            // A guard stops readers that would print a payment without its code.
            let is_guarded = std::fs::read_to_string(&path).unwrap().contains("x-extensions,1");
            let list = if is_guarded { &mut guarded } else { &mut portable };
            list.push(path.to_str().unwrap().to_owned());
        }
    }
    assert!(portable.len() > 10);
    let check = |flags: &[&str], templates: Vec<String>| {
        let count = templates.len();
        let arguments = ["check", "--deny=all"].iter().chain(flags).map(|text| (*text).to_owned());
        let run = Project::new().run(arguments.chain(templates).collect::<Vec<_>>());
        run.succeeds().stderr(&format!("no problems in {count} templates\n"));
    };
    check(&["--portable"], portable);
    check(&[], guarded);
}

#[test]
fn an_unknown_code_is_wrong_usage() {
    let run = two_templates().run(["check", "--deny", "suspiciousOperater"]).fails_with(2);
    run.stderr_has("did you mean `suspiciousOperator`?");
}

#[test]
fn data_shows_what_only_data_can() {
    let project = two_templates().file("other.json", r#"{"nunber": 7, "total": 1}"#);
    project.run(["check", "invoice", "--data", "data.json"]).succeeds();
    let run = project.run(["check", "invoice", "--data", "other.json", "--deny", "missingPath"]);
    run.fails_with(7)
        .stderr_has("error[missingPath]: the data has no `number`")
        .stderr_has("did you mean `nunber`?");
    project.run(["check", "invoice", "--data", "none.json"]).fails_with(4);
}

/// The shipped invoice with the data of its sample, one key taken out.
fn invoice_without(key: &str) -> Project {
    let read = |path: &str| std::fs::read_to_string(crate::documents::root().join(path)).unwrap();
    let mut data: serde_json::Value = serde_json::from_str(&read("samples/invoice.json")).unwrap();
    data.as_object_mut().unwrap().remove(key);
    Project::new()
        .file("templates/invoice.json", read("templates/invoice.json"))
        .file("data.json", data.to_string())
}

#[test]
fn what_one_field_guards_another_still_needs() {
    let check = ["check", "invoice", "--data", "data.json", "--deny", "all"];
    for optional in ["none", "discount", "note"] {
        invoice_without(optional).run(check).succeeds();
    }
    // `vatRate == 0` shows a note; the totals need the rate all the same.
    let run = invoice_without("vatRate").run(check).fails_with(7);
    // Which is what the template requires, in its own words.
    run.stderr_has("error[requirementFailed]: A line has no VAT rate");
}

#[test]
fn a_calculation_without_blanks_differs_from_a_slip() {
    let template = document("Net", &[text("net", "{total-discount}")], "[]");
    let project = Project::new().template("net", &template);
    let project = project.file("d.json", r#"{"total": 5, "discount": 1}"#);
    project
        .run(["check", "net", "--data", "d.json"])
        .succeeds()
        .stderr_has("the data has no `total-discount`")
        .stderr_has("it is read as one name; to calculate, write `total - discount`");
}

#[test]
fn what_only_the_document_has_and_widths_that_are_shares_are_said_to_stand_elsewhere() {
    let template = |extensions: &str| {
        format!(
            r#"{{"name": "T", "template": {{"version": 1, {extensions} "page": {{"width": 210, "height": 297}},
                "schemas": [{{"id": "t", "name": "t", "type": "table", "x": 20, "y": 20, "width": 170, "height": 14,
                              "head": ["A"], "content": [["{{opening + amount}}"]], "columnWidths": ["1fr"]}}]}},
                "bindings": [{{"schemaName": "t", "type": "array", "path": "lines"}}]}}"#
        )
    };
    let project = Project::new()
        .file("new.json", template(r#""extensions": 1,"#))
        .file("old.json", template(""))
        .file("d.json", r#"{"opening": 1, "lines": [{"amount": 2}]}"#);
    project
        .run(["check", "new.json", "--data", "d.json"])
        .succeeds()
        .stderr_has("here only the item is seen: write `$root.opening`")
        .stderr_has("or `auto` and shares such as `2fr` as `width` in `columnStyles`");
    // A template without extensions knows neither.
    project
        .run(["check", "old.json", "--data", "d.json"])
        .succeeds()
        .stderr_has("here only the item is seen: put it into the items too")
        .stderr_has("= hint: write a number\n");
    // A render that is refused says it as well.
    project
        .run(["render", "new.json", "--data", "d.json", "--strict"])
        .fails_with(4)
        .stderr_has("write `$root.opening`; or proceed anyway with `--allow missingPath`");
}

#[test]
fn nothing_to_check_is_no_good_news() {
    let project = Project::new();
    let missing = "error: the folder of templates `templates` does not exist\n\
                   \x20 = hint: name the folder of the templates with `--templates`, or make one with \
                   `reportctl init`\n";
    for command in [&["check"][..], &["template", "fmt"], &["template", "fmt", "--check"]] {
        project.run(command).fails_with(3).stdout("").stderr(missing);
    }
    let run = project.run(["check", "--error-format", "json"]).fails_with(3);
    assert_eq!(run.error()["code"], "templateNotFound");
    let project = project.file("empty/note.txt", "");
    for command in [&["check"][..], &["template", "fmt", "--check"]] {
        let command = ["--templates", "empty"].iter().chain(command);
        let run = project.run(command).fails_with(3);
        run.stderr_has("error: there are no templates in `empty`\n");
    }
}

#[test]
fn the_report_for_programs_is_one_object() {
    let run = two_templates().run(["check", "--format", "json"]).succeeds().stderr("");
    let report = run.json();
    assert_eq!(report["templates"], 2);
    assert_eq!((&report["errors"], &report["warnings"]), (&0.into(), &1.into()));
    let problem = &report["problems"][0];
    for (key, value) in [
        ("severity", "warning"),
        ("code", "suspiciousOperator"),
        ("blame", "template"),
        ("field", "no"),
        ("file", "templates/odd.json"),
        ("pointer", "/template/schemas/0/content"),
        ("operator", "/"),
        ("ident", "number /"),
        ("token", "{number /}"),
    ] {
        assert_eq!(problem[key], value, "{key}");
    }
    assert!(problem["line"].is_u64() && problem["column"].is_u64());
    assert!(problem["error"].is_string() && problem["advice"].is_string());
}

#[test]
fn files_and_broken_files_are_checked_too() {
    let project = two_templates().file("elsewhere/a.json", document("A", &[], "[]"));
    project.run(["check", "elsewhere/a.json"]).succeeds();
    project.run(["check", "nothing"]).fails_with(3);
    let run = project.template("torn", "{").run(["check"]).fails_with(7);
    run.stderr_has("error[templateUnreadable]").stderr_has("1 error, 1 warning in 3 templates");
}

#[test]
fn quiet_prints_problems_without_a_summary() {
    let run = two_templates().run(["-q", "check"]).succeeds();
    let run = run.stderr_has("warning[suspiciousOperator]");
    assert!(!run.stderr.contains("1 warning in"), "{}", run.stderr);
}

#[test]
fn every_row_of_a_data_file_is_checked() {
    let template = document("Invoice", &[text("title", "No. {number} for {name}")], "[]");
    let project = Project::new()
        .template("invoice", &template)
        .file("rows.csv", "number,name\n1,Ana\n2,\n3,Eva\n4,\n")
        .file("short.csv", "number\n1\n2\n")
        .file("none.csv", "number,name\n");
    let run = project.run(["check", "invoice", "--data", "rows.csv"]).succeeds();
    run.stderr_has("warning[emptyValue]: 2 rows, the first is row 2 (2): the cell `name` is empty")
        .stderr_has("1 warning in 1 template");
    project
        .run(["check", "invoice", "--data", "short.csv", "--deny", "missingPath"])
        .fails_with(7)
        .stderr_has("error[missingPath]: 2 rows, the first is row 1 (1): the data has no `name`");
    project
        .run(["check", "invoice", "--data", "none.csv"])
        .fails_with(4)
        .stderr_has("there are no rows in `none.csv`");
}

#[test]
fn rows_on_standard_input_are_checked_as_those_of_a_file() {
    let rows = "{\"number\": 1}\n{\"number\": 2}\n";
    let template = document("Invoice", &[text("title", "No. {number} for {name}")], "[]");
    let project = Project::new().template("invoice", &template).file("rows.ndjson", rows);
    let check = |data| ["check", "invoice", "--data", data, "--deny", "missingPath"];
    let of_file = project.run(check("rows.ndjson")).fails_with(7).stderr;
    assert!(
        of_file.contains("2 rows, the first is row 1 (1): the data has no `name`"),
        "{of_file}"
    );
    let project = project.input(rows);
    project.run(check("-")).fails_with(7).stderr(&of_file);
    // One line is one document.
    let project = project.input("{\"number\": 1}\n");
    let run = project.run(check("-")).fails_with(7).stderr_has("the data has no `name`");
    assert!(!run.stderr.contains("row 1"), "{}", run.stderr);
}

#[test]
fn findings_end_with_seven_though_the_report_is_not_read() {
    let project = Project::new().template("bad", &document("Bad", &[text("t", "{SUM(a}")], "[]"));
    project.run_unread(["check", "bad", "--format", "json"]).ends_with(7);
}

#[test]
fn names_are_reported_where_they_are_not_known() {
    let row = |text: &str| json!({"cells": {"0": text}});
    let table = json!({"id": "t", "name": "rows", "type": "table", "x": 10, "y": 20, "width": 90,
        "height": 14, "head": ["A"], "rowHeight": 7,
        "content": [["{$row.index} {SUM($running.rows.a)} {SUM($table.rows.a)} {$group.index}"]],
        "footer": ["{SUM($table.rows.a)} {SUM($running.rows.a)}"],
        "headRows": [row("{$page.number} {$set.count} {SUM($sofar.rows.a)}")],
        "footerRows": [row("{SUM($table.rows.a)} {title} {$root.title} {$group.key}")],
        "groups": [{"by": "a", "header": row("{$group.key} {COUNTOF($group.rows)} {$row.index}"),
            "footer": row("{COUNT($group.rows)}")}],
        "detail": {"path": "s", "rows": [row("{$row.groupIndex} {$before.rows}")]},
        "broughtForward": row("{SUM($before.rows.a)} {$set.number} {SUM($sofar.rows.a)}"),
        "pageTotals": row("{SUM($page.rows.a)} {SUM($sofar.rows.a)} {$page.count} {$group.key}")});
    let body = json!({"id": "x", "name": "x", "type": "text", "x": 10, "y": 60, "width": 50,
        "height": 5, "content": "{$root.title} {$doc.date} {$page.number}"});
    let band = json!({"id": "b", "name": "b", "type": "text", "x": 10, "y": 290, "width": 50,
        "height": 5, "content": "{$page.number} {$set.number} {$row.index}"});
    let bindings =
        json!([{"schemaName": "rows", "type": "array", "path": "rows", "columns": ["a"]}]);
    let fields = [table, body, band].map(|field| field.to_string());
    let mut template: Json =
        serde_json::from_str(&document("Names", &fields, &bindings.to_string())).unwrap();
    template["template"]["extensions"] = 1.into();
    template["template"]["footerHeight"] = 15.into();
    let data = json!({"title": "T", "rows": [{"a": 1, "s": [{}]}]});
    let project =
        Project::new().template("names", &template.to_string()).file("data.json", data.to_string());
    let run = project.run(["check", "names", "--data", "data.json"]).succeeds();
    let expected = [
        ("`$group.index` is not known here", "schemas/0/content/0/0"),
        ("`$running.rows` is not known here", "schemas/0/footer/0"),
        ("`$sofar.rows` is not known here", "schemas/0/headRows/0/cells/0"),
        ("`$group.key` is not known here", "schemas/0/footerRows/0/cells/0"),
        ("`$row.index` is not known here", "schemas/0/groups/0/header/cells/0"),
        ("`$group` is not a list", "schemas/0/groups/0/footer/cells/0"),
        ("`$before.rows` is not known here", "schemas/0/detail/rows/0/cells/0"),
        ("`$sofar.rows` is not known here", "schemas/0/broughtForward/cells/0"),
        ("`$group.key` is not known here", "schemas/0/pageTotals/cells/0"),
        ("`$page.number` is not known here", "schemas/1/content"),
        ("`$row.index` is not known here", "schemas/2/content"),
    ];
    for (message, place) in expected {
        let found = run.stderr.lines().collect::<Vec<_>>().windows(2).any(|lines| {
            lines[0].ends_with(message) && lines[1].contains(&format!("/template/{place} "))
        });
        assert!(found, "{message} at {place}: {}", run.stderr);
    }
    assert_eq!(run.stderr.matches("warning[").count(), expected.len(), "{}", run.stderr);
    // Documents are made as before.
    project.run(["render", "names", "--data", "data.json", "--strict"]).succeeds();
}

/// A template with one text, in `templates/lacking.json`, and its data in `data.json`.
fn lacking(content: &str, more: &str, data: &str) -> Project {
    let content = serde_json::Value::from(content);
    let template = format!(
        r#"{{"name": "L"{more}, "template": {{"extensions": 1, "page": {{"width": 210, "height": 297}},
            "schemas": [{{"id": "t", "name": "t", "type": "text", "x": 10, "y": 15, "width": 190,
            "height": 10, "content": {content}}}]}}, "bindings": []}}"#
    );
    Project::new().file("templates/lacking.json", &template).file("data.json", data)
}

#[test]
fn a_function_that_does_not_exist_is_an_error_and_refuses_what_is_strict_or_mailed() {
    let project = lacking("Total {MONNEY(total)}", "", r#"{"total": 5}"#);
    let says = "there is no function `MONNEY`";
    project
        .run(["check", "lacking"])
        .fails_with(7)
        .stderr_has(says)
        .stderr_has("did you mean `MONEY`?");
    let once = project.run(["check", "lacking", "--data", "data.json"]).fails_with(7);
    assert_eq!(once.stderr.matches(says).count(), 1, "{}", once.stderr);
    let render = ["render", "lacking", "--data", "data.json", "--output", "l.pdf"];
    project.run(render).succeeds().stderr_has(says);
    let strict = [&render[..], &["--strict"]].concat();
    project.run(strict).fails_with(3).stderr_has(says).stderr_has("did you mean `MONEY`?");
    let send = ["send", "lacking", "--data", "data.json", "--to", "ana@example.org"];
    project.run(send).fails_with(3).stderr_has(says).stderr_has("--allow unknownFunction");
    let project = project.file("rows.ndjson", "{\"total\": 5}\n");
    let batch = ["batch", "lacking", "--data", "rows.ndjson", "--to", "ana@example.org"];
    project.run(batch).fails_with(6).stderr_has(says);
    assert!(!project.path(".reportctl/outbox").exists());
    project.run([&send[..], &["--allow", "unknownFunction"]].concat()).succeeds();
    assert_eq!(project.names(".reportctl/outbox").len(), 1);
    let own = lacking("Total {MONNEY(total)}", r#", "strict": true"#, r#"{"total": 5}"#);
    own.run(render).fails_with(3).stderr_has(says);
}

#[test]
fn an_expression_that_cannot_be_read_refuses_what_is_strict_or_mailed() {
    let project = lacking("Total {MONEY(total} {total}", "", r#"{"total": 5}"#);
    let says = "`MONEY(` is never closed";
    let check = project.run(["check", "lacking", "--data", "data.json"]).fails_with(7);
    assert_eq!(check.stderr.matches(says).count(), 1, "{}", check.stderr);
    let render = ["render", "lacking", "--data", "data.json", "--output", "l.pdf"];
    project.run(render).succeeds().stderr_has(says);
    project.run([&render[..], &["--strict"]].concat()).fails_with(3).stderr_has(says);
    project.run([&render[..], &["--deny", "all"]].concat()).fails_with(3).stderr_has(says);
    let send = ["send", "lacking", "--data", "data.json", "--to", "ana@example.org"];
    project.run(send).fails_with(3).stderr_has(says).stderr_has("--allow unclosedCall");
    assert!(!project.path(".reportctl/outbox").exists());
    let project = project.file("reportctl.yaml", "allow: [unclosedCall]\n");
    project.run(send).succeeds();
    assert_eq!(project.names(".reportctl/outbox").len(), 1);
}

#[test]
fn without_extensions_a_function_that_does_not_exist_prints_nothing() {
    let template = r#"{"name": "B", "template": {"page": {"width": 210, "height": 297}, "schemas":
        [{"id": "t", "name": "t", "type": "text", "x": 10, "y": 15, "width": 190, "height": 10,
          "content": "Total {MONNEY(total)}{a - 5 - 3}"}]}, "bindings": []}"#;
    let project = Project::new()
        .file("templates/base.json", template)
        .file("data.json", r#"{"total": 5, "a": "siehe"}"#);
    let run =
        project.run(["render", "base", "--data", "data.json", "--format", "layout", "-o", "-"]);
    let layout: serde_json::Value = serde_json::from_slice(&run.succeeds().stdout).unwrap();
    assert_eq!(layout["pages"][0]["placements"][0]["value"], "Total -3");
    let codes: Vec<_> =
        layout["notes"].as_array().unwrap().iter().map(|note| &note["code"]).collect();
    assert_eq!(codes, ["unknownFunction", "notANumber"]);
}

#[test]
fn a_text_in_a_calculation_refuses_what_is_strict_though_a_function_gave_it() {
    let project = lacking(r#"{REPLACE(a,"x","y") - 5 - 3}"#, "", r#"{"a": "siehe"}"#);
    let render = ["render", "lacking", "--data", "data.json", "--output", "l.pdf"];
    let says = "`REPLACE(…)` is `siehe`, which is not a number";
    project.run(render).succeeds().stderr_has(says);
    project.run([&render[..], &["--strict"]].concat()).fails_with(4).stderr_has(says);
    project.run(["check", "lacking", "--data", "data.json"]).succeeds().stderr_has(says);
    let send = ["send", "lacking", "--data", "data.json", "--to", "ana@example.org"];
    project.run(send).fails_with(4).stderr_has(says);
    let rows = project.file("rows.csv", "a\n7\nsiehe\n");
    let batch = [
        "batch",
        "lacking",
        "--data",
        "rows.csv",
        "--out-dir",
        "out",
        "--filename",
        "{a}.pdf",
        "--strict",
    ];
    rows.run(batch).fails_with(6).stderr_has(says);
    assert_eq!(rows.names("out"), ["7.pdf"]);
}

#[test]
fn data_of_another_shape_is_not_sent_unless_the_settings_allow_it() {
    let template = r#"{"name": "S", "template": {"page": {"width": 210, "height": 297}, "schemas":
        [{"id": "t", "name": "rows", "type": "table", "x": 10, "y": 15, "width": 190, "height": 14,
          "head": ["a"], "content": []}]}, "bindings": [
        {"schemaName": "rows", "type": "array", "path": "rows", "columns": ["a"]}]}"#;
    for (data, says) in [
        (r#"{"rows": "x"}"#, "`rows` must be a list, not a text"),
        (r#"{"rows": null}"#, "`rows` must be a list, not null"),
        (r#"{"rows": [{"a": 1}, 2]}"#, "`rows.1` must be an object, not a number"),
    ] {
        let project = Project::new().file("templates/s.json", template).file("data.json", data);
        let send = ["send", "s", "--data", "data.json", "--to", "ana@example.org"];
        project.run(send).fails_with(4).stderr_has(says).stderr_has("--allow dataShape");
        project
            .run(["render", "s", "--data", "data.json", "-o", "s.pdf"])
            .succeeds()
            .stderr_has(says);
        project.run([&send[..], &["--allow", "dataShape"]].concat()).succeeds();
        let project = project.file("reportctl.yaml", "allow: [dataShape]\n");
        project.run([&send[..4], &["--to", "bob@example.org"]].concat()).succeeds();
    }
    let project = Project::new().file("reportctl.yaml", "allow: [dataShap]\n");
    project.run(["check"]).fails_with(2).stderr_has("`unknownFunction`, `dataShape`");
}

/// The shipped templates with little data and with odd data.
#[test]
fn shipped_templates_are_accessible_with_their_samples() {
    let fonts = reportctl::Fonts::standard();
    let about = [
        reportctl::Code::AltTextMissing,
        reportctl::Code::HeadingMissing,
        reportctl::Code::HeadingSkipped,
        reportctl::Code::TableHeadMissing,
        reportctl::Code::ContrastTooLow,
        reportctl::Code::Conformance,
    ];
    let mut found = Vec::new();
    let all = crate::documents::shipped();
    let is_looked_at = |name: &str| name.ends_with("-small") || name.ends_with("-stress");
    for document in all.into_iter().filter(|document| is_looked_at(&document.name)) {
        let part = |key| document.source.get(key).unwrap_or(&reportctl::Value::Null);
        let checker =
            reportctl::check::DataChecker::new(part("template"), part("bindings")).unwrap();
        let options = reportctl::Options { title: "A document", ..reportctl::Options::new(&fonts) };
        let problems = checker.problems(&document.data, &options);
        let problems = problems.into_iter().filter(|problem| about.contains(&problem.code));
        found.extend(problems.map(|problem| {
            let pointer = problem.pointer.clone().unwrap_or_default();
            format!("{} {} {pointer}: {problem}", document.name, problem.code)
        }));
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn what_hinders_readers_is_reported_and_can_be_denied() {
    let mut template = document("Pale", &[text("title", "Invoice {number}")], "[]");
    template = template.replace(
        r#""page":"#,
        r#""extensions": 1, "pdf": {"tagged": true, "language": "en"}, "page":"#,
    );
    let pale = template.replace(r#""type":"#, r##""fontColor": "#aaaaaa", "type":"##);
    let project = Project::with_invoice().template("pale", &pale);
    let check = ["check", "pale", "--data", "data.json"];
    let run = project.run(check).succeeds();
    let run = run.stderr_has("warning[contrastTooLow]: `Invoice 7` is #aaaaaa on #ffffff");
    let run = run.stderr_has("  = hint: set `fontColor` to `#");
    let run = run.stderr_has("warning[headingMissing]: the document has no heading");
    run.stderr_has("  = hint: set `role` to `h1` on the title, probably `title`");
    project.run([&check[..], &["--deny", "contrastTooLow"]].concat()).fails_with(7);
    let render = ["render", "pale", "--data", "data.json", "-o", "pale.pdf"];
    project.run([&render[..], &["--deny", "contrastTooLow"]].concat()).fails_with(3);
    assert!(!project.path("pale.pdf").exists());
    project.run(render).succeeds();
}

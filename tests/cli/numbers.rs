//! `--numbers`: data files with decimal commas.

use serde_json::json;

use crate::project::{Project, Run, document, text};

/// The same two rows as spreadsheets of three countries write them.
const FILES: [(&str, &str); 3] = [
    (
        "de",
        "no;name;zip;phone;price;qty\n1;Ana;01067;+49 170 12345;1.234,56;2\n2;Bob;80331;+49 30 1;12,50;1.000\n",
    ),
    (
        "fr",
        "no;name;zip;phone;price;qty\n1;Ana;01067;+49 170 12345;1\u{202f}234,56;2\n2;Bob;80331;+49 30 1;12,50;1 000\n",
    ),
    (
        "de-CH",
        "no;name;zip;phone;price;qty\n1;Ana;01067;+49 170 12345;1'234.56;2\n2;Bob;80331;+49 30 1;12.50;1’000\n",
    ),
];

/// A folder with a template that calculates with the cells of a row.
fn project() -> Project {
    let fields = [
        text("t", "{name} {zip} {phone} {price * qty}"),
        text("u", "{NUMBER(price, 2)} {NUMBER(qty, 0)}"),
    ];
    Project::new().template("bill", &document("Bill", &fields, "[]"))
}

fn batch(project: &Project, more: &[&str]) -> Run {
    let usual = ["batch", "bill", "--data", "rows.csv", "--no-mail", "--creation-date", "0"];
    let named = ["--filename", "{no}", "--strict", "--row-key", "{no}"];
    project.run(usual.iter().chain(&named).chain(more))
}

#[test]
fn cells_with_decimal_commas_are_numbers() {
    for (locale, file) in FILES {
        let project = project().file("rows.csv", file);
        let eval = |text: &str| {
            project.run(["eval", text, "-d", "rows.csv", "--extensions", "--numbers", locale])
        };
        eval("{SUM($root.price)}").succeeds().stdout("1247.06\n");
        eval("{SUM($root.qty)}").succeeds().stdout("1002\n");
        let project = project.env("REPORTCTL_NUMBERS", locale);
        let run = project.run(["eval", "{SUM($root.price)}", "-d", "rows.csv", "--extensions"]);
        run.succeeds().stdout("1247.06\n").stderr("");
    }
}

#[test]
fn a_batch_reads_the_numbers_of_each_row() {
    let made = |file: &str, more: &[&str]| {
        let project = project().file("rows.csv", file);
        let all = ["--out-dir", "out"].iter().chain(more).copied().collect::<Vec<_>>();
        batch(&project, &all).succeeds();
        ["out/1.pdf", "out/2.pdf"].map(|name| project.read(name))
    };
    let plain = "no,name,zip,phone,price,qty\n1,Ana,01067,+49 170 12345,1234.56,2\n2,Bob,80331,+49 30 1,12.5,1000\n";
    let expected = made(plain, &[]);
    for (locale, file) in FILES {
        assert!(made(file, &["--numbers", locale]) == expected, "{locale}");
    }
    let project = project().file("rows.csv", FILES[0].1);
    batch(&project, &["--out-dir", "out"]).ends_with(6).stderr_has("which is not a number");
}

#[test]
fn every_command_that_reads_data_reads_its_numbers() {
    let project = project()
        .file("rows.csv", FILES[0].1)
        .template("list", &list())
        .file("templates/tests/list/first/data.csv", FILES[0].1)
        .file("reportctl.yaml", "numbers: de\nmail: { from: r@example.org }\n");
    let layout = ["render", "list", "-d", "rows.csv", "--format", "layout", "--strict"];
    project.run(layout).succeeds().stdout_has("\"1247.06\"");
    project.run(["check", "bill", "-d", "rows.csv", "--deny", "all"]).succeeds();
    project.run(["test", "--accept"]).succeeds();
    assert!(project.text("templates/tests/list/first/accepted/texts.txt").contains("1247.06"));
    let send = [
        "send",
        "list",
        "-d",
        "rows.csv",
        "--to",
        "ana@example.org",
        "--dry-run",
        "--subject",
        "{SUM($root.price)}",
    ];
    project.run(send).succeeds().stderr_has("1247.06");
    let receipt = [
        "render",
        "list",
        "-d",
        "rows.csv",
        "-o",
        "a.pdf",
        "--receipt",
        "a.json",
        "--creation-date",
        "0",
    ];
    project.run(receipt).succeeds();
    let verify = ["verify", "a.pdf", "--receipt", "a.json", "--template", "list", "-d", "rows.csv"];
    let verify = verify.map(|word| if word == "-d" { "--data" } else { word });
    project.run(verify).succeeds();
    // A flag comes before the settings, and the data of the receipt is that of its locale.
    project.run(verify.iter().chain(&["--numbers", "en"])).ends_with(7);
}

/// A template over the list of rows.
fn list() -> String {
    let list = document("List", &[text("sum", "{SUM($root.price)}")], "[]");
    list.replacen("\"page\"", "\"version\": 1, \"extensions\": 1, \"page\"", 1)
}

#[test]
fn what_is_no_number_of_the_locale_is_not_calculated_with() {
    let project = project().file("rows.csv", "no;name;zip;phone;price;qty\n1;Ana;;;12,50 EUR;2\n");
    let run = batch(&project, &["--out-dir", "out", "--numbers", "de"]).ends_with(6);
    run.stderr_has("`price` is `12,50 EUR`, which is not a number");
}

#[test]
fn a_file_with_marks_of_two_kinds_is_refused_before_anything_is_made() {
    let rows = "no;name;zip;phone;price;qty\n1;Ana;;;1.234;2\n2;Bob;;;12.34;1\n";
    let project = project().file("rows.csv", rows);
    let what = "the column `price` has `1.234` and `12.34`, with different marks, line 3";
    batch(&project, &["--out-dir", "out", "--numbers", "de"]).fails_with(4).stderr_has(what);
    assert!(!project.path("out").exists() || project.names("out").is_empty());
    project
        .run(["eval", "{a}", "-d", "rows.csv", "--numbers", "de"])
        .fails_with(4)
        .stderr_has(what);
    project
        .run(["check", "bill", "-d", "rows.csv", "--numbers", "de"])
        .fails_with(4)
        .stderr_has(what);
    batch(&project, &["--out-dir", "out", "--numbers", "en"]).succeeds();
}

#[test]
fn a_locale_without_data_is_a_mistake_of_the_call() {
    let project = project().file("rows.csv", FILES[0].1);
    let run = project.run(["eval", "{a}", "-d", "rows.csv", "--numbers", "tlh"]);
    run.fails_with(2).stderr_has("there is no data for this locale");
    let project = project.file("reportctl.yaml", "numbers: tlh\n");
    let run = project.run(["eval", "{a}", "-d", "rows.csv"]).fails_with(2);
    run.stderr_has("the tag of a locale, such as `de-DE`");
}

#[test]
fn a_plan_keeps_the_locale_of_its_numbers() {
    let project = project().file("rows.csv", FILES[0].1);
    batch(&project, &["--plan", "plan.ndjson", "--numbers", "de"]).succeeds();
    let header = project.text("plan.ndjson");
    let header: serde_json::Value = serde_json::from_str(header.lines().next().unwrap()).unwrap();
    assert_eq!(header["numbers"], json!("de"));
    let apply = [
        "batch",
        "bill",
        "--data",
        "rows.csv",
        "--no-mail",
        "--filename",
        "{no}",
        "--out-dir",
        "out",
    ];
    let apply =
        |more: &[&str]| project.run(apply.iter().chain(&["--apply", "plan.ndjson"]).chain(more));
    apply(&["--numbers", "fr"]).fails_with(2).stderr_has("the plan is for numbers of `de`");
    apply(&[]).succeeds();
    assert_eq!(project.names("out"), ["1.pdf", "2.pdf"]);
    // Other formats have no such numbers.
    let project = project.file(
        "rows.ndjson",
        "{\"no\": 1, \"name\": \"A\", \"zip\": \"a\", \"phone\": \"b\", \"price\": 1, \"qty\": 2}\n",
    );
    let rows = ["batch", "bill", "--data", "rows.ndjson", "--no-mail", "--filename", "{no}"];
    let numbers = ["--numbers", "de"];
    let plan = ["--plan", "p.ndjson", "--creation-date", "0"];
    project.run(rows.iter().chain(&numbers).chain(&plan)).succeeds();
    let applied = ["--apply", "p.ndjson", "--out-dir", "out"];
    project.run(rows.iter().chain(&numbers).chain(&applied)).succeeds();
}

#[test]
fn a_mailed_batch_is_another_one_with_other_numbers() {
    let rows = "no;name;zip;phone;price;qty;email\n1;Ana;;+49 1 1;12,50;2;ana@example.org\n";
    let project =
        project().file("rows.csv", rows).file("reportctl.yaml", "mail: { from: r@example.org }\n");
    let mail = |more: &[&str]| {
        let usual = ["batch", "bill", "--data", "rows.csv", "--email-field", "email", "--key", "k"];
        project.run(usual.iter().chain(&["--subject", "{price * qty}"]).chain(more))
    };
    mail(&["--numbers", "de"]).succeeds();
    mail(&["--numbers", "de"]).succeeds();
    assert_eq!(project.names(".reportctl/outbox").len(), 1);
    let message =
        project.text(&format!(".reportctl/outbox/{}", project.names(".reportctl/outbox")[0]));
    assert!(message.contains("Subject: 25\r\n"), "{message}");
    mail(&["--numbers", "fr"]).fails_with(4).stderr_has("the batch `k` was begun with other data");
}

/// The rows before were read as if all numbers were written so.
#[test]
fn a_column_of_two_kinds_ends_a_batch_before_anything_is_made() {
    for (locale, prices) in [
        ("de", ["1.234", "7", "12.34"]),
        ("en", ["12.34", "7", "12,50"]),
        ("en", ["1,234", "7", "1.234,50"]),
    ] {
        let rows: String =
            prices.iter().enumerate().map(|(no, price)| format!("{no};{price};1\n")).collect();
        let project = project().file("rows.csv", format!("no;price;qty\n{rows}"));
        let run = batch(&project, &["--numbers", locale, "--out-dir", "out"]).ends_with(4);
        run.stderr_has("with different marks");
        assert!(!project.path("out/0.pdf").exists(), "{locale} {prices:?}");
    }
}

//! `reportctl test`.

use crate::project::{Project, Run, document, image, table_document, text};

fn template(total_y: f64, total: &str) -> String {
    let total = text("total", total).replace("\"y\":15", &format!("\"y\":{total_y}"));
    document("Invoice", &[text("title", "Invoice {number}"), total], "[]")
}

/// A template with an accepted case.
fn project() -> Project {
    let project = Project::new()
        .template("invoice", &template(40.0, "{total}"))
        .file("templates/tests/invoice/first/data.json", r#"{"number": 7, "total": 12}"#);
    project.run(["test", "--accept"]).succeeds().stderr_has("1 case, 1 accepted");
    project
}

fn test(project: &Project, more: &[&str]) -> Run {
    project.run([&["test"][..], more].concat())
}

#[test]
fn what_was_accepted_passes_and_is_not_rendered_again() {
    let project = project();
    let accepted = project.names("templates/tests/invoice/first/accepted");
    assert_eq!(accepted, ["layout.json", "page-1.png", "pages.sha256", "texts.txt"]);
    let texts = project.text("templates/tests/invoice/first/accepted/texts.txt");
    assert_eq!(texts, "== page 1\ntitle: Invoice 7\ntotal: 12\n");
    test(&project, &[]).succeeds().stderr("1 case, as accepted\n");
    let cached = "1 case, as accepted (1 unchanged since the last time)\n";
    test(&project, &[]).succeeds().stderr(cached);
    test(&project, &["--no-cache"]).succeeds().stderr("1 case, as accepted\n");
    let summary = test(&project, &["--json"]).succeeds().json();
    assert_eq!((&summary["cases"], &summary["unchanged"]), (&1.into(), &1.into()));
}

#[test]
fn changes_are_said_in_words() {
    let project = project().template("invoice", &template(43.5, "{total}"));
    let run = test(&project, &[]).fails_with(7);
    run.stderr_has("invoice/first\n  page 1: `total` moved 3.5 mm down\n");
    let project = project.template("invoice", &template(40.0, "€ {total}"));
    test(&project, &[]).fails_with(7).stderr_has("`total` says `€ 12` instead of `12`");
    let lost = document("Invoice", &[text("title", "Invoice {number}")], "[]");
    let project = project.template("invoice", &lost);
    test(&project, &[]).fails_with(7).stderr_has("`total` is missing");
    // What stands where it stood may still look otherwise.
    let colored = template(40.0, "{total}")
        .replace("\"name\":\"total\"", "\"name\":\"total\",\"fontColor\":\"#ff0000\"");
    let project = project.template("invoice", &colored);
    test(&project, &[]).fails_with(7).stderr_has("the page looks otherwise");
    test(&project, &["invoice/first", "--accept"]).succeeds();
    test(&project, &["invoice"]).succeeds();
}

#[test]
fn reports_are_written_for_people_and_programs() {
    let project = project().template("invoice", &template(43.5, "<{total}>"));
    let run = test(&project, &["--html", "r.html", "--junit", "r.xml", "--github"]).ends_with(7);
    assert!(
        run.stderr.contains("wrote r.html") && run.stderr.contains("wrote r.xml"),
        "{}",
        run.stderr
    );
    let run = run.stdout_has(
        "::error file=templates/tests/invoice/first/data.json,title=invoice/first::page 1: ",
    );
    assert_eq!(run.stdout.iter().filter(|byte| **byte == b'\n').count(), 1);
    let html = project.text("r.html");
    assert!(html.contains("&lt;12&gt;") && html.matches("<img ").count() == 3, "{html:.300}");
    let junit = project.text("r.xml");
    assert!(
        junit.contains("tests=\"1\" failures=\"1\"") && junit.contains("&lt;12&gt;"),
        "{junit}"
    );
}

#[test]
fn reports_take_the_place_of_no_input_and_not_of_each_other() {
    let project = project();
    for (reports, message) in [
        (["--html", "r", "--junit", "r"], "`r` would be written twice"),
        (
            ["--html", "templates/tests/invoice/first/data.json", "--junit", "r"],
            "data.json` would be overwritten, and it is read",
        ),
    ] {
        test(&project, &reports).fails_with(2).stderr_has(message);
    }
}

#[test]
fn expectations_hold_whatever_was_accepted() {
    let expect = |yaml: &str| {
        let project = project().file("templates/tests/invoice/first/case.yaml", yaml);
        test(&project, &["--no-cache"])
    };
    expect(
        "expect: {pages: 1, texts: [Invoice, {page: 1, text: '12'}], noNotes: true, uses: [total]}",
    )
    .succeeds();
    expect("expect: {pages: 2}").fails_with(7).stderr_has("expected 2 pages, but there are 1");
    expect("expect: {maxPages: 0}").fails_with(7).stderr_has("at most 0 pages");
    expect("expect: {texts: [Receipt]}").fails_with(7).stderr_has("expected the text `Receipt`");
    expect("expect: {texts: [{page: 2, text: Invoice}]}").fails_with(7).stderr_has("on page 2");
    expect("expect: {uses: [customer.name]}").fails_with(7).stderr_has("to use `customer.name`");
    expect("date: 2026-03-01").succeeds();
    expect("date: soon").fails_with(7).stderr_has("`date` is no date");
    expect("pages: 2").fails_with(7).stderr_has("the options of the case cannot be read");
}

#[test]
fn damaged_cases_are_said_and_do_not_stop_the_others() {
    let project = project()
        .template("acme/bill", &document("Bill", &[text("t", "x")], "[]"))
        .file("templates/tests/acme/bill/one/data.json", "{}")
        .file("templates/tests/removed/one/data.json", "{}")
        .file("templates/tests/invoice/empty/notes.txt", "no data")
        .file("templates/tests/invoice/broken/data.json", "{")
        .file("templates/tests/invoice/half/data.json", "{}")
        .file("templates/tests/invoice/half/accepted/texts.txt", "")
        .file("templates/tests/invoice/torn/data.json", "{}")
        .file("templates/tests/invoice/torn/accepted/layout.json", "{\"pages\": [")
        .file("templates/tests/invoice/torn/accepted/pages.sha256", "\0")
        .file("templates/tests/invoice/wrong/data.json", "{}")
        .file("templates/tests/invoice/wrong/accepted/layout.json", "[1, {\"pages\": 7}]")
        .file("templates/tests/invoice/wrong/accepted/pages.sha256", "no hash")
        .file("templates/tests/invoice/wrong/accepted/page-1.png", "no picture");
    let run = test(&project, &[]).fails_with(7);
    for words in [
        "acme/bill/one\n  nothing was accepted yet",
        "removed/one\n  there is no template `removed`",
        "invoice/torn\n  what was accepted is damaged",
        "invoice/wrong\n  what was accepted is damaged: it is no page model",
        "invoice/empty\n  the case `invoice/empty` has no data",
        "invoice/broken\n  ",
        "invoice/half\n  what was accepted is damaged",
        "8 cases, 7 failed",
    ] {
        assert!(run.stderr.contains(words), "{words}: {}", run.stderr);
    }
    test(&project, &["invoce"]).fails_with(2).stderr_has("did you mean `invoice`?");
    test(&project, &["acme", "--accept"]).succeeds();
    Project::with_invoice().run(["test"]).fails_with(2).stderr_has("there are no cases");
}

#[test]
fn rows_and_pages_are_compared() {
    let rows = |names: &[&str]| {
        let rows: Vec<String> =
            names.iter().map(|name| format!(r#"{{"name": "{name}"}}"#)).collect();
        format!(r#"{{"rows": [{}]}}"#, rows.join(","))
    };
    let case = "templates/tests/list/one/data.json";
    let project =
        Project::new().template("list", &table_document()).file(case, rows(&["Ana", "Bo", "Cy"]));
    test(&project, &["--accept"]).succeeds();
    let project = project.file(case, rows(&["Ana", "Bea", "Cy"]));
    test(&project, &[]).fails_with(7).stderr_has("says `Bea` instead of `Bo`");
    let project = project.file(case, rows(&["Ana", "Bo", "Cy"].repeat(40)));
    test(&project, &[]).fails_with(7).stderr_has("pages instead of 1 page");
}

#[test]
fn what_a_document_depends_on_is_part_of_what_is_known() {
    let samples = crate::documents::root().join("samples");
    let picture = std::fs::read(samples.join("receipt.png")).unwrap();
    let field = image("img/logo.png");
    let project = Project::new()
        .template("seen", &document("Seen", &[field, text("t", "{t}")], "[]"))
        .file("templates/img/logo.png", &picture)
        .file("templates/tests/seen/first/data.json", r#"{"t": "→"}"#);
    test(&project, &["--accept"]).succeeds();
    test(&project, &[]).succeeds();
    test(&project, &[]).succeeds().stderr_has("1 unchanged");
    // Settings, as another machine may have them.
    let project = project.file("reportctl.yaml", "fallbackFont: false\n");
    test(&project, &[]).fails_with(7).stderr_has("no font has the character");
    let project = project.file("reportctl.yaml", "");
    test(&project, &[]).succeeds();
    std::fs::remove_file(project.path("templates/img/logo.png")).unwrap();
    test(&project, &[]).fails_with(7).stderr_has("logo.png");
}

#[test]
fn names_give_no_commands_to_ci_systems() {
    let evil = r"x\n::stop-commands::y\n##[error]z\u001b[2J";
    let project = project().template("invoice", &document("Invoice", &[text(evil, "a")], "[]"));
    for more in [&[][..], &["--github"], &["--html", "r.html", "--junit", "r.xml", "--github"]] {
        let run = test(&project, more).ends_with(7);
        let said = format!("{}{}", run.stderr, String::from_utf8_lossy(&run.stdout));
        let begins = |line: &str| {
            let line = line.trim_start();
            line.starts_with("::") && !line.starts_with("::error file=templates/tests/invoice/")
        };
        assert!(!said.lines().any(begins), "{said}");
        assert!(!said.contains("##[") && !said.contains('\u{1b}'), "{said}");
        assert!(said.contains("stop-commands"), "{said}");
    }
}

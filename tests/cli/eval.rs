//! `reportctl eval`.

use crate::project::Project;

fn project() -> Project {
    Project::new().file("d.json", r#"{"a": 2, "name": "Ana", "rows": [{"t": 5}, {"t": 7}]}"#)
}

#[test]
fn texts_are_resolved() {
    let project = project();
    for (text, expected) in [
        ("Hello {name}!", "Hello Ana!\n"),
        ("{SUM(rows.t) - a}", "10\n"),
        ("{CURRENCY(1234567.5, \"R$\")}", "R$ 1.234.567,50\n"),
        ("plain", "plain\n"),
        ("", "\n"),
        ("-{a}", "-2\n"),
        ("--", "--\n"),
    ] {
        project
            .run(["eval", "--data", "d.json", "--", text])
            .succeeds()
            .stdout(expected)
            .stderr("");
    }
    project.run(["eval", "-{a}", "--data", "d.json"]).succeeds().stdout("-2\n");
}

#[test]
fn functions_of_extensions_are_known_when_asked_for() {
    let project = project();
    let eval = |text: &str, flags: &[&str]| {
        let mut args = vec!["eval", text, "--data", "d.json"];
        args.extend(flags);
        project.run(args)
    };
    let text = "{SUMOF(rows, t * $parent.a)} {0.1 + 0.2 == 0.3}";
    eval(text, &["--extensions"]).succeeds().stdout("24 true\n").stderr("");
    eval("{SUM(rows.t) / 7}", &["--decimal"]).succeeds().stdout("1.714286\n");
    eval("{ROUND(a)}", &[]).succeeds().stdout("\n").stderr_has("add `--extensions`");
    eval("{RUOND(a)}", &["--extensions"]).succeeds().stderr_has("did you mean `ROUND`?");
    eval("{DATEADD(a, 1, \"mont\")}", &["--extensions"])
        .succeeds()
        .stderr_has("did you mean `month`?");
}

#[test]
fn currency_time_zone_and_texts_are_those_of_a_template() {
    let project = project()
        .file("t.json", r#"{"total": 1234.5, "at": "2026-01-31T23:30:00Z", "n": 2}"#)
        .file("texts/de.json", r#"{"due": "Zahlbar bis %1", "one": "ein"}"#)
        .file("texts/en.json", r#"{"due": "Payable by %1"}"#)
        .file("texts/klingon.json", "{}")
        .file("broken/de.json", "[]");
    let eval =
        |text: &str, more: &[&str]| project.run(["eval", text, "-d", "t.json"].iter().chain(more));
    eval("{MONEY(total)}", &["--currency", "JPY"]).succeeds().stdout("JPY 1.234,50\n").stderr("");
    eval("{MONEY(total)}", &["--currency", "EUR", "--locale", "de-DE"])
        .succeeds()
        .stdout("1.234,50\u{a0}€\n");
    eval("{DATE(at, \"YYYY-MM-DD HH:mm\")}", &["--time-zone", "Europe/Berlin"])
        .succeeds()
        .stdout("2026-02-01 00:30\n");
    for (text, expected) in [
        ("{DATE(DATEADD(\"2026-02-28T23:00:00.000Z\", 1, \"month\"))}", "01/04/2026\n"),
        ("{DATE(DATEADD(\"2026-10-24T22:00:00.000Z\", 1, \"day\"))}", "26/10/2026\n"),
        ("{DATEADD(\"2026-02-28T23:00:00\", 1, \"month\")}", "2026-03-28T23:00:00\n"),
        ("{DATEADD(\"2026-02-28\", 1, \"month\")}", "2026-03-28\n"),
    ] {
        eval(text, &["--time-zone", "Europe/Berlin"]).succeeds().stdout(expected);
    }
    let text = "{T(\"due\", DATE(at, \"long\"))}";
    let both = ["--texts", "texts/de.json", "--texts", "texts/en.json", "--locale"];
    eval(text, &[&both[..], &["de-DE"]].concat())
        .succeeds()
        .stdout("Zahlbar bis 31. Januar 2026\n");
    eval(text, &[&both[..], &["en-US"]].concat())
        .succeeds()
        .stdout("Payable by January 31, 2026\n");
    eval("{T(\"one\")}", &[&both[..], &["en-US"]].concat())
        .succeeds()
        .stdout("one\n")
        .stderr_has("there is no text `one` in the language `en-US`");
    eval(text, &["--texts", "texts/de.json"]).fails_with(2).stderr_has("--locale");
    eval(text, &["--texts", "texts/klingon.json", "--locale", "de"])
        .fails_with(3)
        .stderr_has("there is no data for the language `klingon`");
    eval(text, &["--texts", "broken/de.json", "--locale", "de"]).fails_with(3);
    eval(text, &["--currency", "EURO"]).fails_with(2).stderr_has("ISO 4217");
    eval(text, &["--time-zone", "Europe/Berln"])
        .fails_with(2)
        .stderr_has("did you mean `Europe/Berlin`?");
}

#[test]
fn the_date_of_the_document_is_that_of_the_zone() {
    let in_new_york = ["eval", "{$doc.date}", "--time-zone", "America/New_York"];
    let at = |seconds: &str| project().env("SOURCE_DATE_EPOCH", seconds);
    // Three in the morning, UTC, of 1 January 2026.
    at("1767236400").run(in_new_york).succeeds().stdout("2025-12-31\n");
    at("1767236400").run(["eval", "{$doc.date}", "--extensions"]).succeeds().stdout("2026-01-01\n");
    // Midnight in UTC is a day.
    at("1767225600").run(in_new_york).succeeds().stdout("2026-01-01\n");
}

#[test]
fn what_the_data_lacks_is_reported() {
    let project = project();
    let lacks = "warning: the data has no `nmae`\n  = hint: did you mean `name`?\n";
    project
        .run(["eval", "Dear {nmae},", "-d", "d.json"])
        .succeeds()
        .stdout("Dear ,\n")
        .stderr(lacks);
    // A condition asks whether it is there.
    project.run(["eval", "{IF(nmae, nmae, \"-\")}", "-d", "d.json"]).succeeds().stderr("");
}

#[test]
fn an_expression_without_braces_is_recognised() {
    let project = project();
    for (text, shown) in [("1 + 2", "`{1 + 2}`"), ("UPPER(name)", "`{UPPER(name)}`")] {
        project
            .run(["eval", text, "-d", "d.json"])
            .succeeds()
            .stdout(&format!("{text}\n"))
            .stderr(&format!("without braces this is text; the expression is {shown}\n"));
    }
    for text in ["name", "Invoice no. 7 (copy)", "a-b", "7", "--"] {
        project.run(["eval", "-d", "d.json", "--", text]).succeeds().stderr("");
    }
}

#[test]
fn data_on_the_command_line_is_no_file() {
    project()
        .run(["eval", "{a}", "--data", "{\"a\": 1}"])
        .fails_with(4)
        .stderr_has("hint: `--data` names a file; `-` reads the data from standard input");
}

#[test]
fn a_mistyped_flag_is_no_text() {
    project()
        .run(["eval", "--strct"])
        .fails_with(2)
        .stderr_has("invalid value '--strct' for '<TEXT>': there is no such flag");
}

#[test]
fn data_is_an_empty_object_unless_given() {
    let project = project().input("name: Rui\n");
    project.run(["eval", "[{name}]"]).succeeds().stdout("[]\n");
    project.run(["eval", "[{name}]", "--data", "-"]).succeeds().stdout("[Rui]\n");
    project
        .run(["eval", "[{name}]", "--data", "missing.json"])
        .fails_with(4)
        .stderr("error: cannot read `missing.json`: no such file or folder\n  --> missing.json\n");
}

#[test]
fn conditions_are_true_or_false() {
    let project = project();
    for (condition, expected) in
        [("a > 1 AND name", "true\n"), ("NOT a", "false\n"), ("", "true\n"), ("missing", "false\n")]
    {
        project
            .run(["eval", condition, "--condition", "--data", "d.json"])
            .succeeds()
            .stdout(expected)
            .stderr("");
    }
}

#[test]
fn what_cannot_be_read_shows_nothing_and_is_explained() {
    project()
        .run(["eval", "[{a) b}] {a -b}", "-d", "d.json"])
        .succeeds()
        .stdout("[] \n")
        .stderr_has("warning: something is left over after the expression (position 1 in `a) b`)\n")
        .stderr_has("warning: `-` in `a -b` is part of the name, not an operator (position 2)\n");
    let quiet = project().run(["eval", "-q", "[{a) b}]"]).succeeds().stdout("[]\n");
    quiet.stderr_has("warning: something is left over");
    project()
        .run(["eval", "{(a", "--condition"])
        .succeeds()
        .stdout("true\n")
        .stderr_has("warning: ");
}

#[test]
fn a_missing_name_that_looks_like_a_calculation_is_explained() {
    let hint = "warning: `a-2` is read as one name, which the data does not have\n\
                \x20 = hint: to calculate, write `a - 2`\n";
    let with = |arguments: &[&str]| {
        project().file("keys.json", r#"{"a": 2, "a-2": 7}"#).run(["eval"].iter().chain(arguments))
    };
    with(&["{a-2}", "-d", "d.json"]).succeeds().stdout("\n").stderr(hint);
    with(&["a-2", "--condition", "-d", "d.json"]).succeeds().stdout("false\n").stderr(hint);
    with(&["{DATE(\"2026-01-31\", MM/yyyy)}", "-d", "d.json"]).succeeds().stderr(
        "warning: `MM/yyyy` is read as one name, which the data does not have\n\
         \x20 = hint: to give it as a text, write `\"MM/yyyy\"`\n",
    );
    // A key may be called so.
    with(&["{a-2}", "-d", "keys.json"]).succeeds().stdout("7\n").stderr("");
    with(&["{\"a-2\"}", "-d", "d.json"]).succeeds().stdout("a-2\n").stderr("");
    let missing = with(&["{[a-2]}", "-d", "d.json"]).succeeds().stdout("\n");
    let keys = "warning: the data has no `a-2`\n  = hint: there are: `a`";
    let missing = missing.stderr_has(keys);
    assert!(!missing.stderr.contains("calculate"), "{}", missing.stderr);
    with(&["{a-2}", "-d", "d.json", "-q"]).succeeds().stdout("\n").stderr_has("warning: `a-2`");
    with(&["{a-2}", "-d", "d.json", "--error-format=json"]).succeeds().stderr("");
}

#[test]
fn strict_fails_with_code_position_detail_and_expression() {
    let cases = [
        ("{a +}", None, "", "", ""),
        ("{a + }", Some("incomplete"), "3", "", "a + "),
        ("{(a}", Some("unclosedParen"), "2", "", "(a"),
        ("{CONCAT(a, b}", Some("unclosedCall"), "11", "CONCAT", "CONCAT(a, b"),
        ("x {a) b}", Some("trailingContent"), "1", "", "a) b"),
    ];
    for (text, code, position, detail, expression) in cases {
        let run = project().run(["eval", text, "--strict", "--error-format", "json"]);
        let Some(code) = code else {
            run.succeeds();
            continue;
        };
        let run = run.fails_with(3);
        let error = run.error();
        assert_eq!(error["code"], code, "{text}");
        assert_eq!(error["blame"], "template");
        assert_eq!(error["position"].to_string(), position, "{text}");
        assert_eq!(error["detail"], detail, "{text}");
        assert_eq!(error["expression"], expression, "{text}");
    }
}

#[test]
fn strict_conditions_and_braces_fail_too() {
    let project = project();
    let run = project
        .run(["eval", "a) b", "--condition", "--strict", "--error-format=json"])
        .fails_with(3);
    assert_eq!(run.error()["code"], "trailingContent");
    for (text, code, position) in
        [("{a {b}", "braceNested", 3), ("a}", "braceUnopened", 1), ("é {a", "braceUnclosed", 2)]
    {
        let run = project.run(["eval", text, "--strict", "--error-format=json"]).fails_with(3);
        let error = run.error();
        assert_eq!((&error["code"], &error["position"]), (&code.into(), &position.into()));
        assert_eq!(error["expression"], text);
    }
}

#[test]
fn several_mistakes_are_all_reported() {
    let project = project();
    project.run(["eval", "{(a} {b)} }", "--strict"]).fails_with(3).stderr(
        "error: `(` is never closed (position 2 in `(a`)\n  = hint: add the missing `)`, at position 2 or before it\n\
         error: something is left over after the expression (position 1 in `b)`)\n  = hint: join values with an \
         operator that has a blank on both sides, or with CONCAT(…)\n\
         error: `}` without `{` (position 10 in `{(a} {b)} }`)\n  = hint: add the missing `{`, or remove the `}`\n",
    );
    let run = project.run(["eval", "{(a} {b)}", "--strict", "--error-format=json"]).fails_with(3);
    assert_eq!(run.error()["code"], "unclosedParen");
    assert_eq!(run.error()["problems"].as_array().map(Vec::len), Some(2));
}

#[test]
fn strict_only_warns_of_what_is_suspicious() {
    project()
        .run(["eval", "{a -b}", "--strict", "-d", "d.json"])
        .succeeds()
        .stdout("\n")
        .stderr_has("warning: `-` in `a -b`")
        .stderr_has("  = hint: put a blank on both sides of `-`, or none\n");
    let run = project().run(["eval", "{a -b}", "--strict", "--error-format", "json"]).succeeds();
    assert_eq!(run.error()["severity"], "warning");
    assert_eq!(run.error()["code"], "suspiciousOperator");
}

#[test]
fn names_in_dates_are_known_where_there_is_a_locale() {
    let text = r#"{DATE("2026-01-01", "dddd, DD. MMMM YYYY")}"#;
    let run = Project::new().run(["eval", text, "--locale", "de-DE"]).succeeds();
    run.stdout("Donnerstag, 01. Januar 2026\n").stderr("");
    let run = Project::new().run(["eval", text, "--extensions"]).succeeds();
    run.stderr_has("`dddd` in the date pattern `dddd, DD. MMMM YYYY` stands for nothing");
    let field = crate::project::text("when", r#"{DATE(day, "dddd, DD MMMM")}"#);
    let plain = crate::project::document("Note", &[field], "[]").replacen(
        "\"page\"",
        "\"extensions\": 1, \"page\"",
        1,
    );
    let localized = plain.replacen("\"page\"", "\"locale\": \"de-DE\", \"page\"", 1);
    let project = Project::new().file("plain.json", &plain).file("localized.json", &localized);
    project.run(["check", "localized.json"]).succeeds().stderr_has("no problems");
    project.run(["check", "plain.json"]).stderr_has("names of days do not exist");
}

//! Errors: the texts down to the hint, the JSON object, and the exit code.

use crate::project::{Project, document, text};

#[test]
fn an_unknown_template_names_those_that_are_near() {
    let project = Project::with_invoice();
    project
        .run(["render", "invoce", "-d", "data.json"])
        .fails_with(3)
        .stderr("error: there is no template `invoce`\n  = hint: did you mean `invoice`?\n");
    let run = project
        .run(["render", "invoce", "-d", "data.json", "--error-format", "json"])
        .fails_with(3);
    let error = run.error();
    assert_eq!(error["error"], "there is no template `invoce`");
    assert_eq!(error["code"], "templateNotFound");
    assert_eq!(error["blame"], "template");
    assert!(error["field"].is_null());
    assert_eq!(error["advice"], "did you mean `invoice`?");
}

#[test]
fn ids_cannot_lead_out_of_the_folder() {
    let project = Project::with_invoice();
    for id in ["../data", "a/b/c", "/etc/passwd", "..", "con", "Invoice"] {
        project.run(["render", id, "-d", "data.json"]).fails_with(3).stderr_has("error: ");
    }
    project
        .run(["render", "", "-d", "data.json"])
        .fails_with(3)
        .stderr("error: the template id is empty\n  = hint: give an id, as `reportctl template list` shows it\n");
    for folder in [".", "templates/"] {
        project
            .run(["render", folder, "-d", "data.json"])
            .fails_with(3)
            .stderr_has(&format!("error: `{folder}` is a folder, not a template\n"));
    }
    project
        .run(["render", "missing.json", "-d", "data.json"])
        .fails_with(3)
        .stderr("error: cannot read `missing.json`: no such file or folder\n  --> missing.json\n");
}

#[test]
fn all_problems_of_a_template_are_reported_with_their_place() {
    let broken = r#"{"name": "b", "template": {"page": {"width": 0, "height": 297}, "schemas": [
        {"id": "a", "name": "title", "type": "text", "y": 1, "width": 1, "height": 1, "content": "x"}]}}"#;
    let project = Project::new().template("broken", broken).file("d.json", "{}");
    project.run(["render", "broken", "-d", "d.json"]).fails_with(3).stderr(
        "error: page `single` has width `0` and height `297`; both must be numbers above 0\n\
         \x20 --> templates/broken.json /template/page/width\n\
         \x20 = hint: write the size in millimetres, for example `{\"width\": 210, \"height\": 297}`\n\
         error: `x` must be a number of millimetres, but is missing\n\
         \x20 --> templates/broken.json /template/schemas/0/x (field `title`)\n",
    );
    let run =
        project.run(["--error-format=json", "render", "broken", "-d", "d.json"]).fails_with(3);
    let error = run.error();
    assert_eq!(error["code"], "invalidPageSize");
    assert_eq!(error["file"], "templates/broken.json");
    assert_eq!(error["pointer"], "/template/page/width");
    assert_eq!(error["pageId"], "single");
    let problems = error["problems"].as_array().unwrap();
    assert_eq!(problems.len(), 2);
    assert_eq!(problems[0]["code"], "invalidPageSize");
    assert_eq!(problems[1]["field"], "title");
}

#[test]
fn syntax_errors_have_line_and_column() {
    let project = Project::with_invoice()
        .template("cut", "{\n  \"name\": \"x\",\n")
        .file("cut.json", "{\"a\": 1,\n \"b\": [1, 2")
        .file("bad.yaml", "a:\n\tb: 1\n")
        .file("latin.csv", b"name\ncaf\xE9\n");
    project.run(["render", "invoice", "-d", "cut.json"]).fails_with(4).stderr(
        "error: cannot read `cut.json`: it ends too early, line 2, column 11\n\
         \x20 --> cut.json:2:11\n\
         \x20 = hint: the file seems to be cut short, or a bracket is missing\n",
    );
    project.run(["render", "invoice", "-d", "bad.yaml"]).fails_with(4).stderr_has("bad.yaml:2:");
    project
        .run(["render", "invoice", "-d", "latin.csv"])
        .fails_with(4)
        .stderr_has("is not UTF-8, line 2, column 4\n")
        .stderr_has("  --> latin.csv:2:4\n");
    project
        .run(["render", "cut", "-d", "data.json"])
        .fails_with(3)
        .stderr_has("  --> templates/cut.json:");
    let run =
        project.run(["render", "invoice", "-d", "cut.json", "--error-format=json"]).fails_with(4);
    let error = run.error();
    assert_eq!((&error["line"], &error["column"]), (&2.into(), &11.into()));
    assert_eq!((&error["code"], &error["blame"]), (&"dataUnreadable".into(), &"data".into()));
    assert_eq!(error["file"], "cut.json");
}

#[test]
fn deep_nesting_is_refused() {
    let project = Project::with_invoice()
        .file("deep.json", "[".repeat(10_000) + &"]".repeat(10_000))
        .file("deep.yaml", "[".repeat(10_000) + &"]".repeat(10_000))
        .file("level.json", "[".repeat(128) + &"]".repeat(128))
        .file("level.yaml", "[".repeat(128) + &"]".repeat(128))
        .file("allowed.json", "[".repeat(127) + &"]".repeat(127))
        .file("allowed.yaml", "[".repeat(127) + &"]".repeat(127))
        .template("deep", &format!("{{\"template\": {}", "[".repeat(10_000)));
    for file in ["deep.json", "deep.yaml", "level.json", "level.yaml"] {
        project
            .run(["render", "invoice", "-d", file])
            .fails_with(4)
            .stderr_has("it is nested deeper than 127 levels");
    }
    for file in ["allowed.json", "allowed.yaml"] {
        project.run(["render", "invoice", "-d", file]).succeeds();
    }
    project.run(["render", "deep", "-d", "data.json"]).fails_with(3).stderr_has("nested deeper");
}

#[test]
fn missing_and_empty_data_are_the_data_s_fault() {
    let project = Project::with_invoice().file("empty.json", "");
    project
        .run(["render", "invoice", "-d", "none.json"])
        .fails_with(4)
        .stderr("error: cannot read `none.json`: no such file or folder\n  --> none.json\n");
    project
        .run(["render", "invoice", "-d", "empty.json"])
        .fails_with(4)
        .stderr_has("error: cannot read `empty.json`: it is empty\n");
    project
        .run(["render", "invoice", "-d", "-"])
        .fails_with(4)
        .stderr_has("error: cannot read standard input: it is empty\n");
}

#[test]
fn wrong_usage_is_explained() {
    let project = Project::with_invoice();
    project
        .run(["rendr"])
        .fails_with(2)
        .stderr_has("error: unrecognized subcommand 'rendr'")
        .stderr_has("'render'");
    project.run(["render", "invoice", "--date", "x"]).fails_with(2).stderr_has("'--data'");
    project.run(["--color", "pink", "man"]).fails_with(2).stderr_has("auto, always, never");
    project.run([""; 0]).fails_with(2).stderr_has("Usage: reportctl");
}

#[test]
fn wrong_usage_is_an_object_too() {
    let project = Project::with_invoice();
    let run = project.run(["--error-format", "json", "compleitons"]).fails_with(2);
    let error = run.error();
    assert_eq!(error["error"], "unrecognized subcommand `compleitons`");
    assert_eq!(error["code"], "usage");
    assert_eq!(error["blame"], "config");
    assert!(error["field"].is_null());
    assert_eq!(error["advice"], "a similar subcommand exists: `completions`");
    let run = project.run(["render", "x", "--error-format=json"]).fails_with(2);
    assert_eq!(
        run.error()["error"],
        "the following required arguments were not provided: --data <FILE>"
    );
    let project = project.env("REPORTCTL_ERROR_FORMAT", "json");
    assert_eq!(project.run([""; 0]).fails_with(2).error()["error"], "no command given");
    assert_eq!(project.run(["render", "x"]).fails_with(2).error()["code"], "usage");
    // After `--` everything is a value.
    let project = Project::new();
    project
        .run(["eval", "--", "a", "--error-format=json"])
        .fails_with(2)
        .stderr_has("error: unexpected");
}

#[test]
fn an_unknown_error_format_of_the_environment_is_named() {
    Project::new().env("REPORTCTL_ERROR_FORMAT", "xml").run(["eval", "a"]).fails_with(2).stderr(
        "error: `REPORTCTL_ERROR_FORMAT` must be `human` or `json`, not `xml`\n\
         \x20 = hint: change the environment variable, or unset it\n",
    );
}

#[test]
fn colours_are_for_terminals_or_those_who_ask() {
    let project = Project::with_invoice();
    let arguments = ["render", "nothing", "-d", "data.json", "--color"];
    let with = |when: &'static str| arguments.into_iter().chain([when]);
    let plain = "error: there is no template `nothing`\n\
                 \x20 = hint: `reportctl template list` shows all that there are\n";
    project.run(with("auto")).fails_with(3).stderr(plain);
    project.run(with("never")).fails_with(3).stderr(plain);
    project.run(with("always")).fails_with(3).stderr_has("\u{1b}[1;31merror\u{1b}[0m");
    let project = project.env("NO_COLOR", "1");
    project.run(with("auto")).fails_with(3).stderr(plain);
    // Who asks on the command line means it.
    project.run(with("always")).fails_with(3).stderr_has("\u{1b}[1;31m");
    project.run(["--color=always", "rendr"]).fails_with(2).stderr_has("\u{1b}[");
    project.run(["--color=never", "rendr"]).fails_with(2).stderr_has("error: unrecognized");
}

#[test]
fn texts_of_templates_cannot_steer_the_terminal() {
    let template =
        document("x", &[text("t", "\u{1b}[31m ɐ")], "[]").replace("\"t\"", "\"t\\u001b[31m\"");
    let project = Project::new().template("x", &template).file("d.json", "{}");
    let run = project.run(["render", "x", "-d", "d.json", "--no-fallback-font"]).fails_with(4);
    assert!(!run.stderr.contains('\u{1b}'), "{}", run.stderr);
}

#[test]
fn help_and_version_are_data() {
    let project = Project::new();
    project
        .run(["--version"])
        .succeeds()
        .stdout(concat!("reportctl ", env!("CARGO_PKG_VERSION"), "\n"))
        .stderr("");
    project.run(["--help"]).succeeds().stdout_has("Exit codes:").stderr("");
    for (command, example) in [
        ("render", "reportctl render invoice --data order.json"),
        ("eval", "reportctl eval 'total > 1000 AND NOT cancelled' --condition"),
        ("template", "reportctl template fmt --check"),
        ("check", "reportctl check invoice --data order.json"),
        ("init", "reportctl init my-reports"),
    ] {
        project.run([command, "--help"]).succeeds().stdout_has(example).stderr("");
    }
}

//! Settings: flags, then environment, then `reportctl.yaml`, then defaults.

use crate::project::{Project, document, font, has_metadata, text};

#[test]
fn flags_come_before_environment_before_file() {
    let has_author = |project: &Project, flags: &[&str], author: &str| {
        let arguments = ["render", "invoice", "-d", "data.json", "-q"];
        project.run(arguments.iter().chain(flags)).succeeds();
        assert!(has_metadata(&project.read("invoice.pdf"), "Author", author), "not by {author}");
    };
    let project = Project::with_invoice();
    has_author(&project, &[], "reportctl");
    let project = project.file("reportctl.yaml", "author: File\n");
    has_author(&project, &[], "File");
    let project = project.env("REPORTCTL_AUTHOR", "Environment");
    has_author(&project, &[], "Environment");
    has_author(&project, &["--author", "Flag"], "Flag");
}

#[test]
fn the_folder_of_templates_can_be_set() {
    let invoice = document("Elsewhere", &[text("t", "x")], "[]");
    let project = Project::new().file("here/a.json", &invoice).file("there/b.json", &invoice);
    project.run(["--templates", "here", "template", "list"]).succeeds().stdout("a\tElsewhere\n");
    let project = project.file("reportctl.yaml", "templates: there\n");
    project.run(["template", "list"]).succeeds().stdout("b\tElsewhere\n");
    let project = project.env("REPORTCTL_TEMPLATES", "here");
    project.run(["template", "list"]).succeeds().stdout("a\tElsewhere\n");
    project.run(["template", "list", "--templates", "there"]).succeeds().stdout("b\tElsewhere\n");
    project
        .run(["template", "list", "--templates", "reportctl.yaml"])
        .fails_with(2)
        .stderr_has("error: the template repository `reportctl.yaml` is not a folder\n");
}

#[test]
fn fonts_and_limits_can_be_set() {
    let project = Project::with_invoice()
        .file("reportctl.yaml", "fonts: [fonts/sans.ttf]\nfallbackFont: false\nmaxPages: 9\n");
    project
        .run(["render", "invoice", "-d", "data.json"])
        .fails_with(2)
        .stderr_has("error: cannot read `fonts/sans.ttf`: no such file or folder\n");
    let sans = std::fs::read(font("FixtureSans.ttf")).unwrap();
    let project = project.file("fonts/sans.ttf", sans);
    project
        .run(["-v", "render", "invoice", "-d", "data.json"])
        .succeeds()
        .stderr_has("read font fonts/sans.ttf\n");
}

/// A template whose title is set in a font that it does not define itself.
fn in_font(fonts: &str) -> String {
    let text = r#"{"id": "t", "name": "t", "type": "text", "x": 10, "y": 10, "width": 90, "height": 9,
        "content": "AV", "fontName": "house"}"#;
    document("Named", &[text.to_owned()], "[]").replacen(
        "\"page\"",
        &format!("\"extensions\": 1, {fonts} \"page\""),
        1,
    )
}

const NAMED: &str = "fonts:\n  house: {regular: 'lib:kern.ttf', fallback: [more]}\n  more:\n    \
                     regular: lib:sans.ttf\n  unused: {regular: 'lib:no.ttf'}\n";

fn with_named_fonts() -> Project {
    let file = |name: &str| std::fs::read(font(name)).unwrap();
    Project::with_invoice()
        .file("reportctl.yaml", NAMED)
        .file("library/kern.ttf", file("FixtureKern.ttf"))
        .file("library/sans.ttf", file("FixtureSans.ttf"))
        .template("named", &in_font(""))
}

#[test]
fn the_settings_name_fonts_for_all_templates() {
    let project = with_named_fonts();
    let render = ["render", "named", "-d", "data.json", "--receipt", "r.json"];
    project.run(render).succeeds();
    let receipt: serde_json::Value = serde_json::from_slice(&project.read("r.json")).unwrap();
    let names: Vec<&str> = receipt["library"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| file["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["kern.ttf", "sans.ttf"], "only what is used");
    let pdf = String::from_utf8_lossy(&project.read("named.pdf")).into_owned();
    assert!(pdf.contains("FixtureKern"));
    project.run(["check", "named"]).succeeds();
    project.run(["check"]).succeeds();
    project.run(["template", "add", "templates/named.json", "--id", "copy"]).succeeds();
    // Without them the name means nothing.
    let project = project.file("reportctl.yaml", "strict: false\n");
    project.run(["check", "named"]).fails_with(7).stderr_has("there is no font `house`");
}

#[test]
fn a_font_of_the_template_wins_over_one_of_the_settings() {
    let own = r#""fonts": {"house": {"regular": "builtin:times"}},"#;
    let project = with_named_fonts().template("named", &in_font(own));
    project.run(["render", "named", "-d", "data.json"]).succeeds();
    let pdf = String::from_utf8_lossy(&project.read("named.pdf")).into_owned();
    assert!(pdf.contains("Times-Roman") && !pdf.contains("FixtureKern"));
}

#[test]
fn mistakes_in_fonts_of_the_settings_are_said_with_their_place() {
    let project = with_named_fonts().file("reportctl.yaml", NAMED.replace("kern.ttf", "kren.ttf"));
    let run = project.run(["--error-format", "json", "render", "named", "-d", "data.json"]);
    let problem = run.fails_with(3).error();
    assert_eq!(problem["code"], "libraryFileNotFound");
    assert_eq!(problem["file"], "reportctl.yaml");
    assert_eq!(problem["pointer"], "/fonts/house/regular");
    let project = project.file("reportctl.yaml", "fonts:\n  house:\n    regulra: x\n");
    project.run(["check"]).fails_with(2).stderr(
        "error: a font has no key `regulra`\n  --> reportctl.yaml:3:5\n  = hint: did you mean `regular`?\n",
    );
    let project = project.file("reportctl.yaml", "fonts: 3\n");
    project
        .run(["check"])
        .fails_with(2)
        .stderr_has("`fonts` must be a list of paths of font files, or fonts by their names");
}

#[test]
fn mistakes_in_the_file_are_shown_with_line_and_the_nearest_name() {
    let project = Project::with_invoice().file("reportctl.yaml", "\nmaxPagse: 3\n");
    project.run(["template", "list"]).fails_with(2).stderr(
        "error: unknown setting `maxPagse`\n  --> reportctl.yaml:2:1\n  = hint: did you mean `maxPages`?\n",
    );
    let project = project.file("reportctl.yaml", "maxPages: none\n");
    let run = project.run(["template", "list", "--error-format=json"]).fails_with(2);
    assert_eq!(run.error()["code"], "invalidSetting");
    assert_eq!(run.error()["error"], "`maxPages` must be a whole number above 0");
    assert_eq!(run.error()["line"], 1);
}

#[test]
fn broken_settings_do_not_stop_what_needs_none() {
    let project = Project::new().file("reportctl.yaml", "- nonsense");
    project.run(["completions", "bash"]).succeeds();
    project.run(["man"]).succeeds();
    project.run(["init", "new"]).succeeds();
    project.run(["eval", "x"]).fails_with(2);
}

#[test]
fn mistakes_in_the_environment_name_the_variable() {
    Project::with_invoice()
        .env("REPORTCTL_FALLBACK_FONT", "perhaps")
        .run(["render", "invoice", "-d", "data.json"])
        .fails_with(2)
        .stderr_has("error: `REPORTCTL_FALLBACK_FONT` must be true or false, not `perhaps`\n");
}

#[test]
fn a_variable_that_does_not_exist_is_reported_once_and_not_when_quiet() {
    let project = Project::with_invoice()
        .env("REPORTCTL_MAX_PAGSE", "3")
        .env("REPORTCTL_ZZZZ", "")
        .env("REPORTCTL_SERVICE_HOST", "10.0.0.1")
        .env("REPORTCTL_PORT_8080_TCP", "tcp://10.0.0.1:8080");
    let warning = "unknown environment variable `REPORTCTL_MAX_PAGSE`";
    let run = project.run(["template", "list"]).succeeds();
    assert_eq!(run.stderr.matches("unknown environment variable").count(), 1, "{}", run.stderr);
    assert!(run.stderr.contains(&format!("warning: {warning}")), "{}", run.stderr);
    assert!(run.stderr.contains("did you mean `REPORTCTL_MAX_PAGES`?"), "{}", run.stderr);
    project.run(["template", "list", "--quiet"]).succeeds().stderr("");
    project.run(["template", "list", "--error-format=json"]).succeeds().stderr_has(warning);
}

#[test]
fn lists_in_variables_are_separated_by_commas() {
    let project = Project::with_invoice().env("REPORTCTL_MAIL_ALLOW", "a@example.org, example.com");
    let send = |to: &'static str| project.run(["send", "invoice", "-d", "data.json", "--to", to]);
    send("b@example.com").succeeds();
    send("a@example.org").succeeds();
    let refused = send("b@example.org");
    assert_ne!(refused.code, Some(0), "{}", refused.stderr);
    let project = Project::with_invoice().env("REPORTCTL_MAIL_ALLOW", " , ");
    project
        .run(["template", "list"])
        .fails_with(2)
        .stderr_has("`REPORTCTL_MAIL_ALLOW` must be a list of addresses and domains, not ` , `");
}

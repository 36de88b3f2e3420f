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

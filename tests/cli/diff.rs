//! `reportctl diff`.

use crate::project::{Project, document, text};

fn template(y: f64, more: &str) -> String {
    let total = text("total", "{total}").replace("\"y\":15", &format!("\"y\":{y}"));
    document("Invoice", &[text("title", &format!("Invoice{more}")), total], "[]")
}

/// A repository with two commits, the first of them tagged.
fn repository() -> Project {
    let project = Project::new()
        .template("invoice", &template(40.0, ""))
        .template("same", &document("Same", &[], "[]"))
        .file("templates/tests/invoice/first/data.json", r#"{"total": 12}"#);
    project.git(&["init", "--quiet", "--initial-branch", "main"]);
    project.git(&["add", "."]);
    project.git(&["commit", "--quiet", "--message", "one"]);
    project.git(&["tag", "v1"]);
    let project = project.template("invoice", &template(43.5, " no."));
    project.git(&["commit", "--quiet", "--all", "--message", "two"]);
    project
}

const WORDS: &str = "\
`title`: `content` is \"Invoice no.\" instead of \"Invoice\"
`total`: `y` is 43.5 instead of 40
page 1: `title` says `Invoice no.` instead of `Invoice`
page 1: `total` moved 3.5 mm down
";

#[test]
fn two_revisions_are_compared_field_by_field_and_page_by_page() {
    let project = repository();
    project.run(["diff", "invoice@v1", "invoice@HEAD"]).succeeds().stdout(WORDS);
    project.run(["diff", "invoice@v1"]).succeeds().stdout(WORDS);
    project.run(["diff", "invoice@v1", "--exit-code"]).ends_with(7);
    project.run(["diff", "invoice@HEAD", "--exit-code"]).succeeds().stdout("");
    let fields = &WORDS[..WORDS.find("page").unwrap()];
    project.run(["diff", "invoice@v1", "--no-pages"]).succeeds().stdout(fields);
    project.run(["diff", "invoice@nowhere"]).fails_with(2).stderr_has("no revision `nowhere`");
    project.run(["diff", "invoice"]).fails_with(2).stderr_has("nothing to compare");
    // Before the first commit of a template there is none.
    let project = project.template("young", &document("Young", &[text("t", "x")], "[]"));
    project.run(["diff", "young@v1"]).succeeds().stdout_has("`t` is new: text at 10 mm, 15 mm");
}

#[test]
fn differences_are_text_markdown_pages_and_pictures() {
    let project = repository();
    let diff = |more: &[&str]| project.run([&["diff", "invoice@v1"][..], more].concat()).succeeds();
    let markdown = diff(&["--format", "markdown"]);
    markdown.stdout_has("### 1 template changed").stdout_has("- page 1: `total` moved 3.5 mm down");
    diff(&["--format", "html", "-o", "d.html"]);
    assert_eq!(project.text("d.html").matches("<img ").count(), 3);
    diff(&["--format", "png"]);
    let picture = crate::tools::read_png(&project.path("diff-1.png"));
    assert_eq!((picture.width, picture.height), (3 * 794 + 24, 1123));
    let json = diff(&["--format", "json"]).json();
    assert_eq!(json[0]["fields"][1]["property"], "y");
}

#[test]
fn all_templates_of_a_range_are_one_summary() {
    let project = repository();
    let run = project.run(["diff", "v1..HEAD", "--format", "markdown"]).succeeds();
    let run = run.stdout_has("**invoice**");
    assert!(!String::from_utf8_lossy(&run.stdout).contains("same"));
    project.run(["diff", "v1..", "--no-pages"]).succeeds().stdout_has("invoice\n  `title`");
    project
        .run(["diff", "HEAD..", "--format", "markdown"])
        .succeeds()
        .stdout("### No template changed\n");
}

#[test]
fn git_shows_templates_with_it() {
    let project = repository().file(".gitattributes", "templates/*.json diff=reportctl\n");
    let program = env!("CARGO_BIN_EXE_reportctl");
    let own = |key: &str, value: &str| format!("diff.reportctl.{key}={program} {value}");
    let textconv = own("textconv", "diff --textconv");
    let shown = project.git(&["-c", &textconv, "diff", "v1", "HEAD"]);
    assert!(shown.contains("-`total` y: 40") && shown.contains("+`total` y: 43.5"), "{shown}");
    let external = own("command", "diff");
    let shown = project.git(&["-c", &external, "diff", "v1", "HEAD"]);
    assert!(shown.contains("`total`: `y` is 43.5 instead of 40"), "{shown}");
}

#[test]
fn it_is_a_difftool_of_git() {
    let project = repository().template("young", &document("Young", &[text("t", "x")], "[]"));
    project.git(&["add", "."]);
    let extcmd = format!("{} diff", env!("CARGO_BIN_EXE_reportctl"));
    let difftool = ["difftool", "--no-prompt", "--extcmd", &extcmd];
    // Two revisions, then the working folder, where a template is new.
    let shown = project.git(&[&difftool[..], &["v1", "HEAD"]].concat());
    assert!(shown.contains("`total`: `y` is 43.5 instead of 40"), "{shown}");
    let shown = project.git(&[&difftool[..], &["HEAD"]].concat());
    assert!(shown.contains("`t` is new: text at 10 mm, 15 mm"), "{shown}");
    // By name, as `git difftool --tool reportctl` in a configured repository.
    let command = format!("{extcmd} \"$LOCAL\" \"$REMOTE\"");
    project.git(&["config", "difftool.reportctl.cmd", &command]);
    let named = ["difftool", "--no-prompt", "--tool", "reportctl", "v1", "HEAD"];
    let shown = project.git(&named);
    assert!(shown.contains("`title`: `content` is"), "{shown}");
}

#[test]
fn a_version_that_cannot_be_rendered_is_said() {
    let broken = document("Invoice", &[text("title", "Invoice 漢")], "[]");
    let project = repository().template("invoice", &broken);
    let run = project.run(["diff", "invoice@v1"]).succeeds();
    run.stdout_has("`invoice` makes no document of this data");
}

//! Files generated from the declarations of the command line.

use std::fs;
use std::path::Path;

use crate::project::Project;
use crate::snapshot;

const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "reportctl.bash"),
    ("zsh", "_reportctl"),
    ("fish", "reportctl.fish"),
    ("powershell", "_reportctl.ps1"),
    ("elvish", "reportctl.elv"),
];

#[test]
fn the_committed_completions_are_generated_from_the_declarations() {
    let folder = Path::new("completions");
    for (shell, name) in COMPLETIONS {
        let run = Project::new().run(["completions", shell]).succeeds().stderr("");
        compare(&folder.join(name), &String::from_utf8(run.stdout).unwrap());
    }
}

#[test]
fn the_reference_of_commands_is_generated_from_the_declarations() {
    compare_part(Path::new("docs/cli.md"), &reportctl::cli::reference::markdown());
}

#[test]
fn the_reference_of_settings_is_generated_from_the_declarations() {
    compare_part(Path::new("docs/settings.md"), &reportctl::config::reference::markdown());
}

/// Compares the part of a page between its two marks.
fn compare_part(page: &Path, part: &str) {
    let text = fs::read_to_string(root().join(page)).unwrap();
    let (before, rest) = text.split_once("<!-- generated: ").unwrap();
    let (mark, rest) = rest.split_once("-->\n").unwrap();
    let (_, after) = rest.split_once("<!-- end of generated -->").unwrap();
    let fresh =
        format!("{before}<!-- generated: {mark}-->\n\n{part}\n<!-- end of generated -->{after}");
    compare(page, &fresh);
}

/// Compares a committed file with what was generated.
fn compare(path: &Path, generated: &str) {
    let file = root().join(path);
    if snapshot::update() {
        fs::write(&file, generated).unwrap();
    }
    let committed = fs::read_to_string(&file).unwrap_or_default();
    let name = path.display();
    assert!(committed == generated, "{name} is stale: run UPDATE_GENERATED=1 cargo test generated");
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn unknown_shells_are_refused() {
    Project::new().run(["completions", "tcsh"]).fails_with(2).stderr_has("bash, elvish, fish");
}

#[test]
fn the_manual_page_is_roff() {
    let run = Project::new().run(["man"]).succeeds().stderr("");
    let run = run.stdout_has(".TH reportctl 1").stdout_has("REPORTCTL_TEMPLATES");
    assert!(run.stdout.starts_with(b".ie"));
}

#[test]
fn every_command_has_a_page() {
    let project = Project::new();
    project
        .run(["man", "--out-dir", "man1"])
        .succeeds()
        .stdout("")
        .stderr_has(" pages to `man1`\n");
    let names = project.names("man1");
    for name in ["reportctl.1", "reportctl-render.1", "reportctl-template-fmt.1"] {
        assert!(names.iter().any(|found| found == name), "{name} is not in {names:?}");
    }
}

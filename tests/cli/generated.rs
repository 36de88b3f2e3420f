//! What is generated from the command line's own declarations.

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
fn the_committed_completions_are_fresh() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("completions");
    for (shell, name) in COMPLETIONS {
        let run = Project::new().run(["completions", shell]).succeeds().stderr("");
        let path = folder.join(name);
        if snapshot::update() {
            fs::write(&path, &run.stdout).unwrap();
        }
        let committed = fs::read(&path).unwrap_or_default();
        assert!(
            committed == run.stdout,
            "{name} is stale: run UPDATE_GENERATED=1 cargo test completions"
        );
    }
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

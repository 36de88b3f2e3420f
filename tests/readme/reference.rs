//! The command line, the exit codes and the settings are documented without gaps.

use std::collections::BTreeSet;

use super::markdown::{flags, page, table};
use super::pages;
use crate::project::Project;

/// Flags of other programs (cargo, curl, docker, git, helm, kubectl, scripts of benches), and a variable of the stylesheet.
const FOREIGN_FLAGS: [&str; 48] = [
    "--bench",
    "--current",
    "--detach",
    "--extcmd",
    "--faults",
    "--features",
    "--file",
    "--free",
    "--from-file",
    "--id",
    "--import",
    "--init-token",
    "--install",
    "--jpd-accent",
    "--label",
    "--locked",
    "--minutes",
    "--namespace",
    "--no-default-features",
    "--oci",
    "--open",
    "--package",
    "--path",
    "--pin",
    "--profile",
    "--publish",
    "--push",
    "--quick",
    "--read-only",
    "--release",
    "--requests",
    "--retry",
    "--retry-connrefused",
    "--retry-delay",
    "--rm",
    "--scale",
    "--seed",
    "--set",
    "--smoke",
    "--so-pin",
    "--store",
    "--test",
    "--tmpfs",
    "--token",
    "--update",
    "--values",
    "--volume",
    "--volumes",
];

/// A command with its help.
struct Help {
    command: String,
    text: String,
}

/// The program and all its commands.
fn helps() -> Vec<Help> {
    let project = Project::new();
    let mut waiting: Vec<Vec<String>> = vec![Vec::new()];
    let mut helps = Vec::new();
    while let Some(path) = waiting.pop() {
        let arguments = path.iter().map(String::as_str).chain(["--help"]);
        let run = project.run(arguments).succeeds();
        let text = String::from_utf8(run.stdout).unwrap();
        let names = text.lines().skip_while(|line| *line != "Commands:").skip(1);
        let names = names.map_while(|line| line.strip_prefix("  ")?.split(' ').next());
        for name in names.filter(|name| *name != "help") {
            waiting.push(path.iter().cloned().chain([name.to_owned()]).collect());
        }
        helps.push(Help { command: path.join(" "), text });
    }
    helps
}

impl Help {
    /// The flags it declares.
    fn flags(&self) -> BTreeSet<String> {
        let lines = self.text.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
        lines.take_while(|line| !line.contains("REPORTCTL_")).flat_map(flags).collect()
    }

    /// Text under a heading, up to the next blank line.
    fn under<'a>(&'a self, heading: &'a str) -> impl Iterator<Item = &'a str> {
        let lines = self.text.lines().skip_while(move |line| !line.starts_with(heading));
        lines.skip(1).take_while(|line| !line.is_empty()).map(str::trim)
    }
}

#[test]
fn only_flags_that_exist_are_documented() {
    let known: BTreeSet<String> = helps().iter().flat_map(Help::flags).collect();
    for name in pages() {
        for flag in flags(&page(&name)) {
            let exists = known.contains(&flag) || FOREIGN_FLAGS.contains(&flag.as_str());
            assert!(exists, "{name} speaks of `{flag}`");
        }
    }
}

#[test]
fn every_exit_code_is_documented() {
    let text = page("docs/cli.md");
    let helps = helps();
    let help = helps.iter().find(|help| help.command.is_empty()).unwrap();
    let exits: Vec<_> = table(&text, "exit").into_iter().map(|row| row.join("  ")).collect();
    assert_eq!(exits, help.under("Exit codes:").collect::<Vec<_>>());
}

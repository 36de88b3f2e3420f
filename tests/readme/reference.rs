//! The command line, the exit codes and the settings are documented without gaps.

use std::collections::BTreeSet;

use super::PAGES;
use super::markdown::{flags, page, table};
use crate::project::Project;

/// Flags of other programs.
const FOREIGN_FLAGS: [&str; 9] = [
    "--locked",
    "--open",
    "--path",
    "--quick",
    "--release",
    "--retry",
    "--retry-connrefused",
    "--retry-delay",
    "--test",
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

    /// What stands under a heading, up to the next blank line.
    fn under<'a>(&'a self, heading: &'a str) -> impl Iterator<Item = &'a str> {
        let lines = self.text.lines().skip_while(move |line| !line.starts_with(heading));
        lines.skip(1).take_while(|line| !line.is_empty()).map(str::trim)
    }
}

#[test]
fn every_command_and_flag_is_documented() {
    let text = page("docs/cli.md");
    let rows = table(&text, "flag");
    let helps = helps();
    assert!(helps.len() > 12, "the help lists its commands");
    for help in &helps {
        let command = &help.command;
        let has_own_line = !help.text.contains("\nCommands:\n");
        if has_own_line {
            let listed = text.contains(&format!("| `reportctl {command}"));
            assert!(listed, "`reportctl {command}` is not among the commands");
        }
        for flag in help.flags() {
            let of_command = |cells: &&Vec<&str>| {
                flags(cells[0]).contains(&flag)
                    && (cells[1].contains(&format!("`{command}`")) || cells[1].contains("all"))
            };
            assert!(rows.iter().any(|row| of_command(&row)), "`{command}` has `{flag}`");
        }
    }
}

#[test]
fn only_flags_that_exist_are_documented() {
    let known: BTreeSet<String> = helps().iter().flat_map(Help::flags).collect();
    for name in PAGES {
        for flag in flags(&page(name)) {
            let exists = known.contains(&flag) || FOREIGN_FLAGS.contains(&flag.as_str());
            assert!(exists, "{name} speaks of `{flag}`");
        }
    }
}

#[test]
fn every_setting_and_exit_code_is_documented() {
    let text = page("docs/cli.md");
    let helps = helps();
    let help = helps.iter().find(|help| help.command.is_empty()).unwrap();
    let exits: Vec<_> = table(&text, "exit").into_iter().map(|row| row.join("  ")).collect();
    assert_eq!(exits, help.under("Exit codes:").collect::<Vec<_>>());
    let chapter = page("docs/settings.md");
    assert!(!table(&chapter, "flag").is_empty());
    let lines: Vec<&str> = help.under("Settings come").filter(|line| line.contains("  ")).collect();
    assert!(lines.len() >= 10, "{lines:?}");
    for line in lines {
        for word in line.split("  ").map(str::trim).filter(|word| !word.is_empty()) {
            let name = word.split(':').next().unwrap();
            assert!(chapter.contains(&format!("`{name}`")), "{name} is not among the settings");
        }
    }
}

#[test]
fn every_setting_of_the_file_and_every_variable_is_documented() {
    let chapter = page("docs/settings.md");
    let is_group = |name: &str| {
        let inside = format!("{name}.");
        reportctl::config::SETTINGS.iter().any(|(other, _)| other.starts_with(&inside))
    };
    for (name, _) in reportctl::config::SETTINGS.iter().filter(|(name, _)| !is_group(name)) {
        let documented = [format!("`{name}`"), format!("`{name}:")];
        assert!(documented.iter().any(|form| chapter.contains(form)), "{name} is left out");
    }
    for name in reportctl::config::env::ALL.iter().filter(|name| name.starts_with("REPORTCTL_")) {
        assert!(chapter.contains(&format!("`{name}`")), "{name} is left out");
    }
}

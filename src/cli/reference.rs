//! The commands and flags of `docs/cli.md`, made from the declarations of the commands.

use std::fmt::Write as _;

use clap::{Arg, ArgAction, Command, CommandFactory};

use super::command::Arguments;

/// Every command with its arguments and flags, in Markdown.
pub fn markdown() -> String {
    let mut root = Arguments::command().disable_help_subcommand(true);
    root.build();
    let commands = leaves(&root);
    let mut text = String::from("| command | does |\n| --- | --- |\n");
    for command in &commands {
        let (name, about) = (name(command), about(command));
        let _ = writeln!(text, "| [`{name}`](#{}) | {about} |", name.replace(' ', "-"));
    }
    text.push_str("\n### Global options\n\nOf every command:\n\n");
    arguments(&mut text, root.get_arguments().filter(|argument| argument.is_global_set()));
    for command in &commands {
        let _ = writeln!(text, "### {}\n", name(command));
        let description = command.get_long_about().or(command.get_about());
        let description = description.map(ToString::to_string).unwrap_or_default();
        let _ = writeln!(text, "{}\n", sentence(&description));
        let usage = command.clone().render_usage().to_string();
        let usage = usage.trim_start_matches("Usage: ").trim();
        let _ = writeln!(text, "Usage: `{usage}`\n");
        arguments(&mut text, command.get_arguments().filter(|argument| !argument.is_global_set()));
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// The commands that do something, in the order of the help.
fn leaves(command: &Command) -> Vec<Command> {
    // Some, such as `log`, do something by themselves and have subcommands besides.
    let does_something = !command.has_subcommands()
        || !command.is_subcommand_required_set() && command.get_bin_name() != Some("reportctl");
    let own = does_something.then(|| command.clone());
    let subs = command.get_subcommands().filter(|sub| !sub.is_hide_set()).flat_map(leaves);
    own.into_iter().chain(subs).collect()
}

fn name(command: &Command) -> String {
    command.get_bin_name().unwrap_or_else(|| command.get_name()).to_owned()
}

fn about(command: &Command) -> String {
    command.get_about().map(ToString::to_string).unwrap_or_default()
}

/// A text whose first line is a heading without a full stop.
fn sentence(description: &str) -> String {
    match description.split_once("\n\n") {
        Some((first, rest)) => format!("{first}.\n\n{rest}"),
        None => format!("{description}."),
    }
}

fn arguments<'a>(text: &mut String, arguments: impl Iterator<Item = &'a Arg>) {
    let hidden = |argument: &&Arg| {
        !argument.is_hide_set() && !["help", "version"].contains(&argument.get_id().as_str())
            || argument.get_id() == "version" && argument.get_action().takes_values()
            || matches!(argument.get_action(), ArgAction::SetTrue)
    };
    let rows: Vec<String> = arguments.filter(hidden).map(row).collect();
    if !rows.is_empty() {
        text.push_str("| argument | meaning |\n| --- | --- |\n");
        text.extend(rows);
        text.push('\n');
    }
}

fn row(argument: &Arg) -> String {
    let help = argument.get_long_help().or(argument.get_help());
    let help = help.map(ToString::to_string).unwrap_or_default();
    let help = escaped(&help.split_whitespace().collect::<Vec<_>>().join(" "));
    let values: Vec<String> = argument
        .get_possible_values()
        .iter()
        .filter(|_| argument.get_action().takes_values())
        .filter(|value| !value.is_hide_set())
        .map(|value| format!("`{}`", value.get_name()))
        .collect();
    let values =
        if values.is_empty() { String::new() } else { format!(" ({})", values.join(", ")) };
    let defaults: Vec<_> =
        argument.get_default_values().iter().map(|v| v.to_string_lossy()).collect();
    let default = if defaults.is_empty()
        || argument.is_hide_default_value_set()
        || !argument.get_action().takes_values()
    {
        String::new()
    } else {
        format!(" [default: {}]", defaults.join(", "))
    };
    format!("| {} | {help}{values}{default} |\n", names(argument))
}

/// Spelling of an argument: ``-d``, ``--data FILE``.
fn names(argument: &Arg) -> String {
    let value = argument.get_action().takes_values().then(|| {
        let names = argument.get_value_names().unwrap_or_default();
        names.iter().map(|name| format!(" {name}")).collect::<String>()
    });
    let value = escaped(&value.unwrap_or_default());
    let short = argument.get_short().map(|short| format!("`-{short}`, ")).unwrap_or_default();
    match argument.get_long() {
        Some(long) => format!("{short}`--{long}{value}`"),
        None => format!("`{}`", value.trim()),
    }
}

/// A bar would end the cell, and `<` outside of code would begin a tag.
fn escaped(text: &str) -> String {
    let outside = |(index, part): (usize, &str)| {
        if index % 2 == 0 { part.replace('<', "\\<") } else { part.to_owned() }
    };
    let parts: Vec<String> = text.split('`').enumerate().map(outside).collect();
    parts.join("`").replace('|', "\\|")
}

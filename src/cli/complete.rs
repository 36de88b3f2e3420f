//! Completions: shells ask the program itself what may follow, so that ids of templates, requests
//! and batches are those of the working folder.
//!
//! The script of `reportctl completions` makes a shell run `reportctl` with [`VARIABLE`] set. What
//! an argument takes follows from the name of its value in the declarations.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::{Arg, Command, CommandFactory};
use clap_complete::engine::ValueCompleter;
use clap_complete::env::CompleteEnv;
use clap_complete::{ArgValueCompleter, CompletionCandidate, PathCompleter};

use super::candidates::{Completer, Lookup, candidate};
use super::command::Arguments;
use super::shells::{SHELLS, VARIABLE};
use crate::config::FILE_NAME;
use crate::serve::codes;

/// File name extensions of templates, data and fonts.
const TEMPLATES: &[&str] = &["json", "yaml", "yml"];
const DATA: &[&str] = &["json", "yaml", "yml", "csv", "tsv", "ndjson", "jsonl"];
const FONTS: &[&str] = &["ttf", "otf", "woff", "woff2"];

/// Answers a shell that asks for completions; whether one did.
///
/// # Errors
/// A shell that is not known, and an output that cannot be written.
pub(super) fn answer(arguments: &[OsString]) -> clap::error::Result<bool> {
    let folder = std::env::current_dir().ok();
    let factory = || command(&typed_templates(arguments));
    CompleteEnv::with_factory(factory)
        .var(VARIABLE)
        .shells(SHELLS)
        .try_complete(arguments, folder.as_deref())
}

/// The folder of `--templates` in a line that is being typed.
fn typed_templates(arguments: &[OsString]) -> Option<PathBuf> {
    let texts = arguments.iter().map(|argument| argument.to_string_lossy());
    let mut texts = texts.skip_while(|text| text != "--templates" && !text.starts_with(FLAG));
    const FLAG: &str = "--templates=";
    match texts.next()?.strip_prefix(FLAG) {
        Some(folder) => Some(folder.into()),
        None => texts.next().map(|folder| PathBuf::from(&*folder)),
    }
}

/// The declarations, with what each argument takes.
fn command(templates: &Option<PathBuf>) -> Command {
    let templates = templates.clone();
    with_candidates(Arguments::command(), "", &Lookup { templates })
}

fn with_candidates(command: Command, parent: &str, lookup: &Lookup) -> Command {
    let name = command.get_name().to_owned();
    command
        .mut_args(|argument| match completer(&argument, &name, parent, lookup) {
            Some(Completer::Values(values)) => argument.add(values),
            Some(Completer::Files(files)) => argument.add(files),
            None => argument,
        })
        .mut_subcommands(|sub| with_candidates(sub, &name, lookup))
}

/// Completer of an argument of a command, by the name of its value.
fn completer(argument: &Arg, command: &str, parent: &str, lookup: &Lookup) -> Option<Completer> {
    if !argument.get_action().takes_values() || !argument.get_possible_values().is_empty() {
        return None;
    }
    let value = argument.get_value_names()?.first()?.as_str();
    let files = |extensions| Some(Completer::Files(ArgValueCompleter::new(files_with(extensions))));
    match (value, argument.get_id().as_str()) {
        ("TEMPLATE", "of_template") => lookup.values(Lookup::template_ids),
        ("TEMPLATE", _) => {
            let lookup = lookup.clone();
            Some(Completer::Files(ArgValueCompleter::new(move |current: &OsStr| {
                let mut all = starting_with(lookup.template_ids(), current);
                all.extend(files_with(TEMPLATES).complete(current));
                all
            })))
        }
        ("FILE", "data") => files(DATA),
        ("FILE", "fonts") => files(FONTS),
        ("FILE", "file") if parent == "template" => files(TEMPLATES),
        ("CODE", _) => lookup.values(|_| codes()),
        ("ID", _) if parent == "template" && command != "add" => {
            lookup.values(Lookup::template_ids)
        }
        names => of_features(names, (parent, command), lookup),
    }
}

/// Completers of commands that not every build has.
#[cfg_attr(not(feature = "mail"), expect(unused_variables, reason = "no such command"))]
fn of_features(value: (&str, &str), commands: (&str, &str), lookup: &Lookup) -> Option<Completer> {
    let found = None;
    #[cfg(feature = "mail")]
    let found = found.or_else(|| super::delivery::complete::completer(value, commands, lookup));
    #[cfg(feature = "serve")]
    let found = found.or_else(|| super::service::complete::completer(value, commands, lookup));
    found
}

/// Files of these kinds, and folders on the way to them. Settings are no file to work on.
fn files_with(extensions: &'static [&'static str]) -> PathCompleter {
    PathCompleter::any().filter(move |path| {
        let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        extensions.contains(&extension)
            && path.file_name() != Some(OsStr::new(FILE_NAME))
            && path.is_file()
    })
}

fn starting_with(all: Vec<CompletionCandidate>, current: &OsStr) -> Vec<CompletionCandidate> {
    let current = current.to_string_lossy();
    all.into_iter()
        .filter(|candidate| candidate.get_value().to_string_lossy().starts_with(&*current))
        .collect()
}

fn codes() -> Vec<CompletionCandidate> {
    let codes = codes::all().map(|code| candidate(code.as_str(), ""));
    codes.chain([candidate("all", "every code")]).collect()
}

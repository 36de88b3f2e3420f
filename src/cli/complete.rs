//! Completions: shells ask the program itself what may follow, so that ids of templates, requests
//! and batches are those of the working folder.
//!
//! The script of `reportctl completions` makes a shell run `reportctl` with [`VARIABLE`] set. What
//! an argument takes follows from the name of its value in the declarations.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};

use clap::{Arg, Command, CommandFactory};
use clap_complete::engine::ValueCompleter;
use clap_complete::env::{Bash, CompleteEnv, EnvCompleter, Shells};
use clap_complete::{
    ArgValueCandidates, ArgValueCompleter, CompletionCandidate, PathCompleter, Shell,
};

use super::args::Arguments;
use crate::config::env::Environment;
use crate::config::{Config, FILE_NAME, Settings};
use crate::problem::Code;
use crate::store::Store;

/// Set by the scripts to the name of their shell.
pub(super) const VARIABLE: &str = "REPORTCTL_COMPLETE";

/// File name extensions of templates, data and fonts.
const TEMPLATES: &[&str] = &["json", "yaml", "yml"];
const DATA: &[&str] = &["json", "yaml", "yml", "csv", "tsv", "ndjson", "jsonl"];
const FONTS: &[&str] = &["ttf", "otf", "woff", "woff2"];

const SHELLS: Shells<'static> = Shells(&[
    &ColonsInWords,
    &clap_complete::env::Elvish,
    &clap_complete::env::Fish,
    &clap_complete::env::Powershell,
    &clap_complete::env::Zsh,
]);

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

/// The script that makes a shell ask.
///
/// # Errors
/// Those of writing.
pub(super) fn script(shell: Shell, out: &mut dyn io::Write) -> io::Result<()> {
    let unknown = || io::Error::other(format!("there is no script for {shell}"));
    let completer = SHELLS.completer(&shell.to_string()).ok_or_else(unknown)?;
    completer.write_registration(VARIABLE, "reportctl", "reportctl", "reportctl", out)
}

/// Bash, with words that have colons: `templates:read` is one word.
struct ColonsInWords;

impl EnvCompleter for ColonsInWords {
    fn name(&self) -> &'static str {
        Bash.name()
    }

    fn is(&self, name: &str) -> bool {
        Bash.is(name)
    }

    fn write_registration(
        &self,
        var: &str,
        name: &str,
        bin: &str,
        completer: &str,
        buf: &mut dyn io::Write,
    ) -> io::Result<()> {
        writeln!(buf, "# Scopes such as `templates:read` are one word.")?;
        writeln!(buf, "COMP_WORDBREAKS=${{COMP_WORDBREAKS//:}}")?;
        Bash.write_registration(var, name, bin, completer, buf)
    }

    fn write_complete(
        &self,
        cmd: &mut Command,
        args: Vec<OsString>,
        current_dir: Option<&Path>,
        buf: &mut dyn io::Write,
    ) -> io::Result<()> {
        Bash.write_complete(cmd, args, current_dir, buf)
    }
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

pub(super) enum Completer {
    Values(ArgValueCandidates),
    Files(ArgValueCompleter),
}

/// What an argument of a command takes, by the name of its value.
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

/// What arguments of commands take that not every build has.
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

pub(super) fn candidate(
    value: impl Into<OsString>,
    help: impl Into<String>,
) -> CompletionCandidate {
    let help: String = help.into();
    CompletionCandidate::new(value).help((!help.is_empty()).then(|| help.into()))
}

fn codes() -> Vec<CompletionCandidate> {
    let codes = Code::ALL.iter().map(|code| candidate(code.as_str(), ""));
    codes.chain([candidate("all", "every code")]).collect()
}

/// What is found in the working folder. Whatever cannot be read offers nothing: a prompt is no
/// place for errors.
#[derive(Clone)]
pub(super) struct Lookup {
    /// `--templates` of the line.
    templates: Option<PathBuf>,
}

impl Lookup {
    pub(super) fn values(&self, find: fn(&Self) -> Vec<CompletionCandidate>) -> Option<Completer> {
        let lookup = self.clone();
        Some(Completer::Values(ArgValueCandidates::new(move || find(&lookup))))
    }

    pub(super) fn config(&self) -> Option<Config> {
        let variable = |name: &str| std::env::var_os(name);
        let flags = Settings { templates: self.templates.clone(), ..Settings::default() };
        Config::read(flags, &Environment::new(&variable), Path::new("")).ok()
    }

    pub(super) fn entries(&self) -> Option<Vec<crate::store::Entry>> {
        let store = Store::open(self.config()?.templates, None).ok()?;
        Some(store.list_all().ok()?.templates)
    }

    fn template_ids(&self) -> Vec<CompletionCandidate> {
        let entries = self.entries().unwrap_or_default();
        entries.into_iter().map(|entry| candidate(entry.id.to_string(), entry.name)).collect()
    }
}

//! Values that completions offer, as they are found in the working folder.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap_complete::{ArgValueCandidates, ArgValueCompleter, CompletionCandidate};

use crate::config::env::Environment;
use crate::config::{Config, Settings};
use crate::templates::store::Store;

pub(super) enum Completer {
    Values(ArgValueCandidates),
    Files(ArgValueCompleter),
}

pub(super) fn candidate(
    value: impl Into<OsString>,
    help: impl Into<String>,
) -> CompletionCandidate {
    let help: String = help.into();
    CompletionCandidate::new(value).help((!help.is_empty()).then(|| help.into()))
}

/// Values from the working folder. Unreadable files offer nothing: a prompt is no
/// place for errors.
#[derive(Clone)]
pub(super) struct Lookup {
    /// `--templates` of the line.
    pub(super) templates: Option<PathBuf>,
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

    pub(super) fn entries(&self) -> Option<Vec<crate::templates::store::Entry>> {
        let store = Store::open(self.config()?.templates, None).ok()?;
        Some(store.list_all().ok()?.templates)
    }

    pub(super) fn template_ids(&self) -> Vec<CompletionCandidate> {
        let entries = self.entries().unwrap_or_default();
        entries.into_iter().map(|entry| candidate(entry.id.to_string(), entry.name)).collect()
    }
}

//! Completion of arguments about requests and batches.

use clap_complete::CompletionCandidate;

use crate::cli::candidates::{Completer, Lookup, candidate};
use crate::delivery::queue::{Database, Filter, NewRequest, open_database, sqlite};

/// Requests and batches offered; longer lists are not readable.
const MOST_ROWS: usize = 50;

/// Completer of an argument, by the name of its value and its own, and the commands around it.
pub(in crate::cli) fn completer(
    value: (&str, &str),
    (parent, command): (&str, &str),
    lookup: &Lookup,
) -> Option<Completer> {
    match value {
        ("NAME", "encoding") => lookup.values(|_| encodings()),
        ("ID", _) if parent == "queue" || command == "log" => lookup.values(requests),
        ("KEY", _) => lookup.values(batches),
        ("TENANT" | "NAME", "tenant") => lookup.values(tenants),
        _ => None,
    }
}

fn encodings() -> Vec<CompletionCandidate> {
    ["utf-8", "utf-16le", "utf-16be", "windows-1252", "iso-8859-15", "shift_jis", "gb18030"]
        .map(CompletionCandidate::new)
        .into()
}

/// The database of requests. One on another machine is not asked: completion must not wait for a
/// network.
pub(in crate::cli) fn database(lookup: &Lookup) -> Option<std::sync::Arc<dyn Database>> {
    let config = lookup.config()?;
    let is_there = config.state.join(sqlite::FILE_NAME).exists();
    if config.is_shared() || !is_there {
        return None;
    }
    open_database(&config.database()).ok()
}

fn requests(lookup: &Lookup) -> Vec<CompletionCandidate> {
    let filter = Filter { limit: Some(MOST_ROWS), ..Default::default() };
    let found = database(lookup).and_then(|queue| queue.list(&filter).ok());
    let help = |request: &NewRequest| format!("{} for {}", request.template, request.email);
    let found = found.unwrap_or_default().into_iter();
    found.map(|row| candidate(row.request.id.to_string(), help(&row.request))).collect()
}

fn batches(lookup: &Lookup) -> Vec<CompletionCandidate> {
    let found = database(lookup).and_then(|queue| queue.batches(None, Some(MOST_ROWS)).ok());
    let found = found.unwrap_or_default().into_iter();
    found.map(|summary| candidate(summary.key, summary.template)).collect()
}

fn tenants(lookup: &Lookup) -> Vec<CompletionCandidate> {
    let entries = lookup.entries().unwrap_or_default();
    let mut names: Vec<String> = entries
        .into_iter()
        .filter_map(|entry| Some(entry.id.to_string().split_once('/')?.0.to_owned()))
        .collect();
    names.dedup();
    names.into_iter().map(CompletionCandidate::new).collect()
}

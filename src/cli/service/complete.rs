//! Completion of arguments about tokens.

use clap_complete::CompletionCandidate;

use crate::cli::candidates::{Completer, Lookup, candidate};
use crate::cli::delivery::complete::database;
use crate::delivery::queue::Scope;

/// Completer of an argument, by the name of its value and its own, and the commands around it.
pub(in crate::cli) fn completer(
    value: (&str, &str),
    (parent, _): (&str, &str),
    lookup: &Lookup,
) -> Option<Completer> {
    match value {
        ("ID", _) if parent == "token" => lookup.values(tokens),
        ("SCOPES", _) => lookup.values(|_| scopes()),
        _ => None,
    }
}

fn scopes() -> Vec<CompletionCandidate> {
    Scope::ALL.iter().map(|scope| candidate(scope.as_str(), "")).collect()
}

fn tokens(lookup: &Lookup) -> Vec<CompletionCandidate> {
    let found = database(lookup).and_then(|database| database.list_tokens(None).ok());
    let found = found.unwrap_or_default().into_iter();
    found.map(|token| candidate(token.id.to_string(), token.name)).collect()
}

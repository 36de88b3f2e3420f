//! Printing entries of the generation log, some at a time.

use crate::cli::context::Context;
use crate::cli::failure::Outcome;
use crate::cli::term::has_reader;
use crate::delivery::queue::LogEntry;
use engine::problem::Result;

/// Entries printed at a time.
const CHUNK: usize = 200;

/// Prints the entries that `read` passes to its argument, each chunk as `format` writes it. Stops reading where
/// printing fails or the reader has gone. Returns `true` if there were entries.
pub(super) fn print_in_chunks(
    context: &Context<'_>,
    mut format: impl FnMut(&[LogEntry]) -> Result<String>,
    read: impl FnOnce(&mut dyn FnMut(LogEntry) -> bool) -> Result<()>,
) -> Outcome<bool> {
    let mut chunk = Vec::with_capacity(CHUNK);
    let mut has_entries = false;
    let mut failure = None;
    let mut print = |chunk: &mut Vec<LogEntry>| -> Outcome<()> {
        let text = format(chunk)?;
        chunk.clear();
        context.printer.data(text.as_bytes())
    };
    read(&mut |entry| {
        has_entries = true;
        chunk.push(entry);
        if chunk.len() == CHUNK {
            failure = print(&mut chunk).err();
        }
        failure.is_none() && has_reader()
    })?;
    match failure {
        Some(failure) => return Err(failure),
        None => print(&mut chunk)?,
    }
    Ok(has_entries)
}

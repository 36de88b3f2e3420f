//! A first pass over all rows, before any of them is processed.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::fingerprints::{Fingerprint, Fingerprints, fingerprint};
use super::{Batch, RowEnded, RowOutputs};
use crate::data::delimited::is_about_all_rows;
use crate::data::pipeline::{Row, no_rows, parallel};
use crate::data::rows::RawRow;
use crate::delivery::codes;
use engine::problem::{Problem, Result, quoted};

/// Pairs of rows that are reported; there may be as many as rows.
const MOST_REPORTED: usize = 10;

/// Results of a first pass over the rows: 16 bytes per row for names of files, and as many for
/// recipients.
#[derive(Debug, Default)]
pub(crate) struct Prescan {
    rows: u64,
    messages: u64,
    has_copies: bool,
    files: Option<Fingerprints>,
    recipients: Option<Fingerprints>,
    /// Recipients that several rows have.
    shared: Vec<Fingerprint>,
    shared_rows: u64,
}

impl Prescan {
    /// Number of rows.
    pub(crate) fn rows(&self) -> u64 {
        self.rows
    }

    /// Number of messages: one per envelope recipient of the usable rows.
    pub(crate) fn messages(&self) -> u64 {
        self.messages
    }

    /// Returns `true` if some rows have several messages.
    pub(crate) fn has_copies(&self) -> bool {
        self.has_copies
    }

    /// Number of rows with a recipient that a row before them has.
    pub(crate) fn repeated_recipients(&self) -> u64 {
        self.shared_rows
    }

    /// Returns `true` if a row of a mailed batch can be used.
    pub(crate) fn is_usable(&self, row: u64) -> bool {
        self.recipients.as_ref().is_none_or(|fingerprints| fingerprints.has(row))
    }

    /// Fingerprint of the recipient, if other rows have it too.
    pub(super) fn is_shared(&self, recipient: &str) -> Option<Fingerprint> {
        let found = fingerprint(recipient);
        self.shared.binary_search(&found).is_ok().then_some(found)
    }

    /// Refuses what the row did not have when the rows were compared.
    pub(super) fn check(&self, row: u64, outputs: &RowOutputs) -> Result<()> {
        let is_same =
            |fingerprints: &Option<Fingerprints>, text: Option<&str>| match (fingerprints, text) {
                (Some(fingerprints), Some(text)) => fingerprints.is(row, text),
                _ => row <= self.rows,
            };
        if is_same(&self.files, outputs.file.as_deref())
            && is_same(&self.recipients, outputs.recipient())
        {
            return Ok(());
        }
        Err(Problem::new(codes::INVALID_ROW, "the input changed while it was read")
            .advice("run the batch again when no program writes to the input"))
    }
}

pub(super) fn prescan(
    batch: &Batch<'_>,
    mut report: impl FnMut(RowEnded<Vec<Problem>>),
) -> Result<Prescan, Vec<Problem>> {
    let mut prescan = Prescan {
        files: batch.file_name.as_ref().map(|_| Fingerprints::default()),
        recipients: batch.mailing.as_ref().map(|_| Fingerprints::default()),
        ..Prescan::default()
    };
    let ended = each_row(batch, true, |row, outputs| {
        prescan.rows += 1;
        let found = outputs.as_ref().ok();
        if let Some(files) = &mut prescan.files {
            files.push(found.and_then(|outputs| outputs.file.as_deref()));
        }
        if let Some(recipients) = &mut prescan.recipients {
            recipients.push(found.and_then(RowOutputs::recipient));
        }
        let outgoing = found.and_then(|outputs| outputs.outgoing.as_ref());
        let messages = outgoing.map_or(0, |outgoing| outgoing.to.len() as u64);
        prescan.messages += messages;
        prescan.has_copies |= messages > 1;
        report(RowEnded { row, result: outputs.map(|outputs| outputs.warnings) });
        let stopped = batch.stop.load(Ordering::Relaxed);
        if stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let is_stopped = batch.stop.load(Ordering::Relaxed);
    if prescan.rows == 0 && ended.is_ok() && !batch.allow_empty && !is_stopped {
        return Err(vec![no_rows(batch.input)]);
    }
    // Files may be made of the rows before, if these were read right; who gets mail must be known of all.
    if let Err(problem) = ended
        && (prescan.recipients.is_some() || is_about_all_rows(&problem))
    {
        return Err(vec![problem]);
    }
    if let Some(files) = &prescan.files {
        let (shared, _) = files.shared();
        if !shared.is_empty() {
            return Err(duplicate_files(batch, &shared));
        }
    }
    if let Some(recipients) = &prescan.recipients {
        (prescan.shared, prescan.shared_rows) = recipients.shared();
    }
    Ok(prescan)
}

/// Hands out what is found in the rows, in their order.
fn each_row(
    batch: &Batch<'_>,
    is_checked: bool,
    mut each: impl FnMut(Row, Result<RowOutputs>) -> ControlFlow<()>,
) -> Result<()> {
    let work = |(): &mut (), raw: RawRow| {
        let mut row = Row { number: raw.number, key: None };
        let outputs = batch.value(&raw, &mut row).and_then(|value| {
            let mut outputs = batch.outputs(&value)?;
            if is_checked && batch.mailing.is_some() {
                outputs.warnings = batch.admit(&raw, &value, true)?;
            }
            Ok(outputs)
        });
        (row, outputs)
    };
    let stop = AtomicBool::new(false);
    let report = |(row, outputs)| {
        // Chunks that are under way still come.
        if !stop.load(Ordering::Relaxed) && each(row, outputs).is_break() {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let chunk = parallel::MOST_ROWS;
    parallel::run(batch.input, batch.jobs, chunk, &stop, || (), work, report)
}

/// The first pairs of rows that share what `pick` finds, with it, as far as they fit a screen.
fn pairs(
    batch: &Batch<'_>,
    shared: &[Fingerprint],
    pick: impl Fn(&RowOutputs) -> Option<&str>,
) -> Vec<(u64, u64, String)> {
    let mut first: HashMap<Fingerprint, u64> = HashMap::new();
    let mut pairs = Vec::new();
    // Faults of the input were reported before.
    let _ = each_row(batch, false, |row, outputs| {
        let Some(text) = outputs.as_ref().ok().and_then(&pick) else {
            return ControlFlow::Continue(());
        };
        let found = fingerprint(text);
        if shared.binary_search(&found).is_err() {
            return ControlFlow::Continue(());
        }
        match first.get(&found) {
            None => drop(first.insert(found, row.number)),
            Some(&other) => pairs.push((other, row.number, text.to_owned())),
        }
        if pairs.len() < MOST_REPORTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    pairs
}

fn duplicate_files(batch: &Batch<'_>, shared: &[Fingerprint]) -> Vec<Problem> {
    let has_tokens = batch.file_name.as_ref().is_some_and(|name| name.has_tokens());
    let advice = if has_tokens {
        "add something to `--filename` in which rows differ"
    } else {
        "put something of the row into the name, for example `--filename '{number}.pdf'`"
    };
    let duplicate = |(first, second, name): (u64, u64, String)| {
        let message = format!("rows {first} and {second} would both write {}", quoted(&name));
        Problem::new(codes::DUPLICATE_FILE, message)
            .advice(advice)
            .detail("rows", vec![first, second])
            .detail("filename", name)
    };
    let found = pairs(batch, shared, |outputs| outputs.file.as_deref());
    if found.is_empty() {
        // The input is another one by now.
        return vec![Problem::new(codes::DUPLICATE_FILE, "some rows would write one file")];
    }
    found.into_iter().map(duplicate).collect()
}

/// Warnings for the first rows whose recipient a row before them has.
pub(super) fn shared_recipients(batch: &Batch<'_>, prescan: &Prescan) -> Vec<Problem> {
    if prescan.shared.is_empty() {
        return Vec::new();
    }
    let found = pairs(batch, &prescan.shared, RowOutputs::recipient);
    let warn = |(first, second, address): (u64, u64, String)| {
        let message = format!("rows {first} and {second} both go to {address}");
        Problem::warning(codes::SHARED_RECIPIENT, message)
            .detail("rows", vec![first, second])
            .detail("recipient", address)
    };
    let mut warnings: Vec<Problem> = found.into_iter().map(warn).collect();
    let left_out = prescan.shared_rows.saturating_sub(warnings.len() as u64);
    if left_out > 0 {
        let message = format!("{left_out} more rows go to recipients of rows before them");
        warnings.push(Problem::warning(codes::SHARED_RECIPIENT, message));
    }
    warnings
}

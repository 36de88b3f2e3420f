//! The names of all files, known before the first is written.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use sha2::{Digest, Sha256};
use unicode_normalization::UnicodeNormalization;

use super::{Batch, Row, pipeline};
use crate::data::rows::RawRow;
use crate::problem::{Code, Problem, Result, quoted};

/// Pairs of rows that are told; there may be as many as rows.
const MOST_TOLD: usize = 10;

/// The names of the files of all rows: 16 bytes per row.
#[derive(Debug, Default)]
pub struct Names {
    /// Of the row of that number, from 1.
    marks: Vec<Mark>,
}

/// Half of the SHA-256 of a name, without its case: two names with one mark do not happen.
pub(super) type Mark = u128;

/// A row that has no name.
const NONE: Mark = 0;

impl Names {
    /// How many rows there are.
    pub fn rows(&self) -> u64 {
        self.marks.len() as u64
    }

    /// Refuses a name that the row did not have when the names were compared.
    pub(super) fn check(&self, row: u64, name: &str) -> Result<()> {
        let index = usize::try_from(row - 1).unwrap_or(usize::MAX);
        if self.marks.get(index) == Some(&mark(name)) {
            return Ok(());
        }
        Err(Problem::new(Code::InvalidRow, "the input changed while it was read")
            .advice("run the batch again when nobody writes to the input"))
    }

    /// The marks that several rows have.
    fn shared(&self) -> Vec<Mark> {
        let mut sorted = self.marks.clone();
        sorted.sort_unstable();
        let pairs = sorted.windows(2).filter(|pair| pair[0] == pair[1] && pair[0] != NONE);
        let mut shared: Vec<Mark> = pairs.map(|pair| pair[0]).collect();
        shared.dedup();
        shared
    }
}

/// File systems differ in whether they tell letters apart by case, and accents by how they are
/// composed.
pub(super) fn mark(name: &str) -> Mark {
    let folded = if name.is_ascii() {
        name.to_ascii_lowercase()
    } else {
        name.nfc().collect::<String>().to_lowercase()
    };
    let hash = Sha256::digest(folded.as_bytes());
    let half = hash.first_chunk::<16>().copied().unwrap_or_default();
    Mark::from_be_bytes(half)
}

pub(super) fn survey(batch: &Batch<'_>) -> Result<Names, Vec<Problem>> {
    let mut names = Names::default();
    each_name(batch, |_, name| {
        names.marks.push(name.map_or(NONE, |name| mark(&name)));
        let stopped = batch.stop.load(Ordering::Relaxed);
        if stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let shared = names.shared();
    if shared.is_empty() { Ok(names) } else { Err(duplicates(batch, &shared)) }
}

/// Hands out the names of the files in the order of the rows; `None` for rows without. That the
/// input may break in the middle is for those to say who make the documents.
fn each_name(batch: &Batch<'_>, mut each: impl FnMut(u64, Option<String>) -> ControlFlow<()>) {
    let work = |(): &mut (), raw: RawRow| {
        let mut row = Row { number: raw.number, key: None };
        let name = batch.value(&raw, &mut row).and_then(|value| batch.file(&value));
        (row.number, name.ok())
    };
    let stop = AtomicBool::new(false);
    let tell = |(row, name)| {
        if each(row, name).is_break() {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let chunk = pipeline::MOST_ROWS;
    let _ = pipeline::run(batch.input, batch.jobs, chunk, &stop, || (), work, tell);
}

/// One problem per name that two rows have, as far as they fit a screen.
fn duplicates(batch: &Batch<'_>, shared: &[Mark]) -> Vec<Problem> {
    let mut first: HashMap<Mark, u64> = HashMap::new();
    let mut problems = Vec::new();
    each_name(batch, |row, name| {
        let Some(name) = name else { return ControlFlow::Continue(()) };
        let mark = mark(&name);
        if shared.binary_search(&mark).is_err() {
            return ControlFlow::Continue(());
        }
        match first.get(&mark) {
            None => drop(first.insert(mark, row)),
            Some(&other) => problems.push(duplicate(batch, other, row, &name)),
        }
        if problems.len() < MOST_TOLD { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if problems.is_empty() {
        // The input is another one by now.
        problems.push(Problem::new(Code::DuplicateFile, "some rows would write one file"));
    }
    problems
}

fn duplicate(batch: &Batch<'_>, first: u64, second: u64, name: &str) -> Problem {
    let message = format!("rows {first} and {second} would both write {}", quoted(name));
    let advice = if batch.file_name.has_tokens() {
        "add something to `--filename` in which rows differ"
    } else {
        "put something of the row into the name, for example `--filename '{number}.pdf'`"
    };
    Problem::new(Code::DuplicateFile, message)
        .advice(advice)
        .detail("rows", vec![first, second])
        .detail("filename", name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_a_file_system_takes_for_one_have_one_mark() {
        assert_eq!(mark("A.pdf"), mark("a.pdf"));
        assert_eq!(mark("S\u{e3}o.pdf"), mark("sa\u{303}o.pdf"));
        assert_ne!(mark("a.pdf"), mark("b.pdf"));
    }

    #[test]
    fn rows_without_a_name_do_not_share_it() {
        let names = Names { marks: vec![NONE, 5, NONE, 7, 5] };
        assert_eq!(names.shared(), [5]);
    }
}

//! The rows of a data file, checked without making anything of them.

use std::sync::atomic::AtomicBool;

use super::{Findings, Row, empty_cells, no_rows, usual_key};
use crate::data::pipeline::parallel;
use crate::data::rows::{Input, RawRow};
use engine::problem::{Problem, Result};
use engine::value::Value;

/// Findings of `check` in all rows of an input, on several threads. If rows come from a table,
/// `missing` also looks for empty cells.
///
/// # Errors
/// `dataUnreadable` for an input without rows, or one that cannot be read to its end.
pub(crate) fn check_rows(
    input: &Input,
    jobs: usize,
    check: impl Fn(&Value) -> Vec<Problem> + Sync,
    missing: impl Fn(&Value) -> Result<Vec<Problem>> + Sync,
) -> Result<Findings> {
    let mut findings = Findings::default();
    let mut rows = 0;
    let work = |(): &mut (), raw: RawRow| {
        let mut row = Row { number: raw.number, key: None };
        let value = match raw.read(input.name()) {
            Ok(value) => value,
            Err(problem) => return (row, vec![problem]),
        };
        row.key = usual_key(&value);
        let mut problems = check(&value);
        match empty_cells(&raw, &value, &problems, &missing) {
            Ok(empty) => problems.extend(empty),
            Err(problem) => problems.push(problem),
        }
        (row, problems)
    };
    let report = |(row, problems): (Row, Vec<Problem>)| {
        rows = row.number;
        findings.add(&row, problems);
    };
    let stop = AtomicBool::new(false);
    parallel::run(input, jobs, parallel::MOST_ROWS, &stop, || (), work, report)?;
    if rows == 0 { Err(no_rows(input)) } else { Ok(findings) }
}

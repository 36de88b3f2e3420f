//! The rows of a long table, resolved at the same time.
//!
//! The content of a row depends on its item alone. After any problem nothing is kept, and the rows
//! are resolved one after the other, so that problems are the same.

use std::sync::OnceLock;

use super::Source;
use super::cells::Cells;
use super::rows::TableRows;
use crate::budget::{Meter, Spent};
use crate::expr::{Env, Finding};
use crate::problem::Result;

/// Tables of fewer rows are resolved sooner than they are divided.
const FEWEST_ROWS: usize = 2_000;

/// Number of parts per job that runs at the same time, so that the jobs end together.
const SHARES: usize = 4;

/// All rows of a table, in parts of one size.
pub struct ReadyRows {
    parts: Vec<Cells>,
    /// Number of rows of a part; the last one may have fewer.
    size: usize,
    /// Bytes of memory that they take.
    held: usize,
}

impl ReadyRows {
    /// The rows of a table; nothing where they are few, where no executor runs several jobs, where
    /// they depend on more than their items, or where one cannot be resolved.
    pub fn of(rows: &TableRows<'_>, source: &Source<'_>) -> Option<Self> {
        // Templates with extensions note what they miss, in order.
        if rows.len() < FEWEST_ROWS || !rows.depend_on_items() || source.env.is_extended() {
            return None;
        }
        let executor = source.executor.filter(|executor| executor.width() > 1)?;
        let size = rows.len().div_ceil(executor.width() * SHARES);
        let count = rows.len().div_ceil(size);
        let slots: Vec<OnceLock<(Cells, Spent, Vec<Finding>)>> =
            (0..count).map(|_| OnceLock::new()).collect();
        let meter = source.env.meter;
        let (budget, before) = (*meter.budget(), meter.spent());
        let (data, year, exact) = (source.data, source.env.current_year, source.env.exact);
        let keeps_values = source.env.keeps_values;
        executor.run(count, &|number| {
            let range = number * size..rows.len().min((number + 1) * size);
            let meter = Meter::resumed(budget, before);
            let env = Env { exact, keeps_values, ..Env::new(&meter, year) };
            let part = Source { data, env, executor: None };
            let cells = rows.cells(range, &part);
            if let (Ok(cells), Some(slot)) = (cells, slots.get(number)) {
                let _ = slot.set((cells, meter.spent().since(before), part.env.findings.take()));
            }
        });
        let ready = slots.into_iter().map(OnceLock::into_inner).collect::<Option<Vec<_>>>()?;
        let held = ready.iter().map(|(cells, ..)| cells.memory()).sum();
        let spent: Vec<Spent> = ready.iter().map(|(_, spent, _)| *spent).collect();
        meter.absorb(&spent).then_some(())?;
        meter.hold(held).ok()?;
        let mut parts = Vec::with_capacity(ready.len());
        for (cells, _, findings) in ready {
            source.env.findings.absorb(findings);
            parts.push(cells);
        }
        Some(Self { parts, size, held })
    }

    /// Some of the rows.
    ///
    /// # Errors
    /// As for [`Cells::extend`].
    pub fn slice(&self, range: std::ops::Range<usize>) -> Result<Cells> {
        let mut cells = Cells::default();
        let mut start = range.start;
        while start < range.end {
            let Some(part) = self.parts.get(start / self.size) else { break };
            let first = start % self.size;
            let end = part.len().min(first + range.end - start);
            if end <= first {
                break;
            }
            cells.extend(part, first..end)?;
            start += end - first;
        }
        Ok(cells)
    }

    /// Bytes of memory that they take.
    pub fn memory(&self) -> usize {
        self.held
    }
}

//! The names that begin with `$` (spec 20.0.5), as the rows of a table see them.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;

use crate::expr::path::{Path, Segment, lookup_parts, own};
use crate::expr::{Env, Found, Names, Reserved, Total};
use crate::problem::Result;
use crate::resolve::rows::TableRows;
use crate::value::Value;

/// Names that a row of a table can refer to besides its item.
pub(super) struct RowNames<'n, 'a> {
    /// The item that the rows belong to, or the row that a detail belongs to.
    pub(super) parent: Option<&'n Value>,
    pub(super) rows: &'n TableRows<'a>,
    pub(super) sums: &'n Sums,
    /// The lists, by their name.
    pub(super) lists: &'n [(Reserved, Range<usize>)],
    /// Numbers by both their names: `row`, `index`.
    pub(super) numbers: &'n [(Reserved, &'static str, f64)],
    /// The text that the rows of the group agree in.
    pub(super) key: Option<&'n Value>,
    /// `true` if the header of the group is repeated.
    pub(super) continued: Option<bool>,
}

/// Values of `$group.continued`, by index.
static ANSWERS: [Value; 2] = [Value::Bool(false), Value::Bool(true)];

/// Sums over rows, so that running sums do not add again.
#[derive(Default)]
pub(super) struct Sums {
    /// By column, from the first row on.
    columns: RefCell<HashMap<String, Vec<Total>>>,
    /// By the expression that is added up, from the first row on.
    expressions: RefCell<HashMap<usize, Vec<Total>>>,
    /// The sums of the last ranges within: headers of groups are repeated on many pages.
    within: RefCell<Vec<(String, Range<usize>, Total)>>,
}

/// Number of sums of ranges kept.
const KEPT_SUMS: usize = 16;

/// The sum over the first `end` rows, of which those in `known` need not be added again.
fn upto(
    known: &mut Vec<Total>,
    rows: &TableRows<'_>,
    end: usize,
    add: &mut dyn FnMut(&mut Total, &Value) -> Result<()>,
) -> Result<Total> {
    while known.len() <= end {
        let mut total = known.last().cloned().unwrap_or_default();
        if let Some(item) = known.len().checked_sub(1).and_then(|index| rows.item(index)) {
            add(&mut total, item)?;
        }
        known.push(total);
    }
    Ok(known.get(end).cloned().unwrap_or_default())
}

impl Sums {
    /// The numbers in a column of some rows.
    fn within(
        &self,
        rows: &TableRows<'_>,
        column: &str,
        range: Range<usize>,
        env: &Env<'_>,
    ) -> Result<Total> {
        let mut kept = self.within.borrow_mut();
        if let Some(at) = kept.iter().position(|(of, at, _)| of == column && *at == range) {
            // A sum that is asked for again stays the longest.
            let found = kept.remove(at);
            let total = found.2.clone();
            kept.push(found);
            return Ok(total);
        }
        let mut total = Total::default();
        for item in range.clone().filter_map(|index| rows.item(index)) {
            add(&mut total, item, column, env)?;
        }
        if kept.len() >= KEPT_SUMS {
            kept.remove(0);
        }
        kept.push((column.to_owned(), range, total.clone()));
        Ok(total)
    }
}

fn add(total: &mut Total, item: &Value, column: &str, env: &Env<'_>) -> Result<()> {
    env.meter.step()?;
    let value = if column.is_empty() { Some(item) } else { own(item, column) };
    value.map_or(Ok(()), |value| total.add_value(value, env.exact, env.meter))
}

impl RowNames<'_, '_> {
    /// The rows of a list such as `$group.rows`.
    fn list(&self, path: &Path) -> Option<&Range<usize>> {
        let [name, rows] = path.segments() else { return None };
        let name = name.reserved().filter(|_| rows.lower() == "rows")?;
        self.lists.iter().find(|(known, _)| *known == name).map(|(_, range)| range)
    }
}

impl Names for RowNames<'_, '_> {
    fn find<'s>(&'s self, path: &[Segment]) -> Found<'s> {
        let Some((first, rest)) = path.split_first() else { return Found::Missing };
        if let (Some(Reserved::Parent), Some(parent)) = (first.reserved(), self.parent) {
            return lookup_parts(rest, parent).map_or(Found::Missing, Found::Value);
        }
        let [second] = rest else { return Found::Missing };
        let number = self
            .numbers
            .iter()
            .find(|(object, name, _)| first.reserved() == Some(*object) && second.lower() == *name);
        if let Some((_, _, number)) = number {
            return Found::Number(*number);
        }
        let value = match (first.reserved(), second.lower()) {
            (Some(Reserved::Group), "key") => self.key,
            (Some(Reserved::Group), "continued") => {
                self.continued.and_then(|continued| ANSWERS.get(usize::from(continued)))
            }
            _ => None,
        };
        value.map_or(Found::Missing, Found::Value)
    }

    fn count(&self, path: &Path) -> Option<usize> {
        self.list(path).map(ExactSizeIterator::len)
    }

    fn item<'s>(&'s self, path: &Path, index: usize) -> Option<&'s Value> {
        let range = self.list(path)?;
        self.rows.item(range.start.checked_add(index).filter(|index| *index < range.end)?)
    }

    fn sum(&self, path: &Path, column: &str, env: &Env<'_>) -> Option<Result<Total>> {
        let range = self.list(path)?.clone();
        if range.start > 0 {
            return Some(self.sums.within(self.rows, column, range, env));
        }
        let mut columns = self.sums.columns.borrow_mut();
        let known = columns.entry(column.to_owned()).or_default();
        let mut each = |total: &mut Total, item: &Value| add(total, item, column, env);
        Some(upto(known, self.rows, range.end, &mut each))
    }

    fn prefix(
        &self,
        path: &Path,
        of: usize,
        add: &mut dyn FnMut(&mut Total, &Value) -> Result<()>,
    ) -> Option<Result<Total>> {
        let range = self.list(path).filter(|range| range.start == 0)?;
        // Taken out meanwhile: the expression may itself go over a list of rows.
        let mut known = self.sums.expressions.borrow_mut().remove(&of).unwrap_or_default();
        let total = upto(&mut known, self.rows, range.end, add);
        self.sums.expressions.borrow_mut().insert(of, known);
        Some(total)
    }
}

//! The names that begin with `$` (spec 20.0.5), as the rows of a table see them.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;

use crate::expr::path::{Path, own};
use crate::expr::value::{number_of, weigh};
use crate::expr::{Env, Found, Names};
use crate::problem::Result;
use crate::resolve::rows::TableRows;
use crate::value::Value;

/// What a row of a table knows besides its item.
pub(super) struct RowNames<'n, 'a> {
    pub(super) root: &'a Value,
    /// The item that the rows belong to, or the row that a detail belongs to.
    pub(super) parent: Option<&'n Value>,
    pub(super) rows: &'n TableRows<'a>,
    pub(super) sums: &'n Sums,
    /// The lists, by their name after `$`.
    pub(super) lists: &'n [(&'static str, Range<usize>)],
    /// Numbers by both their names: `row`, `index`.
    pub(super) numbers: &'n [(&'static str, &'static str, f64)],
    /// The text that the rows of the group agree in.
    pub(super) key: Option<&'n Value>,
    /// Whether the header of the group is repeated.
    pub(super) continued: Option<bool>,
}

/// What a header of a group may be.
static ANSWERS: [Value; 2] = [Value::Bool(false), Value::Bool(true)];

/// Sums of columns over the rows from the first one on, so that running sums do not add again.
#[derive(Default)]
pub(super) struct Sums {
    columns: RefCell<HashMap<String, Vec<(f64, f64)>>>,
    /// The sums of the last ranges within: headers of groups are repeated on many pages.
    within: RefCell<Vec<(String, Range<usize>, (f64, f64))>>,
}

/// So many sums of ranges are kept.
const KEPT_SUMS: usize = 16;

impl Sums {
    /// Sum and count of the numbers in a column of the first `end` rows.
    fn upto(
        &self,
        rows: &TableRows<'_>,
        column: &str,
        end: usize,
        env: &Env<'_>,
    ) -> Result<(f64, f64)> {
        let mut columns = self.columns.borrow_mut();
        if !columns.contains_key(column) {
            columns.insert(column.to_owned(), vec![(0.0, 0.0)]);
        }
        let Some(known) = columns.get_mut(column) else { return Ok((0.0, 0.0)) };
        while known.len() <= end {
            let (mut sum, mut count) = known.last().copied().unwrap_or_default();
            if let Some(item) = rows.item(known.len() - 1) {
                add(item, column, env, &mut sum, &mut count)?;
            }
            known.push((sum, count));
        }
        Ok(known.get(end).copied().unwrap_or_default())
    }

    /// Sum and count of the numbers in a column of some rows.
    fn within(
        &self,
        rows: &TableRows<'_>,
        column: &str,
        range: Range<usize>,
        env: &Env<'_>,
    ) -> Result<(f64, f64)> {
        let mut kept = self.within.borrow_mut();
        if let Some((.., sum)) = kept.iter().find(|(of, at, _)| of == column && *at == range) {
            return Ok(*sum);
        }
        let (mut sum, mut count) = (0.0, 0.0);
        for item in range.clone().filter_map(|index| rows.item(index)) {
            add(item, column, env, &mut sum, &mut count)?;
        }
        if kept.len() >= KEPT_SUMS {
            kept.remove(0);
        }
        kept.push((column.to_owned(), range, (sum, count)));
        Ok((sum, count))
    }
}

fn add(item: &Value, column: &str, env: &Env<'_>, sum: &mut f64, count: &mut f64) -> Result<()> {
    env.meter.step()?;
    let value = if column.is_empty() { Some(item) } else { own(item, column) };
    let Some(value) = value else { return Ok(()) };
    weigh(value, env.meter)?;
    let number = number_of(value);
    if !number.is_nan() {
        *sum += number;
        *count += 1.0;
    }
    Ok(())
}

impl RowNames<'_, '_> {
    /// The rows of a list such as `$group.rows`.
    fn list(&self, path: &Path) -> Option<&Range<usize>> {
        let [name, rows] = path.segments() else { return None };
        let name = name.lower().strip_prefix('$').filter(|_| rows.lower() == "rows")?;
        self.lists.iter().find(|(known, _)| *known == name).map(|(_, range)| range)
    }
}

impl Names for RowNames<'_, '_> {
    fn find<'s>(&'s self, path: &Path) -> Found<'s> {
        let Some((first, rest)) = path.segments().split_first() else { return Found::Missing };
        if first.lower() == "$root" {
            return path.lookup_after(1, self.root).map_or(Found::Missing, Found::Value);
        }
        if let ("$parent", Some(parent)) = (first.lower(), self.parent) {
            return path.lookup_after(1, parent).map_or(Found::Missing, Found::Value);
        }
        let [second] = rest else { return Found::Missing };
        let number = self.numbers.iter().find(|(object, name, _)| {
            first.lower().strip_prefix('$') == Some(object) && second.lower() == *name
        });
        if let Some((_, _, number)) = number {
            return Found::Number(*number);
        }
        let value = match (first.lower(), second.lower()) {
            ("$group", "key") => self.key,
            ("$group", "continued") => {
                self.continued.and_then(|continued| ANSWERS.get(usize::from(continued)))
            }
            _ => None,
        };
        value.map_or(Found::Missing, Found::Value)
    }

    fn count(&self, path: &Path) -> Option<usize> {
        self.list(path).map(ExactSizeIterator::len)
    }

    fn sum(&self, path: &Path, column: &str, env: &Env<'_>) -> Option<Result<(f64, f64)>> {
        let range = self.list(path)?.clone();
        if range.start == 0 {
            return Some(self.sums.upto(self.rows, column, range.end, env));
        }
        Some(self.sums.within(self.rows, column, range, env))
    }
}

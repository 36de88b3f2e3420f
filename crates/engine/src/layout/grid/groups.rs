//! The rows of the data, and the groups that they form (spec 20.2.5).

use std::collections::HashMap;
use std::ops::Range;

use super::names::{RowNames, Sums};
use crate::expr::{Condition, Reserved, Scope};
use crate::format::Order;
use crate::problem::Result;
use crate::resolve::Source;
use crate::resolve::collation::Collation;
use crate::resolve::rows::TableRows;
use crate::resolve::sort::sorted;
use crate::template::field::{Extended, RowGroup};
use crate::value::{NULL, Value};

/// The rows of the data.
pub(super) struct Grouped<'a> {
    pub(super) rows: TableRows<'a>,
    pub(super) sums: Sums,
    /// The groups of each level, the outer ones first.
    pub(super) levels: Vec<GroupLevel>,
}

/// The groups of one level.
pub(super) struct GroupLevel {
    /// Index of the first row of each group; the last entry is the number of rows.
    starts: Vec<usize>,
    /// Key of each group: the value that its rows share.
    keys: Vec<Value>,
}

impl GroupLevel {
    /// The group of a row.
    pub(super) fn group(&self, row: usize) -> usize {
        self.starts.partition_point(|start| *start <= row).saturating_sub(1)
    }

    pub(super) fn rows(&self, group: usize) -> Range<usize> {
        let at = |group: usize| self.starts.get(group).copied().unwrap_or_default();
        at(group)..at(group + 1)
    }

    pub(super) fn key(&self, group: usize) -> Option<&Value> {
        self.keys.get(group)
    }
}

impl<'a> Grouped<'a> {
    pub(super) fn new(
        rows: TableRows<'a>,
        extended: &Extended,
        source: &Source<'_>,
    ) -> Result<Self> {
        let mut grouped = Self { rows, sums: Sums::default(), levels: Vec::new() };
        if extended.groups.iter().any(|group| group.order != Order::None) {
            let order = grouped.order(&extended.groups, source)?;
            grouped.rows = grouped.rows.reordered(&order);
        }
        for group in &extended.groups {
            grouped.add_level(group, source)?;
        }
        Ok(grouped)
    }

    /// Number of rows.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Calls `then` with the scope of a row of the data.
    pub(super) fn in_row<T>(
        &self,
        index: usize,
        source: &Source<'_>,
        then: impl FnOnce(&Scope<'_>) -> Result<T>,
    ) -> Result<T> {
        let item = self.rows.item(index).unwrap_or(&NULL);
        self.in_item(index, item, self.rows.parent(), source, then)
    }

    /// Calls `then` with the scope of an item in the row of this index.
    pub(super) fn in_item<T>(
        &self,
        index: usize,
        item: &Value,
        parent: Option<&Value>,
        source: &Source<'_>,
        then: impl FnOnce(&Scope<'_>) -> Result<T>,
    ) -> Result<T> {
        let numbers = [
            (Reserved::Row, "index", (index + 1) as f64),
            (Reserved::Row, "groupindex", (self.place(index) + 1) as f64),
        ];
        let lists = [(Reserved::Running, 0..index + 1), (Reserved::Table, 0..self.len())];
        let names = RowNames { parent, numbers: &numbers, lists: &lists, ..self.names() };
        then(&Scope { value: item, extra: &[], env: &source.env, names: Some(&names) })
    }

    /// The number of a row, from 0, in its innermost group.
    pub(super) fn place(&self, index: usize) -> usize {
        let start = self.levels.last().map_or(0, |level| level.rows(level.group(index)).start);
        index - start
    }

    /// The names that every row has.
    pub(super) fn names<'n>(&'n self) -> RowNames<'n, 'a> {
        RowNames {
            parent: self.rows.parent(),
            rows: &self.rows,
            sums: &self.sums,
            lists: &[],
            numbers: &[],
            key: None,
            continued: None,
        }
    }

    /// The text of an expression in a row.
    fn push_key(
        &self,
        by: &Condition,
        index: usize,
        source: &Source<'_>,
        key: &mut String,
    ) -> Result<()> {
        key.clear();
        if self.rows.item(index).is_none() {
            return Ok(());
        }
        self.in_row(index, source, |scope| by.push(scope, key))
    }

    /// Finds where groups begin: where the text of their expression, or an outer group, changes.
    fn add_level(&mut self, group: &RowGroup, source: &Source<'_>) -> Result<()> {
        let outer = self.levels.last();
        let mut level = GroupLevel { starts: Vec::new(), keys: Vec::new() };
        let mut key = String::new();
        let mut next_outer = 0;
        for index in 0..self.len() {
            source.env.meter.step()?;
            self.push_key(&group.by, index, source, &mut key)?;
            let broken = outer.is_some_and(|outer| {
                let starts = outer.starts.get(next_outer) == Some(&index);
                next_outer += usize::from(starts);
                starts
            });
            let same = level.keys.last().is_some_and(|last| last.as_str() == Some(&*key));
            if broken || !same {
                level.starts.push(index);
                level.keys.push(Value::from(key.as_str()));
            }
        }
        level.starts.push(self.len());
        self.levels.push(level);
        Ok(())
    }

    /// The rows in the order of their groups; rows of one group keep theirs.
    fn order(&self, groups: &[RowGroup], source: &Source<'_>) -> Result<Vec<usize>> {
        let ranks = groups.iter().map(|group| self.ranks(group, source));
        let ranks: Vec<Vec<usize>> = ranks.collect::<Result<_>>()?;
        let mut order: Vec<usize> = (0..self.len()).collect();
        arrange(&mut order, groups, &ranks);
        Ok(order)
    }

    /// For each row the number of its text among all texts of a level, in order.
    fn ranks(&self, group: &RowGroup, source: &Source<'_>) -> Result<Vec<usize>> {
        let meter = source.env.meter;
        let mut known: HashMap<String, usize> = HashMap::new();
        let mut texts: Vec<String> = Vec::new();
        let mut rows = Vec::with_capacity(self.len());
        let mut key = String::new();
        for index in 0..self.len() {
            meter.step()?;
            self.push_key(&group.by, index, source, &mut key)?;
            let number = match known.get(&key) {
                Some(number) => *number,
                None => {
                    known.insert(key.clone(), texts.len());
                    texts.push(key.clone());
                    texts.len() - 1
                }
            };
            rows.push(number);
        }
        let localized = source.env.globals.and_then(|globals| globals.localized.as_ref());
        let collation = Collation::of(localized.map(|localized| localized.locale.language()));
        let keys: Vec<_> = texts.iter().map(|text| collation.key(text)).collect();
        let text = |at: usize| keys.get(at).map_or("", |key| key.as_ref());
        let order = sorted(texts.len(), meter, |a, b| {
            let (a, b) = (text(a), text(b));
            meter.read(a.len() + b.len())?;
            Ok(match group.order {
                Order::Descending => collation.compare(b, a),
                _ => collation.compare(a, b),
            })
        })?;
        let mut ranks = vec![0; texts.len()];
        for (rank, text) in order.into_iter().enumerate() {
            if let Some(place) = ranks.get_mut(text) {
                *place = rank;
            }
        }
        Ok(rows.into_iter().map(|number| ranks.get(number).copied().unwrap_or(number)).collect())
    }
}

/// Sorts rows by the first level that has an order, and the rows of each of its groups by the next.
fn arrange(rows: &mut [usize], groups: &[RowGroup], ranks: &[Vec<usize>]) {
    let (Some((group, groups)), Some((own, ranks))) = (groups.split_first(), ranks.split_first())
    else {
        return;
    };
    let rank = |row: &usize| own.get(*row).copied().unwrap_or_default();
    if group.order != Order::None {
        rows.sort_by_key(rank);
    }
    if groups.iter().any(|group| group.order != Order::None) {
        for rows in rows.chunk_by_mut(|a, b| rank(a) == rank(b)) {
            arrange(rows, groups, ranks);
        }
    }
}

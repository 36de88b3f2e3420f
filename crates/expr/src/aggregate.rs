//! Sums, counts and means over an array in the data (spec 7.6).

use super::ast::{ArrayPath, Call};
use super::path::{Path, own};
use super::scope::{Found, Names, Scope};
use super::total::Total;
use reportctl_base::problem::Result;
use reportctl_base::value::Value;

impl ArrayPath {
    /// The list in this scope. Notes a list that does not exist, and a column that its first item
    /// lacks: then perhaps no item has it.
    ///
    /// # Errors
    /// A limit of the budget.
    pub(super) fn list<'a, 'p>(&'p self, call: &Call, scope: &Scope<'a>) -> Result<List<'a, 'p>> {
        if let Some(maker) = self.maker_here(call, scope) {
            let list = List::Values(maker.made_list(scope)?);
            self.look_at_first(list.get(0), scope);
            return Ok(list);
        }
        let named = scope.names_for(&self.path);
        let named = named.and_then(|names| Some((names, names.count(&self.path)?)));
        let list = match named {
            Some((names, count)) => List::Named { names, path: &self.path, count },
            None => {
                let found = scope.find(&self.path);
                let items = match found {
                    Found::Value(value) => value.as_array(),
                    Found::Number(_) | Found::Missing => None,
                };
                if items.is_none() && !matches!(found, Found::Value(Value::Null)) {
                    scope.lacks_column(self);
                }
                List::Values(items.unwrap_or_default())
            }
        };
        self.look_at_first(list.get(0), scope);
        Ok(list)
    }

    /// Notes that the first item of the list has not got the column.
    fn look_at_first(&self, first: Option<&Value>, scope: &Scope<'_>) {
        if self.column().is_some() && first.is_some_and(|item| self.value(item).is_none()) {
            scope.lacks_column(self);
        }
    }

    /// Notes the first item that is no object, where a function takes a column of the items.
    pub(super) fn look_at_items(&self, list: &List<'_, '_>, scope: &Scope<'_>) {
        // Layout notes the rows of a table.
        let List::Values(items) = list else { return };
        if self.column().is_none() {
            return;
        }
        let is_plain =
            |item: &Value| matches!(item, Value::Number(_) | Value::Text(_) | Value::Bool(_));
        if let Some((index, item)) = items.iter().enumerate().find(|(_, item)| is_plain(item)) {
            scope.lacks_object(&self.path, index, item);
        }
    }

    /// Value in the column of an item, or the item itself if there is no column.
    pub(super) fn value<'v>(&self, item: &'v Value) -> Option<&'v Value> {
        match self.column() {
            Some(column) => own(item, column),
            None => Some(item),
        }
    }

    /// Number of items; 0 if there is no array.
    pub(super) fn count(&self, call: &Call, scope: &Scope<'_>) -> Result<f64> {
        Ok(self.list(call, scope)?.len() as f64)
    }

    /// All numbers in the column.
    pub(super) fn sum(&self, call: &Call, scope: &Scope<'_>) -> Result<Total> {
        let named = scope
            .names_for(&self.path)
            .and_then(|names| Some((names, names.sum(&self.path, &self.column, scope.env)?)));
        let total = match named {
            Some((names, sum)) => {
                self.look_at_first(names.item(&self.path, 0), scope);
                sum?
            }
            None => {
                let mut total = Total::default();
                let list = self.list(call, scope)?;
                self.look_at_items(&list, scope);
                for item in list.iter() {
                    scope.env.meter.step()?;
                    if let Some(value) = self.value(item) {
                        total.add_value(value, scope.env.exact, scope.env.meter)?;
                    }
                }
                total
            }
        };
        total.report(self, scope);
        Ok(total)
    }
}

/// A list as an expression sees it.
#[derive(Clone, Copy)]
pub(super) enum List<'a, 'p> {
    /// An array of the data.
    Values(&'a [Value]),
    /// Rows behind a name such as `$group.rows`.
    Named { names: &'a dyn Names, path: &'p Path, count: usize },
}

impl<'a> List<'a, '_> {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Values(items) => items.len(),
            Self::Named { count, .. } => *count,
        }
    }

    pub(super) fn get(&self, index: usize) -> Option<&'a Value> {
        match self {
            Self::Values(items) => items.get(index),
            Self::Named { names, path, .. } => names.item(path, index),
        }
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = &'a Value> {
        (0..self.len()).filter_map(|index| self.get(index))
    }
}

impl Total {
    /// Notes what the values of a list lack.
    pub(super) fn report(&self, list: &ArrayPath, scope: &Scope<'_>) {
        if let Some(lacks) = &self.lacks {
            scope.lack_in_list(lacks, &list.path, list.column());
        }
    }
}

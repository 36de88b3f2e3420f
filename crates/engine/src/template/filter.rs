//! Filters of bindings: OR between groups, AND inside one (spec 5.4).

use super::key::ItemKey;
use super::read::{Context, Node};
use crate::budget::Meter;
use crate::expr::compare::{CompareOp, Comparison};
use crate::expr::value::{text_of, weigh};
use crate::format::{Key, binding};
use crate::problem::Result;
use crate::value::{NULL, Value};

/// Compiled filters of a binding.
#[derive(Clone, Default)]
pub struct Filters {
    groups: Vec<Vec<Filter>>,
}

#[derive(Clone)]
struct Filter {
    column: ItemKey,
    /// Comparison; `None` for an unknown operator: then the condition never holds.
    comparison: Option<Comparison>,
    blank: bool,
}

impl Filters {
    pub(in crate::template) fn read(binding: &Node<'_>, key: &Key, context: &mut Context) -> Self {
        let groups = binding.items(key, context);
        let groups = groups
            .iter()
            .map(|group| {
                let conditions = group.array(context).unwrap_or_default();
                conditions.iter().map(|node| Filter::read(node, key.extension, context)).collect()
            })
            .collect();
        Self { groups }
    }

    /// Returns `true` if there are no filters.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// Returns `true` if an item passes: there are no groups, or all conditions of one group hold.
    ///
    /// # Errors
    /// `timeLimit` from the budget.
    pub fn pass(&self, item: &Value, meter: &Meter<'_>) -> Result<bool> {
        for group in &self.groups {
            if all_hold(group, item, meter)? {
                return Ok(true);
            }
        }
        Ok(self.groups.is_empty())
    }

    /// Returns `true` if a condition names a column but compares with a blank value (spec 7.9).
    pub fn incomplete(&self) -> bool {
        self.groups.iter().flatten().any(|filter| !filter.column.trim().is_empty() && filter.blank)
    }

    /// The columns that the conditions look at.
    pub fn columns(&self) -> impl Iterator<Item = &ItemKey> {
        self.groups.iter().flatten().map(|filter| &filter.column)
    }
}

impl Filter {
    /// In a key of the extensions an operator that does not exist refuses the template (spec
    /// 20.0.2).
    fn read(node: &Node<'_>, is_extension: bool, context: &mut Context) -> Self {
        if node.value.as_object().is_none() {
            context.wrong_type(node, "a filter condition must be an object");
        }
        let text = |key: &Key| {
            node.value.get(key.name).map(|value| text_of(value).into_owned()).unwrap_or_default()
        };
        let is_written = node.get(binding::COLUMN_KEY.name).is_some();
        let pointer = node.place(&binding::COLUMN_KEY);
        let column = ItemKey::new(text(&binding::COLUMN_KEY), pointer, is_written);
        let value = text(&binding::OPERAND);
        let op = node.style(&binding::OPERATOR).and_then(CompareOp::from_name);
        if is_extension && op.is_none() {
            let names = binding::OPERATORS.iter().map(|choice| format!("`{}`", choice.name));
            let expected = format!("one of {}", names.collect::<Vec<_>>().join(", "));
            let received = node.value.get(binding::OPERATOR.name).unwrap_or(&NULL);
            let pointer = format!("{}/{}", node.pointer, binding::OPERATOR.name);
            context.invalid(pointer, &expected, received);
        }
        let blank = value.trim().is_empty();
        Self { column, comparison: op.map(|op| Comparison::new(op, &value)), blank }
    }

    fn holds(&self, item: &Value, meter: &Meter<'_>) -> Result<bool> {
        meter.step()?;
        let left = item.as_object().and_then(|object| object.get(&self.column)).unwrap_or(&NULL);
        weigh(left, meter)?;
        Ok(self.comparison.as_ref().is_some_and(|comparison| comparison.holds(left)))
    }
}

fn all_hold(group: &[Filter], item: &Value, meter: &Meter<'_>) -> Result<bool> {
    for filter in group {
        if !filter.holds(item, meter)? {
            return Ok(false);
        }
    }
    Ok(true)
}

//! Further rows of tables, groups, and conditional styles (spec 20.2.3 to 20.2.5).

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use crate::expr::value::text_of;
use crate::expr::{Condition, TextTemplate};
use crate::format::{Key, Order, table};
use crate::suggest::listed;
use crate::template::binding::ListPath;
use crate::template::read::{Context, Node};
use crate::template::style::Look;
use crate::value::Value;

/// A further row.
pub struct RowTemplate {
    /// Its texts by column, in order.
    pub cells: Vec<(usize, TextTemplate)>,
    /// Spans: the column of a cell, and the number of columns that it covers; absent: one column.
    pub spans: Vec<(usize, usize)>,
    /// Look of the row.
    pub look: Look,
    /// Minimum height.
    pub height: Option<f64>,
    /// Condition for printing it; `None`: always.
    pub visible_when: Option<Condition>,
}

/// Rows after each row of the data.
pub struct Detail {
    /// Path of the list in the item of the row.
    pub path: ListPath,
    /// The rows for each of its items.
    pub rows: Vec<RowTemplate>,
    /// `true` if they stay on the page of their row.
    pub keep: bool,
    /// Condition for the rows of an item; `None`: always.
    pub visible_when: Option<Condition>,
}

/// A group of rows.
pub struct RowGroup {
    /// Expression whose text distinguishes groups.
    pub by: Condition,
    /// The row above.
    pub header: Option<RowTemplate>,
    /// The row below.
    pub footer: Option<RowTemplate>,
    /// Number of the group's first rows that stay on the page of its header.
    pub keep_with: u32,
    /// `true` if it begins on a new page.
    pub page_break: bool,
    /// `true` if the header repeats on each page where the group continues.
    pub repeat_header: bool,
    /// Order of the groups.
    pub order: Order,
}

/// A look under a condition.
pub struct ConditionalLook {
    /// The condition, over the item of a row.
    pub when: Condition,
    /// The column; absent: the whole row.
    pub column: Option<usize>,
    pub look: Look,
}

impl RowTemplate {
    pub(super) fn read(node: &Node<'_>, keys: &ColumnKeys, context: &mut Context) -> Self {
        let cells = keys.values(node, &table::CELLS, context);
        Self {
            cells: cells
                .iter()
                .map(|(column, cell)| {
                    (*column, context.compile(&text_of(cell.value), &cell.pointer))
                })
                .collect(),
            spans: keys.spans(node, &table::SPANS, context),
            look: Look::read(node, &table::ROW_STYLE, context),
            height: node.read(&table::OWN_HEIGHT, context),
            visible_when: condition(node, &table::ROW_VISIBLE, context),
        }
    }

    /// The rows of a list.
    pub(super) fn list(
        node: Option<Node<'_>>,
        keys: &ColumnKeys,
        context: &mut Context,
    ) -> Vec<Self> {
        let nodes = node.map(|node| node.elements()).unwrap_or_default();
        nodes.iter().map(|node| Self::read(node, keys, context)).collect()
    }

    /// Number of columns that the cell of a column covers.
    pub fn span(&self, column: usize) -> usize {
        let at = self.spans.binary_search_by_key(&column, |(of, _)| *of);
        at.ok().and_then(|at| self.spans.get(at)).map_or(1, |(_, span)| *span)
    }

    /// Returns `true` if its texts depend on the page or on the rows of the page.
    pub fn varies(&self) -> bool {
        self.condition_varies() || self.cells.iter().any(|(_, text)| text.varies())
    }

    /// Returns `true` if the page, or the rows of the page, decide whether it is shown.
    pub fn condition_varies(&self) -> bool {
        let shown = self.visible_when.as_ref();
        shown.is_some_and(Condition::varies)
    }

    /// Returns `true` if its condition or a text refers to the number of pages.
    pub fn asks_for_page_count(&self) -> bool {
        let shown = self.visible_when.as_ref();
        shown.is_some_and(Condition::asks_for_page_count)
            || self.cells.iter().any(|(_, text)| text.asks_for_page_count())
    }
}

impl Detail {
    pub(super) fn read(node: &Node<'_>, keys: &ColumnKeys, context: &mut Context) -> Option<Self> {
        let path = required(node, &table::DETAIL_PATH, "a path", context)?;
        Some(Self {
            path: ListPath::of_data(&path, &node.place(&table::DETAIL_PATH), context),
            rows: RowTemplate::list(node.extension(&table::DETAIL_ROWS, context), keys, context),
            keep: node.read(&table::DETAIL_KEEP, context),
            visible_when: condition(node, &table::DETAIL_VISIBLE, context),
        })
    }
}

/// A condition, if there is one.
pub(super) fn condition(node: &Node<'_>, key: &Key, context: &mut Context) -> Option<Condition> {
    let node = node.extension(key, context)?;
    Some(context.condition(&text_of(node.value), &node.pointer))
}

impl RowGroup {
    pub(super) fn read(node: &Node<'_>, keys: &ColumnKeys, context: &mut Context) -> Option<Self> {
        let by = required(node, &table::GROUP_BY, "an expression", context)?;
        let row = |key: &Key, context: &mut Context| {
            let node = node.extension(key, context)?;
            Some(RowTemplate::read(&node, keys, context))
        };
        let pointer = format!("{}/{}", node.pointer, table::GROUP_BY.name);
        Some(Self {
            by: context.key_expression(&pointer, &by),
            header: row(&table::GROUP_HEADER, context),
            footer: row(&table::GROUP_FOOTER, context),
            keep_with: node.read(&table::KEEP_WITH, context),
            page_break: node.read(&table::PAGE_BREAK, context),
            repeat_header: node.read(&table::REPEAT_GROUP_HEADER, context),
            order: node.read(&table::GROUP_ORDER, context),
        })
    }
}

impl ConditionalLook {
    pub(super) fn read(node: &Node<'_>, keys: &ColumnKeys, context: &mut Context) -> Option<Self> {
        let when = required(node, &table::WHEN, "an expression", context)?;
        let column = node.extension(&table::STYLED_COLUMN, context);
        let column = match column {
            None => None,
            Some(node) => {
                let name = text_of(node.value);
                Some(keys.find(&name, &node, context)?)
            }
        };
        Some(Self {
            when: context.condition(&when, &node.place(&table::WHEN)),
            column,
            look: Look::read(node, &table::STYLED, context),
        })
    }
}

/// The text of a key that must be there.
fn required(node: &Node<'_>, key: &Key, expected: &str, context: &mut Context) -> Option<String> {
    if node.get(key.name).is_none() {
        let pointer = format!("{}/{}", node.pointer, key.name);
        context.invalid(pointer, expected, &Value::Null);
        return None;
    }
    node.extension(key, context).map(|node| text_of(node.value).into_owned())
}

/// The names of the columns.
pub(super) struct ColumnKeys {
    /// Names by column; the number of the column, from 0, where it has no name.
    names: Vec<String>,
    /// JSON pointers of the names, by column; empty where a column has no name.
    pointers: Vec<String>,
    /// The columns of each name, from the left.
    by_name: HashMap<String, Vec<usize>>,
    /// Columns whose names were reported: another one has them.
    reported: RefCell<HashSet<usize>>,
}

impl ColumnKeys {
    pub(super) fn read(styles: &[Node<'_>], columns: usize, context: &mut Context) -> Self {
        let mut names: Vec<String> =
            (0..columns.max(styles.len())).map(|i| i.to_string()).collect();
        let mut pointers = vec![String::new(); names.len()];
        for ((name, pointer), style) in names.iter_mut().zip(&mut pointers).zip(styles) {
            if let Some(node) = style.extension(&table::STYLE_KEY, context) {
                *name = text_of(node.value).into_owned();
                *pointer = node.pointer;
            }
        }
        let mut by_name: HashMap<String, Vec<usize>> = HashMap::with_capacity(names.len());
        for (column, name) in names.iter().enumerate() {
            by_name.entry(name.clone()).or_default().push(column);
        }
        Self { names, pointers, by_name, reported: RefCell::default() }
    }

    /// The values of an object whose keys are columns, in the order of these.
    fn values<'v>(
        &self,
        node: &Node<'v>,
        key: &Key,
        context: &mut Context,
    ) -> Vec<(usize, Node<'v>)> {
        let Some(node) = node.extension(key, context) else { return Vec::new() };
        let names = node.value.as_object().into_iter().flat_map(|object| object.keys());
        let mut found = Vec::new();
        for name in names {
            let Some(value) = node.get(name) else { continue };
            if let Some(column) = self.find(name, &value, context) {
                found.push((column, value));
            }
        }
        found.sort_by_key(|(column, _)| *column);
        found
    }

    /// Spans of cells: the column, and the number of columns that its cell covers.
    pub(super) fn spans(
        &self,
        node: &Node<'_>,
        key: &Key,
        context: &mut Context,
    ) -> Vec<(usize, usize)> {
        let span = |value: &Value| value.as_f64().unwrap_or(1.0) as usize;
        let values = self.values(node, key, context);
        values.iter().map(|(column, value)| (*column, span(value.value))).collect()
    }

    /// Column that `node` refers to by a name. If several columns have the name, those that repeat
    /// the name of an earlier one are faults.
    fn find(&self, name: &str, node: &Node<'_>, context: &mut Context) -> Option<usize> {
        let Some((&first, others)) = self.by_name.get(name).and_then(|of| of.split_first()) else {
            self.unknown(name, node, context);
            return None;
        };
        for &other in others {
            // One of them has a name of its own: numbers differ.
            let (named, like) = match self.pointers[other].as_str() {
                "" => (first, other),
                _ => (other, first),
            };
            if self.reported.borrow_mut().insert(named) {
                let pointer = self.pointers[named].clone();
                let like = like + 1;
                let expected =
                    format!("a name that no other column of the table has (column {like} has it)");
                context.invalid(pointer, &expected, &Value::from(&serde_json::json!(name)));
            }
        }
        Some(first)
    }

    fn unknown(&self, name: &str, node: &Node<'_>, context: &mut Context) {
        let known = listed(self.names.iter().map(String::as_str));
        let expected = format!("the key of a column of the table: {known}");
        context.invalid(node.pointer.clone(), &expected, &Value::from(&serde_json::json!(name)));
    }
}

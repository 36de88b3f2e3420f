//! The rows of tables (spec 8.4 to 8.6).

use std::ops::Range;
use std::sync::Arc;

use super::cells::Cells;
use super::{ItemScope, Source};
use crate::budget::Meter;
use crate::expr::path::{Path, Segment, lookup_parts, own};
use crate::expr::value::{push_text, text_of};
use crate::expr::{Env, Found, Names, PartKind, Reserved, Scope, Total, Typed};
use crate::problem::Result;
use crate::template::field::{Column, Input, Table};
use crate::template::filter::Filters;
use crate::value::{ReadError, Value};

/// The items that a table, section or chart goes over.
pub enum Items<'a> {
    /// All items of an array.
    All(&'a [Value]),
    /// Items that passed a filter.
    Filtered(Vec<&'a Value>),
}

impl<'a> Items<'a> {
    /// The items of `array` that pass.
    ///
    /// # Errors
    /// `timeLimit` from the budget.
    pub fn of(array: &'a [Value], filters: &Filters, source: &Source<'_>) -> Result<Self> {
        if filters.is_empty() {
            return Ok(Self::All(array));
        }
        let mut passed = Vec::new();
        source.look_for_keys(&Self::All(array), filters.columns().map(|key| &**key));
        for item in array {
            source.env.meter.step()?;
            if filters.pass(item, source.env.meter)? {
                passed.push(item);
            }
        }
        Ok(Self::Filtered(passed))
    }

    /// Number of items.
    pub fn len(&self) -> usize {
        match self {
            Self::All(items) => items.len(),
            Self::Filtered(items) => items.len(),
        }
    }

    /// Returns `true` if there are no items.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The item at a place below [`Items::len`].
    pub fn get(&self, index: usize) -> &'a Value {
        match self {
            Self::All(items) => &items[index],
            Self::Filtered(items) => items[index],
        }
    }

    /// The items in order.
    pub fn iter(&self) -> impl Iterator<Item = &'a Value> {
        (0..self.len()).map(|index| self.get(index))
    }
}

/// The rows of one table, resolved slice by slice.
pub enum TableRows<'a> {
    /// One row per item.
    Items {
        /// The items.
        items: Items<'a>,
        /// Columns with their content.
        columns: &'a [Column],
        /// The item of the section that the table is a member of, for templates with extensions.
        parent: Option<&'a Value>,
    },
    /// Ready texts.
    Texts(Vec<Vec<String>>),
    /// The authored rows, as they are.
    Literal(&'a [Vec<String>]),
}

impl<'a> TableRows<'a> {
    /// The rows of a table that sees the document or the item of a section.
    ///
    /// # Errors
    /// A limit of the budget.
    pub fn seen_by(table: &'a Table, seen: &ItemScope<'a>, source: &Source<'a>) -> Result<Self> {
        if seen.is_document() {
            Self::of_document(table, source)
        } else {
            Self::of_member(table, seen, source)
        }
    }

    /// The rows of a table in body or band (spec 8.4).
    ///
    /// # Errors
    /// A limit of the budget.
    pub fn of_document(table: &'a Table, source: &Source<'a>) -> Result<Self> {
        if let Some((path, filters)) = &table.rows.array
            && let Some(array) =
                source.list(path, &ItemScope::document(), has_keys(&table.columns))?
        {
            let items = Items::of(array, filters, source)?;
            source.look_for_keys(&items, keys_of(&table.columns));
            return Ok(Self::Items { items, columns: &table.columns, parent: None });
        }
        let Some(input) = &table.rows.input else { return Ok(Self::Literal(&table.content)) };
        if let Some(rows) = Self::of_input(input, source)? {
            return Ok(rows);
        }
        if has_tokens(&table.content) {
            source.lacks_rows(input);
        }
        Ok(Self::Literal(&table.content))
    }

    /// The rows that an input holds; nothing when it holds none (spec 8.4 step 2).
    fn of_input(input: &'a Input, source: &Source<'a>) -> Result<Option<Self>> {
        Ok(match input {
            Input::KeyValue(paths) => {
                let row = |path: &'a crate::template::KeyPath| {
                    Ok(vec![path.source.clone(), source.text_at(&path.path)?])
                };
                Some(Self::Texts(paths.iter().map(row).collect::<Result<_>>()?))
            }
            Input::Array(path, columns, filters) => {
                let array = source
                    .list(path, &ItemScope::document(), has_keys(columns))?
                    .unwrap_or_default();
                let items = Items::of(array, filters, source)?;
                source.look_for_keys(&items, keys_of(columns));
                Some(Self::Items { items, columns, parent: None })
            }
            Input::Scalar(path) => rows_in_text(&source.text_at(&path.path)?, source.env.meter)?,
            Input::Template(template) => {
                let mut text = String::new();
                template.render(&source.document(), &mut text)?;
                rows_in_text(&text, source.env.meter)?
            }
        })
    }

    /// The rows of a table inside a section (chapter 8.5).
    ///
    /// Without anything to make rows of, the reference prints the authored rows as they are, with
    /// the source of their tokens (B4). Such tokens are useless on paper, but some templates author
    /// static rows on purpose: rows without tokens print here too, rows with tokens do not.
    ///
    /// # Errors
    /// A limit of the budget.
    pub fn of_member(table: &'a Table, item: &ItemScope<'a>, source: &Source<'a>) -> Result<Self> {
        if let Some((path, filters)) = &table.rows.array {
            let Some(array) = source.list(path, item, has_keys(&table.columns))? else {
                return Ok(Self::without_tokens(table));
            };
            let items = Items::of(array, filters, source)?;
            source.look_for_keys(&items, keys_of(&table.columns));
            let parent = item.item.filter(|_| source.env.is_extended());
            return Ok(Self::Items { items, columns: &table.columns, parent });
        }
        let Some(item @ (Value::Object(_) | Value::Array(_))) = item.item else {
            return Ok(Self::without_tokens(table));
        };
        let items = Items::Filtered(vec![item]);
        source.look_for_keys(&items, keys_of(&table.columns));
        let rows = Self::Items {
            items,
            columns: &table.columns,
            parent: Some(item).filter(|_| source.env.is_extended()),
        };
        // The reference prints the authored rows for an item without any of the values. They stay,
        // so that what follows is where it has it; those with tokens are blank.
        let tokens = has_tokens(&table.content);
        if (tokens && table.content.len() == 1) || !rows.cells(0..1, source)?.all_blank() {
            return Ok(rows);
        }
        Ok(if tokens { Self::with_blank_rows(table) } else { Self::Literal(&table.content) })
    }

    /// The authored rows, blank where they have tokens.
    fn with_blank_rows(table: &Table) -> Self {
        let row = |row: &Vec<String>| {
            if has_tokens(std::slice::from_ref(row)) {
                vec![String::new(); row.len()]
            } else {
                row.clone()
            }
        };
        Self::Texts(table.content.iter().map(row).collect())
    }

    /// The authored rows that are static.
    fn without_tokens(table: &'a Table) -> Self {
        if !has_tokens(&table.content) {
            return Self::Literal(&table.content);
        }
        let is_static = |row: &&Vec<String>| !has_tokens(std::slice::from_ref(*row));
        Self::Texts(table.content.iter().filter(is_static).cloned().collect())
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        match self {
            Self::Items { items, .. } => items.len(),
            Self::Texts(rows) => rows.len(),
            Self::Literal(rows) => rows.len(),
        }
    }

    /// Returns `true` if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns `true` if each row is made of an item.
    pub fn depend_on_items(&self) -> bool {
        matches!(self, Self::Items { .. })
    }

    /// Number of cells in the first row; `None` if there are no rows.
    pub fn first_row_len(&self) -> Option<usize> {
        match self {
            Self::Items { items, columns, .. } => (!items.is_empty()).then_some(columns.len()),
            Self::Texts(rows) => rows.first().map(Vec::len),
            Self::Literal(rows) => rows.first().map(Vec::len),
        }
    }

    /// The item of a row, where rows come from items.
    pub fn item(&self, index: usize) -> Option<&'a Value> {
        match self {
            Self::Items { items, .. } => (index < items.len()).then(|| items.get(index)),
            Self::Texts(_) | Self::Literal(_) => None,
        }
    }

    /// The item that the items belong to.
    pub fn parent(&self) -> Option<&'a Value> {
        match self {
            Self::Items { parent, .. } => *parent,
            Self::Texts(_) | Self::Literal(_) => None,
        }
    }

    /// The same rows in another order.
    #[must_use]
    pub fn reordered(self, order: &[usize]) -> Self {
        match self {
            Self::Items { items, columns, parent } => {
                let items = order.iter().map(|index| items.get(*index)).collect();
                Self::Items { items: Items::Filtered(items), columns, parent }
            }
            other => other,
        }
    }

    /// Content of a column of a row, in parts; the item of the row is seen through a scope with
    /// further names.
    ///
    /// # Errors
    /// A limit of the budget.
    pub fn parts(
        &self,
        index: usize,
        column: usize,
        scope: &Scope<'_>,
        each: &mut dyn FnMut(&str, PartKind),
    ) -> Result<()> {
        let texts = match self {
            Self::Items { columns, .. } => {
                return match columns.get(column) {
                    Some(Column::Text(template)) => template.parts(scope, each),
                    Some(Column::Key(key)) => {
                        let mut text = String::new();
                        if let Some(value) = own_key(scope.value, key) {
                            push_text(value, &mut text, scope.env.meter)?;
                        }
                        each(&text, PartKind::Value);
                        Ok(())
                    }
                    None => Ok(()),
                };
            }
            Self::Texts(rows) => rows.get(index),
            Self::Literal(rows) => rows.get(index),
        };
        if let Some(text) = texts.and_then(|row| row.get(column)) {
            each(text, PartKind::Value);
        }
        Ok(())
    }

    /// The number or date that a column of a row shows; the item of the row is seen through a scope
    /// with further names.
    ///
    /// # Errors
    /// A limit of the budget.
    pub fn typed(&self, column: usize, scope: &Scope<'_>) -> Result<Option<Typed>> {
        match self {
            Self::Items { columns, .. } => {
                columns.get(column).map_or(Ok(None), |column| typed(column, scope))
            }
            Self::Texts(_) | Self::Literal(_) => Ok(None),
        }
    }

    /// The texts of one row, whose item is seen through a scope with further names; texts of hidden
    /// columns are empty.
    ///
    /// # Errors
    /// A limit of the budget.
    pub fn named_row(
        &self,
        index: usize,
        hidden: &[bool],
        scope: &Scope<'_>,
        source: &Source<'_>,
    ) -> Result<Cells> {
        let Self::Items { columns, .. } = self else {
            return self.cells(index..index + 1, source);
        };
        let mut cells = Cells::with_capacity(1, columns.len());
        source.env.meter.steps(1 + columns.len())?;
        push_cells(scope, columns, hidden, &mut cells)?;
        Ok(cells)
    }

    /// The texts of some rows.
    ///
    /// # Errors
    /// A limit of the budget.
    pub fn cells(&self, range: Range<usize>, source: &Source<'_>) -> Result<Cells> {
        match self {
            Self::Items { items, columns, parent } => {
                let parent = parent.map(Parent);
                let names = parent.as_ref().map(|names| -> &dyn Names { names });
                let mut cells = Cells::with_capacity(range.len(), columns.len());
                for index in range {
                    source.env.meter.steps(1 + columns.len())?;
                    let value = items.get(index);
                    let scope = Scope { value, extra: &[], env: &source.env, names };
                    push_cells(&scope, columns, &[], &mut cells)?;
                }
                Ok(cells)
            }
            Self::Texts(rows) => Cells::of(rows[range].iter().map(Vec::as_slice)),
            Self::Literal(rows) => Cells::of(rows[range].iter().map(Vec::as_slice)),
        }
    }
}

/// The name of the item that others belong to (spec 20.0.5).
pub struct Parent<'a>(pub &'a Value);

impl Names for Parent<'_> {
    fn find<'s>(&'s self, path: &[Segment]) -> Found<'s> {
        match path.split_first() {
            Some((first, rest)) if first.reserved() == Some(Reserved::Parent) => {
                lookup_parts(rest, self.0).map_or(Found::Missing, Found::Value)
            }
            _ => Found::Missing,
        }
    }
}

/// Names for the totals row besides those around its table: the rows as `$table.rows` (spec
/// 20.0.5).
pub struct TableNames<'n, 'a> {
    rows: &'n TableRows<'a>,
    around: Option<&'n dyn Names>,
}

impl<'n, 'a> TableNames<'n, 'a> {
    /// The rows of a table, and the names of what is around it.
    pub fn new(rows: &'n TableRows<'a>, around: &Scope<'n>) -> Self {
        Self { rows, around: around.names }
    }

    /// Number of rows of `$table.rows`; `None` for another path.
    fn rows_at(&self, path: &Path) -> Option<usize> {
        let [table, rows] = path.segments() else { return None };
        (table.reserved() == Some(Reserved::Table) && rows.lower() == "rows")
            .then(|| self.rows.len())
    }
}

impl Names for TableNames<'_, '_> {
    fn find<'s>(&'s self, path: &[Segment]) -> Found<'s> {
        self.around.map_or(Found::Missing, |around| around.find(path))
    }

    fn count(&self, path: &Path) -> Option<usize> {
        self.rows_at(path).or_else(|| self.around?.count(path))
    }

    fn item<'s>(&'s self, path: &Path, index: usize) -> Option<&'s Value> {
        match self.rows_at(path) {
            Some(_) => self.rows.item(index),
            None => self.around?.item(path, index),
        }
    }

    fn sum(&self, path: &Path, column: &str, env: &Env<'_>) -> Option<Result<Total>> {
        let Some(count) = self.rows_at(path) else { return self.around?.sum(path, column, env) };
        let mut items = (0..count).filter_map(|index| self.rows.item(index));
        Some(items.try_fold(Total::default(), |mut total, item| {
            env.meter.step()?;
            let value = if column.is_empty() { Some(item) } else { own(item, column) };
            value.map_or(Ok(()), |value| total.add_value(value, env.exact, env.meter))?;
            Ok(total)
        }))
    }
}

/// Returns `true` if some cell would print the source of a token.
fn has_tokens(rows: &[Vec<String>]) -> bool {
    rows.iter().flatten().any(|cell| cell.contains('{'))
}

/// Returns `true` if some column shows a key of the items.
fn has_keys(columns: &[Column]) -> bool {
    keys_of(columns).next().is_some()
}

/// The keys of the items that columns show.
fn keys_of(columns: &[Column]) -> impl Iterator<Item = &str> {
    columns.iter().filter_map(|column| match column {
        Column::Key(key) => Some(&**key),
        Column::Text(_) => None,
    })
}

/// One row from one item (spec 8.6).
fn push_cells(
    scope: &Scope<'_>,
    columns: &[Column],
    hidden: &[bool],
    cells: &mut Cells,
) -> Result<()> {
    for (index, column) in columns.iter().enumerate() {
        match column {
            _ if hidden.get(index) == Some(&true) => {}
            Column::Text(template) => template.render(scope, cells.text())?,
            Column::Key(key) => {
                if let Some(value) = own_key(scope.value, key) {
                    push_text(value, cells.text(), scope.env.meter)?;
                }
            }
        }
        cells.end_cell()?;
        if scope.env.keeps_values && hidden.get(index) != Some(&true) {
            cells.keep(typed(column, scope)?);
        }
    }
    cells.end_row();
    Ok(())
}

/// The number or date that a column shows of an item.
fn typed(column: &Column, scope: &Scope<'_>) -> Result<Option<Typed>> {
    match column {
        Column::Text(template) => template.typed(scope),
        Column::Key(key) => Ok(own_key(scope.value, key).and_then(Typed::of_value)),
    }
}

/// The item's own key, exactly; of an array the element of that number (spec 8.6 step 2).
fn own_key<'a>(item: &'a Value, key: &str) -> Option<&'a Value> {
    match item {
        Value::Object(object) => object.get(key),
        Value::Array(items) => {
            let canonical = key == "0" || !key.starts_with(['0', '+']);
            items.get(key.parse::<usize>().ok().filter(|_| canonical)?)
        }
        _ => None,
    }
}

/// The rows in a JSON array text, cells stringified; nothing for any other text.
///
/// # Errors
/// A limit of the budget.
pub fn rows_in_text(text: &str, meter: &Meter<'_>) -> Result<Option<TableRows<'static>>> {
    meter.read(text.len())?;
    let rows = match Value::from_json_within(text.as_bytes(), meter.memory_left()) {
        Ok(Value::Array(rows)) => rows,
        Err(ReadError::TooLarge { .. }) => return Err(meter.too_large()),
        Ok(_) | Err(ReadError::Json(_)) => return Ok(None),
    };
    let mut texts = Vec::with_capacity(rows.len());
    for row in &rows {
        let cells: Vec<String> = match row {
            Value::Array(cells) => cells.iter().map(|cell| text_of(cell).into_owned()).collect(),
            other => vec![text_of(other).into_owned()],
        };
        meter.steps(1 + cells.len())?;
        let bytes = cells.iter().map(|cell| size_of::<String>() + cell.capacity()).sum::<usize>();
        meter.hold(size_of::<Vec<String>>() + bytes)?;
        texts.push(cells);
    }
    Ok(Some(TableRows::Texts(texts)))
}

/// The totals row of a table; nothing when it has none.
///
/// # Errors
/// A limit of the budget.
pub fn footer(
    table: &Table,
    rows: &TableRows<'_>,
    scope: &Scope<'_>,
) -> Result<Option<Arc<Cells>>> {
    if table.footer.is_empty() {
        return Ok(None);
    }
    let names = TableNames::new(rows, scope);
    let scope = &Scope {
        names: if scope.env.is_extended() { Some(&names) } else { scope.names },
        ..*scope
    };
    let mut cells = Cells::with_capacity(1, table.footer.len());
    for template in &table.footer {
        template.render(scope, cells.text())?;
        cells.end_cell()?;
        if scope.env.keeps_values {
            cells.keep(template.typed(scope)?);
        }
    }
    cells.end_row();
    Ok(Some(Arc::new(cells)))
}

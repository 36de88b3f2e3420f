//! Tables over pages (spec 9.6), with the fixes B1 and B2: no row and no total is ever lost.

use std::sync::Arc;

use super::Resolver;
use super::cursor::Cursor;
use super::page::{Content, TableSlice};
use crate::problem::Result;
use crate::resolve::ItemScope;
use crate::resolve::cells::Cells;
use crate::resolve::rows::{self, TableRows};
use crate::resolve::together::ReadyRows;
use crate::template::Field;
use crate::template::field::Table;

/// Height of header, body and totals rows in millimetres.
pub const ROW_HEIGHT: f64 = 7.0;

/// How much of a table fits at a place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SliceFit {
    /// Body rows to place here.
    pub take: usize,
    /// Whether all rows that are left, and the totals row if there is one, fit.
    pub last: bool,
    /// How many rows would fit here.
    pub capacity: usize,
    /// Height of the slice in millimetres.
    pub height: f64,
}

/// How many of `left` rows fit into `available` millimetres, header and totals row considered.
pub fn slice_fit(left: usize, available: f64, head: bool, footer: bool) -> SliceFit {
    let base = ((available / ROW_HEIGHT).floor() - f64::from(u8::from(head))).max(0.0) as usize;
    let with_footer = if footer { base.saturating_sub(1) } else { base };
    let last = left <= with_footer;
    let capacity = if last { with_footer } else { base };
    let take = capacity.min(left);
    let rows = take + usize::from(head) + usize::from(last && footer);
    SliceFit { take, last, capacity, height: rows as f64 * ROW_HEIGHT }
}

/// The slice that fits at the cursor; nothing where a new page was begun for it.
///
/// # Errors
/// `pageLimit`.
pub(super) fn next_slice(
    left: usize,
    head: bool,
    footer: bool,
    field: &Field,
    cursor: &mut Cursor<'_, '_>,
) -> Result<Option<SliceFit>> {
    let mut fit = slice_fit(left, cursor.available(), head, footer);
    if fit.capacity == 0 && left > 0 {
        // B1: where not even one row fits under the header, go on with the next page; where
        // a whole page cannot hold one row, place one row a page all the same.
        if cursor.below_top() {
            cursor.new_page(field)?;
            return Ok(None);
        }
        fit.take = 1;
        fit.height += ROW_HEIGHT;
    }
    Ok(Some(fit))
}

/// Places a table at the cursor, slice by slice.
pub(super) fn place<'s, 'a>(
    field: &'a Field,
    table: &'a Table,
    seen: &ItemScope<'s>,
    cursor: &mut Cursor<'_, 'a>,
    resolver: &mut Resolver<'s, 'a>,
) -> Result<()> {
    let source = resolver.source;
    let rows = TableRows::seen_by(table, seen, source)?;
    let footer = rows::footer(table, &rows, &seen.scope(source))?;
    let columns = table.column_count(rows.first_row_len());
    let slice = |rows: Arc<Cells>, head: bool, footer: Option<&Arc<Cells>>, last: bool| {
        Content::Table(TableSlice { table, columns, head, rows, footer: footer.cloned(), last })
    };
    let ready = ReadyRows::of(&rows, source);
    let mut done = 0;
    let mut head = true;
    loop {
        source.env.meter.step()?;
        let left = rows.len() - done;
        let Some(fit) = next_slice(left, head, footer.is_some(), field, cursor)? else { continue };
        let range = done..done + fit.take;
        let cells = Arc::new(match &ready {
            Some(ready) => ready.slice(range)?,
            None => rows.cells(range, source)?,
        });
        let totals = footer.as_ref().filter(|_| fit.last);
        let last = fit.last || (fit.take == left && footer.is_none());
        cursor.put(field, slice(cells, head, totals, last), seen, resolver)?;
        cursor.y += fit.height;
        done += fit.take;
        if last {
            source.env.meter.release(ready.map_or(0, |ready| ready.memory()));
            return Ok(());
        }
        // B2: rows that fill the page exactly leave the totals row to a page of its own; that is
        // the next turn of the loop, with no rows left.
        cursor.new_page(field)?;
        head = table.repeat_header;
    }
}

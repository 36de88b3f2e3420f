//! Rows of one height over pages (spec 9.6), with the fixes B1 and B2: no row and no total is ever
//! lost.

use std::ops::Range;
use std::sync::Arc;

use super::Resolver;
use super::cursor::Cursor;
use super::cursor::attempt::Placed;
use super::page::{Content, TableSlice};
use crate::expr::Scope;
use crate::problem::Result;
use crate::resolve::rows::{self, TableRows};
use crate::resolve::together::ReadyRows;
use crate::resolve::{ItemScope, Source};
use crate::template::Field;
use crate::template::field::Table;

/// Height of header, body and totals rows in millimetres.
pub const ROW_HEIGHT: f64 = 7.0;

/// Part of a table that fits at a place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SliceFit {
    /// Body rows to place here.
    pub take: usize,
    /// `true` if all rows that are left, and the totals row if there is one, fit.
    pub last: bool,
    /// Number of rows that would fit here.
    pub capacity: usize,
    /// Height of the slice in millimetres.
    pub height: f64,
}

/// Number of `left` rows that fit into `available` millimetres, header and totals row considered.
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
fn next_slice(
    left: usize,
    head: bool,
    footer: bool,
    field: &Field,
    cursor: &mut Cursor<'_, '_>,
) -> Placed<Option<SliceFit>> {
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

/// Slice of a table on one page.
pub(super) struct Slice {
    /// The rows of the data.
    pub(super) rows: Range<usize>,
    pub(super) head: bool,
    pub(super) footer: bool,
    /// `true` if the table begins here.
    pub(super) first: bool,
    /// `true` if no rows follow on a later page.
    pub(super) last: bool,
}

/// Places a table of so many rows at the cursor, slice by slice; `content` makes each of them.
pub(super) fn slices<'s, 'a>(
    count: usize,
    footer: bool,
    (field, table): (&'a Field, &'a Table),
    seen: &ItemScope<'s>,
    cursor: &mut Cursor<'_, 'a>,
    resolver: &mut Resolver<'s, 'a>,
    mut content: impl FnMut(Slice, &mut Resolver<'s, 'a>) -> Result<Content<'a>>,
) -> Placed {
    let mut done = 0;
    let mut head = true;
    let mut has_begun = false;
    loop {
        resolver.source.env.meter.step()?;
        let left = count - done;
        let Some(fit) = next_slice(left, head, footer, field, cursor)? else { continue };
        let last = fit.last || (fit.take == left && !footer);
        let rows = done..done + fit.take;
        let first = done == 0 && !has_begun;
        has_begun = true;
        let slice = Slice { rows, head, footer: footer && fit.last, first, last };
        let content = content(slice, resolver)?;
        cursor.put(field, content, seen, resolver)?;
        cursor.y += fit.height;
        done += fit.take;
        if last {
            return Ok(());
        }
        // B2: rows that fill the page exactly leave the totals row to a page of its own; that is
        // the next turn of the loop, with no rows left.
        cursor.new_page(field)?;
        head = table.repeat_header;
    }
}

/// Places a table without extensions at the cursor.
pub(super) fn place<'s, 'a>(
    field: &'a Field,
    table: &'a Table,
    seen: &ItemScope<'s>,
    cursor: &mut Cursor<'_, 'a>,
    resolver: &mut Resolver<'s, 'a>,
) -> Placed {
    let source = resolver.source;
    let rows = TableRows::seen_by(table, seen, source)?;
    let footer = rows::footer(table, &rows, &seen.scope(source))?;
    let columns = table.column_count(rows.first_row_len());
    let ready = ReadyRows::of(&rows, source);
    let content = |slice: Slice, _: &mut Resolver<'s, 'a>| {
        let cells = Arc::new(match &ready {
            Some(ready) => ready.slice(slice.rows)?,
            None => rows.cells(slice.rows, source)?,
        });
        let footer = footer.as_ref().filter(|_| slice.footer).cloned();
        let Slice { head, first, last, .. } = slice;
        Ok(Content::Table(TableSlice { table, columns, head, rows: cells, footer, first, last }))
    };
    let has_footer = footer.is_some();
    slices(rows.len(), has_footer, (field, table), seen, cursor, resolver, content)?;
    source.env.meter.release(ready.map_or(0, |ready| ready.memory()));
    Ok(())
}

/// Such a table in one piece.
pub(super) fn whole<'a>(
    table: &'a Table,
    rows: &TableRows<'_>,
    footer_scope: &Scope<'_>,
    source: &Source<'_>,
) -> Result<TableSlice<'a>> {
    Ok(TableSlice {
        table,
        columns: table.column_count(rows.first_row_len()),
        head: true,
        rows: Arc::new(rows.cells(0..rows.len(), source)?),
        footer: rows::footer(table, rows, footer_scope)?,
        first: true,
        last: true,
    })
}

//! Tables of either kind: those without extensions have rows of one height (`fixed`), others rows as
//! high as their texts (`grid`).

use std::sync::Arc;

use super::cursor::Cursor;
use super::cursor::attempt::Placed;
use super::page::Content;
use super::{Resolver, fixed, grid};
use crate::expr::Scope;
use crate::problem::Result;
use crate::resolve::ItemScope;
use crate::resolve::rows::TableRows;
use crate::template::Field;
use crate::template::field::Table;

/// Places a table at the cursor, slice by slice.
pub(super) fn place<'s, 'a>(
    field: &'a Field,
    table: &'a Table,
    seen: &ItemScope<'s>,
    cursor: &mut Cursor<'_, 'a>,
    resolver: &mut Resolver<'s, 'a>,
) -> Placed {
    match &table.extended {
        Some(extended) => grid::place(field, table, extended, seen, cursor, resolver),
        None => fixed::place(field, table, seen, cursor, resolver),
    }
}

/// A table in one piece, as bands and sections draw it.
pub(super) fn whole<'s, 'a>(
    field: &'a Field,
    table: &'a Table,
    rows: TableRows<'s>,
    footer_scope: &Scope<'_>,
    resolver: &mut Resolver<'s, 'a>,
) -> Result<Content<'a>> {
    Ok(match &table.extended {
        Some(extended) => {
            let slice = grid::whole(field, table, extended, rows, footer_scope, resolver)?;
            Content::Grid(Arc::new(slice))
        }
        None => Content::Table(fixed::whole(table, &rows, footer_scope, resolver.source)?),
    })
}

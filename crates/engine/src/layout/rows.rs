//! The rows of a table on one page, whatever kind of table it is (spec 10.8, 20.2). Drawing and
//! checking see tables through them alone.

use std::borrow::Cow;

use super::fixed::ROW_HEIGHT;
use super::page::{Content, TableSlice};
use super::slice::{GridRow, GridSlice, RowKind};
use crate::format::{Grid, table};
use crate::resolve::cells::Cells;
use crate::template::Color;
use crate::template::field::{Borders, CellPadding, ColumnText, Table};

/// Rows of a table on one page, of either kind of table.
#[derive(Clone, Copy)]
pub enum RowsOnPage<'c, 'a> {
    /// Rows of one height.
    Fixed(&'c TableSlice<'a>),
    /// Rows as high as their texts.
    Grid(&'c GridSlice<'a>),
}

/// A row of a table on a page.
#[derive(Clone, Copy)]
pub struct RowOnPage<'c> {
    pub kind: RowKind,
    /// Height in millimetres.
    pub height: f64,
    /// Its number, from 0, for its band; nothing: counted on its page.
    pub number: Option<usize>,
    /// `true` if the row continues from the page before.
    pub continued: bool,
    /// Its fill, where a style says so.
    pub background: Option<Color>,
    pub texts: RowTexts<'c>,
}

/// The texts of a row.
#[derive(Clone, Copy)]
pub enum RowTexts<'c> {
    /// The titles of a table without extensions.
    Titles(&'c [String]),
    /// A row of packed cells.
    Packed(&'c Cells, usize),
    /// Cells of lines.
    Composed(&'c GridRow),
}

/// Room inside the cells of tables without extensions, in millimetres.
pub const CELL_PADDING: f64 = 1.5;
/// Texts of up to this size in points stay inside rows of 7 mm, wherever they are aligned.
const TALLEST: f64 = 11.5;
/// The lines of tables without extensions.
static GRID: Borders = Borders::Named(Grid::Grid, table::GRID_WIDTH.default);

impl<'a> Content<'a> {
    /// Its rows, where it is a table.
    pub fn table_rows(&self) -> Option<RowsOnPage<'_, 'a>> {
        match self {
            Self::Table(slice) => Some(RowsOnPage::Fixed(slice)),
            Self::Grid(slice) => Some(RowsOnPage::Grid(slice)),
            _ => None,
        }
    }
}

impl<'c, 'a> RowsOnPage<'c, 'a> {
    /// The table, for its look.
    pub fn table(self) -> &'a Table {
        match self {
            Self::Fixed(slice) => slice.table,
            Self::Grid(slice) => slice.table,
        }
    }

    /// Returns `true` if the table begins here.
    pub fn is_first(self) -> bool {
        match self {
            Self::Fixed(slice) => slice.first,
            Self::Grid(slice) => slice.first,
        }
    }

    /// Returns `true` if no rows follow on a later page.
    pub fn is_last(self) -> bool {
        match self {
            Self::Fixed(slice) => slice.last,
            Self::Grid(slice) => slice.last,
        }
    }

    /// Widths of the columns in millimetres, where the field has a width.
    pub fn widths(self, field_width: f64) -> Cow<'c, [f64]> {
        match self {
            Self::Fixed(slice) => slice.table.widths(slice.columns, field_width).into(),
            Self::Grid(slice) => (&*slice.widths).into(),
        }
    }

    /// Room inside the cells.
    pub fn padding(self) -> CellPadding {
        match self {
            Self::Fixed(_) => CellPadding { x: CELL_PADDING, y: CELL_PADDING },
            Self::Grid(slice) => slice.extended.padding,
        }
    }

    /// The lines.
    pub fn borders(self) -> &'a Borders {
        match self {
            Self::Fixed(_) => &GRID,
            Self::Grid(slice) => &slice.extended.borders,
        }
    }

    /// Settings of the columns from extensions.
    pub fn columns(self) -> &'a [ColumnText] {
        match self {
            Self::Fixed(_) => &[],
            Self::Grid(slice) => &slice.extended.columns,
        }
    }

    /// Returns `true` if columns without width have lines of their own: with extensions they are
    /// hidden.
    pub fn draws_empty_columns(self) -> bool {
        matches!(self, Self::Fixed(_))
    }

    /// Returns `true` if some text may reach out of its row, so that the next row covers part of
    /// it.
    pub fn has_tall_text(self) -> bool {
        let Self::Fixed(TableSlice { table, .. }) = self else { return false };
        let blocks = [&table.head_block, &table.body_block, &table.footer_block];
        let own = table.column_styles.iter().flat_map(|style| [style.head, style.body]);
        let own = own.filter_map(|cell| cell.font_size);
        blocks.iter().map(|block| block.font_size).chain(own).any(|size| size > TALLEST)
    }

    /// The rows: header, body, totals.
    pub fn rows(self) -> impl Iterator<Item = RowOnPage<'c>> {
        let count = match self {
            Self::Fixed(slice) => {
                usize::from(slice.head) + slice.rows.len() + usize::from(slice.footer.is_some())
            }
            Self::Grid(slice) => slice.rows.len(),
        };
        (0..count).filter_map(move |index| self.row(index))
    }

    fn row(self, index: usize) -> Option<RowOnPage<'c>> {
        let fixed = |kind: RowKind, texts: RowTexts<'c>| {
            let (number, continued, background) = (None, false, None);
            RowOnPage { kind, height: ROW_HEIGHT, number, continued, background, texts }
        };
        match self {
            Self::Grid(slice) => slice.rows.get(index).map(|row| {
                let GridRow { kind, height, number, continued, background, .. } = *row;
                let texts = RowTexts::Composed(row);
                RowOnPage { kind, height, number, continued, background, texts }
            }),
            Self::Fixed(slice) => match index.checked_sub(usize::from(slice.head)) {
                None => Some(fixed(RowKind::Head, RowTexts::Titles(&slice.table.head))),
                Some(index) if index < slice.rows.len() => {
                    Some(fixed(RowKind::Body, RowTexts::Packed(&slice.rows, index)))
                }
                Some(_) => {
                    let footer = slice.footer.as_ref()?;
                    Some(fixed(RowKind::Footer, RowTexts::Packed(footer, 0)))
                }
            },
        }
    }

    /// Number of rows of the data that begin on this page.
    pub fn data_rows(self) -> usize {
        self.rows().filter(RowOnPage::begins).count()
    }

    /// Kind of each row, and number of rows of the data that begin up to it, itself included.
    pub fn numbered(self) -> Vec<(RowKind, usize)> {
        let mut begun = 0;
        let number = |row: RowOnPage<'_>| {
            begun += usize::from(row.begins());
            (row.kind, begun)
        };
        self.rows().map(number).collect()
    }

    /// Height in millimetres.
    pub fn height(self) -> f64 {
        self.rows().fold(0.0, |height, row| height + row.height)
    }
}

impl<'c> RowOnPage<'c> {
    /// Returns `true` if screen readers read it, where the table begins on this page or before it: neither
    /// titles that are repeated nor what belongs to a page.
    pub fn is_read(&self, is_first: bool) -> bool {
        match self.kind {
            RowKind::Head | RowKind::HeadRow => is_first,
            RowKind::Brought | RowKind::Carried | RowKind::PageTotal => false,
            _ => true,
        }
    }

    /// Returns `true` if a row of the data begins here.
    fn begins(&self) -> bool {
        self.kind == RowKind::Body && !self.continued
    }

    /// The cells in a table of so many columns: the first column of each, and how many it covers.
    pub fn cells(&self, columns: usize) -> impl Iterator<Item = (usize, usize)> + use<'c> {
        let cells = match self.texts {
            RowTexts::Composed(row) => Some(&row.cells),
            RowTexts::Titles(_) | RowTexts::Packed(..) => None,
        };
        (0..cells.map_or(columns, Vec::len)).filter_map(move |at| match cells {
            Some(cells) => cells.get(at).map(|cell| (cell.column, cell.span)),
            None => Some((at, 1)),
        })
    }

    /// The fill of a cell, by its number in the row.
    pub fn cell_background(&self, table: &Table, at: usize) -> Option<Color> {
        match self.texts {
            RowTexts::Composed(row) => row.cells.get(at)?.look.background,
            RowTexts::Titles(_) | RowTexts::Packed(..) => {
                self.kind.block().cell(table.column_styles.get(at)?)?.background
            }
        }
    }
}

//! Rows of a table that uses extensions, on one page (spec 20.2).

use std::sync::Arc;

use super::code::CellDrawing;
use crate::expr::Typed;
use crate::format::{LineHeight, TextTransform};
use crate::paragraph::{Emphasis, Lines};
use crate::resolve::cells::TYPED;
use crate::template::Color;
use crate::template::field::{Align, BlockKind, Extended, Table, VerticalAlign};

/// Rows of a table on one page.
pub struct GridSlice<'a> {
    /// The table, for its look.
    pub table: &'a Table,
    /// Settings of the table from extensions.
    pub extended: &'a Extended,
    /// Widths of the columns in millimetres.
    pub widths: Arc<[f64]>,
    /// The rows, header and totals row included.
    pub rows: Vec<GridRow>,
    /// `true` if the table begins here.
    pub first: bool,
    /// `true` if no rows follow on a later page.
    pub last: bool,
}

/// A row at its height.
#[derive(Clone)]
pub struct GridRow {
    /// Kind of the row.
    pub kind: RowKind,
    /// Its height in millimetres.
    pub height: f64,
    /// The texts of its cells; the parts of a row that is cut share them.
    pub lines: Arc<Lines>,
    /// Its cells, from left to right.
    pub cells: Vec<GridCell>,
    /// Its fill, where a style says so.
    pub background: Option<Color>,
    /// `true` if the row continues from the page before.
    pub continued: bool,
    /// `true` if a font lacks a face that a text of the row asks for, so that another stands in.
    pub lacks_face: bool,
    /// Its number, from 0, for its band; nothing: counted on its page.
    pub number: Option<usize>,
}

/// Kind of a row of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RowKind {
    /// The titles.
    Head,
    /// A row above the titles.
    HeadRow,
    /// The sum brought forward from the page before.
    Brought,
    /// The header of a group.
    Group,
    /// A row of the data.
    Body,
    /// A row after a row of the data.
    Detail,
    /// The footer of a group.
    GroupEnd,
    /// The sum carried over to the next page.
    Carried,
    /// The totals of a page.
    PageTotal,
    /// A row before the totals row.
    FooterRow,
    /// The totals.
    Footer,
    /// The row that stands in for missing rows.
    Empty,
}

/// A cell of a row.
#[derive(Debug, Clone, PartialEq)]
pub struct GridCell {
    pub column: usize,
    /// Number of columns that the cell covers.
    pub span: usize,
    /// Index of its first line among the lines of the row.
    pub first: usize,
    /// Number of its lines.
    pub count: usize,
    /// `true` if its lines are measured; else the cell is one line that is cut where it is too
    /// wide.
    pub composed: bool,
    /// Look of the cell.
    pub look: CellLook,
    /// Drawing instead of the text, and its height in millimetres; `None` as height: that of the
    /// row.
    pub drawing: Option<(CellDrawing, Option<f64>)>,
    /// The whole text and its value, where values are kept.
    pub said: Option<Arc<Said>>,
}

/// The text of a cell before it was broken into lines, and the number or date that it is.
#[derive(Debug, PartialEq)]
pub struct Said {
    pub text: Box<str>,
    pub value: Option<Typed>,
}

/// Look of a cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CellLook {
    /// Size of the text in points.
    pub size: f64,
    /// Distance of lines.
    pub line_height: LineHeight,
    /// Colour of the text.
    pub color: Color,
    /// Fill.
    pub background: Option<Color>,
    /// Horizontal alignment.
    pub align: Align,
    /// Vertical alignment.
    pub vertical: VerticalAlign,
    /// Face and rules.
    pub emphasis: Emphasis,
    /// Case transformation of the text.
    pub transform: TextTransform,
}

impl CellLook {
    /// Distance of lines in points.
    pub fn pitch(&self) -> f64 {
        self.line_height.pitch(self.size)
    }

    /// Distance of a baseline from the top of its line in points.
    pub fn baseline(&self) -> f64 {
        self.line_height.baseline(self.size)
    }
}

impl RowKind {
    /// The name in the page model.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Head => "head",
            Self::HeadRow => "headRow",
            Self::Brought => "brought",
            Self::Group => "group",
            Self::Body => "body",
            Self::Detail => "detail",
            Self::GroupEnd => "groupEnd",
            Self::Carried => "carried",
            Self::PageTotal => "pageTotal",
            Self::FooterRow => "footerRow",
            Self::Footer => "footer",
            Self::Empty => "empty",
        }
    }
}

impl GridSlice<'_> {
    /// Its height in millimetres.
    pub fn height(&self) -> f64 {
        self.rows.iter().fold(0.0, |height, row| height + row.height)
    }

    /// Bytes of memory that it takes.
    pub(super) fn memory(&self) -> usize {
        let cells = |row: &GridRow| {
            let drawings = row.cells.iter().filter_map(|cell| cell.drawing.as_ref());
            let drawn: usize = drawings.map(|(drawing, _)| drawing.memory()).sum();
            let said = row.cells.iter().filter_map(|cell| cell.said.as_ref());
            let said: usize = said.map(|said| said.text.len() + TYPED + size_of::<Said>()).sum();
            row.cells.capacity() * size_of::<GridCell>() + drawn + said
        };
        let is_rest = |row: &GridRow| row.continued && row.kind == RowKind::Body;
        let lines = |row: &GridRow| if is_rest(row) { 0 } else { row.lines.memory() };
        let rows = self.rows.iter().map(|row| lines(row) + cells(row) + size_of::<GridRow>());
        rows.sum::<usize>() + size_of::<Self>()
    }

    /// Estimated number of items painted for the slice.
    pub(super) fn marks(&self) -> usize {
        let lines = |row: &GridRow| row.cells.iter().map(|cell| cell.count).sum::<usize>();
        self.rows.iter().map(|row| 2 + row.cells.len() + lines(row)).sum()
    }
}

impl GridRow {
    /// The text of a cell: its lines, joined by blanks.
    pub fn text(&self, cell: &GridCell) -> String {
        let lines = self.lines.range(cell.first..cell.first + cell.count);
        lines.iter().map(|line| self.lines.text(line)).collect::<Vec<_>>().join(" ")
    }
}

impl RowKind {
    /// Block whose look the row has.
    pub fn block(self) -> BlockKind {
        match self {
            Self::Head => BlockKind::Head,
            Self::Footer => BlockKind::Footer,
            _ => BlockKind::Body,
        }
    }

    /// Returns `true` for a row that belongs neither to the header, nor to the data, nor to the
    /// totals.
    pub(super) fn is_further(self) -> bool {
        !matches!(self, Self::Head | Self::Body | Self::Footer)
    }

    /// Returns `true` for a row that stays with the last row of the data above it.
    pub(super) fn follows_data(self) -> bool {
        matches!(self, Self::GroupEnd | Self::FooterRow | Self::Footer)
    }

    /// Returns `true` for a row that belongs to a page, so that its height has to be known before
    /// its texts.
    pub(super) fn is_of_page(self) -> bool {
        matches!(self, Self::HeadRow | Self::Brought | Self::Carried | Self::PageTotal)
    }
}

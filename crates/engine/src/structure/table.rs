//! Tables: one element over all pages (spec 20.10.7).

use std::sync::Arc;

use super::paragraphs::Paragraphs;
use super::tree::{ElementId, ElementType, Scope};
use super::{Builder, MarkedContent, PageParts, address, figure};
use crate::draw::Unit;
use crate::layout::{CellDrawing, Placement, RowKind, RowOnPage, RowTexts, RowsOnPage};
use crate::problem::{Code, Problem};
use crate::template::Field;

/// A table that goes on.
pub(super) struct OpenTable {
    element: ElementId,
    /// The group of rows that is open.
    group: Option<(ElementType, ElementId)>,
    /// `true` if it has rows between head and foot.
    has_body: bool,
    /// The cells of the last row, by their number in it.
    cells: Vec<Option<ElementId>>,
    /// Titles with expressions as they are shown, by their columns.
    titles: Vec<(usize, String)>,
    /// `true` for each column that has cells.
    is_shown: Arc<[bool]>,
}

impl Builder {
    /// Adds the rows of a table on a page.
    pub(super) fn table(
        &mut self,
        placement: &Placement<'_>,
        rows: RowsOnPage<'_, '_>,
        contents: &[MarkedContent],
        on: &PageParts<'_>,
        parent: ElementId,
    ) {
        let field = placement.field;
        let known = self.tables.remove(&address(field)).filter(|_| !rows.is_first());
        let mut table = known.unwrap_or_else(|| {
            let element = self.tree.add(ElementType::Table, parent);
            self.language(field, element);
            if let Some(summary) = placement.marks.as_ref().and_then(|marks| marks.alt.as_deref()) {
                self.tree.details_mut(element).summary = Some(summary.into());
            }
            if !has_titles(rows) {
                self.report(field, head_missing(field));
            }
            let titles = own_titles(rows);
            let is_shown = shown_columns(rows, field.width);
            OpenTable { element, group: None, has_body: false, cells: Vec::new(), titles, is_shown }
        });
        let is_shown = Arc::clone(&table.is_shown);
        let mut rest = contents;
        let mut bottom = placement.y;
        for (index, row) in rows.rows().enumerate() {
            let is_own = |content: &MarkedContent| {
                content.part.cell.is_none_or(|(of, _)| of as usize <= index)
            };
            let (own, after) = rest.split_at(rest.partition_point(is_own));
            rest = after;
            let top = bottom;
            bottom += row.height;
            if !row.is_read(rows.is_first()) {
                continue;
            }
            // The rest of a row that is cut belongs to its cells.
            if !row.continued || table.cells.is_empty() {
                self.row(&mut table, &row, rows, &is_shown);
            }
            for of_cell in own.chunk_by(|a, b| a.part.cell == b.part.cell) {
                let number = of_cell.first().and_then(|content| content.part.cell);
                let number = number.map_or(0, |(_, cell)| cell as usize);
                self.cell(placement, (&row, top), number, of_cell, on, &table);
            }
        }
        if rows.is_last() {
            self.body(&mut table, &is_shown);
        } else {
            self.tables.insert(address(field), table);
        }
    }

    /// Adds a row with an element for each column, so that all rows have the same columns.
    fn row(
        &mut self,
        table: &mut OpenTable,
        row: &RowOnPage<'_>,
        rows: RowsOnPage<'_, '_>,
        is_shown: &[bool],
    ) {
        let kind = match row.kind {
            RowKind::Head | RowKind::HeadRow => ElementType::TableHead,
            RowKind::FooterRow | RowKind::Footer => ElementType::TableFoot,
            _ => ElementType::TableBody,
        };
        if kind == ElementType::TableFoot {
            self.body(table, is_shown);
        }
        table.has_body |= kind == ElementType::TableBody;
        let group = match table.group {
            Some((open, element)) if open == kind => element,
            _ => self.tree.add(kind, table.element),
        };
        table.group = Some((kind, group));
        let element = self.tree.add(ElementType::Row, group);
        table.cells.clear();
        let mut next = 0;
        for (column, span) in row.cells(is_shown.len()) {
            for missing in next..column {
                if is_shown.get(missing) == Some(&true) {
                    self.header_or_cell(element, kind, missing, 1, rows);
                }
            }
            let end = (column + span).min(is_shown.len());
            let shown = is_shown.get(column..end).unwrap_or_default();
            let span = shown.iter().filter(|shown| **shown).count();
            let cell = (span > 0).then(|| self.header_or_cell(element, kind, column, span, rows));
            table.cells.push(cell);
            next = next.max(end);
        }
        for missing in next..is_shown.len() {
            if is_shown.get(missing) == Some(&true) {
                self.header_or_cell(element, kind, missing, 1, rows);
            }
        }
    }

    /// Gives a table without rows a body with an empty one: head and foot need it (ISO 32000-1, table 337).
    fn body(&mut self, table: &mut OpenTable, is_shown: &[bool]) {
        if table.has_body {
            return;
        }
        table.has_body = true;
        let body = self.tree.add(ElementType::TableBody, table.element);
        table.group = Some((ElementType::TableBody, body));
        let row = self.tree.add(ElementType::Row, body);
        for _ in is_shown.iter().filter(|shown| **shown) {
            self.tree.add(ElementType::Cell, row);
        }
    }

    fn header_or_cell(
        &mut self,
        row: ElementId,
        group: ElementType,
        column: usize,
        span: usize,
        rows: RowsOnPage<'_, '_>,
    ) -> ElementId {
        let names_row = rows.columns().get(column).is_some_and(|column| column.row_header);
        let scope = match group {
            ElementType::TableHead => Some(Scope::Column),
            _ if names_row => Some(Scope::Row),
            _ => None,
        };
        let kind = if scope.is_some() { ElementType::HeaderCell } else { ElementType::Cell };
        let cell = self.tree.add(kind, row);
        if scope.is_some() || span > 1 {
            let details = self.tree.details_mut(cell);
            details.scope = scope;
            details.span = (span > 1).then_some(span as u32);
        }
        cell
    }

    /// Adds what a cell of the last row shows. The row comes with its top in millimetres.
    fn cell(
        &mut self,
        placement: &Placement<'_>,
        (row, top): (&RowOnPage<'_>, f64),
        number: usize,
        contents: &[MarkedContent],
        on: &PageParts<'_>,
        table: &OpenTable,
    ) {
        let Some(Some(cell)) = table.cells.get(number).copied() else { return };
        let is_drawing = contents.iter().all(|content| content.part.unit == Unit::Whole);
        if is_drawing {
            let drawn = match row.texts {
                RowTexts::Composed(of) => of.cells.get(number),
                RowTexts::Titles(_) | RowTexts::Packed(..) => None,
            };
            let alt = drawn.and_then(|drawn| match &drawn.drawing {
                Some((CellDrawing::Code(placed), _)) => Some(figure::of_code(&placed.value)),
                // A picture is called as its column.
                _ => {
                    let own = table.titles.iter().find(|(column, _)| *column == drawn.column);
                    let head = &placement.content.table_rows()?.table().head;
                    own.map(|(_, title)| title).or_else(|| head.get(drawn.column)).cloned()
                }
            });
            let widths =
                placement.content.table_rows().map(|rows| rows.widths(placement.field.width));
            let (left, width) = drawn.zip(widths).map_or((0.0, 0.0), |(drawn, widths)| {
                let (before, own) = widths.split_at(drawn.column.min(widths.len()));
                (before.iter().sum::<f64>(), own.iter().take(drawn.span).sum::<f64>())
            });
            let area = [placement.x + left, top, width, row.height];
            let bounds = figure::part_bounds(placement, area, on.height);
            self.figure(placement.field, alt, contents, on, cell, bounds);
            return;
        }
        // Most cells are one text, which needs no paragraph of its own.
        let first = contents.first().map(|content| content.part.unit);
        let is_plain = matches!(first, Some(Unit::Text(paragraph)) if paragraph.level == 0)
            && contents.iter().all(|content| Some(content.part.unit) == first);
        if is_plain {
            contents.iter().for_each(|content| self.tree.put(cell, on.kid(content)));
        } else {
            Paragraphs::new(cell, None).add(contents, on, None, &mut self.tree);
        }
    }
}

/// `true` for each column that has cells: all but the hidden ones. A column for which the others
/// leave no room still shows `…`.
fn shown_columns(rows: RowsOnPage<'_, '_>, field_width: f64) -> Arc<[bool]> {
    let mut shown: Vec<bool> = rows.widths(field_width).iter().map(|width| *width > 0.0).collect();
    if let Some(head) = rows.rows().find(|row| row.kind == RowKind::Head) {
        for (column, _) in head.cells(shown.len()) {
            if let Some(shown) = shown.get_mut(column) {
                *shown = true;
            }
        }
    }
    shown.into()
}

/// The titles of columns that have one of their own, as the header shows them.
fn own_titles(rows: RowsOnPage<'_, '_>) -> Vec<(usize, String)> {
    let has_own = |column: usize| rows.columns().get(column).is_some_and(|it| it.title.is_some());
    let Some(head) = rows.rows().find(|row| row.kind == RowKind::Head) else { return Vec::new() };
    let RowTexts::Composed(head) = head.texts else { return Vec::new() };
    let own = head.cells.iter().filter(|cell| has_own(cell.column));
    own.map(|cell| (cell.column, head.text(cell))).collect()
}

/// Returns `true` if a table names its columns or its rows.
fn has_titles(rows: RowsOnPage<'_, '_>) -> bool {
    let names_rows = rows.columns().iter().any(|column| column.row_header);
    let has_text = |row: &RowOnPage<'_>| match row.texts {
        RowTexts::Titles(titles) => titles.iter().any(|title| !title.trim().is_empty()),
        RowTexts::Composed(of) => {
            of.cells.iter().any(|cell| cell.drawing.is_some() || !of.text(cell).trim().is_empty())
        }
        RowTexts::Packed(cells, number) => cells.row(number).any(|text| !text.trim().is_empty()),
    };
    let is_head = |row: &RowOnPage<'_>| matches!(row.kind, RowKind::Head | RowKind::HeadRow);
    names_rows || rows.rows().any(|row| is_head(&row) && has_text(&row))
}

/// Problem of a table without titles.
fn head_missing(field: &Field) -> Problem {
    let message = "the table names neither its columns nor its rows".to_owned();
    Problem::warning(Code::TableHeadMissing, message)
        .field(&field.name)
        .pointer(format!("{}/head", field.pointer))
        .advice(
            "write the titles of the columns into `head`, or set `rowHeader` in `columnStyles` for \
             the column that names the rows",
        )
        .detail("rule", "7.5")
}

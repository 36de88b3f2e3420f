//! Tables (spec 10.8).
//!
//! A slice is painted in three passes, which look the same as cell by cell and make smaller
//! pages: all backgrounds, all texts, then the grid. Where texts may be taller than a row, so that
//! the next one covers part of them, each row has its own three passes.

use super::list::{Item, Stroke};
use super::path::{Radii, rounded_rect};
use super::text::{align_x, align_y};
use super::{Area, Painter, TextStyle};
use crate::layout::{ROW_HEIGHT, TableSlice};
use crate::problem::Result;
use crate::template::Color;
use crate::template::field::{BlockKind as Block, CornerRadii, Table};
use crate::units::mm_to_pt;

/// Cell padding in millimetres.
pub const CELL_PADDING: f64 = 1.5;
/// Width of grid lines in points.
pub(super) const GRID_WIDTH: f64 = 0.5;
/// Texts up to this size in points stay inside their row, wherever they are aligned.
const TALLEST: f64 = 11.5;

/// A row to be painted.
struct Row<'a> {
    block: Block,
    background: Option<Color>,
    radii: Radii,
    cells: Cells<'a>,
}

#[derive(Clone, Copy)]
enum Cells<'a> {
    Head(&'a [String]),
    Packed(&'a crate::resolve::cells::Cells, usize),
}

impl Painter<'_> {
    pub(super) fn table(&mut self, slice: &TableSlice<'_>, area: &Area<'_>) -> Result<()> {
        let table = slice.table;
        if slice.columns == 0 {
            return Ok(());
        }
        let widths = column_widths(table, slice.columns, area.field.width);
        let mut edges = Vec::with_capacity(widths.len() + 1);
        edges.push(area.x);
        let mut x = area.x;
        for width in &widths {
            x += mm_to_pt(*width);
            edges.push(x);
        }
        let rows = rows(slice);
        self.meter.steps(rows.len() * edges.len())?;
        // The reference paints row by row. Painting all backgrounds, then all texts, then one grid
        // looks the same and is a fraction of the operators, unless a text reaches into the row
        // above, whose paint it must then cover.
        let together = if has_tall_text(table) { 1 } else { rows.len().max(1) };
        let mut top = area.y;
        for rows in rows.chunks(together) {
            self.backgrounds(table, rows, &edges, top);
            self.cell_texts(table, rows, &edges, top, area)?;
            self.grid(table, rows, &edges, top);
            rows.iter().for_each(|_| top += mm_to_pt(ROW_HEIGHT));
        }
        Ok(())
    }

    fn backgrounds(&mut self, table: &Table, rows: &[Row<'_>], edges: &[f64], top: f64) {
        let height = mm_to_pt(ROW_HEIGHT);
        let (left, width) = extent(edges);
        let mut y = top;
        for row in rows {
            if row.radii.any() {
                let outline = rounded_rect(left, y, width, height, row.radii);
                self.list.path(outline, row.background, Some(grid_stroke(table)));
            } else if let Some(color) = row.background {
                self.list.fill_rect(left, y, width, height, color);
            }
            // Column backgrounds are square, above the rounded frame: corners are covered (14.1).
            for (edge, style) in edges.windows(2).zip(&table.column_styles) {
                if let Some(color) = row.block.cell(style).and_then(|cell| cell.background) {
                    self.list.fill_rect(edge[0], y, edge[1] - edge[0], height, color);
                }
            }
            y += height;
        }
    }

    fn cell_texts(
        &mut self,
        table: &Table,
        rows: &[Row<'_>],
        edges: &[f64],
        mut top: f64,
        area: &Area<'_>,
    ) -> Result<()> {
        let height = mm_to_pt(ROW_HEIGHT);
        for row in rows {
            self.meter.step()?;
            let texts = RowTexts { table, block: row.block, edges, bottom: top + height };
            // Missing cells are empty, surplus cells are ignored.
            let columns = 0..edges.len() - 1;
            match row.cells {
                Cells::Head(titles) => {
                    let titles = titles.iter().map(String::as_str).chain(std::iter::repeat(""));
                    for (i, title) in columns.zip(titles) {
                        self.cell_text(title, i, &texts, area)?;
                    }
                }
                Cells::Packed(cells, index) => {
                    let cells = cells.row(index).chain(std::iter::repeat(""));
                    for (i, cell) in columns.zip(cells) {
                        self.cell_text(cell, i, &texts, area)?;
                    }
                }
            }
            top += height;
        }
        Ok(())
    }

    fn cell_text(
        &mut self,
        text: &str,
        column: usize,
        row: &RowTexts<'_>,
        area: &Area<'_>,
    ) -> Result<()> {
        let Some([left, right]) = row.edges.get(column..column + 2) else { return Ok(()) };
        let padding = mm_to_pt(CELL_PADDING);
        let cell_width = right - left;
        let max_width = cell_width - 2.0 * padding;
        // In a cell without any room even an empty text is cut to `…` (spec 10.5).
        if text.is_empty() && max_width >= 0.0 {
            return Ok(());
        }
        let block = row.block.of(row.table);
        let own = row.table.column_styles.get(column).and_then(|style| row.block.cell(style));
        let size = own.and_then(|cell| cell.font_size).unwrap_or(block.font_size);
        let color = own.and_then(|cell| cell.color).unwrap_or(block.color);
        let style = TextStyle { size, color, max_width: Some(max_width) };
        let above = align_y(block.vertical, mm_to_pt(ROW_HEIGHT), size, padding);
        self.put_line(text, style, area, |width| {
            (left + align_x(block.align, cell_width, width, padding), row.bottom - above)
        })?;
        Ok(())
    }

    /// Borders of all cells; a rounded row has its frame already and gets inner dividers only.
    fn grid(&mut self, table: &Table, rows: &[Row<'_>], edges: &[f64], top: f64) {
        let height = mm_to_pt(ROW_HEIGHT);
        let stroke = grid_stroke(table);
        let mut y = top;
        for rows in rows.chunk_by(|a, b| !a.radii.any() && !b.radii.any()) {
            let count = u32::try_from(rows.len()).unwrap_or(u32::MAX);
            if rows[0].radii.any() {
                for &x in &edges[1..edges.len() - 1] {
                    self.list.items.push(Item::Line { from: (x, y), to: (x, y + height), stroke });
                }
            } else {
                self.list.grid(edges, y, height, count, stroke);
            }
            y += height * f64::from(count);
        }
    }
}

/// Whether some text may reach out of its row.
fn has_tall_text(table: &Table) -> bool {
    let blocks = [&table.head_block, &table.body_block, &table.footer_block];
    let own = table.column_styles.iter().flat_map(|style| [style.head, style.body]);
    let own = own.filter_map(|cell| cell.font_size);
    blocks.iter().map(|block| block.font_size).chain(own).any(|size| size > TALLEST)
}

/// What the texts of one row have in common.
struct RowTexts<'a> {
    table: &'a Table,
    block: Block,
    edges: &'a [f64],
    bottom: f64,
}

/// The rows of a slice: header, body, totals.
fn rows<'a>(slice: &'a TableSlice<'_>) -> Vec<Row<'a>> {
    let table = slice.table;
    let mut rows = Vec::with_capacity(slice.rows.len() + 2);
    if slice.head {
        let radii = table.head_block.radii;
        rows.push(Row {
            block: Block::Head,
            background: table.head_block.background,
            radii: mm_radii(CornerRadii { bottom_left: 0.0, bottom_right: 0.0, ..radii }),
            cells: Cells::Head(&table.head),
        });
    }
    let rounded = slice.last && table.footer.is_empty();
    for index in 0..slice.rows.len() {
        // Counted within the slice: every page starts with an unbanded row (10.8.2).
        let band = table.band_color.filter(|_| index % 2 == 1);
        let last = rounded && index + 1 == slice.rows.len();
        rows.push(Row {
            block: Block::Body,
            background: band.or(table.body_block.background),
            radii: if last { bottom(table.body_block.radii) } else { Radii::default() },
            cells: Cells::Packed(&slice.rows, index),
        });
    }
    if let Some(footer) = &slice.footer {
        rows.push(Row {
            block: Block::Footer,
            background: table.footer_block.background,
            radii: bottom(table.footer_block.radii),
            cells: Cells::Packed(footer, 0),
        });
    }
    rows
}

pub(super) fn bottom(radii: CornerRadii) -> Radii {
    mm_radii(CornerRadii { top_left: 0.0, top_right: 0.0, ..radii })
}

pub(super) fn mm_radii(radii: CornerRadii) -> Radii {
    Radii {
        top_left: mm_to_pt(radii.top_left),
        top_right: mm_to_pt(radii.top_right),
        bottom_left: mm_to_pt(radii.bottom_left),
        bottom_right: mm_to_pt(radii.bottom_right),
    }
}

fn grid_stroke(table: &Table) -> Stroke {
    Stroke::solid(table.border_color, GRID_WIDTH)
}

fn extent(edges: &[f64]) -> (f64, f64) {
    let (left, right) = (edges[0], edges[edges.len() - 1]);
    (left, right - left)
}

/// Column widths in millimetres: explicit ones as given, the others share what is left
/// (spec 10.8.1, with B3: `null` is no width).
pub fn column_widths(table: &Table, columns: usize, table_width: f64) -> Vec<f64> {
    table.widths(columns, table_width)
}

#[cfg(test)]
mod tests {
    use crate::draw::Item;
    use crate::draw::fixture::draw;

    /// What is drawn for a table alone on a page: texts as they are, fills as `fill`.
    fn drawn(table: &str) -> Vec<String> {
        let list = draw(&format!(
            r#""schemas":[{{"id":"t","name":"t","type":"table","x":0,"y":0,"width":100,"height":20,
                {table}}}]"#
        ));
        let items = list.items.iter().filter_map(|item| match item {
            Item::Text { runs, .. } => Some(list.item_text(runs)),
            Item::Rect { fill: Some(_), .. } => Some("fill".to_owned()),
            _ => None,
        });
        items.collect()
    }

    fn texts(table: &str) -> Vec<String> {
        drawn(table).into_iter().filter(|text| text != "fill").collect()
    }

    #[test]
    fn a_row_covers_the_text_that_hangs_into_it_from_above() {
        let table = r##""head":["A"],"content":[["1"],["2"]],"bodyBackgroundColor":"#fff""##;
        assert_eq!(drawn(table), ["fill", "fill", "fill", "A", "1", "2"]);
        let tall = format!("{table},\"headFontSize\":30");
        assert_eq!(drawn(&tall), ["fill", "A", "fill", "1", "fill", "2"]);
        let tall = format!("{table},\"columnStyles\":[{{\"cellFontSize\":30}}]");
        assert_eq!(drawn(&tall), ["fill", "A", "fill", "1", "fill", "2"]);
    }

    #[test]
    fn missing_cells_are_empty_and_surplus_cells_ignored() {
        let drawn = texts(r#""head":["A","B"],"content":[["1"],["2","3","4"]]"#);
        assert_eq!(drawn, ["A", "B", "1", "2", "3"]);
    }

    #[test]
    fn rows_without_columns_draw_nothing() {
        let totals = r#""head":[],"footer":["T"]"#;
        assert_eq!(drawn(&format!(r#"{totals},"content":[[]]"#)), [""; 0]);
        assert_eq!(texts(&format!(r#"{totals},"content":[["1","2"]]"#)), ["1", "2", "T"]);
        assert_eq!(texts(&format!(r#"{totals},"content":[]"#)), ["T"]);
    }

    #[test]
    fn a_cell_without_any_room_shows_an_ellipsis_even_when_empty() {
        let narrow = r#""columnWidths":[90,2],"head":["A",""],"content":[["1"],["","22"]]"#;
        assert_eq!(texts(narrow), ["A", "…", "1", "…", "2…"]);
        let exact = r#""columnWidths":[90,3],"head":["A",""],"content":[["1"]]"#;
        assert_eq!(texts(exact), ["A", "1"]);
    }
}

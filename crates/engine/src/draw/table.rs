//! Tables of either kind (spec 10.8, 20.2).
//!
//! Rows are painted in three passes, which look the same as cell by cell and make smaller pages: all
//! backgrounds, all texts, then the lines. Where texts may be taller than a row, so that the next one
//! covers part of them, each row has its own three passes.

use super::path::rounded_rect;
use super::rows::{Placed, extent, named_stroke, placed};
use super::{Area, Painter};
use crate::format::Grid;
use crate::layout::{RowTexts, RowsOnPage};
use crate::problem::Result;
use crate::units::mm_to_pt;

impl Painter<'_> {
    pub(super) fn table(&mut self, rows: RowsOnPage<'_, '_>, area: &Area<'_>) -> Result<()> {
        let widths = rows.widths(area.field.width);
        if widths.is_empty() {
            return Ok(());
        }
        let mut edges = Vec::with_capacity(widths.len() + 1);
        edges.push(area.x);
        let mut x = area.x;
        for width in widths.iter() {
            x += mm_to_pt(*width);
            edges.push(x);
        }
        let all = placed(rows, area.y);
        self.meter.steps(all.len() * edges.len())?;
        let together = if rows.has_tall_text() { 1 } else { all.len().max(1) };
        for (chunk, placed) in all.chunks(together).enumerate() {
            self.decoration();
            for row in placed {
                self.row_background(rows, row, &edges);
            }
            for (index, row) in placed.iter().enumerate() {
                self.meter.step()?;
                self.row_texts(rows, row, chunk * together + index, &edges, area)?;
            }
            self.end_cells();
            self.decoration();
            self.borders(rows, placed, &edges);
        }
        Ok(())
    }

    fn row_background(&mut self, rows: RowsOnPage<'_, '_>, row: &Placed<'_>, edges: &[f64]) {
        let (left, right) = (edges[0], edges[edges.len() - 1]);
        let (top, height) = (row.top, row.height);
        if row.radii.any() {
            let outline = rounded_rect(left, top, right - left, height, row.radii);
            let framed = rows.borders().name() == Some(Grid::Grid);
            let stroke = framed.then(|| named_stroke(rows));
            self.list.path(outline, row.background, stroke);
        } else if let Some(color) = row.background {
            self.list.fill_rect(left, top, right - left, height, color);
        }
        // Fills of cells are square, above the rounded frame: corners are covered (14.1).
        for (at, cell) in row.row.cells(edges.len() - 1).enumerate() {
            let color = row.row.cell_background(rows.table(), at);
            if let (Some(color), Some((left, width))) = (color, extent(cell, edges)) {
                self.list.fill_rect(left, top, width, height, color);
            }
        }
    }

    fn row_texts(
        &mut self,
        rows: RowsOnPage<'_, '_>,
        row: &Placed<'_>,
        index: usize,
        edges: &[f64],
        area: &Area<'_>,
    ) -> Result<()> {
        // Missing cells are empty, surplus cells are ignored.
        let columns = 0..edges.len() - 1;
        let is_read = row.row.is_read(rows.is_first());
        match row.row.texts {
            RowTexts::Titles(titles) => {
                let titles = titles.iter().map(String::as_str).chain(std::iter::repeat(""));
                for (column, title) in columns.zip(titles) {
                    self.cell = Some((index, column));
                    self.begin_cell(index, column, is_read);
                    self.plain_cell(rows, row, title, column, edges, area)?;
                }
            }
            RowTexts::Packed(cells, number) => {
                let cells = cells.row(number).chain(std::iter::repeat(""));
                for (column, cell) in columns.zip(cells) {
                    self.cell = Some((index, column));
                    self.begin_cell(index, column, is_read);
                    self.plain_cell(rows, row, cell, column, edges, area)?;
                }
            }
            RowTexts::Composed(of) => {
                for (number, cell) in of.cells.iter().enumerate() {
                    self.cell = Some((index, cell.column));
                    self.begin_cell(index, number, is_read);
                    self.composed_cell(rows.padding(), row, of, cell, edges, area)?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::draw::Item;
    use crate::draw::tests::draw;

    /// Items drawn for a table alone on a page: texts as they are, fills as `fill`.
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

//! Tables that use extensions (spec 20.2): painted in the passes of other tables, with rows of any
//! height, spans, and cells of several lines.

use super::block::Stretch;
use super::list::{Item, Stroke};
use super::path::rounded_rect;
use super::table::{GRID_WIDTH, bottom, mm_radii};
use super::text::{align_x, align_y};
use super::{Area, Painter, Radii, TextStyle};
use crate::format::Wrap;
use crate::layout::{GridCell, GridRow, GridSlice, RowKind};
use crate::problem::Result;
use crate::template::Color;
use crate::template::field::{CornerRadii, Extended, VerticalAlign};
use crate::units::mm_to_pt;

/// A row at its place, in points.
struct Placed<'s> {
    row: &'s GridRow,
    top: f64,
    height: f64,
    background: Option<Color>,
    radii: Radii,
}

impl Painter<'_> {
    pub(super) fn grid_slice(&mut self, slice: &GridSlice<'_>, area: &Area<'_>) -> Result<()> {
        let Some(extended) = slice.table.extended.as_deref() else { return Ok(()) };
        let mut edges = Vec::with_capacity(slice.widths.len() + 1);
        let mut x = area.x;
        edges.push(x);
        for width in slice.widths.iter() {
            x += mm_to_pt(*width);
            edges.push(x);
        }
        let rows = placed(slice, area.y);
        self.meter.steps(rows.len() * edges.len())?;
        for row in &rows {
            self.row_background(slice, row, &edges);
        }
        for row in &rows {
            self.meter.step()?;
            for cell in &row.row.cells {
                self.grid_cell(extended, row, cell, &edges, area)?;
            }
        }
        self.row_borders(slice, &rows, &edges);
        Ok(())
    }

    fn row_background(&mut self, slice: &GridSlice<'_>, row: &Placed<'_>, edges: &[f64]) {
        let (left, right) = (edges[0], edges[edges.len() - 1]);
        let (top, height) = (row.top, row.height);
        if row.radii.any() {
            let stroke = Stroke { color: slice.table.border_color, width: GRID_WIDTH };
            let outline = rounded_rect(left, top, right - left, height, row.radii);
            self.list.path(outline, row.background, Some(stroke));
        } else if let Some(color) = row.background {
            self.list.fill_rect(left, top, right - left, height, color);
        }
        for cell in &row.row.cells {
            if let (Some(color), Some((left, width))) = (cell.look.background, extent(cell, edges))
            {
                self.list.fill_rect(left, top, width, height, color);
            }
        }
    }

    fn grid_cell(
        &mut self,
        extended: &Extended,
        row: &Placed<'_>,
        cell: &GridCell,
        edges: &[f64],
        area: &Area<'_>,
    ) -> Result<()> {
        let Some((left, width)) = extent(cell, edges) else { return Ok(()) };
        let padding = (mm_to_pt(extended.padding.x), mm_to_pt(extended.padding.y));
        let look = &cell.look;
        let lines = row.row.lines.range(cell.first..cell.first + cell.count);
        let bottom = row.top + row.height;
        let single = row.height - align_y(look.vertical, row.height, look.size, padding.1);
        if cell.wrap == Wrap::None {
            let text = lines.first().map_or("", |line| row.row.lines.text(line));
            let max_width = width - 2.0 * padding.0;
            if text.is_empty() && max_width >= 0.0 {
                return Ok(());
            }
            let style =
                TextStyle { size: look.size, color: look.color, max_width: Some(max_width) };
            return self.put_cut(text, look.emphasis, style, area, |text_width| {
                (left + align_x(look.align, width, text_width, padding.0), row.top + single)
            });
        }
        let text_height = lines.len() as f64 * look.pitch;
        let first = match (lines.len(), look.vertical) {
            (1, _) => row.top + single,
            (_, VerticalAlign::Top) => row.top + padding.1 + look.size,
            (_, VerticalAlign::Middle) => row.top + (row.height - text_height) / 2.0 + look.size,
            (_, VerticalAlign::Bottom) => bottom - padding.1 - text_height + look.size,
        };
        for (number, line) in lines.iter().enumerate() {
            let mut at = Stretch {
                x: left + align_x(look.align, width, line.width, padding.0),
                baseline: first + number as f64 * look.pitch,
                size: look.size,
                color: look.color,
                more: 0.0,
            };
            for (text, emphasis) in row.row.lines.spans(line) {
                self.meter.read(text.len())?;
                at.x = self.stretch(text, emphasis, at, area)?;
            }
        }
        Ok(())
    }

    /// Borders of all cells; a rounded row has its frame already and gets inner dividers only.
    fn row_borders(&mut self, slice: &GridSlice<'_>, rows: &[Placed<'_>], edges: &[f64]) {
        let stroke = Stroke { color: slice.table.border_color, width: GRID_WIDTH };
        let plain =
            |row: &Placed<'_>| !row.radii.any() && row.row.cells.iter().all(|cell| cell.span == 1);
        let alike = |a: &Placed<'_>, b: &Placed<'_>| {
            plain(a) && plain(b) && a.height.total_cmp(&b.height).is_eq()
        };
        for rows in rows.chunk_by(alike) {
            let Some(first) = rows.first() else { continue };
            if plain(first) {
                let count = u32::try_from(rows.len()).unwrap_or(u32::MAX);
                self.list.grid(edges, first.top, first.height, count, stroke);
                continue;
            }
            if !first.radii.any() {
                self.list.grid(
                    &[edges[0], edges[edges.len() - 1]],
                    first.top,
                    first.height,
                    1,
                    stroke,
                );
            }
            for cell in first.row.cells.iter().skip(1) {
                let Some(x) = edges.get(cell.column).copied() else { continue };
                let (from, to) = ((x, first.top), (x, first.top + first.height));
                self.list.items.push(Item::Line { from, to, stroke });
            }
        }
    }
}

/// The left edge and the width of a cell.
fn extent(cell: &GridCell, edges: &[f64]) -> Option<(f64, f64)> {
    let left = *edges.get(cell.column)?;
    let right = *edges.get((cell.column + cell.span).min(edges.len() - 1))?;
    Some((left, right - left))
}

/// The rows of a slice at their places.
fn placed<'s>(slice: &'s GridSlice<'_>, top: f64) -> Vec<Placed<'s>> {
    let table = slice.table;
    let mut top = top;
    let mut bodies = 0;
    let count = slice.rows.len();
    let place = |(index, row): (usize, &'s GridRow)| {
        let last = index + 1 == count && slice.last;
        let (background, radii) = match row.kind {
            RowKind::Head => {
                let radii =
                    CornerRadii { bottom_left: 0.0, bottom_right: 0.0, ..table.head_block.radii };
                (table.head_block.background, mm_radii(radii))
            }
            RowKind::Footer => (table.footer_block.background, bottom(table.footer_block.radii)),
            RowKind::Body => {
                // Counted within the slice: every page starts with an unbanded row (10.8.2).
                let band = table.band_color.filter(|_| bodies % 2 == 1);
                bodies += 1;
                let radii = if last { bottom(table.body_block.radii) } else { Radii::default() };
                (band.or(table.body_block.background), radii)
            }
            _ => (table.body_block.background, Radii::default()),
        };
        let height = mm_to_pt(row.height);
        let placed = Placed { row, top, height, background: row.background.or(background), radii };
        top += height;
        placed
    };
    slice.rows.iter().enumerate().map(place).collect()
}

//! Tables that use extensions (spec 20.2): painted in the passes of other tables, with rows of any
//! height, spans, and cells of several lines.

use super::block::Stretch;
use super::borders::grid_stroke;
use super::code::CodeLook;
use super::path::rounded_rect;
use super::table::{bottom, mm_radii};
use super::text::{align_x, align_y};
use super::{Area, Painter, Radii, TextStyle};
use crate::format::Grid;
use crate::layout::{CellDrawing, GridCell, GridRow, GridSlice, RowKind};
use crate::paragraph::INDENT;
use crate::problem::Result;
use crate::template::Color;
use crate::template::field::{CornerRadii, Extended, VerticalAlign};
use crate::units::mm_to_pt;

/// A row at its place, in points.
pub(super) struct Placed<'s> {
    pub(super) row: &'s GridRow,
    pub(super) top: f64,
    pub(super) height: f64,
    background: Option<Color>,
    pub(super) radii: Radii,
}

impl Painter<'_> {
    pub(super) fn grid_slice(&mut self, slice: &GridSlice<'_>, area: &Area<'_>) -> Result<()> {
        let Some(extended) = slice.table.extended.as_deref() else { return Ok(()) };
        if slice.widths.is_empty() {
            return Ok(());
        }
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
        self.borders(slice, extended, &rows, &edges);
        Ok(())
    }

    fn row_background(&mut self, slice: &GridSlice<'_>, row: &Placed<'_>, edges: &[f64]) {
        let (left, right) = (edges[0], edges[edges.len() - 1]);
        let (top, height) = (row.top, row.height);
        if row.radii.any() {
            let outline = rounded_rect(left, top, right - left, height, row.radii);
            let extended = slice.table.extended.as_deref();
            let framed = extended.is_some_and(|of| of.borders.name() == Some(Grid::Grid));
            let stroke = extended.map(|extended| grid_stroke(slice.table, extended));
            self.list.path(outline, row.background, stroke.filter(|_| framed));
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
        if let Some((drawing, own)) = &cell.drawing {
            // Of a row that is cut, the part with the text has the drawing.
            let shown = cell.count > 0;
            let room = (row.height - 2.0 * padding.1).max(0.0);
            let height = own.map_or(room, |own| mm_to_pt(own).min(room));
            let down = match look.vertical {
                VerticalAlign::Top => 0.0,
                VerticalAlign::Middle => (room - height) / 2.0,
                VerticalAlign::Bottom => room - height,
            };
            let inside = Area {
                field: area.field,
                x: left + padding.0,
                y: row.top + padding.1 + down,
                width: (width - 2.0 * padding.0).max(0.0),
                height,
            };
            return match drawing {
                CellDrawing::Image(of) if shown => self.cell_image(of, look.align, &inside),
                CellDrawing::Code(placed) if shown => {
                    let column = extended.columns.get(cell.column);
                    match column.and_then(|column| column.code.as_ref()) {
                        Some(code) => self.code(&CodeLook::in_column(code), placed, &inside),
                        None => Ok(()),
                    }
                }
                _ => Ok(()),
            };
        }
        let lines = row.row.lines.range(cell.first..cell.first + cell.count);
        let bottom = row.top + row.height;
        let single = row.height - align_y(look.vertical, row.height, look.size, padding.1);
        if !cell.composed {
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
            let free = width - line.indent;
            // What is read from the right hangs from there.
            let (begin, before) = match line.rtl {
                true => (left, left + width - padding.0 - line.indent + INDENT),
                false => (left + line.indent, left + padding.0 + line.indent - INDENT),
            };
            let start = begin + align_x(look.align, free, line.width, padding.0);
            let at = Stretch {
                x: start,
                baseline: first + number as f64 * look.pitch,
                size: look.size,
                color: look.color,
                more: 0.0,
            };
            if let Some(marker) = row.row.lines.marker(cell.first + number) {
                let at = Stretch { x: before, ..at };
                self.marker(marker, line.rtl, look.emphasis, at, area)?;
            }
            self.spans(&row.row.lines, line, at, area)?;
        }
        Ok(())
    }
}

/// The left edge and the width of a cell.
pub(super) fn extent(cell: &GridCell, edges: &[f64]) -> Option<(f64, f64)> {
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
    let named = table.extended.as_ref().and_then(|extended| extended.borders.name());
    let rounded = matches!(named, Some(Grid::Grid | Grid::Frame));
    let place = |(index, row): (usize, &'s GridRow)| {
        let last = index + 1 == count && slice.last;
        let (background, radii) = match row.kind {
            RowKind::Head | RowKind::HeadRow => {
                let first =
                    CornerRadii { bottom_left: 0.0, bottom_right: 0.0, ..table.head_block.radii };
                let radii = if index == 0 { mm_radii(first) } else { Radii::default() };
                (table.head_block.background, radii)
            }
            RowKind::Footer => (table.footer_block.background, bottom(table.footer_block.radii)),
            RowKind::Body => {
                // Counted within the slice: every page starts with an unbanded row (10.8.2).
                let number = row.number.unwrap_or(bodies);
                let band = table.band_color.filter(|_| number % 2 == 1);
                bodies += 1;
                let radii = if last { bottom(table.body_block.radii) } else { Radii::default() };
                (band.or(table.body_block.background), radii)
            }
            _ => (table.body_block.background, Radii::default()),
        };
        let radii = if rounded { radii } else { Radii::default() };
        let height = mm_to_pt(row.height);
        let placed = Placed { row, top, height, background: row.background.or(background), radii };
        top += height;
        placed
    };
    slice.rows.iter().enumerate().map(place).collect()
}

//! The texts and drawings in the cells of tables (spec 10.8.3, 20.2.1).

use super::block::{PlacedStretch, list_level};
use super::rows::{Placed, extent};
use super::tag::Unit;
use super::text::{align_x, align_y};
use super::{Area, Painter, TextStyle};
use crate::layout::{CellDrawing, GridCell, GridRow, RowsOnPage};
use crate::paragraph::INDENT;
use crate::problem::Result;
use crate::template::field::{CellPadding, VerticalAlign};
use crate::units::mm_to_pt;

impl Painter<'_> {
    /// One line, cut where it is too wide.
    pub(super) fn plain_cell(
        &mut self,
        rows: RowsOnPage<'_, '_>,
        row: &Placed<'_>,
        text: &str,
        column: usize,
        edges: &[f64],
        area: &Area<'_>,
    ) -> Result<()> {
        let Some((left, width)) = extent((column, 1), edges) else { return Ok(()) };
        let CellPadding { x, y } = rows.padding();
        let (padding_x, padding_y) = (mm_to_pt(x), mm_to_pt(y));
        let max_width = width - 2.0 * padding_x;
        // In a cell without any room even an empty text is cut to `…` (spec 10.5).
        if text.is_empty() && max_width >= 0.0 {
            return Ok(());
        }
        let (table, kind) = (rows.table(), row.row.kind.block());
        let block = kind.of(table);
        let own = table.column_styles.get(column).and_then(|style| kind.cell(style));
        let size = own.and_then(|cell| cell.font_size).unwrap_or(block.font_size);
        let color = own.and_then(|cell| cell.color).unwrap_or(block.color);
        let style = TextStyle { size, color, max_width: Some(max_width) };
        self.words(None);
        let bottom = row.top + row.height;
        let above = align_y(block.vertical, row.height, size, padding_y);
        self.put_line(text, style, area, |text_width| {
            (left + align_x(block.align, width, text_width, padding_x), bottom - above)
        })?;
        Ok(())
    }

    /// A drawing, or lines that may be measured.
    pub(super) fn composed_cell(
        &mut self,
        padding: CellPadding,
        row: &Placed<'_>,
        of: &GridRow,
        cell: &GridCell,
        edges: &[f64],
        area: &Area<'_>,
    ) -> Result<()> {
        let Some((left, width)) = extent((cell.column, cell.span), edges) else { return Ok(()) };
        let padding = (mm_to_pt(padding.x), mm_to_pt(padding.y));
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
            self.unit(Unit::Whole);
            return match drawing {
                CellDrawing::Image(of) if shown => self.cell_image(of, look.align, &inside),
                CellDrawing::Code(placed) if shown => self.code(placed, &inside),
                CellDrawing::Image(_) | CellDrawing::Code(_) => Ok(()),
            };
        }
        let lines = of.lines.range(cell.first..cell.first + cell.count);
        let bottom = row.top + row.height;
        let below = match look.vertical {
            VerticalAlign::Top => look.baseline(),
            _ => look.size,
        };
        let single = row.height - align_y(look.vertical, row.height, below, padding.1);
        if !cell.composed {
            let text = lines.first().map_or("", |line| of.lines.text(line));
            let max_width = width - 2.0 * padding.0;
            if text.is_empty() && max_width >= 0.0 {
                return Ok(());
            }
            let style =
                TextStyle { size: look.size, color: look.color, max_width: Some(max_width) };
            self.words(None);
            return self.put_cut(text, look.emphasis, style, area, |text_width| {
                (left + align_x(look.align, width, text_width, padding.0), row.top + single)
            });
        }
        let text_height = lines.len() as f64 * look.pitch();
        let first = match (lines.len(), look.vertical) {
            (1, _) => row.top + single,
            (_, VerticalAlign::Top) => row.top + padding.1 + look.baseline(),
            (_, VerticalAlign::Middle) => {
                row.top + (row.height - text_height) / 2.0 + look.baseline()
            }
            (_, VerticalAlign::Bottom) => bottom - padding.1 - text_height + look.baseline(),
        };
        for (number, line) in lines.iter().enumerate() {
            let free = width - line.indent;
            // Markers of texts read from the right hang from there.
            let (begin, before) = if line.rtl {
                (left, left + width - padding.0 - line.indent + INDENT)
            } else {
                (left + line.indent, left + padding.0 + line.indent - INDENT)
            };
            let start = begin + align_x(look.align, free, line.width, padding.0);
            let at = PlacedStretch {
                x: start,
                baseline: first + number as f64 * look.pitch(),
                size: look.size,
                color: look.color,
                more: 0.0,
            };
            let marker = of.lines.marker(cell.first + number);
            self.begin_line(list_level(line.indent), marker, line.last);
            if let Some(marker) = marker {
                let at = PlacedStretch { x: before, ..at };
                self.label();
                self.marker(marker, line.rtl, look.emphasis, at, area)?;
            }
            self.spans(&of.lines, line, at, area)?;
        }
        Ok(())
    }
}

//! Rows of tables at their places.

use super::list::Stroke;
use super::path::{Radii, mm_radii};
use crate::format::Grid;
use crate::layout::{RowKind, RowOnPage, RowsOnPage};
use crate::template::Color;
use crate::template::field::{Borders, CornerRadii};
use crate::units::mm_to_pt;

/// A row at its place, in points.
pub(super) struct Placed<'c> {
    pub(super) row: RowOnPage<'c>,
    pub(super) top: f64,
    pub(super) height: f64,
    pub(super) background: Option<Color>,
    pub(super) radii: Radii,
}

/// The line of the named forms.
pub(super) fn named_stroke(rows: RowsOnPage<'_, '_>) -> Stroke {
    let width = match rows.borders() {
        Borders::Named(_, width) => *width,
        Borders::Placed(_) => 0.0,
    };
    Stroke::solid(rows.table().border_color, width)
}

/// The left edge and the width of a cell, given its first column and how many it covers.
pub(super) fn extent((column, span): (usize, usize), edges: &[f64]) -> Option<(f64, f64)> {
    let left = *edges.get(column)?;
    let right = *edges.get((column + span).min(edges.len() - 1))?;
    Some((left, right - left))
}

/// The rows at their places.
pub(super) fn placed<'c>(rows: RowsOnPage<'c, '_>, mut top: f64) -> Vec<Placed<'c>> {
    let table = rows.table();
    let mut bodies = 0;
    let mut all: Vec<Placed<'c>> = Vec::new();
    for row in rows.rows() {
        let (background, radii) = match row.kind {
            RowKind::Head | RowKind::HeadRow => {
                let first =
                    CornerRadii { bottom_left: 0.0, bottom_right: 0.0, ..table.head_block.radii };
                let radii = if all.is_empty() { first } else { CornerRadii::default() };
                (table.head_block.background, radii)
            }
            RowKind::Footer => (table.footer_block.background, bottom(table.footer_block.radii)),
            RowKind::Body => {
                // Counted within the slice: every page starts with an unbanded row (10.8.2).
                let number = row.number.unwrap_or(bodies);
                let band = table.band_color.filter(|_| number % 2 == 1);
                bodies += 1;
                (band.or(table.body_block.background), CornerRadii::default())
            }
            _ => (table.body_block.background, CornerRadii::default()),
        };
        let height = mm_to_pt(row.height);
        let background = row.background.or(background);
        all.push(Placed { row, top, height, background, radii: mm_radii(radii) });
        top += height;
    }
    if let Some(last) = all.last_mut()
        && last.row.kind == RowKind::Body
        && rows.is_last()
    {
        last.radii = mm_radii(bottom(table.body_block.radii));
    }
    if !matches!(rows.borders().name(), Some(Grid::Grid | Grid::Frame)) {
        all.iter_mut().for_each(|row| row.radii = Radii::default());
    }
    all
}

fn bottom(radii: CornerRadii) -> CornerRadii {
    CornerRadii { top_left: 0.0, top_right: 0.0, ..radii }
}

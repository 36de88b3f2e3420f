//! The lines of tables that use extensions (spec 20.2.8).

use crate::format::{Choose, Grid, table};
use crate::template::color::Color;
use crate::template::read::{Context, Node};

/// Lines of a table that are drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum Borders {
    /// Lines of a named pattern, all of one width in points.
    Named(Grid, f64),
    /// Lines by place.
    Placed(Box<Places>),
}

/// The lines of a table by place.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Places {
    /// Around the rows of a page.
    pub outer: Option<TableLine>,
    /// Between rows.
    pub row: Option<TableLine>,
    /// Between columns.
    pub column: Option<TableLine>,
    /// Below the titles; absent: as between rows.
    pub head_bottom: Option<TableLine>,
    /// Above the totals row; absent: as between rows.
    pub footer_top: Option<TableLine>,
}

/// A line.
#[derive(Debug, Clone, PartialEq)]
pub struct TableLine {
    /// Width in points; `None`: that of the table.
    pub width: Option<f64>,
    /// Colour; `None`: that of the table.
    pub color: Option<Color>,
    /// Lengths of dashes and gaps in millimetres; empty: solid.
    pub dash: Vec<f64>,
}

impl Borders {
    pub(super) fn read(node: &Node<'_>, context: &mut Context) -> Self {
        let width = node.read(&table::GRID_WIDTH, context);
        let Some(node) = node.extension(&table::BORDERS_KEY, context) else {
            return Self::Named(Grid::Grid, width);
        };
        if let Some(name) = node.value.as_str() {
            return Self::Named(Grid::named(name).unwrap_or(Grid::Grid), width);
        }
        let mut line = |key| {
            let node = node.extension(key, context)?;
            let line = TableLine::read(&node, context);
            Some(TableLine { width: line.width.or(Some(width)), ..line })
        };
        Self::Placed(Box::new(Places {
            outer: line(&table::OUTER),
            row: line(&table::ROW_LINE),
            column: line(&table::COLUMN_LINE),
            head_bottom: line(&table::HEAD_BOTTOM),
            footer_top: line(&table::FOOTER_TOP),
        }))
    }

    /// The name, where the lines have one.
    pub fn name(&self) -> Option<Grid> {
        match self {
            Self::Named(name, _) => Some(*name),
            Self::Placed(_) => None,
        }
    }
}

impl TableLine {
    pub(super) fn read(node: &Node<'_>, context: &mut Context) -> Self {
        let dash = node.extension(&table::LINE_DASH, context);
        let dash = dash.map(|node| node.elements()).unwrap_or_default();
        Self {
            width: node.read(&table::LINE_WIDTH, context),
            color: node.read(&table::LINE_COLOR, context),
            dash: dash.iter().filter_map(|node| node.value.as_f64()).collect(),
        }
    }
}

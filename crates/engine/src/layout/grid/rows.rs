//! Rows of a table: texts to lines, and how high that makes them (spec 20.2.1).

use std::sync::Arc;

use super::super::block::of_fault;
use super::super::notes::Note;
use super::super::{ROW_HEIGHT, Resolver};
use super::{CellLook, GridCell, GridRow, RowKind};
use crate::format::Wrap;
use crate::paragraph::{Emphasis, Lines, Measure, Span};
use crate::problem::Result;
use crate::template::Field;
use crate::template::field::{BlockKind, Extended, Look, RowTemplate, Table};
use crate::units::{mm_to_pt, pt_to_mm};

/// What rows of one table have in common.
pub(super) struct Maker<'a> {
    pub(super) field: &'a Field,
    pub(super) table: &'a Table,
    pub(super) extended: &'a Extended,
    pub(super) widths: Arc<[f64]>,
    /// The page where the table begins, for notes.
    pub(super) page: usize,
}

/// A cell before its text is broken.
pub(super) struct Draft<'t> {
    pub(super) column: usize,
    pub(super) span: usize,
    pub(super) text: &'t str,
    /// What a style says of it.
    pub(super) look: Look,
}

/// What a cell looks like: block, column, then styles. Of the column, further rows take the
/// alignment alone.
pub(super) fn cell_look(
    table: &Table,
    extended: &Extended,
    row: RowKind,
    column: usize,
    style: Look,
) -> CellLook {
    let kind = row.block();
    let (look, text) = (kind.of(table), extended.block(kind));
    let base = table.column_styles.get(column).filter(|_| !row.is_further());
    let base = base.and_then(|own| kind.cell(own)).unwrap_or_default();
    let own = match extended.cell(kind, column).look {
        own if row.is_further() => Look { align: own.align, ..Look::default() },
        own => own,
    };
    let over = own.under(style);
    let size = over.size.or(base.font_size).unwrap_or(look.font_size);
    let mut style = text.style;
    style.bold = over.bold.unwrap_or(style.bold);
    style.italic = over.italic.unwrap_or(style.italic);
    CellLook {
        size,
        pitch: size * text.line_height,
        color: over.color.or(base.color).unwrap_or(look.color),
        background: over.background.or(base.background),
        align: over.align.unwrap_or(look.align),
        vertical: look.vertical,
        emphasis: Emphasis {
            style,
            underline: over.underline.unwrap_or(false),
            strike: over.strike.unwrap_or(false),
        },
    }
}

impl<'a> Maker<'a> {
    /// A row of these cells. `least` is its least height; rows that do not wrap have one line.
    pub(super) fn row<'t>(
        &self,
        kind: RowKind,
        cells: impl Iterator<Item = Draft<'t>>,
        least: f64,
        style: Look,
        resolver: &mut Resolver<'_, '_>,
    ) -> Result<GridRow> {
        let block = kind.block();
        let text = self.extended.block(block);
        let mut row = GridRow {
            kind,
            height: least,
            lines: Lines::default(),
            cells: Vec::with_capacity(self.widths.len()),
            background: style.background,
            continued: false,
        };
        let padding = self.extended.padding;
        // The row is filled as a whole.
        let cells_style = Look { background: None, ..style };
        for draft in cells {
            let Draft { column, span, text: value, look } = draft;
            let look = cell_look(self.table, self.extended, kind, column, cells_style.under(look));
            if look.emphasis.style != Default::default()
                && !resolver.fonts.styled(look.emphasis.style).1
            {
                resolver.notes.add(self.field, Note::Face, self.page);
            }
            let own = self.extended.cell(block, column).wrap.filter(|_| !kind.is_further());
            let wrap = match own.unwrap_or(text.wrap) {
                wrap if kind.wraps() => wrap,
                _ => Wrap::None,
            };
            let first = row.lines.len();
            let spans = [Span { start: 0, emphasis: look.emphasis }];
            if wrap == Wrap::None {
                row.lines.push_single(value, look.emphasis);
            } else {
                let covered = self.widths.get(column..column + span).unwrap_or_default();
                let width = covered.iter().sum::<f64>() - 2.0 * padding.x;
                let measure = Measure {
                    wrap,
                    room: mm_to_pt(width).max(0.0),
                    size: look.size,
                    most: text.max_lines.map_or(usize::MAX, |most| most as usize),
                    cut: false,
                };
                let meter = resolver.source.env.meter;
                resolver
                    .composer()
                    .compose(value, &spans, &measure, meter, &mut row.lines)
                    .map_err(|fault| of_fault(fault, self.field, value))?;
            }
            let count = row.lines.len() - first;
            if self.extended.flexible {
                let needed = pt_to_mm(count as f64 * look.pitch) + 2.0 * padding.y;
                row.height = row.height.max(needed);
            }
            row.cells.push(GridCell { column, span, first, count, wrap, look });
        }
        row.lines.shrink();
        if !self.extended.flexible {
            row.height = ROW_HEIGHT;
        }
        Ok(row)
    }

    /// A row of plain cells, one per column.
    pub(super) fn plain<'t>(
        &self,
        kind: RowKind,
        texts: impl Iterator<Item = &'t str>,
        resolver: &mut Resolver<'_, '_>,
    ) -> Result<GridRow> {
        let texts = texts.chain(std::iter::repeat("")).take(self.widths.len());
        let cells = texts.enumerate();
        let cells =
            cells.map(|(column, text)| Draft { column, span: 1, text, look: Look::default() });
        let least = self.extended.block(kind.block()).height;
        self.row(kind, cells, least, Look::default(), resolver)
    }

    /// A further row of these texts, one for each cell of its template.
    pub(super) fn further(
        &self,
        kind: RowKind,
        template: &RowTemplate,
        texts: &[String],
        resolver: &mut Resolver<'_, '_>,
    ) -> Result<GridRow> {
        let count = self.widths.len();
        let mut drafts = Vec::with_capacity(count);
        let mut column = 0;
        while column < count {
            let at = template.cells.iter().position(|(of, _)| *of == column);
            let span = template.spans.iter().find(|(of, _)| *of == column);
            let span = span.map_or(1, |(_, span)| *span).clamp(1, count - column);
            let text = at.and_then(|at| texts.get(at)).map_or("", String::as_str);
            drafts.push(Draft { column, span, text, look: Look::default() });
            column += span;
        }
        let least = template.height.unwrap_or(self.extended.body.height);
        self.row(kind, drafts.into_iter(), least, template.look, resolver)
    }

    /// The height of a further row that does not wrap, before its texts are known.
    pub(super) fn further_height(&self, template: Option<&RowTemplate>) -> f64 {
        let Some(template) = template else { return 0.0 };
        let least = template.height.unwrap_or(self.extended.body.height);
        let heights = (0..self.widths.len()).map(|column| {
            let look =
                cell_look(self.table, self.extended, RowKind::Carried, column, template.look);
            pt_to_mm(look.pitch) + 2.0 * self.extended.padding.y
        });
        heights.fold(least, f64::max)
    }

    /// What stands in for rows.
    pub(super) fn empty(&self, text: &str, resolver: &mut Resolver<'_, '_>) -> Result<GridRow> {
        let span = self.widths.len();
        let cell = Draft { column: 0, span, text, look: Look::default() };
        let least = self.extended.body.height;
        self.row(RowKind::Empty, std::iter::once(cell), least, Look::default(), resolver)
    }
}

impl RowKind {
    /// Whose look it has.
    pub fn block(self) -> BlockKind {
        match self {
            Self::Head => BlockKind::Head,
            Self::Footer => BlockKind::Footer,
            _ => BlockKind::Body,
        }
    }

    /// Whether it is neither of the header, nor of the data, nor of the totals.
    fn is_further(self) -> bool {
        !matches!(self, Self::Head | Self::Body | Self::Footer)
    }

    /// Whether its texts may be broken: not where its height has to be known before its texts.
    fn wraps(self) -> bool {
        !matches!(self, Self::Brought | Self::Carried | Self::PageTotal)
    }
}

//! Rows of a table: texts to lines, and how high that makes them (spec 20.2.1).

use std::borrow::Cow;
use std::sync::Arc;

use super::super::block::of_fault;
use super::super::code::CellDrawing;
use super::super::part;
use super::super::{ROW_HEIGHT, Resolver};
use crate::expr::{PartKind, Scope, TextTemplate, Typed};
use crate::format::{TextFormat, TextTransform, Wrap};
use crate::layout::slice::{CellLook, GridCell, GridRow, GridSlice, RowKind, Said};
use crate::paragraph::{
    Emphasis, Lines, Marked, MarkupPart, MarkupReading, Measure, Span, isolated, push_isolated,
    without_isolates,
};
use crate::problem::Result;
use crate::resolve::cells::Cells;
use crate::resolve::rows::{self, TableNames, TableRows};
use crate::resolve::{self, Source, visible};
use crate::template::Field;
use crate::template::field::{BlockKind, Extended, Look, RowTemplate, Table};
use crate::template::style::transformed;
use crate::units::{mm_to_pt, pt_to_mm};

/// Properties that the rows of one table have in common.
pub(super) struct Maker<'a> {
    pub(super) field: &'a Field,
    pub(super) table: &'a Table,
    pub(super) extended: &'a Extended,
    pub(super) widths: Arc<[f64]>,
    /// `true` for each hidden column, by the index of the column.
    pub(super) hidden: Vec<bool>,
}

/// A cell before its text is broken.
pub(super) struct Draft<'t> {
    pub(super) column: usize,
    pub(super) span: usize,
    pub(super) words: Words<'t>,
    /// Look that a style sets for the cell.
    pub(super) look: Look,
    /// `true` if the cell stays on one line, because its text depends on the pages.
    pub(super) single: bool,
}

/// Content of a cell: plain text or markup.
#[derive(Clone)]
pub(super) enum Words<'t> {
    /// A text as it is.
    Plain(Cow<'t, str>),
    /// Markup with values in it.
    Marked(Vec<MarkupPart>),
    /// A text that prints a number or a date, where values are kept. It holds no other such text.
    Valued(Box<(Words<'t>, Typed)>),
}

impl Words<'_> {
    pub(super) const NONE: Self = Words::Plain(Cow::Borrowed(""));

    /// The same with a number or date that it prints.
    fn with_value(self, value: Option<Typed>) -> Self {
        match value {
            Some(value) => Self::Valued(Box::new((self, value))),
            None => self,
        }
    }

    /// The words alone, and the number or date that they print.
    fn apart(&self) -> (&Self, Option<&Typed>) {
        match self {
            Self::Valued(valued) => (&valued.0, Some(&valued.1)),
            other => (other, None),
        }
    }

    /// The text without markers, in some case, and how its stretches look.
    pub(super) fn read(&self, base: Emphasis, transform: TextTransform) -> Marked {
        match self.apart().0 {
            Self::Plain(text) => Marked {
                text: transformed(transform, text).into_owned(),
                spans: vec![Span { start: 0, emphasis: base }],
                items: Vec::new(),
                links: Vec::new(),
            },
            Self::Marked(parts) => {
                Marked::read(parts, MarkupReading { base, links_in_values: false, transform })
            }
            Self::Valued(_) => Marked::default(),
        }
    }
}

/// The totals of a table, and the text that stands in for missing rows.
pub(super) struct Totals<'a> {
    /// The text of a table without rows.
    empty: Option<Arc<str>>,
    /// The rows before the totals row that are shown, and the contents of their cells.
    rows: Vec<(&'a RowTemplate, Vec<Words<'static>>)>,
    /// The totals row, if there is one.
    row: Option<TotalsRow>,
}

/// The totals row.
struct TotalsRow {
    /// Its texts.
    cells: Arc<Cells>,
    /// The same with their markup; empty where they are plain.
    marked: Vec<Words<'static>>,
}

impl<'a> Totals<'a> {
    /// The totals of a table: all of them see the data around it, and its rows. The text for missing
    /// rows sees the data around it.
    pub(super) fn new(
        table: &Table,
        extended: &'a Extended,
        data: &TableRows<'_>,
        scope: &Scope<'_>,
    ) -> Result<Self> {
        let empty = extended.empty_text.as_ref().filter(|_| data.is_empty());
        let empty = empty.map(|text| resolve::text(text, scope)).transpose()?;
        let names = TableNames::new(data, scope);
        let named = Scope { names: Some(&names), ..*scope };
        let mut rows = Vec::new();
        for template in &extended.footer_rows {
            let words = further_words(extended, RowKind::FooterRow, template, &named)?;
            rows.extend(words.map(|words| (template, words)));
        }
        let cells = rows::footer(table, data, scope)?;
        let row = cells.map(|cells| TotalsRow::new(cells, table, extended, &named)).transpose()?;
        Ok(Self { empty, rows, row })
    }

    /// The text that stands in for missing rows.
    pub(super) fn empty(&self) -> Option<&str> {
        self.empty.as_deref()
    }

    /// Returns `true` if the table has a totals row.
    pub(super) fn has_row(&self) -> bool {
        self.row.is_some()
    }

    /// The rows before the totals row, and the contents of their cells.
    pub(super) fn rows(&self) -> &[(&'a RowTemplate, Vec<Words<'static>>)] {
        &self.rows
    }

    /// Contents of the cells of the totals row; none without such a row.
    pub(super) fn row_words(&self) -> Vec<Words<'_>> {
        self.row.as_ref().map(TotalsRow::words).unwrap_or_default()
    }
}

impl TotalsRow {
    fn new(
        cells: Arc<Cells>,
        table: &Table,
        extended: &Extended,
        scope: &Scope<'_>,
    ) -> Result<Self> {
        let format = extended.footer.format;
        let isolates = extended.isolates;
        let texts = table.footer.iter().filter(|_| format != TextFormat::Plain || isolates);
        let marked =
            texts.map(|text| words(format, isolates, text, scope)).collect::<Result<_>>()?;
        Ok(Self { cells, marked })
    }

    fn words(&self) -> Vec<Words<'_>> {
        if self.marked.is_empty() {
            let cells = self.cells.row(0).zip(self.cells.values(0));
            cells
                .map(|(text, value)| Words::Plain(text.into()).with_value(value.cloned()))
                .collect()
        } else {
            self.marked.clone()
        }
    }
}

/// Look of a cell: from the block, then the column, then styles. Further rows take the alignment
/// alone from the column.
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
        own if row.is_further() => {
            Look { align: own.align, vertical: own.vertical, ..Look::default() }
        }
        own => own,
    };
    let over = own.under(style);
    let size = over.size.or(base.font_size).unwrap_or(look.font_size);
    let base_emphasis = Emphasis { style: text.style, ..Emphasis::default() };
    let rules = Look { bold: None, italic: None, ..text.look };
    CellLook {
        size,
        line_height: over.line_height.unwrap_or(text.line_height),
        color: over.color.or(base.color).unwrap_or(look.color),
        background: over.background.or(base.background),
        align: over.column_align().unwrap_or(look.align),
        vertical: over.vertical.unwrap_or(look.vertical),
        emphasis: rules.under(over).emphasis(base_emphasis),
        transform: over.transform.or(text.look.transform).unwrap_or(TextTransform::None),
    }
}

impl<'a> Maker<'a> {
    /// Rows of the table on one page.
    pub(super) fn slice(&self, rows: Vec<GridRow>, first: bool, last: bool) -> GridSlice<'a> {
        let (table, extended, widths) = (self.table, self.extended, Arc::clone(&self.widths));
        GridSlice { table, extended, widths, rows, first, last }
    }

    /// A row of these cells. `least` is its least height.
    pub(super) fn row<'t>(
        &self,
        kind: RowKind,
        cells: impl Iterator<Item = Draft<'t>>,
        least: f64,
        style: Look,
        resolver: &mut Resolver<'_, '_>,
    ) -> Result<GridRow> {
        let mut lines = Lines::default();
        let mut row = GridRow {
            kind,
            height: least,
            lines: Arc::default(),
            cells: Vec::with_capacity(self.widths.len()),
            background: style.background,
            continued: false,
            lacks_face: false,
            number: None,
        };
        // The row is filled as a whole.
        let mut cells_style = Look { background: None, ..style };
        // A row with the fill of the titles has their colour, so that it can be read.
        if kind == RowKind::HeadRow && style.background.is_none() {
            cells_style.color.get_or_insert(BlockKind::Head.of(self.table).color);
        }
        for draft in cells {
            let covered = draft.column..draft.column + draft.span;
            if self.hidden.get(covered).is_some_and(|hidden| hidden.iter().all(|hidden| *hidden)) {
                continue;
            }
            self.cell(draft, cells_style, &mut row, &mut lines, resolver)?;
        }
        lines.shrink();
        row.lines = Arc::new(lines);
        if !self.extended.flexible {
            row.height = ROW_HEIGHT;
        }
        Ok(row)
    }

    /// Adds a cell to a row, whose lines these are.
    fn cell(
        &self,
        draft: Draft<'_>,
        style: Look,
        row: &mut GridRow,
        lines: &mut Lines,
        resolver: &mut Resolver<'_, '_>,
    ) -> Result<()> {
        let Draft { column, span, words, look, single } = draft;
        let block = row.kind.block();
        let text = self.extended.block(block);
        let padding = self.extended.padding;
        let look = cell_look(self.table, self.extended, row.kind, column, style.under(look));
        let plain = [Span { start: 0, emphasis: look.emphasis }];
        let mut marked;
        let in_case;
        let (words, typed) = words.apart();
        let (value, spans, items) = match words {
            Words::Plain(text) => {
                in_case = transformed(look.transform, text);
                (&*in_case, &plain[..], &[][..])
            }
            Words::Marked(_) | Words::Valued(_) => {
                marked = words.read(look.emphasis, look.transform);
                let first = lines.add_links(&marked.links);
                marked.number_links_from(first);
                (marked.text.as_str(), marked.spans.as_slice(), marked.items.as_slice())
            }
        };
        row.lacks_face |= resolver.lacks_face(self.field, spans)?;
        let own = self.extended.cell(block, column).wrap.filter(|_| !row.kind.is_further());
        let drawn = self.drawing(row.kind, column, value, resolver)?;
        let wrap = if single || drawn.is_some() { Wrap::None } else { own.unwrap_or(text.wrap) };
        // Texts that are ordered by their reading direction are measured as well.
        let directed = self.extended.isolates && drawn.is_none();
        let composed = wrap != Wrap::None || matches!(words, Words::Marked(_)) || directed;
        let first = lines.len();
        if composed {
            let covered = self.widths.get(column..column + span).unwrap_or_default();
            let width = covered.iter().sum::<f64>() - 2.0 * padding.x;
            let measure = Measure {
                wrap,
                room: mm_to_pt(width).max(0.0),
                size: look.size,
                most: text.max_lines.map_or(usize::MAX, |most| most as usize),
                cut: wrap == Wrap::None,
            };
            let meter = resolver.source.env.meter;
            resolver
                .composer()
                .compose_list(value, spans, items, &measure, meter, lines)
                .map_err(|fault| of_fault(fault, self.field, value))?;
        } else {
            lines.push_single(value, look.emphasis);
        }
        let count = lines.len() - first;
        if self.extended.flexible {
            let content = match &drawn {
                Some((_, height)) => *height,
                None => pt_to_mm(count as f64 * look.pitch()),
            };
            row.height = row.height.max(content + 2.0 * padding.y);
        }
        let own = self.extended.columns.get(column).and_then(|column| column.cell_height);
        let drawing = drawn.map(|(drawing, _)| (drawing, own));
        let keeps = resolver.source.env.keeps_values;
        let said = keeps.then(|| {
            Arc::new(Said { text: without_isolates(value).into(), value: typed.cloned() })
        });
        row.cells.push(GridCell { column, span, first, count, composed, look, drawing, said });
        Ok(())
    }

    /// Drawing that a cell shows instead of its text, and its height in millimetres.
    fn drawing(
        &self,
        row: RowKind,
        column: usize,
        value: &str,
        resolver: &mut Resolver<'_, '_>,
    ) -> Result<Option<(CellDrawing, f64)>> {
        let Some(own) = self.extended.columns.get(column).filter(|_| row == RowKind::Body) else {
            return Ok(None);
        };
        let padding = self.extended.padding;
        let least = self.extended.body.height - 2.0 * padding.y;
        let height = own.cell_height.unwrap_or(least).max(0.0);
        let width = self.widths.get(column).copied().unwrap_or_default() - 2.0 * padding.x;
        let size = (width.max(0.0), height);
        let drawing = CellDrawing::new(own, value, size, self.field, resolver)?;
        Ok(drawing.map(|drawing| (drawing, height)))
    }

    /// The titles.
    pub(super) fn titles(&self, resolver: &mut Resolver<'_, '_>) -> Result<GridRow> {
        let document = resolver.source.document();
        let titles = (0..self.widths.len()).map(|column| {
            if self.is_hidden(column) {
                Ok(Words::NONE)
            } else {
                title(self.table, self.extended, column, &document)
            }
        });
        let titles = titles.collect::<Result<_>>()?;
        self.plain(RowKind::Head, titles, &[], resolver)
    }

    /// The totals: the rows before the totals row, and this row.
    pub(super) fn totals(
        &self,
        totals: &Totals<'_>,
        resolver: &mut Resolver<'_, '_>,
    ) -> Result<Vec<GridRow>> {
        let mut rows = Vec::with_capacity(totals.rows.len() + 1);
        for (template, words) in &totals.rows {
            rows.push(self.further(RowKind::FooterRow, template, words.clone(), resolver)?);
        }
        if let Some(row) = &totals.row {
            let spans = &self.extended.footer_spans;
            rows.push(self.plain(RowKind::Footer, row.words(), spans, resolver)?);
        }
        Ok(rows)
    }

    /// A row of cells, one per column but for those that others cover.
    fn plain(
        &self,
        kind: RowKind,
        texts: Vec<Words<'_>>,
        spans: &[(usize, usize)],
        resolver: &mut Resolver<'_, '_>,
    ) -> Result<GridRow> {
        let mut texts: Vec<_> = texts.into_iter().map(Some).collect();
        let drafts = self.cover(spans, |column| {
            texts.get_mut(column).and_then(Option::take).map(|words| (words, false))
        });
        let least = self.extended.block(kind.block()).height;
        self.row(kind, drafts.into_iter(), least, Look::default(), resolver)
    }

    /// Cells from left to right; `words` says what the cell of a column shows.
    fn cover<'t>(
        &self,
        spans: &[(usize, usize)],
        mut words: impl FnMut(usize) -> Option<(Words<'t>, bool)>,
    ) -> Vec<Draft<'t>> {
        let count = self.widths.len();
        let mut drafts = Vec::with_capacity(count);
        let mut column = 0;
        while column < count {
            // They are in the order of the columns.
            let at = spans.partition_point(|(of, _)| *of < column);
            let span = spans.get(at).filter(|(of, _)| *of == column);
            let span = span.map_or(1, |(_, span)| *span).clamp(1, count - column);
            let (words, single) = words(column).unwrap_or((Words::NONE, false));
            drafts.push(Draft { column, span, words, look: Look::default(), single });
            column += span;
        }
        drafts
    }

    /// A further row of these texts, one for each cell of its template.
    pub(super) fn further(
        &self,
        kind: RowKind,
        template: &RowTemplate,
        mut texts: Vec<Words<'_>>,
        resolver: &mut Resolver<'_, '_>,
    ) -> Result<GridRow> {
        let drafts = self.cover(&template.spans, |column| {
            let at = template.cells.partition_point(|(of, _)| *of < column);
            let _ = template.cells.get(at).filter(|(of, _)| *of == column)?;
            let words = std::mem::replace(texts.get_mut(at)?, Words::NONE);
            let single = kind.is_of_page() && template.cells.get(at)?.1.varies();
            Some((words, single))
        });
        let least = template.height.unwrap_or(self.extended.body.height);
        self.row(kind, drafts.into_iter(), least, template.look, resolver)
    }

    /// Contents of the cells of a row of the data, without hidden columns.
    pub(super) fn body_words(
        &self,
        rows: &TableRows<'_>,
        index: usize,
        scope: &Scope<'_>,
        source: &Source<'_>,
    ) -> Result<Vec<(usize, Words<'static>)>> {
        body_words(self.extended, rows, index, &self.hidden, scope, source)
    }

    /// Returns `true` if a column is hidden.
    fn is_hidden(&self, column: usize) -> bool {
        self.hidden.get(column) == Some(&true)
    }

    /// Row with a text that stands in for missing rows.
    pub(super) fn empty(&self, text: &str, resolver: &mut Resolver<'_, '_>) -> Result<GridRow> {
        let (span, words) = (self.widths.len(), Words::Plain(text.into()));
        let cell = Draft { column: 0, span, words, look: Look::default(), single: false };
        let least = self.extended.body.height;
        self.row(RowKind::Empty, std::iter::once(cell), least, Look::default(), resolver)
    }
}

/// Contents of the cells of a further row; `None` where the row is left out.
pub(super) fn further_words(
    extended: &Extended,
    kind: RowKind,
    template: &RowTemplate,
    scope: &Scope<'_>,
) -> Result<Option<Vec<Words<'static>>>> {
    if !visible(template.visible_when.as_ref(), scope)? {
        return Ok(None);
    }
    cell_words(extended, kind, template, scope).map(Some)
}

/// Contents of the cells of a further row, whether it is left out or not.
pub(super) fn cell_words(
    extended: &Extended,
    kind: RowKind,
    template: &RowTemplate,
    scope: &Scope<'_>,
) -> Result<Vec<Words<'static>>> {
    let format = extended.block(kind.block()).format;
    let cells = template.cells.iter();
    cells.map(|(_, text)| words(format, extended.isolates, text, scope)).collect()
}

/// Content that a template text gives a cell.
pub(super) fn words(
    format: TextFormat,
    isolates: bool,
    text: &TextTemplate,
    scope: &Scope<'_>,
) -> Result<Words<'static>> {
    let words = if format == TextFormat::Plain {
        let mut out = String::new();
        if isolates {
            out = isolated(text, scope)?
        } else {
            text.render(scope, &mut out)?
        }
        Words::Plain(out.into())
    } else {
        let mut parts = Vec::new();
        text.parts(scope, &mut |text, kind| parts.push(part(text, kind, isolates)))?;
        Words::Marked(parts)
    };
    Ok(if scope.env.keeps_values { words.with_value(text.typed(scope)?) } else { words })
}

/// The title of a column.
pub(super) fn title<'a>(
    table: &'a Table,
    extended: &Extended,
    column: usize,
    document: &Scope<'_>,
) -> Result<Words<'a>> {
    let format = extended.head.format;
    let text = table.head.get(column).map_or("", String::as_str);
    Ok(match extended.columns.get(column).and_then(|text| text.title.as_ref()) {
        Some(own) => words(format, extended.isolates, own, document)?,
        None if format == TextFormat::Plain => Words::Plain(text.into()),
        None => Words::Marked(vec![part(text, PartKind::Literal, false)]),
    })
}

/// Contents of the cells of a row of the data, without hidden columns.
pub(super) fn body_words(
    extended: &Extended,
    rows: &TableRows<'_>,
    index: usize,
    hidden: &[bool],
    scope: &Scope<'_>,
    source: &Source<'_>,
) -> Result<Vec<(usize, Words<'static>)>> {
    let mut all = body_texts(extended, rows, index, hidden, scope, source)?;
    if scope.env.keeps_values {
        for (column, words) in &mut all {
            let plain = std::mem::replace(words, Words::NONE);
            *words = plain.with_value(rows.typed(*column, scope)?);
        }
    }
    Ok(all)
}

/// The same without the numbers and dates that they print.
fn body_texts(
    extended: &Extended,
    rows: &TableRows<'_>,
    index: usize,
    hidden: &[bool],
    scope: &Scope<'_>,
    source: &Source<'_>,
) -> Result<Vec<(usize, Words<'static>)>> {
    let shown = (0..hidden.len()).filter(|column| hidden.get(*column) == Some(&false));
    let isolates = extended.isolates;
    let plain = extended.body.format == TextFormat::Plain;
    if plain && isolates {
        let mut all = Vec::with_capacity(hidden.len());
        for column in shown {
            let mut text = String::new();
            rows.parts(index, column, scope, &mut |part, kind| {
                push_isolated(part, kind, &mut text);
            })?;
            all.push((column, Words::Plain(text.into())));
        }
        return Ok(all);
    }
    if !plain {
        let mut all = Vec::with_capacity(hidden.len());
        for column in shown {
            let mut parts = Vec::new();
            rows.parts(index, column, scope, &mut |text, kind| {
                parts.push(part(text, kind, isolates));
            })?;
            all.push((column, Words::Marked(parts)));
        }
        return Ok(all);
    }
    let cells = rows.named_row(index, hidden, scope, source)?;
    let texts: Vec<&str> = cells.row(0).collect();
    let text = |column: usize| texts.get(column).copied().unwrap_or_default().to_owned();
    Ok(shown.map(|column| (column, Words::Plain(text(column).into()))).collect())
}

//! Tables from the page model.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::format::{FormattedCell, formatted};
use super::{Cell, DataTable, RowRole, SheetRow, Tables, TakenNames, unique_name};
use engine::budget::Meter;
use engine::expr::Typed;
use engine::layout::{Content, GridRow, GridSlice, Layout, Placement, RowKind, TableSlice};
use engine::problem::Result;
use engine::resolve::cells::Cells;
use engine::template::{Field, Kind};

/// The repetitions of sections around a table: name of the section and number of the repetition, from
/// outside to inside.
type Around<'l> = Rc<[(&'l str, usize)]>;

/// Width of the column with the number of a repetition, in millimetres.
const NUMBER_WIDTH: f64 = 15.0;

/// Bytes that a cell takes besides its text, roughly.
const CELL: usize = size_of::<Cell>() + 16;

struct TableDraft {
    table: DataTable,
    /// Columns that some slice shows.
    shown: Vec<bool>,
    has_titles: bool,
    /// Columns before those of the table.
    before: usize,
}

struct TableCollector<'m> {
    drafts: Vec<TableDraft>,
    by_field: HashMap<*const Field, usize>,
    taken: TakenNames,
    formats: Vec<String>,
    known_formats: HashMap<String, usize>,
    meter: &'m Meter<'m>,
}

impl Tables {
    /// The tables of a page model that was made with values.
    ///
    /// # Errors
    /// A limit of the budget.
    pub(crate) fn of(layout: &Layout<'_>, meter: &Meter<'_>) -> Result<Self> {
        let mut collector = TableCollector {
            drafts: Vec::new(),
            by_field: HashMap::new(),
            taken: TakenNames::default(),
            formats: Vec::new(),
            known_formats: HashMap::new(),
            meter,
        };
        let none: Around<'_> = Rc::from([]);
        let mut repeated = HashSet::new();
        for page in &layout.pages {
            meter.step()?;
            let bands = page.bands.iter().map(|band| &band.placement);
            // Bands print on every page; the first one counts.
            let bands = bands.filter(|band| !repeated.contains(&std::ptr::from_ref(band.field)));
            let bands: Vec<_> = bands.collect();
            repeated.extend(bands.iter().map(|band| std::ptr::from_ref(band.field)));
            let placements = page.placements.iter().chain(bands);
            let mut stack: Vec<_> = placements.map(|it| (it, Rc::clone(&none))).collect();
            stack.reverse();
            while let Some((placement, around)) = stack.pop() {
                meter.step()?;
                match &placement.content {
                    Content::Table(slice) => collector.packed(placement, slice, &around)?,
                    Content::Grid(slice) => collector.grid(placement.field, slice, &around)?,
                    Content::Section(repeat) => {
                        let own = (placement.field.name.as_str(), repeat.index + 1);
                        let own = (!is_container(placement.field)).then_some(own);
                        let around: Around<'_> = around.iter().copied().chain(own).collect();
                        let members = repeat.members.iter().rev();
                        stack.extend(members.map(|member| (member, Rc::clone(&around))));
                    }
                    _ => {}
                }
            }
        }
        Ok(collector.finish())
    }
}

/// Returns `true` for a section that is printed once and sees the document.
fn is_container(field: &Field) -> bool {
    let Kind::Section(section) = &field.kind else { return false };
    section.extended.as_ref().is_some_and(|extended| extended.once)
}

impl TableCollector<'_> {
    /// The table of a field, with its place among all.
    fn draft(&mut self, field: &Field, widths: &[f64], around: &Around<'_>) -> usize {
        if let Some(known) = self.by_field.get(&std::ptr::from_ref(field)) {
            return *known;
        }
        let before = std::iter::repeat_n(NUMBER_WIDTH, around.len());
        let table = DataTable {
            field: field.name.clone(),
            name: unique_name(&field.name, &mut self.taken),
            widths: before.chain(widths.iter().copied()).collect(),
            rows: Vec::new(),
        };
        let mut shown = vec![true; around.len()];
        shown.resize(table.widths.len(), false);
        let at = self.drafts.len();
        self.drafts.push(TableDraft { table, shown, has_titles: false, before: around.len() });
        self.by_field.insert(std::ptr::from_ref(field), at);
        at
    }

    /// Adds a row; `cells` are those of its columns.
    fn push(
        &mut self,
        at: usize,
        role: RowRole,
        around: &Around<'_>,
        cells: Vec<Cell>,
    ) -> Result<()> {
        let is_title = role == RowRole::Head;
        let format = if around.is_empty() { 0 } else { self.format("0".to_owned()) };
        let numbers = around.iter().map(|(name, number)| {
            if is_title {
                Cell::Text((*name).to_owned())
            } else {
                Cell::Number { value: number.to_string(), format }
            }
        });
        let cells: Vec<_> = numbers.chain(cells).collect();
        let texts: usize = cells.iter().map(Cell::len).sum();
        self.meter.steps(1 + cells.len())?;
        self.meter.hold(cells.len() * CELL + texts)?;
        if let Some(draft) = self.drafts.get_mut(at) {
            draft.has_titles |= is_title;
            draft.table.rows.push(SheetRow { role, cells });
        }
        Ok(())
    }

    fn has_titles(&self, at: usize) -> bool {
        self.drafts.get(at).is_some_and(|draft| draft.has_titles)
    }

    fn cell(&mut self, text: &str, value: Option<&Typed>) -> Cell {
        if text.is_empty() {
            return Cell::Empty;
        }
        let Some(formatted) = value.and_then(|value| formatted(text, value)) else {
            return Cell::Text(text.to_owned());
        };
        match formatted {
            FormattedCell::Number { value, code } => {
                Cell::Number { value, format: self.format(code) }
            }
            FormattedCell::Date { seconds, text, code } => {
                Cell::Date { seconds, text, format: self.format(code) }
            }
        }
    }

    /// The index of a number format.
    fn format(&mut self, code: String) -> usize {
        let next = self.formats.len();
        if let Some(known) = self.known_formats.get(&code) {
            return *known;
        }
        self.formats.push(code.clone());
        self.known_formats.insert(code, next);
        next
    }

    /// A row of packed cells.
    fn packed_row(
        &mut self,
        at: usize,
        role: RowRole,
        around: &Around<'_>,
        (cells, row, count): (&Cells, usize, usize),
    ) -> Result<()> {
        let texts = cells.row(row).zip(cells.values(row)).take(count);
        let made = texts.map(|(text, value)| self.cell(text, value)).collect();
        self.push(at, role, around, made)
    }

    fn packed(
        &mut self,
        placement: &Placement<'_>,
        slice: &TableSlice<'_>,
        around: &Around<'_>,
    ) -> Result<()> {
        let count = slice.columns;
        let widths = slice.table.widths(count, placement.field.width);
        let at = self.draft(placement.field, &widths, around);
        if let Some(draft) = self.drafts.get_mut(at) {
            draft.shown.fill(true);
        }
        if !slice.table.head.is_empty() && !self.has_titles(at) {
            let titles = slice.table.head.iter().take(count);
            let titles = titles.map(|title| self.cell(title, None)).collect();
            self.push(at, RowRole::Head, around, titles)?;
        }
        for row in 0..slice.rows.len() {
            self.packed_row(at, RowRole::Body, around, (&slice.rows, row, count))?;
        }
        match &slice.footer {
            Some(footer) if !footer.is_empty() => {
                self.packed_row(at, RowRole::Summary, around, (footer, 0, count))
            }
            _ => Ok(()),
        }
    }

    fn grid(&mut self, field: &Field, slice: &GridSlice<'_>, around: &Around<'_>) -> Result<()> {
        let at = self.draft(field, &slice.widths, around);
        let had_titles = self.has_titles(at);
        if let Some(draft) = self.drafts.get_mut(at) {
            let shown = draft.shown.iter_mut().skip(draft.before);
            for (shown, width) in shown.zip(slice.widths.iter()) {
                *shown |= *width > 0.0;
            }
        }
        for row in &slice.rows {
            let kind = match row.kind {
                RowKind::Head | RowKind::HeadRow if had_titles || !slice.first => continue,
                RowKind::HeadRow => RowRole::Above,
                RowKind::Head => RowRole::Head,
                // They belong to a page, or were there before.
                RowKind::Brought | RowKind::Carried | RowKind::PageTotal => continue,
                _ if row.continued => continue,
                RowKind::Group | RowKind::GroupEnd | RowKind::FooterRow | RowKind::Footer => {
                    RowRole::Summary
                }
                RowKind::Body | RowKind::Detail | RowKind::Empty => RowRole::Body,
            };
            let cells = self.grid_cells(row, slice.widths.len());
            self.push(at, kind, around, cells)?;
        }
        Ok(())
    }

    fn grid_cells(&mut self, row: &GridRow, count: usize) -> Vec<Cell> {
        let mut cells = vec![Cell::Empty; count];
        for cell in &row.cells {
            let made = match &cell.said {
                Some(said) => self.cell(&said.text, said.value.as_ref()),
                None => self.cell(&row.text(cell), None),
            };
            if let Some(place) = cells.get_mut(cell.column) {
                *place = made;
            }
        }
        cells
    }

    /// The tables without their hidden columns.
    fn finish(self) -> Tables {
        let finished = self.drafts.into_iter().map(|draft| {
            let TableDraft { mut table, shown, .. } = draft;
            if shown.iter().all(|shown| *shown) {
                return table;
            }
            let is_shown = |at: usize| shown.get(at).copied().unwrap_or(true);
            let mut at = 0;
            table.widths.retain(|_| (is_shown(at), at += 1).0);
            for row in &mut table.rows {
                let mut at = 0;
                row.cells.retain(|_| (is_shown(at), at += 1).0);
            }
            table
        });
        Tables { tables: finished.collect(), formats: self.formats }
    }
}

impl Cell {
    /// Bytes of its text.
    fn len(&self) -> usize {
        match self {
            Self::Empty => 0,
            Self::Text(text) | Self::Number { value: text, .. } | Self::Date { text, .. } => {
                text.len()
            }
        }
    }
}

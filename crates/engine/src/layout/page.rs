//! The page model: pages with placed items, in millimetres from the top left, no PDF in sight.
//!
//! Texts are resolved, but not yet shortened to their box nor upper-cased. Fields are referred to
//! for their look.

use std::sync::Arc;

use super::block::TextBlock;
use super::code::PlacedCode;
use super::grid::GridSlice;
use crate::budget::Meter;
use crate::problem::{Problem, Result};
use crate::resolve::cells::Cells;
use crate::resolve::chart::ChartData;
use crate::resolve::kpi::KpiData;
use crate::template::field::Table;
use crate::template::zone::Zone;
use crate::template::{Design, Field};

/// A document laid out.
pub struct Layout<'a> {
    /// Physical pages in order.
    pub pages: Vec<Page<'a>>,
    /// What somebody should know of the document, though it is made.
    pub notes: Vec<Problem>,
}

/// A physical page.
pub struct Page<'a> {
    /// The design it is made from: its size, bands and background.
    pub design: &'a Design,
    /// Its number, from 1.
    pub number: usize,
    /// What its body holds, in flow order.
    pub placements: Vec<Placement<'a>>,
    /// What its bands hold, in the order of `schemas`.
    pub bands: Vec<Band<'a>>,
}

/// A field in a repeating band.
#[derive(Clone)]
pub struct Band<'a> {
    /// Which band.
    pub zone: Zone,
    /// The field with what it shows.
    pub placement: Placement<'a>,
}

/// Something at a place.
#[derive(Clone)]
pub struct Placement<'a> {
    /// The field that it comes from.
    pub field: &'a Field,
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// What it shows.
    pub content: Content<'a>,
}

/// What a placed field shows.
#[derive(Clone)]
pub enum Content<'a> {
    /// Nothing: a field of unknown type, or a section nested in another.
    Nothing,
    /// A line of text.
    Text(Arc<str>),
    /// A text broken into lines.
    Block(Arc<TextBlock>),
    /// A picture as a data URI, if any.
    Image(Option<Arc<str>>),
    /// Some rows of a table.
    Table(TableSlice<'a>),
    /// Some rows of a table that uses extensions.
    Grid(Arc<GridSlice<'a>>),
    /// A chart, if it has items.
    Chart(Option<Arc<ChartData>>),
    /// A KPI card.
    Kpi(Arc<KpiData>),
    /// A QR code or bar code.
    Code(Arc<PlacedCode>),
    /// One repetition of a section.
    Section(SectionRepeat<'a>),
}

/// What an allocation takes besides its content: bookkeeping, and rounding up.
const ALLOCATION: usize = 16;

impl Placement<'_> {
    /// Bytes of memory that it takes, what others share left out.
    fn memory(&self) -> usize {
        let held = match &self.content {
            Content::Text(text) => text.len() + 2 * ALLOCATION,
            Content::Block(block) => block.memory(),
            Content::Grid(slice) => slice.memory(),
            Content::Code(code) => code.memory(),
            Content::Table(slice) => slice.memory(),
            // The members were counted one by one.
            Content::Section(_) => ALLOCATION,
            // Pictures belong to the template or were counted as text; charts and cards are shared.
            Content::Image(_) | Content::Chart(_) | Content::Kpi(_) | Content::Nothing => 0,
        };
        size_of::<Self>() + held
    }

    /// Its height in millimetres, but for tables and sections: that of its field, unless it has grown.
    pub fn height(&self) -> f64 {
        match &self.content {
            Content::Block(block) => block.height,
            Content::Grid(slice) => slice.height(),
            _ => self.field.height,
        }
    }

    /// Charges the memory that it takes to the budget.
    ///
    /// # Errors
    /// `memoryLimit` naming the field.
    pub(super) fn hold(&self, meter: &Meter<'_>) -> Result<()> {
        meter
            .hold(self.memory())
            .map_err(|problem| problem.field(&self.field.name).pointer(&self.field.pointer))
    }

    /// How many things are painted for it, roughly.
    fn marks(&self) -> usize {
        match &self.content {
            Content::Table(slice) => 2 + slice.columns.saturating_mul(2 + slice.rows.len()),
            Content::Section(repeat) => 1 + repeat.members.iter().map(Self::marks).sum::<usize>(),
            Content::Chart(Some(data)) => 8 + 4 * data.items.len(),
            Content::Kpi(_) => 8,
            Content::Block(block) => 2 + block.shown.len(),
            Content::Grid(slice) => slice.marks(),
            Content::Code(code) => code.marks(),
            _ => 2,
        }
    }
}

impl TableSlice<'_> {
    fn memory(&self) -> usize {
        let footer = self.footer.as_ref().map_or(0, |cells| cells.memory());
        self.rows.memory() + footer + 2 * ALLOCATION
    }
}

/// Bytes that a thing takes on the display list: the item, its text and the codes of its glyphs.
const MARK: usize = 256;

impl Page<'_> {
    /// Bytes of memory that painting the page takes, roughly. They are given back before the next
    /// page.
    pub(crate) fn painting_memory(&self) -> usize {
        let body = self.placements.iter().map(Placement::marks).sum::<usize>();
        let bands = self.bands.iter().map(|band| band.placement.marks()).sum::<usize>();
        (body + bands).saturating_mul(MARK)
    }
}

/// Consecutive rows of a table on one page.
#[derive(Clone)]
pub struct TableSlice<'a> {
    /// The table, for its head and look.
    pub table: &'a Table,
    /// Number of columns drawn (spec 10.8.1).
    pub columns: usize,
    /// Whether the header is drawn.
    pub head: bool,
    /// The rows.
    pub rows: Arc<Cells>,
    /// The totals row, where it is drawn.
    pub footer: Option<Arc<Cells>>,
    /// Whether no rows follow on a later page.
    pub last: bool,
}

/// One repetition of a section.
#[derive(Clone)]
pub struct SectionRepeat<'a> {
    /// Its number, from 0.
    pub index: usize,
    /// Its height, grown by its tables.
    pub height: f64,
    /// Its members, in drawing order, at their place on the page.
    pub members: Vec<Placement<'a>>,
}

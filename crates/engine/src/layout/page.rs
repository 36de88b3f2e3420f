//! The page model: pages with placed items, in millimetres from the top left, no PDF in sight.
//!
//! Texts are resolved, but not yet shortened to their box nor upper-cased. Fields are referred to
//! for their look.

use std::sync::Arc;

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
    /// A picture as a data URI, if any.
    Image(Option<Arc<str>>),
    /// Some rows of a table.
    Table(TableSlice<'a>),
    /// A chart, if it has items.
    Chart(Option<Arc<ChartData>>),
    /// A KPI card.
    Kpi(Arc<KpiData>),
    /// One repetition of a section.
    Section(SectionRepeat<'a>),
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

//! The page model: pages with placed items, in millimetres from the top left, no PDF in sight.
//!
//! Texts are resolved, but not yet shortened to their box nor upper-cased. Fields are referred to
//! for their look.

use std::sync::Arc;

use super::block::TextBlock;
use super::code::PlacedCode;
use super::marks::{Marks, Navigation};
use super::picture::ShownPicture;
use super::slice::GridSlice;
use crate::budget::Meter;
use crate::expr::report::Misses;
use crate::format::BlankPages;
use crate::locale::words;
use crate::problem::{Problem, Result};
use crate::resolve::cells::Cells;
use crate::resolve::chart::ChartData;
use crate::resolve::kpi::KpiData;
use crate::resolve::pdf::DocumentData;
use crate::template::field::{Chart, Image, Kpi, Look, Shape, Table, Text};
use crate::template::zone::Zone;
use crate::template::{Background, Design, Field};

/// A document laid out.
pub struct Layout<'a> {
    /// Physical pages in order.
    pub pages: Vec<Page<'a>>,
    /// Metadata of the document.
    pub document: DocumentData,
    /// Navigation: outline, targets of links, page labels.
    pub navigation: Navigation,
    /// Notes about the document.
    pub notes: Vec<Problem>,
    /// Paths that evaluation followed in vain; `DataChecker` of the crate `check` says what is missing.
    pub misses: Misses,
    /// `DRAFT` in the language of the document, where it has one.
    pub draft: Option<String>,
}

impl Layout<'_> {
    /// The mark over the pages of a draft: `DRAFT` in the language of the document, any other as it
    /// was asked for.
    pub(crate) fn mark<'m>(&'m self, asked: Option<&'m str>) -> Option<&'m str> {
        match (asked, &self.draft) {
            (Some(words::DRAFT), Some(own)) => Some(own),
            (asked, _) => asked,
        }
    }
}

/// A physical page.
pub struct Page<'a> {
    /// The design it is made from: its width, bands and background.
    pub design: &'a Design,
    /// Height in millimetres: that of its design, unless the page ends below its content.
    pub height: f64,
    /// Number of the page, from 1.
    pub number: usize,
    /// Placements of the body, in flow order.
    pub placements: Vec<Placement<'a>>,
    /// Fields of the bands and fields fixed on the page, in the order of `schemas`.
    pub bands: Vec<Band<'a>>,
    /// `true` if a break to an odd or even page left the page blank.
    pub blank: bool,
    /// `true` if page numbers restart at 1 on this page.
    pub starts_set: bool,
    /// Its number among the pages that are numbered together; known in templates with extensions.
    pub in_set: Counted,
    /// Its places among the pages with content; known in templates with extensions.
    pub(super) positions: PagePositions,
}

/// The places of a page among the pages with content that belong together.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct PagePositions {
    pub(super) design: PagePosition,
    pub(super) set: PagePosition,
    pub(super) document: PagePosition,
}

/// The place of a page among the pages with content of a design, a set or the document. Blank pages
/// are neither the first nor the last of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct PagePosition {
    /// Number of pages with content up to this page.
    pub(super) number: usize,
    /// Number of pages with content.
    pub(super) count: usize,
    pub(super) is_blank: bool,
}

impl PagePosition {
    pub(super) fn is_first(self) -> bool {
        !self.is_blank && self.number == 1
    }

    pub(super) fn is_last(self) -> bool {
        !self.is_blank && self.count > 0 && self.number == self.count
    }

    /// Returns `true` if the page comes after the first page with content.
    pub(super) fn is_after_first(self) -> bool {
        self.number > usize::from(!self.is_blank)
    }

    /// Returns `true` if the page comes before the last page with content.
    pub(super) fn is_before_last(self) -> bool {
        self.number < self.count
    }
}

/// A place among some pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counted {
    /// Number of the page, from 1.
    pub number: usize,
    /// Number of pages.
    pub count: usize,
}

/// A field in a repeating band.
#[derive(Clone)]
pub struct Band<'a> {
    /// Zone of the band.
    pub zone: Zone,
    /// The field with what it shows.
    pub placement: Placement<'a>,
    /// `true` for the first printing of a field with a role; screen readers pass over all others.
    pub is_read: bool,
}

/// Something at a place.
#[derive(Clone)]
pub struct Placement<'a> {
    /// The field that it comes from.
    pub field: &'a Field,
    /// Left edge in millimetres.
    pub x: f64,
    /// Top edge in millimetres.
    pub y: f64,
    /// Content of the field.
    pub content: Content<'a>,
    /// Link, outline title and further marks.
    pub marks: Option<Box<Marks>>,
}

/// Content of a placed field.
#[derive(Clone)]
pub enum Content<'a> {
    /// Nothing: a field of unknown type, or a section nested in another.
    Nothing,
    /// A line of text.
    Text(&'a Text, Arc<str>),
    /// A text broken into lines.
    Block(Arc<TextBlock<'a>>),
    /// A picture, if any.
    Image(&'a Image, Option<ShownPicture>),
    /// Some rows of a table.
    Table(TableSlice<'a>),
    /// Some rows of a table that uses extensions.
    Grid(Arc<GridSlice<'a>>),
    /// A chart, if it has items.
    Chart(&'a Chart, Option<Arc<ChartData>>),
    /// A KPI card.
    Kpi(&'a Kpi, Arc<KpiData>),
    /// A QR code or bar code.
    Code(Arc<PlacedCode>),
    /// A line, a rectangle, an ellipse or a drawing, and the look that conditions set.
    Shape(&'a Shape, Option<Box<Look>>),
    /// One repetition of a section.
    Section(SectionRepeat<'a>),
}

/// Bytes that an allocation takes besides its content: bookkeeping, and rounding up.
const ALLOCATION: usize = 16;

impl Placement<'_> {
    /// Bytes of memory that it takes, what others share left out.
    fn memory(&self) -> usize {
        let held = match &self.content {
            Content::Text(_, text) => text.len() + 2 * ALLOCATION,
            Content::Block(block) => block.memory(),
            Content::Grid(slice) => slice.memory(),
            Content::Code(code) => code.memory(),
            Content::Table(slice) => slice.memory(),
            // The members were counted one by one.
            Content::Section(_) => ALLOCATION,
            // Pictures belong to the template or were counted as text; charts and cards are shared.
            Content::Image(..)
            | Content::Chart(..)
            | Content::Kpi(..)
            | Content::Shape(..)
            | Content::Nothing => 0,
        };
        let marks = self.marks.as_ref().map_or(0, |marks| marks.memory());
        size_of::<Self>() + held + marks
    }

    /// Its height in millimetres, but for tables and sections: that of its field, unless it has grown.
    pub fn height(&self) -> f64 {
        match &self.content {
            Content::Block(block) => block.height,
            Content::Grid(slice) => slice.height(),
            _ => self.field.height,
        }
    }

    /// Width and height of what is drawn, in millimetres.
    pub fn drawn_size(&self) -> (f64, f64) {
        match &self.content {
            Content::Section(repeat) => (repeat.width.unwrap_or(self.field.width), repeat.height),
            content => match content.table_rows() {
                Some(rows) => (rows.widths(self.field.width).iter().sum(), rows.height()),
                None => (self.field.width, self.height()),
            },
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

    /// Estimated number of items painted for the placement.
    fn marks(&self) -> usize {
        match &self.content {
            Content::Table(slice) => 2 + slice.columns.saturating_mul(2 + slice.rows.len()),
            Content::Section(repeat) => 1 + repeat.members.iter().map(Self::marks).sum::<usize>(),
            Content::Chart(_, Some(data)) => 8 + 4 * data.items.len(),
            Content::Kpi(..) => 8,
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

/// Something of a page in the order of painting.
#[derive(Clone, Copy)]
pub struct Painted<'p, 'a> {
    /// Placement that is painted.
    pub placement: &'p Placement<'a>,
    /// Zone of the placement.
    pub zone: Zone,
    /// The repetition of a section that it belongs to.
    pub item: Option<usize>,
    /// `true` if screen readers read it; `false` for what repeats on every page.
    pub is_read: bool,
    /// Its order of painting.
    order: (i8, i32),
}

impl<'a> Page<'a> {
    /// A page of a design that nothing stands on.
    pub(super) fn blank(design: &'a Design, number: usize) -> Self {
        Self {
            design,
            height: design.height,
            number,
            placements: Vec::new(),
            bands: Vec::new(),
            blank: true,
            starts_set: false,
            in_set: Counted::default(),
            positions: PagePositions::default(),
        }
    }

    /// Returns `true` for a page without background and bands.
    pub fn is_empty(&self) -> bool {
        self.blank && self.design.blank_pages == BlankPages::Empty
    }

    /// The picture behind everything.
    pub fn background(&self) -> Option<&'a Background> {
        if self.is_empty() {
            return None;
        }
        let design = self.design;
        let place = self.positions.design;
        let last = design.last_page.as_ref().filter(|_| place.is_last());
        let first = design.first_page.as_ref().filter(|_| place.is_first());
        let own = [last, first].into_iter().flatten().find_map(|page| page.background.as_ref());
        own.or(design.background.as_ref())
    }

    /// The page of a PDF file under everything, as the source of a picture.
    pub fn letterhead(&self) -> Option<&'a Arc<str>> {
        let letterhead = self.design.letterhead.as_ref().filter(|_| !self.is_empty())?;
        let place = self.positions.design;
        let last = letterhead.last.as_ref().filter(|_| place.is_last());
        let usual = if place.is_first() { &letterhead.first } else { &letterhead.other };
        Some(last.unwrap_or(usual))
    }

    /// Returns `true` if the order of painting differs from bands, then body.
    pub fn is_layered(&self) -> bool {
        self.design.layered
    }

    /// Bands, then the body, members after their section: in the order of painting (spec 20.4.2).
    pub fn sequence(&self) -> Vec<Painted<'_, 'a>> {
        let mut all = Vec::new();
        for band in &self.bands {
            let (placement, zone) = (&band.placement, band.zone);
            let order = (placement.field.rank(), placement.field.z_index());
            let is_read = band.is_read;
            all.push(Painted { placement, zone, item: None, is_read, order });
        }
        for placement in &self.placements {
            painted(placement, None, (0, 0), &mut all);
        }
        if self.is_layered() {
            all.sort_by_key(|painted| painted.order);
        }
        all
    }
}

/// Appends a placement of the body and its members. A placement without its own order takes that of
/// its section.
fn painted<'p, 'a>(
    placement: &'p Placement<'a>,
    item: Option<usize>,
    around: (i8, i32),
    all: &mut Vec<Painted<'p, 'a>>,
) {
    let own = Some(placement.field.z_index()).filter(|own| *own != 0);
    let order = own.map_or(around, |own| (0, own));
    let zone = Zone::Body;
    let Content::Section(repeat) = &placement.content else {
        all.push(Painted { placement, zone, item, is_read: true, order });
        return;
    };
    let item = Some(repeat.index);
    all.push(Painted { placement, zone, item, is_read: true, order });
    for member in &repeat.members {
        painted(member, item, order, all);
    }
}

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
    /// `true` if the header is drawn.
    pub head: bool,
    pub rows: Arc<Cells>,
    /// The totals row, where it is drawn.
    pub footer: Option<Arc<Cells>>,
    /// `true` if the table begins here.
    pub first: bool,
    /// `true` if no rows follow on a later page.
    pub last: bool,
}

/// One repetition of a section.
#[derive(Clone)]
pub struct SectionRepeat<'a> {
    /// Its number, from 0.
    pub index: usize,
    /// Its height, grown by its tables.
    pub height: f64,
    /// Its width, where repetitions stand side by side.
    pub width: Option<f64>,
    /// Its members, in drawing order, at their place on the page.
    pub members: Vec<Placement<'a>>,
}

/// Things in the order in which they are read: what has a smaller `readingOrder` first (spec 20.4.2).
pub fn in_reading_order<'p, 'a: 'p, T>(
    things: impl IntoIterator<Item = &'p T>,
    placement: impl Fn(&'p T) -> &'p Placement<'a>,
) -> Vec<&'p T> {
    let mut things: Vec<&T> = things.into_iter().collect();
    let order = |thing: &&'p T| {
        placement(thing).field.placing.as_ref().map_or(0, |placing| placing.reading_order)
    };
    things.sort_by_key(order);
    things
}

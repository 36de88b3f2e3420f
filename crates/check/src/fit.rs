//! Content that does not fit once data fills the pages: texts wider than their box, characters that
//! no font has, things that run off the page. It is read off the page model (spec 9, 10).

use std::collections::{HashMap, HashSet};

use super::codes;
use super::geometry::{TOLERANCE, millimetres};
use super::names::band_name;
use reportctl_engine::budget::Meter;
use reportctl_engine::draw::{Overflow, Painter, Pictures, PreparedPictures};
use reportctl_engine::layout::{Content, Layout, Page, Placement, RowKind};
use reportctl_engine::problem::{Code, Problem, quoted};
use reportctl_engine::render::Options;
use reportctl_engine::template::zone::Zone;
use reportctl_engine::template::{Design, Field, Kind};
use reportctl_engine::units::pt_to_mm;

/// Reports what does not fit, once per field and column, with the worst case.
pub(super) fn check(
    layout: &Layout<'_>,
    pictures: &PreparedPictures,
    options: &Options<'_>,
    problems: &mut Vec<Problem>,
) {
    let meter = Meter::new(options.budget);
    let mut checker = FitChecker {
        painter: Painter::new(options.fonts, Pictures::new(pictures), &meter),
        rows: HashMap::new(),
        wide: Vec::new(),
        known: HashMap::new(),
        glyphs: HashSet::new(),
        long: HashSet::new(),
        pictures: HashSet::new(),
        codes: HashSet::new(),
        problems,
    };
    let mut design = None;
    for page in &layout.pages {
        let first = !design.is_some_and(|design| std::ptr::eq(design, page.design));
        design = Some(page.design);
        checker.page(page, first);
    }
    checker.finish();
}

struct FitChecker<'p, 'l> {
    painter: Painter<'p>,
    /// Rows of each table on the pages so far.
    rows: HashMap<*const Field, usize>,
    /// Texts that are too wide, by first appearance.
    wide: Vec<Wide<'l>>,
    /// Index in `wide` of a part of a field.
    known: HashMap<(*const Field, Part), usize>,
    /// Characters without a glyph that were reported.
    glyphs: HashSet<(*const Field, char)>,
    /// Fields off the page that were reported.
    long: HashSet<*const Field>,
    /// Fields whose picture was reported.
    pictures: HashSet<*const Field>,
    /// Fields whose code was reported.
    codes: HashSet<*const Field>,
    problems: &'p mut Vec<Problem>,
}

/// The part of a field that holds a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    Whole,
    Head(usize),
    Cell(usize),
    Totals(usize),
    /// A cell of a row besides those.
    Further(RowKind, usize),
}

/// Texts of one part of a field that are too wide.
struct Wide<'l> {
    field: &'l Field,
    part: Part,
    count: usize,
    worst: Overflow,
    page: usize,
    /// Row of the worst one within its table, from 1.
    row: usize,
}

impl<'l> FitChecker<'_, 'l> {
    fn page<'a: 'l>(&mut self, page: &'l Page<'a>, first: bool) {
        for band in &page.bands {
            // Only texts can differ from page to page.
            if first
                || matches!(
                    band.placement.content,
                    Content::Text(..) | Content::Block(_) | Content::Code(_)
                )
            {
                self.placement(&band.placement, page);
                self.band_length(&band.placement, band.zone, page.design);
            }
        }
        for placement in &page.placements {
            self.placement(placement, page);
            self.body_length(placement, page);
        }
    }

    fn placement<'a: 'l>(&mut self, placement: &Placement<'a>, page: &Page<'_>) {
        if let Content::Section(repeat) = &placement.content {
            repeat.members.iter().for_each(|member| self.placement(member, page));
            return;
        }
        let field = placement.field;
        if let Content::Code(placed) = &placement.content {
            codes::too_narrow(field, placed, &mut self.codes, self.problems);
        }
        if is_own_picture(placement) {
            return;
        }
        match self.painter.overflows(placement) {
            Ok(overflows) => {
                let rows = placement.content.table_rows().filter(|_| !overflows.is_empty());
                let rows = rows.map(|rows| rows.numbered()).unwrap_or_default();
                for overflow in overflows {
                    let at = overflow.cell.and_then(|(row, column)| {
                        rows.get(row).map(|(kind, row)| part_of(*kind, *row, column))
                    });
                    self.overflow(overflow, at, field, page);
                }
            }
            Err(problem) => {
                if self.pictures.insert(std::ptr::from_ref(field)) {
                    self.problems.push(problem);
                }
            }
        }
        if let Some(rows) = placement.content.table_rows() {
            *self.rows.entry(std::ptr::from_ref(field)).or_default() += rows.data_rows();
        }
    }

    /// Takes note of a text that is too wide; `at` is the part of a table that it is in, and its row.
    fn overflow(
        &mut self,
        overflow: Overflow,
        at: Option<(Part, usize)>,
        field: &'l Field,
        page: &Page<'_>,
    ) {
        let key = std::ptr::from_ref(field);
        if let Some(missing) = overflow.missing {
            if self.glyphs.insert((key, missing.character)) {
                let problem = missing.problem(&field.name, &overflow.text);
                self.problems.push(problem.pointer(field.pointer.clone()));
            }
            return;
        }
        if pt_to_mm(overflow.width - overflow.room) <= TOLERANCE {
            return;
        }
        let before = self.rows.get(&key).copied().unwrap_or_default();
        let (part, row) = at.map_or((Part::Whole, 0), |(part, row)| (part, before + row));
        let page = page.number;
        match self.known.get(&(key, part)).and_then(|at| self.wide.get_mut(*at)) {
            Some(known) => {
                known.count += 1;
                if overflow.width - overflow.room > known.worst.width - known.worst.room {
                    (known.worst, known.page, known.row) = (overflow, page, row);
                }
            }
            None => {
                self.known.insert((key, part), self.wide.len());
                self.wide.push(Wide { field, part, count: 1, worst: overflow, page, row });
            }
        }
    }

    /// A row, table or repetition of the body that ends below the body or the page.
    fn body_length<'a: 'l>(&mut self, placement: &Placement<'a>, page: &Page<'_>) {
        let (field, design) = (placement.field, page.design);
        let below_page = bottom(placement) - design.height;
        let into_footer = bottom(placement) - design.body_bottom();
        if into_footer <= TOLERANCE || !self.long.insert(std::ptr::from_ref(field)) {
            return;
        }
        let what = match &placement.content {
            Content::Section(repeat) => format!("repetition {} of the section", repeat.index + 1),
            Content::Table(_) | Content::Grid(_) => "the table".to_owned(),
            _ => "the field".to_owned(),
        };
        let advice = match placement.content {
            Content::Section(_) => {
                "a repetition is never split: show its list in a table of its own, or make it \
                 shorter"
            }
            _ => "make it lower, or the page higher",
        };
        let number = page.number;
        let (code, message) = if below_page > TOLERANCE {
            let excess = millimetres(below_page);
            let message = format!("{what} runs {excess} off the bottom of page {number}");
            (Code::OffPage, message)
        } else {
            let excess = millimetres(into_footer);
            let message = format!("{what} runs {excess} into the footer band on page {number}");
            (Code::BandOverlap, message)
        };
        self.problems.push(
            Problem::warning(code, message)
                .field(&field.name)
                .pointer(field.pointer.clone())
                .advice(advice)
                .detail("page", number)
                .detail("excess", below_page.max(into_footer.min(below_page.abs()))),
        );
    }

    /// A table in a band prints all its rows, wherever that leads.
    fn band_length<'a: 'l>(&mut self, placement: &Placement<'a>, zone: Zone, design: &Design) {
        let (Some(rows), field) = (placement.content.table_rows(), placement.field) else { return };
        let limit = match zone {
            Zone::Header => design.header_height,
            _ => design.height,
        };
        let excess = bottom(placement) - limit;
        // Until it is longer than authored, where it ends is the author's choice.
        let grown = bottom(placement) > field.y + field.height + TOLERANCE;
        if excess <= TOLERANCE || !grown || !self.long.insert(std::ptr::from_ref(field)) {
            return;
        }
        let rows = rows.data_rows();
        let (code, message) = match zone {
            Zone::Header => (
                Code::BandOverlap,
                format!(
                    "the table has {rows} rows and runs {} out of the {}, over the body",
                    millimetres(excess),
                    band_name(zone)
                ),
            ),
            _ => (
                Code::OffPage,
                format!("the table has {rows} rows and runs {} off the page", millimetres(excess)),
            ),
        };
        self.problems.push(
            Problem::warning(code, message)
                .field(&field.name)
                .pointer(field.pointer.clone())
                .advice("move the table into the body, where it goes over pages")
                .detail("rows", rows)
                .detail("excess", excess),
        );
    }

    fn finish(self) {
        self.problems.extend(self.wide.iter().map(Wide::problem));
        self.problems.extend(self.painter.into_warnings());
    }
}

impl Wide<'_> {
    fn problem(&self) -> Problem {
        let Self { field, part, count, worst, page, row } = self;
        let excess = pt_to_mm(worst.width - worst.room);
        let text = quoted(&worst.text);
        let over = millimetres(excess);
        let room = millimetres(pt_to_mm(worst.room));
        let more =
            if *count > 1 { format!(" (the widest of {count} such texts)") } else { String::new() };
        let is_text = matches!(field.kind, Kind::Text(_));
        let place = self.place();
        let message = if is_text {
            format!("{text} is {over} wider than its box{more}")
        } else {
            format!("{text}{place} is {over} too wide and is cut{more}")
        };
        let advice = match (&field.kind, part) {
            (Kind::Text(_), _) => {
                format!("there is room for {room}: make the box wider, or the font smaller")
            }
            (Kind::Table(_), _) => {
                format!("there is room for {room}: make the column wider, or the font smaller")
            }
            _ => format!("there is room for {room}: make the field wider, or the text shorter"),
        };
        let mut problem = Problem::warning(Code::TextTooWide, message)
            .field(&field.name)
            .pointer(field.pointer.clone())
            .advice(advice)
            .detail("text", worst.text.as_str())
            .detail("width", pt_to_mm(worst.width))
            .detail("room", pt_to_mm(worst.room))
            .detail("excess", excess)
            .detail("count", *count)
            .detail("page", *page);
        if let Part::Head(column)
        | Part::Cell(column)
        | Part::Totals(column)
        | Part::Further(_, column) = part
        {
            problem = problem.detail("columnIndex", *column);
        }
        if let Part::Cell(_) = part {
            problem = problem.detail("row", *row);
        }
        problem
    }

    /// Place of the text in its table, in words.
    fn place(&self) -> String {
        let title = |column: usize| match &self.field.kind {
            Kind::Table(table) => match table.head.get(column).filter(|title| !title.is_empty()) {
                Some(title) => quoted(title),
                None => (column + 1).to_string(),
            },
            _ => String::new(),
        };
        match self.part {
            Part::Whole => String::new(),
            Part::Head(_) => " in the header".to_owned(),
            Part::Cell(column) => format!(" in column {}, row {},", title(column), self.row),
            Part::Totals(column) => format!(" in the totals of column {}", title(column)),
            Part::Further(kind, column) => {
                format!(" in column {} of a row of the kind `{}`", title(column), kind.as_str())
            }
        }
    }
}

/// Pictures of the template itself are looked at without data.
fn is_own_picture(placement: &Placement<'_>) -> bool {
    matches!(&placement.content, Content::Image(image, Some(shown)) if shown.uri == image.content.uri)
}

/// The part of a table that a cell belongs to, and its row of the data, counted from 1 within the
/// slice.
fn part_of(kind: RowKind, row: usize, column: usize) -> (Part, usize) {
    match kind {
        RowKind::Head => (Part::Head(column), 0),
        RowKind::Body => (Part::Cell(column), row),
        RowKind::Footer => (Part::Totals(column), 0),
        kind => (Part::Further(kind, column), 0),
    }
}

/// Bottom edge of a placement, in millimetres from the top of the page.
fn bottom(placement: &Placement<'_>) -> f64 {
    let height = match (&placement.content, placement.content.table_rows()) {
        (_, Some(rows)) => rows.height(),
        (Content::Section(repeat), _) => repeat.height,
        _ => placement.height(),
    };
    placement.y + height
}

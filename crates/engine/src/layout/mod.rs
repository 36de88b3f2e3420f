//! Layout: fields and data to pages (spec 8, 9).
//!
//! [`paginate`] runs three passes: *flow* collects the body items of a page design in order
//! (`flow`), *place* puts them on pages (`place`), and *finish* fills the repeating bands,
//! which may show the number of pages (`bands`).

mod bands;
mod block;
mod code;
mod cursor;
mod dump;
mod fixed;
mod flow;
mod grid;
mod keep;
mod letterhead;
mod marks;
mod names;
mod navigation;
mod notes;
mod page;
mod picture;
mod place;
mod row;
mod rows;
mod rules;
mod section;
mod slice;
mod table;
#[cfg(test)]
mod tests;
mod trial;

pub use block::{PlacedLine, TextBlock};
pub use code::{CellDrawing, CodeLook, PlacedCode, TEXT_LINE as CODE_TEXT_LINE};
pub use cursor::needs_new_page;
pub use fixed::{ROW_HEIGHT, SliceFit, slice_fit};
pub use flow::{FlowItem, collect as collect_flow};
pub use letterhead::size_note;
pub use marks::{Entry, Label, Marks, Navigation, Place};
pub use notes::Note;
pub use page::{
    Band, Content, Counted, Layout, Page, Painted, Placement, SectionRepeat, TableSlice,
    in_reading_order,
};
pub use picture::{PictureFrame, ShownPicture};
pub use picture::{low_resolution, not_drawn};
pub use rows::{CELL_PADDING, RowOnPage, RowTexts, RowsOnPage};
pub use slice::{CellLook, GridCell, GridRow, GridSlice, RowKind, Said};

use block::Growth;
use notes::Notes;
use picture::Measured;
use std::collections::HashMap;
use std::sync::Arc;

use crate::expr::report::Misses;
use crate::expr::{Globals, PartKind, Scope, report};
use crate::font::Fonts;
use crate::format::TextFormat;
use crate::image;
use crate::paragraph::{
    Composer, Marked, MarkupPart, MarkupReading, Span, isolated, push_isolated,
};
use crate::problem::Result;
use crate::resolve::chart::ChartData;
use crate::resolve::kpi::KpiData;
use crate::resolve::rows::TableRows;
use crate::resolve::{self, Source};
use crate::template::field::{Chart, Kpi, Look, Shape, Text};
use crate::template::style::transformed;
use crate::template::{Field, Kind, Template};

/// Lays a whole document out: every design in order, continuous page numbers.
///
/// # Errors
/// `pageLimit`, and the other limits of the budget.
pub fn paginate<'s, 'a>(
    template: &'a Template,
    source: &'s Source<'s>,
    fonts: &'s Fonts,
    pictures: &'s image::Prepared,
) -> Result<Layout<'a>> {
    let meter = source.env.meter;
    resolve::requirement::check(&template.requirements, source)?;
    let before = meter.held();
    let most = meter.budget().max_pages as usize;
    // Findings of the parts that are evaluated before the pages.
    let before_pages = source.env.findings.take();
    let mut layout = pass(template, source, fonts, pictures, most, Vec::new())?;
    // Nothing that is broken into lines or measured depends on the number of pages, so a second
    // pass puts everything where the first one did, unless a row is shown for some numbers only.
    let passes = if template.asks_for_page_count() { MOST_PASSES } else { 0 };
    for _ in 0..passes {
        let count = layout.pages.len();
        let sets: Vec<Counted> = layout.pages.iter().map(|page| page.in_set).collect();
        drop(layout);
        // Findings for other numbers of pages may not be on these.
        drop(source.env.findings.take());
        meter.release(usize::try_from(meter.held() - before).unwrap_or(usize::MAX));
        layout = pass(template, source, fonts, pictures, count, sets.clone())?;
        if layout.pages.iter().map(|page| page.in_set).eq(sets) {
            break;
        }
    }
    let found = before_pages.into_iter().chain(source.env.findings.take()).collect();
    let (misses, found) = report::split(found);
    layout.misses = misses;
    layout.notes.extend(report::problems(found, &template.dialect));
    Ok(layout)
}

/// Most passes that look for consistent page numbers; there may be none.
const MOST_PASSES: usize = 4;

/// Lays the document out under the assumption that it has `page_count` pages. `sets` holds the
/// place of each page in its numbering set, as far as that is known.
fn pass<'s, 'a>(
    template: &'a Template,
    source: &'s Source<'s>,
    fonts: &'s Fonts,
    pictures: &'s image::Prepared,
    page_count: usize,
    sets: Vec<Counted>,
) -> Result<Layout<'a>> {
    // Before all others: without its password a document is not even laid out.
    let document = resolve::pdf::data(template.pdf.as_ref(), source)?;
    let mut resolver = Resolver::new(template, source, fonts, pictures, page_count);
    resolver.sets = sets;
    if let Some(globals) = source.env.globals {
        // Of the metadata, before a field could be named for them.
        resolver.notes.missing(globals.missing.take(), resolver.language());
    }
    let mut pages = Vec::new();
    for design in &template.designs {
        let meter = source.env.meter;
        let before = meter.held();
        let flow = flow::collect(design, meter)?;
        let taken = meter.held() - before;
        place::design(design, &flow, &mut resolver, &mut pages)?;
        meter.release(usize::try_from(taken).unwrap_or(usize::MAX));
    }
    bands::finish(template, &mut pages, &mut resolver)?;
    if let Some(globals) = source.env.globals {
        resolver.notes.missing(globals.missing.take(), resolver.language());
    }
    let navigation = navigation::collect(template, &mut pages, &mut resolver)?;
    let draft = resolver.draft();
    let mut notes = letterhead::notes(&pages, pictures, source.env.meter)?;
    notes.extend(document.einvoice.iter().flat_map(|invoice| invoice.notes.iter().cloned()));
    if template.dialect.is_extended() {
        notes.extend(letterhead::background_notes(&pages, pictures, source.env.meter)?);
    }
    notes.extend(resolver.notes.into_problems());
    Ok(Layout { pages, document, navigation, notes, misses: Misses::default(), draft })
}

/// A part of a text with markup; `isolates` says whether values are isolated.
fn part(text: &str, kind: PartKind, isolates: bool) -> MarkupPart {
    let mut own = String::new();
    if isolates {
        push_isolated(text, kind, &mut own)
    } else {
        own.push_str(text)
    }
    let text = own;
    match kind {
        PartKind::Literal => MarkupPart::Literal(text),
        PartKind::Value => MarkupPart::Value(text),
        PartKind::Markup => MarkupPart::Markup(text),
    }
}

/// Resolves what fields show. Charts and cards always see the whole document (spec 8.1), so each
/// is worked out once, however often it is placed.
struct Resolver<'s, 'a: 's> {
    template: &'a Template,
    source: &'s Source<'s>,
    fonts: &'s Fonts,
    pictures: &'s image::Prepared,
    measured: Measured,
    /// Composer, created for the first text that is broken into lines; most templates have no such
    /// text.
    composer: Option<Box<Composer<'s>>>,
    notes: Notes,
    /// Number of pages, as far as that is known.
    page_count: usize,
    /// The place of each page in its numbering set, as far as that is known.
    sets: Vec<Counted>,
    charts: HashMap<*const Field, Option<Arc<ChartData>>>,
    kpis: HashMap<*const Field, Arc<KpiData>>,
}

impl<'s, 'a> Resolver<'s, 'a> {
    fn new(
        template: &'a Template,
        source: &'s Source<'s>,
        fonts: &'s Fonts,
        pictures: &'s image::Prepared,
        page_count: usize,
    ) -> Self {
        Self {
            template,
            source,
            fonts,
            pictures,
            measured: Measured::default(),
            composer: None,
            notes: Notes::default(),
            page_count,
            sets: Vec::new(),
            charts: HashMap::new(),
            kpis: HashMap::new(),
        }
    }

    /// Breaks texts into lines.
    fn composer(&mut self) -> &mut Composer<'s> {
        self.composer.get_or_insert_with(|| Box::new(Composer::new(self.fonts)))
    }

    /// Content of a text field; it has several lines where the field uses extensions.
    fn text(
        &mut self,
        field: &'a Field,
        text: &'a Text,
        scope: &Scope<'_>,
        growth: Growth,
    ) -> Result<Content<'a>> {
        let content = self.text_content(field, text, scope, growth)?;
        self.missed(field);
        Ok(content)
    }

    fn text_content(
        &mut self,
        field: &'a Field,
        text: &'a Text,
        scope: &Scope<'_>,
        growth: Growth,
    ) -> Result<Content<'a>> {
        let Some(composed) = &text.composed else {
            return Ok(Content::Text(text, resolve::text(&text.text, scope)?));
        };
        let look = resolve::look(&composed.rules, scope)?;
        let emphasis = look.emphasis(composed.emphasis);
        let transform = look.transform.unwrap_or(composed.transform);
        let marked = if composed.format == TextFormat::InlineMarkdown {
            let mut parts = Vec::new();
            text.text.parts(scope, &mut |text, kind| {
                parts.push(part(text, kind, composed.isolates));
            })?;
            let links_in_values = composed.markup_links;
            self.source.env.meter.read(parts.iter().map(MarkupPart::bytes).sum())?;
            Marked::read(&parts, MarkupReading { base: emphasis, links_in_values, transform })
        } else {
            let text = if composed.isolates {
                isolated(&text.text, scope)?.into()
            } else {
                resolve::text(&text.text, scope)?
            };
            let text = transformed(transform, &text).into_owned();
            let spans = vec![Span { start: 0, emphasis }];
            Marked { text, spans, ..Marked::default() }
        };
        Ok(Content::Block(Arc::new(self.block(field, text, composed, &marked, look, growth)?)))
    }

    /// The tag of the document's locale; empty where it has none.
    fn language(&self) -> &'s str {
        self.source.env.globals.map_or("", Globals::language)
    }

    /// Text over the pages of a draft, in the language of the document.
    fn draft(&self) -> Option<String> {
        let localized = self.source.env.globals?.localized.as_ref()?;
        let own = localized.template.texts.find(localized.locale.tag(), "draft");
        own.or_else(|| localized.locale.draft()).map(str::to_owned)
    }

    /// Remembers the texts that were asked for in vain since the last call as those of a field.
    fn missed(&mut self, field: &Field) {
        let Some(globals) = self.source.env.globals else { return };
        if !globals.missing.is_empty() {
            let language = self.language();
            self.notes.missed(field, globals.missing.take(), language);
        }
    }

    /// Remembers that something of the body is higher than a page. Templates without extensions have
    /// no notes.
    fn beyond_body(&mut self, field: &Field) {
        if self.source.env.is_extended() {
            self.notes.add(field, Note::BeyondBody);
        }
    }

    /// Remembers what there is to say of something that now stands on a page.
    fn note(&mut self, placement: &Placement<'_>, page: usize) {
        self.missed(placement.field);
        self.note_content(placement.field, &placement.content);
        self.notes.placed(placement.field, page);
    }

    fn note_content(&mut self, field: &Field, content: &Content<'_>) {
        match content {
            Content::Block(block) => {
                for note in &block.notes {
                    self.notes.add(field, *note);
                }
            }
            Content::Code(placed) => self.note_hidden(field, placed),
            Content::Grid(slice) => {
                for row in &slice.rows {
                    self.note_row(field, row);
                }
            }
            Content::Image(image, Some(shown)) => {
                if let Some(picture) = &shown.picture {
                    self.note_dropped(field, picture);
                }
                let coarse = image.extended.as_ref().and_then(|own| picture::coarse(shown, own));
                if let Some(problem) = coarse {
                    let problem = problem.field(&field.name).pointer(field.pointer.clone());
                    self.notes.add_problem(field, Note::Coarse, problem);
                }
            }
            _ => {}
        }
    }

    fn note_hidden(&mut self, field: &Field, placed: &PlacedCode) {
        if let Some(reason) = &placed.hidden {
            let problem = code::unfit(field, placed.code, reason);
            self.notes.add_problem(field, Note::Hidden, problem);
        }
    }

    fn note_row(&mut self, field: &Field, row: &GridRow) {
        if row.lacks_face {
            self.notes.add(field, Note::Face);
        }
        for cell in &row.cells {
            match &cell.drawing {
                Some((CellDrawing::Code(placed), _)) => self.note_hidden(field, placed),
                Some((CellDrawing::Image(shown), _)) => {
                    if let Some(picture) = &shown.picture {
                        self.note_dropped(field, picture);
                    }
                }
                None => {}
            }
        }
    }

    fn chart(&mut self, field: &Field, chart: &Chart) -> Result<Option<Arc<ChartData>>> {
        let key = std::ptr::from_ref(field);
        if let Some(known) = self.charts.get(&key) {
            return Ok(known.clone());
        }
        let data = resolve::chart::data(chart, self.source)?.map(Arc::new);
        self.charts.insert(key, data.clone());
        Ok(data)
    }

    fn kpi(&mut self, field: &Field, kpi: &Kpi) -> Result<Arc<KpiData>> {
        let key = std::ptr::from_ref(field);
        if let Some(known) = self.kpis.get(&key) {
            return Ok(Arc::clone(known));
        }
        let data = Arc::new(resolve::kpi::data(kpi, self.source)?);
        self.kpis.insert(key, Arc::clone(&data));
        Ok(data)
    }

    /// Content of a field other than a text, a section or a paginated table, in body or band.
    fn content(&mut self, field: &'a Field) -> Result<Content<'a>> {
        let content = self.own_content(field)?;
        self.missed(field);
        Ok(content)
    }

    fn own_content(&mut self, field: &'a Field) -> Result<Content<'a>> {
        Ok(match &field.kind {
            Kind::Image(image) => Content::Image(image, self.image(field, image, None)?),
            Kind::Chart(chart) => Content::Chart(chart, self.chart(field, chart)?),
            Kind::Kpi(kpi) => Content::Kpi(kpi, self.kpi(field, kpi)?),
            Kind::Table(table) => {
                let rows = TableRows::of_document(table, self.source)?;
                table::whole(field, table, rows, &self.source.document(), self)?
            }
            Kind::Text(text) => self.text(field, text, &self.source.document(), Growth::Allowed)?,
            Kind::Code(code) => Content::Code(self.code(field, code, &self.source.document())?),
            Kind::Shape(shape) => self.shape(shape, &self.source.document())?,
            Kind::Section(_) | Kind::Unknown => Content::Nothing,
        })
    }

    /// A shape with what its conditions say.
    fn shape(&mut self, shape: &'a Shape, scope: &Scope<'_>) -> Result<Content<'a>> {
        if shape.rules.is_empty() {
            return Ok(Content::Shape(shape, None));
        }
        let look = resolve::look(&shape.rules, scope)?;
        Ok(Content::Shape(shape, (look != Look::default()).then(|| Box::new(look))))
    }
}

//! The repeating bands, and what stands on the page, once the number of pages is known (spec 8.1,
//! 9.1, 20.7.2).

use std::collections::HashSet;

use super::Resolver;
use super::block::Growth;
use super::names::{self, PageNames};
use super::page::{Band, Content, Page, Placement};
use crate::expr::{Names, Scope};
use crate::format::{Pages, PagesOf, Role};
use crate::problem::Result;
use crate::resolve::{PAGE_NAMES, visible};
use crate::template::field::OnPages;
use crate::template::zone::Zone;
use crate::template::{Design, Field, Kind, Template};

/// Fills the bands of every page.
pub(super) fn finish<'a>(
    template: &Template,
    pages: &mut [Page<'a>],
    resolver: &mut Resolver<'_, 'a>,
) -> Result<()> {
    let count = pages.len();
    let start = template.dialect.is_extended().then_some(template.page_number_start);
    if start.is_some() {
        names::number(pages);
    }
    // The fields of bands that are printed already.
    let mut printed = HashSet::new();
    for pages in pages.chunk_by_mut(|a, b| std::ptr::eq(a.design, b.design)) {
        let Some(design) = pages.first().map(|page| page.design) else { continue };
        let bands = collect(design, resolver)?;
        for page in pages {
            if !page.is_empty() {
                fill(page, count, start, &bands, &mut printed, resolver)?;
            }
        }
    }
    Ok(())
}

/// A field of a band, with what is the same on every page already worked out.
struct BandField<'a> {
    field: &'a Field,
    zone: Zone,
    /// `true` if the field is shown at all; `None`: decided on each page.
    shown: Option<bool>,
    /// Content of the field; `None`: resolved on each page.
    content: Option<Content<'a>>,
}

fn collect<'a>(design: &'a Design, resolver: &mut Resolver<'_, 'a>) -> Result<Vec<BandField<'a>>> {
    let mut bands = Vec::new();
    for field in &design.fields {
        let zone = Zone::of(field, design);
        let drawn = !matches!(field.kind, Kind::Section(_)) && field.section_id.is_none();
        if !drawn || !zone.repeats() {
            continue;
        }
        let per_page = field.visible_when.as_ref().is_some_and(|c| c.uses_page_tokens());
        let source = resolver.source;
        let shown = if per_page {
            None
        } else {
            Some(visible(field.visible_when.as_ref(), &source.band(&[]))?)
        };
        let content = match &field.kind {
            _ if shown == Some(false) => None,
            Kind::Text(text) if text.text.uses_page_tokens() || text.has_rules() => None,
            Kind::Shape(shape) if !shape.rules.is_empty() => None,
            Kind::Text(text) => {
                Some(resolver.text(field, text, &source.band(&[]), Growth::None)?)
            }
            Kind::Code(code) if code.uses_page_tokens() => None,
            Kind::Code(code) => {
                Some(Content::Code(resolver.code(field, code, &source.band(&[]))?))
            }
            _ => Some(resolver.content(field)?),
        };
        bands.push(BandField { field, zone, shown, content });
    }
    Ok(bands)
}

fn fill<'a>(
    page: &mut Page<'a>,
    count: usize,
    start: Option<i32>,
    bands: &[BandField<'a>],
    printed: &mut HashSet<*const Field>,
    resolver: &mut Resolver<'_, 'a>,
) -> Result<()> {
    let total = count;
    let numbers = [page.number as f64, count as f64];
    let [number, count] = [0, 1].map(|i| (PAGE_NAMES[i], numbers[i]));
    let names = [number, count];
    let source = resolver.source;
    let page_names = start.map(|start| PageNames::new(page, total, start));
    let dollars = page_names.as_ref().map(|names| names as &dyn Names);
    let scope = Scope { names: dollars, ..source.band(&names) };
    for band in bands {
        resolver.source.env.meter.step()?;
        let shown = match band.shown {
            Some(shown) => shown,
            None => visible(band.field.visible_when.as_ref(), &scope)?,
        };
        if shown && is_selected(band.field, page, &scope)? {
            let content = content(band, &scope, resolver)?;
            let field = band.field;
            let marks = resolver.marks(field, &scope, true)?;
            // Fields of the footer keep their distance from the end of the page.
            let rise = if field.y >= page.design.body_bottom() {
                page.design.height - page.height
            } else {
                0.0
            };
            let placement = Placement { field, x: field.x, y: field.y - rise, content, marks };
            placement.hold(resolver.source.env.meter)?;
            resolver.note(&placement, page.number);
            let is_read = has_role(field) && printed.insert(std::ptr::from_ref(field));
            page.bands.push(Band { zone: band.zone, placement, is_read });
        }
    }
    Ok(())
}

/// Returns `true` if a field of a band has a role in which it is read.
fn has_role(field: &Field) -> bool {
    let role = field.placing.as_ref().and_then(|placing| placing.role);
    role.is_some_and(|role| role != Role::Artifact)
}

/// Returns `true` if a field is printed on a page, by the pages that the field selects.
fn is_selected(field: &Field, page: &Page<'_>, scope: &Scope<'_>) -> Result<bool> {
    let Some(placing) = &field.placing else { return Ok(true) };
    let (select, of) = match &placing.on_pages {
        OnPages::When(condition) => return condition.holds(scope),
        OnPages::Select(select, of) => (select, of),
    };
    // The side of the paper that a page is on depends on the document, unless its set is asked for.
    let (place, number) = match of {
        PagesOf::Design => (page.positions.design, page.number),
        PagesOf::Document => (page.positions.document, page.number),
        PagesOf::Set => (page.positions.set, page.in_set.number),
    };
    Ok(match select {
        Pages::All => true,
        Pages::First => place.is_first(),
        Pages::NotFirst => place.is_after_first(),
        Pages::Last => place.is_last(),
        Pages::NotLast => place.is_before_last(),
        Pages::Only => place.is_first() && place.is_last(),
        Pages::Odd => !number.is_multiple_of(2),
        Pages::Even => number.is_multiple_of(2),
    })
}

fn content<'a>(
    band: &BandField<'a>,
    scope: &Scope<'_>,
    resolver: &mut Resolver<'_, 'a>,
) -> Result<Content<'a>> {
    match (&band.content, &band.field.kind) {
        (Some(content), _) => Ok(content.clone()),
        (None, Kind::Text(text)) => resolver.text(band.field, text, scope, Growth::None),
        (None, Kind::Code(code)) => resolver.code(band.field, code, scope).map(Content::Code),
        (None, Kind::Shape(shape)) => resolver.shape(shape, scope),
        (None, _) => Ok(Content::Nothing),
    }
}

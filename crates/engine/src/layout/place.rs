//! Puts the flow of a page design on pages (spec 9.4 to 9.9).

use std::sync::Arc;

use super::block::{TextBlock, text_height};
use super::flow::Item;
use super::notes::Note;
use super::page::{Content, Page, Placement};
use super::{Resolver, grid, section, table};
use crate::format::Break;
use crate::problem::{Code, Problem, Result};
use crate::resolve::visible;
use crate::template::field::Composed;
use crate::template::{Design, Field, Kind};
use crate::units::{mm_to_pt, pt_to_mm};

/// Where the next item goes.
pub(super) struct Cursor<'p, 'a> {
    design: &'a Design,
    pages: &'p mut Vec<Page<'a>>,
    max_pages: usize,
    /// Distance from the top of the page.
    pub(super) y: f64,
}

/// Lays out one design on pages of its own.
pub(super) fn design<'a>(
    design: &'a Design,
    flow: &[Item<'a>],
    resolver: &mut Resolver<'_, 'a>,
    pages: &mut Vec<Page<'a>>,
) -> Result<()> {
    let max_pages = resolver.source.env.meter.budget().max_pages as usize;
    let y = flow.first().map_or(0.0, Item::y);
    let mut cursor = Cursor { design, pages, max_pages, y };
    cursor.push_page();
    let mut previous: Option<&Item<'_>> = None;
    for item in flow {
        resolver.source.env.meter.step()?;
        if let Some(previous) = previous {
            cursor.y += (item.y() - previous.bottom()).max(0.0);
        }
        previous = Some(item);
        place(item, &mut cursor, resolver)?;
    }
    Ok(())
}

fn place<'a>(
    item: &Item<'a>,
    cursor: &mut Cursor<'_, 'a>,
    resolver: &mut Resolver<'_, 'a>,
) -> Result<()> {
    match item {
        Item::Row { height, fields, .. } => row(fields, *height, cursor, resolver),
        Item::Table(field) | Item::Section { field, .. } => {
            let document = resolver.source.document();
            if !visible(field.visible_when.as_ref(), &document)? {
                return Ok(());
            }
            cursor.leave_full_page(field)?;
            match (&field.kind, item) {
                (Kind::Table(table), _) => match &table.extended {
                    Some(extended) => grid::place(field, table, extended, cursor, resolver),
                    None => table::place(field, table, cursor, resolver),
                },
                (Kind::Section(section), Item::Section { members, .. }) => {
                    section::place(field, section, members, cursor, resolver)
                }
                _ => Ok(()),
            }
        }
    }
}

/// A row is never split, and keeps its height when only some of its fields are hidden.
fn row<'a>(
    fields: &[&'a Field],
    height: f64,
    cursor: &mut Cursor<'_, 'a>,
    resolver: &mut Resolver<'_, 'a>,
) -> Result<()> {
    let document = resolver.source.document();
    let mut shown = Vec::with_capacity(fields.len());
    for &field in fields {
        if visible(field.visible_when.as_ref(), &document)? {
            shown.push(field);
        }
    }
    let Some(first) = shown.first() else { return Ok(()) };
    cursor.leave_full_page(first)?;
    if shown.iter().any(|field| expands(field)) {
        return growing_row(&shown, height, cursor, resolver);
    }
    cursor.fit(height, first)?;
    for field in shown {
        let content = resolver.content(field)?;
        cursor.put(field, content, resolver)?;
    }
    cursor.y += height;
    Ok(())
}

/// Whether a field may become higher than it is authored.
fn expands(field: &Field) -> bool {
    matches!(&field.kind, Kind::Text(text) if text.expands())
}

/// A row with texts that grow: it is as high as the highest of its fields (spec 20.1.4).
fn growing_row<'a>(
    fields: &[&'a Field],
    height: f64,
    cursor: &mut Cursor<'_, 'a>,
    resolver: &mut Resolver<'_, 'a>,
) -> Result<()> {
    let mut height = height;
    let mut contents = Vec::with_capacity(fields.len());
    for &field in fields {
        let content = resolver.content(field)?;
        if let Content::Block(block) = &content {
            height = height.max(block.height);
        }
        contents.push(content);
    }
    if let ([field], [Content::Block(block)]) = (fields, contents.as_slice())
        && let Kind::Text(text) = &field.kind
        && let Some(composed) = text.composed.as_deref()
        && composed.break_inside == Break::Auto
    {
        return split_text(field, composed, Arc::clone(block), height, cursor, resolver);
    }
    let Some(first) = fields.first() else { return Ok(()) };
    cursor.fit(height, first)?;
    for (&field, content) in fields.iter().zip(contents) {
        cursor.put(field, content, resolver)?;
    }
    if height > cursor.available() {
        for field in fields.iter().filter(|field| expands(field)) {
            resolver.notes.add(field, Note::Overflow, cursor.page());
        }
    }
    cursor.y += height;
    Ok(())
}

/// A text that goes on on the next page where it does not fit (spec 20.1.4).
fn split_text<'a>(
    field: &'a Field,
    composed: &Composed,
    block: Arc<TextBlock>,
    height: f64,
    cursor: &mut Cursor<'_, 'a>,
    resolver: &mut Resolver<'_, 'a>,
) -> Result<()> {
    if height <= cursor.available() {
        cursor.put(field, Content::Block(block), resolver)?;
        cursor.y += height;
        return Ok(());
    }
    let (orphans, widows) = (composed.orphans as usize, composed.widows as usize);
    let mut from = 0;
    loop {
        resolver.source.env.meter.step()?;
        let left = block.lines.len() - from;
        let fitting = fitting_lines(&block, composed, from, cursor.available());
        let part = |from: usize, count: usize| {
            let mut part = (*block).clone();
            part.shown = from..from + count;
            let pitch = block.size * composed.line_height;
            let text = text_height(&block.lines, part.shown.clone(), pitch, composed);
            part.height = pt_to_mm(text) + composed.padding.vertical();
            part
        };
        if fitting >= left {
            let mut last = part(from, left);
            // What was not split keeps the height that it has as authored.
            if from == 0 {
                last.height = height;
            }
            let height = last.height;
            cursor.put(field, Content::Block(Arc::new(last)), resolver)?;
            cursor.y += height;
            return Ok(());
        }
        let mut count = fitting;
        if left - count < widows {
            count = left.saturating_sub(widows);
        }
        let too_few = count < orphans || count == 0;
        if too_few && cursor.below_top() {
            cursor.new_page(field)?;
            continue;
        }
        // At the top of a page there is no better place: at least one line stays.
        let count = if too_few { fitting.max(1) } else { count };
        cursor.put(field, Content::Block(Arc::new(part(from, count))), resolver)?;
        from += count;
        if from >= block.lines.len() {
            resolver.notes.add(field, Note::Overflow, cursor.page());
            cursor.y = cursor.bottom();
            return Ok(());
        }
        cursor.new_page(field)?;
    }
}

/// How many lines from a place on fit into so many millimetres.
fn fitting_lines(block: &TextBlock, composed: &Composed, from: usize, available: f64) -> usize {
    let pitch = block.size * composed.line_height;
    let spacing = mm_to_pt(composed.paragraph_spacing);
    let room = mm_to_pt(available) - mm_to_pt(composed.padding.vertical());
    let mut used = 0.0;
    let lines = block.lines.range(from..block.lines.len());
    let fits = lines.iter().take_while(|line| {
        used += pitch;
        let fits = used <= room;
        used += if line.last { spacing } else { 0.0 };
        fits
    });
    fits.count()
}

impl<'a> Cursor<'_, 'a> {
    fn push_page(&mut self) {
        let number = self.pages.len() + 1;
        self.pages.push(Page {
            design: self.design,
            number,
            placements: Vec::new(),
            bands: Vec::new(),
        });
    }

    /// What is left of the body below the cursor.
    pub(super) fn available(&self) -> f64 {
        self.design.body_bottom() - self.y
    }

    /// Whether the cursor is below the top of a continuation page, so that a new page gains room.
    pub(super) fn below_top(&self) -> bool {
        self.y > self.design.header_height
    }

    /// Goes on at the top of a new page.
    ///
    /// # Errors
    /// `pageLimit` naming the field being paginated.
    pub(super) fn new_page(&mut self, field: &Field) -> Result<()> {
        if self.pages.len() >= self.max_pages {
            return Err(page_limit(self.max_pages, field));
        }
        self.push_page();
        self.y = self.design.header_height;
        Ok(())
    }

    fn leave_full_page(&mut self, field: &Field) -> Result<()> {
        if self.y >= self.design.body_bottom() { self.new_page(field) } else { Ok(()) }
    }

    /// Opens a page when something of this height does not fit; at the top it overflows instead.
    pub(super) fn fit(&mut self, height: f64, field: &Field) -> Result<()> {
        if needs_new_page(height, self.available(), self.y, self.design.header_height) {
            self.new_page(field)
        } else {
            Ok(())
        }
    }

    /// Puts a field at the cursor.
    ///
    /// # Errors
    /// `memoryLimit` naming the field.
    pub(super) fn put(
        &mut self,
        field: &'a Field,
        content: Content<'a>,
        resolver: &mut Resolver<'_, 'a>,
    ) -> Result<()> {
        if let Some(page) = self.pages.last_mut() {
            let placement = Placement { field, x: field.x, y: self.y, content };
            placement.hold(resolver.source.env.meter)?;
            resolver.note(&placement, page.number);
            page.placements.push(placement);
        }
        Ok(())
    }

    /// How much room a continuation page has.
    pub(super) fn page_height(&self) -> f64 {
        self.design.body_bottom() - self.design.header_height
    }

    /// Where the body of the page ends.
    pub(super) fn bottom(&self) -> f64 {
        self.design.body_bottom()
    }

    /// The number of the page.
    pub(super) fn page(&self) -> usize {
        self.pages.len()
    }
}

/// The "does not fit" test of rows and section repetitions (spec 9.4).
pub fn needs_new_page(height: f64, available: f64, cursor: f64, header_height: f64) -> bool {
    height > available && cursor > header_height
}

fn page_limit(max_pages: usize, field: &Field) -> Problem {
    Problem::new(
        Code::PageLimit,
        format!(
            "The document went past {max_pages} pages (limit `maxPages`) in field `{}`",
            field.name
        ),
    )
    .field(&field.name)
    .pointer(&field.pointer)
    .advice("filter the data before rendering")
    .detail("maxPages", max_pages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_stays_and_at_the_top_it_always_stays() {
        assert!(!needs_new_page(20.0, 30.0, 20.0, 0.0));
        assert!(needs_new_page(50.0, 30.0, 20.0, 0.0));
        assert!(!needs_new_page(50.0, 30.0, 0.0, 0.0));
    }
}

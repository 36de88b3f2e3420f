//! Puts the flow of a page design on pages (spec 9.4 to 9.9).

use super::cursor::attempt::{Outcome, Placed};
use super::cursor::{Cursor, ROUNDING};
use super::flow::FlowItem;
use super::notes::Note;
use super::page::Page;
use super::rules::Rules;
use super::section::{self, SectionMembers};
use super::{Resolver, row, table};
use crate::format::PageBreak;
use crate::problem::Result;
use crate::resolve::section::Repeated;
use crate::resolve::{ItemScope, visible};
use crate::template::{Design, Kind};

/// Lays out one design on pages of its own.
pub(super) fn design<'a>(
    design: &'a Design,
    flow: &[FlowItem<'a>],
    resolver: &mut Resolver<'_, 'a>,
    pages: &mut Vec<Page<'a>>,
) -> Result<()> {
    let max_pages = resolver.source.env.meter.budget().max_pages as usize;
    if design.duplex && !pages.len().is_multiple_of(2) {
        blank_page(pages);
    }
    let mut cursor = Cursor::new(design, flow.first().map(FlowItem::y), max_pages, pages);
    let body = Sequence { flow, top: None, seen: &ItemScope::document() };
    let last = flow.last().map(FlowItem::first_field);
    let placed = body.place(&mut cursor, resolver).and_then(|()| cursor.finish(last));
    Outcome::of(placed).map(|_| ())
}

/// Items one below the other.
pub(super) struct Sequence<'f, 's, 'a> {
    pub(super) flow: &'f [FlowItem<'a>],
    /// The authored top of what they stand in, if that is not the page.
    pub(super) top: Option<f64>,
    /// The data that they see.
    pub(super) seen: &'f ItemScope<'s>,
}

impl<'s, 'a> Sequence<'_, 's, 'a> {
    fn place(&self, cursor: &mut Cursor<'_, 'a>, resolver: &mut Resolver<'s, 'a>) -> Placed {
        // The break after the item before, which needs an item that comes after it.
        let mut after = PageBreak::Auto;
        // The items up to here were kept together already.
        let mut kept = 0;
        // The place above the items up to here of which nothing is shown.
        let mut above_hidden = None;
        for (index, item) in self.flow.iter().enumerate() {
            resolver.source.env.meter.step()?;
            let rules = if item.has_rules() || after != PageBreak::Auto {
                Rules::of(item, self.seen, resolver)?
            } else {
                Rules::default()
            };
            let above = cursor.y;
            cursor.y += self.gap(index, &rules, cursor);
            if rules.hidden {
                above_hidden.get_or_insert(above);
                continue;
            }
            cursor.break_page(rules.break_after(after), item.first_field())?;
            after = rules.after;
            if rules.keep && index >= kept {
                kept = self.keep_together(index, cursor, resolver)?;
            }
            if rules.kept_in_vain && index + 1 < self.flow.len() {
                resolver.notes.add(self.shown(index, resolver)?, Note::KeptInVain);
            }
            let before = (cursor.put_count, cursor.y);
            self.put(index, &rules, cursor, resolver)?;
            if before == (cursor.put_count, cursor.y) {
                above_hidden.get_or_insert(above);
            } else {
                above_hidden = None;
            }
        }
        // The body ends with its last visible item.
        if let Some(above) = above_hidden.filter(|_| self.top.is_none()) {
            cursor.y = above;
        }
        Ok(())
    }

    /// The gap above an item. One that ends with the body keeps none.
    pub(super) fn gap(&self, index: usize, rules: &Rules, cursor: &Cursor<'_, 'a>) -> f64 {
        let above = index.checked_sub(1).and_then(|above| self.flow.get(above));
        let bottom = above.map(FlowItem::bottom).or(self.top);
        let item = self.flow.get(index).map(FlowItem::y);
        let gap = item.zip(bottom).map_or(0.0, |(top, bottom)| (top - bottom).max(0.0));
        let is_dropped = if rules.hidden { rules.collapse } else { rules.is_pinned(cursor) };
        if is_dropped { 0.0 } else { gap }
    }

    /// Puts an item at the cursor, or at the end of the body.
    pub(super) fn put(
        &self,
        index: usize,
        rules: &Rules,
        cursor: &mut Cursor<'_, 'a>,
        resolver: &mut Resolver<'s, 'a>,
    ) -> Placed {
        let pinned = rules.is_pinned(cursor) && self.pin(index, cursor, resolver)?;
        if pinned {
            cursor.slack = ROUNDING;
        }
        self.put_here(index, cursor, resolver)?;
        if pinned {
            cursor.slack = 0.0;
            cursor.y = cursor.y.max(cursor.bottom());
        }
        Ok(())
    }

    /// Puts an item at the cursor.
    pub(super) fn put_here(
        &self,
        index: usize,
        cursor: &mut Cursor<'_, 'a>,
        resolver: &mut Resolver<'s, 'a>,
    ) -> Placed {
        let (seen, Some(item)) = (self.seen, self.flow.get(index)) else { return Ok(()) };
        match item {
            FlowItem::Row { height, fields, .. } => {
                row::place(fields, *height, seen, cursor, resolver)
            }
            FlowItem::Table(field) | FlowItem::Section { field, .. } => {
                if !visible(field.visible_when.as_ref(), &seen.scope(resolver.source))? {
                    return Ok(());
                }
                match (&field.kind, item) {
                    (Kind::Table(table), _) => {
                        cursor.leave_full_page(field)?;
                        table::place(field, table, seen, cursor, resolver)
                    }
                    (Kind::Section(section), FlowItem::Section { members, flow, .. }) => {
                        let part = SectionMembers::new(field, section, members, flow);
                        self::section(&part, seen, cursor, resolver)
                    }
                    _ => Ok(()),
                }
            }
        }
    }
}

/// A page of the design before that holds nothing, so that the next one begins on an odd page.
fn blank_page(pages: &mut Vec<Page<'_>>) {
    if let Some(last) = pages.last() {
        let page = Page::blank(last.design, pages.len() + 1);
        pages.push(page);
    }
}

/// Places every repetition of a section, one below the other, or side by side.
fn section<'s, 'a>(
    part: &SectionMembers<'_, 'a>,
    seen: &ItemScope<'s>,
    cursor: &mut Cursor<'_, 'a>,
    resolver: &mut Resolver<'s, 'a>,
) -> Placed {
    let (field, section) = (part.field, part.section);
    let repeated = Repeated::of(section, seen, resolver.source)?;
    // A section that is not printed at all needs no page.
    if repeated.is_empty() {
        return Ok(());
    }
    cursor.leave_full_page(field)?;
    let rules = section.extended.as_deref();
    if let Some(columns) = rules.filter(|rules| !rules.page_break).and_then(|rules| rules.columns) {
        return section::columns::place(part, &columns, &repeated, seen, cursor, resolver);
    }
    for index in 0..repeated.len() {
        resolver.source.env.meter.step()?;
        if let Some(rules) = rules {
            if rules.page_break && index > 0 {
                cursor.break_page(PageBreak::Page, field)?;
            }
            cursor.begins_set = rules.restart_numbering;
        }
        let item = part.item(&repeated, index, seen);
        if section.breaks() {
            repetition(part, &item, index, cursor, resolver)?;
            // One without content is numbered as well.
            if cursor.begins_set {
                cursor.start_set();
            }
            continue;
        }
        let draft = part.draft(&item, resolver)?;
        let height = draft.height;
        if cursor.fit(height, field)? {
            resolver.beyond_body(field);
        }
        part.put(draft, &item, index, None, cursor, resolver)?;
        cursor.y += height;
    }
    Ok(())
}

/// Places a repetition that may continue on the next page: its members flow as the body does, from
/// its top (spec 20.7.4).
fn repetition<'s, 'a>(
    part: &SectionMembers<'_, 'a>,
    item: &ItemScope<'s>,
    index: usize,
    cursor: &mut Cursor<'_, 'a>,
    resolver: &mut Resolver<'s, 'a>,
) -> Placed {
    let field = part.field;
    cursor.leave_full_page(field)?;
    let marks = resolver.marks(field, &item.scope(resolver.source), true)?;
    cursor.begin_repeat(field, index, marks);
    Sequence { flow: part.flow, top: Some(field.y), seen: item }.place(cursor, resolver)?;
    let bottom = part.flow.last().map_or(field.y, FlowItem::bottom);
    cursor.y += (field.y + field.height - bottom).max(0.0);
    cursor.end_repeat();
    Ok(())
}

//! Puts the flow of a page design on pages (spec 9.4 to 9.9).

use std::sync::Arc;

use super::block::{TextBlock, text_height};
use super::cursor::{Cursor, ROUNDING};
use super::flow::Item;
use super::keep::{self, Rules};
use super::notes::Note;
use super::page::{Content, Page};
use super::{Resolver, grid, section, table};
use crate::format::{Break, PageBreak};
use crate::problem::Result;
use crate::resolve::{ItemScope, visible};
use crate::template::field::Composed;
use crate::template::{Design, Field, Kind};
use crate::units::{mm_to_pt, pt_to_mm};

/// Lays out one design on pages of its own.
pub(super) fn design<'a>(
    design: &'a Design,
    flow: &[Item<'a>],
    resolver: &mut Resolver<'_, 'a>,
    pages: &mut Vec<Page<'a>>,
) -> Result<()> {
    let max_pages = resolver.source.env.meter.budget().max_pages as usize;
    if design.duplex && !pages.len().is_multiple_of(2) {
        blank_page(pages);
    }
    let mut cursor = Cursor::new(design, flow.first().map(Item::y), max_pages, pages);
    items(flow, None, &ItemScope::document(), &mut cursor, resolver)?;
    cursor.finish(flow.last().map(Item::first_field))
}

/// Places items one below the other. `top` is the authored top of what they stand in, if that is not
/// the page; `seen` is what they see.
pub(super) fn items<'s, 'a>(
    flow: &[Item<'a>],
    top: Option<f64>,
    seen: &ItemScope<'s>,
    cursor: &mut Cursor<'_, 'a>,
    resolver: &mut Resolver<'s, 'a>,
) -> Result<()> {
    let mut before = top;
    // The break after the item before, which needs an item that comes after it.
    let mut after = PageBreak::Auto;
    // The items up to here were kept together already.
    let mut kept = 0;
    for (index, item) in flow.iter().enumerate() {
        resolver.source.env.meter.step()?;
        let gap = before.map_or(0.0, |bottom| (item.y() - bottom).max(0.0));
        before = Some(item.bottom());
        let rules = match item.has_rules() || after != PageBreak::Auto {
            true => Rules::of(item, seen, resolver)?,
            false => Rules::default(),
        };
        if rules.hidden {
            cursor.y += if rules.collapse { 0.0 } else { gap };
            continue;
        }
        // What ends with the body keeps no distance to what is above it.
        cursor.y += if rules.pin { 0.0 } else { gap };
        let first = item.first_field();
        cursor.break_page(rules.break_after(after), first)?;
        after = rules.after;
        if rules.keep && index >= kept {
            kept = keep::together(flow, index, seen, cursor, resolver)?;
        }
        if rules.kept_in_vain && index + 1 < flow.len() {
            resolver.notes.add(first, Note::KeptInVain, cursor.page());
        }
        let pinned = rules.pin && keep::pin(item, seen, cursor, resolver)?;
        if pinned {
            cursor.slack = ROUNDING;
        }
        place(item, seen, cursor, resolver)?;
        if pinned {
            cursor.slack = 0.0;
            cursor.y = cursor.y.max(cursor.bottom());
        }
    }
    Ok(())
}

/// A page of the design before that holds nothing, so that the next one begins on an odd page.
fn blank_page(pages: &mut Vec<Page<'_>>) {
    if let Some(last) = pages.last() {
        let page = Page::blank(last.design, pages.len() + 1);
        pages.push(page);
    }
}

fn place<'s, 'a>(
    item: &Item<'a>,
    seen: &ItemScope<'s>,
    cursor: &mut Cursor<'_, 'a>,
    resolver: &mut Resolver<'s, 'a>,
) -> Result<()> {
    match item {
        Item::Row { height, fields, .. } => row(fields, *height, seen, cursor, resolver),
        Item::Table(field) | Item::Section { field, .. } => {
            if !visible(field.visible_when.as_ref(), &seen.scope(resolver.source))? {
                return Ok(());
            }
            match (&field.kind, item) {
                (Kind::Table(table), _) => {
                    cursor.leave_full_page(field)?;
                    match &table.extended {
                        Some(extended) => {
                            grid::place(field, table, extended, seen, cursor, resolver)
                        }
                        None => table::place(field, table, seen, cursor, resolver),
                    }
                }
                (Kind::Section(section), Item::Section { members, flow, .. }) => {
                    let part = section::Part::new(field, section, members, flow);
                    section::place(&part, seen, cursor, resolver)
                }
                _ => Ok(()),
            }
        }
    }
}

/// A row is never split, and keeps its height when only some of its fields are hidden.
fn row<'s, 'a>(
    fields: &[&'a Field],
    height: f64,
    seen: &ItemScope<'s>,
    cursor: &mut Cursor<'_, 'a>,
    resolver: &mut Resolver<'s, 'a>,
) -> Result<()> {
    let mut shown = Vec::with_capacity(fields.len());
    for &field in fields {
        if visible(field.visible_when.as_ref(), &seen.scope(resolver.source))? {
            shown.push(field);
        }
    }
    let Some(first) = shown.first() else { return Ok(()) };
    cursor.leave_full_page(first)?;
    if shown.iter().any(|field| expands(field)) {
        return growing_row(&shown, height, seen, cursor, resolver);
    }
    if cursor.fit(height, first)? {
        let highest = shown.iter().max_by(|one, other| one.height.total_cmp(&other.height));
        resolver.beyond_body(highest.unwrap_or(first), cursor.page());
    }
    for field in shown {
        let content = section::content(field, seen, resolver)?;
        cursor.put(field, content, seen, resolver)?;
    }
    cursor.y += height;
    Ok(())
}

/// Whether a field may become higher than it is authored.
pub(super) fn expands(field: &Field) -> bool {
    matches!(&field.kind, Kind::Text(text) if text.expands())
}

/// A row with texts that grow: it is as high as the highest of its fields (spec 20.1.4).
fn growing_row<'s, 'a>(
    fields: &[&'a Field],
    height: f64,
    seen: &ItemScope<'s>,
    cursor: &mut Cursor<'_, 'a>,
    resolver: &mut Resolver<'s, 'a>,
) -> Result<()> {
    let mut height = height;
    let mut contents = Vec::with_capacity(fields.len());
    for &field in fields {
        let content = section::content(field, seen, resolver)?;
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
        return split_text(field, composed, Arc::clone(block), height, seen, cursor, resolver);
    }
    let Some(first) = fields.first() else { return Ok(()) };
    if cursor.fit(height, first)? {
        for field in fields.iter().filter(|field| expands(field)) {
            resolver.beyond_body(field, cursor.page());
        }
    }
    for (&field, content) in fields.iter().zip(contents) {
        cursor.put(field, content, seen, resolver)?;
    }
    cursor.y += height;
    Ok(())
}

/// A text that continues on the next page where it does not fit (spec 20.1.4).
fn split_text<'s, 'a>(
    field: &'a Field,
    composed: &Composed,
    block: Arc<TextBlock>,
    height: f64,
    seen: &ItemScope<'s>,
    cursor: &mut Cursor<'_, 'a>,
    resolver: &mut Resolver<'s, 'a>,
) -> Result<()> {
    if height <= cursor.available() {
        cursor.put(field, Content::Block(block), seen, resolver)?;
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
            let pitch = block.pitch(composed);
            let text = text_height(&block.lines, part.shown.clone(), pitch, composed);
            part.height = pt_to_mm(text) + composed.padding.vertical();
            part
        };
        if fitting >= left {
            let mut last = part(from, left);
            // What was not split keeps the height that it has as authored, to the end of the page.
            if from == 0 {
                last.height = height.min(cursor.available()).max(last.height);
            }
            let height = last.height;
            cursor.put(field, Content::Block(Arc::new(last)), seen, resolver)?;
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
        let part = part(from, count);
        let height = part.height;
        cursor.put(field, Content::Block(Arc::new(part)), seen, resolver)?;
        cursor.y += height;
        from += count;
        if from >= block.lines.len() {
            resolver.beyond_body(field, cursor.page());
            cursor.y = cursor.bottom();
            return Ok(());
        }
        cursor.new_page(field)?;
    }
}

/// How many lines from a place on fit into so many millimetres.
fn fitting_lines(block: &TextBlock, composed: &Composed, from: usize, available: f64) -> usize {
    let pitch = block.pitch(composed);
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

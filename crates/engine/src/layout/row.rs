//! Fields side by side (spec 9.5): rows, and texts that grow within them.

use std::sync::Arc;

use super::Resolver;
use super::block::{TextBlock, text_height};
use super::cursor::Cursor;
use super::cursor::attempt::Placed;
use super::page::Content;
use super::section;
use crate::format::Break;
use crate::resolve::{ItemScope, visible};
use crate::template::{Field, Kind};
use crate::units::{mm_to_pt, pt_to_mm};

/// A row is never split, and keeps its height when only some of its fields are hidden.
pub(super) fn place<'s, 'a>(
    fields: &[&'a Field],
    height: f64,
    seen: &ItemScope<'s>,
    cursor: &mut Cursor<'_, 'a>,
    resolver: &mut Resolver<'s, 'a>,
) -> Placed {
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
        resolver.beyond_body(highest.unwrap_or(first));
    }
    for field in shown {
        let content = section::content(field, seen, resolver)?;
        cursor.put(field, content, seen, resolver)?;
    }
    cursor.y += height;
    Ok(())
}

/// Returns `true` if a field may become higher than it is authored.
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
) -> Placed {
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
        && block.composed.break_inside == Break::Auto
    {
        return split_text(field, Arc::clone(block), height, seen, cursor, resolver);
    }
    let Some(first) = fields.first() else { return Ok(()) };
    if cursor.fit(height, first)? {
        for field in fields.iter().filter(|field| expands(field)) {
            resolver.beyond_body(field);
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
    block: Arc<TextBlock<'a>>,
    height: f64,
    seen: &ItemScope<'s>,
    cursor: &mut Cursor<'_, 'a>,
    resolver: &mut Resolver<'s, 'a>,
) -> Placed {
    if height <= cursor.available() {
        cursor.put(field, Content::Block(block), seen, resolver)?;
        cursor.y += height;
        return Ok(());
    }
    let composed = block.composed;
    let (orphans, widows) = (composed.orphans as usize, composed.widows as usize);
    let mut from = 0;
    loop {
        resolver.source.env.meter.step()?;
        let left = block.lines.len() - from;
        let fitting = fitting_lines(&block, from, cursor.available());
        let part = |from: usize, count: usize| {
            let mut part = (*block).clone();
            part.shown = from..from + count;
            let pitch = block.pitch();
            let text = text_height(&block.lines, part.shown.clone(), pitch, composed);
            part.height = pt_to_mm(text) + composed.padding.vertical();
            part
        };
        if fitting >= left {
            let mut last = part(from, left);
            // A row that was not split keeps its authored height, to the end of the page.
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
        from += count;
        let ends = from >= block.lines.len();
        if ends {
            resolver.beyond_body(field);
        }
        cursor.put(field, Content::Block(Arc::new(part)), seen, resolver)?;
        cursor.y += height;
        if ends {
            cursor.y = cursor.bottom();
            return Ok(());
        }
        cursor.new_page(field)?;
    }
}

/// Number of lines from line `from` on that fit into `available` millimetres.
fn fitting_lines(block: &TextBlock<'_>, from: usize, available: f64) -> usize {
    let (composed, pitch) = (block.composed, block.pitch());
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

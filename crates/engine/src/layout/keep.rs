//! Items that stay together, and what ends with the body of its page (spec 20.7.1).

use super::Resolver;
use super::cursor::Cursor;
use super::flow::FlowItem;
use super::measure;
use super::notes::Note;
use super::rules::Rules;
use crate::format::PageBreak;
use crate::problem::Result;
use crate::resolve::{ItemScope, visible};
use crate::template::Field;

/// Begins a page where a chain of items that stay together does not fit. Gives the item that ends
/// the chain.
pub(super) fn together<'s, 'a>(
    flow: &[FlowItem<'a>],
    first: usize,
    seen: &ItemScope<'s>,
    cursor: &mut Cursor<'_, 'a>,
    resolver: &mut Resolver<'s, 'a>,
) -> Result<usize> {
    let Some(item) = flow.get(first) else { return Ok(first) };
    let mut needed = 0.0;
    let mut last = measure::item(item, seen, &mut resolver.trial())?;
    let mut rules = Rules::of(item, seen, resolver)?;
    let mut end = first;
    let mut gap = 0.0;
    for index in first + 1..flow.len() {
        // A break that the author asks for is stronger than keeping together.
        if !rules.keep || rules.after != PageBreak::Auto {
            break;
        }
        resolver.source.env.meter.step()?;
        let (item, before) = (&flow[index], &flow[index - 1]);
        let next = Rules::of(item, seen, resolver)?;
        // What ends with the body keeps no distance to what is above it, and does not break.
        let distance = if next.pin { 0.0 } else { (item.y() - before.bottom()).max(0.0) };
        gap += if next.hidden && next.collapse { 0.0 } else { distance };
        if next.hidden {
            continue;
        }
        if next.before != PageBreak::Auto {
            break;
        }
        needed += last.whole + std::mem::take(&mut gap);
        last = measure::item(item, seen, &mut resolver.trial())?;
        rules = next;
        end = index;
        // What is higher than a page is no longer looked at: the document may be long.
        if needed > cursor.page_height() {
            break;
        }
    }
    // The last one need not fit as a whole: it may break, once it has begun beside the others.
    let is_whole = last.together && last.whole <= cursor.page_height();
    needed += if end == first || rules.pin || is_whole { last.whole } else { last.start };
    if end == first || needed <= cursor.available() {
        return Ok(end);
    }
    let field = flow[first].first_field();
    if needed > cursor.page_height() {
        let field = shown(&flow[first], seen, resolver)?;
        resolver.notes.add(field, Note::KeepBroken);
    } else {
        cursor.new_page(field)?;
    }
    Ok(end)
}

/// Moves the cursor so that an item ends with the body of its page; says whether there is anything
/// of it.
pub(super) fn pin<'s, 'a>(
    item: &FlowItem<'a>,
    seen: &ItemScope<'s>,
    cursor: &mut Cursor<'_, 'a>,
    resolver: &mut Resolver<'s, 'a>,
) -> Result<bool> {
    let height = measure::item(item, seen, &mut resolver.trial())?.whole;
    if height <= 0.0 {
        return Ok(false);
    }
    if height > cursor.available() && cursor.below_top() && !cursor.start_over() {
        cursor.new_page(item.first_field())?;
    }
    if height <= cursor.available() {
        cursor.y = cursor.bottom() - height;
    }
    Ok(true)
}

/// The first field of an item that is shown, for notes; of an item without one, its first field.
pub(super) fn shown<'s, 'a>(
    item: &FlowItem<'a>,
    seen: &ItemScope<'s>,
    resolver: &Resolver<'s, 'a>,
) -> Result<&'a Field> {
    for &field in item.fields() {
        if visible(field.visible_when.as_ref(), &seen.scope(resolver.source))? {
            return Ok(field);
        }
    }
    Ok(item.first_field())
}

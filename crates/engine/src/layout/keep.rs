//! Page breaks that authors ask for, and things that stay together (spec 20.7.1).

use super::Resolver;
use super::cursor::Cursor;
use super::flow::Item;
use super::notes::Note;
use super::page::Content;
use super::place::expands;
use super::{ROW_HEIGHT, grid, section};
use crate::format::{Break, PageBreak, Pin};
use crate::problem::Result;
use crate::resolve::rows::{self, TableRows};
use crate::resolve::section::Repeated;
use crate::resolve::{ItemScope, visible};
use crate::template::field::Table;
use crate::template::{Field, Kind};
use crate::units::pt_to_mm;

/// What the fields of an item ask for: of a row, what any of its visible fields asks for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rules {
    pub(super) before: PageBreak,
    pub(super) after: PageBreak,
    pub(super) keep: bool,
    pub(super) pin: bool,
    /// Whether it asks to stay with what follows although it ends its page.
    pub(super) kept_in_vain: bool,
    pub(super) collapse: bool,
    /// Whether none of its fields is visible, or it is a section without repetitions.
    pub(super) hidden: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            before: PageBreak::Auto,
            after: PageBreak::Auto,
            keep: false,
            pin: false,
            kept_in_vain: false,
            collapse: false,
            hidden: false,
        }
    }
}

impl Rules {
    pub(super) fn of<'s, 'a>(
        item: &Item<'a>,
        seen: &ItemScope<'s>,
        resolver: &Resolver<'s, 'a>,
    ) -> Result<Self> {
        let document = seen.scope(resolver.source);
        let mut rules = Self { hidden: true, ..Self::default() };
        for field in item.fields() {
            let placing = field.placing.as_deref();
            rules.collapse |= placing.is_some_and(|placing| placing.collapse);
            if !visible(field.visible_when.as_ref(), &document)? {
                continue;
            }
            // What has no repetition is as good as hidden.
            if let Kind::Section(section) = &field.kind
                && Repeated::is_none(section, seen, resolver.source)?
            {
                continue;
            }
            rules.hidden = false;
            let Some(placing) = placing else { continue };
            rules.before = stronger(rules.before, placing.break_before);
            rules.after = stronger(rules.after, placing.break_after);
            rules.keep |= placing.keep_with_next;
            rules.pin |= placing.pin == Pin::Bottom;
        }
        // Nothing follows on the page that it ends.
        rules.kept_in_vain = rules.keep && rules.pin;
        rules.keep &= !rules.pin;
        Ok(rules)
    }

    /// The break before the item, given the one after the item before.
    pub(super) fn break_after(&self, after: PageBreak) -> PageBreak {
        stronger(after, self.before)
    }
}

/// Of two breaks at one place the one that says more; of two such the second.
fn stronger(first: PageBreak, second: PageBreak) -> PageBreak {
    match (first, second) {
        (first, PageBreak::Auto) => first,
        (PageBreak::Odd | PageBreak::Even, PageBreak::Page) => first,
        (_, second) => second,
    }
}

/// How high an item is, in millimetres.
#[derive(Debug, Clone, Copy, Default)]
struct Height {
    /// All of it.
    whole: f64,
    /// What stands on the page where it begins, at least.
    start: f64,
    /// Whether it begins where all of it stands on one page, if there is such a page.
    together: bool,
}

/// Begins a page where a chain of items that stay together does not fit. Gives the item that ends
/// the chain.
pub(super) fn together<'s, 'a>(
    flow: &[Item<'a>],
    first: usize,
    seen: &ItemScope<'s>,
    cursor: &mut Cursor<'_, 'a>,
    resolver: &mut Resolver<'s, 'a>,
) -> Result<usize> {
    let Some(item) = flow.get(first) else { return Ok(first) };
    let mut needed = 0.0;
    let mut last = measure(item, seen, resolver)?;
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
        last = measure(item, seen, resolver)?;
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
        resolver.notes.add(field, Note::KeepBroken, cursor.page());
    } else {
        cursor.new_page(field)?;
    }
    Ok(end)
}

/// Moves the cursor so that an item ends with the body of its page; says whether there is anything
/// of it.
pub(super) fn pin<'s, 'a>(
    item: &Item<'a>,
    seen: &ItemScope<'s>,
    cursor: &mut Cursor<'_, 'a>,
    resolver: &mut Resolver<'s, 'a>,
) -> Result<bool> {
    let height = measure(item, seen, resolver)?.whole;
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

fn measure<'s, 'a>(
    item: &Item<'a>,
    seen: &ItemScope<'s>,
    resolver: &mut Resolver<'s, 'a>,
) -> Result<Height> {
    match item {
        Item::Row { height, fields, .. } => row(fields, *height, seen, resolver),
        Item::Table(field) => match &field.kind {
            Kind::Table(table) => self::table(field, table, seen, resolver),
            _ => Ok(Height::default()),
        },
        Item::Section { field, members, flow } => match &field.kind {
            Kind::Section(section) => {
                let part = section::Part::new(field, section, members, flow);
                let (whole, start) = section::heights(&part, seen, resolver)?;
                Ok(Height { whole, start, together: false })
            }
            _ => Ok(Height::default()),
        },
    }
}

/// How high items are below each other, from the authored top of what they stand in, and what
/// stands on the page where they begin, at least.
pub(super) fn measured<'s, 'a>(
    flow: &[Item<'a>],
    top: f64,
    bottom: f64,
    seen: &ItemScope<'s>,
    resolver: &mut Resolver<'s, 'a>,
) -> Result<(f64, f64)> {
    let (mut whole, mut start) = (0.0, None);
    let mut before = top;
    for item in flow {
        resolver.source.env.meter.step()?;
        whole += (item.y() - before).max(0.0);
        before = item.bottom();
        if Rules::of(item, seen, resolver)?.hidden {
            continue;
        }
        let height = measure(item, seen, resolver)?;
        start = start.or(Some(whole + height.start));
        whole += height.whole;
    }
    whole += (bottom - before).max(0.0);
    Ok((whole, start.unwrap_or(whole)))
}

fn row<'s, 'a>(
    fields: &[&'a Field],
    height: f64,
    seen: &ItemScope<'s>,
    resolver: &mut Resolver<'s, 'a>,
) -> Result<Height> {
    let mut whole = height;
    let mut start = height;
    let alone = fields.len() == 1;
    for &field in fields.iter().filter(|field| expands(field)) {
        if !visible(field.visible_when.as_ref(), &seen.scope(resolver.source))? {
            continue;
        }
        let Content::Block(block) = section::content(field, seen, resolver)? else { continue };
        whole = whole.max(block.height);
        let Kind::Text(text) = &field.kind else { continue };
        let Some(composed) = &text.composed else { continue };
        let lines = block.lines.len().min(composed.orphans as usize);
        let first = pt_to_mm(lines as f64 * block.pitch(composed)) + composed.padding.vertical();
        let splits = alone && composed.break_inside == Break::Auto;
        start = if splits { block.height.min(first) } else { start.max(block.height) };
    }
    Ok(Height { whole, start, together: false })
}

fn table<'s, 'a>(
    field: &'a Field,
    table: &'a Table,
    seen: &ItemScope<'s>,
    resolver: &mut Resolver<'s, 'a>,
) -> Result<Height> {
    let rows = TableRows::seen_by(table, seen, resolver.source)?;
    let Some(extended) = &table.extended else {
        let footer = rows::footer(table, &rows, &seen.scope(resolver.source))?.is_some();
        let whole = 1 + rows.len() + usize::from(footer);
        let height = |rows: usize| rows as f64 * ROW_HEIGHT;
        let (whole, start) = (height(whole), height(whole.min(2)));
        return Ok(Height { whole, start, together: false });
    };
    let scope = seen.scope(resolver.source);
    let (whole, start) = grid::heights(field, table, extended, rows, &scope, resolver)?;
    Ok(Height { whole, start, together: extended.keep_together })
}

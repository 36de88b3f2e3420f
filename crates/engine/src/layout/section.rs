//! Sections: one repetition per item, never split (spec 9.7).

use std::sync::Arc;

use super::block::Growth;
use super::page::{Content, Placement, SectionRepeat};
use super::place::Cursor;
use super::{ROW_HEIGHT, Resolver, grid};
use crate::problem::Result;
use crate::resolve::rows::TableRows;
use crate::resolve::{self, ItemScope, drawable, visible};
use crate::template::field::{Section, Table};
use crate::template::{Field, Kind};
use crate::value::Value;

/// Places every repetition of a section, one below the other.
pub(super) fn place<'a>(
    field: &'a Field,
    section: &Section,
    members: &[&'a Field],
    cursor: &mut Cursor<'_, 'a>,
    resolver: &mut Resolver<'_, 'a>,
) -> Result<()> {
    let items = resolve::section::items(section, resolver.source);
    let count = items.map_or(1, <[Value]>::len);
    for index in 0..count {
        resolver.source.env.meter.step()?;
        let item = ItemScope::new(items.map(|items| &items[index]), index);
        repetition(field, members, &item, index, cursor, resolver)?;
    }
    Ok(())
}

fn repetition<'a>(
    field: &'a Field,
    members: &[&'a Field],
    item: &ItemScope<'a>,
    index: usize,
    cursor: &mut Cursor<'_, 'a>,
    resolver: &mut Resolver<'_, 'a>,
) -> Result<()> {
    let tables = member_tables(members, item, resolver)?;
    let growth = tables.iter().flatten().map(|(_, growth)| growth).sum::<f64>();
    let mut texts = growing_texts(members, item, resolver)?;
    let height = field.height + growth + texts.growth;
    cursor.fit(height, field)?;
    let top = cursor.y;
    let mut shift = 0.0;
    let mut placed = Vec::with_capacity(members.len());
    for (index, (&member, table)) in members.iter().zip(tables).enumerate() {
        shift += texts.before(index);
        let y = top + (member.y - field.y) + shift;
        let (content, growth) = match table {
            Some((content, growth)) => (content, growth),
            None => match texts.take(index) {
                Some(block) => (block, 0.0),
                None => (member_content(member, item, resolver)?, 0.0),
            },
        };
        // B12: a hidden member leaves its hole; what comes below it does not move.
        if visible(member.visible_when.as_ref(), &item.scope(resolver.source))? {
            let placement = Placement { field: member, x: member.x, y, content };
            placement.hold(resolver.source.env.meter)?;
            resolver.note(&placement, cursor.page());
            placed.push(placement);
        }
        shift += growth;
    }
    // Hidden members leave room that a document of many repetitions cannot afford.
    placed.shrink_to_fit();
    let repeat = SectionRepeat { index, height, members: placed };
    cursor.put(field, Content::Section(repeat), resolver)?;
    cursor.y += height;
    Ok(())
}

/// The texts of a repetition that grow.
#[derive(Default)]
struct GrowingTexts<'a> {
    /// By member; empty where none grows.
    contents: Vec<Option<Content<'a>>>,
    /// By how much what stands from a member on moves down.
    shifts: Vec<f64>,
    /// All of that together.
    growth: f64,
}

impl<'a> GrowingTexts<'a> {
    fn before(&self, member: usize) -> f64 {
        self.shifts.get(member).copied().unwrap_or_default()
    }

    fn take(&mut self, member: usize) -> Option<Content<'a>> {
        self.contents.get_mut(member)?.take()
    }
}

/// Breaks the texts that grow into lines. Those of one `y` push what follows by the largest growth
/// among them (spec 20.1.4).
fn growing_texts<'a>(
    members: &[&'a Field],
    item: &ItemScope<'a>,
    resolver: &mut Resolver<'_, 'a>,
) -> Result<GrowingTexts<'a>> {
    let mut texts = GrowingTexts::default();
    if !members.iter().any(|member| matches!(&member.kind, Kind::Text(text) if text.expands())) {
        return Ok(texts);
    }
    let mut largest = 0.0_f64;
    for (index, &member) in members.iter().enumerate() {
        let same = index > 0 && members[index - 1].y.total_cmp(&member.y).is_eq();
        texts.shifts.push(if same { 0.0 } else { std::mem::take(&mut largest) });
        let scope = item.scope(resolver.source);
        let content = match &member.kind {
            Kind::Text(text)
                if text.expands() && visible(member.visible_when.as_ref(), &scope)? =>
            {
                Some(resolver.text(member, text, &scope, Growth::Allowed)?)
            }
            _ => None,
        };
        if let Some(Content::Block(block)) = &content {
            largest = largest.max(block.height - member.height);
        }
        texts.contents.push(content);
    }
    texts.growth = texts.shifts.iter().sum::<f64>() + largest;
    Ok(texts)
}

/// The tables among the members, whole, each with how much it grows.
fn member_tables<'a>(
    members: &[&'a Field],
    item: &ItemScope<'a>,
    resolver: &mut Resolver<'_, 'a>,
) -> Result<Vec<Option<(Content<'a>, f64)>>> {
    let mut slice = |field: &'a Field| -> Result<Option<(Content<'a>, f64)>> {
        let Kind::Table(table) = &field.kind else { return Ok(None) };
        let rows = TableRows::of_member(table, item, resolver.source)?;
        if let Some(extended) = &table.extended {
            let scope = item.scope(resolver.source);
            let slice = grid::whole(field, table, extended, rows, &scope, resolver)?;
            let growth = (slice.height() - field.height).max(0.0);
            return Ok(Some((Content::Grid(Arc::new(slice)), growth)));
        }
        let growth = growth(table, field.height, rows.len());
        let scope = item.scope(resolver.source);
        Ok(Some((Content::Table(resolver.whole_table(table, &rows, &scope)?), growth)))
    };
    members.iter().map(|&field| slice(field)).collect()
}

/// How much taller than authored a member table is; a header always counts.
fn growth(table: &Table, authored: f64, rows: usize) -> f64 {
    let rows = rows + 1 + usize::from(!table.footer.is_empty());
    (rows as f64 * ROW_HEIGHT - authored).max(0.0)
}

fn member_content<'a>(
    member: &'a Field,
    item: &ItemScope<'a>,
    resolver: &mut Resolver<'_, 'a>,
) -> Result<Content<'a>> {
    Ok(match &member.kind {
        Kind::Text(text) => {
            resolver.text(member, text, &item.scope(resolver.source), Growth::Allowed)?
        }
        Kind::Image(image) => Content::Image(drawable(image.content.uri.clone())),
        Kind::Code(code) => resolver.code(member, code, &item.scope(resolver.source))?,
        Kind::Chart(_) | Kind::Kpi(_) => resolver.content(member)?,
        Kind::Table(_) | Kind::Section(_) | Kind::Unknown => Content::Nothing,
    })
}

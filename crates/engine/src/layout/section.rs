//! Repetitions of sections (spec 9.7, 20.7.4): what one holds, and putting it in its place.

pub(super) mod columns;

use super::block::Growth;
use super::cursor::Cursor;
use super::cursor::attempt::Placed;
use super::flow::FlowItem;
use super::page::{Content, Placement, SectionRepeat};
use super::{Resolver, table};
use crate::problem::Result;
use crate::resolve::rows::TableRows;
use crate::resolve::section::Repeated;
use crate::resolve::{ItemScope, visible};
use crate::template::field::Section;
use crate::template::{Field, Kind};

/// A section with its members.
pub(super) struct SectionMembers<'p, 'a> {
    pub(super) field: &'a Field,
    members: &'p [&'a Field],
    pub(super) section: &'p Section,
    /// The members from top to bottom, where repetitions may continue on the next page.
    pub(super) flow: &'p [FlowItem<'a>],
}

/// A repetition that has its height and not yet its place.
pub(super) struct SectionDraft<'a> {
    tables: Vec<Option<(Content<'a>, f64)>>,
    texts: GrowingTexts<'a>,
    /// Height, grown by tables and texts.
    pub(super) height: f64,
}

impl<'p, 'a> SectionMembers<'p, 'a> {
    pub(super) fn new(
        field: &'a Field,
        section: &'p Section,
        members: &'p [&'a Field],
        flow: &'p [FlowItem<'a>],
    ) -> Self {
        Self { field, members, section, flow }
    }

    /// Scope of a repetition: an item, or in a container the scope around it.
    pub(super) fn item<'s>(
        &self,
        repeated: &Repeated<'s>,
        index: usize,
        seen: &ItemScope<'s>,
    ) -> ItemScope<'s> {
        if self.section.is_container() {
            *seen
        } else {
            ItemScope::new(repeated.get(index), index).inside(seen)
        }
    }

    pub(super) fn draft<'s>(
        &self,
        item: &ItemScope<'s>,
        resolver: &mut Resolver<'s, 'a>,
    ) -> Result<SectionDraft<'a>> {
        let tables = member_tables(self.members, item, resolver)?;
        let growth = tables.iter().flatten().map(|(_, growth)| growth).sum::<f64>();
        let texts = growing_texts(self.members, item, resolver)?;
        let height = self.field.height + growth + texts.growth;
        Ok(SectionDraft { tables, texts, height })
    }

    /// Puts a repetition at the cursor; `column` is the left edge of its column, from that of the
    /// section, and its width.
    pub(super) fn put<'s>(
        &self,
        draft: SectionDraft<'a>,
        item: &ItemScope<'s>,
        index: usize,
        column: Option<(f64, f64)>,
        cursor: &mut Cursor<'_, 'a>,
        resolver: &mut Resolver<'s, 'a>,
    ) -> Placed {
        let Self { field, members, .. } = *self;
        let SectionDraft { tables, mut texts, height } = draft;
        let top = cursor.y;
        let left = column.map_or(0.0, |(left, _)| left);
        let mut shift = 0.0;
        let mut placed = Vec::with_capacity(members.len());
        for (index, (&member, table)) in members.iter().zip(tables).enumerate() {
            shift += texts.before(index);
            let y = top + (member.y - field.y) + shift;
            let shown = visible(member.visible_when.as_ref(), &item.scope(resolver.source))?;
            let (content, growth) = match table {
                Some((content, growth)) => (content, growth),
                None => match texts.take(index) {
                    Some(block) => (block, 0.0),
                    // A picture that is missing there is not missed.
                    None if !shown && matches!(member.kind, Kind::Image(_)) => {
                        (Content::Nothing, 0.0)
                    }
                    None => (content(member, item, resolver)?, 0.0),
                },
            };
            // B12: a hidden member leaves its hole; what comes below it does not move.
            if shown {
                let scope = item.scope(resolver.source);
                let marks = resolver.marks(member, &scope, true)?;
                let placement = Placement { field: member, x: member.x + left, y, content, marks };
                placement.hold(resolver.source.env.meter)?;
                resolver.note(&placement, cursor.page());
                placed.push(placement);
            }
            shift += growth;
        }
        // Hidden members leave room that a document of many repetitions cannot afford.
        placed.shrink_to_fit();
        let width = column.map(|(_, width)| width);
        let repeat = SectionRepeat { index, height, width, members: placed };
        let scope = item.scope(resolver.source);
        let marks = resolver.marks(field, &scope, true)?;
        let placement = Placement {
            field,
            x: field.x + left,
            y: top,
            content: Content::Section(repeat),
            marks,
        };
        Ok(cursor.put_placement(placement, resolver)?)
    }
}

/// The texts of a repetition that grow.
#[derive(Default)]
struct GrowingTexts<'a> {
    /// Contents by member; empty where none grows.
    contents: Vec<Option<Content<'a>>>,
    /// Distances by which the members from each member on move down, in millimetres.
    shifts: Vec<f64>,
    /// Total growth in millimetres.
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

/// Breaks the texts that grow into lines. Texts of one `y` push the following members down by the
/// largest growth among them (spec 20.1.4).
fn growing_texts<'s, 'a>(
    members: &[&'a Field],
    item: &ItemScope<'s>,
    resolver: &mut Resolver<'s, 'a>,
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
fn member_tables<'s, 'a>(
    members: &[&'a Field],
    item: &ItemScope<'s>,
    resolver: &mut Resolver<'s, 'a>,
) -> Result<Vec<Option<(Content<'a>, f64)>>> {
    let slice =
        |field: &'a Field, resolver: &mut Resolver<'s, 'a>| -> Result<Option<(Content<'a>, f64)>> {
            let Kind::Table(table) = &field.kind else { return Ok(None) };
            let rows = TableRows::seen_by(table, item, resolver.source)?;
            let scope = item.scope(resolver.source);
            let content = table::whole(field, table, rows, &scope, resolver)?;
            // A header always counts.
            let height = content.table_rows().map_or(0.0, |rows| rows.height());
            Ok(Some((content, (height - field.height).max(0.0))))
        };
    let tables = members.iter().map(|&field| {
        let table = slice(field, resolver)?;
        resolver.missed(field);
        Ok(table)
    });
    tables.collect()
}

/// Content of a field other than a table or section, in the body or in a repetition.
pub(super) fn content<'s, 'a>(
    member: &'a Field,
    item: &ItemScope<'s>,
    resolver: &mut Resolver<'s, 'a>,
) -> Result<Content<'a>> {
    Ok(match &member.kind {
        _ if item.is_document() && !matches!(member.kind, Kind::Table(_)) => {
            resolver.content(member)?
        }
        Kind::Text(text) => {
            resolver.text(member, text, &item.scope(resolver.source), Growth::Allowed)?
        }
        Kind::Image(image) => {
            let shown = resolver.image(member, image, Some(&item.scope(resolver.source)))?;
            Content::Image(image, shown)
        }
        Kind::Code(code) => {
            Content::Code(resolver.code(member, code, &item.scope(resolver.source))?)
        }
        Kind::Shape(shape) => resolver.shape(shape, &item.scope(resolver.source))?,
        Kind::Chart(_) | Kind::Kpi(_) => resolver.content(member)?,
        Kind::Table(_) | Kind::Section(_) | Kind::Unknown => Content::Nothing,
    })
}

//! How high items are, before they are placed. Content is composed for its size and then dropped.

use super::flow::FlowItem;
use super::page::Content;
use super::row::expands;
use super::rules::Rules;
use super::section::{self, SectionMembers};
use super::trial::Trial;
use super::{ROW_HEIGHT, grid};
use crate::format::Break;
use crate::format::LONGEST_SIDE;
use crate::problem::Result;
use crate::resolve::rows::{self, TableRows};
use crate::resolve::section::Repeated;
use crate::resolve::{ItemScope, visible};
use crate::template::field::Table;
use crate::template::{Field, Kind};
use crate::units::pt_to_mm;

/// How high an item is, in millimetres.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Height {
    /// All of it.
    pub(super) whole: f64,
    /// What stands on the page where it begins, at least.
    pub(super) start: f64,
    /// Whether it begins where all of it stands on one page, if there is such a page.
    pub(super) together: bool,
}

/// Measures an item as a whole.
pub(super) fn item<'s, 'a>(
    item: &FlowItem<'a>,
    seen: &ItemScope<'s>,
    trial: &mut Trial<'_, 's, 'a>,
) -> Result<Height> {
    match item {
        FlowItem::Row { height, fields, .. } => row(fields, *height, seen, trial),
        FlowItem::Table(field) => match &field.kind {
            Kind::Table(table) => self::table(field, table, seen, trial),
            _ => Ok(Height::default()),
        },
        FlowItem::Section { field, members, flow } => match &field.kind {
            Kind::Section(section) => {
                let part = SectionMembers::new(field, section, members, flow);
                self::section(&part, seen, trial)
            }
            _ => Ok(Height::default()),
        },
    }
}

/// How high items are below each other, from the authored top of what they stand in, and what
/// stands on the page where they begin, at least.
fn items<'s, 'a>(
    flow: &[FlowItem<'a>],
    top: f64,
    bottom: f64,
    seen: &ItemScope<'s>,
    trial: &mut Trial<'_, 's, 'a>,
) -> Result<(f64, f64)> {
    let (mut whole, mut start) = (0.0, None);
    let mut before = top;
    for item in flow {
        trial.source.env.meter.step()?;
        whole += (item.y() - before).max(0.0);
        before = item.bottom();
        if Rules::of(item, seen, trial)?.hidden {
            continue;
        }
        let height = self::item(item, seen, trial)?;
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
    trial: &mut Trial<'_, 's, 'a>,
) -> Result<Height> {
    let mut whole = height;
    let mut start = height;
    let alone = fields.len() == 1;
    for &field in fields.iter().filter(|field| expands(field)) {
        if !visible(field.visible_when.as_ref(), &seen.scope(trial.source))? {
            continue;
        }
        let Content::Block(block) = section::content(field, seen, trial)? else { continue };
        whole = whole.max(block.height);
        let composed = block.composed;
        let lines = block.lines.len().min(composed.orphans as usize);
        let first = pt_to_mm(lines as f64 * block.pitch()) + composed.padding.vertical();
        let splits = alone && composed.break_inside == Break::Auto;
        start = if splits { block.height.min(first) } else { start.max(block.height) };
    }
    Ok(Height { whole, start, together: false })
}

fn table<'s, 'a>(
    field: &'a Field,
    table: &'a Table,
    seen: &ItemScope<'s>,
    trial: &mut Trial<'_, 's, 'a>,
) -> Result<Height> {
    let rows = TableRows::seen_by(table, seen, trial.source)?;
    let Some(extended) = &table.extended else {
        let footer = rows::footer(table, &rows, &seen.scope(trial.source))?.is_some();
        let whole = 1 + rows.len() + usize::from(footer);
        let height = |rows: usize| rows as f64 * ROW_HEIGHT;
        let (whole, start) = (height(whole), height(whole.min(2)));
        return Ok(Height { whole, start, together: false });
    };
    let scope = seen.scope(trial.source);
    let (whole, start) = grid::heights(field, table, extended, rows, &scope, trial)?;
    Ok(Height { whole, start, together: extended.keep_together })
}

/// How high all repetitions of a section are together, and the first of them, or what of it stands
/// on the page where it begins. Where they are higher than a page, the rest is not counted.
fn section<'s, 'a>(
    part: &SectionMembers<'_, 'a>,
    seen: &ItemScope<'s>,
    trial: &mut Trial<'_, 's, 'a>,
) -> Result<Height> {
    let section = part.section;
    let repeated = Repeated::of(section, seen, trial.source)?;
    let side = section.extended.as_ref().and_then(|rules| rules.columns);
    let across = side.map_or(1, |columns| columns.count);
    let (mut whole, mut first) = (0.0, 0.0);
    for start in (0..repeated.len()).step_by(across) {
        let mut height = 0.0_f64;
        let mut begin = 0.0_f64;
        for index in start..repeated.len().min(start + across) {
            trial.source.env.meter.step()?;
            let item = part.item(&repeated, index, seen);
            let (own, own_begin) = if section.breaks() {
                let Field { y, height, .. } = part.field;
                items(part.flow, *y, y + height, &item, trial)?
            } else {
                let height = part.draft(&item, trial)?.height;
                (height, height)
            };
            height = height.max(own);
            begin = begin.max(own_begin);
        }
        if start == 0 {
            first = begin;
        }
        whole += height;
        if whole > MOST_MEASURED {
            break;
        }
    }
    Ok(Height { whole, start: first, together: false })
}

/// No page is that long, in millimetres.
const MOST_MEASURED: f64 = LONGEST_SIDE;

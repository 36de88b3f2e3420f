//! The rows of a table in order, grouped into blocks that share a page (spec 20.2.6).

use std::ops::Range;

use super::names::{RowNames, Sums};
use super::rows::{Draft, Maker};
use super::{GridRow, RowKind};
use crate::expr::{Condition, Scope};
use crate::layout::Resolver;
use crate::problem::Result;
use crate::resolve;
use crate::resolve::cells::Cells;
use crate::resolve::rows::TableRows;
use crate::template::field::{Look, RowTemplate};
use crate::value::{NULL, Value};

/// Rows that share a page.
#[derive(Default)]
pub(super) struct Block {
    pub(super) rows: Vec<GridRow>,
    /// The first of its rows of the data.
    pub(super) first: usize,
    /// Whether it begins on a new page.
    pub(super) page_break: bool,
}

impl Block {
    pub(super) fn height(&self) -> f64 {
        self.rows.iter().fold(0.0, |height, row| height + row.height)
    }
}

/// The rows of one table.
pub(super) struct Blocks<'m, 'a> {
    pub(super) maker: &'m Maker<'a>,
    pub(super) rows: &'m TableRows<'a>,
    pub(super) sums: &'m Sums,
    totals: Option<&'m Cells>,
    /// The groups of each level.
    levels: Vec<Level>,
    next: usize,
    done: bool,
    /// What was made for the block after the last one.
    open: Option<Block>,
    /// So many more rows belong to the open block.
    keep: usize,
}

/// The groups of one level.
struct Level {
    /// Where each group starts; the number of rows last.
    starts: Vec<usize>,
    /// What the rows of each group agree in.
    keys: Vec<Value>,
}

impl Level {
    /// The group of a row.
    fn group(&self, row: usize) -> usize {
        self.starts.partition_point(|start| *start <= row).saturating_sub(1)
    }

    fn rows(&self, group: usize) -> Range<usize> {
        let at = |group: usize| self.starts.get(group).copied().unwrap_or_default();
        at(group)..at(group + 1)
    }
}

impl<'m, 'a> Blocks<'m, 'a> {
    pub(super) fn new(
        maker: &'m Maker<'a>,
        rows: &'m TableRows<'a>,
        sums: &'m Sums,
        totals: Option<&'m Cells>,
        resolver: &Resolver<'_, 'a>,
    ) -> Result<Self> {
        let mut blocks = Self {
            maker,
            rows,
            sums,
            totals,
            levels: Vec::new(),
            next: 0,
            done: false,
            open: None,
            keep: 0,
        };
        blocks.keep = (maker.extended.min_rows as usize).saturating_sub(1);
        blocks.find_groups(resolver)?;
        Ok(blocks)
    }

    /// Where groups begin: where the text of their expression, or an outer group, changes.
    fn find_groups(&mut self, resolver: &Resolver<'_, 'a>) -> Result<()> {
        let count = self.rows.len();
        for group in &self.maker.extended.groups {
            let outer = self.levels.last();
            let mut level = Level { starts: Vec::new(), keys: Vec::new() };
            let mut key = String::new();
            let mut next_outer = 0;
            for index in 0..count {
                resolver.source.env.meter.step()?;
                key.clear();
                if let (Some(expr), Some(item)) = (group.by.expr(), self.rows.item(index)) {
                    let names = self.names(&[], &[], None, resolver);
                    expr.push(&self.scope(item, &names, resolver), &mut key)?;
                }
                let broken = outer.is_some_and(|outer| {
                    let starts = outer.starts.get(next_outer) == Some(&index);
                    next_outer += usize::from(starts);
                    starts
                });
                let same = level.keys.last().is_some_and(|last| last.as_str() == Some(&*key));
                if broken || !same {
                    level.starts.push(index);
                    level.keys.push(Value::from(&serde_json::Value::from(key.as_str())));
                }
            }
            level.starts.push(count);
            self.levels.push(level);
        }
        Ok(())
    }

    fn names<'n>(
        &'n self,
        lists: &'n [(&'static str, Range<usize>)],
        numbers: &'n [(&'static str, &'static str, f64)],
        key: Option<&'n Value>,
        resolver: &Resolver<'_, 'a>,
    ) -> RowNames<'n, 'a> {
        let root = resolver.source.data;
        RowNames { root, rows: self.rows, sums: self.sums, lists, numbers, key }
    }

    fn scope<'s>(
        &self,
        value: &'s Value,
        names: &'s RowNames<'_, 'a>,
        resolver: &'s Resolver<'_, 'a>,
    ) -> Scope<'s> {
        Scope { value, extra: &[], env: &resolver.source.env, names: Some(names) }
    }

    /// The texts of a further row.
    fn texts(&self, template: &RowTemplate, scope: &Scope<'_>) -> Result<Vec<String>> {
        let text = |(_, text): &(usize, crate::expr::TextTemplate)| -> Result<String> {
            let mut out = String::new();
            text.render(scope, &mut out)?;
            Ok(out)
        };
        template.cells.iter().map(text).collect()
    }

    /// A row of a slice: it sees the document, and the rows of these lists.
    pub(super) fn of_slice(
        &self,
        kind: RowKind,
        template: &RowTemplate,
        lists: &[(&'static str, Range<usize>)],
        page: usize,
        resolver: &mut Resolver<'_, 'a>,
    ) -> Result<GridRow> {
        let numbers = [("page", "number", page as f64)];
        let names = self.names(lists, &numbers, None, resolver);
        let texts = self.texts(template, &self.scope(resolver.source.data, &names, resolver))?;
        self.maker.further(kind, template, &texts, resolver)
    }

    /// The header or footer of a group.
    fn of_group(
        &self,
        kind: RowKind,
        template: &RowTemplate,
        level: usize,
        group: usize,
        continued: bool,
        resolver: &mut Resolver<'_, 'a>,
    ) -> Result<GridRow> {
        let Some(of) = self.levels.get(level) else { return self.maker.empty("", resolver) };
        let rows = of.rows(group);
        let item = self.rows.item(rows.start).unwrap_or(&NULL);
        let within =
            level.checked_sub(1).and_then(|outer| self.levels.get(outer)).map_or(0, |outer| {
                let start = outer.rows(outer.group(rows.start)).start;
                of.group(start)
            });
        let numbers = [
            ("group", "index", (group - within + 1) as f64),
            ("group", "continued", f64::from(u8::from(continued))),
        ];
        let lists = [("group", rows), ("table", 0..self.rows.len())];
        let names = self.names(&lists, &numbers, of.keys.get(group), resolver);
        let texts = self.texts(template, &self.scope(item, &names, resolver))?;
        let mut row = self.maker.further(kind, template, &texts, resolver)?;
        row.continued = continued;
        Ok(row)
    }

    /// The headers of groups that go on at a row, for the top of a page.
    pub(super) fn continued_headers(
        &self,
        row: usize,
        resolver: &mut Resolver<'_, 'a>,
    ) -> Result<Vec<GridRow>> {
        let mut rows = Vec::new();
        let maker = self.maker;
        for (level, group) in maker.extended.groups.iter().enumerate() {
            let Some(header) = group.header.as_ref().filter(|_| group.repeat_header) else {
                continue;
            };
            let Some(of) = self.levels.get(level) else { continue };
            let number = of.group(row);
            if of.rows(number).start < row {
                let kind = RowKind::Group;
                rows.push(self.of_group(kind, header, level, number, true, resolver)?);
            }
        }
        Ok(rows)
    }

    /// A row of the data.
    fn body(&self, index: usize, resolver: &mut Resolver<'_, 'a>) -> Result<GridRow> {
        let maker = self.maker;
        let source = resolver.source;
        let innermost = self.levels.last();
        let start = innermost.map_or(0, |level| level.rows(level.group(index)).start);
        let numbers = [
            ("row", "index", (index + 1) as f64),
            ("row", "groupindex", (index - start + 1) as f64),
        ];
        let lists = [("running", 0..index + 1), ("table", 0..self.rows.len())];
        let names = self.names(&lists, &numbers, None, resolver);
        let item = self.rows.item(index).unwrap_or(&NULL);
        let scope = Scope { value: item, extra: &[], env: &source.env, names: Some(&names) };
        let cells = self.rows.named_row(index, &scope, source)?;
        let mut row_look = Look::default();
        let mut columns: Vec<(usize, Look)> = Vec::new();
        for style in &maker.extended.styles {
            if !holds(&style.when, &scope)? {
                continue;
            }
            match style.column {
                None => row_look = row_look.under(style.look),
                Some(column) => columns.push((column, style.look)),
            }
        }
        let texts = cells.row(0).chain(std::iter::repeat("")).take(maker.widths.len());
        let drafts = texts.enumerate().map(|(column, text)| {
            let own = columns.iter().filter(|(of, _)| *of == column);
            let look = own.fold(Look::default(), |look, (_, over)| look.under(*over));
            Draft { column, span: 1, text, look }
        });
        let least = maker.extended.body.height;
        maker.row(RowKind::Body, drafts, least, row_look, resolver)
    }

    /// The next block.
    pub(super) fn next(&mut self, resolver: &mut Resolver<'_, 'a>) -> Result<Option<Block>> {
        while self.next < self.rows.len() {
            resolver.source.env.meter.step()?;
            let index = self.next;
            self.next += 1;
            let (rows, headers, page_break) = self.rows_at(index, resolver)?;
            let joins = self.open.is_some() && self.keep > 0 && !page_break;
            self.keep = self.keep.saturating_sub(usize::from(joins)).max(headers);
            match &mut self.open {
                Some(open) if joins => open.rows.extend(rows),
                open => {
                    let first = open.is_none();
                    let closed = open.replace(Block { rows, first: index, page_break });
                    if !first {
                        return Ok(closed);
                    }
                }
            }
        }
        if !self.done {
            self.done = true;
            let block = self.open.get_or_insert_with(Block::default);
            if self.rows.is_empty()
                && let Some(text) = &self.maker.extended.empty_text
            {
                let text = resolve::text(text, &resolver.source.document())?;
                block.rows.push(self.maker.empty(&text, resolver)?);
            }
            if let Some(totals) = self.totals {
                block.rows.push(self.maker.plain(RowKind::Footer, totals.row(0), resolver)?);
            }
        }
        Ok(self.open.take())
    }

    /// A row of the data with the headers before and the footers after it; so many rows more stay
    /// with its headers; whether it begins on a new page.
    fn rows_at(
        &self,
        index: usize,
        resolver: &mut Resolver<'_, 'a>,
    ) -> Result<(Vec<GridRow>, usize, bool)> {
        let mut rows = Vec::with_capacity(1);
        let mut keep = 0;
        let mut page_break = false;
        let groups = &self.maker.extended.groups;
        for (level, (of, group)) in self.levels.iter().zip(groups).enumerate() {
            let number = of.group(index);
            if of.rows(number).start != index {
                continue;
            }
            page_break |= group.page_break && index > 0;
            if let Some(header) = &group.header {
                rows.push(self.of_group(RowKind::Group, header, level, number, false, resolver)?);
                keep = keep.max(group.keep_with as usize - 1);
            }
        }
        rows.push(self.body(index, resolver)?);
        for (level, (of, group)) in self.levels.iter().zip(groups).enumerate().rev() {
            let number = of.group(index);
            if of.rows(number).end == index + 1
                && let Some(footer) = &group.footer
            {
                rows.push(self.of_group(
                    RowKind::GroupEnd,
                    footer,
                    level,
                    number,
                    false,
                    resolver,
                )?);
            }
        }
        Ok((rows, keep, page_break))
    }
}

/// Whether a condition holds; one that is blank or cannot be read does not.
fn holds(condition: &Condition, scope: &Scope<'_>) -> Result<bool> {
    condition.expr().map_or(Ok(false), |expr| expr.holds(scope))
}

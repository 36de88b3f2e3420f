//! The rows of a table in order, in blocks that share a page (spec 20.2.6).

use std::collections::VecDeque;
use std::ops::Range;

use super::groups::Grouped;
use super::names::RowNames;
use super::rows::{Draft, Maker, Totals, Words, cell_words, further_words};
use crate::expr::{Reserved, Scope};
use crate::format::BandScope;
use crate::layout::Resolver;
use crate::layout::slice::{GridRow, RowKind};
use crate::problem::Result;
use crate::resolve::{PAGE_NAMES, visible};
use crate::template::field::{Look, RowTemplate};
use crate::value::{NULL, Value};

/// Rows that share a page.
#[derive(Default)]
pub(super) struct Block {
    pub(super) rows: Vec<GridRow>,
    /// Start of the block among the rows of the data.
    pub(super) at: At,
    /// `true` if the block begins on a new page.
    pub(super) page_break: bool,
}

/// A place among the rows of the data.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct At {
    pub(super) row: usize,
    /// `true` if the row has begun before.
    pub(super) inside: bool,
}

impl Block {
    pub(super) fn height(&self) -> f64 {
        self.rows.iter().fold(0.0, |height, row| height + row.height)
    }

    /// Takes the block apart: into each row of data or detail with the headers above and the
    /// footers below it, or, where that is one part, into single rows.
    pub(super) fn parts(self) -> Vec<Self> {
        let is_main = |kind: RowKind| kind != RowKind::Group && !kind.follows_data();
        let single = self.rows.iter().filter(|row| is_main(row.kind)).count() < 2;
        let mut at = self.at;
        let mut parts: Vec<Self> = Vec::new();
        for row in self.rows {
            if row.kind == RowKind::Body && !row.continued && at.inside {
                at = At { row: at.row + 1, inside: false };
            }
            let begins = at;
            at.inside |= row.kind == RowKind::Body;
            match parts.last_mut() {
                Some(part)
                    if !single
                        && (row.kind.follows_data()
                            || part.rows.iter().all(|row| !is_main(row.kind))) =>
                {
                    part.rows.push(row);
                }
                _ => parts.push(Self { rows: vec![row], at: begins, page_break: false }),
            }
        }
        parts
    }
}

/// Position of a row of a slice.
#[derive(Clone, Copy)]
pub(super) struct OnPage<'l> {
    /// Lists that the row can refer to.
    pub(super) lists: &'l [(Reserved, Range<usize>)],
    /// The number of the page; 0 where there is none.
    pub(super) page: usize,
}

/// The rows of one table.
pub(super) struct Blocks<'m, 'a> {
    pub(super) maker: &'m Maker<'a>,
    pub(super) data: &'m Grouped<'m>,
    totals: &'m Totals<'a>,
    next: usize,
    done: bool,
    /// Block that may still get rows.
    open: Option<Block>,
    /// Complete blocks before the open one.
    closed: VecDeque<Block>,
    /// Number of further rows that belong to the open block.
    keep: usize,
}

impl<'m, 'a> Blocks<'m, 'a> {
    pub(super) fn new(maker: &'m Maker<'a>, data: &'m Grouped<'m>, totals: &'m Totals<'a>) -> Self {
        let keep = (maker.extended.min_rows as usize).saturating_sub(1);
        let (open, closed) = (None, VecDeque::new());
        Self { maker, data, totals, next: 0, done: false, open, closed, keep }
    }

    fn scope<'s>(
        value: &'s Value,
        extra: &'s [(&'static str, f64)],
        names: &'s RowNames<'_, '_>,
        resolver: &'s Resolver<'_, 'a>,
    ) -> Scope<'s> {
        Scope { value, extra, env: &resolver.source.env, names: Some(names) }
    }

    /// Contents of the cells of a further row; `None` where the row is left out.
    fn words(
        &self,
        kind: RowKind,
        template: &RowTemplate,
        scope: &Scope<'_>,
    ) -> Result<Option<Vec<Words<'static>>>> {
        further_words(self.maker.extended, kind, template, scope)
    }

    /// A row that sees the document and what is known of its page.
    pub(super) fn of_page(
        &self,
        kind: RowKind,
        template: &RowTemplate,
        place: OnPage<'_>,
        resolver: &mut Resolver<'_, 'a>,
    ) -> Result<Option<GridRow>> {
        let words = self.in_page(place, resolver, |scope| self.words(kind, template, scope))?;
        let Some(words) = words else { return Ok(None) };
        self.maker.further(kind, template, words, resolver).map(Some)
    }

    /// A row that ends a page, as high as any of them is: where the page decides whether it is shown, with
    /// its texts. One that is on no page is as high as a row without texts.
    pub(super) fn sample(
        &self,
        kind: RowKind,
        template: &RowTemplate,
        resolver: &mut Resolver<'_, 'a>,
    ) -> Result<GridRow> {
        let place = OnPage { lists: &[], page: 0 };
        let words = self.in_page(place, resolver, |scope| {
            let may_show =
                template.condition_varies() || visible(template.visible_when.as_ref(), scope)?;
            if may_show {
                cell_words(self.maker.extended, kind, template, scope)
            } else {
                Ok(Vec::new())
            }
        })?;
        self.maker.further(kind, template, words, resolver)
    }

    /// What `find` makes of the document and of what is known of a page.
    fn in_page<T>(
        &self,
        place: OnPage<'_>,
        resolver: &Resolver<'_, 'a>,
        find: impl FnOnce(&Scope<'_>) -> Result<T>,
    ) -> Result<T> {
        let (page, count) = (place.page as f64, resolver.page_count as f64);
        let number = page + f64::from(resolver.template.page_number_start) - 1.0;
        let set = place.page.checked_sub(1).and_then(|page| resolver.sets.get(page));
        let (in_set, of_set) =
            set.map_or((page, count), |set| (set.number as f64, set.count as f64));
        let numbers = [
            (Reserved::Page, "number", number),
            (Reserved::Page, "count", count),
            (Reserved::Set, "number", in_set),
            (Reserved::Set, "count", of_set),
        ];
        let tokens = [(PAGE_NAMES[0], page), (PAGE_NAMES[1], count)];
        let (known, tokens) =
            if place.page == 0 { (&[][..], &[][..]) } else { (&numbers[..], &tokens[..]) };
        let names = self.data.names();
        let names = RowNames { lists: place.lists, numbers: known, ..names };
        find(&Self::scope(resolver.source.data, tokens, &names, resolver))
    }

    /// The rows at the top of a slice: those above the titles, and the titles.
    pub(super) fn head(
        &self,
        page: usize,
        resolver: &mut Resolver<'_, 'a>,
    ) -> Result<Vec<GridRow>> {
        let mut rows = Vec::new();
        let lists = [(Reserved::Table, 0..self.data.len())];
        for template in &self.maker.extended.head_rows {
            let place = OnPage { lists: &lists, page };
            rows.extend(self.of_page(RowKind::HeadRow, template, place, resolver)?);
        }
        rows.push(self.maker.titles(resolver)?);
        Ok(rows)
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
    ) -> Result<Option<GridRow>> {
        let Some(of) = self.data.levels.get(level) else { return Ok(None) };
        let rows = of.rows(group);
        let item = self.data.rows.item(rows.start).unwrap_or(&NULL);
        let outer = level.checked_sub(1).and_then(|outer| self.data.levels.get(outer));
        let within = outer.map_or(0, |outer| {
            let start = outer.rows(outer.group(rows.start)).start;
            of.group(start)
        });
        let numbers = [(Reserved::Group, "index", (group - within + 1) as f64)];
        let lists = [(Reserved::Group, rows), (Reserved::Table, 0..self.data.len())];
        let names = RowNames {
            lists: &lists,
            numbers: &numbers,
            key: of.key(group),
            continued: Some(continued),
            ..self.data.names()
        };
        let scope = Self::scope(item, &[], &names, resolver);
        let Some(words) = self.words(kind, template, &scope)? else { return Ok(None) };
        let mut row = self.maker.further(kind, template, words, resolver)?;
        row.continued = continued;
        Ok(Some(row))
    }

    /// The headers of groups that go on at a place, for the top of a page.
    pub(super) fn continued_headers(
        &self,
        at: At,
        resolver: &mut Resolver<'_, 'a>,
    ) -> Result<Vec<GridRow>> {
        let mut rows = Vec::new();
        let maker = self.maker;
        for (level, group) in maker.extended.groups.iter().enumerate() {
            let Some(header) = group.header.as_ref().filter(|_| group.repeat_header) else {
                continue;
            };
            let Some(of) = self.data.levels.get(level) else { continue };
            let number = of.group(at.row);
            let start = of.rows(number).start;
            if start < at.row || (at.inside && start == at.row) {
                let kind = RowKind::Group;
                rows.extend(self.of_group(kind, header, level, number, true, resolver)?);
            }
        }
        Ok(rows)
    }

    /// A row of the data.
    fn body(&self, index: usize, resolver: &mut Resolver<'_, 'a>) -> Result<GridRow> {
        let (maker, data) = (self.maker, self.data);
        let source = resolver.source;
        let (texts, row_look, columns) = data.in_row(index, source, |scope| {
            let texts = maker.body_words(&data.rows, index, scope, source)?;
            let mut row_look = Look::default();
            let mut columns: Vec<(usize, Look)> = Vec::new();
            for style in &maker.extended.styles {
                if !style.when.is_met(scope)? {
                    continue;
                }
                match style.column {
                    None => row_look = row_look.under(style.look),
                    Some(column) => columns.push((column, style.look)),
                }
            }
            Ok((texts, row_look, columns))
        })?;
        let drafts = texts.into_iter().map(|(column, words)| {
            let own = columns.iter().filter(|(of, _)| *of == column);
            let look = own.fold(Look::default(), |look, (_, over)| look.under(*over));
            Draft { column, span: 1, words, look, single: false }
        });
        let least = maker.extended.body.height;
        let mut row = maker.row(RowKind::Body, drafts, least, row_look, resolver)?;
        row.number = match maker.extended.band_scope {
            BandScope::Slice => None,
            BandScope::Table => Some(index),
            BandScope::Group => Some(data.place(index)),
        };
        Ok(row)
    }

    /// The rows after a row of the data.
    fn details(&self, index: usize, resolver: &mut Resolver<'_, 'a>) -> Result<Vec<GridRow>> {
        let (maker, data) = (self.maker, self.data);
        let Some(detail) = &maker.extended.detail else { return Ok(Vec::new()) };
        let parent = data.rows.item(index);
        let items = parent.and_then(|item| detail.path.lookup(item)).and_then(Value::as_array);
        let mut rows = Vec::new();
        for item in items.unwrap_or_default() {
            resolver.source.env.meter.step()?;
            for template in &detail.rows {
                let words = data.in_item(index, item, parent, resolver.source, |scope| {
                    if !visible(detail.visible_when.as_ref(), scope)? {
                        return Ok(None);
                    }
                    self.words(RowKind::Detail, template, scope)
                })?;
                if let Some(words) = words {
                    rows.push(maker.further(RowKind::Detail, template, words, resolver)?);
                }
            }
        }
        Ok(rows)
    }

    /// The next block.
    pub(super) fn next(&mut self, resolver: &mut Resolver<'_, 'a>) -> Result<Option<Block>> {
        while self.closed.is_empty() && self.next < self.data.len() {
            resolver.source.env.meter.step()?;
            let index = self.next;
            self.next += 1;
            self.add(index, resolver)?;
        }
        if let Some(block) = self.closed.pop_front() {
            return Ok(Some(block));
        }
        if !self.done {
            self.done = true;
            let block = self.open.get_or_insert_with(Block::default);
            if let Some(text) = self.totals.empty() {
                block.rows.push(self.maker.empty(text, resolver)?);
            }
            block.rows.extend(self.maker.totals(self.totals, resolver)?);
        }
        Ok(self.open.take())
    }

    /// Adds a row of the data, with the headers before it, its details, and the footers after it.
    fn add(&mut self, index: usize, resolver: &mut Resolver<'_, 'a>) -> Result<()> {
        let mut block = Block { at: At { row: index, inside: false }, ..Block::default() };
        let mut headers = 0;
        let groups = &self.maker.extended.groups;
        for (level, (of, group)) in self.data.levels.iter().zip(groups).enumerate() {
            let number = of.group(index);
            if of.rows(number).start != index {
                continue;
            }
            block.page_break |= group.page_break && index > 0;
            if let Some(header) = &group.header {
                let header =
                    self.of_group(RowKind::Group, header, level, number, false, resolver)?;
                block.rows.extend(header);
                headers = headers.max(group.keep_with as usize - 1);
            }
        }
        block.rows.push(self.body(index, resolver)?);
        let joins = self.open.is_some() && self.keep > 0 && !block.page_break;
        self.keep = self.keep.saturating_sub(usize::from(joins)).max(headers);
        self.append(block, joins);
        let keeps = self.maker.extended.detail.as_ref().is_none_or(|detail| detail.keep);
        for row in self.details(index, resolver)? {
            let at = At { row: index, inside: true };
            // Rows that stay with a header have their details between them.
            self.append(Block { rows: vec![row], at, page_break: false }, keeps || self.keep > 0);
        }
        for (level, (of, group)) in self.data.levels.iter().zip(groups).enumerate().rev() {
            let number = of.group(index);
            if of.rows(number).end == index + 1
                && let Some(footer) = &group.footer
            {
                let kind = RowKind::GroupEnd;
                let footer = self.of_group(kind, footer, level, number, false, resolver)?;
                if let (Some(open), Some(footer)) = (&mut self.open, footer) {
                    open.rows.push(footer);
                }
            }
        }
        Ok(())
    }

    /// Adds rows to the open block, or closes it and opens another one.
    fn append(&mut self, block: Block, joins: bool) {
        match &mut self.open {
            Some(open) if joins => open.rows.extend(block.rows),
            open => self.closed.extend(open.replace(block)),
        }
    }
}

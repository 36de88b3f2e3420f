//! Blocks of rows to pages (spec 20.2.6).

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use super::blocks::{At, Block, Blocks, OnPage};
use super::groups::Grouped;
use super::rows::{Maker, Totals};
use super::widths;
use crate::expr::{Reserved, Scope};
use crate::format::Break;
use crate::layout::Resolver;
use crate::layout::cursor::Cursor;
use crate::layout::cursor::attempt::Placed;
use crate::layout::fixed::{self, Slice};
use crate::layout::notes::Note;
use crate::layout::page::Content;
use crate::layout::slice::{GridCell, GridRow, GridSlice, RowKind};
use crate::layout::trial::Trial;
use crate::problem::Result;
use crate::resolve::rows::TableRows;
use crate::resolve::{ItemScope, visible};
use crate::template::Field;
use crate::template::field::{Extended, RowTemplate, Table};
use crate::units::{mm_to_pt, pt_to_mm};

/// Lines of a row that stay before a page break, and that come after it, at least.
const KEPT_LINES: usize = 2;

/// Places a table at the cursor, slice by slice.
pub(in crate::layout) fn place<'s, 'a>(
    field: &'a Field,
    table: &'a Table,
    extended: &'a Extended,
    seen: &ItemScope<'s>,
    cursor: &mut Cursor<'_, 'a>,
    resolver: &mut Resolver<'s, 'a>,
) -> Placed {
    let rows = TableRows::seen_by(table, seen, resolver.source)?;
    let data = Grouped::new(rows, extended, resolver.source)?;
    let totals = Totals::new(table, extended, &data.rows, &seen.scope(resolver.source))?;
    let maker = maker(field, table, extended, &data, &totals, resolver)?;
    let mut blocks = Blocks::new(&maker, &data, &totals);
    if !extended.flexible {
        let head = maker.titles(resolver)?;
        return place_fixed(&mut blocks, head, totals.has_row(), seen, cursor, resolver);
    }
    let (carried, totals) = added(&blocks, &mut resolver.trial())?;
    let slice = Filling::default();
    let varies = extended.head_rows.iter().any(RowTemplate::varies);
    let head = blocks.head(cursor.page(), resolver)?;
    let mut pager = Pager {
        maker: &maker,
        seen,
        head,
        varies,
        carried,
        totals,
        slice,
        done: 0,
        start: 0,
        first: true,
    };
    let mut queue = VecDeque::new();
    if extended.keep_together {
        pager.keep_together(&mut blocks, &mut queue, cursor, resolver)?;
    }
    pager.run(&mut blocks, queue, cursor, resolver)
}

/// Heights in millimetres of the rows that end a page: the sum carried over, and the totals of the
/// page.
fn added<'a>(blocks: &Blocks<'_, 'a>, trial: &mut Trial<'_, '_, 'a>) -> Result<(f64, f64)> {
    // The rows that a page adds are as high whatever they say: texts that depend on the page do not wrap.
    let mut height = |template: &Option<RowTemplate>, kind: RowKind| -> Result<f64> {
        let Some(template) = template else { return Ok(0.0) };
        let sample = match &template.visible_when {
            Some(_) if template.varies() => Some(blocks.sample(kind, template, trial)?),
            _ => blocks.of_page(kind, template, OnPage { lists: &[], page: 0 }, trial)?,
        };
        Ok(sample.map_or(0.0, |row| row.height))
    };
    let extended = blocks.maker.extended;
    let carried = height(&extended.carried_over, RowKind::Carried)?;
    Ok((carried, height(&extended.page_totals, RowKind::PageTotal)?))
}

/// A table in one piece, as bands and sections draw it.
pub(in crate::layout) fn whole<'s, 'a>(
    field: &'a Field,
    table: &'a Table,
    extended: &'a Extended,
    rows: TableRows<'s>,
    footer_scope: &Scope<'_>,
    resolver: &mut Resolver<'s, 'a>,
) -> Result<GridSlice<'a>> {
    let data = Grouped::new(rows, extended, resolver.source)?;
    let totals = Totals::new(table, extended, &data.rows, footer_scope)?;
    let maker = maker(field, table, extended, &data, &totals, resolver)?;
    let mut blocks = Blocks::new(&maker, &data, &totals);
    let mut all = blocks.head(0, resolver)?;
    while let Some(block) = blocks.next(resolver)? {
        all.extend(block.rows);
    }
    Ok(maker.slice(all, true, true))
}

fn maker<'a>(
    field: &'a Field,
    table: &'a Table,
    extended: &'a Extended,
    data: &Grouped<'_>,
    totals: &Totals<'a>,
    resolver: &mut Resolver<'_, 'a>,
) -> Result<Maker<'a>> {
    let document = resolver.source.document();
    let is_hidden = |column: usize| {
        let text = extended.columns.get(column);
        let condition = text.and_then(|text| text.visible_when.as_ref());
        visible(condition, &document).map(|visible| !visible)
    };
    let columns = table.column_count(data.rows.first_row_len());
    let hidden = (0..columns).map(is_hidden).collect::<Result<Vec<bool>>>()?;
    let (widths, wide) = widths::widths(field, table, extended, &hidden, data, totals, resolver)?;
    if wide {
        resolver.notes.add(field, Note::Wide);
    }
    Ok(Maker { field, table, extended, widths, hidden })
}

/// Rows of 7 mm fill pages exactly as those of other tables do (9.6).
fn place_fixed<'s, 'a>(
    blocks: &mut Blocks<'_, 'a>,
    head: GridRow,
    has_totals: bool,
    seen: &ItemScope<'s>,
    cursor: &mut Cursor<'_, 'a>,
    resolver: &mut Resolver<'s, 'a>,
) -> Placed {
    let maker = blocks.maker;
    let count = blocks.data.len();
    let mut body: VecDeque<GridRow> = VecDeque::new();
    let mut totals = None;
    let content = |slice: Slice, resolver: &mut Resolver<'s, 'a>| {
        let take = slice.rows.len();
        // The totals row comes with the last row.
        while body.len() < take || (slice.rows.start + body.len() >= count && totals.is_none()) {
            let Some(block) = blocks.next(resolver)? else { break };
            for row in block.rows {
                if row.kind == RowKind::Footer { totals = Some(row) } else { body.push_back(row) }
            }
        }
        let mut rows: Vec<GridRow> = slice.head.then(|| head.clone()).into_iter().collect();
        rows.extend(body.drain(..take.min(body.len())));
        if slice.footer {
            rows.extend(totals.take());
        }
        Ok(Content::Grid(Arc::new(maker.slice(rows, slice.first, slice.last))))
    };
    let of = (maker.field, maker.table);
    fixed::slices(count, has_totals, of, seen, cursor, resolver, content)
}

/// The rows of one page while it is filled.
#[derive(Default)]
struct Filling {
    rows: Vec<GridRow>,
    used: f64,
    blocks: usize,
}

impl Filling {
    fn push(&mut self, row: GridRow) {
        self.used += row.height;
        self.rows.push(row);
    }

    fn extend(&mut self, row: Option<GridRow>) {
        if let Some(row) = row {
            self.push(row);
        }
    }
}

/// First block of a page.
#[derive(Clone, Copy, Default)]
struct Next {
    at: At,
    height: f64,
    /// `true` if the table ends with the block.
    last: bool,
}

impl Next {
    fn of(block: &Block, last: bool) -> Self {
        Self { at: block.at, height: block.height(), last }
    }
}

/// Fills pages with the blocks of one table.
struct Pager<'m, 'a> {
    maker: &'m Maker<'a>,
    /// Scope of the table.
    seen: &'m ItemScope<'m>,
    /// The titles, and the rows above them.
    head: Vec<GridRow>,
    /// `true` if the rows of `head` differ from page to page.
    varies: bool,
    /// Heights of the row that is carried over, and of the totals of a page, in millimetres.
    carried: f64,
    totals: f64,
    slice: Filling,
    /// Number of rows of the data placed so far. `start` is that number at the start of this page.
    done: usize,
    start: usize,
    /// `true` if no slice was drawn yet.
    first: bool,
}

impl<'a> Pager<'_, 'a> {
    fn run(
        &mut self,
        blocks: &mut Blocks<'_, 'a>,
        mut queue: VecDeque<Block>,
        cursor: &mut Cursor<'_, 'a>,
        resolver: &mut Resolver<'_, 'a>,
    ) -> Placed {
        let field = self.maker.field;
        let next = |queue: &mut VecDeque<Block>,
                    blocks: &mut Blocks<'_, 'a>,
                    resolver: &mut Resolver<'_, 'a>| {
            if queue.len() < 2
                && let Some(block) = blocks.next(resolver)?
            {
                queue.push_back(block);
            }
            Ok::<_, crate::Problem>(())
        };
        next(&mut queue, blocks, resolver)?;
        self.open(blocks, Next::default(), cursor, resolver)?;
        while let Some(mut block) = queue.pop_front() {
            next(&mut queue, blocks, resolver)?;
            let last = queue.is_empty();
            if block.page_break && self.slice.blocks > 0 {
                self.turn(blocks, Next::of(&block, last), cursor, resolver)?;
            }
            loop {
                resolver.source.env.meter.step()?;
                let reserve = self.totals + if last { 0.0 } else { self.carried };
                let available = cursor.available();
                if self.slice.used + block.height() + reserve <= available {
                    self.add(block);
                    break;
                }
                let room = available - self.slice.used - self.totals - self.carried;
                let at_top = self.slice.blocks == 0 && !cursor.below_top();
                if let Some((part, rest)) = self.cut(&block, room, at_top) {
                    if self.maker.extended.row_break == Break::Avoid {
                        resolver.notes.add(field, Note::RowSplit);
                    }
                    if self.slice.used + part.height() > available {
                        resolver.beyond_body(field);
                    }
                    self.add(part);
                    self.turn(blocks, Next::of(&rest, last), cursor, resolver)?;
                    block = rest;
                    continue;
                }
                if self.slice.blocks > 0 {
                    self.turn(blocks, Next::of(&block, last), cursor, resolver)?;
                } else if cursor.below_top() {
                    // B1: nothing of the table is drawn where not even its first block fits.
                    cursor.new_page(field)?;
                    self.open(blocks, Next::of(&block, last), cursor, resolver)?;
                } else if block.rows.len() > 1 {
                    resolver.notes.add(field, Note::KeepBroken);
                    block.parts().into_iter().rev().for_each(|part| queue.push_front(part));
                    break;
                } else {
                    resolver.beyond_body(field);
                    self.add(block);
                    break;
                }
            }
        }
        self.close(blocks, true, cursor, resolver)
    }

    fn add(&mut self, block: Block) {
        self.slice.blocks += 1;
        for row in block.rows {
            self.done += usize::from(row.kind == RowKind::Body && !row.continued);
            self.slice.push(row);
        }
    }

    /// Begins a slice: header, what was brought forward, headers of groups that go on.
    fn open(
        &mut self,
        blocks: &Blocks<'_, 'a>,
        next: Next,
        cursor: &Cursor<'_, 'a>,
        resolver: &mut Resolver<'_, 'a>,
    ) -> Result<()> {
        let page = cursor.page();
        self.slice = Filling::default();
        self.start = self.done;
        if self.first || self.maker.table.repeat_header {
            if self.varies {
                self.head = blocks.head(page, resolver)?;
            }
            if self.hinders(cursor.available()) {
                resolver.notes.add(self.maker.field, Note::Titles);
            } else {
                self.head.iter().for_each(|row| self.slice.push(row.clone()));
            }
        }
        if self.first {
            return Ok(());
        }
        if let Some(template) = &self.maker.extended.brought_forward {
            let lists = [(Reserved::Before, 0..self.done), (Reserved::Table, 0..blocks.data.len())];
            let kind = RowKind::Brought;
            let place = OnPage { lists: &lists, page };
            self.slice.extend(blocks.of_page(kind, template, place, resolver)?);
        }
        let mut headers = blocks.continued_headers(next.at, resolver)?;
        let outer = self.too_many(&headers, next, cursor.available());
        if outer > 0 {
            resolver.notes.add(self.maker.field, Note::KeepBroken);
            headers.drain(..outer);
        }
        headers.into_iter().for_each(|header| self.slice.push(header));
        Ok(())
    }

    /// Returns `true` if titles that would be repeated leave less than a quarter of a page: a long
    /// table would have one row on each page, or none.
    fn hinders(&self, available: f64) -> bool {
        let head = self.head.iter().fold(0.0, |height, row| height + row.height);
        !self.first && head > available * 0.75
    }

    /// Number of headers of continued groups to leave out, the outer ones first. The headers kept
    /// take half of the page at most, and leave room for the next block, unless that is cut or
    /// taken apart anyway.
    fn too_many(&self, headers: &[GridRow], next: Next, available: f64) -> usize {
        let reserve = self.totals + if next.last { 0.0 } else { self.carried };
        let used = self.slice.used;
        let fits = |used: f64| used + next.height + reserve <= available;
        let whole = self.maker.extended.row_break == Break::Avoid && fits(used);
        let half = used + (available - reserve - used).max(0.0) / 2.0;
        let leaves_room = |skipped: usize| {
            let kept = headers.get(skipped..).unwrap_or_default();
            let used = kept.iter().fold(used, |used, row| used + row.height);
            used <= half && (!whole || fits(used))
        };
        let skipped: Vec<usize> = (0..headers.len()).collect();
        skipped.partition_point(|skipped| !leaves_room(*skipped))
    }

    /// Ends the slice and goes on with the next page.
    fn turn(
        &mut self,
        blocks: &Blocks<'_, 'a>,
        next: Next,
        cursor: &mut Cursor<'_, 'a>,
        resolver: &mut Resolver<'_, 'a>,
    ) -> Placed {
        self.close(blocks, false, cursor, resolver)?;
        cursor.new_page(self.maker.field)?;
        Ok(self.open(blocks, next, cursor, resolver)?)
    }

    /// Ends the slice: what is carried over, the totals of the page.
    fn close(
        &mut self,
        blocks: &Blocks<'_, 'a>,
        last: bool,
        cursor: &mut Cursor<'_, 'a>,
        resolver: &mut Resolver<'_, 'a>,
    ) -> Placed {
        let extended = self.maker.extended;
        let lists: [(Reserved, Range<usize>); 4] = [
            (Reserved::SoFar, 0..self.done),
            (Reserved::Before, 0..self.start),
            (Reserved::Page, self.start..self.done),
            (Reserved::Table, 0..blocks.data.len()),
        ];
        let place = OnPage { lists: &lists, page: cursor.page() };
        if let Some(template) = extended.carried_over.as_ref().filter(|_| !last) {
            let kind = RowKind::Carried;
            self.slice.extend(blocks.of_page(kind, template, place, resolver)?);
        }
        if let Some(template) = &extended.page_totals {
            let kind = RowKind::PageTotal;
            self.slice.extend(blocks.of_page(kind, template, place, resolver)?);
        }
        let Filling { rows, used, .. } = std::mem::take(&mut self.slice);
        let slice = self.maker.slice(rows, self.first, last);
        cursor.put(self.maker.field, Content::Grid(Arc::new(slice)), self.seen, resolver)?;
        cursor.y += used;
        self.first = false;
        Ok(())
    }

    /// Begins on a new page where the whole table fits there and not here.
    fn keep_together(
        &mut self,
        blocks: &mut Blocks<'_, 'a>,
        queue: &mut VecDeque<Block>,
        cursor: &mut Cursor<'_, 'a>,
        resolver: &mut Resolver<'_, 'a>,
    ) -> Placed {
        let head = self.head.iter().fold(0.0, |height, row| height + row.height);
        let mut height = head + self.totals;
        while height <= cursor.page_height() {
            let Some(block) = blocks.next(resolver)? else {
                if height > cursor.available() && cursor.below_top() {
                    cursor.new_page(self.maker.field)?;
                }
                return Ok(());
            };
            height += block.height();
            queue.push_back(block);
        }
        Ok(())
    }

    /// Cuts a block in its last row of the data, so that the first part fits so many millimetres:
    /// what stands above that row stays with its first lines, and what stands below it with its last
    /// ones. Nothing where the block moves or is taken apart instead.
    fn cut(&self, block: &Block, room: f64, at_top: bool) -> Option<(Block, Block)> {
        let last = block.rows.iter().rposition(|row| row.kind == RowKind::Body)?;
        let (above, below) = block.rows.split_at(last);
        let (row, below) = below.split_first()?;
        let height = above.iter().fold(0.0, |height, row| height + row.height);
        let has_to = match self.maker.extended.row_break {
            Break::Auto => height + row.height > room,
            // A row that no page can hold.
            Break::Avoid => at_top && row.height > room,
        };
        // No page holds the row with its headers and the totals: one of them would stand alone.
        let would_part = at_top
            && below.iter().all(|row| row.kind.follows_data())
            && above.iter().all(|row| row.kind == RowKind::Group);
        let part = self.cut_row(row, room - height, at_top);
        let (part, rest) = part.filter(|_| has_to || would_part)?;
        let begun = above.iter().filter(|row| row.kind == RowKind::Body).count();
        let at = At { row: block.at.row + begun, inside: true };
        let first = above.iter().cloned().chain(std::iter::once(part)).collect();
        let second = std::iter::once(rest).chain(below.iter().cloned()).collect();
        let part = Block { rows: first, at: block.at, page_break: false };
        Some((part, Block { rows: second, at, page_break: false }))
    }

    /// Cuts a row between lines, so that its first part fits so many millimetres: at least two
    /// lines of its longest cell in each part, and what is drawn in the first one. Nothing where it
    /// cannot be cut.
    fn cut_row(&self, row: &GridRow, room: f64, at_top: bool) -> Option<(GridRow, GridRow)> {
        if row.kind != RowKind::Body {
            return None;
        }
        let padding = 2.0 * self.maker.extended.padding.y;
        let drawn = |cell: &GridCell| {
            let (_, height) = cell.drawing.as_ref().filter(|_| cell.count > 0)?;
            height.map(|height| height + padding)
        };
        // A drawing higher than a page does not hold back the texts beside it.
        let highest = row.cells.iter().filter_map(drawn).fold(0.0, f64::max);
        if highest > room && !at_top {
            return None;
        }
        let least = self.maker.extended.body.height;
        // The first part need not be higher than the room that there is.
        let first_least = least.min(room);
        let room = mm_to_pt(room - padding);
        let fitting = |pitch: f64| (room / pitch).floor().max(0.0) as usize;
        let longest = row.cells.iter().max_by_key(|cell| cell.count)?;
        let kept = fitting(longest.look.pitch()).min(longest.count.checked_sub(KEPT_LINES)?);
        if kept < KEPT_LINES {
            return None;
        }
        let share = longest.count - kept;
        let part = |range: &dyn Fn(usize, f64) -> Range<usize>, continued: bool| {
            let mut part = row.clone();
            part.continued = continued || row.continued;
            part.height = if continued { least } else { first_least };
            for cell in &mut part.cells {
                let lines = range(cell.count, cell.look.pitch());
                cell.first += lines.start;
                cell.count = lines.len();
                cell.look.vertical = crate::template::field::VerticalAlign::Top;
                let needed = pt_to_mm(cell.count as f64 * cell.look.pitch()) + padding;
                part.height = part.height.max(drawn(cell).unwrap_or(needed));
            }
            part
        };
        // Shorter cells leave no more behind than the longest one does.
        let cut = |count: usize, pitch: f64| {
            fitting(pitch).min(count).min(count.saturating_sub(share).max(kept.min(count)))
        };
        let first = part(&|count, pitch| 0..cut(count, pitch), false);
        let rest = part(&|count, pitch| cut(count, pitch)..count, true);
        Some((first, rest))
    }
}

//! Position of the next item of a design, page after page (spec 9.4, 20.7).

pub(super) mod attempt;

use super::Resolver;
use super::marks::Marks;
use super::page::{Content, Page, Placement, SectionRepeat};
use crate::format::PageBreak;
use crate::problem::{Code, Problem, Result};
use crate::resolve::ItemScope;
use crate::template::{Design, Field};
use attempt::{Halt, Placed};

/// A repetition of a section that is being placed.
struct OpenRepeat<'a> {
    field: &'a Field,
    index: usize,
    /// Top edge of the repetition on the page, in millimetres.
    top: f64,
    /// Marks of the repetition until its first part is placed.
    marks: Option<Box<Marks>>,
    /// Members placed on the page so far.
    members: Vec<Placement<'a>>,
}

/// Position of the next item: the page, and the distance from its top.
pub(super) struct Cursor<'p, 'a> {
    design: &'a Design,
    pages: &'p mut Vec<Page<'a>>,
    max_pages: usize,
    /// Number of pages before the design.
    before: usize,
    /// `true` if something stands on the page.
    touched: bool,
    /// The kind of page that a break asks for, until something stands on it.
    wanted: PageBreak,
    /// `true` if the next placement begins a repetition whose pages are numbered from 1.
    pub(super) begins_set: bool,
    /// Field of the last placement. `put_count` is the number of placements so far.
    last: Option<&'a Field>,
    pub(super) put_count: usize,
    /// `true` during an attempt, which ends with the page.
    single_page: bool,
    /// The end of the body in an attempt that has a page as high as none is.
    body_bottom: Option<f64>,
    /// The repetitions that are being placed and may continue on the next page, outer ones first.
    open: Vec<OpenRepeat<'a>>,
    /// Distance from the top of the page in millimetres.
    pub(super) y: f64,
    /// Extra length of the body in millimetres: rounding must not push out an item that was
    /// measured to end with the body.
    pub(super) slack: f64,
}

/// Value of `slack` in millimetres where something ends with the body: far below what is visible.
pub(super) const ROUNDING: f64 = 1e-6;

impl<'p, 'a> Cursor<'p, 'a> {
    /// The first page of a design, after those of the designs before.
    pub(super) fn new(
        design: &'a Design,
        y: Option<f64>,
        max_pages: usize,
        pages: &'p mut Vec<Page<'a>>,
    ) -> Self {
        let before = pages.len();
        let mut cursor = Self {
            design,
            pages,
            max_pages,
            before,
            touched: false,
            wanted: PageBreak::Auto,
            begins_set: false,
            last: None,
            put_count: 0,
            single_page: false,
            body_bottom: None,
            open: Vec::new(),
            y: 0.0,
            slack: 0.0,
        };
        cursor.push_page();
        cursor.y = y.unwrap_or(0.0);
        // A field that is authored above a larger band on the first page begins below it.
        if let Some(top) = design.first_page.as_ref().and_then(|first| first.header_height)
            && y.is_some()
        {
            cursor.y = cursor.y.max(top);
        }
        if design.restart_numbering {
            cursor.start_set();
        }
        cursor
    }

    fn push_page(&mut self) {
        let number = self.pages.len() + 1;
        self.touched = false;
        self.pages.push(Page { blank: false, ..Page::blank(self.design, number) });
    }

    /// Returns `true` if the page is the first one of the design, blank pages left out.
    fn is_first(&self) -> bool {
        let above = self.pages.split_last().map_or(&[][..], |(_, above)| above);
        above.iter().skip(self.before).all(|page| page.blank)
    }

    /// Top edge of the body of the page, in millimetres.
    fn top(&self) -> f64 {
        let first = self.design.first_page.as_ref().filter(|_| self.is_first());
        first.and_then(|first| first.header_height).unwrap_or(self.design.header_height)
    }

    /// Bottom edge of the body of the page, in millimetres.
    pub(super) fn bottom(&self) -> f64 {
        if let Some(bottom) = self.body_bottom {
            return bottom;
        }
        let first = self.design.first_page.as_ref().filter(|_| self.is_first());
        match first.and_then(|first| first.footer_height) {
            Some(footer) => self.design.height - footer,
            None => self.design.body_bottom(),
        }
    }

    /// Height left in the body below the cursor, in millimetres.
    pub(super) fn available(&self) -> f64 {
        self.bottom() - self.y + self.slack
    }

    /// Returns `true` if the cursor is below the top of the body, so that a new page gains room.
    pub(super) fn below_top(&self) -> bool {
        self.y > self.top()
    }

    /// Goes on at the top of a new page; what was to begin on an odd or even page and does not fit
    /// on the rest of it, at the top of the next such page.
    ///
    /// # Errors
    /// The end of an attempt; `pageLimit` naming the field being paginated.
    pub(super) fn new_page(&mut self, field: &Field) -> Placed {
        if self.single_page {
            return Err(Halt::PageFull);
        }
        self.next_page(field)?;
        if self.is_wanted() { Ok(()) } else { self.leave_blank(field) }
    }

    /// Returns `true` if the page has the parity that the break before the next item asks for.
    fn is_wanted(&self) -> bool {
        let odd = !self.pages.len().is_multiple_of(2);
        match self.wanted {
            PageBreak::Odd => odd,
            PageBreak::Even => !odd,
            PageBreak::Auto | PageBreak::Page => true,
        }
    }

    fn leave_blank(&mut self, field: &Field) -> Placed {
        if let Some(page) = self.pages.last_mut() {
            page.blank = true;
        }
        self.next_page(field)
    }

    fn next_page(&mut self, field: &Field) -> Placed {
        self.close_parts(0);
        Ok(self.begin_page(field)?)
    }

    fn begin_page(&mut self, field: &Field) -> Result<()> {
        if self.pages.len() >= self.max_pages {
            return Err(page_limit(self.max_pages, field));
        }
        self.push_page();
        self.y = self.top();
        let y = self.y;
        self.open.iter_mut().for_each(|open| open.top = y);
        Ok(())
    }

    /// Begins a repetition that may continue on the next page.
    pub(super) fn begin_repeat(
        &mut self,
        field: &'a Field,
        index: usize,
        marks: Option<Box<Marks>>,
    ) {
        // The last field of the repetition before does not go on here.
        self.last = None;
        self.open.push(OpenRepeat { field, index, top: self.y, marks, members: Vec::new() });
    }

    /// Ends the repetition that began last.
    pub(super) fn end_repeat(&mut self) {
        self.close_parts(self.open.len().saturating_sub(1));
        self.open.pop();
        self.last = None;
    }

    /// Puts on the page what stands there of the open repetitions from one on: inner ones into
    /// their outer ones. A part without members is left out.
    fn close_parts(&mut self, from: usize) {
        for number in (from..self.open.len()).rev() {
            let Some(open) = self.open.get_mut(number) else { continue };
            let members = std::mem::take(&mut open.members);
            if members.is_empty() {
                continue;
            }
            let (field, index, top, marks) = (open.field, open.index, open.top, open.marks.take());
            let height = (self.y.min(self.bottom()) - top).max(0.0);
            let content = Content::Section(SectionRepeat { index, height, width: None, members });
            self.push(Placement { field, x: field.x, y: top, content, marks }, number);
        }
    }

    /// Puts something into the innermost of the first open repetitions, or on the page.
    fn push(&mut self, placement: Placement<'a>, repetitions: usize) {
        let around = repetitions.checked_sub(1).and_then(|last| self.open.get_mut(last));
        match (around, self.pages.last_mut()) {
            (Some(around), _) => around.members.push(placement),
            (None, Some(page)) => page.placements.push(placement),
            (None, None) => {}
        }
    }

    /// Goes back to the top of a page on which nothing stands yet; says whether it is one.
    pub(super) fn start_over(&mut self) -> bool {
        let untouched = !self.touched && self.open.is_empty();
        if untouched {
            self.y = self.top();
        }
        untouched
    }

    /// Goes on at the top of a page as a break asks for; where nothing stands on the page, it is
    /// used if it is such a page.
    ///
    /// # Errors
    /// As for [`Cursor::new_page`].
    pub(super) fn break_page(&mut self, wanted: PageBreak, field: &Field) -> Placed {
        if wanted == PageBreak::Auto {
            return Ok(());
        }
        self.wanted = wanted;
        if self.single_page && (self.touched || !self.is_wanted()) {
            return Err(Halt::PageBreak);
        }
        if self.touched {
            self.next_page(field)?;
        }
        if self.is_wanted() { Ok(()) } else { self.leave_blank(field) }
    }

    /// Pages are numbered from 1 from this one on.
    pub(super) fn start_set(&mut self) {
        self.begins_set = false;
        if let Some(page) = self.pages.last_mut() {
            page.starts_set = true;
        }
    }

    pub(super) fn leave_full_page(&mut self, field: &Field) -> Placed {
        if self.y >= self.bottom() { self.new_page(field) } else { Ok(()) }
    }

    /// Opens a page when something of this height does not fit; at the top it overflows instead.
    /// Gives whether it does.
    pub(super) fn fit(&mut self, height: f64, field: &Field) -> Placed<bool> {
        if needs_new_page(height, self.available(), self.y, self.top()) {
            self.new_page(field)?;
        }
        Ok(height > self.available() + ROUNDING)
    }

    /// Puts a field at the cursor.
    ///
    /// # Errors
    /// `memoryLimit` naming the field.
    pub(super) fn put(
        &mut self,
        field: &'a Field,
        content: Content<'a>,
        seen: &ItemScope<'_>,
        resolver: &mut Resolver<'_, 'a>,
    ) -> Result<()> {
        // A field that is put once more goes on from the page before.
        let first = self.last.is_none_or(|last| !std::ptr::eq(last, field));
        let source = resolver.source;
        let marks = resolver.marks(field, &seen.scope(source), first)?;
        let placement = Placement { field, x: field.x, y: self.y, content, marks };
        self.put_placement(placement, resolver)
    }

    /// Puts something at its place of the page.
    ///
    /// # Errors
    /// `memoryLimit` naming the field.
    pub(super) fn put_placement(
        &mut self,
        placement: Placement<'a>,
        resolver: &mut Resolver<'_, 'a>,
    ) -> Result<()> {
        if self.begins_set {
            self.start_set();
        }
        self.touched = true;
        self.wanted = PageBreak::Auto;
        self.last = Some(placement.field);
        self.put_count += 1;
        placement.hold(resolver.source.env.meter)?;
        // Notes of a repetition apply from the page on where its first member stands.
        for open in &self.open {
            resolver.notes.placed(open.field, self.page());
        }
        resolver.note(&placement, self.page());
        self.push(placement, self.open.len());
        Ok(())
    }

    /// Height of the body of a continuation page, in millimetres.
    pub(super) fn page_height(&self) -> f64 {
        self.design.body_bottom() - self.design.header_height
    }

    /// The number of the page.
    pub(super) fn page(&self) -> usize {
        self.pages.len()
    }

    /// Ends the design: where the content of its last page reaches into the larger footer of the
    /// last page, one more page holds the bands alone (spec 20.7.3).
    ///
    /// # Errors
    /// As for [`Cursor::new_page`].
    pub(super) fn finish(mut self, field: Option<&Field>) -> Placed {
        let last = self.design.last_page.as_ref();
        let footer = last.and_then(|last| last.footer_height);
        let larger = footer.filter(|footer| *footer > self.design.footer_height);
        if let (Some(footer), Some(field)) = (larger, field)
            && self.y > self.design.height - footer
        {
            self.new_page(field)?;
        }
        if self.ends_below_content() {
            self.end_below_content();
        }
        Ok(())
    }

    /// Ends the page where its content does, with room for the band at the bottom (spec 20.7.7).
    fn end_below_content(&mut self) {
        let last = self.design.last_page.as_ref().and_then(|last| last.footer_height);
        let footer = last.unwrap_or(self.design.height - self.bottom());
        let height = (self.y.max(self.top()) + footer).max(SHORTEST).min(self.design.height);
        if let Some(page) = self.pages.last_mut() {
            page.height = height;
        }
    }

    /// `autoHeight` of the design: the page ends where its content does, and nothing is pinned to its end.
    pub(super) fn ends_below_content(&self) -> bool {
        self.design.auto_height
    }
}

/// Least height of a page that ends below its content, in millimetres: PDF readers refuse less than
/// 3 units (ISO 32000-1, annex C).
const SHORTEST: f64 = 2.0;

/// The "does not fit" test of rows and section repetitions (spec 9.4).
pub fn needs_new_page(height: f64, available: f64, cursor: f64, header_height: f64) -> bool {
    height > available && cursor > header_height
}

fn page_limit(max_pages: usize, field: &Field) -> Problem {
    Problem::new(
        Code::PageLimit,
        format!(
            "The document went past {max_pages} pages (limit `maxPages`) in field `{}`",
            field.name
        ),
    )
    .field(&field.name)
    .pointer(&field.pointer)
    .advice("filter the data before rendering")
    .detail("maxPages", max_pages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_stays_and_at_the_top_it_always_stays() {
        assert!(!needs_new_page(20.0, 30.0, 20.0, 0.0));
        assert!(needs_new_page(50.0, 30.0, 20.0, 0.0));
        assert!(!needs_new_page(50.0, 30.0, 0.0, 0.0));
    }
}

//! The names of pages that begin with `$` (spec 20.0.5).

use super::page::{Counted, Page, PagePosition};
use crate::expr::path::Segment;
use crate::expr::{Found, Names, Reserved};

/// Names that a page adds to the data of its bands, besides `pageNumber` and `pageCount`.
pub(super) struct PageNames {
    number: f64,
    count: f64,
    in_set: Counted,
}

impl PageNames {
    /// The names of a page of so many, where the first one has the number `start`.
    pub(super) fn new(page: &Page<'_>, count: usize, start: i32) -> Self {
        let number = page.number as f64 + f64::from(start) - 1.0;
        Self { number, count: count as f64, in_set: page.in_set }
    }
}

impl Names for PageNames {
    fn find<'s>(&'s self, path: &[Segment]) -> Found<'s> {
        let [object, name] = path else { return Found::Missing };
        match (object.reserved(), name.lower()) {
            (Some(Reserved::Page), "number") => Found::Number(self.number),
            (Some(Reserved::Page), "count") => Found::Number(self.count),
            (Some(Reserved::Set), "number") => Found::Number(self.in_set.number as f64),
            (Some(Reserved::Set), "count") => Found::Number(self.in_set.count as f64),
            _ => Found::Missing,
        }
    }
}

/// Gives every page its number in its set (spec 20.7.5), and its places among those that `onPages`,
/// `firstPage` and `lastPage` select from (spec 20.7.2).
pub(super) fn number(pages: &mut [Page<'_>]) {
    place(pages, |page| &mut page.positions.document);
    for pages in pages.chunk_by_mut(|a, b| std::ptr::eq(a.design, b.design)) {
        place(pages, |page| &mut page.positions.design);
    }
    for pages in pages.chunk_by_mut(|_, next| !next.starts_set) {
        let count = pages.len();
        for (index, page) in pages.iter_mut().enumerate() {
            page.in_set = Counted { number: index + 1, count };
        }
        place(pages, |page| &mut page.positions.set);
    }
}

/// Gives pages their places among those of them that are not blank.
fn place<'a>(
    pages: &mut [Page<'a>],
    of: impl for<'p> Fn(&'p mut Page<'a>) -> &'p mut PagePosition,
) {
    let count = pages.iter().filter(|page| !page.blank).count();
    let mut number = 0;
    for page in pages {
        let is_blank = page.blank;
        number += usize::from(!is_blank);
        *of(page) = PagePosition { number, count, is_blank };
    }
}

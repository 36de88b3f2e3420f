//! Attempts: something is placed and taken back, to see whether a page holds it or how high it is (spec
//! 20.7.1). No second code measures what placing would do.

use super::Cursor;
use crate::format::{LONGEST_SIDE, PageBreak};
use crate::layout::Resolver;
use crate::problem::{Problem, Result};
use crate::template::Field;

/// The end of placing before all of it stands somewhere.
#[derive(Debug)]
pub(in crate::layout) enum Halt {
    /// The page of an attempt is full.
    PageFull,
    /// The author asks for another page than that of an attempt.
    PageBreak,
    Problem(Problem),
}

/// The outcome of placing.
pub(in crate::layout) type Placed<T = ()> = std::result::Result<T, Halt>;

impl From<Problem> for Halt {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

/// Result of an attempt to place something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::layout) enum Outcome {
    Whole,
    PageFull,
    PageBreak,
}

impl Outcome {
    pub(in crate::layout) fn of(placed: Placed) -> Result<Self> {
        match placed {
            Ok(()) => Ok(Self::Whole),
            Err(Halt::PageFull) => Ok(Self::PageFull),
            Err(Halt::PageBreak) => Ok(Self::PageBreak),
            Err(Halt::Problem(problem)) => Err(problem),
        }
    }
}

/// The page of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::layout) enum Room {
    /// The rest of the page.
    ThisPage,
    NextPage,
    /// A page as high as none is.
    Endless,
}

/// The state of a cursor before an attempt.
struct Checkpoint<'a> {
    pages: usize,
    /// State of the last page: number of placements, `blank`, `starts_set`.
    page: (usize, bool, bool),
    /// State of each open repetition: number of members and top edge.
    open: Vec<(usize, f64)>,
    touched: bool,
    wanted: PageBreak,
    begins_set: bool,
    last: Option<&'a Field>,
    put_count: usize,
    y: f64,
    single_page: bool,
    body_bottom: Option<f64>,
    /// Bytes of memory that the document took.
    held: u64,
}

impl<'a> Cursor<'_, 'a> {
    /// Gives what `place` finds out while it places things on one page, and takes these back. Their notes
    /// are dropped.
    ///
    /// # Errors
    /// As for `place`; `pageLimit` naming the field where there may be no next page.
    pub(in crate::layout) fn attempt<'s, T>(
        &mut self,
        room: Room,
        field: &Field,
        resolver: &mut Resolver<'s, 'a>,
        place: impl FnOnce(&mut Self, &mut Resolver<'s, 'a>) -> Result<T>,
    ) -> Result<T> {
        let before = self.checkpoint(resolver);
        let begun = match room {
            Room::ThisPage => Ok(()),
            Room::NextPage => self.turn(field),
            Room::Endless => {
                self.body_bottom = Some(self.y + LONGEST_SIDE);
                Ok(())
            }
        };
        self.single_page = true;
        let outcome = begun.and_then(|()| place(self, &mut resolver.trial()));
        self.restore(before, resolver);
        outcome
    }

    /// Goes on with a page as [`Cursor::new_page`] does, but leaves the parts of open repetitions open.
    fn turn(&mut self, field: &Field) -> Result<()> {
        loop {
            self.begin_page(field)?;
            if self.is_wanted() {
                return Ok(());
            }
        }
    }

    fn checkpoint(&self, resolver: &Resolver<'_, 'a>) -> Checkpoint<'a> {
        let page = self.pages.last();
        Checkpoint {
            pages: self.pages.len(),
            page: page.map_or_else(Default::default, |page| {
                (page.placements.len(), page.blank, page.starts_set)
            }),
            open: self.open.iter().map(|open| (open.members.len(), open.top)).collect(),
            touched: self.touched,
            wanted: self.wanted,
            begins_set: self.begins_set,
            last: self.last,
            put_count: self.put_count,
            y: self.y,
            single_page: self.single_page,
            body_bottom: self.body_bottom,
            held: resolver.source.env.meter.held(),
        }
    }

    fn restore(&mut self, before: Checkpoint<'a>, resolver: &Resolver<'_, 'a>) {
        self.pages.truncate(before.pages);
        if let Some(page) = self.pages.last_mut() {
            let placements;
            (placements, page.blank, page.starts_set) = before.page;
            page.placements.truncate(placements);
        }
        self.open.truncate(before.open.len());
        for (open, (members, top)) in self.open.iter_mut().zip(before.open) {
            open.members.truncate(members);
            open.top = top;
        }
        self.touched = before.touched;
        self.wanted = before.wanted;
        self.begins_set = before.begins_set;
        self.last = before.last;
        self.put_count = before.put_count;
        self.y = before.y;
        self.single_page = before.single_page;
        self.body_bottom = before.body_bottom;
        let meter = resolver.source.env.meter;
        let held = meter.held().saturating_sub(before.held);
        meter.release(usize::try_from(held).unwrap_or(usize::MAX));
    }
}

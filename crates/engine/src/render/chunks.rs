//! Drawing the pages of a long document at the same time.
//!
//! The engine makes no threads: the caller gives an [`Executor`](crate::Executor). Pages are drawn
//! in chunks, each by a painter of its own, and put together in order. The bytes are those of a
//! single painter as long as nothing on the pages has a number that depends on earlier pages, such
//! as a glyph beyond the base subset of its font. Otherwise `chunks` gives up, and pages are drawn
//! one after the other.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use super::{Options, paint};
use crate::budget::Meter;
use crate::draw::{Painter, Pictures, PreparedPictures};
use crate::font::FontUse;
use crate::layout::{Layout, Page};
use crate::pdf::{Workspace, WrittenPage};

/// Documents of fewer pages are drawn sooner than they are divided.
const FEWEST_PAGES: usize = 40;

/// Number of chunks per job that runs at the same time, so that the jobs end together.
const SHARES: usize = 4;

/// Pages that were drawn and written by one painter.
pub(crate) struct Chunk {
    pub(crate) pages: Vec<WrittenPage>,
    pub(crate) fonts: FontUse,
}

/// The pictures of a document whose pages can be drawn at the same time, numbered in its order;
/// nothing where there are few pages, or no executor, or a picture that cannot be read.
pub(crate) fn prescan<'p>(
    layout: &Layout<'_>,
    prepared: &'p PreparedPictures,
    options: &Options<'_>,
    meter: &Meter<'_>,
) -> Option<Pictures<'p>> {
    if layout.pages.len() < FEWEST_PAGES {
        return None;
    }
    options.executor.filter(|executor| executor.width() > 1)?;
    let mut pictures = Pictures::new(prepared);
    layout.pages.iter().try_for_each(|page| pictures.prescan(page, meter)).ok()?;
    Some(pictures)
}

/// The pages of a document in chunks; nothing where the result could differ from that of one
/// painter. Problems are left to that one as well, so that they are the same. `pictures` has all of
/// the document.
pub(crate) fn chunks(
    layout: &Layout<'_>,
    pictures: &Pictures<'_>,
    (options, is_tagged): (&Options<'_>, bool),
    meter: &Meter<'_>,
) -> Option<Vec<Chunk>> {
    let executor = options.executor?;
    let size = layout.pages.len().div_ceil(executor.width() * SHARES);
    let parts: Vec<&[Page<'_>]> = layout.pages.chunks(size).collect();
    let slots: Vec<OnceLock<Chunk>> = parts.iter().map(|_| OnceLock::new()).collect();
    let given_up = AtomicBool::new(false);
    // The state of a compressor is large: one for each job that runs, not one for each chunk.
    let workspaces: Mutex<Vec<Workspace>> = Mutex::default();
    let mark = layout.mark(options.draft);
    let (budget, held) = (*meter.budget(), meter.held());
    executor.run(parts.len(), &|number| {
        let (Some(pages), Some(slot)) = (parts.get(number), slots.get(number)) else { return };
        let meter = Meter::new(budget);
        // Memory that is held already counts for each of them.
        let _ = meter.hold(usize::try_from(held).unwrap_or(usize::MAX));
        let mut workspace = lock(&workspaces).pop().unwrap_or_default();
        match chunk(pages, pictures, (options, mark, is_tagged), &meter, &mut workspace, &given_up)
        {
            Some(drawn) => drop(slot.set(drawn)),
            None => given_up.store(true, Ordering::Relaxed),
        }
        lock(&workspaces).push(workspace);
    });
    slots.into_iter().map(OnceLock::into_inner).collect()
}

/// A lock of the standard library: the engine needs no other one, and a chunk that panicked left
/// its workspace out.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

fn chunk(
    pages: &[Page<'_>],
    pictures: &Pictures<'_>,
    (options, mark, is_tagged): (&Options<'_>, Option<&str>, bool),
    meter: &Meter<'_>,
    workspace: &mut Workspace,
    given_up: &AtomicBool,
) -> Option<Chunk> {
    let mut painter = Painter::new(options.fonts, pictures.clone(), meter)
        .with_draft(mark)
        .with_tags(is_tagged)
        .for_standards(options.standards);
    let mut written = Vec::with_capacity(pages.len());
    for page in pages {
        if given_up.load(Ordering::Relaxed) {
            return None;
        }
        paint(&mut painter, page, meter).ok()?;
        if !painter.is_independent(pictures) {
            return None;
        }
        written.push(workspace.page(painter.list(), meter).ok()?);
    }
    Some(Chunk { pages: written, fonts: painter.into_font_use() })
}

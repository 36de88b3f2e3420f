//! Items that stay together, and what ends with the body of its page (spec 20.7.1).

use super::Resolver;
use super::cursor::Cursor;
use super::cursor::attempt::{Outcome, Placed, Room};
use super::notes::Note;
use super::place::Sequence;
use super::rules::Rules;
use crate::format::PageBreak;
use crate::problem::Result;
use crate::resolve::visible;
use crate::template::Field;

/// An attempt to put a chain of items that stay together on one page.
struct Chain {
    /// The item that ends it, or where it does not fit, the one after those that fill the page.
    end: usize,
    fits: bool,
}

impl<'s, 'a> Sequence<'_, 's, 'a> {
    /// Begins a page where a chain of items that stay together does not fit. Gives the first item that
    /// is not kept with this one.
    pub(super) fn keep_together(
        &self,
        first: usize,
        cursor: &mut Cursor<'_, 'a>,
        resolver: &mut Resolver<'s, 'a>,
    ) -> Placed<usize> {
        let Some(field) = self.flow.get(first).map(|item| item.first_field()) else {
            return Ok(first);
        };
        let attempt = |room, cursor: &mut Cursor<'_, 'a>, resolver: &mut Resolver<'s, 'a>| {
            cursor.attempt(room, field, resolver, |cursor, resolver| {
                self.chain(first, cursor, resolver)
            })
        };
        let here = attempt(Room::ThisPage, cursor, resolver)?;
        if here.fits {
            return Ok(here.end);
        }
        let next = attempt(Room::NextPage, cursor, resolver)?;
        if next.fits {
            cursor.new_page(field)?;
        } else {
            resolver.notes.add(self.shown(first, resolver)?, Note::KeepBroken);
        }
        Ok(next.end)
    }

    /// Puts items below each other as long as each stays with the next one. All stand on the page as a
    /// whole, but the last one need only begin there.
    fn chain(
        &self,
        first: usize,
        cursor: &mut Cursor<'_, 'a>,
        resolver: &mut Resolver<'s, 'a>,
    ) -> Result<Chain> {
        let mut index = first;
        let mut rules = self.rules(first, resolver)?;
        loop {
            let before = cursor.put_count;
            let ended = Outcome::of(self.put(index, &rules, cursor, resolver))?;
            let next = self.next_kept(index, &rules, cursor, resolver)?;
            match (ended, next) {
                (Outcome::Whole, Some((next, of_next))) => (index, rules) = (next, of_next),
                (Outcome::PageFull, Some((next, _))) => {
                    return Ok(Chain { end: next, fits: false });
                }
                // A break that the author asks for is stronger than keeping together.
                (Outcome::Whole | Outcome::PageBreak, _) => {
                    return Ok(Chain { end: index, fits: true });
                }
                (Outcome::PageFull, None) => {
                    let fits = index == first || cursor.put_count > before;
                    return Ok(Chain { end: index, fits });
                }
            }
        }
    }

    /// The next visible item that stays with one, with its rules. Moves the cursor over the gap to it.
    fn next_kept(
        &self,
        index: usize,
        rules: &Rules,
        cursor: &mut Cursor<'_, 'a>,
        resolver: &mut Resolver<'s, 'a>,
    ) -> Result<Option<(usize, Rules)>> {
        if !rules.keep || rules.after != PageBreak::Auto {
            return Ok(None);
        }
        for next in index + 1..self.flow.len() {
            resolver.source.env.meter.step()?;
            let rules = self.rules(next, resolver)?;
            cursor.y += self.gap(next, &rules, cursor);
            if !rules.hidden {
                return Ok((rules.before == PageBreak::Auto).then_some((next, rules)));
            }
        }
        Ok(None)
    }

    /// Moves the cursor so that an item ends with the body of its page; says whether there is anything
    /// of it.
    pub(super) fn pin(
        &self,
        index: usize,
        cursor: &mut Cursor<'_, 'a>,
        resolver: &mut Resolver<'s, 'a>,
    ) -> Placed<bool> {
        let Some(field) = self.flow.get(index).map(|item| item.first_field()) else {
            return Ok(false);
        };
        let height = cursor.attempt(Room::Endless, field, resolver, |cursor, resolver| {
            let top = cursor.y;
            match Outcome::of(self.put_here(index, cursor, resolver))? {
                Outcome::Whole | Outcome::PageBreak => Ok(cursor.y - top),
                Outcome::PageFull => Ok(f64::INFINITY),
            }
        })?;
        if height <= 0.0 {
            return Ok(false);
        }
        if height > cursor.available() && cursor.below_top() && !cursor.start_over() {
            cursor.new_page(field)?;
        }
        if height <= cursor.available() {
            cursor.y = cursor.bottom() - height;
        }
        Ok(true)
    }

    fn rules(&self, index: usize, resolver: &Resolver<'s, 'a>) -> Result<Rules> {
        let item = self.flow.get(index);
        item.map_or_else(|| Ok(Rules::default()), |item| Rules::of(item, self.seen, resolver))
    }

    /// The first field of an item that is shown, for notes; of an item without one, its first field.
    pub(super) fn shown(&self, index: usize, resolver: &Resolver<'s, 'a>) -> Result<&'a Field> {
        let item = &self.flow[index];
        for &field in item.fields() {
            if visible(field.visible_when.as_ref(), &self.seen.scope(resolver.source))? {
                return Ok(field);
            }
        }
        Ok(item.first_field())
    }
}

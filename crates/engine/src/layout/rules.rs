//! Page breaks that authors ask for, and with what a field stays together (spec 20.7.1).

use super::Resolver;
use super::cursor::Cursor;
use super::flow::FlowItem;
use crate::format::{PageBreak, Pin};
use crate::problem::Result;
use crate::resolve::section::Repeated;
use crate::resolve::{ItemScope, visible};
use crate::template::Kind;

/// Page rules that the fields of an item ask for; in a row, those that any of its visible fields
/// asks for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rules {
    pub(super) before: PageBreak,
    pub(super) after: PageBreak,
    pub(super) keep: bool,
    pub(super) pin: bool,
    /// `true` if the item asks to stay with the next item although it ends its page.
    pub(super) kept_in_vain: bool,
    pub(super) collapse: bool,
    /// `true` if none of its fields is visible, or the item is a section without repetitions.
    pub(super) hidden: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            before: PageBreak::Auto,
            after: PageBreak::Auto,
            keep: false,
            pin: false,
            kept_in_vain: false,
            collapse: false,
            hidden: false,
        }
    }
}

impl Rules {
    pub(super) fn of<'s, 'a>(
        item: &FlowItem<'a>,
        seen: &ItemScope<'s>,
        resolver: &Resolver<'s, 'a>,
    ) -> Result<Self> {
        let document = seen.scope(resolver.source);
        let mut rules = Self { hidden: true, ..Self::default() };
        for field in item.fields() {
            let placing = field.placing.as_deref();
            rules.collapse |= placing.is_some_and(|placing| placing.collapse);
            if !visible(field.visible_when.as_ref(), &document)? {
                continue;
            }
            // A section without repetitions is as good as hidden.
            if let Kind::Section(section) = &field.kind
                && Repeated::is_none(section, seen, resolver.source)?
            {
                continue;
            }
            rules.hidden = false;
            let Some(placing) = placing else { continue };
            rules.before = stronger(rules.before, placing.break_before);
            rules.after = stronger(rules.after, placing.break_after);
            rules.keep |= placing.keep_with_next;
            rules.pin |= placing.pin == Pin::Bottom;
        }
        // Nothing follows on the page that it ends.
        rules.kept_in_vain = rules.keep && rules.pin;
        rules.keep &= !rules.pin;
        Ok(rules)
    }

    /// Returns `true` if the item ends with the body of its page.
    pub(super) fn is_pinned(&self, cursor: &Cursor<'_, '_>) -> bool {
        self.pin && !cursor.ends_below_content()
    }

    /// The break before the item, given the one after the item before.
    pub(super) fn break_after(&self, after: PageBreak) -> PageBreak {
        stronger(after, self.before)
    }
}

/// The more specific of two breaks at one place; the second one if both are equally specific.
fn stronger(first: PageBreak, second: PageBreak) -> PageBreak {
    match (first, second) {
        (first, PageBreak::Auto) => first,
        (PageBreak::Odd | PageBreak::Even, PageBreak::Page) => first,
        (_, second) => second,
    }
}

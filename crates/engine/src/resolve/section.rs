//! The items of a section (spec 8.7, 20.7.4).

use super::Source;
use super::rows::Items;
use crate::problem::Result;
use crate::template::field::Section;
use crate::value::Value;

/// What the repetitions of a section show.
pub enum Repeated<'a> {
    /// One repetition without item.
    Blank,
    /// One repetition that sees the document.
    Document,
    /// One per item; perhaps none.
    Items(Items<'a>),
}

impl<'a> Repeated<'a> {
    /// What a section repeats over.
    ///
    /// # Errors
    /// `timeLimit` from the budget.
    pub fn of(section: &Section, source: &Source<'a, '_>) -> Result<Self> {
        let Some(extended) = &section.extended else {
            return Ok(
                items(section, source).map_or(Self::Blank, |items| Self::Items(Items::All(items)))
            );
        };
        if extended.once {
            return Ok(Self::Document);
        }
        let array = section.items.as_ref().and_then(|path| path.lookup(source.data));
        let array = array.and_then(Value::as_array).unwrap_or_default();
        let items = Items::of(array, &extended.filters, source)?;
        Ok(if items.is_empty() && extended.empty { Self::Blank } else { Self::Items(items) })
    }

    /// How many repetitions there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Blank | Self::Document => 1,
            Self::Items(items) => items.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The item of a repetition below [`Repeated::len`].
    pub fn get(&self, index: usize) -> Option<&'a Value> {
        match self {
            Self::Blank | Self::Document => None,
            Self::Items(items) => Some(items.get(index)),
        }
    }
}

/// The items a section repeats over; nothing means one blank repetition.
pub fn items<'a>(section: &Section, source: &Source<'a, '_>) -> Option<&'a [Value]> {
    let path = section.items.as_ref()?;
    path.lookup(source.data).and_then(Value::as_array).filter(|items| !items.is_empty())
}

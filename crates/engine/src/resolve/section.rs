//! The items of a section (spec 8.7).

use super::Source;
use crate::template::field::Section;
use crate::value::Value;

/// The items a section repeats over; nothing means one blank repetition.
pub fn items<'a>(section: &Section, source: &Source<'a, '_>) -> Option<&'a [Value]> {
    let path = section.items.as_ref()?;
    path.lookup(source.data).and_then(Value::as_array).filter(|items| !items.is_empty())
}

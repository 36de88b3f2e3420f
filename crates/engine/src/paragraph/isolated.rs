//! Values inside texts that are read from a side: each has a direction of its own and does not reorder
//! what is around it, as if it stood between U+2068 and U+2069 (spec 20.1.7).

use std::borrow::Cow;

use crate::expr::{PartKind, Scope, TextTemplate};
use crate::font::{END_ISOLATE, ISOLATE};
use crate::problem::Result;

/// A text whose values are isolated.
///
/// # Errors
/// A limit of the budget.
pub(crate) fn isolated(template: &TextTemplate, scope: &Scope<'_>) -> Result<String> {
    let mut out = String::new();
    template.parts(scope, &mut |text, kind| push_isolated(text, kind, &mut out))?;
    Ok(out)
}

/// Adds a part of a text. A value that is markup is a part of the text, because its author says so.
pub(crate) fn push_isolated(text: &str, kind: PartKind, out: &mut String) {
    if kind != PartKind::Value || text.is_empty() {
        return out.push_str(text);
    }
    out.push(ISOLATE);
    out.push_str(text);
    out.push(END_ISOLATE);
}

/// The text as people see it.
pub(crate) fn without_isolates(text: &str) -> Cow<'_, str> {
    if text.contains([ISOLATE, END_ISOLATE]) {
        text.chars().filter(|c| !matches!(*c, ISOLATE | END_ISOLATE)).collect()
    } else {
        text.into()
    }
}

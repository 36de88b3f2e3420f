//! Text to lines (spec 20.1.1): line breaks, widths of lines, cutting.
//!
//! ```text
//! text with spans ──Composer::compose──> Lines ──> placed by layout, drawn by draw
//! ```
//!
//! A text is split into paragraphs at newlines, paragraphs into lines at the opportunities of
//! UAX #14. Widths are those of the typesetter, each stretch of one face by itself.

mod compose;
mod cut;
mod isolated;
mod lines;
mod markup;
mod measure;
mod spacing;
#[cfg(test)]
mod tests;

pub(crate) use compose::INDENT;
pub use compose::{Composer, Fault, Measure};
pub(crate) use isolated::{isolated, push_isolated, without_isolates};
pub use lines::{Emphasis, Line, Lines, Spacing, Span};
pub(crate) use markup::ListItemFinder;
pub use markup::{ListItem, Marked, MarkupPart, MarkupReading};
pub(crate) use spacing::clusters;

/// Returns `true` if a character ends a paragraph. CR LF counts as one end.
pub(crate) fn ends_paragraph(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// The paragraphs of a text, as byte ranges without their ends. One newline at the very end adds
/// none.
pub(crate) fn paragraphs(text: &str) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
    let mut rest = Some(0);
    std::iter::from_fn(move || {
        let start = rest?;
        let tail = text.get(start..)?;
        let Some((at, end)) = tail.char_indices().find(|(_, c)| ends_paragraph(*c)) else {
            rest = None;
            return Some(start..text.len());
        };
        let mut next = start + at + end.len_utf8();
        if end == '\r' && text[next..].starts_with('\n') {
            next += 1;
        }
        rest = (next < text.len()).then_some(next);
        Some(start..start + at)
    })
}

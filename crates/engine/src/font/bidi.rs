//! The order of a line that is written from right to left, wholly or in part.

use std::ops::Range;

use unicode_bidi::{BidiInfo, Level};

/// Whether a text may hold anything that is not simply written from left to right.
pub(crate) fn is_needed(text: &str) -> bool {
    text.chars().any(|c| {
        matches!(c,
            '\u{590}'..='\u{8ff}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
            | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' | '\u{10800}'..='\u{10fff}'
            | '\u{1e800}'..='\u{1efff}')
    })
}

/// The stretches of a text from left to right, in bytes, and whether each runs to the left.
///
/// The direction of the whole is that of its first letter (UAX #9).
pub(super) fn visual_runs(text: &str) -> Vec<(Range<usize>, bool)> {
    let info = BidiInfo::new(text, None);
    let mut stretches = Vec::new();
    for paragraph in &info.paragraphs {
        let (levels, runs) = info.visual_runs(paragraph, paragraph.range.clone());
        let is_rtl = |run: &Range<usize>| levels.get(run.start).is_some_and(Level::is_rtl);
        stretches.extend(runs.into_iter().map(|run| {
            let rtl = is_rtl(&run);
            (run, rtl)
        }));
    }
    stretches
}

/// What a bracket of the standard font looks like from the other side.
pub(super) fn mirrored(character: char) -> char {
    match character {
        '(' => ')',
        ')' => '(',
        '<' => '>',
        '>' => '<',
        '[' => ']',
        ']' => '[',
        '{' => '}',
        '}' => '{',
        '«' => '»',
        '»' => '«',
        '‹' => '›',
        '›' => '‹',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn western_text_needs_no_reordering() {
        assert!(!is_needed("Total: 1.234,56 €"));
        assert!(is_needed("שלום"));
    }

    #[test]
    fn numbers_keep_their_order_within_hebrew() {
        let text = "אב 12";
        let order: Vec<_> =
            visual_runs(text).into_iter().map(|(range, rtl)| (&text[range], rtl)).collect();
        assert_eq!(order, [("12", false), ("אב ", true)]);
    }

    #[test]
    fn the_first_letter_decides_the_direction() {
        let text = "ab אב";
        let order: Vec<_> = visual_runs(text).into_iter().map(|(range, _)| &text[range]).collect();
        assert_eq!(order, ["ab ", "אב"]);
    }
}

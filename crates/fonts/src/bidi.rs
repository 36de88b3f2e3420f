//! The order of a line that is written from right to left, wholly or in part.

use std::ops::Range;

use unicode_bidi::{BidiInfo, Direction, Level, ParagraphBidiInfo, get_base_direction};

use reportctl_base::choice::TextDirection;

/// The level of embedding that a direction gives a paragraph; nothing: its first letter decides.
fn base(direction: TextDirection) -> Option<Level> {
    match direction {
        TextDirection::Auto => None,
        TextDirection::Ltr => Some(Level::ltr()),
        TextDirection::Rtl => Some(Level::rtl()),
    }
}

/// Begins a stretch of text that does not reorder what is around it, with a direction of its own.
pub const ISOLATE: char = '\u{2068}';
/// Ends it.
pub const END_ISOLATE: char = '\u{2069}';

fn is_isolate(character: char) -> bool {
    matches!(character, ISOLATE | END_ISOLATE)
}

/// In which order a paragraph is read (UAX #9).
pub struct Order {
    levels: Vec<Level>,
    /// The run is read from the right.
    pub rtl: bool,
}

impl Order {
    /// The order of a paragraph; `None` if all of it is read from the left.
    pub fn of(paragraph: &str, direction: TextDirection) -> Option<Self> {
        if direction != TextDirection::Rtl && !is_needed(paragraph) {
            return None;
        }
        let base = base(direction).or_else(|| {
            // Letters of isolated values count as well: a paragraph may be one value.
            let letters: String = paragraph.chars().filter(|c| !is_isolate(*c)).collect();
            let found = paragraph.contains(is_isolate).then(|| get_base_direction(&*letters));
            match found? {
                Direction::Rtl => Some(Level::rtl()),
                Direction::Ltr | Direction::Mixed => Some(Level::ltr()),
            }
        });
        let ParagraphBidiInfo { levels, paragraph_level, .. } =
            ParagraphBidiInfo::new(paragraph, base);
        Some(Self { levels, rtl: paragraph_level.is_rtl() })
    }

    /// The stretches of one level of a part of the paragraph, in the order in which they are read.
    fn stretches(&self, range: Range<usize>) -> Vec<(Range<usize>, Level)> {
        let mut stretches: Vec<(Range<usize>, Level)> = Vec::new();
        for (at, level) in range.clone().zip(self.levels.get(range).unwrap_or_default()) {
            match stretches.last_mut() {
                Some((stretch, last)) if last == level => stretch.end = at + 1,
                _ => stretches.push((at..at + 1, *level)),
            }
        }
        stretches
    }

    /// The stretches of a line, a part of the paragraph without blanks at its end, in the order in
    /// which they are read, and whether each is read from the right; then the places of the
    /// stretches in that list from left to right.
    pub fn line(&self, range: Range<usize>) -> (Vec<(Range<usize>, bool)>, Vec<usize>) {
        let stretches = self.stretches(range);
        let levels: Vec<Level> = stretches.iter().map(|(_, level)| *level).collect();
        let order = BidiInfo::reorder_visual(&levels);
        (stretches.into_iter().map(|(range, level)| (range, level.is_rtl())).collect(), order)
    }
}

/// Returns true if a text may need reordering.
pub fn is_needed(text: &str) -> bool {
    text.chars().any(|c| {
        matches!(c,
            '\u{590}'..='\u{8ff}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
            | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' | '\u{10800}'..='\u{10fff}'
            | '\u{1e800}'..='\u{1efff}')
    })
}

/// The stretches of a text from left to right, in bytes, and whether each runs to the left.
///
/// With direction `auto`, the direction of the whole is that of its first letter (UAX #9).
pub(super) fn visual_runs(text: &str, direction: TextDirection) -> Vec<(Range<usize>, bool)> {
    let info = BidiInfo::new(text, base(direction));
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

/// Mirror image of a bracket of the standard font.
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

    fn runs(text: &str, direction: TextDirection) -> impl Iterator<Item = (Range<usize>, bool)> {
        visual_runs(text, direction).into_iter()
    }

    #[test]
    fn western_text_needs_no_reordering() {
        assert!(!is_needed("Total: 1.234,56 €"));
        assert!(is_needed("שלום"));
    }

    #[test]
    fn numbers_keep_their_order_within_hebrew() {
        let text = "אב 12";
        let order: Vec<_> =
            runs(text, TextDirection::Auto).map(|(range, rtl)| (&text[range], rtl)).collect();
        assert_eq!(order, [("12", false), ("אב ", true)]);
    }

    #[test]
    fn the_first_letter_decides_the_direction() {
        let text = "ab אב";
        let order = |direction| -> Vec<_> {
            runs(text, direction).map(|(range, _)| &text[range]).collect()
        };
        assert_eq!(order(TextDirection::Auto), ["ab ", "אב"]);
        assert_eq!(order(TextDirection::Ltr), ["ab ", "אב"]);
        assert_eq!(order(TextDirection::Rtl), [" אב", "ab"]);
    }

    #[test]
    fn lines_are_ordered_as_their_paragraph_says() {
        let text = "אב ab 12 גד";
        let order = Order::of(text, TextDirection::Auto).expect("Hebrew");
        assert!(order.rtl);
        // The second line begins with Latin letters, and is read from the right all the same.
        let (stretches, visual) = order.line(5..text.len());
        let seen: Vec<_> = visual.iter().map(|at| &text[stretches[*at].0.clone()]).collect();
        assert_eq!(seen, [" גד", "ab 12"]);
        let isolated = |text: &str| Order::of(text, TextDirection::Auto).map(|order| order.rtl);
        assert_eq!(isolated("\u{2068}אב\u{2069} ab"), Some(true));
        assert_eq!(isolated("12 \u{2068}ab\u{2069} אב"), Some(false));
        assert!(Order::of("ab (12)", TextDirection::Auto).is_none());
        assert!(Order::of("ab (12)", TextDirection::Rtl).is_some_and(|order| order.rtl));
    }
}

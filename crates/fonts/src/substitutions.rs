//! Glyphs of a font that its default substitutions can touch.
//!
//! Shaping costs ten times the cost of looking glyphs up, and most text of most fonts comes out of
//! it as it went in. A substitution starts at a glyph that its table covers; text without such a
//! glyph needs no shaper. Text needs none either if the glyph that has to follow never comes: the
//! dotless i that many fonts put under an accent, when there are no accents apart from their
//! letters.

use super::sfnt::{Tag, u16_at, u32_at};

/// Features that shapers apply to horizontal text of the plain scripts without being asked. The
/// joining and reordering scripts have more, and always go to the shaper.
const DEFAULT_FEATURES: [&Tag; 11] = [
    b"rvrn", b"rclt", b"rlig", b"rand", b"ltra", b"ltrm", b"ccmp", b"locl", b"calt", b"clig",
    b"liga",
];

/// Records that are read before a table counts as damaged; the largest fonts have a tenth of it.
const MAX_STEPS: u32 = 1 << 20;

pub(super) struct GlyphSet {
    words: Vec<u64>,
    /// Undecidable: every glyph counts as a member.
    all: bool,
}

impl GlyphSet {
    /// An empty set for glyphs up to a number.
    pub(super) fn new(glyph_count: usize) -> Self {
        Self { words: vec![0; glyph_count.div_ceil(64)], all: false }
    }

    #[inline]
    pub(super) fn contains(&self, glyph: u16) -> bool {
        let word = self.words.get(usize::from(glyph >> 6)).copied().unwrap_or(0);
        self.all || word >> (glyph & 63) & 1 == 1
    }

    pub(super) fn insert(&mut self, glyph: u16) {
        if let Some(word) = self.words.get_mut(usize::from(glyph >> 6)) {
            *word |= 1 << (glyph & 63);
        }
    }
}

/// The glyphs at which a default substitution of the `GSUB` table can start, in text that consists
/// of `plain` glyphs.
pub(super) fn affected(gsub: Option<&[u8]>, plain: &GlyphSet) -> GlyphSet {
    let set = GlyphSet { words: vec![0; plain.words.len()], all: false };
    let mut collector = Collector { set, plain, steps: 0 };
    if let Some(gsub) = gsub {
        collector.set.all = collector.table(gsub).is_none();
    }
    collector.set
}

/// Every method gives `None` when the table cannot be read.
struct Collector<'p> {
    set: GlyphSet,
    plain: &'p GlyphSet,
    steps: u32,
}

impl Collector<'_> {
    fn step(&mut self) -> Option<()> {
        self.steps += 1;
        (self.steps <= MAX_STEPS).then_some(())
    }

    fn table(&mut self, gsub: &[u8]) -> Option<()> {
        let has_variations = u32_at(gsub, 0)? > 0x0001_0000 && u32_at(gsub, 10)? != 0;
        if has_variations {
            return None;
        }
        let features = at(gsub, u16_at(gsub, 6)?)?;
        let lookups = at(gsub, u16_at(gsub, 8)?)?;
        let mut done = vec![false; usize::from(u16_at(lookups, 0)?)];
        for record in 0..usize::from(u16_at(features, 0)?) {
            self.step()?;
            let record = features.get(2 + record * 6..)?;
            if DEFAULT_FEATURES.iter().any(|tag| record.starts_with(*tag)) {
                self.feature(at(features, u16_at(record, 4)?)?, lookups, &mut done)?;
            }
        }
        Some(())
    }

    fn feature(&mut self, feature: &[u8], lookups: &[u8], done: &mut [bool]) -> Option<()> {
        for index in 0..usize::from(u16_at(feature, 2)?) {
            self.step()?;
            let lookup = usize::from(u16_at(feature, 4 + index * 2)?);
            if !std::mem::replace(done.get_mut(lookup)?, true) {
                self.lookup(at(lookups, u16_at(lookups, 2 + lookup * 2)?)?)?;
            }
        }
        Some(())
    }

    fn lookup(&mut self, lookup: &[u8]) -> Option<()> {
        let kind = u16_at(lookup, 0)?;
        for index in 0..usize::from(u16_at(lookup, 4)?) {
            self.step()?;
            let subtable = at(lookup, u16_at(lookup, 6 + index * 2)?)?;
            if kind == 7 {
                let target = subtable.get(u32_at(subtable, 4)? as usize..)?;
                self.subtable(u16_at(subtable, 2)?, target)?;
            } else {
                self.subtable(kind, subtable)?;
            }
        }
        Some(())
    }

    fn subtable(&mut self, kind: u16, subtable: &[u8]) -> Option<()> {
        match (kind, u16_at(subtable, 0)?) {
            (4, 1) => self.ligatures(subtable),
            (1, 1 | 2) | (2 | 3 | 8, 1) => {
                let coverage = at(subtable, u16_at(subtable, 2)?)?;
                self.covered(coverage, |collector, glyph, _| {
                    collector.set.insert(glyph);
                    Some(())
                })
            }
            (5 | 6, 1) => self.rules_by_glyph(kind == 6, subtable),
            (5 | 6, 2) => self.rules_by_class(kind == 6, subtable),
            (5, 3) => self.context(subtable, 6, u16_at(subtable, 2)?, &[]),
            (6, 3) => {
                let backtrack = u16_at(subtable, 2)?;
                let input = 4 + 2 * usize::from(backtrack);
                let inputs = u16_at(subtable, input)?;
                let ahead = input + 2 + 2 * usize::from(inputs);
                let others = [(4, backtrack), (ahead + 2, u16_at(subtable, ahead)?)];
                self.context(subtable, input + 2, inputs, &others)
            }
            _ => None,
        }
    }

    /// A substitution in a context, given as lists of coverages: each needs a plain glyph.
    fn context(
        &mut self,
        subtable: &[u8],
        input: usize,
        inputs: u16,
        others: &[(usize, u16)],
    ) -> Option<()> {
        for &(start, count) in others.iter().chain(&[(input, inputs)]) {
            for index in 0..usize::from(count) {
                let mut is_possible = false;
                let coverage = at(subtable, u16_at(subtable, start + index * 2)?)?;
                self.covered(coverage, |collector, glyph, _| {
                    is_possible |= collector.plain.contains(glyph);
                    Some(())
                })?;
                if !is_possible {
                    return Some(());
                }
            }
        }
        self.covered(at(subtable, u16_at(subtable, input)?)?, |collector, glyph, _| {
            collector.set.insert(glyph);
            Some(())
        })
    }

    /// Contexts given as rules, one list of them for each covered glyph.
    fn rules_by_glyph(&mut self, chained: bool, subtable: &[u8]) -> Option<()> {
        self.covered(at(subtable, u16_at(subtable, 2)?)?, |collector, glyph, index| {
            let rules = u16_at(subtable, 6 + index * 2)?;
            let plain = collector.plain;
            let is_plain = |glyph| plain.contains(glyph);
            if rules != 0 && collector.any_rule(chained, at(subtable, rules)?, [&is_plain; 3])? {
                collector.set.insert(glyph);
            }
            Some(())
        })
    }

    /// Contexts given as rules, one list of them for each class of first glyphs.
    fn rules_by_class(&mut self, chained: bool, subtable: &[u8]) -> Option<()> {
        let (definitions, sets) = if chained { (4, 10) } else { (4, 6) };
        let class = |collector: &mut Self, index: usize| {
            let offset = if chained { definitions + index * 2 } else { definitions };
            collector.classes(at_or_empty(subtable, u16_at(subtable, offset)?)?)
        };
        let before = class(self, 0)?;
        let input = class(self, 1)?;
        let ahead = class(self, 2)?;
        let is_known = |classes: &Classes| {
            let plain = classes.plain.clone();
            move |class: u16| class == 0 || plain.binary_search(&class).is_ok()
        };
        let possible =
            [&is_known(&before) as &dyn Fn(u16) -> bool, &is_known(&input), &is_known(&ahead)];
        let mut live = Vec::new();
        for class in 0..usize::from(u16_at(subtable, sets)?) {
            let rules = u16_at(subtable, sets + 2 + class * 2)?;
            live.push(rules != 0 && self.any_rule(chained, at(subtable, rules)?, possible)?);
        }
        self.covered(at(subtable, u16_at(subtable, 2)?)?, |collector, glyph, _| {
            if live.get(usize::from(input.of(glyph))) == Some(&true) {
                collector.set.insert(glyph);
            }
            Some(())
        })
    }

    /// Returns true if some rule of a list can match: `possible` tests the glyphs before, within and
    /// after those replaced.
    fn any_rule(
        &mut self,
        chained: bool,
        rules: &[u8],
        possible: [&dyn Fn(u16) -> bool; 3],
    ) -> Option<bool> {
        for index in 0..usize::from(u16_at(rules, 0)?) {
            self.step()?;
            let rule = at(rules, u16_at(rules, 2 + index * 2)?)?;
            let mut place = 0;
            let mut can_match = true;
            for (part, is_possible) in possible.into_iter().enumerate() {
                if part != 1 && !chained {
                    continue;
                }
                let mut count = usize::from(u16_at(rule, place)?);
                place += 2;
                if part == 1 {
                    // The first glyph is the covered one; without chaining a second count follows.
                    count = count.saturating_sub(1);
                    place += if chained { 0 } else { 2 };
                }
                for _ in 0..count {
                    self.step()?;
                    can_match &= is_possible(u16_at(rule, place)?);
                    place += 2;
                }
            }
            if can_match {
                return Some(true);
            }
        }
        Some(false)
    }

    fn classes(&mut self, definition: &[u8]) -> Option<Classes> {
        let mut classes = Classes { ranges: Vec::new(), plain: Vec::new() };
        let mut add = |collector: &mut Self, first: u16, last: u16, class: u16| {
            classes.ranges.push((first, last, class));
            for glyph in first..=last {
                collector.step()?;
                if collector.plain.contains(glyph) {
                    classes.plain.push(class);
                    break;
                }
            }
            Some(())
        };
        match u16_at(definition, 0).unwrap_or(0) {
            0 => {}
            1 => {
                let first = u16_at(definition, 2)?;
                for index in 0..u16_at(definition, 4)? {
                    let class = u16_at(definition, 6 + usize::from(index) * 2)?;
                    let glyph = first.checked_add(index)?;
                    add(self, glyph, glyph, class)?;
                }
            }
            2 => {
                for index in 0..usize::from(u16_at(definition, 2)?) {
                    let range = definition.get(4 + index * 6..)?;
                    add(self, u16_at(range, 0)?, u16_at(range, 2)?, u16_at(range, 4)?)?;
                }
            }
            _ => return None,
        }
        classes.ranges.sort_unstable();
        classes.plain.sort_unstable();
        classes.plain.dedup();
        Some(classes)
    }

    /// Ligatures count when all that follows is plain.
    fn ligatures(&mut self, subtable: &[u8]) -> Option<()> {
        self.covered(at(subtable, u16_at(subtable, 2)?)?, |collector, glyph, index| {
            let ligatures = at(subtable, u16_at(subtable, 6 + index * 2)?)?;
            for ligature in 0..usize::from(u16_at(ligatures, 0)?) {
                collector.step()?;
                let ligature = at(ligatures, u16_at(ligatures, 2 + ligature * 2)?)?;
                let mut is_possible = true;
                for component in 1..usize::from(u16_at(ligature, 2)?) {
                    collector.step()?;
                    let component = u16_at(ligature, 2 + component * 2)?;
                    is_possible &= collector.plain.contains(component);
                }
                if is_possible {
                    collector.set.insert(glyph);
                }
            }
            Some(())
        })
    }

    /// Calls `each` with every covered glyph and its number within the coverage.
    fn covered(
        &mut self,
        coverage: &[u8],
        mut each: impl FnMut(&mut Self, u16, usize) -> Option<()>,
    ) -> Option<()> {
        let format = u16_at(coverage, 0)?;
        let mut number = 0;
        for index in 0..usize::from(u16_at(coverage, 2)?) {
            let (first, last) = match format {
                1 => {
                    let glyph = u16_at(coverage, 4 + index * 2)?;
                    (glyph, glyph)
                }
                2 => {
                    let range = coverage.get(4 + index * 6..)?;
                    (u16_at(range, 0)?, u16_at(range, 2)?)
                }
                _ => return None,
            };
            for glyph in first..=last {
                self.step()?;
                each(self, glyph, number)?;
                number += 1;
            }
        }
        Some(())
    }
}

/// Glyphs sorted into classes; those not mentioned are of class 0.
struct Classes {
    ranges: Vec<(u16, u16, u16)>,
    /// The classes that have a plain glyph, sorted.
    plain: Vec<u16>,
}

impl Classes {
    fn of(&self, glyph: u16) -> u16 {
        let next = self.ranges.partition_point(|(first, ..)| *first <= glyph);
        let range = next.checked_sub(1).and_then(|index| self.ranges.get(index));
        range.filter(|(_, last, _)| glyph <= *last).map_or(0, |(_, _, class)| *class)
    }
}

/// Target of an optional offset.
fn at_or_empty(table: &[u8], offset: u16) -> Option<&[u8]> {
    if offset == 0 { Some(&[]) } else { at(table, offset) }
}

fn at(table: &[u8], offset: u16) -> Option<&[u8]> {
    table.get(usize::from(offset)..)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{FALLBACK, SANS, face};
    use crate::sfnt::Sfnt;

    fn affects(bytes: &[u8], character: char) -> bool {
        let sfnt = Sfnt::parse(bytes).expect("a font");
        let mut plain = GlyphSet::new(3000);
        let letters = ('!'..='z').chain('א'..='ת');
        letters.filter_map(|c| face(bytes).glyph(c)).for_each(|glyph| plain.insert(glyph));
        let set = affected(sfnt.table(b"GSUB"), &plain);
        set.contains(face(bytes).glyph(character).expect("a glyph"))
    }

    #[test]
    fn ligatures_start_at_their_first_glyph() {
        assert!(affects(SANS, 'f'));
        assert!(!affects(SANS, 'a'));
        assert!(!affects(SANS, '7'));
    }

    #[test]
    fn features_that_are_off_by_default_do_not_count() {
        // The fallback has `sups` and `subs` for digits.
        assert!(!affects(FALLBACK, '4'));
    }

    #[test]
    fn what_needs_an_accent_behind_it_does_not_start_without() {
        assert!(!affects(SANS, 'i'));
    }

    #[test]
    fn what_cannot_be_read_affects_everything() {
        let plain = GlyphSet::new(10);
        assert!(affected(Some(b"\0\x01\0\0\0"), &plain).contains(3));
        assert!(!affected(None, &plain).contains(3));
    }
}

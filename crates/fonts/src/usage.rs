//! Glyphs of a face that a document uses, and the texts that they stand for.

use std::borrow::Cow;
use std::ops::Range;

use icu_segmenter::GraphemeClusterSegmenter;
use unicode_normalization::char::decompose_canonical;

use super::face::Face;
use super::glyph_text::GlyphText;
use super::line::{Line, Run};
use super::text::{is_ignorable, plain_space};

/// The glyphs of a face that a document uses, each with the text it stands for.
///
/// Fill it with every run of the face, in the order of the document: a glyph stands for the cp1252
/// character or Latin ligature that the face maps to it, else for what it stood for first.
#[derive(Debug, Clone, Default)]
pub struct GlyphUse {
    /// By glyph: 0 for unused, a character, or one of the marks below.
    slots: Vec<u32>,
    /// By glyph: its number within the subset of the document, 0 for none.
    codes: Vec<u16>,
    glyphs: Vec<u16>,
    /// Number of glyphs that the base subset lacks.
    extras: u16,
    texts: Vec<Box<str>>,
}

/// Used, but without a text of its own.
const NO_TEXT: u32 = 1 << 30;
/// The rest is an index into the texts of several characters.
const TEXT: u32 = 1 << 31;

/// Glyphs of a run, and what they say.
#[derive(Debug, Clone, PartialEq)]
pub struct Stretch {
    /// Within the glyphs of the run.
    pub glyphs: Range<usize>,
    /// Within the text of the line, in bytes.
    pub text: Range<u32>,
    /// The text has to stand beside the glyphs, as `/ActualText`: it is one cluster, and its glyphs
    /// stand for something else, or above one another.
    pub actual_text: bool,
}

impl Stretch {
    /// Poppler takes more room than this between two characters for a blank, in thousandths of the
    /// size, and less than its negative for another line; it allows twice as much.
    const ROOM: f64 = 50.0;
}

/// Clusters of more glyphs or characters are said as a whole.
const LARGEST_CLUSTER: usize = 32;

impl GlyphUse {
    /// Nothing used yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a run of the face, and says whether it has to be drawn with its text beside it, as
    /// `/ActualText`: because its glyphs do not spell it, or because one of them stands for
    /// something else already.
    pub fn add(&mut self, face: &Face, line: &Line, run: &Run) -> bool {
        let glyphs = line.glyphs_of(run);
        let text = line.text_of(run);
        let conflict = match line.clusters_of(run) {
            None => self.add_in_step(face, glyphs, text),
            Some(clusters) => self.add_clusters(face, glyphs, (clusters, run), text),
        };
        run.actual_text || conflict
    }

    /// The number of a used glyph within the subset that [`Face::embed`] gives, known as soon as
    /// the glyph is: glyphs of the base subset have their number there, the others follow in order
    /// of first use.
    #[inline]
    pub fn code(&self, glyph: u16) -> u16 {
        self.codes.get(usize::from(glyph)).copied().unwrap_or(0)
    }

    /// Returns true if the base subset of the face has all glyphs.
    pub(super) fn within_base(&self) -> bool {
        self.extras == 0
    }

    /// Adds what another part of the document uses of the face, where both have base glyphs alone:
    /// their codes and texts do not depend on what was used first. Says whether that is so.
    pub(super) fn absorb(&mut self, other: Self) -> bool {
        if !self.within_base() || !other.within_base() {
            return false;
        }
        if self.slots.is_empty() {
            *self = other;
            return true;
        }
        for &glyph in &other.glyphs {
            let at = usize::from(glyph);
            if self.slot(glyph) != 0 {
                continue;
            }
            self.glyphs.push(glyph);
            if self.codes.is_empty() {
                self.codes.resize(self.slots.len(), 0);
            }
            if let (Some(own), Some(code)) = (self.codes.get_mut(at), other.codes.get(at)) {
                *own = *code;
            }
            let slot = other.slot(glyph);
            let slot = match other.text(slot) {
                GlyphText::Text(text) => {
                    self.texts.push(text.into());
                    TEXT | (self.texts.len() as u32 - 1)
                }
                _ => slot,
            };
            if let Some(own) = self.slots.get_mut(at) {
                *own = slot;
            }
        }
        true
    }

    /// The glyphs in the order of first use.
    pub fn glyphs(&self) -> &[u16] {
        &self.glyphs
    }

    /// Returns true if no glyph is used.
    pub fn is_empty(&self) -> bool {
        self.glyphs.is_empty()
    }

    /// The glyphs in the order of their codes, each with its text: the base subset of the face,
    /// then what it does not have.
    pub(super) fn coded<'u>(&'u self, face: &'u Face) -> Vec<(u16, GlyphText<'u>)> {
        let mut glyphs: Vec<(u16, GlyphText<'u>)> = face.coded_base().to_vec();
        let base = glyphs.len();
        let extras = self.glyphs.iter().filter(|&&glyph| usize::from(self.code(glyph)) > base);
        glyphs.extend(extras.map(|&glyph| (glyph, self.text(self.slot(glyph)))));
        glyphs
    }

    /// The glyphs of the face by their codes in the document: the first has code 1.
    pub fn glyphs_by_code(&self, face: &Face) -> Vec<u16> {
        self.coded(face).into_iter().map(|(glyph, _)| glyph).collect()
    }

    fn add_in_step(&mut self, face: &Face, glyphs: &[u16], text: &str) -> bool {
        let mut conflict = false;
        for (&glyph, character) in glyphs.iter().zip(text.chars()) {
            let character = plain_space(character);
            if self.slot(glyph) != u32::from(character) {
                conflict |= self.add_glyph(face, glyph, GlyphText::Character(character));
            }
        }
        conflict
    }

    /// Clusters count from the start of the line, and `text` is that of the run. They only rise, or
    /// only fall when the run is read from right to left.
    fn add_clusters(
        &mut self,
        face: &Face,
        glyphs: &[u16],
        (clusters, run): (&[u32], &Run),
        text: &str,
    ) -> bool {
        let (start, reversed) = (run.text.start, run.reversed);
        // Marks that a font takes apart stand on both sides of their letter, the second one as a
        // cluster of its own.
        let is_split = run.actual_text && !reversed;
        let mut graphemes = GraphemeClusterSegmenter::new()
            .segment_str(if is_split { text } else { "" })
            .map(|end| start + end as u32)
            .peekable();
        let mut places: Vec<_> = clusters.iter().copied().zip(glyphs.iter().copied()).collect();
        if clusters.first() > clusters.last() {
            places.reverse();
        }
        let place = |cluster: u32| cluster.saturating_sub(start) as usize;
        let mut conflict = false;
        let mut rest = places.as_slice();
        while let Some(&(cluster, first)) = rest.first() {
            let mut length = rest.iter().take_while(|(other, _)| *other == cluster).count();
            if is_split && length > 1 {
                while graphemes.next_if(|end| *end <= cluster).is_some() {}
                let end = graphemes.peek().copied().unwrap_or(u32::MAX);
                length = rest.iter().take_while(|(other, _)| *other < end).count();
            }
            let (parts, next) = rest.split_at(length);
            rest = next;
            let end = next.first().map_or(text.len(), |(next, _)| place(*next));
            let own = said(text.get(place(cluster)..end).unwrap_or_default(), reversed);
            let own = text_of(&own);
            if parts.len() > 1 && !reversed {
                conflict |= self.add_parts(face, parts, own);
                continue;
            }
            conflict |= self.add_glyph(face, first, own);
            for &(_, glyph) in parts.iter().skip(1) {
                self.add_glyph(face, glyph, GlyphText::None);
                // Readers take glyphs without a text for anything.
                conflict = true;
            }
        }
        conflict
    }

    /// Notes the glyphs of one cluster. A glyph that the font has for one of its characters, taken
    /// apart, stands for that, as it does alone; the characters that are left stand together or for
    /// nothing, and belong to the first of the others.
    fn add_parts(&mut self, face: &Face, parts: &[(u32, u16)], own: GlyphText) -> bool {
        let mut characters = Vec::new();
        for character in own.characters() {
            decompose_canonical(plain_space(character), |part| characters.push(Some(part)));
        }
        let is_small = parts.len().max(characters.len()) <= LARGEST_CLUSTER;
        let mut take = |glyph: u16| {
            let mut left = characters.iter_mut().filter(|_| is_small);
            left.find(|c| c.is_some_and(|c| face.glyph(c) == Some(glyph)))?.take()
        };
        let known: Vec<Option<char>> = parts.iter().map(|(_, glyph)| take(*glyph)).collect();
        let none_known = known.iter().all(Option::is_none);
        let first = characters.iter().position(Option::is_some).unwrap_or(0);
        let last = characters.iter().rposition(Option::is_some).map_or(first, |last| last + 1);
        let left = characters.get(first..last).unwrap_or_default();
        let mut rest: String = match left.iter().all(Option::is_some) {
            _ if none_known => own.characters().collect(),
            true => left.iter().flatten().collect(),
            false => String::new(),
        };
        let mut conflict = false;
        for (&(_, glyph), known) in parts.iter().zip(known) {
            let text = match known {
                Some(character) => GlyphText::Character(character),
                None => text_of(&rest),
            };
            conflict |= self.add_glyph(face, glyph, text);
            if known.is_none() {
                rest.clear();
            }
        }
        conflict
    }

    /// The stretches of a run that is read from the left and has been added. A cluster has its text
    /// beside it where its glyphs stand for something else, some for nothing, or where some are moved:
    /// readers put marks above a letter on a line of their own. Such a stretch goes on to where its
    /// last glyph leaves the pen at the next one, because poppler takes the room between for a blank.
    pub(super) fn stretches(&self, face: &Face, line: &Line, run: &Run) -> Vec<Stretch> {
        let glyphs = line.glyphs_of(run);
        let count = glyphs.len();
        let starts: Vec<u32> = line.starts_of(run).collect();
        let falls = starts.first() > starts.last();
        if starts.len() != count || falls {
            return vec![Stretch { glyphs: 0..count, text: run.text.clone(), actual_text: true }];
        }
        let offsets = line.offsets_of(run);
        let is_apart = |place: usize| {
            let own = offsets.get(place).filter(|_| place < count);
            own.is_some_and(|offset| offset.x.abs() > Stretch::ROOM)
        };
        let mut stretches: Vec<Stretch> = Vec::new();
        let (mut at, mut start) = (0, run.text.start);
        let text = line.text_of(run);
        let bounds = GraphemeClusterSegmenter::new().segment_str(text).skip(1);
        let mut bounds = bounds.map(|end| run.text.start + end as u32).peekable();
        // A stretch that needs its text and has not ended: its glyphs are spelled so far.
        let mut open: Option<(Stretch, bool)> = None;
        while let Some(bound) = bounds.next() {
            let inside = starts.get(at..).unwrap_or_default().iter();
            let next = at + inside.take_while(|start| **start < bound).count();
            let end = starts.get(next).copied().unwrap_or(run.text.end);
            // Characters without a glyph of their own belong to those beside them.
            if next == at {
                let last = open.as_mut().map(|(last, _)| last).or(stretches.last_mut());
                if let Some(last) = last.filter(|_| bounds.peek().is_none()) {
                    last.text.end = end;
                }
                continue;
            }
            // A ligature may be of several grapheme clusters.
            while bounds.next_if(|bound| *bound <= end && next < count).is_some() {}
            let own = Stretch { glyphs: at..next, text: start..end, actual_text: false };
            let spelled = self.spells(line, run, &own);
            let is_mark = |place: usize| {
                let own = offsets.get(place);
                let glyph = glyphs.get(place).copied().unwrap_or(0);
                own.is_some_and(|own| {
                    own.rise != 0.0 || own.x.abs() > Stretch::ROOM || face.advance(glyph) == 0
                })
            };
            let moved = (at + 1..next).any(is_mark);
            let (stretch, spelled) = match open.take() {
                Some((first, so_far)) => (
                    Stretch {
                        glyphs: first.glyphs.start..next,
                        text: first.text.start..end,
                        actual_text: true,
                    },
                    so_far && spelled,
                ),
                None => (Stretch { actual_text: moved || !spelled, ..own }, spelled),
            };
            match stretches.last_mut() {
                _ if stretch.actual_text && is_apart(next) => open = Some((stretch, spelled)),
                _ if stretch.actual_text => {
                    self.beside(line, run, (stretch, spelled), &mut stretches)
                }
                Some(last) if !last.actual_text => {
                    last.glyphs.end = stretch.glyphs.end;
                    last.text.end = stretch.text.end;
                }
                _ => stretches.push(stretch),
            }
            (at, start) = (next, end);
        }
        if let Some(stretch) = open {
            self.beside(line, run, stretch, &mut stretches);
        }
        stretches
    }

    /// Returns true if the glyphs of a stretch, each with a text, spell its text.
    fn spells(&self, line: &Line, run: &Run, stretch: &Stretch) -> bool {
        let glyphs = line.glyphs_of(run).get(stretch.glyphs.clone()).unwrap_or_default();
        let texts = || glyphs.iter().map(|glyph| self.text(self.slot(*glyph)));
        let said = said_in(line, &stretch.text).chars().filter(|c| !is_ignorable(*c));
        texts().all(|text| text != GlyphText::None)
            && texts()
                .flat_map(|text| text.characters().collect::<Vec<_>>())
                .eq(said.map(plain_space))
    }

    /// Adds a stretch with its text beside it. If its glyphs spell only the end of the text, that
    /// end is a stretch of its own: MuPDF (to 1.28) writes it twice.
    fn beside(
        &self,
        line: &Line,
        run: &Run,
        (stretch, spelled): (Stretch, bool),
        stretches: &mut Vec<Stretch>,
    ) {
        let (mut end, mut until) = (stretch.glyphs.end, stretch.text.end);
        while !spelled && end > stretch.glyphs.start + 1 {
            let rest = said_in(line, &(stretch.text.start..until)).trim_end_matches(is_ignorable);
            let glyph = line.glyphs_of(run).get(end - 1).copied().unwrap_or(0);
            let known: String = self.text(self.slot(glyph)).characters().collect();
            let before = match rest.strip_suffix(known.as_str()) {
                Some(before) if !known.is_empty() => before.len(),
                _ => break,
            };
            until = stretch.text.start + before as u32;
            end -= 1;
        }
        let Stretch { glyphs, text, .. } = stretch;
        let rest = Stretch { glyphs: end..glyphs.end, text: until..text.end, actual_text: true };
        stretches.push(Stretch {
            glyphs: glyphs.start..end,
            text: text.start..until,
            actual_text: true,
        });
        if !rest.glyphs.is_empty() {
            stretches.push(rest);
        }
    }

    /// The stretches of a run that spells its text from the last to the first and has been added:
    /// the clusters whose glyphs stand for something else, each for itself, and what is between them.
    pub(super) fn reversed_stretches(&self, line: &Line, run: &Run) -> Vec<Stretch> {
        let glyphs = line.glyphs_of(run);
        let mut stretches: Vec<Stretch> = Vec::new();
        let (mut at, mut end) = (0, run.text.end);
        let clusters = line.clusters_of(run).unwrap_or_default();
        for cluster in clusters.chunk_by(|one, other| one == other) {
            let own = at..at + cluster.len();
            let place = cluster.first().copied().unwrap_or(run.text.start);
            let text = line.text.get(place as usize..end as usize).unwrap_or_default();
            let known = |index: usize| {
                let glyph = glyphs.get(index).copied().unwrap_or(0);
                self.text(self.slot(glyph))
            };
            // Dots that a font draws apart from their letter come first. They have no text, which
            // readers take for any.
            let dots = own.clone().take_while(|index| known(*index) == GlyphText::None).count();
            let letters = own.start + dots..own.end;
            let spelled = letters.clone().all(|index| known(index) != GlyphText::None)
                && letters
                    .clone()
                    .flat_map(|index| known(index).characters().collect::<Vec<_>>())
                    .eq(said(text, true).chars().map(plain_space));
            let letters = if spelled { letters } else { own.clone() };
            if letters.start > own.start {
                let glyphs = own.start..letters.start;
                stretches.push(Stretch { glyphs, text: end..end, actual_text: true });
            }
            match stretches.last_mut() {
                Some(last) if spelled && !last.actual_text => {
                    last.glyphs.end = letters.end;
                    last.text.start = place;
                }
                _ => stretches.push(Stretch {
                    glyphs: letters,
                    text: place..end,
                    actual_text: !spelled,
                }),
            }
            (at, end) = (own.end, place);
        }
        stretches
    }

    /// Notes one glyph; says whether it stands for something else already.
    fn add_glyph(&mut self, face: &Face, glyph: u16, text: GlyphText) -> bool {
        let known = self.slot(glyph);
        if known == 0 {
            self.glyphs.push(glyph);
            self.give_code(face, glyph);
            let settled = face.base_texts().get(glyph).unwrap_or(text);
            self.store(face, glyph, settled);
            return settled != text;
        }
        if known == NO_TEXT {
            self.store(face, glyph, text);
            return false;
        }
        self.text(known) != text
    }

    fn give_code(&mut self, face: &Face, glyph: u16) {
        if glyph == 0 {
            return;
        }
        if self.codes.is_empty() {
            self.codes.resize(face.glyph_count().max(1), 0);
        }
        let base = face.coded_base();
        let code = match base.binary_search_by_key(&glyph, |(glyph, _)| *glyph) {
            Ok(index) => index + 1,
            Err(_) => {
                self.extras = self.extras.saturating_add(1);
                base.len() + usize::from(self.extras)
            }
        };
        if let Some(slot) = self.codes.get_mut(usize::from(glyph)) {
            *slot = u16::try_from(code).unwrap_or(0);
        }
    }

    fn store(&mut self, face: &Face, glyph: u16, text: GlyphText) {
        if self.slots.is_empty() {
            self.slots.resize(face.glyph_count().max(1), 0);
        }
        let value = match text {
            GlyphText::None => NO_TEXT,
            GlyphText::Character(character) => character.into(),
            GlyphText::Text(text) => {
                self.texts.push(text.into());
                TEXT | (self.texts.len() as u32 - 1)
            }
        };
        if let Some(slot) = self.slots.get_mut(usize::from(glyph)) {
            *slot = value;
        }
    }

    #[inline]
    fn slot(&self, glyph: u16) -> u32 {
        self.slots.get(usize::from(glyph)).copied().unwrap_or(0)
    }

    fn text(&self, slot: u32) -> GlyphText<'_> {
        if slot & TEXT != 0 {
            let text = self.texts.get((slot & !TEXT) as usize);
            return text.map_or(GlyphText::None, |text| GlyphText::Text(text));
        }
        char::from_u32(slot).map_or(GlyphText::None, GlyphText::Character)
    }
}

/// A part of the text of a line.
fn said_in<'l>(line: &'l Line, text: &Range<u32>) -> &'l str {
    line.text.get(text.start as usize..text.end as usize).unwrap_or_default()
}

/// A text as that of a glyph.
fn text_of(text: &str) -> GlyphText<'_> {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (None, _) => GlyphText::None,
        (Some(character), None) => GlyphText::Character(plain_space(character)),
        _ => GlyphText::Text(text),
    }
}

/// A text without its ignorable characters.
fn visible(text: &str) -> Cow<'_, str> {
    if text.contains(is_ignorable) {
        text.chars().filter(|&c| !is_ignorable(c)).collect()
    } else {
        text.into()
    }
}

/// Text of a glyph, without ignorable characters. A ligature that is `reversed`
/// stands for its characters as they would stand on paper, because readers reverse characters and
/// not glyphs.
fn said(text: &str, reversed: bool) -> Cow<'_, str> {
    let visible = visible(text);
    if reversed && visible.chars().nth(1).is_some() {
        visible.chars().rev().collect()
    } else {
        visible
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{FALLBACK, SANS, SMALL, face};
    use crate::{Fonts, Typesetter, UsedFonts};

    /// Sets texts with one face and adds all their runs.
    fn used(font: &[u8], texts: &[&str]) -> (GlyphUse, Vec<bool>) {
        let face = face(font);
        let fonts = Fonts::new(vec![face.clone()], false);
        let mut setter = Typesetter::new(&fonts);
        let mut used = GlyphUse::new();
        let mut actual = Vec::new();
        for text in texts {
            let line = setter.set(text).expect("all glyphs");
            actual.extend(line.runs.iter().map(|run| used.add(&face, line, run)));
        }
        (used, actual)
    }

    fn texts(used: &GlyphUse) -> Vec<String> {
        let mut glyphs = used.glyphs().to_vec();
        glyphs.sort_unstable();
        glyphs.iter().map(|glyph| used.text(used.slot(*glyph)).characters().collect()).collect()
    }

    #[test]
    fn glyphs_stand_for_characters_and_ligatures() {
        let (used, actual) = used(SANS, &["bad", "fim"]);
        let mut texts = texts(&used);
        texts.sort();
        assert_eq!(texts, ["a", "b", "d", "fi", "m"]);
        assert_eq!(actual, [false, false]);
    }

    #[test]
    fn the_two_spaces_are_one() {
        let (used, actual) = used(SMALL, &["a\u{a0}b c"]);
        assert_eq!(texts(&used).concat(), " abc");
        assert_eq!(actual, [false]);
    }

    #[test]
    fn a_glyph_that_stands_for_something_else_already_needs_its_text() {
        // Latin and Cyrillic share the glyph in the fallback font; cp1252 wins over the order.
        let face = face(FALLBACK);
        assert_eq!(face.glyph('\u{2010}'), face.glyph('\u{2011}'));
        let (_, actual) = used(FALLBACK, &["\u{2010}", "\u{2011}", "\u{2010}"]);
        assert_eq!(actual, [false, true, false]);
        let (_, actual) = used(SANS, &["ﬁ", "fi"]);
        assert_eq!(actual, [true, false]);
    }

    #[test]
    fn text_from_right_to_left_always_does() {
        let (used, actual) = used(SANS, &["سلم"]);
        assert_eq!(actual, [true]);
        let mut texts = texts(&used);
        texts.sort();
        assert_eq!(texts, ["س", "ل", "م"]);
    }

    #[test]
    fn glyphs_of_a_cluster_stand_for_what_they_stand_for_alone() {
        let (used, actual) = used(SANS, &["Ç", "C"]);
        assert_eq!(actual, [true, false]);
        let mut texts = texts(&used);
        texts.sort();
        assert_eq!(texts, ["C", "\u{327}"]);
    }

    /// The stretches of a text in a font of its own, each with whether its text stands beside it.
    fn stretches(font: &[u8], text: &str) -> Vec<(String, bool)> {
        let fonts = Fonts::new(vec![face(font)], false);
        let line = Typesetter::new(&fonts).set(text).expect("all glyphs").clone();
        let mut used = UsedFonts::new(&fonts);
        let stretches = used.add_stretches(&line, &line.runs[0], &mut Vec::new());
        let said =
            |stretch: Stretch| (said_in(&line, &stretch.text).to_owned(), stretch.actual_text);
        stretches.into_iter().flatten().map(said).collect()
    }

    #[test]
    fn only_clusters_that_are_not_spelled_have_their_text_beside_them() {
        let said = |text: &str, beside: bool| (text.to_owned(), beside);
        assert_eq!(
            stretches(SANS, "faÇade"),
            [said("fa", false), said("Ç", true), said("ade", false)]
        );
        assert_eq!(stretches(SANS, "office"), []);
        // A character without a glyph belongs to the stretch before it.
        assert_eq!(stretches(SANS, "aÇ\u{2060}"), [said("a", false), said("Ç\u{2060}", true)]);
    }
}

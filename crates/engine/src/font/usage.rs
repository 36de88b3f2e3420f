//! Which glyphs of a face a document uses, and what they stand for.

use std::borrow::Cow;
use std::ops::Range;

use super::face::Face;
use super::helvetica;
use super::line::{Line, Run};
use super::shape::Shaper;
use super::text::is_ignorable;

/// What a glyph stands for when text is copied out of the PDF.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum GlyphText<'a> {
    /// Nothing of its own: it is part of a cluster of several glyphs.
    None,
    Character(char),
    Text(&'a str),
}

impl GlyphText<'_> {
    /// The characters it stands for.
    pub(super) fn characters(self) -> impl Iterator<Item = char> {
        let (one, many) = match self {
            Self::None => (None, ""),
            Self::Character(character) => (Some(character), ""),
            Self::Text(text) => (None, text),
        };
        one.into_iter().chain(many.chars())
    }
}

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
    /// How many of the glyphs the base subset does not have.
    extras: u16,
    texts: Vec<Box<str>>,
}

/// Used, but without a text of its own.
const NO_TEXT: u32 = 1 << 30;
/// The rest is an index into the texts of several characters.
const TEXT: u32 = 1 << 31;

/// Glyphs of a run that spells its text from the last to the first.
#[derive(Debug, Clone, PartialEq)]
pub struct ReversedStretch {
    /// Within the glyphs of the run.
    pub glyphs: Range<usize>,
    /// Within the text of the line, in bytes.
    pub text: Range<u32>,
    /// Whether the text has to stand beside the glyphs: it is one cluster, and they stand for
    /// something else.
    pub actual_text: bool,
}

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
            Some(clusters) => {
                self.add_clusters(face, glyphs, (clusters, run.reversed), run.text.start, text)
            }
        };
        run.actual_text || conflict
    }

    /// The number of a used glyph within the subset that [`Face::embed`] gives, known as soon as
    /// the glyph is: those of the base subset have their number there, the others follow in order
    /// of first use.
    #[inline]
    pub fn code(&self, glyph: u16) -> u16 {
        self.codes.get(usize::from(glyph)).copied().unwrap_or(0)
    }

    /// Whether the base subset of the face has all glyphs.
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

    /// Whether nothing is used.
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

    /// `start` is where `text` begins; clusters count from the start of the line. They only rise,
    /// or only fall when the run is read from right to left.
    fn add_clusters(
        &mut self,
        face: &Face,
        glyphs: &[u16],
        (clusters, reversed): (&[u32], bool),
        start: u32,
        text: &str,
    ) -> bool {
        let mut places: Vec<_> = clusters.iter().copied().zip(glyphs.iter().copied()).collect();
        if clusters.first() > clusters.last() {
            places.reverse();
        }
        let place = |cluster: u32| cluster.saturating_sub(start) as usize;
        let mut conflict = false;
        let mut rest = places.as_slice();
        while let Some(&(cluster, first)) = rest.first() {
            let length = rest.iter().take_while(|(other, _)| *other == cluster).count();
            let (parts, next) = rest.split_at(length);
            rest = next;
            let end = next.first().map_or(text.len(), |(next, _)| place(*next));
            let own = said(text.get(place(cluster)..end).unwrap_or_default(), reversed);
            let mut characters = own.chars();
            let own = match (characters.next(), characters.next()) {
                (None, _) => GlyphText::None,
                (Some(character), None) => GlyphText::Character(plain_space(character)),
                _ => GlyphText::Text(&own),
            };
            conflict |= self.add_glyph(face, first, own);
            for &(_, glyph) in parts.iter().skip(1) {
                conflict |= self.add_glyph(face, glyph, GlyphText::None);
            }
        }
        conflict
    }

    /// The stretches of a run that spells its text from the last to the first and has been added:
    /// the clusters whose glyphs stand for something else, each for itself, and what is between them.
    pub(super) fn reversed_stretches(&self, line: &Line, run: &Run) -> Vec<ReversedStretch> {
        let glyphs = line.glyphs_of(run);
        let mut stretches: Vec<ReversedStretch> = Vec::new();
        let (mut at, mut end) = (0, run.text.end);
        let clusters = line.clusters_of(run).unwrap_or_default();
        for cluster in clusters.chunk_by(|one, other| one == other) {
            let own = at..at + cluster.len();
            let place = cluster.first().copied().unwrap_or(run.text.start);
            let text = line.text.get(place as usize..end as usize).unwrap_or_default();
            let known = own
                .clone()
                .filter_map(|index| glyphs.get(index))
                .flat_map(|glyph| self.text(self.slot(*glyph)).characters().collect::<Vec<_>>());
            let spelled = known.eq(said(text, true).chars().map(plain_space));
            match stretches.last_mut() {
                Some(last) if spelled && !last.actual_text => {
                    last.glyphs.end = own.end;
                    last.text.start = place;
                }
                _ => stretches.push(ReversedStretch {
                    glyphs: own.clone(),
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

/// A text without its ignorable characters.
fn visible(text: &str) -> Cow<'_, str> {
    if text.contains(is_ignorable) {
        text.chars().filter(|&c| !is_ignorable(c)).collect()
    } else {
        text.into()
    }
}

/// What a glyph stands for: a text without its ignorable characters. A ligature that is `reversed`
/// stands for its characters as they would stand on paper, because readers reverse characters and
/// not glyphs.
fn said(text: &str, reversed: bool) -> Cow<'_, str> {
    let visible = visible(text);
    match reversed && visible.chars().nth(1).is_some() {
        true => visible.chars().rev().collect(),
        false => visible,
    }
}

/// Fonts share one glyph between the two spaces, and a copied text does not need the other.
fn plain_space(character: char) -> char {
    if character == '\u{a0}' { ' ' } else { character }
}

/// What glyphs stand for whatever the document: the characters of cp1252 and the common ligatures.
#[derive(Debug)]
pub(super) struct BaseTexts(Vec<(u16, GlyphText<'static>)>);

impl BaseTexts {
    pub(super) fn new(face: &Face) -> Self {
        let characters = helvetica::characters()
            .filter(|&c| !is_ignorable(c))
            .filter_map(|c| Some((face.glyph(c)?, GlyphText::Character(plain_space(c)))));
        let mut texts: Vec<_> = characters.collect();
        let mut shaper = Shaper::default();
        for ligature in ["ff", "fi", "fl", "ffi", "ffl"] {
            let known = ligature.chars().all(|c| face.glyph(c).is_some());
            let glyph = known.then(|| shaper.single(face, ligature)).flatten();
            texts.extend(glyph.map(|glyph| (glyph, GlyphText::Text(ligature))));
        }
        // Stable: of several characters with one glyph the first of cp1252 counts.
        texts.sort_by_key(|(glyph, _)| *glyph);
        texts.dedup_by_key(|(glyph, _)| *glyph);
        Self(texts)
    }

    pub(super) fn get(&self, glyph: u16) -> Option<GlyphText<'static>> {
        let index = self.0.binary_search_by_key(&glyph, |(glyph, _)| *glyph).ok()?;
        self.0.get(index).map(|(_, text)| *text)
    }

    pub(super) fn as_slice(&self) -> &[(u16, GlyphText<'static>)] {
        &self.0
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::font::fixtures::{FALLBACK, SANS, SMALL, face};
    use crate::font::{Fonts, Typesetter};

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
    fn a_cluster_of_several_glyphs_stands_for_its_first() {
        let (used, actual) = used(SANS, &["Ç"]);
        assert_eq!(actual, [true]);
        assert_eq!(used.glyphs().len(), 2);
        assert!(texts(&used).contains(&String::new()));
    }
}

//! Text to lines: which font, which glyphs, how wide, and where to cut (spec 10.3 to 10.5).

mod advances;
mod choice;
mod shortcut;
#[cfg(test)]
mod tests;

use std::ops::Range;

use harfrust::Script;

use self::choice::{Choice, choose, first};
use self::shortcut::{
    cut_helvetica, cut_plain, cut_standard, plain_ellipsis, set_helvetica, set_plain, set_standard,
    standard_step,
};
use super::bidi;
use super::face::Face;
use super::face_id::{FaceId, Synthetic};
use super::features::{self, FeatureTag};
use super::helvetica;
use super::line::{GlyphOffset, Line, Run, width_at};
use super::missing::MissingGlyph;
use super::shape::{Segment, Shaped, Shaper};
use super::stack::{Fonts, Looks};
use super::standard::Standard;
use super::text::{is_plain, prepare};
use reportctl_base::choice::TextDirection;

const ELLIPSIS: char = '…';

/// Sets one line of text after the other with a font stack; keeps its buffers in between.
///
/// Nearly all text takes one of two short cuts: Helvetica alone, or one face of the user without
/// substitutions. The rest is sorted by font, direction and script, and shaped where needed.
pub struct Typesetter<'f> {
    fonts: &'f Fonts,
    line: Line,
    way: Way,
    /// The whole text of a mixed line, and its characters.
    text: String,
    choices: Vec<Choice>,
    items: Vec<Item>,
    shaper: Shaper,
    synthetic: Looks,
    /// The side that lines are read from.
    direction: TextDirection,
    /// Draws the kerning of standard fonts, besides measuring it.
    kerned: bool,
}

/// Path by which the current line was set.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Helvetica,
    Standard(Standard),
    Plain(FaceId),
    Mixed,
}

/// A stretch of characters that are set together.
struct Item {
    characters: Range<usize>,
    segment: Segment,
    shaped: bool,
}

/// Below 0.15 of the size poppler takes what stands on both sides of a blank for one word.
const NARROWEST_BLANK: f64 = 180.0;

impl<'f> Typesetter<'f> {
    /// A typesetter for the fonts of a document.
    pub fn new(fonts: &'f Fonts) -> Self {
        Self {
            fonts,
            line: Line::default(),
            way: Way::Helvetica,
            text: String::new(),
            choices: Vec::new(),
            items: Vec::new(),
            synthetic: Looks::default(),
            direction: TextDirection::default(),
            shaper: Shaper::new(fonts.is_positioned()),
            kerned: false,
        }
    }

    /// The same with the kerning of standard fonts drawn as it is measured, so that lines end where
    /// they are measured to end: so it is with extensions (spec 20.1.5), not in the base (10.3).
    #[must_use]
    pub(super) fn kerned(self, kerned: bool) -> Self {
        Self { kerned, ..self }
    }

    /// The same for text with room between its characters: without ligatures.
    #[must_use]
    pub fn spaced(mut self, spaced: bool) -> Self {
        self.shaper.spaced = spaced;
        self
    }

    /// The same with features switched on.
    #[must_use]
    pub(super) fn featured(mut self, tags: &[FeatureTag]) -> Self {
        self.shaper.features = tags.iter().map(features::on).collect();
        self
    }

    /// The same for lines that are read from a side.
    #[must_use]
    pub fn directed(self, direction: TextDirection) -> Self {
        Self { direction, ..self }
    }

    /// The same with outlines that are made to look otherwise.
    #[must_use]
    pub(super) fn synthetic(self, synthetic: Looks) -> Self {
        Self { synthetic, ..self }
    }

    /// Sets a text on one line. Control characters become spaces, decomposed accents are composed.
    ///
    /// # Errors
    /// The first character that no font has.
    pub fn set(&mut self, text: &str) -> Result<&Line, MissingGlyph> {
        self.set_line(text)?;
        self.kern();
        self.make_synthetic();
        Ok(&self.line)
    }

    /// Sets a text no wider than `max_width` at `size`, both in points, where it has to be cut to
    /// fit: the longest beginning that fits with `…`, but at least one character (spec 10.5).
    ///
    /// # Errors
    /// The first character of the whole text that no font has, even if it would be cut off.
    pub fn set_truncated(
        &mut self,
        text: &str,
        size: f64,
        max_width: f64,
    ) -> Result<&Line, MissingGlyph> {
        self.set_line(text)?;
        let fits = |width| width_at(width, size) <= max_width;
        if !fits(self.line.width) {
            match self.way {
                Way::Helvetica => cut_helvetica(&mut self.line, fits),
                Way::Standard(font) => cut_standard(&mut self.line, font, fits),
                Way::Plain(id) => match plain_ellipsis(self.fonts, id) {
                    Some((face, glyph)) => cut_plain(&mut self.line, id, face, glyph, fits),
                    // The font lacks `…`, or substitutes it: another font may have to supply it.
                    None => {
                        self.set_mixed(text)?;
                        self.cut_mixed(fits)?;
                    }
                },
                Way::Mixed => self.cut_mixed(fits)?,
            }
        }
        self.kern();
        self.make_synthetic();
        Ok(&self.line)
    }

    /// Moves the glyphs of standard fonts by the kerning that the line is measured with, but no blank
    /// becomes so narrow that readers miss it.
    fn kern(&mut self) {
        let drawn = |line: &Line| line.runs.iter().map(|run| run.advance).sum::<f64>();
        // Figures and most short texts have no pairs that are kerned.
        if !self.kerned || self.line.width == drawn(&self.line) {
            return;
        }
        let Line { runs, glyphs, offsets, .. } = &mut self.line;
        for run in runs.iter_mut().filter(|run| run.offsets.is_none()) {
            let Some(font) = run.face.standard() else { continue };
            let codes = glyphs.get(run.glyphs.start as usize..run.glyphs.end as usize);
            let codes = codes.unwrap_or_default();
            let start = offsets.len();
            let mut before: Option<u8> = None;
            let mut total = 0.0;
            // Amount by which the blank before the next glyph may shrink.
            let mut room = f64::INFINITY;
            for &code in codes {
                let code = code as u8;
                let kerning = before.map_or(0, |before| font.kerning(before, code));
                let x = f64::from(kerning).max(-room);
                room = match code {
                    b' ' => f64::from(font.width(code)) + x - NARROWEST_BLANK,
                    _ => f64::INFINITY,
                };
                total += x;
                offsets.push(GlyphOffset { x, rise: 0.0 });
                before = Some(code);
            }
            if offsets.iter().skip(start).all(|offset| offset.x == 0.0) {
                offsets.truncate(start);
                continue;
            }
            offsets.push(GlyphOffset::default());
            run.offsets = Some(start as u32);
            run.advance += total;
        }
    }

    fn make_synthetic(&mut self) {
        let Looks { first, built_in } = self.synthetic;
        if !first.any() && !built_in.any() {
            return;
        }
        let face = self.fonts.first_face().map(|(id, _)| id);
        let face = face.or_else(|| self.fonts.first_standard().map(FaceId::Standard));
        for run in &mut self.line.runs {
            if Some(run.face) == face {
                run.synthetic = first;
            } else if run.face == FaceId::BuiltIn {
                run.synthetic = built_in;
            }
        }
    }

    /// The line set last.
    pub fn line(&self) -> &Line {
        &self.line
    }

    fn set_line(&mut self, text: &str) -> Result<(), MissingGlyph> {
        // Text from the right is always reordered.
        if self.direction == TextDirection::Rtl {
            return self.set_mixed(text);
        }
        if self.fonts.starts_with_helvetica() {
            self.way = Way::Helvetica;
            if set_helvetica(&mut self.line, text) {
                return Ok(());
            }
        } else if let Some(font) = self.fonts.first_standard() {
            self.way = Way::Standard(font);
            if set_standard(&mut self.line, font, text) {
                return Ok(());
            }
        } else if let Some((id, face)) = self.fonts.first_face()
            && !self.is_shaped(face)
        {
            self.way = Way::Plain(id);
            if set_plain(&mut self.line, id, face, text) {
                return Ok(());
            }
        }
        self.set_mixed(text)
    }

    /// Sets text for which no short cut is good enough.
    fn set_mixed(&mut self, text: &str) -> Result<(), MissingGlyph> {
        self.way = Way::Mixed;
        self.text.clear();
        self.text.push_str(&prepare(text));
        if !self.choose_plain() {
            choose(self.fonts, &self.text, &mut self.choices)?;
        }
        self.line.clear();
        self.line.text.push_str(&self.text);
        self.lay_out(self.choices.len())
    }

    /// Returns true if all text in the face is shaped: positions are used and it has some, or features
    /// are switched on.
    fn is_shaped(&self, face: &Face) -> bool {
        !self.shaper.features.is_empty() || (self.shaper.positioned && face.has_positions())
    }

    /// Chooses the first face for all characters of a text that are at most a letter each, where it
    /// has them: the same result as choosing by cluster.
    fn choose_plain(&mut self) -> bool {
        let Some((id, face)) = self.fonts.first_face() else { return false };
        if !self.is_shaped(face) {
            return false;
        }
        self.choices.clear();
        for (place, character) in self.text.char_indices() {
            if !is_plain(character) || face.glyph(character).is_none() {
                return false;
            }
            self.choices.push(Choice { place: place as u32, character, face: Some(id) });
        }
        true
    }

    /// Sets the first `count` characters, whose text is in the line already.
    fn lay_out(&mut self, count: usize) -> Result<(), MissingGlyph> {
        // Running the algorithm on text without right-to-left characters would change nothing.
        if self.direction != TextDirection::Rtl && !bidi::is_needed(&self.line.text) {
            return self.place(0..count, false);
        }
        for (range, rtl) in bidi::visual_runs(&self.line.text, self.direction) {
            let choices = self.choices.get(..count).unwrap_or_default();
            let start = choices.partition_point(|choice| (choice.place as usize) < range.start);
            let end = choices.partition_point(|choice| (choice.place as usize) < range.end);
            self.place(start..end, rtl)?;
        }
        Ok(())
    }

    /// Sets characters of one direction.
    fn place(&mut self, characters: Range<usize>, rtl: bool) -> Result<(), MissingGlyph> {
        self.items.clear();
        self.split(characters, rtl);
        let mut items = std::mem::take(&mut self.items);
        // Fonts change within a run that is read from the right: its last item stands first.
        if rtl {
            items.reverse();
        }
        let result = items.iter().try_for_each(|item| self.set_item(item));
        self.items = items;
        result
    }

    /// Splits characters by font and, where they are shaped, by script.
    fn split(&mut self, characters: Range<usize>, rtl: bool) {
        let mut open: Option<Item> = None;
        for index in characters {
            let choice = self.choices[index];
            let Some(id) = choice.face else { continue };
            let (script, shaped) = match self.fonts.embedded(id) {
                Some(face) => {
                    let shaped =
                        rtl || self.is_shaped(face) || needs_shaper(face, choice.character);
                    (script(choice.character), shaped)
                }
                None => (None, false),
            };
            if let Some(item) = &mut open
                && item.segment.face == id
                && (script.is_none()
                    || item.segment.script.is_none_or(|other| Some(other) == script))
            {
                item.characters.end = index + 1;
                item.segment.script = item.segment.script.or(script);
                item.shaped |= shaped;
                continue;
            }
            let segment = Segment { face: id, script, rtl };
            self.items.extend(open.replace(Item { characters: index..index + 1, segment, shaped }));
        }
        self.items.extend(open);
    }

    fn set_item(&mut self, item: &Item) -> Result<(), MissingGlyph> {
        match self.fonts.embedded(item.segment.face) {
            Some(face) if item.shaped => self.set_shaped(face, item),
            Some(face) => {
                self.set_direct(face, item);
                Ok(())
            }
            None => {
                self.set_standard(item);
                Ok(())
            }
        }
    }

    /// The characters of an item that are drawn.
    fn drawn(choices: &[Choice], item: &Item) -> impl DoubleEndedIterator<Item = (u32, char)> {
        let choices = choices.get(item.characters.clone()).unwrap_or_default();
        let drawn = choices.iter().filter(|choice| choice.face.is_some());
        drawn.map(|choice| (choice.place, choice.character))
    }

    /// The bytes of an item within the text.
    fn text_range(&self, item: &Item) -> Range<u32> {
        let choices = self.choices.get(item.characters.clone()).unwrap_or_default();
        let start = choices.first().map_or(0, |choice| choice.place);
        let end =
            choices.last().map_or(0, |choice| choice.place + choice.character.len_utf8() as u32);
        start..end
    }

    fn set_standard(&mut self, item: &Item) {
        let Some(font) = item.segment.face.standard() else { return };
        let start = self.line.glyphs.len();
        let characters = Self::drawn(&self.choices, item).map(|(_, character)| character);
        let codes = &mut self.line.glyphs;
        if item.segment.rtl {
            codes.extend(characters.rev().map(bidi::mirrored).filter_map(code));
        } else {
            codes.extend(characters.filter_map(code));
        }
        let mut before = None;
        let (mut width, mut advance) = (0, 0);
        for &code in &codes[start..] {
            width += standard_step(font, before, code);
            advance += i64::from(font.advance(code as u8));
            before = Some(code);
        }
        self.push_run(item, start, width as f64, advance as f64, item.segment.rtl, None);
    }

    fn set_direct(&mut self, face: &Face, item: &Item) {
        let start = self.line.glyphs.len();
        let mut units = 0;
        for (_, character) in Self::drawn(&self.choices, item) {
            if let Some(glyph) = face.glyph(character) {
                units += u64::from(face.advance(glyph));
                self.line.glyphs.push(glyph);
            }
        }
        let width = face.thousandths(units);
        self.push_run(item, start, width, width, false, None);
    }

    fn set_shaped(&mut self, face: &Face, item: &Item) -> Result<(), MissingGlyph> {
        let start = self.line.glyphs.len();
        let clusters = self.line.clusters.len();
        let characters = Self::drawn(&self.choices, item);
        let positioned = self.shaper.positioned;
        let Some(glyphs) = self.shaper.shape(face, item.segment, characters) else {
            self.set_direct(face, item);
            return Ok(());
        };
        let offsets = self.line.offsets.len();
        let (mut units, mut drawn) = (0_i64, 0_i64);
        let mut missing = None;
        let (mut split, mut moved) = (false, false);
        for Shaped { glyph, place, advance, offset: (x, y) } in glyphs {
            let own = i64::from(face.advance(glyph));
            if positioned {
                let x = units + i64::from(x) - drawn;
                moved |= x != 0 || y != 0;
                drawn += x + own;
                units += i64::from(advance);
                let [x, rise] = [x, y.into()].map(|units| face.thousandths_of(units));
                self.line.offsets.push(GlyphOffset { x, rise });
            } else {
                units += own;
            }
            split |= self.line.clusters.get(clusters..).and_then(<[u32]>::last) == Some(&place);
            missing = missing.or((glyph == 0).then_some(place));
            self.line.glyphs.push(glyph);
            self.line.clusters.push(place);
        }
        if let Some(place) = missing {
            let rest = self.line.text.get(place as usize..).unwrap_or_default();
            let character = rest.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
            return Err(MissingGlyph { character });
        }
        let width = face.thousandths_of(units);
        let reversed = item.segment.rtl && positioned;
        let reordered = !reversed && (item.segment.rtl || split);
        self.push_run(item, start, width, width, reordered, Some(clusters as u32));
        if let Some(run) =
            self.line.runs.last_mut().filter(|run| run.glyphs.start as usize == start)
        {
            run.reversed = reversed;
        }
        if positioned && (moved || units != drawn) {
            let x = face.thousandths_of(units - drawn);
            self.line.offsets.push(GlyphOffset { x, rise: 0.0 });
            if let Some(run) = self.line.runs.last_mut() {
                run.offsets = Some(offsets as u32);
            }
        } else {
            self.line.offsets.truncate(offsets);
        }
        Ok(())
    }

    fn push_run(
        &mut self,
        item: &Item,
        start: usize,
        width: f64,
        advance: f64,
        actual_text: bool,
        clusters: Option<u32>,
    ) {
        let glyphs = start as u32..self.line.glyphs.len() as u32;
        let text = self.text_range(item);
        self.line.width += width;
        if !glyphs.is_empty() {
            let face = item.segment.face;
            let (synthetic, offsets) = (Synthetic::default(), None);
            self.line.runs.push(Run {
                face,
                glyphs,
                text,
                advance,
                actual_text,
                reversed: false,
                clusters,
                synthetic,
                offsets,
            });
        }
    }

    /// Cuts a line for which every beginning has to be set again to know its width.
    ///
    /// The widths of the single characters say where to start looking; from there the steps double
    /// until the place is bracketed, so that even a megabyte is set only a few times.
    fn cut_mixed(&mut self, fits: impl Fn(f64) -> bool) -> Result<(), MissingGlyph> {
        let ellipsis = first(self.fonts, ELLIPSIS)?;
        let count = self.choices.len();
        if count == 0 {
            return self.set_beginning(0, ellipsis).map(drop);
        }
        let try_at = |setter: &mut Self, at| setter.set_beginning(at, ellipsis).map(&fits);
        let guess = self.guess_cut(ellipsis, &fits);
        let (mut low, mut high) = if try_at(self, guess)? {
            let (mut low, mut step) = (guess, 1);
            loop {
                let next = low + step;
                if next > count || !try_at(self, next)? {
                    break (low, next.min(count + 1));
                }
                (low, step) = (next, step * 2);
            }
        } else {
            let (mut high, mut step) = (guess, 1);
            loop {
                let next = high.saturating_sub(step).max(1);
                if next == 1 || try_at(self, next)? {
                    break (next, high);
                }
                (high, step) = (next, step * 2);
            }
        };
        while high > low + 1 {
            let middle = low.midpoint(high);
            if try_at(self, middle)? {
                low = middle;
            } else {
                high = middle;
            }
        }
        // A joined or ligated letter can be narrower than the one it ends with when cut.
        for more in low + 1..=(low + 3).min(count) {
            if try_at(self, more)? {
                low = more;
            }
        }
        self.set_beginning(low, ellipsis).map(drop)
    }

    /// Sets the first `count` characters and `…`; gives the width.
    fn set_beginning(&mut self, count: usize, ellipsis: FaceId) -> Result<f64, MissingGlyph> {
        let end = self.choices.get(count).map_or(self.text.len(), |choice| choice.place as usize);
        self.line.clear();
        self.line.text.push_str(self.text.get(..end).unwrap_or_default());
        self.line.text.push(ELLIPSIS);
        let last = Choice { place: end as u32, character: ELLIPSIS, face: Some(ellipsis) };
        let result = if let Some(choice) = self.choices.get_mut(count) {
            let kept = std::mem::replace(choice, last);
            let result = self.lay_out(count + 1);
            if let Some(choice) = self.choices.get_mut(count) {
                *choice = kept;
            }
            result
        } else {
            self.choices.push(last);
            let result = self.lay_out(count + 1);
            self.choices.pop();
            result
        };
        result.map(|()| self.line.width)
    }

    /// Number of characters that fit if each is as wide as alone; at least one.
    fn guess_cut(&self, ellipsis: FaceId, fits: impl Fn(f64) -> bool) -> usize {
        let alone = |id: FaceId, character| match self.fonts.embedded(id) {
            Some(face) => {
                let glyph = face.glyph(character).unwrap_or(0);
                face.thousandths(face.advance(glyph).into())
            }
            None => helvetica::encode(character)
                .zip(id.standard())
                .map_or(0.0, |(code, font)| font.width(code).into()),
        };
        let mut width = alone(ellipsis, ELLIPSIS);
        let fitting = self.choices.iter().take_while(|choice| {
            width += choice.face.map_or(0.0, |id| alone(id, choice.character));
            fits(width)
        });
        fitting.count().max(1)
    }
}

fn needs_shaper(face: &Face, character: char) -> bool {
    !is_plain(character) || face.glyph(character).is_none_or(|glyph| face.is_affected(glyph))
}

/// The script of a letter; `None` for what all scripts share.
fn script(character: char) -> Option<Script> {
    let script = harfrust::unicode::script(character.into());
    let shared = [Script::COMMON, Script::INHERITED, Script::UNKNOWN].contains(&script);
    (!shared).then_some(script)
}

fn code(character: char) -> Option<u16> {
    helvetica::encode(character).map(u16::from)
}

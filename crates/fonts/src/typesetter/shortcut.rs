//! The short cuts that nearly all text takes: one font, a glyph for each character, one pass.

use super::ELLIPSIS;
use crate::face::Face;
use crate::face_id::{FaceId, Synthetic};
use crate::helvetica;
use crate::line::{Line, Run};
use crate::stack::Fonts;
use crate::standard::Standard;
use crate::text::{is_control, is_plain};

/// Width that a code adds to a line of Helvetica.
#[inline]
pub(super) fn step(before: Option<u16>, code: u16) -> i64 {
    let kerning = before.map_or(0, |before| helvetica::kerning(before as u8, code as u8));
    i64::from(helvetica::width(code as u8)) + i64::from(kerning)
}

/// The short cut for Helvetica alone; `false` when some character needs another font.
pub(super) fn set_helvetica(line: &mut Line, text: &str) -> bool {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        set_ascii(line, text);
        return true;
    }
    set_codes(line, FaceId::HELVETICA, text, helvetica::advance, step)
}

/// The same for printable ASCII, which is most text: every byte is its own code.
fn set_ascii(line: &mut Line, text: &str) {
    line.clear();
    line.glyphs.extend(text.bytes().map(u16::from));
    line.text.push_str(text);
    let (advance, kerning) = helvetica::measure(text.as_bytes());
    finish_single(line, FaceId::HELVETICA, (advance + kerning) as f64, advance as f64);
}

/// Width that a code adds to a line of a standard font.
pub(super) fn standard_step(font: Standard, before: Option<u16>, code: u16) -> i64 {
    let kerning = before.map_or(0, |before| font.kerning(before as u8, code as u8));
    i64::from(font.width(code as u8)) + i64::from(kerning)
}

/// The short cut for another standard font alone.
pub(super) fn set_standard(line: &mut Line, font: Standard, text: &str) -> bool {
    let advance = |code| font.advance(code);
    let step = |before, code| standard_step(font, before, code);
    set_codes(line, FaceId::Standard(font), text, advance, step)
}

/// A line of one standard font. Compiled once for Helvetica and once for the others.
#[inline]
fn set_codes(
    line: &mut Line,
    face: FaceId,
    text: &str,
    advance_of: impl Fn(u8) -> u16,
    step: impl Fn(Option<u16>, u16) -> i64,
) -> bool {
    line.clear();
    line.glyphs.reserve(text.len());
    let mut before = None;
    let (mut width, mut advance) = (0, 0);
    let mut dirty = false;
    for character in text.chars() {
        let Some(code) = helvetica::encode(character) else { return false };
        dirty |= is_control(character);
        advance += i64::from(advance_of(code));
        width += step(before, code.into());
        line.glyphs.push(code.into());
        before = Some(code.into());
    }
    push_text(line, text, dirty);
    finish_single(line, face, width as f64, advance as f64);
    true
}

/// The short cut for the first face alone, without substitutions; `false` when that is not enough.
pub(super) fn set_plain(line: &mut Line, id: FaceId, face: &Face, text: &str) -> bool {
    line.clear();
    line.glyphs.reserve(text.len());
    let mut units = 0;
    let mut dirty = false;
    for character in text.chars() {
        let control = is_control(character);
        let character = if control { ' ' } else { character };
        let glyph = is_plain(character).then(|| face.glyph(character)).flatten();
        let Some(glyph) = glyph.filter(|&glyph| !face.is_affected(glyph)) else { return false };
        dirty |= control;
        units += u64::from(face.advance(glyph));
        line.glyphs.push(glyph);
    }
    push_text(line, text, dirty);
    let width = face.thousandths(units);
    finish_single(line, id, width, width);
    true
}

fn push_text(line: &mut Line, text: &str, dirty: bool) {
    if dirty {
        line.text.extend(text.chars().map(|c| if is_control(c) { ' ' } else { c }));
    } else {
        line.text.push_str(text);
    }
}

/// Ends a line of one run.
fn finish_single(line: &mut Line, face: FaceId, width: f64, advance: f64) {
    line.width = width;
    if !line.glyphs.is_empty() {
        let glyphs = 0..line.glyphs.len() as u32;
        let text = 0..line.text.len() as u32;
        line.runs.clear();
        line.runs.push(Run {
            face,
            glyphs,
            text,
            advance,
            actual_text: false,
            reversed: false,
            clusters: None,
            synthetic: Synthetic::default(),
            offsets: None,
        });
    }
}

/// Keeps the first `kept` characters of a line of one run, in which each has one glyph, and adds `…`.
fn cut_at(line: &mut Line, face: FaceId, kept: usize, ellipsis: u16, width: f64, advance: f64) {
    line.glyphs.truncate(kept);
    line.glyphs.push(ellipsis);
    if let Some((end, _)) = line.text.char_indices().nth(kept) {
        line.text.truncate(end);
    }
    line.text.push(ELLIPSIS);
    finish_single(line, face, width, advance);
}

/// Cuts a line of Helvetica alone to the longest beginning that fits with `…` (spec 10.5).
pub(super) fn cut_helvetica(line: &mut Line, fits: impl Fn(f64) -> bool) {
    cut_codes(line, FaceId::HELVETICA, step, helvetica::advance, fits);
}

/// The same for another standard font.
pub(super) fn cut_standard(line: &mut Line, font: Standard, fits: impl Fn(f64) -> bool) {
    let step = |before, code| standard_step(font, before, code);
    cut_codes(line, FaceId::Standard(font), step, |code| font.advance(code), fits);
}

fn cut_codes(
    line: &mut Line,
    face: FaceId,
    step: impl Fn(Option<u16>, u16) -> i64,
    advance_of: impl Fn(u8) -> u16,
    fits: impl Fn(f64) -> bool,
) {
    let ellipsis = u16::from(helvetica::ELLIPSIS);
    let mut before = None;
    let (mut width, mut advance) = (0, 0);
    let (mut kept, mut kept_width, mut kept_advance) = (0, 0, 0);
    for (index, &code) in line.glyphs.iter().enumerate() {
        width += step(before, code);
        advance += i64::from(advance_of(code as u8));
        let whole = width + step(Some(code), ellipsis);
        // One character stays even where it does not fit. Kerning can make a longer beginning
        // narrower, so the search does not end at the first that is too wide.
        if index == 0 || fits(whole as f64) {
            (kept, kept_width, kept_advance) = (index + 1, whole, advance);
        }
        before = Some(code);
    }
    if kept == 0 {
        kept_width = step(None, ellipsis);
    }
    let width = kept_width as f64;
    let advance = (kept_advance + i64::from(advance_of(helvetica::ELLIPSIS))) as f64;
    cut_at(line, face, kept, ellipsis, width, advance);
}

/// Cuts a line of one face without substitutions to the longest beginning that fits with `…`.
pub(super) fn cut_plain(
    line: &mut Line,
    id: FaceId,
    face: &Face,
    ellipsis: u16,
    fits: impl Fn(f64) -> bool,
) {
    let mut units = u64::from(face.advance(ellipsis));
    let (mut kept, mut kept_units) = (0, units);
    for (index, &glyph) in line.glyphs.iter().enumerate() {
        units += u64::from(face.advance(glyph));
        if index == 0 || fits(face.thousandths(units)) {
            (kept, kept_units) = (index + 1, units);
        }
    }
    let width = face.thousandths(kept_units);
    cut_at(line, id, kept, ellipsis, width, width);
}

/// The glyph of `…`, when it needs no shaper.
pub(super) fn plain_ellipsis(fonts: &Fonts, id: FaceId) -> Option<(&Face, u16)> {
    let face = fonts.embedded(id)?;
    let glyph = face.glyph(ELLIPSIS)?;
    (!face.is_affected(glyph)).then_some((face, glyph))
}

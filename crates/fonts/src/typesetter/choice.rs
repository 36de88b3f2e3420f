//! Choice of the font for each character (spec 14.2).

use icu_segmenter::GraphemeClusterSegmenter;
use unicode_normalization::char::{decompose_canonical, is_combining_mark};

use crate::face::Face;
use crate::face_id::FaceId;
use crate::helvetica;
use crate::missing::MissingGlyph;
use crate::stack::{FaceRef, Fonts};
use crate::text::is_ignorable;

/// A character and the font chosen for it.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    /// Position in the text, in bytes.
    pub(super) place: u32,
    pub(super) character: char,
    /// `None` when it is drawn by no font, and dropped.
    pub(super) face: Option<FaceId>,
}

/// Chooses a font for each character of a text that is sanitised and composed.
///
/// # Errors
/// The first character that no font has.
pub(super) fn choose(
    fonts: &Fonts,
    text: &str,
    choices: &mut Vec<Choice>,
) -> Result<(), MissingGlyph> {
    choices.clear();
    if !fonts.is_by_cluster() {
        return choose_characters(fonts, text, 0, choices);
    }
    let mut start = 0;
    for end in GraphemeClusterSegmenter::new().segment_str(text).skip(1) {
        let cluster = text.get(start..end).unwrap_or_default();
        match of_cluster(fonts, cluster) {
            Some(id) => choices.extend(cluster.char_indices().map(|(place, character)| {
                let face = Some(id).filter(|id| draws(fonts, *id, character));
                Choice { place: (start + place) as u32, character, face }
            })),
            // No font has all of it: each of its characters has the first font that has that one.
            None => choose_characters(fonts, cluster, start, choices)?,
        }
        start = end;
    }
    Ok(())
}

/// The first font that has every character of a grapheme cluster (spec 20.3.5).
fn of_cluster(fonts: &Fonts, cluster: &str) -> Option<FaceId> {
    let all = |has: fn(FaceRef, char) -> bool| {
        fonts.find(|font| cluster.chars().all(|c| is_ignorable(c) || has(font, c)))
    };
    if cluster.chars().all(is_ignorable) {
        return None;
    }
    all(|font, character| font.has(character)).or_else(|| all(has))
}

/// Returns true if a font draws a character of a cluster that it was chosen for.
fn draws(fonts: &Fonts, id: FaceId, character: char) -> bool {
    match fonts.face(id) {
        FaceRef::Standard(_) => helvetica::encode(character).is_some(),
        FaceRef::Face(_) => true,
    }
}

/// Chooses a font for each character of a text that begins at `start`.
fn choose_characters(
    fonts: &Fonts,
    text: &str,
    start: usize,
    choices: &mut Vec<Choice>,
) -> Result<(), MissingGlyph> {
    let mut base = choices.len();
    for (place, character) in text.char_indices() {
        let before = choices.last().and_then(|choice| choice.face);
        let face = if is_ignorable(character) {
            follow(fonts, before, character)
        } else if is_combining_mark(character) && !choices.is_empty() {
            Some(choose_with_base(fonts, &mut choices[base..], before, character)?)
        } else {
            base = choices.len();
            Some(first(fonts, character)?)
        };
        choices.push(Choice { place: (start + place) as u32, character, face });
    }
    Ok(())
}

/// Returns true if a font can show a character, maybe as letter and accent.
fn has(font: FaceRef, character: char) -> bool {
    font.has(character) || matches!(font, FaceRef::Face(face) if has_decomposed(face, character))
}

fn has_decomposed(face: &Face, character: char) -> bool {
    let mut parts = 0;
    let mut found = 0;
    decompose_canonical(character, |part| {
        parts += 1;
        found += u32::from(face.glyph(part).is_some());
    });
    parts > 1 && parts == found
}

/// The first font that has a character, whole or else decomposed.
pub(super) fn first(fonts: &Fonts, character: char) -> Result<FaceId, MissingGlyph> {
    let whole = fonts.find(|font| font.has(character));
    whole.or_else(|| fonts.find(|font| has(font, character))).ok_or(MissingGlyph { character })
}

/// An ignorable character goes with the one before, where the font may have a use for it (a joiner,
/// a variation selector); Helvetica only knows the soft hyphen.
fn follow(fonts: &Fonts, before: Option<FaceId>, character: char) -> Option<FaceId> {
    if helvetica::encode(character).is_some()
        && let Some(font) = fonts.first_standard()
    {
        return Some(FaceId::Standard(font));
    }
    before.filter(|id| id.standard().is_none())
}

/// A mark needs a font that has its base too; the base moves over when another one has both.
fn choose_with_base(
    fonts: &Fonts,
    cluster: &mut [Choice],
    before: Option<FaceId>,
    mark: char,
) -> Result<FaceId, MissingGlyph> {
    if let Some(id) = before.filter(|&id| fonts.face(id).has(mark)) {
        return Ok(id);
    }
    let has_all = |font: FaceRef| {
        let mut others = cluster.iter().map(|choice| choice.character);
        font.has(mark) && others.all(|c| is_ignorable(c) || has(font, c))
    };
    match fonts.find(has_all) {
        Some(id) => {
            cluster.iter_mut().for_each(|choice| choice.face = Some(id));
            Ok(id)
        }
        None => first(fonts, mark),
    }
}

//! Shaping: a font's default substitutions applied to a stretch of text (spec 10.3), and its positions
//! where a template names the font (spec 20.3.5).

use harfrust::{
    Buffer, BufferFlags, ClusterLevel, Direction, Feature, Script, ShapeOptions, ShapePlan,
    ShapePlanKey, ShaperFont, Tag, shape,
};

use super::face::Face;
use super::face_id::FaceId;

/// Plans that are kept; a document has few pairs of font and script.
const MAX_PLANS: usize = 32;

/// Properties that a stretch is shaped with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Segment {
    pub(super) face: FaceId,
    /// `None` when it has no letters.
    pub(super) script: Option<Script>,
    pub(super) rtl: bool,
}

/// A glyph, where its text begins, and where it stands, in font units.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shaped {
    pub(super) glyph: u16,
    pub(super) place: u32,
    /// Advance with kerning.
    pub(super) advance: i32,
    /// Offset from the pen: to the right, and up.
    pub(super) offset: (i32, i32),
}

/// Shapes stretches; keeps the buffer and the plans from one to the next.
#[derive(Default)]
pub(super) struct Shaper {
    /// Disables ligatures.
    pub(super) spaced: bool,
    /// Uses positions of the font, kerning among them.
    pub(super) positioned: bool,
    /// Features that are switched on.
    pub(super) features: Vec<Feature>,
    buffer: Buffer,
    plans: Vec<(FaceId, ShapePlan)>,
}

impl Shaper {
    /// One that uses positions, or does not.
    pub(super) fn new(positioned: bool) -> Self {
        Self { positioned, ..Self::default() }
    }

    /// Shapes characters that come with their place in the text, and gives glyphs with the place
    /// that each comes from, in the order in which they are drawn.
    ///
    /// `None` when the shaper gives up on a damaged font.
    pub(super) fn shape(
        &mut self,
        face: &Face,
        segment: Segment,
        characters: impl Iterator<Item = (u32, char)>,
    ) -> Option<impl ExactSizeIterator<Item = Shaped>> {
        let direction = if segment.rtl { Direction::RightToLeft } else { Direction::LeftToRight };
        self.buffer.clear();
        // Characters, not graphemes: a mark keeps its own text, so that it can be copied.
        self.buffer.set_cluster_level(ClusterLevel::MonotoneCharacters);
        self.buffer.set_flags(
            BufferFlags::REMOVE_DEFAULT_IGNORABLES | BufferFlags::DO_NOT_INSERT_DOTTED_CIRCLE,
        );
        for (place, character) in characters {
            self.buffer.push(character.into(), place);
        }
        self.buffer.set_script(segment.script);
        self.buffer.set_direction(direction);

        let features = match (self.positioned, self.spaced) {
            (false, true) => &SWITCHED_OFF[..],
            (false, false) => &SWITCHED_OFF[..1],
            (true, true) => &SWITCHED_OFF[1..],
            (true, false) => &[],
        };
        let both: Vec<Feature>;
        let features = if self.features.is_empty() {
            features
        } else {
            both = features.iter().chain(&self.features).copied().collect();
            &both
        };
        let plan = plan(&mut self.plans, face, segment, direction, features)?;
        let font = ShaperFont::new(face.font());
        let options = ShapeOptions::new().plan(Some(plan)).features(features);
        shape(&font, &mut self.buffer, options).ok()?;
        let is_whole = self.buffer.allocation_successful();
        let glyphs = self.buffer.glyph_infos().iter().zip(self.buffer.glyph_positions());
        let is_whole = is_whole && glyphs.len() == self.buffer.glyph_infos().len();
        is_whole.then(|| {
            glyphs.map(|(info, position)| Shaped {
                glyph: info.glyph_id as u16,
                place: info.cluster,
                advance: position.x_advance,
                offset: (position.x_offset, position.y_offset),
            })
        })
    }

    /// The single glyph that a text turns into; `None` for several glyphs, or a missing one.
    pub(super) fn single(&mut self, face: &Face, text: &str) -> Option<u16> {
        let segment = Segment { face: FaceId::BuiltIn, script: Some(Script::LATIN), rtl: false };
        let places = text.char_indices().map(|(place, character)| (place as u32, character));
        let mut glyphs = self.shape(face, segment, places)?;
        let Shaped { glyph, .. } = glyphs.next()?;
        (glyphs.len() == 0 && glyph != 0).then_some(glyph)
    }
}

/// Kerning, which costs most where positions are not used; then what joins characters.
const SWITCHED_OFF: [Feature; 3] = [off(*b"kern"), off(*b"liga"), off(*b"clig")];

const fn off(tag: [u8; 4]) -> Feature {
    Feature {
        tag: Tag::new(&tag),
        value: 0,
        start: Feature::GLOBAL_START,
        end: Feature::GLOBAL_END,
    }
}

fn plan<'p>(
    plans: &'p mut Vec<(FaceId, ShapePlan)>,
    face: &Face,
    segment: Segment,
    direction: Direction,
    features: &[Feature],
) -> Option<&'p ShapePlan> {
    let key = ShapePlanKey::new(face.font(), segment.script, direction).features(features);
    let known = plans.iter().position(|(id, plan)| *id == segment.face && key.matches(plan));
    let index = known.unwrap_or_else(|| {
        if plans.len() == MAX_PLANS {
            plans.clear();
        }
        let plan = ShapePlan::new(face.font(), direction, segment.script, None, features);
        plans.push((segment.face, plan));
        plans.len() - 1
    });
    plans.get(index).map(|(_, plan)| plan)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{SANS, face};

    #[test]
    fn ligatures_are_found() {
        let face = face(SANS);
        let mut shaper = Shaper::default();
        assert_eq!(shaper.single(&face, "fi"), face.glyph('ﬁ'));
        assert_eq!(shaper.single(&face, "ab"), None);
    }

    #[test]
    fn plans_are_kept_per_script() {
        let face = face(SANS);
        let mut shaper = Shaper::default();
        for text in ["fi", "ff", "fi"] {
            shaper.single(&face, text);
        }
        assert_eq!(shaper.plans.len(), 1);
    }
}

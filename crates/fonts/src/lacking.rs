//! Features that a text switches on and its font does not have (spec 20.3.7).

use super::face::Face;
use super::features::FeatureTag;
use super::sfnt::{Sfnt, u16_at};
use super::stack::{Fonts, Style};

impl Fonts {
    /// The first feature of a style that its face does not have, and does not need: figures of one
    /// width stand in many fonts without one.
    pub fn lacking_feature(&self, style: Style) -> Option<FeatureTag> {
        let tags = self.features(style.features);
        if tags.is_empty() {
            return None;
        }
        let face = self.styled(style).0.first_face().map(|(_, face)| face);
        let found = face.map(features_of).unwrap_or_default();
        let lacks = |tag: &&FeatureTag| match **tag {
            tag if found.contains(&tag) => false,
            // Figures of the standard fonts have one width and the height of capitals.
            [b't' | b'l', b'n', b'u', b'm'] if face.is_none() => false,
            [b't', b'n', b'u', b'm'] => !face.is_some_and(has_even_figures),
            _ => true,
        };
        tags.iter().find(lacks).copied()
    }
}

fn has_even_figures(face: &Face) -> bool {
    let mut widths = ('0'..='9').map(|figure| face.glyph(figure).map(|glyph| face.advance(glyph)));
    let first = widths.next().flatten();
    first.is_some() && widths.all(|width| width == first)
}

/// The tags in the feature lists of a face (OpenType 1.9, chapter 2, FeatureList).
fn features_of(face: &Face) -> Vec<FeatureTag> {
    let mut tags = Vec::new();
    let Some(font) = Sfnt::parse(face.bytes()) else { return tags };
    for table in [font.table(b"GSUB"), font.table(b"GPOS")].into_iter().flatten() {
        let list = u16_at(table, 6).and_then(|offset| table.get(usize::from(offset)..));
        let Some((list, count)) = list.and_then(|list| Some((list, u16_at(list, 0)?))) else {
            continue;
        };
        let records = list.get(2..).unwrap_or_default().chunks_exact(6).take(count.into());
        tags.extend(records.filter_map(|record| record.first_chunk::<4>().copied()));
    }
    tags
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::features::FeatureSets;
    use crate::fixtures::{SANS, face};
    use crate::named::NamedFonts;
    use crate::setters::Setters;

    fn with(tags: &[&FeatureTag]) -> (Fonts, Style) {
        let mut sets = FeatureSets::default();
        let features = sets.add(tags.iter().map(|tag| **tag).collect());
        let named = Arc::new(NamedFonts::default().with_features(sets));
        let fonts = Fonts::new(vec![face(SANS)], true).with_named(&named);
        (fonts, Style { features, ..Style::default() })
    }

    #[test]
    fn lines_are_measured_and_drawn_with_their_features() {
        let (fonts, featured) = with(&[b"hlig", b"ss01", b"dlig", b"locl", b"frac", b"sups"]);
        let available = features_of(&face(SANS));
        // The feature of the font that is switched on changes glyphs; those that it lacks do not.
        let mut setters = Setters::new(&fonts);
        let plain = setters.of(Style::default()).set("office").map(|line| line.glyphs.clone()).ok();
        let same = setters.of(featured).set("office").map(|line| line.glyphs.clone()).ok();
        assert_eq!(plain, same, "{available:?}");
        let mut widths = Vec::new();
        let slack = setters.of(featured).advances("office", |_, width, _| widths.push(width)).ok();
        let width = setters.of(featured).set("office").map(|line| line.width).unwrap_or_default();
        let sum: f64 = widths.iter().sum();
        assert!((sum - width).abs() < 1e-6 && slack.is_some(), "{sum} {width}");
    }

    #[test]
    fn features_that_a_face_lacks_are_named() {
        let lacking = |tags: &[&FeatureTag]| {
            let (fonts, style) = with(tags);
            fonts.lacking_feature(style)
        };
        // Its figures have one width.
        assert_eq!(lacking(&[b"tnum"]), None);
        assert_eq!(lacking(&[b"tnum", b"zzzz"]), Some(*b"zzzz"));
        let mut sets = FeatureSets::default();
        let features = sets.add(vec![*b"tnum", *b"smcp"]);
        let fonts = Fonts::standard();
        let fonts = fonts.with_named(&Arc::new(NamedFonts::default().with_features(sets)));
        assert_eq!(fonts.lacking_feature(Style { features, ..Style::default() }), Some(*b"smcp"));
    }
}

//! OpenType features that a template switches on, such as figures of one width (spec 20.3.7).

use std::num::NonZeroU16;

use harfrust::{Feature, Tag};

/// The tag of a feature: four letters or digits.
pub type FeatureTag = [u8; 4];

/// Some features of a template, by their number among its sets; nothing by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct FeatureSet(Option<NonZeroU16>);

/// The sets of features of a template.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FeatureSets(Vec<Vec<FeatureTag>>);

impl FeatureSets {
    /// The number of some features. Sets beyond the 65,535th are none.
    pub fn add(&mut self, tags: Vec<FeatureTag>) -> FeatureSet {
        if tags.is_empty() {
            return FeatureSet::default();
        }
        let index = self.0.iter().position(|known| *known == tags).unwrap_or_else(|| {
            self.0.push(tags);
            self.0.len() - 1
        });
        FeatureSet(u16::try_from(index + 1).ok().and_then(NonZeroU16::new))
    }

    /// Returns true if there are no sets.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The features of a set.
    pub fn get(&self, set: FeatureSet) -> &[FeatureTag] {
        let index = set.0.map(|number| usize::from(number.get()) - 1);
        index.and_then(|index| self.0.get(index)).map_or(&[][..], Vec::as_slice)
    }
}

/// A feature as shaping takes it.
pub(super) fn on(tag: &FeatureTag) -> Feature {
    let (start, end) = (Feature::GLOBAL_START, Feature::GLOBAL_END);
    Feature { tag: Tag::new(tag), value: 1, start, end }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sets_have_one_number() {
        let mut sets = FeatureSets::default();
        let [one, other, same] =
            [vec![*b"tnum"], vec![*b"smcp"], vec![*b"tnum"]].map(|tags| sets.add(tags));
        assert!(one == same && one != other);
        assert_eq!((sets.get(other), sets.get(FeatureSet::default())), (&[*b"smcp"][..], &[][..]));
        assert_eq!(sets.add(Vec::new()), FeatureSet::default());
    }
}

//! The names that lines give to the faces of a stack.

use super::standard::Standard;

/// A face of a stack. The same stack gives the same ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FaceId {
    /// A standard font, never embedded.
    Standard(Standard),
    /// A font given by the user, by its place among them.
    Given(u8),
    /// The built-in fallback.
    BuiltIn,
    /// A face of the fonts that a template names, by its place among them.
    Named(u16),
}

/// Lines hold an id for each run.
const _: () = assert!(size_of::<FaceId>() == 4);

impl FaceId {
    /// Helvetica, upright and regular.
    pub const HELVETICA: Self = Self::Standard(Standard::ALL[0]);

    /// The number in resource names: 0 for Helvetica, then given faces; 255 for the built-in
    /// fallback; from 256 the other standard fonts; from 512 named faces. Documents keep their bytes
    /// by it.
    pub fn index(self) -> usize {
        match self {
            Self::HELVETICA => 0,
            Self::Given(place) => usize::from(place) + 1,
            Self::BuiltIn => 255,
            Self::Standard(font) => 256 + font.index(),
            Self::Named(place) => 512 + usize::from(place),
        }
    }

    /// The standard font; nothing for a font to embed.
    pub fn standard(self) -> Option<Standard> {
        match self {
            Self::Standard(font) => Some(font),
            Self::Given(_) | Self::BuiltIn | Self::Named(_) => None,
        }
    }
}

/// Synthetic styles of a face.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Synthetic {
    /// Heavier, by a thirtieth of the size.
    pub bold: bool,
    /// Slanted by 12 degrees.
    pub italic: bool,
}

impl Synthetic {
    /// Tangent of the angle by which outlines are slanted: 12 degrees.
    pub const SLANT: f64 = 0.212_556_561_670_022_1;
    /// By how much outlines are made heavier, as a part of the size.
    pub const WEIGHT: f64 = 1.0 / 30.0;

    /// Returns true if there is a synthetic style.
    pub fn any(self) -> bool {
        self.bold || self.italic
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_resource_names() {
        assert_eq!(FaceId::HELVETICA.index(), 0);
        assert_eq!((FaceId::Given(0).index(), FaceId::Given(253).index()), (1, 254));
        assert_eq!(FaceId::BuiltIn.index(), 255);
        let numbers = Standard::ALL[1..].iter().map(|font| FaceId::Standard(*font).index());
        assert!(numbers.eq(257..=267));
        assert_eq!(FaceId::Named(0).index(), 512);
    }
}

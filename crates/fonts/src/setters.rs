//! A typesetter for each face that a document asks for.

use super::stack::{Fonts, Style};
use super::typesetter::Typesetter;

/// Typesetters by style, made as they are asked for.
pub struct Setters<'f> {
    fonts: &'f Fonts,
    made: Vec<(Style, Typesetter<'f>)>,
    kerned: bool,
}

impl<'f> Setters<'f> {
    /// Typesetters that measure in the fonts of a document.
    pub fn new(fonts: &'f Fonts) -> Self {
        Self { fonts, made: Vec::new(), kerned: false }
    }

    /// Typesetters that draw what is broken into lines: with the kerning that it is measured with.
    pub fn drawing(fonts: &'f Fonts) -> Self {
        Self { kerned: true, ..Self::new(fonts) }
    }

    pub fn fonts(&self) -> &'f Fonts {
        self.fonts
    }

    /// The typesetter of a style.
    pub fn of(&mut self, style: Style) -> &mut Typesetter<'f> {
        let at = match self.made.iter().position(|(made, _)| *made == style) {
            Some(at) => at,
            None => {
                let setter = Typesetter::new(self.fonts.styled(style).0)
                    .spaced(style.spaced)
                    .featured(self.fonts.features(style.features))
                    .directed(style.direction)
                    .kerned(self.kerned);
                self.made.push((style, setter.synthetic(self.fonts.looks(style))));
                self.made.len() - 1
            }
        };
        &mut self.made[at].1
    }
}

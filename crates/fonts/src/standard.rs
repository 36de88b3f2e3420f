//! The standard fonts of PDF readers besides Helvetica's upright face, which has a module of its
//! own: never embedded, in WinAnsi (cp1252) encoding, known by Adobe's metrics alone.

use super::helvetica;
use super::metrics::Metrics;
use super::standard_table::{
    HELVETICA_BOLD, TIMES_BOLD, TIMES_BOLDITALIC, TIMES_ITALIC, TIMES_ROMAN,
};

/// Width of every glyph of Courier, in thousandths of the size.
const COURIER_WIDTH: u16 = 600;

/// A family of standard fonts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Family {
    Helvetica,
    Times,
    Courier,
}

/// A standard font: one face of a family.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Standard {
    pub family: Family,
    pub bold: bool,
    pub italic: bool,
}

/// Font-wide values of Adobe's metrics.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StandardDescriptor {
    /// Its name in a PDF.
    pub name: &'static str,
    /// The box around all glyphs, in thousandths.
    pub bounds: [i64; 4],
    /// Slant in degrees, counter-clockwise.
    pub italic_angle: f32,
    /// Height of ascenders.
    pub ascent: i64,
    /// Depth of descenders, negative.
    pub descent: i64,
    /// Height of capitals.
    pub cap_height: i64,
    /// Width of vertical stems.
    pub stem_width: i64,
    /// Flags of a font descriptor (ISO 32000-1, 9.8.2).
    pub flags: i64,
}

impl Standard {
    /// All of them, by [`Standard::index`].
    pub const ALL: [Self; 12] = {
        let mut all = [Self { family: Family::Helvetica, bold: false, italic: false }; 12];
        let mut index = 0;
        while index < 12 {
            let family = match index / 4 {
                0 => Family::Helvetica,
                1 => Family::Times,
                _ => Family::Courier,
            };
            all[index] = Self { family, bold: index & 1 != 0, italic: index & 2 != 0 };
            index += 1;
        }
        all
    };

    /// Its number among [`Standard::ALL`].
    pub fn index(self) -> usize {
        let family = match self.family {
            Family::Helvetica => 0,
            Family::Times => 4,
            Family::Courier => 8,
        };
        family + usize::from(self.bold) + 2 * usize::from(self.italic)
    }

    /// Returns true for the upright, regular face of Helvetica.
    pub(super) fn is_helvetica(self) -> bool {
        self.index() == 0
    }

    fn metrics(self) -> Option<&'static Metrics> {
        match (self.family, self.bold, self.italic) {
            (Family::Helvetica, true, _) => Some(&HELVETICA_BOLD),
            (Family::Helvetica, false, _) | (Family::Courier, ..) => None,
            (Family::Times, false, false) => Some(&TIMES_ROMAN),
            (Family::Times, true, false) => Some(&TIMES_BOLD),
            (Family::Times, false, true) => Some(&TIMES_ITALIC),
            (Family::Times, true, true) => Some(&TIMES_BOLDITALIC),
        }
    }

    /// Width that a code is measured with, in thousandths of the size.
    pub fn width(self, code: u8) -> u16 {
        match (self.metrics(), self.family) {
            (Some(metrics), _) => metrics.widths[usize::from(code)],
            (None, Family::Helvetica) => helvetica::width(code),
            (None, _) => COURIER_WIDTH,
        }
    }

    /// Advance of a code as drawn, in thousandths of the size.
    pub fn advance(self, code: u8) -> u16 {
        if self.metrics().is_none() && self.family == Family::Helvetica {
            return helvetica::advance(code);
        }
        self.width(code)
    }

    /// Kerning between two adjacent codes, in thousandths of the size.
    pub fn kerning(self, left: u8, right: u8) -> i16 {
        match (self.metrics(), self.family) {
            (Some(metrics), _) => {
                let row = usize::from(metrics.left[usize::from(left)]) * metrics.columns;
                metrics.kerning[row + usize::from(metrics.right[usize::from(right)])]
            }
            (None, Family::Helvetica) => helvetica::kerning(left, right),
            (None, _) => 0,
        }
    }

    /// Values of the font descriptor.
    pub fn descriptor(self) -> StandardDescriptor {
        const NONSYMBOLIC: i64 = 1 << 5;
        const SERIF: i64 = 1 << 1;
        const FIXED_PITCH: i64 = 1;
        const ITALIC: i64 = 1 << 6;
        let (name, bounds, italic_angle) = NAMES[self.index()];
        let (ascent, descent, cap_height, stem_width) = match (self.family, self.bold, self.italic)
        {
            (Family::Helvetica, false, _) => (718, -207, 718, 88),
            (Family::Helvetica, true, _) => (718, -207, 718, 140),
            (Family::Times, false, false) => (683, -217, 662, 84),
            (Family::Times, true, false) => (683, -217, 676, 139),
            (Family::Times, false, true) => (683, -217, 653, 76),
            (Family::Times, true, true) => (683, -217, 669, 121),
            (Family::Courier, false, _) => (629, -157, 562, 51),
            (Family::Courier, true, _) => (629, -157, 562, 106),
        };
        let family = match self.family {
            Family::Helvetica => 0,
            Family::Times => SERIF,
            Family::Courier => SERIF | FIXED_PITCH,
        };
        let flags = NONSYMBOLIC | family | if self.italic { ITALIC } else { 0 };
        StandardDescriptor {
            name,
            bounds,
            italic_angle,
            ascent,
            descent,
            cap_height,
            stem_width,
            flags,
        }
    }
}

/// Name, box and slant, from the heads of Adobe's metrics.
static NAMES: [(&str, [i64; 4], f32); 12] = [
    ("Helvetica", [-166, -225, 1000, 931], 0.0),
    ("Helvetica-Bold", [-170, -228, 1003, 962], 0.0),
    ("Helvetica-Oblique", [-170, -225, 1116, 931], -12.0),
    ("Helvetica-BoldOblique", [-174, -228, 1114, 962], -12.0),
    ("Times-Roman", [-168, -218, 1000, 898], 0.0),
    ("Times-Bold", [-168, -218, 1000, 935], 0.0),
    ("Times-Italic", [-169, -217, 1010, 883], -15.5),
    ("Times-BoldItalic", [-200, -218, 996, 921], -15.0),
    ("Courier", [-23, -250, 715, 805], 0.0),
    ("Courier-Bold", [-113, -250, 749, 801], 0.0),
    ("Courier-Oblique", [-27, -250, 849, 805], -12.0),
    ("Courier-BoldOblique", [-57, -250, 869, 801], -12.0),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn width(font: Standard, text: &str) -> i32 {
        let codes: Vec<u8> = text.chars().filter_map(helvetica::encode).collect();
        let kerning = codes.windows(2).map(|pair| i32::from(font.kerning(pair[0], pair[1])));
        codes.iter().map(|code| i32::from(font.width(*code))).sum::<i32>() + kerning.sum::<i32>()
    }

    #[test]
    fn numbers_name_the_fonts() {
        for (index, font) in Standard::ALL.into_iter().enumerate() {
            assert_eq!(font.index(), index);
            let name = font.descriptor().name;
            assert_eq!(name.contains("Bold"), font.bold, "{name}");
            assert_eq!(name.contains("Oblique") || name.contains("Italic"), font.italic, "{name}");
        }
    }

    #[test]
    fn widths_and_pairs_are_adobes() {
        let font = |family, bold, italic| Standard { family, bold, italic };
        let bold = font(Family::Helvetica, true, false);
        assert_eq!(width(bold, "iiiiiiiiii"), 2780);
        assert_eq!(width(font(Family::Helvetica, true, true), "i"), 278);
        assert_eq!(width(font(Family::Helvetica, false, true), "iiiiiiiiii"), 2220);
        assert_eq!(bold.kerning(b'A', b'V'), -80);
        assert_eq!(font(Family::Times, false, false).kerning(b'A', b'V'), -135);
        assert_eq!(width(font(Family::Times, true, true), "W"), 889);
        assert_eq!(width(font(Family::Times, false, true), "a"), 500);
        assert_eq!(width(font(Family::Courier, true, true), "AV€…"), 2400);
    }

    #[test]
    fn the_tables_hold_the_metrics_files() {
        let files = [
            (1, include_str!("data/Helvetica-Bold.afm")),
            (4, include_str!("data/Times-Roman.afm")),
            (5, include_str!("data/Times-Bold.afm")),
            (6, include_str!("data/Times-Italic.afm")),
            (7, include_str!("data/Times-BoldItalic.afm")),
        ];
        for (index, afm) in files {
            let font = Standard::ALL[index];
            let mut compared = 0;
            for line in afm.lines() {
                let words: Vec<&str> = line.split(' ').collect();
                // Names of one letter are that letter.
                match words[..] {
                    ["KPX", left, right, value] if left.len() == 1 && right.len() == 1 => {
                        let kerning = font.kerning(left.as_bytes()[0], right.as_bytes()[0]);
                        assert_eq!(kerning.to_string(), value, "{line}");
                        compared += 1;
                    }
                    ["C", _, ";", "WX", value, ";", "N", name, ..] if name.len() == 1 => {
                        assert_eq!(font.width(name.as_bytes()[0]).to_string(), value, "{line}");
                        compared += 1;
                    }
                    ["FontName", name] => assert_eq!(name, font.descriptor().name),
                    ["CapHeight", value] => {
                        assert_eq!(font.descriptor().cap_height.to_string(), value);
                    }
                    _ => {}
                }
            }
            assert!(compared > 150, "{compared}");
        }
    }
}

//! Outlines of glyphs, for those who draw without a reader's fonts.

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};

/// One step of an outline, in font units, y upwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Step {
    /// Starts a contour.
    Move(f32, f32),
    /// A straight line.
    Line(f32, f32),
    /// A quadratic curve: control point and end.
    Quadratic([f32; 4]),
    /// A cubic curve: two control points and the end.
    Cubic([f32; 6]),
    /// Back to the start of the contour.
    Close,
}

/// The outline of a glyph as in the file: unscaled, unhinted. Empty for damaged data.
pub(super) fn of(file: &[u8], glyph: u16) -> Vec<Step> {
    let mut steps = Steps(Vec::new());
    if let Ok(font) = FontRef::from_index(file, 0)
        && let Some(outline) = font.outline_glyphs().get(GlyphId::from(glyph))
    {
        let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
        if outline.draw(settings, &mut steps).is_err() {
            steps.0.clear();
        }
    }
    steps.0
}

/// Font units of a size, by the file.
pub(super) fn units(file: &[u8]) -> Option<f64> {
    let font = FontRef::from_index(file, 0).ok()?;
    let units = font.metrics(Size::unscaled(), LocationRef::default()).units_per_em;
    (units > 0).then(|| units.into())
}

struct Steps(Vec<Step>);

impl OutlinePen for Steps {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.push(Step::Move(x, y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.push(Step::Line(x, y));
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.0.push(Step::Quadratic([cx, cy, x, y]));
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.0.push(Step::Cubic([ax, ay, bx, by, x, y]));
    }

    fn close(&mut self) {
        self.0.push(Step::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{CUBIC, SANS, face};

    #[test]
    fn letters_have_closed_contours_and_blanks_none() {
        let face = face(SANS);
        let outline = face.outline(face.glyph('o').expect("a glyph"));
        assert_eq!(outline.iter().filter(|step| **step == Step::Close).count(), 2);
        assert!(outline.iter().any(|step| matches!(step, Step::Quadratic(_))));
        assert_eq!(face.outline(face.glyph(' ').expect("a glyph")), []);
    }

    #[test]
    fn cff_outlines_have_cubic_curves() {
        let face = face(CUBIC);
        let outline = face.outline(face.glyph('A').expect("a glyph"));
        assert!(matches!(outline.first(), Some(Step::Move(..))));
        let other = face.outline(face.glyph('a').expect("a glyph"));
        assert!(
            other
                .iter()
                .chain(&outline)
                .any(|step| matches!(step, Step::Cubic(_) | Step::Line(..)))
        );
    }

    #[test]
    fn damaged_files_have_no_outlines() {
        assert_eq!(of(b"no font", 3), []);
    }
}

//! Size of a line of text.

use reportctl_engine::font::{FaceId, FaceRef, Fonts, Typesetter};
use reportctl_engine::problem::{Code, Problem, Result};
use reportctl_engine::units::pt_to_mm;

/// Width, ascent and descent (both positive) in millimetres. Ascent and descent are those of the
/// first font, so that they do not jump while somebody types.
pub(super) fn line(fonts: &Fonts, text: &str, size: f64) -> Result<Vec<f64>> {
    let width = match Typesetter::new(fonts).set(text) {
        Ok(line) => line.width_at(size),
        Err(missing) => {
            let message = format!("no font has the character `{}`", missing.character);
            return Err(Problem::new(Code::UnsupportedGlyph, message));
        }
    };
    let (ascent, descent) = match fonts.face(FaceId::Given(0)) {
        FaceRef::Face(face) => {
            (f64::from(face.descriptor().ascent), -f64::from(face.descriptor().descent))
        }
        FaceRef::Standard(standard) => {
            let descriptor = standard.descriptor();
            (descriptor.ascent as f64, -descriptor.descent as f64)
        }
    };
    let scaled = |thousandths: f64| pt_to_mm(thousandths * size / 1000.0);
    Ok(vec![pt_to_mm(width), scaled(ascent), scaled(descent)])
}

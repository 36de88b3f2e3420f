//! Measures of a font, as PDF states them.

use harfrust::Font;
use skrifa::raw::TableProvider;

/// Values of a PDF font descriptor. Lengths in thousandths of the size.
#[derive(Debug, Clone, PartialEq)]
pub struct Descriptor {
    /// Flag bits as numbered by PDF (fixed pitch, symbolic, italic).
    pub flags: u32,
    /// Left, bottom, right, top of all glyphs laid over each other.
    pub bounds: [f32; 4],
    /// Degrees counter-clockwise from the vertical; slanting to the right is negative.
    pub italic_angle: f32,
    /// Height above the baseline.
    pub ascent: f32,
    /// Depth below the baseline, negative.
    pub descent: f32,
    /// Height of capitals.
    pub cap_height: f32,
    /// Width of stems, estimated from the weight.
    pub stem_width: f32,
    /// Weight class, from 1 to 1000: 400 for regular, 700 for bold.
    pub weight: u16,
}

impl Descriptor {
    pub(super) fn of(font: &Font) -> Self {
        const FIXED_PITCH: u32 = 1;
        const SYMBOLIC: u32 = 1 << 2;
        const ITALIC: u32 = 1 << 6;

        let metrics = font.metrics();
        let style = font.style_metrics();
        let scale = |units: f32| units * 1000.0 / f32::from(metrics.units_per_em);
        let line = metrics.hhea_line.or(metrics.typo_line).unwrap_or_default();
        let ascent = scale(line.ascender.to_f32());
        let italic_angle = style.italic_angle.map_or(0.0, |angle| angle.to_f32());
        let fixed = style.is_fixed_pitch == Some(true);
        let weight = font.tables().os2().map_or(400, |os2| os2.us_weight_class());
        let bounds = metrics.bounds;
        Self {
            // Glyphs are addressed by number, not through a Latin encoding: symbolic.
            flags: SYMBOLIC
                | if fixed { FIXED_PITCH } else { 0 }
                | if italic_angle != 0.0 { ITALIC } else { 0 },
            bounds: [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max]
                .map(|value| scale(value.to_f32())),
            italic_angle,
            ascent,
            descent: scale(line.descender.to_f32()),
            cap_height: metrics.cap_height.map_or(ascent, |height| scale(height.to_f32())),
            // The estimate that PDF producers share; the value matters only where fonts are replaced.
            stem_width: 50.0 + (f32::from(weight.min(1000)) / 65.0).powi(2),
            weight,
        }
    }
}

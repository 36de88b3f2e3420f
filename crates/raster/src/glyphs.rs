//! Glyphs: each is drawn once per size and quarter of a pixel, then copied.

use std::collections::HashMap;
use std::rc::Rc;

use reportctl_engine::font::{
    FaceId, FontFile, GlyphOffset, Pen, PenGlyph, Pens, Step, Synthetic, UsedFonts,
};
use reportctl_engine::template::Color;
use tiny_skia::{Path, PathBuilder, Stroke, Transform};

use crate::canvas::{Canvas, Pixels, coverage};

/// Origins of glyphs lie on such parts of a pixel, from left to right.
const PARTS: f64 = 4.0;

/// The outline of a glyph in font units, y downwards; none of a blank.
type Outline = Option<Rc<Path>>;

/// Everything that decides about the pixels of a glyph.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    face: FaceId,
    synthetic: Synthetic,
    code: u16,
    /// Hundredths of a point.
    size: i64,
    part: u8,
}

/// The pixels of a glyph, around its origin.
struct Bitmap {
    area: Pixels,
    coverage: Vec<u8>,
}

/// The glyphs of a document at one resolution.
#[derive(Default)]
pub(crate) struct GlyphCache {
    outlines: HashMap<(FontFile, u16), Outline>,
    bitmaps: HashMap<Key, Option<Rc<Bitmap>>>,
}

/// The glyphs of a page.
pub(crate) struct PagePens<'c, 'f, 'o> {
    cache: &'c mut GlyphCache,
    pens: Pens<'f, 'o>,
}

impl GlyphCache {
    pub(crate) fn pens<'f, 'o>(&mut self, fonts: &'o UsedFonts<'f>) -> PagePens<'_, 'f, 'o> {
        PagePens { cache: self, pens: Pens::new(fonts) }
    }

    fn outline(&mut self, pen: &Pen<'_>, number: u16) -> Outline {
        let outline = self.outlines.entry((pen.file(), number));
        outline.or_insert_with(|| path(&pen.face().outline(number)).map(Rc::new)).clone()
    }

    /// The pixels of a glyph whose origin is moved to the right by `part`.
    fn bitmap(&mut self, pen: &Pen<'_>, glyph: PenGlyph, scale: f64, part: f64) -> Option<Bitmap> {
        let outline = self.outline(pen, glyph.number?)?;
        let transform = Transform::from_row(
            (scale * glyph.widened) as f32,
            0.0,
            (-scale * pen.slant()) as f32,
            scale as f32,
            part as f32,
            0.0,
        );
        let path = Path::clone(&outline).transform(transform)?;
        let heavier = Stroke { width: (pen.weight() * scale) as f32, ..Stroke::default() };
        let edge = if pen.weight() > 0.0 { path.stroke(&heavier, 1.0) } else { None };
        let paths: Vec<&Path> = std::iter::once(&path).chain(&edge).collect();
        // A glyph larger than any page is not worth a bitmap of its size.
        const FAR: i64 = 1 << 14;
        let (area, coverage) = coverage(&paths, [-FAR, -FAR, FAR, FAR])?;
        Some(Bitmap { area, coverage })
    }
}

impl PagePens<'_, '_, '_> {
    /// The width of a run of glyphs in points.
    pub(crate) fn width(
        &mut self,
        (face, synthetic): (FaceId, Synthetic),
        codes: &[u16],
        offsets: &[GlyphOffset],
        size: f64,
    ) -> f64 {
        let Some(pen) = self.pens.pen(face, synthetic) else { return 0.0 };
        let advances: f64 = codes.iter().map(|code| self.pens.glyph(&pen, *code).advance).sum();
        let moved: f64 = offsets.iter().map(|offset| offset.x).sum();
        size * (advances / pen.units() + moved / 1000.0)
    }

    /// Draws a run of glyphs and gives its width in points. `at` is in pixels, `size` in points,
    /// `scale` in pixels per point.
    #[expect(clippy::too_many_arguments, reason = "what a run of text is")]
    pub(crate) fn draw(
        &mut self,
        (face, synthetic): (FaceId, Synthetic),
        codes: &[u16],
        offsets: &[GlyphOffset],
        at: (f64, f64),
        size: f64,
        scale: f64,
        color: Color,
        canvas: &mut Canvas,
    ) -> f64 {
        let Some(pen) = self.pens.pen(face, synthetic) else { return 0.0 };
        let unit = size / pen.units();
        let mut moved = 0.0;
        for (index, code) in codes.iter().enumerate() {
            let offset = offsets.get(index).copied().unwrap_or_default();
            moved += offset.x * pen.units() / 1000.0;
            let glyph = self.pens.glyph(&pen, *code);
            let x = at.0 + moved * unit * scale;
            let (left, top) = (x.floor(), (at.1 - offset.rise * size / 1000.0 * scale).floor());
            let part = ((x - left) * PARTS).floor();
            let (size, part_number) = ((size * 100.0) as i64, part as u8);
            let key = Key { face, synthetic, code: *code, size, part: part_number };
            let bitmap = match self.cache.bitmaps.get(&key) {
                Some(known) => known.clone(),
                None => {
                    let made = self.cache.bitmap(&pen, glyph, unit * scale, part / PARTS);
                    let made = made.map(Rc::new);
                    self.cache.bitmaps.insert(key, made.clone());
                    made
                }
            };
            if let Some(bitmap) = bitmap {
                let [x0, y0, x1, y1] = bitmap.area;
                let (left, top) = (left as i64, top as i64);
                let area = [x0 + left, y0 + top, x1 + left, y1 + top];
                canvas.blend(area, &bitmap.coverage, color);
            }
            moved += glyph.advance;
        }
        moved += offsets.last().map_or(0.0, |offset| offset.x * pen.units() / 1000.0);
        moved * unit
    }
}

fn path(outline: &[Step]) -> Option<Path> {
    let mut path = PathBuilder::new();
    for step in outline {
        match *step {
            Step::Move(x, y) => path.move_to(x, -y),
            Step::Line(x, y) => path.line_to(x, -y),
            Step::Quadratic([cx, cy, x, y]) => path.quad_to(cx, -cy, x, -y),
            Step::Cubic([ax, ay, bx, by, x, y]) => path.cubic_to(ax, -ay, bx, -by, x, -y),
            Step::Close => path.close(),
        }
    }
    path.finish()
}

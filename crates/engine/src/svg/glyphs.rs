//! Outlines of glyphs as definitions.

use std::collections::{BTreeSet, HashMap};

use super::text::decimal;
use crate::font::{FaceId, FontFile, Pen, Pens, Step, Synthetic, UsedFonts};

/// Outlines by file and glyph; an empty one for a blank.
#[derive(Default)]
pub(super) struct Outlines(HashMap<(FontFile, u16), String>);

/// The glyphs of one page, named as they are in every page and document: what an editor has on the
/// screen already keeps its meaning.
pub(super) struct Glyphs<'f, 'o> {
    pens: Pens<'f, 'o>,
    outlines: &'o mut Outlines,
    used: BTreeSet<(FontFile, u16)>,
}

/// One glyph of a run.
pub(super) struct Glyph {
    number: u16,
    /// Advance width, in font units.
    pub(super) advance: f64,
    /// Factor by which its outline is widened to its advance.
    pub(super) widened: f64,
    /// `true` if its outline is not empty.
    pub(super) visible: bool,
}

impl<'f, 'o> Glyphs<'f, 'o> {
    pub(super) fn new(fonts: &'o UsedFonts<'f>, outlines: &'o mut Outlines) -> Self {
        Self { pens: Pens::new(fonts), outlines, used: BTreeSet::new() }
    }

    /// Pen that draws the codes of a face; `None` if there is no face to draw with.
    pub(super) fn pen(&mut self, id: FaceId, synthetic: Synthetic) -> Option<Pen<'f>> {
        self.pens.pen(id, synthetic)
    }

    /// The glyph of a code.
    pub(super) fn glyph(&mut self, pen: &Pen<'f>, code: u16) -> Glyph {
        let glyph = self.pens.glyph(pen, code);
        let (advance, widened) = (glyph.advance, glyph.widened);
        let Some(number) = glyph.number else {
            return Glyph { number: 0, advance, widened, visible: false };
        };
        let key = (pen.file(), number);
        let outline =
            self.outlines.0.entry(key).or_insert_with(|| path(&pen.face().outline(number)));
        let visible = !outline.is_empty();
        if visible {
            self.used.insert(key);
        }
        Glyph { number, advance, widened, visible }
    }

    /// The definitions of all glyphs used.
    pub(super) fn defs(&self) -> String {
        let mut out = String::new();
        for key in &self.used {
            let Some(outline) = self.outlines.0.get(key) else { continue };
            out.push_str("<path id=\"");
            name(*key, &mut out);
            out.push_str("\" d=\"");
            out.push_str(outline);
            out.push_str("\"/>\n");
        }
        out
    }
}

/// The id of a glyph's definition.
pub(super) fn glyph_name(pen: &Pen<'_>, glyph: &Glyph, out: &mut String) {
    name((pen.file(), glyph.number), out);
}

fn name((file, glyph): (FontFile, u16), out: &mut String) {
    out.push('g');
    if let Some(file) = file {
        out.push_str(&format!("{file:08x}"));
    }
    out.push('-');
    out.push_str(itoa::Buffer::new().format(glyph));
}

/// An outline as path data, y downwards.
fn path(outline: &[Step]) -> String {
    let mut out = String::new();
    let mut step = |command: char, points: &[f32]| {
        out.push(command);
        for (index, point) in points.chunks_exact(2).enumerate() {
            if index > 0 {
                out.push(' ');
            }
            decimal(point[0].into(), 2, &mut out);
            out.push(' ');
            decimal((-point[1]).into(), 2, &mut out);
        }
    };
    for segment in outline {
        match segment {
            Step::Move(x, y) => step('M', &[*x, *y]),
            Step::Line(x, y) => step('L', &[*x, *y]),
            Step::Quadratic(points) => step('Q', points),
            Step::Cubic(points) => step('C', points),
            Step::Close => step('Z', &[]),
        }
    }
    out
}

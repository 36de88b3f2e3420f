//! Pictures made of lines and areas.

use std::collections::HashSet;
use std::sync::Arc;

use super::Picture;
use super::letterhead::Sheet;
use reportctl_base::choice::{Cap, FillRule};
use reportctl_base::color::Color;
use reportctl_base::path::Segment;

/// A picture made of lines and areas. Lengths in its own units, y downwards.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawing {
    /// Its width; what lies outside is not seen.
    pub width: f64,
    pub height: f64,
    /// Its parts, in the order of painting.
    pub marks: Vec<Mark>,
    /// The kinds of things that were left out.
    pub dropped: Vec<&'static str>,
    /// The page of a PDF file that PDFs have in its place; screens cannot draw it.
    pub sheet: Option<Arc<Sheet>>,
}

/// A part of a drawing.
#[derive(Debug, Clone, PartialEq)]
pub enum Mark {
    /// Begins a layer, which ends at its `End`. Layers nest.
    Begin(Layer),
    /// Ends the layer that began last.
    End,
    /// An area or a line.
    Outline(Box<Outline>),
    /// A picture made of pixels: transformation of the square of side 1 that it fills.
    Pixels(Matrix, Arc<Picture>),
}

#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// Opacity of the layer as a whole.
    pub opacity: f64,
    pub clip: Option<(Vec<Segment>, FillRule)>,
}

/// An area, a line, or both.
#[derive(Debug, Clone, PartialEq)]
pub struct Outline {
    /// The curves that bound it.
    pub segments: Vec<Segment>,
    /// From its coordinates to those of the drawing; nothing where they are the same.
    pub matrix: Option<Matrix>,
    pub fill: Option<Ink>,
    pub rule: FillRule,
    pub stroke: Option<Line>,
}

/// A paint with its opacity.
#[derive(Debug, Clone, PartialEq)]
pub struct Ink {
    pub paint: Paint,
    pub opacity: f64,
}

/// A colour or a gradient.
#[derive(Debug, Clone, PartialEq)]
pub enum Paint {
    Color(Color),
    Gradient(Arc<Gradient>),
}

/// Colours that change along a line, or from one circle to another.
#[derive(Debug, Clone, PartialEq)]
pub struct Gradient {
    pub geometry: GradientGeometry,
    /// From its coordinates to those of the outline.
    pub matrix: Matrix,
    /// At least two, in order, from 0 to 1. Outlines with one gradient share them.
    pub stops: Arc<[Stop]>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum GradientGeometry {
    /// From a point to another one.
    Line([f64; 4]),
    /// From a circle to another one: x, y and radius of each.
    Circles([f64; 6]),
}

/// A colour of a gradient.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stop {
    /// Offset from 0 to 1.
    pub offset: f64,
    pub color: Color,
    pub opacity: f64,
}

/// A line along an outline, in the units of the outline.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    pub ink: Ink,
    pub width: f64,
    pub cap: Cap,
    pub join: Join,
    /// Longest miter, in line widths; longer ones are bevelled.
    pub miter_limit: f64,
    /// Dashes and gaps; empty: no gaps.
    pub dashes: Vec<f64>,
    /// Offset into the dashes at the start of the line.
    pub offset: f64,
}

impl Line {
    /// Returns `true` if it has gaps: dashes without a length, or with none of so many decimals, are
    /// refused by readers.
    pub fn has_dashes(&self, decimals: u32) -> bool {
        let one = 10_f64.powi(decimals as i32);
        self.dashes.iter().any(|length| (length * one).round() > 0.0)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Join {
    Miter,
    Round,
    Bevel,
}

/// The matrix `[a, b, c, d, e, f]`: (x, y) becomes (a x + c y + e, b x + d y + f).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Matrix(pub [f64; 6]);

/// Most decimals of a length.
const MOST_DECIMALS: f64 = 10.0;

impl Matrix {
    pub const IDENTITY: Self = Self([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    /// The larger of the lengths that its units along both axes become.
    pub fn largest_factor(self) -> f64 {
        let [a, b, c, d, ..] = self.0;
        a.hypot(b).max(c.hypot(d))
    }

    /// The product: `first`, then this matrix.
    #[must_use]
    pub fn after(self, first: Self) -> Self {
        let [a, b, c, d, e, f] = self.0;
        let [g, h, i, j, k, l] = first.0;
        Self([
            a * g + c * h,
            b * g + d * h,
            a * i + c * j,
            b * i + d * j,
            a * k + c * l + e,
            b * k + d * l + f,
        ])
    }

    /// Maps a point.
    pub fn place(self, x: f64, y: f64) -> (f64, f64) {
        let [a, b, c, d, e, f] = self.0;
        (a * x + c * y + e, b * x + d * y + f)
    }

    /// Factor by which areas grow; negative for reflections.
    pub fn determinant(self) -> f64 {
        let [a, b, c, d, _, _] = self.0;
        a * d - b * c
    }

    /// Factor by which lengths grow, if it is the same in all directions.
    pub fn scale(self) -> Option<f64> {
        let [a, b, c, d, _, _] = self.0;
        let scale = self.determinant().abs().sqrt();
        let near = |one: f64, other: f64| (one - other).abs() <= scale * 1e-6;
        let turns = near(a, d) && near(b, -c) || near(a, -d) && near(b, c);
        (turns && scale > 0.0).then_some(scale)
    }

    /// Returns true if all coefficients are finite.
    pub fn is_finite(self) -> bool {
        self.0.iter().all(|one| one.is_finite())
    }
}

impl Drawing {
    /// A page of a PDF file, which screens show as a frame.
    pub(super) fn of_sheet(sheet: Sheet) -> Self {
        const POINT: f64 = 96.0 / 72.0;
        let (width, height) = (sheet.width * POINT, sheet.height * POINT);
        let inset = 6.0_f64.min(width / 4.0).min(height / 4.0);
        let frame = Outline {
            segments: vec![
                Segment::Move(inset, inset),
                Segment::Line(width - inset, inset),
                Segment::Line(width - inset, height - inset),
                Segment::Line(inset, height - inset),
                Segment::Close,
            ],
            matrix: None,
            fill: None,
            rule: FillRule::NonZero,
            stroke: Some(Line {
                ink: Ink { paint: Paint::Color(Color { r: 0.7, g: 0.7, b: 0.7 }), opacity: 1.0 },
                width: 1.0,
                cap: Cap::Butt,
                join: Join::Miter,
                miter_limit: 4.0,
                dashes: vec![6.0, 4.0],
                offset: 0.0,
            }),
        };
        Self {
            width,
            height,
            marks: vec![Mark::Outline(Box::new(frame))],
            dropped: Vec::new(),
            sheet: Some(Arc::new(sheet)),
        }
    }

    /// Decimals with which a ten-thousandth of it can be written, in its own coordinates or, where units
    /// are larger there, in those that a matrix places.
    pub fn decimals(&self, matrix: Option<Matrix>) -> u32 {
        let side = self.width.max(self.height).max(1e-6);
        let needed = |side: f64| 5.0 - side.log10().ceil();
        let own = needed(side).clamp(1.0, 7.0);
        let factor = matrix.map_or(1.0, Matrix::largest_factor);
        if factor > 1.0 && factor.is_finite() {
            needed(side / factor).clamp(own, MOST_DECIMALS) as u32
        } else {
            own as u32
        }
    }

    /// Addresses of the pictures, and of the stops of gradients, that several of its parts have.
    pub fn repeated(&self) -> HashSet<usize> {
        let (mut seen, mut repeated) = (HashSet::new(), HashSet::new());
        let mut see = |address| {
            if !seen.insert(address) {
                repeated.insert(address);
            }
        };
        for mark in &self.marks {
            match mark {
                Mark::Outline(outline) => {
                    let line = outline.stroke.as_ref().map(|line| &line.ink);
                    for ink in outline.fill.iter().chain(line) {
                        if let Paint::Gradient(gradient) = &ink.paint {
                            see(Arc::as_ptr(&gradient.stops).addr());
                        }
                    }
                }
                Mark::Pixels(_, picture) => see(Arc::as_ptr(picture).addr()),
                Mark::Begin(_) | Mark::End => {}
            }
        }
        repeated
    }

    /// Bytes of memory that it takes, roughly; what its parts share is counted once.
    pub fn memory(&self) -> usize {
        let mut shared = HashSet::new();
        let mut of_paint = |ink: &Ink| match &ink.paint {
            Paint::Gradient(gradient) => {
                let stops = if shared.insert(Arc::as_ptr(&gradient.stops).addr()) {
                    size_of_val::<[Stop]>(&gradient.stops)
                } else {
                    0
                };
                size_of::<Gradient>() + stops
            }
            Paint::Color(_) => 0,
        };
        let mut pictures = HashSet::new();
        let of_mark = |mark: &Mark| match mark {
            Mark::Outline(outline) => {
                let line = outline.stroke.as_ref();
                let dashes = line.map_or(0, |line| size_of_val(line.dashes.as_slice()));
                let inks = outline.fill.iter().chain(line.map(|line| &line.ink));
                let paints: usize = inks.map(&mut of_paint).sum();
                200 + outline.segments.len() * size_of::<Segment>() + dashes + paints
            }
            Mark::Begin(Layer { clip: Some((segments, _)), .. }) => {
                segments.len() * size_of::<Segment>()
            }
            Mark::Pixels(_, picture) if pictures.insert(Arc::as_ptr(picture).addr()) => {
                picture.memory()
            }
            Mark::Begin(_) | Mark::Pixels(..) | Mark::End => 0,
        };
        let marks: usize = self.marks.iter().map(of_mark).sum();
        size_of_val(self.marks.as_slice())
            + marks
            + self.sheet.as_ref().map_or(0, |sheet| sheet.memory())
    }
}

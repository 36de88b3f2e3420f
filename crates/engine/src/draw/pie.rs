//! Geometry of pies and rings (spec 10.11).

use super::list::Segment;
use super::path::arc;

/// A sector of a pie or ring, angles in degrees from 12 o'clock, clockwise, y downwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PieSlice {
    /// The middle of the pie.
    pub center: (f64, f64),
    /// Outer radius.
    pub outer: f64,
    /// Inner radius; zero or less: a full pie.
    pub inner: f64,
    /// Start angle.
    pub start: f64,
    /// Angle that the slice covers.
    pub sweep: f64,
}

/// A whole turn would close on itself and vanish, so a slice stops just short of it.
const FULLEST: f64 = 359.99;

/// The point at an angle on a circle.
pub fn point_on_circle(center: (f64, f64), radius: f64, degrees: f64) -> (f64, f64) {
    let angle = degrees.to_radians();
    (center.0 + radius * angle.sin(), center.1 - radius * angle.cos())
}

impl PieSlice {
    /// The sweep that is drawn.
    pub fn drawn_sweep(&self) -> f64 {
        self.sweep.min(FULLEST)
    }

    /// Its outline.
    pub fn outline(&self) -> Vec<Segment> {
        let sweep = self.drawn_sweep();
        let end = self.start + sweep;
        let at = |radius, angle| point_on_circle(self.center, radius, angle);
        let outer_start = at(self.outer, self.start);
        let mut path = Vec::with_capacity(12);
        if self.inner > 0.0 {
            path.push(Segment::Move(outer_start.0, outer_start.1));
            arc(&mut path, self.center, self.outer, self.start, sweep);
            let inner_end = at(self.inner, end);
            path.push(Segment::Line(inner_end.0, inner_end.1));
            arc(&mut path, self.center, self.inner, end, -sweep);
        } else {
            path.push(Segment::Move(self.center.0, self.center.1));
            path.push(Segment::Line(outer_start.0, outer_start.1));
            arc(&mut path, self.center, self.outer, self.start, sweep);
        }
        path.push(Segment::Close);
        path
    }
}

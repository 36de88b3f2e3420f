//! Outlines: rounded rectangles, ellipses, arcs.

use super::list::Segment;
use crate::template::field::CornerRadii;
use crate::units::mm_to_pt;

/// Radii of the corners of a rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Radii {
    /// Top left.
    pub top_left: f64,
    /// Top right.
    pub top_right: f64,
    /// Bottom left.
    pub bottom_left: f64,
    /// Bottom right.
    pub bottom_right: f64,
}

impl Radii {
    /// The same radius for every corner.
    pub fn all(radius: f64) -> Self {
        let [top_left, top_right, bottom_left, bottom_right] = [radius; 4];
        Self { top_left, top_right, bottom_left, bottom_right }
    }

    /// Returns `true` if some corner is rounded.
    pub fn any(&self) -> bool {
        self.top_left > 0.0
            || self.top_right > 0.0
            || self.bottom_left > 0.0
            || self.bottom_right > 0.0
    }

    /// Each radius between 0 and half the shorter side (spec 10.2).
    #[must_use]
    pub fn clamped(self, width: f64, height: f64) -> Self {
        let most = (width.min(height) / 2.0).max(0.0);
        let clamp = |radius: f64| radius.clamp(0.0, most);
        Self {
            top_left: clamp(self.top_left),
            top_right: clamp(self.top_right),
            bottom_left: clamp(self.bottom_left),
            bottom_right: clamp(self.bottom_right),
        }
    }
}

/// Distance of the control points of a quarter circle of radius 1 from its ends.
const QUARTER: f64 = 0.552_284_749_830_793_4;

/// A rectangle with rounded corners, clockwise from the end of its top left corner.
pub fn rounded_rect(x: f64, y: f64, width: f64, height: f64, radii: Radii) -> Vec<Segment> {
    let radii = radii.clamped(width, height);
    let (right, bottom) = (x + width, y + height);
    let mut path = Vec::with_capacity(10);
    path.push(Segment::Move(x + radii.top_left, y));
    // Each corner: where it begins, the corner itself, where it ends.
    let corners = [
        (radii.top_right, (right - radii.top_right, y), (right, y), (right, y + radii.top_right)),
        (
            radii.bottom_right,
            (right, bottom - radii.bottom_right),
            (right, bottom),
            (right - radii.bottom_right, bottom),
        ),
        (
            radii.bottom_left,
            (x + radii.bottom_left, bottom),
            (x, bottom),
            (x, bottom - radii.bottom_left),
        ),
        (radii.top_left, (x, y + radii.top_left), (x, y), (x + radii.top_left, y)),
    ];
    for (radius, from, corner, to) in corners {
        path.push(Segment::Line(from.0, from.1));
        if radius > 0.0 {
            let toward = |p: (f64, f64)| {
                let part = |a: f64, b: f64| a + (b - a) * QUARTER;
                (part(p.0, corner.0), part(p.1, corner.1))
            };
            let (a, b) = (toward(from), toward(to));
            path.push(Segment::Curve([a.0, a.1, b.0, b.1, to.0, to.1]));
        }
    }
    path.push(Segment::Close);
    path
}

/// Appends a circular arc from where the path stands. Angles in degrees, 0 up, clockwise.
pub(super) fn arc(
    path: &mut Vec<Segment>,
    center: (f64, f64),
    radius: f64,
    start: f64,
    sweep: f64,
) {
    let pieces = (sweep.abs() / 90.0).ceil().max(1.0);
    let step = sweep / pieces;
    let handle = 4.0 / 3.0 * (step.to_radians() / 4.0).tan() * radius;
    let mut angle = start;
    let mut left = pieces;
    while left > 0.0 {
        let next = angle + step;
        let (a, b) = (angle.to_radians(), next.to_radians());
        let from = (center.0 + radius * a.sin(), center.1 - radius * a.cos());
        let to = (center.0 + radius * b.sin(), center.1 - radius * b.cos());
        path.push(Segment::Curve([
            from.0 + handle * a.cos(),
            from.1 + handle * a.sin(),
            to.0 - handle * b.cos(),
            to.1 - handle * b.sin(),
            to.0,
            to.1,
        ]));
        angle = next;
        left -= 1.0;
    }
}

/// An ellipse that fills a box, clockwise from its top.
pub(super) fn ellipse(x: f64, y: f64, width: f64, height: f64) -> [Segment; 6] {
    let (rx, ry) = (width / 2.0, height / 2.0);
    let (cx, cy) = (x + rx, y + ry);
    let (hx, hy) = (rx * QUARTER, ry * QUARTER);
    [
        Segment::Move(cx, y),
        Segment::Curve([cx + hx, y, x + width, cy - hy, x + width, cy]),
        Segment::Curve([x + width, cy + hy, cx + hx, y + height, cx, y + height]),
        Segment::Curve([cx - hx, y + height, x, cy + hy, x, cy]),
        Segment::Curve([x, cy - hy, cx - hx, y, cx, y]),
        Segment::Close,
    ]
}

/// Radii of a template, in points.
pub(super) fn mm_radii(radii: CornerRadii) -> Radii {
    Radii {
        top_left: mm_to_pt(radii.top_left),
        top_right: mm_to_pt(radii.top_right),
        bottom_left: mm_to_pt(radii.bottom_left),
        bottom_right: mm_to_pt(radii.bottom_right),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn radii_are_clamped_to_half_the_shorter_side() {
        let radii = Radii { top_left: 8.0, top_right: 1.0, bottom_left: -1.0, bottom_right: 0.0 };
        let clamped = radii.clamped(10.0, 6.0);
        assert_eq!((clamped.top_left, clamped.top_right, clamped.bottom_left), (3.0, 1.0, 0.0));
    }
}

//! Basic shapes and paths as segments, and the boxes around them.

use roxmltree::Node;

use super::units::{Viewport, free_length, length, numbers};
use reportctl_base::path::{self, Segment};

/// Distance of the control points of a quarter circle of radius 1 from its ends.
const QUARTER: f64 = 0.552_284_749_830_793_4;

/// The outline of a shape, in its own coordinates; none for what is no shape.
pub(super) fn segments(node: Node<'_, '_>, viewport: Viewport) -> Vec<Segment> {
    let side = |name: &str, across: bool| {
        node.attribute(name).and_then(|text| length(text, viewport, across))
    };
    let (x, y) = (|name: &str| side(name, true), |name: &str| side(name, false));
    let zero = |side: Option<f64>| side.unwrap_or_default();
    match node.tag_name().name() {
        // A path that cannot be read is drawn up to there.
        "path" => path::parse(node.attribute("d").unwrap_or_default()).0,
        "rect" => {
            let (width, height) = (zero(x("width")), zero(y("height")));
            if width <= 0.0 || height <= 0.0 {
                return Vec::new();
            }
            let (rx, ry) = (x("rx").filter(|r| *r >= 0.0), y("ry").filter(|r| *r >= 0.0));
            let radii = (rx.or(ry).unwrap_or_default(), ry.or(rx).unwrap_or_default());
            let radii = (radii.0.min(width / 2.0), radii.1.min(height / 2.0));
            let at = (zero(x("x")), zero(y("y")));
            if radii.0 > 0.0 && radii.1 > 0.0 {
                return rounded(at, (width, height), radii);
            }
            rectangle(at.0, at.1, width, height).to_vec()
        }
        "circle" => {
            let radius = node.attribute("r").and_then(|text| free_length(text, viewport));
            ellipse((zero(x("cx")), zero(y("cy"))), (zero(radius), zero(radius)))
        }
        "ellipse" => {
            let (rx, ry) = (x("rx"), y("ry"));
            let radii = (zero(rx.or(ry)), zero(ry.or(rx)));
            ellipse((zero(x("cx")), zero(y("cy"))), radii)
        }
        "line" => {
            let from = Segment::Move(zero(x("x1")), zero(y("y1")));
            vec![from, Segment::Line(zero(x("x2")), zero(y("y2")))]
        }
        name @ ("polyline" | "polygon") => {
            let points = numbers(node.attribute("points").unwrap_or_default());
            let pairs = points.as_chunks::<2>().0.iter().enumerate();
            let mut all: Vec<Segment> = pairs
                .map(|(index, [x, y])| match index {
                    0 => Segment::Move(*x, *y),
                    _ => Segment::Line(*x, *y),
                })
                .collect();
            if name == "polygon" && !all.is_empty() {
                all.push(Segment::Close);
            }
            all
        }
        _ => Vec::new(),
    }
}

/// A rectangle.
pub(super) fn rectangle(x: f64, y: f64, width: f64, height: f64) -> [Segment; 5] {
    [
        Segment::Move(x, y),
        Segment::Line(x + width, y),
        Segment::Line(x + width, y + height),
        Segment::Line(x, y + height),
        Segment::Close,
    ]
}

fn rounded((x, y): (f64, f64), size: (f64, f64), (rx, ry): (f64, f64)) -> Vec<Segment> {
    let (right, bottom) = (x + size.0, y + size.1);
    let (hx, hy) = (rx * (1.0 - QUARTER), ry * (1.0 - QUARTER));
    vec![
        Segment::Move(x + rx, y),
        Segment::Line(right - rx, y),
        Segment::Curve([right - hx, y, right, y + hy, right, y + ry]),
        Segment::Line(right, bottom - ry),
        Segment::Curve([right, bottom - hy, right - hx, bottom, right - rx, bottom]),
        Segment::Line(x + rx, bottom),
        Segment::Curve([x + hx, bottom, x, bottom - hy, x, bottom - ry]),
        Segment::Line(x, y + ry),
        Segment::Curve([x, y + hy, x + hx, y, x + rx, y]),
        Segment::Close,
    ]
}

fn ellipse((cx, cy): (f64, f64), (rx, ry): (f64, f64)) -> Vec<Segment> {
    if rx <= 0.0 || ry <= 0.0 {
        return Vec::new();
    }
    let (hx, hy) = (rx * QUARTER, ry * QUARTER);
    vec![
        Segment::Move(cx + rx, cy),
        Segment::Curve([cx + rx, cy + hy, cx + hx, cy + ry, cx, cy + ry]),
        Segment::Curve([cx - hx, cy + ry, cx - rx, cy + hy, cx - rx, cy]),
        Segment::Curve([cx - rx, cy - hy, cx - hx, cy - ry, cx, cy - ry]),
        Segment::Curve([cx + hx, cy - ry, cx + rx, cy - hy, cx + rx, cy]),
        Segment::Close,
    ]
}

/// The box around both: left, top, right, bottom.
pub(super) fn joined(one: Option<[f64; 4]>, other: Option<[f64; 4]>) -> Option<[f64; 4]> {
    let (Some(a), Some(b)) = (one, other) else { return one.or(other) };
    Some([a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])])
}

/// The box around segments: left, top, right, bottom.
pub(super) fn bounds(segments: impl IntoIterator<Item = Segment>) -> Option<[f64; 4]> {
    let mut around = None;
    let mut at = (0.0, 0.0);
    for segment in segments {
        match segment {
            Segment::Move(x, y) | Segment::Line(x, y) => {
                around = joined(around, Some([x, y, x, y]));
                at = (x, y);
            }
            Segment::Curve([ax, ay, bx, by, x, y]) => {
                let (left, right) = extent(at.0, ax, bx, x);
                let (top, bottom) = extent(at.1, ay, by, y);
                around = joined(around, Some([left, top, right, bottom]));
                at = (x, y);
            }
            Segment::Close => {}
        }
    }
    around
}

/// The smallest and the largest value of a cubic curve.
fn extent(from: f64, a: f64, b: f64, to: f64) -> (f64, f64) {
    let (mut low, mut high) = (from.min(to), from.max(to));
    if a >= low && a <= high && b >= low && b <= high {
        return (low, high);
    }
    // The roots of the derivative.
    let (p, q, r) = (to - from + 3.0 * (a - b), 2.0 * (from - 2.0 * a + b), a - from);
    let root = (q * q - 4.0 * p * r).max(0.0).sqrt();
    let turns = if p.abs() < 1e-12 {
        [-r / q, f64::NAN]
    } else {
        [(-q + root) / (2.0 * p), (-q - root) / (2.0 * p)]
    };
    for t in turns.into_iter().filter(|t| *t > 0.0 && *t < 1.0) {
        let s = 1.0 - t;
        let value = s * s * s * from + 3.0 * s * s * t * a + 3.0 * s * t * t * b + t * t * t * to;
        (low, high) = (low.min(value), high.max(value));
    }
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_are_those_of_curves_not_of_their_control_points() {
        let arch = [Segment::Move(0.0, 0.0), Segment::Curve([0.0, 4.0, 4.0, 4.0, 4.0, 0.0])];
        assert_eq!(bounds(arch), Some([0.0, 0.0, 4.0, 3.0]));
        assert_eq!(bounds(ellipse((1.0, 1.0), (1.0, 1.0))), Some([0.0, 0.0, 2.0, 2.0]));
        assert_eq!(bounds([]), None);
    }
}

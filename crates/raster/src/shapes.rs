//! Boxes, lines and paths.

use reportctl_engine::draw::{DisplayList, Item, Segment, Stroke};
use reportctl_engine::format::Cap;
use reportctl_engine::template::Color;
use tiny_skia::{LineCap, LineJoin, Path, PathBuilder, StrokeDash};

use crate::canvas::{Canvas, Pixels, intersection};

/// PDF cuts sharp corners beyond this (ISO 32000-1, 8.4.3.5).
const MITER_LIMIT: f32 = 10.0;

/// From points of the page to pixels. Points are rounded as in the PDF.
pub(crate) struct Place {
    /// Height of the page as layout has it, and as the PDF says it.
    height: f64,
    said: f64,
    /// Pixels in a point.
    pub(crate) scale: f64,
    /// The pixel of the canvas on which the page begins.
    pub(crate) origin: (f64, f64),
}

/// A box in pixels: left, top, right, bottom.
pub(crate) type Box4 = [f64; 4];

/// A length as the PDF says it.
pub(crate) fn hundredths(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

impl Place {
    pub(crate) fn new(height: f64, scale: f64) -> Self {
        let origin = (0.0, 0.0);
        Self { height, said: (height * 1000.0).round() / 1000.0, scale, origin }
    }

    /// The same on a canvas that begins so many pixels to the left of the page and above it.
    pub(crate) fn shifted(&self, (x, y): (i64, i64)) -> Self {
        Self { origin: (x as f64, y as f64), ..*self }
    }

    /// Width and height of the page.
    pub(crate) fn pixels(&self, width: f64) -> (f64, f64) {
        let said = (width * 1000.0).round() / 1000.0;
        ((said * self.scale).ceil().max(1.0), (self.said * self.scale).ceil().max(1.0))
    }

    pub(crate) fn point(&self, x: f64, y: f64) -> (f64, f64) {
        let y = self.said - hundredths(self.height - y);
        (hundredths(x) * self.scale + self.origin.0, y * self.scale + self.origin.1)
    }

    fn area(&self, [x, y, width, height]: [f64; 4]) -> Box4 {
        let left = hundredths(x);
        let bottom = self.said - hundredths(self.height - y - height);
        let (right, top) = (left + hundredths(width), bottom - hundredths(height));
        let sides = [left.min(right), top.min(bottom), left.max(right), top.max(bottom)];
        self.moved(sides.map(|side| side * self.scale))
    }

    /// A box from the page to the canvas, both in pixels.
    pub(crate) fn moved(&self, [left, top, right, bottom]: Box4) -> Box4 {
        let (x, y) = self.origin;
        [left + x, top + y, right + x, bottom + y]
    }

    /// The box of a rectangle.
    pub(crate) fn rect(&self, item: &Item) -> Box4 {
        match item {
            Item::Rect { x, y, width, height, .. } => self.area([*x, *y, *width, *height]),
            _ => [0.0; 4],
        }
    }

    /// The pixels that a box touches.
    pub(crate) fn clip(&self, area: [f64; 4]) -> Pixels {
        let [left, top, right, bottom] = self.area(area);
        [left.floor(), top.floor(), right.ceil(), bottom.ceil()].map(|side| side as i64)
    }

    fn stroke_width(&self, stroke: Stroke) -> f64 {
        hundredths(stroke.width.max(0.0)) * self.scale
    }
}

/// Returns true if a rectangle can join a path of filled rectangles; mirrored ones could cancel out.
pub(crate) fn joins(item: &Item, color: Color) -> bool {
    matches!(item, Item::Rect { width, height, fill: Some(fill), stroke: None, .. }
        if *fill == color && *width >= 0.0 && *height >= 0.0)
}

/// Draws rectangles, grids, lines and paths.
pub(crate) fn draw(item: &Item, list: &DisplayList, place: &Place, canvas: &mut Canvas) {
    match item {
        Item::Rect { fill, stroke, .. } => {
            let area = place.rect(item);
            if let Some(color) = fill {
                fill_boxes(&[area], *color, canvas);
            }
            if let Some(stroke) = stroke {
                if list.dash_lengths(stroke.dash).is_empty() {
                    frame(area, place.stroke_width(*stroke), stroke.color, canvas);
                } else if let Some(path) = box_path(area) {
                    stroke_path(&path, *stroke, list, place, canvas);
                }
            }
        }
        Item::Grid { edges, y, row_height, rows, stroke } => {
            let edges = list.item_edges(edges);
            let (Some(left), Some(right)) = (edges.first(), edges.last()) else { return };
            let bottom = y + row_height * f64::from(*rows);
            // Lines with projecting caps.
            let width = place.stroke_width(*stroke);
            for row in 0..=*rows {
                let y = y + row_height * f64::from(row);
                let (from, to) = (place.point(*left, y), place.point(*right, y));
                rule(from, to, width, width / 2.0, stroke.color, canvas);
            }
            for x in edges {
                let (from, to) = (place.point(*x, *y), place.point(*x, bottom));
                rule(from, to, width, width / 2.0, stroke.color, canvas);
            }
        }
        Item::Line { from, to, stroke } => {
            let (from, to) = (place.point(from.0, from.1), place.point(to.0, to.1));
            let width = place.stroke_width(*stroke);
            let plain = stroke.cap == Cap::Butt && list.dash_lengths(stroke.dash).is_empty();
            if plain && (from.0 == to.0 || from.1 == to.1) {
                rule(from, to, width, 0.0, stroke.color, canvas);
                return;
            }
            let mut builder = PathBuilder::new();
            builder.move_to(from.0 as f32, from.1 as f32);
            builder.line_to(to.0 as f32, to.1 as f32);
            if let Some(path) = builder.finish() {
                stroke_path(&path, *stroke, list, place, canvas);
            }
        }
        Item::Path { segments, fill, rule, stroke } => {
            let Some(path) = path(list.item_segments(segments), place) else { return };
            if let Some(color) = fill {
                canvas.fill_path_by(&path, *rule, *color);
            }
            if let Some(stroke) = stroke {
                stroke_path(&path, *stroke, list, place, canvas);
            }
        }
        _ => {}
    }
}

/// Fills rectangles that are one path. A single one has its edges on pixels.
pub(crate) fn fill_boxes(boxes: &[Box4], color: Color, canvas: &mut Canvas) {
    if let [one] = boxes {
        canvas.fill_box(snapped(*one), color);
        return;
    }
    let mut builder = PathBuilder::new();
    for [left, top, right, bottom] in boxes {
        let sides = [*left, *top, *right, *bottom].map(|side| side as f32);
        if let Some(rect) = tiny_skia::Rect::from_ltrb(sides[0], sides[1], sides[2], sides[3]) {
            builder.push_rect(rect);
        }
    }
    if let Some(path) = builder.finish() {
        canvas.fill_path(&path, color);
    }
}

/// The edges of a band on pixels, at least one pixel apart.
fn snap(from: f64, to: f64) -> (i64, i64) {
    let low = (from + 0.5).floor() as i64;
    let high = (to + 0.5).floor() as i64;
    (low, if high == low { high + 1 } else { high })
}

fn snapped([left, top, right, bottom]: Box4) -> Pixels {
    let ((left, right), (top, bottom)) = (snap(left, right), snap(top, bottom));
    [left, top, right, bottom]
}

/// The pixels of a stroke around a coordinate. One without a width is the thinnest that there is.
fn band(at: f64, width: f64) -> (i64, i64) {
    if width <= 0.0 {
        let pixel = at.floor() as i64;
        return (pixel, pixel + 1);
    }
    snap(at - width / 2.0, at + width / 2.0)
}

/// A line along an axis, longer by `cap` at both ends.
fn rule(from: (f64, f64), to: (f64, f64), width: f64, cap: f64, color: Color, canvas: &mut Canvas) {
    let along = |a: f64, b: f64| snap(a.min(b) - cap, a.max(b) + cap);
    let (x, y) = if from.1 == to.1 {
        (along(from.0, to.0), band(from.1, width))
    } else {
        (band(from.0, width), along(from.1, to.1))
    };
    canvas.fill_box([x.0, y.0, x.1, y.1], color);
}

/// The outline of a box.
fn frame([left, top, right, bottom]: Box4, width: f64, color: Color, canvas: &mut Canvas) {
    let (left, right) = (band(left, width), band(right, width));
    let (top, bottom) = (band(top, width), band(bottom, width));
    let outer = [left.0, top.0, right.1, bottom.1];
    for part in [
        [left.0, top.0, right.1, top.1],
        [left.0, bottom.0, right.1, bottom.1],
        [left.0, top.0, left.1, bottom.1],
        [right.0, top.0, right.1, bottom.1],
    ] {
        canvas.fill_box(intersection(part, outer), color);
    }
}

/// The outline of a box as a path.
fn box_path([left, top, right, bottom]: Box4) -> Option<Path> {
    let sides = [left, top, right, bottom].map(|side| side as f32);
    let rect = tiny_skia::Rect::from_ltrb(sides[0], sides[1], sides[2], sides[3])?;
    Some(PathBuilder::from_rect(rect))
}

fn stroke_path(
    path: &Path,
    stroke: Stroke,
    list: &DisplayList,
    place: &Place,
    canvas: &mut Canvas,
) {
    // Strokes without a width are as thin as the device can draw them.
    let width = place.stroke_width(stroke);
    let width = if width > 0.0 { width as f32 } else { 1.0 };
    let lengths = list.dash_lengths(stroke.dash).iter();
    let mut lengths: Vec<f32> =
        lengths.map(|length| (hundredths(*length) * place.scale) as f32).collect();
    // A list of odd length counts twice, as in PDF.
    if !lengths.len().is_multiple_of(2) {
        lengths.extend_from_within(..);
    }
    let color = stroke.color;
    let cap = match stroke.cap {
        Cap::Butt => LineCap::Butt,
        Cap::Round => LineCap::Round,
        Cap::Square => LineCap::Square,
    };
    let stroke = tiny_skia::Stroke {
        width,
        miter_limit: MITER_LIMIT,
        line_cap: cap,
        line_join: LineJoin::Miter,
        dash: None,
    };
    let dashed = StrokeDash::new(lengths, 0.0).and_then(|dash| path.dash(&dash, 1.0));
    if let Some(outline) = dashed.as_ref().unwrap_or(path).stroke(&stroke, 1.0) {
        canvas.fill_path(&outline, color);
    }
}

pub(crate) fn path(segments: &[Segment], place: &Place) -> Option<Path> {
    let mut builder = PathBuilder::new();
    let point = |x: f64, y: f64| {
        let (x, y) = place.point(x, y);
        (x as f32, y as f32)
    };
    for segment in segments {
        match *segment {
            Segment::Move(x, y) => {
                let (x, y) = point(x, y);
                builder.move_to(x, y);
            }
            Segment::Line(x, y) => {
                let (x, y) = point(x, y);
                builder.line_to(x, y);
            }
            Segment::Curve([ax, ay, bx, by, x, y]) => {
                let ((ax, ay), (bx, by), (x, y)) = (point(ax, ay), point(bx, by), point(x, y));
                builder.cubic_to(ax, ay, bx, by, x, y);
            }
            Segment::Close => builder.close(),
        }
    }
    builder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_lie_on_pixels_and_nothing_vanishes() {
        assert_eq!(snap(10.1, 11.3), (10, 11));
        assert_eq!(snap(10.4, 11.6), (10, 12));
        assert_eq!(snap(10.2, 10.3), (10, 11));
        assert_eq!(band(10.7, 0.0), (10, 11));
        assert_eq!(band(10.5, 1.0), (10, 11));
    }

    #[test]
    fn places_are_those_of_the_pdf() {
        let place = Place::new(841.889_763, 1.0);
        assert_eq!(place.pixels(595.275_590), (596.0, 842.0));
        let (x, y) = place.point(10.004, 100.0);
        assert!((x - 10.0).abs() < 1e-9 && (y - 100.0).abs() < 6e-3, "{x} {y}");
    }
}

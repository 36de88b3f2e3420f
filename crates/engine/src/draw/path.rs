//! Outlines: rounded rectangles, arcs, SVG path data.

use super::list::Segment;

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

    /// Whether some corner is rounded.
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

/// SVG path data of the commands that icon outlines use (M L H V Q T Z and their relatives),
/// moved and scaled; reading stops at anything else.
pub(super) fn svg(data: &str, place: impl Fn(f64, f64) -> (f64, f64)) -> Vec<Segment> {
    let mut reader = SvgReader { rest: data.as_bytes() };
    let mut path = Vec::new();
    let mut pen = Pen { at: (0.0, 0.0), start: (0.0, 0.0), control: None };
    let mut command = b'M';
    while let Some(next) = reader.command(command) {
        command = next;
        let Some(segment) = pen.step(command, &mut reader) else { break };
        path.push(match segment {
            Segment::Move(x, y) => {
                let (x, y) = place(x, y);
                Segment::Move(x, y)
            }
            Segment::Line(x, y) => {
                let (x, y) = place(x, y);
                Segment::Line(x, y)
            }
            Segment::Curve([ax, ay, bx, by, x, y]) => {
                let ((ax, ay), (bx, by), (x, y)) = (place(ax, ay), place(bx, by), place(x, y));
                Segment::Curve([ax, ay, bx, by, x, y])
            }
            Segment::Close => Segment::Close,
        });
        // Coordinates after a move without a letter are lines.
        command = match command {
            b'M' => b'L',
            b'm' => b'l',
            other => other,
        };
    }
    path
}

struct SvgReader<'a> {
    rest: &'a [u8],
}

impl SvgReader<'_> {
    fn skip(&mut self) {
        while let [b' ' | b',' | b'\n' | b'\t' | b'\r', rest @ ..] = self.rest {
            self.rest = rest;
        }
    }

    /// The next command letter, or the current one when a number follows.
    fn command(&mut self, current: u8) -> Option<u8> {
        self.skip();
        match self.rest {
            [] => None,
            [letter, rest @ ..] if letter.is_ascii_alphabetic() => {
                self.rest = rest;
                Some(*letter)
            }
            _ if matches!(current, b'Z' | b'z') => None,
            _ => Some(current),
        }
    }

    fn number(&mut self) -> Option<f64> {
        self.skip();
        let mut end = usize::from(matches!(self.rest.first(), Some(b'-' | b'+')));
        let mut dot = false;
        while let Some(byte) = self.rest.get(end) {
            match byte {
                b'0'..=b'9' => {}
                b'.' if !dot => dot = true,
                _ => break,
            }
            end += 1;
        }
        let (number, rest) = self.rest.split_at(end);
        self.rest = rest;
        std::str::from_utf8(number).ok()?.parse().ok()
    }
}

struct Pen {
    at: (f64, f64),
    start: (f64, f64),
    /// Control point of the quadratic curve just drawn, for its smooth continuation.
    control: Option<(f64, f64)>,
}

impl Pen {
    fn step(&mut self, command: u8, reader: &mut SvgReader<'_>) -> Option<Segment> {
        let origin = if command.is_ascii_lowercase() { self.at } else { (0.0, 0.0) };
        let point = |reader: &mut SvgReader<'_>| {
            Some((origin.0 + reader.number()?, origin.1 + reader.number()?))
        };
        let before = self.control.take();
        let from = self.at;
        match command.to_ascii_uppercase() {
            b'M' => {
                self.at = point(reader)?;
                self.start = self.at;
                return Some(Segment::Move(self.at.0, self.at.1));
            }
            b'L' => self.at = point(reader)?,
            b'H' => self.at.0 = origin.0 + reader.number()?,
            b'V' => self.at.1 = origin.1 + reader.number()?,
            b'Q' => {
                let control = point(reader)?;
                return Some(self.quadratic(from, control, point(reader)?));
            }
            b'T' => {
                let control = before.map_or(from, |c| (2.0 * from.0 - c.0, 2.0 * from.1 - c.1));
                return Some(self.quadratic(from, control, point(reader)?));
            }
            b'Z' => {
                self.at = self.start;
                return Some(Segment::Close);
            }
            _ => return None,
        }
        Some(Segment::Line(self.at.0, self.at.1))
    }

    /// A quadratic curve as a cubic one.
    fn quadratic(&mut self, from: (f64, f64), control: (f64, f64), to: (f64, f64)) -> Segment {
        self.at = to;
        self.control = Some(control);
        let third = |end: f64, control: f64| end + (control - end) * 2.0 / 3.0;
        Segment::Curve([
            third(from.0, control.0),
            third(from.1, control.1),
            third(to.0, control.0),
            third(to.1, control.1),
            to.0,
            to.1,
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(data: &str) -> Vec<Segment> {
        svg(data, |x, y| (x, y))
    }

    #[test]
    fn svg_lines_absolute_and_relative() {
        use Segment::{Close, Line, Move};
        let expected = [Move(1.0, 2.0), Line(4.0, 2.0), Line(4.0, 1.5), Close, Move(2.0, 3.0)];
        assert_eq!(plain("M1-2Z").len(), 2);
        assert_eq!(plain("M1 2h3v-.5Zm1 1"), expected);
        assert_eq!(plain("M1,2H4V1.5z m1 1"), expected);
    }

    #[test]
    fn smooth_curves_reflect_the_control_point() {
        let explicit = plain("M0 0Q1 1 2 0Q3-1 4 0");
        assert_eq!(plain("M0 0Q1 1 2 0T4 0"), explicit);
        assert_eq!(plain("m0 0q1 1 2 0t2 0"), explicit);
    }

    #[test]
    fn every_icon_is_read_to_its_end() {
        for name in crate::template::icon::names() {
            let outline = crate::template::icon::outline(name).expect("listed");
            let path = plain(outline);
            assert_eq!(path.last(), Some(&Segment::Close), "{name}");
            let moves = outline.matches(['M', 'm']).count();
            let read = path.iter().filter(|s| matches!(s, Segment::Move(..))).count();
            assert_eq!(read, moves, "{name}");
        }
    }

    #[test]
    fn radii_are_clamped_to_half_the_shorter_side() {
        let radii = Radii { top_left: 8.0, top_right: 1.0, bottom_left: -1.0, bottom_right: 0.0 };
        let clamped = radii.clamped(10.0, 6.0);
        assert_eq!((clamped.top_left, clamped.top_right, clamped.bottom_left), (3.0, 1.0, 0.0));
    }
}

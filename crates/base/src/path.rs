//! Outlines of curves and lines, and reading them from SVG path data (SVG 1.1, chapter 8.3).

/// One step of a path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Segment {
    /// Starts a subpath.
    Move(f64, f64),
    /// A straight line.
    Line(f64, f64),
    /// A cubic Bézier curve: two control points and the end.
    Curve([f64; 6]),
    /// Back to the start of the subpath.
    Close,
}

impl Segment {
    /// A quadratic Bézier curve, as a cubic one.
    pub fn quadratic(from: (f64, f64), control: (f64, f64), to: (f64, f64)) -> Self {
        let third = |end: f64, control: f64| end + (control - end) * 2.0 / 3.0;
        Self::Curve([
            third(from.0, control.0),
            third(from.1, control.1),
            third(to.0, control.0),
            third(to.1, control.1),
            to.0,
            to.1,
        ])
    }

    /// The same with its points elsewhere.
    #[must_use]
    pub fn map(self, place: impl Fn(f64, f64) -> (f64, f64)) -> Self {
        match self {
            Self::Move(x, y) => {
                let (x, y) = place(x, y);
                Self::Move(x, y)
            }
            Self::Line(x, y) => {
                let (x, y) = place(x, y);
                Self::Line(x, y)
            }
            Self::Curve([ax, ay, bx, by, x, y]) => {
                let ((ax, ay), (bx, by), (x, y)) = (place(ax, ay), place(bx, by), place(x, y));
                Self::Curve([ax, ay, bx, by, x, y])
            }
            Self::Close => Self::Close,
        }
    }
}

/// Reads SVG path data up to the first thing that is no path data; also where that is, in bytes, if
/// there is such a thing.
pub fn parse(data: &str) -> (Vec<Segment>, Option<usize>) {
    let mut reader = PathReader { data: data.as_bytes(), at: 0 };
    let mut path = Vec::new();
    let mut pen = Pen { at: (0.0, 0.0), start: (0.0, 0.0), control: None };
    // Before the first move there is no command that could go on.
    let mut command = None;
    loop {
        reader.skip();
        if reader.at == reader.data.len() {
            return (path, None);
        }
        let start = reader.at;
        let Some(next) = reader.command(command) else { return (path, Some(start)) };
        let first = path.is_empty() && !matches!(next, b'M' | b'm');
        if first || pen.step(next, &mut reader, &mut path).is_none() {
            return (path, Some(reader.at));
        }
        // Coordinates after a move without a letter are lines.
        command = match next {
            b'M' => Some(b'L'),
            b'm' => Some(b'l'),
            b'Z' | b'z' => None,
            other => Some(other),
        };
    }
}

struct PathReader<'a> {
    data: &'a [u8],
    at: usize,
}

impl PathReader<'_> {
    fn skip(&mut self) {
        while let Some(b' ' | b',' | b'\n' | b'\t' | b'\r' | b'\x0c') = self.data.get(self.at) {
            self.at += 1;
        }
    }

    /// The next command letter, or the current one when a number follows.
    fn command(&mut self, current: Option<u8>) -> Option<u8> {
        let next = *self.data.get(self.at)?;
        if next.is_ascii_alphabetic() {
            self.at += 1;
            return Some(next);
        }
        current
    }

    fn digits(&mut self) -> usize {
        let from = self.at;
        while self.data.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        self.at - from
    }

    fn sign(&mut self) {
        if matches!(self.data.get(self.at), Some(b'-' | b'+')) {
            self.at += 1;
        }
    }

    fn number(&mut self) -> Option<f64> {
        self.skip();
        let start = self.at;
        self.sign();
        let mut digits = self.digits();
        if self.data.get(self.at) == Some(&b'.') {
            self.at += 1;
            digits += self.digits();
        }
        if digits > 0 && matches!(self.data.get(self.at), Some(b'e' | b'E')) {
            let before = self.at;
            self.at += 1;
            self.sign();
            if self.digits() == 0 {
                self.at = before;
            }
        }
        let text = std::str::from_utf8(self.data.get(start..self.at)?).ok()?;
        let number = text.parse::<f64>().ok().filter(|number| digits > 0 && number.is_finite());
        if number.is_none() {
            self.at = start;
        }
        number
    }

    /// A flag of an arc, which needs no blank behind it.
    fn flag(&mut self) -> Option<bool> {
        self.skip();
        let flag = match self.data.get(self.at)? {
            b'0' => false,
            b'1' => true,
            _ => return None,
        };
        self.at += 1;
        Some(flag)
    }
}

struct Pen {
    at: (f64, f64),
    start: (f64, f64),
    /// Control point of the curve just drawn, for its smooth continuation.
    control: Option<Control>,
}

#[derive(Clone, Copy)]
enum Control {
    Quadratic((f64, f64)),
    Cubic((f64, f64)),
}

impl Pen {
    /// Draws one command; nothing where its numbers cannot be read.
    fn step(
        &mut self,
        command: u8,
        reader: &mut PathReader<'_>,
        path: &mut Vec<Segment>,
    ) -> Option<()> {
        let origin = if command.is_ascii_lowercase() { self.at } else { (0.0, 0.0) };
        let point = |reader: &mut PathReader<'_>| {
            Some((origin.0 + reader.number()?, origin.1 + reader.number()?))
        };
        let before = self.control.take();
        let from = self.at;
        let mirrored = |control: (f64, f64)| (2.0 * from.0 - control.0, 2.0 * from.1 - control.1);
        match command.to_ascii_uppercase() {
            b'M' => {
                self.at = point(reader)?;
                self.start = self.at;
                path.push(Segment::Move(self.at.0, self.at.1));
                return Some(());
            }
            b'L' => self.at = point(reader)?,
            b'H' => self.at.0 = origin.0 + reader.number()?,
            b'V' => self.at.1 = origin.1 + reader.number()?,
            b'C' => {
                let (a, b) = (point(reader)?, point(reader)?);
                path.push(self.cubic(a, b, point(reader)?));
                return Some(());
            }
            b'S' => {
                let a = match before {
                    Some(Control::Cubic(control)) => mirrored(control),
                    _ => from,
                };
                let b = point(reader)?;
                path.push(self.cubic(a, b, point(reader)?));
                return Some(());
            }
            b'Q' => {
                let control = point(reader)?;
                path.push(self.quadratic(from, control, point(reader)?));
                return Some(());
            }
            b'T' => {
                let control = match before {
                    Some(Control::Quadratic(control)) => mirrored(control),
                    _ => from,
                };
                path.push(self.quadratic(from, control, point(reader)?));
                return Some(());
            }
            b'A' => {
                let radii = (reader.number()?.abs(), reader.number()?.abs());
                let (turn, large, sweep) = (reader.number()?, reader.flag()?, reader.flag()?);
                self.at = point(reader)?;
                arc(path, from, self.at, radii, turn, (large, sweep));
                return Some(());
            }
            b'Z' => {
                self.at = self.start;
                path.push(Segment::Close);
                return Some(());
            }
            _ => {
                reader.at -= 1;
                return None;
            }
        }
        path.push(Segment::Line(self.at.0, self.at.1));
        Some(())
    }

    fn cubic(&mut self, a: (f64, f64), b: (f64, f64), to: (f64, f64)) -> Segment {
        self.at = to;
        self.control = Some(Control::Cubic(b));
        Segment::Curve([a.0, a.1, b.0, b.1, to.0, to.1])
    }

    fn quadratic(&mut self, from: (f64, f64), control: (f64, f64), to: (f64, f64)) -> Segment {
        self.at = to;
        self.control = Some(Control::Quadratic(control));
        Segment::quadratic(from, control, to)
    }
}

/// An elliptical arc as curves of at most a quarter turn (SVG 1.1, appendix F.6).
fn arc(
    path: &mut Vec<Segment>,
    from: (f64, f64),
    to: (f64, f64),
    (mut rx, mut ry): (f64, f64),
    turn: f64,
    (large, sweep): (bool, bool),
) {
    if rx == 0.0 || ry == 0.0 {
        path.push(Segment::Line(to.0, to.1));
        return;
    }
    let (sin, cos) = turn.to_radians().sin_cos();
    let half = ((from.0 - to.0) / 2.0, (from.1 - to.1) / 2.0);
    if half == (0.0, 0.0) {
        return;
    }
    // Start of the arc in the coordinates of the ellipse, whose centre is the origin.
    let start = (cos * half.0 + sin * half.1, cos * half.1 - sin * half.0);
    let reach = (start.0 / rx).powi(2) + (start.1 / ry).powi(2);
    if reach > 1.0 {
        (rx, ry) = (rx * reach.sqrt(), ry * reach.sqrt());
    }
    let (x2, y2) = ((start.0 / rx).powi(2), (start.1 / ry).powi(2));
    let root = ((1.0 - x2 - y2) / (x2 + y2)).max(0.0).sqrt();
    let root = if large == sweep { -root } else { root };
    let middle = (root * rx * start.1 / ry, -root * ry * start.0 / rx);
    let center = (
        cos * middle.0 - sin * middle.1 + (from.0 + to.0) / 2.0,
        sin * middle.0 + cos * middle.1 + (from.1 + to.1) / 2.0,
    );
    let angle = |x: f64, y: f64| ((y - middle.1) / ry).atan2((x - middle.0) / rx);
    let first = angle(start.0, start.1);
    let mut swept = angle(-start.0, -start.1) - first;
    if sweep && swept < 0.0 {
        swept += std::f64::consts::TAU;
    } else if !sweep && swept > 0.0 {
        swept -= std::f64::consts::TAU;
    }
    let pieces = (swept.abs() / std::f64::consts::FRAC_PI_2 - 1e-9).ceil().max(1.0);
    let step = swept / pieces;
    let handle = 4.0 / 3.0 * (step / 4.0).tan();
    let place = |x: f64, y: f64| {
        let (x, y) = (x * rx, y * ry);
        (center.0 + cos * x - sin * y, center.1 + sin * x + cos * y)
    };
    let mut done = 0.0;
    while done < pieces {
        let (a, b) = (first + step * done, first + step * (done + 1.0));
        done += 1.0;
        let (c1, c2) = (
            place(a.cos() - handle * a.sin(), a.sin() + handle * a.cos()),
            place(b.cos() + handle * b.sin(), b.sin() - handle * b.cos()),
        );
        // The end as it is written, so that paths close.
        let end = if done < pieces { place(b.cos(), b.sin()) } else { to };
        path.push(Segment::Curve([c1.0, c1.1, c2.0, c2.1, end.0, end.1]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(data: &str) -> Vec<Segment> {
        let (path, fault) = parse(data);
        assert_eq!(fault, None, "{data}");
        path
    }

    #[test]
    fn lines_absolute_and_relative() {
        use Segment::{Close, Line, Move};
        let expected = [Move(1.0, 2.0), Line(4.0, 2.0), Line(4.0, 1.5), Close, Move(2.0, 3.0)];
        assert_eq!(plain("M1-2Z").len(), 2);
        assert_eq!(plain("M1 2h3v-.5Zm1 1"), expected);
        assert_eq!(plain("M1,2H4V1.5z m1 1"), expected);
        assert_eq!(plain("m1e0 20e-1H.4E1V15e-1zM2 3"), expected);
    }

    #[test]
    fn smooth_curves_mirror_the_control_point() {
        assert_eq!(plain("M0 0Q1 1 2 0T4 0"), plain("M0 0Q1 1 2 0Q3-1 4 0"));
        assert_eq!(plain("m0 0q1 1 2 0t2 0"), plain("M0 0Q1 1 2 0Q3-1 4 0"));
        assert_eq!(plain("M0 0C0 1 1 2 2 2S4 1 4 0"), plain("M0 0C0 1 1 2 2 2C3 2 4 1 4 0"));
        assert_eq!(plain("M0 0s1 1 2 0"), plain("M0 0c0 0 1 1 2 0"));
    }

    #[test]
    fn arcs_end_where_they_are_written_and_bulge_to_their_side() {
        for (data, side) in [
            ("M0 0A5 5 0 0 1 10 0", -5.0),
            ("M0 0a5 5 0 01 10 0", -5.0),
            ("M0 0A5 5 0 0 0 10 0", 5.0),
        ] {
            let path = plain(data);
            let Some(Segment::Curve([.., x, y])) = path.get(1) else { panic!("{path:?}") };
            assert!((x - 5.0).abs() < 1e-9 && (y - side).abs() < 1e-9, "{data}: {path:?}");
            let Some(Segment::Curve([.., x, y])) = path.last() else { panic!("{path:?}") };
            assert_eq!((*x, *y), (10.0, 0.0));
        }
        assert_eq!(plain("M0 0A0 5 0 0 1 10 0"), plain("M0 0L10 0"));
        assert_eq!(plain("M0 0A5 5 0 0 1 0 0"), plain("M0 0"));
    }

    #[test]
    fn what_cannot_be_read_has_a_place() {
        for (data, fault) in [
            ("L1 2", 1),
            ("M1 2 X3 4", 5),
            ("M1", 2),
            ("M1 2 L3 ,", 9),
            ("M1 2 L3 z", 8),
            ("M0 0A1 1 0 2 0 1 1", 11),
            ("M1 2z3 4", 5),
        ] {
            assert_eq!(parse(data).1, Some(fault), "{data}");
        }
        assert_eq!(parse(""), (Vec::new(), None));
    }
}

//! Numbers, lengths, transforms, and how one box is fitted into another.

use roxmltree::Node;

use super::super::drawing::Matrix;

/// Reference box of percentages.
#[derive(Debug, Clone, Copy)]
pub(super) struct Viewport {
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Viewport {
    /// The length of its diagonal, as SVG takes it for what has no direction.
    fn diagonal(self) -> f64 {
        ((self.width * self.width + self.height * self.height) / 2.0).sqrt()
    }
}

/// The numbers of a list that is separated by blanks or commas, up to what is none.
pub(super) fn numbers(text: &str) -> Vec<f64> {
    let mut found = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
        let Some((number, after)) = leading_number(rest) else { return found };
        found.push(number);
        rest = after;
    }
}

/// The number at the start of a text, and what follows it.
pub(super) fn leading_number(text: &str) -> Option<(f64, &str)> {
    let bytes = text.as_bytes();
    let digits = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    };
    let start = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    let mut end = digits(start);
    let mut some = end > start;
    if bytes.get(end) == Some(&b'.') {
        let after = digits(end + 1);
        some |= after > end + 1;
        end = after;
    }
    if !some {
        return None;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let after = digits(end + 1 + sign);
        // `em` and `ex` are units.
        if after > end + 1 + sign {
            end = after;
        }
    }
    let number: f64 = text.get(..end)?.parse().ok()?;
    Some((number, text.get(end..)?)).filter(|_| number.is_finite())
}

/// A length in pixels; a percentage is one of the width, or of the height.
pub(super) fn length(text: &str, viewport: Viewport, across: bool) -> Option<f64> {
    measured(text, if across { viewport.width } else { viewport.height })
}

/// A length without a direction.
pub(super) fn free_length(text: &str, viewport: Viewport) -> Option<f64> {
    measured(text, viewport.diagonal())
}

/// A number with its unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Length {
    number: f64,
    /// Pixels in a unit; nothing: it is a percentage.
    pixels: Option<f64>,
}

impl Length {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (number, unit) = leading_number(text.trim())?;
        let pixels = match unit.trim() {
            "" | "px" => 1.0,
            "pt" => 96.0 / 72.0,
            "pc" => 16.0,
            "mm" => 96.0 / 25.4,
            "cm" => 96.0 / 2.54,
            "in" => 96.0,
            "em" => 16.0,
            "ex" => 8.0,
            "%" => return Some(Self { number, pixels: None }),
            _ => return None,
        };
        Some(Self { number, pixels: Some(pixels) })
    }

    pub(super) fn is_no_less_than_0(&self) -> bool {
        self.number >= 0.0
    }

    /// In pixels; a percentage is one of `whole`.
    fn of(self, whole: f64) -> f64 {
        self.number * self.pixels.unwrap_or(whole / 100.0)
    }

    /// In pixels, for what has no direction.
    pub(super) fn free(self, viewport: Viewport) -> f64 {
        self.of(viewport.diagonal())
    }
}

fn measured(text: &str, whole: f64) -> Option<f64> {
    Length::parse(text).map(|length| length.of(whole))
}

/// A list of transforms; what cannot be read ends it.
pub(super) fn matrix(text: &str) -> Matrix {
    let mut all = Matrix::IDENTITY;
    let mut rest = text;
    while let Some((name, after)) = rest.split_once('(') {
        let Some((arguments, after)) = after.split_once(')') else { break };
        rest = after;
        let name = name.trim_matches(|c: char| c.is_ascii_whitespace() || c == ',');
        let turn = |degrees: f64| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            Matrix([cos, sin, -sin, cos, 0.0, 0.0])
        };
        let shift = |x: f64, y: f64| Matrix([1.0, 0.0, 0.0, 1.0, x, y]);
        let one = match (name, &*numbers(arguments)) {
            ("matrix", &[a, b, c, d, e, f]) => Matrix([a, b, c, d, e, f]),
            ("translate", &[x]) => shift(x, 0.0),
            ("translate", &[x, y]) => shift(x, y),
            ("scale", &[both]) => Matrix([both, 0.0, 0.0, both, 0.0, 0.0]),
            ("scale", &[x, y]) => Matrix([x, 0.0, 0.0, y, 0.0, 0.0]),
            ("rotate", &[degrees]) => turn(degrees),
            ("rotate", &[degrees, x, y]) => shift(x, y).after(turn(degrees)).after(shift(-x, -y)),
            ("skewX", &[degrees]) => Matrix([1.0, 0.0, degrees.to_radians().tan(), 1.0, 0.0, 0.0]),
            ("skewY", &[degrees]) => Matrix([1.0, degrees.to_radians().tan(), 0.0, 1.0, 0.0, 0.0]),
            _ => break,
        };
        all = all.after(one);
    }
    all
}

/// Maps the box `view` into the box `into`, both x, y, width and height, by `preserveAspectRatio`.
pub(super) fn aspect(node: Node<'_, '_>, view: [f64; 4], into: [f64; 4]) -> Matrix {
    let rule = node.attribute("preserveAspectRatio").unwrap_or_default().trim();
    let [x, y, width, height] = into;
    let (wide, high) = (width / view[2], height / view[3]);
    let (mut sx, mut sy) = (wide, high);
    if !rule.starts_with("none") {
        let both = if rule.contains("slice") { wide.max(high) } else { wide.min(high) };
        (sx, sy) = (both, both);
    }
    let free = (width - view[2] * sx, height - view[3] * sy);
    let part = |low: &str, high: &str| match rule {
        rule if rule.contains(low) => 0.0,
        rule if rule.contains(high) => 1.0,
        _ => 0.5,
    };
    let left = x + free.0 * part("xMin", "xMax") - view[0] * sx;
    let top = y + free.1 * part("YMin", "YMax") - view[1] * sy;
    Matrix([sx, 0.0, 0.0, sy, left, top])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_units() {
        let viewport = Viewport { width: 200.0, height: 100.0 };
        let cases =
            [("10", 10.0), ("1in", 96.0), ("50%", 100.0), ("2em", 32.0), ("-1.5e1px", -15.0)];
        for (text, pixels) in cases {
            assert_eq!(length(text, viewport, true), Some(pixels), "{text}");
        }
        assert_eq!(length("10 apples", viewport, true), None);
        assert_eq!(length("", viewport, true), None);
    }

    #[test]
    fn numbers_may_touch() {
        assert_eq!(numbers("1,2 -3-4.5.5e1"), [1.0, 2.0, -3.0, -4.5, 5.0]);
    }

    #[test]
    fn transforms_apply_from_the_right() {
        let (x, y) = matrix("translate(10,0) scale(2)").place(1.0, 1.0);
        assert_eq!((x, y), (12.0, 2.0));
        let (x, y) = matrix("rotate(90 1 1)").place(2.0, 1.0);
        assert!((x - 1.0).abs() < 1e-9 && (y - 2.0).abs() < 1e-9);
        assert_eq!(matrix("spin(3)"), Matrix::IDENTITY);
    }
}

//! The distance of lines: a multiple of the size, or a length (spec 20.1.2).

/// Largest distance of lines as a length, in points.
pub(super) const LARGEST: f64 = 1000.0;

/// The multiple that texts have which say nothing. Lines at a length stand on the baselines of a text
/// that fills them with it.
pub(super) const USUAL: f64 = 1.2;

/// Points in a millimetre.
const MILLIMETRE: f64 = 72.0 / 25.4;

/// The distance of lines.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LineHeight {
    /// A multiple of the size.
    Multiple(f64),
    /// A length in points, whatever the size.
    Points(f64),
}

impl LineHeight {
    /// Reads a number and a unit, `14pt` or `4mm`, above 0 and at most 1000 pt.
    pub fn parse(text: &str) -> Option<Self> {
        let (digits, unit) = match text.strip_suffix("pt") {
            Some(digits) => (digits, 1.0),
            None => (text.strip_suffix("mm")?, MILLIMETRE),
        };
        let is_plain = digits.starts_with(|c: char| c.is_ascii_digit())
            && digits.ends_with(|c: char| c.is_ascii_digit())
            && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let points = digits.parse::<f64>().ok().filter(|_| is_plain)? * unit;
        (points > 0.0 && points <= LARGEST).then_some(Self::Points(points))
    }

    /// Distance of lines of a size, both in points.
    pub fn pitch(self, size: f64) -> f64 {
        match self {
            Self::Multiple(multiple) => size * multiple,
            Self::Points(points) => points,
        }
    }

    /// Distance of a baseline from the top of its line, both in points. Texts of different sizes at one
    /// length share their baselines.
    pub fn baseline(self, size: f64) -> f64 {
        match self {
            Self::Multiple(_) => size,
            Self::Points(points) => points / USUAL,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_with_their_unit() {
        assert_eq!(LineHeight::parse("14pt"), Some(LineHeight::Points(14.0)));
        assert_eq!(LineHeight::parse("25.4mm"), Some(LineHeight::Points(72.0)));
        for text in
            ["", "14", "pt", "14 pt", "-1pt", "0pt", "1e2pt", "1.pt", "1.1.1pt", "1001pt", "14em"]
        {
            assert_eq!(LineHeight::parse(text), None, "{text}");
        }
    }

    #[test]
    fn sizes_share_the_baselines_of_a_length_only() {
        let [length, multiple] = [LineHeight::Points(12.0), LineHeight::Multiple(1.5)];
        assert_eq!((length.pitch(7.0), length.baseline(7.0)), (12.0, 10.0));
        assert_eq!((length.pitch(9.0), length.baseline(9.0)), (12.0, 10.0));
        assert_eq!((multiple.pitch(8.0), multiple.baseline(8.0)), (12.0, 8.0));
    }
}

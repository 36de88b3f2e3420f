//! Colours (spec 10.6).

/// An RGB colour, channels from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Color {
    pub r: f32,
    pub g: f32,
    pub b: f32,
}

impl Color {
    pub const BLACK: Self = Self::rgb(0.0, 0.0, 0.0);
    pub const WHITE: Self = Self::rgb(1.0, 1.0, 1.0);

    /// A colour of these channels.
    pub const fn rgb(r: f32, g: f32, b: f32) -> Self {
        Self { r, g, b }
    }

    /// Reads `#rgb` or `#rrggbb`, the `#` optional. Anything else is no colour.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').unwrap_or(text).as_bytes();
        let digit = |i: usize| char::from(digits[i]).to_digit(16);
        let channel = |high: u32, low: u32| {
            let byte = (high * 16 + low) as f32;
            byte / 255.0
        };
        match digits.len() {
            3 => {
                let (r, g, b) = (digit(0)?, digit(1)?, digit(2)?);
                Some(Self::rgb(channel(r, r), channel(g, g), channel(b, b)))
            }
            6 => Some(Self::rgb(
                channel(digit(0)?, digit(1)?),
                channel(digit(2)?, digit(3)?),
                channel(digit(4)?, digit(5)?),
            )),
            _ => None,
        }
    }

    /// The colour as `#rrggbb`, rounded to whole channels.
    pub fn to_hex(self) -> String {
        let byte = |channel: f32| (channel.clamp(0.0, 1.0) * 255.0).round() as u8;
        format!("#{:02x}{:02x}{:02x}", byte(self.r), byte(self.g), byte(self.b))
    }

    /// Relative luminance, from 0 for black to 1 for white (WCAG 2).
    pub fn luminance(self) -> f64 {
        let linear = |channel: f32| {
            let channel = f64::from(channel);
            if channel <= 0.040_45 {
                channel / 12.92
            } else {
                ((channel + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(self.r) + 0.7152 * linear(self.g) + 0.0722 * linear(self.b)
    }

    /// Contrast to another colour, from 1 to 21 (WCAG 2).
    pub fn contrast(self, other: Self) -> f64 {
        let (one, other) = (self.luminance(), other.luminance());
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// A mixture with another colour; `part` is the part of this one, from 0 to 1.
    #[must_use]
    pub fn over(self, other: Self, part: f64) -> Self {
        let part = part.clamp(0.0, 1.0) as f32;
        let mix = |own: f32, other: f32| own * part + other * (1.0 - part);
        Self::rgb(mix(self.r, other.r), mix(self.g, other.g), mix(self.b, other.b))
    }

    /// The colour of an optional text, or the default of the place.
    pub fn or(text: Option<&str>, default: Self) -> Self {
        text.and_then(Self::parse).unwrap_or(default)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_and_six_digits_with_or_without_hash() {
        assert_eq!(Color::parse("00ff00"), Some(Color::rgb(0.0, 1.0, 0.0)));
        assert_eq!(Color::parse("#00f"), Some(Color::rgb(0.0, 0.0, 1.0)));
        assert_eq!(Color::parse("#FFF"), Some(Color::WHITE));
    }

    #[test]
    fn hexadecimal_digits_are_read_back() {
        for text in ["#000000", "#ffffff", "#2980ba", "#999999"] {
            assert_eq!(Color::parse(text).map(Color::to_hex).as_deref(), Some(text));
        }
    }

    #[test]
    fn contrast_is_that_of_wcag() {
        let contrast = |one: &str, other: &str| {
            let (one, other) = (Color::parse(one), Color::parse(other));
            (one.zip(other).map_or(0.0, |(one, other)| one.contrast(other)) * 100.0).floor() / 100.0
        };
        assert_eq!(contrast("#000", "#fff"), 21.0);
        assert_eq!(contrast("#767676", "#fff"), 4.54);
        assert_eq!(contrast("#fff", "#777777"), 4.47);
        assert_eq!(contrast("#123456", "#123456"), 1.0);
    }

    #[test]
    fn a_mixture_lies_between_its_colours() {
        assert_eq!(Color::BLACK.over(Color::WHITE, 1.0), Color::BLACK);
        assert_eq!(Color::BLACK.over(Color::WHITE, 0.0), Color::WHITE);
        assert_eq!(Color::BLACK.over(Color::WHITE, 0.4).to_hex(), "#999999");
    }

    #[test]
    fn anything_else_is_no_colour() {
        for text in ["", "#", "#1234", "#zzzzzz", "red", "#12345678", "ééé", "+1f"] {
            assert_eq!(Color::parse(text), None, "{text}");
        }
    }
}

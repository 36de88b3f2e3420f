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
    fn anything_else_is_no_colour() {
        for text in ["", "#", "#1234", "#zzzzzz", "red", "#12345678", "ééé", "+1f"] {
            assert_eq!(Color::parse(text), None, "{text}");
        }
    }
}

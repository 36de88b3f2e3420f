//! Settings that only some values make sense for, and what messages say about each.

use std::str::FromStr;
use std::time::Duration;

use serde::de::{Deserialize, Deserializer, Error};

/// The name of every setting in `reportctl.yaml`, and what its value must be.
pub(super) const SETTINGS: [(&str, &str); 7] = [
    ("templates", "the path of a folder"),
    ("fonts", "a list of paths of font files"),
    ("fallbackFont", "true or false"),
    ("author", "a text"),
    ("maxPages", WHOLE_NUMBER),
    ("timeoutSeconds", SECONDS),
    ("maxOutputBytes", WHOLE_NUMBER),
];

const WHOLE_NUMBER: &str = "a whole number above 0";
const SECONDS: &str = "a number of seconds above 0";

/// A whole number above 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AboveZero<N>(N);

impl<N> AboveZero<N> {
    /// The number.
    pub fn get(self) -> N {
        self.0
    }
}

impl<N: FromStr + PartialEq + From<u8>> FromStr for AboveZero<N> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.trim().parse().ok().filter(|number| *number != N::from(0));
        number.map(Self).ok_or_else(|| format!("must be {WHOLE_NUMBER}"))
    }
}

impl<'de, N: Deserialize<'de> + PartialEq + From<u8>> Deserialize<'de> for AboveZero<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = N::deserialize(deserializer)?;
        if number == N::from(0) { Err(D::Error::custom(WHOLE_NUMBER)) } else { Ok(Self(number)) }
    }
}

/// A length of time above 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seconds(Duration);

impl Seconds {
    /// The length.
    pub fn get(self) -> Duration {
        self.0
    }

    fn new(seconds: f64) -> Option<Self> {
        let length = Duration::try_from_secs_f64(seconds).ok()?;
        (!length.is_zero()).then_some(Self(length))
    }
}

impl FromStr for Seconds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let seconds = text.trim().parse().ok().and_then(Self::new);
        seconds.ok_or_else(|| format!("must be {SECONDS}"))
    }
}

impl<'de> Deserialize<'de> for Seconds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(f64::deserialize(deserializer)?).ok_or_else(|| D::Error::custom(SECONDS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_above_zero() {
        assert_eq!("12".parse::<AboveZero<u32>>().map(AboveZero::get), Ok(12));
        for text in ["0", "-1", "1.5", "x", "", "99999999999"] {
            let message = text.parse::<AboveZero<u32>>().err();
            assert_eq!(message.as_deref(), Some("must be a whole number above 0"), "{text}");
        }
    }

    #[test]
    fn seconds_may_have_a_fraction() {
        let length = "0.25".parse().map(Seconds::get);
        assert_eq!(length, Ok(Duration::from_millis(250)));
        for text in ["0", "-1", "nan", "inf", "1e300", "soon"] {
            assert!(text.parse::<Seconds>().is_err(), "{text}");
        }
    }
}

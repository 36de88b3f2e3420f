//! Types of settings that accept only some values, and what messages say about each.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;
use std::time::Duration;

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};

use crate::base::domain;
use crate::base::parsed_text::parsed;
use crate::data::Numbers;
use check::LACKING;
use engine::problem::Code;
use engine::template::standards::{self, Standards};

/// Expected form of a setting with settings of its own.
pub(super) const GROUP: &str = "lines of `name: value`, indented";
pub(super) const TEXT: &str = "a text";
pub(super) const FILE: &str = "the path of a file";
pub(super) const FOLDER: &str = "the path of a folder";
pub(super) const BOOLEAN: &str = "true or false";
pub(super) const CODES: &str = "a list of `missingPath`, `notANumber`, `unknownFunction`, `dataShape`, or syntax errors such as `unclosedCall`";
pub(super) const STANDARDS: &str = "one of `pdfa-2b`, `pdfa-2u`, `pdfa-2a`, `pdfa-3b`, `pdfa-3u`, `pdfa-3a`, or `pdfua-1`, or both, separated by a comma";
pub(super) const ORIGINS: &str = "a list of origins such as https://example.com";
pub(super) const LOCALE: &str = "the tag of a locale, such as `de-DE`";
pub(super) const MAILBOX: &str = "an address, with a name or without";
pub(super) const ADDRESSES: &str = "a list of addresses";
pub(super) const PORT: &str = "a whole number from 1 to 65535";
pub(super) const WHOLE_NUMBER: &str = "a whole number above 0";
pub(super) const SECONDS: &str = "a number of seconds above 0";

/// Reads a group of settings; one in which everything is commented out is as good as none.
pub(super) fn nested<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// Reads a setting that is one of some words.
pub(super) fn from_text<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err = String>,
{
    struct Word<T>(PhantomData<T>);

    impl<T: FromStr<Err = String>> Visitor<'_> for Word<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("one of some words")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            text.parse().map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
        }
    }

    deserializer.deserialize_str(Word(PhantomData))
}

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

// Values are checked inside visitors, where the parser still knows which setting it reads.

impl<'de, N: TryFrom<u64>> Deserialize<'de> for AboveZero<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct WholeNumber<N>(PhantomData<N>);

        impl<N: TryFrom<u64>> Visitor<'_> for WholeNumber<N> {
            type Value = AboveZero<N>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(WHOLE_NUMBER)
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
                let invalid = || E::invalid_value(Unexpected::Unsigned(number), &self);
                let fits = (number != 0).then(|| N::try_from(number).ok()).flatten();
                fits.map(AboveZero).ok_or_else(invalid)
            }
        }

        deserializer.deserialize_u64(WholeNumber(PhantomData))
    }
}

/// The name of a domain, in ASCII and lower case.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Domain(String);

impl Domain {
    /// The name.
    pub fn into_string(self) -> String {
        self.0
    }
}

impl FromStr for Domain {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        domain::to_ascii(text).map(Self).ok_or_else(|| "must be the name of a domain".to_owned())
    }
}

impl<'de> Deserialize<'de> for Domain {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        from_text(deserializer)
    }
}

impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        from_text(deserializer)
    }
}

/// A list of texts that are parsed, in variables separated by commas.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParsedList<T>(Vec<T>);

impl<T> Default for ParsedList<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: FromStr> FromStr for ParsedList<T> {
    type Err = T::Err;

    fn from_str(text: &str) -> Result<Self, T::Err> {
        text.split(',').map(str::parse).collect::<Result<_, _>>().map(Self)
    }
}

impl<'de, T: FromStr<Err = String>> Deserialize<'de> for ParsedList<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let items = Vec::<ParsedItem<T>>::deserialize(deserializer)?;
        Ok(Self(items.into_iter().map(|item| item.0).collect()))
    }
}

/// An item of a list, as a text that is parsed.
struct ParsedItem<T>(T);

impl<'de, T: FromStr<Err = String>> Deserialize<'de> for ParsedItem<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parsed(deserializer).map(Self)
    }
}

/// Codes of findings that refuse no document.
pub type AllowedCodes = ParsedList<AllowedCode>;

impl AllowedCodes {
    /// The codes.
    pub fn into_codes(self) -> Vec<Code> {
        self.0.into_iter().map(|AllowedCode(code)| code).collect()
    }
}

/// The code of a finding that may refuse a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllowedCode(Code);

impl FromStr for AllowedCode {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let code = LACKING.into_iter().find(|code| code.as_str() == name.trim());
        code.map(Self).ok_or_else(|| format!("must be {CODES}"))
    }
}

/// Origins of web pages that may call the service.
pub type AllowedOrigins = ParsedList<WebOrigin>;

impl AllowedOrigins {
    /// The origins.
    pub fn into_origins(self) -> Vec<String> {
        self.0.into_iter().map(|WebOrigin(origin)| origin).collect()
    }
}

/// The origin of a web page, as browsers send it (RFC 6454, 6.2), in lower case: scheme, host, and a port that is
/// not the scheme's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebOrigin(String);

impl FromStr for WebOrigin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let origin = text.trim().to_ascii_lowercase();
        let is_of_scheme = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
        let is_of_authority = |byte: u8| byte.is_ascii_alphanumeric() || b"-._:[]".contains(&byte);
        let is_origin = origin.split_once("://").is_some_and(|(scheme, authority)| {
            let is_named = scheme.starts_with(|first: char| first.is_ascii_alphabetic());
            let is_placed = !authority.is_empty() && authority.bytes().all(is_of_authority);
            is_named && scheme.bytes().all(is_of_scheme) && is_placed
        });
        if is_origin { Ok(Self(origin)) } else { Err(format!("must be {ORIGINS}")) }
    }
}

/// Standards that documents conform to, named in a text, separated by commas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PdfStandards(Standards);

impl PdfStandards {
    /// The standards.
    pub fn get(self) -> Standards {
        self.0
    }
}

impl FromStr for PdfStandards {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        standards::standards(text).map(Self)
    }
}

impl<'de> Deserialize<'de> for PdfStandards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parsed(deserializer)
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
        struct Number;

        impl Visitor<'_> for Number {
            type Value = Seconds;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(SECONDS)
            }

            fn visit_f64<E: Error>(self, seconds: f64) -> Result<Seconds, E> {
                let invalid = || E::invalid_value(Unexpected::Float(seconds), &self);
                Seconds::new(seconds).ok_or_else(invalid)
            }

            // No clock is so precise that rounding shows.
            fn visit_u64<E: Error>(self, seconds: u64) -> Result<Seconds, E> {
                self.visit_f64(seconds as f64)
            }
        }

        deserializer.deserialize_f64(Number)
    }
}

/// A number of days, as a length of time.
pub(super) fn days(number: u32) -> Duration {
    Duration::from_secs(u64::from(number) * 24 * 3600)
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

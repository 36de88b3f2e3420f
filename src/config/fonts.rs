//! Fonts in the settings: files that take the place of Helvetica, or fonts with names that
//! templates use.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor, value};

use super::declare::Relative;
use super::env::FromVariable;
use crate::templates::NamedFont;

/// Expected form of `fonts`, for messages.
pub(super) const FONTS: &str = "a list of paths of font files, or fonts by their names";

/// Settings of fonts from one source.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FontSettings {
    /// Font files, in the order in which they are tried.
    pub files: Option<Vec<PathBuf>>,
    /// Fonts by name.
    pub named: Option<BTreeMap<String, NamedFont>>,
}

impl From<Vec<PathBuf>> for FontSettings {
    fn from(files: Vec<PathBuf>) -> Self {
        Self { files: Some(files), named: None }
    }
}

impl Relative for FontSettings {
    fn relative_to(self, folder: &Path) -> Self {
        Self { files: self.files.map(|files| files.relative_to(folder)), ..self }
    }

    /// Files of one source take the place of those of the next; names are only in the file.
    fn completed(first: Option<Self>, next: Option<Self>) -> Option<Self> {
        match (first, next) {
            (Some(first), Some(next)) => {
                Some(Self { files: first.files.or(next.files), named: first.named.or(next.named) })
            }
            (first, next) => first.or(next),
        }
    }
}

impl FromVariable for FontSettings {
    fn from_text(text: &str) -> Option<Self> {
        Vec::<PathBuf>::from_text(text).map(Self::from)
    }

    fn from_variable(
        value: std::ffi::OsString,
    ) -> Result<Result<Self, String>, std::ffi::OsString> {
        Ok(Vec::<PathBuf>::from_variable(value)?.map(Self::from))
    }
}

impl<'de> Deserialize<'de> for FontSettings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = FontSettings;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(FONTS)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<FontSettings, A::Error> {
                let files = Vec::deserialize(value::SeqAccessDeserializer::new(list))?;
                Ok(FontSettings { files: Some(files), named: None })
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<FontSettings, A::Error> {
                let named = BTreeMap::deserialize(value::MapAccessDeserializer::new(map))?;
                Ok(FontSettings { files: None, named: Some(named) })
            }
        }

        deserializer.deserialize_any(Either)
    }
}

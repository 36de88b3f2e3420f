//! The environment variables that are read: all of them, and nowhere else. An empty one counts as
//! not set.

use std::ffi::OsString;
use std::str::FromStr;

use super::Settings;
use crate::problem::{Code, Problem, Result, quoted};

/// Folder that holds the templates.
pub const TEMPLATES: &str = "REPORTCTL_TEMPLATES";
/// Font files, separated as in `PATH`.
pub const FONTS: &str = "REPORTCTL_FONTS";
/// `true` or `false`: whether the built-in font steps in for missing characters.
pub const FALLBACK_FONT: &str = "REPORTCTL_FALLBACK_FONT";
/// Author written into documents.
pub const AUTHOR: &str = "REPORTCTL_AUTHOR";
/// Most pages of a document.
pub const MAX_PAGES: &str = "REPORTCTL_MAX_PAGES";
/// Most seconds for one document.
pub const TIMEOUT_SECONDS: &str = "REPORTCTL_TIMEOUT_SECONDS";
/// Most bytes of one document.
pub const MAX_OUTPUT_BYTES: &str = "REPORTCTL_MAX_OUTPUT_BYTES";
/// `human` or `json`: how errors are told.
pub const ERROR_FORMAT: &str = "REPORTCTL_ERROR_FORMAT";
/// Set to anything: no colours (no-color.org).
pub const NO_COLOR: &str = "NO_COLOR";
/// The kind of terminal; `dumb` ones have no colours.
pub const TERM: &str = "TERM";
/// Moment of the report in seconds since 1970 (reproducible-builds.org).
pub const SOURCE_DATE_EPOCH: &str = "SOURCE_DATE_EPOCH";

/// The environment, as a function so that tests bring their own.
#[derive(Clone, Copy)]
pub struct Environment<'a> {
    lookup: &'a dyn Fn(&str) -> Option<OsString>,
}

impl<'a> Environment<'a> {
    /// An environment in which variables have what `lookup` says.
    pub fn new(lookup: &'a dyn Fn(&str) -> Option<OsString>) -> Self {
        Self { lookup }
    }

    /// A variable, unless it is empty.
    pub fn get(&self, name: &str) -> Option<OsString> {
        (self.lookup)(name).filter(|value| !value.is_empty())
    }

    /// A variable as text, unless it is empty.
    ///
    /// # Errors
    /// `invalidSetting` when it is not Unicode.
    pub fn text(&self, name: &str) -> Result<Option<String>> {
        let text = self.get(name).map(OsString::into_string).transpose();
        text.map_err(|_| invalid(format!("`{name}` is not valid Unicode")))
    }

    /// A variable read as something else.
    fn parsed<T: FromStr>(
        &self,
        name: &str,
        describe: impl Fn(T::Err) -> String,
    ) -> Result<Option<T>> {
        let Some(text) = self.text(name)? else { return Ok(None) };
        let parsed = text.parse().map_err(|error| {
            invalid(format!("`{name}` {}, not {}", describe(error), quoted(&text)))
        });
        parsed.map(Some)
    }

    /// What the variables say about settings.
    ///
    /// # Errors
    /// `invalidSetting`, naming the variable.
    pub fn settings(&self) -> Result<Settings> {
        let fonts = self.get(FONTS).map(|list| std::env::split_paths(&list).collect());
        Ok(Settings {
            templates: self.get(TEMPLATES).map(Into::into),
            fonts,
            fallback_font: self.parsed(FALLBACK_FONT, |_| "must be true or false".to_owned())?,
            author: self.text(AUTHOR)?,
            max_pages: self.parsed(MAX_PAGES, |error| error)?,
            timeout_seconds: self.parsed(TIMEOUT_SECONDS, |error| error)?,
            max_output_bytes: self.parsed(MAX_OUTPUT_BYTES, |error| error)?,
        })
    }
}

fn invalid(message: String) -> Problem {
    Problem::new(Code::InvalidSetting, message)
        .advice("change the environment variable, or unset it")
}

//! Settings: flags, then environment, then `reportctl.yaml`, then defaults.
//!
//! Each source is read into a [`Settings`], in which everything is optional; [`Config`] is what
//! they give together. It is made once, at the edge; nothing further down looks anything up.

pub mod env;
mod file;
mod setting;

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;

use crate::budget::DEFAULT_MAX_PAGES;
use crate::problem::Result;
use env::Environment;

pub use file::FILE_NAME;
pub use setting::{AboveZero, Seconds};

/// What one source says. The names in `reportctl.yaml` are these in camel case.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Settings {
    /// Folder that holds the templates.
    pub templates: Option<PathBuf>,
    /// Font files, in the order in which they are tried.
    pub fonts: Option<Vec<PathBuf>>,
    /// Whether the built-in font steps in for characters that no other font has.
    pub fallback_font: Option<bool>,
    /// Author written into documents.
    pub author: Option<String>,
    /// Most pages of a document.
    pub max_pages: Option<AboveZero<u32>>,
    /// Most time for one document.
    pub timeout_seconds: Option<Seconds>,
    /// Most bytes of one document.
    pub max_output_bytes: Option<AboveZero<u64>>,
}

/// All settings, each with a value.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// Folder that holds the templates.
    pub templates: PathBuf,
    /// Font files, in the order in which they are tried.
    pub fonts: Vec<PathBuf>,
    /// Whether the built-in font steps in for characters that no other font has.
    pub fallback_font: bool,
    /// Author written into documents.
    pub author: String,
    /// Most pages of a document.
    pub max_pages: u32,
    /// Most time for one document, if it is limited.
    pub timeout: Option<Duration>,
    /// Most bytes of one document.
    pub max_output_bytes: u64,
    /// The settings file that was read, if there is one.
    pub file: Option<PathBuf>,
}

impl Config {
    /// Joins the flags with the environment and with the settings file of a folder.
    ///
    /// # Errors
    /// `invalidSetting` for a value that makes no sense, naming the variable, or the file with the
    /// line; `io` when the file cannot be read.
    pub fn read(flags: Settings, environment: &Environment<'_>, folder: &Path) -> Result<Self> {
        let (file, settings) = match file::read(folder)? {
            Some((path, settings)) => (Some(path), settings),
            None => (None, Settings::default()),
        };
        let settings = flags.or(environment.settings()?).or(settings);
        Ok(Self { file, ..Self::from(settings) })
    }
}

impl From<Settings> for Config {
    fn from(settings: Settings) -> Self {
        Self {
            templates: settings.templates.unwrap_or_else(|| "templates".into()),
            fonts: settings.fonts.unwrap_or_default(),
            fallback_font: settings.fallback_font.unwrap_or(true),
            author: settings.author.unwrap_or_else(|| "reportctl".to_owned()),
            max_pages: settings.max_pages.map_or(DEFAULT_MAX_PAGES, AboveZero::get),
            timeout: settings.timeout_seconds.map(Seconds::get),
            max_output_bytes: settings.max_output_bytes.map_or(1 << 30, AboveZero::get),
            file: None,
        }
    }
}

impl Settings {
    /// These settings, completed by those of the next source.
    #[must_use]
    pub fn or(self, next: Self) -> Self {
        Self {
            templates: self.templates.or(next.templates),
            fonts: self.fonts.or(next.fonts),
            fallback_font: self.fallback_font.or(next.fallback_font),
            author: self.author.or(next.author),
            max_pages: self.max_pages.or(next.max_pages),
            timeout_seconds: self.timeout_seconds.or(next.timeout_seconds),
            max_output_bytes: self.max_output_bytes.or(next.max_output_bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::ffi::OsString;
    use std::fs;

    use tempfile::TempDir;

    use super::*;
    use crate::problem::Code;

    fn config(flags: Settings, variables: &[(&str, &str)], file: Option<&str>) -> Result<Config> {
        let folder = TempDir::new().unwrap();
        if let Some(text) = file {
            fs::write(folder.path().join(FILE_NAME), text).unwrap();
        }
        let lookup = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| OsString::from(value))
        };
        let mut config = Config::read(flags, &Environment::new(&lookup), folder.path())?;
        // The folder is another one each time.
        config.file = None;
        config.templates = match config.templates.strip_prefix(folder.path()) {
            Ok(relative) => relative.to_owned(),
            Err(_) => config.templates,
        };
        Ok(config)
    }

    #[test]
    fn without_anything_the_defaults_hold() {
        let defaults = config(Settings::default(), &[], None).unwrap();
        assert_eq!(defaults.templates, Path::new("templates"));
        assert_eq!(defaults.author, "reportctl");
        assert_eq!((defaults.max_pages, defaults.timeout), (5000, None));
        assert!(defaults.fallback_font && defaults.fonts.is_empty());
        for empty in ["", "# templates: x\n"] {
            assert_eq!(config(Settings::default(), &[], Some(empty)).unwrap(), defaults);
        }
    }

    #[test]
    fn flags_come_before_the_environment_and_that_before_the_file() {
        let file = "templates: file\nauthor: file\nmaxPages: 3\ntimeoutSeconds: 1.5\n";
        let variables = [(env::TEMPLATES, "environment"), (env::AUTHOR, "environment")];
        let flags = Settings { templates: Some("flag".into()), ..Settings::default() };
        let config = config(flags, &variables, Some(file)).unwrap();
        assert_eq!(config.templates, Path::new("flag"));
        assert_eq!(config.author, "environment");
        assert_eq!(config.max_pages, 3);
        assert_eq!(config.timeout, Some(Duration::from_millis(1500)));
    }

    #[test]
    fn paths_in_the_file_are_relative_to_it() {
        let folder = TempDir::new().unwrap();
        let text = "templates: reports\nfonts: [a.ttf, /fonts/b.ttf]\n";
        fs::write(folder.path().join(FILE_NAME), text).unwrap();
        let config =
            Config::read(Settings::default(), &Environment::new(&|_| None), folder.path()).unwrap();
        assert_eq!(config.templates, folder.path().join("reports"));
        assert_eq!(config.fonts, [folder.path().join("a.ttf"), "/fonts/b.ttf".into()]);
        assert_eq!(config.file, Some(folder.path().join(FILE_NAME)));
    }

    #[test]
    fn mistakes_in_the_file_name_the_line_and_the_nearest_setting() {
        let cases = [
            ("\nmaxPagse: 3\n", "unknown setting `maxPagse`", 2, "did you mean `maxPages`?"),
            ("colour: red\n", "unknown setting `colour`", 1, "the settings are `templates`"),
            ("maxPages: 0\n", "`maxPages` must be a whole number above 0", 1, ""),
            ("maxPages: many\n", "`maxPages` must be a whole number above 0", 1, ""),
            ("timeoutSeconds: -1\n", "`timeoutSeconds` must be a number of seconds above 0", 1, ""),
            ("fallbackFont: maybe\n", "`fallbackFont` must be true or false", 1, ""),
            ("author: a\nauthor: b\n", "the setting `author` is given twice", 1, ""),
            ("- a\n", "the settings must be lines of `name: value`", 1, "for example"),
        ];
        for (text, message, line, advice) in cases {
            let problem = config(Settings::default(), &[], Some(text)).unwrap_err();
            assert_eq!(problem.code, Code::InvalidSetting);
            assert_eq!(problem.message, message);
            assert_eq!(problem.get("line"), Some(&line.into()), "{text}");
            assert!(problem.file.as_deref().is_some_and(|file| file.ends_with(FILE_NAME)));
            assert!(problem.advice.unwrap_or_default().starts_with(advice), "{text}");
        }
    }

    #[test]
    fn mistakes_in_the_environment_name_the_variable() {
        let problem = config(Settings::default(), &[(env::MAX_PAGES, "lots")], None).unwrap_err();
        assert_eq!(
            problem.message,
            "`REPORTCTL_MAX_PAGES` must be a whole number above 0, not `lots`"
        );
        let unset = config(Settings::default(), &[(env::MAX_PAGES, "")], None).unwrap();
        assert_eq!(unset.max_pages, 5000);
    }
}

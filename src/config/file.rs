//! The settings file of a working folder.

use std::path::{Path, PathBuf};

use super::Settings;
use super::setting::SETTINGS;
use crate::files;
use crate::problem::{Code, Problem, Result, quoted};

/// Its name.
pub const FILE_NAME: &str = "reportctl.yaml";

/// Far more than anybody writes; keeps a wrong file out of memory.
const MAX_BYTES: u64 = 1 << 20;

/// Reads the settings file of a folder, if there is one.
pub(super) fn read(folder: &Path) -> Result<Option<(PathBuf, Settings)>> {
    let path = folder.join(FILE_NAME);
    if !path.exists() {
        return Ok(None);
    }
    let name = files::display_name(&path);
    let text = String::from_utf8(files::read_limited(&path, MAX_BYTES)?).map_err(|_| {
        invalid("the settings are not UTF-8 text", &name)
            .advice("save the file with the encoding UTF-8")
    })?;
    // The outer option is for files in which everything is commented out.
    let settings: Option<Settings> =
        serde_yaml::from_str(&text).map_err(|error| explain(&error, &name))?;
    Ok(Some((path, settings.unwrap_or_default().relative_to(folder))))
}

impl Settings {
    fn relative_to(mut self, folder: &Path) -> Self {
        let paths = self.templates.iter_mut().chain(self.fonts.iter_mut().flatten());
        for path in paths {
            *path = folder.join(&path);
        }
        self
    }
}

fn invalid(message: impl Into<String>, file: &str) -> Problem {
    Problem::new(Code::InvalidSetting, message).file(file)
}

/// The parser's error in the words of whoever wrote the file.
fn explain(error: &serde_yaml::Error, file: &str) -> Problem {
    let text = error.to_string();
    let what = text.split(" at line ").next().unwrap_or_default();
    let problem = match (what.split_once(": "), quoted_word(what)) {
        _ if what.starts_with("unknown field") => {
            unknown(quoted_word(what).unwrap_or_default(), file)
        }
        (_, Some(name)) if what.starts_with("duplicate field") => {
            invalid(format!("the setting {} is given twice", quoted(name)), file)
        }
        (Some((path, _)), _) if expected(path).is_some() => {
            let name = setting_of(path);
            invalid(format!("`{name}` must be {}", expected(path).unwrap_or_default()), file)
        }
        (Some(("invalid type", _)), _) => {
            invalid("the settings must be lines of `name: value`", file)
                .advice("for example `templates: reports`")
        }
        _ => invalid(format!("the settings are not YAML: {what}"), file),
    };
    match error.location() {
        Some(place) => problem.detail("line", place.line()).detail("column", place.column()),
        None => problem,
    }
}

fn unknown(name: &str, file: &str) -> Problem {
    const NEAR: f64 = 0.6;
    let near = SETTINGS
        .iter()
        .map(|(known, _)| (strsim::normalized_damerau_levenshtein(name, known), known))
        .filter(|(score, _)| *score >= NEAR)
        .max_by(|a, b| a.0.total_cmp(&b.0));
    let advice = match near {
        Some((_, known)) => format!("did you mean `{known}`?"),
        None => {
            let all: Vec<String> = SETTINGS.iter().map(|(name, _)| format!("`{name}`")).collect();
            format!("the settings are {}", all.join(", "))
        }
    };
    invalid(format!("unknown setting {}", quoted(name)), file).advice(advice)
}

/// What stands between the first backticks.
fn quoted_word(message: &str) -> Option<&str> {
    message.split('`').nth(1)
}

/// The setting that a path such as `fonts[1]` is in.
fn setting_of(path: &str) -> &str {
    path.split(['[', '.']).next().unwrap_or_default()
}

fn expected(path: &str) -> Option<&'static str> {
    let name = setting_of(path);
    SETTINGS.iter().find(|(known, _)| *known == name).map(|(_, expected)| *expected)
}

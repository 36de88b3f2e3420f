//! The settings file of a working folder.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::{Settings, SignerMap, settings};
use crate::base::files;
use crate::data::yaml;
use crate::signatures::settings::PKCS11_MISSING;
use engine::problem::{Code, Problem, Result, quoted};
use engine::suggest::{listed, nearest};

pub use crate::base::SETTINGS_FILE as FILE_NAME;

/// Wrong name that people often use.
const OTHER_NAME: &str = "reportctl.yml";

/// In bytes; far more than settings need. Keeps a wrong file out of memory.
const MAX_BYTES: u64 = 1 << 20;

/// Reads the settings file of a folder, if there is one.
pub(super) fn read(folder: &Path) -> Result<Option<(PathBuf, Settings)>> {
    let path = folder.join(FILE_NAME);
    // A link that leads nowhere is there: what limits the recipients may have been behind it.
    if path.symlink_metadata().is_err_and(|error| error.kind() == ErrorKind::NotFound) {
        return refuse_other_name(folder).map(|()| None);
    }
    let name = files::display_name(&path);
    let text = String::from_utf8(files::read_regular(&path, MAX_BYTES)?).map_err(|_| {
        invalid("the settings are not UTF-8 text", &name)
            .advice("save the file with the encoding UTF-8")
    })?;
    // The outer option is for files in which everything is commented out.
    let settings: Option<Settings> =
        serde_yaml::from_str(&text).map_err(|error| explain(&error, &name))?;
    let signers = settings.as_ref().and_then(|settings| settings.signers.as_ref());
    if let Some(signer) = signers.and_then(SignerMap::unreachable) {
        let message = format!("this program cannot use `pkcs11` of the signer {}", quoted(signer));
        return Err(invalid(message, &name).advice(PKCS11_MISSING));
    }
    Ok(Some((path, settings.unwrap_or_default().relative_to(folder))))
}

/// Refuses settings that would be ignored.
fn refuse_other_name(folder: &Path) -> Result<()> {
    let other = folder.join(OTHER_NAME);
    if other.symlink_metadata().is_err() {
        return Ok(());
    }
    let name = files::display_name(&other);
    Err(invalid(format!("settings are not read from {}", quoted(&name)), &name)
        .advice(format!("call it `{FILE_NAME}`")))
}

fn invalid(message: impl Into<String>, file: &str) -> Problem {
    Problem::new(Code::InvalidSetting, message).file(file)
}

/// The parser's error in the words of the author of the file. The parser says where it was as a
/// path: `mail.smtp: unknown field …`, `fonts[1]: invalid type …`.
fn explain(error: &serde_yaml::Error, file: &str) -> Problem {
    let text = error.to_string();
    let whole = text.split(" at line ").next().unwrap_or_default();
    let (setting, what) = match whole.split_once(": ") {
        Some((path, rest)) if expected(setting_of(path)).is_some() => (setting_of(path), rest),
        _ => ("", whole),
    };
    let named = || inside(setting, quoted_word(what).unwrap_or_default());
    let problem = if what.starts_with("unknown field") && setting == "fonts" {
        let name = quoted_word(what).unwrap_or_default();
        let advice = match nearest(name, FONT_KEYS) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("it has {}", listed(FONT_KEYS)),
        };
        invalid(format!("a font has no key {}", quoted(name)), file).advice(advice)
    } else if what.starts_with("unknown field") {
        unknown(&named(), file)
    } else if what.starts_with("duplicate field") {
        invalid(format!("the setting {} is given twice", quoted(&named())), file)
    } else if let Some(expected) = expected(setting) {
        invalid(format!("`{setting}` must be {expected}"), file)
    } else if what.starts_with("invalid type") {
        invalid("the settings must be lines of `name: value`", file)
            .advice("for example `templates: reports`")
    } else {
        let (what, advice) = yaml::describe(what);
        let problem = invalid(format!("the settings are not YAML: {what}"), file);
        if advice.is_empty() { problem } else { problem.advice(advice) }
    };
    match error.location() {
        Some(place) => problem.detail("line", place.line()).detail("column", place.column()),
        None => problem,
    }
}

/// The full name of a setting in a group (the top when empty).
fn inside(group: &str, name: &str) -> String {
    if group.is_empty() { name.to_owned() } else { format!("{group}.{name}") }
}

fn unknown(name: &str, file: &str) -> Problem {
    if last(name) == "password" {
        let advice = "a password does not belong into this file: put it into the environment or \
                      into a file of its own (`mail.smtp.passwordFile`)";
        return invalid(format!("unknown setting {}", quoted(name)), file).advice(advice);
    }
    // Only the last parts are compared: the groups are equal and would hide the difference.
    let known = names();
    let siblings = known.iter().copied().filter(|known| group(known) == group(name)).map(last);
    let advice = match nearest(last(name), siblings) {
        Some(near) => format!("did you mean `{}`?", inside(group(name), near)),
        None => listing(name, &known),
    };
    invalid(format!("unknown setting {}", quoted(name)), file).advice(advice)
}

/// The names of all settings.
fn names() -> Vec<&'static str> {
    settings().iter().filter_map(|setting| setting.name).collect()
}

/// The settings there are where an unknown one was found; or where its name exists elsewhere.
fn listing(name: &str, known: &[&str]) -> String {
    if let Some(elsewhere) = known.iter().find(|known| last(known) == last(name)) {
        return format!("did you mean `{elsewhere}`?");
    }
    let siblings = known.iter().filter(|known| group(known) == group(name));
    let names: Vec<String> = siblings.map(|known| format!("`{known}`")).collect();
    format!("the settings are {}", names.join(", "))
}

fn group(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(group, _)| group)
}

fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// Text between the first backticks.
fn quoted_word(message: &str) -> Option<&str> {
    message.split('`').nth(1)
}

/// The setting that a path such as `fonts[1]` or `worker.domains.example.org` is in.
fn setting_of(path: &str) -> &str {
    let path = path.split('[').next().unwrap_or_default();
    let within =
        |setting: &&&str| path.strip_prefix(**setting).is_some_and(|rest| rest.starts_with('.'));
    FREE.iter().find(within).copied().unwrap_or(path)
}

/// Members of a font in the settings.
const FONT_KEYS: [&str; 5] = ["regular", "bold", "italic", "boldItalic", "fallback"];

/// The settings whose names are anybody's.
const FREE: [&str; 2] = ["worker.domains", "fonts"];

fn expected(name: &str) -> Option<&'static str> {
    settings().iter().find(|known| known.name == Some(name)).map(|known| known.expected)
}

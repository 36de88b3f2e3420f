//! The environment variables that are read: all of them, and nowhere else. An empty one counts as
//! not set.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;

use super::{
    AboveZero, AllowedCodes, AllowedOrigins, Domain, Isolation, PdfStandards, Seconds, Settings,
};
use crate::base::secret::Secret;
use crate::data::Numbers;
use crate::delivery::settings::{ArchiveUrl, DatabaseUrl, Encryption, Pooling, TransportKind};
use crate::serve::settings::Mode;
use crate::templates::GitSaves;
use engine::problem::{Code, Problem, Result, quoted};
use engine::suggest::nearest;

/// `human` or `json`: the format of errors.
pub const ERROR_FORMAT: &str = "REPORTCTL_ERROR_FORMAT";
/// The secret that signs webhook calls.
pub const WEBHOOK_SECRET: &str = "REPORTCTL_WEBHOOK_SECRET";
/// The path of the template that `git difftool` compares.
pub const BASE: &str = "BASE";
/// Names of the user, by system; the first that is set goes into the log.
pub const USERS: [&str; 3] = ["USER", "LOGNAME", "USERNAME"];
/// Set to anything: no colours (no-color.org).
pub const NO_COLOR: &str = "NO_COLOR";
/// The kind of terminal; `dumb` ones have no colours.
pub const TERM: &str = "TERM";
/// Date of the report in seconds since 1970 (reproducible-builds.org).
pub const SOURCE_DATE_EPOCH: &str = "SOURCE_DATE_EPOCH";

/// A variable that belongs to no setting of the file.
#[derive(Debug, Clone, Copy)]
pub struct Variable {
    /// Its name.
    pub name: &'static str,
    /// The flag that comes before it.
    pub flag: Option<&'static str>,
    /// Its meaning, in Markdown.
    pub meaning: &'static str,
}

/// The variables that belong to no setting of the file, but for the names of the user.
pub const OTHERS: &[Variable] = &[
    Variable {
        name: ERROR_FORMAT,
        flag: Some("--error-format"),
        meaning: "`human` or `json`: the format of errors.",
    },
    Variable {
        name: WEBHOOK_SECRET,
        flag: None,
        meaning: "The secret that signs webhook calls, instead of `serve.webhookSecretFile`.",
    },
    Variable {
        name: SOURCE_DATE_EPOCH,
        flag: Some("--creation-date"),
        meaning: "Date of the report, in seconds since 1970.",
    },
    Variable {
        name: BASE,
        flag: None,
        meaning: "Set by `git difftool`: the template that `reportctl diff` is called for.",
    },
    Variable { name: NO_COLOR, flag: Some("--color"), meaning: "Set to anything: no colours." },
    Variable { name: TERM, flag: None, meaning: "`dumb`: no colours." },
];

/// The names of all variables that are read, but for those of the user's name.
pub fn names() -> Vec<&'static str> {
    let settings = super::settings();
    let settings = settings.iter().filter_map(|setting| setting.variable);
    settings.chain(OTHERS.iter().map(|variable| variable.name)).collect()
}

/// Beginning of the names of our variables.
const PREFIX: &str = "REPORTCTL_";
/// Names with the prefix that others set: the completions of shells, the packages that start the
/// program, and its tests.
const FOREIGN: &[&str] = &[
    "REPORTCTL_COMPLETE",
    "REPORTCTL_BINARY",
    "REPORTCTL_OUT",
    "REPORTCTL_TARGET",
    "REPORTCTL_REQUIRE_TOOLS",
    "REPORTCTL_THOROUGH",
    "REPORTCTL_PORT",
];
/// Beginnings of such names. Kubernetes sets `REPORTCTL_SERVICE_HOST` and `REPORTCTL_PORT_…` in
/// every container beside a service that is called `reportctl`.
const FOREIGN_PREFIXES: &[&str] =
    &["REPORTCTL_TEST_", "REPORTCTL_BENCH_", "REPORTCTL_SERVICE_", "REPORTCTL_PORT_"];

/// Warnings about variables of our prefix that nothing reads, in the order of their names. An empty
/// one counts as not set.
pub fn unknown(variables: impl Iterator<Item = (OsString, OsString)>) -> Vec<Problem> {
    let ours = variables.filter(|(_, value)| !value.is_empty()).filter_map(|(name, _)| {
        let name = name.to_string_lossy().into_owned();
        let is_foreign = FOREIGN.contains(&name.as_str())
            || FOREIGN_PREFIXES.iter().any(|prefix| name.starts_with(prefix));
        (name.starts_with(PREFIX) && !is_foreign).then_some(name)
    });
    let mut ours: Vec<String> = ours.collect();
    if ours.is_empty() {
        return Vec::new();
    }
    let known = names();
    ours.retain(|name| !known.contains(&name.as_str()));
    ours.sort_unstable();
    let warnings = ours.iter().map(|name| {
        let message = format!("unknown environment variable {}", quoted(name));
        let candidates = known.iter().copied().filter(|known| known.starts_with(PREFIX));
        Problem::warning(Code::InvalidSetting, message).advice(match nearest(name, candidates) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "unset it, or see docs/settings.md for those that there are".to_owned(),
        })
    });
    warnings.collect()
}

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
        text.map_err(|_| not_unicode(name))
    }

    /// The user of the machine, for the log. Where no variable has it, as in containers, the system
    /// is asked.
    pub fn user(&self) -> String {
        let name = USERS.iter().find_map(|name| self.get(name));
        let name = name.map(|name| name.to_string_lossy().into_owned());
        name.or_else(|| whoami::username().ok()).unwrap_or_else(|| "unknown".to_owned())
    }

    /// The value of a setting's variable.
    pub(super) fn setting<T: FromVariable>(&self, name: &str, expected: &str) -> Result<Option<T>> {
        let Some(value) = self.get(name) else { return Ok(None) };
        match T::from_variable(value) {
            Ok(Ok(value)) => Ok(Some(value)),
            Ok(Err(_)) if T::SECRET => Err(invalid(format!("`{name}` must be {expected}"))),
            Ok(Err(text)) => {
                Err(invalid(format!("`{name}` must be {expected}, not {}", quoted(&text))))
            }
            Err(_) => Err(not_unicode(name)),
        }
    }

    /// Settings from the variables.
    ///
    /// # Errors
    /// `invalidSetting`, naming the variable.
    pub fn settings(&self) -> Result<Settings> {
        Settings::from_environment(self)
    }
}

fn not_unicode(name: &str) -> Problem {
    invalid(format!("`{name}` is not valid Unicode"))
}

fn invalid(message: String) -> Problem {
    Problem::new(Code::InvalidSetting, message)
        .advice("change the environment variable, or unset it")
}

/// A value that an environment variable can hold.
pub(super) trait FromVariable: Sized {
    /// `true` if messages must not repeat it.
    const SECRET: bool = false;

    /// The value of that text, if it makes sense.
    fn from_text(text: &str) -> Option<Self>;

    /// The value of that variable; the outer error is for what is not Unicode.
    fn from_variable(value: OsString) -> Result<Result<Self, String>, OsString> {
        let text = value.into_string()?;
        Ok(Self::from_text(&text).ok_or(text))
    }
}

impl FromVariable for PathBuf {
    fn from_text(text: &str) -> Option<Self> {
        Some(text.into())
    }

    fn from_variable(value: OsString) -> Result<Result<Self, String>, OsString> {
        Ok(Ok(value.into()))
    }
}

/// Separated as in `PATH`.
impl FromVariable for Vec<PathBuf> {
    fn from_text(text: &str) -> Option<Self> {
        Some(std::env::split_paths(text).collect())
    }

    fn from_variable(value: OsString) -> Result<Result<Self, String>, OsString> {
        Ok(Ok(std::env::split_paths(&value).collect()))
    }
}

/// Separated by commas. An empty list would often mean everything: it is left out of the variable.
impl FromVariable for Vec<String> {
    fn from_text(text: &str) -> Option<Self> {
        let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
        Some(items.map(str::to_owned).collect()).filter(|items: &Self| !items.is_empty())
    }
}

impl FromVariable for Secret {
    const SECRET: bool = true;

    fn from_text(text: &str) -> Option<Self> {
        Some(Self::new(text))
    }
}

impl FromVariable for DatabaseUrl {
    const SECRET: bool = true;

    fn from_text(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

macro_rules! parsed {
    ($($type:ty),*) => {$(
        impl FromVariable for $type {
            fn from_text(text: &str) -> Option<Self> {
                text.parse().ok()
            }
        }
    )*};
}

parsed!(
    ArchiveUrl,
    AllowedCodes,
    AllowedOrigins,
    PdfStandards,
    Numbers,
    bool,
    usize,
    String,
    SocketAddr,
    Seconds,
    GitSaves,
    Isolation,
    Mode,
    TransportKind,
    Encryption,
    Pooling,
    Domain
);
parsed!(AboveZero<u16>, AboveZero<u32>, AboveZero<u64>);

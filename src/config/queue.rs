//! Where report requests are kept, and for how long.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use serde::Deserialize;

use super::secret::Secret;
use crate::files;
use crate::problem::{Code, Problem, Result};

/// The URL of a PostgreSQL database. It holds a password: it is never shown.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct DatabaseUrl(String);

impl DatabaseUrl {
    /// The URL itself.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Reads the file that holds nothing else.
    ///
    /// # Errors
    /// `invalidSetting` when it cannot be read, or is no URL of PostgreSQL.
    pub fn read(file: &Path) -> Result<Self> {
        const WHAT: &str = "the URL of the database";
        Secret::read(file, WHAT)?.reveal().parse().map_err(|what| {
            Problem::new(Code::InvalidSetting, format!("{WHAT} {what}"))
                .file(files::display_name(file))
        })
    }
}

impl FromStr for DatabaseUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let url = text.trim();
        let is_postgres =
            ["postgres://", "postgresql://"].iter().any(|start| url.starts_with(start));
        is_postgres.then(|| Self(url.to_owned())).ok_or_else(|| "must be `postgres://…`".to_owned())
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DatabaseUrl(…)")
    }
}

/// A number of days, as a length of time.
pub(super) fn days(number: u32) -> Duration {
    Duration::from_secs(u64::from(number) * 24 * 3600)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::fs;

    use tempfile::TempDir;

    use super::*;

    #[test]
    fn the_url_is_never_shown() {
        let url: DatabaseUrl = "postgres://me:secret@host/reports".parse().unwrap();
        assert_eq!(format!("{url:?}"), "DatabaseUrl(…)");
        assert_eq!(url.expose(), "postgres://me:secret@host/reports");
    }

    #[test]
    fn other_databases_are_refused_without_repeating_the_url() {
        let refused = "mysql://me:secret@host/reports".parse::<DatabaseUrl>();
        assert_eq!(refused, Err("must be `postgres://…`".to_owned()));
    }

    #[test]
    fn a_file_may_end_with_a_line_break() {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("url");
        fs::write(&file, "postgres://host/reports\n").unwrap();
        assert_eq!(DatabaseUrl::read(&file).unwrap().expose(), "postgres://host/reports");
        fs::write(&file, "secret").unwrap();
        let problem = DatabaseUrl::read(&file).unwrap_err();
        assert_eq!(problem.message, "the URL of the database must be `postgres://…`");
        assert_eq!(problem.code, Code::InvalidSetting);
        let missing = DatabaseUrl::read(&folder.path().join("none")).unwrap_err();
        assert_eq!(missing.code, Code::InvalidSetting);
    }
}

//! Where report requests are kept, and for how long.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use serde::Deserialize;

use crate::files;
use crate::problem::{Code, Problem, Result};

/// Far longer than any URL; keeps a wrong file out of memory.
const MAX_URL_BYTES: u64 = 64 << 10;

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
        let name = files::display_name(file);
        let invalid = |message: String| Problem::new(Code::InvalidSetting, message).file(&name);
        let bytes = files::read_limited(file, MAX_URL_BYTES)
            .map_err(|problem| Problem { code: Code::InvalidSetting, ..problem })?;
        let text = String::from_utf8(bytes)
            .map_err(|_| invalid("the URL of the database is not UTF-8 text".to_owned()))?;
        text.parse().map_err(|what| invalid(format!("the URL of the database {what}")))
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

//! Database of report requests.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use parking_lot::Mutex;
use serde::Deserialize;

use crate::base::files;
use crate::base::secret::Secret;
use engine::problem::{Code, Problem, Result};

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

/// Sharing of connections by a pooler between the program and PostgreSQL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Pooling {
    /// A connection is that of the program until it ends; also without a pooler.
    Session,
    /// A connection is that of the program for one transaction (PgBouncer with `pool_mode = transaction`).
    Transaction,
}

impl FromStr for Pooling {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim() {
            "session" => Ok(Self::Session),
            "transaction" => Ok(Self::Transaction),
            _ => Err("must be session or transaction".to_owned()),
        }
    }
}

/// Source of the URL of the database: one that stands in a file may be replaced while the program
/// runs, as passwords are.
#[derive(Debug)]
pub struct DatabaseSource {
    file: Option<PathBuf>,
    /// Sharing of connections, where the settings set it.
    pooling: Option<Pooling>,
    /// The URL, as it was read last.
    last: Mutex<DatabaseUrl>,
}

impl DatabaseSource {
    /// A URL that stays as it is.
    pub fn fixed(url: DatabaseUrl) -> Self {
        Self { file: None, pooling: None, last: Mutex::new(url) }
    }

    /// A file.
    ///
    /// # Errors
    /// Errors of [`DatabaseUrl::read`].
    pub fn file(path: &Path) -> Result<Self> {
        let last = Mutex::new(DatabaseUrl::read(path)?);
        Ok(Self { file: Some(path.to_owned()), pooling: None, last })
    }

    /// This source with a sharing of connections; `None`: the program finds out.
    #[must_use]
    pub fn with_pooling(self, pooling: Option<Pooling>) -> Self {
        Self { pooling, ..self }
    }

    /// Sharing of connections, where the settings set it.
    pub fn pooling(&self) -> Option<Pooling> {
        self.pooling
    }

    /// The URL as it is now. While its file cannot be read, because it is being replaced, the URL is
    /// the one that was read last.
    pub fn current(&self) -> DatabaseUrl {
        let mut last = self.last.lock();
        if let Some(file) = &self.file
            && let Ok(url) = DatabaseUrl::read(file)
        {
            *last = url;
        }
        last.clone()
    }
}

/// Database of report requests.
#[derive(Debug, Clone, PartialEq)]
pub struct DatabaseSettings {
    /// Folder that keeps what the program remembers: the database, where there is no other one.
    pub state: PathBuf,
    /// A PostgreSQL database.
    pub url: Option<DatabaseUrl>,
    /// File that holds the URL of that database.
    pub url_file: Option<PathBuf>,
    /// Sharing of connections to it; `None`: the program finds out.
    pub pooling: Option<Pooling>,
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
        fs::write(&file, "postgres://host/first").unwrap();
        let source = DatabaseSource::file(&file).unwrap();
        for (text, url) in [("", "first"), ("postgres://host/next\n", "next"), ("x", "next")] {
            fs::write(&file, text).unwrap();
            assert_eq!(source.current().expose(), format!("postgres://host/{url}"));
        }
        let missing = DatabaseUrl::read(&folder.path().join("none")).unwrap_err();
        assert_eq!(missing.code, Code::InvalidSetting);
    }
}

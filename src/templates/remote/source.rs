//! Operations of remote sources of all kinds.

use std::fmt::Debug;
use std::path::Path;

use crate::templates::codes;
use engine::problem::{Problem, Result, quoted};

/// A place of templates elsewhere.
pub(super) trait RemoteSource: Debug + Send {
    /// The source for people.
    fn describe(&self) -> String;

    /// A short text that changes with every version.
    ///
    /// # Errors
    /// `templateSourceUnavailable`.
    fn tip(&self) -> Result<String>;

    /// Writes the files of the newest version into an empty folder. Gives its revision: a commit, or the SHA-256 of a
    /// file, in hexadecimal.
    ///
    /// # Errors
    /// `templateSourceUnavailable`; `templateSourceRefused` for a version that may not be used.
    fn export(&self, folder: &Path) -> Result<String>;
}

/// The failure to read a source.
pub(super) fn unavailable(url: &str, why: &str) -> Problem {
    let message = format!("the templates of {} cannot be read: {why}", quoted(url));
    Problem::new(codes::TEMPLATE_SOURCE_UNAVAILABLE, message).advice(
        "check `templateSource`, the network, and the rights of its token, key or credentials",
    )
}

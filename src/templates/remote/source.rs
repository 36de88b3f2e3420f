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

    /// The newest versions, at most so many: one where the source has no history.
    ///
    /// # Errors
    /// `templateSourceUnavailable`.
    fn newest(&self, most: usize) -> Result<Box<dyn RemoteVersions>>;
}

/// Versions of a source that were fetched, the newest first.
pub(super) trait RemoteVersions: Debug + Send {
    /// The revision of each: a commit, or the SHA-256 of a file, in hexadecimal.
    fn revisions(&self) -> &[String];

    /// Writes the files of a version into an empty folder.
    ///
    /// # Errors
    /// `templateSourceRefused` if the version may not be used; `io`.
    fn export(&self, revision: &str, folder: &Path) -> Result<()>;
}

/// The failure to read a source.
pub(super) fn unavailable(url: &str, why: &str) -> Problem {
    let message = format!("the templates of {} cannot be read: {why}", quoted(url));
    Problem::new(codes::TEMPLATE_SOURCE_UNAVAILABLE, message).advice(
        "check `templateSource`, the network, and the rights of its token, key or credentials",
    )
}

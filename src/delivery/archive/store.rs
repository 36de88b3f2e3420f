//! Stores of objects by keys.

use std::io;

use crate::base::files;
use crate::delivery::codes;
use engine::problem::{Code, Problem, Result};

/// A store of objects. A key is a path of names between slashes.
///
/// Every error is `archiveUnavailable` where the same call may succeed later, and `archiveRefused` where
/// somebody has to change something first.
pub trait ArchiveStore: Send + Sync {
    /// Creates an object, durable on return; `false` when there is one of that key, which stays as it is.
    /// Objects appear whole or not at all.
    fn put_new(&self, key: &str, bytes: &[u8]) -> Result<bool>;

    /// The bytes of an object, of `limit` bytes at most.
    fn get(&self, key: &str, limit: u64) -> Result<Option<Vec<u8>>>;

    /// The size of an object in bytes.
    fn size(&self, key: &str) -> Result<Option<u64>>;

    /// Passes the keys of all objects that begin with `prefix` to `each`, until it returns `false`. The
    /// objects of one folder come one after the other.
    fn list(&self, prefix: &str, each: &mut dyn FnMut(&str) -> Result<bool>) -> Result<()>;

    /// Deletes an object, if there is one.
    fn remove(&self, key: &str) -> Result<()>;

    /// Tries out whether objects can be created, and that none replaces another.
    fn probe(&self) -> Result<()>;

    /// The store for people, without secrets.
    fn describe(&self) -> String;
}

/// A failure of a folder, with the action that failed and its cause.
pub(super) fn folder_problem(action: &str, path: &std::path::Path, error: &io::Error) -> Problem {
    let problem = files::io_problem(action, path, error);
    let message = format!("the archive: {}", problem.message);
    match code_of(error.kind()) {
        codes::ARCHIVE_REFUSED => Problem { code: codes::ARCHIVE_REFUSED, message, ..problem }
            .advice("give the user of this program the right to create files there"),
        code => Problem { code, message, ..problem },
    }
}

/// Returns the code of an error: `archiveUnavailable` where the same call may succeed later, else
/// `archiveRefused`.
fn code_of(kind: io::ErrorKind) -> Code {
    match kind {
        io::ErrorKind::PermissionDenied
        | io::ErrorKind::NotADirectory
        | io::ErrorKind::IsADirectory
        | io::ErrorKind::AlreadyExists
        | io::ErrorKind::InvalidFilename
        | io::ErrorKind::ReadOnlyFilesystem => codes::ARCHIVE_REFUSED,
        // Temporary: full disks get space, and mounts return.
        _ => codes::ARCHIVE_UNAVAILABLE,
    }
}

/// The problem of a store that replaces objects, or cannot create an object on the condition that
/// it does not exist.
pub(super) fn not_create_only(store: &str, advice: &'static str) -> Problem {
    let message = format!("the archive: {store} does not create objects without replacing others");
    Problem::new(codes::ARCHIVE_REFUSED, message).advice(advice)
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;
    use std::path::Path;

    use super::*;

    #[test]
    fn a_lack_of_rights_is_refused_and_a_full_disk_is_not() {
        let code = |kind: ErrorKind| folder_problem("write", Path::new("/srv"), &kind.into()).code;
        for kind in [ErrorKind::PermissionDenied, ErrorKind::ReadOnlyFilesystem] {
            assert_eq!(code(kind), codes::ARCHIVE_REFUSED, "{kind}");
        }
        for kind in [ErrorKind::StorageFull, ErrorKind::TimedOut, ErrorKind::NotFound] {
            assert_eq!(code(kind), codes::ARCHIVE_UNAVAILABLE, "{kind}");
        }
    }
}

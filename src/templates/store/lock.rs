//! One writer at a time, across threads and processes.

use std::fs::{File, OpenOptions};
use std::path::Path;

use crate::base::files;
use crate::templates::codes;
use engine::problem::{Problem, Result};

/// Hidden, so that the list passes over it.
const NAME: &str = ".lock";

/// Access to the files of a repository.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum StoreAccess {
    #[default]
    ReadWrite,
    /// For files of a remote source.
    ReadOnly,
}

/// Holds the lock of a folder until it is dropped; the system frees it when a process dies.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Waits for the lock of a folder that exists. Every change of a repository needs one.
    ///
    /// # Errors
    /// `templatesReadOnly`; `io` when the lock file cannot be made or the file system has no locks.
    pub(super) fn acquire(folder: &Path, access: StoreAccess) -> Result<Self> {
        if access == StoreAccess::ReadOnly {
            let message = "the templates are read from a remote source, and cannot be changed here";
            return Err(Problem::new(codes::TEMPLATES_READ_ONLY, message)
                .advice("change them in the source that `templateSource` names"));
        }
        let path = folder.join(NAME);
        let mut options = OpenOptions::new();
        options.read(true).append(true);
        // Never through a link: a new file may only appear in this folder.
        let opened = match options.create_new(true).open(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                options.create_new(false).open(&path)
            }
            opened => opened,
        };
        opened
            .and_then(|file| file.lock().map(|()| Self { _file: file }))
            .map_err(|error| files::io_problem("lock", &path, &error))
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn only_one_holds_the_lock() {
        let folder = tempfile::TempDir::new().unwrap();
        let inside = AtomicU32::new(0);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..20 {
                        let lock = Lock::acquire(folder.path(), StoreAccess::ReadWrite).unwrap();
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                        std::thread::yield_now();
                        assert_eq!(inside.fetch_sub(1, Ordering::SeqCst), 1);
                        drop(lock);
                    }
                });
            }
        });
    }
}

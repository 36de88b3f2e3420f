//! Detection of live workers of this machine.
//!
//! A worker holds a lock on a file of its name for as long as its process lives: however it ends,
//! the lock goes with it, and its rows are free at once instead of when their lease is over.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::base::files::{self, io_problem};
use crate::delivery::codes;
use crate::delivery::queue::error::Result;
use engine::problem::Problem;

/// Others hold a lock briefly when they check whether its worker lives.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(5);

/// The locks of this process, and a look at those of others.
pub(super) struct WorkerFiles {
    folder: PathBuf,
    own: HashMap<String, WorkerRegistration>,
}

struct WorkerRegistration {
    path: PathBuf,
    /// Without it the system has no locks, or another handle of this worker holds it.
    lock: Option<File>,
}

impl WorkerFiles {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self { folder, own: HashMap::new() }
    }

    /// Makes known that a worker of this process lives.
    pub(super) fn register(&mut self, worker: &str) -> Result<()> {
        if self.own.get(worker).is_some_and(|own| own.lock.is_some()) {
            return Ok(());
        }
        let path = self.path(worker);
        let lock = lock(&path).map_err(|error| Problem {
            code: codes::QUEUE_UNAVAILABLE,
            ..io_problem("lock", &path, &error)
        })?;
        self.own.insert(worker.to_owned(), WorkerRegistration { path, lock });
        Ok(())
    }

    /// Returns `true` if a worker may be alive.
    pub(super) fn is_alive(&self, worker: &str) -> bool {
        if self.own.contains_key(worker) {
            return true;
        }
        let path = self.path(worker);
        let Ok(file) = OpenOptions::new().append(true).open(&path) else {
            return path.exists();
        };
        match file.try_lock() {
            Ok(()) => {
                // It is not needed any more; a worker that comes back makes it again.
                let _ = fs::remove_file(&path);
                false
            }
            // Systems without locks: the lease decides.
            Err(TryLockError::WouldBlock | TryLockError::Error(_)) => true,
        }
    }

    fn path(&self, worker: &str) -> PathBuf {
        self.folder.join(file_name(worker))
    }
}

impl Drop for WorkerFiles {
    fn drop(&mut self) {
        for own in self.own.values() {
            if own.lock.is_some() {
                let _ = fs::remove_file(&own.path);
            }
        }
    }
}

/// Opens and locks the file; `None` when the system or another handle does not let us.
fn lock(path: &Path) -> std::io::Result<Option<File>> {
    if let Some(folder) = path.parent() {
        files::create_private_folder(folder)?;
    }
    for _ in 0..TRIES {
        let file = files::private().append(true).create(true).open(path)?;
        match file.try_lock() {
            // A process that looked just before may have removed what we opened.
            Ok(()) if path.exists() => return Ok(Some(file)),
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
            Err(TryLockError::Error(_)) => return Ok(None),
        }
    }
    Ok(None)
}

/// A name that every system allows, another one for every worker.
fn file_name(worker: &str) -> String {
    let safe = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    if !worker.is_empty() && worker.len() <= 100 && worker.bytes().all(safe) {
        return worker.to_owned();
    }
    let name: String = worker
        .bytes()
        .map(|byte| if safe(byte) { char::from(byte).to_string() } else { format!("%{byte:02x}") })
        .collect();
    match name.len() {
        1..=150 => name,
        _ => format!("%{}", crate::base::hash::sha256(worker.as_bytes())),
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use tempfile::TempDir;

    use super::*;

    #[test]
    fn a_worker_lives_as_long_as_what_registered_it() {
        let folder = TempDir::new().unwrap();
        let looker = WorkerFiles::new(folder.path().to_owned());
        let mut worker = WorkerFiles::new(folder.path().to_owned());
        assert!(!looker.is_alive("one"));
        worker.register("one").unwrap();
        worker.register("one").unwrap();
        assert!(looker.is_alive("one") && worker.is_alive("one"));
        assert!(!looker.is_alive("two"));
        drop(worker);
        assert!(!looker.is_alive("one"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn the_file_of_a_killed_worker_says_that_it_is_gone_and_goes_too() {
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("gone"), "").unwrap();
        let looker = WorkerFiles::new(folder.path().to_owned());
        assert!(!looker.is_alive("gone"));
        assert!(!folder.path().join("gone").exists());
    }

    #[test]
    fn no_name_leaves_the_folder() {
        for name in ["../x", "a/b", "", ".", "..", &"x".repeat(500), "c:\\x", "ä"] {
            let file = file_name(name);
            assert!(!file.is_empty() && file.len() <= 150, "{file}");
            assert!(!file.contains(['/', '\\', '.', ':']), "{file}");
        }
        assert_ne!(file_name("a.b"), file_name("a%2eb"));
    }
}

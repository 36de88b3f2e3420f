//! Objects as files in a folder.
//!
//! A file takes its name without replacing another (`renameat2` with `RENAME_NOREPLACE`, or a hard link), after its
//! bytes are on the disk. The folder itself is never created: where a mount is missing, documents would be written to
//! the disk below it.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::store::{ArchiveStore, folder_problem, not_create_only};
use crate::base::files;
use crate::delivery::codes;
use engine::problem::{Problem, Result, quoted};

/// A folder.
pub(super) struct ArchiveFolder {
    root: PathBuf,
}

impl ArchiveFolder {
    pub(super) fn new(root: PathBuf) -> Self {
        Self { root }
    }

    /// The path of an object.
    fn path(&self, key: &str) -> Result<PathBuf> {
        if !self.root.is_dir() {
            let name = files::display_name(&self.root);
            let is_other = self.root.exists();
            let (code, what) = if is_other {
                (codes::ARCHIVE_REFUSED, "is no folder")
            } else {
                (codes::ARCHIVE_UNAVAILABLE, "does not exist")
            };
            let message = format!("the archive: the folder {} {what}", quoted(&name));
            return Err(Problem::new(code, message)
                .file(name)
                .advice("create it, or mount it; `archive.url` names it"));
        }
        Ok(self.root.join(key))
    }

    fn replaces(&self) -> Problem {
        not_create_only(
            &self.describe(),
            "use a file system that can name a file without replacing another, such as a local disk or NFS",
        )
    }

    /// Creates the folders above an object, their names on the disk.
    fn create_folders(&self, path: &Path) -> io::Result<()> {
        let inner = path.parent().and_then(|folder| folder.strip_prefix(&self.root).ok());
        let mut folder = self.root.clone();
        for part in inner.into_iter().flat_map(Path::components) {
            folder.push(part);
            if !folder.is_dir() {
                files::create_private_folder(&folder)?;
                files::sync_folder(&folder);
            }
        }
        Ok(())
    }
}

impl ArchiveStore for ArchiveFolder {
    fn put_new(&self, key: &str, bytes: &[u8]) -> Result<bool> {
        let path = self.path(key)?;
        let written =
            self.create_folders(&path).and_then(|()| files::write_private_new(&path, bytes));
        written.map_err(|error| match error.kind() {
            io::ErrorKind::Unsupported | io::ErrorKind::InvalidInput => self.replaces(),
            _ => folder_problem("write", &path, &error),
        })
    }

    fn get(&self, key: &str, limit: u64) -> Result<Option<Vec<u8>>> {
        let path = self.path(key)?;
        match File::open(&path) {
            Ok(_) => files::read_regular(&path, limit).map(Some).map_err(|problem| Problem {
                code: codes::ARCHIVE_UNAVAILABLE,
                message: format!("the archive: {}", problem.message),
                ..problem
            }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(folder_problem("read", &path, &error)),
        }
    }

    fn size(&self, key: &str) -> Result<Option<u64>> {
        let path = self.path(key)?;
        match fs::metadata(&path) {
            Ok(about) => Ok(Some(about.len())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(folder_problem("read", &path, &error)),
        }
    }

    fn list(&self, prefix: &str, each: &mut dyn FnMut(&str) -> Result<bool>) -> Result<()> {
        let start = self.path(prefix)?;
        if !start.exists() {
            return Ok(());
        }
        for entry in WalkDir::new(&start) {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) if is_gone(&error) => continue,
                Err(error) => {
                    let path = error.path().unwrap_or(&self.root).to_owned();
                    return Err(folder_problem("read", &path, &error.into()));
                }
            };
            let is_unfinished = files::is_temporary(entry.file_name());
            if !entry.file_type().is_file() || is_unfinished {
                continue;
            }
            let inner = entry.path().strip_prefix(&self.root).unwrap_or(entry.path());
            if !each(&inner.to_string_lossy())? {
                break;
            }
        }
        Ok(())
    }

    fn remove(&self, key: &str) -> Result<()> {
        let path = self.path(key)?;
        match fs::remove_file(&path) {
            Ok(()) => {
                // The folder of a document that is gone; one that holds something stays.
                files::sweep(files::folder_of(&path));
                let _ = fs::remove_dir(files::folder_of(&path));
                files::sync_folder(&path);
                Ok(())
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(folder_problem("remove", &path, &error)),
        }
    }

    fn probe(&self) -> Result<()> {
        let path = self.path(&format!(".probe-{}", std::process::id()))?;
        let tried =
            files::write_private_new(&path, b"").and_then(|_| files::write_private_new(&path, b""));
        let _ = fs::remove_file(&path);
        match tried {
            Ok(false) => Ok(()),
            Ok(true) => Err(self.replaces()),
            Err(error) => match error.kind() {
                io::ErrorKind::Unsupported | io::ErrorKind::InvalidInput => Err(self.replaces()),
                _ => Err(folder_problem("write", &path, &error)),
            },
        }
    }

    fn describe(&self) -> String {
        format!("folder {}", files::display_name(&self.root))
    }
}

/// Returns `true` for an entry that was there when its folder was listed: documents expire meanwhile.
fn is_gone(error: &walkdir::Error) -> bool {
    let is_missing = |it: &io::Error| it.kind() == io::ErrorKind::NotFound;
    error.depth() > 0 && error.io_error().is_some_and(is_missing)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use tempfile::TempDir;

    use super::*;

    #[test]
    fn an_object_is_created_once_and_never_replaced() {
        let folder = TempDir::new().unwrap();
        let store = ArchiveFolder::new(folder.path().to_owned());
        store.probe().unwrap();
        assert!(store.put_new("ab/cd/x", b"one").unwrap());
        assert!(!store.put_new("ab/cd/x", b"two").unwrap());
        assert_eq!(store.get("ab/cd/x", 10).unwrap().unwrap(), b"one");
        assert_eq!(store.size("ab/cd/x").unwrap(), Some(3));
        assert_eq!(store.get("ab/cd/y", 10).unwrap(), None);
        let mut keys = Vec::new();
        store
            .list("", &mut |key| {
                keys.push(key.to_owned());
                Ok(true)
            })
            .unwrap();
        assert_eq!(keys, ["ab/cd/x"], "the probe leaves nothing");
        store.remove("ab/cd/x").unwrap();
        store.remove("ab/cd/x").unwrap();
        assert_eq!(store.size("ab/cd/x").unwrap(), None);
    }

    #[test]
    fn a_folder_that_goes_while_it_is_listed_is_no_failure() {
        let folder = TempDir::new().unwrap();
        let store = ArchiveFolder::new(folder.path().to_owned());
        let keys = ["ab/x", "cd/x", "ef/x"];
        keys.iter().for_each(|key| assert!(store.put_new(key, b"one").unwrap()));
        let mut listed = Vec::new();
        let list = store.list("", &mut |key| {
            listed.push(key.to_owned());
            keys.iter().filter(|other| **other != key).for_each(|key| store.remove(key).unwrap());
            Ok(true)
        });
        list.unwrap();
        assert_eq!(listed.len(), 1, "{listed:?}");
    }

    #[test]
    fn many_that_create_one_object_agree_on_who_did() {
        let folder = TempDir::new().unwrap();
        let store = ArchiveFolder::new(folder.path().to_owned());
        let store = &store;
        let created = std::thread::scope(|scope| {
            let put = |n: u8| scope.spawn(move || store.put_new("ab/x", &[n]).unwrap());
            let threads: Vec<_> = (0..8).map(put).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).filter(|it| *it).count()
        });
        assert_eq!(created, 1);
    }

    #[test]
    fn a_missing_folder_is_never_created() {
        let folder = TempDir::new().unwrap();
        let root = folder.path().join("mount");
        let store = ArchiveFolder::new(root.clone());
        let problem = store.put_new("ab/x", b"one").unwrap_err();
        assert_eq!(problem.code, codes::ARCHIVE_UNAVAILABLE);
        assert!(problem.message.ends_with("does not exist"), "{}", problem.message);
        assert!(!root.exists());
        fs::write(&root, "a file").unwrap();
        assert_eq!(store.put_new("ab/x", b"one").unwrap_err().code, codes::ARCHIVE_REFUSED);
    }

    #[cfg(unix)]
    #[test]
    fn objects_are_for_their_owner_only() {
        use std::os::unix::fs::PermissionsExt;
        let folder = TempDir::new().unwrap();
        let store = ArchiveFolder::new(folder.path().to_owned());
        store.put_new("ab/cd/x", b"one").unwrap();
        let mode = |path: &str| {
            fs::metadata(folder.path().join(path)).unwrap().permissions().mode() & 0o777
        };
        assert_eq!((mode("ab"), mode("ab/cd"), mode("ab/cd/x")), (0o700, 0o700, 0o600));
    }
}

//! The folder that documents are written to.
//!
//! A file appears whole or not at all, as everywhere, but is not forced onto the disk by itself,
//! which would take longer than making it: after a power cut the batch is simply run again.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use parking_lot::Mutex;

use crate::base::files;
use engine::problem::{Problem, Result};

/// A folder that several threads write to.
pub(crate) struct OutputFolder {
    path: PathBuf,
    /// Held while names change. File systems let one thread at a time do that; those that wait
    /// here leave the processors to the threads that render, while in the kernel they would spin.
    naming: Mutex<()>,
    nameless: nameless::Files,
    lost: OnceLock<Problem>,
}

impl OutputFolder {
    /// The folder, created when missing. Files that killed writers left there are removed.
    ///
    /// # Errors
    /// `io` when it cannot be created.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        fs::create_dir_all(path).map_err(|error| files::io_problem("create", path, &error))?;
        files::sweep(path);
        Ok(Self {
            path: path.to_owned(),
            naming: Mutex::default(),
            nameless: nameless::Files::default(),
            lost: OnceLock::new(),
        })
    }

    /// Writes a file whole or not at all, replacing one of that name.
    ///
    /// # Errors
    /// `io`; nothing is left behind then.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let target = self.path.join(name);
        let written = match self.nameless.create(&self.path) {
            Some(file) => self.write_nameless(file, &target, bytes),
            None => self.write_renamed(&target, bytes),
        };
        written.map_err(|error| {
            let problem = files::io_problem("write", &target, &error);
            let is_full = matches!(
                error.kind(),
                ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::ReadOnlyFilesystem
            );
            if is_full || !self.path.is_dir() {
                let folder = || files::io_problem("write to", &self.path, &error);
                self.lost.get_or_init(|| if is_full { problem.clone() } else { folder() });
            }
            problem
        })
    }

    /// Returns the problem after which nothing more can be written to the folder: it is gone, or
    /// its disk is full or read-only.
    pub(crate) fn lost(&self) -> Option<&Problem> {
        self.lost.get()
    }

    /// Gives the file its name when it is whole.
    fn write_nameless(&self, mut file: File, target: &Path, bytes: &[u8]) -> io::Result<()> {
        file.write_all(bytes)?;
        match self.alone(|| self.nameless.link(&file, target)) {
            // There is one of that name, or names cannot be given like that here.
            Err(_) => self.write_renamed(target, bytes),
            linked => linked,
        }
    }

    /// Replaces the file by one that other processes, which may have our number in a container of their own, cannot
    /// take for theirs.
    fn write_renamed(&self, target: &Path, bytes: &[u8]) -> io::Result<()> {
        let Some(place) = files::write_target(target)? else {
            return files::write_into(target, bytes);
        };
        let mut file = self.alone(|| place.create())?;
        file.write_all(bytes)?;
        self.alone(|| file.persist(&place.target).map_err(|error| error.error))?;
        Ok(())
    }

    fn alone<T>(&self, work: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        let _turn = self.naming.lock();
        work()
    }
}

/// Files that get their name when they are written (`O_TMPFILE`): a change of names less, and
/// nothing is left of a writer that is killed.
#[cfg(target_os = "linux")]
mod nameless {
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd;
    use std::path::Path;
    use std::sync::atomic::{AtomicBool, Ordering};

    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open};
    use rustix::io::Errno;

    /// The first reports if the file system has them.
    #[derive(Default)]
    pub(super) struct Files {
        is_refused: AtomicBool,
    }

    impl Files {
        /// A file on the file system of a folder; `None` where there are none such.
        pub(super) fn create(&self, folder: &Path) -> Option<File> {
            if self.is_refused.load(Ordering::Relaxed) {
                return None;
            }
            let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
            let created = open(folder, flags, Mode::from_raw_mode(0o666));
            if created.is_err() {
                self.is_refused.store(true, Ordering::Relaxed);
            }
            created.ok().map(File::from)
        }

        /// Gives it a name that no file has.
        pub(super) fn link(&self, file: &File, target: &Path) -> io::Result<()> {
            // Without privileges, this is the way that open(2) shows.
            let own = format!("/proc/self/fd/{}", file.as_raw_fd());
            let linked = linkat(CWD, own, CWD, target, AtFlags::SYMLINK_FOLLOW);
            if linked.is_err_and(|error| error != Errno::EXIST) {
                self.is_refused.store(true, Ordering::Relaxed);
            }
            Ok(linked?)
        }

        #[cfg(test)]
        pub(super) fn refuse(&self) {
            self.is_refused.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod nameless {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    #[derive(Default)]
    pub(super) struct Files;

    impl Files {
        pub(super) fn create(&self, _: &Path) -> Option<File> {
            None
        }

        pub(super) fn link(&self, _: &File, _: &Path) -> io::Result<()> {
            Err(io::ErrorKind::Unsupported.into())
        }

        #[cfg(test)]
        pub(super) fn refuse(&self) {}
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    /// The content of a folder after two files, one of them written twice.
    fn written(is_refused: bool) -> Vec<(String, Vec<u8>)> {
        let place = tempfile::tempdir().unwrap();
        let folder = OutputFolder::open(&place.path().join("out")).unwrap();
        if is_refused {
            folder.nameless.refuse();
        }
        for (name, bytes) in [("a.pdf", "first"), ("b.pdf", "second"), ("a.pdf", "third")] {
            folder.write(name, bytes.as_bytes()).unwrap();
        }
        assert!(folder.write("no/such/folder.pdf", b"").is_err());
        let mut files: Vec<_> = fs::read_dir(&folder.path)
            .unwrap()
            .map(|entry| entry.unwrap())
            .map(|entry| {
                (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())
            })
            .collect();
        files.sort();
        files
    }

    #[test]
    fn files_are_replaced_and_nothing_else_is_left() {
        let expected =
            [("a.pdf".to_owned(), b"third".to_vec()), ("b.pdf".to_owned(), b"second".to_vec())];
        assert_eq!(written(false), expected);
        assert_eq!(written(true), expected);
    }

    /// In two containers both have the number of this process.
    #[test]
    fn two_writers_of_one_number_do_not_mix_their_files() {
        let place = tempfile::tempdir().unwrap();
        let write = |own: &'static str| {
            let folder = OutputFolder::open(place.path()).unwrap();
            folder.nameless.refuse();
            for number in 0..300 {
                folder.write(&format!("{own}-{number}.pdf"), own.as_bytes()).unwrap();
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(|| write("a"));
            scope.spawn(|| write("b"));
        });
        for own in ["a", "b"] {
            for number in 0..300 {
                let file = place.path().join(format!("{own}-{number}.pdf"));
                assert_eq!(fs::read(file).unwrap(), own.as_bytes());
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_protected_files_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        let folder = OutputFolder::open(&at("out")).unwrap();
        fs::write(at("far.pdf"), "old").unwrap();
        symlink(at("far.pdf"), at("out/link.pdf")).unwrap();
        folder.write("link.pdf", b"new").unwrap();
        assert_eq!(fs::read(at("far.pdf")).unwrap(), b"new");
        assert!(at("out/link.pdf").is_symlink());

        fs::write(at("out/kept.pdf"), "old").unwrap();
        fs::set_permissions(at("out/kept.pdf"), fs::Permissions::from_mode(0o444)).unwrap();
        let problem = folder.write("kept.pdf", b"new").unwrap_err();
        assert!(problem.to_string().contains("write-protected"), "{problem}");
        assert_eq!(fs::read(at("out/kept.pdf")).unwrap(), b"old");
    }

    #[cfg(unix)]
    #[test]
    fn all_files_have_the_ordinary_permissions() {
        use std::os::unix::fs::PermissionsExt;

        let place = tempfile::tempdir().unwrap();
        let folder = OutputFolder::open(place.path()).unwrap();
        folder.write("new.pdf", b"").unwrap();
        folder.nameless.refuse();
        folder.write("other.pdf", b"").unwrap();
        fs::write(place.path().join("usual"), b"").unwrap();
        let mode = |name| fs::metadata(place.path().join(name)).unwrap().permissions().mode();
        assert_eq!((mode("new.pdf"), mode("other.pdf")), (mode("usual"), mode("usual")));
    }
}

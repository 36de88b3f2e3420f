//! The library: files that templates name as `lib:NAME`, in the folder `library` beside the
//! repository. Those of a tenant are in a folder of its name there, and it sees no others.

use std::fs;
use std::path::{Path, PathBuf};

use crate::templates::codes;
use engine::library::is_name;

use super::confine::{self, REAL_FOLDER, Refused};
use super::lock::{Lock, StoreAccess};
use super::{Id, Store};
use crate::base::files;
use crate::base::hash::sha256;
use engine::problem::{Code, Problem, Result, quoted};
use engine::suggest::did_you_mean;

/// The folder, beside that of the templates.
pub const LIBRARY: &str = "library";

/// Largest file of a library, in bytes.
pub const MAX_LIBRARY_FILE_BYTES: u64 = 64 << 20;

/// A folder of files that templates name.
#[derive(Debug, Clone)]
pub struct LibraryFolder {
    path: PathBuf,
    /// The folder that the library is in, with those of tenants: folders below it are no links.
    base: PathBuf,
    /// `true` if the folders of tenants are in it, so that names without extension are theirs.
    holds_tenants: bool,
    /// Bytes that its files may have together; without it, any number.
    quota: Option<u64>,
    access: StoreAccess,
}

/// Least bytes that a file counts in a quota: a block of a disk.
const LEAST_COUNTED: u64 = 4096;

/// A file in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedFile {
    pub name: String,
    pub bytes: u64,
}

/// A file with its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LibraryFile {
    /// Its content.
    pub bytes: Vec<u8>,
    /// SHA-256 of it, in hexadecimal: changes whenever the file does.
    pub version: String,
}

/// Effect of writing a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedFile {
    /// SHA-256 of the content, in hexadecimal.
    pub version: String,
    /// `true` if no file had its name before.
    pub is_new: bool,
}

impl Store {
    /// The library of a tenant of this repository, or of its owner.
    pub fn library(&self, tenant: Option<&Id>) -> LibraryFolder {
        let base = files::folder_of(&self.root).to_owned();
        let tenant = self.tenant.as_ref().or(tenant);
        let mut path = base.join(LIBRARY);
        path.extend(tenant.map(Id::as_str));
        LibraryFolder {
            path,
            base,
            holds_tenants: tenant.is_none(),
            quota: None,
            access: self.access,
        }
    }
}

impl LibraryFolder {
    /// The library in a folder.
    pub fn new(path: PathBuf) -> Self {
        let base = files::folder_of(&path).to_owned();
        let path = base.join(path.file_name().unwrap_or_default());
        Self { path, base, holds_tenants: false, quota: None, access: StoreAccess::ReadWrite }
    }

    /// This library with a limit on the bytes of all its files together.
    #[must_use]
    pub fn with_quota(self, bytes: u64) -> Self {
        Self { quota: Some(bytes), ..self }
    }

    /// The folder, which need not be there.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The files by name, without those with an invalid name.
    ///
    /// # Errors
    /// `libraryFileUnreadable` when the folder is a link; `io`.
    pub fn list(&self) -> Result<Vec<ListedFile>> {
        self.check_folder()?;
        if !self.path.is_dir() {
            return Ok(Vec::new());
        }
        let entries = fs::read_dir(&self.path);
        let entries = entries.map_err(|error| files::io_problem("read", &self.path, &error))?;
        let mut files = Vec::new();
        for entry in entries.flatten() {
            let name = entry.file_name();
            let Some(name) = name.to_str().filter(|name| is_name(name)) else { continue };
            if let Ok(Some(path)) = self.confined(name)
                && let Some(about) = path.metadata().ok().filter(fs::Metadata::is_file)
            {
                files.push(ListedFile { name: name.to_owned(), bytes: about.len() });
            }
        }
        files.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(files)
    }

    /// The file of a name, links followed; `None` where it does not exist. The folder of a tenant
    /// is not a file, and counts as missing.
    ///
    /// # Errors
    /// `libraryFileUnreadable` when a link leads out of the library, or the library is a link.
    pub fn confined(&self, name: &str) -> Result<Option<PathBuf>> {
        if !is_name(name) {
            return Ok(None);
        }
        match confine::resolve(&self.base, &self.path, &self.path.join(name)) {
            Ok(real) => Ok(real.filter(|real| !real.is_dir())),
            Err(Refused::Io(_)) => Err(unreadable(name, "cannot be looked at")),
            Err(Refused::LeadsOut) => {
                Err(unreadable(name, "is a link that leads out of the library")
                    .advice("put the file itself in the place of the link"))
            }
            Err(Refused::Folder(_)) => {
                Err(unreadable(name, "lies in a folder that is a link").advice(REAL_FOLDER))
            }
        }
    }

    /// Refuses a library that is a link, or that of a tenant which is one.
    fn check_folder(&self) -> Result<()> {
        let below = self.path.strip_prefix(&self.base).unwrap_or(&self.path);
        confine::no_links(&self.base, below).map_err(|_| {
            Problem::new(Code::LibraryFileUnreadable, "the folder of the library is a link")
                .advice(REAL_FOLDER)
        })
    }

    /// The content of a file of at most `limit` bytes.
    ///
    /// # Errors
    /// `libraryFileNotFound` with a name that is near, `libraryFileUnreadable`.
    pub fn load(&self, name: &str, limit: u64) -> Result<LibraryFile> {
        let path = self.confined(name)?.ok_or_else(|| self.not_found(name))?;
        let bytes =
            files::read_regular(&path, limit.min(MAX_LIBRARY_FILE_BYTES)).map_err(|error| {
                let reason = error.details.iter().find(|(name, _)| name == "reason");
                let reason = reason.map_or_else(
                    || format!("it is larger than the {limit} bytes allowed"),
                    |(_, reason)| reason.as_str().unwrap_or("unknown reason").to_owned(),
                );
                unreadable(name, &format!("cannot be read: {reason}"))
            })?;
        Ok(LibraryFile { version: sha256(&bytes), bytes })
    }

    /// Writes a file; with `expected`, only if that is still its version.
    ///
    /// # Errors
    /// `invalidField` for what cannot be a name, `conflict`, `libraryFull`, `io`.
    pub fn save(&self, name: &str, bytes: &[u8], expected: Option<&str>) -> Result<SavedFile> {
        self.write(name, bytes, |known| check_version(name, known, expected))
    }

    /// Writes a file of a name that no file has yet.
    ///
    /// # Errors
    /// Errors of [`LibraryFolder::save`]: `conflict` where there is one.
    pub fn add(&self, name: &str, bytes: &[u8]) -> Result<SavedFile> {
        self.write(name, bytes, |known| match known {
            Some(_) => {
                let message = format!("the library has a file {} already", quoted(name));
                Err(Problem::new(codes::CONFLICT, message)
                    .advice("read it, and send the change with its `ETag`"))
            }
            None => Ok(()),
        })
    }

    /// Writes a file if the one that has its name, where there is one, passes; no other writer
    /// comes between.
    fn write(
        &self,
        name: &str,
        bytes: &[u8],
        check: impl FnOnce(Option<&Path>) -> Result<()>,
    ) -> Result<SavedFile> {
        if !is_name(name) {
            let message = format!("{} cannot be the name of a file of the library", quoted(name));
            return Err(Problem::new(Code::InvalidField, message).field("name").advice(
                "use letters of ASCII, digits, `.`, `_` and `-`, at most 128, not a dot in front",
            ));
        }
        self.check_folder()?;
        fs::create_dir_all(&self.path)
            .map_err(|error| files::io_problem("make", &self.path, &error))?;
        let _lock = Lock::acquire(&self.path, self.access)?;
        let known = self.confined(name)?;
        check(known.as_deref())?;
        let is_new = known.is_none();
        if is_new && self.holds_tenants && Id::parse(&name.to_ascii_lowercase()).is_ok() {
            let message =
                format!("{} cannot be the name of a new file: it has no extension", quoted(name));
            return Err(Problem::new(Code::InvalidField, message)
                .field("name")
                .advice("add one, as in `logo.png`"));
        }
        let path = known.unwrap_or_else(|| self.path.join(name));
        files::sweep(&self.path);
        self.check_room(name, bytes.len() as u64)?;
        files::write_whole(&path, bytes)?;
        Ok(SavedFile { version: sha256(bytes), is_new })
    }

    /// Refuses a file that the library has no room for. A file that is no larger than the one it
    /// replaces is always accepted, so that a library that is too full can become smaller.
    fn check_room(&self, name: &str, bytes: u64) -> Result<()> {
        let Some(quota) = self.quota else { return Ok(()) };
        let counted = |bytes: u64| bytes.max(LEAST_COUNTED);
        let (mut others, mut before) = (0, 0);
        for file in self.list()? {
            let sum = if file.name == name { &mut before } else { &mut others };
            *sum += counted(file.bytes);
        }
        if counted(bytes) <= before || others.saturating_add(counted(bytes)) <= quota {
            return Ok(());
        }
        let used = others + before;
        let message = format!(
            "the library has no room for the {bytes} bytes of {}: {used} of {quota} bytes are used",
            quoted(name)
        );
        Err(Problem::new(codes::LIBRARY_FULL, message)
            .advice("delete files that no template names, or make the file smaller")
            .detail("bytes", bytes)
            .detail("usedBytes", used)
            .detail("limitBytes", quota))
    }

    /// Removes a file. With `expected`, only if that is still its version.
    ///
    /// # Errors
    /// `libraryFileNotFound`, `conflict`, `io`.
    pub fn remove(&self, name: &str, expected: Option<&str>) -> Result<()> {
        self.check_folder()?;
        if !self.path.is_dir() {
            return Err(self.not_found(name));
        }
        let _lock = Lock::acquire(&self.path, self.access)?;
        let real = self.confined(name)?.ok_or_else(|| self.not_found(name))?;
        check_version(name, Some(&real), expected)?;
        // The link where it is one, not what it leads to.
        let path = self.path.join(name);
        fs::remove_file(&path).map_err(|error| files::io_problem("remove", &path, &error))
    }

    /// The problem of a missing file.
    pub fn not_found(&self, name: &str) -> Problem {
        let files = self.list().unwrap_or_default();
        let names = files.iter().map(|file| file.name.as_str());
        let message = format!("there is no file {} in the library", quoted(name));
        let problem = Problem::new(Code::LibraryFileNotFound, message).detail("name", name);
        match did_you_mean(name, names) {
            Some(question) => problem.advice(question),
            None => problem,
        }
    }
}

fn check_version(name: &str, path: Option<&Path>, expected: Option<&str>) -> Result<()> {
    let Some(expected) = expected else { return Ok(()) };
    let current = path.and_then(|path| files::read_regular(path, MAX_LIBRARY_FILE_BYTES).ok());
    match current.map(|bytes| sha256(&bytes)) {
        Some(current) if current == expected => Ok(()),
        _ => {
            let message = format!("the file {} has changed since it was read", quoted(name));
            Err(Problem::new(codes::CONFLICT, message)
                .advice("read it again, and send the change with its new version"))
        }
    }
}

/// `what` follows "the file …".
fn unreadable(name: &str, what: &str) -> Problem {
    let message = format!("the file {} of the library {what}", quoted(name));
    Problem::new(Code::LibraryFileUnreadable, message).detail("name", name)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn library(folder: &Path, tenant: Option<&str>) -> LibraryFolder {
        let tenant = tenant.map(|tenant| Id::parse(tenant).unwrap());
        Store::open(folder.join("templates"), tenant).unwrap().library(None)
    }

    #[test]
    fn files_are_kept_by_name_and_version() {
        let folder = tempfile::tempdir().unwrap();
        let library = library(folder.path(), None);
        assert_eq!(library.list(), Ok(Vec::new()));
        let first = library.save("logo.png", b"one", None).unwrap();
        assert!(first.is_new);
        let first = first.version;
        assert_eq!(library.load("logo.png", 10).unwrap().version, first);
        assert_eq!(fs::read(folder.path().join("library/logo.png")).unwrap(), b"one");
        let second = library.save("logo.png", b"two", Some(&first)).unwrap();
        assert!(!second.is_new);
        let second = second.version;
        let refused = library.save("logo.png", b"three", Some(&first)).unwrap_err();
        assert_eq!(refused.code, codes::CONFLICT);
        assert_eq!(library.list().unwrap().len(), 1);
        let missing = library.load("lgoo.png", 10).unwrap_err();
        assert_eq!(missing.code, Code::LibraryFileNotFound);
        assert_eq!(missing.advice.as_deref(), Some("did you mean `logo.png`?"));
        let large = library.load("logo.png", 2).unwrap_err();
        assert_eq!(large.code, Code::LibraryFileUnreadable);
        assert_eq!(library.remove("logo.png", Some(&first)).unwrap_err().code, codes::CONFLICT);
        library.remove("logo.png", Some(&second)).unwrap();
        let gone = library.remove("logo.png", None).unwrap_err();
        assert_eq!(gone.code, Code::LibraryFileNotFound);
    }

    #[test]
    fn of_several_writers_one_adds_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let library = library(folder.path(), None);
        let at_once = |write: &(dyn Fn() -> Result<SavedFile> + Sync)| -> Vec<_> {
            std::thread::scope(|scope| {
                let writers: Vec<_> = (0..8).map(|_| scope.spawn(write)).collect();
                writers.into_iter().map(|writer| writer.join().unwrap()).collect()
            })
        };
        let added = at_once(&|| library.add("logo.png", b"x"));
        assert_eq!(added.iter().filter(|added| added.is_ok()).count(), 1);
        let refused = added.into_iter().filter_map(Result::err);
        assert!(refused.into_iter().all(|problem| problem.code == codes::CONFLICT));
        // Without a condition each writes, and one of them the first content.
        let saved = at_once(&|| library.save("seal.png", b"x", None));
        assert_eq!(saved.iter().filter(|saved| saved.as_ref().unwrap().is_new).count(), 1);
    }

    #[test]
    fn a_tenant_sees_its_own_files_only() {
        let folder = tempfile::tempdir().unwrap();
        library(folder.path(), None).save("logo.png", b"ours", None).unwrap();
        let acme = library(folder.path(), Some("acme"));
        assert_eq!(acme.load("logo.png", 10).unwrap_err().code, Code::LibraryFileNotFound);
        acme.save("logo.png", b"acme", None).unwrap();
        assert_eq!(fs::read(folder.path().join("library/acme/logo.png")).unwrap(), b"acme");
        // The folder of a tenant is no file of the owner.
        assert_eq!(library(folder.path(), None).list().unwrap().len(), 1);
    }

    #[test]
    fn a_library_has_a_quota_that_says_how_much_is_used() {
        let folder = tempfile::tempdir().unwrap();
        let acme = library(folder.path(), Some("acme")).with_quota(20_000);
        let zeta = library(folder.path(), Some("zeta")).with_quota(20_000);
        acme.save("a.png", &[0; 10_000], None).unwrap();
        // A small file counts for a block.
        acme.save("b.txt", b"x", None).unwrap();
        for full in [acme.save("c.png", &[0; 6_000], None), acme.add("c.png", &[0; 6_000])] {
            let full = full.unwrap_err();
            assert_eq!(full.code, codes::LIBRARY_FULL);
            let numbers = ["bytes", "usedBytes", "limitBytes"].map(|name| full.get(name).cloned());
            assert_eq!(numbers, [6_000, 14_096, 20_000].map(|number| Some(number.into())));
        }
        assert!(!folder.path().join("library/acme/c.png").exists());
        assert!(zeta.save("c.png", &[0; 6_000], None).is_ok());
        // The file in its place makes room, and one that does not grow passes beyond the quota too.
        acme.save("a.png", &[0; 15_000], None).unwrap();
        let smaller = library(folder.path(), Some("acme")).with_quota(10);
        assert!(smaller.save("a.png", &[0; 15_000], None).is_ok());
        assert_eq!(
            smaller.save("a.png", &[0; 15_001], None).unwrap_err().code,
            codes::LIBRARY_FULL
        );
        acme.remove("b.txt", None).unwrap();
        assert!(acme.save("d.txt", b"x", None).is_ok());
        // The files of tenants are none of the owner's.
        assert!(library(folder.path(), None).with_quota(5_000).save("a.txt", b"x", None).is_ok());
    }

    #[test]
    fn names_of_tenants_are_no_files_of_the_owner() {
        let folder = tempfile::tempdir().unwrap();
        let owner = library(folder.path(), None);
        library(folder.path(), Some("acme")).save("logo.png", b"x", None).unwrap();
        // Of `acme` nothing is learned that is not said of any name.
        for name in ["acme", "zeta", "ACME"] {
            assert_eq!(owner.load(name, 10).unwrap_err().code, Code::LibraryFileNotFound, "{name}");
            assert_eq!(owner.remove(name, None).unwrap_err().code, Code::LibraryFileNotFound);
            for saved in [owner.save(name, b"x", None), owner.add(name, b"x")] {
                assert_eq!(saved.unwrap_err().code, Code::InvalidField, "{name}");
            }
        }
        assert!(library(folder.path(), Some("zeta")).save("logo", b"x", None).is_ok());
        // A file that is there is replaced.
        fs::write(folder.path().join("library/seal"), "1").unwrap();
        assert!(owner.save("seal", b"2", None).is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn a_library_that_is_a_link_is_neither_read_nor_written() {
        let folder = tempfile::tempdir().unwrap();
        let elsewhere = folder.path().join("elsewhere");
        fs::create_dir(&elsewhere).unwrap();
        fs::write(elsewhere.join("a.png"), "x").unwrap();
        let linked = |path: &Path, library: &LibraryFolder| {
            std::os::unix::fs::symlink(&elsewhere, path).unwrap();
            assert_eq!(library.list().unwrap_err().code, Code::LibraryFileUnreadable);
            assert_eq!(library.load("a.png", 9).unwrap_err().code, Code::LibraryFileUnreadable);
            for name in ["a.png", "new.png"] {
                let saved = library.save(name, b"y", None);
                assert_eq!(saved.unwrap_err().code, Code::LibraryFileUnreadable);
            }
            let removed = library.remove("a.png", None);
            assert_eq!(removed.unwrap_err().code, Code::LibraryFileUnreadable);
            fs::remove_file(path).unwrap();
        };
        let place = folder.path().join(LIBRARY);
        linked(&place, &library(folder.path(), None));
        linked(&place, &LibraryFolder::new(place.clone()));
        std::os::unix::fs::symlink(folder.path().join("none"), &place).unwrap();
        assert!(library(folder.path(), None).save("a.png", b"y", None).is_err());
        fs::remove_file(&place).unwrap();
        fs::create_dir(&place).unwrap();
        linked(&place.join("acme"), &library(folder.path(), Some("acme")));
        assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 1);
        assert_eq!(fs::read(elsewhere.join("a.png")).unwrap(), b"x");
    }

    #[test]
    fn what_killed_writers_left_behind_is_removed_once_it_is_old() {
        let folder = tempfile::tempdir().unwrap();
        let library = library(folder.path(), None);
        library.save("a.png", b"x", None).unwrap();
        let left = folder.path().join("library/.reportctl-Ab1.tmp");
        let file = fs::File::create(&left).unwrap();
        let hours = std::time::Duration::from_secs(2 * 3600);
        file.set_modified(std::time::SystemTime::now() - hours).unwrap();
        library.save("a.png", b"y", None).unwrap();
        assert!(!left.exists());
    }

    #[test]
    fn names_and_links_lead_nowhere_else() {
        let folder = tempfile::tempdir().unwrap();
        let library = library(folder.path(), None);
        library.save("a.png", b"x", None).unwrap();
        fs::write(folder.path().join("secret"), "x").unwrap();
        for name in ["../secret", "/etc/passwd", "", ".lock", "a/b"] {
            assert_eq!(library.load(name, 10).unwrap_err().code, Code::LibraryFileNotFound);
            assert_eq!(library.save(name, b"x", None).unwrap_err().code, Code::InvalidField);
        }
        #[cfg(unix)]
        {
            let link = folder.path().join("library/link");
            std::os::unix::fs::symlink(folder.path().join("secret"), link).unwrap();
            let refused = library.load("link", 10).unwrap_err();
            assert_eq!(refused.code, Code::LibraryFileUnreadable);
            assert!(library.save("link", b"y", None).is_err());
            assert_eq!(fs::read(folder.path().join("secret")).unwrap(), b"x");
            assert_eq!(library.list().unwrap().len(), 1);
        }
    }
}

//! The files that a template names, read from the library of its repository.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::library::{Library, is_name, references};

use super::Named;
use super::stamp::FileStamps;
use crate::base::files;
use crate::templates::store::{LIBRARY, LibraryFolder, MAX_LIBRARY_FILE_BYTES, Store, TemplateId};
use engine::problem::Problem;
use engine::value::Value;

/// The files that a template names, as they were when it was read.
#[derive(Debug, Clone, Default)]
pub struct LoadedLibrary {
    /// The files, for renders.
    pub files: Library,
    /// Their hashes, for receipts.
    pub hashes: Vec<Named>,
    /// The folder that they are in.
    pub folder: PathBuf,
    /// Fingerprint: changes with any of them.
    stamps: FileStamps,
}

/// Bytes that the files which a template names may have together: they are in memory while its
/// documents are made, and while the template is kept for the next ones.
const MAX_NAMED_BYTES: u64 = 128 << 20;

impl LoadedLibrary {
    /// Reads the files that a template names, as far as they have 128 MiB together. One
    /// that is not there, or cannot be read, is said where the template is prepared, which knows the
    /// places that name it.
    pub fn read(template: &Value, folder: &LibraryFolder) -> Self {
        Self::read_within(template, folder, MAX_NAMED_BYTES)
    }

    fn read_within(template: &Value, folder: &LibraryFolder, limit: u64) -> Self {
        let mut left = limit;
        let mut loaded = Self { folder: folder.path().to_owned(), ..Self::default() };
        let mut is_complete = true;
        let mut seen = HashSet::new();
        for reference in references(template) {
            let name = reference.name.as_str();
            if !seen.insert(name.to_owned()) {
                continue;
            }
            let path = folder.path().join(name);
            if !is_name(name) {
                continue;
            }
            // The stamp is taken before the file is read: a change in between is seen later.
            loaded.stamps.add(path.clone());
            if matches!(folder.confined(name), Ok(None)) {
                is_complete = false;
                continue;
            }
            // Asked before it is read: what has no room is not held for a moment either.
            if path.metadata().is_ok_and(|about| about.len() > left) {
                let reason = format!(
                    "is too much: the files that a template names may have {limit} bytes together"
                );
                loaded.files.refuse(name, reason);
                continue;
            }
            match folder.load(name, left.min(MAX_LIBRARY_FILE_BYTES)) {
                Ok(file) => {
                    left -= file.bytes.len() as u64;
                    loaded.hashes.push(Named { name: name.to_owned(), sha256: file.version });
                    loaded.files.insert(name, Arc::<[u8]>::from(file.bytes));
                }
                Err(problem) => loaded.files.refuse(name, reason(&problem, name)),
            }
        }
        if !is_complete {
            let names = folder.list().unwrap_or_default().into_iter().map(|file| file.name);
            loaded.files.propose(names.collect::<Vec<_>>());
        }
        loaded.hashes.sort_by(|one, other| one.name.cmp(&other.name));
        loaded
    }

    /// Files that another process read.
    #[cfg(feature = "mail")]
    pub(crate) fn sent(files: Library, hashes: Vec<Named>, folder: PathBuf) -> Self {
        Self { files, hashes, folder, stamps: FileStamps::default() }
    }

    /// Returns `true` if the files are still those that were read, and were old enough then for a change to
    /// be seen.
    pub(crate) fn is_current(&self) -> bool {
        self.stamps.are_current()
    }
}

/// Description of a file in a message, without its name.
fn reason(problem: &Problem, name: &str) -> String {
    let start = format!("the file `{name}` of the library ");
    let message = problem.message.strip_prefix(&start).unwrap_or("cannot be read");
    message.to_owned()
}

/// The library of a template file: that of the repository for one inside it, else the nearest
/// folder `library` beside the file or in the folder above, else that of the repository.
pub(super) fn of_file(store: &Store, path: &Path) -> LibraryFolder {
    if let Some(id) = id_inside(store, path) {
        return store.library(id.tenant.as_ref());
    }
    let folder = files::folder_of(path);
    let above = folder.canonicalize().ok().and_then(|folder| folder.parent().map(Path::to_owned));
    let folders = std::iter::once(folder.to_owned()).chain(above);
    let near = folders.map(|folder| folder.join(LIBRARY)).find(|folder| folder.is_dir());
    near.map_or_else(|| store.library(None), LibraryFolder::new)
}

/// The id of a file of the repository.
pub(super) fn id_inside(store: &Store, path: &Path) -> Option<TemplateId> {
    let root = store.root().canonicalize().ok()?;
    let absolute = path.canonicalize().ok()?;
    let inside = absolute.strip_prefix(root).ok()?.to_str()?.strip_suffix(".json")?;
    TemplateId::parse(inside).ok()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn the_files_that_a_template_names_have_a_limit_together() {
        let folder = tempfile::tempdir().unwrap();
        let library = LibraryFolder::new(folder.path().join(LIBRARY));
        for name in ["a.txt", "b.txt", "c.txt"] {
            library.save(name, &[b'x'; 40], None).unwrap();
        }
        library.save("d.txt", b"xx", None).unwrap();
        let attachment = |name| format!(r#"{{"name": "{name}", "source": "lib:{name}"}}"#);
        let attachments = ["a.txt", "b.txt", "a.txt", "c.txt", "d.txt"].map(attachment).join(",");
        let template = format!(r#"{{"extensions": 1, "pdf": {{"attachments": [{attachments}]}}}}"#);
        let template = Value::from_json(&template).unwrap();
        let loaded = LoadedLibrary::read_within(&template, &library, 100);
        let names: Vec<&str> = loaded.files.files().map(|(name, _)| name).collect();
        assert_eq!(names, ["a.txt", "b.txt", "d.txt"]);
        let problems = loaded.files.problems(&references(&template));
        let [problem] = problems.as_slice() else { panic!("{problems:?}") };
        assert_eq!(
            problem.message,
            "the file `c.txt` of the library is too much: the files that a template names may have \
             100 bytes together"
        );
        assert_eq!(problem.pointer.as_deref(), Some("/template/pdf/attachments/3/source"));
        let all = LoadedLibrary::read(&template, &library);
        assert!(all.files.problems(&references(&template)).is_empty());
    }
}

//! Nothing outside the root: every path is resolved, links and all, before it is used.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::{Id, Store};
use crate::files;
use crate::problem::{Code, Problem, Result, quoted};

impl Store {
    /// What a path inside the root really is, or nothing when there is nothing.
    ///
    /// # Errors
    /// `templateUnreadable` when a link leads out of the root or nowhere; `io`.
    pub(super) fn confined(&self, path: &Path) -> Result<Option<PathBuf>> {
        // Asked first, because it takes one system call: files that a template may have beside it
        // are looked for with every document of a batch, and most have none.
        let is_link = match path.symlink_metadata() {
            Ok(about) => about.is_symlink(),
            Err(error) if is_absent(&error) => return Ok(None),
            Err(error) => return Err(files::io_problem("read", path, &error)),
        };
        let Some(root) = real(&self.root)? else { return Ok(None) };
        match real(path)? {
            Some(real) if real.starts_with(&root) => Ok(Some(real)),
            None if !is_link => Ok(None), // Removed since it was asked for.
            _ => Err(leads_out(path)),
        }
    }

    /// A file that lies beside a template, links followed; nothing when nothing is there.
    ///
    /// # Errors
    /// As for templates themselves: nothing outside the root is ever read.
    pub fn inside(&self, path: &Path) -> Result<Option<PathBuf>> {
        self.confined(path)
    }

    /// The folder that templates of a tenant go into, made if need be.
    pub(super) fn folder_to_write(&self, tenant: Option<&Id>) -> Result<PathBuf> {
        match tenant {
            Some(tenant) => self.ensure_folder(&self.root.join(tenant.as_str())),
            None => self.ensure_folder(&self.root),
        }
    }

    /// A folder directly inside one that exists, made if need be.
    pub(super) fn ensure_folder(&self, path: &Path) -> Result<PathBuf> {
        if let Some(real) = self.confined(path)? {
            return Ok(real);
        }
        match fs::create_dir(path) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                return Err(files::io_problem("make", path, &error));
            }
            _ => {}
        }
        self.confined(path)?.ok_or_else(|| leads_out(path))
    }
}

/// The path without links; nothing when nothing is there.
fn real(path: &Path) -> Result<Option<PathBuf>> {
    match path.canonicalize() {
        Ok(real) => Ok(Some(real)),
        Err(error) if is_absent(&error) => Ok(None),
        Err(error) => Err(files::io_problem("read", path, &error)),
    }
}

fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

fn leads_out(path: &Path) -> Problem {
    let name = files::display_name(path);
    let message = format!("{} is a link that leads out of the repository", quoted(&name));
    Problem::new(Code::TemplateUnreadable, message)
        .file(name)
        .advice("put the file itself in the place of the link")
}

#[cfg(all(test, unix))]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::os::unix::fs::symlink;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn paths_lead_to_what_is_inside_to_nothing_or_to_a_refusal() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("templates");
        fs::create_dir(&root).unwrap();
        fs::write(root.join("file"), "inside").unwrap();
        fs::write(folder.path().join("secret"), "outside").unwrap();
        symlink("file", root.join("inside")).unwrap();
        symlink("../secret", root.join("outside")).unwrap();
        symlink("nowhere", root.join("nowhere-inside")).unwrap();
        symlink("../nowhere", root.join("nowhere-outside")).unwrap();
        symlink("circle", root.join("circle")).unwrap();
        symlink("..", root.join("above")).unwrap();
        let store = Store::open(root.clone(), None).unwrap();
        let real = root.canonicalize().unwrap().join("file");
        let asked = |name: &str| store.inside(&root.join(name)).map_err(|problem| problem.code);
        for name in ["file", "inside"] {
            assert_eq!(asked(name), Ok(Some(real.clone())), "{name}");
        }
        for name in ["none", "none/file", "file/none", "above/none"] {
            assert_eq!(asked(name), Ok(None), "{name}");
        }
        for name in ["outside", "nowhere-inside", "nowhere-outside", "above", "above/secret"] {
            assert_eq!(asked(name), Err(Code::TemplateUnreadable), "{name}");
        }
        assert_eq!(asked("circle"), Err(Code::Io));
    }

    #[test]
    fn a_file_that_comes_and_goes_is_there_or_not() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("templates");
        fs::create_dir(&root).unwrap();
        let store = Store::open(root.clone(), None).unwrap();
        let path = root.join("file");
        let ends = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                while !ends.load(Ordering::Relaxed) {
                    fs::write(&path, "inside").unwrap();
                    fs::remove_file(&path).unwrap();
                }
            });
            let answers: Vec<_> = (0..20_000).map(|_| store.inside(&path)).collect();
            ends.store(true, Ordering::Relaxed);
            for answer in answers {
                assert!(answer.unwrap().is_none_or(|found| found.ends_with("file")));
            }
        });
    }
}

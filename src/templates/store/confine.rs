//! Nothing outside the root: every path is resolved, links and all, before it is used.
//!
//! A file may be a link to another one inside the root. A folder may not: what lies in it would be
//! read, written and removed under a name that belongs to something else.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::{Id, Store};
use crate::base::files;
use crate::templates::codes;
use engine::problem::{Problem, Result, quoted};

/// Reason for which a path is refused.
#[derive(Debug)]
pub(super) enum Refused {
    /// A folder on the way is a link.
    Folder(PathBuf),
    /// It is a link that leads out of the root, or nowhere.
    LeadsOut,
    /// It cannot be looked at.
    Io(Problem),
}

/// Resolves a path inside `root`; `None` when nothing is there. `base` is `root` or a folder
/// above it; it may be a link itself, the folders below it may not.
pub(super) fn resolve(base: &Path, root: &Path, path: &Path) -> Result<Option<PathBuf>, Refused> {
    // Asked first, because it takes one system call: files that a template may have beside it
    // are looked for with every document of a batch, and most have none.
    let is_link = match path.symlink_metadata() {
        Ok(about) => about.is_symlink(),
        Err(error) if is_absent(&error) => return Ok(None),
        Err(error) => return Err(Refused::Io(files::io_problem("read", path, &error))),
    };
    let Some(real_root) = real(root).map_err(Refused::Io)? else { return Ok(None) };
    // A file that is a link may have led to a folder by its real name.
    let base = if path.starts_with(base) {
        base.to_owned()
    } else {
        base.canonicalize().unwrap_or_else(|_| base.to_owned())
    };
    let below = path.strip_prefix(&base).map_err(|_| Refused::LeadsOut)?;
    let is_link = is_link && below != Path::new("");
    no_links(&base, below.parent().unwrap_or(Path::new("")))?;
    match real(path).map_err(Refused::Io)? {
        Some(real) if !real.starts_with(&real_root) => Err(Refused::LeadsOut),
        Some(real) if is_link && real.is_dir() => Err(Refused::Folder(path.to_owned())),
        None if is_link => Err(Refused::LeadsOut),
        // Nothing where it was removed since it was asked for.
        found => Ok(found),
    }
}

/// Refuses a link among the folders `below` a base.
pub(super) fn no_links(base: &Path, below: &Path) -> Result<(), Refused> {
    let mut folder = base.to_owned();
    for part in below.components() {
        folder.push(part);
        if folder.symlink_metadata().is_ok_and(|about| about.is_symlink()) {
            return Err(Refused::Folder(folder));
        }
    }
    Ok(())
}

impl Store {
    /// Resolves a path inside the root; `None` when nothing is there.
    ///
    /// # Errors
    /// `templateUnreadable` when a link leads out of the root or nowhere, and for a folder that is a
    /// link; `io`.
    pub(super) fn confined(&self, path: &Path) -> Result<Option<PathBuf>> {
        resolve(&self.root, &self.root, path).map_err(|refused| match refused {
            Refused::Io(problem) => problem,
            Refused::LeadsOut => leads_out(path),
            Refused::Folder(folder) => folder_is_link(&folder),
        })
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

fn folder_is_link(folder: &Path) -> Problem {
    let name = files::display_name(folder);
    let message = format!("the folder {} is a link, which is not followed", quoted(&name));
    Problem::new(codes::TEMPLATE_UNREADABLE, message).file(name).advice(REAL_FOLDER)
}

/// Advice about a folder that is a link.
pub(super) const REAL_FOLDER: &str = "put the folder itself in the place of the link";

fn leads_out(path: &Path) -> Problem {
    let name = files::display_name(path);
    let message = format!("{} is a link that leads out of the repository", quoted(&name));
    Problem::new(codes::TEMPLATE_UNREADABLE, message)
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
            assert_eq!(asked(name), Err(codes::TEMPLATE_UNREADABLE), "{name}");
        }
        assert_eq!(asked("circle"), Err(codes::IO));
    }

    #[test]
    fn a_folder_that_is_a_link_is_refused_wherever_it_leads() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("templates");
        fs::create_dir_all(root.join("zeta")).unwrap();
        fs::write(root.join("zeta/a.json"), "{}").unwrap();
        fs::write(root.join("a.json"), "{}").unwrap();
        symlink("zeta", root.join("acme")).unwrap();
        symlink(".", root.join("a.data")).unwrap();
        // The root is what the operator names.
        symlink("templates", folder.path().join("linked")).unwrap();
        for root in [root.clone(), folder.path().join("linked")] {
            let store = Store::open(root.clone(), None).unwrap();
            let asked = |name: &str| store.inside(&root.join(name)).map_err(|one| one.code);
            assert!(asked("a.json").unwrap().is_some() && asked("zeta/a.json").unwrap().is_some());
            for name in ["acme", "acme/a.json", "a.data", "a.data/a.json"] {
                assert_eq!(asked(name), Err(codes::TEMPLATE_UNREADABLE), "{name}");
            }
        }
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

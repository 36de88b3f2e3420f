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
        if path.symlink_metadata().is_err_and(|error| is_absent(&error)) {
            return Ok(None);
        }
        let Some(root) = real(&self.root)? else { return Ok(None) };
        match real(path)? {
            Some(real) if real.starts_with(&root) => Ok(Some(real)),
            Some(_) => Err(leads_out(path)),
            None if path.symlink_metadata().is_ok() => Err(leads_out(path)),
            None => Ok(None),
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

//! The folder that documents are written to.
//!
//! A file appears whole or not at all, as everywhere, but is not forced onto the disk by itself,
//! which would take longer than making it: after a power cut the batch is simply run again.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::files;
use crate::problem::Result;

/// A folder that several threads write to.
pub struct Folder {
    path: PathBuf,
    /// Makes the names of temporary files different.
    written: AtomicU64,
}

impl Folder {
    /// The folder, created when missing. What killed writers left there is removed.
    ///
    /// # Errors
    /// `io` when it cannot be created.
    pub fn open(path: &Path) -> Result<Self> {
        fs::create_dir_all(path).map_err(|error| files::io_problem("create", path, &error))?;
        files::sweep(path);
        Ok(Self { path: path.to_owned(), written: AtomicU64::new(0) })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file whole or not at all, replacing one of that name.
    ///
    /// # Errors
    /// `io`; nothing is left behind then.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let number = self.written.fetch_add(1, Ordering::Relaxed);
        let temporary = self.path.join(files::temporary_name(number));
        let target = self.path.join(name);
        let written = write_new(&temporary, bytes).and_then(|()| fs::rename(&temporary, &target));
        written.map_err(|error| {
            let _ = fs::remove_file(&temporary);
            files::io_problem("write", &target, &error)
        })
    }
}

fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = match OpenOptions::new().write(true).create_new(true).open(path) {
        // Left by a process that had our number; nobody else writes under it.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            OpenOptions::new().write(true).truncate(true).open(path)?
        }
        other => other?,
    };
    file.write_all(bytes)
}

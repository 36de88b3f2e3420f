//! Files that a command would write over others that it reads or writes.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::base::files;
use crate::serve::codes;
use engine::problem::{Problem, Result, quoted};

/// Refuses to write over a file that is read, to write a file twice, and to write twice to standard output (`-`).
///
/// # Errors
/// `usage`, naming the file.
pub(super) fn refuse<'a>(
    reads: impl IntoIterator<Item = &'a Path>,
    writes: impl IntoIterator<Item = &'a Path>,
) -> Result<()> {
    let reads: HashSet<PathBuf> = reads.into_iter().filter_map(identity).collect();
    let mut written = HashSet::new();
    let mut to_output = 0;
    for path in writes {
        to_output += usize::from(path == Path::new("-"));
        let Some(file) = identity(path) else { continue };
        let why = if reads.contains(&file) {
            "would be overwritten, and it is read"
        } else if !written.insert(file) {
            "would be written twice"
        } else {
            continue;
        };
        let name = quoted(&path.to_string_lossy());
        return Err(Problem::new(codes::USAGE, format!("{name} {why}"))
            .advice("give what is written a name of its own"));
    }
    if to_output > 1 {
        return Err(Problem::new(codes::USAGE, "only one file can go to standard output")
            .advice("name files for the others"));
    }
    Ok(())
}

/// Returns `true` if both name one file.
#[cfg(feature = "signatures")]
pub(super) fn is_same_file(one: &Path, other: &Path) -> bool {
    identity(one).is_some_and(|one| identity(other) == Some(one))
}

/// The path without links, of a file that is there or can be made; `None` for pipes, devices, folders and `-`.
fn identity(path: &Path) -> Option<PathBuf> {
    if path == Path::new("-") {
        return None;
    }
    match path.canonicalize() {
        Ok(real) => real.is_file().then_some(real),
        Err(_) => Some(files::folder_of(path).canonicalize().ok()?.join(path.file_name()?)),
    }
}

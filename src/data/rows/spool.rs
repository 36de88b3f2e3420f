//! Data that can be read more than once.

use std::fs::File;
use std::io::{self, ErrorKind, Seek};
use std::path::Path;

/// Opens a file; what is no ordinary file (standard input, a pipe) is copied to a temporary one.
pub(super) fn open(source: &Path) -> io::Result<File> {
    if source == Path::new("-") {
        return copy(&mut io::stdin().lock());
    }
    let mut file = File::open(source)?;
    let about = file.metadata()?;
    match () {
        () if about.is_dir() => Err(ErrorKind::IsADirectory.into()),
        () if about.is_file() => Ok(file),
        () => copy(&mut file),
    }
}

/// Copies what is read into a temporary file, which the system removes with the process.
pub(super) fn copy(from: &mut dyn io::Read) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    io::copy(from, &mut file)?;
    file.rewind()?;
    Ok(file)
}

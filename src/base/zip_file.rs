//! Files of a ZIP file, as files of a folder.

use std::fs::{self, File};
use std::io::{self, Cursor, ErrorKind, Read};
use std::path::Path;

use engine::problem::Problem;
use zip::ZipArchive;

use super::files;

/// Most files of a ZIP file.
const MAX_FILES: usize = 20_000;
/// Most bytes of its files together.
const MAX_BYTES: u64 = 256 << 20;

/// Reason why a ZIP file was not unpacked.
#[derive(Debug)]
pub(crate) enum UnpackError {
    /// The bytes are not a ZIP file that may be unpacked, in words.
    Archive(String),
    /// A fault of this machine, such as a full disk.
    Here(Problem),
}

/// Writes the files into an empty folder. Links become files with their targets.
pub(crate) fn unpack(bytes: &[u8], folder: &Path) -> Result<(), UnpackError> {
    let archive = UnpackError::Archive;
    let unreadable =
        |error: zip::result::ZipError| archive(format!("it is not a ZIP file: {error}"));
    let mut zip = ZipArchive::new(Cursor::new(bytes)).map_err(unreadable)?;
    if zip.len() > MAX_FILES {
        return Err(archive(format!("it has more than {MAX_FILES} files")));
    }
    let mut left = MAX_BYTES;
    for index in 0..zip.len() {
        let entry = zip.by_index(index).map_err(unreadable)?;
        let name = entry.name().map_err(unreadable)?.into_owned();
        let inside = entry.enclosed_name();
        let inside =
            inside.ok_or_else(|| archive(format!("the name {name:?} leads out of its folder")))?;
        let path = folder.join(inside);
        let failed = |error: io::Error| unwritten(&name, &path, &error);
        if entry.is_dir() {
            fs::create_dir_all(&path).map_err(failed)?;
            continue;
        }
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(failed)?;
        }
        let mut file = File::create_new(&path).map_err(failed)?;
        let written = io::copy(&mut entry.take(left.saturating_add(1)), &mut file);
        let written = written.map_err(failed)?;
        left = left
            .checked_sub(written)
            .ok_or_else(|| archive(format!("its files have more than {} MB", MAX_BYTES >> 20)))?;
    }
    Ok(())
}

/// A file that was not written: for lack of something here, or because the archive has no such file.
fn unwritten(name: &str, path: &Path, error: &io::Error) -> UnpackError {
    let is_lack = matches!(
        error.kind(),
        ErrorKind::StorageFull
            | ErrorKind::QuotaExceeded
            | ErrorKind::ReadOnlyFilesystem
            | ErrorKind::PermissionDenied
            | ErrorKind::OutOfMemory
    );
    // ENFILE and EMFILE, no more open files, have no kind yet.
    if is_lack || matches!(error.raw_os_error(), Some(23 | 24)) {
        return UnpackError::Here(files::io_problem("write", path, error));
    }
    UnpackError::Archive(format!("the file {name:?} cannot be written: {error}"))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::io::Write;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in files {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(content).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    #[test]
    fn files_and_folders_are_written() {
        let folder = tempfile::tempdir().unwrap();
        unpack(&zip(&[("templates/a.json", b"{}"), ("b.txt", b"b")]), folder.path()).unwrap();
        assert_eq!(fs::read(folder.path().join("templates/a.json")).unwrap(), b"{}");
        assert_eq!(fs::read(folder.path().join("b.txt")).unwrap(), b"b");
    }

    #[test]
    fn hostile_files_are_refused() {
        let refused = |bytes: &[u8], words: &str| {
            let folder = tempfile::tempdir().unwrap();
            let inside = folder.path().join("inside");
            fs::create_dir(&inside).unwrap();
            let Err(UnpackError::Archive(why)) = unpack(bytes, &inside) else { panic!("{words}") };
            assert!(why.contains(words), "{why}");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{words}");
        };
        refused(b"no archive", "not a ZIP file");
        refused(&zip(&[("../a.json", b"{}")]), "leads out of its folder");
        let name = "a/".repeat(3000);
        refused(&zip(&[(&format!("{name}b"), b"")]), "cannot be written");
        let zeros = vec![0; 1 << 20];
        let names: Vec<String> = (0..300).map(|number| number.to_string()).collect();
        let many: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &*zeros)).collect();
        refused(&zip(&many), "more than 256 MB");
    }

    #[test]
    fn a_full_disk_is_no_fault_of_the_archive() {
        let full = io::Error::from(ErrorKind::StorageFull);
        assert!(matches!(unwritten("a", Path::new("a"), &full), UnpackError::Here(_)));
        let many = io::Error::from_raw_os_error(24);
        assert!(matches!(unwritten("a", Path::new("a"), &many), UnpackError::Here(_)));
        let corrupt = io::Error::from(ErrorKind::InvalidData);
        assert!(matches!(unwritten("a", Path::new("a"), &corrupt), UnpackError::Archive(_)));
    }
}

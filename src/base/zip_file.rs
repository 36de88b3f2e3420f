//! Files of a ZIP file, as files of a folder.

use std::fs::{self, File};
use std::io::{self, Cursor, Read};
use std::path::Path;

use zip::ZipArchive;

/// Most files of a ZIP file.
const MAX_FILES: usize = 20_000;
/// Most bytes of its files together.
const MAX_BYTES: u64 = 256 << 20;

/// Writes the files into an empty folder. Links become files with their targets.
///
/// # Errors
/// The reason why the bytes are not a ZIP file that may be unpacked, in words.
pub(crate) fn unpack(bytes: &[u8], folder: &Path) -> Result<(), String> {
    let unreadable = |error: zip::result::ZipError| format!("it is not a ZIP file: {error}");
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(unreadable)?;
    if archive.len() > MAX_FILES {
        return Err(format!("it has more than {MAX_FILES} files"));
    }
    let mut left = MAX_BYTES;
    for index in 0..archive.len() {
        let entry = archive.by_index(index).map_err(unreadable)?;
        let name = entry.name().map_err(unreadable)?.into_owned();
        let inside = entry.enclosed_name();
        let path = inside.ok_or_else(|| format!("the name {name:?} leads out of its folder"))?;
        let path = folder.join(path);
        let failed = |error: io::Error| format!("the file {name:?} cannot be written: {error}");
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
            .ok_or_else(|| format!("its files have more than {} MB", MAX_BYTES >> 20))?;
    }
    Ok(())
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
            let error = unpack(bytes, &inside).unwrap_err();
            assert!(error.contains(words), "{error}");
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
}

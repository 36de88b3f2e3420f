//! Template files as they were at a revision of git, laid out in a folder with what they name.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::store::{LIBRARY, MAX_TEMPLATE_BYTES, TEXTS_FOLDER, picture_files};
#[cfg(feature = "serve")]
use crate::base::files;
use crate::base::git::{self, Revision};
use crate::templates::codes;
use engine::problem::{Problem, Result};

// The largest template fits into the largest output of git.
const _: () = assert!(MAX_TEMPLATE_BYTES <= git::MAX_BYTES);

/// A folder that holds a template file as it was, with the pictures and the files of the folder
/// `library` that it names, and the texts of its folder; nothing where there was no such file.
/// Of the pictures in other folders, those that `is_kept` lets pass by their names.
pub(crate) fn checkout(
    revision: &Revision,
    file: &Path,
    library: Option<&Path>,
    is_kept: &dyn Fn(&str) -> bool,
) -> Result<Option<(TempDir, PathBuf)>> {
    let Some(bytes) = revision.read(file)? else { return Ok(None) };
    // A library or a picture may lie outside the repository, which then never had it.
    let of_folder = |folder: &Path| match revision.may_have(folder) {
        true => revision.files(folder),
        false => Ok(Vec::new()),
    };
    let read = |file: &Path| if revision.may_have(file) { revision.read(file) } else { Ok(None) };
    lay_out(&bytes, file, library, &of_folder, &read, is_kept).map(Some)
}

/// A folder that holds a version of a template file, which git wrote to a temporary file, with what it names as that
/// lies in the working folder.
#[cfg(feature = "raster")]
pub(crate) fn version(bytes: &[u8], file: &Path, library: &Path) -> Result<(TempDir, PathBuf)> {
    let files = |folder: &Path| {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        Ok(entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect())
    };
    lay_out(bytes, file, Some(library), &files, &|file| Ok(std::fs::read(file).ok()), &|_| true)
}

/// A folder that holds a version of a template file from the history folder, with the images that were kept with it and
/// other pictures as they lie beside the template: those that `beside` finds there, links followed.
#[cfg(feature = "serve")]
pub(crate) fn earlier(
    bytes: &[u8],
    file: &Path,
    images: &Path,
    beside: &dyn Fn(&Path) -> Result<Option<PathBuf>>,
    is_kept: &dyn Fn(&str) -> bool,
) -> Result<(TempDir, PathBuf)> {
    let of_file = file.parent().unwrap_or(Path::new("")).join("assets");
    let files = |folder: &Path| {
        let folder = if folder == of_file { images } else { folder };
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        Ok(entries.map(|entry| entry.path()).collect())
    };
    let read = |path: &Path| {
        let real = beside(path).ok().flatten();
        Ok(real.and_then(|real| files::read_regular(&real, MAX_TEMPLATE_BYTES as u64).ok()))
    };
    lay_out(bytes, file, None, &files, &read, is_kept)
}

/// Writes a template file into a folder of its own, with the pictures and the files of the folder `library` that it
/// names, and the texts of its folder: found by `files` in folders, and by `read`.
fn lay_out(
    bytes: &[u8],
    file: &Path,
    library: Option<&Path>,
    files: &dyn Fn(&Path) -> Result<Vec<PathBuf>>,
    read: &dyn Fn(&Path) -> Result<Option<Vec<u8>>>,
    is_kept: &dyn Fn(&str) -> bool,
) -> Result<(TempDir, PathBuf)> {
    let io = |error: std::io::Error| {
        Problem::new(codes::IO, format!("cannot write a temporary file: {error}"))
    };
    let folder = TempDir::new().map_err(io)?;
    let name = file.file_name().unwrap_or_default();
    let target = folder.path().join(name);
    std::fs::write(&target, bytes).map_err(io)?;
    let text = String::from_utf8_lossy(bytes).into_owned();
    let beside = file.parent().unwrap_or(Path::new(""));
    // The present library must not step in for the one of the revision.
    std::fs::create_dir(folder.path().join(LIBRARY)).map_err(io)?;
    let folders = [(beside.to_owned(), ""), (beside.join("assets"), "assets")];
    let library = library.map(|library| (library.to_owned(), LIBRARY));
    for (from, into) in folders.into_iter().chain(library) {
        for picture in files(&from)? {
            let Some(name) = picture.file_name().and_then(|name| name.to_str()) else {
                continue;
            };
            if name.ends_with(".json") || !text.contains(name) {
                continue;
            }
            let Some(bytes) = read(&picture)? else { continue };
            let into = folder.path().join(into);
            std::fs::create_dir_all(&into).map_err(io)?;
            std::fs::write(into.join(name), bytes).map_err(io)?;
        }
    }
    // Pictures in other folders below, and the texts that the templates share.
    let texts = files(&beside.join(TEXTS_FOLDER))?;
    let texts = texts.iter().filter_map(|path| path.file_name()?.to_str());
    let texts = texts.filter(|name| name.ends_with(".json"));
    let texts = texts.map(|name| format!("{TEXTS_FOLDER}/{name}"));
    let pictures = picture_files(bytes).into_iter();
    let pictures = pictures.filter(|name| name.contains('/') && is_kept(name));
    for name in pictures.chain(texts) {
        let into = folder.path().join(&name);
        let Some(bytes) = read(&beside.join(&name))?.filter(|_| !into.exists()) else {
            continue;
        };
        let parent = into.parent().unwrap_or(folder.path());
        std::fs::create_dir_all(parent).map_err(io)?;
        std::fs::write(&into, bytes).map_err(io)?;
    }
    Ok((folder, target))
}

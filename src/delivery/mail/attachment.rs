//! Files that go with every message.

use std::path::Path;

use super::{header, mime};
use crate::base::files;
use crate::delivery::codes;
use engine::problem::{Problem, Result, quoted};

/// Most bytes of all further files of a message together; mail servers take little more.
pub const MAX_ATTACHED_BYTES: u64 = 25 << 20;

/// Reads files, and gives each as a part of a message, ready to be copied into it.
pub(super) fn read_all(paths: &[String]) -> Result<Vec<Vec<u8>>> {
    let mut left = MAX_ATTACHED_BYTES;
    paths.iter().map(|path| read(Path::new(path), &mut left)).collect()
}

fn read(path: &Path, left: &mut u64) -> Result<Vec<u8>> {
    // A message may be made more than once, and later than it was asked for.
    if path.metadata().is_ok_and(|about| !about.is_file() && !about.is_dir()) {
        let name = files::display_name(path);
        let message = format!("{} is no ordinary file", quoted(&name));
        return Err(Problem::new(codes::INVALID_MESSAGE, message)
            .file(name)
            .advice("save what comes from there to a file, and attach that"));
    }
    let bytes = files::read_limited(path, MAX_ATTACHED_BYTES)?;
    *left = left.checked_sub(bytes.len() as u64).ok_or_else(|| {
        let limit = MAX_ATTACHED_BYTES >> 20;
        Problem::new(
            codes::INVALID_MESSAGE,
            format!("the attached files have more than {limit} MB"),
        )
        .advice("attach less, or send a link")
    })?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    header::check("the name of an attached file", &name)?;
    let mut part = Vec::new();
    mime::file(content_type(path), &name, &bytes, &mut part);
    Ok(part)
}

fn content_type(path: &Path) -> &'static str {
    let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
    match extension.to_str().unwrap_or_default() {
        "pdf" => "application/pdf",
        "csv" => "text/csv",
        "txt" => "text/plain",
        "html" => "text/html",
        "xml" => "application/xml",
        "json" => "application/json",
        "zip" => "application/zip",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "xlsx" => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "docx" => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        _ => "application/octet-stream",
    }
}

//! Comparison of two PDF documents: the content of their pages, their metadata, and, by their
//! receipts, their inputs.
//!
//! A document does not have the fields of a template. Texts are recognised by their characters and
//! places, pictures by their content.

mod content;
mod read;
mod receipts;
mod sizes;
mod values;
mod words;

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::{Diff, Pages, pairs};
use engine::problem::Result;

/// The first bytes of a PDF document.
const MAGIC: &[u8] = b"%PDF-";

/// A document, as far as it can be read.
#[derive(Debug, Default, PartialEq)]
struct ComparedDocument {
    /// Its metadata: the name of each entry, and its text.
    facts: Vec<(&'static str, String)>,
    /// The fonts that it has, by name.
    fonts: Vec<String>,
    pages: Vec<Sheet>,
}

/// A page. Lengths are millimetres from the top left.
#[derive(Debug, Default, PartialEq)]
struct Sheet {
    width: f64,
    height: f64,
    texts: Vec<Text>,
    pictures: Vec<Picture>,
    /// Lines, boxes and areas, each as one text that says all about it.
    shapes: Vec<String>,
}

/// A line of text, or a part of one.
#[derive(Debug, Clone, PartialEq)]
struct Text {
    text: String,
    /// The start of its baseline.
    x: f64,
    y: f64,
    /// In points.
    size: f64,
    font: String,
    /// As in a template: `#rrggbb`.
    color: String,
}

/// A picture on a page.
#[derive(Debug, Clone, PartialEq)]
struct Picture {
    /// SHA-256 of its pixels, or of its data where they cannot be decoded.
    content: String,
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

/// Returns true if a file begins as PDF documents do.
pub fn is_pdf(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(5).read_to_end(&mut start));
    path.is_file() && read.is_ok() && start == MAGIC
}

/// The difference of two documents; their pages as pictures of this resolution, if there is one.
///
/// # Errors
/// `io`; `usage` for a file that cannot be read as a PDF document, or has a password.
pub fn compare(before: &Path, after: &Path, dpi: Option<f64>) -> Result<Diff> {
    let (was, is) = (read::load(before)?, read::load(after)?);
    let (old, new) = (read::document(before, &was)?, read::document(after, &is)?);
    let mut changes = receipts::compare(before, after)?;
    words::compare(&old, &new, &mut changes);
    let pictures = match dpi {
        Some(dpi) => pairs(&read::pictures(before, &was, dpi)?, &read::pictures(after, &is, dpi)?),
        None => Vec::new(),
    };
    let names = [before, after].map(crate::base::files::display_name);
    let pages = Pages { changes, pictures, problems: Vec::new() };
    Ok(Diff { names, fields: Vec::new(), pages: Some(pages), of_documents: true })
}

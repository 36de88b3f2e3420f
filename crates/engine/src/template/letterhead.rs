//! PDF files under the pages of a design (spec 20.7.6).

use std::sync::Arc;

use super::read::{Context, Node};
use crate::format::{Key, page};
use crate::image::letterhead::source;
use crate::library;

/// The pages of a PDF file that lie under the pages of a design, as sources of pictures.
pub struct Letterhead {
    /// Under the first page.
    pub first: Arc<str>,
    /// Under the others.
    pub other: Arc<str>,
    /// Under the last page, where that differs.
    pub last: Option<Arc<str>>,
    /// JSON pointer of the file in the template.
    pub pointer: String,
}

const EXPECTED: &str =
    "`lib:` and the name of a PDF file of the library, or `data:application/pdf;base64,…`";

/// Prefix of a PDF file in the template itself.
const LABEL: &str = "data:application/pdf;base64,";

impl Letterhead {
    /// Reads the keys of a design; those that it lacks are at `root`.
    pub(super) fn read(node: &Node<'_>, root: &Node<'_>, context: &mut Context) -> Option<Self> {
        let of = |key: &Key| if node.get(key.name).is_some() { node } else { root };
        let file = of(&page::BACKGROUND_PDF).extension(&page::BACKGROUND_PDF, context);
        let pages = of(&page::BACKGROUND_PDF_PAGES).extension(&page::BACKGROUND_PDF_PAGES, context);
        let mut number = |key: &Key| {
            let number = pages.as_ref()?.extension(key, context)?.value.as_f64()?;
            Some(number as u32)
        };
        let first = number(&page::LETTERHEAD_FIRST).unwrap_or(1);
        let (other, last) = (number(&page::LETTERHEAD_OTHER), number(&page::LETTERHEAD_LAST));
        let file = file?;
        let uri = file.value.as_str().unwrap_or_default().trim();
        if uri.is_empty() {
            return None;
        }
        let named = library::file_name(uri).is_some();
        let labelled =
            uri.get(..LABEL.len()).is_some_and(|label| label.eq_ignore_ascii_case(LABEL));
        if !named && !labelled {
            context.invalid(file.pointer, EXPECTED, file.value);
            return None;
        }
        Some(Self {
            first: source(uri, first, None),
            other: match other {
                Some(other) => source(uri, other, None),
                None => source(uri, 2, Some(1)),
            },
            last: last.map(|last| source(uri, last, None)),
            pointer: file.pointer,
        })
    }

    /// The sources of all its pages.
    pub fn sources(&self) -> impl Iterator<Item = &Arc<str>> {
        [&self.first, &self.other].into_iter().chain(&self.last)
    }
}

//! Letterheads: pages of PDF files that lie under the pages of a document (spec 20.7.6).

mod sheet;

pub use sheet::Sheet;

use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::pdf;

use reportctl_base::budget::Meter;
use reportctl_base::problem::{Code, Problem, Result};

/// Largest file.
pub const MAX_BYTES: usize = 5 << 20;

/// Prefix of a source that is a page of a PDF file; the number of the page follows.
const PREFIX: &str = "pdf-page:";

/// Reason why a file is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LetterheadFlaw {
    /// As a file.
    File(pdf::Flaw),
    /// Some of its layers are not shown.
    Hidden,
    /// It has fewer pages.
    NoPage { wanted: usize, count: usize },
}

impl From<pdf::Flaw> for LetterheadFlaw {
    fn from(flaw: pdf::Flaw) -> Self {
        Self::File(flaw)
    }
}

impl LetterheadFlaw {
    const fn broken(why: &'static str) -> Self {
        Self::File(pdf::Flaw::Broken(why))
    }

    const fn too_large(what: &'static str) -> Self {
        Self::File(pdf::Flaw::TooLarge(what))
    }
}

type Read<T> = std::result::Result<T, LetterheadFlaw>;

/// Source of a picture that is a page of a file: page `page`, 1-based, or page `or` if there is
/// none.
pub fn source(file: &str, page: u32, or: Option<u32>) -> Arc<str> {
    match or {
        Some(or) => format!("{PREFIX}{page},{or}:{file}").into(),
        None => format!("{PREFIX}{page}:{file}").into(),
    }
}

/// The file of such a source, and its page.
pub fn parse(source: &str) -> Option<(&str, (usize, Option<usize>))> {
    let (pages, file) = source.strip_prefix(PREFIX)?.split_once(':')?;
    let (page, or) = match pages.split_once(',') {
        Some((page, or)) => (page, Some(or.parse().ok()?)),
        None => (pages, None),
    };
    Some((file, (page.parse().ok()?, or)))
}

/// Reads a page of a file.
///
/// # Errors
/// `backgroundUnreadable`, without a place; `timeLimit` from the budget.
pub fn read(bytes: &[u8], page: (usize, Option<usize>), meter: &Meter<'_>) -> Result<Sheet> {
    if bytes.len() > MAX_BYTES {
        return Err(LetterheadFlaw::too_large("bytes").problem());
    }
    meter.read(bytes.len())?;
    let digest = Sha256::digest(bytes).into();
    let file = pdf::File::open(bytes, pdf::Limits::LETTERHEAD);
    let file = file.map_err(|flaw| LetterheadFlaw::from(flaw).problem())?;
    let sheet = Sheet::read(&file, digest, page);
    meter.read(file.spent())?;
    sheet.map_err(LetterheadFlaw::problem)
}

/// The same, from a data URI.
pub fn decode(uri: &str, page: (usize, Option<usize>), meter: &Meter<'_>) -> Result<Sheet> {
    let payload = uri.split_once(',').map_or("", |(_, payload)| payload);
    if payload.len() / 4 * 3 > MAX_BYTES {
        return Err(LetterheadFlaw::too_large("bytes").problem());
    }
    let (bytes, fault) = super::base64::decode(payload);
    match fault {
        Some(_) => Err(LetterheadFlaw::broken("its base64 text is damaged").problem()),
        None => read(&bytes, page, meter),
    }
}

impl LetterheadFlaw {
    fn problem(self) -> Problem {
        let unreadable = |why: String| {
            Problem::new(
                Code::BackgroundUnreadable,
                format!("the letterhead cannot be used: {why}"),
            )
        };
        match self {
            Self::File(pdf::Flaw::Broken(why)) => unreadable(why.to_owned())
                .advice("open it in a PDF viewer, and print or save it as PDF again"),
            Self::File(pdf::Flaw::TooLarge("bytes")) => {
                unreadable(format!("it has more than the {MAX_BYTES} bytes allowed"))
                    .advice("make its pictures smaller, and save it again")
            }
            Self::File(pdf::Flaw::TooLarge(what)) => unreadable(format!("it has too many {what}"))
                .advice("save the page alone, with fewer details"),
            Self::File(pdf::Flaw::Encrypted) => unreadable("it is encrypted".to_owned())
                .advice("save it without a password and without restrictions"),
            Self::Hidden => unreadable("some of its layers are hidden".to_owned())
                .advice("remove these layers, or save it as a PDF without layers"),
            Self::NoPage { wanted, count } => {
                let pages = if count == 1 { "1 page".to_owned() } else { format!("{count} pages") };
                unreadable(format!("it has {pages}, so there is no page {wanted}"))
                    .advice("set `backgroundPdfPages` to pages that it has")
                    .detail("page", wanted)
                    .detail("pages", count)
            }
        }
    }
}

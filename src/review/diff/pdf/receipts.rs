//! Inputs of two documents, by the receipts that lie beside them.

use std::path::{Path, PathBuf};

use crate::base::files;
use crate::base::hash::sha256;
use crate::documents::receipt::Receipt;
use crate::review::compare::Change;
use crate::templates::Named;
use engine::problem::Result;

/// Largest receipt and largest document, in bytes.
const MAX_BYTES: u64 = 1 << 30;

/// A receipt, and whether it is that of the document.
struct Found {
    receipt: Receipt,
    fits: bool,
}

/// Differences by the receipts, if both documents have one.
///
/// # Errors
/// `receiptInvalid` for a file with the name of a receipt that is none.
pub(super) fn compare(before: &Path, after: &Path) -> Result<Vec<Change>> {
    let mut changes = Vec::new();
    let mut say = |words: String| changes.push(Change { page: None, field: None, words });
    let (Some(old), Some(new)) = (beside(before)?, beside(after)?) else { return Ok(changes) };
    for (found, document) in [(&old, before), (&new, after)] {
        if !found.fits {
            let name = files::display_name(document);
            say(format!("the receipt beside `{name}` is that of another document"));
        }
    }
    if !old.fits || !new.fits {
        return Ok(changes);
    }
    let (old, new) = (old.receipt, new.receipt);
    if old.template.sha256 != new.template.sha256 {
        say(if old.template.name == new.template.name {
            format!("made with another version of the template `{}`", new.template.name)
        } else {
            format!(
                "made with the template `{}` instead of `{}`",
                new.template.name, old.template.name
            )
        });
    }
    if old.data.sha256 != new.data.sha256 {
        say("made of other data".to_owned());
    }
    if hashes(&old.fonts) != hashes(&new.fonts) {
        let names = |fonts: &[Named]| match fonts {
            [] => "the built-in ones".to_owned(),
            _ => fonts.iter().map(|font| font.name.as_str()).collect::<Vec<_>>().join(", "),
        };
        say(if names(&old.fonts) == names(&new.fonts) {
            format!("made with fonts that changed: {}", names(&new.fonts))
        } else {
            format!("made with the fonts {} instead of {}", names(&new.fonts), names(&old.fonts))
        });
    }
    for (kind, was, is) in [
        ("files of the library", &old.library, &new.library),
        ("shared texts", &old.texts, &new.texts),
    ] {
        let names =
            |files: &[Named]| files.iter().map(|file| file.name.clone()).collect::<Vec<_>>();
        if hashes(was) != hashes(is) {
            say(if names(was) == names(is) {
                format!("made with {kind} that changed: {}", names(is).join(", "))
            } else {
                format!("made with other {kind}")
            });
        }
    }
    let standards = |receipt: &Receipt| {
        let asked = receipt.options.standards.clone();
        asked.unwrap_or_else(|| "those of the template".to_owned())
    };
    if standards(&old) != standards(&new) {
        say(format!("made for the standards {} instead of {}", standards(&new), standards(&old)));
    }
    let locale = |receipt: &Receipt| receipt.options.locale.clone();
    if locale(&old) != locale(&new) {
        let of = |locale: Option<String>| locale.unwrap_or_else(|| "the template's".to_owned());
        let (new, old) = (of(locale(&new)), of(locale(&old)));
        say(format!("made for the locale {new} instead of {old}"));
    }
    if old.options.fallback_font != new.options.fallback_font {
        let how = if new.options.fallback_font { "with" } else { "without" };
        say(format!("made {how} the built-in font for characters that the others lack"));
    }
    let versions = old.program.differences(&new.program);
    if !versions.is_empty() {
        say(format!("made with {}", versions.join(", ")));
    }
    Ok(changes)
}

fn hashes(fonts: &[Named]) -> Vec<&str> {
    fonts.iter().map(|font| font.sha256.as_str()).collect()
}

/// The receipt of a document: `invoice.receipt.json` or `invoice.pdf.receipt.json`.
fn beside(document: &Path) -> Result<Option<Found>> {
    let mut longer = document.as_os_str().to_owned();
    longer.push(".receipt.json");
    let candidates = [document.with_extension("receipt.json"), PathBuf::from(longer)];
    let Some(path) = candidates.into_iter().find(|path| path.is_file()) else { return Ok(None) };
    let receipt =
        Receipt::read(&files::read_limited(&path, MAX_BYTES)?, &files::display_name(&path))?;
    let fits = sha256(&files::read_limited(document, MAX_BYTES)?) == receipt.document.sha256;
    Ok(Some(Found { receipt, fits }))
}

//! The errors of all templates of a repository.

use std::path::Path;

use super::store::Store;
use super::{SettingsFonts, TemplateSource};
use engine::Budget;
use engine::problem::{Problem, Severity};

/// Reads and checks every template of a repository; their number. Warnings are for `check`.
///
/// # Errors
/// All errors; `templateNotFound` where there is no template.
pub(crate) fn errors_in(root: &Path, fonts: &SettingsFonts) -> Result<usize, Vec<Problem>> {
    let store = Store::open(root, None).map_err(|problem| vec![problem])?;
    let listing = store.list_all().map_err(|problem| vec![problem])?;
    let mut problems = listing.problems;
    if listing.templates.is_empty() && problems.is_empty() {
        return Err(vec![store.nothing_stored()]);
    }
    for entry in &listing.templates {
        let read = TemplateSource::of_argument(root, fonts, &entry.id.to_string())
            .and_then(|source| source.read());
        match read {
            Ok(loaded) => {
                let found = loaded.findings(Budget::default());
                let found = found.unwrap_or_else(|problem| vec![problem]);
                let errors = found.into_iter().filter(|it| it.severity == Severity::Error);
                problems.extend(errors.map(|problem| loaded.locate(problem)));
            }
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() { Ok(listing.templates.len()) } else { Err(problems) }
}

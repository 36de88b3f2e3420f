//! The state of a repository: the errors of its templates, and a digest by which machines compare theirs.

use std::path::Path;

use sha2::{Digest, Sha256};

use super::store::Store;
use super::{SettingsFonts, TemplateSource};
use crate::base::hash::hexadecimal;
use engine::Budget;
use engine::problem::{Problem, Severity};

/// A repository without errors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CheckedRepository {
    /// Number of templates.
    pub(crate) templates: usize,
    /// SHA-256 of the ids and versions of all templates, in hexadecimal.
    pub(crate) digest: String,
}

/// Reads and checks every template of a repository. Warnings are for `check`.
///
/// # Errors
/// All errors; `templateNotFound` where there is no template.
pub(crate) fn check_repository(
    root: &Path,
    fonts: &SettingsFonts,
) -> Result<CheckedRepository, Vec<Problem>> {
    let store = Store::open(root, None).map_err(|problem| vec![problem])?;
    let listing = store.list_all().map_err(|problem| vec![problem])?;
    let mut problems = listing.problems;
    if listing.templates.is_empty() && problems.is_empty() {
        return Err(vec![store.nothing_stored()]);
    }
    let mut versions = Vec::with_capacity(listing.templates.len());
    for entry in &listing.templates {
        let id = entry.id.to_string();
        let files = TemplateSource::of_argument(root, fonts, &id).and_then(|source| source.files());
        let read = files.and_then(|files| {
            versions.push(format!("{id} {}\n", files.content_version()?));
            files.load()
        });
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
    if !problems.is_empty() {
        return Err(problems);
    }
    // Listings are sorted by names, which may be equal.
    versions.sort_unstable();
    let digest = hexadecimal(&Sha256::digest(versions.concat()));
    Ok(CheckedRepository { templates: versions.len(), digest })
}

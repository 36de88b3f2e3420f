//! Versions of a template: the commits of the git repository that the templates are kept in.

use std::path::Path;

use super::revision;
use super::store::{Store, TemplateDocument, TemplateId, file_name};
use crate::base::git::{self, Commit, Revision};
use crate::templates::codes;
use engine::problem::{Problem, Result, quoted};

/// Most commits in a list.
const MOST: usize = 500;

impl Store {
    /// The commits that changed a template, the newest first. There are none where the templates are
    /// in no git repository, or the template was never committed.
    ///
    /// # Errors
    /// `templateNotFound`, `io`.
    pub fn versions(&self, id: &TemplateId) -> Result<Vec<Commit>> {
        self.read_bytes(id)?;
        let path = self.path(id);
        let folder = path.parent().unwrap_or(Path::new("."));
        git::log(folder, Path::new(&file_name(&id.id)), MOST)
    }

    /// A template as it was at a commit, its images included.
    ///
    /// # Errors
    /// `templateNotFound`, `versionNotFound`, and those of reading templates.
    pub fn load_version(&self, id: &TemplateId, commit: &str) -> Result<TemplateDocument> {
        self.read_bytes(id)?;
        let unknown = || {
            let message = format!("the template `{id}` has no version {}", quoted(commit));
            Problem::new(codes::VERSION_NOT_FOUND, message)
        };
        // Names of branches and ranges are not for callers.
        let is_name = (7..=64).contains(&commit.len());
        if !is_name || !commit.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(unknown());
        }
        let path = self.path(id);
        let folder = path.parent().unwrap_or(Path::new("."));
        let revision = Revision::find(folder, commit)?.ok_or_else(unknown)?;
        let file = file_name(&id.id);
        let is_kept = |picture: &str| !self.is_of_tenant(id, picture);
        let kept = revision::checkout(&revision, Path::new(&file), None, &is_kept)?;
        let (kept, _) = kept.ok_or_else(unknown)?;
        let then = Self::open(kept.path(), None)?;
        Ok(then.load(&TemplateId::from(id.id.clone()))?.document)
    }
}

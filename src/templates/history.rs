//! Versions of a template: the commits of the git repository that the templates are kept in, and what
//! the history folder has.

use std::path::Path;

use super::revision;
#[cfg(feature = "serve")]
use super::store::past;
use super::store::{Store, TemplateDocument, TemplateId, file_name};
use super::version_settings::VersionSettings;
use crate::base::git::{self, Commit, Revision};
use crate::templates::codes;
use engine::problem::{Problem, Result, quoted};

/// Most versions in a list.
const MOST: usize = 500;

impl Store {
    /// The versions of a template, the newest first: commits that changed it, on the current branch and on that of its
    /// changes, and what the history folder has. There are none where the templates are in no git repository or the
    /// template was never committed, and no history folder is kept.
    ///
    /// # Errors
    /// `templateNotFound`, `io`.
    pub fn versions(&self, id: &TemplateId, settings: &VersionSettings) -> Result<Vec<Commit>> {
        self.read_bytes(id)?;
        let path = self.path(id);
        let folder = path.parent().unwrap_or(Path::new("."));
        let branch = format!("refs/heads/{}", self.branch(id, settings));
        let file = file_name(&id.id);
        let versions = git::log(folder, Some(&branch), Path::new(&file), MOST)?;
        #[cfg(feature = "serve")]
        let versions = self.with_past(id, versions);
        Ok(versions)
    }

    /// Versions of the history folder, then those of git.
    #[cfg(feature = "serve")]
    fn with_past(&self, id: &TemplateId, of_git: Vec<Commit>) -> Vec<Commit> {
        let Some(folder) = self.past_of(id) else { return of_git };
        let past = past::list(&folder).into_iter().map(|past::Past { name, about }| Commit {
            name,
            author: about.author,
            date: about.date,
            subject: about.subject,
        });
        past.chain(of_git).take(MOST).collect()
    }

    /// The branch for the changes of a template: one for each, so that each can be reviewed alone.
    pub(super) fn branch(&self, id: &TemplateId, settings: &VersionSettings) -> String {
        let tenant = self.tenant_of(id).map(|tenant| format!("{tenant}--")).unwrap_or_default();
        format!("{}/{tenant}{}", settings.branch, id.id)
    }

    /// A template as it was at a version, its images included.
    ///
    /// # Errors
    /// `templateNotFound`, `versionNotFound`, and those of reading templates.
    pub fn load_version(&self, id: &TemplateId, version: &str) -> Result<TemplateDocument> {
        self.read_bytes(id)?;
        let unknown = || {
            let message = format!("the template `{id}` has no version {}", quoted(version));
            Problem::new(codes::VERSION_NOT_FOUND, message)
        };
        // Names of branches and ranges are not for callers.
        let is_name = (7..=64).contains(&version.len());
        if !is_name || !version.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(unknown());
        }
        let path = self.path(id);
        let folder = path.parent().unwrap_or(Path::new("."));
        let is_kept = |picture: &str| !self.is_of_tenant(id.tenant.as_ref(), picture);
        #[cfg(feature = "serve")]
        if let Some(past) = self.past_of(id)
            && let Some(text) = past::find(&past, version)?
        {
            let beside = |path: &Path| self.inside(path);
            let pictures = past::pictures(&past);
            let (kept, _) = revision::earlier(&text, &path, &pictures, &beside, &is_kept)?;
            return read_kept(kept.path(), id);
        }
        // Git may not be installed: then it has no version.
        let revision = Revision::find(folder, version).ok().flatten().ok_or_else(unknown)?;
        let file = file_name(&id.id);
        let kept = revision::checkout(&revision, Path::new(&file), None, &is_kept)?;
        let (kept, _) = kept.ok_or_else(unknown)?;
        read_kept(kept.path(), id)
    }
}

/// The template of a folder that was laid out for it.
fn read_kept(folder: &Path, id: &TemplateId) -> Result<TemplateDocument> {
    let then = Store::open(folder, None)?;
    Ok(then.load(&TemplateId::from(id.id.clone()))?.document)
}

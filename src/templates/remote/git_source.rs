//! Templates from a branch or tag of a git repository.

use std::path::Path;
use std::sync::Arc;

use super::RemoteSettings;
use super::source::{RemoteSource, RemoteVersions, unavailable};
use crate::base::git_remote::{FetchedCommits, GitFailure, GitRemote, check_address};
use crate::base::secret::SecretSource;
use crate::templates::codes;
use engine::problem::{Code, Problem, Result, quoted};

/// A git repository.
#[derive(Debug)]
pub(super) struct GitSource {
    git: Arc<GitRemote>,
    token: Option<SecretSource>,
}

impl GitSource {
    /// The repository of the settings.
    ///
    /// # Errors
    /// `invalidSetting`; `io` where the token cannot be read.
    pub(super) fn new(settings: RemoteSettings) -> Result<Self> {
        let url = settings.url;
        check_address(&url, "templateSource.url", "templateSource.tokenFile")?;
        let reference = settings.reference;
        if reference.is_empty() || reference.starts_with('-') || reference.contains(':') {
            let message = format!("`templateSource.ref` cannot be {}", quoted(&reference));
            return Err(
                Problem::new(Code::InvalidSetting, message).advice("name a branch or a tag")
            );
        }
        let token = settings.token_file.as_ref();
        let token =
            token.map(|file| SecretSource::file(file, "the token of the templates")).transpose()?;
        let git = GitRemote { url, reference, allowed_signers: settings.allowed_signers };
        Ok(Self { git: Arc::new(git), token })
    }

    /// Asks the repository something, with the token as it is now.
    fn ask<T>(
        &self,
        question: impl FnOnce(&GitRemote, Option<&str>) -> Result<T, GitFailure>,
    ) -> Result<T> {
        let token = self.token.as_ref().map(SecretSource::current);
        let token = token.as_ref().map(|token| token.reveal().trim());
        question(&self.git, token).map_err(|failure| problem(&self.git, failure))
    }
}

fn problem(git: &GitRemote, failure: GitFailure) -> Problem {
    match failure {
        GitFailure::Here(problem) => problem,
        GitFailure::Unavailable(said) => unavailable(&git.url, &said),
        GitFailure::NotSigned(said) => {
            // Of a commit without any signature git says nothing.
            let said = if said.is_empty() { said } else { format!(": {said}") };
            let message = format!(
                "the newest commit of {} is not signed by a key of \
                 `templateSource.allowedSigners`{said}",
                quoted(&git.url)
            );
            Problem::new(codes::TEMPLATE_SOURCE_REFUSED, message)
                .advice("sign it with an allowed key")
        }
    }
}

impl RemoteSource for GitSource {
    fn describe(&self) -> String {
        format!("git {}, {}", self.git.url, self.git.reference)
    }

    fn tip(&self) -> Result<String> {
        self.ask(GitRemote::tip)
    }

    fn newest(&self, most: usize) -> Result<Box<dyn RemoteVersions>> {
        let fetched = self.ask(|git, token| git.fetch(token, most))?;
        Ok(Box::new(GitVersions { git: Arc::clone(&self.git), fetched }))
    }
}

/// Commits of the branch.
#[derive(Debug)]
struct GitVersions {
    git: Arc<GitRemote>,
    fetched: FetchedCommits,
}

impl RemoteVersions for GitVersions {
    fn revisions(&self) -> &[String] {
        &self.fetched.commits
    }

    fn export(&self, commit: &str, folder: &Path) -> Result<()> {
        let Self { git, fetched } = self;
        let verified = git.verify(fetched, commit);
        let exported = verified.and_then(|()| fetched.export(commit, folder));
        exported.map_err(|failure| problem(git, failure))
    }
}

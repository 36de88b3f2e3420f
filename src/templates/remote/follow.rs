//! Following a repository.

use std::path::{Component, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::Builder;
use std::time::Duration;

use tempfile::TempDir;

use super::super::root::{RootVersion, TemplateRoot};
use super::RemoteSettings;
use crate::base::git_remote::{GitFailure, GitRemote};
use crate::base::secret::SecretSource;
use crate::templates::store::StoreAccess;
use crate::templates::{SettingsFonts, check_repository, codes};
use engine::problem::{Code, Problem, Result, quoted};

/// Characters of a commit that are shown.
const SHORT: usize = 12;

/// A remote source of templates.
#[derive(Debug)]
struct RemoteTemplates {
    git: GitRemote,
    token: Option<SecretSource>,
    /// The folder of the templates in the repository.
    folder: PathBuf,
    fonts: SettingsFonts,
    poll: Duration,
}

/// What became of a look at the source.
#[derive(Debug)]
pub enum Polled {
    /// The commit in use is the newest one.
    Unchanged,
    /// A new commit is in use.
    Replaced { revision: String, templates: usize },
}

impl RemoteTemplates {
    /// The source of the settings, with the fonts that they name.
    ///
    /// # Errors
    /// `invalidSetting`; `io` where there is no git.
    fn new(settings: RemoteSettings, fonts: SettingsFonts) -> Result<Self> {
        let invalid = |message: String| Problem::new(Code::InvalidSetting, message);
        let url = settings.url;
        let (_, after_scheme) = url.split_once("://").unwrap_or(("", &url));
        let authority = after_scheme.split('/').next().unwrap_or_default();
        let has_password = authority.split_once('@').is_some_and(|(user, _)| user.contains(':'));
        if url.is_empty() || url.starts_with('-') || url.contains("::") {
            return Err(invalid(format!("`templateSource.url` cannot be {}", quoted(&url)))
                .advice("give the address of a git repository, with `https:` or `ssh:`"));
        }
        if has_password {
            return Err(invalid("`templateSource.url` holds a password".to_owned())
                .advice("put it into a file, and name that with `templateSource.tokenFile`"));
        }
        let reference = settings.reference;
        if reference.is_empty() || reference.starts_with('-') || reference.contains(':') {
            return Err(invalid(format!("`templateSource.ref` cannot be {}", quoted(&reference)))
                .advice("name a branch or a tag"));
        }
        let folder = PathBuf::from(settings.folder);
        let is_inside = folder
            .components()
            .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        if !is_inside {
            let folder = folder.display().to_string();
            return Err(invalid(format!("`templateSource.folder` cannot be {}", quoted(&folder)))
                .advice("name a folder of the repository"));
        }
        let token = settings.token_file.as_ref();
        let token =
            token.map(|file| SecretSource::file(file, "the token of the templates")).transpose()?;
        let git = GitRemote { url, reference, allowed_signers: settings.allowed_signers };
        Ok(Self { git, token, folder, fonts, poll: settings.poll })
    }

    /// The source for people.
    fn describe(&self) -> String {
        format!("git {}, {}", self.git.url, self.git.reference)
    }

    /// Asks the repository something, with the token as it is now.
    fn ask<T>(
        &self,
        question: impl FnOnce(&GitRemote, Option<&str>) -> Result<T, GitFailure>,
    ) -> Result<T> {
        let token = self.token.as_ref().map(SecretSource::current);
        let token = token.as_ref().map(|token| token.reveal().trim());
        question(&self.git, token).map_err(|failure| self.problem(failure))
    }

    fn problem(&self, failure: GitFailure) -> Problem {
        let source = quoted(&self.git.url);
        match failure {
            GitFailure::Here(problem) => problem,
            GitFailure::Unavailable(said) => Problem::new(
                codes::TEMPLATE_SOURCE_UNAVAILABLE,
                format!("the templates of {source} cannot be read: {said}"),
            )
            .advice("check `templateSource`, the network, and the rights of its token or key"),
            GitFailure::NotSigned(said) => {
                // Of a commit without any signature git says nothing.
                let said = if said.is_empty() { said } else { format!(": {said}") };
                let message = format!(
                    "the newest commit of {source} is not signed by a key of \
                     `templateSource.allowedSigners`{said}"
                );
                Problem::new(codes::TEMPLATE_SOURCE_REFUSED, message)
                    .advice("sign it with an allowed key")
            }
        }
    }

    /// The files of the newest commit if its templates have no errors, and how many templates there are.
    ///
    /// # Errors
    /// `templateSourceUnavailable`; `templateSourceRefused` where it is not signed as it must be, and with the first
    /// error of the first template that has one.
    fn newest(&self) -> Result<(RootVersion, usize)> {
        let fetched = self.ask(GitRemote::fetch)?;
        let commit = fetched.commit.clone();
        let refused = |why: &str| {
            let message = format!("commit {} of the templates {why}", &short(&commit));
            Problem::new(codes::TEMPLATE_SOURCE_REFUSED, message)
        };
        let checkout = TempDir::with_prefix("reportctl-templates-").map_err(|error| {
            Problem::new(codes::IO, format!("no folder for templates can be made: {error}"))
        })?;
        fetched.export(checkout.path()).map_err(|failure| self.problem(failure))?;
        let folder = checkout.path().join(&self.folder);
        if !folder.is_dir() {
            let name = self.folder.display().to_string();
            return Err(refused(&format!("has no folder {}", quoted(&name)))
                .advice("name the folder with `templateSource.folder`"));
        }
        let checked = check_repository(&folder, &self.fonts).map_err(|problems| {
            let (first, others) = (problems.first(), problems.len().saturating_sub(1));
            let first = first.map_or_else(String::new, |problem| {
                let file = problem.file.as_deref().map(|file| format!("{file}: "));
                format!("{}{}", file.unwrap_or_default(), problem.message)
            });
            // The file is one of the repository.
            let first = first.replace(&format!("{}/", checkout.path().display()), "");
            let more = if others == 0 { String::new() } else { format!(", and {others} more") };
            refused(&format!("has an error: {first}{more}"))
                .advice("correct it in the repository; the commit before stays in use")
        })?;
        let version = RootVersion { folder, revision: Some(commit), _checkout: Some(checkout) };
        Ok((version, checked.templates))
    }
}

/// A remote source whose newest version is in use.
#[derive(Debug)]
pub struct FollowedTemplates {
    remote: RemoteTemplates,
    root: TemplateRoot,
    /// What the branch or tag named when it was looked at: in use, or refused.
    tip: String,
}

impl FollowedTemplates {
    /// Reads the source of the settings for the first time; `None` where there is none.
    ///
    /// # Errors
    /// `invalidSetting`; `templateSourceUnavailable`, `templateSourceRefused`; `io`.
    pub fn open(settings: Option<RemoteSettings>, fonts: &SettingsFonts) -> Result<Option<Self>> {
        let Some(settings) = settings else { return Ok(None) };
        let remote = RemoteTemplates::new(settings, fonts.clone())?;
        // Before the commit: one that is pushed in between is seen by the next look.
        let tip = remote.ask(GitRemote::tip)?;
        let (version, _) = remote.newest()?;
        let root = TemplateRoot::of(version, StoreAccess::ReadOnly);
        Ok(Some(Self { remote, root, tip }))
    }

    /// The versions.
    pub fn root(&self) -> TemplateRoot {
        self.root.clone()
    }

    /// The source and its commit for people.
    pub fn describe(&self) -> String {
        let revision = self.root.current().revision.clone().unwrap_or_default();
        format!("{} at {}", self.remote.describe(), short(&revision))
    }

    /// Looks for a new commit, and takes it into use if its templates have no errors.
    ///
    /// # Errors
    /// `templateSourceUnavailable`, at each call; `templateSourceRefused`, once for a commit.
    pub fn poll(&mut self) -> Result<Polled> {
        let tip = self.remote.ask(GitRemote::tip)?;
        if tip == self.tip {
            return Ok(Polled::Unchanged);
        }
        let newest = self.remote.newest();
        let is_refused = |problem: &Problem| problem.code == codes::TEMPLATE_SOURCE_REFUSED;
        if newest.as_ref().err().is_none_or(is_refused) {
            self.tip = tip;
        }
        let (version, templates) = newest?;
        let revision = version.revision.clone().unwrap_or_default();
        if self.root.current().revision.as_ref() == Some(&revision) {
            return Ok(Polled::Unchanged);
        }
        self.root.replace(version);
        Ok(Polled::Replaced { revision: short(&revision), templates })
    }

    /// Looks for new commits on a thread of its own until the result is dropped. `report` gets what changes: a
    /// failure that lasts is reported once.
    ///
    /// # Errors
    /// `io` when the system cannot start a thread.
    pub fn follow(mut self, report: impl Fn(Result<Polled>) + Send + 'static) -> Result<Following> {
        let (stop, stopped) = mpsc::channel();
        let work = move || {
            let mut last = None;
            while stopped.recv_timeout(self.remote.poll) == Err(RecvTimeoutError::Timeout) {
                let polled = self.poll();
                let failure = polled.as_ref().err().map(|problem| problem.message.clone());
                let is_news = match &polled {
                    Ok(Polled::Unchanged) => false,
                    Ok(Polled::Replaced { .. }) => true,
                    Err(_) => failure != last,
                };
                if is_news {
                    report(polled);
                }
                last = failure;
            }
        };
        Builder::new().name("templates".to_owned()).spawn(work).map_err(|error| {
            Problem::new(codes::IO, format!("the system cannot start a thread: {error}"))
        })?;
        Ok(Following { _stop: stop })
    }
}

/// A source is followed as long as this exists.
#[derive(Debug)]
pub struct Following {
    _stop: Sender<()>,
}

fn short(commit: &str) -> String {
    commit.chars().take(SHORT).collect()
}

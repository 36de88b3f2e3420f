//! Following a remote source.

use std::path::{Component, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::Builder;
use std::time::Duration;

use tempfile::TempDir;

use super::super::root::{RootVersion, TemplateRoot};
use super::RemoteSettings;
use super::git_source::GitSource;
use super::source::RemoteSource;
use crate::base::bucket_url::bucket_place;
use crate::templates::store::StoreAccess;
use crate::templates::{SettingsFonts, check_repository, codes};
use engine::problem::{Code, Problem, Result, quoted};

/// Characters of a revision that are shown.
const SHORT: usize = 12;

/// A remote source of templates.
#[derive(Debug)]
struct RemoteTemplates {
    source: Box<dyn RemoteSource>,
    /// The folder of the templates in the source.
    folder: PathBuf,
    fonts: SettingsFonts,
    poll: Duration,
}

/// A version that is in use now.
#[derive(Debug)]
pub struct ReplacedTemplates {
    /// Beginning of the commit or digest.
    pub revision: String,
    /// Number of templates.
    pub templates: usize,
}

impl RemoteTemplates {
    /// The source of the settings, with the fonts that they name.
    ///
    /// # Errors
    /// `invalidSetting`; `io` where the token cannot be read.
    fn new(settings: RemoteSettings, fonts: SettingsFonts) -> Result<Self> {
        let folder = PathBuf::from(&settings.folder);
        let is_inside = folder
            .components()
            .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        if !is_inside {
            let message = format!("`templateSource.folder` cannot be {}", quoted(&settings.folder));
            return Err(
                Problem::new(Code::InvalidSetting, message).advice("name a folder of the source")
            );
        }
        let poll = settings.poll;
        Ok(Self { source: open_source(settings)?, folder, fonts, poll })
    }

    /// The files of the newest version if its templates have no errors, and how many templates there are.
    ///
    /// # Errors
    /// `templateSourceUnavailable`; `templateSourceRefused` where the source itself may not be used, and with the first
    /// error of the first template that has one.
    fn newest(&self) -> Result<(RootVersion, usize)> {
        let checkout = TempDir::with_prefix("reportctl-templates-").map_err(|error| {
            Problem::new(codes::IO, format!("no folder for templates can be made: {error}"))
        })?;
        let revision = self.source.export(checkout.path())?;
        let refused = |why: &str| {
            let message = format!("version {} of the templates {why}", short(&revision));
            Problem::new(codes::TEMPLATE_SOURCE_REFUSED, message)
        };
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
            // The file is one of the source.
            let first = first.replace(&format!("{}/", checkout.path().display()), "");
            let more = if others == 0 { String::new() } else { format!(", and {others} more") };
            refused(&format!("has an error: {first}{more}"))
                .advice("correct it in the source; the version before stays in use")
        })?;
        let version = RootVersion { folder, revision: Some(revision), _checkout: Some(checkout) };
        Ok((version, checked.templates))
    }
}

/// The source of the settings.
///
/// # Errors
/// `invalidSetting`; `io` where the token cannot be read.
fn open_source(settings: RemoteSettings) -> Result<Box<dyn RemoteSource>> {
    if is_zip_file(&settings.url) {
        #[cfg(feature = "object-storage")]
        return Ok(Box::new(super::zip_source::ZipSource::new(settings)?));
        #[cfg(not(feature = "object-storage"))]
        return Err(Problem::new(
            Code::InvalidSetting,
            format!(
                "`templateSource.url` is {}, and this program was built without object storage",
                quoted(&settings.url)
            ),
        )
        .advice("build it with the feature `object-storage`, or name a git repository"));
    }
    Ok(Box::new(GitSource::new(settings)?))
}

/// Returns `true` for a ZIP file in a bucket or in a folder of this machine; other addresses are git repositories.
fn is_zip_file(url: &str) -> bool {
    bucket_place(url).is_some() || (url.starts_with("file://") && url.ends_with(".zip"))
}

/// A remote source whose newest version is in use.
#[derive(Debug)]
pub struct FollowedTemplates {
    remote: RemoteTemplates,
    root: TemplateRoot,
    /// The tip of the source when it was looked at: in use, or refused.
    tip: String,
}

impl FollowedTemplates {
    /// Reads the source of the settings for the first time; `None` where the settings have no
    /// source.
    ///
    /// # Errors
    /// `invalidSetting`; `templateSourceUnavailable`, `templateSourceRefused`; `io`.
    pub fn open(settings: Option<RemoteSettings>, fonts: &SettingsFonts) -> Result<Option<Self>> {
        let Some(settings) = settings else { return Ok(None) };
        let remote = RemoteTemplates::new(settings, fonts.clone())?;
        // Before the version: one that comes in between is seen by the next look.
        let tip = remote.source.tip()?;
        let (version, _) = remote.newest()?;
        let root = TemplateRoot::of(version, StoreAccess::ReadOnly);
        Ok(Some(Self { remote, root, tip }))
    }

    /// The versions.
    pub fn root(&self) -> TemplateRoot {
        self.root.clone()
    }

    /// The source and its version for people.
    pub fn describe(&self) -> String {
        let revision = self.root.current().revision.clone().unwrap_or_default();
        format!("{} at {}", self.remote.source.describe(), short(&revision))
    }

    /// Looks for a new version, and takes it into use if its templates have no errors; `None` where the version in use
    /// is the newest.
    ///
    /// # Errors
    /// `templateSourceUnavailable`, at each call; `templateSourceRefused`, once for a version.
    pub fn poll(&mut self) -> Result<Option<ReplacedTemplates>> {
        let tip = self.remote.source.tip()?;
        if tip == self.tip {
            return Ok(None);
        }
        let newest = self.remote.newest();
        let is_refused = |problem: &Problem| problem.code == codes::TEMPLATE_SOURCE_REFUSED;
        if newest.as_ref().err().is_none_or(is_refused) {
            self.tip = tip;
        }
        let (version, templates) = newest?;
        let revision = version.revision.clone().unwrap_or_default();
        if self.root.current().revision.as_ref() == Some(&revision) {
            return Ok(None);
        }
        self.root.replace(version);
        Ok(Some(ReplacedTemplates { revision: short(&revision), templates }))
    }

    /// Looks for new versions on a thread of its own until the result is dropped. `report` gets what changes: a
    /// failure that lasts is reported once.
    ///
    /// # Errors
    /// `io` when the system cannot start a thread.
    pub fn follow(
        mut self,
        report: impl Fn(Result<ReplacedTemplates>) + Send + 'static,
    ) -> Result<Following> {
        let (stop, stopped) = mpsc::channel();
        let work = move || {
            let mut last = None;
            while stopped.recv_timeout(self.remote.poll) == Err(RecvTimeoutError::Timeout) {
                let polled = self.poll().transpose();
                let failure = match &polled {
                    Some(Err(problem)) => Some(problem.message.clone()),
                    _ => None,
                };
                let is_known = failure.is_some() && failure == last;
                if let Some(news) = polled.filter(|_| !is_known) {
                    report(news);
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

fn short(revision: &str) -> String {
    revision.chars().take(SHORT).collect()
}

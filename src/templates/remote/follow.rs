//! Following a remote source.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::Builder;
use std::time::Duration;

use parking_lot::Mutex;
use tempfile::TempDir;

use super::super::root::{MAX_EARLIER, RootVersion, TemplateRoot, VersionHistory};
use super::RemoteSettings;
use super::git_source::GitSource;
use super::source::{RemoteSource, RemoteVersions};
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

    /// The newest version if its templates have no errors, and how many templates there are.
    ///
    /// # Errors
    /// `templateSourceUnavailable`; `templateSourceRefused` where the version may not be used.
    fn newest(&self) -> Result<(RootVersion, usize)> {
        let versions = self.source.newest(1)?;
        let revision = versions.revisions().first().ok_or_else(no_version)?;
        self.checked(versions.as_ref(), revision)
    }

    /// A version if its templates have no errors, and how many templates there are.
    ///
    /// # Errors
    /// `templateSourceRefused`, with the first error of the first template that has one; `io`.
    fn checked(
        &self,
        versions: &dyn RemoteVersions,
        revision: &str,
    ) -> Result<(RootVersion, usize)> {
        let version = exported(versions, revision, &self.folder)?;
        let checked = check_repository(&version.folder, &self.fonts).map_err(|problems| {
            let (first, others) = (problems.first(), problems.len().saturating_sub(1));
            let first = first.map_or_else(String::new, |problem| {
                let file = problem.file.as_deref().map(|file| format!("{file}: "));
                format!("{}{}", file.unwrap_or_default(), problem.message)
            });
            // The file is one of the source.
            let first = match &version.checkout {
                Some(checkout) => first.replace(&format!("{}/", checkout.path().display()), ""),
                None => first,
            };
            let more = if others == 0 { String::new() } else { format!(", and {others} more") };
            refused(revision, &format!("has an error: {first}{more}"))
                .advice("correct it in the source; the version before stays in use")
        })?;
        Ok((version, checked.templates))
    }
}

/// The files of a version, in a folder of their own.
///
/// # Errors
/// `templateSourceRefused` where the version may not be used, or has no such folder; `io`.
fn exported(versions: &dyn RemoteVersions, revision: &str, folder: &Path) -> Result<RootVersion> {
    let checkout = TempDir::with_prefix("reportctl-templates-").map_err(|error| {
        Problem::new(codes::IO, format!("no folder for templates can be made: {error}"))
    })?;
    versions.export(revision, checkout.path())?;
    let inside = checkout.path().join(folder);
    if !inside.is_dir() {
        let name = folder.display().to_string();
        return Err(refused(revision, &format!("has no folder {}", quoted(&name)))
            .advice("name the folder with `templateSource.folder`"));
    }
    let (revision, checkout) = (Some(revision.to_owned()), Some(checkout));
    Ok(RootVersion { folder: inside, revision, checkout })
}

fn refused(revision: &str, why: &str) -> Problem {
    let message = format!("version {} of the templates {why}", short(revision));
    Problem::new(codes::TEMPLATE_SOURCE_REFUSED, message)
}

/// Versions before the one that is in use since the start.
#[derive(Debug)]
struct FetchedHistory {
    versions: Mutex<Box<dyn RemoteVersions>>,
    /// Their revisions, the newest first.
    revisions: Vec<String>,
    /// The folder of the templates in the source.
    folder: PathBuf,
}

impl VersionHistory for FetchedHistory {
    fn find(&self, is_wanted: &mut dyn FnMut(&RootVersion) -> bool) -> Option<RootVersion> {
        // One at a time: each takes the space of a version.
        let versions = self.versions.lock();
        self.revisions.iter().find_map(|revision| {
            exported(versions.as_ref(), revision, &self.folder).ok().filter(|it| is_wanted(it))
        })
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
    /// The refusal of the version that was the newest at the start.
    refused: Option<Problem>,
}

impl FollowedTemplates {
    /// Reads the source of the settings for the first time; `None` where the settings have no
    /// source. The newest version without errors is in use, and requests that wait get the versions before it.
    ///
    /// # Errors
    /// `invalidSetting`; `templateSourceUnavailable`, `templateSourceRefused`; `io`.
    pub fn open(settings: Option<RemoteSettings>, fonts: &SettingsFonts) -> Result<Option<Self>> {
        let Some(settings) = settings else { return Ok(None) };
        let remote = RemoteTemplates::new(settings, fonts.clone())?;
        // Before the version: one that comes in between is seen by the next look.
        let tip = remote.source.tip()?;
        let versions = remote.source.newest(1 + MAX_EARLIER)?;
        let mut refused = None;
        let revisions = versions.revisions();
        for (index, revision) in revisions.iter().enumerate() {
            match remote.checked(versions.as_ref(), revision) {
                Ok((version, _)) => {
                    let root = TemplateRoot::of(version, StoreAccess::ReadOnly);
                    let earlier = revisions[index + 1..].to_vec();
                    let root = if earlier.is_empty() {
                        root
                    } else {
                        root.with_history(Arc::new(FetchedHistory {
                            versions: Mutex::new(versions),
                            revisions: earlier,
                            folder: remote.folder.clone(),
                        }))
                    };
                    return Ok(Some(Self { remote, root, tip, refused }));
                }
                Err(problem) if problem.code == codes::TEMPLATE_SOURCE_REFUSED => {
                    refused.get_or_insert(problem);
                }
                Err(problem) => return Err(problem),
            }
        }
        Err(refused.unwrap_or_else(no_version))
    }

    /// The refusal of the newest version where an earlier one is in use since the start.
    pub fn refused(&self) -> Option<&Problem> {
        self.refused.as_ref()
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
        let (ended, end) = mpsc::channel();
        let work = move || {
            let mut last = self.refused.take().map(|problem| {
                let message = problem.message.clone();
                report(Err(problem));
                message
            });
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
            // Its temporary folders are gone before the end is known.
            drop(self);
            drop::<Sender<()>>(ended);
        };
        Builder::new().name("templates".to_owned()).spawn(work).map_err(|error| {
            Problem::new(codes::IO, format!("the system cannot start a thread: {error}"))
        })?;
        Ok(Following { stop: Some(stop), end: Mutex::new(end) })
    }
}

/// A source is followed as long as this exists.
#[derive(Debug)]
pub struct Following {
    stop: Option<Sender<()>>,
    /// Shared by threads with the service, though only its end is waited for.
    end: Mutex<Receiver<()>>,
}

/// Time that a look at the source has to end.
const STOP_TIME: Duration = Duration::from_secs(5);

impl Drop for Following {
    fn drop(&mut self) {
        self.stop = None;
        // Files in temporary folders stay if the program ends before.
        let _ = self.end.get_mut().recv_timeout(STOP_TIME);
    }
}

fn short(revision: &str) -> String {
    revision.chars().take(SHORT).collect()
}

/// A source without a version.
fn no_version() -> Problem {
    Problem::new(codes::TEMPLATE_SOURCE_REFUSED, "the source of the templates has no version")
        .advice("commit the templates")
}

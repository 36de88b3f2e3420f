//! Versions that saves leave: commits of git, or files of a history folder.
//!
//! A repository of git that was begun here takes a commit from each save; one that somebody else
//! made does so only where the settings say it, since what is committed there is theirs. Without
//! git, and beside repositories of others, versions are in a hidden folder beside the templates.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;

use super::{Id, Store, TemplateId, assets, file_name, past};
use crate::base::clock;
use crate::base::git_commit::{self, Author, CommitTarget};
use crate::templates::push::Pusher;
use crate::templates::version_settings::{GitSaves, VersionSettings};
use engine::problem::{Problem, Result};

/// The folder of versions, beside the templates that it is about. Hidden, so that lists pass over it.
const FOLDER: &str = ".versions";
/// Longest first line of the message of a commit.
const LONGEST_NOTE: usize = 120;

/// Place of the versions that saves leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeping {
    /// In a repository of git.
    Git,
    /// In a folder.
    Folder,
}

/// Author of saves, and the settings of versions.
#[derive(Debug, Clone)]
pub struct Keeper {
    settings: VersionSettings,
    /// `None` for the owner of the machine.
    author: Option<Author>,
    /// Description of the change by its author.
    note: Option<String>,
    /// Pushes commits.
    pusher: Option<Pusher>,
    /// The problem of a save that left no version.
    failure: Arc<Mutex<Option<Problem>>>,
}

impl Keeper {
    /// A keeper for the saves of an author; without one, of the owner of the machine.
    pub fn new(settings: VersionSettings, author: Option<Author>, note: Option<&str>) -> Self {
        let line = |text: &str| {
            let line = text.lines().next().unwrap_or_default();
            let line: String = line.chars().filter(|c| !c.is_control()).collect();
            line.trim().chars().take(LONGEST_NOTE).collect::<String>()
        };
        let note = note.map(line).filter(|note| !note.is_empty());
        Self { settings, author, note, pusher: None, failure: Arc::default() }
    }

    /// The same, whose commits are pushed.
    #[must_use]
    pub fn with_pusher(self, pusher: Option<Pusher>) -> Self {
        Self { pusher, ..self }
    }

    /// Returns the problem for which the last save left no version, although versions are kept.
    pub fn failure(&self) -> Option<Problem> {
        self.failure.lock().clone()
    }

    fn author(&self, folder: &Path) -> Author {
        let of_machine = || {
            let name = whoami::realname().ok().filter(|name| !name.trim().is_empty());
            let name = name.or_else(|| whoami::username().ok());
            Author { name: name.unwrap_or_else(|| "unknown".to_owned()), email: String::new() }
        };
        let known = self.author.clone();
        known.or_else(|| Author::of_git(folder)).unwrap_or_else(of_machine)
    }
}

/// Effect of a save.
#[derive(Debug, Clone, Copy)]
pub(super) enum SaveChange<'a> {
    Added,
    Changed,
    Removed,
    Data(&'a Id),
}

impl SaveChange<'_> {
    fn subject(self, id: &TemplateId) -> String {
        match self {
            Self::Added => format!("Add the template {id}"),
            Self::Changed => format!("Change the template {id}"),
            Self::Removed => format!("Delete the template {id}"),
            Self::Data(name) => format!("Change the data {name} of {id}"),
        }
    }
}

/// Place of the next version.
enum NextVersion {
    Current,
    Branch,
    Folder,
}

impl Store {
    /// The store for saves that leave versions.
    #[must_use]
    pub fn keeping(self, keeper: Keeper) -> Self {
        Self { keeper: Some(keeper), ..self }
    }

    /// Returns the place of the versions that saves leave; `None` where they leave none.
    pub fn kept(&self, settings: &VersionSettings) -> Option<Keeping> {
        self.place(self.tenant.as_ref(), settings).map(|place| match place {
            NextVersion::Current | NextVersion::Branch => Keeping::Git,
            NextVersion::Folder => Keeping::Folder,
        })
    }

    /// Keeps versions from now on, and a first one of each template.
    ///
    /// # Errors
    /// `io`, `templateUnreadable`.
    pub fn keep_versions(&self, keeper: &Keeper) -> Result<Keeping> {
        std::fs::create_dir_all(&self.root)
            .map_err(|error| super::files::io_problem("write", &self.root, &error))?;
        let _lock = super::Lock::acquire(&self.root, self.access)?;
        match self.kept(&keeper.settings) {
            Some(Keeping::Git) => {
                // A repository that was made here, and whose first commit failed or was killed.
                if git_commit::is_ours(&self.root) && !git_commit::has_commit(&self.root) {
                    self.first_commit(keeper)?;
                }
                return Ok(Keeping::Git);
            }
            Some(Keeping::Folder) => {}
            None => {
                // The repository of a tenant would lie in that of the others.
                let may_begin = self.tenant.is_none() && git_commit::is_installed();
                if may_begin && !git_commit::is_repository(&self.root)? {
                    git_commit::begin(&self.root)?;
                    self.first_commit(keeper)?;
                    return Ok(Keeping::Git);
                }
                let folder = self.folder_to_write(self.tenant.as_ref())?;
                self.ensure_folder(&folder.join(FOLDER))?;
            }
        }
        let is_without_versions = |id: &TemplateId| {
            let past = self.past_of(id);
            id.tenant.is_none() && past.is_none_or(|folder| past::list(&folder).is_empty())
        };
        for id in self.ids().into_iter().filter(is_without_versions) {
            self.keep_in_folder(&id, keeper, &START.replace("{id}", &id.to_string()))?;
        }
        Ok(Keeping::Folder)
    }

    fn first_commit(&self, keeper: &Keeper) -> Result<()> {
        let author = keeper.author(&self.root);
        let all = [PathBuf::from(".")];
        git_commit::commit(&self.root, &all, CommitTarget::Current, &author, "Keep versions")?;
        keeper.pusher.iter().for_each(Pusher::wake);
        Ok(())
    }

    /// Leaves a version of a template that was just saved; the lock is held. A failure does not take
    /// the save back: it is reported with it.
    pub(super) fn keep(&self, id: &TemplateId, change: SaveChange<'_>) {
        let Some(keeper) = &self.keeper else { return };
        let Some(place) = self.place(self.tenant_of(id), &keeper.settings) else { return };
        let of_change = || change.subject(id);
        let subject = match change {
            SaveChange::Changed | SaveChange::Added => {
                keeper.note.clone().unwrap_or_else(of_change)
            }
            SaveChange::Removed | SaveChange::Data(_) => of_change(),
        };
        let kept = match (place, change) {
            // The versions of a deleted template are deleted with it.
            (NextVersion::Folder, SaveChange::Removed) => self.forget(id),
            (NextVersion::Folder, SaveChange::Data(_)) => Ok(()),
            (NextVersion::Folder, _) => self.keep_in_folder(id, keeper, &subject),
            (NextVersion::Current, _) => self.commit(id, keeper, None, &subject),
            (NextVersion::Branch, _) => {
                let branch = self.branch(id, &keeper.settings);
                self.commit(id, keeper, Some(&branch), &subject)
            }
        };
        *keeper.failure.lock() = kept.err();
    }

    fn commit(
        &self,
        id: &TemplateId,
        keeper: &Keeper,
        branch: Option<&str>,
        subject: &str,
    ) -> Result<()> {
        if !git_commit::is_repository(&self.root)? {
            git_commit::begin(&self.root)?;
        }
        let below: PathBuf = self.tenant_of(id).map(Id::as_str).into_iter().collect();
        let mut of_template = vec![file_name(&id.id), format!("{}.data", id.id)];
        if branch.is_some() {
            // Images of other templates are none of its changes. What it no longer has may be theirs too.
            of_template.extend(self.images(id));
        } else {
            of_template.push(assets::FOLDER.to_owned());
        }
        let paths: Vec<PathBuf> = of_template.iter().map(|name| below.join(name)).collect();
        let target = branch.map_or(CommitTarget::Current, CommitTarget::Branch);
        let author = keeper.author(&self.root);
        git_commit::commit(&self.root, &paths, target, &author, subject)?;
        keeper.pusher.iter().for_each(Pusher::wake);
        Ok(())
    }

    /// Images of a template, as paths in the folder of the templates; none of one that was deleted.
    fn images(&self, id: &TemplateId) -> Vec<String> {
        let Ok((_, bytes)) = self.read_bytes(id) else { return Vec::new() };
        let names = assets::references(&String::from_utf8_lossy(&bytes));
        names.into_iter().map(|name| format!("{}/{name}", assets::FOLDER)).collect()
    }

    fn place(&self, tenant: Option<&Id>, settings: &VersionSettings) -> Option<NextVersion> {
        match settings.git {
            GitSaves::Commit => Some(NextVersion::Current),
            GitSaves::Branch => Some(NextVersion::Branch),
            GitSaves::Off if git_commit::is_ours(&self.root) => Some(NextVersion::Current),
            GitSaves::Off => self.past_folder(tenant).map(|_| NextVersion::Folder),
        }
    }

    /// The folder of versions, where there is one.
    fn past_folder(&self, tenant: Option<&Id>) -> Option<PathBuf> {
        let mut folder = self.root.clone();
        folder.extend(tenant.map(Id::as_str));
        let folder = self.confined(&folder.join(FOLDER)).ok().flatten();
        folder.filter(|folder| folder.is_dir())
    }

    /// The folder of the versions of a template, where there is one.
    pub(in crate::templates) fn past_of(&self, id: &TemplateId) -> Option<PathBuf> {
        let folder = self.past_folder(self.tenant_of(id))?.join(id.id.as_str());
        self.confined(&folder).ok().flatten().filter(|folder| folder.is_dir())
    }

    fn keep_in_folder(&self, id: &TemplateId, keeper: &Keeper, subject: &str) -> Result<()> {
        let Some(all) = self.past_folder(self.tenant_of(id)) else { return Ok(()) };
        let (file, bytes) = self.read_bytes(id)?;
        let folder = self.ensure_folder(&all.join(id.id.as_str()))?;
        let author = keeper.author(&self.root);
        let about = past::About {
            author: author.name,
            date: clock::rfc3339(clock::millis()),
            subject: subject.to_owned(),
        };
        let beside = super::files::folder_of(&file).join(assets::FOLDER);
        let picture = |name: &str| {
            let real = self.confined(&beside.join(name))?;
            real.map(|real| assets::read(&real, name)).transpose()
        };
        past::add(&folder, &about, &bytes, &picture)
    }

    fn forget(&self, id: &TemplateId) -> Result<()> {
        let Some(folder) = self.past_of(id) else { return Ok(()) };
        std::fs::remove_dir_all(&folder)
            .map_err(|error| super::files::io_problem("remove", &folder, &error))
    }
}

/// The subject of the first version of a template.
const START: &str = "Keep versions of {id}";

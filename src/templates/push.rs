//! Pushing the commits of saves to a git repository elsewhere, which other machines follow.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread::Builder;
use std::time::Duration;

use parking_lot::Mutex;

use super::codes;
use super::version_settings::{GitSaves, PushSettings, VersionSettings};
use crate::base::git_push::{self, PushedBranches, UnpushedBranch};
use crate::base::git_remote::{GitFailure, check_address};
use crate::base::{git_commit, secret::SecretSource};
use engine::problem::{Code, Problem, Result, quoted};

/// The pause after the first failure; each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(5 * 60);

/// A repository of this machine, and the one that its commits are pushed to.
#[derive(Debug)]
pub struct PushTarget {
    folder: PathBuf,
    saves: GitSaves,
    branches: PushedBranches,
    remote: String,
    token: Option<SecretSource>,
}

/// A branch that was pushed.
#[derive(Debug)]
pub struct PushedBranch {
    /// Its name.
    pub branch: String,
    /// Its newest commit.
    pub commit: String,
}

impl PushTarget {
    /// The target that the settings name for the templates of a folder; `None` where they name none.
    ///
    /// # Errors
    /// `invalidSetting`; `io` where the token cannot be read.
    pub fn of(folder: &Path, settings: &VersionSettings) -> Result<Option<Self>> {
        let Some(PushSettings { remote, token_file }) = &settings.push else { return Ok(None) };
        check_address(remote, "designer.push", "designer.pushTokenFile")?;
        const WHAT: &str = "the token of `designer.push`";
        let token = token_file.as_ref().map(|file| SecretSource::file(file, WHAT)).transpose()?;
        let branches = match settings.git {
            GitSaves::Branch => PushedBranches::Below(settings.branch.clone()),
            GitSaves::Commit | GitSaves::Off => PushedBranches::Current,
        };
        let (folder, remote) = (folder.to_owned(), remote.clone());
        Ok(Some(Self { folder, saves: settings.git, branches, remote, token }))
    }

    /// Asks whether what was not pushed yet may be pushed. Gives the target for people.
    ///
    /// # Errors
    /// `templatesNotPushed`, `io`, `timeLimit`.
    pub fn probe(&self) -> Result<String> {
        let unpushed = self.unpushed()?;
        for branch in &unpushed {
            self.call(branch, git_push::try_push)?;
        }
        let waiting = match unpushed.len() {
            0 => "nothing to push".to_owned(),
            1 => "1 branch to push".to_owned(),
            more => format!("{more} branches to push"),
        };
        Ok(format!("{waiting} to {}", self.remote))
    }

    /// Pushes every branch that has new commits, one after the other: one that is refused keeps none of the others.
    /// `report` gets what was pushed.
    ///
    /// # Errors
    /// The first error of a branch, as of [`PushTarget::probe`].
    fn push(&self, report: &impl Fn(PushedBranch)) -> Result<()> {
        let mut outcome = Ok(());
        for branch in self.unpushed()? {
            match self.call(&branch, git_push::push) {
                Ok(()) => report(PushedBranch { branch: branch.name, commit: branch.commit }),
                Err(problem) => outcome = outcome.and(Err(problem)),
            }
        }
        outcome
    }

    fn unpushed(&self) -> Result<Vec<UnpushedBranch>> {
        // Commits of a repository in which saves leave none are for others to push.
        let has_saves = match self.saves {
            GitSaves::Off => git_commit::is_ours(&self.folder),
            GitSaves::Commit | GitSaves::Branch => git_commit::is_repository(&self.folder)?,
        };
        if !has_saves {
            return Ok(Vec::new());
        }
        git_push::unpushed(&self.folder, &self.branches)
    }

    /// Pushes a branch, or asks whether that may be done, with the token as it is now.
    fn call(
        &self,
        branch: &UnpushedBranch,
        push: impl FnOnce(&Path, &str, Option<&str>, &UnpushedBranch) -> Result<(), GitFailure>,
    ) -> Result<()> {
        let url = git_push::address(&self.folder, &self.remote).ok_or_else(|| {
            let message = format!("the repository has no remote {}", quoted(&self.remote));
            Problem::new(Code::InvalidSetting, message)
                .advice("name one with `designer.push`, or give the address of a repository")
        })?;
        check_address(&url, "designer.push", "designer.pushTokenFile")?;
        let token = self.token.as_ref().map(SecretSource::current);
        let token = token.as_ref().map(|token| token.reveal().trim());
        push(&self.folder, &url, token, branch).map_err(|failure| match failure {
            GitFailure::Here(problem) => problem,
            GitFailure::Unavailable(said) | GitFailure::NotSigned(said) => {
                let (name, url) = (quoted(&branch.name), quoted(&self.remote));
                let message = format!("the branch {name} cannot be pushed to {url}: {said}");
                Problem::new(codes::TEMPLATES_NOT_PUSHED, message)
            }
        })
    }
}

/// Pushes the commits of saves on a thread of its own, until the last clone is dropped.
#[derive(Debug, Clone)]
pub struct Pusher {
    wake: SyncSender<()>,
    failure: Arc<Mutex<Option<Problem>>>,
}

impl Pusher {
    /// Pushes the commits that were not pushed before, and from then on after each [`Pusher::wake`]. `report` gets what
    /// was pushed, and a failure that lasts once.
    ///
    /// # Errors
    /// `io` when the system cannot start a thread.
    pub fn start(
        target: PushTarget,
        report: impl Fn(Result<PushedBranch>) + Send + 'static,
    ) -> Result<Self> {
        // One wish is enough: all branches are looked at.
        let (wake, wishes) = mpsc::sync_channel(1);
        let failure = Arc::new(Mutex::new(None));
        let of_thread = Arc::clone(&failure);
        let work = move || push_saves(&target, &wishes, &of_thread, &report);
        Builder::new().name("push".to_owned()).spawn(work).map_err(|error| {
            Problem::new(codes::IO, format!("the system cannot start a thread: {error}"))
        })?;
        Ok(Self { wake, failure })
    }

    /// Looks for new commits now.
    pub(super) fn wake(&self) {
        let _ = self.wake.try_send(());
    }

    /// The failure that keeps commits from being pushed.
    pub fn failure(&self) -> Option<Problem> {
        self.failure.lock().clone()
    }
}

fn push_saves(
    target: &PushTarget,
    wishes: &Receiver<()>,
    failure: &Mutex<Option<Problem>>,
    report: &impl Fn(Result<PushedBranch>),
) {
    let mut pause = FIRST_PAUSE;
    loop {
        let problem = target.push(&|pushed| report(Ok(pushed))).err();
        let message = |problem: &Option<Problem>| problem.as_ref().map(|it| it.message.clone());
        let is_known = message(&problem) == message(&failure.lock());
        failure.lock().clone_from(&problem);
        let woken = match problem {
            None => {
                pause = FIRST_PAUSE;
                wishes.recv().map_err(|_| RecvTimeoutError::Disconnected)
            }
            Some(problem) => {
                if !is_known {
                    report(Err(problem));
                }
                let woken = wishes.recv_timeout(pause);
                pause = (pause * 2).min(LONGEST_PAUSE);
                woken
            }
        };
        if woken == Err(RecvTimeoutError::Disconnected) {
            return;
        }
    }
}

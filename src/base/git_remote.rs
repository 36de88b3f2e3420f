//! A git repository elsewhere: its newest commit, and the files of a commit.
//!
//! The commits are fetched into a repository of our own without history and without settings of anybody else, so no
//! hook, filter or helper that the remote names runs. The network is git's: proxies, certificates and SSH keys are those
//! of its configuration on this machine.

use std::ffi::OsString;
use std::fs;
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use engine::problem::{Problem, Result};
use tempfile::TempDir;

use super::git::{MAX_BYTES, cannot_run, finish};

/// Time limit of a call that uses the network.
const TIME_LIMIT: Duration = Duration::from_secs(120);
/// Most characters of what git says.
const MOST_SAID: usize = 300;
/// Protocols that a remote may have; others run programs, or carry what anybody can change.
const PROTOCOLS: &str = "https:ssh:file";

/// A remote repository.
#[derive(Debug)]
pub(crate) struct GitRemote {
    pub(crate) url: String,
    /// Branch or tag.
    pub(crate) reference: String,
    /// Keys that must have signed a commit.
    pub(crate) allowed_signers: Option<PathBuf>,
    /// Our copy.
    repository: TempDir,
}

/// What git refused, in its words.
pub(crate) enum GitFailure {
    /// The remote cannot be read.
    Unavailable(String),
    /// The commit is not signed by a key that may sign it.
    NotSigned(String),
    /// Something of this machine: no git, no room.
    Here(Problem),
}

type Outcome<T> = Result<T, GitFailure>;

impl GitRemote {
    /// The repository at an address. Nothing is fetched yet.
    ///
    /// # Errors
    /// `io` where there is no git or no room for a copy.
    pub(crate) fn new(
        url: String,
        reference: String,
        allowed_signers: Option<PathBuf>,
    ) -> Result<Self> {
        let failed = |error: std::io::Error| {
            Problem::new(super::codes::IO, format!("no folder for templates can be made: {error}"))
        };
        let repository = TempDir::with_prefix("reportctl-git-").map_err(failed)?;
        let allowed_signers = allowed_signers.map(|path| fs::canonicalize(&path).unwrap_or(path));
        let remote = Self { url, reference, allowed_signers, repository };
        match remote.git(&["init", "--quiet", "--bare"], &[]) {
            Ok(_) => Ok(remote),
            Err(GitFailure::Here(problem)) => Err(problem),
            Err(GitFailure::Unavailable(said) | GitFailure::NotSigned(said)) => {
                Err(Problem::new(super::codes::IO, format!("git cannot make a repository: {said}")))
            }
        }
    }

    /// Fetches the newest commit; its name. `token` is sent to a remote with `https:`.
    pub(crate) fn fetch(&self, token: Option<&str>) -> Outcome<String> {
        // In the environment: arguments are seen by all users of a machine.
        let header = token.map(|token| {
            let basic = STANDARD.encode(format!("x-access-token:{token}"));
            format!("Authorization: Basic {basic}")
        });
        let variables: Vec<(&str, OsString)> = match header {
            Some(header) => vec![
                ("GIT_CONFIG_COUNT", "1".into()),
                ("GIT_CONFIG_KEY_0", "http.extraHeader".into()),
                ("GIT_CONFIG_VALUE_0", header.into()),
            ],
            None => Vec::new(),
        };
        let fetch = ["fetch", "--quiet", "--depth", "1", "--no-tags", "--no-recurse-submodules"];
        let fetch = [&fetch[..], &["--force", "--end-of-options", &self.url, &self.reference]];
        self.git(&fetch.concat(), &variables)?;
        let commit = self.git(&["rev-parse", "--verify", "FETCH_HEAD^{commit}"], &[])?;
        let commit = String::from_utf8_lossy(&commit).trim().to_owned();
        if let Some(keys) = &self.allowed_signers {
            let mut setting = OsString::from("gpg.ssh.allowedSignersFile=");
            setting.push(keys);
            let mut verify = self.command(&[]);
            verify.arg("-c").arg(setting).args(["verify-commit", &commit]);
            match run(verify) {
                Ok(_) => {}
                Err(GitFailure::Unavailable(said)) => return Err(GitFailure::NotSigned(said)),
                Err(failure) => return Err(failure),
            }
        }
        Ok(commit)
    }

    /// Writes the files of a commit that was fetched into an empty folder. Links become files with their targets.
    pub(crate) fn export(&self, commit: &str, folder: &Path) -> Outcome<()> {
        let index = self.repository.path().join("export.index");
        let variables = [
            ("GIT_INDEX_FILE", index.into_os_string()),
            ("GIT_WORK_TREE", folder.as_os_str().to_owned()),
        ];
        self.git(&["read-tree", commit], &variables)?;
        self.git(&["checkout-index", "--all", "--force"], &variables).map(drop)
    }

    fn git(&self, arguments: &[&str], variables: &[(&str, OsString)]) -> Outcome<Vec<u8>> {
        let mut command = self.command(variables);
        command.args(arguments);
        run(command)
    }

    fn command(&self, variables: &[(&str, OsString)]) -> Command {
        let mut command = Command::new("git");
        command
            .current_dir(self.repository.path())
            .args(["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false"])
            .args(["-c", "core.symlinks=false", "-c", "core.autocrlf=false"])
            .args(["-c", "core.attributesFile=/dev/null", "-c", "gc.auto=0"])
            .args(["-c", "gpg.program=false", "-c", "protocol.ext.allow=never"])
            .env("GIT_DIR", self.repository.path())
            .env("GIT_ALLOW_PROTOCOL", PROTOCOLS)
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("LC_ALL", "C")
            .envs(variables.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        if std::env::var_os("GIT_SSH_COMMAND").is_none() {
            // Never asks.
            command.env("GIT_SSH_COMMAND", "ssh -o BatchMode=yes");
        }
        command
    }
}

/// Runs git: its output, or what it said.
fn run(mut command: Command) -> Outcome<Vec<u8>> {
    let here = |error: &std::io::Error| GitFailure::Here(cannot_run(error));
    let mut said = tempfile::tempfile().map_err(|error| here(&error))?;
    command.stderr(said.try_clone().map_err(|error| here(&error))?);
    let child = command.spawn().map_err(|error| here(&error))?;
    match finish(child, MAX_BYTES, TIME_LIMIT) {
        Ok((true, out)) => Ok(out),
        Ok((false, _)) => {
            let mut bytes = Vec::new();
            let read = said.rewind().and_then(|()| said.take(4096).read_to_end(&mut bytes));
            read.map_err(|error| here(&error))?;
            let text = String::from_utf8_lossy(&bytes);
            let words: Vec<&str> = text.split_whitespace().collect();
            Err(GitFailure::Unavailable(words.join(" ").chars().take(MOST_SAID).collect()))
        }
        Err(problem) => Err(GitFailure::Unavailable(problem.message)),
    }
}

//! A git repository elsewhere: its newest commit, and the files of a commit.
//!
//! Commits are fetched into a temporary repository without history and with settings and attributes of its own, so no
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
use engine::problem::{Code, Problem, Result, quoted};
use tempfile::TempDir;

use super::files;
use super::git::{MAX_BYTES, cannot_run, finish};

/// Time limit of a call that uses the network.
const TIME_LIMIT: Duration = Duration::from_secs(120);
/// Maximum length of a message of git, in characters.
const MAX_MESSAGE: usize = 300;
/// Protocols that a remote may have; others run programs, or carry data without authentication.
const PROTOCOLS: &str = "https:ssh:file";
/// Attributes that go before those of the commits (gitattributes(5)): files are written as they are stored.
const ATTRIBUTES: &str = "* -filter -text -ident -working-tree-encoding\n";

/// A remote repository.
#[derive(Debug)]
pub(crate) struct GitRemote {
    pub(crate) url: String,
    /// Branch or tag.
    pub(crate) reference: String,
    /// Keys that must have signed a commit.
    pub(crate) allowed_signers: Option<PathBuf>,
}

/// Commits of a branch in a temporary repository, which is deleted when this is dropped.
#[derive(Debug)]
pub(crate) struct FetchedCommits {
    /// Their names, the newest first: each is the first parent of the one before it.
    pub(crate) commits: Vec<String>,
    repository: BareRepository,
}

/// A refusal, in the words of git.
pub(crate) enum GitFailure {
    /// The remote cannot be read.
    Unavailable(String),
    /// The commit is not signed by a key that may sign it.
    NotSigned(String),
    /// A fault of this machine, such as git not installed or a full disk.
    Here(Problem),
}

pub(super) type Outcome<T> = Result<T, GitFailure>;

/// Refuses an address that would be an option of git, runs a program, or holds a password. `setting` names it, and
/// `token_setting` the file for a password.
///
/// # Errors
/// `invalidSetting`.
pub(crate) fn check_address(url: &str, setting: &str, token_setting: &str) -> Result<()> {
    let invalid = |message: String, advice: String| {
        Err(Problem::new(Code::InvalidSetting, message).advice(advice))
    };
    let (_, after_scheme) = url.split_once("://").unwrap_or(("", url));
    let authority = after_scheme.split('/').next().unwrap_or_default();
    // `helper::address` (gitremote-helpers(7)); an address of IPv6 stands in brackets.
    let names_helper = url.split_once("::").is_some_and(|(helper, _)| !helper.contains('['));
    if url.is_empty() || url.starts_with('-') || names_helper {
        return invalid(
            format!("`{setting}` cannot be {}", quoted(url)),
            "give the address of a git repository, with `https:` or `ssh:`".to_owned(),
        );
    }
    if authority.split_once('@').is_some_and(|(user, _)| user.contains(':')) {
        return invalid(
            format!("`{setting}` holds a password"),
            format!("put it into a file, and name that with `{token_setting}`"),
        );
    }
    Ok(())
}

impl GitRemote {
    /// The object that the branch or tag names now, without fetching it. `token` is sent to a remote with `https:`.
    pub(crate) fn tip(&self, token: Option<&str>) -> Outcome<String> {
        self.resolve(&BareRepository::new()?, token).map(|(_, object)| object)
    }

    /// The whole name of the branch or tag, and the object that it names now. Where both have the name, the branch: a
    /// fetch by the short name would take the tag.
    fn resolve(
        &self,
        repository: &BareRepository,
        token: Option<&str>,
    ) -> Outcome<(String, String)> {
        let name = &self.reference;
        let names = [name.clone(), format!("refs/heads/{name}"), format!("refs/tags/{name}")];
        let mut list = repository.command();
        list.args(["ls-remote", "--quiet", "--end-of-options", &self.url]).args(&names);
        list.envs(authorization(token));
        let lines = run(list)?;
        let lines = String::from_utf8_lossy(&lines);
        let references: Vec<(&str, &str)> =
            lines.lines().filter_map(|line| line.split_once('\t')).collect();
        let found = names
            .into_iter()
            .find_map(|name| references.iter().find(|(_, reference)| *reference == name));
        let found = found.map(|(object, name)| ((*name).to_owned(), (*object).to_owned()));
        found.ok_or_else(|| {
            GitFailure::Unavailable(format!("it has no branch and no tag `{}`", self.reference))
        })
    }

    /// Fetches the newest `count` commits.
    pub(crate) fn fetch(&self, token: Option<&str>, count: usize) -> Outcome<FetchedCommits> {
        let repository = BareRepository::new()?;
        repository.git(&["init", "--quiet", "--bare"])?;
        repository.write("info/attributes", ATTRIBUTES)?;
        let (reference, _) = self.resolve(&repository, token)?;
        let count = count.to_string();
        let mut fetch = repository.command();
        fetch.args(["fetch", "--quiet", "--depth", &count, "--no-tags", "--no-recurse-submodules"]);
        fetch.args(["--end-of-options", &self.url, &reference]).envs(authorization(token));
        run(fetch)?;
        let list = ["rev-list", "--first-parent", "--max-count", &count, "FETCH_HEAD^{commit}"];
        let commits = repository.git(&list)?;
        let commits = String::from_utf8_lossy(&commits).lines().map(str::to_owned).collect();
        Ok(FetchedCommits { commits, repository })
    }

    /// Verifies that a commit is signed by one of the allowed signers, where the settings name some.
    pub(crate) fn verify(&self, fetched: &FetchedCommits, commit: &str) -> Outcome<()> {
        let Some(keys) = &self.allowed_signers else { return Ok(()) };
        // Without the keys git would call every commit unsigned.
        let found = fs::canonicalize(keys).and_then(|path| fs::File::open(&path).map(|_| path));
        let path =
            found.map_err(|error| GitFailure::Here(files::io_problem("read", keys, &error)))?;
        let mut setting = OsString::from("gpg.ssh.allowedSignersFile=");
        setting.push(path);
        let mut verify = fetched.repository.command();
        verify.arg("-c").arg(setting).args(["verify-commit", commit]);
        match run_to_end(verify)? {
            Ok(_) => Ok(()),
            Err(message) if message.contains("cannot run") => Err(GitFailure::Unavailable(message)),
            Err(message) => Err(GitFailure::NotSigned(message)),
        }
    }
}

impl FetchedCommits {
    /// Writes the files of a commit into an empty folder. Links become files with their targets.
    pub(crate) fn export(&self, commit: &str, folder: &Path) -> Outcome<()> {
        let index = self.repository.0.path().join("export.index");
        for arguments in [["read-tree", commit], ["checkout-index", "--all"]] {
            let mut command = self.repository.command();
            command.args(arguments).env("GIT_INDEX_FILE", &index).env("GIT_WORK_TREE", folder);
            run(command)?;
        }
        Ok(())
    }
}

/// The variables that send a token: arguments are visible to all users of a machine. Redirections are
/// not followed, because git would send the header to the other host too.
pub(super) fn authorization(token: Option<&str>) -> Vec<(&'static str, String)> {
    let Some(token) = token else { return Vec::new() };
    let basic = STANDARD.encode(format!("x-access-token:{token}"));
    vec![
        ("GIT_CONFIG_COUNT", "2".to_owned()),
        ("GIT_CONFIG_KEY_0", "http.extraHeader".to_owned()),
        ("GIT_CONFIG_VALUE_0", format!("Authorization: Basic {basic}")),
        ("GIT_CONFIG_KEY_1", "http.followRedirects".to_owned()),
        ("GIT_CONFIG_VALUE_1", "false".to_owned()),
    ]
}

/// The folder of a temporary repository.
#[derive(Debug)]
pub(super) struct BareRepository(TempDir);

impl BareRepository {
    #[cfg(feature = "serve")]
    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(super) fn new() -> Outcome<Self> {
        let folder = TempDir::with_prefix("reportctl-git-").map_err(|error| {
            let message = format!("cannot make a folder for a repository: {error}");
            let advice =
                "free space in the folder for temporary files, or name another with `TMPDIR`";
            GitFailure::Here(Problem::new(super::codes::IO, message).advice(advice))
        })?;
        Ok(Self(folder))
    }

    /// Writes a file of the repository.
    fn write(&self, name: &str, text: &str) -> Outcome<()> {
        let path = self.0.path().join(name);
        let folder = path.parent().unwrap_or(self.0.path());
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, text));
        written.map_err(|error| GitFailure::Here(files::io_problem("write", &path, &error)))
    }

    pub(super) fn git(&self, arguments: &[&str]) -> Outcome<Vec<u8>> {
        let mut command = self.command();
        command.args(arguments);
        run(command)
    }

    pub(super) fn command(&self) -> Command {
        let mut command = Command::new("git");
        command
            .current_dir(self.0.path())
            .args(["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false"])
            .args(["-c", "core.symlinks=false", "-c", "core.autocrlf=false"])
            .args(["-c", "core.attributesFile=/dev/null", "-c", "gc.auto=0"])
            .args(["-c", "gpg.program=false", "-c", "gpg.x509.program=false"])
            .args(["-c", "protocol.ext.allow=never"])
            .env("GIT_DIR", self.0.path())
            .env("GIT_ALLOW_PROTOCOL", PROTOCOLS)
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        if std::env::var_os("GIT_SSH_COMMAND").is_none() {
            // Without questions: no terminal answers them.
            command.env("GIT_SSH_COMMAND", "ssh -o BatchMode=yes");
        }
        command
    }
}

/// Runs git: its output; the remote cannot be read where git fails.
pub(super) fn run(command: Command) -> Outcome<Vec<u8>> {
    run_to_end(command)?.map_err(GitFailure::Unavailable)
}

/// Runs git: its output, or its message where it ends with a failure. An error where it does not end by itself.
fn run_to_end(mut command: Command) -> Outcome<Result<Vec<u8>, String>> {
    let here = |error: &std::io::Error| GitFailure::Here(cannot_run(error));
    let mut stderr = tempfile::tempfile().map_err(|error| here(&error))?;
    command.stderr(stderr.try_clone().map_err(|error| here(&error))?);
    let child = command.spawn().map_err(|error| here(&error))?;
    let (has_done, out) = finish(child, MAX_BYTES, TIME_LIMIT)
        .map_err(|problem| GitFailure::Unavailable(problem.message))?;
    if has_done {
        return Ok(Ok(out));
    }
    let mut bytes = Vec::new();
    let read = stderr.rewind().and_then(|()| stderr.take(4096).read_to_end(&mut bytes));
    read.map_err(|error| here(&error))?;
    let text = String::from_utf8_lossy(&bytes);
    let words: Vec<&str> = text.split_whitespace().collect();
    Ok(Err(words.join(" ").chars().take(MAX_MESSAGE).collect()))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn git(folder: &Path, arguments: &[&str]) {
        let mut git = Command::new("git");
        git.current_dir(folder).args(["-c", "user.name=a", "-c", "user.email=a@example.org"]);
        git.args(["-c", "commit.gpgsign=false"]).args(arguments);
        assert!(git.output().unwrap().status.success(), "{arguments:?}");
    }

    /// A repository whose branch and tag `live` are different commits, and whose attributes change files that are
    /// checked out.
    fn remote() -> (TempDir, GitRemote) {
        let folder = TempDir::new().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        git(folder.path(), &["init", "--quiet", "--initial-branch", "live"]);
        write(".gitattributes", "* text eol=crlf ident\n");
        for text in ["old $Id$\n", "new $Id$\n"] {
            write("a.txt", text);
            git(folder.path(), &["add", "--all"]);
            git(folder.path(), &["commit", "--quiet", "--message", text]);
        }
        git(folder.path(), &["tag", "live", "HEAD^"]);
        let url = format!("file://{}", folder.path().display());
        (folder, GitRemote { url, reference: "live".to_owned(), allowed_signers: None })
    }

    #[test]
    fn a_token_goes_to_no_other_host() {
        let variables = authorization(Some("s3cret"));
        let value = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| value.as_str())
        };
        assert_eq!(value("GIT_CONFIG_COUNT"), Some("2"));
        assert_eq!(value("GIT_CONFIG_KEY_1"), Some("http.followRedirects"));
        assert_eq!(value("GIT_CONFIG_VALUE_1"), Some("false"));
        assert!(authorization(None).is_empty());
    }

    fn taken<T>(outcome: Outcome<T>) -> T {
        match outcome {
            Ok(value) => value,
            Err(GitFailure::Here(problem)) => panic!("{problem}"),
            Err(GitFailure::Unavailable(said) | GitFailure::NotSigned(said)) => panic!("{said}"),
        }
    }

    #[test]
    fn the_commit_that_is_fetched_is_the_tip_also_where_a_tag_has_the_name_of_the_branch() {
        let (_folder, remote) = remote();
        let fetched = taken(remote.fetch(None, 5));
        assert_eq!(fetched.commits.first(), Some(&taken(remote.tip(None))));
        assert_eq!(fetched.commits.len(), 2);
    }

    #[test]
    fn files_are_written_as_they_are_stored() {
        let (_folder, remote) = remote();
        let fetched = taken(remote.fetch(None, 1));
        let out = TempDir::new().unwrap();
        taken(fetched.export(&fetched.commits[0], out.path()));
        assert_eq!(fs::read_to_string(out.path().join("a.txt")).unwrap(), "new $Id$\n");
    }

    #[test]
    fn a_file_of_signers_that_is_missing_does_not_make_a_commit_unsigned() {
        let (folder, mut remote) = remote();
        let fetched = taken(remote.fetch(None, 1));
        remote.allowed_signers = Some(folder.path().join("none"));
        let verified = remote.verify(&fetched, &fetched.commits[0]);
        assert!(
            matches!(verified, Err(GitFailure::Here(problem)) if problem.code == crate::base::codes::IO)
        );
        remote.allowed_signers = Some(folder.path().join("a.txt"));
        let verified = remote.verify(&fetched, &fetched.commits[0]);
        assert!(matches!(verified, Err(GitFailure::NotSigned(_))));
    }

    #[test]
    fn addresses_may_be_of_ipv6_and_name_no_helper() {
        for (url, is_taken) in [
            ("https://[2001:db8::1]/templates.git", true),
            ("ssh://git@[::1]:22/templates.git", true),
            ("git@example.org:templates.git", true),
            ("ext::sh -c true", false),
            ("--upload-pack=true", false),
            ("https://user:password@example.org/templates.git", false),
        ] {
            assert_eq!(check_address(url, "url", "tokenFile").is_ok(), is_taken, "{url}");
        }
    }
}

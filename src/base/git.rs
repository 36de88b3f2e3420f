//! The git repository that a folder is in: which commits changed a file, and files as they were
//! at a revision. Reading changes nothing in it.

use std::io::{self, Read};
#[cfg(unix)]
use std::os::unix::ffi::OsStringExt;
use std::path::{Component, Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::base::codes;
use engine::problem::{Code, Problem, Result, quoted};

/// A commit that changed a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    /// Its full name.
    pub name: String,
    /// Author of the change.
    pub author: String,
    /// Time of the change, in RFC 3339 with the author's offset.
    pub date: String,
    /// The first line of the message.
    pub subject: String,
}

/// The newest `most` commits that changed a file of a folder, the newest first: those of the
/// current branch, and of another one where that exists. Empty where the folder is not in a
/// repository, git is not installed or does not know the file.
pub(crate) fn log(
    folder: &Path,
    also: Option<&str>,
    file: &Path,
    most: usize,
) -> Result<Vec<Commit>> {
    let most = format!("--max-count={most}");
    let Ok(Some(top)) = top(folder) else { return Ok(Vec::new()) };
    let Ok(path) = from_top(&top, folder, file) else { return Ok(Vec::new()) };
    // NUL ends each part of a commit: no part of one can have it.
    let format = "--format=tformat:%H%x00%an%x00%aI%x00%s";
    let log = ["log", "-z", "--no-show-signature", "--no-ext-diff", "--no-textconv"];
    let mut revisions = Vec::new();
    if let Some(also) = also
        && let Ok((true, _)) = git(folder, &["rev-parse", "--verify", "--quiet", also])
    {
        revisions.push(also);
        // A repository without a commit has no `HEAD`.
        if let Ok((true, _)) = git(folder, &["rev-parse", "--verify", "--quiet", "HEAD"]) {
            revisions.push("HEAD");
        }
    }
    let arguments = [&log[..], &[&most, format], &revisions, &["--", &path]].concat();
    let Ok(child) = start(&top, &arguments) else { return Ok(Vec::new()) };
    let (true, out) = finish(child, MAX_BYTES, TIME_LIMIT)? else { return Ok(Vec::new()) };
    let text = String::from_utf8_lossy(&out);
    let parts: Vec<&str> = text.split('\0').collect();
    let commits = parts.chunks_exact(4).map(|parts| Commit {
        name: parts[0].to_owned(),
        author: parts[1].to_owned(),
        date: parts[2].to_owned(),
        subject: parts[3].to_owned(),
    });
    Ok(commits.collect())
}

/// A revision of the repository that a folder is in.
pub(crate) struct Revision {
    folder: PathBuf,
    /// The folder at the top of the repository.
    top: PathBuf,
    /// Its whole name.
    commit: String,
}

impl Revision {
    /// A revision of the repository that the working folder is in, as git names them: a branch, a
    /// tag, a commit.
    ///
    /// # Errors
    /// `usage` where no revision has that name.
    #[cfg(feature = "raster")]
    pub(crate) fn new(name: &str) -> Result<Self> {
        Self::find(Path::new("."), name)?.ok_or_else(|| {
            Problem::new(codes::USAGE, format!("git has no revision {} here", quoted(name)))
                .advice("name a branch, a tag or a commit of the repository of the working folder")
        })
    }

    /// A revision of the repository that a folder is in; nothing where it has none of that name.
    ///
    /// # Errors
    /// `io` where there is no git; `timeLimit`.
    pub(crate) fn find(folder: &Path, name: &str) -> Result<Option<Self>> {
        // A leading dash would make it an option.
        if name.starts_with('-') {
            return Ok(None);
        }
        let commit = format!("{name}^{{commit}}");
        let (known, out) = git(folder, &["rev-parse", "--verify", "--quiet", &commit])?;
        // A branch may move while files of it are read.
        let commit = String::from_utf8_lossy(&out).trim().to_owned();
        if !known {
            return Ok(None);
        }
        let top = top(folder)?.ok_or_else(|| {
            Problem::new(codes::IO, "the git repository has no files of its own here")
                .advice("run the command in a working tree of it")
        })?;
        Ok(Some(Self { folder: folder.to_owned(), top, commit }))
    }

    /// The files of a folder, without those of folders inside it.
    pub(crate) fn files(&self, folder: &Path) -> Result<Vec<PathBuf>> {
        self.entries(folder, BLOB)
    }

    /// The folders in a folder.
    #[cfg(feature = "raster")]
    pub(crate) fn folders(&self, folder: &Path) -> Result<Vec<PathBuf>> {
        self.entries(folder, " tree ")
    }

    /// Entries of a folder, of one kind. A folder that is absent has none.
    fn entries(&self, folder: &Path, kind: &str) -> Result<Vec<PathBuf>> {
        let path = from_top(&self.top, &self.folder, folder)?;
        // Without the slash it would be the folder itself; the top has no name.
        let path = if path.is_empty() { path } else { format!("{path}/") };
        let listed = self.listed(&path)?;
        let named = listed.iter().filter(|(about, _)| about.contains(kind));
        let named = named.map(|(_, name)| name.rsplit('/').next().unwrap_or(name));
        Ok(named.map(|name| folder.join(name)).collect())
    }

    /// The entries that git lists for a path from the top: mode, type and hash, and the path of each.
    fn listed(&self, path: &str) -> Result<Vec<(String, String)>> {
        let list = ["ls-tree", "--full-tree", "-z", &self.commit];
        let path: &[&str] = if path.is_empty() { &[] } else { &["--", path] };
        let (ok, out) = git(&self.top, &[&list[..], path].concat())?;
        if !ok {
            return Err(self.damaged("list the files"));
        }
        let lines = String::from_utf8_lossy(&out);
        let lines = lines.split('\0').filter_map(|line| line.split_once('\t'));
        Ok(lines.map(|(about, name)| (about.to_owned(), name.to_owned())).collect())
    }

    /// Returns `true` if a path lies inside the repository.
    pub(crate) fn may_have(&self, path: &Path) -> bool {
        from_top(&self.top, &self.folder, path).is_ok()
    }

    /// A file as it was; nothing where there was no such file.
    pub(crate) fn read(&self, file: &Path) -> Result<Option<Vec<u8>>> {
        let path = from_top(&self.top, &self.folder, file)?;
        let (ok, out) = git(&self.top, &["cat-file", "blob", &format!("{}:{path}", self.commit)])?;
        if ok {
            return Ok(Some(out));
        }
        // Git fails alike for a file that is absent and for one that it cannot read.
        match self.listed(&path)?.iter().any(|(about, _)| about.contains(BLOB)) {
            true => Err(self.damaged("read a file")),
            false => Ok(None),
        }
    }

    fn damaged(&self, what: &str) -> Problem {
        Problem::new(codes::IO, format!("git cannot {what} of commit {:.12}", self.commit))
            .advice("`git fsck` says what is missing")
    }
}

/// The type of files in lists of git.
const BLOB: &str = " blob ";

/// The folder at the top of the repository that a folder is in, without links; nothing where it is in none that
/// has files.
fn top(folder: &Path) -> Result<Option<PathBuf>> {
    let (known, mut out) = git(folder, &["rev-parse", "--show-toplevel"])?;
    if !known {
        return Ok(None);
    }
    if out.last() == Some(&b'\n') {
        out.pop();
    }
    #[cfg(unix)]
    let top = PathBuf::from(std::ffi::OsString::from_vec(out));
    #[cfg(not(unix))]
    let top = PathBuf::from(String::from_utf8_lossy(&out).into_owned());
    Ok(top.canonicalize().ok())
}

/// A path as git names it from the top of the repository, wherever the command runs. A relative one begins at
/// `folder`; what is absent now may have been there.
fn from_top(top: &Path, folder: &Path, path: &Path) -> Result<String> {
    let problem = |message: String| Problem::new(codes::USAGE, message);
    let whole = std::path::absolute(folder.join(path))
        .map_err(|error| Problem::new(codes::IO, error.to_string()))?;
    let there = whole.ancestors().find_map(|part| Some((part, part.canonicalize().ok()?)));
    let (there, mut real) = there.unwrap_or((&whole, whole.clone()));
    for part in whole.strip_prefix(there).unwrap_or(Path::new("")).components() {
        match part {
            Component::ParentDir => _ = real.pop(),
            Component::Normal(name) => real.push(name),
            _ => {}
        }
    }
    let name = || quoted(&path.to_string_lossy());
    let inside = real.strip_prefix(top).map_err(|_| {
        problem(format!("{} lies outside the git repository", name()))
            .advice("run the command inside the repository that has the file")
    })?;
    let parts = inside.components().map(|part| part.as_os_str().to_str());
    let parts: Option<Vec<&str>> = parts.collect();
    let parts = parts.ok_or_else(|| problem(format!("the path of {} is not text", name())))?;
    Ok(parts.join("/"))
}

/// Largest output of git that is read, in bytes.
pub(crate) const MAX_BYTES: usize = 256 << 20;
/// Time limit for git.
const TIME_LIMIT: Duration = Duration::from_secs(30);

/// Settings that keep the repository from starting programs: it may come from anywhere, and `.git/config`
/// with it. Reading takes no locks either.
const SAFE: [&str; 21] = [
    "--no-optional-locks",
    "--no-pager",
    "--literal-pathspecs",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.sshCommand=false",
    "-c",
    "core.askPass=false",
    "-c",
    "core.attributesFile=/dev/null",
    "-c",
    "credential.helper=",
    "-c",
    "gpg.program=false",
    "-c",
    "protocol.allow=never",
    "-c",
    "protocol.ext.allow=never",
];

/// Runs git; gives its success and its output.
///
/// # Errors
/// `io` where there is no git, or it says too much; `timeLimit`.
fn git(folder: &Path, arguments: &[&str]) -> Result<(bool, Vec<u8>)> {
    let child = start(folder, arguments).map_err(|error| cannot_run(&error))?;
    finish(child, MAX_BYTES, TIME_LIMIT)
}

/// Runs git with an input and variables of its own.
///
/// # Errors
/// `io` where there is no git, or it says too much; `timeLimit`.
#[cfg(feature = "serve")]
pub(super) fn run(
    folder: &Path,
    arguments: &[&str],
    input: Option<Vec<u8>>,
    variables: &[(&str, &std::ffi::OsStr)],
) -> Result<(bool, Vec<u8>)> {
    let mut command = command(folder, arguments);
    command.envs(variables.iter().copied());
    if input.is_some() {
        command.stdin(Stdio::piped());
    }
    let mut child = command.spawn().map_err(|error| cannot_run(&error))?;
    if let (Some(mut stdin), Some(input)) = (child.stdin.take(), input) {
        // Git may write before it has read everything.
        thread::spawn(move || io::Write::write_all(&mut stdin, &input));
    }
    finish(child, MAX_BYTES, TIME_LIMIT)
}

pub(super) fn cannot_run(error: &io::Error) -> Problem {
    Problem::new(codes::IO, format!("git cannot be run: {error}"))
        .advice("install git, or compare files")
}

/// Starts git so that it reads what is on the disk, and neither asks nor fetches anything.
fn start(folder: &Path, arguments: &[&str]) -> io::Result<Child> {
    command(folder, arguments).spawn()
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("git");
    command
        .current_dir(folder)
        .args(SAFE)
        .args(arguments)
        // A partial clone would fetch what it lacks, by whatever its settings name. The list of protocols
        // is stronger than all settings, for versions that do not know the first.
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_ALLOW_PROTOCOL", "")
        .env("GIT_TERMINAL_PROMPT", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    command
}

/// Waits for a program for `time` at most, and reads up to `limit` bytes of its output.
pub(super) fn finish(mut child: Child, limit: usize, time: Duration) -> Result<(bool, Vec<u8>)> {
    let ends = Instant::now() + time;
    let (sender, receiver) = mpsc::channel();
    if let Some(mut out) = child.stdout.take() {
        // It ends with the program, which is killed where it takes too long.
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let read = out.by_ref().take(limit as u64 + 1).read_to_end(&mut bytes);
            let _ = sender.send(read.map(|_| bytes));
        });
    }
    let read = receiver.recv_timeout(time);
    let problem = match read {
        Ok(Ok(bytes)) if bytes.len() <= limit => match wait(&mut child, ends) {
            Ok(Some(has_done)) => return Ok((has_done, bytes)),
            Ok(None) => too_slow(time),
            Err(error) => Problem::new(codes::IO, format!("git cannot be waited for: {error}")),
        },
        Ok(Ok(_)) => Problem::new(codes::IO, format!("git wrote more than {limit} bytes")),
        Ok(Err(error)) => Problem::new(codes::IO, format!("git cannot be read: {error}")),
        Err(_) => too_slow(time),
    };
    let _ = child.kill();
    let _ = child.wait();
    Err(problem)
}

/// Waits for a program that has closed its output: its success, or `None` where it does not end in time.
fn wait(child: &mut Child, ends: Instant) -> io::Result<Option<bool>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status.success()));
        }
        if Instant::now() >= ends {
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(1));
    }
}

fn too_slow(time: Duration) -> Problem {
    let message = format!("git took longer than {} seconds", time.as_secs_f64());
    Problem::new(Code::TimeLimit, message)
}

#[cfg(all(test, unix))]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn ended(script: &str, limit: usize) -> Result<(bool, Vec<u8>)> {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdout(Stdio::piped());
        finish(command.spawn().unwrap(), limit, Duration::from_millis(500))
    }

    #[test]
    fn a_program_has_limits_of_time_and_output() {
        assert_eq!(ended("printf abc", 3), Ok((true, b"abc".to_vec())));
        assert_eq!(ended("printf abc; exit 1", 3), Ok((false, b"abc".to_vec())));
        for (script, code) in [
            ("printf abcd; exec sleep 60", codes::IO),
            ("exec yes", codes::IO),
            ("exec sleep 60", Code::TimeLimit),
            ("exec sleep 60 >&-", Code::TimeLimit),
        ] {
            assert_eq!(ended(script, 3).map_err(|problem| problem.code), Err(code), "{script}");
        }
    }
}

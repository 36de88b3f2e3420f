//! The git repository that a folder is in: which commits changed a template, and files as they were
//! at a revision. Nothing is ever written to it.

use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::documents::TEXTS_FOLDER;
use crate::problem::{Code, Problem, Result};
use crate::store::{LIBRARY, MAX_TEMPLATE_BYTES, picture_files};

/// A commit that changed a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    /// Its full name.
    pub name: String,
    /// Who made the change.
    pub author: String,
    /// When, in RFC 3339 with the author's offset.
    pub date: String,
    /// The first line of the message.
    pub subject: String,
}

/// The commits that changed a file of a folder, the newest first, at most so many. There are none
/// where the folder is in no repository, git is not installed or does not know the file.
pub(crate) fn log(folder: &Path, file: &Path, most: usize) -> Result<Vec<Commit>> {
    let most = format!("--max-count={most}");
    let path = spelled(folder, file)?;
    // NUL ends each part of a commit: no part of one can have it.
    let format = "--format=tformat:%H%x00%an%x00%aI%x00%s";
    let log = ["log", "-z", "--no-show-signature", "--no-ext-diff", "--no-textconv"];
    let arguments = [&log[..], &[&most, format, "--", &path]].concat();
    let Ok(child) = start(folder, &arguments) else { return Ok(Vec::new()) };
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
    name: String,
}

impl Revision {
    /// A revision of the repository that the working folder is in, as git names them: a branch, a
    /// tag, a commit.
    ///
    /// # Errors
    /// `usage` where there is none of that name.
    #[cfg(feature = "raster")]
    pub(crate) fn new(name: &str) -> Result<Self> {
        Self::find(Path::new("."), name)?.ok_or_else(|| {
            Problem::new(
                Code::Usage,
                format!("git has no revision {} here", crate::problem::quoted(name)),
            )
            .advice("name a branch, a tag or a commit of the repository of the working folder")
        })
    }

    /// A revision of the repository that a folder is in; nothing where it has none of that name.
    pub(crate) fn find(folder: &Path, name: &str) -> Result<Option<Self>> {
        // What begins with a dash would be an option.
        let commit = format!("{name}^{{commit}}");
        let known = !name.starts_with('-')
            && git(folder, &["rev-parse", "--verify", "--quiet", &commit]).is_ok_and(|(ok, _)| ok);
        Ok(known.then(|| Self { folder: folder.to_owned(), name: name.to_owned() }))
    }

    /// A folder that holds a template file as it was, with the pictures and the files of the folder
    /// `library` that it names, and the texts of its folder; nothing where there was no such file.
    /// Of the pictures in other folders, those that `is_kept` lets pass by their names.
    pub(crate) fn checkout(
        &self,
        file: &Path,
        library: Option<&Path>,
        is_kept: &dyn Fn(&str) -> bool,
    ) -> Result<Option<(TempDir, PathBuf)>> {
        let Some(bytes) = self.read(file)? else { return Ok(None) };
        let of_folder = |folder: &Path| self.files(folder);
        lay_out(&bytes, file, library, &of_folder, &|file| self.read(file), is_kept).map(Some)
    }

    /// The files of a folder, without those of folders inside it.
    pub(crate) fn files(&self, folder: &Path) -> Result<Vec<PathBuf>> {
        let path = format!("{}/", spelled(&self.folder, folder)?);
        let (ok, out) = git(&self.folder, &["ls-tree", "-z", &self.name, "--", &path])?;
        let lines = if ok { String::from_utf8_lossy(&out).into_owned() } else { String::new() };
        // Mode, type and hash, then the name after a tab.
        let file = |line: &str| {
            let (about, name) = line.split_once('\t')?;
            about.contains(" blob ").then(|| PathBuf::from(name))
        };
        Ok(lines.split('\0').filter_map(file).collect())
    }

    fn read(&self, file: &Path) -> Result<Option<Vec<u8>>> {
        let (ok, out) = git(
            &self.folder,
            &["cat-file", "blob", &format!("{}:{}", self.name, spelled(&self.folder, file)?)],
        )?;
        Ok(ok.then_some(out))
    }
}

/// A folder that holds a version of a template file, which git wrote to a temporary file, with what it names as that
/// lies in the working folder.
#[cfg(feature = "raster")]
pub(crate) fn version(bytes: &[u8], file: &Path, library: &Path) -> Result<(TempDir, PathBuf)> {
    let files = |folder: &Path| {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        Ok(entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect())
    };
    lay_out(bytes, file, Some(library), &files, &|file| Ok(std::fs::read(file).ok()), &|_| true)
}

/// Writes a template file into a folder of its own, with the pictures and the files of the folder `library` that it
/// names, and the texts of its folder: found by `files` in folders, and by `read`.
fn lay_out(
    bytes: &[u8],
    file: &Path,
    library: Option<&Path>,
    files: &dyn Fn(&Path) -> Result<Vec<PathBuf>>,
    read: &dyn Fn(&Path) -> Result<Option<Vec<u8>>>,
    is_kept: &dyn Fn(&str) -> bool,
) -> Result<(TempDir, PathBuf)> {
    let io = |error: std::io::Error| {
        Problem::new(Code::Io, format!("cannot write a temporary file: {error}"))
    };
    let folder = TempDir::new().map_err(io)?;
    let name = file.file_name().unwrap_or_default();
    let target = folder.path().join(name);
    std::fs::write(&target, bytes).map_err(io)?;
    let text = String::from_utf8_lossy(bytes).into_owned();
    let beside = file.parent().unwrap_or(Path::new(""));
    // The present library must not step in for the one of the revision.
    std::fs::create_dir(folder.path().join(LIBRARY)).map_err(io)?;
    let folders = [(beside.to_owned(), ""), (beside.join("assets"), "assets")];
    let library = library.map(|library| (library.to_owned(), LIBRARY));
    for (from, into) in folders.into_iter().chain(library) {
        for picture in files(&from)? {
            let Some(name) = picture.file_name().and_then(|name| name.to_str()) else {
                continue;
            };
            if name.ends_with(".json") || !text.contains(name) {
                continue;
            }
            let Some(bytes) = read(&picture)? else { continue };
            let into = folder.path().join(into);
            std::fs::create_dir_all(&into).map_err(io)?;
            std::fs::write(into.join(name), bytes).map_err(io)?;
        }
    }
    // Pictures in other folders below, and the texts that the templates share.
    let texts = files(&beside.join(TEXTS_FOLDER))?;
    let texts = texts.iter().filter_map(|path| path.file_name()?.to_str());
    let texts = texts.filter(|name| name.ends_with(".json"));
    let texts = texts.map(|name| format!("{TEXTS_FOLDER}/{name}"));
    let pictures = picture_files(bytes).into_iter();
    let pictures = pictures.filter(|name| name.contains('/') && is_kept(name));
    for name in pictures.chain(texts) {
        let into = folder.path().join(&name);
        let Some(bytes) = read(&beside.join(&name))?.filter(|_| !into.exists()) else {
            continue;
        };
        let parent = into.parent().unwrap_or(folder.path());
        std::fs::create_dir_all(parent).map_err(io)?;
        std::fs::write(&into, bytes).map_err(io)?;
    }
    Ok((folder, target))
}

/// A path in the folder, which git runs in, as git takes it behind a revision.
fn spelled(folder: &Path, path: &Path) -> Result<String> {
    let inside = match path.is_absolute() {
        true => {
            let here = folder.canonicalize();
            let here = here.map_err(|error| Problem::new(Code::Io, error.to_string()))?;
            let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
            path.strip_prefix(here).map(Path::to_owned).map_err(|_| {
                Problem::new(Code::Usage, "the file lies outside the working folder")
                    .advice("run the command inside the repository")
            })?
        }
        false => path.to_owned(),
    };
    let parts = inside.components().filter(|part| !matches!(part, Component::CurDir));
    let parts: Vec<_> = parts.map(|part| part.as_os_str().to_string_lossy()).collect();
    Ok(format!("./{}", parts.join("/")))
}

/// Largest output of git that is read: that of the largest template.
const MAX_BYTES: usize = MAX_TEMPLATE_BYTES;
/// How long git may take.
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

/// Whether git did it, and what it said.
///
/// # Errors
/// `io` where there is no git, or it says too much; `timeLimit`.
fn git(folder: &Path, arguments: &[&str]) -> Result<(bool, Vec<u8>)> {
    let child = start(folder, arguments).map_err(|error| {
        Problem::new(Code::Io, format!("git cannot be run: {error}"))
            .advice("install git, or compare files")
    })?;
    finish(child, MAX_BYTES, TIME_LIMIT)
}

/// Starts git so that it reads what is on the disk, and neither asks nor fetches anything.
fn start(folder: &Path, arguments: &[&str]) -> io::Result<Child> {
    Command::new("git")
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
        .stderr(Stdio::null())
        .spawn()
}

/// Waits for a program, for so long at most, and reads what it writes, so many bytes at most.
fn finish(mut child: Child, limit: usize, time: Duration) -> Result<(bool, Vec<u8>)> {
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
            Err(error) => Problem::new(Code::Io, format!("git cannot be waited for: {error}")),
        },
        Ok(Ok(_)) => Problem::new(Code::Io, format!("git wrote more than {limit} bytes")),
        Ok(Err(error)) => Problem::new(Code::Io, format!("git cannot be read: {error}")),
        Err(_) => too_slow(time),
    };
    let _ = child.kill();
    let _ = child.wait();
    Err(problem)
}

/// Whether a program that has closed its output succeeded; nothing where it does not end in time.
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
            ("printf abcd; exec sleep 60", Code::Io),
            ("exec yes", Code::Io),
            ("exec sleep 60", Code::TimeLimit),
            ("exec sleep 60 >&-", Code::TimeLimit),
        ] {
            assert_eq!(ended(script, 3).map_err(|problem| problem.code), Err(code), "{script}");
        }
    }
}

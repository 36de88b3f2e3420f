//! The git repository that a folder is in: which commits changed a template, and files as they were
//! at a revision. Nothing is ever written to it.

use std::path::{Component, Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::documents::TEXTS_FOLDER;
use crate::problem::{Code, Problem, Result};
use crate::store::{LIBRARY, picture_files};

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
    // `%x1f` separates the parts of a commit: no part contains it.
    let format = "--format=tformat:%H%x1f%an%x1f%aI%x1f%s";
    let arguments = ["log", "-z", "--no-show-signature", &most, format, "--", &path];
    let Ok((true, out)) = git(folder, &arguments) else { return Ok(Vec::new()) };
    let text = String::from_utf8_lossy(&out);
    let commits = text.split('\0').filter_map(|line| {
        let mut parts = line.trim_start_matches('\n').splitn(4, '\u{1f}').map(str::to_owned);
        Some(Commit {
            name: parts.next().filter(|name| !name.is_empty())?,
            author: parts.next()?,
            date: parts.next()?,
            subject: parts.next()?,
        })
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
            &["show", &format!("{}:{}", self.name, spelled(&self.folder, file)?)],
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

/// Whether git did it, and what it said.
fn git(folder: &Path, arguments: &[&str]) -> Result<(bool, Vec<u8>)> {
    // Neither may settings of the repository start programs, nor does reading take locks.
    let safe = ["--no-optional-locks", "--no-pager", "-c", "core.fsmonitor=false"];
    let command = Command::new("git").current_dir(folder).args(safe).args(arguments).output();
    let output = command.map_err(|error| {
        Problem::new(Code::Io, format!("git cannot be run: {error}"))
            .advice("install git, or compare files")
    })?;
    Ok((output.status.success(), output.stdout))
}

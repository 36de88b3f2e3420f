//! Templates as they were at a revision.

use std::path::{Component, Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::problem::{Code, Problem, Result, quoted};
use crate::store::LIBRARY;

/// A revision of the repository that the working folder is in.
pub(super) struct Revision {
    name: String,
}

impl Revision {
    /// A revision, as git names them: a branch, a tag, a commit.
    ///
    /// # Errors
    /// `usage` where there is none of that name.
    pub(super) fn new(name: &str) -> Result<Self> {
        // What begins with a dash would be an option.
        let commit = format!("{name}^{{commit}}");
        let known = !name.starts_with('-')
            && git(&["rev-parse", "--verify", "--quiet", &commit]).is_ok_and(|(ok, _)| ok);
        match known {
            true => Ok(Self { name: name.to_owned() }),
            false => Err(Problem::new(
                Code::Usage,
                format!("git knows no revision {} here", quoted(name)),
            )
            .advice("name a branch, a tag or a commit of the repository of the working folder")),
        }
    }

    /// A folder that holds a template file as it was, with the pictures and the files of the folder
    /// `library` that it names; nothing where there was no such file.
    pub(super) fn checkout(
        &self,
        file: &Path,
        library: &Path,
    ) -> Result<Option<(TempDir, PathBuf)>> {
        let Some(bytes) = self.read(file)? else { return Ok(None) };
        let io = |error: std::io::Error| {
            Problem::new(Code::Io, format!("cannot write a temporary file: {error}"))
        };
        let folder = TempDir::new().map_err(io)?;
        let name = file.file_name().unwrap_or_default();
        let target = folder.path().join(name);
        std::fs::write(&target, &bytes).map_err(io)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let beside = file.parent().unwrap_or(Path::new(""));
        // The present library must not step in for the one of the revision.
        std::fs::create_dir(folder.path().join(LIBRARY)).map_err(io)?;
        for (from, into) in [
            (beside.to_owned(), ""),
            (beside.join("assets"), "assets"),
            (library.to_owned(), LIBRARY),
        ] {
            for picture in self.files(&from)? {
                let Some(name) = picture.file_name().and_then(|name| name.to_str()) else {
                    continue;
                };
                if name.ends_with(".json") || !text.contains(name) {
                    continue;
                }
                let Some(bytes) = self.read(&picture)? else { continue };
                let into = folder.path().join(into);
                std::fs::create_dir_all(&into).map_err(io)?;
                std::fs::write(into.join(name), bytes).map_err(io)?;
            }
        }
        Ok(Some((folder, target)))
    }

    /// The files of a folder, without those of folders inside it.
    pub(super) fn files(&self, folder: &Path) -> Result<Vec<PathBuf>> {
        let path = format!("{}/", spelled(folder)?);
        let (ok, out) = git(&["ls-tree", "-z", "--name-only", &self.name, "--", &path])?;
        let names = if ok { String::from_utf8_lossy(&out).into_owned() } else { String::new() };
        Ok(names.split('\0').filter(|name| !name.is_empty()).map(PathBuf::from).collect())
    }

    fn read(&self, file: &Path) -> Result<Option<Vec<u8>>> {
        let (ok, out) = git(&["show", &format!("{}:{}", self.name, spelled(file)?)])?;
        Ok(ok.then_some(out))
    }
}

/// A path of the working folder as git takes it in front of a revision.
fn spelled(path: &Path) -> Result<String> {
    let inside = match path.is_absolute() {
        true => {
            let here = std::env::current_dir().and_then(|here| here.canonicalize());
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
fn git(arguments: &[&str]) -> Result<(bool, Vec<u8>)> {
    let output = Command::new("git").args(arguments).output().map_err(|error| {
        Problem::new(Code::Io, format!("git cannot be run: {error}"))
            .advice("install git, or compare files")
    })?;
    Ok((output.status.success(), output.stdout))
}

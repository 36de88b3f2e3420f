//! Commits of files as they lie on the disk. The index and the working tree of the repository are
//! not used for them, so that what somebody else prepares there is no part of them.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use super::git::run;
use crate::base::codes;
use engine::problem::{Problem, Result};

/// Author of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Author {
    pub name: String,
    pub email: String,
}

impl Author {
    /// The one whom the settings of git name in a folder.
    pub(crate) fn of_git(folder: &Path) -> Option<Self> {
        let value = |key| {
            let text = text(folder, &["config", key]).ok()?;
            (!text.is_empty()).then_some(text)
        };
        Some(Self { name: value("user.name")?, email: value("user.email").unwrap_or_default() })
    }
}

/// The branch that a commit goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CommitTarget<'a> {
    /// The one that is checked out.
    Current,
    /// One of its own, which begins at the one that is checked out.
    Branch(&'a str),
}

/// Name and address of the committer, for all authors.
const COMMITTER: (&str, &str) = ("reportctl", "noreply@reportctl.invalid");
/// Folder that `git init` makes.
const REPOSITORY: &str = ".git";
/// File in that folder that marks repositories which were made here.
const MARK: &str = "reportctl-versions";
/// Files of the program that are no versions.
const NOT_KEPT: &str = ".lock\n.versions/\n.reportctl-*.tmp\n";

/// Returns `true` if git is installed.
pub(crate) fn is_installed() -> bool {
    run(Path::new("."), &["--version"], None, &[]).is_ok_and(|(done, _)| done)
}

/// Returns `true` if a folder is in a repository.
///
/// # Errors
/// `io`, `timeLimit` where there is one that git does not read, for example because it is another user's.
pub(crate) fn is_repository(folder: &Path) -> Result<bool> {
    match text(folder, &["rev-parse", "--is-inside-work-tree"]) {
        Ok(answer) => Ok(answer == "true"),
        Err(problem) => {
            let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
            if !whole.ancestors().any(|above| above.join(REPOSITORY).exists()) {
                return Ok(false);
            }
            Err(problem.advice("let git read the repository; `git status` says what it lacks"))
        }
    }
}

/// Returns `true` if the branch that is checked out has a commit.
pub(crate) fn has_commit(folder: &Path) -> bool {
    commit_of(folder, "HEAD").is_some()
}

/// Returns `true` if a folder is a repository that was made here.
pub(crate) fn is_ours(folder: &Path) -> bool {
    folder.join(REPOSITORY).join(MARK).is_file()
}

/// Makes a folder a repository of its own.
///
/// # Errors
/// `io`.
pub(crate) fn begin(folder: &Path) -> Result<()> {
    // Without the hooks that the machine may give to new repositories.
    done(folder, &["init", "--quiet", "--template="], None, &[])?;
    let inside = folder.join(REPOSITORY);
    let write = || {
        fs::create_dir_all(inside.join("info"))?;
        fs::write(inside.join("info/exclude"), NOT_KEPT)?;
        fs::write(inside.join(MARK), "")
    };
    write().map_err(|error| super::files::io_problem("write", &inside, &error))
}

/// Commits files and folders of a folder as they are on the disk: what is not there any more is
/// removed. Hidden files and links are left out. Gives the name of the commit; nothing where
/// nothing has changed.
///
/// # Errors
/// `io`, `timeLimit`.
pub(crate) fn commit(
    folder: &Path,
    paths: &[PathBuf],
    target: CommitTarget<'_>,
    author: &Author,
    subject: &str,
) -> Result<Option<String>> {
    let prefix = text(folder, &["rev-parse", "--show-prefix"])?;
    let head = commit_of(folder, "HEAD");
    let current = text(folder, &["symbolic-ref", "--quiet", "HEAD"]).ok();
    let name = match target {
        CommitTarget::Branch(name) => format!("refs/heads/{name}"),
        CommitTarget::Current => current.clone().unwrap_or_else(|| "HEAD".to_owned()),
    };
    let is_current = target == CommitTarget::Current || current.as_deref() == Some(name.as_str());
    let tip = commit_of(folder, &name);
    let parent = match (&tip, &head) {
        // Commits of the branch that were merged are not changes any more.
        (Some(tip), Some(head)) if is_ancestor(folder, tip, head) => Some(head.clone()),
        (Some(tip), _) => Some(tip.clone()),
        (None, head) => head.clone(),
    };

    let room = tempfile::TempDir::new();
    let room = room.map_err(|error| Problem::new(codes::IO, error.to_string()))?;
    let index = room.path().join("index");
    let index = [("GIT_INDEX_FILE", index.as_os_str())];
    match &parent {
        Some(parent) => done(folder, &["read-tree", parent], None, &index)?,
        None => done(folder, &["read-tree", "--empty"], None, &index)?,
    };
    // As long as the names of the repository are.
    let nothing = "0".repeat(parent.as_ref().map_or(40, String::len));
    let changes = changes(folder, (&prefix, &nothing), paths, &index)?;
    if changes.is_empty() {
        return Ok(None);
    }
    let update = ["update-index", "--add", "-z", "--index-info"];
    done(folder, &update, Some(changes.clone()), &index)?;
    let tree = spoken(done(folder, &["write-tree"], None, &index)?);
    if let Some(parent) = &parent
        && text(folder, &["rev-parse", &format!("{parent}^{{tree}}")])? == tree
    {
        return Ok(None);
    }
    let mut arguments = vec!["commit-tree", &tree, "-m", subject];
    arguments.extend(parent.iter().flat_map(|parent| ["-p", parent.as_str()]));
    let people = [
        ("GIT_AUTHOR_NAME", author.name.as_str()),
        ("GIT_AUTHOR_EMAIL", author.email.as_str()),
        ("GIT_COMMITTER_NAME", COMMITTER.0),
        ("GIT_COMMITTER_EMAIL", COMMITTER.1),
    ];
    let people = people.map(|(name, value)| (name, OsStr::new(value)));
    let made = spoken(done(folder, &arguments, None, &people)?);
    // Only if the branch was not moved meanwhile; an empty name is a branch that must not be there yet.
    let before = tip.unwrap_or_default();
    done(folder, &["update-ref", "-m", subject, &name, &made, &before], None, &[])?;
    if is_current {
        // Else the commit would be shown as taken back. Where somebody else just writes the index, they see that.
        let _ = run(folder, &update, Some(changes), &[]);
    }
    Ok(Some(made))
}

/// The lines for `update-index` that bring an index to what is on the disk.
fn changes(
    folder: &Path,
    (prefix, nothing): (&str, &str),
    paths: &[PathBuf],
    index: &[(&str, &OsStr)],
) -> Result<Vec<u8>> {
    let mut found = Vec::new();
    for path in paths {
        collect(folder, path, &mut found);
    }
    let names: Vec<String> = paths.iter().map(|path| slashed(path)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let list = [&["ls-files", "-z", "--"][..], &names].concat();
    let known = done(folder, &list, None, index)?;
    let known = String::from_utf8_lossy(&known).into_owned();
    let mut lines = Vec::new();
    let gone = known.split('\0').filter(|name| !name.is_empty());
    for name in gone.filter(|name| folder.join(name).symlink_metadata().is_err()) {
        lines.extend_from_slice(format!("0 {nothing}\t{prefix}{name}\0").as_bytes());
    }
    for path in found {
        let name = slashed(&path);
        // As it is: filters of the repository would start programs.
        let hash = ["hash-object", "-w", "--no-filters", "--", &name];
        let hash = spoken(done(folder, &hash, None, &[])?);
        lines.extend_from_slice(format!("100644 {hash}\t{prefix}{name}\0").as_bytes());
    }
    Ok(lines)
}

/// The regular files of a path, by their paths from the folder.
fn collect(folder: &Path, path: &Path, found: &mut Vec<PathBuf>) {
    let whole = folder.join(path);
    let Ok(about) = whole.symlink_metadata() else { return };
    if about.is_file() {
        found.push(path.to_owned());
    }
    if !about.is_dir() {
        return;
    }
    let entries = fs::read_dir(&whole).into_iter().flatten().flatten();
    let mut names: Vec<_> = entries.map(|entry| entry.file_name()).collect();
    names.retain(|name| !name.to_string_lossy().starts_with('.'));
    names.sort();
    for name in names {
        collect(folder, &path.join(name), found);
    }
}

/// A path from the folder as git spells it.
fn slashed(path: &Path) -> String {
    let parts = path.components().map(|part| part.as_os_str().to_string_lossy());
    let parts: Vec<_> = parts.filter(|part| part != ".").collect();
    if parts.is_empty() { ".".to_owned() } else { parts.join("/") }
}

fn commit_of(folder: &Path, name: &str) -> Option<String> {
    text(folder, &["rev-parse", "--verify", "--quiet", &format!("{name}^{{commit}}")]).ok()
}

fn is_ancestor(folder: &Path, earlier: &str, later: &str) -> bool {
    let arguments = ["merge-base", "--is-ancestor", earlier, later];
    run(folder, &arguments, None, &[]).is_ok_and(|(is, _)| is)
}

/// The output of git as one text, where it succeeds.
pub(super) fn text(folder: &Path, arguments: &[&str]) -> Result<String> {
    done(folder, arguments, None, &[]).map(spoken)
}

fn spoken(output: Vec<u8>) -> String {
    String::from_utf8_lossy(&output).trim_end().to_owned()
}

/// The output of git where it succeeds.
pub(super) fn done(
    folder: &Path,
    arguments: &[&str],
    input: Option<Vec<u8>>,
    variables: &[(&str, &OsStr)],
) -> Result<Vec<u8>> {
    let (has_done, output) = run(folder, arguments, input, variables)?;
    if has_done {
        return Ok(output);
    }
    let name = arguments.first().copied().unwrap_or_default();
    Err(Problem::new(codes::IO, format!("`git {name}` failed"))
        .advice("run `git status` in the folder of the templates, as the user of the service"))
}

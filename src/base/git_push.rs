//! Pushing the branches of a repository of this machine to a repository elsewhere.
//!
//! References of the repository itself remember the commits that were pushed, so that a program that starts again pushes
//! the others, and a branch that was merged and deleted there does not come back.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use super::git_commit::{done, text};
use super::git_remote::{BareRepository, GitFailure, Outcome, authorization, run};
use crate::base::codes;
use engine::problem::{Problem, Result};

/// Branches that are pushed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PushedBranches {
    /// The one that is checked out.
    Current,
    /// Branches whose names begin with this and a slash.
    Below(String),
}

/// A branch with commits that were not pushed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UnpushedBranch {
    /// Its name, without `refs/heads/`.
    pub(crate) name: String,
    /// Its newest commit.
    pub(crate) commit: String,
}

/// Place of branches.
const BRANCHES: &str = "refs/heads/";
/// Place of the references that remember what was pushed.
const PUSHED: &str = "refs/reportctl/pushed/";

/// The branches of the repository of a folder with commits that were not pushed.
///
/// # Errors
/// `io`, `timeLimit`.
pub(crate) fn unpushed(folder: &Path, branches: &PushedBranches) -> Result<Vec<UnpushedBranch>> {
    let pattern = match branches {
        PushedBranches::Below(name) => format!("{BRANCHES}{name}/"),
        PushedBranches::Current => match text(folder, &["symbolic-ref", "--quiet", "HEAD"]) {
            Ok(name) => name,
            // A commit is checked out, and no branch.
            Err(_) => return Ok(Vec::new()),
        },
    };
    let pushed: HashMap<String, String> = references(folder, PUSHED, PUSHED)?.collect();
    let branches = references(folder, BRANCHES, &pattern)?;
    let unpushed = branches.filter(|(name, commit)| pushed.get(name) != Some(commit));
    Ok(unpushed.map(|(name, commit)| UnpushedBranch { name, commit }).collect())
}

/// The names below a place of the references that a pattern names, and their commits.
fn references(
    folder: &Path,
    place: &'static str,
    pattern: &str,
) -> Result<impl Iterator<Item = (String, String)>> {
    let list = ["for-each-ref", "--format=%(objectname) %(refname)", pattern];
    let lines = String::from_utf8_lossy(&done(folder, &list, None, &[])?).into_owned();
    let references: Vec<_> = lines
        .lines()
        .filter_map(|line| {
            let (commit, name) = line.split_once(' ')?;
            Some((name.strip_prefix(place)?.to_owned(), commit.to_owned()))
        })
        .collect();
    Ok(references.into_iter())
}

/// The address of a remote of the repository of a folder; an address is itself.
pub(crate) fn address(folder: &Path, remote: &str) -> Option<String> {
    if remote.contains([':', '/']) {
        return Some(remote.to_owned());
    }
    ["pushurl", "url"].iter().find_map(|key| {
        let url = text(folder, &["config", "--get", &format!("remote.{remote}.{key}")]).ok()?;
        (!url.is_empty()).then_some(url)
    })
}

/// Pushes a branch, unless commits that are there would be lost, and remembers that. `token` is sent to an address
/// with `https:`.
pub(crate) fn push(
    folder: &Path,
    url: &str,
    token: Option<&str>,
    branch: &UnpushedBranch,
) -> Outcome<()> {
    call(folder, url, token, branch, &[])?;
    let name = format!("{PUSHED}{}", branch.name);
    done(folder, &["update-ref", &name, &branch.commit], None, &[])
        .map(drop)
        .map_err(GitFailure::Here)
}

/// Asks whether a branch may be pushed.
pub(crate) fn try_push(
    folder: &Path,
    url: &str,
    token: Option<&str>,
    branch: &UnpushedBranch,
) -> Outcome<()> {
    call(folder, url, token, branch, &["--dry-run"])
}

fn call(
    folder: &Path,
    url: &str,
    token: Option<&str>,
    branch: &UnpushedBranch,
    options: &[&str],
) -> Outcome<()> {
    let UnpushedBranch { name, commit } = branch;
    let repository = with_objects_of(folder, commit)?;
    let mut push = repository.command();
    push.args(["push", "--quiet"]).args(options).args(["--end-of-options", url]);
    push.arg(format!("{commit}:{BRANCHES}{name}")).envs(authorization(token));
    run(push).map(drop)
}

/// A repository without settings of anybody else that has the objects of another one.
fn with_objects_of(folder: &Path, commit: &str) -> Outcome<BareRepository> {
    let path_of = |name: &str| {
        let path = text(folder, &["rev-parse", "--git-path", name]).map_err(GitFailure::Here)?;
        Ok::<_, GitFailure>(folder.join(path))
    };
    let repository = BareRepository::new()?;
    // Names of SHA-256 are longer than those of SHA-1.
    let format = if commit.len() > 40 { "sha256" } else { "sha1" };
    repository.git(&["init", "--quiet", "--bare", "--object-format", format])?;
    let (objects, shallow) = (path_of("objects")?, path_of("shallow")?);
    let write = || {
        let objects = fs::canonicalize(objects)?;
        let line = format!("{}\n", objects.display());
        fs::write(repository.path().join("objects/info/alternates"), line)?;
        if shallow.exists() {
            fs::copy(&shallow, repository.path().join("shallow"))?;
        }
        Ok(())
    };
    write().map_err(|error: std::io::Error| {
        let message = format!("the objects of the repository cannot be used: {error}");
        GitFailure::Here(Problem::new(codes::IO, message))
    })?;
    Ok(repository)
}

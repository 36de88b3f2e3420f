//! The settings of versions. They are there in every build, for the settings file is the same in all.

use std::path::PathBuf;
use std::str::FromStr;

use serde::Deserialize;

/// Saves in the designer that become commits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum GitSaves {
    /// Only in repositories that *Keep versions* began
    #[default]
    Off,
    /// On the branch that is checked out
    Commit,
    /// On a branch for each template
    Branch,
}

impl FromStr for GitSaves {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim() {
            "off" => Ok(Self::Off),
            "commit" => Ok(Self::Commit),
            "branch" => Ok(Self::Branch),
            _ => Err("must be off, commit or branch".to_owned()),
        }
    }
}

/// Settings of the versions that saves leave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionSettings {
    /// Commits that saves make.
    pub git: GitSaves,
    /// Beginning of the names of the branches of templates: `designer` for `designer/invoice`.
    pub branch: String,
    /// Remote repository for commits.
    pub push: Option<PushSettings>,
}

/// A repository that the commits of saves are pushed to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PushSettings {
    /// Its address, or its name among the remotes of the repository of the templates.
    pub remote: String,
    /// File with a token for `https:`, read for each call.
    pub token_file: Option<PathBuf>,
}

impl Default for VersionSettings {
    fn default() -> Self {
        Self { git: GitSaves::default(), branch: "designer".to_owned(), push: None }
    }
}

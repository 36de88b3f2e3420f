//! The settings of versions. They are there in every build, for the settings file is the same in all.

use std::str::FromStr;

use serde::Deserialize;

/// Whether a save in the designer is a commit.
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

/// How saves become versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionSettings {
    /// Whether a save is a commit.
    pub git: GitSaves,
    /// Where branches of templates are: `designer/invoice`.
    pub branch: String,
}

impl Default for VersionSettings {
    fn default() -> Self {
        Self { git: GitSaves::default(), branch: "designer".to_owned() }
    }
}

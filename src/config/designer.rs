//! Settings of the designer: the object `designer` of the settings file.

use std::path::PathBuf;

use super::declare::settings;
use super::setting::{FILE, TEXT};
use crate::templates::{GitSaves, PushSettings, VersionSettings};

settings! {
    /// Settings of the designer from one source.
    pub struct DesignerSettings in "designer." {
        /// Whether a save is a commit of the git repository of the templates, with the person as its author: on the
        /// branch that is checked out (`commit`), or on a branch for each template (`branch`), for review. Hooks of
        /// the repository do not run.
        git: GitSaves => "git", "off, commit or branch",
            default "`off`: only where *Keep versions* made the repository", variable "REPORTCTL_DESIGNER_GIT";
        /// Beginning of the names of those branches: `designer/invoice`.
        branch: String => "branch", TEXT, default "`designer`";
        /// Target to which `serve` pushes these commits: the address of a git repository, or the name of a remote such
        /// as `origin`. Nothing is forced: a branch that has other commits there is refused, and reported.
        push: String => "push", TEXT, default "none: nothing is pushed", variable "REPORTCTL_DESIGNER_PUSH";
        /// File with a token for an address with `https:`; it is read again for each call.
        push_token_file: PathBuf => "pushTokenFile", FILE, default "none",
            variable "REPORTCTL_DESIGNER_PUSH_TOKEN_FILE";
    }
}

impl From<DesignerSettings> for VersionSettings {
    fn from(settings: DesignerSettings) -> Self {
        let defaults = Self::default();
        let token_file = settings.push_token_file;
        Self {
            git: settings.git.unwrap_or(defaults.git),
            branch: settings.branch.unwrap_or(defaults.branch),
            push: settings.push.map(|remote| PushSettings { remote, token_file }),
        }
    }
}

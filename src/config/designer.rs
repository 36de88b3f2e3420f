//! Settings of the designer: the object `designer` of the settings file.

use super::declare::settings;
use super::setting::TEXT;
use crate::templates::{GitSaves, VersionSettings};

settings! {
    /// Settings of the designer from one source.
    pub struct DesignerSettings in "designer." {
        /// Whether a save is a commit of the git repository of the templates, with the person as its author: on the
        /// branch that is checked out (`commit`), or on a branch for each template (`branch`), for review. Hooks of
        /// the repository do not run, and nothing is pushed.
        git: GitSaves => "git", "off, commit or branch",
            default "`off`: only where *Keep versions* made the repository", variable "REPORTCTL_DESIGNER_GIT";
        /// Beginning of the names of those branches: `designer/invoice`.
        branch: String => "branch", TEXT, default "`designer`";
    }
}

impl From<DesignerSettings> for VersionSettings {
    fn from(settings: DesignerSettings) -> Self {
        let defaults = Self::default();
        Self {
            git: settings.git.unwrap_or(defaults.git),
            branch: settings.branch.unwrap_or(defaults.branch),
        }
    }
}

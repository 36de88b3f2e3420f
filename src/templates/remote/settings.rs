//! Settings of a remote source of templates.

use std::path::PathBuf;
use std::time::Duration;

/// Branch or tag where the settings name none.
pub const DEFAULT_REFERENCE: &str = "HEAD";

/// A git repository, or a ZIP file of one, that holds the templates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteSettings {
    /// Its address: of a repository with `https:`, `ssh:`, `file:` or as `user@host:path`; of a ZIP file with `s3:`,
    /// `gs:`, `az:` or `file:`.
    pub url: String,
    /// Branch or tag of a repository.
    pub reference: String,
    /// The folder of the templates in it; files that they name are in `library` beside it.
    pub folder: String,
    /// Interval of looking for a new version.
    pub poll: Duration,
    /// File with a token for `https:`, read for each call.
    pub token_file: Option<PathBuf>,
    /// File with the keys that must have signed the commit (`ssh-keygen(1)`, ALLOWED SIGNERS).
    pub allowed_signers: Option<PathBuf>,
}

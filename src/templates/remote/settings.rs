//! Settings of a remote source of templates.

use std::path::PathBuf;
use std::time::Duration;

/// A git repository that holds the templates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteSettings {
    /// Its address: `https:`, `ssh:`, `file:`, or `user@host:path`.
    pub url: String,
    /// Branch or tag.
    pub reference: String,
    /// The folder of the templates in it; files that they name are in `library` beside it.
    pub folder: String,
    /// Interval of looking for a new commit.
    pub poll: Duration,
    /// File with a token for `https:`, read for each call.
    pub token_file: Option<PathBuf>,
    /// File with the keys that must have signed the commit (`ssh-keygen(1)`, ALLOWED SIGNERS).
    pub allowed_signers: Option<PathBuf>,
}

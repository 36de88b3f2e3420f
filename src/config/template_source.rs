//! Settings of a remote source of templates: `templateSource` in `reportctl.yaml`.

use std::path::PathBuf;
use std::time::Duration;

use super::declare::settings;
use super::setting::{FILE, SECONDS, Seconds, TEXT};
use crate::templates::remote::{DEFAULT_REFERENCE, RemoteSettings};

/// Interval of looking for a new version.
const POLL: Duration = Duration::from_secs(60);

settings! {
    /// Settings of the source of templates from one source of settings.
    pub struct TemplateSourceSettings in "templateSource." {
        /// Address of a git repository whose templates `serve` and `worker` use: `https://…`, `ssh://…`,
        /// `user@host:path` or `file:///…`; or of a ZIP file of one: `s3://bucket/templates.zip`, `gs://…`, `az://…` or
        /// `file:///….zip`. Other commands use the folder `templates`.
        url: String => "url", TEXT, default "none: a folder of this machine",
            variable "REPORTCTL_TEMPLATE_SOURCE_URL";
        /// Branch or tag of that repository.
        reference: String => "ref", TEXT, default "`HEAD`", variable "REPORTCTL_TEMPLATE_SOURCE_REF";
        /// Folder of the templates in that repository or ZIP file.
        folder: String => "folder", TEXT, default "`templates`",
            variable "REPORTCTL_TEMPLATE_SOURCE_FOLDER";
        /// Interval of looking for a new version.
        poll_seconds: Seconds => "pollSeconds", SECONDS, default "`60`",
            variable "REPORTCTL_TEMPLATE_SOURCE_POLL_SECONDS";
        /// File with a token for an address with `https:`; it is read again for each call.
        token_file: PathBuf => "tokenFile", FILE, default "none",
            variable "REPORTCTL_TEMPLATE_SOURCE_TOKEN_FILE";
        /// File with the SSH keys that must have signed a commit (`ssh-keygen`, ALLOWED SIGNERS).
        allowed_signers: PathBuf => "allowedSigners", FILE, default "none: signatures are not verified",
            variable "REPORTCTL_TEMPLATE_SOURCE_ALLOWED_SIGNERS";
    }
}

impl From<TemplateSourceSettings> for Option<RemoteSettings> {
    fn from(settings: TemplateSourceSettings) -> Self {
        Some(RemoteSettings {
            url: settings.url?,
            reference: settings.reference.unwrap_or_else(|| DEFAULT_REFERENCE.to_owned()),
            folder: settings.folder.unwrap_or_else(|| "templates".to_owned()),
            poll: settings.poll_seconds.map_or(POLL, Seconds::get),
            token_file: settings.token_file,
            allowed_signers: settings.allowed_signers,
        })
    }
}

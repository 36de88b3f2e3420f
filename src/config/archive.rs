//! Settings of the archive of documents: `archive` in `reportctl.yaml`.

use std::path::PathBuf;

use super::declare::settings;
use super::setting::{AboveZero, FILE, TEXT, WHOLE_NUMBER, days};
use crate::delivery::settings::archive::ARCHIVE_URL;
use crate::delivery::settings::{ArchiveSettings, ArchiveUrl, LinkSettings};

/// Days for which a link holds.
const LINK_DAYS: u32 = 30;

settings! {
    /// Settings of the archive from one source.
    pub struct ArchiveGroup in "archive." {
        /// Store of every mailed document: a folder that exists, or a bucket. Without it documents are
        /// not kept.
        url: ArchiveUrl => "url", ARCHIVE_URL, default "none", variable "REPORTCTL_ARCHIVE_URL";
        /// Beginning of all keys in the store.
        prefix: String => "prefix", TEXT, default "none", variable "REPORTCTL_ARCHIVE_PREFIX";
        /// Days after which `reportctl archive expire` deletes a document that is not held.
        retention_days: AboveZero<u32> => "retentionDays", WHOLE_NUMBER,
            default "none: documents stay", variable "REPORTCTL_ARCHIVE_RETENTION_DAYS";
        /// Address of the service as the readers of mails reach it: mails carry a link to the archived
        /// document there instead of the document.
        link_url: String => "linkUrl", TEXT, default "none: mails carry the document",
            variable "REPORTCTL_ARCHIVE_LINK_URL";
        /// Days for which a link holds.
        link_days: AboveZero<u32> => "linkDays", WHOLE_NUMBER, default "`30`",
            variable "REPORTCTL_ARCHIVE_LINK_DAYS";
        /// File with the secret that signs links, of at least 32 characters; it is read again when it changes.
        link_secret_file: PathBuf => "linkSecretFile", FILE, default "none",
            variable "REPORTCTL_ARCHIVE_LINK_SECRET_FILE";
    }
}

impl From<ArchiveGroup> for ArchiveSettings {
    fn from(settings: ArchiveGroup) -> Self {
        Self {
            url: settings.url,
            prefix: settings.prefix.unwrap_or_default().trim_matches('/').to_owned(),
            retention: settings.retention_days.map(|number| days(number.get())),
            links: settings.link_url.map(|url| LinkSettings {
                url,
                lifetime: days(settings.link_days.map_or(LINK_DAYS, AboveZero::get)),
                secret_file: settings.link_secret_file,
            }),
        }
    }
}

//! Settings of the archive of documents: `archive` in `reportctl.yaml`.

use super::declare::settings;
use super::setting::{AboveZero, TEXT, WHOLE_NUMBER};
use crate::delivery::settings::archive::ARCHIVE_URL;
use crate::delivery::settings::{ArchiveSettings, ArchiveUrl};

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
    }
}

impl From<ArchiveGroup> for ArchiveSettings {
    fn from(settings: ArchiveGroup) -> Self {
        Self {
            url: settings.url,
            prefix: settings.prefix.unwrap_or_default().trim_matches('/').to_owned(),
            retention: settings.retention_days.map(|days| super::days(days.get())),
        }
    }
}

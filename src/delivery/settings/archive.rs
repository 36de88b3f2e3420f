//! Settings of the archive of documents.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Deserializer};

use crate::base::bucket_url::bucket_place;
use crate::base::parsed_text::parsed;

/// The forms of [`ArchiveUrl`].
pub(crate) const ARCHIVE_URL: &str =
    "a folder, as a path or `file:…`, or a bucket, as `s3://…`, `gs://…` or `az://…`";

/// The store of archived documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArchiveUrl {
    /// A folder, which must exist.
    Folder(PathBuf),
    /// A bucket, with the folder in it, as a URL.
    Bucket(String),
}

impl ArchiveUrl {
    /// A folder that starts at another one; a bucket is left as it is.
    #[must_use]
    pub fn relative_to(self, folder: &Path) -> Self {
        match self {
            Self::Folder(path) => Self::Folder(folder.join(path)),
            bucket @ Self::Bucket(_) => bucket,
        }
    }
}

impl FromStr for ArchiveUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let wrong = || format!("must be {ARCHIVE_URL}");
        if let Some(path) = text.strip_prefix("file:") {
            // RFC 8089: `file:///srv`, or `file:/srv`; a relative path is an extension of ours.
            let path = match path.strip_prefix("//") {
                Some(rest) => rest.strip_prefix("localhost").unwrap_or(rest),
                None => path,
            };
            let is_remote = text.starts_with("file://") && !path.starts_with('/');
            return if path.is_empty() || is_remote {
                Err(wrong())
            } else {
                Ok(Self::Folder(path.into()))
            };
        }
        if bucket_place(text).is_some_and(|place| !place.is_empty()) {
            return Ok(Self::Bucket(text.to_owned()));
        }
        match text.split_once("://") {
            Some(_) => Err(wrong()),
            None if text.is_empty() => Err(wrong()),
            None => Ok(Self::Folder(text.into())),
        }
    }
}

impl<'de> Deserialize<'de> for ArchiveUrl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parsed(deserializer)
    }
}

/// All settings of the archive.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ArchiveSettings {
    /// The store; without it documents are not kept.
    pub url: Option<ArchiveUrl>,
    /// Beginning of all keys, without slashes at its ends.
    pub prefix: String,
    /// Retention of documents; without it they stay.
    pub retention: Option<Duration>,
    /// Links in mails, in the place of documents.
    pub links: Option<LinkSettings>,
}

/// Settings of links to archived documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkSettings {
    /// Address of the service, as the readers of the mails reach it.
    pub url: String,
    /// Time for which a link holds.
    pub lifetime: Duration,
    /// File of the secret that signs links.
    pub secret_file: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_is_a_folder_or_a_bucket() {
        for (text, path) in [
            ("archive", "archive"),
            ("/srv/archive", "/srv/archive"),
            ("file:archive", "archive"),
            ("file:/srv/archive", "/srv/archive"),
            ("file:///srv/archive", "/srv/archive"),
            ("file://localhost/srv/archive", "/srv/archive"),
        ] {
            assert_eq!(text.parse(), Ok(ArchiveUrl::Folder(path.into())), "{text}");
        }
        for text in ["s3://bucket", "gs://bucket/reports", "az://container"] {
            assert_eq!(text.parse(), Ok(ArchiveUrl::Bucket(text.to_owned())), "{text}");
        }
        for text in ["", "file:", "file://server/share", "ftp://host", "s3://", "https://host/x"] {
            assert!(text.parse::<ArchiveUrl>().is_err(), "{text}");
        }
    }

    #[test]
    fn folders_of_the_file_are_relative_to_it() {
        let folder = ArchiveUrl::Folder("archive".into()).relative_to(Path::new("/etc"));
        assert_eq!(folder, ArchiveUrl::Folder("/etc/archive".into()));
        let bucket = ArchiveUrl::Bucket("s3://b".to_owned());
        assert_eq!(bucket.clone().relative_to(Path::new("/etc")), bucket);
    }
}

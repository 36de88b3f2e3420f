//! Templates from a ZIP file in a bucket, or in a folder of this machine.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use object_store::ObjectStoreExt;
use object_store::path::Path as Key;

use super::RemoteSettings;
use super::source::{RemoteSource, RemoteVersions, unavailable};
use crate::base::hash::sha256;
use crate::base::object_storage::{self, Bucket, said};
use crate::base::zip_file::{self, UnpackError};
use crate::templates::codes;
use engine::problem::{Code, Problem, Result, quoted};

/// Most bytes of the file.
const MAX_BYTES: u64 = 128 << 20;

/// A ZIP file with a repository of templates.
#[derive(Debug)]
pub(super) struct ZipSource {
    url: String,
    place: ZipPlace,
}

#[derive(Debug)]
enum ZipPlace {
    Bucket(Bucket),
    File(PathBuf),
}

impl ZipSource {
    /// The file of the settings.
    ///
    /// # Errors
    /// `invalidSetting`.
    pub(super) fn new(settings: RemoteSettings) -> Result<Self> {
        let url = settings.url;
        let invalid = |message: String, advice: &'static str| {
            Problem::new(Code::InvalidSetting, message).advice(advice)
        };
        if !url.ends_with(".zip") {
            return Err(invalid(
                format!("`templateSource.url` cannot be {}", quoted(&url)),
                "name a ZIP file in the bucket, such as s3://bucket/templates.zip",
            ));
        }
        for (is_set, name) in [
            (settings.allowed_signers.is_some(), "allowedSigners"),
            (settings.token_file.is_some(), "tokenFile"),
            (settings.reference != super::settings::DEFAULT_REFERENCE, "ref"),
        ] {
            if is_set {
                return Err(invalid(
                    format!(
                        "`templateSource.{name}` is of git, and `templateSource.url` is a file"
                    ),
                    "remove it; the rights of the bucket decide who can write the file",
                ));
            }
        }
        let place = match url.strip_prefix("file://") {
            Some(path) => ZipPlace::File(PathBuf::from(path)),
            None => ZipPlace::Bucket(Bucket::open(&url).map_err(|error| {
                invalid(
                    format!("`templateSource.url` {}: {}", quoted(&url), said(&error)),
                    "see the environment variables of the vendor in `docs/archive-of-documents.md`",
                )
            })?),
        };
        Ok(Self { url, place })
    }

    fn unavailable(&self, why: &str) -> Problem {
        unavailable(&self.url, why)
    }

    /// Runs a call of the bucket.
    fn run<T>(&self, call: impl Future<Output = object_store::Result<T>>) -> Result<T> {
        let outcome =
            object_storage::run(call).map_err(|error| self.unavailable(&error.to_string()))?;
        outcome.map_err(|error| self.unavailable(&said(&error)))
    }

    fn read(&self) -> Result<Vec<u8>> {
        let bytes = match &self.place {
            ZipPlace::File(path) => {
                let mut bytes = Vec::new();
                fs::File::open(path)
                    .and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes))
                    .map_err(|error| self.unavailable(&error.to_string()))?;
                bytes
            }
            ZipPlace::Bucket(bucket) => {
                let key = Key::from(bucket.path.as_str());
                let about = self.run(bucket.store.head(&key))?;
                if about.size > MAX_BYTES {
                    return Err(self.too_large());
                }
                let got = self.run(async { bucket.store.get(&key).await?.bytes().await })?;
                got.into()
            }
        };
        if bytes.len() as u64 > MAX_BYTES { Err(self.too_large()) } else { Ok(bytes) }
    }

    fn too_large(&self) -> Problem {
        refused(&self.url, &format!("it has more than {} MB", MAX_BYTES >> 20))
    }
}

impl RemoteSource for ZipSource {
    fn describe(&self) -> String {
        format!("ZIP file {}", self.url)
    }

    fn tip(&self) -> Result<String> {
        match &self.place {
            ZipPlace::File(path) => {
                let about =
                    fs::metadata(path).map_err(|error| self.unavailable(&error.to_string()))?;
                Ok(format!("{:?} {}", about.modified().ok(), about.len()))
            }
            ZipPlace::Bucket(bucket) => {
                let about = self.run(bucket.store.head(&Key::from(bucket.path.as_str())))?;
                Ok(format!("{:?} {} {}", about.e_tag, about.last_modified, about.size))
            }
        }
    }

    fn newest(&self, _most: usize) -> Result<Box<dyn RemoteVersions>> {
        let bytes = self.read()?;
        Ok(Box::new(ZipVersion { url: self.url.clone(), revision: [sha256(&bytes)], bytes }))
    }
}

/// The file as it was read.
#[derive(Debug)]
struct ZipVersion {
    url: String,
    revision: [String; 1],
    bytes: Vec<u8>,
}

impl RemoteVersions for ZipVersion {
    fn revisions(&self) -> &[String] {
        &self.revision
    }

    fn export(&self, _revision: &str, folder: &Path) -> Result<()> {
        zip_file::unpack(&self.bytes, folder).map_err(|error| match error {
            UnpackError::Archive(why) => refused(&self.url, &why),
            UnpackError::Here(problem) => problem,
        })
    }
}

fn refused(url: &str, why: &str) -> Problem {
    let message = format!("the templates of {} are refused: {why}", quoted(url));
    Problem::new(codes::TEMPLATE_SOURCE_REFUSED, message)
        .advice("put a ZIP file with the repository there; the version before stays in use")
}

//! Objects in a bucket of S3, Google Cloud Storage or Azure Blob Storage.
//!
//! An object is created on the condition that no object has its key (`If-None-Match: *`, RFC 9110,
//! 13.1.2), which the store itself decides.

use futures_util::StreamExt;
use object_store::path::Path;
use object_store::{GetOptions, GetRange, ObjectStore, ObjectStoreExt, PutMode, PutOptions};
use uuid::Uuid;

use super::store::{ArchiveStore, not_create_only};
use crate::base::object_storage::{self, Bucket, said};
use crate::delivery::codes;
use engine::problem::{Code, Problem, Result, quoted};

/// Answers about a bucket that does not exist: S3, Google Cloud Storage, Azure.
const MISSING: [&str; 3] = ["NoSuchBucket", "specified bucket does not exist", "ContainerNotFound"];
/// Answers to a request whose time differs from that of the store: S3, Azure.
const CLOCK: [&str; 2] = ["RequestTimeTooSkewed", "Request date header too old"];
/// Answer of services that know no `If-None-Match` of a put, with status 501.
const NOT_IMPLEMENTED: &str = "<Code>NotImplemented</Code>";

/// A bucket, or a folder in it.
pub(super) struct ArchiveBucket {
    store: Box<dyn ObjectStore>,
    /// The folder, empty or with a slash at its end.
    folder: String,
    url: String,
}

impl ArchiveBucket {
    /// The bucket at `s3://bucket/folder`, `gs://…` or `az://container/folder`. Nothing is looked at yet.
    ///
    /// # Errors
    /// `invalidSetting` for an address or variables of the environment that the vendor's client does not take.
    pub(super) fn open(url: &str) -> Result<Self> {
        let Bucket { store, path } = Bucket::open(url).map_err(|error| {
            let message = format!("`archive.url` {}: {}", quoted(url), said(&error));
            Problem::new(Code::InvalidSetting, message).advice(
                "see the environment variables of the vendor in `docs/archive-of-documents.md`",
            )
        })?;
        let folder = if path.is_empty() { path } else { format!("{path}/") };
        Ok(Self { store, folder, url: url.to_owned() })
    }

    fn path(&self, key: &str) -> Path {
        Path::from(format!("{}{key}", self.folder))
    }

    /// Runs a call on this thread.
    fn run<T>(&self, call: impl Future<Output = object_store::Result<T>>) -> Result<Done<T>> {
        match object_storage::run(call).map_err(|error| self.unavailable(&error.to_string()))? {
            Ok(value) => Ok(Done::Value(value)),
            Err(error) => self.failed(&error),
        }
    }

    fn failed<T>(&self, error: &object_store::Error) -> Result<Done<T>> {
        use object_store::Error;
        let has = |texts: &[&str]| {
            let whole = error.to_string();
            texts.iter().any(|text| whole.contains(text))
        };
        let said = said(error);
        match error {
            Error::NotFound { .. } if has(&MISSING) => Err(self.missing()),
            Error::NotFound { .. } => Ok(Done::NotFound),
            Error::AlreadyExists { .. } | Error::Precondition { .. } => Ok(Done::Exists),
            Error::PermissionDenied { .. } | Error::Unauthenticated { .. } if has(&CLOCK) => {
                Err(self
                    .refused(&format!("refuses the time of this machine: {said}"))
                    .advice("synchronise the clock of this machine, for example by NTP"))
            }
            Error::PermissionDenied { .. } | Error::Unauthenticated { .. } => {
                Err(self.refused(&format!("refuses this program: {said}")).advice(
                    "give it the rights to create, read, list and delete objects, and check its \
                     credentials",
                ))
            }
            Error::NotSupported { .. } | Error::NotImplemented { .. } => Err(self.replaces()),
            Error::Generic { .. } if has(&[NOT_IMPLEMENTED]) => Err(self.replaces()),
            _ => Err(self.unavailable(&said)),
        }
    }

    fn missing(&self) -> Problem {
        self.refused("does not exist").advice("create it; `archive.url` names it")
    }

    fn refused(&self, why: &str) -> Problem {
        let message = format!("the archive: {} {why}", self.describe());
        Problem::new(codes::ARCHIVE_REFUSED, message)
    }

    fn unavailable(&self, why: &str) -> Problem {
        let message = format!("the archive: {} cannot be used now: {why}", self.describe());
        Problem::new(codes::ARCHIVE_UNAVAILABLE, message)
    }

    fn replaces(&self) -> Problem {
        not_create_only(&self.describe(), "use a store that supports conditional writes")
    }
}

/// Outcome of a call.
enum Done<T> {
    Value(T),
    NotFound,
    Exists,
}

impl<T> Done<T> {
    fn found(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::NotFound | Self::Exists => None,
        }
    }
}

impl ArchiveStore for ArchiveBucket {
    fn put_new(&self, key: &str, bytes: &[u8]) -> Result<bool> {
        let path = self.path(key);
        let create = PutOptions::from(PutMode::Create);
        match self.run(self.store.put_opts(&path, bytes.to_vec().into(), create))? {
            Done::Value(_) => Ok(true),
            Done::Exists => Ok(false),
            // Only a bucket can be missing.
            Done::NotFound => Err(self.missing()),
        }
    }

    fn get(&self, key: &str, limit: u64) -> Result<Option<Vec<u8>>> {
        let path = self.path(key);
        let range = GetRange::Bounded(0..limit.saturating_add(1));
        let options = GetOptions { range: Some(range), ..GetOptions::default() };
        let got = self.run(async { self.store.get_opts(&path, options).await?.bytes().await })?;
        let Some(bytes) = got.found() else { return Ok(None) };
        if bytes.len() as u64 > limit {
            return Err(self.unavailable(&format!("`{key}` has more than {limit} bytes")));
        }
        Ok(Some(bytes.into()))
    }

    fn size(&self, key: &str) -> Result<Option<u64>> {
        let path = self.path(key);
        Ok(self.run(self.store.head(&path))?.found().map(|about| about.size))
    }

    fn list(&self, prefix: &str, each: &mut dyn FnMut(&str) -> Result<bool>) -> Result<()> {
        let prefix = self.path(prefix);
        let mut objects = self.store.list(Some(&prefix));
        while let Some(next) = self.run(async { objects.next().await.transpose() })?.found() {
            let Some(object) = next else { break };
            let key = object.location.as_ref();
            if !each(key.strip_prefix(&self.folder).unwrap_or(key))? {
                break;
            }
        }
        Ok(())
    }

    fn remove(&self, key: &str) -> Result<()> {
        let path = self.path(key);
        self.run(self.store.delete(&path)).map(drop)
    }

    fn probe(&self) -> Result<()> {
        let key = format!(".probe-{}", Uuid::now_v7());
        let is_new = self.put_new(&key, b"probe")?;
        let is_replaced = self.put_new(&key, b"probe");
        let removed = self.remove(&key);
        if !is_new || is_replaced? {
            return Err(self.replaces());
        }
        removed
    }

    fn describe(&self) -> String {
        format!("bucket {}", self.url)
    }
}

//! Objects in a bucket of S3, Google Cloud Storage or Azure Blob Storage.
//!
//! An object is created with the condition that there is none of its key (`If-None-Match: *`, RFC 9110, 13.1.2), which
//! the store itself decides. Region, endpoint and credentials come from the environment variables of the vendors.

mod http;

use std::time::Duration;

use futures_util::StreamExt;
use object_store::aws::AmazonS3Builder;
use object_store::azure::MicrosoftAzureBuilder;
use object_store::gcp::GoogleCloudStorageBuilder;
use object_store::path::Path;
use object_store::{
    BackoffConfig, GetOptions, GetRange, ObjectStore, ObjectStoreExt, PutMode, PutOptions,
    RetryConfig,
};
use uuid::Uuid;

use self::http::BlockingConnector;
use super::store::{ArchiveStore, not_create_only};
use crate::delivery::codes;
use engine::problem::{Code, Problem, Result, quoted};

/// Most characters of what a store says.
const MOST_SAID: usize = 300;
/// Attempts of a call after the first one. The queue tries again later.
const RETRIES: usize = 2;

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
        let (scheme, place) = url.split_once("://").unwrap_or(("", url));
        let (bucket, folder) = place.split_once('/').unwrap_or((place, ""));
        let folder = folder.trim_matches('/');
        let folder = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let address = format!("{scheme}://{bucket}");
        let retry = RetryConfig {
            backoff: BackoffConfig {
                init_backoff: Duration::from_millis(100),
                max_backoff: Duration::from_secs(2),
                base: 2.,
            },
            max_retries: RETRIES,
            retry_timeout: Duration::from_secs(20),
        };
        let opened: object_store::Result<Box<dyn ObjectStore>> = match scheme {
            "s3" => AmazonS3Builder::from_env()
                .with_url(address)
                .with_retry(retry)
                .with_http_connector(BlockingConnector)
                // Not all services that speak the protocol delete several objects at once.
                .with_disable_bulk_delete(true)
                .build()
                .map(|store| Box::new(store) as _),
            "gs" => GoogleCloudStorageBuilder::from_env()
                .with_url(address)
                .with_retry(retry)
                .with_http_connector(BlockingConnector)
                .build()
                .map(|store| Box::new(store) as _),
            _ => MicrosoftAzureBuilder::from_env()
                .with_url(address)
                .with_retry(retry)
                .with_http_connector(BlockingConnector)
                .build()
                .map(|store| Box::new(store) as _),
        };
        let store = opened.map_err(|error| {
            let message = format!("`archive.url` {}: {}", quoted(url), said(&error));
            Problem::new(Code::InvalidSetting, message).advice(
                "see the environment variables of the vendor in `docs/archive-of-documents.md`",
            )
        })?;
        Ok(Self { store, folder, url: url.to_owned() })
    }

    fn path(&self, key: &str) -> Path {
        Path::from(format!("{}{key}", self.folder))
    }

    /// Runs a call on this thread.
    fn run<T>(&self, call: impl Future<Output = object_store::Result<T>>) -> Result<Done<T>> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        let runtime = runtime.map_err(|error| self.unavailable(&error.to_string()))?;
        match runtime.block_on(call) {
            Ok(value) => Ok(Done::Value(value)),
            Err(error) => self.failed(&error),
        }
    }

    fn failed<T>(&self, error: &object_store::Error) -> Result<Done<T>> {
        use object_store::Error;
        let said = said(error);
        match error {
            // The answers of S3, Google Cloud Storage and Azure.
            Error::NotFound { .. }
                if ["NoSuchBucket", "specified bucket does not exist", "ContainerNotFound"]
                    .iter()
                    .any(|text| said.contains(text)) =>
            {
                Err(self.missing())
            }
            Error::NotFound { .. } => Ok(Done::NotFound),
            Error::AlreadyExists { .. } | Error::Precondition { .. } => Ok(Done::Exists),
            Error::PermissionDenied { .. } | Error::Unauthenticated { .. } => {
                Err(self.refused(&format!("refuses this program: {said}")).advice(
                    "give it the rights to create, read, list and delete objects, and check its \
                     credentials",
                ))
            }
            Error::NotSupported { .. } | Error::NotImplemented { .. } => Err(self.replaces()),
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

/// What a store said, in one line.
fn said(error: &object_store::Error) -> String {
    let said = error.to_string();
    let words: Vec<&str> = said.split_whitespace().collect();
    words.join(" ").chars().take(MOST_SAID).collect()
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

//! Buckets of S3, Google Cloud Storage and Azure Blob Storage. Region, endpoint and credentials come from the
//! environment variables of the vendors.

mod http;

use std::io;
use std::time::Duration;

use object_store::aws::AmazonS3Builder;
use object_store::azure::MicrosoftAzureBuilder;
use object_store::gcp::GoogleCloudStorageBuilder;
use object_store::{BackoffConfig, Error, ObjectStore, Result, RetryConfig};

use self::http::BlockingConnector;

/// Most characters of what a store says.
const MOST_SAID: usize = 300;
/// Attempts of a call after the first one. Callers try again later.
const RETRIES: usize = 2;

/// A bucket, and a path in it.
#[derive(Debug)]
pub(crate) struct Bucket {
    pub(crate) store: Box<dyn ObjectStore>,
    /// Without a slash at its ends.
    pub(crate) path: String,
}

impl Bucket {
    /// The bucket at `s3://bucket/path`, `gs://…` or `az://container/path`. Nothing is looked at yet.
    ///
    /// # Errors
    /// An address or variables of the environment that the vendor's client does not take.
    pub(crate) fn open(url: &str) -> Result<Self> {
        let (scheme, place) = url.split_once("://").unwrap_or(("", url));
        let (bucket, path) = place.split_once('/').unwrap_or((place, ""));
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
        let store: Box<dyn ObjectStore> = match scheme {
            "s3" => AmazonS3Builder::from_env()
                .with_url(address)
                .with_retry(retry)
                .with_http_connector(BlockingConnector)
                // Not all services that speak the protocol delete several objects at once.
                .with_disable_bulk_delete(true)
                .build()
                .map(Box::new)?,
            "gs" => GoogleCloudStorageBuilder::from_env()
                .with_url(address)
                .with_retry(retry)
                .with_http_connector(BlockingConnector)
                .build()
                .map(Box::new)?,
            _ => MicrosoftAzureBuilder::from_env()
                .with_url(address)
                .with_retry(retry)
                .with_http_connector(BlockingConnector)
                .build()
                .map(Box::new)?,
        };
        Ok(Self { store, path: path.trim_matches('/').to_owned() })
    }
}

/// Runs a call on this thread.
///
/// # Errors
/// No resources of the system for it.
pub(crate) fn run<T>(call: impl Future<Output = Result<T>>) -> io::Result<Result<T>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    Ok(runtime.block_on(call))
}

/// The message of a store, in one line.
pub(crate) fn said(error: &Error) -> String {
    let said = error.to_string();
    let words: Vec<&str> = said.split_whitespace().collect();
    words.join(" ").chars().take(MOST_SAID).collect()
}

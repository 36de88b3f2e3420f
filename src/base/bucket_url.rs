//! Addresses of object stores.

/// Schemes of object stores: S3, Google Cloud Storage, Azure Blob Storage.
const SCHEMES: [&str; 3] = ["s3", "gs", "az"];

/// Bucket and path of an address such as `s3://bucket/path`; `None` for other addresses.
pub(crate) fn bucket_place(url: &str) -> Option<&str> {
    let (scheme, place) = url.split_once("://")?;
    SCHEMES.contains(&scheme).then_some(place)
}

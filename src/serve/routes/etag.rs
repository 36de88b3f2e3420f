//! Versions in headers: `ETag`, `If-Match` and `If-None-Match` (RFC 9110, 13.1), and the answers that
//! depend on them.

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::serve::codes;
use crate::serve::error::{Rejection, Result};
use crate::serve::state::Service;
use engine::problem::Problem;

/// Headers of files. A picture may hold scripts: a browser must neither guess what a file is nor
/// show it.
const FILE_HEADERS: [(HeaderName, HeaderValue); 4] = [
    (header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream")),
    (header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment")),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
];

/// The value of `ETag` for a version.
pub(super) fn etag(version: &str) -> HeaderValue {
    HeaderValue::try_from(format!("\"{version}\"")).unwrap_or(HeaderValue::from_static("\"\""))
}

/// The entries of a header that is a list of versions.
pub(super) fn listed<'a>(
    headers: &'a HeaderMap,
    name: &HeaderName,
) -> impl Iterator<Item = &'a str> {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim).filter(|entry| !entry.is_empty())
}

/// The version that `If-Match` asks for; of several, the one that the thing, `what`, has now.
///
/// # Errors
/// Errors of `current`, which reads the current version; 412 when it is not among the given ones.
pub(super) fn expected(
    headers: &HeaderMap,
    current: impl FnOnce() -> Result<String>,
    what: &str,
) -> Result<Option<String>> {
    if !headers.contains_key(header::IF_MATCH) {
        return Ok(None);
    }
    let mut given = listed(headers, &header::IF_MATCH);
    let current = current()?;
    // Weak versions never match (RFC 9110, 13.1.1).
    let matches = given.any(|known| known == "*" || known == format!("\"{current}\""));
    if matches { Ok(Some(current)) } else { Err(changed(what)) }
}

/// Rejection of a request with both `If-Match` and `If-None-Match: *`: a missing resource has no
/// version.
pub(super) fn contradiction() -> Rejection {
    let problem =
        Problem::new(codes::CONFLICT, "`If-Match` and `If-None-Match` exclude each other")
            .advice("send one of them");
    Rejection::new(problem)
}

/// The answer where a condition does not hold: somebody changed or removed the thing, `what`, meanwhile.
pub(super) fn changed(what: &str) -> Rejection {
    let problem = Problem::new(codes::CONFLICT, format!("{what} has changed since it was read"))
        .advice("read it again, and send the change with its new `ETag`");
    Rejection::new(problem)
}

/// The answer without a body, where `If-None-Match` names the version.
pub(super) fn not_modified(headers: &HeaderMap, version: &str) -> Option<Response> {
    let is_known = listed(headers, &header::IF_NONE_MATCH).any(|known| {
        known == "*" || known.strip_prefix("W/").unwrap_or(known).trim_matches('"') == version
    });
    // The header of the whole answer (RFC 9110, 15.4.5).
    let caching = (header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    is_known.then(|| {
        (StatusCode::NOT_MODIFIED, [(header::ETAG, etag(version)), caching]).into_response()
    })
}

/// The answer with a file, unless `If-None-Match` names its version.
pub(super) fn file(
    service: &Service,
    headers: &HeaderMap,
    version: &str,
    bytes: impl FnOnce() -> Bytes,
) -> Result<Response> {
    if let Some(known) = not_modified(headers, version) {
        return Ok(known);
    }
    // A client that reads slowly holds memory.
    let held = service.buffers.hold(bytes())?;
    Ok(([(header::ETAG, etag(version))], FILE_HEADERS, Body::new(held)).into_response())
}

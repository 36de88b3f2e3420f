//! `/`: the template designer, an application that runs in the browser and calls the routes under
//! `/api`.
//!
//! Its files are in the program. The page loads them from this origin and nothing from elsewhere: the
//! content security policy allows no inline script and no other host.

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use reportctl_designer_assets::{Asset, PAGE, get};

use crate::problem::{Code, Problem};
use crate::serve::error::{ErrorBody, Rejection, Result};
use crate::serve::path::PathPart;
use crate::util::hash::hexadecimal;

const REFERRER_POLICY: HeaderName = HeaderName::from_static("referrer-policy");
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// The engine is WebAssembly, which needs `wasm-unsafe-eval`; it allows no JavaScript. Styles of
/// editors are made while they run, and previews are documents in memory (`blob:`).
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
    font-src 'self' data:; connect-src 'self' data: blob:; frame-src blob:; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// The template designer
#[utoipa::path(get, operation_id = "getPage", path = "/", tag = "operations", security(()),
  responses((status = 200, description = "The page", content_type = "text/html", body = String)))]
pub async fn page(headers: HeaderMap) -> Result<Response> {
    let asset = get(PAGE).ok_or_else(Rejection::internal)?;
    let more = [
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
        (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
        (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (OPENER_POLICY, HeaderValue::from_static("same-origin")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    Ok((more, answer(asset, &headers)).into_response())
}

/// A file of the template designer
#[utoipa::path(get, operation_id = "getAsset", path = "/assets/{file}", tag = "operations", security(()),
  params(("file" = String, Path, description = "Its name")),
  responses(
    (status = 200, description = "The file"),
    (status = 304, description = "It is the version that is known"),
    (status = 404, description = "No such file", body = ErrorBody)))]
pub async fn asset(PathPart(file): PathPart, headers: HeaderMap) -> Result<Response> {
    let found = get(&format!("assets/{file}"));
    let asset = found.ok_or_else(|| {
        Rejection::new(Problem::new(Code::RouteNotFound, "the designer has no such file"))
    })?;
    // A worker has the policy of its own file.
    let policy = (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    // Names of files contain their hashes: another content has another name.
    let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
    Ok(([policy, (header::CACHE_CONTROL, forever)], answer(asset, &headers)).into_response())
}

fn answer(asset: Asset, headers: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", hexadecimal(&asset.hash));
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == tag.as_str());
    let tag =
        (header::ETAG, HeaderValue::try_from(tag).unwrap_or(HeaderValue::from_static("\"\"")));
    if is_known {
        return (StatusCode::NOT_MODIFIED, [tag]).into_response();
    }
    let kind = (header::CONTENT_TYPE, HeaderValue::from_static(asset.media_type));
    ([tag, kind], asset.bytes.into_owned()).into_response()
}

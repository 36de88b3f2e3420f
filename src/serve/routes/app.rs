//! `/`: the template designer, an application that runs in the browser and calls the routes under
//! `/api`.
//!
//! Its files are in the program. The page loads them from this origin and nothing from elsewhere: the
//! content security policy allows no inline script and no other host.

use std::borrow::Cow;
use std::cmp::Reverse;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use reportctl_designer_assets::{Asset, Coding, PAGE, get};

use crate::base::hash::hexadecimal;
use crate::serve::codes;
use crate::serve::error::{ErrorBody, Rejection, Result};
use crate::serve::path::PathPart;
use engine::problem::Problem;

use super::etag::{etag, listed, not_modified};

pub(super) const REFERRER_POLICY: HeaderName = HeaderName::from_static("referrer-policy");
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
pub(super) async fn page(headers: HeaderMap) -> Result<Response> {
    let asset = get(PAGE, &accepted(&headers)).ok_or_else(Rejection::internal)?;
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
pub(super) async fn asset(PathPart(file): PathPart, headers: HeaderMap) -> Result<Response> {
    let found = get(&format!("assets/{file}"), &accepted(&headers));
    let asset = found.ok_or_else(|| {
        Rejection::new(Problem::new(codes::ROUTE_NOT_FOUND, "the designer has no such file"))
    })?;
    // A worker has the policy of its own file.
    let policy = (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    // Names of files contain their hashes: another content has another name.
    let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
    Ok(([policy, (header::CACHE_CONTROL, forever)], answer(asset, &headers)).into_response())
}

fn answer(asset: Asset, headers: &HeaderMap) -> Response {
    let mut version = hexadecimal(&asset.hash);
    if asset.varies && asset.coding == Coding::Identity {
        // The hash is that of the compressed file.
        version.push_str("-identity");
    }
    let mut answer = not_modified(headers, &version).unwrap_or_else(|| {
        let kind = (header::CONTENT_TYPE, HeaderValue::from_static(asset.media_type));
        let bytes = match asset.bytes {
            Cow::Borrowed(bytes) => Bytes::from_static(bytes),
            Cow::Owned(bytes) => Bytes::from(bytes),
        };
        let mut answer = ([(header::ETAG, etag(&version)), kind], bytes).into_response();
        if asset.coding != Coding::Identity {
            let coding = HeaderValue::from_static(asset.coding.name());
            answer.headers_mut().insert(header::CONTENT_ENCODING, coding);
        }
        answer
    });
    if asset.varies {
        // Another origin's `Vary: Origin` stays.
        let accepted = HeaderValue::from_static("accept-encoding");
        answer.headers_mut().append(header::VARY, accepted);
    }
    answer
}

/// The codings that `Accept-Encoding` allows, those with the highest weight first, of equal ones the
/// smallest (RFC 9110, 12.5.3). Without the header, or where it says nothing readable, none.
fn accepted(headers: &HeaderMap) -> Vec<Coding> {
    let weights: Vec<(&str, u16)> =
        listed(headers, &header::ACCEPT_ENCODING).filter_map(weight).collect();
    let weight_of = |coding: Coding| {
        let is_named = |name: &str| {
            let alias = coding == Coding::Gzip && name.eq_ignore_ascii_case("x-gzip");
            alias || name.eq_ignore_ascii_case(coding.name())
        };
        let named = weights.iter().find(|(name, _)| is_named(name));
        named.or_else(|| weights.iter().find(|(name, _)| *name == "*")).map(|&(_, weight)| weight)
    };
    let mut accepted: Vec<(Coding, u16)> = [Coding::Brotli, Coding::Gzip, Coding::Identity]
        .into_iter()
        .filter_map(|coding| Some((coding, weight_of(coding).filter(|&weight| weight > 0)?)))
        .collect();
    accepted.sort_by_key(|&(_, weight)| Reverse(weight));
    accepted.into_iter().map(|(coding, _)| coding).collect()
}

/// Name and weight, in thousandths, of an entry such as `gzip;q=0.5`.
fn weight(entry: &str) -> Option<(&str, u16)> {
    let (name, parameters) = entry.split_once(';').unwrap_or((entry, ""));
    let given = parameters.split(';').find_map(|parameter| {
        let (key, value) = parameter.split_once('=')?;
        key.trim().eq_ignore_ascii_case("q").then(|| value.trim())
    });
    let weight = match given {
        None => 1000,
        Some(value) => {
            let (whole, part) = value.split_once('.').unwrap_or((value, ""));
            let is_number = part.len() <= 3 && part.bytes().all(|byte| byte.is_ascii_digit());
            let thousandths: u16 = format!("{part:0<3}").parse().ok().filter(|_| is_number)?;
            match whole {
                "0" => thousandths,
                "1" if thousandths == 0 => 1000,
                _ => return None,
            }
        }
    };
    Some((name.trim(), weight))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Coding::{Brotli, Gzip, Identity};

    fn of(value: &'static str) -> Vec<Coding> {
        accepted(&HeaderMap::from_iter([(
            header::ACCEPT_ENCODING,
            HeaderValue::from_static(value),
        )]))
    }

    #[test]
    fn the_smallest_coding_that_a_client_accepts_comes_first() {
        assert_eq!(of("gzip, deflate, br, zstd"), [Brotli, Gzip]);
        assert_eq!(of("gzip, deflate"), [Gzip]);
        assert_eq!(of("GZIP"), [Gzip]);
        assert_eq!(of("x-gzip"), [Gzip]);
        assert_eq!(of("*"), [Brotli, Gzip, Identity]);
        assert_eq!(of("deflate"), []);
        assert_eq!(of(""), []);
        assert_eq!(accepted(&HeaderMap::new()), []);
    }

    #[test]
    fn weights_order_and_exclude_codings() {
        assert_eq!(of("br;q=0.5, gzip;q=0.8"), [Gzip, Brotli]);
        assert_eq!(of("br;q=0, gzip"), [Gzip]);
        assert_eq!(of("*, br; Q=0.000"), [Gzip, Identity]);
        assert_eq!(of("identity, gzip;q=0.5"), [Identity, Gzip]);
        // An unreadable weight is ignored.
        assert_eq!(of("br;q=2, gzip;q=0.1234, identity;q=x"), []);
        assert_eq!(of("br;q=1.001, gzip;q=1.000"), [Gzip]);
    }
}

//! The variable parts of a path, with errors of ours; texts in paths and queries.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// All but the unreserved characters (RFC 3986, 2.3).
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The variable part of a path, decoded. A part that is not UTF-8 is empty: nothing has that name.
pub(crate) struct PathPart(pub String);

impl<S: Send + Sync> FromRequestParts<S> for PathPart {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let path = axum::extract::Path::<String>::from_request_parts(parts, state).await;
        Ok(Self(path.map(|axum::extract::Path(text)| text).unwrap_or_default()))
    }
}

/// Two variable parts, decoded. If one is not UTF-8, both are empty.
pub(crate) struct PathPair(pub String, pub String);

impl<S: Send + Sync> FromRequestParts<S> for PathPair {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let path = axum::extract::Path::<(String, String)>::from_request_parts(parts, state).await;
        let (first, second) = path.map(|axum::extract::Path(parts)| parts).unwrap_or_default();
        Ok(Self(first, second))
    }
}

/// A text as part of a query.
pub(super) fn percent_encoded(text: &str) -> String {
    utf8_percent_encode(text, RESERVED).to_string()
}

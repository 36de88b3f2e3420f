//! The variable parts of a path, with errors of ours.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

/// The variable part of a path, decoded. One that is no UTF-8 is empty: nothing has that name.
pub struct PathPart(pub String);

impl<S: Send + Sync> FromRequestParts<S> for PathPart {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let path = axum::extract::Path::<String>::from_request_parts(parts, state).await;
        Ok(Self(path.map(|axum::extract::Path(text)| text).unwrap_or_default()))
    }
}

/// Two variable parts, decoded. Where one is no UTF-8 both are empty.
pub struct PathPair(pub String, pub String);

impl<S: Send + Sync> FromRequestParts<S> for PathPair {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let path = axum::extract::Path::<(String, String)>::from_request_parts(parts, state).await;
        let (first, second) = path.map(|axum::extract::Path(parts)| parts).unwrap_or_default();
        Ok(Self(first, second))
    }
}

//! The query of a URL as a type, with errors of ours.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::error::Rejection;
use crate::problem::{Code, Problem};

/// The query of a URL.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Rejection;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Rejection> {
        axum::extract::Query::try_from_uri(&parts.uri)
            .map(|axum::extract::Query(query)| Self(query))
            .map_err(|error| {
                let text = error.body_text();
                let what = text.rsplit(": ").next().unwrap_or_default();
                let message = format!("a parameter cannot be read: {what}");
                Rejection::new(Problem::new(Code::InvalidField, message))
            })
    }
}

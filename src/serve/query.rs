//! The query of a URL as a type, with errors of ours.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error};
use utoipa::openapi::schema::{
    KnownFormat, ObjectBuilder, OneOfBuilder, Schema, SchemaFormat, Type,
};

use super::body::unfit;
use super::error::Rejection;
use crate::base::time_filter;
use engine::problem::{Code, Problem};

/// The query of a URL.
pub(crate) struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Rejection;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Rejection> {
        axum::extract::Query::try_from_uri(&parts.uri)
            .map(|axum::extract::Query(query)| Self(query))
            .map_err(|error| refused(&error.body_text()))
    }
}

/// The text of axum, such as `Failed to deserialize query string: limit: invalid digit found`, as an
/// answer that names the parameter.
fn refused(text: &str) -> Rejection {
    let (_, what) = text.split_once(": ").unwrap_or_default();
    if let Some(name) =
        what.strip_prefix("duplicate field `").and_then(|rest| rest.strip_suffix('`'))
    {
        return Rejection::field(name, format!("`{name}` is given twice"));
    }
    match what.split_once(": ") {
        Some((name, what)) if name.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
            Rejection::field(name, unfit(name, what))
        }
        _ => {
            let message = format!("the parameters cannot be read: {what}");
            Rejection::new(Problem::new(Code::InvalidField, message))
        }
    }
}

/// A point in time in a query, in milliseconds since 1970: given so, or as the flags of the command
/// line take it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PointInTime(pub(super) i64);

impl<'de> Deserialize<'de> for PointInTime {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let millis = text.parse().ok().or_else(|| Some(time_filter::parse(&text).ok()?.0));
        millis.map(Self).ok_or_else(|| {
            let forms = time_filter::FORMS;
            D::Error::custom(format!("write {forms}, or milliseconds since 1970"))
        })
    }
}

/// Its schema.
pub(super) fn point_in_time() -> Schema {
    let millis = ObjectBuilder::new()
        .schema_type(Type::Integer)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)));
    let text = ObjectBuilder::new().schema_type(Type::String);
    Schema::OneOf(OneOfBuilder::new().item(millis).item(text).build())
}

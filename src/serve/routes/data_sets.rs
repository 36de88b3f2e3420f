//! `/api/templates/{id}/data`: named data to try a template with, kept beside it.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::Serialize;
use utoipa::ToSchema;

use super::etag::{self, etag, listed};
use super::templates::warn;
use crate::serve::auth::Caller;
use crate::serve::body::explain;
use crate::serve::codes;
use crate::serve::error::{ErrorBody, Rejection, Result};
use crate::serve::path::{PathPair, PathPart};
use crate::serve::state::{Service, template_id};
use crate::templates::store::{Id, Store, TemplateId};
use engine::problem::{Code, Problem};
use engine::value::Value;

/// A data set in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DataSetName {
    /// Its name.
    #[schema(example = "small")]
    pub name: String,
    /// Bytes of it.
    pub bytes: u64,
}

/// The data sets of a template
#[utoipa::path(get, operation_id = "listDataSets", path = "/api/templates/{id}/data", tag = "templates",
  params(("id" = String, Path, description = "Id of the template")),
  responses(
    (status = 200, description = "Their names", body = Vec<DataSetName>),
    (status = 404, description = "No such template", body = ErrorBody)))]
pub(super) async fn list(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
    PathPart(id): PathPart,
) -> Result<Json<Vec<DataSetName>>> {
    let id = TemplateId::from(template_id(&id)?);
    let store = service.store(&caller)?;
    let sets = service.work(&caller, move || store.data_sets(&id)).await??;
    let sets = sets.into_iter().map(|set| DataSetName { name: set.name, bytes: set.bytes });
    Ok(Json(sets.collect()))
}

/// A data set of a template
#[utoipa::path(get, operation_id = "getDataSet", path = "/api/templates/{id}/data/{name}", tag = "templates",
  params(("id" = String, Path, description = "Id of the template"),
         ("name" = String, Path, description = "Name of the data set")),
  responses(
    (status = 200, description = "The data as it was sent", body = serde_json::Value,
     headers(("ETag" = String, description = "Its version"))),
    (status = 404, description = "No such template or data set", body = ErrorBody)))]
pub(super) async fn load(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
    PathPair(id, name): PathPair,
) -> Result<Response> {
    let (id, name) = (TemplateId::from(template_id(&id)?), set_name(&name)?);
    let store = service.store(&caller)?;
    let limit = service.config.data_bytes;
    let stored = service.work(&caller, move || store.load_data(&id, &name, limit)).await?;
    let stored = stored.map_err(unreadable)?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (header::ETAG, etag(&stored.version)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    let held = service.buffers.hold(stored.bytes.into())?;
    Ok((headers, Body::new(held)).into_response())
}

/// Stores a data set of a template
#[utoipa::path(put, operation_id = "putDataSet", path = "/api/templates/{id}/data/{name}", tag = "templates",
  request_body = serde_json::Value,
  params(("id" = String, Path, description = "Id of the template"),
         ("name" = String, Path, description = "Name of the data set: lower-case letters, digits and hyphens"),
         ("If-Match" = Option<String>, Header, description = "Only if this is still its version"),
         ("If-None-Match" = Option<String>, Header, description = "`*`: only if there is no such data set")),
  responses(
    (status = 204, description = "Stored", headers(("ETag" = String, description = "Its version"))),
    (status = 404, description = "No such template", body = ErrorBody),
    (status = 412, description = "It changed meanwhile", body = ErrorBody),
    (status = 422, description = "The name cannot be one", body = ErrorBody)))]
pub(super) async fn save(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
    PathPair(id, name): PathPair,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let id = TemplateId::from(template_id(&id)?);
    let config = &service.config;
    let body =
        service.buffers.read_json(&headers, body, config.data_bytes, config.body_time).await?;
    let name = Id::parse(&name)
        .map_err(|problem| Rejection::new(problem).status(StatusCode::UNPROCESSABLE_ENTITY))?;
    let limit = config.data_bytes;
    let must_be_new = listed(&headers, &header::IF_NONE_MATCH).any(|known| known == "*");
    let keeper = service.keeper(&caller, None);
    let store = service.store(&caller)?.keeping(keeper.clone());
    let saved = service.work(&caller, move || {
        let text = std::str::from_utf8(&body.bytes).map_err(|_| not_json())?;
        Value::from_json(text).map_err(|error| explain(&error))?;
        match expected(&headers, &store, &id, &name, limit)?.as_deref() {
            None if must_be_new => Ok(store.add_data(&id, &name, &body.bytes)?),
            Some(_) if must_be_new => Err(etag::contradiction()),
            expected => Ok(store.save_data(&id, &name, &body.bytes, expected)?),
        }
    });
    let version = saved.await??;
    warn(&keeper);
    Ok((StatusCode::NO_CONTENT, [(header::ETAG, etag(&version))]).into_response())
}

/// Removes a data set of a template
#[utoipa::path(delete, operation_id = "deleteDataSet", path = "/api/templates/{id}/data/{name}", tag = "templates",
  params(("id" = String, Path, description = "Id of the template"),
         ("name" = String, Path, description = "Name of the data set"),
         ("If-Match" = Option<String>, Header, description = "Only if this is still its version")),
  responses(
    (status = 204, description = "Removed"),
    (status = 404, description = "No such template or data set", body = ErrorBody),
    (status = 412, description = "It changed meanwhile", body = ErrorBody)))]
pub(super) async fn remove(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
    PathPair(id, name): PathPair,
    headers: HeaderMap,
) -> Result<StatusCode> {
    let (id, name) = (TemplateId::from(template_id(&id)?), set_name(&name)?);
    let keeper = service.keeper(&caller, None);
    let store = service.store(&caller)?.keeping(keeper.clone());
    let limit = service.config.data_bytes;
    let removed = service.work(&caller, move || {
        let expected = expected(&headers, &store, &id, &name, limit)?;
        Ok::<_, Rejection>(store.remove_data(&id, &name, expected.as_deref())?)
    });
    removed.await??;
    warn(&keeper);
    Ok(StatusCode::NO_CONTENT)
}

/// The version that `If-Match` asks for.
fn expected(
    headers: &HeaderMap,
    store: &Store,
    id: &TemplateId,
    name: &Id,
    limit: u64,
) -> Result<Option<String>> {
    let current = || match store.load_data(id, name, limit) {
        Ok(stored) => Ok(stored.version),
        Err(problem) if problem.code == codes::DATA_SET_NOT_FOUND => Err(etag::changed("the data")),
        Err(problem) => Err(unreadable(problem)),
    };
    etag::expected(headers, current, "the data")
}

/// The refusal of a data set that cannot be read. Its size is no fault of the disk, and trying again does
/// not help.
fn unreadable(problem: Problem) -> Rejection {
    let Some(limit) = problem.get("limitBytes").and_then(serde_json::Value::as_u64) else {
        return problem.into();
    };
    let message = format!("the data is larger than the {limit} bytes allowed");
    Problem::new(codes::BODY_TOO_LARGE, message)
        .advice("raise the setting `serve.dataBytes`, or remove the data")
        .detail("limitBytes", limit)
        .into()
}

/// The name of a data set in a path. Invalid names count as missing data sets.
fn set_name(text: &str) -> Result<Id> {
    let none = || Problem::new(codes::DATA_SET_NOT_FOUND, "the template has no such data");
    Id::parse(text).map_err(|_| Rejection::new(none()))
}

fn not_json() -> Rejection {
    Rejection::new(Problem::new(Code::MalformedJson, "the body is not UTF-8"))
}

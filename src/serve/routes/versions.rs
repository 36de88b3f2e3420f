//! `/api/templates/{id}/versions`: what the git repository of the templates knows of one.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::Serialize;
use utoipa::ToSchema;

use super::templates::{StoredTemplate, assembled};
use crate::serve::auth::Caller;
use crate::serve::error::{ErrorBody, Result};
use crate::serve::path::{PathPair, PathPart};
use crate::serve::state::{Service, template_id};
use crate::templates::store::{Commit, TemplateId};

/// A commit that changed a template.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TemplateVersion {
    /// Its full name.
    #[schema(example = "9fceb02d0ae598e95dc970b74767f19372d61af8")]
    pub commit: String,
    /// Who made the change.
    pub author: String,
    /// When, with the author's offset.
    #[schema(format = DateTime, example = "2026-01-31T09:30:00+01:00")]
    pub date: String,
    /// The first line of the message.
    pub subject: String,
}

/// The commits that changed a template, the newest first
///
/// There are none where the templates are in no git repository, or the template was never committed.
#[utoipa::path(get, operation_id = "listVersions", path = "/api/templates/{id}/versions", tag = "templates",
  params(("id" = String, Path, description = "Id of the template")),
  responses(
    (status = 200, description = "At most 500 commits", body = Vec<TemplateVersion>),
    (status = 404, description = "No such template", body = ErrorBody)))]
pub(super) async fn list(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
    PathPart(id): PathPart,
) -> Result<Json<Vec<TemplateVersion>>> {
    let id = TemplateId::from(template_id(&id)?);
    let store = service.store(&caller)?;
    let commits = service.work(&caller, move || store.versions(&id)).await??;
    let version = |Commit { name, author, date, subject }| TemplateVersion {
        commit: name,
        author,
        date,
        subject,
    };
    Ok(Json(commits.into_iter().map(version).collect()))
}

/// A template as it was at a commit
#[utoipa::path(get, operation_id = "getVersion", path = "/api/templates/{id}/versions/{commit}", tag = "templates",
  params(("id" = String, Path, description = "Id of the template"),
         ("commit" = String, Path, description = "Name of the commit, or at least its first 7 digits")),
  responses(
    (status = 200, description = "The template", body = StoredTemplate),
    (status = 404, description = "No such template or version", body = ErrorBody),
    (status = 422, description = "The file of that commit is broken", body = ErrorBody)))]
pub(super) async fn load(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
    PathPair(id, commit): PathPair,
) -> Result<Response> {
    let id = TemplateId::from(template_id(&id)?);
    let store = service.store(&caller)?;
    let text = service
        .work(&caller, move || {
            store.load_version(&id, &commit).map(|document| assembled(&id, &document))
        })
        .await??;
    let json = HeaderValue::from_static("application/json");
    let headers = [
        (header::CONTENT_TYPE, json),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    let text = service.buffers.hold(text.into())?;
    Ok((headers, Body::new(text)).into_response())
}

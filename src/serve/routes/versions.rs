//! `/api/versions`: whether versions are kept; `/api/templates/{id}/versions`: those of a template.

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
use crate::templates::push::Pusher;
use crate::templates::store::{Commit, Keeping, TemplateId};

/// A version of a template: a commit that changed it, or one of the history folder.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TemplateVersion {
    /// Its full name, in hexadecimal digits.
    #[schema(example = "9fceb02d0ae598e95dc970b74767f19372d61af8")]
    pub commit: String,
    /// Author of the change.
    pub author: String,
    /// When, with the author's offset.
    #[schema(format = DateTime, example = "2026-01-31T09:30:00+01:00")]
    pub date: String,
    /// Summary of the change: the first line of the message.
    pub subject: String,
}

/// Keeping of versions.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct KeptVersions {
    /// Keeper of the versions that saves leave: `git` or `folder`; nothing where none are kept.
    #[schema(example = "git")]
    pub kept: Option<&'static str>,
    /// The failure to push commits of saves, where they are pushed and one lasts; tenants do not see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_pushed: Option<String>,
}

impl KeptVersions {
    fn new(kept: Option<Keeping>, service: &Service, caller: &Caller) -> Self {
        let pusher = service.pusher.as_ref().filter(|_| caller.tenant.is_none());
        let failure = pusher.and_then(Pusher::failure);
        Self {
            kept: kept.map(|kept| match kept {
                Keeping::Git => "git",
                Keeping::Folder => "folder",
            }),
            not_pushed: failure.map(|problem| problem.message),
        }
    }
}

/// Whether saves leave versions
#[utoipa::path(get, operation_id = "getKeptVersions", path = "/api/versions", tag = "templates",
  responses((status = 200, description = "Whether they do", body = KeptVersions)))]
pub(super) async fn kept(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
) -> Result<Json<KeptVersions>> {
    let store = service.store(&caller)?;
    let settings = service.versions.clone();
    let kept = service.work(&caller, move || store.kept(&settings)).await?;
    Ok(Json(KeptVersions::new(kept, &service, &caller)))
}

/// Keeps a version of each save from now on
///
/// In a git repository that is made in the folder of the templates; in a history folder without git, in a repository
/// that is there already, and for tenants. Where versions are kept already, nothing changes.
#[utoipa::path(put, operation_id = "keepVersions", path = "/api/versions", tag = "templates",
  responses((status = 200, description = "They are kept", body = KeptVersions)))]
pub(super) async fn keep(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
) -> Result<Json<KeptVersions>> {
    let store = service.store(&caller)?;
    let keeper = service.keeper(&caller, None);
    let kept = service.work(&caller, move || store.keep_versions(&keeper)).await??;
    Ok(Json(KeptVersions::new(Some(kept), &service, &caller)))
}

/// The versions of a template, the newest first
///
/// Commits that changed it, and those of the history folder. There are none where neither is kept.
#[utoipa::path(get, operation_id = "listVersions", path = "/api/templates/{id}/versions", tag = "templates",
  params(("id" = String, Path, description = "Id of the template")),
  responses(
    (status = 200, description = "At most 500 versions", body = Vec<TemplateVersion>),
    (status = 404, description = "No such template", body = ErrorBody)))]
pub(super) async fn list(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
    PathPart(id): PathPart,
) -> Result<Json<Vec<TemplateVersion>>> {
    let id = TemplateId::from(template_id(&id)?);
    let store = service.store(&caller)?;
    let settings = service.versions.clone();
    let commits = service.work(&caller, move || store.versions(&id, &settings)).await??;
    let version = |Commit { name, author, date, subject }| TemplateVersion {
        commit: name,
        author,
        date,
        subject,
    };
    Ok(Json(commits.into_iter().map(version).collect()))
}

/// A template as it was at a version
#[utoipa::path(get, operation_id = "getVersion", path = "/api/templates/{id}/versions/{commit}", tag = "templates",
  params(("id" = String, Path, description = "Id of the template"),
         ("commit" = String, Path, description = "Name of the version, or at least its first 7 digits")),
  responses(
    (status = 200, description = "The template", body = StoredTemplate),
    (status = 404, description = "No such template or version", body = ErrorBody),
    (status = 422, description = "The file of that version is broken", body = ErrorBody)))]
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

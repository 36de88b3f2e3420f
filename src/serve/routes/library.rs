//! `/api/library`: files that templates name as `lib:NAME`.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::Serialize;
use utoipa::ToSchema;

use super::etag::{self, etag, listed};
use crate::serve::auth::Caller;
use crate::serve::error::{ErrorBody, Rejection, Result};
use crate::serve::path::PathPart;
use crate::serve::state::Service;
use crate::templates::store::{LibraryFolder, MAX_LIBRARY_FILE_BYTES};
use engine::problem::{Code, Problem};

/// A file in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LibraryEntry {
    /// Its name; templates write `lib:` before it.
    #[schema(example = "logo.png")]
    pub name: String,
    /// Bytes of it.
    pub bytes: u64,
}

/// A file that was stored.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct StoredFile {
    /// Its name.
    #[schema(example = "logo.png")]
    pub name: String,
    /// Bytes of it.
    pub bytes: u64,
    /// SHA-256 of it, in hexadecimal; its version.
    pub sha256: String,
}

/// The content of a file.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
pub(super) struct FileContent(#[expect(dead_code, reason = "it describes the body")] Vec<u8>);

/// The files of the library by name
#[utoipa::path(get, operation_id = "listLibrary", path = "/api/library", tag = "library",
  responses((status = 200, description = "Their names and sizes", body = Vec<LibraryEntry>)))]
pub(super) async fn list(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
) -> Result<Json<Vec<LibraryEntry>>> {
    let library = service.store(&caller)?.library(None);
    let files = service.work(&caller, move || library.list()).await??;
    let files = files.into_iter().map(|file| LibraryEntry { name: file.name, bytes: file.bytes });
    Ok(Json(files.collect()))
}

/// A file of the library
#[utoipa::path(get, operation_id = "getLibraryFile", path = "/api/library/{name}", tag = "library",
  params(("name" = String, Path, description = "Name of the file"),
         ("If-None-Match" = Option<String>, Header, description = "The version that is known")),
  responses(
    (status = 200, description = "The file", content_type = "application/octet-stream",
     body = inline(FileContent), headers(("ETag" = String, description = "Its version"))),
    (status = 304, description = "It is the version that is known"),
    (status = 404, description = "No such file", body = ErrorBody)))]
pub(super) async fn load(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
    PathPart(name): PathPart,
    headers: HeaderMap,
) -> Result<Response> {
    let library = service.store(&caller)?.library(None);
    let loaded = service.work(&caller, move || library.load(&name, MAX_LIBRARY_FILE_BYTES));
    let file = loaded.await?.map_err(refused)?;
    etag::file(&service, &headers, &file.version, || file.bytes.into())
}

/// Stores a file of the library
#[utoipa::path(put, operation_id = "putLibraryFile", path = "/api/library/{name}", tag = "library",
  request_body(content = inline(FileContent), content_type = "application/octet-stream"),
  params(("name" = String, Path, description = "Name of the file: letters of ASCII, digits, `.`, `_` and `-`"),
         ("If-Match" = Option<String>, Header, description = "Only if this is still its version"),
         ("If-None-Match" = Option<String>, Header, description = "`*`: only if there is no such file")),
  responses(
    (status = 200, description = "Replaced", body = StoredFile, headers(("ETag" = String, description = "Its version"))),
    (status = 201, description = "Stored", body = StoredFile, headers(("ETag" = String, description = "Its version"))),
    (status = 412, description = "It changed meanwhile", body = ErrorBody),
    (status = 422, description = "The name cannot be one, or the library has no room for the file", body = ErrorBody)))]
pub(super) async fn save(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
    PathPart(name): PathPart,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let config = &service.config;
    let limit = config.template_bytes.min(MAX_LIBRARY_FILE_BYTES);
    let body = service.buffers.read_bytes(&headers, body, limit, config.body_time).await?;
    let library = service.store(&caller)?.library(None).with_quota(config.library_bytes);
    let must_be_new = listed(&headers, &header::IF_NONE_MATCH).any(|known| known == "*");
    let saved = service.work(&caller, move || {
        let saved = match expected(&headers, &library, &name)? {
            None if must_be_new => library.add(&name, &body.bytes),
            Some(_) if must_be_new => return Err(etag::contradiction()),
            expected => library.save(&name, &body.bytes, expected.as_deref()),
        };
        let saved = saved.map_err(refused)?;
        let bytes = body.bytes.len() as u64;
        Ok::<_, Rejection>((saved.is_new, StoredFile { name, bytes, sha256: saved.version }))
    });
    let (is_new, file) = saved.await??;
    let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, [(header::ETAG, etag(&file.sha256))], Json(file)).into_response())
}

/// Removes a file of the library
#[utoipa::path(delete, operation_id = "deleteLibraryFile", path = "/api/library/{name}", tag = "library",
  params(("name" = String, Path, description = "Name of the file"),
         ("If-Match" = Option<String>, Header, description = "Only if this is still its version")),
  responses(
    (status = 204, description = "Removed"),
    (status = 404, description = "No such file", body = ErrorBody),
    (status = 412, description = "It changed meanwhile", body = ErrorBody)))]
pub(super) async fn remove(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
    PathPart(name): PathPart,
    headers: HeaderMap,
) -> Result<StatusCode> {
    let library = service.store(&caller)?.library(None);
    let removed = service.work(&caller, move || {
        let expected = expected(&headers, &library, &name)?;
        library.remove(&name, expected.as_deref()).map_err(refused)
    });
    removed.await??;
    Ok(StatusCode::NO_CONTENT)
}

/// The version that `If-Match` asks for.
fn expected(headers: &HeaderMap, library: &LibraryFolder, name: &str) -> Result<Option<String>> {
    let current = || match library.load(name, MAX_LIBRARY_FILE_BYTES) {
        Ok(file) => Ok(file.version),
        Err(problem) if problem.code == Code::LibraryFileNotFound => Err(etag::changed("the file")),
        Err(problem) => Err(refused(problem)),
    };
    etag::expected(headers, current, "the file")
}

/// Here the file is what was asked for; elsewhere it is a part of a template.
fn refused(problem: Problem) -> Rejection {
    match problem.code {
        Code::LibraryFileNotFound => Rejection::new(problem).status(StatusCode::NOT_FOUND),
        _ => problem.into(),
    }
}

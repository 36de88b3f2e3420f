//! `/api/fonts`: the fonts of the settings, so that editors show what documents are made with.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::Serialize;
use utoipa::ToSchema;

use super::etag::{self, etag, not_modified};
use super::library::FileContent;
use crate::base::hash::sha256;
use crate::serve::auth::Caller;
use crate::serve::error::{ErrorBody, Rejection, Result};
use crate::serve::path::PathPart;
use crate::serve::state::Service;
use engine::problem::{Code, Problem};

/// The fonts of the settings.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct InstalledFonts {
    /// Font files that take the place of Helvetica, in the order in which they are tried.
    pub files: Vec<FontEntry>,
    /// Fonts by name, as `fonts` of a template; templates with extensions can name them.
    #[schema(value_type = Object, example = json!({"house": {"regular": "lib:house.ttf"}}))]
    pub named: serde_json::Value,
    /// `true` if the built-in font draws characters that the others lack.
    pub fallback: bool,
}

/// A font file.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FontEntry {
    /// Name of the file.
    #[schema(example = "house.ttf")]
    pub name: String,
    /// Bytes of the plain font.
    pub bytes: u64,
    /// SHA-256 of it, in hexadecimal.
    pub sha256: String,
}

/// The fonts of the settings
#[utoipa::path(get, operation_id = "listFonts", path = "/api/fonts", tag = "templates",
  params(("If-None-Match" = Option<String>, Header, description = "The version that is known")),
  responses(
    (status = 200, description = "Font files, fonts by name", body = InstalledFonts,
     headers(("ETag" = String, description = "Their version"))),
    (status = 304, description = "It is the version that is known")))]
pub(super) async fn list(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
    headers: HeaderMap,
) -> Result<Response> {
    let generator = Arc::clone(&service.generator);
    let describe = move || {
        let files = generator.font_files().iter().map(|(face, hash)| FontEntry {
            name: face.name().rsplit(['/', '\\']).next().unwrap_or_default().to_owned(),
            bytes: face.bytes().len() as u64,
            sha256: hash.clone(),
        });
        let named = generator.named_fonts().iter();
        let named = named.filter_map(|(name, font)| {
            serde_json::to_value(font).ok().map(|font| (name.to_owned(), font))
        });
        let fonts = InstalledFonts {
            files: files.collect(),
            named: serde_json::Value::Object(named.collect()),
            fallback: generator.fallback_font(),
        };
        let version = sha256(&serde_json::to_vec(&fonts).unwrap_or_default());
        (fonts, version)
    };
    let (fonts, version) = service.work(&caller, describe).await?;
    if let Some(known) = not_modified(&headers, &version) {
        return Ok(known);
    }
    let tag = [(header::ETAG, etag(&version))];
    let fresh = [(header::CACHE_CONTROL, header::HeaderValue::from_static("no-cache"))];
    Ok((tag, fresh, Json(fonts)).into_response())
}

/// A font file of the settings, as a plain TrueType or OpenType font
#[utoipa::path(get, operation_id = "getFont", path = "/api/fonts/{sha256}", tag = "templates",
  params(("sha256" = String, Path, description = "SHA-256 of the font, from the list"),
         ("If-None-Match" = Option<String>, Header, description = "The version that is known")),
  responses(
    (status = 200, description = "The font", content_type = "application/octet-stream",
     body = inline(FileContent), headers(("ETag" = String, description = "Its version"))),
    (status = 304, description = "It is the version that is known"),
    (status = 404, description = "No such font", body = ErrorBody)))]
pub(super) async fn load(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
    PathPart(wanted): PathPart,
    headers: HeaderMap,
) -> Result<Response> {
    let generator = Arc::clone(&service.generator);
    let find = move || {
        let mut files = generator.font_files().iter();
        files.find(|(_, hash)| *hash == wanted).cloned()
    };
    let Some((face, version)) = service.work(&caller, find).await? else {
        let problem = Problem::new(Code::LibraryFileNotFound, "the settings name no such font")
            .advice("`GET /api/fonts` lists those that they name");
        return Err(Rejection::new(problem).status(StatusCode::NOT_FOUND));
    };
    etag::file(&service, &headers, &version, || face.bytes().to_vec().into())
}

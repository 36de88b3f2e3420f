//! `POST /api/reports/preview`: a design with data, for callers that may change templates.

use std::sync::Arc;
use std::time::Instant;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::documents::{Pdf, pdf};
use crate::Workspace;
use crate::clock;
use crate::render::Document;
use crate::serve::auth::Caller;
use crate::serve::body::{Held, data_object, explain, too_large};
use crate::serve::error::{ErrorBody, Rejection, Result};
use crate::serve::pool::Abandoned;
use crate::serve::state::Service;
use crate::serve::warnings::with_warnings;
use crate::store::LibraryFolder;

/// A design and data to show it with.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PreviewBody<'a> {
    /// The template: page and fields.
    #[serde(borrow)]
    #[schema(value_type = HashMap<String, serde_json::Value>)]
    template: &'a RawValue,
    /// The bindings of the fields to paths of the data.
    #[serde(borrow, default)]
    #[schema(value_type = Option<Vec<HashMap<String, serde_json::Value>>>)]
    bindings: Option<&'a RawValue>,
    /// The data.
    #[serde(borrow)]
    #[schema(value_type = HashMap<String, serde_json::Value>)]
    data: &'a RawValue,
}

/// Title of the documents.
const TITLE: &str = "Preview";

/// Renders a design with data; nothing is stored or mailed
#[utoipa::path(post, operation_id = "previewReport", path = "/api/reports/preview", tag = "reports", request_body = PreviewBody, responses(
    (status = 200, description = "The document",
     headers(("X-Reportctl-Warnings" = Option<String>, description = "What somebody should look at, as a JSON array")),
     content_type = "application/pdf", body = inline(Pdf)),
    (status = 422, description = "The template cannot be read, or the data does not fit it", body = ErrorBody)))]
pub async fn preview(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let config = &service.config;
    let limit = config.template_bytes.saturating_add(config.data_bytes);
    let body = service.buffers.read_json(&headers, body, limit, config.body_time).await?;
    let of_job = Arc::clone(&service);
    let library = service.store(&caller)?.library(None);
    let (share, size) = (caller.share(), body.bytes.len());
    let job = move |workspace: &mut Workspace, abandoned: Abandoned<'_>| {
        render(&of_job, &library, &body, workspace, abandoned)
    };
    let document = service.pool.run(share, size, job).await??;
    Ok(with_warnings(pdf(&service, document.bytes)?, document.warnings))
}

fn render(
    service: &Service,
    library: &LibraryFolder,
    body: &Held,
    workspace: &mut Workspace,
    abandoned: Abandoned<'_>,
) -> Result<Document> {
    let start = Instant::now();
    let PreviewBody { template, bindings, data } =
        serde_json::from_slice(&body.bytes).map_err(|error| explain(&error))?;
    let limit = service.config.data_bytes;
    if data.get().len() as u64 > limit {
        return Err(too_large("`data`", limit));
    }
    let data = data_object(data.get())?;
    let bindings = bindings.map_or("[]", RawValue::get);
    let prepared = service.previews.compiled(template.get(), bindings, library);
    let prepared = prepared.map_err(Rejection::of_template)?;
    let limits = service.preview_limits();
    let expired = || abandoned() || start.elapsed() >= service.config.preview_time;
    let options = service.generator.options(&limits, &expired, TITLE, clock::now());
    let mut document = prepared.generate_in(&data, &options, workspace)?;
    document.warnings.splice(0..0, prepared.warnings().iter().cloned());
    service.metrics.rendered(document.pages, start.elapsed());
    Ok(document)
}

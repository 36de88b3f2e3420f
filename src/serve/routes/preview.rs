//! `POST /api/reports/preview`: a design with data, for whoever may change templates.

use std::sync::Arc;
use std::time::Instant;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::Workspace;
use crate::clock;
use crate::problem::Problem;
use crate::render::Document;
use crate::serve::body::{Held, explain, too_large};
use crate::serve::error::{ErrorBody, Rejection, Result};
use crate::serve::state::Service;
use crate::value::Value;

/// A design and data to show it with.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PreviewBody<'a> {
    /// The template (chapter 2 of the format).
    #[serde(borrow)]
    #[schema(value_type = Object)]
    template: &'a RawValue,
    /// The bindings (chapter 5 of the format).
    #[serde(borrow, default)]
    #[schema(value_type = Option<Vec<Object>>)]
    bindings: Option<&'a RawValue>,
    /// The data.
    #[serde(borrow)]
    #[schema(value_type = Object)]
    data: &'a RawValue,
}

/// Title of the documents.
const TITLE: &str = "Preview";

/// Renders a design with data; nothing is stored and nobody gets mail
#[utoipa::path(post, path = "/api/reports/preview", tag = "reports", request_body = PreviewBody, responses(
    (status = 200, description = "The document", content_type = "application/pdf", body = Vec<u8>),
    (status = 422, description = "The template cannot be read, or the data does not fit it", body = ErrorBody)))]
pub async fn preview(
    State(service): State<Arc<Service>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let config = &service.config;
    let limit = config.template_bytes.saturating_add(config.data_bytes);
    let body = service.buffers.read_json(&headers, body, limit, config.body_time).await?;
    let of_work = Arc::clone(&service);
    let document = service
        .pool
        .run(body.bytes.len(), move |workspace| render(&of_work, &body, workspace))
        .await??;
    let document = service.buffers.hold(document.bytes.into())?;
    let pdf = HeaderValue::from_static("application/pdf");
    Ok(([(header::CONTENT_TYPE, pdf)], Body::new(document)).into_response())
}

fn render(service: &Service, body: &Held, workspace: &mut Workspace) -> Result<Document> {
    let start = Instant::now();
    let PreviewBody { template, bindings, data } =
        serde_json::from_slice(&body.bytes).map_err(|error| explain(&error))?;
    let limit = service.config.data_bytes;
    if data.get().len() as u64 > limit {
        return Err(too_large("`data`", limit));
    }
    let data = Value::from_json(data.get()).map_err(|error| explain(&error))?;
    if data.as_object().is_none() {
        let message = format!("`data` must be an object, not {}", data.type_phrase());
        return Err(Rejection::field("data", message));
    }
    let bindings = bindings.map_or("[]", RawValue::get);
    let prepared =
        service.previews.compiled(template.get(), bindings).map_err(Rejection::of_template)?;
    let limits = service.preview_limits();
    let document = service
        .generator
        .render(&prepared, &data, &limits, TITLE, clock::now(), workspace)
        .map_err(|problem: Problem| Rejection::from(problem))?;
    service.metrics.rendered(document.pages, start.elapsed());
    Ok(document)
}

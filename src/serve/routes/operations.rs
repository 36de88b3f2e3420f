//! For operators: health, metrics, and the description of the routes.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::serve::auth::blocking;
use crate::serve::error::Result;
use crate::serve::openapi::Description;
use crate::serve::readiness::Readiness;
use crate::serve::state::Service;

/// Health of the service.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Health {
    /// `ok`, or `unavailable`.
    #[schema(example = "ok")]
    pub status: &'static str,
}

/// Whether the service is alive
#[utoipa::path(get, operation_id = "getHealth", path = "/healthz", tag = "operations", security(()),
  responses((status = 200, description = "It is", body = Health)))]
pub(super) async fn alive() -> axum::Json<Health> {
    axum::Json(Health { status: "ok" })
}

/// Whether templates, database and mail can be used
#[utoipa::path(get, operation_id = "getReadiness", path = "/readyz", tag = "operations", security(()), responses(
    (status = 200, description = "They can", body = Readiness),
    (status = 503, description = "Some cannot, or the service is draining or stopping", body = Readiness)))]
pub(super) async fn ready(State(service): State<Arc<Service>>) -> Result<Response> {
    let mut readiness = service.ready().await?;
    if service.is_leaving() {
        readiness.status = "unavailable";
    }
    let status = match readiness.status {
        "ok" => StatusCode::OK,
        _ => StatusCode::SERVICE_UNAVAILABLE,
    };
    Ok((status, axum::Json(readiness)).into_response())
}

/// The metrics of the service, for Prometheus
#[utoipa::path(get, operation_id = "getMetrics", path = "/metrics", tag = "operations", responses(
    (status = 200, description = "The metrics", content_type = "application/openmetrics-text", body = String)))]
pub(super) async fn metrics(State(service): State<Arc<Service>>) -> Result<Response> {
    let text = blocking(move || service.metrics_text()).await?;
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, HeaderValue::from_static(kind))], text).into_response())
}

/// The description of all routes (OpenAPI 3.1)
#[utoipa::path(get, operation_id = "getDescription", path = "/openapi.json", tag = "operations", security(()),
  responses((status = 200, description = "The description", body = HashMap<String, serde_json::Value>)))]
pub(super) async fn openapi(Extension(description): Extension<Description>) -> Response {
    let json = HeaderValue::from_static("application/json");
    ([(header::CONTENT_TYPE, json)], description.0.to_string()).into_response()
}

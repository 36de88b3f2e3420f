//! The HTTP service: the routes of chapter 17 of the format's specification, and ours.
//!
//! [`router`] is the whole service as a function from requests to answers; `server` puts it on a
//! port. A request passes
//!
//! ```text
//! server ──> cors ──> middleware ──> router ──> handler ──> pool | store | queue
//!            other     id, guard, token,              what takes a processor, a disk
//!            origins   rate, time, log                or a database, on threads of its own
//! ```
//!
//! Handlers are thin: they read the request, call the store, the generator or the queue, and
//! write the answer. Every error is a [`Rejection`]: a status and one JSON object.

mod advice;
pub mod auth;
pub(crate) mod body;
pub mod build;
pub mod codes;
pub(crate) mod deadline;
pub(crate) mod delivery_observer;
pub mod error;
pub(crate) mod guard;
mod limits;
pub(crate) mod logging;
pub(crate) mod metrics;
pub(crate) mod middleware;
pub(crate) mod openapi;
pub(crate) mod path;
mod permits;
pub mod pool;
mod probe;
pub(crate) mod query;
mod queue_limit;
mod readiness;
pub(crate) mod report_service;
pub(crate) mod routes;
pub(crate) mod server;
pub(crate) mod settings;
pub(crate) mod state;
pub(crate) mod sync_queue;
mod warnings;
pub mod webhook;

use std::sync::Arc;

use axum::Router;
use axum::extract::MatchedPath;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{AllowOrigin, CorsLayer};
use uuid::Uuid;

use engine::problem::Problem;
use engine::suggest::did_you_mean;

pub use error::Rejection;
pub use middleware::REQUEST_ID;
pub use routes::{Access, ROUTES};
pub use state::Service;

/// The service as a function from requests to answers.
pub fn router(service: Arc<Service>) -> Router {
    let cors = cors(&service.config.origins);
    let router = routes::router()
        .fallback(not_found)
        .method_not_allowed_fallback(not_allowed)
        .layer(CatchPanicLayer::custom(|_| Rejection::internal().into_response()))
        .layer(from_fn_with_state(Arc::clone(&service), middleware::pass))
        .with_state(service);
    match cors {
        Some(cors) => router.layer(cors),
        None => router,
    }
}

async fn not_found(method: Method, uri: Uri) -> Rejection {
    let of_method = |route: &&(&str, String, Access)| route.0 == method.as_str();
    // A path with an id in it is right but for the id.
    let literal = ROUTES.iter().filter(of_method).map(|(_, path, _)| path.as_str());
    let advice = did_you_mean(uri.path(), literal.filter(|path| !path.contains('{')));
    let advice = advice.unwrap_or_else(|| "see the routes in `/openapi.json`".to_owned());
    Rejection::new(Problem::new(codes::ROUTE_NOT_FOUND, "there is no such route").advice(advice))
}

async fn not_allowed(
    method: Method,
    uri: Uri,
    matched: MatchedPath,
    headers: HeaderMap,
) -> Response {
    // A browser asks whether a page of another origin may call (CORS); none may without the layer.
    if method == Method::OPTIONS && headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD) {
        let message = "pages of other origins may not call the service";
        let problem = Problem::new(codes::METHOD_NOT_ALLOWED, message)
            .advice("name the origin of the page in the setting `serve.origins`");
        return Rejection::new(problem).into_response();
    }
    // A misspelt `POST /api/reports/generate` only has the form of a route to a report.
    let id = uri.path().rsplit('/').next().unwrap_or_default();
    if matched.as_str() == "/api/reports/{id}" && Uuid::try_parse(id).is_err() {
        return not_found(method, uri).await.into_response();
    }
    let problem = Problem::new(codes::METHOD_NOT_ALLOWED, "the route has no such method");
    Rejection::new(problem.advice("use a method of the header `Allow`")).into_response()
}

/// Permissions for pages of other origins: none, unless their origins are named.
fn cors(origins: &[String]) -> Option<CorsLayer> {
    let origins: Vec<HeaderValue> =
        origins.iter().filter_map(|origin| HeaderValue::try_from(origin).ok()).collect();
    (!origins.is_empty()).then(|| {
        CorsLayer::new()
            .allow_origin(AllowOrigin::list(origins))
            .allow_methods([Method::GET, Method::POST, Method::PUT, Method::DELETE])
            .allow_headers([
                header::AUTHORIZATION,
                header::CONTENT_TYPE,
                header::IF_MATCH,
                header::IF_NONE_MATCH,
                HeaderName::from_static("idempotency-key"),
            ])
            .expose_headers([
                header::ETAG,
                header::LOCATION,
                header::LINK,
                header::RETRY_AFTER,
                REQUEST_ID,
                warnings::HEADER,
                routes::preview::PAGES,
            ])
    })
}

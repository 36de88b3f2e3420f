//! The routes: which there are, and who may use them.

pub mod app;
pub mod data_sets;
pub mod documents;
mod etag;
pub mod fonts;
pub mod library;
pub mod operations;
pub mod preview;
pub mod reports;
pub mod session;
pub mod shipped;
pub mod templates;
pub mod texts;
pub mod versions;

use std::sync::Arc;

use axum::Router;
use axum::http::Method;
use axum::routing::{get, post};

use super::state::Service;
use crate::queue::Scope;

/// Who may use a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Everybody, even while the service stops.
    Always,
    /// Everybody.
    Open,
    /// Callers with this scope.
    Scope(Scope),
}

/// Every route: method, path, who may use it. What is not here does not exist.
pub const ROUTES: &[(&str, &str, Access)] = &[
    ("GET", "/", Access::Open),
    ("GET", "/assets/{file}", Access::Open),
    ("GET", "/healthz", Access::Always),
    ("GET", "/readyz", Access::Always),
    ("GET", "/metrics", Access::Scope(Scope::MetricsRead)),
    ("GET", "/openapi.json", Access::Open),
    ("GET", "/api/templates", Access::Scope(Scope::TemplatesRead)),
    ("POST", "/api/templates", Access::Scope(Scope::TemplatesWrite)),
    ("GET", "/api/templates/{id}", Access::Scope(Scope::TemplatesRead)),
    ("PUT", "/api/templates/{id}", Access::Scope(Scope::TemplatesWrite)),
    ("DELETE", "/api/templates/{id}", Access::Scope(Scope::TemplatesWrite)),
    ("GET", "/api/templates/{id}/data", Access::Scope(Scope::TemplatesRead)),
    ("GET", "/api/templates/{id}/data/{name}", Access::Scope(Scope::TemplatesRead)),
    ("PUT", "/api/templates/{id}/data/{name}", Access::Scope(Scope::TemplatesWrite)),
    ("DELETE", "/api/templates/{id}/data/{name}", Access::Scope(Scope::TemplatesWrite)),
    ("GET", "/api/library", Access::Scope(Scope::TemplatesRead)),
    ("GET", "/api/library/{name}", Access::Scope(Scope::TemplatesRead)),
    ("PUT", "/api/library/{name}", Access::Scope(Scope::TemplatesWrite)),
    ("DELETE", "/api/library/{name}", Access::Scope(Scope::TemplatesWrite)),
    ("GET", "/api/texts", Access::Scope(Scope::TemplatesRead)),
    ("GET", "/api/fonts", Access::Scope(Scope::TemplatesRead)),
    ("GET", "/api/fonts/{sha256}", Access::Scope(Scope::TemplatesRead)),
    ("GET", "/api/templates/{id}/versions", Access::Scope(Scope::TemplatesRead)),
    ("GET", "/api/templates/{id}/versions/{commit}", Access::Scope(Scope::TemplatesRead)),
    ("GET", "/api/shipped", Access::Scope(Scope::TemplatesRead)),
    ("GET", "/api/shipped/{id}", Access::Scope(Scope::TemplatesRead)),
    ("GET", "/api/session", Access::Scope(Scope::TemplatesRead)),
    ("POST", "/api/templates/{id}/render", Access::Scope(Scope::ReportsRender)),
    ("POST", "/api/reports/preview", Access::Scope(Scope::TemplatesWrite)),
    ("POST", "/api/reports/generate", Access::Scope(Scope::ReportsSend)),
    ("GET", "/api/reports", Access::Scope(Scope::ReportsRead)),
    ("GET", "/api/reports/{id}", Access::Scope(Scope::ReportsRead)),
    ("GET", "/api/reports/{id}/pdf", Access::Scope(Scope::ReportsRender)),
    ("GET", "/api/log", Access::Scope(Scope::LogRead)),
];

/// Who may use a method of a route. Unknown ones are answered with 404 or 405 by the router.
pub fn access(method: &Method, path: &str) -> Access {
    let method = if method == Method::HEAD { &Method::GET } else { method };
    let known = ROUTES.iter().find(|(known, route, _)| *known == method.as_str() && *route == path);
    known.map_or(Access::Open, |(_, _, access)| *access)
}

/// The handlers of the routes.
pub fn router() -> Router<Arc<Service>> {
    Router::new()
        .route("/", get(app::page))
        .route("/assets/{file}", get(app::asset))
        .route("/healthz", get(operations::alive))
        .route("/readyz", get(operations::ready))
        .route("/metrics", get(operations::metrics))
        .route("/openapi.json", get(operations::openapi))
        .route("/api/templates", get(templates::list).post(templates::create))
        .route(
            "/api/templates/{id}",
            get(templates::load).put(templates::update).delete(templates::remove),
        )
        .route("/api/templates/{id}/data", get(data_sets::list))
        .route(
            "/api/templates/{id}/data/{name}",
            get(data_sets::load).put(data_sets::save).delete(data_sets::remove),
        )
        .route("/api/library", get(library::list))
        .route("/api/library/{name}", get(library::load).put(library::save).delete(library::remove))
        .route("/api/texts", get(texts::show))
        .route("/api/fonts", get(fonts::list))
        .route("/api/fonts/{sha256}", get(fonts::load))
        .route("/api/templates/{id}/versions", get(versions::list))
        .route("/api/templates/{id}/versions/{commit}", get(versions::load))
        .route("/api/shipped", get(shipped::list))
        .route("/api/shipped/{id}", get(shipped::load))
        .route("/api/session", get(session::show))
        .route("/api/templates/{id}/render", post(documents::render))
        .route("/api/reports/preview", post(preview::preview))
        .route("/api/reports/generate", post(reports::generate))
        .route("/api/reports", get(reports::list))
        .route("/api/reports/{id}", get(reports::show))
        .route("/api/reports/{id}/pdf", get(documents::pdf_of_report))
        .route("/api/log", get(reports::log))
}

/// A text as part of a query.
pub(super) fn percent_encoded(text: &str) -> String {
    use std::fmt::Write;
    text.bytes().fold(String::new(), |mut encoded, byte| {
        let _ = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                encoded.push(char::from(byte));
                Ok(())
            }
            _ => write!(encoded, "%{byte:02X}"),
        };
        encoded
    })
}

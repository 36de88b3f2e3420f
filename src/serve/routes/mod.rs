//! The routes: their handlers, and who may use them. Method, path and description of a route stand at
//! its handler.

mod app;
mod data_sets;
mod documents;
mod etag;
mod fonts;
mod library;
mod links;
mod operations;
pub(super) mod preview;
mod report_document;
mod reports;
mod session;
mod shipped;
mod templates;
mod texts;
mod versions;

use std::sync::{Arc, LazyLock};

use axum::http::Method;
use axum::{Extension, Router};
use utoipa::openapi::PathItem;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};
use utoipa_axum::routes;

use super::openapi;
use super::state::Service;
use crate::delivery::queue::Scope;

/// Callers that may use a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Everybody, even while the service stops.
    Always,
    /// Everybody.
    Open,
    /// Callers with this scope.
    Scope(Scope),
}

/// The complete table of routes.
fn table() -> Vec<(Access, UtoipaMethodRouter<Arc<Service>>)> {
    let needs = Access::Scope;
    vec![
        (Access::Open, routes!(app::page)),
        (Access::Open, routes!(app::asset)),
        (Access::Always, routes!(operations::alive)),
        (Access::Always, routes!(operations::ready)),
        (needs(Scope::MetricsRead), routes!(operations::metrics)),
        (Access::Open, routes!(operations::openapi)),
        (needs(Scope::TemplatesRead), routes!(templates::list)),
        (needs(Scope::TemplatesWrite), routes!(templates::create)),
        (needs(Scope::TemplatesRead), routes!(templates::load)),
        (needs(Scope::TemplatesWrite), routes!(templates::update)),
        (needs(Scope::TemplatesWrite), routes!(templates::remove)),
        (needs(Scope::TemplatesRead), routes!(data_sets::list)),
        (needs(Scope::TemplatesRead), routes!(data_sets::load)),
        (needs(Scope::TemplatesWrite), routes!(data_sets::save)),
        (needs(Scope::TemplatesWrite), routes!(data_sets::remove)),
        (needs(Scope::TemplatesRead), routes!(library::list)),
        (needs(Scope::TemplatesRead), routes!(library::load)),
        (needs(Scope::TemplatesWrite), routes!(library::save)),
        (needs(Scope::TemplatesWrite), routes!(library::remove)),
        (needs(Scope::TemplatesRead), routes!(texts::show)),
        (needs(Scope::TemplatesRead), routes!(fonts::list)),
        (needs(Scope::TemplatesRead), routes!(fonts::load)),
        (needs(Scope::TemplatesRead), routes!(versions::kept)),
        (needs(Scope::TemplatesWrite), routes!(versions::keep)),
        (needs(Scope::TemplatesRead), routes!(versions::list)),
        (needs(Scope::TemplatesRead), routes!(versions::load)),
        (needs(Scope::TemplatesRead), routes!(shipped::list)),
        (needs(Scope::TemplatesRead), routes!(shipped::load)),
        (needs(Scope::TemplatesRead), routes!(session::show)),
        (needs(Scope::ReportsRender), routes!(documents::render)),
        (needs(Scope::TemplatesWrite), routes!(preview::preview)),
        (needs(Scope::ReportsSend), routes!(reports::generate)),
        (needs(Scope::ReportsRead), routes!(reports::list)),
        (needs(Scope::ReportsRead), routes!(reports::show)),
        (needs(Scope::ReportsRender), routes!(report_document::pdf_of_report)),
        (needs(Scope::LogRead), routes!(reports::log)),
        (Access::Open, routes!(links::page)),
        (Access::Open, routes!(links::document)),
    ]
}

/// Every route: method, path, who may use it.
pub static ROUTES: LazyLock<Vec<(&str, String, Access)>> = LazyLock::new(|| {
    let mut routes = Vec::new();
    for (access, (_, paths, _)) in table() {
        for (path, item) in paths.paths {
            routes.extend(methods(&item).map(|method| (method, path.clone(), access)));
        }
    }
    routes
});

fn methods(item: &PathItem) -> impl Iterator<Item = &'static str> {
    let all =
        [("GET", &item.get), ("POST", &item.post), ("PUT", &item.put), ("DELETE", &item.delete)];
    all.into_iter().filter(|(_, operation)| operation.is_some()).map(|(method, _)| method)
}

/// Returns the callers that may use a method of a route. The router answers unknown ones with 404
/// or 405.
pub(crate) fn access(method: &Method, path: &str) -> Access {
    let method = if method == Method::HEAD { &Method::GET } else { method };
    let known = ROUTES.iter().find(|(known, route, _)| *known == method.as_str() && route == path);
    known.map_or(Access::Open, |(_, _, access)| *access)
}

/// The handlers of the routes.
pub(crate) fn router() -> Router<Arc<Service>> {
    let empty = OpenApiRouter::with_openapi(openapi::head());
    let all = table().into_iter().fold(empty, |all, (_, route)| all.routes(route));
    let (router, description) = all.split_for_parts();
    router.layer(Extension(openapi::Description::new(description)))
}

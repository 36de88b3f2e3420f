//! `/api/shipped`: the templates that come with the program, to start from.

use axum::Json;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use utoipa::ToSchema;

use super::templates::ListedTemplate;
use crate::serve::error::{ErrorBody, Rejection, Result};
use crate::serve::path::PathPart;
use crate::templates::shipped::{SHIPPED, Shipped};

/// A template that comes with the program, with data to try it.
#[derive(ToSchema)]
#[expect(dead_code, reason = "the text of a template is kept as it is; this describes it")]
pub(super) struct ShippedTemplate {
    /// Its name, for people.
    name: String,
    /// The template.
    #[schema(value_type = HashMap<String, serde_json::Value>)]
    template: (),
    /// The bindings.
    #[schema(value_type = Vec<HashMap<String, serde_json::Value>>)]
    bindings: (),
    /// Data that it can be rendered with.
    #[schema(value_type = serde_json::Value)]
    data: (),
}

/// The templates that come with the program
#[utoipa::path(get, operation_id = "listShippedTemplates", path = "/api/shipped", tag = "templates",
  responses((status = 200, description = "Their ids and names", body = Vec<ListedTemplate>)))]
pub(super) async fn list() -> Result<Json<Vec<ListedTemplate>>> {
    let name = |shipped: &Shipped| {
        let document = shipped.document()?;
        Ok(ListedTemplate { id: shipped.name.to_owned(), name: document.name })
    };
    Ok(Json(SHIPPED.iter().map(name).collect::<Result<_>>()?))
}

/// A template that comes with the program
#[utoipa::path(get, operation_id = "getShippedTemplate", path = "/api/shipped/{id}", tag = "templates",
  params(("id" = String, Path, description = "Its id in the list")),
  responses(
    (status = 200, description = "The template", body = ShippedTemplate),
    (status = 404, description = "No such template", body = ErrorBody)))]
pub(super) async fn load(PathPart(id): PathPart) -> Result<Response> {
    let shipped = SHIPPED.iter().find(|shipped| shipped.name == id);
    let shipped = shipped.ok_or_else(Rejection::no_template)?;
    let document = shipped.document()?;
    let name = serde_json::Value::from(document.name);
    let text = format!(
        "{{\"name\":{name},\"template\":{},\"bindings\":{},\"data\":{}}}",
        document.template_text,
        document.bindings_text,
        shipped.data.trim()
    );
    let kind = HeaderValue::from_static("application/json");
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

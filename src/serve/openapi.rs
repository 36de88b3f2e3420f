//! The description of the routes, made from the types that the handlers use.

use std::sync::Arc;

use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{ContentBuilder, Ref, RefOr, ResponseBuilder};
use utoipa::{OpenApi as _, openapi::OpenApi};

use super::error::ErrorBody;

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "reportctl",
        description = "PDF reports from stored templates and data, by mail.",
        license(name = "MIT", identifier = "MIT"),
    ),
    servers((url = "/", description = "The service that this description comes from")),
    tags(
        (name = "templates", description = "Templates as they were sent, and their versions"),
        (name = "library", description = "Files that templates name: fonts, pictures, letterheads, attachments"),
        (name = "reports", description = "Documents, mailed or returned"),
        (name = "operations", description = "Health and metrics"),
    ),
    components(schemas(ErrorBody)),
    security(("token" = []))
)]
struct DescriptionHead;

/// The description without any route.
pub(super) fn head() -> OpenApi {
    DescriptionHead::openapi()
}

/// The description as JSON.
#[derive(Clone)]
pub(super) struct Description(pub(super) Arc<str>);

impl Description {
    pub(super) fn new(mut openapi: OpenApi) -> Self {
        complete(&mut openapi);
        Self(serde_json::to_string(&openapi).unwrap_or_default().into())
    }
}

/// Errors that any route may answer with.
const OF_ALL: [(&str, &str); 7] = [
    ("401", "No token, or one that is not valid"),
    ("403", "The token is not for this, or the request comes from another web page"),
    ("405", "No such method"),
    ("429", "Too many requests"),
    ("500", "A bug"),
    ("503", "Stopping, or a part of the service cannot be used"),
    ("504", "The time allowed for the request is used up"),
];

/// Errors of routes that take a body.
const OF_BODIES: [(&str, &str); 4] = [
    ("400", "The body is not JSON"),
    ("408", "The body did not come in time"),
    ("413", "The body is too large"),
    ("415", "The body is not `application/json`"),
];

/// Errors of routes that change templates or the library.
const OF_CHANGES: [(&str, &str); 1] =
    [("409", "The templates are those of a remote source, and cannot be changed here")];

/// Adds what every route has in common: how callers say who they are, and the errors.
fn complete(openapi: &mut OpenApi) {
    let token = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
    openapi.components.get_or_insert_default().add_security_scheme("token", token);
    for item in openapi.paths.paths.values_mut() {
        for operation in operations_of(item) {
            add(operation, &OF_ALL);
            if operation.request_body.is_some() {
                add(operation, &OF_BODIES);
            }
        }
        let changes = [&mut item.put, &mut item.delete].into_iter().filter_map(Option::as_mut);
        let of_templates = |operation: &&mut Operation| {
            let tags = operation.tags.iter().flatten();
            tags.into_iter().any(|tag| matches!(tag.as_str(), "templates" | "library"))
        };
        changes.filter(of_templates).for_each(|operation| add(operation, &OF_CHANGES));
    }
}

fn operations_of(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut item.get, &mut item.post, &mut item.put, &mut item.delete]
        .into_iter()
        .filter_map(Option::as_mut)
}

/// Adds errors that the operation does not describe itself.
fn add(operation: &mut Operation, errors: &[(&str, &str)]) {
    for (status, description) in errors {
        operation.responses.responses.entry((*status).to_owned()).or_insert_with(|| {
            let schema = Ref::from_schema_name("ErrorBody");
            let content = ContentBuilder::new().schema(Some(schema)).build();
            let response = ResponseBuilder::new()
                .description(*description)
                .content("application/json", content);
            RefOr::T(response.build())
        });
    }
}

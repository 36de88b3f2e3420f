//! Codes of problems: the HTTP service.

use engine::problem::Code;

pub use crate::delivery::codes::*;

engine::codes! {
    /// The body of a request is not `application/json`.
    UNSUPPORTED_MEDIA_TYPE "unsupportedMediaType" Data
        "Send the header `Content-Type: application/json`.",
    /// The body of a request is larger than allowed.
    BODY_TOO_LARGE "bodyTooLarge" Data
        "Send less data, or raise the limit of the service.",
    /// The body of a request did not come in time.
    REQUEST_TIMEOUT "requestTimeout" Data
        "Send the whole body without pauses.",
    /// A member of a request that does not exist.
    UNKNOWN_FIELD "unknownField" Data
        "Remove the member, or correct its name.",
    /// A request for a report that carries a template.
    TEMPLATE_NOT_ALLOWED "templateNotAllowed" Data
        "Store the template first, and send its id.",
    /// The request has no token, or one that is not valid.
    UNAUTHORIZED "unauthorized" Config
        "Send the header `Authorization: Bearer TOKEN` with a valid token.",
    /// The token lacks the scope, or the request comes from another web page.
    FORBIDDEN "forbidden" Config
        "Use a token with the scope that the message names.",
    /// No such route.
    ROUTE_NOT_FOUND "routeNotFound" Data
        "See the routes in `/openapi.json`.",
    /// The route has no such method.
    METHOD_NOT_ALLOWED "methodNotAllowed" Data
        "Use a method of the header `Allow`.",
    /// The header `Accept` names no format that the route has.
    NOT_ACCEPTABLE "notAcceptable" Data
        "Name a media type of `available` in the header `Accept`, or leave it out.",
    /// `Idempotency-Key` was used with another request, or its first request is not finished.
    IDEMPOTENCY_KEY "idempotencyKey" Data
        "Use a new key for a new request; repeat the old one unchanged or later.",
    /// The service has more requests than it can process.
    OVERLOADED "overloaded" Config
        "Repeat the request after the seconds in the header `Retry-After`.",
    /// The queue has as many unfinished requests as `serve.maxPending` allows.
    QUEUE_FULL "queueFull" Config
        "Repeat the request after the seconds in the header `Retry-After`; add workers, or raise `serve.maxPending`.",
    /// The token has made too many requests.
    RATE_LIMITED "rateLimited" Data
        "Repeat the request after the seconds in the header `Retry-After`.",
    /// The service is stopping.
    STOPPING "stopping" Config
        "Repeat the request on another instance, or once the service runs again.",
    /// A public address without any token.
    TOKENS_REQUIRED "tokensRequired" Config
        "Create a token first, or listen on a loopback address.",
}

/// Every code of this room, of those before it and of the engine.
pub fn all() -> impl Iterator<Item = Code> {
    crate::delivery::codes::all().chain(OWN.iter().copied())
}

/// The code of that name.
pub fn named(name: &str) -> Option<Code> {
    all().find(|code| code.as_str() == name)
}

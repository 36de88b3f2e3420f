//! Steps of every request: an id, checks of framing and caller, a time limit, log and metrics.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::auth::Caller;
use super::body;
use super::deadline::Deadline;
use super::error::{Rejection, Result};
use super::guard;
use super::metrics::AnsweredRoute;
use super::routes::{self, Access};
use super::state::Service;
use crate::base::telemetry::{Parent, Span, SpanKind};
use engine::problem::{Code, Problem};

/// The header that carries the id of a request.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Routes without spans: probes would be most of the traces.
const PROBED: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

/// Admits a request or refuses it, and records how it was answered.
pub(crate) async fn pass(
    State(service): State<Arc<Service>>,
    mut request: Request,
    next: Next,
) -> Response {
    let start = Instant::now();
    let id = request_id(&request);
    let route = request.extensions().get::<MatchedPath>().cloned();
    let route = route.as_ref().map_or("", MatchedPath::as_str);
    let method = method_name(request.method());
    let span = span(method, route, request.headers());
    let mut tenant = String::new();
    let answering = async {
        match admit(&service, request.method(), request.headers(), route).await {
            Ok(caller) => {
                caller.tenant_name().clone_into(&mut tenant);
                request.extensions_mut().insert(caller);
                answer(&service, request, next).await
            }
            Err(rejection) => {
                let (parts, mut body) = request.into_parts();
                body::discard(&parts.headers, &mut body).await;
                rejection.into_response()
            }
        }
    };
    let mut response = span.within(answering).await;
    // A failure with a code says what to do; a bug is explained by the log alone.
    let code = response.extensions().get::<Code>();
    let is_explained = code.is_some_and(|code| *code != Code::Internal);
    if response.status() == StatusCode::INTERNAL_SERVER_ERROR && !is_explained {
        let problem = Problem::new(Code::Internal, "the service failed to handle the request");
        response = Rejection::new(problem.detail("requestId", id.to_str().unwrap_or_default()))
            .into_response();
    }
    let status = response.status().as_u16();
    let time = start.elapsed();
    service.metrics.answered(&AnsweredRoute { method, route: route.to_owned(), status }, time);
    {
        let _lines = span.enter();
        tracing::info!(
            id = id.to_str().unwrap_or_default(),
            method,
            route,
            status,
            tenant,
            millis = (time.as_secs_f64() * 1e6).round() / 1e3,
            "answered"
        );
    }
    answered(span, status, &tenant);
    let headers = response.headers_mut();
    headers.insert(REQUEST_ID, id);
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// The span of a request (semantic conventions for HTTP servers). Path, query and addresses are left out.
fn span(method: &'static str, route: &str, headers: &HeaderMap) -> Span {
    if PROBED.contains(&route) {
        return Span::default();
    }
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let span = Span::start(SpanKind::Server, method, &Parent::remote(header));
    span.set("http.request.method", if method == OTHER { "_OTHER" } else { method });
    if !route.is_empty() {
        span.rename(|| format!("{method} {route}"));
        span.set("http.route", route);
    }
    span
}

/// The span of a request ends.
fn answered(span: Span, status: u16, tenant: &str) {
    span.set_number("http.response.status_code", status.into());
    span.set("reportctl.tenant", tenant);
    if status >= 500 {
        span.fail(&status.to_string());
    }
    span.end();
}

async fn answer(service: &Service, mut request: Request, next: Next) -> Response {
    let time = service.config.request_time;
    request.extensions_mut().insert(Deadline(Instant::now() + time));
    let answer = tokio::time::timeout(time, next.run(request)).await;
    answer.unwrap_or_else(|_| {
        let message = "the time allowed for this request is used up";
        Rejection::new(Problem::new(Code::TimeLimit, message)).into_response()
    })
}

/// Identifies the caller and checks that the route is for them.
async fn admit(
    service: &Service,
    method: &Method,
    headers: &HeaderMap,
    route: &str,
) -> Result<Arc<Caller>> {
    check_framing(headers)?;
    let access = routes::access(method, route);
    if service.is_stopping() && access != Access::Always {
        return Err(Rejection::stopping());
    }
    // These routes show nothing of anybody, and health must not wait for a database.
    let Access::Scope(scope) = access else { return Ok(Arc::new(Caller::anonymous())) };
    if !service.authenticator.needs_token(headers).await? {
        guard::check(headers, &service.config.hosts, &service.config.origins)?;
        return Ok(service.authenticator.owner());
    }
    let caller = service.authenticator.caller(headers).await?;
    service.count(&caller)?;
    caller.require(scope)?;
    Ok(caller)
}

/// Refuses what a proxy in front may read in another way.
///
/// # Errors
/// `invalidField`: several hosts (RFC 9112, 3.2) with 400, a transfer coding besides `chunked`
/// (RFC 9112, 6.1) with 501.
fn check_framing(headers: &HeaderMap) -> Result<()> {
    if headers.get_all(header::HOST).iter().count() > 1 {
        let rejection = Rejection::field("Host", "a request has one `Host` only");
        return Err(rejection.status(StatusCode::BAD_REQUEST).closing());
    }
    let mut codings = headers.get_all(header::TRANSFER_ENCODING).iter();
    let is_chunked =
        |value: &HeaderValue| value.to_str().is_ok_and(|text| text.eq_ignore_ascii_case("chunked"));
    if !codings.all(is_chunked) {
        let message = "`chunked` is the only transfer coding that the service can read";
        let rejection = Rejection::field("Transfer-Encoding", message);
        return Err(rejection.status(StatusCode::NOT_IMPLEMENTED).closing());
    }
    Ok(())
}

/// The id that the request came with, from a proxy for example, or a new one.
fn request_id(request: &Request) -> HeaderValue {
    const LONGEST: usize = 64;
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    let given = request.headers().get(&REQUEST_ID).filter(|value| {
        let bytes = value.as_bytes();
        (1..=LONGEST).contains(&bytes.len()) && bytes.iter().all(is_plain)
    });
    given.cloned().unwrap_or_else(|| {
        let id = uuid::Uuid::now_v7().simple().to_string();
        HeaderValue::try_from(id).unwrap_or(HeaderValue::from_static("-"))
    })
}

/// The label of methods that are not usual.
const OTHER: &str = "other";

/// The method as a label; others than the usual ones are one.
fn method_name(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "PUT" => "PUT",
        "DELETE" => "DELETE",
        "OPTIONS" => "OPTIONS",
        "PATCH" => "PATCH",
        _ => OTHER,
    }
}

//! The HTTP client of the program for the library of object stores.

use std::time::Duration;

use async_trait::async_trait;
use http_body_util::{BodyExt, Full};
use object_store::ClientOptions;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse,
    HttpResponseBody, HttpService,
};
use ureq::Agent;

use crate::base::http_client;

/// Longest time of one request with its answer.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Longest answer in bytes; a document is bounded by `maxOutputBytes`.
const MAX_ANSWER: u64 = 1 << 30;

/// Makes clients that block their thread. The archive is used from threads that may wait.
#[derive(Debug)]
pub(super) struct BlockingConnector;

impl HttpConnector for BlockingConnector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(BlockingClient(http_client::agent(TIMEOUT))))
    }
}

#[derive(Debug)]
struct BlockingClient(Agent);

#[async_trait]
impl HttpService for BlockingClient {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let (head, body) = request.into_parts();
        let body = body.collect().await?.to_bytes();
        let has_body = !body.is_empty() || head.method == "PUT" || head.method == "POST";
        let answer = if has_body {
            self.0.run(ureq::http::Request::from_parts(head, &body[..]))
        } else {
            self.0.run(ureq::http::Request::from_parts(head, ()))
        };
        let (head, mut body) = answer.map_err(failed)?.into_parts();
        let bytes = body.with_config().limit(MAX_ANSWER).read_to_vec().map_err(failed)?;
        let body = Full::from(bytes).map_err(|never| match never {});
        Ok(HttpResponse::from_parts(head, HttpResponseBody::new(body)))
    }
}

/// Says which failures are tried again.
fn failed(error: ureq::Error) -> HttpError {
    let kind = match &error {
        ureq::Error::Timeout(_) => HttpErrorKind::Timeout,
        ureq::Error::HostNotFound | ureq::Error::ConnectionFailed => HttpErrorKind::Connect,
        ureq::Error::Io(_) => HttpErrorKind::Interrupted,
        _ => HttpErrorKind::Unknown,
    };
    HttpError::new(kind, error)
}

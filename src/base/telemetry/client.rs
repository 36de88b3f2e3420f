//! The HTTP client of the program for the exporters of OpenTelemetry.

use std::time::Duration;

use async_trait::async_trait;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use ureq::Agent;

use crate::base::http_client;

/// Longest answer of a collector that is read, in bytes: it says no more than what it refused.
const MAX_ANSWER: u64 = 1 << 20;

/// Blocks its thread, which the exporters have for themselves.
#[derive(Debug)]
pub(super) struct BlockingCollector(Agent);

impl BlockingCollector {
    pub(super) fn new(timeout: Duration) -> Self {
        Self(http_client::agent(timeout))
    }
}

#[async_trait]
impl HttpClient for BlockingCollector {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let (head, body) = request.into_parts();
        let answer = self.0.run(Request::from_parts(head, &body[..]))?;
        let (head, mut body) = answer.into_parts();
        let bytes = body.with_config().limit(MAX_ANSWER).read_to_vec()?;
        Ok(Response::from_parts(head, bytes.into()))
    }
}

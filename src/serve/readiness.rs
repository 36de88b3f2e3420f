//! Readiness of the service, and the last answer about it.

use std::time::Instant;

use serde::Serialize;
use tokio::sync::Mutex;
use utoipa::ToSchema;

/// The last answer to probes; its lock is held while the parts are tried.
pub(super) type ReadinessCache = Mutex<LastReadiness>;

#[derive(Debug, Default)]
pub(super) struct LastReadiness {
    /// The answer, and when it was found.
    pub answer: Option<(Readiness, Instant)>,
    /// Causes of parts that could not be used, which the log has already.
    pub causes: Vec<String>,
}

/// State of the parts that the service needs.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct Readiness {
    /// `ok`, or `unavailable` when any part is.
    pub status: &'static str,
    /// The folder of the templates.
    pub store: &'static str,
    /// The database of requests, and room on its disk.
    pub database: &'static str,
    /// The mail server, or the folder of messages.
    pub transport: &'static str,
    /// `ok`, or `differ` when requests wait for a version of a template that this machine has not got;
    /// the service can be used all the same.
    pub templates: &'static str,
    /// `ok`, or `busy` when a request waits for more than a second for its turn.
    pub renders: &'static str,
}

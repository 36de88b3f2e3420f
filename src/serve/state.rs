//! What every request is answered with.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use tokio::sync::Semaphore;

use super::auth::{Authenticator, Caller, blocking};
use super::body::Buffers;
use super::error::{Rejection, Result};
use super::metrics::Metrics;
use super::pool::RenderPool;
use super::preview::Previews;
use super::report_service::ReportService;
use crate::config::ServeConfig;
use crate::documents::{Generator, Limits};
use crate::problem::{Code, Problem};
use crate::store::{Id, Store};

/// The service: settings, templates, threads, figures. Shared by all requests.
pub struct Service {
    /// The settings.
    pub config: ServeConfig,
    /// The folder of the templates.
    pub templates: PathBuf,
    /// Makes documents.
    pub generator: Arc<Generator>,
    /// The threads that render.
    pub pool: RenderPool,
    /// Templates under design.
    pub previews: Previews,
    /// Memory for bodies and documents.
    pub buffers: Buffers,
    /// Who may come in.
    pub authenticator: Authenticator,
    /// The figures.
    pub metrics: Arc<Metrics>,
    /// Where requests for reports are handed in; a service without it only previews.
    pub reports: Option<ReportService>,
    hands: Arc<Semaphore>,
    rates: Option<DefaultKeyedRateLimiter<uuid::Uuid>>,
    stopping: AtomicBool,
}

impl Service {
    /// A service with the settings, templates and fonts of a generator.
    ///
    /// # Errors
    /// `io` when the system cannot start threads.
    pub fn new(
        config: ServeConfig,
        templates: PathBuf,
        generator: Arc<Generator>,
        authenticator: Authenticator,
        metrics: Arc<Metrics>,
        reports: Option<ReportService>,
    ) -> crate::problem::Result<Self> {
        let processors = available_parallelism().map_or(1, usize::from);
        // One more than there are processors: while a large document takes its time, the system
        // gives small ones their share.
        let renders = config.renders.map_or(processors + 1, |renders| renders as usize);
        let pool = RenderPool::new(renders, config.waiting as usize).map_err(|error| {
            Problem::new(Code::Io, format!("the system cannot start threads: {error}"))
        })?;
        let rate = config.requests_per_minute.and_then(NonZeroU32::new);
        Ok(Self {
            buffers: Buffers::new(config.buffer_bytes),
            pool,
            previews: Previews::default(),
            metrics,
            reports,
            // Disks and databases are waited for, documents are parsed: more than the processors can
            // do at one time would only take memory.
            hands: Arc::new(Semaphore::new(processors + 2)),
            rates: rate.map(|rate| RateLimiter::keyed(Quota::per_minute(rate))),
            stopping: AtomicBool::new(false),
            config,
            templates,
            generator,
            authenticator,
        })
    }

    /// The templates that a caller sees.
    ///
    /// # Errors
    /// `invalidSetting` when the folder is something else.
    pub fn store(&self, caller: &Caller) -> Result<Store> {
        Ok(Store::open(&self.templates, caller.tenant.clone())?)
    }

    /// Where requests for reports are handed in.
    ///
    /// # Errors
    /// `queueUnavailable` for a service without it.
    pub fn reports(&self) -> Result<&ReportService> {
        self.reports.as_ref().ok_or_else(|| {
            Rejection::new(Problem::new(Code::QueueUnavailable, "there is no database"))
        })
    }

    /// Runs what waits for a disk, or parses a document, on a thread that may wait, in turn with
    /// other requests.
    ///
    /// # Errors
    /// `internal` when it panicked.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        let Ok(hand) = Arc::clone(&self.hands).acquire_owned().await else {
            return Err(Rejection::internal());
        };
        blocking(move || {
            // Given back when it is done, also if nobody waits for it any more.
            let _hand = hand;
            work()
        })
        .await
    }

    /// What a preview may spend.
    pub fn preview_limits(&self) -> Limits {
        Limits {
            max_pages: self.config.preview_pages,
            max_output_bytes: self.config.preview_output_bytes,
            timeout: Some(self.config.preview_time),
        }
    }

    /// Counts a request of a caller.
    ///
    /// # Errors
    /// `rateLimited`.
    pub fn count(&self, caller: &Caller) -> Result<()> {
        let Some(rates) = &self.rates else { return Ok(()) };
        rates.check_key(&caller.key).map_err(|until| {
            let problem = Problem::new(Code::RateLimited, "too many requests with this token");
            Rejection::new(problem).retry_after(until.wait_time_from(DefaultClock::default().now()))
        })
    }

    /// From now on requests are refused.
    pub fn stop(&self) {
        self.stopping.store(true, Ordering::Release);
    }

    /// Whether the service is stopping.
    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Acquire)
    }
}

/// The id of a template in a path. What cannot be one is not there.
///
/// # Errors
/// `templateNotFound`.
pub(super) fn template_id(text: &str) -> Result<Id> {
    Id::parse(text).map_err(|_| Rejection::no_template())
}

//! The state that all requests share.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread::available_parallelism;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::auth::{Authenticator, Caller, blocking};
use super::body::Buffers;
use super::error::{Rejection, Result};
use super::metrics::Metrics;
use super::permits::Permits;
use super::pool::RenderPool;
use super::readiness::ReadinessCache;
use super::report_service::ReportService;
use super::settings::ServeConfig;
use crate::base::git_commit::Author;
use crate::delivery::isolation::Renderer;
use crate::documents::{Generator, Limits};
use crate::serve::codes;
use crate::templates::VersionSettings;
use crate::templates::push::Pusher;
use crate::templates::store::{Id, Keeper, Store};
use engine::problem::Problem;

/// The service. Shared by all requests.
pub struct Service {
    pub config: ServeConfig,
    /// Versions that saves leave.
    pub versions: VersionSettings,
    /// Pushes the commits of saves.
    pub pusher: Option<Pusher>,
    pub generator: Arc<Generator>,
    pub pool: RenderPool,
    pub renderer: Arc<Renderer>,
    pub buffers: Buffers,
    pub authenticator: Authenticator,
    pub metrics: Arc<Metrics>,
    /// Accepts requests for reports; a service without it only previews.
    pub reports: Option<ReportService>,
    /// The last answer about readiness, which anybody may ask for.
    pub(super) readiness: ReadinessCache,
    permits: Permits,
    rates: Option<DefaultKeyedRateLimiter<uuid::Uuid>>,
    /// The [`Phase`] of the service.
    phase: AtomicU8,
}

/// Phase of a service, which only moves forward.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
enum Phase {
    Ready,
    /// Requests are answered, but `/readyz` fails.
    Draining,
    /// Requests are refused.
    Stopping,
}

impl Service {
    /// A service with the settings, templates and fonts of a generator.
    ///
    /// # Errors
    /// `io` when the system cannot start a thread.
    pub fn new(
        config: ServeConfig,
        (versions, pusher): (VersionSettings, Option<Pusher>),
        (generator, renderer): (Arc<Generator>, Arc<Renderer>),
        authenticator: Authenticator,
        metrics: Arc<Metrics>,
        reports: Option<ReportService>,
    ) -> engine::problem::Result<Self> {
        let processors = available_parallelism().map_or(1, usize::from);
        // One more than there are processors: while a large document takes its time, the system
        // gives small ones their share.
        let renders = config.renders.map_or(processors + 1, |renders| renders as usize);
        let pool = RenderPool::new(renders, config.waiting as usize).map_err(|error| {
            Problem::new(codes::IO, format!("the system cannot start a thread: {error}"))
        })?;
        let rate = config.requests_per_minute.and_then(NonZeroU32::new);
        Ok(Self {
            buffers: Buffers::new(config.buffer_bytes),
            pool,
            renderer,
            metrics,
            reports,
            readiness: ReadinessCache::default(),
            // This work waits for disks and databases, and parses documents: more at one time than
            // the processors can do would only take memory.
            permits: Permits::new(processors + 2),
            rates: rate.map(|rate| RateLimiter::keyed(Quota::per_minute(rate))),
            phase: AtomicU8::new(Phase::Ready as u8),
            config,
            versions,
            pusher,
            generator,
            authenticator,
        })
    }

    /// The templates that a caller sees.
    ///
    /// # Errors
    /// `invalidSetting` when the folder is something else.
    pub fn store(&self, caller: &Caller) -> Result<Store> {
        Ok(self.store_of(caller.tenant.clone())?)
    }

    /// The templates of a tenant, or of all.
    pub(super) fn store_of(&self, tenant: Option<Id>) -> engine::problem::Result<Store> {
        let root = self.generator.root();
        Ok(Store::open(&root.current().folder, tenant)?.with_access(root.access()))
    }

    /// Returns the keeper of versions for a caller, with the caller's note on the change.
    pub fn keeper(&self, caller: &Caller, note: Option<&str>) -> Keeper {
        let author = (!caller.key.is_nil()).then(|| author(&caller.name));
        Keeper::new(self.versions.clone(), author, note).with_pusher(self.pusher.clone())
    }

    /// The service that accepts requests for reports.
    ///
    /// # Errors
    /// `queueUnavailable` for a service without a database.
    pub fn reports(&self) -> Result<&ReportService> {
        self.reports.as_ref().ok_or_else(|| {
            Rejection::new(Problem::new(codes::QUEUE_UNAVAILABLE, "there is no database"))
        })
    }

    /// Runs what waits for a disk, or parses a document, on a thread that may block, as soon as
    /// the tenant has a permit.
    ///
    /// # Errors
    /// `internal` when it panicked.
    pub async fn work<T: Send + 'static>(
        &self,
        caller: &Caller,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        let permit = self.permits.acquire(&caller.share()).await?;
        blocking(move || {
            // Returned when it is done, also if the request is gone by then.
            let _permit = permit;
            work()
        })
        .await
    }

    pub fn preview_limits(&self) -> Limits {
        Limits {
            max_pages: self.config.preview_pages,
            max_output_bytes: self.config.preview_output_bytes,
            max_memory_bytes: self.config.max_memory_bytes,
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
            let problem = Problem::new(codes::RATE_LIMITED, "too many requests with this token");
            Rejection::new(problem).retry_after(until.wait_time_from(DefaultClock::default().now()))
        })
    }

    /// From now on the service is not ready, so that load balancers send their requests elsewhere.
    pub fn drain(&self) {
        self.reach(Phase::Draining);
    }

    /// Returns `true` if the service is draining or stopping.
    pub fn is_leaving(&self) -> bool {
        self.has_reached(Phase::Draining)
    }

    /// From now on requests are refused.
    pub fn stop(&self) {
        self.reach(Phase::Stopping);
    }

    /// Returns `true` if the service is stopping.
    pub fn is_stopping(&self) -> bool {
        self.has_reached(Phase::Stopping)
    }

    fn reach(&self, phase: Phase) {
        self.phase.fetch_max(phase as u8, Ordering::Release);
    }

    fn has_reached(&self, phase: Phase) -> bool {
        self.phase.load(Ordering::Acquire) >= phase as u8
    }
}

/// The author that the name of a token says: `Ana Prado`, or `Ana Prado <ana@example.org>`.
fn author(caller: &str) -> Author {
    let name = caller.strip_prefix("token:").unwrap_or(caller).trim();
    let with_address = name.strip_suffix('>').and_then(|name| name.rsplit_once('<'));
    let (name, email) = with_address.unwrap_or((name, ""));
    // Git takes these out of names itself, and refuses what is empty then.
    let plain = |text: &str| text.replace(['<', '>', '\n'], "").trim().to_owned();
    let (name, email) = (plain(name), plain(email));
    Author { name: if name.is_empty() { "unknown".to_owned() } else { name }, email }
}

/// The id of a template in a path. Invalid ids count as missing templates.
///
/// # Errors
/// `templateNotFound`.
pub(super) fn template_id(text: &str) -> Result<Id> {
    Id::parse(text).map_err(|_| Rejection::no_template())
}

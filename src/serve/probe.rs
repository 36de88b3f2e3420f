//! Tries what requests need, and measures what waits.

use std::time::{Duration, Instant};

use super::auth::{Caller, blocking};
use super::error::{Result, cause};
use super::pool::Share;
use super::readiness::{LastReadiness, Readiness};
use super::settings::Mode;
use super::state::Service;
use crate::base::telemetry::LOCAL_TEXT;
use crate::delivery::queue::Filter;
use crate::delivery::worker;
use engine::problem::Problem;

const OK: &str = "ok";
const UNAVAILABLE: &str = "unavailable";
const BUSY: &str = "busy";
const DIFFER: &str = "differ";

/// Time for which an answer is reused. Anybody may ask, and each try writes to the disk.
const CACHED_FOR: Duration = Duration::from_secs(1);
/// Longest wait of a readiness request for a thread and a permit. A service in which that takes
/// longer should get no further requests for now.
const TIMEOUT: Duration = Duration::from_secs(1);

impl Service {
    /// Tries the parts of the service.
    ///
    /// # Errors
    /// `internal` when a try panicked.
    pub(super) async fn ready(self: &std::sync::Arc<Self>) -> Result<Readiness> {
        // Held during the try: those who ask meanwhile get its answer.
        let mut last = self.readiness.lock().await;
        if let Some((readiness, at)) = &last.answer
            && at.elapsed() < CACHED_FOR
        {
            return Ok(readiness.clone());
        }
        let service = std::sync::Arc::clone(self);
        let parts = blocking(move || service.try_parts());
        let (parts, is_free) = tokio::join!(parts, self.has_free_permits());
        let (mut readiness, causes) = parts?;
        if !is_free {
            readiness.renders = BUSY;
            readiness.status = UNAVAILABLE;
        }
        for cause in causes.iter().filter(|cause| !last.causes.contains(cause)) {
            tracing::warn!(target: LOCAL_TEXT, "not ready: {cause}");
        }
        *last = LastReadiness { answer: Some((readiness.clone(), Instant::now())), causes };
        Ok(readiness)
    }

    /// Returns `true` if a request gets a thread and a permit soon.
    async fn has_free_permits(&self) -> bool {
        // A tenant of its own, so that it has its turn like any other; not one of the reserve, which is free
        // where all others wait.
        let share = Share { tenant: "/readyz".to_owned(), is_only: true };
        let caller = Caller { key: uuid::Uuid::max(), ..Caller::anonymous() };
        let tries = async {
            let (thread, permit) =
                tokio::join!(self.pool.run(share, 0, |_, _| ()), self.work(&caller, || ()));
            thread.is_ok() && permit.is_ok()
        };
        tokio::time::timeout(TIMEOUT, tries).await.unwrap_or(false)
    }

    /// Tries the parts that wait for disk and network: their state, and the causes of the unusable parts.
    fn try_parts(&self) -> (Readiness, Vec<String>) {
        let mut causes = Vec::new();
        let mut is_usable = |part: &str, tried: Result<(), Problem>| {
            tried.inspect_err(|problem| causes.push(format!("{part}: {}", cause(problem)))).is_ok()
        };
        let store = self.store_of(None).and_then(|store| store.list().map(drop));
        let store = is_usable("templates", store);
        let filter = Filter { limit: Some(1), ..Filter::default() };
        let reports = self.reports.as_ref();
        let database = reports.map_or(Ok(()), |reports| {
            reports.probe().and_then(|()| reports.queue.list(&filter).map(drop))
        });
        let database = is_usable("database", database);
        let transport = reports.map_or(Ok(()), |reports| {
            reports.transport.probe().map_err(|failed| failed.to_problem())
        });
        let transport = is_usable("mail", transport);
        // Requests that are queued wait for the mail server, not in the way of others.
        let is_transport_needed = self.config.mode == Mode::Sync;
        let word = |is_usable| if is_usable { OK } else { UNAVAILABLE };
        let readiness = Readiness {
            status: word(store && database && (transport || !is_transport_needed)),
            store: word(store),
            database: word(database),
            transport: word(transport),
            templates: if self.waiting_for_versions() == Some(0) { OK } else { DIFFER },
            renders: OK,
        };
        (readiness, causes)
    }

    /// Number of requests that wait for a version of a template that this machine lacks; `None`
    /// where that is not known.
    fn waiting_for_versions(&self) -> Option<u64> {
        let Some(reports) = &self.reports else { return Some(0) };
        let found = worker::lacking(reports.queue.as_ref(), &self.generator).ok()?;
        Some(found.iter().map(|one| one.missed.requests).sum())
    }

    /// The metrics as text. Waits for the database.
    pub(crate) fn metrics_text(&self) -> String {
        let (waiting, running) = self.pool.load();
        self.metrics.set_renders(waiting, running);
        if let Some(reports) = &self.reports {
            self.metrics.read_queue(reports.queue.as_ref());
        }
        if let Some(waiting) = self.waiting_for_versions() {
            self.metrics.set_versions(waiting);
        }
        self.metrics.text()
    }
}

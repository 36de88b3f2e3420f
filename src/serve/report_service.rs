//! Accepts requests for reports and reports their outcome.
//!
//! Both modes use the same rows and the same worker. In queued mode the worker takes whatever is
//! pending. In sync mode it takes the rows of this service only ([`super::sync_queue`]), ends them
//! where a queue would retry later, and the HTTP request waits for its row.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use parking_lot::{Mutex, MutexGuard};
use tokio::sync::{Semaphore, oneshot};

use super::auth::blocking;
use super::deadline::Deadline;
use super::delivery_observer::DeliveryObserver;
use super::error::{Rejection, Result, public_text};
use super::metrics::Metrics;
use super::queue_limit::QueueLimit;
use super::sync_queue::SyncQueue;
use super::webhook::Dispatcher;
use crate::base::telemetry::{Parent, Span, SpanKind};
use crate::delivery::archive::Archive;
use crate::delivery::mail::{Message, Policy, Transport};
use crate::delivery::queue::{
    Database, Ended, Filter, NewRequest, Probe, Queue, Request, RequestId, SERVICE_BATCH, Status,
};
use crate::delivery::worker::{self, Facts, Observer, Prepare, Settled, Stop, Worker, trace};
use crate::serve::codes;
use crate::serve::settings::Mode;
use engine::pdf::Workspace;
use engine::problem::{Code, Problem};

/// Concurrent database calls. More would not be faster, and each costs the server a connection.
const MAX_QUERIES: usize = 8;
/// Interval at which a waiting request reads its row: another process may have taken it.
const POLL: Duration = Duration::from_millis(500);

/// Accepts requests for reports and delivers them.
pub struct ReportService {
    pub queue: Arc<dyn Queue>,
    probe: Arc<dyn Probe>,
    /// Limits concurrent database calls.
    queries: Arc<Semaphore>,
    pub transport: Arc<dyn Transport>,
    pub policy: Policy,
    pub mode: Mode,
    sync_queue: Arc<SyncQueue>,
    completions: Arc<CompletionRegistry>,
    archive: Option<Arc<Archive>>,
    /// Limits the requests that wait for their rows.
    waiters: Arc<Semaphore>,
    /// Limits the unfinished requests of queued mode.
    limit: Arc<QueueLimit>,
}

/// The outcome of a row, for the request that waits for it.
enum ReportOutcome {
    /// Delivered, with warnings.
    Done(Vec<Problem>),
    Failed(Box<Problem>),
}

/// Outcome of a request that was waited for.
pub(crate) enum AwaitedDelivery {
    /// Delivered, with warnings.
    Now(Vec<Problem>),
    /// Row of an equal request that was made before.
    Before(Box<Request>),
}

/// The requests that wait for rows of this process.
#[derive(Default)]
struct CompletionRegistry {
    waiting: Mutex<HashMap<RequestId, Waiter>>,
    registered: AtomicU64,
    deliveries: DeliveryObserver,
    webhooks: Option<Arc<Dispatcher>>,
}

struct Waiter {
    /// Distinguishes it from a later waiter for the same row.
    number: u64,
    sender: oneshot::Sender<ReportOutcome>,
    /// Fingerprint of the request, which distinguishes it from another one with the same key.
    asked: RequestContent,
    /// Problem of a document or message that could not be made, with all details.
    problem: Option<Problem>,
    /// Doubtful parts of the document.
    warnings: Vec<Problem>,
}

/// Content that a repeated request (the same `Idempotency-Key`) must have.
#[derive(Debug, Clone, PartialEq, Eq)]
struct RequestContent {
    template: String,
    data_hash: String,
    email: String,
    filename: Option<String>,
    locale: Option<String>,
    allow: Vec<String>,
}

impl RequestContent {
    fn of(request: &NewRequest) -> Self {
        Self {
            template: request.template.clone(),
            data_hash: request.data_hash.clone(),
            email: request.email.clone(),
            filename: request.filename.clone(),
            locale: request.locale.clone(),
            allow: request.mail.as_ref().map(|mail| mail.allow.clone()).unwrap_or_default(),
        }
    }

    /// Returns `true` if a row is one of this request.
    fn is_of(&self, row: &Request) -> bool {
        let known = Self::of(&row.request);
        // The findings that a request allows are erased with its data; the hash of the data stays.
        let allow = if row.erased { &self.allow } else { &known.allow };
        *self == Self { allow: allow.clone(), ..known }
    }
}

/// Settings of the workers.
pub struct ReportWorkers {
    builder: Arc<dyn Prepare>,
    settings: worker::Settings,
}

impl ReportWorkers {
    /// Workers that make messages with a builder.
    pub fn new(builder: Arc<dyn Prepare>, settings: worker::Settings) -> Self {
        Self { builder, settings }
    }
}

impl ReportService {
    /// A service on a queue.
    pub fn new(
        database: Arc<dyn Database>,
        transport: Arc<dyn Transport>,
        policy: Policy,
        config: &crate::serve::settings::ServeConfig,
        metrics: Arc<Metrics>,
        webhooks: Option<Arc<Dispatcher>>,
    ) -> Self {
        let queue = Arc::clone(&database) as Arc<dyn Queue>;
        Self {
            sync_queue: Arc::new(SyncQueue::new(Arc::clone(&queue))),
            queue,
            probe: database,
            queries: Arc::new(Semaphore::new(MAX_QUERIES)),
            transport,
            policy,
            mode: config.mode,
            completions: Arc::new(CompletionRegistry {
                waiting: Mutex::default(),
                registered: AtomicU64::new(0),
                deliveries: DeliveryObserver::new(metrics),
                webhooks,
            }),
            archive: None,
            waiters: Arc::new(Semaphore::new(config.waiting as usize)),
            limit: Arc::new(QueueLimit::new(config.max_pending)),
        }
    }

    /// This service with the archive of its documents.
    #[must_use]
    pub fn with_archive(self, archive: Option<Arc<Archive>>) -> Self {
        Self { archive, ..self }
    }

    /// The archive of documents, where they are kept.
    pub fn archive(&self) -> Option<&Arc<Archive>> {
        self.archive.as_ref()
    }

    /// Returns `true` if workers of other machines work on the same queue.
    pub fn is_shared(&self) -> bool {
        self.queue.is_shared()
    }

    /// Tries to write to the database.
    ///
    /// # Errors
    /// `queueUnavailable`.
    pub fn probe(&self) -> engine::problem::Result<()> {
        self.probe.probe()
    }

    /// Processes rows until `stop` is requested; blocks its thread.
    ///
    /// # Errors
    /// `internal` when a thread of the worker broke down.
    pub fn work(&self, workers: ReportWorkers, stop: &Stop) -> engine::problem::Result<()> {
        let builder = Arc::new(WatchedRow {
            builder: workers.builder,
            completions: Arc::clone(&self.completions),
        });
        let is_sync = self.mode == Mode::Sync;
        let settings = worker::Settings { gives_up: is_sync, ..workers.settings };
        let queue = Arc::clone(&self.queue);
        let mut worker = Worker::new(queue, builder, Arc::clone(&self.transport), settings);
        if is_sync {
            worker = worker.with_leases(Arc::clone(&self.sync_queue) as _);
        }
        worker.run(stop, self.completions.as_ref()).map(drop)
    }

    /// Adds a request. Returns the row that exists already if it was added before.
    ///
    /// # Errors
    /// `queueUnavailable`; `queueFull` for a new request of queued mode; `idempotencyKey` when the row with this id
    /// asks for something else.
    pub async fn enqueue(&self, mut request: NewRequest) -> Result<Option<Request>> {
        let span = span_of(&request);
        request.trace_context = span.stored();
        let asked = RequestContent::of(&request);
        // In sync mode the requests that wait are limited instead.
        let limit = (self.mode == Mode::Queued).then(|| Arc::clone(&self.limit));
        let existing = self.query(move |queue| {
            if let Some(limit) = limit
                && !limit.admits(|most| queue.pending_up_to(most))?
            {
                // A repeated request is answered, however many wait.
                let row = queue.get(&request.tenant, request.id)?;
                return row.map(Some).ok_or_else(queue_full);
            }
            if queue.enqueue(std::slice::from_ref(&request))? > 0 {
                return Ok(None);
            }
            queue.get(&request.tenant, request.id)
        });
        let existing = existing.await;
        span.end();
        match existing? {
            // Compared here, before anything is done with the row: both modes come this way.
            Some(row) if !asked.is_of(&row) => Err(key_conflict()),
            existing => Ok(existing),
        }
    }

    /// Calls the database on a thread that may block; at most `MAX_QUERIES` at one time.
    ///
    /// # Errors
    /// `queueUnavailable`.
    pub async fn query<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&dyn Queue) -> engine::problem::Result<T> + Send + 'static,
    ) -> Result<T> {
        let Ok(permit) = Arc::clone(&self.queries).acquire_owned().await else {
            return Err(Rejection::internal());
        };
        let queue = Arc::clone(&self.queue);
        let answer = blocking(move || {
            // Returned with the answer, even if the request is gone by then.
            let _permit = permit;
            ask(queue.as_ref())
        });
        Ok(answer.await??)
    }

    /// Returns `true` if a row answers a request with its key.
    ///
    /// # Errors
    /// `idempotencyKey` when the row is one of another request.
    pub fn is_answered_by(&self, row: &Request, asked: &NewRequest) -> Result<bool> {
        if !RequestContent::of(asked).is_of(row) {
            return Err(key_conflict());
        }
        Ok(self.mode == Mode::Queued || !may_retry(row))
    }

    /// Adds a request and waits until it is delivered, not longer than its time.
    ///
    /// # Errors
    /// `overloaded` when too many wait; `idempotencyKey`; what kept it from being delivered.
    pub(crate) async fn deliver(
        &self,
        mut request: NewRequest,
        Deadline(deadline): Deadline,
    ) -> Result<AwaitedDelivery> {
        let Ok(_permit) = self.waiters.try_acquire() else { return Err(Rejection::overloaded()) };
        request.batch = Some(SERVICE_BATCH.to_owned());
        let (id, tenant) = (request.id, request.tenant.clone());
        // Registered before the row exists: the worker may finish it before this continues.
        let (registration, outcome) = match self.completions.register(&request) {
            Ok(registered) => registered,
            Err(refusal) => return self.beside_another(&request, refusal).await,
        };
        self.sync_queue.expect(&tenant);
        let existing = self.enqueue(request).await?;
        if let Some(row) = existing {
            if !may_retry(&row) {
                return Ok(AwaitedDelivery::Before(Box::new(row)));
            }
            // Nothing was sent, and the obstacle may be gone.
            let filter = chosen(&tenant, id);
            self.query(move |queue| queue.retry(&filter)).await?;
        }
        let outcome = self.outcome(&tenant, id, outcome, deadline).await;
        drop(registration);
        match outcome? {
            ReportOutcome::Done(warnings) => Ok(AwaitedDelivery::Now(warnings)),
            ReportOutcome::Failed(problem) => Err((*problem).into()),
        }
    }

    /// Answers a request while another with its id waits. That one may be about to learn that the id belongs to a
    /// request before it, so the row decides where there is one.
    async fn beside_another(
        &self,
        request: &NewRequest,
        refusal: Rejection,
    ) -> Result<AwaitedDelivery> {
        let (tenant, id) = (request.tenant.clone(), request.id);
        match self.query(move |queue| queue.get(&tenant, id)).await? {
            Some(row) if !RequestContent::of(request).is_of(&row) => Err(key_conflict()),
            Some(row) if may_retry(&row) => Err(in_progress()),
            Some(row) => Ok(AwaitedDelivery::Before(Box::new(row))),
            None => Err(refusal),
        }
    }

    async fn outcome(
        &self,
        tenant: &str,
        id: RequestId,
        outcome: oneshot::Receiver<ReportOutcome>,
        deadline: Instant,
    ) -> Result<ReportOutcome> {
        let mut outcome = Some(outcome);
        loop {
            // Somewhat less than the request has, so that there is time to answer.
            let left = deadline.saturating_duration_since(Instant::now()).saturating_sub(POLL);
            if let Some(outcome) = received(&mut outcome, POLL.min(left)).await {
                return Ok(outcome);
            }
            let owner = tenant.to_owned();
            let row = self.query(move |queue| queue.get(&owner, id)).await?;
            match row {
                Some(row) if row.status == Status::Done => {
                    return Ok(ReportOutcome::Done(Vec::new()));
                }
                Some(row) if row.status == Status::Error => {
                    // The row is written shortly before the outcome arrives, which has details.
                    if let Some(outcome) = received(&mut outcome, POLL).await {
                        return Ok(outcome);
                    }
                    return Ok(ReportOutcome::Failed(Box::new(problem_of(&row))));
                }
                _ if left.is_zero() => return self.give_up(tenant, id).await,
                _ => {}
            }
        }
    }

    /// Cancels a request whose time is up, unless it is being delivered.
    async fn give_up(&self, tenant: &str, id: RequestId) -> Result<ReportOutcome> {
        let filter = chosen(tenant, id);
        let canceled = self.query(move |queue| queue.cancel(&filter)).await?;
        let problem = if canceled > 0 {
            Problem::new(Code::TimeLimit, "the time allowed for this request is used up")
        } else {
            Problem::new(codes::DELIVERY_UNKNOWN, "the report is still being delivered")
                .advice("look at the state of the report before asking for it again")
        };
        Err(Rejection::new(problem.detail("id", id.to_string())))
    }
}

/// The span of adding a request (semantic conventions for messaging). The outcome of the request
/// belongs to it.
fn span_of(request: &NewRequest) -> Span {
    let span = Span::start(SpanKind::Producer, "send reports", &Parent::current());
    if span.is_recording() {
        for (key, value) in trace::messaging("send") {
            span.set(key, value);
        }
        span.set("messaging.message.id", &request.id.to_string());
        span.set("reportctl.template", &request.template);
    }
    span
}

/// Waits for an outcome. A channel whose sender is gone is given up: the row says the rest.
async fn received(
    receiver: &mut Option<oneshot::Receiver<ReportOutcome>>,
    time: Duration,
) -> Option<ReportOutcome> {
    let Some(open) = receiver else {
        tokio::time::sleep(time).await;
        return None;
    };
    match tokio::time::timeout(time, open).await {
        Ok(Ok(outcome)) => Some(outcome),
        Ok(Err(_)) => {
            *receiver = None;
            None
        }
        Err(_) => None,
    }
}

/// The filter that chooses one row.
fn chosen(tenant: &str, id: RequestId) -> Filter {
    Filter { tenant: Some(tenant.to_owned()), ids: vec![id], ..Filter::default() }
}

/// The problem of a full queue.
fn queue_full() -> Problem {
    Problem::new(codes::QUEUE_FULL, "too many requests wait in the queue")
        .advice("try again after the time in `Retry-After`")
}

/// Another request used the same key.
fn key_conflict() -> Rejection {
    let problem = Problem::new(codes::IDEMPOTENCY_KEY, "the key was used for another request")
        .advice("use a new key for every request that is not a repetition");
    Rejection::new(problem).status(StatusCode::UNPROCESSABLE_ENTITY)
}

/// Rejection of a request while an equal one is being processed.
pub(super) fn in_progress() -> Rejection {
    Rejection::new(
        Problem::new(codes::IDEMPOTENCY_KEY, "the first request with this key is not finished")
            .advice("wait for its answer"),
    )
}

/// Returns `true` for a row that failed without anything sent, and may succeed with the next attempt.
fn may_retry(row: &Request) -> bool {
    row.status == Status::Error && is_transient(row.error_code.as_deref())
}

/// Returns `true` if a failure means that nothing was sent and that the next attempt may succeed.
fn is_transient(code: Option<&str>) -> bool {
    const TRANSIENT: [Code; 6] = [
        codes::MAIL_UNAVAILABLE,
        codes::MAIL_UNUSABLE,
        codes::ARCHIVE_UNAVAILABLE,
        codes::ARCHIVE_REFUSED,
        codes::CANCELED,
        Code::Internal,
    ];
    TRANSIENT.iter().any(|transient| code == Some(transient.as_str()))
}

/// The failure that a row records.
pub(super) fn problem_of(row: &Request) -> Problem {
    problem(row.error_code.as_deref(), row.error_message.as_deref())
}

fn problem(code: Option<&str>, message: Option<&str>) -> Problem {
    let known = code.and_then(codes::named);
    Problem::new(known.unwrap_or(codes::MAIL_REFUSED), message.unwrap_or("the report failed"))
}

/// The text of a failure without anything that names the machine.
pub(super) fn public_message(row: &Request) -> Option<String> {
    let message = row.error_message.clone()?;
    let code = problem_of(row).code;
    Some(public_text(code).map_or(message, str::to_owned))
}

/// Removes a waiter, however its request ends.
struct CompletionRegistration {
    completions: Arc<CompletionRegistry>,
    id: RequestId,
    number: u64,
}

impl Drop for CompletionRegistration {
    fn drop(&mut self) {
        let mut waiting = self.completions.lock();
        // A repeated request may wait for the row by now: the outcome removes its waiter first.
        if waiting.get(&self.id).is_some_and(|waiter| waiter.number == self.number) {
            waiting.remove(&self.id);
        }
    }
}

impl CompletionRegistry {
    /// Waits for the outcome of a request.
    ///
    /// # Errors
    /// `idempotencyKey` while another request with its id waits.
    fn register(
        self: &Arc<Self>,
        request: &NewRequest,
    ) -> Result<(CompletionRegistration, oneshot::Receiver<ReportOutcome>)> {
        let asked = RequestContent::of(request);
        let mut waiting = self.lock();
        if let Some(first) = waiting.get(&request.id) {
            return Err(if first.asked == asked { in_progress() } else { key_conflict() });
        }
        let (sender, outcome) = oneshot::channel();
        let number = self.registered.fetch_add(1, Ordering::Relaxed);
        waiting.insert(
            request.id,
            Waiter { number, sender, asked, problem: None, warnings: Vec::new() },
        );
        drop(waiting);
        Ok((
            CompletionRegistration { completions: Arc::clone(self), id: request.id, number },
            outcome,
        ))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<RequestId, Waiter>> {
        self.waiting.lock()
    }
}

impl Observer for CompletionRegistry {
    fn settled(&self, row: &Settled<'_>) {
        self.deliveries.settled(row);
        if !row.held {
            return;
        }
        if matches!(row.ended, Ended::Left { .. } | Ended::Released { .. }) {
            return;
        }
        if let Some(webhooks) = self.webhooks.as_ref().filter(|_| row.request.webhook.is_some()) {
            webhooks.wake();
        }
        let Some(waiter) = self.lock().remove(&row.request.id) else { return };
        let outcome = match row.ended {
            Ended::Error { code, message } | Ended::Later { code, message, .. } => {
                let all = waiter.problem.filter(|problem| problem.code.as_str() == code);
                ReportOutcome::Failed(Box::new(
                    all.unwrap_or_else(|| problem(Some(code), Some(message))),
                ))
            }
            _ => ReportOutcome::Done(waiter.warnings),
        };
        let _ = waiter.sender.send(outcome);
    }

    fn warned(&self, request: &NewRequest, warnings: &[Problem]) {
        self.deliveries.warned(request, warnings);
        if let Some(waiter) = self.lock().get_mut(&request.id) {
            waiter.warnings = warnings.to_vec();
        }
    }

    fn held_up(&self, problem: &Problem, pause: Option<Duration>) {
        self.deliveries.held_up(problem, pause);
    }

    fn resumed(&self) {
        self.deliveries.resumed();
    }
}

/// A builder that keeps the problem of a request in the registry: the row has no details.
struct WatchedRow {
    builder: Arc<dyn Prepare>,
    completions: Arc<CompletionRegistry>,
}

impl Prepare for WatchedRow {
    fn prepare(
        &self,
        request: &NewRequest,
        workspace: &mut Workspace,
        facts: &mut Facts,
    ) -> engine::problem::Result<Message> {
        self.builder.prepare(request, workspace, facts).inspect_err(|problem| {
            if let Some(waiter) = self.completions.lock().get_mut(&request.id) {
                waiter.problem = Some(problem.clone());
            }
        })
    }
}

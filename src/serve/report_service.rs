//! Where requests for reports are handed in, and where it is told what became of them.
//!
//! Both modes use the same rows and the same worker. In queued mode it takes whatever is pending.
//! In sync mode it takes the rows of this service only ([`super::sync_queue`]), ends them where a
//! queue would try again later, and the request waits for its row.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Semaphore, oneshot};

use super::auth::blocking;
use super::error::{Rejection, Result, public_text};
use super::metrics::Metrics;
use super::sync_queue::{BATCH, SyncQueue};
use super::webhook::Webhook;
use crate::config::serve::Mode;
use crate::mail::{Message, Policy, Transport};
use crate::pdf::Workspace;
use crate::problem::{Code, Problem};
use crate::queue::{Ended, Filter, NewRequest, Queue, Request, RequestId, Status};
use crate::worker::{self, Facts, Observer, Prepare, Settled, Stop, Worker};

/// Requests that use the database at one time; more would not be faster, and each costs the server
/// a connection.
const MOST_QUERIES: usize = 8;
/// How often a request looks at its row when nobody tells: another process has taken it.
const LOOK: Duration = Duration::from_millis(500);

/// Takes requests for reports and delivers them.
pub struct ReportService {
    /// The database of requests.
    pub queue: Arc<dyn Queue>,
    queries: Arc<Semaphore>,
    /// The way mail leaves.
    pub transport: Arc<dyn Transport>,
    /// Who may get mail.
    pub policy: Policy,
    /// When requests are answered.
    pub mode: Mode,
    sync_queue: Arc<SyncQueue>,
    completions: Arc<CompletionRegistry>,
    /// Requests that may wait for their rows at one time.
    places: Arc<Semaphore>,
    time: Duration,
}

/// What became of a row, for whoever waits for it.
enum Outcome {
    Done,
    Failed(Box<Problem>),
}

/// Who waits for which row.
#[derive(Default)]
struct CompletionRegistry {
    waiting: Mutex<HashMap<RequestId, Waiter>>,
    metrics: Arc<Metrics>,
    webhook: Option<Webhook>,
}

struct Waiter {
    tell: oneshot::Sender<Outcome>,
    /// Why the document or the message could not be made, with all details.
    problem: Option<Problem>,
}

/// How the rows get worked on.
pub struct Workers {
    builder: Arc<dyn Prepare>,
    settings: worker::Settings,
}

impl Workers {
    /// Workers that make messages with a builder.
    pub fn new(builder: Arc<dyn Prepare>, settings: worker::Settings) -> Self {
        Self { builder, settings }
    }
}

impl ReportService {
    /// A reports for a queue.
    pub fn new(
        queue: Arc<dyn Queue>,
        transport: Arc<dyn Transport>,
        policy: Policy,
        config: &crate::config::ServeConfig,
        metrics: Arc<Metrics>,
        webhook: Option<Webhook>,
    ) -> Self {
        Self {
            sync_queue: Arc::new(SyncQueue::new(Arc::clone(&queue))),
            queue,
            queries: Arc::new(Semaphore::new(MOST_QUERIES)),
            transport,
            policy,
            mode: config.mode,
            completions: Arc::new(CompletionRegistry {
                waiting: Mutex::default(),
                metrics,
                webhook,
            }),
            places: Arc::new(Semaphore::new(config.waiting as usize)),
            time: config.request_time,
        }
    }

    /// Works on rows until it is told to stop; takes a thread.
    ///
    /// # Errors
    /// `internal` when a thread of the worker broke down.
    pub fn work(&self, workers: Workers, stop: &Stop) -> crate::problem::Result<()> {
        let builder = Arc::new(Watched {
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

    /// Hands a request in. Gives the row that is there already, if it was handed in before.
    ///
    /// # Errors
    /// `queueUnavailable`.
    pub async fn enqueue(&self, request: NewRequest) -> Result<Option<Request>> {
        self.query(move |queue| {
            if queue.enqueue(std::slice::from_ref(&request))? > 0 {
                return Ok(None);
            }
            queue.get(&request.tenant, request.id)
        })
        .await
    }

    /// Asks the database, in turn with other requests.
    ///
    /// # Errors
    /// `queueUnavailable`.
    pub async fn query<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&dyn Queue) -> crate::problem::Result<T> + Send + 'static,
    ) -> Result<T> {
        let Ok(turn) = Arc::clone(&self.queries).acquire_owned().await else {
            return Err(Rejection::internal());
        };
        let queue = Arc::clone(&self.queue);
        let asked = blocking(move || {
            // Given back when the answer is there, also if nobody waits for it any more.
            let _turn = turn;
            ask(queue.as_ref())
        });
        Ok(asked.await??)
    }

    /// Hands a request in and waits until it is delivered.
    ///
    /// # Errors
    /// `overloaded` when too many wait; what kept it from being delivered.
    pub async fn deliver(&self, mut request: NewRequest) -> Result<Option<Request>> {
        let Ok(_place) = self.places.try_acquire() else { return Err(Rejection::overloaded()) };
        request.batch = Some(BATCH.to_owned());
        let (id, tenant) = (request.id, request.tenant.clone());
        let (tell, told) = oneshot::channel();
        // Entered before the row is there: it may be finished before this goes on.
        let is_first = {
            let mut waiting = self.completions.lock();
            let is_first = !waiting.contains_key(&id);
            if is_first {
                waiting.insert(id, Waiter { tell, problem: None });
            }
            is_first
        };
        if !is_first {
            return Err(in_progress());
        }
        let leave = Leave { completions: Arc::clone(&self.completions), id };
        self.sync_queue.expect(&tenant);
        let there = self.enqueue(request).await?;
        if let Some(row) = there {
            if row.status != Status::Error || !is_passing(row.error_code.as_deref()) {
                return Ok(Some(row));
            }
            // Nothing was sent, and what was in the way may be gone.
            let filter = chosen(&tenant, id);
            self.query(move |queue| queue.retry(&filter)).await?;
        }
        let outcome = self.outcome(&tenant, id, told).await;
        drop(leave);
        match outcome? {
            Outcome::Done => Ok(None),
            Outcome::Failed(problem) => Err((*problem).into()),
        }
    }

    async fn outcome(
        &self,
        tenant: &str,
        id: RequestId,
        mut told: oneshot::Receiver<Outcome>,
    ) -> Result<Outcome> {
        let start = Instant::now();
        // Somewhat less than the request has, so that there is time to say so.
        let time = self.time.saturating_sub(LOOK);
        loop {
            if let Ok(Ok(outcome)) = tokio::time::timeout(LOOK.min(time), &mut told).await {
                return Ok(outcome);
            }
            let asked = tenant.to_owned();
            let row = self.query(move |queue| queue.get(&asked, id)).await?;
            match row {
                Some(row) if row.status == Status::Done => return Ok(Outcome::Done),
                Some(row) if row.status == Status::Error => {
                    // The row is there a moment before it is told, and what is told has details.
                    if let Ok(Ok(outcome)) = tokio::time::timeout(LOOK, &mut told).await {
                        return Ok(outcome);
                    }
                    return Ok(Outcome::Failed(Box::new(problem_of(&row))));
                }
                _ if start.elapsed() >= time => return self.give_up(tenant, id).await,
                _ => {}
            }
        }
    }

    /// Takes a request back whose time is up, unless it is under way.
    async fn give_up(&self, tenant: &str, id: RequestId) -> Result<Outcome> {
        let filter = chosen(tenant, id);
        let canceled = self.query(move |queue| queue.cancel(&filter)).await?;
        let problem = if canceled > 0 {
            Problem::new(Code::TimeLimit, "the time allowed for this request is used up")
        } else {
            Problem::new(Code::DeliveryUnknown, "the report is still being delivered")
                .advice("look at the state of the report before asking for it again")
        };
        Err(Rejection::new(problem.detail("id", id.to_string())))
    }
}

/// The filter that chooses one row.
fn chosen(tenant: &str, id: RequestId) -> Filter {
    Filter { tenant: Some(tenant.to_owned()), ids: vec![id], ..Filter::default() }
}

/// The same request is being worked on.
pub(super) fn in_progress() -> Rejection {
    Rejection::new(
        Problem::new(Code::IdempotencyKey, "the first request with this key is not finished")
            .advice("wait for its answer"),
    )
}

/// Whether a failure says that nothing was sent and that it may work the next time.
fn is_passing(code: Option<&str>) -> bool {
    [Code::MailUnavailable, Code::MailUnusable, Code::Canceled, Code::Internal]
        .iter()
        .any(|passing| code == Some(passing.as_str()))
}

/// What a row says of its failure.
pub(super) fn problem_of(row: &Request) -> Problem {
    problem(row.error_code.as_deref(), row.error_message.as_deref())
}

fn problem(code: Option<&str>, message: Option<&str>) -> Problem {
    let known = Code::ALL.iter().find(|known| Some(known.as_str()) == code);
    Problem::new(*known.unwrap_or(&Code::MailRefused), message.unwrap_or("the report failed"))
}

/// The text of a failure as strangers may read it.
pub(super) fn public_message(row: &Request) -> Option<String> {
    let message = row.error_message.clone()?;
    let code = problem_of(row).code;
    Some(public_text(code).map_or(message, str::to_owned))
}

/// Forgets a waiter, however its request ends.
struct Leave {
    completions: Arc<CompletionRegistry>,
    id: RequestId,
}

impl Drop for Leave {
    fn drop(&mut self) {
        self.completions.lock().remove(&self.id);
    }
}

impl CompletionRegistry {
    fn lock(&self) -> MutexGuard<'_, HashMap<RequestId, Waiter>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for CompletionRegistry {
    fn settled(&self, row: &Settled<'_>) {
        if !row.held {
            return;
        }
        let code = match row.ended {
            Ended::Done => None,
            Ended::Error { code, .. } | Ended::Later { code, .. } => Some(code.as_str()),
            Ended::Released { .. } => return,
        };
        self.metrics.mailed(match row.ended {
            Ended::Done => "delivered",
            Ended::Later { .. } => "later",
            _ if code == Some(Code::DeliveryUnknown.as_str()) => "unknown",
            _ => "failed",
        });
        if let Some(pages) = row.log.and_then(|log| log.pages) {
            self.metrics.rendered(pages as usize, row.times.render);
        }
        if let (Some(webhook), Ended::Done | Ended::Error { .. }) = (&self.webhook, row.ended) {
            webhook.tell(row.request, row.ended);
        }
        let Some(waiter) = self.lock().remove(&row.request.id) else { return };
        let outcome = match row.ended {
            Ended::Error { code, message } | Ended::Later { code, message, .. } => {
                let all = waiter.problem.filter(|problem| problem.code.as_str() == code);
                Outcome::Failed(Box::new(all.unwrap_or_else(|| problem(Some(code), Some(message)))))
            }
            _ => Outcome::Done,
        };
        let _ = waiter.tell.send(outcome);
    }

    fn held_up(&self, problem: &Problem, _: Option<Duration>) {
        tracing::warn!(code = problem.code.as_str(), "delivery is held up");
    }

    fn resumed(&self) {
        tracing::info!("delivery goes on");
    }
}

/// A builder that keeps the problem of a request that somebody waits for.
struct Watched {
    builder: Arc<dyn Prepare>,
    completions: Arc<CompletionRegistry>,
}

impl Prepare for Watched {
    fn prepare(
        &self,
        request: &NewRequest,
        workspace: &mut Workspace,
        facts: &mut Facts,
    ) -> crate::problem::Result<Message> {
        self.builder.prepare(request, workspace, facts).inspect_err(|problem| {
            if let Some(waiter) = self.completions.lock().get_mut(&request.id) {
                waiter.problem = Some(problem.clone());
            }
        })
    }
}

//! Report requests that wait, are worked on, or are finished: the ledger of what was sent.
//!
//! One row per message and envelope recipient. SQLite keeps the rows of one machine in a file,
//! PostgreSQL those that several machines share; both stand behind [`Queue`] and pass one suite of
//! tests.
//!
//! # The life of a row
//!
//! ```text
//!             claim            intend              settle
//! pending ──> pending,  ─────> pending,   ───────> done | error
//!   ^         leased           about to be sent
//!   │           │ settle: later   │ worker gone
//!   └───────────┘                 └──────────────> error, deliveryUnknown
//! ```
//!
//! * [`Queue::claim`] leases rows to a worker and counts an attempt. Whatever a worker writes
//!   names the fence it was given, which grows with every claim, so that a slow one cannot finish
//!   what another took over.
//! * [`Queue::intend`] is durable before the first byte of a message leaves. A row whose worker
//!   vanished after that may have been delivered: [`Queue::recover`] ends it with
//!   `deliveryUnknown`, and only a person sends it again ([`Queue::retry`]). A transport for which
//!   sending twice is the same as sending once says so, and its rows are simply taken up again.
//! * [`Queue::settle`] records what happened, and the entry of the generation log with it, in one
//!   transaction.
//! * A row may be what kills its workers. One that was held twice by workers that vanished is
//!   suspicious: it is handed out alone and after all others. Only what happens then tells: after
//!   some more workers in a row it is parked with `attemptsExhausted`.

mod columns;
mod conditions;
mod error;
mod log;
mod notes;
pub mod postgres;
mod request;
mod signal;
pub mod sqlite;
mod token;
pub mod webhook;

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

pub use log::{LogEntry, LogFilter, Outcome};
pub use request::{
    Batch, Claim, Depth, Ended, Filter, Held, NewRequest, Request, RequestId, Settlement, Status,
    Summary, id_in_batch,
};

pub use token::{Scope, Token, Tokens};

use crate::config::{Config, DatabaseUrl};
use crate::problem::{Code, Problem, Result};

pub use webhook::{Probe, Webhooks};

/// Everything that the program remembers: requests, tokens, and webhook calls.
pub trait Database: Queue + Tokens + Webhooks + Probe {}

impl<T: Queue + Tokens + Webhooks + Probe> Database for T {}

/// The queue of [`open_database`].
///
/// # Errors
/// As for that.
pub fn open(config: &Config) -> Result<Arc<dyn Queue>> {
    Ok(open_database(config)?)
}

/// The database that the settings name, with its tables brought up to date.
///
/// # Errors
/// `queueUnavailable`; `invalidSetting` when the file with the URL cannot be used.
pub fn open_database(config: &Config) -> Result<Arc<dyn Database>> {
    let from_file = || config.database_url_file.as_deref().map(DatabaseUrl::read).transpose();
    let url = match &config.database_url {
        Some(url) => Some(url.clone()),
        None => from_file()?,
    };
    Ok(match url {
        Some(url) => Arc::new(postgres::Postgres::open(&url)?),
        None => Arc::new(sqlite::Sqlite::open(&config.state)?),
    })
}

/// A length of time in milliseconds.
fn millis(length: Duration) -> i64 {
    i64::try_from(length.as_millis()).unwrap_or(i64::MAX)
}

/// Rows that are deleted or erased in one transaction.
const PORTION: usize = 500;

/// What became of a chunk.
struct Chunk {
    /// Rows that were changed.
    done: usize,
    /// Rows that were found.
    found: usize,
}

/// Calls `work` with the size of a chunk, for `limit` rows at most, until it finds fewer than
/// that. Gives how many were changed. In between others come to their turn: SQLite has no line for
/// those who wait, they look now and then.
fn in_portions(
    limit: Option<usize>,
    mut work: impl FnMut(usize) -> Result<Chunk>,
) -> Result<usize> {
    const MOMENT: Duration = Duration::from_millis(5);
    let mut left = limit.unwrap_or(usize::MAX);
    let mut done = 0;
    loop {
        let size = PORTION.min(left);
        let started = Instant::now();
        let chunk = work(size)?;
        done += chunk.done;
        left -= chunk.found.min(left);
        if chunk.found < size || left == 0 {
            return Ok(done);
        }
        thread::sleep(started.elapsed().max(MOMENT));
    }
}

/// The database was written by a version of the program that knows more than this one.
fn newer_version(found: usize, known: usize) -> Problem {
    let message = format!(
        "the database of requests has version {found}, but this reportctl knows only {known}"
    );
    Problem::new(Code::QueueUnavailable, message).advice("use the newest reportctl everywhere")
}

/// A database of report requests, their batches and the generation log.
///
/// Calls may come from any number of threads; they block, so that async code makes them on threads
/// of their own (`spawn_blocking`). The name of a worker must be another one for every process
/// that ever runs. Every error is `queueUnavailable` (the database is
/// locked, full, gone or of a newer version) unless the method says otherwise; nothing is changed
/// then.
pub trait Queue: Send + Sync {
    /// Records a batch; one of the same tenant and key that is there already stays as it is, and
    /// is what comes back.
    fn begin_batch(&self, batch: &Batch) -> Result<Batch>;

    /// The batch of a tenant and key.
    fn batch(&self, tenant: &str, key: &str) -> Result<Option<Batch>>;

    /// Adds requests in one transaction, durable on return, and wakes waiting workers. Requests
    /// whose id is there already are left as they are. Gives how many were new.
    fn enqueue(&self, requests: &[NewRequest]) -> Result<usize>;

    /// Leases up to `limit` due rows to a worker, oldest first, and counts an attempt for each.
    /// `batch` limits the choice to the rows of one batch (tenant and key).
    ///
    /// A row that two workers held when they vanished is suspicious. It is leased after all
    /// others, one at a time, to a worker that holds nothing else, and that gets nothing else
    /// until it has settled it. When `most_crashes` workers in a row vanished with it then, it is
    /// ended with `attemptsExhausted`.
    fn claim(
        &self,
        worker: &str,
        batch: Option<(&str, &str)>,
        limit: usize,
        lease: Duration,
        most_crashes: u32,
    ) -> Result<Vec<Claim>>;

    /// Records that these rows are about to be sent, durably. Gives, for each, whether the worker
    /// still holds it; the others must not be sent. `repeatable`: sending them twice is the same
    /// as sending them once.
    fn intend(&self, worker: &str, rows: &[Held], repeatable: bool) -> Result<Vec<bool>>;

    /// Records what became of rows, with their log entries, in one transaction. Gives, for each,
    /// whether the worker still held it; the others were left as they are, but their log entries
    /// are kept. May become durable a moment later: what is lost then counts as unknown. A row that
    /// ended with `deliveryUnknown` because its worker seemed to be gone, and that nobody took up
    /// again, counts as held when the worker knows after all how it ended.
    fn settle(&self, worker: &str, settlements: &[Settlement]) -> Result<Vec<bool>>;

    /// Prolongs the leases of a worker.
    fn heartbeat(&self, worker: &str, lease: Duration) -> Result<()>;

    /// Frees the rows of workers that vanished: those that were about to be sent end with
    /// `deliveryUnknown`, the others are due again. Gives the ids of the former.
    fn recover(&self) -> Result<Vec<RequestId>>;

    /// Waits until a row is added, or for `timeout` at most. May return early.
    fn wait(&self, timeout: Duration) -> Result<()>;

    /// When the next pending row that nobody holds is due: `None` when there is none, zero when
    /// one is due now.
    fn next_due(&self, batch: Option<(&str, &str)>) -> Result<Option<Duration>>;

    /// A request of a tenant.
    fn get(&self, tenant: &str, id: RequestId) -> Result<Option<Request>>;

    /// Requests, newest first, without their data (`data` is empty); [`Queue::get`] gives it.
    fn list(&self, filter: &Filter) -> Result<Vec<Request>>;

    /// How much waits, of everything or of a batch (tenant and key). It costs the same however many
    /// rows are finished.
    fn depth(&self, batch: Option<(&str, &str)>) -> Result<Depth> {
        let (tenant, key) = batch.map(|(tenant, key)| (tenant.to_owned(), key.to_owned())).unzip();
        let summary = self.summary(&Filter { tenant, batch: key, ..Filter::default() })?;
        let Summary { pending, leased, oldest_pending, .. } = summary;
        Ok(Depth { pending, leased, oldest_pending })
    }

    /// Numbers of requests by state, and the age of the oldest pending one. Counts row by row; see
    /// [`Queue::depth`] for what is asked often.
    fn summary(&self, filter: &Filter) -> Result<Summary>;

    /// Makes ended rows (`error`) that the filter chooses pending again, with attempts counted anew; rows whose
    /// data is erased stay as they are. The rows chosen are pinned to whatever the template is
    /// then. Gives how many were.
    fn retry(&self, filter: &Filter) -> Result<usize>;

    /// Ends the pauses of pending rows that nobody holds: they are due at once. Gives how many had
    /// one.
    fn run_now(&self, filter: &Filter) -> Result<usize>;

    /// Ends pending rows that nobody holds with `canceled`. Gives how many were.
    fn cancel(&self, filter: &Filter) -> Result<usize>;

    /// Deletes ended rows that the filter chooses; their log entries stay. Gives how many were.
    /// This and [`Queue::erase`] work in portions, so that others need not wait long; what was
    /// done before an error stays done.
    fn purge(&self, filter: &Filter) -> Result<usize>;

    /// Erases the data of rows that ended more than `age` ago. Gives how many were.
    fn erase(&self, age: Duration) -> Result<usize>;

    /// Adds entries to the generation log.
    fn log(&self, entries: &[LogEntry]) -> Result<()>;

    /// Entries of the generation log, oldest first, handed to `each` one by one until it says
    /// `false`. They are read in portions: `each` may take its time, and what is added meanwhile
    /// may be among them.
    fn read_log(&self, filter: &LogFilter, each: &mut dyn FnMut(LogEntry) -> bool) -> Result<()>;
}

//! Report requests that wait, are worked on, or have ended: the record of what was sent.
//!
//! One row per message and envelope recipient. SQLite keeps the rows of one machine in a file,
//! PostgreSQL those that several machines share; both are a [`Queue`] and pass one suite of tests.
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
//! * [`Leases::claim`] leases rows to a worker and counts an attempt. All writes of a worker name
//!   the fence it was given, which grows with every claim, so that a slow worker cannot finish a
//!   row that another took over.
//! * [`Leases::intend`] is durable before the first byte of a message leaves. A row whose worker
//!   vanished after that may have been delivered: [`Leases::recover`] ends it with
//!   `deliveryUnknown`, and only a person sends it again ([`Administration::retry`]). A transport
//!   for which sending twice is the same as sending once says so, and its rows become due again.
//! * [`Leases::settle`] records the outcome, and the entry of the generation log with it, in one
//!   transaction.
//! * A row may kill its workers. A row that two workers held when they vanished is suspect: it is
//!   leased alone and after all others. When more workers in a row vanish with it, it is a dead
//!   letter: it ends with `attemptsExhausted`.

mod backend;
mod columns;
mod conditions;
mod error;
mod log;
mod marker;
mod notes;
#[cfg(feature = "postgres")]
pub mod postgres;
#[cfg(not(feature = "postgres"))]
#[path = "postgres_disabled.rs"]
mod postgres;
mod request;
mod signal;
pub mod sqlite;
mod token;
pub mod webhook;

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

pub use backend::{Administration, DeliveryLog, Intake, Leases, Queue};
pub use log::{LogEntry, LogFilter, Outcome};
#[cfg(feature = "serve")]
pub(crate) use request::SERVICE_BATCH;
pub use request::{
    BatchRecord, BatchSummary, Claim, Depth, Ended, Filter, Held, MissedVersion, NewRequest,
    Request, RequestId, Settlement, Status, Summary, id_in_batch,
};
pub(crate) use request::{FORMER_SERVICE_BATCH, PLAN_ORIGIN, origin_hash};

pub use token::{Scope, Token, Tokens};

use crate::delivery::codes;
use crate::delivery::settings::{DatabaseSettings, DatabaseSource};
use engine::problem::{Problem, Result};

pub use webhook::{Probe, Webhooks};

/// The state that the program keeps: requests, tokens, and webhook calls.
pub trait Database: Queue + Tokens + Webhooks + Probe {}

impl<T: Queue + Tokens + Webhooks + Probe> Database for T {}

/// The queue of [`open_database`].
///
/// # Errors
/// As for [`open_database`].
pub fn open(settings: &DatabaseSettings) -> Result<Arc<dyn Queue>> {
    Ok(open_database(settings)?)
}

/// The database that the settings name, with its tables brought up to date.
///
/// # Errors
/// `queueUnavailable`; `invalidSetting` when the file with the URL cannot be used.
pub fn open_database(settings: &DatabaseSettings) -> Result<Arc<dyn Database>> {
    let from_file = || settings.url_file.as_deref().map(DatabaseSource::file).transpose();
    let source = match &settings.url {
        Some(url) => Some(DatabaseSource::fixed(url.clone())),
        None => from_file()?,
    };
    Ok(match source {
        Some(source) => postgres::open(source.with_pooling(settings.pooling), &settings.state)?,
        None => Arc::new(sqlite::Sqlite::open(&settings.state)?),
    })
}

/// A length of time in milliseconds.
fn millis(length: Duration) -> i64 {
    i64::try_from(length.as_millis()).unwrap_or(i64::MAX)
}

/// Rows that are deleted or erased in one transaction.
const CHUNK: usize = 500;

/// The outcome of a chunk.
struct Chunk {
    /// Rows that were changed.
    done: usize,
    /// Rows that were found.
    found: usize,
}

/// Calls `work` with the size of a chunk, for `limit` rows at most, until it finds fewer than
/// that. Returns how many were changed. The pause between two chunks lets others write: SQLite has
/// no queue for writers, they poll for the lock.
fn in_chunks(limit: Option<usize>, mut work: impl FnMut(usize) -> Result<Chunk>) -> Result<usize> {
    const SHORTEST_PAUSE: Duration = Duration::from_millis(5);
    let mut left = limit.unwrap_or(usize::MAX);
    let mut done = 0;
    loop {
        let size = CHUNK.min(left);
        let started = Instant::now();
        let chunk = work(size)?;
        done += chunk.done;
        left -= chunk.found.min(left);
        if chunk.found < size || left == 0 {
            return Ok(done);
        }
        thread::sleep(started.elapsed().max(SHORTEST_PAUSE));
    }
}

/// As [`in_chunks`], until `most` rows were changed, however many were found.
fn in_chunks_until(most: usize, mut work: impl FnMut(usize) -> Result<Chunk>) -> Result<usize> {
    let mut changed = 0;
    in_chunks(None, |size| {
        if changed >= most {
            return Ok(Chunk { done: 0, found: 0 });
        }
        let chunk = work(size)?;
        changed += chunk.done;
        Ok(chunk)
    })
}

/// From the tables of version 1 to those of version 2, which know the archive.
const ADD_ARCHIVE: &str = "ALTER TABLE log ADD COLUMN archive text; \
    CREATE INDEX log_archived ON log (request) WHERE archive IS NOT NULL; \
    UPDATE schema_version SET version = 2;";

/// The tables are those of another version of the program.
fn other_version(found: i64, needed: i64) -> Problem {
    let message =
        format!("the database of requests has version {found}, but this reportctl needs {needed}");
    Problem::new(codes::QUEUE_UNAVAILABLE, message)
        .advice("use the reportctl that made it, or begin with a new state folder or schema")
}

//! The queue of several machines: a PostgreSQL database that they share.
//!
//! Every call is one statement, and with it one transaction and one round trip. Times are those of
//! the server's clock. Workers are woken with `NOTIFY`.
//!
//! Calls block, and must not be made on a thread that drives async tasks (use
//! `tokio::task::spawn_blocking` there).

mod change;
mod claim;
mod driver_error;
mod pool;
mod read;
mod row;
mod settle;
mod tables;
mod tokens;
mod webhooks;
mod workers;

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use postgres::Client;
use postgres::fallible_iterator::FallibleIterator;

use super::conditions::log_pages;
use super::error;
use super::marker::Marker;
use super::signal::Signal;
use super::{
    Administration, BatchRecord, BatchSummary, Chunk, Claim, Database, DeliveryLog, Depth, Filter,
    Held, Intake, Leases, LogEntry, LogFilter, MissedVersion, NewRequest, Request, RequestId,
    Settlement, Summary, in_chunks,
};
use crate::delivery::codes;
use crate::delivery::settings::{DatabaseSource, DatabaseUrl};
use engine::problem::{Problem, Result};
use pool::Pool;
use workers::WorkerLocks;

/// Interval at which `claim` looks for vanished workers.
const MAINTENANCE_INTERVAL: Duration = Duration::from_secs(1);

/// Milliseconds since 1970 by the server's clock, for SQL.
const NOW: &str = "(extract(epoch from statement_timestamp()) * 1000)::int8";

/// The queue in a PostgreSQL database.
pub struct Postgres {
    pool: Pool,
    workers: Mutex<WorkerLocks>,
    /// A connection that listens, and the number of its database.
    listener: Mutex<Option<(u64, Client)>>,
    signal: Signal,
    maintenance: Mutex<Maintenance>,
    /// Tenants and keys of batches that are there.
    batches: Mutex<HashSet<(String, String)>>,
    /// Says on this machine that there are tokens.
    marker: Option<Marker>,
}

#[derive(Default)]
struct Maintenance {
    last: Option<Instant>,
    /// Rows of unknown delivery that `recover` has not returned yet.
    unknown: Vec<RequestId>,
}

/// The database that a URL names, with its tables brought up to date, and its marker in the state folder
/// of this machine.
///
/// # Errors
/// `queueUnavailable`.
pub(super) fn open(source: DatabaseSource, state: &Path) -> Result<Arc<dyn Database>> {
    let database = Postgres::open_source(source)?;
    Ok(Arc::new(Postgres { marker: Some(Marker::in_folder(state)), ..database }))
}

impl Postgres {
    /// Opens the database of a URL. The tables are in the schema `reportctl`, or in the one that
    /// the URL sets as `search_path`; both are made when they are missing.
    ///
    /// # Errors
    /// `queueUnavailable`; `invalidSetting` for a URL that cannot be one.
    pub fn open(url: &DatabaseUrl) -> Result<Self> {
        Self::open_source(DatabaseSource::fixed(url.clone()))
    }

    /// The same with a URL that may be replaced. A new one counts from the next connection on; its
    /// schema must be the same.
    ///
    /// # Errors
    /// Those of [`Postgres::open`].
    pub fn open_source(source: DatabaseSource) -> Result<Self> {
        let pool = Pool::new(source)?;
        pool.with(|_| Ok(()))?;
        Ok(Self {
            pool,
            workers: Mutex::default(),
            listener: Mutex::default(),
            signal: Signal::default(),
            maintenance: Mutex::default(),
            batches: Mutex::default(),
            marker: None,
        })
    }

    /// The channel on which new rows are announced.
    fn channel(&self) -> String {
        format!("reportctl_{}", self.pool.schema)
    }

    fn maintenance(&self) -> Result<()> {
        let mut maintenance = self.maintenance.lock();
        if maintenance.last.is_some_and(|last| last.elapsed() < MAINTENANCE_INTERVAL) {
            return Ok(());
        }
        maintenance.last = Some(Instant::now());
        drop(maintenance);
        self.recover_now()
    }

    fn recover_now(&self) -> Result<()> {
        let own: Vec<String> = {
            let mut workers = self.workers.lock();
            workers.keep(&self.pool)?;
            workers.own.iter().cloned().collect()
        };
        let unknown = self.pool.with(|connection| settle::recover(connection, &own))?;
        self.maintenance.lock().unknown.extend(unknown);
        Ok(())
    }

    /// Waits for a notification. The first call only begins to listen: what came before it must
    /// be looked for.
    fn listen(&self, listener: &mut Option<(u64, Client)>, timeout: Duration) -> error::Result<()> {
        listener.take_if(|(database, _)| *database != self.pool.database());
        let Some((_, client)) = listener else {
            let (database, mut client) = self.pool.connect()?;
            client.batch_execute(&format!("LISTEN {}", self.channel()))?;
            *listener = Some((database, client));
            return Ok(());
        };
        let heard = client.notifications().timeout_iter(timeout).next();
        if client.is_closed() || heard.is_err() {
            *listener = None;
            heard?;
            return Err(Problem::new(
                codes::QUEUE_UNAVAILABLE,
                "the database of requests cannot be used: the connection was closed",
            )
            .into());
        }
        // One look for work answers all that came so far.
        while client.notifications().iter().next().is_ok_and(|more| more.is_some()) {}
        self.signal.give();
        Ok(())
    }
}

impl Intake for Postgres {
    fn begin_batch(&self, batch: &BatchRecord) -> Result<BatchRecord> {
        self.pool.with(|connection| {
            change::begin_batch(connection, batch)?;
            let known = read::batch(connection, &batch.tenant, &batch.key)?;
            Ok(known.unwrap_or_else(|| batch.clone()))
        })
    }

    fn batch(&self, tenant: &str, key: &str) -> Result<Option<BatchRecord>> {
        self.pool.with(|connection| read::batch(connection, tenant, key))
    }

    fn enqueue(&self, requests: &[NewRequest]) -> Result<usize> {
        if requests.is_empty() {
            return Ok(0);
        }
        let channel = self.channel();
        let added = self.pool.with(|connection| {
            change::know_batches(connection, requests, &mut self.batches.lock())?;
            change::enqueue(connection, requests, &channel)
        })?;
        if added > 0 {
            self.signal.give();
        }
        Ok(added)
    }
}

impl Leases for Postgres {
    fn claim(
        &self,
        worker: &str,
        batch: Option<(&str, &str)>,
        limit: usize,
        lease: Duration,
        most_crashes: u32,
    ) -> Result<Vec<Claim>> {
        self.workers.lock().register(&self.pool, worker)?;
        self.signal.looking();
        self.maintenance()?;
        let claim_request = claim::PostgresClaim { worker, batch, limit, lease, most_crashes };
        self.pool.with(|connection| claim::claim(connection, &claim_request))
    }

    fn claim_of_others(
        &self,
        worker: &str,
        tenants: &[String],
        limit: usize,
        lease: Duration,
    ) -> Result<Vec<Claim>> {
        self.pool
            .with(|connection| claim::claim_of_others(connection, (worker, tenants), limit, lease))
    }

    fn intend(&self, worker: &str, rows: &[Held], repeatable: bool) -> Result<Vec<bool>> {
        self.pool.with(|connection| claim::intend(connection, worker, rows, repeatable))
    }

    fn settle(&self, worker: &str, settlements: &[Settlement]) -> Result<Vec<bool>> {
        self.pool.with(|connection| settle::settle(connection, worker, settlements))
    }

    fn heartbeat(&self, worker: &str, lease: Duration) -> Result<()> {
        self.workers.lock().keep(&self.pool)?;
        self.pool.with(|connection| claim::heartbeat(connection, worker, lease))
    }

    fn recover(&self) -> Result<Vec<RequestId>> {
        self.recover_now()?;
        Ok(std::mem::take(&mut self.maintenance.lock().unknown))
    }

    fn wait(&self, timeout: Duration) -> Result<()> {
        match self.listener.try_lock() {
            Some(mut listener) => Ok(self.listen(&mut listener, timeout)?),
            // Another thread listens, and passes it on.
            None => {
                self.signal.wait(timeout, timeout, || false);
                Ok(())
            }
        }
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn due_tenants(&self, key: &str) -> Result<BTreeMap<String, Duration>> {
        self.signal.looking();
        self.maintenance()?;
        self.pool.with(|connection| claim::due_tenants(connection, key))
    }

    fn next_due(&self, batch: Option<(&str, &str)>) -> Result<Option<Duration>> {
        self.pool.with(|connection| claim::next_due(connection, batch))
    }
}

impl Administration for Postgres {
    fn get(&self, tenant: &str, id: RequestId) -> Result<Option<Request>> {
        self.pool.with(|connection| read::get(connection, tenant, id))
    }

    fn list(&self, filter: &Filter) -> Result<Vec<Request>> {
        self.pool.with(|connection| read::list(connection, filter))
    }

    fn missed_versions(&self) -> Result<Vec<MissedVersion>> {
        self.pool.with(read::missed_versions)
    }

    fn batches(&self, tenant: Option<&str>, limit: Option<usize>) -> Result<Vec<BatchSummary>> {
        self.pool.with(|connection| read::batches(connection, tenant, limit))
    }

    fn depth(&self, batch: Option<(&str, &str)>) -> Result<Depth> {
        self.pool.with(|connection| read::depth(connection, batch))
    }

    fn summary(&self, filter: &Filter) -> Result<Summary> {
        self.pool.with(|connection| read::summary(connection, filter))
    }

    fn retry(&self, filter: &Filter) -> Result<usize> {
        let channel = self.channel();
        let retried = self.pool.with(|connection| change::retry(connection, filter, &channel))?;
        if retried > 0 {
            self.signal.give();
        }
        Ok(retried)
    }

    fn run_now(&self, filter: &Filter) -> Result<usize> {
        let channel = self.channel();
        let changed = self.pool.with(|connection| change::run_now(connection, filter, &channel))?;
        if changed > 0 {
            self.signal.give();
        }
        Ok(changed)
    }

    fn cancel(&self, filter: &Filter) -> Result<usize> {
        self.pool.with(|connection| change::cancel(connection, filter))
    }

    fn purge(&self, filter: &Filter) -> Result<usize> {
        let mut below = None;
        in_chunks(filter.limit, |size| {
            let (chunk, lowest) =
                self.pool.with(|connection| change::purge(connection, filter, below, size))?;
            below = lowest;
            Ok(chunk)
        })
    }

    fn erase(&self, age: Duration) -> Result<usize> {
        in_chunks(None, |size| {
            let erased = self.pool.with(|connection| change::erase(connection, age, size))?;
            Ok(Chunk { done: erased, found: erased })
        })
    }
}

impl DeliveryLog for Postgres {
    fn log(&self, entries: &[LogEntry]) -> Result<()> {
        self.pool.with(|connection| settle::log(connection, entries))
    }

    fn read_log(&self, filter: &LogFilter, each: &mut dyn FnMut(LogEntry) -> bool) -> Result<()> {
        log_pages(
            filter.limit,
            each,
            |newest| self.pool.with(|connection| read::log_start(connection, filter, newest)),
            |after, most| {
                self.pool.with(|connection| read::log_page(connection, filter, after, most))
            },
        )
    }
}

//! The queue of several machines: a PostgreSQL database that they share.
//!
//! Every call is one statement, and with it one transaction and one round trip. Times are those of
//! the server's clock. `NOTIFY` is a doorbell: it wakes workers earlier than they would look themselves, and
//! nothing depends on it. Behind a pooler by transaction a poll takes its place.
//!
//! Calls block, and must not be made on a thread that drives async tasks (use
//! `tokio::task::spawn_blocking` there).

mod change;
mod claim;
mod driver_error;
mod mark;
mod partitions;
mod pool;
mod read;
mod row;
mod settle;
mod tables;
mod tokens;
mod webhooks;
mod workers;

use std::borrow::Cow;
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
    Settlement, Summary, in_chunks, in_chunks_until,
};
use crate::base::pace::Pace;
use crate::delivery::codes;
use crate::delivery::settings::{DatabaseSource, DatabaseUrl};
use engine::problem::{Problem, Result};
use mark::ClaimMarks;
use pool::Pool;
use workers::{LEASE_ONLY, WorkerLocks};

/// Interval at which `claim` looks for vanished workers: beside a transaction that stays open, dead entries of rows that
/// were held make such a look longer.
const MAINTENANCE: Pace = Pace { least: Duration::from_secs(1), times: 20 };

/// Interval at which partitions are made for days to come.
const PARTITIONS_INTERVAL: Duration = Duration::from_secs(60 * 60);

/// Interval at which a waiting thread looks for rows that were added, where nothing announces them.
const POLL: Duration = Duration::from_millis(250);

/// Interval at which the time of the next row is looked for among all rows.
const WHOLE_LOOK: Pace = Pace { least: Duration::from_secs(1), times: 20 };

/// Milliseconds since 1970 by the server's clock, for SQL.
const NOW: &str = "(extract(epoch from statement_timestamp()) * 1000)::int8";

/// The time from which a row is due that comes back without a pause: since it was created, as long as the clock of
/// the server was not set back. It is never 0, which rows have that were never claimed.
const BACK: &str = "least(created_at, (extract(epoch from statement_timestamp()) * 1000)::int8)";

/// The queue in a PostgreSQL database.
pub struct Postgres {
    pool: Pool,
    workers: Mutex<WorkerLocks>,
    /// A connection that listens, and the number of its database.
    listener: Mutex<Option<(u64, Client)>>,
    /// Rows added up to the last poll.
    watch: Mutex<AddedRows>,
    /// Numbers of the rows at which claims begin.
    marks: ClaimMarks,
    /// Due time of the next search of all rows for the one that is due first.
    whole_look: Mutex<Option<Instant>>,
    signal: Signal,
    maintenance: Mutex<Maintenance>,
    /// Tenants and keys of batches that are there.
    batches: Mutex<HashSet<(String, String)>>,
    /// Marks on this machine that there are tokens.
    marker: Option<Marker>,
}

#[derive(Default)]
struct Maintenance {
    /// Due time of the next maintenance.
    next: Option<Instant>,
    /// Time at which partitions were made last.
    partitions: Option<Instant>,
    /// Rows of unknown delivery that `recover` has not returned yet.
    unknown: Vec<RequestId>,
}

#[derive(Default)]
struct AddedRows {
    /// The number that was given to a row last.
    last: Option<i64>,
    /// Time of a further look that counts as successful: the transaction that added the row may end
    /// a little later.
    again: Option<Instant>,
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

    /// Opens the database of a URL that may be replaced. A new URL counts from the next connection
    /// on; its schema must be the same.
    ///
    /// # Errors
    /// Errors of [`Postgres::open`].
    pub fn open_source(source: DatabaseSource) -> Result<Self> {
        let pool = Pool::new(source)?;
        pool.with(|_| Ok(()))?;
        Ok(Self {
            pool,
            workers: Mutex::default(),
            listener: Mutex::default(),
            watch: Mutex::default(),
            marks: ClaimMarks::default(),
            whole_look: Mutex::default(),
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

    /// The name of a worker in its rows.
    fn name<'a>(&self, worker: &'a str) -> Cow<'a, str> {
        if self.pool.is_by_transaction() {
            return Cow::Owned(format!("{worker}{LEASE_ONLY}"));
        }
        Cow::Borrowed(worker)
    }

    /// Returns `true` if rows were added since the last look.
    fn has_news(&self) -> Result<bool> {
        let last = self.pool.with(read::last_number)?;
        let mut watch = self.watch.lock();
        let now = Instant::now();
        if watch.last != Some(last) {
            *watch = AddedRows { last: Some(last), again: Some(now + POLL) };
            return Ok(true);
        }
        Ok(watch.again.take_if(|again| *again <= now).is_some())
    }

    fn maintenance(&self) -> Result<()> {
        let mut maintenance = self.maintenance.lock();
        let started = Instant::now();
        if maintenance.next.is_some_and(|next| started < next) {
            return Ok(());
        }
        maintenance.next = Some(started + MAINTENANCE.least);
        let made = &mut maintenance.partitions;
        let has_partitions = made.is_some_and(|made| made.elapsed() < PARTITIONS_INTERVAL);
        *made = Some(made.filter(|_| has_partitions).unwrap_or_else(Instant::now));
        drop(maintenance);
        if !has_partitions {
            self.pool.with(|connection| connection.transaction(partitions::make_ahead))?;
        }
        let started = Instant::now();
        self.recover_now()?;
        let pause = MAINTENANCE.pause(started.elapsed());
        self.maintenance.lock().next = Some(Instant::now() + pause);
        Ok(())
    }

    /// Drops the partitions all of whose rows are older than this, and returns about how many rows they had.
    fn drop_partitions(&self, table: &partitions::Partitioned, age: Duration) -> Result<usize> {
        let drop_oldest = || {
            let drop_one = |client: &mut Client| partitions::drop_oldest(client, table, age);
            self.pool.with(|connection| connection.transaction(drop_one))
        };
        let mut dropped = 0;
        while let Some(rows) = drop_oldest()? {
            dropped += rows;
        }
        Ok(dropped)
    }

    fn recover_now(&self) -> Result<()> {
        let own: Vec<String> = {
            let mut workers = self.workers.lock();
            workers.keep(&self.pool)?;
            workers.own.iter().map(|worker| self.name(worker).into_owned()).collect()
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
        let worker = &*self.name(worker);
        let look = self.marks.look(batch);
        let low = look.low;
        let claim_request = claim::PostgresClaim { worker, batch, limit, lease, most_crashes, low };
        let claimed = self.pool.with(|connection| claim::claim(connection, &claim_request))?;
        self.marks.looked(look, claimed.highest);
        Ok(claimed.claims)
    }

    fn claim_of_others(
        &self,
        worker: &str,
        tenants: &[String],
        limit: usize,
        lease: Duration,
    ) -> Result<Vec<Claim>> {
        let worker = &*self.name(worker);
        let low = self.marks.look(None).low;
        self.pool.with(|connection| {
            claim::claim_of_others(connection, (worker, tenants), limit, lease, low)
        })
    }

    fn intend(&self, worker: &str, rows: &[Held], repeatable: bool) -> Result<Vec<bool>> {
        let worker = &*self.name(worker);
        self.pool.with(|connection| claim::intend(connection, worker, rows, repeatable))
    }

    fn settle(&self, worker: &str, settlements: &[Settlement]) -> Result<Vec<bool>> {
        let worker = &*self.name(worker);
        self.pool.with(|connection| settle::settle(connection, worker, settlements))
    }

    fn heartbeat(&self, worker: &str, lease: Duration) -> Result<()> {
        self.workers.lock().keep(&self.pool)?;
        let worker = &*self.name(worker);
        self.pool.with(|connection| claim::heartbeat(connection, worker, lease))
    }

    fn recover(&self) -> Result<Vec<RequestId>> {
        self.recover_now()?;
        Ok(std::mem::take(&mut self.maintenance.lock().unknown))
    }

    fn wait(&self, timeout: Duration) -> Result<()> {
        if self.pool.is_by_transaction() {
            let mut failed = None;
            self.signal.wait(timeout, POLL, || match self.has_news() {
                Ok(has_news) => has_news,
                Err(problem) => {
                    failed = Some(problem);
                    true
                }
            });
            return failed.map_or(Ok(()), Err);
        }
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
        let started = Instant::now();
        let is_whole = self.whole_look.lock().is_none_or(|due| due <= started);
        let low = if is_whole { 0 } else { self.marks.look(batch).low };
        let due = self.pool.with(|connection| claim::next_due(connection, batch, low))?;
        if is_whole {
            *self.whole_look.lock() = Some(Instant::now() + WHOLE_LOOK.pause(started.elapsed()));
            if due == Some(Duration::ZERO) {
                // The claim before found nothing: the row has a lower number.
                self.marks.look_at_all(batch);
            }
        }
        Ok(due)
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

    fn tenants_of_batch(&self, key: &str) -> Result<Vec<String>> {
        self.pool.with(|connection| read::tenants_of_batch(connection, key))
    }

    fn depth(&self, batch: Option<(&str, &str)>) -> Result<Depth> {
        self.pool.with(|connection| read::depth(connection, batch))
    }

    fn pending_up_to(&self, most: u64) -> Result<u64> {
        self.pool.with(|connection| read::pending_up_to(connection, most))
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
        let mut erased = in_chunks(None, |size| {
            let erased = self.pool.with(|connection| change::erase(connection, age, size))?;
            Ok(Chunk { done: erased, found: erased })
        })?;
        erased += self.drop_partitions(&partitions::FINISHED_DATA, age)?;
        erased += in_chunks(None, |size| {
            let erased = self.pool.with(|connection| change::erase_edge(connection, age, size))?;
            Ok(Chunk { done: erased, found: erased })
        })?;
        Ok(erased)
    }

    fn forget(&self, age: Duration, most: usize) -> Result<usize> {
        if self.pool.with(read::log_since)?.is_none() {
            // The tables are upgraded at the next start.
            return Ok(0);
        }
        self.pool.with(|connection| change::raise_log_since(connection, age))?;
        self.drop_partitions(&partitions::LOG, age)?;
        let entries = in_chunks(Some(most), |size| {
            let done = self.pool.with(|connection| change::forget_log(connection, age, size))?;
            Ok(Chunk { done, found: done })
        })?;
        let mut after = 0;
        let rows = in_chunks_until(most.saturating_sub(entries), |size| {
            let (chunk, last) =
                self.pool.with(|connection| change::forget(connection, age, after, size))?;
            after = last;
            Ok(chunk)
        })?;
        Ok(entries + rows)
    }
}

impl DeliveryLog for Postgres {
    fn log(&self, entries: &[LogEntry]) -> Result<()> {
        self.pool.with(|connection| settle::log(connection, entries))
    }

    fn log_since(&self) -> Result<i64> {
        Ok(self.pool.with(read::log_since)?.unwrap_or(0))
    }

    fn read_log(&self, filter: &LogFilter, each: &mut dyn FnMut(LogEntry) -> bool) -> Result<()> {
        log_pages(
            filter,
            each,
            |newest| self.pool.with(|connection| read::log_start(connection, filter, newest)),
            |after, most| {
                self.pool.with(|connection| read::log_page(connection, filter, after, most))
            },
        )
    }
}

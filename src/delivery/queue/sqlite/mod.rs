//! The queue of one machine: a SQLite file that any number of its processes share.
//!
//! One connection of a process writes, in transactions that begin by taking the lock, so that no
//! two decide on what they read alone; others read. See the module `sync` for what is durable when.

mod change;
mod claim;
mod connection;
mod driver_error;
mod read;
mod row;
mod settle;
mod sync;
mod tokens;
mod webhooks;
mod workers;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::conditions::log_pages;
use super::error;
use super::marker::{Marker, create_folder};
use super::signal::Signal;
use super::{
    Administration, BatchRecord, BatchSummary, Chunk, Claim, DeliveryLog, Depth, Filter, Held,
    Intake, Leases, LogEntry, LogFilter, MissedVersion, NewRequest, Request, RequestId, Settlement,
    Summary, in_chunks, in_chunks_until, millis,
};
use crate::base::clock;
use crate::base::files;
use engine::problem::{Problem, Result};
use sync::{GroupSync, Ticket};
use workers::WorkerFiles;

/// Name of the file in the state folder.
pub const FILE_NAME: &str = "state.db";

/// Interval at which a waiting thread looks for changes by other processes.
const POLL: Duration = Duration::from_millis(100);
/// Interval at which `claim` looks for vanished workers.
const MAINTENANCE_INTERVAL: Duration = Duration::from_secs(1);
/// Readers kept open.
const READERS: usize = 4;

/// Milliseconds since 1970.
type Clock = Box<dyn Fn() -> i64 + Send + Sync>;

/// Options for tests.
#[derive(Default)]
pub struct SqliteOptions {
    /// The clock, in milliseconds since 1970; that of the system without it.
    pub clock: Option<Clock>,
    /// Longest wait for another process that writes.
    pub timeout: Option<Duration>,
    /// Most pages of the file: a disk that is full.
    pub max_pages: Option<u32>,
}

/// The queue in a file.
pub struct Sqlite {
    path: PathBuf,
    /// Marks beside the database that there are tokens.
    marker: Marker,
    writer: Mutex<Connection>,
    readers: Mutex<Vec<Connection>>,
    watch: Mutex<ChangeWatch>,
    sync: GroupSync,
    workers: Mutex<WorkerFiles>,
    signal: Signal,
    maintenance: Mutex<SqliteMaintenance>,
    options: SqliteOptions,
}

/// Sees that another connection changed something.
struct ChangeWatch {
    connection: Connection,
    version: i64,
}

#[derive(Default)]
struct SqliteMaintenance {
    last: Option<Instant>,
    /// Rows of unknown delivery that `recover` has not returned yet.
    unknown: Vec<RequestId>,
}

impl Sqlite {
    /// Opens the database in a state folder; both are made when they are missing.
    ///
    /// # Errors
    /// `queueUnavailable`.
    pub fn open(folder: &Path) -> Result<Self> {
        Self::open_with(folder, SqliteOptions::default())
    }

    /// As [`Sqlite::open`], with what tests choose.
    ///
    /// # Errors
    /// `queueUnavailable`.
    pub fn open_with(folder: &Path, options: SqliteOptions) -> Result<Self> {
        create_folder(folder)?;
        let path = folder.join(FILE_NAME);
        Self::open_file(&path, options)
            .map_err(|error| Problem::from(error).file(files::display_name(&path)))
    }

    fn open_file(path: &Path, options: SqliteOptions) -> error::Result<Self> {
        let mut writer = connection::writer(path, options.timeout)?;
        connection::create_tables(&mut writer)?;
        if let Some(pages) = options.max_pages {
            writer.pragma_update(None, "max_page_count", pages)?;
        }
        let watch = connection::reader(path, options.timeout)?;
        let version = data_version(&watch)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        Ok(Self {
            sync: GroupSync::new(path)?,
            path: path.to_owned(),
            marker: Marker::in_folder(folder),
            writer: Mutex::new(writer),
            readers: Mutex::default(),
            watch: Mutex::new(ChangeWatch { connection: watch, version }),
            workers: Mutex::new(WorkerFiles::new(folder.join("workers"))),
            signal: Signal::default(),
            maintenance: Mutex::default(),
            options,
        })
    }

    /// Milliseconds since 1970.
    fn now(&self) -> i64 {
        match &self.options.clock {
            Some(clock) => clock(),
            None => clock::millis(),
        }
    }

    /// Changes something in one transaction: all of it or nothing.
    fn write<T>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> error::Result<T>,
    ) -> Result<(T, Ticket)> {
        let mut writer = self.writer.lock();
        let change = || {
            let transaction = writer.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let result = work(&transaction)?;
            transaction.commit()?;
            Ok(result)
        };
        let result = self.locate(change)?;
        Ok((result, self.sync.committed()))
    }

    /// As [`Self::write`], and what was changed outlives a power cut.
    fn write_durably<T>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> error::Result<T>,
    ) -> Result<T> {
        let (result, ticket) = self.write(work)?;
        self.sync.wait(ticket)?;
        Ok(result)
    }

    /// Reads one consistent state.
    fn read<T>(&self, work: impl FnOnce(&Transaction<'_>) -> error::Result<T>) -> Result<T> {
        self.locate(|| {
            let idle = self.readers.lock().pop();
            let mut reader = match idle {
                Some(reader) => reader,
                None => connection::reader(&self.path, self.options.timeout)?,
            };
            let transaction = reader.transaction()?;
            let result = work(&transaction)?;
            transaction.finish()?;
            let mut readers = self.readers.lock();
            if readers.len() < READERS {
                readers.push(reader);
            }
            Ok(result)
        })
    }

    /// Names the file in a problem.
    fn locate<T>(&self, work: impl FnOnce() -> error::Result<T>) -> Result<T> {
        work().map_err(|error| Problem::from(error).file(files::display_name(&self.path)))
    }

    /// Returns `true` if another connection changed something since the last look.
    fn has_changed(&self) -> bool {
        let mut watch = self.watch.lock();
        // Trouble is reported by the next worker that looks for work.
        let Ok(version) = data_version(&watch.connection) else { return false };
        std::mem::replace(&mut watch.version, version) != version
    }
}

impl Intake for Sqlite {
    fn begin_batch(&self, batch: &BatchRecord) -> Result<BatchRecord> {
        self.write_durably(|transaction| change::begin_batch(transaction, batch))
    }

    fn batch(&self, tenant: &str, key: &str) -> Result<Option<BatchRecord>> {
        self.read(|transaction| read::batch(transaction, tenant, key))
    }

    fn enqueue(&self, requests: &[NewRequest]) -> Result<usize> {
        let now = self.now();
        let added = self.write_durably(|write| change::enqueue(write, requests, now))?;
        if added > 0 {
            self.signal.give();
        }
        Ok(added)
    }
}

impl Leases for Sqlite {
    fn claim(
        &self,
        worker: &str,
        batch: Option<(&str, &str)>,
        limit: usize,
        lease: Duration,
        most_crashes: u32,
    ) -> Result<Vec<Claim>> {
        self.workers.lock().register(worker)?;
        self.signal.looking();
        self.maintenance()?;
        let claim = |transaction: &Transaction<'_>| {
            // Now, not before it waited for others that write: the lease would be over already.
            let now = self.now();
            let claim_request =
                claim::SqliteClaim { worker, batch, limit, now, lease, most_crashes };
            claim::claim(transaction, &claim_request)
        };
        Ok(self.write(claim)?.0)
    }

    fn claim_of_others(
        &self,
        worker: &str,
        tenants: &[String],
        limit: usize,
        lease: Duration,
    ) -> Result<Vec<Claim>> {
        let now = self.now();
        // Looked for without keeping others from writing.
        let found = self.read(|transaction| claim::due_of_others(transaction, tenants, now, 1))?;
        if found.is_empty() {
            return Ok(Vec::new());
        }
        let claim = |transaction: &Transaction<'_>| {
            let (now, batch, most_crashes) = (self.now(), None, u32::MAX);
            let claim_request =
                claim::SqliteClaim { worker, batch, limit, now, lease, most_crashes };
            claim::claim_of_others(transaction, &claim_request, tenants)
        };
        Ok(self.write(claim)?.0)
    }

    fn intend(&self, worker: &str, rows: &[Held], repeatable: bool) -> Result<Vec<bool>> {
        self.write_durably(|transaction| claim::intend(transaction, worker, rows, repeatable))
    }

    fn settle(&self, worker: &str, settlements: &[Settlement]) -> Result<Vec<bool>> {
        let now = self.now();
        Ok(self.write(|transaction| settle::settle(transaction, worker, settlements, now))?.0)
    }

    fn heartbeat(&self, worker: &str, lease: Duration) -> Result<()> {
        self.write(|transaction| {
            let until = self.now().saturating_add(millis(lease));
            claim::heartbeat(transaction, worker, until)
        })?;
        Ok(())
    }

    fn recover(&self) -> Result<Vec<RequestId>> {
        self.recover_now()?;
        Ok(std::mem::take(&mut self.maintenance.lock().unknown))
    }

    fn wait(&self, timeout: Duration) -> Result<()> {
        self.signal.wait(timeout, POLL, || self.has_changed());
        Ok(())
    }

    fn due_tenants(&self, key: &str) -> Result<BTreeMap<String, Duration>> {
        self.signal.looking();
        self.maintenance()?;
        let now = self.now();
        self.read(|transaction| claim::due_tenants(transaction, key, now))
    }

    fn next_due(&self, batch: Option<(&str, &str)>) -> Result<Option<Duration>> {
        let now = self.now();
        self.read(|transaction| claim::next_due(transaction, batch, now))
    }
}

impl Administration for Sqlite {
    fn get(&self, tenant: &str, id: RequestId) -> Result<Option<Request>> {
        self.read(|transaction| read::get(transaction, tenant, id))
    }

    fn list(&self, filter: &Filter) -> Result<Vec<Request>> {
        self.read(|transaction| read::list(transaction, filter))
    }

    fn missed_versions(&self) -> Result<Vec<MissedVersion>> {
        self.read(read::missed_versions)
    }

    fn batches(&self, tenant: Option<&str>, limit: Option<usize>) -> Result<Vec<BatchSummary>> {
        self.read(|transaction| read::batches(transaction, tenant, limit))
    }

    fn tenants_of_batch(&self, key: &str) -> Result<Vec<String>> {
        self.read(|transaction| read::tenants_of_batch(transaction, key))
    }

    fn depth(&self, batch: Option<(&str, &str)>) -> Result<Depth> {
        let now = self.now();
        self.read(|transaction| read::depth(transaction, batch, now))
    }

    fn pending_up_to(&self, most: u64) -> Result<u64> {
        self.read(|transaction| read::pending_up_to(transaction, most))
    }

    fn summary(&self, filter: &Filter) -> Result<Summary> {
        let now = self.now();
        self.read(|transaction| read::summary(transaction, filter, now))
    }

    fn retry(&self, filter: &Filter) -> Result<usize> {
        let retried = self.write_durably(|transaction| change::retry(transaction, filter))?;
        if retried > 0 {
            self.signal.give();
        }
        Ok(retried)
    }

    fn run_now(&self, filter: &Filter) -> Result<usize> {
        let changed = self.write_durably(|write| change::run_now(write, filter))?;
        if changed > 0 {
            self.signal.give();
        }
        Ok(changed)
    }

    fn cancel(&self, filter: &Filter) -> Result<usize> {
        let now = self.now();
        self.write_durably(|transaction| change::cancel(transaction, filter, now))
    }

    fn purge(&self, filter: &Filter) -> Result<usize> {
        let mut below = None;
        in_chunks(filter.limit, |size| {
            let numbers = self.write_durably(|write| change::purge(write, filter, below, size))?;
            below = numbers.last().copied();
            Ok(Chunk { done: numbers.len(), found: numbers.len() })
        })
    }

    fn erase(&self, age: Duration) -> Result<usize> {
        let until = self.now().saturating_sub(millis(age));
        in_chunks(None, |size| {
            let erased = self.write_durably(|write| change::erase(write, until, size))?;
            Ok(Chunk { done: erased, found: erased })
        })
    }

    fn forget(&self, age: Duration, most: usize) -> Result<usize> {
        let until = self.now().saturating_sub(millis(age));
        self.write_durably(|write| change::raise_log_since(write, until))?;
        let entries = in_chunks(Some(most), |size| {
            let done = self.write_durably(|write| change::forget_log(write, until, size))?;
            Ok(Chunk { done, found: done })
        })?;
        let mut after = 0;
        let rows = in_chunks_until(most.saturating_sub(entries), |size| {
            let rows = self.write_durably(|write| change::forget(write, until, after, size))?;
            after = rows.last;
            Ok(rows.chunk)
        })?;
        Ok(entries + rows)
    }
}

impl DeliveryLog for Sqlite {
    fn log(&self, entries: &[LogEntry]) -> Result<()> {
        self.write_durably(|transaction| settle::log(transaction, entries))
    }

    fn log_since(&self) -> Result<i64> {
        self.read(read::log_since)
    }

    fn read_log(&self, filter: &LogFilter, each: &mut dyn FnMut(LogEntry) -> bool) -> Result<()> {
        log_pages(
            filter,
            each,
            |newest| self.read(|transaction| read::log_start(transaction, filter, newest)),
            |after, most| self.read(|transaction| read::log_page(transaction, filter, after, most)),
        )
    }
}

impl Sqlite {
    /// Looks for vanished workers, if that was not done just now.
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
        let now = self.now();
        let holders = self.read(|transaction| settle::holders(transaction, now))?;
        let gone: Vec<String> = {
            let workers = self.workers.lock();
            holders.workers.into_iter().filter(|worker| !workers.is_alive(worker)).collect()
        };
        if gone.is_empty() && !holders.overdue {
            return Ok(());
        }
        let unknown = self.write_durably(|write| settle::recover(write, &gone, now))?;
        self.maintenance.lock().unknown.extend(unknown);
        Ok(())
    }
}

fn data_version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.prepare_cached("PRAGMA data_version")?.query_row((), |row| row.get(0))
}

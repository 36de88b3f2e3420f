//! Traits of a backend of the queue, one for each kind of caller.
//!
//! Calls may come from any number of threads; they block, so that async code makes them on threads
//! of their own (`spawn_blocking`). Every error is `queueUnavailable` (the database is locked,
//! full, gone or of a newer version) unless the method says otherwise; nothing is changed then.

use std::collections::BTreeMap;
use std::time::Duration;

use super::{
    BatchRecord, BatchSummary, Claim, Depth, Filter, Held, LogEntry, LogFilter, MissedVersion,
    NewRequest, Request, RequestId, Settlement, Summary,
};
use engine::problem::Result;

/// A database of report requests, their batches and the generation log.
pub trait Queue: Intake + Leases + Administration + DeliveryLog {}

impl<T: Intake + Leases + Administration + DeliveryLog> Queue for T {}

/// Adding requests: commands, batches, the service.
pub trait Intake: Send + Sync {
    /// Records a batch and returns it; one of the same tenant and key that is there already stays
    /// as it is and is returned instead.
    fn begin_batch(&self, batch: &BatchRecord) -> Result<BatchRecord>;

    /// The batch of a tenant and key.
    fn batch(&self, tenant: &str, key: &str) -> Result<Option<BatchRecord>>;

    /// Adds requests in one transaction, durable on return, and wakes waiting workers. Requests
    /// whose id is there already are left as they are. Returns how many were new.
    fn enqueue(&self, requests: &[NewRequest]) -> Result<usize>;
}

/// Working on requests: workers. The name of a worker must be another one for every process that
/// ever runs.
pub trait Leases: Send + Sync {
    /// Leases up to `limit` due rows to a worker, oldest first, and counts an attempt for each.
    /// `batch` limits the choice to the rows of one batch (tenant and key).
    ///
    /// A row that two workers held when they vanished is suspect. It is leased after all others,
    /// alone, to a worker that holds nothing else, and that gets nothing else until it has settled
    /// it. When `most_crashes` workers in a row vanished with it then, it ends with
    /// `attemptsExhausted`.
    fn claim(
        &self,
        worker: &str,
        batch: Option<(&str, &str)>,
        limit: usize,
        lease: Duration,
        most_crashes: u32,
    ) -> Result<Vec<Claim>>;

    /// Leases up to `limit` due rows of other tenants than these to a worker, oldest first, as
    /// [`Self::claim`] does; no suspect ones.
    fn claim_of_others(
        &self,
        worker: &str,
        tenants: &[String],
        limit: usize,
        lease: Duration,
    ) -> Result<Vec<Claim>>;

    /// Records that these rows are about to be sent, durably. Returns, for each, whether the worker
    /// still holds it; the others must not be sent. `repeatable`: sending them twice is the same
    /// as sending them once.
    fn intend(&self, worker: &str, rows: &[Held], repeatable: bool) -> Result<Vec<bool>>;

    /// Records the outcomes of rows, with their log entries, in one transaction. Returns, for each,
    /// whether the worker still held it; the others were left as they are, but their log entries
    /// are kept. May become durable a little later: what is lost then counts as unknown. A row that
    /// ended with `deliveryUnknown` because its worker seemed to be gone, and that no other took up
    /// again, counts as held when the worker knows after all how it ended.
    fn settle(&self, worker: &str, settlements: &[Settlement]) -> Result<Vec<bool>>;

    /// Prolongs the leases of a worker.
    fn heartbeat(&self, worker: &str, lease: Duration) -> Result<()>;

    /// Frees the rows of workers that vanished: those that were about to be sent end with
    /// `deliveryUnknown`, the others are due again. Returns the ids of the former.
    fn recover(&self) -> Result<Vec<RequestId>>;

    /// Waits until a row is added, or for `timeout` at most. May return early.
    fn wait(&self, timeout: Duration) -> Result<()>;

    /// Returns `true` if workers of other machines, which may have other copies of the templates, work on the
    /// same rows.
    fn is_shared(&self) -> bool {
        false
    }

    /// Returns the time until the next pending row that no worker holds is due, for each tenant
    /// that has one in its batch of this key: zero when it is due now. A look for rows like
    /// [`Self::claim`], which changes nothing; it costs the same however many tenants have such a
    /// batch without pending rows.
    fn due_tenants(&self, key: &str) -> Result<BTreeMap<String, Duration>>;

    /// Returns the time until the next pending row that no worker holds is due: `None` when there
    /// is none, zero when one is due now.
    fn next_due(&self, batch: Option<(&str, &str)>) -> Result<Option<Duration>>;
}

/// Looking at requests and changing them: people, and the service on their behalf.
pub trait Administration: Send + Sync {
    /// A request of a tenant.
    fn get(&self, tenant: &str, id: RequestId) -> Result<Option<Request>>;

    /// Requests, newest first, without their data (`data` is empty); [`Self::get`] returns it.
    fn list(&self, filter: &Filter) -> Result<Vec<Request>>;

    /// Batches with counts of their rows, newest first: those of a tenant, or of all.
    fn batches(&self, tenant: Option<&str>, limit: Option<usize>) -> Result<Vec<BatchSummary>>;

    /// The tenants that have a batch of this key, in their order.
    fn tenants_of_batch(&self, key: &str) -> Result<Vec<String>>;

    /// Number of waiting rows, of everything or of a batch (tenant and key). It costs the same however many
    /// rows have ended.
    fn depth(&self, batch: Option<(&str, &str)>) -> Result<Depth> {
        let (tenant, key) = batch.map(|(tenant, key)| (tenant.to_owned(), key.to_owned())).unzip();
        let summary = self.summary(&Filter { tenant, batch: key, ..Filter::default() })?;
        let Summary { pending, leased, oldest_pending, .. } = summary;
        Ok(Depth { pending, leased, oldest_pending })
    }

    /// Number of pending rows, or `most` when there are at least that many. It costs no more than `most` rows do.
    fn pending_up_to(&self, most: u64) -> Result<u64> {
        Ok(self.depth(None)?.pending.min(most))
    }

    /// Numbers of requests by state, and the age of the oldest pending one: of the newest ones, with a limit. Counts row
    /// by row; see [`Self::depth`] for what is asked often.
    fn summary(&self, filter: &Filter) -> Result<Summary>;

    /// The versions of templates that pending rows wait for because workers have not got them, the
    /// longest awaited first; the first hundred.
    fn missed_versions(&self) -> Result<Vec<MissedVersion>> {
        Ok(Vec::new())
    }

    /// Makes failed rows (`error`) of a filter pending again, with attempts counted from zero; rows whose
    /// data is erased stay as they are. They take whatever the template is then; documents of a plan
    /// must still be those of the plan. Returns how many
    /// there were.
    fn retry(&self, filter: &Filter) -> Result<usize>;

    /// Ends the pauses of pending rows that no worker holds: they are due at once. Returns how many
    /// had one.
    fn run_now(&self, filter: &Filter) -> Result<usize>;

    /// Ends pending rows that no worker holds with `canceled`. Returns how many there were.
    fn cancel(&self, filter: &Filter) -> Result<usize>;

    /// Deletes ended rows of a filter; their log entries stay. Returns how many there were. This and
    /// [`Self::erase`] work in chunks, so that others need not wait long; what was done before an
    /// error stays done.
    fn purge(&self, filter: &Filter) -> Result<usize>;

    /// Erases the data of rows that ended more than `age` ago. Returns how many there were.
    fn erase(&self, age: Duration) -> Result<usize>;

    /// Deletes rows that ended more than `age` ago, and entries of the log that are older, in chunks, about `most` of them.
    /// Days of the log may be deleted as a whole, when all of the day is older. [`DeliveryLog::log_since`] is raised
    /// before. Returns how many were deleted one by one: fewer than `most` when none are left.
    fn forget(&self, age: Duration, most: usize) -> Result<usize>;
}

/// The generation log: who generated what, when, for whom.
pub trait DeliveryLog: Send + Sync {
    /// Adds entries.
    fn log(&self, entries: &[LogEntry]) -> Result<()>;

    /// The time since which nothing is missing in the log, in milliseconds since 1970: what was older may have been
    /// deleted. 0 where nothing ever was.
    fn log_since(&self) -> Result<i64>;

    /// Passes entries, oldest first, to `each` one by one until it returns `false`. They are read
    /// in chunks: `each` may take its time, and what is added meanwhile may be among them.
    fn read_log(&self, filter: &LogFilter, each: &mut dyn FnMut(LogEntry) -> bool) -> Result<()>;
}

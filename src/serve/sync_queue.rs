//! The queue as the worker of a synchronous service sees it: the rows of such services only.
//!
//! They belong to a batch of their own, one of each tenant. Rows that a service left behind when
//! it was killed are taken up by the next one, as soon as their tenant asks for something.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use crate::problem::Result;
use crate::queue::{
    Batch, Claim, Depth, Filter, Held, LogEntry, LogFilter, NewRequest, Queue, Request, RequestId,
    Settlement, Summary,
};

/// Key of the batch that requests of synchronous services belong to.
pub const BATCH: &str = "serve";

/// A queue that hands out the rows of synchronous services only.
pub struct SyncQueue {
    queue: Arc<dyn Queue>,
    tenants: Mutex<BTreeSet<String>>,
}

impl SyncQueue {
    /// A view of a queue; the local owner may have rows from the beginning.
    pub fn new(queue: Arc<dyn Queue>) -> Self {
        Self { queue, tenants: Mutex::new(BTreeSet::from([String::new()])) }
    }

    /// From now on there may be rows of this tenant.
    pub fn expect(&self, tenant: &str) {
        let mut tenants = self.tenants.lock();
        if !tenants.contains(tenant) {
            tenants.insert(tenant.to_owned());
        }
    }

    fn tenants(&self) -> Vec<String> {
        let tenants = self.tenants.lock();
        tenants.iter().cloned().collect()
    }
}

impl Queue for SyncQueue {
    fn claim(
        &self,
        worker: &str,
        _: Option<(&str, &str)>,
        limit: usize,
        lease: Duration,
        most_attempts: u32,
    ) -> Result<Vec<Claim>> {
        let mut claims = Vec::new();
        for tenant in self.tenants() {
            let left = limit - claims.len();
            if left == 0 {
                break;
            }
            let batch = Some((tenant.as_str(), BATCH));
            claims.extend(self.queue.claim(worker, batch, left, lease, most_attempts)?);
        }
        Ok(claims)
    }

    fn next_due(&self, _: Option<(&str, &str)>) -> Result<Option<Duration>> {
        let mut next = None;
        for tenant in self.tenants() {
            let due = self.queue.next_due(Some((&tenant, BATCH)))?;
            next = [next, due].into_iter().flatten().min();
        }
        Ok(next)
    }

    fn begin_batch(&self, batch: &Batch) -> Result<Batch> {
        self.queue.begin_batch(batch)
    }

    fn batch(&self, tenant: &str, key: &str) -> Result<Option<Batch>> {
        self.queue.batch(tenant, key)
    }

    fn enqueue(&self, requests: &[NewRequest]) -> Result<usize> {
        self.queue.enqueue(requests)
    }

    fn intend(&self, worker: &str, rows: &[Held], repeatable: bool) -> Result<Vec<bool>> {
        self.queue.intend(worker, rows, repeatable)
    }

    fn settle(&self, worker: &str, settlements: &[Settlement]) -> Result<Vec<bool>> {
        self.queue.settle(worker, settlements)
    }

    fn heartbeat(&self, worker: &str, lease: Duration) -> Result<()> {
        self.queue.heartbeat(worker, lease)
    }

    fn recover(&self) -> Result<Vec<RequestId>> {
        self.queue.recover()
    }

    fn wait(&self, timeout: Duration) -> Result<()> {
        self.queue.wait(timeout)
    }

    fn get(&self, tenant: &str, id: RequestId) -> Result<Option<Request>> {
        self.queue.get(tenant, id)
    }

    fn list(&self, filter: &Filter) -> Result<Vec<Request>> {
        self.queue.list(filter)
    }

    fn depth(&self, batch: Option<(&str, &str)>) -> Result<Depth> {
        self.queue.depth(batch)
    }

    fn summary(&self, filter: &Filter) -> Result<Summary> {
        self.queue.summary(filter)
    }

    fn retry(&self, filter: &Filter) -> Result<usize> {
        self.queue.retry(filter)
    }

    fn run_now(&self, filter: &Filter) -> Result<usize> {
        self.queue.run_now(filter)
    }

    fn cancel(&self, filter: &Filter) -> Result<usize> {
        self.queue.cancel(filter)
    }

    fn purge(&self, filter: &Filter) -> Result<usize> {
        self.queue.purge(filter)
    }

    fn erase(&self, age: Duration) -> Result<usize> {
        self.queue.erase(age)
    }

    fn log(&self, entries: &[LogEntry]) -> Result<()> {
        self.queue.log(entries)
    }

    fn read_log(&self, filter: &LogFilter, each: &mut dyn FnMut(LogEntry) -> bool) -> Result<()> {
        self.queue.read_log(filter, each)
    }
}

//! The rows of synchronous services, as their worker sees them.
//!
//! They belong to a batch of their own, one of each tenant. Rows that a service left behind when
//! it was killed are taken up by the next one, as soon as their tenant asks for something.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use crate::problem::Result;
use crate::queue::{Claim, Held, Leases, Queue, RequestId, Settlement};

/// Key of the batch that requests of synchronous services belong to.
pub const BATCH: &str = "serve";

/// Leases of the rows of synchronous services only.
pub struct SyncQueue {
    queue: Arc<dyn Queue>,
    tenants: Mutex<BTreeSet<String>>,
}

impl SyncQueue {
    /// The rows of a queue; the local owner has some from the beginning.
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
        self.tenants.lock().iter().cloned().collect()
    }
}

impl Leases for SyncQueue {
    fn claim(
        &self,
        worker: &str,
        _: Option<(&str, &str)>,
        limit: usize,
        lease: Duration,
        most_crashes: u32,
    ) -> Result<Vec<Claim>> {
        let mut claims = Vec::new();
        for tenant in self.tenants() {
            let left = limit - claims.len();
            if left == 0 {
                break;
            }
            let batch = Some((tenant.as_str(), BATCH));
            claims.extend(self.queue.claim(worker, batch, left, lease, most_crashes)?);
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

    fn is_shared(&self) -> bool {
        self.queue.is_shared()
    }

    // What a worker does with rows that it holds is the same for all.

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
}

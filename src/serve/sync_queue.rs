//! The rows of synchronous services, as their worker sees them.
//!
//! They belong to a batch of their own, one of each tenant. Rows that a service left behind when
//! it was killed are taken up by the next one, as soon as their tenant asks for something.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use crate::delivery::queue::{
    Claim, FORMER_SERVICE_BATCH, Held, Leases, Queue, RequestId, SERVICE_BATCH, Settlement,
};
use engine::problem::Result;

/// Tenant and key of a batch.
type TenantBatch = (String, &'static str);

/// Leases of the rows of synchronous services only.
pub(crate) struct SyncQueue {
    queue: Arc<dyn Queue>,
    tenants: Mutex<Tenants>,
}

struct Tenants {
    /// Tenants that asked for something since the service started.
    known: HashSet<String>,
    /// The tenant that was served last.
    last: String,
}

impl SyncQueue {
    /// The rows of a queue; the local owner has some from the beginning.
    pub(crate) fn new(queue: Arc<dyn Queue>) -> Self {
        let known = HashSet::from([String::new()]);
        Self { queue, tenants: Mutex::new(Tenants { known, last: String::new() }) }
    }

    /// From now on there may be rows of this tenant.
    pub(crate) fn expect(&self, tenant: &str) {
        let mut tenants = self.tenants.lock();
        if !tenants.known.contains(tenant) {
            tenants.known.insert(tenant.to_owned());
        }
    }

    /// Time until the next row is due, for each batch of a tenant that asked for something. Older programs left rows
    /// under another key.
    fn due(&self) -> Result<BTreeMap<TenantBatch, Duration>> {
        let mut due = BTreeMap::new();
        for key in [SERVICE_BATCH, FORMER_SERVICE_BATCH] {
            for (tenant, left) in self.queue.due_tenants(key)? {
                let is_known = self.tenants.lock().known.contains(&tenant);
                if is_known && self.is_of_services(&tenant, key)? {
                    due.insert((tenant, key), left);
                }
            }
        }
        Ok(due)
    }

    /// Returns `true` if a batch is that of synchronous services, and not one that a person began.
    fn is_of_services(&self, tenant: &str, key: &str) -> Result<bool> {
        if key == SERVICE_BATCH {
            return Ok(true);
        }
        Ok(self.queue.batch(tenant, key)?.is_none_or(|batch| batch.origin.is_none()))
    }

    /// The batches that have rows due now, those of the tenant after the one that was served last first.
    fn turns(&self) -> Result<Vec<TenantBatch>> {
        let due = self.due()?.into_iter().filter(|(_, left)| left.is_zero());
        let mut due: Vec<TenantBatch> = due.map(|(batch, _)| batch).collect();
        let served = due.partition_point(|(tenant, _)| *tenant <= self.tenants.lock().last);
        due.rotate_left(served);
        Ok(due)
    }
}

impl Leases for SyncQueue {
    /// One query finds the tenants; each of them then gives its share of the rows, so that there are at
    /// most as many transactions as rows.
    fn claim(
        &self,
        worker: &str,
        _: Option<(&str, &str)>,
        limit: usize,
        lease: Duration,
        most_crashes: u32,
    ) -> Result<Vec<Claim>> {
        let mut claims = Vec::new();
        let mut turns = self.turns()?;
        turns.truncate(limit);
        let count = turns.len();
        for (turn, (tenant, key)) in turns.into_iter().enumerate() {
            let share = (limit - claims.len()).div_ceil(count - turn);
            let batch = Some((tenant.as_str(), key));
            claims.extend(self.queue.claim(worker, batch, share, lease, most_crashes)?);
            self.tenants.lock().last = tenant;
        }
        Ok(claims)
    }

    fn claim_of_others(
        &self,
        worker: &str,
        tenants: &[String],
        limit: usize,
        lease: Duration,
    ) -> Result<Vec<Claim>> {
        let mut claims = Vec::new();
        for (tenant, key) in self.turns()? {
            if claims.len() >= limit {
                break;
            }
            if tenants.contains(&tenant) {
                continue;
            }
            // One of each, so that each has some of them.
            let batch = Some((tenant.as_str(), key));
            claims.extend(self.queue.claim(worker, batch, 1, lease, u32::MAX)?);
        }
        Ok(claims)
    }

    fn due_tenants(&self, key: &str) -> Result<BTreeMap<String, Duration>> {
        self.queue.due_tenants(key)
    }

    fn next_due(&self, _: Option<(&str, &str)>) -> Result<Option<Duration>> {
        Ok(self.due()?.into_values().min())
    }

    fn is_shared(&self) -> bool {
        self.queue.is_shared()
    }

    // Work on held rows is the same for all.

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

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::time::Instant;

    use uuid::Uuid;

    use super::*;
    use crate::delivery::queue::sqlite::Sqlite;
    use crate::delivery::queue::{BatchRecord, Intake, NewRequest};

    const LEASE: Duration = Duration::from_secs(60);

    fn add(queue: &Sqlite, tenants: &[&str], each: usize) {
        add_under(SERVICE_BATCH, queue, tenants, each);
    }

    fn add_under(key: &str, queue: &Sqlite, tenants: &[&str], each: usize) {
        let row = |tenant: &str| NewRequest {
            tenant: tenant.to_owned(),
            batch: Some(key.to_owned()),
            ..NewRequest::new(Uuid::now_v7(), "invoice", "{}", "a@example.com")
        };
        let rows: Vec<_> =
            tenants.iter().flat_map(|tenant| (0..each).map(move |_| row(tenant))).collect();
        queue.enqueue(&rows).unwrap();
    }

    fn claimed(queue: &SyncQueue, limit: usize) -> Vec<String> {
        let claims = queue.claim("w", None, limit, LEASE, 5).unwrap();
        claims.into_iter().map(|claim| claim.request.tenant).collect()
    }

    #[test]
    fn tenants_share_a_claim_and_take_turns() {
        let folder = tempfile::tempdir().unwrap();
        let queue = Arc::new(Sqlite::open(folder.path()).unwrap());
        add(&queue, &["a", "b", "c", "unknown"], 6);
        let shared: Arc<dyn Queue> = queue.clone();
        let sync = SyncQueue::new(shared);
        assert_eq!(claimed(&sync, 9), [""; 0]);
        assert_eq!(sync.next_due(None), Ok(None));
        ["a", "b", "c"].iter().for_each(|tenant| sync.expect(tenant));
        assert_eq!(claimed(&sync, 6), ["a", "a", "b", "b", "c", "c"]);
        assert_eq!(claimed(&sync, 2), ["a", "b"]);
        assert_eq!(claimed(&sync, 2), ["c", "a"]);
        assert_eq!(sync.next_due(None), Ok(Some(Duration::ZERO)));
    }

    #[test]
    fn rows_of_older_services_are_taken_up_and_those_of_a_batch_of_people_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let queue = Arc::new(Sqlite::open(folder.path()).unwrap());
        let of_people = BatchRecord {
            tenant: "b".to_owned(),
            key: FORMER_SERVICE_BATCH.to_owned(),
            origin: Some("rows.csv".to_owned()),
            ..BatchRecord::default()
        };
        queue.begin_batch(&of_people).unwrap();
        add_under(FORMER_SERVICE_BATCH, &queue, &["a", "b"], 2);
        add(&queue, &["a", "b"], 1);
        let shared: Arc<dyn Queue> = queue.clone();
        let sync = SyncQueue::new(shared);
        ["a", "b"].iter().for_each(|tenant| sync.expect(tenant));
        let mut all: Vec<_> = (0..9).flat_map(|_| claimed(&sync, 1)).collect();
        all.sort();
        assert_eq!(all, ["a", "a", "a", "b"]);
        assert_eq!(sync.next_due(None), Ok(None));
    }

    #[test]
    fn a_round_costs_the_same_however_many_tenants_were_seen() {
        let folder = tempfile::tempdir().unwrap();
        let queue = Arc::new(Sqlite::open(folder.path()).unwrap());
        let shared: Arc<dyn Queue> = queue.clone();
        let sync = SyncQueue::new(shared);
        let tenants: Vec<String> = (0..10_000).map(|number| format!("tenant{number}")).collect();
        let rounds = || {
            let started = Instant::now();
            for _ in 0..20 {
                add(&queue, &["tenant0"], 1);
                assert_eq!(claimed(&sync, 10), ["tenant0"]);
                assert_eq!(sync.next_due(None), Ok(None));
            }
            started.elapsed()
        };
        sync.expect("tenant0");
        let few = rounds();
        tenants.iter().for_each(|tenant| sync.expect(tenant));
        let many = rounds();
        assert!(many < 10 * few + Duration::from_millis(200), "{few:?} and {many:?}");
    }
}

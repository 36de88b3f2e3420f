//! Permits for work that waits for a disk or parses a document, shared fairly by tenants.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::error::{Rejection, Result};
use super::pool::{RESERVED, Share};

/// Tenants whose semaphores are kept while they are idle.
const MAX_IDLE: usize = 1000;

/// Permits of which one tenant never has all. A tenant without one gets it from a reserve, so that
/// several others with long work do not hold it up.
pub(super) struct Permits {
    all: Arc<Semaphore>,
    reserve: Arc<Semaphore>,
    tenants: Mutex<HashMap<String, TenantPermits>>,
    per_tenant: usize,
}

/// The permits of one tenant.
#[derive(Clone)]
struct TenantPermits {
    /// For the reserve.
    first: Arc<Semaphore>,
    /// For those that all share.
    further: Arc<Semaphore>,
}

/// A permit, returned when it is dropped.
pub(super) struct Permit {
    _of_all: OwnedSemaphorePermit,
    _of_tenant: Option<OwnedSemaphorePermit>,
}

impl Permits {
    pub(super) fn new(permits: usize) -> Self {
        Self {
            all: Arc::new(Semaphore::new(permits)),
            reserve: Arc::new(Semaphore::new(RESERVED)),
            tenants: Mutex::default(),
            per_tenant: permits.saturating_sub(2).max(1),
        }
    }

    /// Waits for a permit.
    ///
    /// # Errors
    /// `internal` after the service ended.
    pub(super) async fn acquire(&self, share: &Share) -> Result<Permit> {
        if share.is_only {
            return Ok(Permit { _of_all: owned(&self.all).await?, _of_tenant: None });
        }
        let of_tenant = self.of(&share.tenant);
        // Before the one of all: a tenant that waits for its own share keeps no other waiting.
        let (own, all) = match Arc::clone(&of_tenant.first).try_acquire_owned() {
            Ok(first) => (first, &self.reserve),
            Err(_) => (owned(&of_tenant.further).await?, &self.all),
        };
        Ok(Permit { _of_all: owned(all).await?, _of_tenant: Some(own) })
    }

    fn of(&self, tenant: &str) -> TenantPermits {
        let mut tenants = self.tenants.lock();
        if let Some(of_tenant) = tenants.get(tenant) {
            return of_tenant.clone();
        }
        if tenants.len() >= MAX_IDLE {
            let is_used = |semaphore: &Arc<Semaphore>| Arc::strong_count(semaphore) > 1;
            tenants.retain(|_, it| is_used(&it.first) || is_used(&it.further));
        }
        let of_tenant = TenantPermits {
            first: Arc::new(Semaphore::new(1)),
            further: Arc::new(Semaphore::new(self.per_tenant)),
        };
        tenants.insert(tenant.to_owned(), of_tenant.clone());
        of_tenant
    }
}

async fn owned(semaphore: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit> {
    Arc::clone(semaphore).acquire_owned().await.map_err(|_| Rejection::internal())
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn a_tenant_never_has_all_permits() {
        let permits = Permits::new(3);
        let of = |tenant: &str| Share { tenant: tenant.to_owned(), is_only: false };
        let first = permits.acquire(&of("acme")).await.unwrap();
        let _second = permits.acquire(&of("acme")).await.unwrap();
        let acme = of("acme");
        let third = permits.acquire(&acme);
        assert!(tokio::time::timeout(Duration::from_millis(20), third).await.is_err());
        let _other = permits.acquire(&of("other")).await.unwrap();
        let _more = permits.acquire(&of("other")).await.unwrap();
        let _third = permits.acquire(&of("third")).await.unwrap();
        drop(first);
        permits.acquire(&acme).await.unwrap();
    }
}

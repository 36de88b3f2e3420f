//! Permits for work that waits for a disk or parses a document, shared fairly by tenants.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::error::{Rejection, Result};
use super::pool::Share;

/// Tenants whose semaphores are kept while they are idle.
const MAX_IDLE: usize = 1000;

/// Permits of which one tenant never has all.
pub(super) struct Permits {
    all: Arc<Semaphore>,
    tenants: Mutex<HashMap<String, Arc<Semaphore>>>,
    per_tenant: usize,
}

/// A permit, returned when it is dropped.
pub(super) struct Permit {
    _of_all: OwnedSemaphorePermit,
    _of_tenant: Option<OwnedSemaphorePermit>,
}

impl Permits {
    pub(super) fn new(permits: usize) -> Self {
        let all = Arc::new(Semaphore::new(permits));
        Self { all, tenants: Mutex::default(), per_tenant: permits.saturating_sub(1).max(1) }
    }

    /// Waits for a permit.
    ///
    /// # Errors
    /// `internal` after the service ended.
    pub(super) async fn acquire(&self, share: &Share) -> Result<Permit> {
        let of_tenant = match share.is_only {
            true => None,
            // Before the one of all: a tenant that waits for its own share keeps no other waiting.
            false => Some(owned(self.of(&share.tenant)).await?),
        };
        Ok(Permit { _of_all: owned(Arc::clone(&self.all)).await?, _of_tenant: of_tenant })
    }

    fn of(&self, tenant: &str) -> Arc<Semaphore> {
        let mut tenants = self.tenants.lock();
        if let Some(semaphore) = tenants.get(tenant) {
            return Arc::clone(semaphore);
        }
        if tenants.len() >= MAX_IDLE {
            tenants.retain(|_, semaphore| Arc::strong_count(semaphore) > 1);
        }
        let semaphore = Arc::new(Semaphore::new(self.per_tenant));
        tenants.insert(tenant.to_owned(), Arc::clone(&semaphore));
        semaphore
    }
}

async fn owned(semaphore: Arc<Semaphore>) -> Result<OwnedSemaphorePermit> {
    semaphore.acquire_owned().await.map_err(|_| Rejection::internal())
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
        drop(first);
        permits.acquire(&acme).await.unwrap();
    }
}

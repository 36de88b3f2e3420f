//! Detection of live workers on all machines.
//!
//! A connection of a process holds an advisory lock for each of its workers. However the process
//! ends, the server gives the locks back with the connection, and the rows are free at once
//! instead of when their lease is over. When only that connection breaks, the locks are taken again
//! at the next claim or heartbeat; should somebody look in between, the worker loses its rows, and
//! finds out when it settles them.
//!
//! Behind a pooler by transaction no connection stays, and no lock. Rows of such workers bear their name with
//! [`LEASE_ONLY`] behind it, and are free when their lease is over.

use std::collections::BTreeSet;
use std::time::Duration;

use postgres::Client;

use super::pool::Pool;
use crate::delivery::queue::error::Result;

/// Others hold a lock briefly when they check whether its worker lives.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(5);

/// End of the name of a worker in its rows, where it holds no lock.
pub(super) const LEASE_ONLY: &str = "@lease";

/// The number of the lock of worker `{}`, for SQL. Schemas of one database share the numbers.
pub(super) fn lock_number(worker: &str) -> String {
    format!("hashtextextended('reportctl ' || current_schema() || ' ' || {worker}, 2)")
}

/// The locks of this process.
#[derive(Default)]
pub(super) struct WorkerLocks {
    /// The number of the database, and the connection.
    connection: Option<(u64, Client)>,
    /// Workers of this process.
    pub(super) own: BTreeSet<String>,
    /// Workers of this process whose lock the connection holds.
    locked: BTreeSet<String>,
}

impl WorkerLocks {
    /// Makes known that a worker of this process lives.
    pub(super) fn register(&mut self, pool: &Pool, worker: &str) -> Result<()> {
        if !self.own.contains(worker) {
            self.own.insert(worker.to_owned());
        }
        if self.locked.contains(worker) || pool.is_by_transaction() {
            return Ok(());
        }
        self.lock_all(pool)
    }

    /// Takes the locks again when the connection was lost.
    pub(super) fn keep(&mut self, pool: &Pool) -> Result<()> {
        self.connection.take_if(|(_, client)| client.check_connection().is_err());
        if self.own.is_empty() || pool.is_by_transaction() {
            return Ok(());
        }
        self.lock_all(pool)
    }

    fn lock_all(&mut self, pool: &Pool) -> Result<()> {
        let client = match &mut self.connection {
            Some((database, client)) if *database == pool.database() && !client.is_closed() => {
                client
            }
            other => {
                self.locked.clear();
                &mut other.insert(pool.connect()?).1
            }
        };
        let try_lock = format!("SELECT pg_try_advisory_lock({})", lock_number("$1::text"));
        for worker in &self.own {
            for _ in 0..TRIES {
                if self.locked.contains(worker) {
                    break;
                }
                if client.query_one(&try_lock, &[worker])?.try_get(0)? {
                    self.locked.insert(worker.clone());
                } else {
                    std::thread::sleep(PAUSE);
                }
            }
        }
        Ok(())
    }
}

impl Drop for WorkerLocks {
    fn drop(&mut self) {
        if let Some((_, client)) = &mut self.connection {
            // The server would do so too, as soon as it sees that we are gone.
            let _ = client.batch_execute("SELECT pg_advisory_unlock_all()");
        }
    }
}

//! Group commit: the commits of many threads, flushed to the disk together.
//!
//! A commit goes to the write-ahead log at once and is seen by everybody, and survives the end of
//! the process; only a power cut can lose it before the log is flushed. Threads that need their
//! commit to be durable wait for a flush that began after it: one flush serves all who wait, so
//! that many senders share one `fsync`.

use std::fs::{File, OpenOptions};
use std::path::Path;

use parking_lot::{Condvar, Mutex};

use crate::base::files::io_problem;
use crate::delivery::codes;
use engine::problem::Problem;
use engine::problem::Result;

/// A commit that was made, in the order of commits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ticket(u64);

/// Flushes the write-ahead log.
pub(super) struct GroupSync {
    log: File,
    progress: Mutex<SyncProgress>,
    flushed: Condvar,
}

#[derive(Default)]
struct SyncProgress {
    committed: u64,
    durable: u64,
    /// Up to here a flush failed. The system may forget what it could not write, so that a later
    /// flush that succeeds proves nothing about these.
    failed: u64,
    flushing: bool,
}

impl GroupSync {
    /// For the log beside a database that is open in WAL mode.
    pub(super) fn new(database: &Path) -> Result<Self> {
        let mut name = database.as_os_str().to_owned();
        name.push("-wal");
        let path = Path::new(&name);
        let unavailable =
            |error| Problem { code: codes::QUEUE_UNAVAILABLE, ..io_problem("open", path, &error) };
        let log = OpenOptions::new().append(true).open(path).map_err(unavailable)?;
        Ok(Self { log, progress: Mutex::default(), flushed: Condvar::new() })
    }

    /// Notes a commit. To be called while the writing connection is still held.
    pub(super) fn committed(&self) -> Ticket {
        let mut progress = self.progress.lock();
        progress.committed += 1;
        Ticket(progress.committed)
    }

    /// Waits until a commit is on the disk.
    pub(super) fn wait(&self, ticket: Ticket) -> Result<()> {
        let mut progress = self.progress.lock();
        while progress.durable < ticket.0 {
            if ticket.0 <= progress.failed {
                return Err(not_flushed("a flush failed"));
            }
            if progress.flushing {
                self.flushed.wait(&mut progress);
                continue;
            }
            progress.flushing = true;
            let reached = progress.committed;
            drop(progress);
            let flushed = self.log.sync_data();
            progress = self.progress.lock();
            progress.flushing = false;
            self.flushed.notify_all();
            match flushed {
                Ok(()) => progress.durable = reached,
                Err(error) => {
                    progress.failed = reached;
                    return Err(not_flushed(&error.to_string()));
                }
            }
        }
        Ok(())
    }
}

fn not_flushed(why: &str) -> Problem {
    let message = format!("the database of requests could not be flushed to the disk: {why}");
    Problem::new(codes::QUEUE_UNAVAILABLE, message).advice("check the disk")
}

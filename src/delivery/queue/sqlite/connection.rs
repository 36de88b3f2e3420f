//! Connections to the database file, and its tables.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, TransactionBehavior};

use crate::base::files::{self, io_problem};
use crate::delivery::codes;
use crate::delivery::queue::error::Result;
use crate::delivery::queue::{ADD_ARCHIVE, other_version};
use engine::problem::Problem;

/// Longest wait for another process that writes.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Statements that are kept compiled.
const STATEMENTS: usize = 64;

/// The version of the tables that this program reads and writes.
const SCHEMA_VERSION: i64 = 3;
/// From the tables of version 2 to those of version 3, which know the traces of requests.
const ADD_TRACE_CONTEXT: &str = "ALTER TABLE requests ADD COLUMN trace_context TEXT; \
    UPDATE schema_version SET version = 3;";
/// Additions that older programs with this version of the tables ignore: the time since which the log is complete, and
/// indexes.
const ADDITIONS: &str = "CREATE TABLE IF NOT EXISTS log_retention (since INTEGER NOT NULL) STRICT; \
    CREATE INDEX IF NOT EXISTS log_request ON log (request) WHERE request IS NOT NULL; \
    CREATE INDEX IF NOT EXISTS batches_newest ON batches (created_at, number);";
/// The tables, in the version [`SCHEMA_VERSION`].
const SCHEMA: &str = include_str!("schema.sql");

/// A connection that writes. A commit reaches the disk only when [`super::sync::GroupSync`] says
/// so, or with the next checkpoint.
pub(super) fn writer(path: &Path, timeout: Option<Duration>) -> Result<Connection> {
    create_private(path)?;
    let connection = open(path, timeout)?;
    become_wal(&connection, timeout.unwrap_or(TIMEOUT))?;
    // In WAL mode that loses nothing but the newest commits, and only when the power fails.
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "cache_size", -8192)?;
    // Fewer, larger checkpoints: 16 MB of pages.
    connection.pragma_update(None, "wal_autocheckpoint", 4000)?;
    connection.pragma_update(None, "journal_size_limit", 64 << 20)?;
    Ok(connection)
}

/// A connection that only reads.
pub(super) fn reader(path: &Path, timeout: Option<Duration>) -> Result<Connection> {
    let connection = open(path, timeout)?;
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

fn open(path: &Path, timeout: Option<Duration>) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(timeout.unwrap_or(TIMEOUT))?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(connection)
}

/// Makes the file for its owner only, since it holds personal data; SQLite gives the files beside
/// it the same permissions.
fn create_private(path: &Path) -> Result<()> {
    let mut options = files::private();
    options.append(true).create(true);
    let unavailable = |error| Problem {
        code: codes::QUEUE_UNAVAILABLE,
        ..io_problem("open", path, &error).advice("check the permissions of its folder")
    };
    Ok(options.open(path).map(drop).map_err(unavailable)?)
}

/// Readers and one writer at the same time. The change needs the file for itself, and SQLite does
/// not wait for that by itself.
fn become_wal(connection: &Connection, timeout: Duration) -> Result<()> {
    let started = Instant::now();
    loop {
        let changed = connection.pragma_update(None, "journal_mode", "WAL");
        match changed {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && started.elapsed() < timeout =>
            {
                std::thread::sleep(Duration::from_millis(10));
            }
            other => return Ok(other?),
        }
    }
}

/// Makes the tables of a new file. Several processes may do so at once: the first does it.
pub(super) fn create_tables(connection: &mut Connection) -> Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute_batch(
        "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL) STRICT",
    )?;
    let version: Option<i64> = transaction
        .query_row("SELECT version FROM schema_version", (), |row| row.get(0))
        .optional()?;
    match version {
        Some(SCHEMA_VERSION) => {}
        Some(1) => {
            transaction.execute_batch(ADD_ARCHIVE)?;
            transaction.execute_batch(ADD_TRACE_CONTEXT)?;
        }
        Some(2) => transaction.execute_batch(ADD_TRACE_CONTEXT)?,
        Some(other) => return Err(other_version(other, SCHEMA_VERSION).into()),
        None => {
            transaction.execute_batch(SCHEMA)?;
            transaction.execute("INSERT INTO schema_version VALUES (?1)", (SCHEMA_VERSION,))?;
        }
    }
    transaction.execute_batch(ADDITIONS)?;
    Ok(transaction.commit()?)
}

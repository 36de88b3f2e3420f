//! Outcomes of rows: reported by their worker, or concluded because it vanished.

use rusqlite::{CachedStatement, Row, Transaction};

use crate::delivery::codes;
use crate::delivery::queue::columns::{
    self, GIVEN_UP, HEALTHY, REQUEST, REQUEST_TABLES, SUSPECT, receipt_text,
};
use crate::delivery::queue::error::Result;
use crate::delivery::queue::{Ended, LogEntry, NewRequest, RequestId, Settlement, notes};
use engine::problem::Code;

/// A pause that begins this much in the future, in milliseconds, was made before the clock was set
/// back.
pub(super) const CLOCK_TOLERANCE: i64 = 1000;

pub(super) fn settle(
    transaction: &Transaction<'_>,
    worker: &str,
    settlements: &[Settlement],
    now: i64,
) -> Result<Vec<bool>> {
    let mut settle = Settle::prepare(transaction)?;
    let mut log = transaction.prepare_cached(INSERT_LOG)?;
    let mut held = Vec::with_capacity(settlements.len());
    for settlement in settlements {
        held.push(settle.row(worker, settlement, now)?);
        if let Some(entry) = &settlement.log {
            insert_log(&mut log, entry)?;
        }
    }
    Ok(held)
}

/// The statements for the ways in which an attempt can end.
struct Settle<'a> {
    ended: CachedStatement<'a>,
    later: CachedStatement<'a>,
    left: CachedStatement<'a>,
    released: CachedStatement<'a>,
}

impl<'a> Settle<'a> {
    fn prepare(transaction: &'a Transaction<'_>) -> Result<Self> {
        const HELD: &str = "worker = NULL, lease_until = NULL, intended = 0";
        // The plus keeps SQLite from searching the index of `worker`: `id` leads to the row at once.
        const IS_HELD: &str = "+worker = ?2 AND status = 'pending'";
        let prepare_for = |which: &str, set: &str| {
            transaction.prepare_cached(&format!(
                "UPDATE requests SET {HELD}, {set} WHERE id = ?1 AND fence = ?3 AND {which}"
            ))
        };
        let prepare = |set: &str| prepare_for(IS_HELD, set);
        Ok(Self {
            // A worker that was only slow knows more than the one that gave its row up.
            ended: prepare_for(
                &format!("({IS_HELD} OR {GIVEN_UP})"),
                "processed_at = max(?4, created_at), status = ?5, error_code = ?6, error_message = ?7",
            )?,
            later: prepare(
                "crashes = 0, missed_at = NULL, paused_at = ?4, next_attempt_at = ?5, \
                 error_code = ?6, error_message = ?7",
            )?,
            left: prepare(
                "attempts = attempts - 1, missed_at = coalesce(missed_at, ?4), paused_at = ?4, \
                 next_attempt_at = ?5, error_code = ?6, error_message = ?7",
            )?,
            // Nothing was tried, so the attempt does not count.
            released: prepare(
                "attempts = attempts - 1, paused_at = ?4, \
                 next_attempt_at = CASE WHEN ?5 > ?4 THEN ?5 ELSE next_attempt_at END",
            )?,
        })
    }

    /// Returns `true` if the worker still held the row.
    fn row(&mut self, worker: &str, settlement: &Settlement, now: i64) -> Result<bool> {
        let (id, fence) = (settlement.row.id, settlement.row.fence);
        let changed = match &settlement.ended {
            Ended::Done => {
                let none = None::<&str>;
                self.ended.execute((id, worker, fence, now, "done", none, none))
            }
            Ended::Error { code, message } => {
                self.ended.execute((id, worker, fence, now, "error", code, message))
            }
            Ended::Later { pause, code, message } => {
                let next = now.saturating_add((*pause).max(0));
                self.later.execute((id, worker, fence, now, next, code, message))
            }
            Ended::Left { pause, code, message } => {
                let next = now.saturating_add((*pause).max(0));
                self.left.execute((id, worker, fence, now, next, code, message))
            }
            // Without a pause it keeps its place.
            Ended::Released { pause } => {
                let next = now.saturating_add((*pause).max(0));
                self.released.execute((id, worker, fence, now, next))
            }
        };
        Ok(changed? == 1)
    }
}

const INSERT_LOG: &str = "INSERT INTO log (time, tenant, requested_by, request, attempt, \
    template, template_hash, data_hash, recipient, message_id, pages, bytes, sha256, engine, \
    outcome, code, detail, batch, receipt, archive) \
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)";

pub(super) fn log(transaction: &Transaction<'_>, entries: &[LogEntry]) -> Result<()> {
    let mut statement = transaction.prepare_cached(INSERT_LOG)?;
    entries.iter().try_for_each(|entry| insert_log(&mut statement, entry))
}

fn insert_log(statement: &mut CachedStatement<'_>, entry: &LogEntry) -> Result<()> {
    statement.execute(rusqlite::params![
        entry.time,
        entry.tenant,
        entry.requested_by,
        entry.request,
        entry.attempt,
        entry.template,
        entry.template_hash,
        entry.data_hash,
        entry.recipient,
        entry.message_id,
        entry.pages,
        entry.bytes.map(|bytes| i64::try_from(bytes).unwrap_or(i64::MAX)),
        entry.sha256,
        entry.engine,
        entry.outcome.as_str(),
        entry.code,
        entry.detail,
        entry.batch,
        entry.receipt.as_deref().map(receipt_text),
        entry.archive,
    ])?;
    Ok(())
}

/// Error of a row that ends without a worker's settlement.
pub(super) struct Unsettled<'a> {
    pub(super) code: Code,
    pub(super) text: &'a str,
    pub(super) now: i64,
}

/// Ends a row that no worker settled, and writes that to the log.
pub(super) fn end_unsettled(
    transaction: &Transaction<'_>,
    number: i64,
    request: &NewRequest,
    attempt: u32,
    why: &Unsettled<'_>,
) -> Result<()> {
    transaction
        .prepare_cached(
            "UPDATE requests SET status = 'error', error_code = ?2, error_message = ?3, \
             processed_at = max(?4, created_at), worker = NULL, lease_until = NULL WHERE number = ?1",
        )?
        .execute((number, why.code.as_str(), why.text, why.now))?;
    log(transaction, &[notes::entry(request, attempt, why.now, why.code, why.text)])
}

/// Workers that hold rows.
pub(super) struct Holders {
    pub(super) workers: Vec<String>,
    /// `true` if there are leases that are over, or pauses that a clock set back made too long.
    pub(super) overdue: bool,
}

pub(super) fn holders(transaction: &Transaction<'_>, now: i64) -> Result<Holders> {
    let workers = transaction
        .prepare_cached("SELECT DISTINCT worker FROM requests WHERE worker IS NOT NULL")?
        .query_map((), |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let overdue = transaction
        .prepare_cached(&format!(
            "SELECT EXISTS (SELECT 1 FROM requests WHERE worker IS NOT NULL AND lease_until <= ?1) \
             OR EXISTS (SELECT 1 FROM requests WHERE status = 'pending' AND worker IS NULL \
             AND {HEALTHY} AND next_attempt_at > ?1 AND paused_at > ?2) \
             OR EXISTS (SELECT 1 FROM requests WHERE status = 'pending' AND worker IS NULL \
             AND {SUSPECT} AND next_attempt_at > ?1 AND paused_at > ?2)"
        ))?
        .query_row((now, now + CLOCK_TOLERANCE), |row| row.get(0))?;
    Ok(Holders { workers, overdue })
}

/// Frees the rows of workers that are gone and those whose lease is over; gives the ids of those
/// that may have been delivered.
pub(super) fn recover(
    transaction: &Transaction<'_>,
    gone: &[String],
    now: i64,
) -> Result<Vec<RequestId>> {
    // Each kind has an index of its own; one condition for both could use neither.
    for kind in [HEALTHY, SUSPECT] {
        transaction
            .prepare_cached(&format!(
                "UPDATE requests SET next_attempt_at = 0 WHERE status = 'pending' \
                 AND worker IS NULL AND {kind} AND next_attempt_at > ?1 AND paused_at > ?2"
            ))?
            .execute((now, now + CLOCK_TOLERANCE))?;
    }
    let mut unknown = free(transaction, "r.lease_until <= ?1", now, now)?;
    for worker in gone {
        unknown.extend(free(transaction, "r.worker = ?1", worker, now)?);
    }
    Ok(unknown)
}

fn free(
    transaction: &Transaction<'_>,
    which: &str,
    value: impl rusqlite::ToSql,
    now: i64,
) -> Result<Vec<RequestId>> {
    let mut statement = transaction.prepare_cached(&format!(
        "SELECT {REQUEST}, '' FROM {REQUEST_TABLES} \
         WHERE r.worker IS NOT NULL AND {which} AND r.intended = 1"
    ))?;
    let read = |row: &Row<'_>| Ok(columns::due(row));
    let rows: Vec<_> = statement.query_map((&value,), read)?.collect::<rusqlite::Result<_>>()?;
    // These end first, so that the update below frees only rows that may be sent again.
    let mut unknown = Vec::new();
    for row in rows {
        let row = row?;
        let why = Unsettled { code: codes::DELIVERY_UNKNOWN, text: notes::VANISHED, now };
        end_unsettled(transaction, row.number, &row.claim.request, row.claim.attempt, &why)?;
        unknown.push(row.claim.request.id);
    }
    transaction
        .prepare_cached(&format!(
            "UPDATE requests AS r SET worker = NULL, lease_until = NULL, intended = 0, \
             crashes = crashes + 1 WHERE r.worker IS NOT NULL AND {which}"
        ))?
        .execute((&value,))?;
    Ok(unknown)
}

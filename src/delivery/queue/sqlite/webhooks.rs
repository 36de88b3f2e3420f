//! Webhook calls in SQLite.

use std::io::Write;
use std::time::Duration;

use rusqlite::{OptionalExtension, Rows, Transaction, params};

use super::Sqlite;
use crate::base::files::{self, io_problem};
use crate::delivery::codes;
use crate::delivery::queue::webhook::{
    COLUMNS, CallEnded, CallFilter, CallStatus, Probe, WebhookCall, Webhooks,
};
use crate::delivery::queue::{columns, error, millis};
use engine::problem::{Problem, Result};

/// Least bytes that a request writes: a row with its data, and the log.
const PROBE_BYTES: usize = 64 << 10;

impl Webhooks for Sqlite {
    fn claim_calls(&self, per_endpoint: usize, lease: Duration) -> Result<Vec<WebhookCall>> {
        // Most of the time there is nothing to do, and a look must not take the lock.
        if self.next_call_due()?.is_none_or(|due| !due.is_zero()) {
            return Ok(Vec::new());
        }
        self.write_durably(|transaction| {
            let now = self.now();
            let until = now.saturating_add(millis(lease));
            let mut claimed = Vec::new();
            for url in endpoints(transaction)? {
                let busy: i64 = transaction
                    .prepare_cached(
                        "SELECT count(*) FROM webhook_calls \
                         WHERE status = 'pending' AND url = ?1 AND lease_until > ?2",
                    )?
                    .query_row((&url, now), |row| row.get(0))?;
                let free = i64::try_from(per_endpoint).unwrap_or(i64::MAX).saturating_sub(busy);
                let mut statement = transaction.prepare_cached(&format!(
                    "UPDATE webhook_calls SET attempts = attempts + 1, lease_until = ?3 \
                     WHERE number IN (SELECT number FROM webhook_calls WHERE status = 'pending' \
                     AND url = ?1 AND next_attempt_at <= ?2 AND lease_until <= ?2 \
                     ORDER BY next_attempt_at, number LIMIT ?4) RETURNING {COLUMNS}"
                ))?;
                calls(&mut statement.query((&url, now, until, free.max(0)))?, &mut claimed)?;
            }
            Ok(claimed)
        })
    }

    fn settle_call(&self, number: i64, attempt: u32, ended: &CallEnded) -> Result<()> {
        self.write_durably(|transaction| {
            let now = self.now();
            let (status, next, ended_at, detail) = match ended {
                CallEnded::Delivered => (CallStatus::Delivered, now, Some(now), None),
                CallEnded::Later { pause, detail } => {
                    let next = now.saturating_add(millis(*pause));
                    (CallStatus::Pending, next, None, Some(detail))
                }
                CallEnded::Failed { detail } => (CallStatus::Failed, now, Some(now), Some(detail)),
            };
            transaction
                .prepare_cached(
                    "UPDATE webhook_calls SET status = ?3, next_attempt_at = ?4, ended_at = ?5, \
                     detail = ?6, lease_until = 0 \
                     WHERE number = ?1 AND attempts = ?2 AND status = 'pending'",
                )?
                .execute(params![number, attempt, status.as_str(), next, ended_at, detail])?;
            Ok(())
        })
    }

    fn next_call_due(&self) -> Result<Option<Duration>> {
        let now = self.now();
        self.read(|transaction| {
            // A leased call is due when its lease is over.
            let due: Option<i64> = transaction
                .prepare_cached(
                    "SELECT min(max(next_attempt_at, lease_until)) FROM webhook_calls \
                     WHERE status = 'pending'",
                )?
                .query_row((), |row| row.get(0))?;
            let pause = |due: i64| u64::try_from(due.saturating_sub(now)).unwrap_or(0);
            Ok(due.map(|due| Duration::from_millis(pause(due))))
        })
    }

    fn list_calls(&self, filter: &CallFilter) -> Result<Vec<WebhookCall>> {
        self.read(|transaction| {
            let mut statement = transaction.prepare_cached(&format!(
                "SELECT {COLUMNS} FROM webhook_calls WHERE (?1 IS NULL OR request = ?1) \
                 AND (?2 IS NULL OR status = ?2) ORDER BY number DESC LIMIT ?3"
            ))?;
            let limit = filter.limit.map_or(-1, |limit| i64::try_from(limit).unwrap_or(i64::MAX));
            let status = filter.status.map(CallStatus::as_str);
            let mut all = Vec::new();
            calls(&mut statement.query(params![filter.request, status, limit])?, &mut all)?;
            Ok(all)
        })
    }

    fn retry_calls(&self, filter: &CallFilter) -> Result<usize> {
        self.write_durably(|transaction| {
            let query = "UPDATE webhook_calls SET status = 'pending', attempts = 0, \
                 next_attempt_at = 0, lease_until = 0, ended_at = NULL \
                 WHERE status = 'failed' AND (?1 IS NULL OR request = ?1)";
            Ok(transaction.execute(query, (filter.request,))?)
        })
    }

    fn delete_calls(&self, age: Duration) -> Result<usize> {
        let until = self.now().saturating_sub(millis(age));
        self.write_durably(|transaction| {
            let query = "DELETE FROM webhook_calls WHERE ended_at < ?1";
            Ok(transaction.execute(query, (until,))?)
        })
    }
}

impl Probe for Sqlite {
    fn probe(&self) -> Result<()> {
        // The database may have pages in reserve, so a file of its own shows whether there is room.
        let folder = self.path.parent().unwrap_or(&self.path);
        let unavailable = |error| Problem {
            code: codes::QUEUE_UNAVAILABLE,
            ..io_problem("write", folder, &error)
        };
        tempfile::tempfile_in(files::folder_of(&self.path))
            .and_then(|mut file| file.write_all(&[0; PROBE_BYTES]))
            .map_err(unavailable)?;
        let (_, _) = self.write(|transaction| {
            // The one number in the header that is free for applications; writing another value
            // writes a page.
            let value: i64 = transaction.query_row("PRAGMA user_version", (), |row| row.get(0))?;
            transaction.pragma_update(None, "user_version", value ^ 1)?;
            Ok(())
        })?;
        Ok(())
    }

    fn clock(&self) -> Result<Option<i64>> {
        Ok(None)
    }
}

/// The URLs of pending calls. Each is found by one step in the index, however many calls it has.
fn endpoints(transaction: &Transaction<'_>) -> error::Result<Vec<String>> {
    let mut next = transaction.prepare_cached(
        "SELECT url FROM webhook_calls WHERE status = 'pending' AND url > ?1 ORDER BY url LIMIT 1",
    )?;
    let mut all: Vec<String> = Vec::new();
    loop {
        let last = all.last().map_or("", String::as_str);
        match next.query_row((last,), |row| row.get(0)).optional()? {
            Some(url) => all.push(url),
            None => return Ok(all),
        }
    }
}

fn calls(rows: &mut Rows<'_>, all: &mut Vec<WebhookCall>) -> error::Result<()> {
    while let Some(row) = rows.next()? {
        all.push(columns::call(row)?);
    }
    Ok(())
}

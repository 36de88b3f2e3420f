//! Leasing rows to workers, and recording that they are about to be sent.

use std::collections::BTreeMap;
use std::time::Duration;

use rusqlite::{OptionalExtension, Row, Transaction};

use super::settle::{self, Unsettled};
use crate::delivery::codes;
use crate::delivery::queue::columns::{self, Due, HEALTHY, REQUEST, REQUEST_TABLES, SUSPECT};
use crate::delivery::queue::error::Result;
use crate::delivery::queue::{Claim, Held, millis, notes};

/// Parameters of a claim.
pub(super) struct SqliteClaim<'a> {
    pub(super) worker: &'a str,
    pub(super) batch: Option<(&'a str, &'a str)>,
    pub(super) limit: usize,
    pub(super) now: i64,
    pub(super) lease: Duration,
    pub(super) most_crashes: u32,
}

pub(super) fn claim(
    transaction: &Transaction<'_>,
    claim_request: &SqliteClaim<'_>,
) -> Result<Vec<Claim>> {
    let batch = match claim_request.batch {
        Some((tenant, key)) => match batch_number(transaction, tenant, key)? {
            Some(number) => Some(number),
            None => return Ok(Vec::new()),
        },
        None => None,
    };
    // A suspect row is leased alone: if the worker crashes again, it is known with which row.
    if holds(transaction, claim_request.worker, SUSPECT)? {
        return Ok(Vec::new());
    }
    let mut found = due(transaction, batch, claim_request.now, claim_request.limit)?;
    if found.is_empty() && claim_request.limit > 0 {
        dead_letter(transaction, claim_request)?;
        if !holds(transaction, claim_request.worker, "?1 = ?1")? {
            found = poison(transaction, batch, claim_request.now)?;
        }
    }
    found.into_iter().map(|row| lease(transaction, claim_request, row)).collect()
}

/// Rows of other tenants than these. The rows before them are looked through, which takes about a tenth
/// of a second for each 100,000.
pub(super) fn claim_of_others(
    transaction: &Transaction<'_>,
    claim_request: &SqliteClaim<'_>,
    tenants: &[String],
) -> Result<Vec<Claim>> {
    if holds(transaction, claim_request.worker, SUSPECT)? {
        return Ok(Vec::new());
    }
    let found = due_of_others(transaction, tenants, claim_request.now, claim_request.limit)?;
    found.into_iter().map(|row| lease(transaction, claim_request, row)).collect()
}

/// The rows that [`claim_of_others`] takes.
pub(super) fn due_of_others(
    transaction: &Transaction<'_>,
    tenants: &[String],
    now: i64,
    limit: usize,
) -> Result<Vec<Due>> {
    let mut statement = transaction.prepare_cached(&format!(
        "SELECT {REQUEST}, d.data FROM {} \
         WHERE r.status = 'pending' AND r.worker IS NULL AND r.{HEALTHY} \
         AND r.next_attempt_at <= ?1 AND r.tenant NOT IN (SELECT value FROM json_each(?3)) \
         ORDER BY r.next_attempt_at, r.number LIMIT ?2",
        tables("requests_due")
    ))?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let tenants = serde_json::Value::from(tenants).to_string();
    let mut rows = statement.query((now, limit, tenants))?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(columns::due(row)?);
    }
    Ok(found)
}

/// Returns `true` if a worker holds rows of a kind.
fn holds(transaction: &Transaction<'_>, worker: &str, kind: &str) -> Result<bool> {
    let mut statement = transaction.prepare_cached(&format!(
        "SELECT EXISTS (SELECT 1 FROM requests WHERE worker = ?1 AND worker IS NOT NULL AND {kind})"
    ))?;
    Ok(statement.query_row((worker,), |row| row.get(0))?)
}

/// Rows whose pause is over, then those that had none: the former were there before.
fn due(
    transaction: &Transaction<'_>,
    batch: Option<i64>,
    now: i64,
    limit: usize,
) -> Result<Vec<Due>> {
    let mut all = due_where(transaction, batch, "BETWEEN 1 AND ?1", now, limit)?;
    if all.len() < limit {
        all.extend(due_where(transaction, batch, "= 0 AND ?1 = ?1", now, limit - all.len())?);
    }
    Ok(all)
}

/// The suspect row that cost the fewest workers so far.
fn poison(transaction: &Transaction<'_>, batch: Option<i64>, now: i64) -> Result<Vec<Due>> {
    let of_batch = if batch.is_some() { "r.batch = ?2" } else { "?2 IS NULL" };
    let mut statement = transaction.prepare_cached(&format!(
        "SELECT {REQUEST}, d.data FROM {} \
         WHERE r.status = 'pending' AND r.worker IS NULL AND r.{SUSPECT} AND {of_batch} \
         AND r.next_attempt_at <= ?1 ORDER BY r.crashes, r.number LIMIT 1",
        tables("requests_suspicious")
    ))?;
    let mut rows = statement.query((now, batch))?;
    rows.next()?.map(columns::due).into_iter().collect()
}

/// Ends rows that cost too many workers.
fn dead_letter(transaction: &Transaction<'_>, claim_request: &SqliteClaim<'_>) -> Result<()> {
    let mut statement = transaction.prepare_cached(&format!(
        "SELECT {REQUEST}, '' FROM {} WHERE r.status = 'pending' AND r.worker IS NULL \
         AND r.{SUSPECT} AND r.crashes >= ?1",
        tables("requests_suspicious")
    ))?;
    let most = columns::most_crashes(claim_request.most_crashes);
    let read = |row: &Row<'_>| Ok(columns::due(row));
    let rows: Vec<_> = statement.query_map((most,), read)?.collect::<rusqlite::Result<_>>()?;
    for row in rows {
        let Due { number, crashes, claim } = row?;
        let text = notes::EXHAUSTED.replace("{}", &crashes.to_string());
        let why =
            Unsettled { code: codes::ATTEMPTS_EXHAUSTED, text: &text, now: claim_request.now };
        settle::end_unsettled(transaction, number, &claim.request, claim.attempt, &why)?;
    }
    Ok(())
}

/// The tables of requests, looked through by an index.
fn tables(index: &str) -> String {
    REQUEST_TABLES.replace("requests r", &format!("requests r INDEXED BY {index}"))
}

fn due_where(
    transaction: &Transaction<'_>,
    batch: Option<i64>,
    when: &str,
    now: i64,
    limit: usize,
) -> Result<Vec<Due>> {
    let (index, of_batch) = match batch {
        Some(_) => ("requests_due_of_batch", "r.batch = ?3"),
        None => ("requests_due", "?3 IS NULL"),
    };
    let mut statement = transaction.prepare_cached(&format!(
        "SELECT {REQUEST}, d.data FROM {} \
         WHERE r.status = 'pending' AND r.worker IS NULL AND r.{HEALTHY} AND {of_batch} \
         AND r.next_attempt_at {when} ORDER BY r.next_attempt_at, r.number LIMIT ?2",
        tables(index)
    ))?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut rows = statement.query((now, limit, batch))?;
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        all.push(columns::due(row)?);
    }
    Ok(all)
}

fn lease(
    transaction: &Transaction<'_>,
    claim_request: &SqliteClaim<'_>,
    row: Due,
) -> Result<Claim> {
    // A new fence with each lease: what an earlier holder still reports is recognised by the old one.
    let until = claim_request.now.saturating_add(millis(claim_request.lease));
    transaction
        .prepare_cached(
            "UPDATE requests SET worker = ?2, lease_until = ?3, attempts = attempts + 1, \
             fence = fence + 1, intended = 0 WHERE number = ?1",
        )?
        .execute((row.number, claim_request.worker, until))?;
    let Claim { attempt, fence, .. } = row.claim;
    Ok(Claim { attempt: attempt.saturating_add(1), fence: fence.saturating_add(1), ..row.claim })
}

pub(super) fn intend(
    transaction: &Transaction<'_>,
    worker: &str,
    rows: &[Held],
    repeatable: bool,
) -> Result<Vec<bool>> {
    let mut statement = transaction.prepare_cached(
        "UPDATE requests SET intended = ?4 \
         WHERE id = ?1 AND +worker = ?2 AND fence = ?3 AND status = 'pending'",
    )?;
    // 1: after a crash it is unknown whether the message was sent. 2: it may simply be sent again.
    let intended = if repeatable { 2 } else { 1 };
    let mut held = Vec::with_capacity(rows.len());
    for row in rows {
        held.push(statement.execute((row.id, worker, row.fence, intended))? == 1);
    }
    Ok(held)
}

pub(super) fn heartbeat(transaction: &Transaction<'_>, worker: &str, until: i64) -> Result<()> {
    transaction
        .prepare_cached("UPDATE requests SET lease_until = ?2 WHERE worker = ?1")?
        .execute((worker, until))?;
    Ok(())
}

pub(super) fn next_due(
    transaction: &Transaction<'_>,
    batch: Option<(&str, &str)>,
    now: i64,
) -> Result<Option<Duration>> {
    let (of_batch, number) = match batch {
        Some((tenant, key)) => match batch_number(transaction, tenant, key)? {
            Some(number) => ("batch = ?1", Some(number)),
            None => return Ok(None),
        },
        None => ("?1 IS NULL", None),
    };
    let mut soonest = None;
    for kind in [HEALTHY, SUSPECT] {
        let first: Option<(i64, i64)> = transaction
            .prepare_cached(&format!(
                "SELECT next_attempt_at, paused_at FROM requests \
                 WHERE status = 'pending' AND worker IS NULL AND {kind} AND {of_batch} \
                 ORDER BY next_attempt_at LIMIT 1"
            ))?
            .query_row((number,), |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let left = first.map(|(next, paused)| {
            // A pause that began in the future is one that a clock set back made.
            let left = if paused > now + settle::CLOCK_TOLERANCE { 0 } else { next - now };
            Duration::from_millis(u64::try_from(left).unwrap_or(0))
        });
        soonest = soonest.into_iter().chain(left).min();
    }
    Ok(soonest)
}

pub(super) fn due_tenants(
    transaction: &Transaction<'_>,
    key: &str,
    now: i64,
) -> Result<BTreeMap<String, Duration>> {
    // A pause that began in the future is one that a clock set back made.
    let left = "CASE WHEN r.paused_at > ?3 THEN 0 ELSE r.next_attempt_at - ?2 END";
    let (by_due, by_crashes) = (
        "requests AS r INDEXED BY requests_due_of_batch",
        "requests AS r INDEXED BY requests_suspicious",
    );
    let mut statement =
        transaction.prepare_cached(&columns::due_tenants(by_due, by_crashes, "?1", left))?;
    let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
    let rows = statement.query_map((key, now, now + settle::CLOCK_TOLERANCE), read)?;
    let rows: Vec<(String, i64)> = rows.collect::<rusqlite::Result<_>>()?;
    Ok(columns::soonest(rows))
}

/// The number of a batch in its table.
pub(super) fn batch_number(
    transaction: &Transaction<'_>,
    tenant: &str,
    key: &str,
) -> Result<Option<i64>> {
    let mut statement =
        transaction.prepare_cached("SELECT number FROM batches WHERE tenant = ?1 AND key = ?2")?;
    Ok(statement.query_row((tenant, key), |row| row.get(0)).optional()?)
}

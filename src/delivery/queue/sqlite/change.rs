//! Adding requests, and what people do to them.

use std::collections::{BTreeSet, HashMap};

use rusqlite::{Transaction, params_from_iter};

use super::claim::batch_number;
use super::read;
use crate::delivery::codes;
use crate::delivery::queue::columns::{OF_SEND, expected_of_plan, options_text};
use crate::delivery::queue::conditions::{Conditions, Dialect};
use crate::delivery::queue::error::Result;
use crate::delivery::queue::{BatchRecord, Chunk, Filter, NewRequest, notes};
use engine::expr::date::Timestamp;

pub(super) fn begin_batch(
    transaction: &Transaction<'_>,
    batch: &BatchRecord,
) -> Result<BatchRecord> {
    transaction
        .prepare_cached(
            "INSERT INTO batches (tenant, key, template, letter, created_at, origin, report_date) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (tenant, key) DO NOTHING",
        )?
        .execute((
            &batch.tenant,
            &batch.key,
            &batch.template,
            options_text(&batch.mail)?,
            batch.created_at,
            &batch.origin,
            batch.report_date.map(Timestamp::seconds),
        ))?;
    let known = read::batch(transaction, &batch.tenant, &batch.key)?;
    Ok(known.unwrap_or_else(|| batch.clone()))
}

pub(super) fn enqueue(
    transaction: &Transaction<'_>,
    requests: &[NewRequest],
    now: i64,
) -> Result<usize> {
    let mut insert = transaction.prepare_cached(
        "INSERT INTO requests (id, tenant, template, template_hash, data_hash, email, filename, \
         expected_sha256, batch, batch_row, row_key, report_date, requested_by, webhook, \
         created_at, locale, template_version, trace_context) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, \
         ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18) \
         ON CONFLICT (id) DO NOTHING",
    )?;
    let mut insert_data = transaction
        .prepare_cached("INSERT INTO request_data (number, letter, data) VALUES (?1, ?2, ?3)")?;
    let mut batches = HashMap::new();
    let mut added = 0;
    for request in requests {
        let mail = request.mail.as_ref().map(options_text).transpose()?;
        let new = insert.execute(rusqlite::params![
            request.id,
            request.tenant,
            request.template,
            request.template_hash,
            request.data_hash,
            request.email,
            request.filename,
            request.expected_sha256,
            batch_of(transaction, request, now, &mut batches)?,
            request.batch_row,
            request.row_key,
            request.report_date.seconds(),
            request.requested_by,
            request.webhook,
            now,
            request.locale,
            request.template_version,
            request.trace_context,
        ])?;
        if new == 1 {
            let number = transaction.last_insert_rowid();
            insert_data.execute((number, mail, &request.data))?;
            added += 1;
        }
    }
    Ok(added)
}

/// The number of the batch of a request. A batch that was never begun has no common values.
fn batch_of<'a>(
    transaction: &Transaction<'_>,
    request: &'a NewRequest,
    now: i64,
    known: &mut HashMap<(&'a str, &'a str), i64>,
) -> Result<Option<i64>> {
    let Some(key) = request.batch.as_deref() else { return Ok(None) };
    let tenant = request.tenant.as_str();
    if let Some(number) = known.get(&(tenant, key)) {
        return Ok(Some(*number));
    }
    let mut number = batch_number(transaction, tenant, key)?;
    if number.is_none() {
        begin_batch(
            transaction,
            &BatchRecord {
                tenant: tenant.to_owned(),
                key: key.to_owned(),
                template: request.template.clone(),
                created_at: now,
                ..BatchRecord::default()
            },
        )?;
        number = batch_number(transaction, tenant, key)?;
    }
    known.extend(number.map(|number| ((tenant, key), number)));
    Ok(number)
}

pub(super) fn retry(transaction: &Transaction<'_>, filter: &Filter) -> Result<usize> {
    let mut rows = Conditions::of(filter, Dialect::Sqlite);
    rows.require("r.status = 'error'");
    rows.require("r.erased = 0");
    let numbers = rows.numbers(filter.limit);
    let retried = transaction
        .prepare(&format!(
            "UPDATE requests SET status = 'pending', template_hash = NULL, \
             template_version = NULL, expected_sha256 = {}, missed_at = NULL, error_code = NULL, \
             error_message = NULL, processed_at = NULL, attempts = 0, crashes = 0, intended = 0, \
             next_attempt_at = 0, paused_at = 0 WHERE number IN ({numbers})",
            expected_of_plan()
        ))?
        .execute(params_from_iter(&rows.binds))?;
    Ok(retried)
}

pub(super) fn run_now(transaction: &Transaction<'_>, filter: &Filter) -> Result<usize> {
    let mut rows = Conditions::of(filter, Dialect::Sqlite);
    rows.require("r.status = 'pending'");
    rows.require("r.worker IS NULL");
    rows.require("r.next_attempt_at > 0");
    let numbers = rows.numbers(filter.limit);
    let changed = transaction
        .prepare(&format!(
            "UPDATE requests SET next_attempt_at = 0, paused_at = 0 WHERE number IN ({numbers})"
        ))?
        .execute(params_from_iter(&rows.binds))?;
    Ok(changed)
}

pub(super) fn cancel(transaction: &Transaction<'_>, filter: &Filter, now: i64) -> Result<usize> {
    let mut rows = Conditions::of(filter, Dialect::Sqlite);
    rows.require("r.status = 'pending'");
    rows.require("r.worker IS NULL");
    let numbers = rows.numbers(filter.limit);
    let canceled = transaction
        .prepare(&format!(
            "UPDATE requests SET status = 'error', error_code = '{}', error_message = '{}', \
             processed_at = max({now}, created_at) WHERE number IN ({numbers})",
            codes::CANCELED.as_str(),
            notes::CANCELED,
        ))?
        .execute(params_from_iter(&rows.binds))?;
    Ok(canceled)
}

/// Deletes the newest rows of a filter whose number is lower than `below`, this many at most.
/// Returns their numbers.
pub(super) fn purge(
    transaction: &Transaction<'_>,
    filter: &Filter,
    below: Option<i64>,
    most: usize,
) -> Result<Vec<i64>> {
    let mut rows = Conditions::of(filter, Dialect::Sqlite);
    rows.require("r.status <> 'pending'");
    rows.below(below);
    let query = rows.numbers(Some(most));
    let numbers: Vec<i64> = transaction
        .prepare(&query)?
        .query_map(params_from_iter(&rows.binds), |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    delete_rows(transaction, &numbers)?;
    Ok(numbers)
}

/// Erases the data of rows that ended before a time, with messages that may quote it, this many at most, the oldest first.
pub(super) fn erase(transaction: &Transaction<'_>, until: i64, most: usize) -> Result<usize> {
    let numbers: Vec<i64> = transaction
        .prepare_cached(
            "SELECT number FROM requests WHERE processed_at IS NOT NULL AND erased = 0 \
             AND processed_at <= ?1 ORDER BY processed_at LIMIT ?2",
        )?
        .query_map((until, i64::try_from(most).unwrap_or(i64::MAX)), |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    forgetting(transaction, || {
        let mut data = transaction.prepare_cached("DELETE FROM request_data WHERE number = ?1")?;
        let mut row = transaction.prepare_cached(
            "UPDATE requests SET erased = 1, error_message = NULL WHERE number = ?1",
        )?;
        for number in &numbers {
            data.execute((number,))?;
            row.execute((number,))?;
        }
        Ok(())
    })?;
    Ok(numbers.len())
}

/// Records that entries of the log before a time may be missing.
pub(super) fn raise_log_since(transaction: &Transaction<'_>, until: i64) -> Result<()> {
    let raised =
        transaction.execute("UPDATE log_retention SET since = max(since, ?1)", (until,))?;
    if raised == 0 {
        transaction.execute("INSERT INTO log_retention VALUES (?1)", (until,))?;
    }
    Ok(())
}

/// Deletes the oldest entries of the log before a time, this many at most.
pub(super) fn forget_log(transaction: &Transaction<'_>, until: i64, most: usize) -> Result<usize> {
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    Ok(transaction
        .prepare_cached(
            "DELETE FROM log WHERE number IN \
             (SELECT number FROM log WHERE time < ?1 ORDER BY time LIMIT ?2)",
        )?
        .execute((until, most))?)
}

/// Rows that were looked at, and what came of them.
pub(super) struct ForgottenRows {
    pub(super) chunk: Chunk,
    /// The number of the last one.
    pub(super) last: i64,
}

/// Deletes rows that ended before a time. Looks at the rows after the number `after`, this many at most, until one that
/// was created later: rows are in the order of their creation.
pub(super) fn forget(
    transaction: &Transaction<'_>,
    until: i64,
    after: i64,
    most: usize,
) -> Result<ForgottenRows> {
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let mut statement = transaction.prepare_cached(
        "SELECT number, created_at, processed_at, batch FROM requests WHERE number > ?1 \
         ORDER BY number LIMIT ?2",
    )?;
    let mut rows = statement.query((after, most))?;
    let (mut numbers, mut batches, mut found, mut last) = (Vec::new(), BTreeSet::new(), 0, after);
    while let Some(row) = rows.next()? {
        let (created_at, processed_at): (i64, Option<i64>) = (row.get(1)?, row.get(2)?);
        if created_at > until {
            break;
        }
        last = row.get(0)?;
        found += 1;
        if processed_at.is_some_and(|ended| ended < until) {
            numbers.push(last);
            batches.extend(row.get::<_, Option<i64>>(3)?);
        }
    }
    delete_rows(transaction, &numbers)?;
    let mut of_send = transaction.prepare_cached(&format!(
        "DELETE FROM batches WHERE number = ?1 AND {OF_SEND} \
         AND NOT EXISTS (SELECT 1 FROM requests WHERE batch = ?1)"
    ))?;
    for batch in batches {
        of_send.execute((batch,))?;
    }
    Ok(ForgottenRows { chunk: Chunk { done: numbers.len(), found }, last })
}

/// Deletes rows and their data.
fn delete_rows(transaction: &Transaction<'_>, numbers: &[i64]) -> Result<()> {
    forgetting(transaction, || {
        let mut data = transaction.prepare_cached("DELETE FROM request_data WHERE number = ?1")?;
        let mut row = transaction.prepare_cached("DELETE FROM requests WHERE number = ?1")?;
        for number in numbers {
            data.execute((number,))?;
            row.execute((number,))?;
        }
        Ok(())
    })
}

/// Overwrites data deleted meanwhile with zeros, instead of only unlisting it.
fn forgetting<T>(
    transaction: &Transaction<'_>,
    work: impl FnOnce() -> rusqlite::Result<T>,
) -> Result<T> {
    transaction.pragma_update(None, "secure_delete", true)?;
    let result = work();
    transaction.pragma_update(None, "secure_delete", false)?;
    Ok(result?)
}

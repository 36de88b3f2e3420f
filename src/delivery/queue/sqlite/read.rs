//! Looking at requests and at the log.

use rusqlite::{OptionalExtension, Transaction, params_from_iter};

use super::claim::batch_number;
use crate::delivery::queue::columns::{self, LOG, REQUEST, REQUEST_TABLES, STATE};
use crate::delivery::queue::conditions::{Conditions, Dialect, Place};
use crate::delivery::queue::error::Result;
use crate::delivery::queue::{
    BatchRecord, BatchSummary, Depth, Filter, LogEntry, LogFilter, MissedVersion, Request,
    RequestId, Summary,
};
use engine::expr::date::Timestamp;

pub(super) fn batch(
    transaction: &Transaction<'_>,
    tenant: &str,
    key: &str,
) -> Result<Option<BatchRecord>> {
    let mut statement = transaction.prepare_cached(
        "SELECT template, letter, created_at, origin, report_date FROM batches \
         WHERE tenant = ?1 AND key = ?2",
    )?;
    let mut rows = statement.query((tenant, key))?;
    let Some(row) = rows.next()? else { return Ok(None) };
    Ok(Some(BatchRecord {
        tenant: tenant.to_owned(),
        key: key.to_owned(),
        template: row.get(0)?,
        mail: columns::mail_options(&row.get::<_, String>(1)?)?,
        created_at: row.get(2)?,
        origin: row.get(3)?,
        report_date: row.get::<_, Option<i64>>(4)?.map(Timestamp::clamped),
    }))
}

pub(super) fn tenants_of_batch(transaction: &Transaction<'_>, key: &str) -> Result<Vec<String>> {
    let mut statement = transaction
        .prepare_cached("SELECT DISTINCT tenant FROM batches WHERE key = ?1 ORDER BY tenant")?;
    Ok(statement.query_map((key,), |row| row.get(0))?.collect::<rusqlite::Result<_>>()?)
}

pub(super) fn get(
    transaction: &Transaction<'_>,
    tenant: &str,
    id: RequestId,
) -> Result<Option<Request>> {
    let mut statement = transaction.prepare_cached(&format!(
        "SELECT {REQUEST}, {STATE}, d.data FROM {REQUEST_TABLES} WHERE r.id = ?1 AND r.tenant = ?2"
    ))?;
    let mut rows = statement.query((id, tenant))?;
    rows.next()?.map(|row| columns::standing(row, true)).transpose()
}

pub(super) fn list(transaction: &Transaction<'_>, filter: &Filter) -> Result<Vec<Request>> {
    let mut conditions = Conditions::of(filter, Dialect::Sqlite);
    let text = conditions.text();
    let limit = conditions.limit(filter.limit);
    let mut statement = transaction.prepare(&format!(
        "SELECT {REQUEST}, {STATE} FROM {REQUEST_TABLES}{text} ORDER BY r.number DESC{limit}"
    ))?;
    let mut rows = statement.query(params_from_iter(&conditions.binds))?;
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        all.push(columns::standing(row, false)?);
    }
    Ok(all)
}

pub(super) fn depth(
    transaction: &Transaction<'_>,
    batch: Option<(&str, &str)>,
    now: i64,
) -> Result<Depth> {
    let (of_batch, number) = match batch {
        Some((tenant, key)) => match batch_number(transaction, tenant, key)? {
            Some(number) => ("batch = ?1", Some(number)),
            None => return Ok(Depth::default()),
        },
        None => ("?1 IS NULL", None),
    };
    let mut statement = transaction.prepare_cached(&columns::depth(of_batch))?;
    let mut rows = statement.query((number,))?;
    rows.next()?.map_or(Ok(Depth::default()), |row| Depth::read(row, now))
}

pub(super) fn pending_up_to(transaction: &Transaction<'_>, most: u64) -> Result<u64> {
    let mut statement = transaction.prepare_cached(&columns::pending_up_to("?1"))?;
    let limit = i64::try_from(most).unwrap_or(i64::MAX);
    let counted: i64 = statement.query_row((limit,), |row| row.get(0))?;
    Ok(u64::try_from(counted).unwrap_or(0).min(most))
}

pub(super) fn summary(transaction: &Transaction<'_>, filter: &Filter, now: i64) -> Result<Summary> {
    let mut conditions = Conditions::of(filter, Dialect::Sqlite);
    let counted = conditions.counted(filter.limit);
    let mut statement = transaction.prepare(&format!(
        "SELECT r.status, count(*), count(r.worker), \
         coalesce(sum(r.error_code = 'deliveryUnknown'), 0), min(r.created_at) \
         FROM ({counted}) r GROUP BY r.status"
    ))?;
    let mut rows = statement.query(params_from_iter(&conditions.binds))?;
    let mut summary = Summary::default();
    while let Some(row) = rows.next()? {
        summary.add(row, now)?;
    }
    Ok(summary)
}

pub(super) fn batches(
    transaction: &Transaction<'_>,
    tenant: Option<&str>,
    limit: Option<usize>,
) -> Result<Vec<BatchSummary>> {
    let limit = limit.map_or(-1, |limit| i64::try_from(limit).unwrap_or(i64::MAX));
    let rows = "LEFT JOIN requests r ON r.batch = b.number";
    let counts = columns::batches("?1 IS NULL OR tenant = ?1", "?2", rows);
    let mut statement = transaction.prepare_cached(&counts)?;
    let mut rows = statement.query((tenant, limit))?;
    let mut batches = Vec::new();
    while let Some(row) = rows.next()? {
        batches.push(columns::batch_summary(row)?);
    }
    Ok(batches)
}

pub(super) fn missed_versions(transaction: &Transaction<'_>) -> Result<Vec<MissedVersion>> {
    let mut statement = transaction.prepare_cached(columns::MISSED)?;
    let mut rows = statement.query(())?;
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        all.push(columns::missed(row)?);
    }
    Ok(all)
}

pub(super) fn log_since(transaction: &Transaction<'_>) -> Result<i64> {
    let since = "SELECT coalesce((SELECT since FROM log_retention), 0)";
    Ok(transaction.prepare_cached(since)?.query_row((), |row| row.get(0))?)
}

pub(super) fn log_start(
    transaction: &Transaction<'_>,
    filter: &LogFilter,
    newest: usize,
) -> Result<Option<Place>> {
    let mut conditions = Conditions::of_log(filter, Dialect::Sqlite);
    let query = conditions.log_start(newest);
    let mut statement = transaction.prepare(&query)?;
    let place = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
    Ok(statement.query_row(params_from_iter(&conditions.binds), place).optional()?)
}

/// A page of the log, and where its last entry is.
pub(super) fn log_page(
    transaction: &Transaction<'_>,
    filter: &LogFilter,
    after: Place,
    most: usize,
) -> Result<(Vec<LogEntry>, Place)> {
    let mut conditions = Conditions::of_log(filter, Dialect::Sqlite);
    let query = conditions.log_page(LOG, after, most);
    let mut statement = transaction.prepare(&query)?;
    let mut rows = statement.query(params_from_iter(&conditions.binds))?;
    let (mut entries, mut last) = (Vec::new(), after);
    while let Some(row) = rows.next()? {
        entries.push(columns::log_entry(row)?);
        last = columns::log_place(row)?;
    }
    Ok((entries, last))
}

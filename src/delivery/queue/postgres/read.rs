//! Looking at requests and at the log.

use postgres::Row;

use super::NOW;
use super::claim::of_batch;
use super::pool::Connection;
use super::row::parameters;
use super::workers::LEASE_ONLY;
use crate::delivery::queue::columns::{self, LOG, REQUEST, RowColumns};
use crate::delivery::queue::conditions::{Conditions, Dialect, Place};
use crate::delivery::queue::error::Result;
use crate::delivery::queue::{
    BatchRecord, BatchSummary, Depth, Filter, LogEntry, LogFilter, MissedVersion, Request,
    RequestId, Summary,
};
use engine::expr::date::Timestamp;

pub(super) fn batch(
    connection: &mut Connection,
    tenant: &str,
    key: &str,
) -> Result<Option<BatchRecord>> {
    let statement = connection.prepare(
        "SELECT template, letter, created_at, origin, report_date FROM batches \
         WHERE tenant = $1 AND key = $2",
    )?;
    let Some(row) = connection.client.query_opt(&statement, &[&tenant, &key])? else {
        return Ok(None);
    };
    Ok(Some(BatchRecord {
        tenant: tenant.to_owned(),
        key: key.to_owned(),
        template: row.text(0)?,
        mail: columns::mail_options(&row.text(1)?)?,
        created_at: row.number(2)?,
        origin: row.maybe_text(3)?,
        report_date: row.maybe_number(4)?.map(Timestamp::clamped),
    }))
}

/// Tables of a request, as [`REQUEST`] names them, in a database where the data of delivered requests is apart. `requests`
/// is the table or the query that gives the rows.
fn tables(requests: &str) -> String {
    format!(
        "{requests} r LEFT JOIN batches b ON b.number = r.batch LEFT JOIN LATERAL ( \
            SELECT number, letter, data FROM request_data WHERE number = r.number \
            UNION ALL SELECT number, mail, data FROM finished_data WHERE r.erased = 2 \
            AND processed_at = r.processed_at AND number = r.number OFFSET 0 \
         ) d ON true"
    )
}

/// [`columns::STATE`]; the data of a delivered request is erased when it is gone.
fn state() -> String {
    columns::STATE.replace(
        "r.erased",
        "CASE WHEN r.erased <> 2 THEN r.erased WHEN d.number IS NULL THEN 1 ELSE 0 END",
    )
}

pub(super) fn tenants_of_batch(connection: &mut Connection, key: &str) -> Result<Vec<String>> {
    let statement =
        connection.prepare("SELECT DISTINCT tenant FROM batches WHERE key = $1 ORDER BY tenant")?;
    let rows = connection.client.query(&statement, &[&key])?;
    rows.iter().map(|row| row.text(0)).collect()
}

pub(super) fn get(
    connection: &mut Connection,
    tenant: &str,
    id: RequestId,
) -> Result<Option<Request>> {
    let statement = connection.prepare(&format!(
        "SELECT {REQUEST}, {}, d.data FROM {} WHERE r.id = $1 AND r.tenant = $2",
        state(),
        tables("requests")
    ))?;
    let row = connection.client.query_opt(&statement, &[&id, &tenant])?;
    row.map(|row| standing(&row, true)).transpose()
}

/// A request with the name of its worker as the worker says it.
fn standing(row: &Row, with_data: bool) -> Result<Request> {
    let mut request = columns::standing(row, with_data)?;
    let name = request.worker.as_deref().and_then(|worker| worker.strip_suffix(LEASE_ONLY));
    if let Some(name) = name.map(str::to_owned) {
        request.worker = Some(name);
    }
    Ok(request)
}

pub(super) fn list(connection: &mut Connection, filter: &Filter) -> Result<Vec<Request>> {
    let mut conditions = Conditions::of(filter, Dialect::Postgres);
    let (tables, state) = (tables(conditions.requests()), state());
    let (text, order) = (conditions.text(), conditions.number());
    let limit = conditions.limit(filter.limit);
    let statement = connection.prepare(&format!(
        "SELECT {REQUEST}, {state} FROM {tables}{text} ORDER BY {order} DESC{limit}"
    ))?;
    let rows = connection.client.query(&statement, &parameters(&conditions.binds))?;
    rows.iter().map(|row| standing(row, false)).collect()
}

pub(super) fn depth(connection: &mut Connection, batch: Option<(&str, &str)>) -> Result<Depth> {
    let statement = connection.prepare(&format!(
        "SELECT depth.*, {NOW} FROM ({}) AS depth (waiting, held, first)",
        columns::depth(&of_batch(batch, 1))
    ))?;
    let (tenant, key) = batch.unzip();
    let row = connection.client.query_one(&statement, &[&tenant, &key])?;
    Depth::read(&row, row.number(3)?)
}

/// The number that was given to a row last, whether or not its transaction has ended.
pub(super) fn last_number(connection: &mut Connection) -> Result<i64> {
    let statement = connection.prepare("SELECT last_value FROM requests_number_seq")?;
    connection.client.query_one(&statement, &[])?.number(0)
}

pub(super) fn pending_up_to(connection: &mut Connection, most: u64) -> Result<u64> {
    let statement = connection.prepare(&columns::pending_up_to("$1"))?;
    let limit = i64::try_from(most).unwrap_or(i64::MAX);
    let row = connection.client.query_one(&statement, &[&limit])?;
    Ok(u64::try_from(row.number(0)?).unwrap_or(0).min(most))
}

pub(super) fn summary(connection: &mut Connection, filter: &Filter) -> Result<Summary> {
    let mut conditions = Conditions::of(filter, Dialect::Postgres);
    let counted = conditions.counted(filter.limit);
    let statement = connection.prepare(&format!(
        "SELECT r.status, count(*), count(r.worker), \
         count(*) FILTER (WHERE r.error_code = 'deliveryUnknown'), min(r.created_at), {NOW} \
         FROM ({counted}) r GROUP BY r.status"
    ))?;
    let mut summary = Summary::default();
    for row in connection.client.query(&statement, &parameters(&conditions.binds))? {
        summary.add(&row, row.number(5)?)?;
    }
    Ok(summary)
}

pub(super) fn batches(
    connection: &mut Connection,
    tenant: Option<&str>,
    limit: Option<usize>,
) -> Result<Vec<BatchSummary>> {
    let limit = limit.map(|limit| i64::try_from(limit).unwrap_or(i64::MAX));
    // `OFFSET 0` keeps the planner from reading all requests for the rows of a few batches.
    let rows = "LEFT JOIN LATERAL (SELECT status, worker, error_code FROM requests \
                WHERE batch = b.number OFFSET 0) r ON true";
    let counts = columns::batches("$1::text IS NULL OR tenant = $1", "$2::int8", rows);
    let statement = connection.prepare(&counts)?;
    let rows = connection.client.query(&statement, &[&tenant, &limit])?;
    rows.iter().map(columns::batch_summary).collect()
}

pub(super) fn missed_versions(connection: &mut Connection) -> Result<Vec<MissedVersion>> {
    let statement = connection.prepare(columns::MISSED)?;
    connection.client.query(&statement, &[])?.iter().map(columns::missed).collect()
}

/// [`DeliveryLog::log_since`](crate::delivery::queue::DeliveryLog::log_since); `None` where the tables are not of
/// version 2.4 yet, and nothing may be deleted.
pub(super) fn log_since(connection: &mut Connection) -> Result<Option<i64>> {
    let there = connection.prepare("SELECT to_regclass('log_retention') IS NOT NULL")?;
    if !connection.client.query_one(&there, &[])?.try_get::<_, bool>(0)? {
        return Ok(None);
    }
    let since = connection.prepare("SELECT coalesce(max(since), 0) FROM log_retention")?;
    Ok(Some(connection.client.query_one(&since, &[])?.number(0)?))
}

pub(super) fn log_start(
    connection: &mut Connection,
    filter: &LogFilter,
    newest: usize,
) -> Result<Option<Place>> {
    let mut conditions = Conditions::of_log(filter, Dialect::Postgres);
    let query = conditions.log_start(newest);
    let statement = connection.prepare(&query)?;
    let row = connection.client.query_opt(&statement, &parameters(&conditions.binds))?;
    row.map(|row| Ok((row.number(0)?, row.number(1)?))).transpose()
}

/// A page of the log, and where its last entry is.
pub(super) fn log_page(
    connection: &mut Connection,
    filter: &LogFilter,
    after: Place,
    most: usize,
) -> Result<(Vec<LogEntry>, Place)> {
    let mut conditions = Conditions::of_log(filter, Dialect::Postgres);
    let query = conditions.log_page(LOG, after, most);
    let statement = connection.prepare(&query)?;
    let rows = connection.client.query(&statement, &parameters(&conditions.binds))?;
    let last = rows.last().map(columns::log_place).transpose()?.unwrap_or(after);
    Ok((rows.iter().map(columns::log_entry).collect::<Result<_>>()?, last))
}

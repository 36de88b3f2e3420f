//! Leasing rows to workers, and recording that they are about to be sent.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use super::NOW;
use super::pool::Connection;
use super::settle::{self, CLOCK_TOLERANCE};
use crate::delivery::queue::columns::{
    self, Due, HEALTHY, REQUEST, RowColumns, SUSPECT, TABLES_ROW_BY_ROW,
};
use crate::delivery::queue::error::Result;
use crate::delivery::queue::{Claim, Held, millis, notes};

/// Parameters of a claim.
pub(super) struct PostgresClaim<'a> {
    pub(super) worker: &'a str,
    pub(super) batch: Option<(&'a str, &'a str)>,
    pub(super) limit: usize,
    pub(super) lease: Duration,
    pub(super) most_crashes: u32,
    /// Lowest number of rows that were never claimed.
    pub(super) low: i64,
}

/// Rows that were claimed.
pub(super) struct Claimed {
    pub(super) claims: Vec<Claim>,
    /// The highest number among rows that were never claimed before.
    pub(super) highest: Option<i64>,
}

/// The condition that limits rows to a batch, of which the tenant and key have these places.
pub(super) fn of_batch(batch: Option<(&str, &str)>, first: usize) -> String {
    match batch {
        Some(_) => format!(
            "batch = (SELECT number FROM batches WHERE tenant = ${first} AND key = ${})",
            first + 1
        ),
        // The places must be there all the same.
        None => format!("${first}::text IS NULL AND ${}::text IS NULL", first + 1),
    }
}

/// A query that takes the first `$1` rows that `due` selects. Rows that come back, and those whose pause is over, come
/// first, then those that were never claimed, from the number `low` up: the former were there before. Rows that another
/// transaction is about to take are passed over.
fn take(due: &str, low: &str) -> String {
    format!(
        "WITH paused AS MATERIALIZED ( \
            {due} AND next_attempt_at BETWEEN 1 AND {NOW} \
            ORDER BY next_attempt_at, number LIMIT $1 FOR UPDATE SKIP LOCKED \
         ), fresh AS MATERIALIZED ( \
            {due} AND next_attempt_at = 0 AND number >= {low} ORDER BY next_attempt_at, number \
            LIMIT $1 - (SELECT count(*) FROM paused) FOR UPDATE SKIP LOCKED \
         ), taken AS ( \
            UPDATE requests AS r SET {LEASED} WHERE r.number = ANY \
            (ARRAY(SELECT number FROM paused UNION ALL SELECT number FROM fresh)) RETURNING r.* \
         ) {}",
        taken()
    )
}

/// The rows are an array and their data is looked up row by row, so that there is nothing to join. As
/// a join, with statistics from before 100,000 rows were sent, the server merges with all of them: 311 ms
/// for a claim of 10 rows instead of 71 ms (PostgreSQL 15, index entries of the sent rows not yet
/// cleaned up; with current statistics both take 1 ms).
///
/// A lease does not wait for the disk; the intent that follows does, and takes it along. A server
/// that breaks down in between forgets the lease, and the fence that came with it is never given
/// again.
pub(super) fn claim(
    connection: &mut Connection,
    claim_request: &PostgresClaim<'_>,
) -> Result<Claimed> {
    let of_batch = of_batch(claim_request.batch, 4);
    let due = format!(
        "SELECT number FROM requests WHERE status = 'pending' AND worker IS NULL \
         AND {HEALTHY} AND {of_batch} \
         AND NOT EXISTS (SELECT 1 FROM requests WHERE worker = $2 AND {SUSPECT})"
    );
    let statement = connection.prepare(&take(&due, "$6"))?;
    let limit = i64::try_from(claim_request.limit).unwrap_or(i64::MAX);
    let (tenant, key) = claim_request.batch.unzip();
    let rows = connection.client.query(
        &statement,
        &[
            &limit,
            &claim_request.worker,
            &millis(claim_request.lease),
            &tenant,
            &key,
            &claim_request.low,
        ],
    )?;
    if rows.is_empty() && limit > 0 {
        return claim_suspect(connection, claim_request);
    }
    claims(&rows)
}

/// Rows of other tenants than these, as [`claim`] takes them.
pub(super) fn claim_of_others(
    connection: &mut Connection,
    (worker, tenants): (&str, &[String]),
    limit: usize,
    lease: Duration,
    low: i64,
) -> Result<Vec<Claim>> {
    let due = format!(
        "SELECT number FROM requests WHERE status = 'pending' AND worker IS NULL \
         AND {HEALTHY} AND tenant <> ALL($4::text[]) \
         AND NOT EXISTS (SELECT 1 FROM requests WHERE worker = $2 AND {SUSPECT})"
    );
    let statement = connection.prepare(&take(&due, "$5"))?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let rows =
        connection.client.query(&statement, &[&limit, &worker, &millis(lease), &tenants, &low])?;
    Ok(claims(&rows)?.claims)
}

/// Takes the suspect row that cost the fewest workers so far, and ends those that cost too
/// many.
fn claim_suspect(
    connection: &mut Connection,
    claim_request: &PostgresClaim<'_>,
) -> Result<Claimed> {
    let statement = connection.prepare(&format!(
        "WITH {}, picked AS MATERIALIZED ( \
            SELECT number FROM requests WHERE status = 'pending' AND worker IS NULL \
            AND {SUSPECT} AND crashes < $1 AND {} AND next_attempt_at <= {NOW} \
            AND NOT EXISTS (SELECT 1 FROM requests WHERE worker = $2) \
            ORDER BY crashes, number LIMIT 1 FOR UPDATE SKIP LOCKED \
         ), taken AS ( \
            UPDATE requests AS r SET {LEASED} \
            WHERE r.number = ANY (ARRAY(SELECT number FROM picked)) RETURNING r.* \
         ) {}",
        settle::dead_letter("$1", "$6"),
        of_batch(claim_request.batch, 4),
        taken()
    ))?;
    let most = columns::most_crashes(claim_request.most_crashes);
    let (tenant, key) = claim_request.batch.unzip();
    let rows = connection.client.query(
        &statement,
        &[
            &most,
            &claim_request.worker,
            &millis(claim_request.lease),
            &tenant,
            &key,
            &notes::EXHAUSTED,
        ],
    )?;
    claims(&rows)
}

/// A lease for worker `$2` that lasts `$3` milliseconds.
const LEASED: &str = "worker = $2, \
    lease_until = (extract(epoch from statement_timestamp()) * 1000)::int8 + $3, \
    attempts = attempts + 1, intended = 0, \
    fence = greatest(fence + 1, (extract(epoch from clock_timestamp()) * 1000000)::int8)";

/// A query for the rows `taken`.
fn taken() -> String {
    let tables = TABLES_ROW_BY_ROW.replace("requests r", "taken r");
    format!(
        "SELECT {REQUEST}, d.data, r.next_attempt_at, \
         set_config('synchronous_commit', 'off', true) \
         FROM {tables} ORDER BY r.number"
    )
}

fn claims(rows: &[postgres::Row]) -> Result<Claimed> {
    let mut claimed = Claimed { claims: Vec::with_capacity(rows.len()), highest: None };
    for row in rows {
        let Due { claim, number, .. } = columns::due(row)?;
        claimed.claims.push(claim);
        if row.try_get::<_, i64>("next_attempt_at")? == 0 {
            claimed.highest = claimed.highest.max(Some(number));
        }
    }
    Ok(claimed)
}

pub(super) fn intend(
    connection: &mut Connection,
    worker: &str,
    rows: &[Held],
    repeatable: bool,
) -> Result<Vec<bool>> {
    // `IS TRUE` keeps the planner from looking rows up by their worker instead of by their id.
    let statement = connection.prepare(
        "UPDATE requests AS r SET intended = $4 \
         FROM unnest($1::uuid[], $2::int8[]) AS held (id, fence) \
         WHERE r.id = held.id AND r.fence = held.fence AND (r.worker = $3) IS TRUE \
         AND r.status = 'pending' RETURNING r.id",
    )?;
    let ids: Vec<_> = rows.iter().map(|row| row.id).collect();
    let fences: Vec<_> = rows.iter().map(|row| row.fence).collect();
    let intended: i64 = if repeatable { 2 } else { 1 };
    let held = connection.client.query(&statement, &[&ids, &fences, &worker, &intended])?;
    let held = held.iter().map(|row| row.id(0)).collect::<Result<HashSet<_>>>()?;
    Ok(ids.iter().map(|id| held.contains(id)).collect())
}

/// Rows that another thread of the worker changes at this moment are none the worse for one
/// heartbeat that passes them over.
pub(super) fn heartbeat(connection: &mut Connection, worker: &str, lease: Duration) -> Result<()> {
    let statement = connection.prepare(&format!(
        "UPDATE requests SET lease_until = {NOW} + $2 WHERE number IN \
         (SELECT number FROM requests WHERE worker = $1 FOR UPDATE SKIP LOCKED)"
    ))?;
    connection.client.execute(&statement, &[&worker, &millis(lease)])?;
    Ok(())
}

pub(super) fn due_tenants(
    connection: &mut Connection,
    key: &str,
) -> Result<BTreeMap<String, Duration>> {
    // A pause that began in the future is one that a clock set back made.
    let left = format!(
        "CASE WHEN r.paused_at > {NOW} + {CLOCK_TOLERANCE} THEN 0 ELSE r.next_attempt_at - {NOW} END"
    );
    let table = "requests AS r";
    let statement = connection.prepare(&columns::due_tenants(table, table, "$1", &left))?;
    let rows = connection.client.query(&statement, &[&key])?;
    let rows = rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?)));
    Ok(columns::soonest(rows.collect::<Result<Vec<_>>>()?))
}

pub(super) fn next_due(
    connection: &mut Connection,
    batch: Option<(&str, &str)>,
    low: i64,
) -> Result<Option<Duration>> {
    // A pause that began in the future is one that a clock set back made.
    let of_batch = of_batch(batch, 1);
    let first = |kind: &str| {
        format!(
            "(SELECT CASE WHEN paused_at > {NOW} + {CLOCK_TOLERANCE} THEN 0 \
             ELSE next_attempt_at - {NOW} END FROM requests \
             WHERE status = 'pending' AND worker IS NULL AND {kind} AND {of_batch} \
             ORDER BY next_attempt_at LIMIT 1)"
        )
    };
    let statement = connection.prepare(&format!(
        "SELECT least({}, {}, {})",
        first(&format!("{HEALTHY} AND next_attempt_at = 0 AND number >= $3")),
        first(&format!("{HEALTHY} AND next_attempt_at > 0")),
        first(SUSPECT)
    ))?;
    let (tenant, key) = batch.unzip();
    let left: Option<i64> =
        connection.client.query_one(&statement, &[&tenant, &key, &low])?.try_get(0)?;
    Ok(left.map(|left| Duration::from_millis(u64::try_from(left).unwrap_or(0))))
}

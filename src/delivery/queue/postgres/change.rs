//! Adding requests, and what people do to them.

use std::collections::HashSet;
use std::time::Duration;

use postgres::types::ToSql;

use super::pool::Connection;
use super::row::parameters;
use super::{BACK, NOW};
use crate::delivery::codes;
use crate::delivery::queue::columns::{OF_SEND, RowColumns, expected_of_plan, options_text};
use crate::delivery::queue::conditions::{Bind, Conditions, Dialect};
use crate::delivery::queue::error::Result;
use crate::delivery::queue::{BatchRecord, Chunk, Filter, NewRequest, millis, notes};
use engine::expr::date::Timestamp;

pub(super) fn begin_batch(connection: &mut Connection, batch: &BatchRecord) -> Result<()> {
    let statement = connection.prepare(
        "INSERT INTO batches (tenant, key, template, letter, created_at, origin, report_date) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (tenant, key) DO NOTHING",
    )?;
    let mail = options_text(&batch.mail)?;
    connection.client.execute(
        &statement,
        &[
            &batch.tenant,
            &batch.key,
            &batch.template,
            &mail,
            &batch.created_at,
            &batch.origin,
            &batch.report_date.map(Timestamp::seconds),
        ],
    )?;
    Ok(())
}

/// Makes sure that the batches of requests exist. A batch that was never begun has no common
/// values.
pub(super) fn know_batches(
    connection: &mut Connection,
    requests: &[NewRequest],
    known: &mut HashSet<(String, String)>,
) -> Result<()> {
    const MOST_KNOWN: usize = 1000;
    for request in requests {
        let Some(key) = &request.batch else { continue };
        let batch = (request.tenant.clone(), key.clone());
        if known.contains(&batch) {
            continue;
        }
        begin_batch(
            connection,
            &BatchRecord {
                tenant: request.tenant.clone(),
                key: key.clone(),
                template: request.template.clone(),
                created_at: request.report_date.seconds().saturating_mul(1000),
                ..BatchRecord::default()
            },
        )?;
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.insert(batch);
    }
    Ok(())
}

/// Requests as one list per column.
#[derive(Default)]
struct ChangeLists<'a> {
    ids: Vec<uuid::Uuid>,
    tenants: Vec<&'a str>,
    templates: Vec<&'a str>,
    template_hashes: Vec<Option<&'a str>>,
    data_hashes: Vec<&'a str>,
    emails: Vec<&'a str>,
    filenames: Vec<Option<&'a str>>,
    expected: Vec<Option<&'a str>>,
    batches: Vec<Option<&'a str>>,
    batch_rows: Vec<Option<i64>>,
    row_keys: Vec<Option<&'a str>>,
    report_dates: Vec<i64>,
    requested_by: Vec<&'a str>,
    webhooks: Vec<Option<&'a str>>,
    mail: Vec<Option<String>>,
    data: Vec<&'a str>,
    locales: Vec<Option<&'a str>>,
    versions: Vec<Option<&'a str>>,
    trace_contexts: Vec<Option<&'a str>>,
}

impl<'a> ChangeLists<'a> {
    /// Of several requests with one id, the first counts.
    fn new(requests: &'a [NewRequest]) -> Result<Self> {
        let mut lists = Self::default();
        let mut known = HashSet::with_capacity(requests.len());
        for request in requests.iter().filter(|request| known.insert(request.id)) {
            lists.ids.push(request.id);
            lists.tenants.push(&request.tenant);
            lists.templates.push(&request.template);
            lists.template_hashes.push(request.template_hash.as_deref());
            lists.data_hashes.push(&request.data_hash);
            lists.emails.push(&request.email);
            lists.filenames.push(request.filename.as_deref());
            lists.expected.push(request.expected_sha256.as_deref());
            lists.batches.push(request.batch.as_deref());
            lists.batch_rows.push(request.batch_row);
            lists.row_keys.push(request.row_key.as_deref());
            lists.report_dates.push(request.report_date.seconds());
            lists.requested_by.push(&request.requested_by);
            lists.webhooks.push(request.webhook.as_deref());
            lists.mail.push(request.mail.as_ref().map(options_text).transpose()?);
            lists.data.push(&request.data);
            lists.locales.push(request.locale.as_deref());
            lists.versions.push(request.template_version.as_deref());
            lists.trace_contexts.push(request.trace_context.as_deref());
        }
        Ok(lists)
    }

    fn parameters(&self) -> [&(dyn ToSql + Sync); 19] {
        [
            &self.ids,
            &self.tenants,
            &self.templates,
            &self.template_hashes,
            &self.data_hashes,
            &self.emails,
            &self.filenames,
            &self.expected,
            &self.batches,
            &self.batch_rows,
            &self.row_keys,
            &self.report_dates,
            &self.requested_by,
            &self.webhooks,
            &self.mail,
            &self.data,
            &self.locales,
            &self.versions,
            &self.trace_contexts,
        ]
    }
}

pub(super) fn enqueue(
    connection: &mut Connection,
    requests: &[NewRequest],
    channel: &str,
) -> Result<usize> {
    let statement = connection.prepare(&format!(
        "WITH input AS MATERIALIZED ( \
            SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], \
            $6::text[], $7::text[], $8::text[], $9::text[], $10::int8[], $11::text[], \
            $12::int8[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], \
            $18::text[], $19::text[]) WITH ORDINALITY \
            AS input (id, tenant, template, template_hash, data_hash, email, filename, \
            expected_sha256, batch_key, batch_row, row_key, report_date, requested_by, webhook, \
            letter, data, locale, template_version, trace_context, place) \
         ), added AS ( \
            INSERT INTO requests (id, tenant, template, template_hash, data_hash, email, \
            filename, expected_sha256, batch, batch_row, row_key, report_date, requested_by, \
            webhook, created_at, locale, template_version, trace_context) \
            SELECT id, tenant, template, template_hash, data_hash, email, filename, \
            expected_sha256, (SELECT number FROM batches b WHERE b.tenant = input.tenant \
            AND b.key = batch_key), batch_row, row_key, report_date, requested_by, webhook, {NOW}, \
            locale, template_version, trace_context FROM input ORDER BY place \
            ON CONFLICT (id) DO NOTHING RETURNING number, id \
         ), content AS ( \
            INSERT INTO request_data (number, letter, data) \
            SELECT number, letter, data FROM added JOIN input USING (id) \
         ) SELECT count(*), CASE WHEN count(*) > 0 THEN pg_notify($20, '')::text END FROM added"
    ))?;
    let lists = ChangeLists::new(requests)?;
    let mut parameters = lists.parameters().to_vec();
    parameters.push(&channel);
    count(connection, &statement, &parameters)
}

pub(super) fn retry(connection: &mut Connection, filter: &Filter, channel: &str) -> Result<usize> {
    let mut rows = Conditions::of(filter, Dialect::Postgres);
    rows.require("r.status = 'error'");
    rows.require("r.erased = 0");
    let numbers = rows.numbers(filter.limit);
    let channel = rows.bind(Bind::Text(channel.to_owned()));
    let statement = connection.prepare(&format!(
        "WITH retried AS ( \
            UPDATE requests SET status = 'pending', template_hash = NULL, \
            template_version = NULL, expected_sha256 = {}, missed_at = NULL, error_code = NULL, \
            error_message = NULL, processed_at = NULL, attempts = 0, crashes = 0, intended = 0, \
            next_attempt_at = {BACK}, paused_at = 0 WHERE number IN ({numbers}) \
            AND status = 'error' RETURNING 1 \
         ) SELECT count(*), CASE WHEN count(*) > 0 THEN pg_notify({channel}, '')::text END \
         FROM retried",
        expected_of_plan()
    ))?;
    count(connection, &statement, &parameters(&rows.binds))
}

pub(super) fn run_now(
    connection: &mut Connection,
    filter: &Filter,
    channel: &str,
) -> Result<usize> {
    let mut rows = Conditions::of(filter, Dialect::Postgres);
    rows.require_pending();
    rows.require("r.worker IS NULL");
    rows.require(&format!("r.next_attempt_at > {BACK}"));
    let numbers = rows.numbers(filter.limit);
    let channel = rows.bind(Bind::Text(channel.to_owned()));
    let statement = connection.prepare(&format!(
        "WITH hastened AS ( \
            UPDATE requests SET next_attempt_at = {BACK}, paused_at = 0 WHERE number IN ({numbers}) \
            AND status = 'pending' AND worker IS NULL RETURNING 1 \
         ) SELECT count(*), CASE WHEN count(*) > 0 THEN pg_notify({channel}, '')::text END \
         FROM hastened"
    ))?;
    count(connection, &statement, &parameters(&rows.binds))
}

pub(super) fn cancel(connection: &mut Connection, filter: &Filter) -> Result<usize> {
    let mut rows = Conditions::of(filter, Dialect::Postgres);
    rows.require_pending();
    rows.require("r.worker IS NULL");
    let numbers = rows.numbers(filter.limit);
    // The conditions once more: a worker may take a row between the two looks.
    let statement = connection.prepare(&format!(
        "WITH canceled AS ( \
            UPDATE requests SET status = 'error', error_code = '{}', error_message = '{}', \
            processed_at = greatest({NOW}, created_at) WHERE number IN ({numbers}) AND status = 'pending' \
            AND worker IS NULL RETURNING 1 \
         ) SELECT count(*) FROM canceled",
        codes::CANCELED.as_str(),
        notes::CANCELED,
    ))?;
    count(connection, &statement, &parameters(&rows.binds))
}

/// Deletes the newest rows of a filter whose number is lower than `below`, this many at most.
/// Returns the lowest of their numbers too.
pub(super) fn purge(
    connection: &mut Connection,
    filter: &Filter,
    below: Option<i64>,
    most: usize,
) -> Result<(Chunk, Option<i64>)> {
    let mut rows = Conditions::of(filter, Dialect::Postgres);
    rows.require("r.status <> 'pending'");
    rows.below(below);
    let numbers = rows.numbers(Some(most));
    let statement = connection.prepare(&format!(
        "WITH found AS MATERIALIZED ({numbers}), purged AS ( \
            DELETE FROM requests WHERE number IN (SELECT number FROM found) \
            AND status <> 'pending' RETURNING number, erased, processed_at \
         ), data AS (DELETE FROM request_data WHERE number IN (SELECT number FROM purged) \
         ), finished AS ( \
            DELETE FROM finished_data WHERE (processed_at, number) IN \
            (SELECT processed_at, number FROM purged WHERE erased = 2) \
         ) \
         SELECT (SELECT count(*) FROM purged), count(*), min(number) FROM found"
    ))?;
    let row = connection.client.query_one(&statement, &parameters(&rows.binds))?;
    let number =
        |column| -> Result<usize> { Ok(usize::try_from(row.number(column)?).unwrap_or(0)) };
    Ok((Chunk { done: number(0)?, found: number(1)? }, row.maybe_number(2)?))
}

/// Erases the data of delivered rows that ended so long ago, this many at most, the oldest first: what is left when whole
/// partitions were dropped.
pub(super) fn erase_edge(connection: &mut Connection, age: Duration, most: usize) -> Result<usize> {
    let statement = connection.prepare(&format!(
        "WITH old AS MATERIALIZED ( \
            SELECT processed_at, number FROM finished_data WHERE processed_at <= {NOW} - $1 \
            ORDER BY processed_at, number LIMIT $2 FOR UPDATE SKIP LOCKED \
         ), erased AS ( \
            DELETE FROM finished_data WHERE (processed_at, number) IN (SELECT * FROM old) \
            RETURNING 1 \
         ) SELECT count(*) FROM erased"
    ))?;
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    count(connection, &statement, &[&millis(age), &most])
}

/// Erases the data of failed rows that ended so long ago, with messages that may quote it, and of rows that an older program delivered, this many at
/// most, the oldest first.
pub(super) fn erase(connection: &mut Connection, age: Duration, most: usize) -> Result<usize> {
    let statement = connection.prepare(&format!(
        "WITH old AS MATERIALIZED ( \
            SELECT number FROM requests WHERE processed_at IS NOT NULL AND erased = 0 \
            AND processed_at <= {NOW} - $1 ORDER BY processed_at LIMIT $2 FOR UPDATE SKIP LOCKED \
         ), erased AS ( \
            UPDATE requests AS r SET erased = 1, error_message = NULL FROM old WHERE r.number = old.number \
            RETURNING r.number \
         ), data AS (DELETE FROM request_data WHERE number IN (SELECT number FROM erased)) \
         SELECT count(*) FROM erased"
    ))?;
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    count(connection, &statement, &[&millis(age), &most])
}

/// Records that entries of the log that are older than this may be missing.
pub(super) fn raise_log_since(connection: &mut Connection, age: Duration) -> Result<()> {
    let statement = connection
        .prepare(&format!("UPDATE log_retention SET since = greatest(since, {NOW} - $1)"))?;
    connection.client.execute(&statement, &[&millis(age)])?;
    Ok(())
}

/// Deletes entries of the log that are older than this and that no partition took, this many at most.
pub(super) fn forget_log(connection: &mut Connection, age: Duration, most: usize) -> Result<usize> {
    let statement = connection.prepare(&format!(
        "WITH gone AS ( \
            DELETE FROM log_other WHERE ctid = ANY (ARRAY( \
            SELECT ctid FROM log_other WHERE time < {NOW} - $1 ORDER BY time LIMIT $2)) RETURNING 1 \
         ) SELECT count(*) FROM gone"
    ))?;
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    count(connection, &statement, &[&millis(age), &most])
}

/// Deletes rows that ended longer ago than this. Looks at the rows after the number `after`, this many at most, until
/// one that was created later: rows are in the order of their creation. Returns the number of the last row too.
pub(super) fn forget(
    connection: &mut Connection,
    age: Duration,
    after: i64,
    most: usize,
) -> Result<(Chunk, i64)> {
    let statement = connection.prepare(&format!(
        "WITH seen AS MATERIALIZED ( \
            SELECT number, created_at, processed_at FROM requests WHERE number > $2 \
            ORDER BY number LIMIT $3 \
         ), gone AS ( \
            DELETE FROM requests WHERE number = ANY \
            (ARRAY(SELECT number FROM seen WHERE processed_at < {NOW} - $1)) \
            AND status <> 'pending' AND processed_at < {NOW} - $1 \
            RETURNING number, erased, processed_at, batch \
         ), data AS (DELETE FROM request_data WHERE number IN (SELECT number FROM gone) \
         ), finished AS ( \
            DELETE FROM finished_data WHERE (processed_at, number) IN \
            (SELECT processed_at, number FROM gone WHERE erased = 2) \
         ), emptied AS ( \
            DELETE FROM batches b WHERE b.number IN (SELECT batch FROM gone) AND {OF_SEND} \
            AND NOT EXISTS (SELECT 1 FROM requests r WHERE r.batch = b.number \
                AND r.number NOT IN (SELECT number FROM gone)) \
         ) \
         SELECT (SELECT count(*) FROM gone), count(*), coalesce(max(number), $2) FROM seen \
         WHERE created_at <= {NOW} - $1"
    ))?;
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let row = connection.client.query_one(&statement, &[&millis(age), &after, &most])?;
    let number =
        |column| -> Result<usize> { Ok(usize::try_from(row.number(column)?).unwrap_or(0)) };
    Ok((Chunk { done: number(0)?, found: number(1)? }, row.number(2)?))
}

/// The number that a statement answers.
fn count(
    connection: &mut Connection,
    statement: &postgres::Statement,
    parameters: &[&(dyn ToSql + Sync)],
) -> Result<usize> {
    let number: i64 = connection.client.query_one(statement, parameters)?.try_get(0)?;
    Ok(usize::try_from(number).unwrap_or(0))
}

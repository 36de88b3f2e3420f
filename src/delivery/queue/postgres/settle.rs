//! Outcomes of rows: reported by their worker, or concluded because it vanished.

use std::collections::HashSet;

use postgres::types::ToSql;

use super::pool::Connection;
use super::workers::{LEASE_ONLY, lock_number};
use super::{BACK, NOW};
use crate::delivery::codes;
use crate::delivery::queue::columns::{GIVEN_UP, HEALTHY, LOG, RowColumns, SUSPECT, receipt_text};
use crate::delivery::queue::error::Result;
use crate::delivery::queue::{Ended, LogEntry, RequestId, Settlement, notes};

/// A pause that begins this much in the future, in milliseconds, was made before the clock was set
/// back.
pub(super) const CLOCK_TOLERANCE: i64 = 1000;

/// Entries of the log from 20 lists, the first of which has this place.
fn entries_from(first: usize) -> String {
    const TYPES: [&str; 20] = [
        "int8", "text", "text", "uuid", "int8", "text", "text", "text", "text", "text", "int8",
        "int8", "text", "text", "text", "text", "text", "text", "text", "text",
    ];
    let places = TYPES.iter().zip(first..).map(|(kind, place)| format!("${place}::{kind}[]"));
    format!("SELECT * FROM unnest({})", places.collect::<Vec<_>>().join(", "))
}

/// Entries as one list per column.
#[derive(Default)]
struct Lists<'a> {
    time: Vec<i64>,
    tenant: Vec<&'a str>,
    requested_by: Vec<&'a str>,
    request: Vec<Option<RequestId>>,
    attempt: Vec<Option<i64>>,
    template: Vec<&'a str>,
    template_hash: Vec<Option<&'a str>>,
    data_hash: Vec<&'a str>,
    recipient: Vec<Option<&'a str>>,
    message_id: Vec<Option<&'a str>>,
    pages: Vec<Option<i64>>,
    bytes: Vec<Option<i64>>,
    sha256: Vec<Option<&'a str>>,
    engine: Vec<&'a str>,
    outcome: Vec<&'a str>,
    code: Vec<Option<&'a str>>,
    detail: Vec<Option<String>>,
    batch: Vec<Option<&'a str>>,
    receipt: Vec<Option<String>>,
    archive: Vec<Option<&'a str>>,
}

impl<'a> Lists<'a> {
    fn new(entries: impl IntoIterator<Item = &'a LogEntry>) -> Self {
        let mut lists = Self::default();
        for entry in entries {
            lists.time.push(entry.time);
            lists.tenant.push(&entry.tenant);
            lists.requested_by.push(&entry.requested_by);
            lists.request.push(entry.request);
            lists.attempt.push(entry.attempt.map(i64::from));
            lists.template.push(&entry.template);
            lists.template_hash.push(entry.template_hash.as_deref());
            lists.data_hash.push(&entry.data_hash);
            lists.recipient.push(entry.recipient.as_deref());
            lists.message_id.push(entry.message_id.as_deref());
            lists.pages.push(entry.pages.map(i64::from));
            let bytes = entry.bytes.map(|bytes| i64::try_from(bytes).unwrap_or(i64::MAX));
            lists.bytes.push(bytes);
            lists.sha256.push(entry.sha256.as_deref());
            lists.engine.push(&entry.engine);
            lists.outcome.push(entry.outcome.as_str());
            lists.code.push(entry.code.as_deref());
            lists.detail.push(entry.detail.as_deref().map(storable));
            lists.batch.push(entry.batch.as_deref());
            // JSON writes NUL as an escape, which a text may have.
            lists.receipt.push(entry.receipt.as_deref().map(receipt_text));
            lists.archive.push(entry.archive.as_deref());
        }
        lists
    }

    fn parameters(&self) -> [&(dyn ToSql + Sync); 20] {
        [
            &self.time,
            &self.tenant,
            &self.requested_by,
            &self.request,
            &self.attempt,
            &self.template,
            &self.template_hash,
            &self.data_hash,
            &self.recipient,
            &self.message_id,
            &self.pages,
            &self.bytes,
            &self.sha256,
            &self.engine,
            &self.outcome,
            &self.code,
            &self.detail,
            &self.batch,
            &self.receipt,
            &self.archive,
        ]
    }
}

/// PostgreSQL keeps no NUL in texts, and what a mail server answers may have any.
fn storable(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

pub(super) fn log(connection: &mut Connection, entries: &[LogEntry]) -> Result<()> {
    let statement = connection.prepare(&format!("INSERT INTO log ({LOG}) {}", entries_from(1)))?;
    connection.client.execute(&statement, &Lists::new(entries).parameters())?;
    Ok(())
}

/// Rows with what became of them, and entries of the log, in one statement. It does not wait for
/// the disk. The data of delivered rows goes to the partition of the day.
pub(super) fn settle(
    connection: &mut Connection,
    worker: &str,
    settlements: &[Settlement],
) -> Result<Vec<bool>> {
    let statement = connection.prepare(&format!(
        "WITH input AS ( \
            SELECT * FROM unnest($1::uuid[], $2::int8[], $3::text[], $4::int8[], $5::text[], \
            $6::text[]) AS input (id, fence, ended, pause, code, message) \
         ), settled AS ( \
            UPDATE requests AS r SET worker = NULL, lease_until = NULL, intended = 0, \
            status = CASE WHEN ended IN ('done', 'error') THEN ended ELSE 'pending' END, \
            erased = CASE ended WHEN 'done' THEN 2 ELSE erased END, \
            processed_at = CASE WHEN ended IN ('done', 'error') THEN greatest({NOW}, created_at) END, \
            error_code = CASE ended WHEN 'released' THEN r.error_code ELSE code END, \
            error_message = CASE ended WHEN 'released' THEN r.error_message ELSE message END, \
            attempts = CASE WHEN ended IN ('released', 'left') THEN attempts - 1 ELSE attempts END, \
            crashes = CASE ended WHEN 'later' THEN 0 ELSE crashes END, \
            missed_at = CASE ended WHEN 'left' THEN coalesce(missed_at, {NOW}) \
                WHEN 'later' THEN NULL ELSE missed_at END, \
            paused_at = {NOW}, \
            next_attempt_at = CASE WHEN ended IN ('later', 'left') OR pause > 0 THEN {NOW} + pause \
                WHEN ended = 'released' AND next_attempt_at = 0 THEN {BACK} \
                ELSE next_attempt_at END \
            FROM input WHERE r.id = input.id AND r.fence = input.fence \
            AND ((r.worker = $7) IS TRUE AND r.status = 'pending' \
                OR ended IN ('done', 'error') AND {GIVEN_UP}) \
            RETURNING r.id, r.number, r.status, r.processed_at \
         ), moved AS ( \
            DELETE FROM request_data WHERE number = ANY \
            (ARRAY(SELECT number FROM settled WHERE status = 'done')) \
            RETURNING number, letter, data \
         ), finished AS ( \
            INSERT INTO finished_data (processed_at, number, mail, data) \
            SELECT processed_at, number, letter, data FROM moved JOIN settled USING (number) \
         ), logged AS (INSERT INTO log ({LOG}) {}) \
         SELECT id, set_config('synchronous_commit', 'off', true) FROM settled",
        entries_from(8)
    ))?;
    let mut rows = SettledRows::default();
    let first = settlements.iter().map(|settlement| rows.add(settlement)).collect::<Vec<_>>();
    let lists = Lists::new(settlements.iter().filter_map(|settlement| settlement.log.as_ref()));
    let mut parameters: Vec<&(dyn ToSql + Sync)> = vec![
        &rows.ids,
        &rows.fences,
        &rows.ended,
        &rows.pauses,
        &rows.codes,
        &rows.messages,
        &worker,
    ];
    parameters.extend(lists.parameters());
    let held = connection.client.query(&statement, &parameters)?;
    let held = held.iter().map(|row| row.id(0)).collect::<Result<HashSet<_>>>()?;
    let all = settlements.iter().zip(first);
    Ok(all.map(|(settlement, first)| first && held.contains(&settlement.row.id)).collect())
}

/// Settlements as one list per column.
#[derive(Default)]
struct SettledRows<'a> {
    known: HashSet<RequestId>,
    ids: Vec<RequestId>,
    fences: Vec<i64>,
    ended: Vec<&'static str>,
    pauses: Vec<i64>,
    codes: Vec<Option<&'a str>>,
    messages: Vec<Option<String>>,
}

impl<'a> SettledRows<'a> {
    /// Adds a settlement; `false` when there is one of that row already.
    fn add(&mut self, settlement: &'a Settlement) -> bool {
        if !self.known.insert(settlement.row.id) {
            return false;
        }
        let (ended, pause, code, message) = match &settlement.ended {
            Ended::Done => ("done", 0, None, None),
            Ended::Error { code, message } => ("error", 0, Some(code), Some(message)),
            Ended::Later { pause, code, message } => ("later", *pause, Some(code), Some(message)),
            Ended::Left { pause, code, message } => ("left", *pause, Some(code), Some(message)),
            // Without a pause it keeps its place.
            Ended::Released { pause } => ("released", *pause, None, None),
        };
        self.ids.push(settlement.row.id);
        self.fences.push(settlement.row.fence);
        self.ended.push(ended);
        self.pauses.push(pause.max(0));
        self.codes.push(code.map(String::as_str));
        self.messages.push(message.map(|message| storable(message)));
        true
    }
}

/// An entry of the log for each row of `ended`, whose code and text the row has.
fn entries_of(ended: &str, outcome: &str) -> String {
    format!(
        "INSERT INTO log ({LOG}) SELECT {NOW}, tenant, requested_by, id, attempts, template, \
         template_hash, data_hash, email, NULL, NULL, NULL, NULL, '{}', '{outcome}', error_code, \
         error_message, (SELECT key FROM batches b WHERE b.number = {ended}.batch), NULL, NULL \
         FROM {ended}",
        crate::PROGRAM_VERSION
    )
}

/// Parts of a statement that end rows that cost as many workers as the value of the placeholder
/// `most` says, with a text.
pub(super) fn dead_letter(most: &str, text: &str) -> String {
    format!(
        "exhausted AS MATERIALIZED ( \
            SELECT number FROM requests WHERE status = 'pending' AND worker IS NULL \
            AND {SUSPECT} AND crashes >= {most} FOR UPDATE SKIP LOCKED \
         ), dead AS ( \
            UPDATE requests AS r SET status = 'error', \
            processed_at = greatest({NOW}, created_at), error_code = '{}', \
            error_message = replace({text}, '{{}}', crashes::text) FROM exhausted \
            WHERE r.number = exhausted.number RETURNING r.* \
         ), logged AS ({})",
        codes::ATTEMPTS_EXHAUSTED.as_str(),
        entries_of("dead", "failed")
    )
}

/// Least uptime of a server before workers whose lock is free count as gone: after it was
/// away, they need a moment to come back.
const SERVER_UP: &str = "interval '5 seconds'";

/// Frees the rows of workers that are gone and those whose lease is over; gives the ids of those
/// that may have been delivered.
pub(super) fn recover(connection: &mut Connection, own: &[String]) -> Result<Vec<RequestId>> {
    let woken = format!(
        "UPDATE requests SET next_attempt_at = {BACK} WHERE status = 'pending' AND worker IS NULL \
         AND next_attempt_at > {NOW} AND paused_at > {NOW} + {CLOCK_TOLERANCE}"
    );
    let statement = connection.prepare(&format!(
        "WITH workers AS MATERIALIZED ( \
            SELECT DISTINCT worker FROM requests WHERE worker IS NOT NULL \
         ), gone AS MATERIALIZED ( \
            SELECT worker FROM workers WHERE worker <> ALL ($1::text[]) \
            AND worker NOT LIKE '%{LEASE_ONLY}' \
            AND pg_postmaster_start_time() < clock_timestamp() - {SERVER_UP} \
            AND pg_try_advisory_xact_lock({}) \
         ), over AS MATERIALIZED ( \
            SELECT number FROM requests WHERE worker IS NOT NULL \
            AND (lease_until <= {NOW} OR worker IN (SELECT worker FROM gone)) \
            FOR UPDATE SKIP LOCKED \
         ), freed AS ( \
            UPDATE requests AS r SET worker = NULL, lease_until = NULL, \
            crashes = CASE intended WHEN 1 THEN crashes ELSE crashes + 1 END, \
            next_attempt_at = CASE next_attempt_at WHEN 0 THEN {BACK} ELSE next_attempt_at END, \
            status = CASE intended WHEN 1 THEN 'error' ELSE status END, \
            processed_at = CASE intended WHEN 1 THEN greatest({NOW}, created_at) END, \
            error_code = CASE intended WHEN 1 THEN '{}' ELSE error_code END, \
            error_message = CASE intended WHEN 1 THEN $2 ELSE error_message END \
            FROM over WHERE r.number = over.number RETURNING r.* \
         ), unknown AS (SELECT * FROM freed WHERE status = 'error' \
         ), logged AS ({} \
         ), woken AS ( \
            {woken} AND {HEALTHY} \
         ), woken_suspect AS ( \
            {woken} AND {SUSPECT} \
         ) SELECT id FROM unknown",
        lock_number("worker"),
        codes::DELIVERY_UNKNOWN.as_str(),
        entries_of("unknown", "unknown"),
    ))?;
    let unknown = connection.client.query(&statement, &[&own, &notes::VANISHED])?;
    unknown.iter().map(|row| row.id(0)).collect()
}

//! A program of version 2.0 of the tables: its schema and its statements as they were released. It stands in for an
//! older version during a rolling upgrade; its tables may change, these statements never.

use postgres::Client;
use reportctl::delivery::queue::NewRequest;
use uuid::Uuid;

/// The tables of version 2.0.
const SCHEMA: &str = include_str!("schema-2.0.sql");
/// Columns of an entry of its log.
const LOG: &str = "time, tenant, requested_by, request, attempt, template, \
    template_hash, data_hash, recipient, message_id, pages, bytes, sha256, engine, outcome, code, \
    detail, batch, receipt, archive";
const NOW: &str = "(extract(epoch from statement_timestamp()) * 1000)::int8";

/// The old program, with a connection like its own.
pub(super) struct Released(pub(super) Client);

impl Released {
    /// Makes its tables in a schema.
    pub(super) fn create(mut client: Client, schema: &str) -> Self {
        client
            .batch_execute(&format!(
                "CREATE SCHEMA {schema}; SET search_path = {schema}; \
                 CREATE TABLE schema_version (version bigint NOT NULL); {SCHEMA}; \
                 INSERT INTO schema_version VALUES (2)"
            ))
            .unwrap();
        Self::connected(client, schema)
    }

    /// Uses the tables of a schema.
    pub(super) fn connected(mut client: Client, schema: &str) -> Self {
        client
            .batch_execute(&format!(
                "SET search_path = {schema}; SET enable_seqscan = off; SET jit = off; \
                 SET plan_cache_mode = force_generic_plan; SET lock_timeout = '30s'"
            ))
            .unwrap();
        Self(client)
    }

    /// `true` if it accepts the version of the tables when it starts.
    pub(super) fn starts(&mut self) -> bool {
        let row = self.0.query_opt("SELECT version FROM schema_version", &[]).unwrap();
        row.is_some_and(|row| row.get::<_, i64>(0) == 2)
    }

    /// Shows others that its worker lives.
    pub(super) fn register(&mut self, worker: &str) {
        let lock = "SELECT pg_try_advisory_lock(hashtextextended('reportctl ' || current_schema() \
                    || ' ' || $1::text, 2))";
        assert!(self.0.query_one(lock, &[&worker]).unwrap().get::<_, bool>(0));
    }

    /// Adds requests; how many were new.
    pub(super) fn enqueue(&mut self, requests: &[NewRequest]) -> i64 {
        let statement = format!(
            "WITH input AS MATERIALIZED ( \
                SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], \
                $6::int8[], $7::text[]) WITH ORDINALITY \
                AS input (id, template, data_hash, email, data, report_date, requested_by, place) \
             ), added AS ( \
                INSERT INTO requests (id, tenant, template, data_hash, email, report_date, \
                requested_by, created_at) \
                SELECT id, '', template, data_hash, email, report_date, requested_by, {NOW} \
                FROM input ORDER BY place ON CONFLICT (id) DO NOTHING RETURNING number, id \
             ), content AS ( \
                INSERT INTO request_data (number, letter, data) \
                SELECT number, NULL, data FROM added JOIN input USING (id) \
             ) SELECT count(*) FROM added"
        );
        let list = |part: fn(&NewRequest) -> String| requests.iter().map(part).collect::<Vec<_>>();
        let ids: Vec<Uuid> = requests.iter().map(|request| request.id).collect();
        let dates: Vec<i64> = requests.iter().map(|one| one.report_date.seconds()).collect();
        self.0
            .query_one(
                &statement,
                &[
                    &ids,
                    &list(|one| one.template.clone()),
                    &list(|one| one.data_hash.clone()),
                    &list(|one| one.email.clone()),
                    &list(|one| one.data.clone()),
                    &dates,
                    &list(|one| one.requested_by.clone()),
                ],
            )
            .unwrap()
            .get(0)
    }

    /// Claims rows: their ids and fences. As it always was, a row without data is an error.
    pub(super) fn claim(&mut self, worker: &str, limit: i64) -> Vec<(Uuid, i64)> {
        let due = "SELECT number FROM requests WHERE status = 'pending' AND worker IS NULL \
                   AND crashes < 2 \
                   AND NOT EXISTS (SELECT 1 FROM requests WHERE worker = $2 AND crashes >= 2)";
        let statement = format!(
            "WITH paused AS MATERIALIZED ( \
                {due} AND next_attempt_at BETWEEN 1 AND {NOW} \
                ORDER BY next_attempt_at, number LIMIT $1 FOR UPDATE SKIP LOCKED \
             ), fresh AS MATERIALIZED ( \
                {due} AND next_attempt_at = 0 ORDER BY next_attempt_at, number \
                LIMIT $1 - (SELECT count(*) FROM paused) FOR UPDATE SKIP LOCKED \
             ), taken AS ( \
                UPDATE requests AS r SET worker = $2, lease_until = {NOW} + $3, \
                attempts = attempts + 1, intended = 0, fence = greatest(fence + 1, \
                (extract(epoch from clock_timestamp()) * 1000000)::int8) WHERE r.number = ANY \
                (ARRAY(SELECT number FROM paused UNION ALL SELECT number FROM fresh)) RETURNING r.* \
             ) SELECT r.id, r.fence, d.data FROM taken r \
             LEFT JOIN LATERAL (SELECT letter, data FROM request_data WHERE number = r.number \
             OFFSET 0) d ON true ORDER BY r.number"
        );
        let rows = self.0.query(&statement, &[&limit, &worker, &60_000i64]).unwrap();
        let row = |row: &postgres::Row| {
            let _: String = row.get(2);
            (row.get(0), row.get(1))
        };
        rows.iter().map(row).collect()
    }

    /// Records that rows are about to be sent; those that it still holds.
    pub(super) fn intend(&mut self, worker: &str, rows: &[(Uuid, i64)]) -> Vec<Uuid> {
        let (ids, fences): (Vec<Uuid>, Vec<i64>) = rows.iter().copied().unzip();
        let statement = "UPDATE requests AS r SET intended = $4 \
             FROM unnest($1::uuid[], $2::int8[]) AS held (id, fence) \
             WHERE r.id = held.id AND r.fence = held.fence AND (r.worker = $3) IS TRUE \
             AND r.status = 'pending' RETURNING r.id";
        let held = self.0.query(statement, &[&ids, &fences, &worker, &1i64]).unwrap();
        held.iter().map(|row| row.get(0)).collect()
    }

    /// Settles rows as `done`, `error` or `released`, with an entry of the log for each that ended; those that it
    /// still held.
    pub(super) fn settle(&mut self, worker: &str, rows: &[(Uuid, i64)], ended: &str) -> Vec<Uuid> {
        let (ids, fences): (Vec<Uuid>, Vec<i64>) = rows.iter().copied().unzip();
        let statement = format!(
            "WITH input AS ( \
                SELECT id, fence, $3::text AS ended, 0::int8 AS pause \
                FROM unnest($1::uuid[], $2::int8[]) AS input (id, fence) \
             ), settled AS ( \
                UPDATE requests AS r SET worker = NULL, lease_until = NULL, intended = 0, \
                status = CASE WHEN ended IN ('done', 'error') THEN ended ELSE 'pending' END, \
                processed_at = CASE WHEN ended IN ('done', 'error') \
                    THEN greatest({NOW}, created_at) END, \
                error_code = CASE ended WHEN 'error' THEN 'mailRefused' END, \
                attempts = CASE WHEN ended IN ('released', 'left') THEN attempts - 1 \
                    ELSE attempts END, \
                paused_at = {NOW}, \
                next_attempt_at = CASE WHEN ended IN ('later', 'left') OR pause > 0 \
                    THEN {NOW} + pause ELSE next_attempt_at END \
                FROM input WHERE r.id = input.id AND r.fence = input.fence \
                AND ((r.worker = $4) IS TRUE AND r.status = 'pending' \
                    OR ended IN ('done', 'error') AND error_code = 'deliveryUnknown' \
                    AND status = 'error') RETURNING r.id \
             ), logged AS ( \
                INSERT INTO log ({LOG}) SELECT {NOW}, '', 'ana', id, 1, 'invoice', NULL, 'd1', \
                'a@example.com', NULL, 1, 2, 'b2', '0.1.0', 'delivered', NULL, 'by the old one', \
                NULL, NULL, NULL FROM input WHERE ended = 'done' \
             ) SELECT id FROM settled"
        );
        let held = self.0.query(&statement, &[&ids, &fences, &ended, &worker]).unwrap();
        held.iter().map(|row| row.get(0)).collect()
    }

    /// Erases the data of rows that ended.
    pub(super) fn erase(&mut self) -> i64 {
        let statement = format!(
            "WITH old AS MATERIALIZED ( \
                SELECT number FROM requests WHERE processed_at IS NOT NULL AND erased = 0 \
                AND processed_at <= {NOW} - $1 ORDER BY processed_at LIMIT $2 FOR UPDATE SKIP LOCKED \
             ), erased AS ( \
                UPDATE requests AS r SET erased = 1 FROM old WHERE r.number = old.number \
                RETURNING r.number \
             ), data AS (DELETE FROM request_data WHERE number IN (SELECT number FROM erased)) \
             SELECT count(*) FROM erased"
        );
        self.0.query_one(&statement, &[&0i64, &10_000i64]).unwrap().get(0)
    }

    /// Failed rows that it makes pending again.
    pub(super) fn retry(&mut self) -> u64 {
        let statement = "UPDATE requests SET status = 'pending', template_hash = NULL, \
             template_version = NULL, missed_at = NULL, error_code = NULL, \
             error_message = NULL, processed_at = NULL, attempts = 0, crashes = 0, intended = 0, \
             next_attempt_at = 0, paused_at = 0 WHERE number IN (SELECT r.number FROM requests r \
             WHERE r.status = 'error' AND r.erased = 0 ORDER BY r.number DESC) \
             AND status = 'error'";
        self.0.execute(statement, &[]).unwrap()
    }
}

//! Webhook calls in PostgreSQL.

use std::time::Duration;

use super::{NOW, Postgres};
use crate::delivery::queue::webhook::{
    COLUMNS, CallEnded, CallFilter, CallStatus, Probe, WebhookCall, Webhooks,
};
use crate::delivery::queue::{columns, error, millis};
use engine::problem::Result;

impl Webhooks for Postgres {
    fn claim_calls(&self, per_endpoint: usize, lease: Duration) -> Result<Vec<WebhookCall>> {
        let per_endpoint = i64::try_from(per_endpoint).unwrap_or(i64::MAX);
        self.pool.with(|connection| {
            let urls = connection.prepare(
                "WITH RECURSIVE urls (url) AS (\
                 SELECT min(url) FROM webhook_calls WHERE status = 'pending' UNION ALL \
                 SELECT (SELECT min(url) FROM webhook_calls \
                 WHERE status = 'pending' AND url > urls.url) FROM urls WHERE urls.url IS NOT NULL) \
                 SELECT url FROM urls WHERE url IS NOT NULL",
            )?;
            let claim = connection.prepare(&format!(
                "UPDATE webhook_calls SET attempts = attempts + 1, lease_until = {NOW} + $3 \
                 WHERE number IN (SELECT number FROM webhook_calls WHERE status = 'pending' \
                 AND url = $1 AND next_attempt_at <= {NOW} AND lease_until <= {NOW} \
                 ORDER BY next_attempt_at, number \
                 LIMIT greatest($2 - (SELECT count(*) FROM webhook_calls WHERE status = 'pending' \
                 AND url = $1 AND lease_until > {NOW}), 0) FOR UPDATE SKIP LOCKED) \
                 RETURNING {COLUMNS}"
            ))?;
            let mut claimed = Vec::new();
            for url in connection.client.query(&urls, &[])? {
                let url: String = url.try_get(0)?;
                let calls =
                    connection.client.query(&claim, &[&url, &per_endpoint, &millis(lease)])?;
                let calls: error::Result<Vec<_>> = calls.iter().map(columns::call).collect();
                claimed.extend(calls?);
            }
            Ok(claimed)
        })
    }

    fn settle_call(&self, number: i64, attempt: u32, ended: &CallEnded) -> Result<()> {
        let (status, pause, detail) = match ended {
            CallEnded::Delivered => (CallStatus::Delivered, 0, None),
            CallEnded::Later { pause, detail } => {
                (CallStatus::Pending, millis(*pause), Some(detail))
            }
            CallEnded::Failed { detail } => (CallStatus::Failed, 0, Some(detail)),
        };
        self.pool.with(|connection| {
            let statement = connection.prepare(&format!(
                "UPDATE webhook_calls SET status = $3, next_attempt_at = {NOW} + $4, \
                 ended_at = CASE WHEN $3 <> 'pending' THEN {NOW} END, detail = $5, \
                 lease_until = 0 WHERE number = $1 AND attempts = $2 AND status = 'pending'"
            ))?;
            let attempt = i64::from(attempt);
            connection
                .client
                .execute(&statement, &[&number, &attempt, &status.as_str(), &pause, &detail])?;
            Ok(())
        })
    }

    fn next_call_due(&self) -> Result<Option<Duration>> {
        self.pool.with(|connection| {
            let statement = connection.prepare(&format!(
                "SELECT min(greatest(next_attempt_at, lease_until)) - {NOW} FROM webhook_calls \
                 WHERE status = 'pending'"
            ))?;
            let due: Option<i64> = connection.client.query_one(&statement, &[])?.try_get(0)?;
            Ok(due.map(|due| Duration::from_millis(u64::try_from(due).unwrap_or(0))))
        })
    }

    fn list_calls(&self, filter: &CallFilter) -> Result<Vec<WebhookCall>> {
        let limit = filter.limit.map(|limit| i64::try_from(limit).unwrap_or(i64::MAX));
        let status = filter.status.map(CallStatus::as_str);
        self.pool.with(|connection| {
            let statement = connection.prepare(&format!(
                "SELECT {COLUMNS} FROM webhook_calls WHERE ($1::uuid IS NULL OR request = $1) \
                 AND ($2::text IS NULL OR status = $2) ORDER BY number DESC LIMIT $3"
            ))?;
            let rows = connection.client.query(&statement, &[&filter.request, &status, &limit])?;
            rows.iter().map(columns::call).collect()
        })
    }

    fn retry_calls(&self, filter: &CallFilter) -> Result<usize> {
        self.pool.with(|connection| {
            let statement = connection.prepare(
                "UPDATE webhook_calls SET status = 'pending', attempts = 0, next_attempt_at = 0, \
                 lease_until = 0, ended_at = NULL \
                 WHERE status = 'failed' AND ($1::uuid IS NULL OR request = $1)",
            )?;
            let changed = connection.client.execute(&statement, &[&filter.request])?;
            Ok(usize::try_from(changed).unwrap_or(usize::MAX))
        })
    }

    fn delete_calls(&self, age: Duration) -> Result<usize> {
        self.pool.with(|connection| {
            let statement = connection
                .prepare(&format!("DELETE FROM webhook_calls WHERE ended_at < {NOW} - $1"))?;
            let deleted = connection.client.execute(&statement, &[&millis(age)])?;
            Ok(usize::try_from(deleted).unwrap_or(usize::MAX))
        })
    }
}

impl Probe for Postgres {
    fn probe(&self) -> Result<()> {
        self.pool.with(|connection| {
            // A write, and yet no change: it fails on a full disk and on a read-only standby.
            let statement = connection.prepare("UPDATE schema_version SET version = version")?;
            connection.client.execute(&statement, &[])?;
            Ok(())
        })
    }

    fn clock(&self) -> Result<Option<i64>> {
        self.pool.with(|connection| {
            let now = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
            let row = connection.client.query_one(now, &[])?;
            Ok(Some(row.try_get(0)?))
        })
    }
}

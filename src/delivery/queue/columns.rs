//! Rows of the two databases to values: both list the same columns in the same order.

use std::collections::BTreeMap;
use std::time::Duration;

use uuid::Uuid;

use super::conditions::Place;
use super::error::Result;
use super::webhook::{CallStatus, WebhookCall};
use super::{
    BatchSummary, Claim, Depth, LogEntry, MissedVersion, NewRequest, Outcome, PLAN_ORIGIN, Request,
    Status, Summary,
};
use crate::delivery::codes;
use crate::delivery::mail::MailOptions;
use crate::documents::receipt::Receipt;
use engine::expr::date::Timestamp;
use engine::problem::Problem;

/// A row of an answer. Every error is `queueUnavailable`.
pub(super) trait RowColumns {
    fn text(&self, column: usize) -> Result<String>;
    fn maybe_text(&self, column: usize) -> Result<Option<String>>;
    fn number(&self, column: usize) -> Result<i64>;
    fn maybe_number(&self, column: usize) -> Result<Option<i64>>;
    fn id(&self, column: usize) -> Result<Uuid>;
    fn maybe_id(&self, column: usize) -> Result<Option<Uuid>>;
}

/// Tables of a request: `r` itself, `b` its batch, `d` its data.
pub(super) const REQUEST_TABLES: &str = "requests r \
    LEFT JOIN batches b ON b.number = r.batch \
    LEFT JOIN request_data d ON d.number = r.number";

/// [`REQUEST_TABLES`] with batch and data looked up row by row: `OFFSET 0` keeps the planner of
/// PostgreSQL from joining them in another way.
#[cfg(feature = "postgres")]
pub(super) const TABLES_ROW_BY_ROW: &str = "requests r \
    LEFT JOIN LATERAL (SELECT key FROM batches WHERE number = r.batch OFFSET 0) b ON true \
    LEFT JOIN LATERAL (SELECT letter, data FROM request_data WHERE number = r.number OFFSET 0) d \
    ON true";

/// The request; its data is the last column, so that lists can leave it out.
pub(super) const REQUEST: &str = "r.number, r.id, r.tenant, r.template, r.template_hash, \
    r.data_hash, r.email, r.filename, d.letter, r.expected_sha256, b.key, r.batch_row, r.row_key, \
    r.report_date, r.requested_by, r.webhook, r.attempts, r.fence, r.crashes, \
    r.locale, r.template_version, r.missed_at, r.trace_context";
/// Number of those columns.
const REQUEST_COLUMNS: usize = 23;

/// A row of which nothing bad is known: it is leased together with others.
pub(super) const HEALTHY: &str = "crashes < 2";
/// A row that may be what kills its workers: it is leased alone, after all others.
pub(super) const SUSPECT: &str = "crashes >= 2";

/// A row that ended because it was unknown whether it was delivered. When its worker turns out to be
/// slow rather than gone, it still knows, as long as no other took the row up again (its fence is the
/// same).
pub(super) const GIVEN_UP: &str = "error_code = 'deliveryUnknown' AND status = 'error'";

/// Number of workers that a suspect row may cost before it is a dead letter.
pub(super) fn most_crashes(alone: u32) -> i64 {
    i64::from(alone).saturating_add(2)
}

/// A query for the numbers of rows that wait and that workers hold, and when the first of them was
/// made. `of_batch` limits them. Each part is answered by an index that knows no finished rows.
pub(super) fn depth(of_batch: &str) -> String {
    let waiting = format!("requests WHERE status = 'pending' AND worker IS NULL AND {of_batch}");
    let held = format!("requests WHERE worker IS NOT NULL AND {of_batch}");
    let first = |which: &str| {
        format!(
            "SELECT * FROM (SELECT created_at FROM {waiting} AND {which} ORDER BY number LIMIT 1) \
             AS first"
        )
    };
    format!(
        "SELECT (SELECT count(*) FROM {waiting} AND {HEALTHY}) \
         + (SELECT count(*) FROM {waiting} AND {SUSPECT}), (SELECT count(*) FROM {held}), \
         (SELECT min(created_at) FROM ({} UNION ALL {} \
         UNION ALL SELECT min(created_at) FROM {waiting} AND {SUSPECT} \
         UNION ALL SELECT min(created_at) FROM {held}) AS firsts)",
        first(&format!("{HEALTHY} AND next_attempt_at = 0")),
        first(&format!("{HEALTHY} AND next_attempt_at > 0")),
    )
}

/// A query for the number of rows that wait or that workers hold, each kind up to the placeholder `most`. Indexes
/// that know no finished rows answer it.
pub(super) fn pending_up_to(most: &str) -> String {
    let waiting = "status = 'pending' AND worker IS NULL";
    let kinds = [
        format!("{waiting} AND {HEALTHY}"),
        format!("{waiting} AND {SUSPECT}"),
        "worker IS NOT NULL".to_owned(),
    ];
    let counts = kinds.map(|kind| {
        format!(
            "(SELECT count(*) FROM (SELECT 1 FROM requests WHERE {kind} LIMIT {most}) AS counted)"
        )
    });
    format!("SELECT {}", counts.join(" + "))
}

/// A query for the tenants whose batch of a key has pending rows that no worker holds: the tenant, and
/// `left`, an expression over `requests r`, of its soonest row. Batches without such rows are skipped in
/// the index. `by_due` and `by_crashes` name the table for a look by batch and at suspect rows, `key` the
/// parameter.
pub(super) fn due_tenants(by_due: &str, by_crashes: &str, key: &str, left: &str) -> String {
    let waiting = "r.status = 'pending' AND r.worker IS NULL";
    let next = |of_batch: &str| {
        format!(
            "(SELECT r.batch FROM {by_due} WHERE {waiting} AND r.{HEALTHY} AND {of_batch} \
             ORDER BY r.batch LIMIT 1)"
        )
    };
    format!(
        "WITH RECURSIVE waiting (batch) AS ( \
            SELECT {} UNION ALL SELECT {} FROM waiting AS w WHERE w.batch IS NOT NULL \
         ) \
         SELECT b.tenant, (SELECT {left} FROM {by_due} WHERE {waiting} AND r.{HEALTHY} \
            AND r.batch = w.batch ORDER BY r.next_attempt_at LIMIT 1) \
         FROM waiting AS w JOIN batches AS b ON b.number = w.batch WHERE b.key = {key} \
         UNION ALL SELECT b.tenant, {left} FROM {by_crashes} JOIN batches AS b ON b.number = r.batch \
         WHERE {waiting} AND r.{SUSPECT} AND b.key = {key}",
        next("r.batch IS NOT NULL"),
        next("r.batch > w.batch"),
    )
}

/// The soonest of each tenant, from rows of [`due_tenants`]: milliseconds that are left.
pub(super) fn soonest(rows: impl IntoIterator<Item = (String, i64)>) -> BTreeMap<String, Duration> {
    let mut soonest = BTreeMap::new();
    for (tenant, left) in rows {
        let left = Duration::from_millis(u64::try_from(left).unwrap_or(0));
        soonest.entry(tenant).and_modify(|least| *least = left.min(*least)).or_insert(left);
    }
    soonest
}

/// A batch that `send` made of one message: it has no origin, unlike those of people, whatever their key looks like.
pub(super) const OF_SEND: &str =
    "origin IS NULL AND key LIKE 'send-________-____-____-____-____________'";

/// The digest that the document of a row still has to have when it is retried with another template: that of a plan. A
/// file that was written beside the message stays what it is.
pub(super) fn expected_of_plan() -> String {
    format!(
        "CASE WHEN batch IN (SELECT number FROM batches WHERE origin LIKE '{PLAN_ORIGIN}%') \
         THEN expected_sha256 END"
    )
}

/// A query for batches with counts of their rows, newest first. `of_tenant` limits them, `limit` is
/// the placeholder of how many, `rows` joins the requests `r` of a batch `b`. The batches that `send` makes are left out.
pub(super) fn batches(of_tenant: &str, limit: &str, rows: &str) -> String {
    let number = |condition: &str| format!("count(CASE WHEN {condition} THEN 1 END)");
    format!(
        "SELECT b.tenant, b.key, b.template, b.created_at, {}, count(r.worker), {}, {}, {} \
         FROM (SELECT * FROM batches WHERE ({of_tenant}) \
         AND NOT ({OF_SEND}) ORDER BY created_at DESC, number DESC LIMIT {limit}) AS b \
         {rows} GROUP BY b.number, b.tenant, b.key, b.template, b.created_at \
         ORDER BY b.created_at DESC, b.number DESC",
        number("r.status = 'pending'"),
        number("r.status = 'done'"),
        number("r.status = 'error'"),
        number("r.error_code = 'deliveryUnknown'"),
    )
}

/// Reads a row of [`batches`].
pub(super) fn batch_summary(row: &impl RowColumns) -> Result<BatchSummary> {
    let number = |column| -> Result<u64> { Ok(u64::try_from(row.number(column)?).unwrap_or(0)) };
    Ok(BatchSummary {
        tenant: row.text(0)?,
        key: row.text(1)?,
        template: row.text(2)?,
        created_at: row.number(3)?,
        rows: Summary {
            pending: number(4)?,
            leased: number(5)?,
            done: number(6)?,
            error: number(7)?,
            unknown: number(8)?,
            oldest_pending: None,
        },
    })
}

/// A query for the versions that pending rows wait for.
pub(super) const MISSED: &str = "SELECT tenant, template, coalesce(template_version, ''), count(*), \
    min(missed_at) FROM requests WHERE status = 'pending' AND missed_at IS NOT NULL \
    GROUP BY tenant, template, template_version ORDER BY min(missed_at) LIMIT 100";

/// Reads a row of [`MISSED`].
pub(super) fn missed(row: &impl RowColumns) -> Result<MissedVersion> {
    Ok(MissedVersion {
        tenant: row.text(0)?,
        template: row.text(1)?,
        version: row.text(2)?,
        requests: u64::try_from(row.number(3)?).unwrap_or(0),
        since: row.number(4)?,
    })
}

/// The state of a request.
pub(super) const STATE: &str = "r.status, r.error_code, r.error_message, r.created_at, \
    r.processed_at, r.next_attempt_at, r.worker, r.erased";

/// A row to be leased.
pub(super) struct Due {
    /// Its number in the table.
    pub(super) number: i64,
    /// Workers in a row that vanished before they sent it.
    pub(super) crashes: i64,
    /// The claim that the worker gets, or would have got.
    pub(super) claim: Claim,
}

/// Reads [`REQUEST`], then the data.
pub(super) fn due(row: &impl RowColumns) -> Result<Due> {
    let request = NewRequest { data: row.text(REQUEST_COLUMNS)?, ..request(row)? };
    let claim = Claim {
        request,
        attempt: small(row.number(16)?),
        missed_at: row.maybe_number(21)?,
        fence: row.number(17)?,
    };
    Ok(Due { number: row.number(0)?, crashes: row.number(18)?, claim })
}

/// Reads [`REQUEST`], then [`STATE`], then the data, if it was asked for.
pub(super) fn standing(row: &impl RowColumns, with_data: bool) -> Result<Request> {
    const AT: usize = REQUEST_COLUMNS;
    let data = if with_data { row.maybe_text(AT + 8)? } else { None };
    let created_at = row.number(AT + 3)?;
    let next_attempt_at = match row.number(AT + 5)? {
        0 => created_at,
        later => later,
    };
    Ok(Request {
        request: NewRequest { data: data.unwrap_or_default(), ..request(row)? },
        status: status(&row.text(AT)?)?,
        erased: row.number(AT + 7)? != 0,
        error_code: row.maybe_text(AT + 1)?,
        error_message: row.maybe_text(AT + 2)?,
        created_at,
        processed_at: row.maybe_number(AT + 4)?,
        attempts: small(row.number(16)?),
        next_attempt_at,
        worker: row.maybe_text(AT + 6)?,
    })
}

/// Reads the columns of a webhook call.
pub(super) fn call(row: &impl RowColumns) -> Result<WebhookCall> {
    Ok(WebhookCall {
        number: row.number(0)?,
        url: row.text(1)?,
        request: row.id(2)?,
        tenant: row.text(3)?,
        template: row.text(4)?,
        outcome: row.text(5)?,
        error_code: row.maybe_text(6)?,
        processed_at: row.number(7)?,
        status: CallStatus::named(&row.text(8)?),
        attempts: small(row.number(9)?),
        next_attempt_at: row.number(10)?,
        ended_at: row.maybe_number(11)?,
        detail: row.maybe_text(12)?,
        trace_context: row.maybe_text(13)?,
    })
}

fn request(row: &impl RowColumns) -> Result<NewRequest> {
    Ok(NewRequest {
        id: row.id(1)?,
        tenant: row.text(2)?,
        template: row.text(3)?,
        template_hash: row.maybe_text(4)?,
        data: String::new(),
        data_hash: row.text(5)?,
        email: row.text(6)?,
        filename: row.maybe_text(7)?,
        mail: row.maybe_text(8)?.map(|text| mail_options(&text)).transpose()?,
        expected_sha256: row.maybe_text(9)?,
        batch: row.maybe_text(10)?,
        batch_row: row.maybe_number(11)?,
        row_key: row.maybe_text(12)?,
        report_date: Timestamp::clamped(row.number(13)?),
        requested_by: row.text(14)?,
        webhook: row.maybe_text(15)?,
        locale: row.maybe_text(19)?,
        template_version: row.maybe_text(20)?,
        trace_context: row.maybe_text(22)?,
    })
}

/// Reads mail options.
pub(super) fn mail_options(text: &str) -> Result<MailOptions> {
    serde_json::from_str(text)
        .map_err(|error| strange(format!("mail options in it: {error}")).into())
}

/// Writes mail options.
pub(super) fn options_text(options: &MailOptions) -> Result<String> {
    serde_json::to_string(options).map_err(|error| strange(format!("mail options: {error}")).into())
}

/// Reads a receipt.
fn receipt(text: &str) -> Result<Box<Receipt>> {
    serde_json::from_str(text).map_err(|error| strange(format!("a receipt in it: {error}")).into())
}

/// Writes a receipt.
pub(super) fn receipt_text(receipt: &Receipt) -> String {
    serde_json::to_string(receipt).expect("a receipt has texts and whole numbers alone")
}

/// Columns of an entry of the log.
pub(super) const LOG: &str = "time, tenant, requested_by, request, attempt, template, \
    template_hash, data_hash, recipient, message_id, pages, bytes, sha256, engine, outcome, code, \
    detail, batch, receipt, archive";

/// Reads [`LOG`].
pub(super) fn log_entry(row: &impl RowColumns) -> Result<LogEntry> {
    Ok(LogEntry {
        time: row.number(0)?,
        tenant: row.text(1)?,
        requested_by: row.text(2)?,
        request: row.maybe_id(3)?,
        attempt: row.maybe_number(4)?.map(small),
        template: row.text(5)?,
        template_hash: row.maybe_text(6)?,
        data_hash: row.text(7)?,
        recipient: row.maybe_text(8)?,
        message_id: row.maybe_text(9)?,
        pages: row.maybe_number(10)?.map(small),
        bytes: row.maybe_number(11)?.and_then(|bytes| u64::try_from(bytes).ok()),
        sha256: row.maybe_text(12)?,
        engine: row.text(13)?,
        outcome: outcome(&row.text(14)?)?,
        code: row.maybe_text(15)?,
        detail: row.maybe_text(16)?,
        batch: row.maybe_text(17)?,
        receipt: row.maybe_text(18)?.as_deref().map(receipt).transpose()?,
        archive: row.maybe_text(19)?,
    })
}

/// Reads the place that stands behind [`LOG`].
pub(super) fn log_place(row: &impl RowColumns) -> Result<Place> {
    Ok((row.number(20)?, row.number(21)?))
}

impl Depth {
    /// Reads the answer to [`depth`].
    pub(super) fn read(row: &impl RowColumns, now: i64) -> Result<Self> {
        let number =
            |column| -> Result<u64> { Ok(u64::try_from(row.number(column)?).unwrap_or(0)) };
        let (waiting, leased) = (number(0)?, number(1)?);
        let oldest_pending = row.maybe_number(2)?.map(|oldest| (now - oldest).max(0));
        Ok(Self { pending: waiting + leased, leased, oldest_pending })
    }
}

impl Summary {
    /// Reads the numbers of one state: its name, all, those held, those of unknown delivery, and
    /// when the oldest was made.
    pub(super) fn add(&mut self, row: &impl RowColumns, now: i64) -> Result<()> {
        let number =
            |column| -> Result<u64> { Ok(u64::try_from(row.number(column)?).unwrap_or(0)) };
        let all = number(1)?;
        match status(&row.text(0)?)? {
            Status::Pending => {
                (self.pending, self.leased) = (all, number(2)?);
                self.oldest_pending = row.maybe_number(4)?.map(|oldest| (now - oldest).max(0));
            }
            Status::Done => self.done = all,
            Status::Error => (self.error, self.unknown) = (all, number(3)?),
        }
        Ok(())
    }
}

impl Status {
    /// The name used in JSON, on the command line and in the databases.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Done => "done",
            Self::Error => "error",
        }
    }
}

impl Outcome {
    /// The name used in JSON and in the databases.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Delivered => "delivered",
            Self::Served => "served",
            Self::Failed => "failed",
            Self::Unknown => "unknown",
            Self::Bounced => "bounced",
        }
    }
}

fn status(name: &str) -> Result<Status> {
    let mut all = [Status::Pending, Status::Done, Status::Error].into_iter();
    all.find(|status| status.as_str() == name)
        .ok_or_else(|| strange(format!("a request in the state `{name}`")).into())
}

fn outcome(name: &str) -> Result<Outcome> {
    const ALL: [Outcome; 5] =
        [Outcome::Delivered, Outcome::Served, Outcome::Failed, Outcome::Unknown, Outcome::Bounced];
    ALL.into_iter()
        .find(|outcome| outcome.as_str() == name)
        .ok_or_else(|| strange(format!("an outcome `{name}` in its log")).into())
}

fn small(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn strange(what: String) -> Problem {
    Problem::new(
        codes::QUEUE_UNAVAILABLE,
        format!("the database of requests cannot be read: {what}"),
    )
    .advice("was it changed by hand, or written by a newer reportctl?")
}

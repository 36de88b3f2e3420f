//! Requests as JSON and as lines.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::base::clock::rfc3339;
use crate::cli::context::count;
use crate::cli::delivery::time_filter::readable;
use crate::delivery::queue::{BatchSummary, Request, Summary};

/// A request as a JSON object, without its data.
pub(super) fn object(row: &Request) -> Value {
    let request = &row.request;
    json!({
        "id": request.id,
        "tenant": request.tenant,
        "templateId": request.template,
        "templateHash": request.template_hash,
        "templateVersion": request.template_version,
        "email": request.email,
        "filename": request.filename,
        "locale": request.locale,
        "status": row.status.as_str(),
        "errorCode": row.error_code,
        "errorMessage": row.error_message,
        "createdAt": rfc3339(row.created_at),
        "processedAt": row.processed_at.map(rfc3339),
        "attempts": row.attempts,
        "nextAttemptAt": next_attempt(row).map(rfc3339),
        "worker": row.worker,
        "batch": request.batch,
        "row": request.batch_row,
        "key": request.row_key,
        "requestedBy": request.requested_by,
        "dataHash": request.data_hash,
        "erased": row.erased,
    })
}

/// The data as JSON; null when it is erased.
pub(super) fn data(row: &Request) -> Value {
    if row.erased {
        return Value::Null;
    }
    let text = &row.request.data;
    serde_json::from_str(text).unwrap_or_else(|_| Value::from(text.as_str()))
}

/// Returns the time of the next attempt of a waiting row, in milliseconds since 1970.
fn next_attempt(row: &Request) -> Option<i64> {
    (row.processed_at.is_none() && row.worker.is_none()).then_some(row.next_attempt_at)
}

pub(super) const HEADER: [&str; 8] =
    ["ID", "STATUS", "CREATED", "TEMPLATE", "TO", "ROW", "KEY", "DETAIL"];

/// A request as cells under [`HEADER`].
pub(super) fn cells(row: &Request) -> Vec<String> {
    let request = &row.request;
    vec![
        request.id.to_string(),
        row.status.as_str().to_owned(),
        readable(row.created_at),
        request.template.clone(),
        request.email.clone(),
        request.batch_row.map(|row| row.to_string()).unwrap_or_default(),
        request.row_key.clone().unwrap_or_default(),
        detail(row),
    ]
}

/// Its problem, and its next step if it does not just wait for its turn.
fn detail(row: &Request) -> String {
    let next = match (&row.worker, next_attempt(row)) {
        (Some(worker), _) => Some(format!("worker {worker} is processing it")),
        (None, Some(next)) if next > row.created_at => {
            Some(format!("next attempt {}", readable(next)))
        }
        _ => None,
    };
    problem(row).into_iter().chain(next).collect::<Vec<_>>().join("; ")
}

fn problem(row: &Request) -> Option<String> {
    let code = row.error_code.as_ref()?;
    Some(match &row.error_message {
        Some(message) => format!("{code}: {message}"),
        None => code.clone(),
    })
}

pub(super) const BATCH_HEADER: [&str; 8] =
    ["KEY", "CREATED", "TEMPLATE", "ROWS", "WAITING", "DELIVERED", "FAILED", "UNKNOWN"];

/// A batch as cells under [`BATCH_HEADER`].
pub(super) fn batch_cells(batch: &BatchSummary) -> Vec<String> {
    let Summary { pending, done, error, unknown, .. } = batch.rows;
    let name = match batch.tenant.as_str() {
        "" => batch.key.clone(),
        tenant => format!("{tenant}/{}", batch.key),
    };
    let mut cells = vec![name, readable(batch.created_at), batch.template.clone()];
    let numbers = [pending + done + error, pending, done, error, unknown];
    cells.extend(numbers.map(|number| number.to_string()));
    cells
}

/// A batch as a JSON object.
pub(super) fn batch_object(batch: &BatchSummary) -> Value {
    let Summary { pending, leased, done, error, unknown, .. } = batch.rows;
    json!({
        "key": batch.key,
        "tenant": batch.tenant,
        "templateId": batch.template,
        "createdAt": rfc3339(batch.created_at),
        "rows": pending + done + error,
        "pending": pending,
        "leased": leased,
        "done": done,
        "error": error,
        "unknown": unknown,
    })
}

/// `4 requests: 1 waiting, 1 delivered, 2 failed (1 of unknown delivery)`.
pub(super) fn counts(rows: &Summary) -> String {
    let all = usize::try_from(rows.pending + rows.done + rows.error).unwrap_or(usize::MAX);
    let unknown = match rows.unknown {
        0 => String::new(),
        unknown => format!(" ({unknown} of unknown delivery)"),
    };
    let (waiting, done, failed) = (rows.pending, rows.done, rows.error);
    let all = count(all, "request");
    format!("{all}: {waiting} waiting, {done} delivered, {failed} failed{unknown}")
}

/// A request as lines of `name: value`.
pub(super) fn lines(row: &Request, message_id: Option<String>, with_data: bool) -> String {
    let request = &row.request;
    let mut all = vec![
        ("id", Some(request.id.to_string())),
        ("tenant", Some(request.tenant.clone()).filter(|tenant| !tenant.is_empty())),
        ("status", Some(row.status.as_str().to_owned())),
        ("problem", problem(row)),
        ("template", Some(request.template.clone())),
        ("to", Some(request.email.clone())),
        ("filename", request.filename.clone()),
        ("locale", request.locale.clone()),
        ("message id", message_id.map(|id| format!("<{id}>"))),
        ("batch", request.batch.clone()),
        ("row", request.batch_row.map(|row| row.to_string())),
        ("key", request.row_key.clone()),
        ("requested by", Some(request.requested_by.clone())),
        ("created", Some(readable(row.created_at))),
        ("processed", row.processed_at.map(readable)),
        ("attempts", Some(row.attempts.to_string())),
        ("next attempt", next_attempt(row).map(readable)),
        ("worker", row.worker.clone()),
        ("data hash", Some(request.data_hash.clone())),
    ];
    if row.erased || with_data {
        let data = if row.erased { "erased".to_owned() } else { request.data.clone() };
        all.push(("data", Some(data)));
    }
    let mut text = String::new();
    for (name, value) in all {
        if let Some(value) = value {
            let _ = writeln!(text, "{name}: {}", value.replace(char::is_control, " "));
        }
    }
    text
}

//! Requests as JSON and as lines.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::cli::time_filter::readable;
use crate::clock::rfc3339;
use crate::queue::Request;

/// A request as a JSON object, without its data.
pub(super) fn object(row: &Request) -> Value {
    let request = &row.request;
    json!({
        "id": request.id,
        "tenant": request.tenant,
        "templateId": request.template,
        "templateHash": request.template_hash,
        "email": request.email,
        "filename": request.filename,
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

/// When a row that waits is taken up.
fn next_attempt(row: &Request) -> Option<i64> {
    (row.processed_at.is_none() && row.worker.is_none()).then_some(row.next_attempt_at)
}

pub(super) const HEAD: [&str; 6] = ["ID", "STATUS", "CREATED", "TEMPLATE", "TO", "DETAIL"];

/// A request as cells under [`HEAD`].
pub(super) fn cells(row: &Request) -> Vec<String> {
    let request = &row.request;
    vec![
        request.id.to_string(),
        row.status.as_str().to_owned(),
        readable(row.created_at),
        request.template.clone(),
        request.email.clone(),
        detail(row),
    ]
}

/// What is wrong with it, and what comes next if it is not simply its turn.
fn detail(row: &Request) -> String {
    let next = match (&row.worker, next_attempt(row)) {
        (Some(worker), _) => Some(format!("worker {worker} is busy with it")),
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

//! `reportctl queue webhooks`: the calls that report outcomes to another service.

use serde_json::json;

use crate::base::clock::rfc3339;
use crate::cli::context::{Context, count};
use crate::cli::delivery::table::Table;
use crate::cli::delivery::time_filter::readable;
use crate::cli::exit::Exit;
use crate::cli::failure::Outcome;
use crate::delivery::queue;
use crate::delivery::queue::webhook::{CallFilter, CallStatus, WebhookCall};

const HEADER: [&str; 7] = ["CALL", "STATUS", "REQUEST", "OUTCOME", "ATTEMPTS", "NEXT", "DETAIL"];

pub(super) fn run(
    filter: &CallFilter,
    retry: bool,
    as_json: bool,
    context: &Context<'_>,
) -> Outcome {
    let database = queue::open_database(&context.config.database())?;
    if retry {
        let retried = database.retry_calls(filter)?;
        context.printer.note(format_args!("{} will be made again", count(retried, "call")));
        return Ok(Exit::Done);
    }
    let calls = database.list_calls(filter)?;
    let text = if as_json {
        let calls: Vec<_> = calls.iter().map(object).collect();
        serde_json::to_string_pretty(&calls).map_err(anyhow::Error::from)? + "\n"
    } else {
        Table::new(&HEADER).rows(&calls.iter().map(cells).collect::<Vec<_>>())
    };
    context.printer.data(text.as_bytes())?;
    if calls.is_empty() && !as_json {
        context.printer.note("no webhook calls");
    }
    Ok(Exit::Done)
}

fn object(call: &WebhookCall) -> serde_json::Value {
    json!({
        "number": call.number,
        "url": call.url,
        "request": call.request,
        "tenant": call.tenant,
        "templateId": call.template,
        "outcome": call.outcome,
        "errorCode": call.error_code,
        "processedAt": rfc3339(call.processed_at),
        "status": call.status,
        "attempts": call.attempts,
        "nextAttemptAt": next(call).map(rfc3339),
        "endedAt": call.ended_at.map(rfc3339),
        "detail": call.detail,
    })
}

fn next(call: &WebhookCall) -> Option<i64> {
    (call.status == CallStatus::Pending).then_some(call.next_attempt_at)
}

/// A call as cells under [`HEADER`].
fn cells(call: &WebhookCall) -> Vec<String> {
    let next = match next(call) {
        Some(0) => "now".to_owned(),
        Some(at) => readable(at),
        None => String::new(),
    };
    vec![
        call.number.to_string(),
        call.status.as_str().to_owned(),
        call.request.to_string(),
        call.error_code.clone().unwrap_or_else(|| call.outcome.clone()),
        call.attempts.to_string(),
        next,
        call.detail.clone().unwrap_or_default(),
    ]
}

//! Output of `send`.

use serde_json::{Value as Json, json};

use super::SendArgs;
use super::{SendPlan, SentRow};
use crate::cli::context::{Context, count, size};
use crate::cli::delivery::unsent;
use crate::cli::exit::Exit;
use crate::cli::failure::Outcome;
use crate::delivery::queue::{Request, Status};
use crate::serve::codes;
use engine::problem::Problem;

/// Outcome of a row.
pub(super) struct Sent {
    /// The row; gone when somebody purged it meanwhile.
    pub(super) request: Option<Request>,
    /// The transport's answer.
    pub(super) detail: Option<String>,
}

/// Prints as JSON that all rows are in a state.
fn all_in_state(plan: &SendPlan, state: &str, context: &Context<'_>) -> Outcome {
    json(plan, plan.rows.iter().map(|row| facts(plan, row, state)).collect(), context)
}

/// Prints the messages that would be sent.
pub(super) fn dry_run(args: &SendArgs, plan: &SendPlan, context: &Context<'_>) -> Outcome {
    if args.json {
        return all_in_state(plan, "dryRun", context);
    }
    for row in &plan.rows {
        context.printer.note(format_args!(
            "would send {} to {} via {}\n  From: {}\n  Subject: {}\n  Message-ID: <{}>\n  \
             SHA-256 of the PDF: {}",
            document(plan, row),
            row.recipient,
            plan.transport.describe(),
            row.message.from,
            row.message.subject,
            row.message.message_id,
            plan.sha256,
        ));
        redirected(row, context);
    }
    Ok(Exit::Done)
}

/// Prints the messages that wait for a worker.
pub(super) fn queued(args: &SendArgs, plan: &SendPlan, context: &Context<'_>) -> Outcome {
    if args.json {
        return all_in_state(plan, "pending", context);
    }
    for row in &plan.rows {
        context.printer.note(format_args!(
            "queued {} to {} as request {}; `reportctl worker` sends it",
            row.message.filename, row.recipient, row.id
        ));
    }
    Ok(Exit::Done)
}

/// Prints the messages that were sent, and fails with the others.
pub(super) fn print(
    args: &SendArgs,
    plan: &SendPlan,
    sent: &[Sent],
    context: &Context<'_>,
) -> Outcome {
    let mut problems = Vec::new();
    let mut all = Vec::new();
    for (row, sent) in plan.rows.iter().zip(sent) {
        let problem = problem(row, sent);
        let status = if problem.is_some() { "error" } else { "done" };
        let mut facts = facts(plan, row, status);
        match &problem {
            None => facts["detail"] = json!(sent.detail),
            Some(problem) => {
                facts["errorCode"] = json!(problem.code.as_str());
                facts["errorMessage"] = json!(problem.message);
            }
        }
        all.push(facts);
        match problem {
            Some(problem) => problems.push(problem),
            None if !args.json => {
                let detail = sent.detail.as_ref().map(|detail| format!(" ({detail})"));
                context.printer.note(format_args!(
                    "sent {} to {} via {}{}",
                    document(plan, row),
                    row.recipient,
                    plan.transport.describe(),
                    detail.unwrap_or_default()
                ));
                redirected(row, context);
            }
            None => {}
        }
    }
    if args.json {
        json(plan, all, context)?;
    }
    if problems.is_empty() { Ok(Exit::Done) } else { Err(problems.into()) }
}

/// Returns the problem of a message that was not sent.
fn problem(row: &SentRow, sent: &Sent) -> Option<Problem> {
    let unknown = || Problem::new(codes::REQUEST_NOT_FOUND, "the request was deleted meanwhile");
    let Some(request) = &sent.request else { return Some(unknown()) };
    if request.status == Status::Done {
        return None;
    }
    let code = request.error_code.as_deref().unwrap_or(codes::MAIL_UNAVAILABLE.as_str());
    let why = request.error_message.as_deref().unwrap_or("another worker is at it");
    Some(unsent::problem(row.id, &row.recipient, code, why))
}

/// `invoice.pdf (2 pages, 12.3 kB)`.
fn document(plan: &SendPlan, row: &SentRow) -> String {
    let pages = count(plan.document.pages, "page");
    format!("{} ({pages}, {})", row.message.filename, size(plan.document.bytes.len()))
}

/// A redirected message must not be taken for a delivered one.
fn redirected(row: &SentRow, context: &Context<'_>) {
    if row.message.to != row.recipient {
        context.printer.note(format_args!(
            "everything goes to {} instead (the setting `mail.recipients.redirectAllTo`)",
            row.message.to
        ));
    }
}

fn facts(plan: &SendPlan, row: &SentRow, status: &str) -> Json {
    json!({
        "id": row.id,
        "email": row.recipient,
        "status": status,
        "from": row.message.from,
        "envelopeTo": row.message.to,
        "subject": row.message.subject,
        "messageId": row.message.message_id,
        "filename": row.message.filename,
        "pages": plan.document.pages,
        "bytes": plan.document.bytes.len(),
        "sha256": plan.sha256,
    })
}

fn json(plan: &SendPlan, messages: Vec<Json>, context: &Context<'_>) -> Outcome {
    let mut line =
        json!({ "transport": plan.transport.describe(), "messages": messages }).to_string();
    line.push('\n');
    context.printer.data(line.as_bytes())?;
    Ok(Exit::Done)
}

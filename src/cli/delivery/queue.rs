//! `reportctl queue`: report requests, and what people do to them.

pub(super) mod args;
mod view;
mod webhooks;

use std::collections::HashSet;

use serde_json::json;
use uuid::Uuid;

use super::message_ids::MessageIds;
use super::table::Table;
use crate::cli::context::{Context, count};
use crate::cli::exit::Exit;
use crate::cli::failure::Outcome;
use crate::cli::term::has_reader;
use crate::delivery::queue::webhook::CallFilter;
use crate::delivery::queue::{self, Filter, Queue, Request, Status, Summary};
use crate::serve::codes;
use args::{QueueCommand, Selection};
use engine::problem::{Problem, quoted};

/// Requests read at a time.
const PAGE: usize = 1000;

pub(super) fn run(command: QueueCommand, context: &Context<'_>) -> Outcome {
    let queue = queue::open(&context.config.database())?;
    let queue = &*queue;
    match command {
        QueueCommand::List { selection, json } => {
            list(queue, selection.filter(context)?, json, context)
        }
        QueueCommand::Batches { tenant, limit, json } => {
            batches(queue, tenant.as_deref(), limit, json, context)
        }
        QueueCommand::Show { id, data, json } => show(queue, id, data, json, context),
        QueueCommand::Retry { selection, all } => retry(queue, &selection, all, context),
        QueueCommand::Cancel { selection, all } => {
            let filter = chosen(queue, (&selection, all), "cancel", context)?;
            let canceled = queue.cancel(&filter)?;
            context.printer.note(format_args!("canceled {}", count(canceled, "request")));
            left_of_cancel(queue, &filter, canceled, context)
        }
        QueueCommand::Purge { selection, all } => {
            let filter = chosen(queue, (&selection, all), "purge", context)?;
            let purged = count(queue.purge(&filter)?, "request");
            context.printer.note(format_args!("deleted {purged}"));
            left_of_purge(queue, &filter, context)
        }
        QueueCommand::Webhooks { id, status, limit, retry, json } => {
            let filter = CallFilter { request: id, status, limit: Some(limit) };
            webhooks::run(&filter, retry, json, context)
        }
    }
}

fn list(queue: &dyn Queue, filter: Filter, as_json: bool, context: &Context<'_>) -> Outcome {
    let mut table = Table::new(&view::HEADER).with_header();
    let mut listed = 0;
    let batch = of_batch(&filter);
    pages(queue, filter, |rows| {
        let text = if as_json {
            let objects = rows.iter().map(|row| view::object(row).to_string());
            let start = if listed == 0 { "[" } else { ",\n" };
            format!("{start}{}", objects.collect::<Vec<_>>().join(",\n"))
        } else {
            table.rows(&rows.iter().map(view::cells).collect::<Vec<_>>())
        };
        listed += rows.len();
        context.printer.data(text.as_bytes())
    })?;
    if as_json {
        context.printer.data(if listed == 0 { b"[]\n" } else { b"]\n" })?;
    } else if listed == 0 {
        context.printer.note("no requests");
    }
    if listed == 0 {
        note_unknown_batch(queue, &batch, context)?;
    } else if let Some(key) = &batch.batch {
        let counts = view::counts(&queue.summary(&batch)?);
        context.printer.note(format_args!("batch {}: {counts}", quoted(key)));
    }
    Ok(Exit::Done)
}

fn batches(
    queue: &dyn Queue,
    tenant: Option<&str>,
    limit: Option<usize>,
    as_json: bool,
    context: &Context<'_>,
) -> Outcome {
    let batches = queue.batches(tenant, limit)?;
    if as_json {
        let objects: Vec<_> = batches.iter().map(view::batch_object).collect();
        context.printer.data(format!("{}\n", json!(objects)).as_bytes())?;
    } else if batches.is_empty() {
        context.printer.note("no batches");
    } else {
        let mut table = Table::new(&view::BATCH_HEADER).with_header();
        let cells: Vec<_> = batches.iter().map(view::batch_cells).collect();
        context.printer.data(table.rows(&cells).as_bytes())?;
    }
    Ok(Exit::Done)
}

/// The whole of the batch that a filter names.
fn of_batch(filter: &Filter) -> Filter {
    Filter { tenant: filter.tenant.clone(), batch: filter.batch.clone(), ..Filter::default() }
}

/// Notes that nothing was found because there is no such batch.
fn note_unknown_batch(queue: &dyn Queue, batch: &Filter, context: &Context<'_>) -> Outcome<()> {
    if let Some(key) = &batch.batch {
        let all = queue.summary(batch)?;
        if all.pending + all.done + all.error == 0 {
            let key = quoted(key);
            context.printer.note(format_args!("there are no requests of a batch {key} at all"));
        }
    }
    Ok(())
}

/// Reads the requests of a filter page by page.
fn pages(
    queue: &dyn Queue,
    mut filter: Filter,
    mut each: impl FnMut(&[Request]) -> Outcome<()>,
) -> Outcome<()> {
    let mut left = filter.limit.unwrap_or(usize::MAX);
    while left > 0 {
        let wanted = left.min(PAGE);
        filter.limit = Some(wanted);
        let rows = queue.list(&filter)?;
        let Some(last) = rows.last() else { break };
        filter.after = Some(last.request.id);
        each(&rows)?;
        if rows.len() < wanted || !has_reader() {
            break;
        }
        left -= rows.len();
    }
    Ok(())
}

fn show(
    queue: &dyn Queue,
    id: Uuid,
    with_data: bool,
    as_json: bool,
    context: &Context<'_>,
) -> Outcome {
    // With the settings come the requests of every tenant.
    let found = queue.list(&Filter { ids: vec![id], ..Filter::default() })?;
    let tenant = found.first().map(|row| row.request.tenant.as_str());
    let row = match tenant {
        Some(tenant) => queue.get(tenant, id)?,
        None => None,
    };
    let row = row.ok_or_else(|| not_found(id))?;
    let message_id = MessageIds::new(queue, context).of_request(&row)?;
    let text = if as_json {
        let mut object = view::object(&row);
        object["messageId"] = json!(message_id);
        if with_data {
            object["data"] = view::data(&row);
        }
        format!("{object}\n")
    } else {
        view::lines(&row, message_id, with_data)
    };
    context.printer.data(text.as_bytes())?;
    Ok(Exit::Done)
}

fn not_found(id: Uuid) -> Problem {
    Problem::new(codes::REQUEST_NOT_FOUND, format!("there is no request `{id}`"))
        .advice("`reportctl queue list` shows those that there are")
}

/// The filter of a command that changes requests: never everything by accident.
fn chosen(
    queue: &dyn Queue,
    (selection, all): (&Selection, bool),
    verb: &str,
    context: &Context<'_>,
) -> Outcome<Filter> {
    let filter = selection.filter(context)?;
    // A limit chooses none.
    if !all && (Filter { limit: None, ..filter.clone() }) == Filter::default() {
        return Err(Problem::new(codes::USAGE, format!("which requests to {verb}?"))
            .advice("give ids, filters such as `--batch KEY`, or `--all`")
            .into());
    }
    let named = Filter { ids: filter.ids.clone(), ..Filter::default() };
    if !named.ids.is_empty() {
        let known: HashSet<Uuid> = queue.list(&named)?.iter().map(|row| row.request.id).collect();
        let missing = named.ids.iter().filter(|id| !known.contains(id));
        let problems: Vec<Problem> = missing.map(|id| not_found(*id)).collect();
        if !problems.is_empty() {
            return Err(problems.into());
        }
    }
    Ok(filter)
}

/// Notes the reasons for which selected requests are not canceled.
fn left_of_cancel(
    queue: &dyn Queue,
    filter: &Filter,
    canceled: usize,
    context: &Context<'_>,
) -> Outcome {
    // With a limit the selected requests are unknown.
    if filter.limit.is_none() && filter.status.is_none_or(|status| status == Status::Pending) {
        let pending = Filter { status: Some(Status::Pending), ..filter.clone() };
        let busy = queue.summary(&pending)?.leased;
        if busy > 0 {
            let busy = number(busy);
            context.printer.note(format_args!("left out {busy} that a worker is processing"));
        }
    }
    // Finished requests are not counted among all that there are.
    if filter.ids.is_empty() {
        return Ok(Exit::Done);
    }
    let named = queue.summary(&Filter { limit: None, ..filter.clone() })?;
    let finished = (named.done + named.error).saturating_sub(canceled as u64);
    if finished > 0 {
        context.printer.note(format_args!("left out {} finished already", number(finished)));
    }
    Ok(Exit::Done)
}

/// Notes the reasons for which selected requests are not deleted.
fn left_of_purge(queue: &dyn Queue, filter: &Filter, context: &Context<'_>) -> Outcome {
    if !filter.ids.is_empty() || filter.status == Some(Status::Pending) {
        let left = queue.summary(&Filter { limit: None, ..filter.clone() })?;
        if left.pending > 0 {
            context.printer.note(format_args!(
                "left out {} not finished; `reportctl queue cancel` ends those that wait",
                number(left.pending)
            ));
        }
    }
    Ok(Exit::Done)
}

fn number(requests: u64) -> String {
    count(usize::try_from(requests).unwrap_or(usize::MAX), "request")
}

fn retry(queue: &dyn Queue, selection: &Selection, all: bool, context: &Context<'_>) -> Outcome {
    let unknown = codes::DELIVERY_UNKNOWN.as_str();
    let filter = chosen(queue, (selection, all), "retry", context)?;
    let is_named = !filter.ids.is_empty() || filter.error_code.as_deref() == Some(unknown);
    let named = if filter.ids.is_empty() { Summary::default() } else { queue.summary(&filter)? };
    let batch = of_batch(&filter);
    let (ids, left_out) = retriable(queue, filter, is_named)?;
    let retried =
        if ids.is_empty() { 0 } else { queue.retry(&Filter { ids, ..Filter::default() })? };
    let printer = &context.printer;
    let how = match retried {
        0 => "",
        _ => " by a worker; `reportctl worker --once` does it now",
    };
    printer.note(format_args!("{} will be sent again{how}", count(retried, "request")));
    if retried == 0 {
        note_unknown_batch(queue, &batch, context)?;
    }
    if named.done > 0 {
        printer.note(format_args!("left out {} delivered already", number(named.done)));
    }
    if named.pending > 0 {
        printer.note(format_args!("left out {} still waiting or under way", number(named.pending)));
    }
    if left_out.erased > 0 {
        let erased = count(left_out.erased, "request");
        printer.note(format_args!("left out {erased} whose data is erased"));
    }
    if left_out.unknown > 0 {
        let unknown = count(left_out.unknown, "request");
        printer.note(format_args!(
            "left out {unknown} that may have been delivered already (deliveryUnknown); to send \
             them again all the same, name their ids or give `--code deliveryUnknown`"
        ));
    }
    Ok(Exit::Done)
}

/// Failed requests that are not sent again.
#[derive(Default)]
struct LeftOut {
    unknown: usize,
    erased: usize,
}

/// The failed requests of a filter that can be sent again. Requests that may have been delivered
/// are included only when they were named.
fn retriable(
    queue: &dyn Queue,
    filter: Filter,
    unknown_too: bool,
) -> Outcome<(Vec<Uuid>, LeftOut)> {
    let limit = filter.limit.unwrap_or(usize::MAX);
    if filter.status.is_some_and(|status| status != Status::Error) {
        return Ok(Default::default());
    }
    let failed = Filter { status: Some(Status::Error), limit: None, ..filter };
    let mut ids = Vec::new();
    let mut left_out = LeftOut::default();
    pages(queue, failed, |rows| {
        for row in rows {
            let is_unknown = row.error_code.as_deref() == Some(codes::DELIVERY_UNKNOWN.as_str());
            match (row.erased, is_unknown && !unknown_too) {
                (true, _) => left_out.erased += 1,
                (_, true) => left_out.unknown += 1,
                _ => ids.push(row.request.id),
            }
        }
        Ok(())
    })?;
    ids.truncate(limit);
    Ok((ids, left_out))
}

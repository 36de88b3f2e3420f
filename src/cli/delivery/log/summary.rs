//! `reportctl log --batch KEY --summary`: what became of each row of the file of a batch.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Value, json};

use super::args::LogArgs;
use super::{csv, record};
use crate::cli::context::Context;
use crate::cli::delivery::message_ids::MessageIds;
use crate::cli::delivery::table::Table;
use crate::cli::exit::Exit;
use crate::cli::failure::Outcome;
use crate::delivery::batch::RefusedRow;
use crate::delivery::queue::{
    self, BatchRecord, Filter, LogEntry, LogFilter, Outcome as Logged, Request, Status,
};
use crate::serve::codes;
use engine::problem::{Problem, Result, quoted};

/// Names of a line in JSON, in the order of CSV. The first one is left out where all are of one tenant.
const COLUMNS: [&str; 8] =
    ["tenant", "row", "key", "recipient", "state", "attempts", "messageId", "reason"];

const HEADER: [&str; 8] =
    ["TENANT", "ROW", "KEY", "RECIPIENT", "STATE", "ATTEMPTS", "MESSAGE-ID", "REASON"];

/// States of a message, the worst last: a row with copies has the worst of theirs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum DeliveryState {
    Delivered,
    Waiting,
    Bounced,
    Unknown,
    Failed,
    /// No message was made of the row.
    Refused,
}

impl DeliveryState {
    fn as_str(self) -> &'static str {
        match self {
            Self::Delivered => "delivered",
            Self::Waiting => "waiting",
            Self::Bounced => "bounced",
            Self::Unknown => "unknown",
            Self::Failed => "failed",
            Self::Refused => "refused",
        }
    }
}

/// A row of the file.
struct Line {
    /// The tenant; empty for the local owner.
    tenant: String,
    /// `None` for a row that was purged, of which only the log is left.
    row: Option<u64>,
    key: Option<String>,
    recipients: Vec<String>,
    state: DeliveryState,
    attempts: u32,
    message_id: Option<String>,
    reason: Option<String>,
}

impl Line {
    fn object(&self, has_tenant: bool) -> Value {
        let mut object = json!({
            "row": self.row, "key": self.key, "recipient": self.recipients.join(", "),
            "state": self.state.as_str(), "attempts": self.attempts,
            "messageId": self.message_id, "reason": self.reason,
        });
        if has_tenant {
            object["tenant"] = json!(self.tenant);
        }
        object
    }

    /// Takes in another message of the same row.
    fn merge(&mut self, other: Self) {
        self.recipients.extend(other.recipients);
        self.attempts = self.attempts.max(other.attempts);
        self.message_id = self.message_id.take().or(other.message_id);
        if other.state > self.state {
            (self.state, self.reason) = (other.state, other.reason);
        }
    }
}

pub(super) fn run(args: &LogArgs, context: &Context<'_>) -> Outcome {
    let filter = args.filter(context)?;
    let queue = queue::open(&context.config.database())?;
    let lines = lines(&MessageIds::new(queue.as_ref(), context), &filter)?;
    if lines.is_empty() {
        let key = filter.batch.unwrap_or_default();
        let message = format!("there is no batch {}", quoted(&key));
        return Err(Problem::new(codes::REQUEST_NOT_FOUND, message)
            .advice("`reportctl queue list` shows what there is")
            .into());
    }
    let has_tenant = lines.iter().any(|line| line.tenant != lines[0].tenant);
    let (columns, header) = match has_tenant {
        true => (&COLUMNS[..], &HEADER[..]),
        false => (&COLUMNS[1..], &HEADER[1..]),
    };
    let objects: Vec<Value> = lines.iter().map(|line| line.object(has_tenant)).collect();
    let text = if args.json {
        objects.iter().map(|object| format!("{object}\n")).collect()
    } else {
        let rows: Vec<Vec<String>> = objects.iter().map(|object| record(object, columns)).collect();
        if args.csv {
            let names = columns.iter().map(|name| (*name).to_owned()).collect();
            csv(&[names])? + &csv(&rows)?
        } else {
            Table::new(header).with_header().rows(&rows)
        }
    };
    context.printer.data(text.as_bytes())?;
    Ok(Exit::Done)
}

/// A line for each row, in the order of the file; tenants one after the other.
fn lines(ids: &MessageIds<'_>, filter: &LogFilter) -> Result<Vec<Line>> {
    let queue = ids.queue;
    let mut entries: HashMap<_, Vec<LogEntry>> = HashMap::new();
    let mut refusals: BTreeMap<String, RefusedRows> = BTreeMap::new();
    let key = filter.batch.clone().unwrap_or_default();
    ids.read_log(filter, &mut |entry| {
        match entry.request {
            Some(request) => entries.entry(request).or_default().push(entry),
            None => {
                if let Some(row) = RefusedRow::read(&entry, &key) {
                    refusals.entry(entry.tenant).or_default().add(entry.data_hash, row);
                }
            }
        }
        true
    })?;
    let mut rows: BTreeMap<(String, u64), Line> = BTreeMap::new();
    for (tenant, refused) in refusals {
        let batch = queue.batch(&tenant, &key)?;
        for row in refused.of_origin(batch.as_ref().and_then(BatchRecord::origin_hash)) {
            rows.insert((tenant.clone(), row.number), of_refused(&tenant, row));
        }
    }
    let of_batch = Filter {
        batch: filter.batch.clone(),
        tenant: filter.tenant.clone(),
        template: filter.template.clone(),
        ..Filter::default()
    };
    for request in queue.list(&of_batch)?.iter().rev() {
        let logged = entries.remove(&request.request.id).unwrap_or_default();
        let row = request.request.batch_row.and_then(|row| u64::try_from(row).ok());
        let line = of_request(request, row, &logged);
        let tenant = request.request.tenant.clone();
        match rows.entry((tenant, row.unwrap_or_default())) {
            std::collections::btree_map::Entry::Vacant(vacant) => drop(vacant.insert(line)),
            // Recorded after all, once the file was corrected.
            std::collections::btree_map::Entry::Occupied(mut known)
                if known.get().state == DeliveryState::Refused =>
            {
                known.insert(line);
            }
            std::collections::btree_map::Entry::Occupied(mut known) => known.get_mut().merge(line),
        }
    }
    let mut purged: Vec<Line> = entries.values().filter_map(|logged| of_purged(logged)).collect();
    purged.sort_by(|one, other| {
        (&one.tenant, &one.recipients).cmp(&(&other.tenant, &other.recipients))
    });
    Ok(rows.into_values().chain(purged).collect())
}

/// Refused rows of a batch, by number. Under a key that was never begun, the rows of several files may have been refused.
#[derive(Default)]
struct RefusedRows {
    /// Hash of the origin of the last run; older programs wrote none.
    last: String,
    /// With the hash of the origin of each.
    rows: BTreeMap<u64, (String, RefusedRow)>,
}

impl RefusedRows {
    /// Adds a row. Of several runs, the last one counts.
    fn add(&mut self, origin: String, row: RefusedRow) {
        self.last.clone_from(&origin);
        self.rows.insert(row.number, (origin, row));
    }

    /// The rows of the batch as it was begun, else of the last run.
    fn of_origin(self, begun: Option<&str>) -> impl Iterator<Item = RefusedRow> {
        let wanted = begun.map_or(self.last, str::to_owned);
        let is_wanted = move |origin: &str| origin.is_empty() || origin == wanted;
        self.rows.into_values().filter(move |(origin, _)| is_wanted(origin)).map(|(_, row)| row)
    }
}

fn of_refused(tenant: &str, refused: RefusedRow) -> Line {
    Line {
        tenant: tenant.to_owned(),
        row: Some(refused.number),
        key: refused.key,
        recipients: Vec::new(),
        state: DeliveryState::Refused,
        attempts: 0,
        message_id: None,
        reason: Some(refused.reason),
    }
}

/// A request as it stands. The log knows what came after its delivery.
fn of_request(request: &Request, row: Option<u64>, logged: &[LogEntry]) -> Line {
    // A delivery after the bounce, by a retry, counts.
    let is_bounced = logged.last().is_some_and(|entry| entry.outcome == Logged::Bounced);
    let code = request.error_code.as_deref();
    let state = match request.status {
        Status::Done if is_bounced => DeliveryState::Bounced,
        Status::Done => DeliveryState::Delivered,
        Status::Pending => DeliveryState::Waiting,
        Status::Error if code == Some(codes::DELIVERY_UNKNOWN.as_str()) => DeliveryState::Unknown,
        Status::Error => DeliveryState::Failed,
    };
    let last = logged.last();
    let last_detail = last.and_then(|entry| entry.detail.as_deref());
    // The log has the reason in other words when the message was erased.
    let own = code.and_then(|_| reason(code, request.error_message.as_deref().or(last_detail)));
    let last = last.filter(|_| state == DeliveryState::Bounced);
    let last = last.and_then(|entry| reason(entry.code.as_deref(), entry.detail.as_deref()));
    Line {
        tenant: request.request.tenant.clone(),
        row,
        key: request.request.row_key.clone(),
        recipients: vec![request.request.email.clone()],
        state,
        attempts: request.attempts,
        message_id: logged.iter().rev().find_map(|entry| entry.message_id.clone()),
        reason: own.or(last),
    }
}

/// A request that was purged, by what the log has of it.
fn of_purged(logged: &[LogEntry]) -> Option<Line> {
    let last = logged.last()?;
    let state = match last.outcome {
        Logged::Delivered | Logged::Served => DeliveryState::Delivered,
        Logged::Failed => DeliveryState::Failed,
        Logged::Unknown => DeliveryState::Unknown,
        Logged::Bounced => DeliveryState::Bounced,
    };
    let why = reason(last.code.as_deref(), last.detail.as_deref());
    Some(Line {
        tenant: last.tenant.clone(),
        row: None,
        key: None,
        recipients: last.recipient.iter().cloned().collect(),
        state,
        attempts: logged.iter().filter_map(|entry| entry.attempt).max().unwrap_or_default(),
        message_id: logged.iter().rev().find_map(|entry| entry.message_id.clone()),
        reason: why.filter(|_| state != DeliveryState::Delivered),
    })
}

fn reason(code: Option<&str>, message: Option<&str>) -> Option<String> {
    match (code, message) {
        (Some(code), Some(message)) => Some(format!("{code}: {message}")),
        (one, other) => one.or(other).map(str::to_owned),
    }
}

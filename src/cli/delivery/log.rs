//! `reportctl log`: the generation log.

pub(super) mod args;
mod bounces;
mod summary;

use serde_json::Value;

use super::entries::print_in_chunks;
use super::message_ids::MessageIds;
use super::table::Table;
use super::time_filter::readable;
use crate::base::clock::rfc3339;
use crate::base::printable::csv_text;
use crate::cli::context::Context;
use crate::cli::exit::Exit;
use crate::cli::failure::Outcome;
use crate::delivery::queue::{self, LogEntry};
use crate::serve::codes;
use args::{LogArgs, LogCommand};
use engine::problem::{Problem, Result};

pub(super) fn run(args: &LogArgs, context: &Context<'_>) -> Outcome {
    if let Some(LogCommand::ImportBounces { path, json }) = &args.command {
        return bounces::import(path, *json, context);
    }
    if args.summary {
        return summary::run(args, context);
    }
    let filter = args.filter(context)?;
    let queue = queue::open(&context.config.database())?;
    let mut writer = LogWriter::new(args);
    context.printer.data(writer.head()?.as_bytes())?;
    let format = |entries: &[LogEntry]| writer.entries(entries);
    let ids = MessageIds::new(queue.as_ref(), context);
    if !print_in_chunks(context, format, |each| ids.read_log(&filter, each))? {
        context.printer.note("no entries");
    }
    Ok(Exit::Done)
}

/// Entries in the form that was asked for.
enum LogWriter {
    Json,
    Csv,
    Table(Table),
}

impl LogWriter {
    fn new(args: &LogArgs) -> Self {
        match (args.json, args.csv) {
            (true, _) => Self::Json,
            (_, true) => Self::Csv,
            _ => Self::Table(Table::new(&HEADER).with_header()),
        }
    }

    fn head(&self) -> Result<String> {
        match self {
            Self::Csv => csv(&[COLUMNS.map(str::to_owned).to_vec()]),
            _ => Ok(String::new()),
        }
    }

    fn entries(&mut self, entries: &[LogEntry]) -> Result<String> {
        match self {
            Self::Json => entries.iter().map(|entry| Ok(format!("{}\n", object(entry)?))).collect(),
            Self::Csv => {
                let rows = entries.iter().map(|entry| Ok(record(&object(entry)?, &COLUMNS)));
                csv(&rows.collect::<Result<Vec<_>>>()?)
            }
            Self::Table(table) => Ok(table.rows(&entries.iter().map(cells).collect::<Vec<_>>())),
        }
    }
}

const HEADER: [&str; 7] = ["TIME", "OUTCOME", "TEMPLATE", "RECIPIENT", "PAGES", "BY", "DETAIL"];

/// Names of an entry in JSON, in the order of CSV.
const COLUMNS: [&str; 18] = [
    "time",
    "tenant",
    "requestedBy",
    "request",
    "attempt",
    "template",
    "templateHash",
    "dataHash",
    "recipient",
    "messageId",
    "pages",
    "bytes",
    "sha256",
    "engine",
    "outcome",
    "code",
    "detail",
    "batch",
];

/// An entry as a JSON object, with its time as RFC 3339.
fn object(entry: &LogEntry) -> Result<Value> {
    let mut object = serde_json::to_value(entry).map_err(unwritable)?;
    object["time"] = rfc3339(entry.time).into();
    Ok(object)
}

/// A JSON object as a record of CSV.
fn record(object: &Value, columns: &[&str]) -> Vec<String> {
    let cell = |name: &str| match &object[name] {
        Value::Null => String::new(),
        // A spreadsheet takes such a text for a formula, and it may come from a stranger's data.
        Value::String(text) => csv_text(text).into_owned(),
        other => other.to_string(),
    };
    columns.iter().map(|name| cell(name)).collect()
}

fn csv(rows: &[Vec<String>]) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.write_record(row).map_err(unwritable)?;
    }
    let bytes = writer.into_inner().map_err(unwritable)?;
    String::from_utf8(bytes).map_err(unwritable)
}

fn unwritable(error: impl std::fmt::Display) -> Problem {
    Problem::new(codes::IO, format!("the log cannot be written: {error}"))
}

fn cells(entry: &LogEntry) -> Vec<String> {
    let detail = match (&entry.code, &entry.detail) {
        (Some(code), Some(detail)) => format!("{code}: {detail}"),
        (Some(text), None) | (None, Some(text)) => text.clone(),
        (None, None) => String::new(),
    };
    vec![
        readable(entry.time),
        entry.outcome.as_str().to_owned(),
        entry.template.clone(),
        entry.recipient.clone().unwrap_or_default(),
        entry.pages.map(|pages| pages.to_string()).unwrap_or_default(),
        entry.requested_by.clone(),
        detail,
    ]
}

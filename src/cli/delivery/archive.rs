//! `reportctl archive`: the documents that are kept.

pub(super) mod args;

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use serde_json::json;

use super::entries::print_in_chunks;
use super::table::Table;
use super::time_filter::readable;
use crate::base::clock::{self, rfc3339};
use crate::base::{files, printable};
use crate::cli::context::{Context, count, quoted_path, size};
use crate::cli::exit::Exit;
use crate::cli::failure::Outcome;
use crate::cli::overwriting;
use crate::delivery::archive::{Archive, Audit, Decision, audit};
use crate::delivery::mail::safe_filename;
use crate::delivery::queue::{self, LogEntry, LogFilter, RequestId};
use crate::serve::codes;
use args::{ArchiveCommand, ListArgs};
use engine::problem::{Code, Problem, Result};

/// Documents that are remembered as printed or deleted. One is taken again where more lie between two attempts of its
/// report.
const MAX_REMEMBERED: usize = 10_000;

const HEADER: [&str; 5] = ["TIME", "REPORT", "TEMPLATE", "RECIPIENT", "SIZE"];

pub(super) fn run(command: ArchiveCommand, context: &Context<'_>) -> Outcome {
    match command {
        ArchiveCommand::List(args) => list(&args, context),
        ArchiveCommand::Get { id, output, receipt, einvoice } => {
            let files = [output.as_deref(), receipt.as_deref(), einvoice.as_deref()];
            get(id, files, context)
        }
        ArchiveCommand::Verify { json } => verify(json, context),
        ArchiveCommand::Hold { id, reason } => {
            let hold = Decision { by: context.user(), at: clock::millis(), reason };
            let is_new = archive(context)?.hold(id, &hold)?;
            let said = if is_new { "is held" } else { "was held already" };
            context.printer.note(format_args!("the document of report {id} {said}"));
            Ok(Exit::Done)
        }
        ArchiveCommand::Release { id } => {
            let was_held = archive(context)?.release(id)?;
            let said = if was_held { "is released" } else { "was not held" };
            context.printer.note(format_args!("the document of report {id} {said}"));
            Ok(Exit::Done)
        }
        ArchiveCommand::Link { id } => link(id, context),
        ArchiveCommand::Revoke { id, reason } => {
            let revocation = Decision { by: context.user(), at: clock::millis(), reason };
            let is_new = archive(context)?.revoke_links(id, &revocation)?;
            let said = if is_new { "are revoked" } else { "were revoked already" };
            context.printer.note(format_args!("the links to the document of report {id} {said}"));
            Ok(Exit::Done)
        }
        ArchiveCommand::Expire { all } => expire(all, context),
    }
}

/// The archive of the settings.
fn archive(context: &Context<'_>) -> Result<Arc<Archive>> {
    Archive::open(&context.config.archive)?.ok_or_else(|| {
        Problem::new(Code::InvalidSetting, "documents are not kept: `archive.url` is not set")
            .advice("name a folder or a bucket in `reportctl.yaml`, or in REPORTCTL_ARCHIVE_URL")
    })
}

fn link(report: RequestId, context: &Context<'_>) -> Outcome {
    let archive = archive(context)?;
    let links = archive.links().ok_or_else(|| {
        Problem::new(Code::InvalidSetting, "there are no links: `archive.linkUrl` is not set")
            .advice("set it to the address of the service as the readers of mails reach it")
    })?;
    archive.require(report)?;
    if archive.revocation_of(report)?.is_some() {
        let message = format!("the links to the document of report {report} are revoked");
        return Err(Problem::new(codes::LINK_REVOKED, message)
            .advice("send the document, or make a new request")
            .into());
    }
    let link = links.issue(report, clock::seconds());
    context.printer.data(format!("{}\n", link.url).as_bytes())?;
    context.printer.note(format_args!("it holds until {}", readable(link.expires_at * 1000)));
    Ok(Exit::Done)
}

fn list(args: &ListArgs, context: &Context<'_>) -> Outcome {
    let filter = args.filter()?;
    let mut table = Table::new(&HEADER).with_header();
    let format = |entries: &[LogEntry]| {
        Ok(if args.json {
            entries.iter().map(|entry| format!("{}\n", object(entry))).collect()
        } else {
            table.rows(&entries.iter().map(cells).collect::<Vec<_>>())
        })
    };
    let has_entries = print_in_chunks(context, format, |each| each_report(context, &filter, each))?;
    if !has_entries {
        context.printer.note("no documents");
    }
    Ok(Exit::Done)
}

/// Passes entries of archived documents to `each`, one of the attempts of a report, until it returns `false`.
fn each_report(
    context: &Context<'_>,
    filter: &LogFilter,
    mut each: impl FnMut(LogEntry) -> bool,
) -> Result<()> {
    let queue = queue::open(&context.config.database())?;
    let mut known: HashSet<RequestId> = HashSet::new();
    queue.read_log(filter, &mut |entry| {
        if known.len() > MAX_REMEMBERED {
            known.clear();
        }
        let is_new = entry.request.is_some_and(|report| known.insert(report));
        !is_new || each(entry)
    })
}

fn object(entry: &LogEntry) -> serde_json::Value {
    json!({
        "time": rfc3339(entry.time),
        "report": entry.request,
        "tenant": entry.tenant,
        "template": entry.template,
        "recipient": entry.recipient,
        "bytes": entry.bytes,
        "sha256": entry.sha256,
        "key": entry.archive,
    })
}

fn cells(entry: &LogEntry) -> Vec<String> {
    let bytes = entry.bytes.and_then(|bytes| usize::try_from(bytes).ok());
    vec![
        readable(entry.time),
        entry.request.map(|report| report.to_string()).unwrap_or_default(),
        entry.template.clone(),
        entry.recipient.clone().unwrap_or_default(),
        bytes.map(size).unwrap_or_default(),
    ]
}

fn get(
    report: RequestId,
    [output, receipt, einvoice]: [Option<&Path>; 3],
    context: &Context<'_>,
) -> Outcome {
    let archive = archive(context)?;
    let record = archive.require(report)?;
    let document = archive.document(&record)?;
    let invoice = match einvoice {
        None => None,
        Some(path) => Some((path, einvoice_of(report, archive.einvoice(&record)?)?)),
    };
    let own = safe_filename(&record.document.name)?;
    let path = output.unwrap_or(Path::new(&own));
    overwriting::refuse([], [Some(path), receipt, einvoice].into_iter().flatten())?;
    match output {
        Some(path) if path == Path::new("-") => context.printer.data(&document)?,
        Some(path) => files::write_whole(path, &document)?,
        // Only a file that was named is replaced.
        None if files::write_new(path, &document)? => {}
        None => {
            let message = format!("{} exists", quoted_path(path));
            return Err(Problem::new(codes::USAGE, message)
                .advice("name a file with `--output`")
                .into());
        }
    }
    if let Some((path, invoice)) = invoice {
        files::write_whole(path, &invoice)?;
    }
    if let Some(path) = receipt {
        files::write_whole(path, record.receipt.to_json().as_bytes())?;
    }
    if path != Path::new("-") {
        context.printer.note(format_args!("wrote {}, {}", quoted_path(path), size(document.len())));
    }
    Ok(Exit::Done)
}

/// The e-invoice, which the caller asked for.
fn einvoice_of(report: RequestId, invoice: Option<Vec<u8>>) -> Result<Vec<u8>> {
    invoice.ok_or_else(|| {
        let message =
            format!("the document of report {report} has no e-invoice as a file of its own");
        Problem::new(codes::ARCHIVE_NOT_FOUND, message)
            .advice("`reportctl einvoice extract` takes out the one that the document carries")
    })
}

fn verify(as_json: bool, context: &Context<'_>) -> Outcome {
    let archive = archive(context)?;
    let queue = queue::open(&context.config.database())?;
    let expired_before = expired_before(context);
    let compared = Audit { archive: &archive, queue: queue.as_ref(), expired_before };
    let printer = &context.printer;
    let mut listed = 0;
    let mut failure = None;
    let audited = audit(&compared, &mut |what, report, key, text| {
        let line = if as_json {
            let start = if listed == 0 { "{\"findings\": [\n" } else { ",\n" };
            let finding =
                json!({"finding": what.as_str(), "report": report, "key": key, "detail": text});
            format!("{start}{finding}")
        } else {
            let report = report.map(|report| report.to_string()).unwrap_or_default();
            // Other programs may have put objects of any name there.
            let (key, text) = (printable::line(key), printable::line(text));
            format!("{:<9}{report}  {key}: {text}\n", what.as_str())
        };
        listed += 1;
        failure = printer.data(line.as_bytes()).err();
        failure.is_none()
    })?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    if as_json {
        let start = if listed == 0 { "{\"findings\": [" } else { "\n" };
        let end = format!(
            "{start}], \"documents\": {}, \"expired\": {}, \"unlogged\": {}, \"beforeLog\": {}}}\n",
            audited.documents, audited.expired, audited.unlogged, audited.before_log
        );
        printer.data(end.as_bytes())?;
    }
    let documents = |number: u64| count(usize::try_from(number).unwrap_or(usize::MAX), "document");
    let mut said = format!("{} as archived", documents(audited.documents));
    if audited.expired > 0 {
        said.push_str(&format!(", {} deleted after their retention", audited.expired));
    }
    if audited.unlogged > 0 {
        said.push_str(&format!(", {} not logged yet", audited.unlogged));
    }
    if audited.before_log > 0 {
        said.push_str(&format!(", {} older than the log", audited.before_log));
    }
    if audited.findings > 0 {
        said.push_str(&format!(", {} differ", audited.findings));
    }
    printer.note(said);
    Ok(if audited.findings == 0 { Exit::Done } else { Exit::Findings })
}

/// The time before which documents may be deleted, in milliseconds since 1970.
pub(super) fn expired_before(context: &Context<'_>) -> Option<i64> {
    let retention = context.config.archive.retention?;
    let millis = i64::try_from(retention.as_millis()).unwrap_or(i64::MAX);
    Some(clock::millis().saturating_sub(millis))
}

fn expire(is_whole: bool, context: &Context<'_>) -> Outcome {
    let archive = archive(context)?;
    let before = expired_before(context).ok_or_else(|| {
        Problem::new(Code::InvalidSetting, "documents stay: `archive.retentionDays` is not set")
            .advice("say after how many days documents may be deleted")
    })?;
    // A document is archived before it is logged.
    let filter = LogFilter { until: Some(before), archived: true, ..LogFilter::default() };
    let mut deleted = 0;
    let mut expire = |report| -> Result<bool> {
        deleted += usize::from(archive.expire(report, before)?);
        Ok(true)
    };
    let done = if is_whole {
        archive.each_report(&mut expire)
    } else {
        let mut last = Ok(true);
        each_report(context, &filter, |entry| {
            last = entry.request.map_or(Ok(true), &mut expire);
            last.is_ok()
        })
        .and(last.map(drop))
    };
    // Documents before a failure are deleted all the same.
    context.printer.note(format_args!("deleted {}", count(deleted, "document")));
    done?;
    Ok(Exit::Done)
}

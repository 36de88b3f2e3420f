//! The archive compared with the log: each logged document is there with its digest, and every object is of a
//! report that log or queue has.

use std::collections::HashSet;

use super::Archive;
use super::record::{HOLD, RECORD, REVOKED, Record, parsed};
use crate::delivery::codes;
use crate::delivery::queue::{Filter, LogEntry, LogFilter, Queue, RequestId, Status};
use engine::problem::{Problem, Result, quoted};

/// Documents that are remembered as checked. One is checked again where more lie between two attempts of its report.
const MAX_REMEMBERED: usize = 10_000;
/// Text of a finding about a report of which nothing is known.
const NOWHERE: &str = "neither the log nor the queue has the report";
/// Text of a finding about files that were archived without their record.
const NO_RECORD: &str = "its files have no record";
/// Objects of one report whose names are looked at.
const MAX_OBJECTS: usize = 1_000;

/// A kind of difference between the log and the archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuditFinding {
    /// The log has a document that the archive has not.
    Lost,
    /// The archive has another document than the log.
    Differs,
    /// A record or a file is not what was archived.
    Damaged,
    /// Neither the log nor the queue has the report of an object.
    Unknown,
    /// An object belongs to no document: a worker was killed, and another one made the document again.
    Leftover,
}

impl AuditFinding {
    /// The name used in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Lost => "lost",
            Self::Differs => "differs",
            Self::Damaged => "damaged",
            Self::Unknown => "unknown",
            Self::Leftover => "leftover",
        }
    }
}

/// The archive and the queue whose log is compared with it.
pub struct Audit<'a> {
    pub archive: &'a Archive,
    pub queue: &'a dyn Queue,
    /// Documents that were archived before this may be deleted, in milliseconds since 1970.
    pub expired_before: Option<i64>,
}

/// Numbers of an audit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Audited {
    /// Logged documents that are there as they were archived.
    pub documents: u64,
    /// Logged documents that were deleted after their retention.
    pub expired: u64,
    /// Documents without an entry of the log: their requests wait, or their workers were killed.
    pub unlogged: u64,
    /// Documents that are older than what is left of the log.
    pub before_log: u64,
    pub findings: u64,
}

/// A difference: what, of which report, at which key, and a sentence about it. `false` ends the audit.
type Each<'a> = &'a mut dyn FnMut(AuditFinding, Option<RequestId>, &str, &str) -> bool;

/// Compares, and passes each difference to `each`, until it returns `false`.
///
/// # Errors
/// `queueUnavailable`, `archiveUnavailable`, `archiveRefused`.
pub fn audit(audit: &Audit<'_>, each: Each<'_>) -> Result<Audited> {
    let mut run = AuditRun { audit, each, audited: Audited::default(), is_stopped: false };
    run.documents_of_the_log()?;
    if !run.is_stopped {
        run.objects()?;
    }
    Ok(run.audited)
}

struct AuditRun<'a> {
    audit: &'a Audit<'a>,
    each: Each<'a>,
    audited: Audited,
    /// `true` once `each` wants no more.
    is_stopped: bool,
}

/// The objects of one report.
#[derive(Default)]
struct Objects {
    report: Option<RequestId>,
    names: Vec<String>,
}

/// Time of archiving of a document whose record is gone, in milliseconds since 1970, about: it was archived when it was
/// made. It may have been logged much later, where the mail server did not take it.
fn archived_at(entry: &LogEntry) -> i64 {
    let made = entry.receipt.as_ref().map(|receipt| receipt.made.saturating_mul(1000));
    made.map_or(entry.time, |made| made.min(entry.time))
}

impl AuditRun<'_> {
    fn find(&mut self, what: AuditFinding, report: Option<RequestId>, key: &str, text: &str) {
        self.audited.findings += 1;
        self.is_stopped |= !(self.each)(what, report, key, text);
    }

    fn documents_of_the_log(&mut self) -> Result<()> {
        let filter = LogFilter { archived: true, ..LogFilter::default() };
        let mut checked: HashSet<(RequestId, Option<String>)> = HashSet::new();
        let mut failure = None;
        let queue = self.audit.queue;
        queue.read_log(&filter, &mut |entry| {
            let Some(report) = entry.request else { return true };
            if checked.len() > MAX_REMEMBERED {
                checked.clear();
            }
            if checked.insert((report, entry.sha256.clone())) {
                failure = self.logged(report, &entry).err();
            }
            failure.is_none() && !self.is_stopped
        })?;
        failure.map_or(Ok(()), Err)
    }

    fn logged(&mut self, report: RequestId, entry: &LogEntry) -> Result<()> {
        let archive = self.audit.archive;
        let key = entry.archive.clone().unwrap_or_default();
        if key != archive.key(report) {
            let text = "it was archived under another `archive.prefix`";
            self.find(AuditFinding::Lost, Some(report), &key, text);
            return Ok(());
        }
        let record = match archive.record(report) {
            Ok(Some(record)) => record,
            Ok(None)
                if self.audit.expired_before.is_some_and(|before| archived_at(entry) < before) =>
            {
                self.audited.expired += 1;
                return Ok(());
            }
            Ok(None) => {
                self.find(AuditFinding::Lost, Some(report), &key, "it has no record");
                return Ok(());
            }
            Err(problem) => return self.damaged(report, &key, problem),
        };
        if entry.sha256.as_ref() != Some(&record.document.sha256) {
            let logged = entry.sha256.as_deref().unwrap_or("none");
            let text = format!("the log has {logged}, the archive {}", record.document.sha256);
            self.find(AuditFinding::Differs, Some(report), &key, &text);
            return Ok(());
        }
        match archive.document(&record).and_then(|_| archive.einvoice(&record)) {
            Ok(_) => self.audited.documents += 1,
            Err(problem) => return self.damaged(report, &key, problem),
        }
        Ok(())
    }

    /// Reports what is damaged; anything else ends the audit.
    fn damaged(&mut self, report: RequestId, key: &str, problem: Problem) -> Result<()> {
        if problem.code != codes::ARCHIVE_DAMAGED {
            return Err(problem);
        }
        self.find(AuditFinding::Damaged, Some(report), key, &problem.message);
        Ok(())
    }

    fn objects(&mut self) -> Result<()> {
        let archive = self.audit.archive;
        let mut objects = Objects::default();
        archive.store.list(&archive.prefix, &mut |key| {
            match parsed(key.strip_prefix(&archive.prefix).unwrap_or(key)) {
                Some((report, name)) => {
                    if objects.report != Some(report) {
                        self.known(&std::mem::take(&mut objects))?;
                        objects.report = Some(report);
                    }
                    if objects.names.len() < MAX_OBJECTS {
                        objects.names.push(name.to_owned());
                    }
                }
                None => self.find(AuditFinding::Unknown, None, key, "it is not of the archive"),
            }
            Ok(!self.is_stopped)
        })?;
        if self.is_stopped { Ok(()) } else { self.known(&objects) }
    }

    /// Decides about the objects of a report that neither log nor queue has: both may have deleted it because of its age.
    fn nowhere(&mut self, objects: &Objects, report: RequestId) -> Result<()> {
        let archive = self.audit.archive;
        let key = archive.key(report);
        // Raised before anything is deleted, and so asked for after that.
        let log_since = self.audit.queue.log_since()?;
        if log_since == 0 {
            self.find(AuditFinding::Unknown, Some(report), &key, NOWHERE);
            return Ok(());
        }
        let record = match archive.record(report) {
            Ok(Some(record)) => record,
            Ok(None) if objects.names.iter().any(|name| name == RECORD) => return Ok(()),
            Ok(None) => {
                self.find(AuditFinding::Leftover, Some(report), &key, NO_RECORD);
                return Ok(());
            }
            Err(problem) => return self.damaged(report, &key, problem),
        };
        if record.archived_at >= log_since {
            self.find(AuditFinding::Unknown, Some(report), &key, NOWHERE);
            return Ok(());
        }
        match archive.document(&record).and_then(|_| archive.einvoice(&record)) {
            Ok(_) => self.audited.before_log += 1,
            Err(problem) => return self.damaged(report, &key, problem),
        }
        self.leftovers(objects, &record);
        Ok(())
    }

    /// Compares the objects of a report with what is known of it.
    fn known(&mut self, objects: &Objects) -> Result<()> {
        let Some(report) = objects.report else { return Ok(()) };
        let (archive, queue) = (self.audit.archive, self.audit.queue);
        let key = archive.key(report);
        let mut is_logged = false;
        let filter = LogFilter { request: Some(report), archived: true, ..LogFilter::default() };
        queue.read_log(&filter, &mut |_| {
            is_logged = true;
            false
        })?;
        let has_record = objects.names.iter().any(|name| name == RECORD);
        if !is_logged || !has_record {
            let filter = Filter { ids: vec![report], ..Filter::default() };
            let row = queue.list(&filter)?.into_iter().next();
            match row {
                None if !is_logged => return self.nowhere(objects, report),
                Some(row) if !has_record && row.status == Status::Pending => {
                    self.audited.unlogged += 1;
                    return Ok(());
                }
                _ if !has_record && !is_logged => {
                    self.find(AuditFinding::Leftover, Some(report), &key, NO_RECORD);
                    return Ok(());
                }
                // Found with the log.
                _ if !has_record => return Ok(()),
                _ => self.audited.unlogged += 1,
            }
        }
        let record = match archive.record(report) {
            Ok(Some(record)) => record,
            // Deleted meanwhile.
            Ok(None) => return Ok(()),
            // Found with the log, where it is logged.
            Err(_) if is_logged => return Ok(()),
            Err(problem) => return self.damaged(report, &key, problem),
        };
        self.leftovers(objects, &record);
        Ok(())
    }

    /// Reports the objects of a report that its record does not name.
    fn leftovers(&mut self, objects: &Objects, record: &Record) {
        let (report, key) = (record.report, self.audit.archive.key(record.report));
        let own = record.objects();
        let is_own =
            |name: &&String| own.contains(name) || [RECORD, HOLD, REVOKED].contains(&name.as_str());
        let others: Vec<&String> = objects.names.iter().filter(|name| !is_own(name)).collect();
        for name in others {
            let text = format!("the record does not name {}", quoted(name));
            self.find(AuditFinding::Leftover, Some(report), &format!("{key}/{name}"), &text);
        }
    }
}

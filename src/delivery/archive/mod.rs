//! The archive: every mailed document, with its receipt and its e-invoice, in a store of objects.
//!
//! A document is archived after it was made and before the intent to send it is recorded. Its files have keys by
//! their digests, its record (`record.json`) is written last and once: it decides which document the report has.
//! A worker that takes the request up again, because the one before was killed or the mail server did not take
//! the message, finds the record and sends what it names, whatever has changed since: template, fonts or program.

mod audit;
#[cfg(feature = "object-storage")]
mod bucket;
mod folder;
mod links;
mod record;
mod store;

use std::sync::Arc;

pub use audit::{Audit, AuditFinding, Audited, audit};
pub use links::{DocumentLink, LinkToken, Links};
pub use record::{ArchivedFile, Decision, Record};
pub use store::ArchiveStore;

use crate::base::clock;
use crate::base::hash::sha256;
use crate::delivery::codes;
use crate::delivery::queue::{NewRequest, RequestId};
use crate::delivery::settings::{ArchiveSettings, ArchiveUrl};
use crate::documents::receipt::{self, Receipt};
use engine::problem::{Code, Problem, Result, quoted};
use engine::value::Value;
use record::{HOLD, RECORD, REVOKED, folder_of, parsed};

/// Largest record: a receipt names the files of a library.
const MAX_RECORD_BYTES: u64 = 16 << 20;

/// Documents in a store.
pub struct Archive {
    store: Box<dyn ArchiveStore>,
    /// Beginning of all keys: empty, or with a slash at its end.
    prefix: String,
    links: Option<Links>,
}

/// A document that is to be archived.
pub struct KeepOrder<'a> {
    /// The request.
    pub report: RequestId,
    pub tenant: &'a str,
    pub template: &'a str,
    /// Name of the PDF in the message.
    pub filename: &'a str,
    pub pdf: &'a [u8],
    /// Name and bytes of an e-invoice that goes along as a file of its own.
    pub einvoice: Option<(&'a str, &'a [u8])>,
    pub receipt: &'a Receipt,
}

/// Outcome of archiving.
pub struct Kept {
    /// Key of the folder.
    pub key: String,
    /// The record, which may be that of another attempt.
    pub record: Record,
    /// `true` if another attempt has archived another document of the report, which is the one to be sent.
    pub is_other: bool,
}

/// A document that an earlier attempt archived, with its files.
pub struct ArchivedDocument {
    /// Key of its folder.
    pub key: String,
    pub record: Record,
    pub pdf: Vec<u8>,
    /// The e-invoice that goes along as a file of its own.
    pub einvoice: Option<Vec<u8>>,
}

impl Archive {
    /// The archive of the settings; `None` where documents are not kept. Nothing is looked at yet.
    ///
    /// # Errors
    /// `invalidSetting`.
    pub fn open(settings: &ArchiveSettings) -> Result<Option<Arc<Self>>> {
        let store: Box<dyn ArchiveStore> = match &settings.url {
            None => return Ok(None),
            Some(ArchiveUrl::Folder(path)) => Box::new(folder::ArchiveFolder::new(path.clone())),
            #[cfg(feature = "object-storage")]
            Some(ArchiveUrl::Bucket(url)) => Box::new(bucket::ArchiveBucket::open(url)?),
            #[cfg(not(feature = "object-storage"))]
            Some(ArchiveUrl::Bucket(url)) => return Err(no_buckets(url)),
        };
        let links = settings.links.as_ref().map(Links::open).transpose()?;
        let archive = Self::new(store, &settings.prefix)?;
        Ok(Some(Arc::new(Self { links, ..archive })))
    }

    /// An archive in a store.
    ///
    /// # Errors
    /// `invalidSetting` for an invalid prefix.
    pub fn new(store: Box<dyn ArchiveStore>, prefix: &str) -> Result<Self> {
        let is_plain = |part: &str| {
            let is_of_key = |c: char| c.is_ascii_alphanumeric() || "-_.=".contains(c);
            !part.is_empty() && !part.starts_with('.') && part.chars().all(is_of_key)
        };
        if !prefix.is_empty() && !prefix.split('/').all(is_plain) {
            let message = format!("`archive.prefix` cannot be {}", quoted(prefix));
            return Err(Problem::new(Code::InvalidSetting, message).advice(
                "write names of letters, digits, `-`, `_`, `.` and `=`, with slashes between them",
            ));
        }
        let prefix = if prefix.is_empty() { String::new() } else { format!("{prefix}/") };
        Ok(Self { store, prefix, links: None })
    }

    /// Links to documents, which mails carry instead of the documents; `None` where they carry these.
    pub fn links(&self) -> Option<&Links> {
        self.links.as_ref()
    }

    /// The store for people.
    pub fn describe(&self) -> String {
        self.store.describe()
    }

    /// Tries out whether documents can be archived.
    ///
    /// # Errors
    /// `archiveUnavailable`, `archiveRefused`.
    pub fn probe(&self) -> Result<()> {
        self.store.probe()
    }

    /// Key of the folder of a report.
    pub fn key(&self, report: RequestId) -> String {
        format!("{}{}", self.prefix, folder_of(report))
    }

    fn object(&self, report: RequestId, name: &str) -> String {
        format!("{}/{name}", self.key(report))
    }

    /// The document that an earlier attempt at a request archived: the one to be sent, whatever a new one would look
    /// like. `None` where there is none, or where a file of it is lost: making the same document again restores that.
    ///
    /// # Errors
    /// `archiveConflict` where the record is that of another request; `archiveDamaged`; `archiveUnavailable`,
    /// `archiveRefused`.
    pub fn archived(&self, request: &NewRequest) -> Result<Option<ArchivedDocument>> {
        let report = request.id;
        let Some(record) = self.record(report)? else { return Ok(None) };
        let differences = differences(&record, request)?;
        if !differences.is_empty() {
            return Err(conflict(&record, &differences));
        }
        for name in record.objects() {
            if self.store.size(&self.object(report, &name))?.is_none() {
                return Ok(None);
            }
        }
        let (pdf, einvoice) = (self.document(&record)?, self.einvoice(&record)?);
        Ok(Some(ArchivedDocument { key: self.key(report), record, pdf, einvoice }))
    }

    /// Archives a document of a report for which [`Self::archived`] found none.
    ///
    /// # Errors
    /// `archiveDamaged`; `archiveUnavailable`, `archiveRefused`.
    pub fn keep(&self, made: &KeepOrder<'_>) -> Result<Kept> {
        let document = ArchivedFile::new(made.filename, made.pdf);
        self.put_file(made.report, &document.object("pdf"), made.pdf)?;
        let einvoice = match made.einvoice {
            Some((name, bytes)) => {
                let file = ArchivedFile::new(name, bytes);
                self.put_file(made.report, &file.object("xml"), bytes)?;
                Some(file)
            }
            None => None,
        };
        let about = (made.report, made.tenant, made.template);
        let receipt = Box::new(made.receipt.clone());
        let own = Record::new(about, clock::millis(), document, einvoice, receipt);
        let (key, object) = (self.key(made.report), self.object(made.report, RECORD));
        if self.store.put_new(&object, &own.to_json())? {
            return Ok(Kept { key, record: own, is_other: false });
        }
        // A worker that was taken for gone was faster, or a lost file is there again.
        let record = self.record(made.report)?.ok_or_else(|| vanished(made.report))?;
        let is_same = record.tenant == own.tenant
            && record.document == own.document
            && record.einvoice == own.einvoice;
        Ok(Kept { key, record, is_other: !is_same })
    }

    /// Creates a file whose key names its digest. An existing file has these bytes, unless it is
    /// damaged.
    fn put_file(&self, report: RequestId, name: &str, bytes: &[u8]) -> Result<()> {
        let key = self.object(report, name);
        if self.store.put_new(&key, bytes)? {
            return Ok(());
        }
        let limit = (bytes.len() as u64).saturating_add(1);
        let is_same = self.store.size(&key)? == Some(bytes.len() as u64)
            && self.store.get(&key, limit)?.is_some_and(|there| there == bytes);
        if is_same { Ok(()) } else { Err(damaged(report, name)) }
    }

    /// The record of a report.
    ///
    /// # Errors
    /// `archiveDamaged`, `archiveUnavailable`, `archiveRefused`.
    pub fn record(&self, report: RequestId) -> Result<Option<Record>> {
        let found = self.store.get(&self.object(report, RECORD), MAX_RECORD_BYTES)?;
        found.map(|bytes| Record::read(report, &bytes)).transpose()
    }

    /// The record of a report that must have one.
    ///
    /// # Errors
    /// `archiveNotFound`, and those of [`Self::record`].
    pub fn require(&self, report: RequestId) -> Result<Record> {
        self.record(report)?.ok_or_else(|| not_found(report))
    }

    /// Returns `true` if every object of a report is there that its record names.
    fn is_whole(&self, report: RequestId) -> Result<bool> {
        let Some(record) = self.record(report)? else { return Ok(false) };
        for name in record.objects() {
            if self.store.size(&self.object(report, &name))?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The document of a record.
    ///
    /// # Errors
    /// `archiveDamaged` where it is not there, or another one; `archiveUnavailable`, `archiveRefused`.
    pub fn document(&self, record: &Record) -> Result<Vec<u8>> {
        self.file(record.report, &record.document, "pdf")
    }

    /// The e-invoice of a record.
    ///
    /// # Errors
    /// As for [`Self::document`].
    pub fn einvoice(&self, record: &Record) -> Result<Option<Vec<u8>>> {
        let file = record.einvoice.as_ref();
        file.map(|file| self.file(record.report, file, "xml")).transpose()
    }

    fn file(&self, report: RequestId, file: &ArchivedFile, extension: &str) -> Result<Vec<u8>> {
        let name = file.object(extension);
        let key = self.object(report, &name);
        match self.store.size(&key)? {
            Some(bytes) if bytes == file.bytes => {}
            Some(_) => return Err(damaged(report, &name)),
            None => return Err(lost(report, &name)),
        }
        let bytes = self.store.get(&key, file.bytes)?.ok_or_else(|| lost(report, &name))?;
        if sha256(&bytes) == file.sha256 { Ok(bytes) } else { Err(damaged(report, &name)) }
    }

    /// Returns the decision to hold the document of a report; `None` where it is not held.
    ///
    /// # Errors
    /// `archiveDamaged`, `archiveUnavailable`, `archiveRefused`.
    pub fn hold_of(&self, report: RequestId) -> Result<Option<Decision>> {
        self.decision(report, HOLD)
    }

    /// Returns the decision to revoke the links of a report; `None` where they are valid.
    ///
    /// # Errors
    /// `archiveDamaged`, `archiveUnavailable`, `archiveRefused`.
    pub fn revocation_of(&self, report: RequestId) -> Result<Option<Decision>> {
        self.decision(report, REVOKED)
    }

    fn decision(&self, report: RequestId, name: &str) -> Result<Option<Decision>> {
        let found = self.store.get(&self.object(report, name), MAX_RECORD_BYTES)?;
        let read =
            |bytes: Vec<u8>| serde_json::from_slice(&bytes).map_err(|_| damaged(report, name));
        found.map(read).transpose()
    }

    /// Holds the document of a report: it is not deleted until it is released. `false` where it is held already.
    ///
    /// # Errors
    /// `archiveNotFound`, and those of [`Self::record`].
    pub fn hold(&self, report: RequestId, hold: &Decision) -> Result<bool> {
        let is_new = self.decide(report, HOLD, hold)?;
        // It may have expired meanwhile, or the half of it before a kill.
        if is_new && !self.is_whole(report)? {
            self.store.remove(&self.object(report, HOLD))?;
            return Err(not_found(report));
        }
        Ok(is_new)
    }

    /// Ends all links of a report, those that are made later included. `false` where they were revoked already.
    ///
    /// # Errors
    /// `archiveNotFound`, and those of [`Self::record`].
    pub fn revoke_links(&self, report: RequestId, revocation: &Decision) -> Result<bool> {
        self.decide(report, REVOKED, revocation)
    }

    fn decide(&self, report: RequestId, name: &str, decision: &Decision) -> Result<bool> {
        self.require(report)?;
        let bytes = serde_json::to_vec_pretty(decision).unwrap_or_default();
        self.store.put_new(&self.object(report, name), &bytes)
    }

    /// Ends the hold of a document; `false` where it is not held.
    ///
    /// # Errors
    /// `archiveNotFound`, and those of [`Self::record`].
    pub fn release(&self, report: RequestId) -> Result<bool> {
        self.require(report)?;
        let key = self.object(report, HOLD);
        let is_held = self.store.size(&key)?.is_some();
        self.store.remove(&key)?;
        Ok(is_held)
    }

    /// Passes the reports that the store has objects of to `each`, until it returns `false`. It lists the whole store.
    ///
    /// # Errors
    /// Errors of `each`, `archiveUnavailable`, `archiveRefused`.
    pub fn each_report(&self, each: &mut dyn FnMut(RequestId) -> Result<bool>) -> Result<()> {
        let mut last = None;
        self.store.list(&self.prefix, &mut |key| {
            let report = parsed(key.strip_prefix(&self.prefix).unwrap_or(key)).map(|(id, _)| id);
            match report {
                Some(report) if last.replace(report) != Some(report) => each(report),
                _ => Ok(true),
            }
        })
    }

    /// Deletes a document that was archived before a time, in milliseconds since 1970, unless it is held. Its
    /// record goes last: what was begun is ended by the next call. Returns `true` if it was deleted.
    ///
    /// # Errors
    /// `archiveDamaged`, `archiveUnavailable`, `archiveRefused`.
    pub fn expire(&self, report: RequestId, before: i64) -> Result<bool> {
        let Some(record) = self.record(report)? else { return Ok(false) };
        if record.archived_at >= before || self.hold_of(report)?.is_some() {
            return Ok(false);
        }
        for name in record.objects().iter().map(String::as_str).chain([REVOKED]) {
            self.store.remove(&self.object(report, name))?;
        }
        self.store.remove(&self.object(report, RECORD))?;
        Ok(true)
    }
}

fn not_found(report: RequestId) -> Problem {
    let message = format!("the archive has no document of report {report}");
    Problem::new(codes::ARCHIVE_NOT_FOUND, message)
        .advice("`reportctl archive list` shows what there is")
}

#[cfg(not(feature = "object-storage"))]
fn no_buckets(url: &str) -> Problem {
    let message =
        format!("`archive.url` is {}, and this program was built without buckets", quoted(url));
    Problem::new(Code::InvalidSetting, message)
        .advice("build it with the feature `object-storage`, or give the path of a folder")
}

fn vanished(report: RequestId) -> Problem {
    let message = format!("the archive: the record of report {report} vanished");
    Problem::new(codes::ARCHIVE_UNAVAILABLE, message)
}

fn lost(report: RequestId, name: &str) -> Problem {
    let message = format!("the archive has lost {} of report {report}", quoted(name));
    Problem::new(codes::ARCHIVE_DAMAGED, message)
}

fn damaged(report: RequestId, name: &str) -> Problem {
    let message =
        format!("{} of report {report} in the archive is not what was archived", quoted(name));
    Problem::new(codes::ARCHIVE_DAMAGED, message)
}

/// The problem of a report whose files are lost and cannot be made again.
pub(crate) fn lost_document(record: &Record) -> Problem {
    lost(record.report, &record.document.name)
}

/// The inputs in which a record differs from the request of its id. Template, fonts and program are not among them:
/// they may have changed since.
fn differences(record: &Record, request: &NewRequest) -> Result<Vec<&'static str>> {
    let receipt = &record.receipt;
    let data = Value::from_json(&request.data).map_err(|error| {
        Problem::new(codes::DATA_UNREADABLE, format!("the data is not JSON: {error}"))
    })?;
    let compared = [
        (record.tenant == request.tenant, "tenant"),
        (record.template == request.template, "template"),
        (receipt.data.sha256 == receipt::data_hash(&data), "data"),
        (receipt.options.report_date == request.report_date.seconds(), "report date"),
        (receipt.options.locale == request.locale, "locale"),
    ];
    Ok(compared.into_iter().filter(|(is_same, _)| !is_same).map(|(_, name)| name).collect())
}

/// The archive has the document of another request.
fn conflict(record: &Record, differences: &[&str]) -> Problem {
    let report = record.report;
    let message = format!(
        "the archive has the document of another request as that of report {report} (other {}); nothing was mailed",
        differences.join(", ")
    );
    Problem::new(codes::ARCHIVE_CONFLICT, message)
        .advice(format!(
            "`reportctl archive get {report}` writes the archived one; a new request makes a new one"
        ))
        .detail("archivedSha256", record.document.sha256.as_str())
}

#[cfg(test)]
mod tests;

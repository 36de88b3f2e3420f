//! Batches: a document per row of a data file, into a folder, by mail, or both.
//!
//! Rows stream from an [`Input`] through some threads; what became of each comes back in the order
//! of the rows. Memory does not grow with their number, but for 16 bytes per row that record which
//! file names were used, and as many for recipients.
//!
//! 1. [`Batch::prescan`] goes through the rows once and works out the name of each file, so that
//!    two rows with one name are known before anything is written; and the recipient of each row
//!    and what its message says, so that nothing is recorded before all of them were checked.
//! 2. [`Batch::run`] makes the documents and hands what became of each to its caller;
//!    [`Batch::address`] does so with the messages alone, whose documents a worker makes when it
//!    sends them.
//! 3. [`MailedBatch`] joins both with the queue: rows become requests under a key, which are
//!    delivered at once and only once.

mod enqueue_buffer;
mod fingerprints;
mod folder;
mod identity;
mod mailed;
mod mailing;
mod observer;
mod plan;
mod prescan;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::data::pipeline::{Row, empty_cells, parallel, usual_key};
use crate::data::rows::{Input, RawRow};
use crate::delivery::codes;
use crate::delivery::mail::{MailLanguage, safe_filename_or_none};
use crate::documents::{DocumentOptions, Generator};
use crate::templates::CompiledTemplate;
use check::Strictness;
use engine::expr::TextTemplate;
use engine::expr::date::Timestamp;
use engine::pdf::Workspace;
use engine::problem::{Code, Problem, Result, quoted};
use engine::render::Document;
use engine::value::Value;

pub(crate) use folder::OutputFolder;
pub(crate) use identity::{BatchIdentity, BatchOrigin};
pub(crate) use mailed::{MAX_LISTED, MailedBatch, MailedBatchOptions, MailedSummary};
pub(crate) use mailing::{Common, Mailing, Outgoing, RefusedRow, To};
pub(crate) use observer::{BatchObserver, DocumentSize, Stage};
pub(crate) use plan::{Header, Plan, PlanEntry, PlanWriter, RepeatedRecipients, VERSION};
pub(crate) use prescan::Prescan;

/// Settings common to the documents of a batch.
pub(crate) struct Batch<'a> {
    /// Makes the documents.
    pub generator: &'a Generator,
    /// The template.
    pub compiled: Arc<CompiledTemplate>,
    /// The rows.
    pub input: &'a Input,
    /// Name of the file of a row, as a template text over the row, where files are written.
    pub file_name: Option<TextTemplate>,
    /// Settings of mail, where the documents are mailed.
    pub mailing: Option<Mailing>,
    /// Label of a row, as a text with expressions over it; without it, the value of the first of
    /// some usual keys that the row has.
    pub row_key: Option<TextTemplate>,
    /// Language of the texts over a row.
    pub language: MailLanguage,
    pub report_date: Timestamp,
    /// The locale of all documents, as a BCP 47 tag; nothing: that of the template or the row.
    pub locale: Option<&'a str>,
    /// Findings that refuse the document of a row.
    pub strictness: Strictness,
    /// `true` if an input without rows is in order.
    pub allow_empty: bool,
    /// Threads.
    pub jobs: usize,
    /// Set when no further row is to be begun.
    pub stop: &'a AtomicBool,
}

/// A row with all that is in it.
#[derive(Clone, Copy)]
pub(crate) struct ReadRow<'a> {
    /// Number and key.
    pub row: &'a Row,
    pub value: &'a Value,
    raw: &'a RawRow,
}

impl ReadRow<'_> {
    /// Its JSON text: as it was written, where it was written in JSON.
    pub(crate) fn json(&self) -> String {
        self.raw.json(self.value)
    }
}

/// Outcome of a row.
pub(crate) struct RowEnded<T> {
    pub row: Row,
    /// The result, or the problem.
    pub result: Result<T>,
}

/// A document that was made.
pub(crate) struct Made {
    /// Name of its file.
    pub file: String,
    pub document: Document,
    /// Message of the row, where it is mailed.
    pub outgoing: Option<Outgoing>,
    /// Warnings: data that the row lacks, where that does not refuse it, and doubtful parts of its document.
    pub warnings: Vec<Problem>,
}

/// Results of a row besides its document.
pub(crate) struct RowOutputs {
    file: Option<String>,
    outgoing: Option<Outgoing>,
    /// Warnings about data that the row lacks, where they were asked for.
    warnings: Vec<Problem>,
}

impl RowOutputs {
    /// The recipient of the row, copies left out.
    fn recipient(&self) -> Option<&str> {
        self.outgoing.as_ref()?.to.first().map(|first| first.recipient.as_str())
    }
}

impl Batch<'_> {
    /// Requirements of every document.
    pub(crate) fn document_options(&self) -> DocumentOptions<'_> {
        DocumentOptions { report_date: self.report_date, locale: self.locale }
    }

    /// Works out the names of all files and all recipients; `report` hears of each row, in their
    /// order, whether it can be used, and of rows that are mailed what they lack.
    ///
    /// # Errors
    /// `dataUnreadable` for an input without rows, unless that is allowed;
    /// `duplicateFile` for each name that two rows have; for a mailed batch `dataUnreadable` when
    /// the input ends too early. Nothing of the batch has been done then.
    pub(crate) fn prescan(
        &self,
        report: impl FnMut(RowEnded<Vec<Problem>>),
    ) -> Result<Prescan, Vec<Problem>> {
        prescan::prescan(self, report)
    }

    /// Warnings (`sharedRecipient`) for rows that go to one recipient, the first few of them.
    pub(crate) fn shared_recipients(&self, prescan: &Prescan) -> Vec<Problem> {
        prescan::shared_recipients(self, prescan)
    }

    /// Makes the documents, on several threads, and hands each to `take`, on the same thread;
    /// `report` hears what became of the rows, in their order, on the thread of the caller.
    ///
    /// # Errors
    /// `dataUnreadable`: the input ended too early. The rows before that were done.
    pub(crate) fn run<T: Send>(
        &self,
        prescan: &Prescan,
        take: impl Fn(&ReadRow<'_>, Made) -> Result<T> + Sync,
        report: impl FnMut(RowEnded<T>),
    ) -> Result<()> {
        let work = |read: &ReadRow<'_>, outputs: RowOutputs, workspace: &mut Workspace| {
            let mut document = unharmed(workspace, |workspace| {
                self.generator.generate(
                    &self.compiled,
                    read.value,
                    self.document_options(),
                    &self.strictness,
                    workspace,
                )
            })?;
            let RowOutputs { file, outgoing, mut warnings } = outputs;
            warnings.append(&mut document.warnings);
            let attached = || outgoing.as_ref().map(|outgoing| outgoing.filename.clone());
            let file = file.or_else(attached).unwrap_or_default();
            take(read, Made { file, document, outgoing, warnings })
        };
        // Missing data refuses the document when it is made.
        self.each(prescan, false, work, report)
    }

    /// As [`Self::run`], but only works out what leaves for each row.
    ///
    /// # Errors
    /// Errors of [`Self::run`].
    pub(crate) fn address<T: Send>(
        &self,
        prescan: &Prescan,
        take: impl Fn(&ReadRow<'_>, Outgoing) -> Result<T> + Sync,
        report: impl FnMut(RowEnded<Option<T>>),
    ) -> Result<()> {
        let work = |read: &ReadRow<'_>, outputs: RowOutputs, _: &mut Workspace| {
            outputs.outgoing.map(|outgoing| take(read, outgoing)).transpose()
        };
        self.each(prescan, true, work, report)
    }

    fn each<T: Send>(
        &self,
        prescan: &Prescan,
        lays_out: bool,
        work: impl Fn(&ReadRow<'_>, RowOutputs, &mut Workspace) -> Result<T> + Sync,
        report: impl FnMut(RowEnded<T>),
    ) -> Result<()> {
        let chunk = chunk_rows(prescan.rows(), self.jobs);
        let work = |workspace: &mut Workspace, raw: RawRow| {
            let mut row = Row { number: raw.number, key: None };
            let result = self.value(&raw, &mut row).and_then(|value| {
                let mut outputs = self.outputs(&value)?;
                // The prescan checked mailed rows too, but the records are of the row as it was
                // read just now.
                outputs.warnings = self.admit(&raw, &value, lays_out)?;
                prescan.check(row.number, &outputs)?;
                work(&ReadRow { row: &row, value: &value, raw: &raw }, outputs, workspace)
            });
            RowEnded { row, result }
        };
        parallel::run(self.input, self.jobs, chunk, self.stop, Workspace::default, work, report)
    }

    /// Warnings about data that a row lacks. Without `lays_out` only the data and the texts of its mail are
    /// looked at.
    ///
    /// # Errors
    /// Refusal of its document: the first denied finding.
    fn admit(&self, raw: &RawRow, value: &Value, lays_out: bool) -> Result<Vec<Problem>> {
        let (compiled, document_options) = (&self.compiled, self.document_options());
        let mut warnings = self.strictness.admit(compiled.admit(value)?)?;
        let lacking = |value: &Value| {
            self.generator.lacking(compiled, value, document_options, &Strictness::lenient())
        };
        let known = match lays_out {
            true => {
                let strictness = &self.strictness;
                self.generator.lacking(compiled, value, document_options, strictness)?
            }
            false if raw.without_empty_cells(value).is_some() => lacking(value)?,
            false => Vec::new(),
        };
        let empty = empty_cells(raw, value, &known, lacking)?;
        if lays_out {
            warnings.extend(known);
        }
        warnings.extend(self.strictness.admit(empty)?);
        if let Some(mailing) = &self.mailing {
            let lacking = mailing.composer.missing(value, self.report_date, self.locale)?;
            warnings.extend(self.strictness.admit(lacking)?);
        }
        Ok(warnings)
    }

    /// Results of a row besides its document.
    fn outputs(&self, value: &Value) -> Result<RowOutputs> {
        let file = self.file_name.as_ref().map(|name| self.file(name, value)).transpose()?;
        let mailing = self.mailing.as_ref();
        let outgoing = mailing
            .map(|mailing| mailing.outputs(value, self.report_date, self.locale))
            .transpose()?;
        Ok(RowOutputs { file, outgoing, warnings: Vec::new() })
    }

    /// Reads a row, and finds what people call it.
    fn value(&self, raw: &RawRow, row: &mut Row) -> Result<Value> {
        let value = raw.read(self.input.name())?;
        row.key = match &self.row_key {
            Some(text) => Some(self.text(text, &value)?),
            None => usual_key(&value),
        };
        row.key.take_if(|key| key.is_empty());
        // A label, which goes to terminals, and to databases that keep no NUL.
        if let Some(key) = row.key.as_mut().filter(|key| key.contains(char::is_control)) {
            *key = key.replace(char::is_control, "\u{fffd}");
        }
        Ok(value)
    }

    /// The name of the file of a row.
    fn file(&self, name: &TextTemplate, value: &Value) -> Result<String> {
        let invalid = |problem| Problem { code: codes::INVALID_ROW, ..problem };
        let text = self.text(name, value)?;
        safe_filename_or_none(&text).map_err(invalid)?.ok_or_else(|| {
            let source = quoted(name.source());
            Problem::new(
                codes::INVALID_ROW,
                format!("the file name {source} is empty for this row"),
            )
            .advice("the row lacks what the name is made of")
        })
    }

    /// A template text over a row.
    fn text(&self, text: &TextTemplate, value: &Value) -> Result<String> {
        self.language.plain(text, value, self.report_date)
    }
}

/// Rows per chunk: few enough that all threads have work until the end.
fn chunk_rows(rows: u64, jobs: usize) -> usize {
    let share = usize::try_from(rows).unwrap_or(usize::MAX) / (jobs.max(1) * 4);
    share.clamp(1, parallel::MOST_ROWS)
}

/// A bug that one row brings to light does not end the others.
fn unharmed<T>(
    workspace: &mut Workspace,
    make: impl FnOnce(&mut Workspace) -> Result<T>,
) -> Result<T> {
    let made = catch_unwind(AssertUnwindSafe(|| make(&mut *workspace)));
    made.unwrap_or_else(|_| {
        *workspace = Workspace::default();
        Err(Problem::new(Code::Internal, "the program failed on this row; this is a bug"))
    })
}

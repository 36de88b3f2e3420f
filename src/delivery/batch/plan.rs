//! Plans: what a batch would make, written down, so that it can be looked at and then made exactly
//! so.
//!
//! A plan is NDJSON: a [`Header`], then a [`PlanEntry`] per row, in the order of the rows.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

use super::fingerprints::{Fingerprint, exact, fingerprint};
use super::{Made, Outgoing, Prescan, ReadRow};
use crate::PROGRAM_VERSION;
use crate::base::files;
use crate::base::hash::{hexadecimal, sha256};
use crate::delivery::codes;
use crate::documents::receipt;
use engine::problem::{Problem, Result};

/// The version of the form of plans.
pub(crate) const VERSION: u32 = 1;

/// Parts common to the rows of a plan: its first line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Header {
    /// Version of the form: [`VERSION`].
    pub plan: u32,
    /// Version of the program.
    pub engine: String,
    /// The template, as it was named.
    pub template: String,
    /// SHA-256 of the template, in hexadecimal.
    pub template_hash: String,
    /// SHA-256 of the data file, in hexadecimal.
    pub data_hash: String,
    /// The date of all reports, in seconds since 1970.
    pub creation_date: i64,
    /// The locale of all documents, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub locale: Option<String>,
    /// The locale of the numbers in the data, where they are read.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub numbers: Option<String>,
    /// Number of rows.
    pub rows: u64,
    /// The key that the batch will have, where it is mailed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// SHA-256 of all that the messages are made of, in hexadecimal, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    // Its name in plans of earlier versions.
    #[serde(alias = "letterHash")]
    pub mail_hash: Option<String>,
}

/// Expected result of a row: a line of a plan.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PlanEntry {
    /// Number of the row, from 1.
    pub row: u64,
    /// Label for people.
    pub key: Option<String>,
    /// The recipient, where it is mailed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Recipients of copies.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub copies: Vec<String>,
    /// The subject, where it is mailed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// Name of its file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Pages of the document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<u64>,
    /// Bytes of the document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// SHA-256 of the document, in hexadecimal; of one that is encrypted, before that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// SHA-256 of the row, in hexadecimal, where it is mailed: messages are made of it too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_hash: Option<String>,
    /// Warnings.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub warnings: Vec<String>,
    /// The error object of a row that has no document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<serde_json::Value>,
}

impl PlanEntry {
    /// The entry of a row whose document was made, with its warnings.
    pub(crate) fn of(read: &ReadRow<'_>, made: &Made, warnings: &[Problem]) -> Self {
        let outgoing = made.outgoing.as_ref();
        let line = |warning: &Problem| {
            let field = warning.field.as_deref().map(|name| format!(" of the field `{name}`"));
            format!("{}{}: {}", warning.code, field.unwrap_or_default(), warning.message)
        };
        let all: Vec<&str> = outgoing.map(addresses).unwrap_or_default();
        Self {
            row: read.row.number,
            key: read.row.key.clone(),
            to: all.first().map(|&to| to.to_owned()),
            copies: all.iter().skip(1).map(|&copy| copy.to_owned()).collect(),
            subject: outgoing.map(|outgoing| outgoing.subject.clone()),
            file: Some(made.file.clone()),
            pages: Some(made.document.pages as u64),
            bytes: Some(made.document.bytes.len() as u64),
            sha256: Some(receipt::Document::of(&made.document).reproducible_sha256().to_owned()),
            data_hash: outgoing.map(|_| sha256(read.json().as_bytes())),
            warnings: warnings.iter().map(line).collect(),
            problem: None,
        }
    }

    /// The entry of a row without a document.
    pub(crate) fn failed(row: u64, key: Option<String>, problem: &Problem) -> Self {
        Self { row, key, problem: serde_json::to_value(problem).ok(), ..Self::default() }
    }
}

fn addresses(outgoing: &Outgoing) -> Vec<&str> {
    outgoing.to.iter().map(|addressed| addressed.recipient.as_str()).collect()
}

/// Finds rows with a recipient that a row before them has, as the rows go by.
pub(crate) struct RepeatedRecipients<'a> {
    prescan: &'a Prescan,
    /// The first rows of recipients that several have.
    first: HashMap<Fingerprint, u64>,
}

impl<'a> RepeatedRecipients<'a> {
    /// A check before the first row.
    pub(crate) fn new(prescan: &'a Prescan) -> Self {
        Self { prescan, first: HashMap::new() }
    }

    /// A warning for the next row.
    pub(crate) fn warning(&mut self, entry: &PlanEntry) -> Option<String> {
        let fingerprint = self.prescan.is_shared(entry.to.as_deref()?)?;
        let first = *self.first.entry(fingerprint).or_insert(entry.row);
        (first != entry.row).then(|| format!("sharedRecipient: row {first} goes there too"))
    }
}

/// Writes a plan; the file appears when it is complete.
pub(crate) struct PlanWriter {
    target: PathBuf,
    file: BufWriter<NamedTempFile>,
}

impl PlanWriter {
    /// Begins a plan.
    ///
    /// # Errors
    /// `io` when its folder cannot be written to.
    pub(crate) fn new(target: &Path, header: &Header) -> Result<Self> {
        let file = files::temporary_beside(target)
            .map_err(|error| files::io_problem("write", target, &error))?;
        let mut plan = Self { target: target.to_owned(), file: BufWriter::new(file) };
        plan.line(header)?;
        Ok(plan)
    }

    /// Adds the next row.
    ///
    /// # Errors
    /// `io`.
    pub(crate) fn add(&mut self, entry: &PlanEntry) -> Result<()> {
        self.line(entry)
    }

    /// Puts the plan into its place.
    ///
    /// # Errors
    /// `io`; there is no plan then.
    pub(crate) fn finish(self) -> Result<()> {
        let written = self.file.into_inner().map_err(io::IntoInnerError::into_error);
        let kept = written.and_then(|file| {
            file.as_file().sync_all()?;
            file.persist(&self.target).map_err(|error| error.error)
        });
        kept.map(drop).map_err(|error| files::io_problem("write", &self.target, &error))
    }

    fn line(&mut self, line: &impl Serialize) -> Result<()> {
        let written = serde_json::to_writer(&mut self.file, line).map_err(io::Error::from);
        written
            .and_then(|()| self.file.write_all(b"\n"))
            .map_err(|error| files::io_problem("write", &self.target, &error))
    }
}

/// A plan that is to be carried out: 96 bytes per row.
pub(crate) struct Plan {
    /// Parts common to its rows.
    pub header: Header,
    /// SHA-256 of the plan, in hexadecimal.
    pub sha256: String,
    rows: Vec<Option<Planned>>,
}

/// Required result of a row.
struct Planned {
    file: Fingerprint,
    sha256: [u8; 32],
    mail: Option<PlannedMail>,
}

/// Its message.
#[derive(PartialEq, Eq)]
struct PlannedMail {
    /// Fingerprint of all addresses.
    to: Fingerprint,
    /// Fingerprint of the subject and the data.
    text: Fingerprint,
}

impl PlannedMail {
    fn new(to: &[&str], subject: &str, data_hash: &str) -> Self {
        Self { to: exact(&to.join("\n")), text: exact(&format!("{data_hash} {subject}")) }
    }
}

impl Plan {
    /// Reads a plan.
    ///
    /// # Errors
    /// `planMismatch` for what is no plan, or not a whole one; `io`.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let name = files::display_name(path);
        let no_plan = |line: usize, what: &str| {
            Problem::new(codes::PLAN_MISMATCH, format!("{name} is not a plan: {what}, line {line}"))
                .file(&name)
                .detail("line", line)
                .advice("give a file that `--plan` wrote, as it was written")
        };
        let unreadable = |error: &io::Error| files::io_problem("read", path, error);
        let file = File::open(path).map_err(|error| unreadable(&error))?;
        let mut lines = BufReader::new(file).lines().zip(1..);
        let mut hash = Sha256::new();
        let first = lines.next().ok_or_else(|| no_plan(1, "it is empty"))?;
        let first = first.0.map_err(|error| unreadable(&error))?;
        let header: Header =
            serde_json::from_str(&first).map_err(|error| no_plan(1, &error.to_string()))?;
        hash.update(&first);
        if header.plan != VERSION {
            return Err(no_plan(1, "it was made by another version of the program"));
        }
        let mut rows = Vec::new();
        for (line, number) in lines {
            let line = line.map_err(|error| unreadable(&error))?;
            hash.update("\n");
            hash.update(&line);
            let entry: PlanEntry =
                serde_json::from_str(&line).map_err(|error| no_plan(number, &error.to_string()))?;
            if entry.row != rows.len() as u64 + 1 {
                return Err(no_plan(number, "the rows are not in their order"));
            }
            rows.push(Planned::of(&entry).map_err(|what| no_plan(number, what))?);
        }
        if rows.len() as u64 != header.rows {
            return Err(no_plan(rows.len() + 1, "it is not complete"));
        }
        Ok(Self { header, sha256: hexadecimal(&hash.finalize()), rows })
    }

    /// Number of its rows after the rows of the data.
    pub(crate) fn beyond(&self, rows: u64) -> u64 {
        self.header.rows.saturating_sub(rows)
    }

    /// Refuses a document that is not the one planned for the row. `template_hash` is that of the
    /// template in use, which shows why.
    ///
    /// # Errors
    /// `planMismatch`.
    pub(crate) fn check(&self, read: &ReadRow<'_>, made: &Made, template_hash: &str) -> Result<()> {
        let index = usize::try_from(read.row.number - 1).unwrap_or(usize::MAX);
        let refuse = |what: &str| {
            Err(Problem::new(codes::PLAN_MISMATCH, format!("not as planned: {what}")).advice(
                match self.header.key {
                    None => "nothing was done for this row; make a new plan",
                    // The key of this one stands for the rows that were sent.
                    Some(_) => {
                        "nothing was sent for this row; put such rows into a file of their own, \
                         and make a plan of it with another `--key`"
                    }
                },
            ))
        };
        let planned = match self.rows.get(index) {
            Some(Some(planned)) => planned,
            Some(None) => return refuse("the plan says that this row fails"),
            None => return refuse("the plan does not have this row"),
        };
        let document = &made.document;
        let is_document = planned.sha256
            == match &document.plaintext {
                Some(plaintext) => plaintext.sha256,
                None => Sha256::digest(&document.bytes).into(),
            };
        let mail = made.outgoing.as_ref().map(|outgoing| {
            let data_hash = sha256(read.json().as_bytes());
            PlannedMail::new(&addresses(outgoing), &outgoing.subject, &data_hash)
        });
        if is_document && planned.file == fingerprint(&made.file) && planned.mail == mail {
            // The texts of messages may use those of the template, which its documents need not show.
            if mail.is_some() && self.header.template_hash != template_hash {
                return refuse(
                    "the template has changed since, and the message may be another one",
                );
            }
            return Ok(());
        }
        if is_document && planned.file != fingerprint(&made.file) {
            return refuse("its file would have another name");
        }
        if planned.mail.as_ref().map(|mail| mail.to) != mail.as_ref().map(|mail| mail.to) {
            return refuse("it would go to somebody else");
        }
        if is_document {
            return refuse("the row has changed since, and the message would say something else");
        }
        if self.header.template_hash != template_hash {
            return refuse("the template has changed since, and the document is another one");
        }
        if self.header.engine != PROGRAM_VERSION {
            return refuse("the program has changed since, and the document is another one");
        }
        refuse(
            "the row, the fonts or the settings have changed since, and the document is another one",
        )
    }
}

impl Planned {
    /// Requirement of an entry; `None` for a row that fails.
    fn of(entry: &PlanEntry) -> Result<Option<Self>, &'static str> {
        if entry.problem.is_some() {
            return Ok(None);
        }
        let file = entry.file.as_deref().ok_or("`file` is missing")?;
        let sha256 = entry.sha256.as_deref().and_then(bytes).ok_or("`sha256` is missing")?;
        let mail = match &entry.to {
            None => None,
            Some(to) => {
                let subject = entry.subject.as_deref().ok_or("`subject` is missing")?;
                let data_hash = entry.data_hash.as_deref().ok_or("`dataHash` is missing")?;
                let copies = entry.copies.iter().map(String::as_str);
                let all: Vec<&str> = std::iter::once(to.as_str()).chain(copies).collect();
                Some(PlannedMail::new(&all, subject, data_hash))
            }
        };
        Ok(Some(Self { file: fingerprint(file), sha256, mail }))
    }
}

/// Bytes from hexadecimal.
fn bytes(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if text.len() != 64 {
        return None;
    }
    for (byte, at) in bytes.iter_mut().zip((0..).step_by(2)) {
        *byte = u8::from_str_radix(text.get(at..at + 2)?, 16).ok()?;
    }
    Some(bytes)
}

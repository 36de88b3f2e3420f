//! Declarations of `reportctl batch`. Doc comments are the help texts.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::max_errors::MaxErrors;
use crate::cli::delivery::mail_options::MailArgs;
use crate::cli::document_args::DocumentArgs;
use crate::cli::strict::StrictArgs;
use crate::config::{AboveZero, Settings};
use crate::data::Encoding;

/// Make a document for every row of a data file, into a folder, by mail, or both
///
/// Rows are read one by one, so that memory does not grow with their number; only YAML is read as a
/// whole. A bad row does not stop the others: it is reported with its number, its key and the
/// reason, and the exit code is 6. Whatever the number of jobs, the documents have the same bytes.
///
/// With mail, every row is checked before the first message is recorded, and recorded before it is
/// sent. A batch that ended early and is run again unchanged sends what is missing, and nothing
/// twice.
#[derive(Debug, Args)]
#[command(after_help = BATCH_EXAMPLES)]
pub(crate) struct BatchArgs {
    /// Id of a stored template (`invoice`, `acme/invoice`), or a template file
    #[arg(value_name = "TEMPLATE", value_hint = ValueHint::FilePath)]
    pub(crate) template: String,

    /// Rows, a document for each: NDJSON, CSV, TSV, a JSON array or YAML; `-` for standard input
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) data: PathBuf,

    /// Format of the data [default: by its extension, or by its content]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) input_format: Option<InputFormat>,

    /// Encoding of the data, such as windows-1252 or utf-16le [default: utf-8]
    #[arg(long, value_name = "NAME")]
    pub(crate) encoding: Option<Encoding>,

    /// Do nothing where there are no rows, instead of failing
    #[arg(long)]
    pub(crate) allow_empty: bool,

    /// Path to the list of rows inside a JSON or YAML document, for example `orders.open`
    #[arg(long, value_name = "PATH")]
    pub(crate) path: Option<String>,

    /// Folder to write the documents to; created when missing
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) out_dir: Option<PathBuf>,

    /// Write a receipt of each document to this folder, which may be that of the documents
    #[cfg(feature = "receipts")]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, requires = "out_dir", conflicts_with_all = ["to", "email_field", "plan"])]
    pub(crate) receipts: Option<PathBuf>,

    /// Sign the receipts with this Ed25519 key, a PEM file
    #[cfg(feature = "receipts")]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "receipts")]
    pub(crate) receipt_key: Option<PathBuf>,

    /// Recipient of each row, a text with expressions over it: '{customer.email}', or one for all
    #[arg(long, value_name = "TEXT", conflicts_with = "email_field")]
    pub(crate) to: Option<String>,

    /// Name of the field that has the recipient of each row
    #[arg(long, value_name = "NAME")]
    pub(crate) email_field: Option<String>,

    /// Send several documents to one recipient where rows share an address
    #[arg(long)]
    pub(crate) allow_shared_recipients: bool,

    /// Name of a mailed batch: what was sent under it is not sent again [default: made from the
    /// data and the template]
    #[arg(long, value_name = "KEY")]
    pub(crate) key: Option<String>,

    #[command(flatten)]
    pub(crate) mail: MailArgs,

    /// Mail nothing; the default where no recipients are given
    #[arg(long, conflicts_with_all = ["to", "email_field", "key"])]
    pub(crate) no_mail: bool,

    /// Label of a row in messages and reports, a text with expressions over it [default: its id, key, number, code, email
    /// or name]
    #[arg(long, value_name = "TEXT")]
    pub(crate) row_key: Option<String>,

    /// Documents made at a time [default: the number of processors]
    #[arg(short, long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) jobs: Option<AboveZero<u16>>,

    /// Stop at the first row that fails
    #[arg(long, conflicts_with = "max_errors")]
    pub(crate) fail_fast: bool,

    /// Stop when more rows failed than this: a number, or a share like 5% of at least 100 rows
    #[arg(long, value_name = "N|P%")]
    pub(crate) max_errors: Option<MaxErrors>,

    /// Render everything, keep nothing, and write the result of each row to this file: a plan, as
    /// NDJSON
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "apply")]
    pub(crate) plan: Option<PathBuf>,

    /// Run the batch exactly as planned; a row whose result differs from the plan is refused
    #[arg(long, value_name = "PLAN", value_hint = ValueHint::FilePath, conflicts_with = "creation_date")]
    pub(crate) apply: Option<PathBuf>,

    /// Print a summary as one JSON object
    #[arg(long)]
    pub(crate) json: bool,

    /// Sign the documents with this signer of the settings [env: REPORTCTL_SIGN]
    #[cfg(feature = "signatures")]
    #[arg(long, value_name = "NAME")]
    pub(crate) sign: Option<String>,

    #[command(flatten)]
    pub(crate) strict: StrictArgs,

    #[command(flatten)]
    pub(crate) document: DocumentArgs,
}

impl BatchArgs {
    /// Settings from the flags.
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            #[cfg(feature = "signatures")]
            sign: self.sign.clone(),
            ..self.document.settings()
        }
    }

    /// Returns `true` if the documents are mailed.
    pub(crate) fn has_recipients(&self) -> bool {
        self.to.is_some() || self.email_field.is_some()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum InputFormat {
    /// One JSON object per line
    Ndjson,
    /// A header row, then rows
    Csv,
    /// The same, separated by tabs
    Tsv,
    /// A JSON array, or a document with one inside
    Json,
    /// A YAML list, or several documents
    Yaml,
}

const BATCH_EXAMPLES: &str = "\
Examples:
  reportctl batch invoice --data orders.ndjson --email-field email --filename 'invoice-{number}.pdf'
  reportctl batch invoice --data orders.ndjson --to '{customer.email}' --subject 'Invoice {number}' \
--key invoices-2026-01
  reportctl batch invoice --data orders.ndjson --out-dir out --filename '{number}.pdf'
  reportctl batch invoice --data export.json --path orders --out-dir out --filename '{number}' \
--max-errors 5%
  reportctl batch invoice --data orders.csv --out-dir out --filename '{number}' --plan plan.ndjson
  reportctl batch invoice --data orders.csv --out-dir out --filename '{number}' --apply plan.ndjson";

//! Declarations of the commands that mail, and of those about what was mailed.

mod batch;

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};

use crate::cli::delivery::{LogArgs, QUEUE_EXAMPLES, QueueCommand};
use crate::cli::strict::StrictArgs;
use crate::cli::timestamp;
use crate::config::{AboveZero, Seconds, Settings};
use crate::expr::date::Timestamp;

pub(crate) use batch::{BatchArgs, InputFormat};

#[derive(Debug, Subcommand)]
pub(crate) enum DeliveryCommand {
    Batch(Box<BatchArgs>),
    Send(Box<SendArgs>),
    Worker(WorkerArgs),
    /// List and change report requests
    #[command(after_help = QUEUE_EXAMPLES)]
    Queue {
        #[command(subcommand)]
        command: QueueCommand,
    },
    Log(LogArgs),
    Doctor(DoctorArgs),
}

/// Render a template with data and mail the PDF
///
/// Everything is checked before anything is sent: addresses, template, data and settings. A
/// document or message that lacks data is refused, unless `--allow missingPath` is given. Until a
/// mail server is set, messages go to a folder of `.eml` files and nothing leaves the machine.
/// Subject, texts and file name are texts with expressions over the data. They come from the flags, else
/// from the `mail` object of the template, else from the settings.
#[derive(Debug, Args)]
#[command(after_help = SEND_EXAMPLES)]
pub(crate) struct SendArgs {
    /// Id of a stored template (`invoice`, `acme/invoice`), or a template file
    #[arg(value_name = "TEMPLATE", value_hint = ValueHint::FilePath)]
    pub(crate) template: String,

    /// Data: JSON, YAML, CSV or NDJSON; `-` for standard input
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) data: PathBuf,

    /// Recipient, with a name or without: `ana@example.org`; may be repeated
    #[arg(long, value_name = "ADDRESS", required = true)]
    pub(crate) to: Vec<String>,

    #[command(flatten)]
    pub(crate) mail: MailArgs,

    /// Date of the report: 2026-01-31, 2026-01-31T12:00:00Z or seconds since 1970 [env:
    /// SOURCE_DATE_EPOCH] [default: now]
    #[arg(long, value_name = "DATE", value_parser = timestamp::parse, allow_negative_numbers = true)]
    pub(crate) creation_date: Option<Timestamp>,

    /// Locale of the document, such as `de-DE`, instead of that of the template or the data
    #[arg(long, value_name = "TAG", value_parser = super::locale)]
    pub(crate) locale: Option<String>,

    /// Font file, instead of Helvetica; repeated, the first that has a character draws it [env:
    /// REPORTCTL_FONTS]
    // Workers render with the fonts of their settings.
    #[arg(long = "font", value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "queue")]
    pub(crate) fonts: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) strict: StrictArgs,

    /// Render everything and print what would be sent, but send and record nothing
    #[arg(long, conflicts_with = "queue")]
    pub(crate) dry_run: bool,

    /// Leave it to a worker instead of sending it now
    #[arg(long)]
    pub(crate) queue: bool,

    /// Print what happened as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

impl SendArgs {
    /// What the flags say about the settings.
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            fonts: (!self.fonts.is_empty()).then(|| self.fonts.clone().into()),
            ..Settings::default()
        }
    }
}

const SEND_EXAMPLES: &str = "\
Examples:
  reportctl send invoice --data order.json --to ana@example.org
  reportctl send invoice --data order.json --to ana@example.org --bcc archive@example.org \\
    --subject 'Invoice {number}' --filename 'invoice-{number}.pdf'
  reportctl send invoice --data order.json --to ana@example.org --dry-run";

/// What messages say. Texts have expressions over the data.
#[derive(Debug, Args)]
pub(crate) struct MailArgs {
    /// Recipient of a copy, named in the message; may be repeated
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) cc: Vec<String>,

    /// Recipient of a copy, not named in the message; may be repeated
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) bcc: Vec<String>,

    /// Sender, where the settings have none [env: REPORTCTL_MAIL_FROM]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) from: Option<String>,

    /// Where answers go [env: REPORTCTL_MAIL_REPLY_TO]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) reply_to: Option<String>,

    /// Subject: 'Invoice {number}' [default: Your report]
    #[arg(long, value_name = "TEXT")]
    pub(crate) subject: Option<String>,

    /// Plain text of the message
    #[arg(long, value_name = "TEXT", conflicts_with = "body_file")]
    pub(crate) body: Option<String>,

    /// File with the plain text of the message
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) body_file: Option<PathBuf>,

    /// File with the HTML text of the message
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) html_file: Option<PathBuf>,

    /// Name of the PDF: 'invoice-{number}.pdf' [default: report.pdf]
    #[arg(long, value_name = "TEXT")]
    pub(crate) filename: Option<String>,

    /// Further file to attach; may be repeated
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) attach: Vec<PathBuf>,
}

/// Take requests from the queue, make their documents and mail them
///
/// Several workers may work at once, on several machines too when the queue is in PostgreSQL. A
/// worker runs until SIGTERM or Ctrl-C, and finishes what it is sending then; a second signal
/// ends it at once. Temporary failures of the mail server are tried again with growing pauses.
#[derive(Debug, Args)]
#[command(after_help = WORKER_EXAMPLES)]
pub(crate) struct WorkerArgs {
    /// Do what is due now and end; 5 is the exit code when no mail can be sent, 6 when requests
    /// failed
    #[arg(long)]
    pub(crate) once: bool,

    /// Documents made at one time [default: the number of processors]
    #[arg(short, long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) jobs: Option<AboveZero<u32>>,

    /// Only the requests of this batch, then end
    #[arg(long, value_name = "KEY")]
    pub(crate) batch: Option<String>,

    /// How often to look for requests that were added without a notification [default: 5]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub(crate) poll: Option<Seconds>,

    /// Print a summary as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

const WORKER_EXAMPLES: &str = "\
Examples:
  reportctl worker
  reportctl worker --once --json
  reportctl worker --batch invoices-2026-01 --jobs 4";

/// Check whether everything that the commands need is present and works
///
/// Settings, templates, fonts, the database of requests and the mail server, with which it connects
/// and logs in. Nothing is changed and nothing is sent. The exit code is 7 when something is wrong.
#[derive(Debug, Args)]
#[command(after_help = DOCTOR_EXAMPLES)]
pub(crate) struct DoctorArgs {
    /// Print the findings as a JSON array
    #[arg(long)]
    pub(crate) json: bool,
}

const DOCTOR_EXAMPLES: &str = "\
Examples:
  reportctl doctor
  reportctl doctor --json | jq '.[] | select(.ok | not)'";

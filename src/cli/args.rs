//! The command line: declarations only. Doc comments are the help texts.

#[cfg(feature = "mail")]
mod delivery;
#[cfg(feature = "serve")]
mod service;

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;

#[cfg(feature = "mail")]
use super::batch::MaxErrors;
#[cfg(feature = "raster")]
use super::diff::DiffArgs;
#[cfg(feature = "mail")]
use super::log::args::LogArgs;
#[cfg(feature = "mail")]
use super::queue::args::{QUEUE_EXAMPLES, QueueCommand};
use super::schema::SchemaArgs;
use super::strict::StrictArgs;
#[cfg(feature = "raster")]
use super::test::TestArgs;
use super::timestamp;
#[cfg(feature = "receipts")]
use super::verify::VerifyArgs;
#[cfg(feature = "watch")]
use super::watch::WatchArgs;
use crate::config::{AboveZero, Seconds, Settings, reference};
#[cfg(feature = "mail")]
use crate::data::Encoding;
use crate::documents::shipped;
use crate::expr::date::Timestamp;
use crate::locale::Locale;

#[cfg(feature = "serve")]
use service::TOKEN_EXAMPLES;

#[cfg(feature = "mail")]
pub(crate) use delivery::{MailArgs, SendArgs, WorkerArgs};
#[cfg(feature = "serve")]
pub(crate) use service::{DesignArgs, ServeArgs, TokenCommand};

/// Renders PDF reports from JSON templates and data, and mails them
///
/// Templates are those of json-pdf-designer, kept as files in a folder. No browser is needed, and
/// nothing leaves the machine until a mail server is set.
#[derive(Debug, Parser)]
#[command(
    name = "reportctl",
    bin_name = "reportctl",
    version,
    max_term_width = 100,
    arg_required_else_help = true,
    after_help = "Start with `reportctl init my-reports`, or see `reportctl help render`.",
    after_long_help = after_long_help()
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) global: GlobalArgs,
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  unexpected failure, for example of the disk
  2  wrong usage, a wrong setting or an unreadable font
  3  the template was not found or is not valid
  4  the data does not fit the template, or a limit was passed
  5  mail was refused or not sent
  6  some of many failed
  7  `check`, `test`, `template fmt --check` or `doctor` found something";

fn after_long_help() -> String {
    format!(
        "{EXIT_CODES}\n\nSettings come from flags, then from the environment, then from \
         `reportctl.yaml` in the working folder:\n{}\nThere are more for mail, the worker and the \
         service: see docs/settings.md.\n\nStart with `reportctl init my-reports`.",
        reference::flags()
    )
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Global options")]
pub(crate) struct GlobalArgs {
    /// Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]
    #[arg(long, global = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) templates: Option<PathBuf>,

    /// Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]
    #[arg(long, global = true, value_name = "FORMAT")]
    pub(crate) error_format: Option<ErrorFormat>,

    /// Print only errors and warnings
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,

    /// Say what is done, step by step
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,

    /// When to use colours; `auto` respects NO_COLOR
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorWhen,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ErrorFormat {
    /// Lines for people
    Human,
    /// One JSON object on one line
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorWhen {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Render(Box<RenderArgs>),
    #[cfg(feature = "mail")]
    Batch(Box<BatchArgs>),
    #[cfg(feature = "mail")]
    Send(Box<SendArgs>),
    #[cfg(feature = "mail")]
    Worker(WorkerArgs),
    Eval(EvalArgs),
    Check(CheckArgs),
    #[cfg(feature = "raster")]
    Test(TestArgs),
    #[cfg(feature = "raster")]
    Diff(DiffArgs),
    #[cfg(feature = "receipts")]
    Verify(VerifyArgs),
    #[cfg(feature = "watch")]
    Watch(WatchArgs),
    /// List and change the stored templates
    #[command(after_help = TEMPLATE_EXAMPLES)]
    Template {
        #[command(subcommand)]
        command: TemplateCommand,
    },
    /// List and change report requests
    #[cfg(feature = "mail")]
    #[command(after_help = QUEUE_EXAMPLES)]
    Queue {
        #[command(subcommand)]
        command: QueueCommand,
    },
    #[cfg(feature = "mail")]
    Log(LogArgs),
    #[cfg(feature = "serve")]
    Serve(ServeArgs),
    #[cfg(feature = "serve")]
    Design(DesignArgs),
    /// Make, list and revoke the tokens of the service
    #[cfg(feature = "serve")]
    #[command(after_help = TOKEN_EXAMPLES)]
    Token {
        #[command(subcommand)]
        command: TokenCommand,
    },
    #[cfg(feature = "mail")]
    Doctor(DoctorArgs),
    /// Start a working folder with a template, data and settings
    #[command(after_help = INIT_EXAMPLES)]
    Init {
        /// Folder to fill; created when missing
        #[arg(value_name = "DIR", default_value = ".", value_hint = ValueHint::DirPath)]
        folder: PathBuf,
        /// Shipped template to start with; may be repeated [default: receipt]
        #[arg(
            id = "shipped",
            long = "template",
            value_name = "NAME",
            value_delimiter = ',',
            value_parser = PossibleValuesParser::new(shipped::NAMES)
        )]
        templates: Vec<String>,
        /// List the shipped templates instead
        #[arg(long, conflicts_with = "shipped")]
        list: bool,
    },
    Schema(SchemaArgs),
    /// Print the completion script of a shell
    ///
    /// The script makes the shell ask reportctl itself, so that it completes ids of templates,
    /// requests and batches, data files, codes and scopes besides commands and flags. It goes into the
    /// start-up file of the shell, which reads it again with each version.
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page
    #[command(after_help = MAN_EXAMPLES)]
    Man {
        /// Write a page for every command to this folder instead
        #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
        out_dir: Option<PathBuf>,
    },
}

/// Render a template with data to a PDF file
///
/// The file appears whole or not at all. With the same template, data, fonts and creation date it
/// has the same bytes, on every machine.
#[derive(Debug, Args)]
#[command(after_help = RENDER_EXAMPLES)]
pub(crate) struct RenderArgs {
    /// Id of a stored template (`invoice`, `acme/invoice`), or a template file
    #[arg(value_name = "TEMPLATE", value_hint = ValueHint::FilePath)]
    pub(crate) template: String,

    /// Data: JSON, YAML, CSV or NDJSON; `-` for standard input
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) data: PathBuf,

    /// Output file, `-` for standard output [default: <TEMPLATE>.pdf; standard output for `layout`]
    ///
    /// With `png` and `svg` there is a file per page: `{page}` stands for the number of the page, such
    /// as in `invoice-{page}.svg`, with as many digits as the last page has. A document of one page
    /// needs none.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// What to write
    #[arg(long, value_name = "FORMAT", default_value = "pdf")]
    pub(crate) format: OutputFormat,

    /// Write this page only, of `png` and `svg`
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) page: Option<AboveZero<u32>>,

    /// Resolution of `png`, in dots per inch
    #[cfg(feature = "raster")]
    #[arg(long, value_name = "N", default_value_t = 150.0, allow_negative_numbers = true)]
    pub(crate) dpi: f64,

    /// Open the result in the program that the system has for it
    #[cfg(feature = "raster")]
    #[arg(long)]
    pub(crate) open: bool,

    /// Title of the document [default: the name of the template]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,

    /// Put `DRAFT` over every page
    #[arg(long)]
    pub(crate) draft: bool,

    /// Write a receipt: hashes of template, data, fonts and document, options and versions
    #[cfg(feature = "receipts")]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) receipt: Option<PathBuf>,

    /// Sign the receipt with this Ed25519 key, a PEM file
    #[cfg(feature = "receipts")]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "receipt")]
    pub(crate) receipt_key: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) strict: StrictArgs,

    #[command(flatten)]
    pub(crate) document: DocumentArgs,
}

/// How documents are made.
#[derive(Debug, Args)]
pub(crate) struct DocumentArgs {
    /// Font file, instead of Helvetica; repeated, the first that has a character draws it [env:
    /// REPORTCTL_FONTS]
    #[arg(long = "font", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) fonts: Vec<PathBuf>,

    /// Refuse characters that no given font has, instead of drawing them with the built-in one
    /// [env: REPORTCTL_FALLBACK_FONT]
    #[arg(long)]
    pub(crate) no_fallback_font: bool,

    /// Maximum number of pages of a document [env: REPORTCTL_MAX_PAGES] [default: 5000]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) max_pages: Option<AboveZero<u32>>,

    /// Date of the report: 2026-01-31, 2026-01-31T12:00:00Z or seconds since 1970 [env:
    /// SOURCE_DATE_EPOCH] [default: now]
    #[arg(long, value_name = "DATE", value_parser = timestamp::parse, allow_negative_numbers = true)]
    pub(crate) creation_date: Option<Timestamp>,

    /// Locale of the document, such as `de-DE`, instead of the template's own
    #[arg(long, value_name = "TAG", value_parser = locale)]
    pub(crate) locale: Option<String>,

    /// Author of the document [env: REPORTCTL_AUTHOR] [default: reportctl]
    #[arg(long, value_name = "TEXT")]
    pub(crate) author: Option<String>,

    /// Most seconds the document may take [env: REPORTCTL_TIMEOUT_SECONDS] [default: no limit]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub(crate) timeout: Option<Seconds>,
}

impl DocumentArgs {
    /// What the flags say about settings.
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            fonts: (!self.fonts.is_empty()).then(|| self.fonts.clone()),
            fallback_font: self.no_fallback_font.then_some(false),
            author: self.author.clone(),
            max_pages: self.max_pages,
            timeout_seconds: self.timeout,
            ..Settings::default()
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// A PDF document
    Pdf,
    /// A picture of each page
    #[cfg(feature = "raster")]
    Png,
    /// A drawing of each page, with the letters as outlines
    Svg,
    /// The pages with everything placed on them, as JSON in millimetres
    Layout,
}

impl OutputFormat {
    /// Whether there is a file per page.
    pub(crate) fn is_per_page(self) -> bool {
        !matches!(self, Self::Pdf | Self::Layout)
    }

    /// What names of files end with.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            #[cfg(feature = "raster")]
            Self::Png => "png",
            Self::Svg => "svg",
            Self::Layout => "json",
        }
    }
}

const RENDER_EXAMPLES: &str = "\
Examples:
  reportctl render invoice --data order.json
  reportctl render acme/invoice --data order.yaml --output out/invoice.pdf
  curl -s https://example.com/order/7 | reportctl render invoice.json --data - --output - | lpr
  reportctl render invoice --data order.json --format svg --output 'invoice-{page}.svg'
  reportctl render invoice --data order.json --format png --dpi 96 --page 1 --open
  reportctl render invoice --data order.json --receipt invoice.receipt.json
  reportctl render invoice --data order.json --format layout | jq .pageCount";

/// Make a document for every row of a data file, into a folder, by mail, or both
///
/// Rows are read one by one, so that memory does not grow with their number; only YAML is read as a
/// whole. A bad row does not stop the others: it is reported with its number, its key and the
/// reason, and the exit code is 6. Whatever the number of jobs, the documents have the same bytes.
///
/// With mail, every row is checked before the first message is recorded, and recorded before it is
/// sent. Run again as it was, after whatever ended it, a batch sends what is missing and nothing
/// twice.
#[cfg(feature = "mail")]
#[derive(Debug, Args)]
#[command(after_help = BATCH_EXAMPLES)]
pub(crate) struct BatchArgs {
    /// Id of a stored template (`invoice`, `acme/invoice`), or a template file
    #[arg(value_name = "TEMPLATE", value_hint = ValueHint::FilePath)]
    pub(crate) template: String,

    /// Rows: NDJSON, CSV, TSV, a JSON array or YAML; `-` for standard input
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) data: PathBuf,

    /// Format of the data [default: by its extension, or by a look at it]
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

    /// Mail nothing; without recipients that is understood
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

    /// Make everything and keep nothing, but write down what each row would give: a plan, as NDJSON
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "apply")]
    pub(crate) plan: Option<PathBuf>,

    /// Do the batch exactly as a plan says; a row that would give something else is refused
    #[arg(long, value_name = "PLAN", value_hint = ValueHint::FilePath, conflicts_with = "creation_date")]
    pub(crate) apply: Option<PathBuf>,

    /// Print a summary as one JSON object
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) strict: StrictArgs,

    #[command(flatten)]
    pub(crate) document: DocumentArgs,
}

#[cfg(feature = "mail")]
impl BatchArgs {
    /// Whether the documents are mailed.
    pub(crate) fn has_recipients(&self) -> bool {
        self.to.is_some() || self.email_field.is_some()
    }
}

#[cfg(feature = "mail")]
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

#[cfg(feature = "mail")]
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

/// Show what a text with expressions gives for some data
///
/// Tokens in braces are replaced as in a text field. A token that cannot be read shows nothing, and
/// a warning says why.
#[derive(Debug, Args)]
#[command(after_help = EVAL_EXAMPLES)]
pub(crate) struct EvalArgs {
    /// Text with expressions, or a bare expression with --condition
    // A text may well start with a hyphen.
    #[arg(value_name = "TEXT", allow_hyphen_values = true, value_parser = text_not_flag)]
    pub(crate) text: String,

    /// Data: JSON, YAML, CSV or NDJSON; `-` for standard input [default: an empty object]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) data: Option<PathBuf>,

    /// Take the text for a condition, as in `visibleWhen`, and print `true` or `false`
    #[arg(long)]
    pub(crate) condition: bool,

    /// Know the functions and names of the extensions, as templates with `"extensions": 1` do
    #[arg(long)]
    pub(crate) extensions: bool,

    /// Write in this locale, such as `de-DE`; implies --extensions
    #[arg(long, value_name = "TAG", value_parser = locale)]
    pub(crate) locale: Option<String>,

    /// Calculate with decimal numbers, as `"arithmetic": "decimal"` does; implies --extensions
    #[arg(long)]
    pub(crate) decimal: bool,

    /// Fail when an expression cannot be read or a brace has no partner
    #[arg(long)]
    pub(crate) strict: bool,
}

/// A locale that there is data for.
pub(crate) fn locale(tag: &str) -> Result<String, &'static str> {
    match Locale::find(tag) {
        Some(_) => Ok(tag.to_owned()),
        None => Err("there is no data for this locale; use a tag such as `de-DE`"),
    }
}

/// A mistyped flag must not pass for a text.
fn text_not_flag(text: &str) -> Result<String, &'static str> {
    let is_flag = |name: &str| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    match text.strip_prefix("--") {
        Some(name) if is_flag(name) => Err("there is no such flag; see `reportctl eval --help`"),
        _ => Ok(text.to_owned()),
    }
}

const EVAL_EXAMPLES: &str = "\
Examples:
  reportctl eval 'Total: {CURRENCY(SUM(items.amount), \"€\")}' --data order.json
  reportctl eval '{price * quantity}' --data - --strict
  reportctl eval 'total > 1000 AND NOT cancelled' --condition --data order.json";

/// Check templates without rendering them
///
/// Says what is wrong or probably not meant, where, and what to do about it. With data it also
/// looks for paths that the data does not have and for texts that do not fit.
#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub(crate) struct CheckArgs {
    /// Ids of stored templates, or template files [default: all stored templates]
    // Named apart from the global flag.
    #[arg(id = "template", value_name = "TEMPLATE", value_hint = ValueHint::FilePath)]
    pub(crate) templates: Vec<String>,

    /// Data: JSON, YAML, CSV or NDJSON; `-` for standard input
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) data: Option<PathBuf>,

    /// Turn warnings of this code into failures, `all` for every code; may be repeated
    #[arg(long, value_name = "CODE")]
    pub(crate) deny: Vec<String>,

    /// Also report what json-pdf-designer itself would print otherwise
    #[arg(long)]
    pub(crate) portable: bool,

    /// Format of the findings
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: ErrorFormat,
}

const CHECK_EXAMPLES: &str = "\
Examples:
  reportctl check
  reportctl check invoice --data order.json
  reportctl check templates/*.json --deny all --format json";

#[derive(Debug, Subcommand)]
pub(crate) enum TemplateCommand {
    /// List the stored templates: id and name
    List {
        /// Print a JSON array of `{"id", "name"}`
        #[arg(long)]
        json: bool,
    },
    /// Print a template as JSON, with its images
    Show {
        /// Id of a stored template, or a template file
        #[arg(value_name = "TEMPLATE", value_hint = ValueHint::FilePath)]
        template: String,
        /// Print its version instead, for `update --if-match`
        #[arg(long)]
        version: bool,
    },
    /// Store a new template, blank or from a shipped one, with data to try it
    New {
        /// Its name; the id is made from it
        #[arg(value_name = "NAME")]
        name: String,
        /// Shipped template to start from [default: a blank page]
        #[arg(long, value_name = "SHIPPED", value_parser = PossibleValuesParser::new(shipped::NAMES))]
        from: Option<String>,
    },
    /// Store a template file and print its id
    Add {
        /// Template file, JSON or YAML; `-` for standard input
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        file: PathBuf,
        /// Id to store it under [default: made from its name]
        #[arg(long, value_name = "ID")]
        id: Option<String>,
    },
    /// Replace a stored template by a file
    Update {
        /// Id of the template
        #[arg(value_name = "ID")]
        id: String,
        /// Template file, JSON or YAML; `-` for standard input
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        file: PathBuf,
        /// Only if this is still its version
        #[arg(long, value_name = "VERSION")]
        if_match: Option<String>,
    },
    /// Remove stored templates
    Remove {
        /// Ids of the templates
        #[arg(value_name = "ID", required = true)]
        ids: Vec<String>,
    },
    /// Lay templates out in canonical form
    Fmt {
        /// Ids of stored templates, or template files [default: all stored templates]
        // Named apart from the global flag.
        #[arg(id = "template", value_name = "TEMPLATE", value_hint = ValueHint::FilePath)]
        templates: Vec<String>,
        /// Change nothing; fail when something would change
        #[arg(long)]
        check: bool,
    },
}

const TEMPLATE_EXAMPLES: &str = "\
Examples:
  reportctl template new 'Monthly invoice' --from invoice
  reportctl template add design.json
  reportctl template show invoice > invoice-with-images.json
  version=$(reportctl template show invoice --version)
  reportctl template update invoice design.json --if-match \"$version\"
  reportctl template fmt --check";

/// Check whether all that the commands need is there and works
///
/// Settings, templates, fonts, the database of requests and the mail server, with which it connects
/// and logs in. Nothing is changed and nothing is sent. The exit code is 7 when something is wrong.
#[cfg(feature = "mail")]
#[derive(Debug, Args)]
#[command(after_help = DOCTOR_EXAMPLES)]
pub(crate) struct DoctorArgs {
    /// Print the findings as a JSON array
    #[arg(long)]
    pub(crate) json: bool,
}

#[cfg(feature = "mail")]
const DOCTOR_EXAMPLES: &str = "\
Examples:
  reportctl doctor
  reportctl doctor --json | jq '.[] | select(.ok | not)'";

const INIT_EXAMPLES: &str = "\
Examples:
  reportctl init my-reports
  reportctl init my-reports --template invoice,delivery-note
  reportctl init --list";

pub(crate) const SCHEMA_EXAMPLES: &str = "\
Examples:
  reportctl schema invoice > templates/invoice.schema.json
  reportctl schema invoice --types typescript > invoice.d.ts
  reportctl schema --format > template.schema.json
  reportctl schema --format typescript > template.d.ts";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  echo 'source <(reportctl completions bash)' >> ~/.bashrc
  echo 'source <(reportctl completions zsh)' >> ~/.zshrc
  echo 'reportctl completions fish | source' > ~/.config/fish/completions/reportctl.fish";

const MAN_EXAMPLES: &str = "\
Examples:
  reportctl man | man -l -
  reportctl man --out-dir ~/.local/share/man/man1";

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_declarations_fit_together() {
        Arguments::command().debug_assert();
    }
}

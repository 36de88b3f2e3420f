//! Declarations of `eval`, `check` and `template`.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand, ValueHint};

use super::{ErrorFormat, locale};
use crate::documents::shipped;

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

    /// Evaluate the text as a condition, as in `visibleWhen`, and print `true` or `false`
    #[arg(long)]
    pub(crate) condition: bool,

    /// Allow the functions and names of the extensions, as templates with `"extensions": 1` do
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
/// Reports what is wrong or probably unintended, where, and how to fix it. With data it also looks
/// for paths that the data does not have and for texts that do not fit.
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

    /// Locale of the documents, such as `de-DE`, instead of that of the template or the data
    #[arg(long, value_name = "TAG", value_parser = locale)]
    pub(crate) locale: Option<String>,

    /// Turn warnings of this code into failures, `all` for every code; may be repeated
    #[arg(long, value_name = "CODE")]
    pub(crate) deny: Vec<String>,

    /// Also report what json-pdf-designer itself would print differently
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
    /// Write templates in canonical form
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

pub(crate) const TEMPLATE_EXAMPLES: &str = "\
Examples:
  reportctl template new 'Monthly invoice' --from invoice
  reportctl template add design.json
  reportctl template show invoice > invoice-with-images.json
  version=$(reportctl template show invoice --version)
  reportctl template update invoice design.json --if-match \"$version\"
  reportctl template fmt --check";

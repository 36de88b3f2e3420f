//! `reportctl einvoice`: checks e-invoices, and takes them out of PDF documents.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};
use serde_json::{Value as Json, json};

use super::context::{Context, count};
use super::diagnostic;
use super::exit::Exit;
use super::failure::Outcome;
use super::term::{ErrorFormat, Printer, Verbosity};
use crate::base::files;
use crate::einvoice::{self, Checked, Profile};
use engine::problem::{Problem, Severity};

/// Check e-invoices, and take them out of PDF documents
#[derive(Debug, Subcommand)]
pub(crate) enum EinvoiceCommand {
    Check(CheckInvoiceArgs),
    Extract(ExtractArgs),
}

/// Check e-invoices by the rules of EN 16931 and of the profile that they name
///
/// Reads UBL 2.1, UN/CEFACT CII, and PDF documents that carry either (Factur-X, ZUGFeRD). Findings
/// name the rule, the business terms and, for sums, what was expected and what was found. The exit
/// code is 7 where an invoice is not valid.
#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub(crate) struct CheckInvoiceArgs {
    /// Invoices: XML or PDF files; `-` for standard input
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,

    /// Profile that they must fulfil besides the one that they name
    #[arg(long, value_name = "PROFILE")]
    profile: Option<Profile>,

    /// Format of the findings
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: ErrorFormat,
}

const CHECK_EXAMPLES: &str = "\
Examples:
  reportctl einvoice check invoice.pdf
  reportctl einvoice check invoices/*.xml --profile xrechnung --format json";

/// Take the invoice out of a PDF document
///
/// Writes the XML as it is in the document. Where document and invoice contradict each other, a
/// warning says so.
#[derive(Debug, Args)]
#[command(after_help = EXTRACT_EXAMPLES)]
pub(crate) struct ExtractArgs {
    /// The PDF document; `-` for standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,

    /// File to write, `-` for standard output [default: the name that it has in the document]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
}

const EXTRACT_EXAMPLES: &str = "\
Examples:
  reportctl einvoice extract invoice.pdf
  reportctl einvoice extract invoice.pdf -o - | xmllint --format -";

pub(super) fn run(command: &EinvoiceCommand, context: &Context<'_>) -> Outcome {
    let _in_time = context.watch();
    match command {
        EinvoiceCommand::Check(args) => check(args, &context.printer),
        EinvoiceCommand::Extract(args) => extract(args, &context.printer),
    }
}

fn check(args: &CheckInvoiceArgs, printer: &Printer) -> Outcome {
    let mut invoices = Vec::new();
    for file in &args.files {
        let mut checked = einvoice::check(file, args.profile)?;
        for problem in &mut checked.findings {
            problem.file = Some(files::display_name(file));
        }
        invoices.push((files::display_name(file), checked));
    }
    let invalid = invoices.iter().filter(|(_, checked)| !checked.is_valid()).count();
    match args.format {
        ErrorFormat::Json => {
            let all: Vec<Json> = invoices.iter().map(|(file, it)| as_json(file, it)).collect();
            let report = json!({ "invoices": all, "invalid": invalid });
            printer.data(format!("{report}\n").as_bytes())?;
        }
        ErrorFormat::Human => print(&invoices, invalid, printer),
    }
    Ok(if invalid > 0 { Exit::Findings } else { Exit::Done })
}

fn as_json(file: &str, checked: &Checked) -> Json {
    let findings: Vec<Json> = checked.findings.iter().map(diagnostic::finding_json).collect();
    json!({
        "file": file,
        "valid": checked.is_valid(),
        "rules": checked.rules,
        "seller": checked.seller,
        "number": checked.number,
        "issueDate": checked.issue_date,
        "problems": findings,
    })
}

fn print(invoices: &[(String, Checked)], invalid: usize, printer: &Printer) {
    let quiet = printer.verbosity == Verbosity::Quiet;
    for (file, checked) in invoices {
        let is_shown = |it: &&Problem| !quiet || it.severity == Severity::Error;
        for problem in checked.findings.iter().filter(is_shown) {
            printer.raw(&diagnostic::finding(problem, printer.style));
        }
        if !quiet && checked.is_valid() {
            let rules = checked.rules.as_deref().unwrap_or("no rules");
            printer.line(format_args!("{file}: valid ({rules})"));
        }
    }
    if !quiet && invalid > 0 {
        let all = count(invoices.len(), "invoice");
        printer.line(format_args!("{invalid} of {all} not valid"));
    }
}

fn extract(args: &ExtractArgs, printer: &Printer) -> Outcome {
    let found = einvoice::extract(&args.file)?;
    printer.warn(&found.warnings);
    let output = args.output.clone().unwrap_or_else(|| found.name.into());
    if output.as_os_str() == "-" {
        printer.data(&found.xml)?;
    } else {
        files::write_output(&output, &found.xml)?;
        printer.note(format_args!("wrote {}", output.display()));
    }
    Ok(Exit::Done)
}

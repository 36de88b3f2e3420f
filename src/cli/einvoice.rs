//! `reportctl einvoice`: checks e-invoices, takes them out of PDF documents, and shows the map of a template.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};
use serde_json::{Value as Json, json};

use super::context::{Context, count};
use super::diagnostic;
use super::exit::Exit;
use super::failure::Outcome;
use super::overwriting;
use super::term::{ErrorFormat, Printer, Verbosity};
use crate::base::files;
use crate::einvoice::{self, Checked, Coverage, Profile};
use crate::serve::codes;
use engine::format::{Choose, EinvoiceProfile};
use engine::problem::Problem;
use engine::template::einvoice::{MapEntry, MapValue};

/// Check e-invoices, take them out of PDF documents, and show the map of a template
#[derive(Debug, Subcommand)]
pub(crate) enum EinvoiceCommand {
    Check(CheckInvoiceArgs),
    Extract(ExtractArgs),
    Map(MapArgs),
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

/// Show the terms that the e-invoice of a template lacks
///
/// The exit code is 7 where a term is lacking that the profile demands.
#[derive(Debug, Args)]
#[command(after_help = MAP_EXAMPLES)]
pub(crate) struct MapArgs {
    /// Id of a stored template, or a template file
    #[arg(value_name = "TEMPLATE", value_hint = ValueHint::FilePath)]
    template: String,

    /// Profile instead of that of the template
    #[arg(long, value_name = "PROFILE", value_parser = map_profile)]
    profile: Option<EinvoiceProfile>,

    /// List every term of the profile, with its elements in CII and UBL
    #[arg(long)]
    all: bool,

    /// Format of the list
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: ErrorFormat,
}

const MAP_EXAMPLES: &str = "\
Examples:
  reportctl einvoice map invoice --profile xrechnung --all";

/// A profile by the name that templates use.
fn map_profile(name: &str) -> Result<EinvoiceProfile, String> {
    EinvoiceProfile::named(name).ok_or_else(|| {
        let names: Vec<&str> = EinvoiceProfile::CHOICES.iter().map(|it| it.name).collect();
        format!("use one of {}", names.join(", "))
    })
}

pub(super) fn run(command: &EinvoiceCommand, context: &Context<'_>) -> Outcome {
    let _in_time = context.watch();
    match command {
        EinvoiceCommand::Check(args) => check(args, &context.printer),
        EinvoiceCommand::Extract(args) => extract(args, &context.printer),
        EinvoiceCommand::Map(args) => map(args, context),
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
        for problem in &checked.findings {
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
    overwriting::refuse([args.file.as_path()], [output.as_path()])?;
    printer.file(&output, &found.xml)?;
    Ok(Exit::Done)
}

/// The map of a template.
fn map(args: &MapArgs, context: &Context<'_>) -> Outcome {
    let loaded = context.template(&args.template)?;
    let checker = loaded.checker()?;
    let template = checker.prepared().template();
    let invoice = template.pdf.as_ref().and_then(|pdf| pdf.einvoice.as_ref());
    let Some(invoice) = invoice else {
        return Err(makes_none(&loaded.file, "add `einvoice` to `pdf` of the template").into());
    };
    let mut mapped = BTreeSet::new();
    collect(&invoice.map, &mut mapped);
    let profile = args.profile.unwrap_or(invoice.profile);
    let has_currency = template.localization.languages.currency.is_some();
    let all = einvoice::coverage(profile, &mapped, has_currency);
    let lacking = all.iter().filter(|term| term.is_lacking()).count();
    match args.format {
        ErrorFormat::Json => {
            let terms: Vec<Json> = all.iter().map(term_json).collect();
            let report = json!({ "profile": profile.name(), "lacking": lacking, "terms": terms });
            context.printer.data(format!("{report}\n").as_bytes())?;
        }
        ErrorFormat::Human => {
            let mut text = String::new();
            for term in all.iter().filter(|term| args.all || term.is_lacking()) {
                text.push_str(&term_line(term, args.all));
            }
            context.printer.data(text.as_bytes())?;
            let known = all.iter().filter(|term| term.is_mapped).count();
            let known = count(known, "term");
            context
                .printer
                .note(format_args!("{}: {known} mapped, {lacking} lacking", profile.name()));
        }
    }
    Ok(if lacking > 0 { Exit::Findings } else { Exit::Done })
}

/// The problem of a template that makes no e-invoice, which the command needs.
pub(super) fn makes_none(file: &str, advice: &'static str) -> Problem {
    Problem::new(codes::USAGE, format!("{file} makes no e-invoice")).advice(advice)
}

/// The terms that a map has.
fn collect(map: &[MapEntry], into: &mut BTreeSet<&'static str>) {
    for entry in map {
        into.insert(entry.term.id);
        if let MapValue::List { map, .. } = &entry.value {
            collect(map, into);
        }
    }
}

fn term_json(it: &Coverage) -> Json {
    json!({
        "term": it.term.id,
        "name": it.term.name,
        "group": it.term.group,
        "cardinality": it.term.cardinality,
        "type": it.term.kind.map(|kind| kind.name()),
        "mapped": it.is_mapped,
        "rule": it.rule,
        "cii": it.term.cii(),
        "ubl": it.term.ubl(),
    })
}

fn term_line(it: &Coverage, with_paths: bool) -> String {
    let state = match (&it.rule, it.is_mapped) {
        (_, true) => "mapped".to_owned(),
        (Some(rule), false) => format!("lacking ({rule})"),
        (None, false) => "not mapped".to_owned(),
    };
    let term = it.term;
    let kind = term.kind.map_or("", |kind| kind.name());
    let mut line =
        format!("{:<9} {} [{}, {kind}]: {state}\n", term.id, term.name, term.cardinality);
    if with_paths {
        line.push_str(&format!("          CII {}\n          UBL {}\n", term.cii(), term.ubl()));
    }
    line
}

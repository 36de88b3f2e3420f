//! E-invoices: received ones are read, checked by the rules of EN 16931 and of the profile that they name, and taken
//! out of PDF documents; our own are made of terms and checked by the same rules.
//!
//! The rules come from the crate `en16931`, the syntaxes from `en16931-formats`. An invoice is
//! XML in UBL 2.1 or UN/CEFACT CII, or a PDF document that carries such a file (Factur-X, ZUGFeRD).

mod catalogue;
pub mod codes;
mod coverage;
mod credit_note;
mod elements;
mod finding;
mod make;
mod profile;
mod repeats;

use std::collections::HashSet;
use std::path::Path;

use en16931::Profile as Rules;
use en16931::profiles::Declaration;
use en16931_formats::{Policy, Received, Recommendation, zugferd};
use engine::problem::{Problem, Result, Severity};

pub use catalogue::catalogue;
pub(crate) use coverage::{Coverage, coverage};
pub(crate) use make::make;
pub(crate) use profile::Profile;

use crate::base::files;

/// Largest file, in bytes.
const MAX_BYTES: u64 = 100 << 20;

/// Result of the check of one invoice.
pub(crate) struct Checked {
    /// The rules by which it was judged: a profile and its editions; none where nothing could be read.
    pub(crate) rules: Option<String>,
    /// Name of the seller (BT-27), number (BT-1) and issue date (BT-2), where the invoice has them.
    pub(crate) seller: Option<String>,
    pub(crate) number: Option<String>,
    pub(crate) issue_date: Option<String>,
    /// Broken rules and what could not be read, errors first. An invoice without errors is valid.
    pub(crate) findings: Vec<Problem>,
}

impl Checked {
    /// Returns `true` if no rule that makes an invoice invalid is broken.
    pub(crate) fn is_valid(&self) -> bool {
        !self.findings.iter().any(finding::is_error)
    }
}

/// Checks an invoice by the profile that it names, and by `required` as well.
///
/// # Errors
///
/// The file cannot be read. Whatever is wrong with the invoice is a finding.
pub(crate) fn check(path: &Path, required: Option<Profile>) -> Result<Checked> {
    let bytes = files::read_limited(path, MAX_BYTES)?;
    let attached =
        bytes.starts_with(b"%PDF").then(|| zugferd::extract(&bytes, &zugferd::Limits::default()));
    let xml = match &attached {
        None => Some(bytes.as_slice()),
        Some(attached) => attached.as_ref().ok().map(|found| found.xml.as_slice()),
    };
    if let Some(excess) = xml.and_then(repeats::excess) {
        return Ok(Checked {
            rules: None,
            seller: None,
            number: None,
            issue_date: None,
            findings: vec![excess],
        });
    }
    let policy = Policy { require: required.map(Profile::rules), ..Policy::default() };
    let received = en16931_formats::receive(&credit_note::as_invoice(&bytes), &policy);
    let mut checked = checked(&received);
    if let (Some(_), Some(xml)) = (&received.invoice, xml) {
        elements(xml, policy.require, &mut checked.findings);
    }
    Ok(checked)
}

/// Adds the findings about elements of which the rules about terms said nothing.
fn elements(xml: &[u8], required: Option<&Rules>, findings: &mut Vec<Problem>) {
    let mut more = elements::findings(xml, required);
    let subject = |problem: &Problem| {
        let detail = |name| problem.details.iter().find(|(key, _)| *key == name);
        detail("rule").or_else(|| detail("element")).map(|(_, value)| value.to_string())
    };
    let said: HashSet<Option<String>> = findings.iter().map(subject).collect();
    more.retain(|problem| !said.contains(&subject(problem)));
    findings.extend(more);
    findings.sort_by_key(|problem| !finding::is_error(problem));
}

fn checked(received: &Received) -> Checked {
    let reports = [Some(&received.report_declared), received.report_required.as_ref()];
    let mut findings: Vec<Problem> =
        reports.into_iter().flatten().flat_map(finding::of_report).collect();
    findings.dedup();
    // Reasons repeat what was found, but for those that concern the declaration of a profile.
    let has_error = findings.iter().any(finding::is_error);
    if received.recommendation == Recommendation::Reject && !has_error {
        // National rules that are not known here are no fault of the invoice.
        let is_unknown = matches!(received.declared, Some(Declaration::Unknown(Some(_))));
        let severity = if is_unknown { Severity::Warning } else { Severity::Error };
        findings.extend(received.reasons.iter().map(|reason| Problem {
            severity,
            ..Problem::new(codes::EINVOICE_RULE, reason.clone())
        }));
    }
    findings.sort_by_key(|problem| !finding::is_error(problem));
    let report = received.report_required.as_ref().unwrap_or(&received.report_declared);
    let identity = report.identity.clone();
    Checked {
        rules: report
            .rule_set
            .as_ref()
            .map(|rules| format!("{}: {}", rules.profile, rules.artefacts.join(", "))),
        seller: identity.seller,
        number: identity.number,
        issue_date: identity.issue_date,
        findings,
    }
}

/// An invoice that was taken out of a PDF document.
pub(crate) struct Attachment {
    /// The name of the file in the document: one of those of Factur-X and ZUGFeRD, so never a path.
    pub(crate) name: String,
    /// The XML as it is in the document.
    pub(crate) xml: Vec<u8>,
    /// Contradictions between document and invoice.
    pub(crate) warnings: Vec<Problem>,
}

/// Takes the invoice out of a PDF document.
///
/// # Errors
///
/// The file cannot be read, or the document carries no invoice.
pub(crate) fn extract(path: &Path) -> Result<Attachment> {
    let bytes = files::read_limited(path, MAX_BYTES)?;
    if !bytes.starts_with(b"%PDF") {
        let message = format!("{} is not a PDF document", files::display_name(path));
        return Err(Problem::new(codes::EINVOICE_UNREADABLE, message)
            .advice("give a PDF document that carries an invoice as XML"));
    }
    let found = zugferd::extract(&bytes, &zugferd::Limits::default()).map_err(|error| {
        Problem::new(codes::EINVOICE_UNREADABLE, format!("{}: {error}", files::display_name(path)))
    })?;
    let warnings = found
        .divergence
        .iter()
        .map(|divergence| Problem::warning(codes::EINVOICE_UNREADABLE, divergence.to_string()));
    Ok(Attachment { name: found.filename, warnings: warnings.collect(), xml: found.xml })
}

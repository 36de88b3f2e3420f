//! Findings of the rules as problems.

use en16931::Severity as RuleSeverity;
use en16931::validation::Finding;
use en16931_formats::report::{Entry, Report};
use engine::format::einvoice::term;
use engine::problem::{Code, Problem, Severity};

use super::codes::{EINVOICE_RULE, EINVOICE_UNREADABLE};

/// Everything that a report says, in the order of its layers: document, syntax, schema, rules.
pub(super) fn of_report(report: &Report) -> Vec<Problem> {
    let rules = report.semantic.report.iter().flat_map(|rules| rules.findings());
    report.entries().map(of_entry).chain(rules.map(of_rule)).collect()
}

/// A rule that is broken. `rule` and `terms` of the details are those of the standard; rules about
/// sums also have `expected` and `found`.
pub(super) fn of_rule(finding: &Finding) -> Problem {
    let terms = finding.path.to_string();
    let mut message = format!("{} at {terms}: {}", finding.rule, finding.message);
    let sums = finding.detail.as_ref().map(|sums| (sums.expected.clone(), sums.actual.clone()));
    if let Some((expected, found)) = &sums {
        message.push_str(&format!(" (expected {expected}, found {found})"));
    }
    let (expected, found) = sums.unzip();
    let details = [
        ("rule", Some(finding.rule.clone())),
        ("terms", Some(terms)),
        ("expected", expected),
        ("found", found),
    ];
    problem(EINVOICE_RULE, message, finding.severity, details, finding.hint.as_ref())
}

/// The message of the reader about a document type definition, which it does not read.
const HAS_DTD: &str = "XML with DTD detected";

/// A part of a file that is not read as the standard wants it.
pub(super) fn of_entry(entry: &Entry) -> Problem {
    if entry.message.contains(HAS_DTD) {
        let message =
            "the XML has a document type definition (`<!DOCTYPE`), which e-invoices must not have";
        return Problem::new(EINVOICE_UNREADABLE, message)
            .advice("remove `<!DOCTYPE …>`, and write texts in the place of its entities");
    }
    let (code, message) = match &entry.rule {
        Some(rule) => (EINVOICE_RULE, format!("{rule}: {}", entry.message)),
        None => (EINVOICE_UNREADABLE, entry.message.clone()),
    };
    let details = [
        ("element", Some(entry.path.clone())),
        ("rule", entry.rule.clone()),
        ("terms", entry.term.clone()),
        ("found", entry.value.clone()),
    ];
    problem(code, message, entry.level(), details, entry.hint.as_ref())
}

/// A message about an entry that begins with the term, where one is known.
pub(super) fn with_term(entry: &Entry, message: String) -> String {
    let id = entry.term.as_deref().and_then(|place| place.rsplit('/').next());
    match id.and_then(term) {
        Some(term) => format!("{} ({}) is not written: {message}", term.id, term.name),
        None => message,
    }
}

/// A term or group that a reader of the XML does not get.
pub(super) fn of_lost(place: &str) -> Problem {
    let id = place.split(['[', '/']).next().unwrap_or_default();
    let name = term(id).map(|term| format!(" ({})", term.name)).unwrap_or_default();
    let message = format!("{place}{name} does not come back from the XML as the map has it");
    Problem::new(EINVOICE_UNREADABLE, message).detail("terms", place).advice(
        "leave the term out of the map, or give it another value; the other standard may have a place for it",
    )
}

/// A problem with those details that are known.
fn problem<const N: usize>(
    code: Code,
    message: String,
    severity: RuleSeverity,
    details: [(&'static str, Option<String>); N],
    hint: Option<&String>,
) -> Problem {
    let mut problem = match severity {
        RuleSeverity::Fatal => Problem::new(code, message),
        _ => Problem::warning(code, message),
    };
    for (name, value) in details {
        if let Some(value) = value {
            problem = problem.detail(name, value);
        }
    }
    match hint {
        Some(hint) => problem.advice(hint.clone()),
        None => problem,
    }
}

/// Returns `true` if an invoice with this finding is not valid.
pub(super) fn is_error(problem: &Problem) -> bool {
    problem.severity == Severity::Error
}

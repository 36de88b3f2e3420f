//! E-invoices of our own: made of the terms of a map, checked by the rules, and written as XML.
//!
//! Nothing is chosen here: categories, rates and codes come from the terms. Only sums that the map lacks are derived.
//! The same terms give the same bytes.

mod model;
mod required;
mod terms;
mod totals;
mod units;

use en16931::{Invoice, Profile as Rules, profiles};
use en16931_formats::Syntax;
use en16931_formats::report::Kind;
use engine::format::einvoice::{TERMS, TermLevel};
use engine::format::{EinvoiceProfile, EinvoiceStandard, Relationship};
use engine::host::{CompanionFile, Embedding, MetadataProperty, MetadataSchema};
use engine::problem::{Problem, Severity};
use engine::resolve::einvoice::MappedInvoice;

use super::codes::EINVOICE_RULE;
use super::finding;
use model::Model;
pub(super) use required::DERIVED;
use terms::{Origins, Terms};

/// Business process of invoices in Peppol and XRechnung, where the map names none (BT-23).
const BILLING: &str = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";

/// Makes the e-invoice of a document.
///
/// # Errors
/// Everything that is wrong with it, errors and warnings.
pub(crate) fn make(mapped: &MappedInvoice) -> Result<CompanionFile, Vec<Problem>> {
    let rules = rules(mapped.profile);
    let level = level(mapped.profile);
    let origins = Origins::of(mapped);
    let terms = Terms::of(mapped, &origins);
    let mut found = required::missing(mapped, level, &origins);
    let (mut invoice, malformed) = Model::new(mapped, level, &origins).invoice(&terms);
    // A value that cannot be read is not missing as well.
    let is_malformed = |problem: &Problem| {
        malformed.iter().any(|other: &Problem| other.get("terms") == problem.get("terms"))
    };
    found.retain(|problem| !is_malformed(problem));
    found.extend(malformed);
    invoice.specification_id = Some(rules.specification_id.to_owned());
    if matches!(mapped.profile, EinvoiceProfile::Peppol | EinvoiceProfile::XRechnung) {
        invoice.business_process.get_or_insert_with(|| BILLING.to_owned());
    }
    let ambiguous = totals::ambiguous_exemption(&invoice, &terms);
    found.extend(ambiguous.map(|problem| origins.stand(problem, mapped)));
    let derived = totals::derive(&mut invoice, &terms);
    let is_derived = derived.is_ok();
    found.extend(derived.err().map(|message| Problem::new(EINVOICE_RULE, message)));
    restrict(&mut invoice, level);
    for broken in rules.validate(&invoice).findings() {
        let terms = broken.path.to_string();
        let is_known = |problem: &Problem| {
            problem.get("terms").and_then(|it| it.as_str()) == Some(terms.as_str())
                && (problem.get("rule").and_then(|it| it.as_str()) == Some(&broken.rule)
                    || problem.get("rule").is_none())
        };
        // Without sums, every rule about sums is broken.
        let is_noise = !is_derived && (terms.starts_with("BG-22") || terms.starts_with("BG-23"));
        if broken.severity == en16931::Severity::Info || is_noise || found.iter().any(is_known) {
            continue;
        }
        found.push(origins.stand(finding::of_rule(broken), mapped));
    }
    let syntax = match mapped.standard {
        EinvoiceStandard::FacturX => Syntax::Cii,
        EinvoiceStandard::Ubl => Syntax::Ubl,
    };
    let has_error = |found: &[Problem]| found.iter().any(finding::is_error);
    if has_error(&found) {
        return Err(sorted(found));
    }
    let written = match en16931_formats::write_unchecked(&invoice, syntax) {
        Ok(written) => written,
        Err(unwritable) => {
            found.extend(unwritable.entries.iter().map(finding::of_entry));
            return Err(sorted(found));
        }
    };
    let lost = written.entries.iter().filter(|entry| entry.kind != Kind::Derived);
    found.extend(lost.map(|entry| {
        let problem = origins.stand(finding::of_entry(entry), mapped);
        let message = finding::with_term(entry, problem.message);
        Problem { severity: Severity::Warning, message, ..problem }
    }));
    let xml = match level {
        // The writer knows no invoice without lines.
        TermLevel::Minimum => without_line(&written.xml, "<ram:LineTotalAmount>"),
        _ => written.xml,
    };
    Ok(CompanionFile {
        name: name(mapped).to_owned(),
        mime_type: "text/xml",
        bytes: xml.into_bytes(),
        values: values(&invoice, &terms),
        embedding: (syntax == Syntax::Cii).then(|| embedding(mapped, rules)),
        warnings: found,
    })
}

/// The values of terms that occur once, for texts of pages.
fn values(invoice: &Invoice, terms: &Terms<'_>) -> Vec<(&'static str, String)> {
    let totals = &invoice.totals;
    let amounts = [
        ("BT-106", Some(totals.line_total)),
        ("BT-107", totals.allowance_total),
        ("BT-108", totals.charge_total),
        ("BT-109", Some(totals.taxable_total)),
        ("BT-110", totals.vat_total),
        ("BT-111", totals.vat_total_accounting),
        ("BT-112", Some(totals.gross_total)),
        ("BT-113", totals.paid),
        ("BT-114", totals.rounding),
        ("BT-115", Some(totals.due)),
    ];
    let amounts = amounts.into_iter().filter_map(|(id, amount)| Some((id, amount?.to_string())));
    let own = TERMS.iter().filter(|term| !term.is_group() && term.list().is_none());
    let texts = own.filter_map(|term| Some((term.id, terms.text(term.id)?.to_owned())));
    amounts.chain(texts).collect()
}

/// Errors first.
fn sorted(mut found: Vec<Problem>) -> Vec<Problem> {
    found.sort_by_key(|problem| !finding::is_error(problem));
    found
}

/// The rules of a profile.
pub(super) fn rules(profile: EinvoiceProfile) -> &'static Rules {
    match profile {
        EinvoiceProfile::Minimum => &profiles::ZUGFERD_MINIMUM,
        EinvoiceProfile::BasicWl => &profiles::ZUGFERD_BASIC_WL,
        EinvoiceProfile::Basic => &profiles::ZUGFERD_BASIC,
        EinvoiceProfile::En16931 => &profiles::EN16931,
        EinvoiceProfile::Extended => &profiles::ZUGFERD_EXTENDED,
        EinvoiceProfile::XRechnung => &profiles::XRECHNUNG,
        EinvoiceProfile::Peppol => &profiles::PEPPOL_BIS_3,
    }
}

/// The terms that a profile has.
pub(super) fn level(profile: EinvoiceProfile) -> TermLevel {
    match profile {
        EinvoiceProfile::Minimum => TermLevel::Minimum,
        EinvoiceProfile::BasicWl => TermLevel::BasicWl,
        EinvoiceProfile::Basic => TermLevel::Basic,
        EinvoiceProfile::En16931
        | EinvoiceProfile::Extended
        | EinvoiceProfile::XRechnung
        | EinvoiceProfile::Peppol => TermLevel::En16931,
    }
}

/// Leaves out what a profile without lines does not have, after sums were derived of it.
fn restrict(invoice: &mut Invoice, level: TermLevel) {
    if level < TermLevel::Basic {
        invoice.lines.clear();
    }
    if level < TermLevel::BasicWl {
        invoice.vat_breakdown.clear();
        invoice.allowances.clear();
        invoice.charges.clear();
        let totals = &mut invoice.totals;
        totals.allowance_total = None;
        totals.charge_total = None;
        totals.vat_total_accounting = None;
        totals.paid = None;
        totals.rounding = None;
    }
}

/// A text without the line that holds an element.
fn without_line(xml: &str, element: &str) -> String {
    let lines = xml.split_inclusive('\n');
    lines.filter(|line| !line.trim_start().starts_with(element)).collect()
}

/// The name of the file.
fn name(mapped: &MappedInvoice) -> &'static str {
    match (mapped.standard, mapped.profile) {
        (EinvoiceStandard::FacturX, EinvoiceProfile::XRechnung) => "xrechnung.xml",
        (EinvoiceStandard::FacturX, _) => "factur-x.xml",
        (EinvoiceStandard::Ubl, _) => "invoice.xml",
    }
}

/// Embedding of the file in a document (Factur-X 1.0, chapter 6).
fn embedding(mapped: &MappedInvoice, rules: &Rules) -> Embedding {
    let conformance = match mapped.profile {
        EinvoiceProfile::Minimum => "MINIMUM",
        EinvoiceProfile::BasicWl => "BASIC WL",
        EinvoiceProfile::Basic => "BASIC",
        EinvoiceProfile::En16931 | EinvoiceProfile::Peppol => "EN 16931",
        EinvoiceProfile::Extended => "EXTENDED",
        EinvoiceProfile::XRechnung => "XRECHNUNG",
    };
    let property = |name, value: &str, description| MetadataProperty {
        name,
        value: value.to_owned(),
        description,
    };
    Embedding {
        relationship: if rules.is_en16931_invoice() {
            Relationship::Alternative
        } else {
            Relationship::Data
        },
        description: format!("Invoice as XML ({conformance})"),
        metadata: MetadataSchema {
            name: "Factur-X PDFA Extension Schema",
            namespace: "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#",
            prefix: "fx",
            properties: vec![
                property("DocumentFileName", name(mapped), "name of the embedded XML invoice file"),
                property("DocumentType", "INVOICE", "INVOICE"),
                property("Version", "1.0", "The actual version of the Factur-X XML schema"),
                property(
                    "ConformanceLevel",
                    conformance,
                    "The conformance level of the embedded Factur-X data",
                ),
            ],
        },
    }
}

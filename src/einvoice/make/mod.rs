//! E-invoices of our own: made of the terms of a map, checked by the rules, and written as XML.
//!
//! Nothing is chosen here: categories, rates and codes come from the terms. Only sums that the map lacks are derived.
//! The same terms give the same bytes.

mod difference;
mod model;
mod required;
mod terms;
mod totals;
mod units;
mod values;
mod writer;

use en16931::{Invoice, Profile as Rules, profiles};
use en16931_formats::Syntax;
use engine::format::einvoice::{TermLevel, term};
use engine::format::{EinvoiceProfile, EinvoiceStandard, Relationship};
use engine::host::{CompanionFile, Embedding, MetadataProperty, MetadataSchema};
use engine::problem::{Problem, Severity};
use engine::resolve::einvoice::MappedInvoice;

use super::codes::EINVOICE_RULE;
use super::{elements, finding};
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
    let syntax = match mapped.standard {
        EinvoiceStandard::FacturX => Syntax::Cii,
        EinvoiceStandard::Ubl => Syntax::Ubl,
    };
    writer::prepare(&mut invoice, syntax);
    let ambiguous = totals::ambiguous_exemption(&invoice, &terms);
    found.extend(ambiguous.map(|problem| origins.stand(problem, mapped)));
    let derived = totals::derive(&mut invoice, &terms);
    let is_derived = derived.is_ok();
    found.extend(derived.err().map(|message| Problem::new(EINVOICE_RULE, message)));
    let unrounded = lost_rounding(&invoice, level);
    found.extend(unrounded.map(|problem| origins.stand(problem, mapped)));
    restrict(&mut invoice, level);
    for broken in rules.validate(&invoice).findings() {
        let terms = broken.path.to_string();
        let is_known = |problem: &Problem| {
            let place = problem.get("terms").and_then(|it| it.as_str());
            place.is_some_and(|place| terms::outer(place) == terms)
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
    let has_error = |found: &[Problem]| found.iter().any(finding::is_error);
    if has_error(&found) {
        return Err(sorted(found));
    }
    let written = match writer::write(&invoice, syntax, level) {
        Ok(written) => written,
        Err(unwritable) => {
            found.extend(unwritable.entries.iter().map(finding::of_entry));
            return Err(sorted(found));
        }
    };
    found.extend(written.dropped.iter().map(|entry| {
        let problem = origins.stand(finding::of_entry(entry), mapped);
        let message = finding::with_term(entry, problem.message);
        Problem { severity: Severity::Warning, message, ..problem }
    }));
    let lost = written.lost.iter().map(|place| origins.stand(finding::of_lost(place), mapped));
    found.extend(lost);
    if !written.is_plain {
        found.extend(elements::findings(written.xml.as_bytes(), None));
    }
    if has_error(&found) {
        return Err(sorted(found));
    }
    Ok(CompanionFile {
        name: name(mapped).to_owned(),
        mime_type: "text/xml",
        bytes: written.xml.into_bytes(),
        values: values::of(&written.read, level),
        embedding: (syntax == Syntax::Cii).then(|| embedding(mapped, rules)),
        warnings: found,
    })
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

/// Leaves out what a profile does not have, after sums were derived of it.
fn restrict(invoice: &mut Invoice, level: TermLevel) {
    let lacks = |id: &str| term(id).is_some_and(|term| term.level > level);
    if lacks("BG-25") {
        invoice.lines.clear();
    }
    if lacks("BG-23") {
        invoice.vat_breakdown.clear();
    }
    if lacks("BG-20") {
        invoice.allowances.clear();
    }
    if lacks("BG-21") {
        invoice.charges.clear();
    }
    let totals = &mut invoice.totals;
    for (id, total) in [
        ("BT-107", &mut totals.allowance_total),
        ("BT-108", &mut totals.charge_total),
        ("BT-110", &mut totals.vat_total),
        ("BT-111", &mut totals.vat_total_accounting),
        ("BT-113", &mut totals.paid),
        ("BT-114", &mut totals.rounding),
    ] {
        if lacks(id) {
            *total = None;
        }
    }
}

/// The refusal of a rounding amount that a profile does not have, where it has the sum that needs it (BR-CO-16).
fn lost_rounding(invoice: &Invoice, level: TermLevel) -> Option<Problem> {
    let has = |id: &str| term(id).is_some_and(|term| term.level <= level);
    let is_rounded = invoice.totals.rounding.is_some_and(|rounding| !rounding.is_zero());
    if !is_rounded || has("BT-114") || !has("BT-113") {
        return None;
    }
    let message = "the profile has no rounding amount (BT-114), and the amount due (BT-115) does not add up without it";
    let advice = "take the profile `en16931`, which has BT-114, or leave it out of the map";
    Some(Problem::new(EINVOICE_RULE, message).detail("terms", "BT-114").advice(advice))
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

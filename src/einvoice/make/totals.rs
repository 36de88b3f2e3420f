//! Sums that the map leaves out: the breakdown by VAT rate, and the totals.

use std::collections::BTreeSet;

use en16931::invoice::{Code, DocumentTotals};
use en16931::{Invoice, Reconciler};

use engine::problem::Problem;

use super::terms::Terms;
use crate::einvoice::codes::EINVOICE_RULE;

/// VAT categories without tax; their breakdown has the reason (BT-120, BT-121).
const EXEMPT: [&str; 5] = ["E", "AE", "K", "G", "O"];

/// Takes one total from the derived ones.
type Take = fn(&mut DocumentTotals, &DocumentTotals);

/// The totals that can be derived.
const TOTALS: [(&str, Take); 7] = [
    ("BT-106", |own, derived| own.line_total = derived.line_total),
    ("BT-107", |own, derived| own.allowance_total = derived.allowance_total),
    ("BT-108", |own, derived| own.charge_total = derived.charge_total),
    ("BT-109", |own, derived| own.taxable_total = derived.taxable_total),
    ("BT-110", |own, derived| own.vat_total = derived.vat_total),
    ("BT-112", |own, derived| own.gross_total = derived.gross_total),
    ("BT-115", |own, derived| own.due = derived.due),
];

/// The refusal of one reason for an exemption (BT-120, BT-121) where the breakdown will have several categories
/// without tax, each of which has a reason of its own (BR-E-10, BR-AE-10, BR-IC-10, BR-G-10, BR-O-10).
pub(super) fn ambiguous_exemption(invoice: &Invoice, terms: &Terms<'_>) -> Option<Problem> {
    let has_reason = ["BT-120", "BT-121"].iter().any(|id| terms.text(id).is_some());
    if !has_reason || terms.is_mapped("BG-23") {
        return None;
    }
    let of_lines = invoice.lines.iter().map(|line| &line.vat.category);
    let of_document =
        invoice.allowances.iter().chain(&invoice.charges).map(|one| &one.vat.category);
    let used: BTreeSet<&str> = of_lines.chain(of_document).map(Code::as_str).collect();
    let exempt: Vec<&str> = EXEMPT.into_iter().filter(|category| used.contains(category)).collect();
    if exempt.len() < 2 {
        return None;
    }
    let message = format!(
        "the reason for the exemption (BT-120, BT-121) would be that of several VAT categories: {}",
        exempt.join(", ")
    );
    let advice = "map the breakdown of VAT (BG-23), with a reason for each category";
    Some(Problem::new(EINVOICE_RULE, message).detail("terms", "BT-120").advice(advice))
}

/// Derives the terms of BG-22 and BG-23 that the map leaves out. Those that it has stay, and the rules check them.
///
/// # Errors
/// The reason why sums cannot be calculated.
pub(super) fn derive(invoice: &mut Invoice, terms: &Terms<'_>) -> Result<(), String> {
    let has_breakdown = terms.is_mapped("BG-23");
    let mut missing = TOTALS.iter().filter(|(id, _)| !terms.is_mapped(id)).peekable();
    if has_breakdown && missing.peek().is_none() {
        return Ok(());
    }
    let mut reconciler = Reconciler::new();
    for category in EXEMPT {
        let (text, code) = (terms.text("BT-120"), terms.text("BT-121"));
        if text.is_some() || code.is_some() {
            reconciler = reconciler.exemption(category, text, code);
        }
    }
    if let Some(paid) = invoice.totals.paid {
        reconciler = reconciler.paid(paid);
    }
    if let Some(rounding) = invoice.totals.rounding {
        reconciler = reconciler.rounding(rounding);
    }
    // Lines without a category or amount are reported as such.
    let derived = reconciler.compute(invoice).map_err(|error| error.to_string())?;
    if !has_breakdown {
        invoice.vat_breakdown = derived.vat_breakdown;
    }
    for (_, take) in missing {
        take(&mut invoice.totals, &derived.totals);
    }
    Ok(())
}

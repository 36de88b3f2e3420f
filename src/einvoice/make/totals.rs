//! Sums that the map leaves out: the breakdown by VAT rate, and the totals.

use std::collections::BTreeSet;

use en16931::invoice::Code;
use en16931::{AmountError, Invoice, InvoiceAmount, Reconciler};

use engine::problem::Problem;

use super::terms::Terms;
use crate::einvoice::codes::EINVOICE_RULE;

/// VAT categories without tax; their breakdown has the reason (BT-120, BT-121).
const EXEMPT: [&str; 5] = ["E", "AE", "K", "G", "O"];

/// The totals that can be derived.
const TOTALS: [&str; 7] = ["BT-106", "BT-107", "BT-108", "BT-109", "BT-110", "BT-112", "BT-115"];

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
    if has_breakdown && TOTALS.iter().all(|id| terms.is_mapped(id)) {
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
    let sum = |error: AmountError| error.to_string();
    let taxes = invoice.vat_breakdown.iter().map(|one| one.tax_amount);
    let taxes = InvoiceAmount::checked_sum(taxes).map_err(sum)?;
    let is_missing = |id| !terms.is_mapped(id);
    let own = &mut invoice.totals;
    if is_missing("BT-106") {
        own.line_total = derived.totals.line_total;
    }
    if is_missing("BT-107") {
        own.allowance_total = derived.totals.allowance_total;
    }
    if is_missing("BT-108") {
        own.charge_total = derived.totals.charge_total;
    }
    // Each total of those before it, whether the map has them or not.
    if is_missing("BT-109") {
        let less = own.line_total.checked_sub(own.allowance_total.unwrap_or_default());
        let total = less.and_then(|net| net.checked_add(own.charge_total.unwrap_or_default()));
        own.taxable_total = total.map_err(sum)?;
    }
    if is_missing("BT-110") {
        own.vat_total = derived.totals.vat_total.map(|_| taxes);
    }
    if is_missing("BT-112") {
        let tax = own.vat_total.unwrap_or_default();
        own.gross_total = own.taxable_total.checked_add(tax).map_err(sum)?;
    }
    if is_missing("BT-115") {
        let less = own.gross_total.checked_sub(own.paid.unwrap_or_default());
        let due = less.and_then(|due| due.checked_add(own.rounding.unwrap_or_default()));
        own.due = due.map_err(sum)?;
    }
    Ok(())
}

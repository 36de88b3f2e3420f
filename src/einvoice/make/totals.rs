//! Sums that the map does not have: the breakdown by VAT rate, and the totals.

use en16931::{Invoice, Reconciler};

use super::terms::Terms;

/// Categories without tax, whose breakdown says why.
const EXEMPT: [&str; 5] = ["E", "AE", "K", "G", "O"];

/// Derives the terms of BG-22 and BG-23 that the map leaves out. Its own terms stay, to be checked.
///
/// # Errors
/// The reason why sums cannot be calculated.
pub(super) fn derive(invoice: &mut Invoice, terms: &Terms<'_>) -> Result<(), String> {
    let has_breakdown = terms.is_mapped("BG-23");
    let is_missing = |id: &&str| !terms.is_mapped(id);
    let totals = ["BT-106", "BT-107", "BT-108", "BT-109", "BT-110", "BT-112", "BT-115"];
    let missing: Vec<&str> = totals.into_iter().filter(is_missing).collect();
    if has_breakdown && missing.is_empty() {
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
    let (own, sums) = (&mut invoice.totals, derived.totals);
    for id in missing {
        match id {
            "BT-106" => own.line_total = sums.line_total,
            "BT-107" => own.allowance_total = sums.allowance_total,
            "BT-108" => own.charge_total = sums.charge_total,
            "BT-109" => own.taxable_total = sums.taxable_total,
            "BT-110" => own.vat_total = sums.vat_total,
            "BT-112" => own.gross_total = sums.gross_total,
            "BT-115" => own.due = sums.due,
            _ => {}
        }
    }
    Ok(())
}

//! An invoice as XML, and as a receiver reads it there: a term that does not come back was never sent.

use en16931::invoice::{DirectDebit, PaymentMeans};
use en16931::{DocumentReference, Invoice};
use en16931_formats::report::{Entry, Kind};
use en16931_formats::{Syntax, Unwritable};
use engine::format::einvoice::TermLevel;

use super::difference::differing;
use crate::base::printable::html;
use crate::einvoice::credit_note;

/// A written invoice.
pub(super) struct WrittenInvoice {
    pub(super) xml: String,
    /// The terms that the syntax has no place for, as the writer says so.
    pub(super) dropped: Vec<Entry>,
    /// The invoice as it is read from the XML.
    pub(super) read: Invoice,
    /// Terms and groups that do not come back, and of which the writer says nothing.
    pub(super) lost: Vec<String>,
    /// `true` if it is what the library writes of the whole invoice, whose elements need no further look.
    pub(super) is_plain: bool,
}

/// The identifier of an order where there is one of the seller alone: UBL demands one, and Peppol knows this one.
const NO_ORDER: &str = "NA";

/// The invoice with what its syntax demands.
pub(super) fn prepare(invoice: &mut Invoice, syntax: Syntax) {
    if syntax == Syntax::Ubl
        && invoice.sales_order_reference.is_some()
        && invoice.purchase_order_reference.is_none()
    {
        invoice.purchase_order_reference = Some(DocumentReference::new(NO_ORDER));
    }
}

/// Writes an invoice, and reads it again.
///
/// # Errors
/// The syntax has no form for it.
pub(super) fn write(
    invoice: &Invoice,
    syntax: Syntax,
    level: TermLevel,
) -> Result<WrittenInvoice, Unwritable> {
    let written = en16931_formats::write_unchecked(invoice, syntax)?;
    let (mut xml, mut dropped) = (written.xml, written.entries);
    dropped.retain(|entry| entry.kind != Kind::Derived);
    let length = xml.len();
    if syntax == Syntax::Ubl {
        let added = credit_note::complete(&mut xml, invoice);
        dropped.retain(|entry| !added.iter().any(|term| entry.term.as_deref() == Some(term)));
    } else {
        with_mandate(&mut xml, invoice);
    }
    if level == TermLevel::Minimum {
        // The writer knows no invoice without lines.
        xml = without_line(&xml, "<ram:LineTotalAmount>");
    }
    let read = en16931_formats::read(&credit_note::as_invoice(xml.as_bytes()));
    let mut lost = match &read {
        Ok(read) => differing(invoice, &read.invoice),
        Err(error) => vec![error.to_string()],
    };
    let is_plain = lost.is_empty() && dropped.is_empty() && xml.len() == length;
    lost.retain(|place| !is_level_sum(place, level));
    lost.retain(|place| !dropped.iter().any(|entry| names(entry, place)));
    let read = read.map(|read| read.invoice).unwrap_or_default();
    Ok(WrittenInvoice { xml, dropped, read, lost, is_plain })
}

/// Returns `true` for the sum of the lines where there are none.
fn is_level_sum(place: &str, level: TermLevel) -> bool {
    level == TermLevel::Minimum && place == "BT-106"
}

/// Returns `true` if the writer says that a term, or the group of it, is not written.
fn names(entry: &Entry, place: &str) -> bool {
    let id = |place: &str| place.split('[').next().unwrap_or_default().to_owned();
    let places = entry.term.iter().flat_map(|term| term.split('/')).map(id);
    let own: Vec<String> = place.split('/').map(id).collect();
    places.into_iter().any(|id| own.contains(&id))
}

/// The mandate of a direct debit (BT-89), which CII has among the terms of payment: the writer knows it only beside
/// others of them.
fn with_mandate(xml: &mut String, invoice: &Invoice) {
    if invoice.payment_terms.is_some() || invoice.due_date.is_some() {
        return;
    }
    let means = invoice.payment.as_ref().and_then(|payment| payment.means.as_ref());
    let Some(PaymentMeans::DirectDebit(DirectDebit { mandate_reference: Some(mandate), .. })) =
        means
    else {
        return;
    };
    const SUMS: &str = "      <ram:SpecifiedTradeSettlementHeaderMonetarySummation>";
    if let Some(at) = xml.find(SUMS) {
        let mandate = html(mandate);
        let terms = format!(
            "      <ram:SpecifiedTradePaymentTerms>\n        \
             <ram:DirectDebitMandateID>{mandate}</ram:DirectDebitMandateID>\n      \
             </ram:SpecifiedTradePaymentTerms>\n"
        );
        xml.insert_str(at, &terms);
    }
}

/// A text without the line that holds an element.
fn without_line(xml: &str, element: &str) -> String {
    let lines = xml.split_inclusive('\n');
    lines.filter(|line| !line.trim_start().starts_with(element)).collect()
}

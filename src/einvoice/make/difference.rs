//! Terms and groups in which two invoices differ.

use en16931::Invoice;
use en16931::invoice::{Party, PaymentInstructions, PaymentMeans};

/// Fields of two values that differ, with the term or group of each.
macro_rules! compare {
    ($found:ident, $own:expr, $other:expr, $($field:ident $id:expr),* $(,)?) => {
        $(if $own.$field != $other.$field {
            $found.push(String::from($id));
        })*
    };
}

/// The places at which two invoices differ; within lists, the item.
pub(super) fn differing(own: &Invoice, other: &Invoice) -> Vec<String> {
    let mut found = Vec::new();
    if own == other {
        return found;
    }
    compare!(
        found, own, other, number "BT-1", issue_date "BT-2", type_code "BT-3", currency "BT-5",
        vat_accounting_currency "BT-6", vat_point_date "BT-7", vat_point_date_code "BT-8", due_date "BT-9",
        buyer_reference "BT-10", project_reference "BT-11", contract_reference "BT-12",
        purchase_order_reference "BT-13", sales_order_reference "BT-14", receiving_advice_reference "BT-15",
        despatch_advice_reference "BT-16", tender_reference "BT-17", object_identifier "BT-18",
        accounting_reference "BT-19", payment_terms "BT-20", business_process "BT-23", specification_id "BT-24",
        payee "BG-10", tax_representative "BG-11", delivery "BG-13", invoicing_period "BG-14",
    );
    list("BG-1", &own.notes, &other.notes, &mut found);
    list("BG-3", &own.preceding_invoices, &other.preceding_invoices, &mut found);
    party(&own.seller, &other.seller, &SELLER, &mut found);
    party(&own.buyer, &other.buyer, &BUYER, &mut found);
    payment(own.payment.as_ref(), other.payment.as_ref(), &mut found);
    list("BG-20", &own.allowances, &other.allowances, &mut found);
    list("BG-21", &own.charges, &other.charges, &mut found);
    let (sums, others) = (&own.totals, &other.totals);
    compare!(
        found, sums, others, line_total "BT-106", allowance_total "BT-107", charge_total "BT-108",
        taxable_total "BT-109", vat_total "BT-110", vat_total_accounting "BT-111", gross_total "BT-112",
        paid "BT-113", rounding "BT-114", due "BT-115",
    );
    list("BG-23", &own.vat_breakdown, &other.vat_breakdown, &mut found);
    list("BG-24", &own.attachments, &other.attachments, &mut found);
    list("BG-25", &own.lines, &other.lines, &mut found);
    found
}

fn list<T: PartialEq>(id: &str, own: &[T], other: &[T], found: &mut Vec<String>) {
    let differs = |index: &usize| own.get(*index) != other.get(*index);
    found.extend(
        (0..own.len().max(other.len())).filter(differs).map(|index| format!("{id}[{index}]")),
    );
}

/// The terms of the seller: those of [`Party`] in its order, then those of the contact.
const SELLER: [&str; 12] = [
    "BT-27", "BT-28", "BT-29", "BT-30", "BT-31", "BT-32", "BT-33", "BT-34", "BG-5", "BT-41",
    "BT-42", "BT-43",
];
/// The terms of the buyer, which has no tax number and no legal information.
const BUYER: [&str; 12] = [
    "BT-44", "BT-45", "BT-46", "BT-47", "BT-48", "BG-7", "BG-7", "BT-49", "BG-8", "BT-56", "BT-57",
    "BT-58",
];

fn party(own: &Party, other: &Party, ids: &[&str; 12], found: &mut Vec<String>) {
    let [name, trading, identifier, register, vat, tax, legal, address, postal, contact @ ..] =
        *ids;
    compare!(
        found, own, other, name name, trading_name trading, identifiers identifier,
        legal_registration register, vat_identifier vat, tax_registration tax,
        additional_legal_information legal, electronic_address address, address postal,
    );
    let [person, number, mail] = contact;
    let (own, other) = (&own.contact, &other.contact);
    compare!(found, own, other, name person, phone number, email mail);
}

fn payment(
    own: Option<&PaymentInstructions>,
    other: Option<&PaymentInstructions>,
    found: &mut Vec<String>,
) {
    let (own, other) = match (own, other) {
        (Some(own), Some(other)) => (own, other),
        (None, None) => return,
        _ => return found.push("BG-16".to_owned()),
    };
    compare!(
        found, own, other, means_code "BT-81", means_text "BT-82", remittance_information "BT-83",
    );
    match (&own.means, &other.means) {
        (Some(PaymentMeans::DirectDebit(own)), Some(PaymentMeans::DirectDebit(other))) => {
            compare!(
                found, own, other, mandate_reference "BT-89", creditor_identifier "BT-90",
                debited_account "BT-91",
            );
        }
        (Some(PaymentMeans::CreditTransfer(own)), Some(PaymentMeans::CreditTransfer(other))) => {
            list("BG-17", own, other, found);
        }
        (own, other) if own == other => {}
        (Some(PaymentMeans::CreditTransfer(_)), _) => found.push("BG-17".to_owned()),
        (Some(PaymentMeans::Card(_)), _) => found.push("BG-18".to_owned()),
        _ => found.push("BG-19".to_owned()),
    }
}

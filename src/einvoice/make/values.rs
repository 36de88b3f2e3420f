//! The values of terms that occur once, as a written invoice has them.

use en16931::invoice::{Contact, Party, PaymentMeans, PostalAddress};
use en16931::{Identifier, Invoice};
use engine::format::einvoice::{TermLevel, term};

/// Values by the identifier of their term.
#[derive(Default)]
struct Values(Vec<(&'static str, String)>);

impl Values {
    fn add(&mut self, id: &str, value: Option<impl ToString>) {
        let value = value.map(|value| value.to_string()).filter(|value| !value.is_empty());
        if let (Some(term), Some(value)) = (term(id), value) {
            self.0.push((term.id, value));
        }
    }

    /// An identifier and its scheme.
    fn identifier(&mut self, id: &str, identifier: Option<&Identifier>) {
        self.add(id, identifier.map(Identifier::content));
        self.add(&format!("{id}-1"), identifier.and_then(Identifier::scheme));
    }

    /// An address; its terms in the order of the standard.
    fn address(&mut self, ids: [u16; 7], address: &PostalAddress) {
        let PostalAddress { line1, line2, line3, city, post_code, subdivision, country } = address;
        let texts = [line1, line2, line3, city, post_code, subdivision];
        for (id, text) in ids.iter().zip(texts) {
            self.add(&format!("BT-{id}"), text.as_ref());
        }
        self.add(&format!("BT-{}", ids[6]), country.as_ref());
    }

    fn contact(&mut self, ids: [&str; 3], contact: &Contact) {
        let Contact { name, phone, email } = contact;
        for (id, text) in ids.iter().zip([name, phone, email]) {
            self.add(id, text.as_ref());
        }
    }

    /// The terms that seller and buyer both have.
    fn party(&mut self, ids: [&str; 6], party: &Party) {
        let [name, trading, identifier, register, vat, address] = ids;
        self.add(name, party.name.as_ref());
        self.add(trading, party.trading_name.as_ref());
        // Several identifiers are a list, which no text prints.
        if let [one] = party.identifiers.as_slice() {
            self.identifier(identifier, Some(one));
        }
        self.identifier(register, party.legal_registration.as_ref());
        self.add(vat, party.vat_identifier.as_ref());
        self.identifier(address, party.electronic_address.as_ref());
    }
}

/// The values of an invoice as it is read from its XML.
pub(super) fn of(invoice: &Invoice, level: TermLevel) -> Vec<(&'static str, String)> {
    let mut values = Values::default();
    header(invoice, &mut values);
    parties(invoice, &mut values);
    payment(invoice, &mut values);
    totals(invoice, level, &mut values);
    values.0
}

fn header(invoice: &Invoice, values: &mut Values) {
    values.add("BT-1", invoice.number.as_ref());
    values.add("BT-2", invoice.issue_date);
    values.add("BT-3", invoice.type_code.as_ref());
    values.add("BT-5", invoice.currency.as_ref());
    values.add("BT-6", invoice.vat_accounting_currency.as_ref());
    values.add("BT-7", invoice.vat_point_date);
    values.add("BT-8", invoice.vat_point_date_code.as_ref());
    values.add("BT-9", invoice.due_date);
    values.add("BT-10", invoice.buyer_reference.as_ref());
    for (id, reference) in [
        ("BT-11", &invoice.project_reference),
        ("BT-12", &invoice.contract_reference),
        ("BT-13", &invoice.purchase_order_reference),
        ("BT-14", &invoice.sales_order_reference),
        ("BT-15", &invoice.receiving_advice_reference),
        ("BT-16", &invoice.despatch_advice_reference),
        ("BT-17", &invoice.tender_reference),
    ] {
        values.add(id, reference.as_ref().map(|reference| reference.as_str()));
    }
    values.identifier("BT-18", invoice.object_identifier.as_ref());
    values.add("BT-19", invoice.accounting_reference.as_ref());
    values.add("BT-20", invoice.payment_terms.as_ref());
    values.add("BT-23", invoice.business_process.as_ref());
    values.add("BT-24", invoice.specification_id.as_ref());
}

fn parties(invoice: &Invoice, values: &mut Values) {
    let (seller, buyer) = (&invoice.seller, &invoice.buyer);
    values.party(["BT-27", "BT-28", "BT-29", "BT-30", "BT-31", "BT-34"], seller);
    values.add("BT-32", seller.tax_registration.as_ref());
    values.add("BT-33", seller.additional_legal_information.as_ref());
    values.address([35, 36, 162, 37, 38, 39, 40], &seller.address);
    values.contact(["BT-41", "BT-42", "BT-43"], &seller.contact);
    values.party(["BT-44", "BT-45", "BT-46", "BT-47", "BT-48", "BT-49"], buyer);
    values.address([50, 51, 163, 52, 53, 54, 55], &buyer.address);
    values.contact(["BT-56", "BT-57", "BT-58"], &buyer.contact);
    if let Some(payee) = &invoice.payee {
        values.add("BT-59", payee.name.as_ref());
        values.identifier("BT-60", payee.identifier.as_ref());
        values.identifier("BT-61", payee.legal_registration.as_ref());
    }
    if let Some(representative) = &invoice.tax_representative {
        values.add("BT-62", representative.name.as_ref());
        values.add("BT-63", representative.vat_identifier.as_ref());
        values.address([64, 65, 164, 66, 67, 68, 69], &representative.address);
    }
    if let Some(delivery) = &invoice.delivery {
        values.add("BT-70", delivery.party_name.as_ref());
        values.identifier("BT-71", delivery.location.as_ref());
        values.add("BT-72", delivery.date);
        if let Some(address) = &delivery.address {
            values.address([75, 76, 165, 77, 78, 79, 80], address);
        }
    }
    if let Some(period) = &invoice.invoicing_period {
        values.add("BT-73", period.start);
        values.add("BT-74", period.end);
    }
}

fn payment(invoice: &Invoice, values: &mut Values) {
    let Some(payment) = &invoice.payment else { return };
    values.add("BT-81", payment.means_code.as_ref());
    values.add("BT-82", payment.means_text.as_ref());
    values.add("BT-83", payment.remittance_information.as_ref());
    match &payment.means {
        Some(PaymentMeans::Card(card)) => {
            values.add("BT-87", card.primary_account_number.as_ref());
            values.add("BT-88", card.holder_name.as_ref());
        }
        Some(PaymentMeans::DirectDebit(debit)) => {
            values.add("BT-89", debit.mandate_reference.as_ref());
            values.add("BT-90", debit.creditor_identifier.as_ref());
            values.add("BT-91", debit.debited_account.as_ref());
        }
        // Credit transfers are a list, which no text prints.
        Some(PaymentMeans::CreditTransfer(_)) | None => {}
    }
}

fn totals(invoice: &Invoice, level: TermLevel, values: &mut Values) {
    let totals = &invoice.totals;
    // A profile without lines has no sum of them.
    values.add("BT-106", Some(totals.line_total).filter(|_| level > TermLevel::Minimum));
    values.add("BT-107", totals.allowance_total);
    values.add("BT-108", totals.charge_total);
    values.add("BT-109", Some(totals.taxable_total));
    values.add("BT-110", totals.vat_total);
    values.add("BT-111", totals.vat_total_accounting);
    values.add("BT-112", Some(totals.gross_total));
    values.add("BT-113", totals.paid);
    values.add("BT-114", totals.rounding);
    values.add("BT-115", Some(totals.due));
}

//! An invoice of the library as data whose keys are terms, and the map that takes each term of it.

use en16931::invoice::{
    CreditTransfer, DocumentAllowanceCharge, InvoiceLine, LineAllowanceCharge, Party, PaymentMeans,
    PostalAddress,
};
use en16931::{Identifier, Invoice};
use serde_json::{Map, Value as Json, json};

use reportctl::format::einvoice::{TERMS, Term, term};

/// Terms with their values, by their key.
struct Data(Map<String, Json>);

impl Data {
    fn new() -> Self {
        Self(Map::new())
    }

    fn put(&mut self, id: &str, value: Option<impl ToString>) -> &mut Self {
        if let Some(value) = value {
            self.0.insert(key(id), value.to_string().into());
        }
        self
    }

    fn identifier(&mut self, id: &str, identifier: Option<&Identifier>) -> &mut Self {
        self.put(id, identifier.map(Identifier::content));
        self.put(&format!("{id}-1"), identifier.and_then(Identifier::scheme))
    }

    fn identifiers(&mut self, id: &str, all: &[Identifier]) -> &mut Self {
        let of = |one: &Identifier| {
            let mut data = Self::new();
            data.identifier(id, Some(one));
            data
        };
        self.list(id, all, of)
    }

    fn list<T>(&mut self, id: &str, items: &[T], of: impl Fn(&T) -> Self) -> &mut Self {
        let items: Vec<Json> = items.iter().map(|item| of(item).0.into()).collect();
        self.0.insert(key(id), items.into());
        self
    }

    fn address(&mut self, ids: [u16; 7], address: &PostalAddress) {
        let of = address;
        let country = of.country.as_ref().map(ToString::to_string);
        let values =
            [&of.line1, &of.line2, &of.line3, &of.city, &of.post_code, &of.subdivision, &country];
        for (id, value) in ids.into_iter().zip(values) {
            self.put(&format!("BT-{id}"), value.as_ref());
        }
    }

    fn allowance(of: &DocumentAllowanceCharge, first: u16) -> Self {
        let mut data = Self::new();
        let id = |offset: u16| format!("BT-{}", first + offset);
        data.put(&id(0), Some(of.amount))
            .put(&id(1), of.base_amount)
            .put(&id(2), of.percentage)
            .put(&id(3), Some(&of.vat.category))
            .put(&id(4), of.vat.rate)
            .put(&id(5), of.reason.as_ref())
            .put(&id(6), of.reason_code.as_ref());
        data
    }

    fn line_allowance(of: &LineAllowanceCharge, first: u16) -> Self {
        let mut data = Self::new();
        let id = |offset: u16| format!("BT-{}", first + offset);
        data.put(&id(0), Some(of.amount))
            .put(&id(1), of.base_amount)
            .put(&id(2), of.percentage)
            .put(&id(3), of.reason.as_ref())
            .put(&id(4), of.reason_code.as_ref());
        data
    }
}

/// The key of a term in the data: paths have no hyphens.
fn key(id: &str) -> String {
    id.replace('-', "_")
}

/// The terms of an invoice as data.
pub(super) fn data(invoice: &Invoice) -> Json {
    let mut data = Data::new();
    data.put("BT-1", invoice.number.as_ref())
        .put("BT-2", invoice.issue_date)
        .put("BT-3", invoice.type_code.as_ref())
        .put("BT-5", invoice.currency.as_ref())
        .put("BT-6", invoice.vat_accounting_currency.as_ref())
        .put("BT-7", invoice.vat_point_date)
        .put("BT-8", invoice.vat_point_date_code.as_ref())
        .put("BT-9", invoice.due_date)
        .put("BT-10", invoice.buyer_reference.as_ref())
        .put("BT-19", invoice.accounting_reference.as_ref())
        .put("BT-20", invoice.payment_terms.as_ref())
        .put("BT-23", invoice.business_process.as_ref());
    for (id, reference) in [
        ("BT-11", &invoice.project_reference),
        ("BT-12", &invoice.contract_reference),
        ("BT-13", &invoice.purchase_order_reference),
        ("BT-14", &invoice.sales_order_reference),
        ("BT-15", &invoice.receiving_advice_reference),
        ("BT-16", &invoice.despatch_advice_reference),
        ("BT-17", &invoice.tender_reference),
    ] {
        data.put(id, reference.as_ref().map(|reference| reference.as_str()));
    }
    data.identifier("BT-18", invoice.object_identifier.as_ref());
    data.list("BG-1", &invoice.notes, |note| {
        let mut data = Data::new();
        data.put("BT-21", note.subject_code.as_ref()).put("BT-22", note.note.as_ref());
        data
    });
    data.list("BG-3", &invoice.preceding_invoices, |one| {
        let mut data = Data::new();
        data.put("BT-25", Some(one.reference.as_str())).put("BT-26", one.issue_date);
        data
    });
    party(&mut data, &invoice.seller, ["BT-27", "BT-28", "BT-29", "BT-30", "BT-31", "BT-34"]);
    data.put("BT-32", invoice.seller.tax_registration.as_ref());
    data.put("BT-33", invoice.seller.additional_legal_information.as_ref());
    data.address([35, 36, 162, 37, 38, 39, 40], &invoice.seller.address);
    contact(&mut data, &invoice.seller, 41);
    party(&mut data, &invoice.buyer, ["BT-44", "BT-45", "BT-46", "BT-47", "BT-48", "BT-49"]);
    data.address([50, 51, 163, 52, 53, 54, 55], &invoice.buyer.address);
    contact(&mut data, &invoice.buyer, 56);
    if let Some(payee) = &invoice.payee {
        data.put("BT-59", payee.name.as_ref());
        data.identifier("BT-60", payee.identifier.as_ref());
        data.identifier("BT-61", payee.legal_registration.as_ref());
    }
    if let Some(one) = &invoice.tax_representative {
        data.put("BT-62", one.name.as_ref()).put("BT-63", one.vat_identifier.as_ref());
        data.address([64, 65, 164, 66, 67, 68, 69], &one.address);
    }
    if let Some(delivery) = &invoice.delivery {
        data.put("BT-70", delivery.party_name.as_ref()).put("BT-72", delivery.date);
        data.identifier("BT-71", delivery.location.as_ref());
        if let Some(address) = &delivery.address {
            data.address([75, 76, 165, 77, 78, 79, 80], address);
        }
    }
    if let Some(period) = &invoice.invoicing_period {
        data.put("BT-73", period.start).put("BT-74", period.end);
    }
    payment(&mut data, invoice);
    data.list("BG-20", &invoice.allowances, |one| Data::allowance(one, 92));
    data.list("BG-21", &invoice.charges, |one| Data::allowance(one, 99));
    let totals = &invoice.totals;
    data.put("BT-106", Some(totals.line_total))
        .put("BT-107", totals.allowance_total)
        .put("BT-108", totals.charge_total)
        .put("BT-109", Some(totals.taxable_total))
        .put("BT-110", totals.vat_total)
        .put("BT-111", totals.vat_total_accounting)
        .put("BT-112", Some(totals.gross_total))
        .put("BT-113", totals.paid)
        .put("BT-114", totals.rounding)
        .put("BT-115", Some(totals.due));
    data.list("BG-23", &invoice.vat_breakdown, |one| {
        let mut data = Data::new();
        data.put("BT-116", Some(one.taxable_amount))
            .put("BT-117", Some(one.tax_amount))
            .put("BT-118", Some(&one.category))
            .put("BT-119", one.rate)
            .put("BT-120", one.exemption_reason.as_ref())
            .put("BT-121", one.exemption_reason_code.as_ref());
        data
    });
    data.list("BG-24", &invoice.attachments, |one| {
        let mut data = Data::new();
        data.put("BT-122", Some(one.reference.as_str()))
            .put("BT-123", one.description.as_ref())
            .put("BT-124", one.uri.as_ref());
        if let Some(file) = &one.attachment {
            data.put("BT-125", Some(base64(file.content())))
                .put("BT-125-1", Some(file.mime_code()))
                .put("BT-125-2", Some(file.filename()));
        }
        data
    });
    data.list("BG-25", &invoice.lines, line);
    data.0.into()
}

fn party(data: &mut Data, party: &Party, ids: [&str; 6]) {
    let [name, trading, identifiers, legal, vat, address] = ids;
    data.put(name, party.name.as_ref())
        .put(trading, party.trading_name.as_ref())
        .identifiers(identifiers, &party.identifiers)
        .identifier(legal, party.legal_registration.as_ref())
        .put(vat, party.vat_identifier.as_ref())
        .identifier(address, party.electronic_address.as_ref());
}

fn contact(data: &mut Data, party: &Party, first: u16) {
    let contact = &party.contact;
    for (offset, value) in (0..).zip([&contact.name, &contact.phone, &contact.email]) {
        data.put(&format!("BT-{}", first + offset), value.as_ref());
    }
}

fn payment(data: &mut Data, invoice: &Invoice) {
    let Some(payment) = &invoice.payment else { return };
    data.put("BT-81", payment.means_code.as_ref())
        .put("BT-82", payment.means_text.as_ref())
        .put("BT-83", payment.remittance_information.as_ref());
    match &payment.means {
        Some(PaymentMeans::CreditTransfer(all)) => {
            data.list("BG-17", all, |one: &CreditTransfer| {
                let mut data = Data::new();
                data.put("BT-84", one.account_identifier.as_ref())
                    .put("BT-85", one.account_name.as_ref())
                    .put("BT-86", one.provider_identifier.as_ref());
                data
            });
        }
        Some(PaymentMeans::Card(card)) => {
            data.put("BT-87", card.primary_account_number.as_ref())
                .put("BT-88", card.holder_name.as_ref());
        }
        Some(PaymentMeans::DirectDebit(debit)) => {
            data.put("BT-89", debit.mandate_reference.as_ref())
                .put("BT-90", debit.creditor_identifier.as_ref())
                .put("BT-91", debit.debited_account.as_ref());
        }
        None => {}
    }
}

fn line(line: &InvoiceLine) -> Data {
    let mut data = Data::new();
    data.put("BT-126", Some(&line.id))
        .put("BT-127", line.note.as_ref())
        .identifier("BT-128", line.object_identifier.as_ref())
        .put("BT-129", Some(line.quantity))
        .put("BT-130", Some(&line.unit_code))
        .put("BT-131", Some(line.net_amount))
        .put("BT-132", line.order_line_reference.as_ref().map(|it| it.as_str()))
        .put("BT-133", line.accounting_reference.as_ref())
        .put("BT-134", line.period.as_ref().and_then(|period| period.start))
        .put("BT-135", line.period.as_ref().and_then(|period| period.end))
        .list("BG-27", &line.allowances, |one| Data::line_allowance(one, 136))
        .list("BG-28", &line.charges, |one| Data::line_allowance(one, 141))
        .put("BT-146", Some(line.price.net_price))
        .put("BT-147", line.price.price_discount)
        .put("BT-148", line.price.gross_price)
        .put("BT-149", line.price.base_quantity)
        .put("BT-150", line.price.base_quantity_code.as_ref())
        .put("BT-151", Some(&line.vat.category))
        .put("BT-152", line.vat.rate)
        .put("BT-153", line.item.name.as_ref())
        .put("BT-154", line.item.description.as_ref())
        .put("BT-155", line.item.seller_identifier.as_ref())
        .put("BT-156", line.item.buyer_identifier.as_ref())
        .identifier("BT-157", line.item.standard_identifier.as_ref())
        .identifiers("BT-158", &line.item.classification_identifiers)
        .put("BT-159", line.item.origin_country.as_ref())
        .list("BG-32", &line.item.attributes, |one| {
            let mut data = Data::new();
            data.put("BT-160", one.name.as_ref()).put("BT-161", one.value.as_ref());
            data
        });
    data
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let group = chunk.iter().fold(0_u32, |group, byte| group << 8 | u32::from(*byte))
            << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let letter = LETTERS[(group >> (18 - 6 * place) & 63) as usize];
            out.push(if place <= chunk.len() { letter as char } else { '=' });
        }
    }
    out
}

/// The map that takes every term from the key of its name.
pub(super) fn map() -> Json {
    of_list(None).into()
}

fn of_list(list: Option<&'static Term>) -> Map<String, Json> {
    let mut map = Map::new();
    // BT-24 is that of the profile.
    for term in TERMS.iter().filter(|term| term.id != "BT-24") {
        if outer(term) != list {
            continue;
        }
        if term.is_list() && list.is_none_or(|list| list.id != term.id) {
            let inner = of_list(Some(term));
            map.insert(term.id.to_owned(), json!({ "each": key(term.id), "map": inner }));
        } else if !term.is_group() {
            map.insert(term.id.to_owned(), format!("{{{}}}", key(term.id)).into());
        }
    }
    if let Some(term) = list.filter(|list| !list.is_group()) {
        map.insert(term.id.to_owned(), format!("{{{}}}", key(term.id)).into());
    }
    map
}

/// The list that a term is in: a group, or the term whose scheme it is.
fn outer(of: &'static Term) -> Option<&'static Term> {
    let base = of.id.rsplit_once('-').and_then(|(base, _)| term(base));
    base.filter(|base| base.is_list()).or(of.list())
}

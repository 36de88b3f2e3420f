//! The terms of a map as an invoice, to be checked by the rules.

use std::cell::RefCell;

use en16931::codes::generated::CREDIT_NOTE_TYPE_CODES;
use en16931::invoice::{
    Code, Contact, CreditTransfer, Delivery, DirectDebit, DocumentAllowanceCharge, DocumentTotals,
    InvoiceLine, InvoiceNote, Item, ItemAttribute, LineAllowanceCharge, LineVat, Party, Payee,
    PaymentCard, PaymentInstructions, PaymentMeans, Period, PostalAddress, PrecedingInvoice,
    PriceDetails, SupportingDocument, TaxRepresentative, VatBreakdown,
};
use en16931::{
    Attachment, Date, DocumentKind, DocumentReference, Identifier, Invoice, InvoiceAmount,
    Percentage, Quantity, UnitPriceAmount,
};
use engine::format::einvoice::{TermLevel, term};
use engine::problem::Problem;
use engine::resolve::einvoice::MappedInvoice;
use rust_decimal::{Decimal, RoundingStrategy};

use super::terms::{Origins, Terms};
use super::units;
use crate::einvoice::codes::EINVOICE_RULE;

/// Identifiers of accounts and of VAT, which the preset writes without blanks.
const COMPACT: [&str; 6] = ["BT-31", "BT-48", "BT-63", "BT-84", "BT-86", "BT-91"];

/// Reads terms into an invoice.
pub(super) struct Model<'m> {
    mapped: &'m MappedInvoice,
    level: TermLevel,
    origins: &'m Origins,
    /// Values that cannot be read.
    malformed: RefCell<Vec<Problem>>,
}

impl<'m> Model<'m> {
    pub(super) fn new(mapped: &'m MappedInvoice, level: TermLevel, origins: &'m Origins) -> Self {
        Self { mapped, level, origins, malformed: RefCell::default() }
    }

    /// The invoice, and the values that cannot be read.
    pub(super) fn invoice(self, terms: &Terms<'_>) -> (Invoice, Vec<Problem>) {
        let mut invoice = Invoice::default();
        self.header(terms, &mut invoice);
        invoice.notes = self.groups(terms, "BG-1", |group| InvoiceNote {
            subject_code: self.code(group, "BT-21"),
            note: self.text(group, "BT-22"),
        });
        invoice.preceding_invoices = self.groups(terms, "BG-3", |group| PrecedingInvoice {
            reference: DocumentReference::new(self.text(group, "BT-25").unwrap_or_default()),
            issue_date: self.date(group, "BT-26"),
        });
        invoice.seller = self.seller(terms);
        invoice.buyer = self.buyer(terms);
        invoice.payee = self.has(terms, "BG-10").then(|| Payee {
            name: self.text(terms, "BT-59"),
            identifier: self.identifiers(terms, "BT-60").into_iter().next(),
            legal_registration: self.identifiers(terms, "BT-61").into_iter().next(),
        });
        invoice.tax_representative = self.has(terms, "BG-11").then(|| TaxRepresentative {
            name: self.text(terms, "BT-62"),
            vat_identifier: self.text(terms, "BT-63"),
            address: self.address(terms, [64, 65, 164, 66, 67, 68, 69]),
        });
        invoice.delivery = self.delivery(terms);
        invoice.invoicing_period =
            self.has(terms, "BG-14").then(|| self.period(terms, ["BT-73", "BT-74"]));
        invoice.payment = self.has(terms, "BG-16").then(|| self.payment(terms));
        let allowance = |group: &Terms<'_>| self.document_allowance(group, ALLOWANCE);
        let charge = |group: &Terms<'_>| self.document_allowance(group, CHARGE);
        invoice.allowances = self.groups(terms, "BG-20", allowance);
        invoice.charges = self.groups(terms, "BG-21", charge);
        invoice.vat_breakdown = self.groups(terms, "BG-23", |group| VatBreakdown {
            taxable_amount: self.amount(group, "BT-116").unwrap_or_default(),
            tax_amount: self.amount(group, "BT-117").unwrap_or_default(),
            category: self.code(group, "BT-118").unwrap_or_default(),
            rate: self.percentage(group, "BT-119"),
            exemption_reason: self.text(group, "BT-120"),
            exemption_reason_code: self.code(group, "BT-121"),
        });
        invoice.attachments = self.groups(terms, "BG-24", |group| self.supporting(group));
        invoice.lines = self.all_groups(terms, "BG-25", |group| self.line(group));
        invoice.totals = DocumentTotals {
            line_total: self.amount(terms, "BT-106").unwrap_or_default(),
            allowance_total: self.amount(terms, "BT-107"),
            charge_total: self.amount(terms, "BT-108"),
            taxable_total: self.amount(terms, "BT-109").unwrap_or_default(),
            vat_total: self.amount(terms, "BT-110"),
            vat_total_accounting: self.amount(terms, "BT-111"),
            gross_total: self.amount(terms, "BT-112").unwrap_or_default(),
            paid: self.amount(terms, "BT-113"),
            rounding: self.amount(terms, "BT-114"),
            due: self.amount(terms, "BT-115").unwrap_or_default(),
        };
        (invoice, self.malformed.into_inner())
    }

    fn header(&self, terms: &Terms<'_>, invoice: &mut Invoice) {
        let reference = |id| self.text(terms, id).map(DocumentReference::new);
        invoice.number = self.text(terms, "BT-1");
        invoice.issue_date = self.date(terms, "BT-2");
        invoice.type_code = self.code(terms, "BT-3");
        let is_credit = |code: &Code| code.is_in(CREDIT_NOTE_TYPE_CODES);
        if invoice.type_code.as_ref().is_some_and(is_credit) {
            invoice.kind = DocumentKind::CreditNote;
        }
        let currency = self.mapped.currency.as_deref().map(Code::new);
        invoice.currency = self.code(terms, "BT-5").or(currency);
        invoice.vat_accounting_currency = self.code(terms, "BT-6");
        invoice.vat_point_date = self.date(terms, "BT-7");
        invoice.vat_point_date_code = self.code(terms, "BT-8");
        invoice.due_date = self.date(terms, "BT-9");
        invoice.buyer_reference = self.text(terms, "BT-10");
        invoice.project_reference = reference("BT-11");
        invoice.contract_reference = reference("BT-12");
        invoice.purchase_order_reference = reference("BT-13");
        invoice.sales_order_reference = reference("BT-14");
        invoice.receiving_advice_reference = reference("BT-15");
        invoice.despatch_advice_reference = reference("BT-16");
        invoice.tender_reference = reference("BT-17");
        invoice.object_identifier = self.identifiers(terms, "BT-18").into_iter().next();
        invoice.accounting_reference = self.text(terms, "BT-19");
        // Lines of discounts in XRechnung end with a line break (BR-DE-18).
        let ended = |text: String| if text.contains("#SKONTO#") { text + "\n" } else { text };
        invoice.payment_terms = self.text(terms, "BT-20").map(ended);
        invoice.business_process = self.text(terms, "BT-23");
    }

    fn seller(&self, terms: &Terms<'_>) -> Party {
        Party {
            name: self.text(terms, "BT-27"),
            trading_name: self.text(terms, "BT-28"),
            identifiers: self.identifiers(terms, "BT-29"),
            legal_registration: self.identifiers(terms, "BT-30").into_iter().next(),
            vat_identifier: self.text(terms, "BT-31"),
            tax_registration: self.text(terms, "BT-32"),
            additional_legal_information: self.text(terms, "BT-33"),
            electronic_address: self.identifiers(terms, "BT-34").into_iter().next(),
            address: self.address(terms, [35, 36, 162, 37, 38, 39, 40]),
            contact: self.contact(terms, ["BT-41", "BT-42", "BT-43"]),
        }
    }

    fn buyer(&self, terms: &Terms<'_>) -> Party {
        Party {
            name: self.text(terms, "BT-44"),
            trading_name: self.text(terms, "BT-45"),
            identifiers: self.identifiers(terms, "BT-46"),
            legal_registration: self.identifiers(terms, "BT-47").into_iter().next(),
            vat_identifier: self.text(terms, "BT-48"),
            tax_registration: None,
            additional_legal_information: None,
            electronic_address: self.identifiers(terms, "BT-49").into_iter().next(),
            address: self.address(terms, [50, 51, 163, 52, 53, 54, 55]),
            contact: self.contact(terms, ["BT-56", "BT-57", "BT-58"]),
        }
    }

    /// An address; its terms in the order of the standard.
    fn address(&self, terms: &Terms<'_>, ids: [u16; 7]) -> PostalAddress {
        let [line1, line2, line3, city, post_code, subdivision, country] =
            ids.map(|id| self.text(terms, &format!("BT-{id}")));
        let country = country.map(Code::new);
        PostalAddress { line1, line2, line3, city, post_code, subdivision, country }
    }

    fn contact(&self, terms: &Terms<'_>, ids: [&str; 3]) -> Contact {
        let [name, phone, email] = ids.map(|id| self.text(terms, id));
        Contact { name, phone, email }
    }

    fn delivery(&self, terms: &Terms<'_>) -> Option<Delivery> {
        let address =
            self.has(terms, "BG-15").then(|| self.address(terms, [75, 76, 165, 77, 78, 79, 80]));
        let delivery = Delivery {
            party_name: self.text(terms, "BT-70"),
            location: self.identifiers(terms, "BT-71").into_iter().next(),
            date: self.date(terms, "BT-72"),
            address,
        };
        (delivery != Delivery::default()).then_some(delivery)
    }

    fn period(&self, terms: &Terms<'_>, ids: [&str; 2]) -> Period {
        let [start, end] = ids.map(|id| self.date(terms, id));
        Period { start, end }
    }

    fn payment(&self, terms: &Terms<'_>) -> PaymentInstructions {
        let transfers = self.groups(terms, "BG-17", |group| CreditTransfer {
            account_identifier: self.text(group, "BT-84"),
            account_name: self.text(group, "BT-85"),
            provider_identifier: self.text(group, "BT-86"),
        });
        let groups = [
            (!transfers.is_empty(), "a credit transfer (BG-17)"),
            (self.has(terms, "BG-18"), "a card (BG-18)"),
            (self.has(terms, "BG-19"), "a direct debit (BG-19)"),
        ];
        let mut given = groups.iter().filter(|(is_given, _)| *is_given).map(|(_, name)| *name);
        if let (Some(first), Some(second)) = (given.next(), given.next()) {
            let message = format!("the payment is {first} and {second}, and it can be one of them");
            let problem = Problem::new(EINVOICE_RULE, message).detail("terms", "BG-16");
            let problem = self.origins.stand(problem, self.mapped);
            self.malformed.borrow_mut().push(problem.advice(
                "map one of BG-17, BG-18 and BG-19; the preset gives BG-17 where the seller has an IBAN",
            ));
        }
        let means = if !transfers.is_empty() {
            Some(PaymentMeans::CreditTransfer(transfers))
        } else if self.has(terms, "BG-18") {
            Some(PaymentMeans::Card(PaymentCard {
                primary_account_number: self.text(terms, "BT-87"),
                holder_name: self.text(terms, "BT-88"),
            }))
        } else if self.has(terms, "BG-19") {
            Some(PaymentMeans::DirectDebit(DirectDebit {
                mandate_reference: self.text(terms, "BT-89"),
                creditor_identifier: self.text(terms, "BT-90"),
                debited_account: self.text(terms, "BT-91"),
            }))
        } else {
            None
        };
        PaymentInstructions {
            means_code: self.code(terms, "BT-81"),
            means_text: self.text(terms, "BT-82"),
            remittance_information: self.text(terms, "BT-83"),
            means,
        }
    }

    fn document_allowance(&self, terms: &Terms<'_>, ids: [&str; 7]) -> DocumentAllowanceCharge {
        let [amount, base, percentage, category, rate, reason, code] = ids;
        DocumentAllowanceCharge {
            amount: self.amount(terms, amount).unwrap_or_default(),
            base_amount: self.amount(terms, base),
            percentage: self.percentage(terms, percentage),
            vat: self.vat(terms, category, rate),
            reason: self.text(terms, reason),
            reason_code: self.code(terms, code),
        }
    }

    fn line_allowance(&self, terms: &Terms<'_>, ids: [&str; 5]) -> LineAllowanceCharge {
        let [amount, base, percentage, reason, code] = ids;
        LineAllowanceCharge {
            amount: self.amount(terms, amount).unwrap_or_default(),
            base_amount: self.amount(terms, base),
            percentage: self.percentage(terms, percentage),
            reason: self.text(terms, reason),
            reason_code: self.code(terms, code),
        }
    }

    fn vat(&self, terms: &Terms<'_>, category: &str, rate: &str) -> LineVat {
        // They are needed for sums in every profile.
        let category = terms.text(category).map(Code::new).unwrap_or_default();
        LineVat { category, rate: self.percentage(terms, rate) }
    }

    fn supporting(&self, terms: &Terms<'_>) -> SupportingDocument {
        SupportingDocument {
            reference: DocumentReference::new(self.text(terms, "BT-122").unwrap_or_default()),
            description: self.text(terms, "BT-123"),
            uri: self.text(terms, "BT-124"),
            attachment: self.file(terms),
        }
    }

    /// BT-125: base64, its type, and the name of the file.
    fn file(&self, terms: &Terms<'_>) -> Option<Attachment> {
        let text = self.text(terms, "BT-125")?;
        let decoded = match engine::image::base64::decode(&text) {
            (bytes, None) if !bytes.is_empty() => bytes,
            _ => {
                self.refuse(terms, "BT-125", "…", "base64");
                return None;
            }
        };
        let ty = self.text(terms, "BT-125-1").unwrap_or_default();
        let name = self.text(terms, "BT-125-2").unwrap_or_default();
        match Attachment::new(decoded, ty, name) {
            Ok(attachment) => Some(attachment),
            Err(error) => {
                self.refuse(terms, "BT-125", &error.to_string(), "a file with type and name");
                None
            }
        }
    }

    fn line(&self, terms: &Terms<'_>) -> InvoiceLine {
        let unit = terms.text("BT-130").map(|unit| {
            if self.mapped.has_preset { units::code(unit).unwrap_or(unit) } else { unit }
        });
        InvoiceLine {
            id: self.text(terms, "BT-126").unwrap_or_default(),
            note: self.text(terms, "BT-127"),
            order_line_reference: self.text(terms, "BT-132").map(DocumentReference::new),
            accounting_reference: self.text(terms, "BT-133"),
            object_identifier: self.identifiers(terms, "BT-128").into_iter().next(),
            quantity: self.quantity(terms, "BT-129").unwrap_or(Quantity::new(Decimal::ZERO)),
            unit_code: unit.map(Code::new).unwrap_or_default(),
            net_amount: self.sum(terms, "BT-131").unwrap_or_default(),
            period: self.has(terms, "BG-26").then(|| self.period(terms, ["BT-134", "BT-135"])),
            allowances: self.groups(terms, "BG-27", |group| {
                self.line_allowance(group, ["BT-136", "BT-137", "BT-138", "BT-139", "BT-140"])
            }),
            charges: self.groups(terms, "BG-28", |group| {
                self.line_allowance(group, ["BT-141", "BT-142", "BT-143", "BT-144", "BT-145"])
            }),
            price: PriceDetails {
                net_price: self.price(terms, "BT-146").unwrap_or(UnitPriceAmount::ZERO),
                price_discount: self.price(terms, "BT-147"),
                gross_price: self.price(terms, "BT-148"),
                base_quantity: self.quantity(terms, "BT-149"),
                base_quantity_code: self.code(terms, "BT-150"),
            },
            vat: self.vat(terms, "BT-151", "BT-152"),
            item: self.item(terms),
        }
    }

    fn item(&self, terms: &Terms<'_>) -> Item {
        Item {
            name: self.text(terms, "BT-153"),
            description: self.text(terms, "BT-154"),
            seller_identifier: self.text(terms, "BT-155"),
            buyer_identifier: self.text(terms, "BT-156"),
            standard_identifier: self.identifiers(terms, "BT-157").into_iter().next(),
            classification_identifiers: self.identifiers(terms, "BT-158"),
            origin_country: self.code(terms, "BT-159"),
            attributes: self.groups(terms, "BG-32", |group| ItemAttribute {
                name: self.text(group, "BT-160"),
                value: self.text(group, "BT-161"),
            }),
        }
    }

    /// The groups of a list, if the profile has it.
    fn groups<T>(&self, terms: &Terms<'_>, id: &str, read: impl Fn(&Terms<'_>) -> T) -> Vec<T> {
        // Sums need allowances and charges in every profile.
        let is_summed = matches!(id, "BG-20" | "BG-21" | "BG-23");
        if self.has_term(id) || is_summed { self.all_groups(terms, id, read) } else { Vec::new() }
    }

    fn all_groups<T>(&self, terms: &Terms<'_>, id: &str, read: impl Fn(&Terms<'_>) -> T) -> Vec<T> {
        terms.groups(id).iter().map(read).collect()
    }

    /// Returns `true` if the profile has a term or group.
    fn has_term(&self, id: &str) -> bool {
        term(id).is_some_and(|term| term.level <= self.level)
    }

    fn has(&self, terms: &Terms<'_>, group: &str) -> bool {
        self.has_term(group) && terms.has(group)
    }

    fn text(&self, terms: &Terms<'_>, id: &str) -> Option<String> {
        let text = terms.text(id).filter(|_| self.has_term(id))?;
        Some(if self.mapped.has_preset && COMPACT.contains(&id) {
            text.split_whitespace().collect()
        } else {
            text.to_owned()
        })
    }

    fn code(&self, terms: &Terms<'_>, id: &str) -> Option<Code> {
        self.text(terms, id).map(Code::new)
    }

    /// The identifiers of a term, each with its scheme.
    fn identifiers(&self, terms: &Terms<'_>, id: &str) -> Vec<Identifier> {
        let scheme = format!("{id}-1");
        let of = |terms: &Terms<'_>| {
            let content = self.text(terms, id)?;
            Some(match self.text(terms, &scheme) {
                Some(scheme) => Identifier::schemed(content, scheme),
                None => Identifier::new(content),
            })
        };
        match of(terms) {
            Some(one) => vec![one],
            None => self.groups(terms, id, of).into_iter().flatten().collect(),
        }
    }

    fn date(&self, terms: &Terms<'_>, id: &str) -> Option<Date> {
        let text = self.text(terms, id)?;
        // Of a point in time, the day.
        let day = text.get(..10).filter(|_| text.as_bytes().get(10) == Some(&b'T'));
        let date = Date::parse(day.unwrap_or(&text)).ok();
        if date.is_none() {
            self.refuse(terms, id, &text, "a date such as 2026-11-30");
        }
        date
    }

    /// An amount of a term that the profile has.
    fn amount(&self, terms: &Terms<'_>, id: &str) -> Option<InvoiceAmount> {
        let is_summed = matches!(id, "BT-92" | "BT-99" | "BT-113" | "BT-114");
        if self.has_term(id) || is_summed { self.sum(terms, id) } else { None }
    }

    /// An amount, with two decimals, rounded half away from zero.
    fn sum(&self, terms: &Terms<'_>, id: &str) -> Option<InvoiceAmount> {
        let rounding = RoundingStrategy::MidpointAwayFromZero;
        let rounded = self.decimal(terms, id)?.round_dp_with_strategy(2, rounding);
        let amount = InvoiceAmount::from_decimal_exact(rounded).ok();
        if amount.is_none() {
            self.refuse(terms, id, &rounded.to_string(), "a smaller amount");
        }
        amount
    }

    fn price(&self, terms: &Terms<'_>, id: &str) -> Option<UnitPriceAmount> {
        if !self.has_term(id) {
            return None;
        }
        self.decimal(terms, id).map(UnitPriceAmount::new)
    }

    fn quantity(&self, terms: &Terms<'_>, id: &str) -> Option<Quantity> {
        if !self.has_term(id) && id != "BT-129" {
            return None;
        }
        self.decimal(terms, id).map(Quantity::new)
    }

    /// A rate or percentage; sums need rates in every profile.
    fn percentage(&self, terms: &Terms<'_>, id: &str) -> Option<Percentage> {
        self.decimal(terms, id).map(Percentage::new)
    }

    /// A number as it is written in JSON.
    fn decimal(&self, terms: &Terms<'_>, id: &str) -> Option<Decimal> {
        let text = terms.text(id)?;
        let number = Decimal::from_str_exact(text).ok();
        if number.is_none() {
            self.refuse(terms, id, text, "a number such as 1234.50");
        }
        number
    }

    /// Notes a value that cannot be read.
    fn refuse(&self, terms: &Terms<'_>, id: &str, found: &str, expected: &str) {
        let at = match terms.place.as_str() {
            "" => id.to_owned(),
            outer => format!("{outer}/{id}"),
        };
        let name = term(id).map_or("", |term| term.name);
        let message = format!("{name} at {at} is `{found}`, but must be {expected}");
        let problem = Problem::new(EINVOICE_RULE, message)
            .detail("terms", at)
            .detail("expected", expected)
            .detail("found", found);
        self.malformed.borrow_mut().push(self.origins.stand(problem, self.mapped));
    }
}

/// The terms of an allowance of the document.
const ALLOWANCE: [&str; 7] = ["BT-92", "BT-93", "BT-94", "BT-95", "BT-96", "BT-97", "BT-98"];
/// The terms of a charge of the document.
const CHARGE: [&str; 7] = ["BT-99", "BT-100", "BT-101", "BT-102", "BT-103", "BT-104", "BT-105"];

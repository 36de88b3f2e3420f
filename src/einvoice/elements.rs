//! Rules about the elements of an invoice that its terms do not show: an element that is blank or lacks what it is made
//! of, a currency, a unit or a kind of tax beside a value. The library reads past them.

use std::borrow::Cow;
use std::collections::HashSet;

use en16931::Profile as Rules;
use en16931::codes::contains;
use en16931::codes::generated::{
    ALLOWANCE_REASON_CODES, CHARGE_REASON_CODES, COUNTRY_CODES, CURRENCY_CODES, UNIT_CODES,
    VAT_CATEGORY_CODES,
};
use engine::problem::Problem;
use roxmltree::{Document, Node, ParsingOptions};

use super::codes::{EINVOICE_RULE, EINVOICE_UNREADABLE};

/// Largest number of nodes.
const MAX_NODES: u32 = 4_000_000;

/// Number of findings after which no more elements are looked at.
const MAX_FINDINGS: usize = 1000;

/// An element that is needed in another one.
struct Needed {
    /// Rules that are broken without it, in allowances and in charges where both have one.
    rules: &'static [&'static str],
    /// Names of the other one, from outside; the last is its own.
    of: &'static [&'static str],
    /// Names from the other one to it.
    path: &'static [&'static str],
    /// `true` if it must have a value, too.
    has_value: bool,
}

const fn needed(
    rules: &'static [&'static str],
    of: &'static [&'static str],
    path: &'static [&'static str],
) -> Needed {
    Needed { rules, of, path, has_value: false }
}

/// An element that is needed with a value.
const fn filled(
    rules: &'static [&'static str],
    of: &'static [&'static str],
    path: &'static [&'static str],
) -> Needed {
    Needed { has_value: true, ..needed(rules, of, path) }
}

/// Needed elements of UBL 2.1.
const UBL: &[Needed] = &[
    needed(&["BR-26"], &["InvoiceLine"], &["Price", "PriceAmount"]),
    needed(&["BR-26"], &["CreditNoteLine"], &["Price", "PriceAmount"]),
    needed(&["BR-31", "BR-36"], &["Invoice", "AllowanceCharge"], &["Amount"]),
    needed(&["BR-31", "BR-36"], &["CreditNote", "AllowanceCharge"], &["Amount"]),
    needed(&["BR-32", "BR-37"], &["Invoice", "AllowanceCharge"], &["TaxCategory", "ID"]),
    needed(&["BR-32", "BR-37"], &["CreditNote", "AllowanceCharge"], &["TaxCategory", "ID"]),
    needed(&["BR-41", "BR-43"], &["InvoiceLine", "AllowanceCharge"], &["Amount"]),
    needed(&["BR-41", "BR-43"], &["CreditNoteLine", "AllowanceCharge"], &["Amount"]),
    filled(&["BR-52"], &["AdditionalDocumentReference"], &["ID"]),
    needed(&["BR-57"], &["DeliveryLocation", "Address"], &["Country", "IdentificationCode"]),
    needed(&["UBL-SR-53"], &["PartyTaxScheme"], &["CompanyID"]),
    needed(&["UBL-SR-53"], &["PartyTaxScheme"], &["TaxScheme", "ID"]),
    needed(&["BR-45"], &["TaxSubtotal"], &["TaxableAmount"]),
    needed(&["BR-46"], &["TaxSubtotal"], &["TaxAmount"]),
    needed(&["BR-55"], &["BillingReference"], &["InvoiceDocumentReference", "ID"]),
    needed(&[], &["TaxTotal"], &["TaxAmount"]),
];

/// Needed elements of UN/CEFACT CII.
const CII: &[Needed] = &[
    needed(
        &["BR-26"],
        &["IncludedSupplyChainTradeLineItem"],
        &["SpecifiedLineTradeAgreement", "NetPriceProductTradePrice", "ChargeAmount"],
    ),
    needed(
        &["BR-31", "BR-36"],
        &["ApplicableHeaderTradeSettlement", "SpecifiedTradeAllowanceCharge"],
        &["ActualAmount"],
    ),
    needed(
        &["BR-32", "BR-37"],
        &["ApplicableHeaderTradeSettlement", "SpecifiedTradeAllowanceCharge"],
        &["CategoryTradeTax", "CategoryCode"],
    ),
    needed(
        &["BR-41", "BR-43"],
        &["SpecifiedLineTradeSettlement", "SpecifiedTradeAllowanceCharge"],
        &["ActualAmount"],
    ),
    filled(&["BR-52"], &["AdditionalReferencedDocument"], &["IssuerAssignedID"]),
    filled(
        &["BR-57"],
        &["ApplicableHeaderTradeDelivery", "ShipToTradeParty", "PostalTradeAddress"],
        &["CountryID"],
    ),
    needed(&["BR-62"], &["SellerTradeParty", "URIUniversalCommunication"], &["URIID"]),
    needed(&["BR-63"], &["BuyerTradeParty", "URIUniversalCommunication"], &["URIID"]),
    needed(&["BR-65"], &["DesignatedProductClassification"], &["ClassCode"]),
    needed(&["BR-CO-04"], &["SpecifiedLineTradeSettlement", "ApplicableTradeTax"], &["TypeCode"]),
    needed(&[], &["ApplicableHeaderTradeSettlement", "ApplicableTradeTax"], &["TypeCode"]),
    needed(&["BR-32", "BR-37"], &["CategoryTradeTax"], &["TypeCode"]),
    needed(&[], &["BusinessProcessSpecifiedDocumentContextParameter"], &["ID"]),
    needed(
        &[],
        &["ApplicableHeaderTradeAgreement", "BuyerOrderReferencedDocument"],
        &["IssuerAssignedID"],
    ),
    needed(
        &[],
        &["ApplicableHeaderTradeAgreement", "SellerOrderReferencedDocument"],
        &["IssuerAssignedID"],
    ),
    needed(
        &[],
        &["ApplicableHeaderTradeAgreement", "ContractReferencedDocument"],
        &["IssuerAssignedID"],
    ),
    needed(
        &[],
        &["ApplicableHeaderTradeDelivery", "DespatchAdviceReferencedDocument"],
        &["IssuerAssignedID"],
    ),
    needed(
        &[],
        &["ApplicableHeaderTradeDelivery", "ReceivingAdviceReferencedDocument"],
        &["IssuerAssignedID"],
    ),
    needed(&[], &["SpecifiedTaxRegistration"], &["ID"]),
    needed(&[], &["TelephoneUniversalCommunication"], &["CompleteNumber"]),
    needed(&[], &["EmailURIUniversalCommunication"], &["URIID"]),
    needed(&[], &["ActualDeliverySupplyChainEvent"], &["OccurrenceDateTime", "DateTimeString"]),
    needed(&[], &["StartDateTime"], &["DateTimeString"]),
    needed(&[], &["EndDateTime"], &["DateTimeString"]),
    needed(&[], &["DueDateDateTime"], &["DateTimeString"]),
    needed(&[], &["FormattedIssueDateTime"], &["DateTimeString"]),
    needed(&[], &["PayerPartyDebtorFinancialAccount"], &["IBANID"]),
    needed(&[], &["PayeeSpecifiedCreditorFinancialInstitution"], &["BICID"]),
    needed(&[], &["ApplicableTradeSettlementFinancialCard"], &["ID"]),
    needed(&[], &["GrossPriceProductTradePrice"], &["ChargeAmount"]),
    needed(&[], &["AppliedTradeAllowanceCharge"], &["ActualAmount"]),
];

/// An attribute that is needed where its element is.
struct Attribute {
    rule: Option<&'static str>,
    of: &'static [&'static str],
    name: &'static str,
}

const ATTRIBUTES: &[Attribute] = &[
    Attribute {
        rule: Some("BR-62"),
        of: &["AccountingSupplierParty", "Party", "EndpointID"],
        name: "schemeID",
    },
    Attribute {
        rule: Some("BR-63"),
        of: &["AccountingCustomerParty", "Party", "EndpointID"],
        name: "schemeID",
    },
    Attribute {
        rule: Some("BR-62"),
        of: &["SellerTradeParty", "URIUniversalCommunication", "URIID"],
        name: "schemeID",
    },
    Attribute {
        rule: Some("BR-63"),
        of: &["BuyerTradeParty", "URIUniversalCommunication", "URIID"],
        name: "schemeID",
    },
    Attribute { rule: Some("UBL-DT-06"), of: &["EmbeddedDocumentBinaryObject"], name: "mimeCode" },
    Attribute { rule: Some("UBL-DT-07"), of: &["EmbeddedDocumentBinaryObject"], name: "filename" },
    Attribute { rule: None, of: &["DateTimeString"], name: "format" },
    Attribute { rule: None, of: &["DateString"], name: "format" },
    Attribute { rule: None, of: &["TaxTotalAmount"], name: "currencyID" },
    Attribute { rule: None, of: &["AttachmentBinaryObject"], name: "mimeCode" },
    Attribute { rule: None, of: &["AttachmentBinaryObject"], name: "filename" },
];

/// Elements that occur once in another one where the schema allows more, and the rule that says so.
const ONCE: &[(Option<&str>, &[&str], &str)] = &[
    (Some("UBL-SR-19"), &["PayeeParty"], "PartyName"),
    (Some("UBL-SR-20"), &["PayeeParty"], "PartyIdentification"),
    (Some("UBL-SR-21"), &["PayeeParty"], "PartyLegalEntity"),
    (Some("UBL-SR-30"), &["AllowanceCharge"], "AllowanceChargeReason"),
    (Some("UBL-SR-48"), &["InvoiceLine", "Item"], "ClassifiedTaxCategory"),
    (Some("UBL-SR-48"), &["CreditNoteLine", "Item"], "ClassifiedTaxCategory"),
    (Some("UBL-SR-51"), &["PostalAddress"], "AddressLine"),
    (Some("UBL-SR-51"), &["DeliveryLocation", "Address"], "AddressLine"),
    (None, &["ApplicableTradeTax"], "BasisAmount"),
    (None, &["ApplicableTradeTax"], "CalculatedAmount"),
    (None, &["SpecifiedTradeSettlementLineMonetarySummation"], "LineTotalAmount"),
];

/// The text of a file in an encoding that every XML processor reads (XML 1.0, 4.3.3), without its mark of byte order.
pub(super) fn decoded(xml: &[u8]) -> Option<Cow<'_, str>> {
    let utf16 = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let (units, []) = bytes.as_chunks::<2>() else { return None };
        let decoded = char::decode_utf16(units.iter().map(|bytes| unit(*bytes)));
        decoded.collect::<Result<String, _>>().ok().map(Cow::Owned)
    };
    match xml {
        [0xff, 0xfe, bytes @ ..] => utf16(bytes, u16::from_le_bytes),
        [0xfe, 0xff, bytes @ ..] => utf16(bytes, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, bytes @ ..] | bytes => {
            std::str::from_utf8(bytes).ok().map(Cow::Borrowed)
        }
    }
}

/// The limits of reading.
pub(super) fn options<'i>() -> ParsingOptions<'i> {
    ParsingOptions { allow_dtd: false, nodes_limit: MAX_NODES, ..Default::default() }
}

/// Namespaces of UBL 2.1: the roots first.
const UBL_NAMESPACES: [&str; 5] = [
    "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2",
    "urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2",
    "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
    "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
    "urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2",
];

/// Namespaces of UN/CEFACT CII: the root first.
const CII_NAMESPACES: [&str; 4] = [
    "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
    "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
    "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
    "urn:un:unece:uncefact:data:standard:QualifiedDataType:100",
];

/// The findings about the elements of an invoice by the profile that it names and a `required` one; none where it is
/// not the XML of an invoice.
pub(super) fn findings(xml: &[u8], required: Option<&Rules>) -> Vec<Problem> {
    let unreadable = |reason: &str| {
        vec![Problem::new(EINVOICE_UNREADABLE, format!("the elements cannot be checked: {reason}"))]
    };
    let Some(text) = decoded(xml) else { return unreadable("it is neither UTF-8 nor UTF-16") };
    let document = match Document::parse_with_options(&text, options()) {
        Ok(document) => document,
        Err(error) => return unreadable(&error.to_string()),
    };
    let root = document.root_element();
    let (syntax, is_ubl, own, namespaces) = match root.tag_name().name() {
        "CrossIndustryInvoice" => (CII, false, CII_NAMESPACES[0], CII_NAMESPACES.as_slice()),
        "Invoice" => (UBL, true, UBL_NAMESPACES[0], UBL_NAMESPACES.as_slice()),
        "CreditNote" => (UBL, true, UBL_NAMESPACES[1], UBL_NAMESPACES.as_slice()),
        _ => return Vec::new(),
    };
    let mut found = Vec::new();
    let namespace =
        |element: Node<'_, '_>| element.tag_name().namespace().unwrap_or_default().to_owned();
    if namespace(root) != own {
        let message = format!("is not in the namespace `{own}`");
        found.push(breach(root, None, message, Some(&namespace(root))));
    }
    let peppol = is_ubl.then(|| PeppolRules::of(root, required));
    // Foreign namespaces, each found once, and the end of an element whose content is not looked at.
    let (mut foreign, mut skipped) = (HashSet::new(), 0);
    for element in root.descendants().filter(Node::is_element) {
        if element.range().start < skipped {
            continue;
        }
        if is_ubl && element.tag_name().name() == "UBLExtensions" {
            // Anything may stand in extensions.
            skipped = element.range().end;
            continue;
        }
        if element != root && !namespaces.contains(&namespace(element).as_str()) {
            skipped = element.range().end;
            if foreign.insert(namespace(element)) {
                let message = "is in a namespace that the syntax does not have".to_owned();
                found.push(breach(element, None, message, Some(&namespace(element))));
            }
            continue;
        }
        for needed in syntax.iter().filter(|needed| is(element, needed.of)) {
            if !has(element, needed.path, needed.has_value) {
                let is_charge =
                    is_charge(element) || element.parent_element().is_some_and(is_charge);
                let rule = needed.rules.get(usize::from(is_charge)).or(needed.rules.first());
                let what = needed.path.join("/");
                found.push(breach(element, rule.copied(), format!("lacks `{what}`"), None));
            }
        }
        attributes(element, is_ubl, &mut found);
        for (rule, of, name) in ONCE {
            let times = || children(element, name).count();
            if is(element, of) && times() > 1 {
                let message = format!("has `{name}` {} times, and may have it once", times());
                found.push(breach(element, *rule, message, None));
            }
        }
        if element.tag_name().name() == "SpecifiedTradeSettlementHeaderMonetarySummation" {
            totals_of_vat(element, &mut found);
        }
        values(element, is_ubl, &mut found);
        if let Some(peppol) = &peppol {
            peppol.look(element, &mut found);
        }
        if found.len() >= MAX_FINDINGS {
            break;
        }
    }
    found
}

/// Rules of Peppol about elements of UBL, some of which XRechnung takes over.
struct PeppolRules {
    /// `true` if no element may be empty.
    has_no_blanks: bool,
    /// The currency of the invoice, and that of accounting, where amounts have no others.
    currencies: Option<(String, String)>,
}

impl PeppolRules {
    fn of(root: Node<'_, '_>, required: Option<&Rules>) -> Self {
        let value = |name| children(root, name).next().map(|child| text(child).into_owned());
        let declared = value("CustomizationID").unwrap_or_default();
        let is = |part: &str| {
            declared.contains(part) || required.is_some_and(|it| it.specification_id.contains(part))
        };
        let is_peppol = is("urn:fdc:peppol.eu:2017:poacc:billing:3");
        let currencies = value("DocumentCurrencyCode")
            .filter(|_| is_peppol)
            .map(|own| (own, value("TaxCurrencyCode").unwrap_or_default()));
        Self { has_no_blanks: is_peppol || is("xrechnung"), currencies }
    }

    fn look(&self, element: Node<'_, '_>, found: &mut Vec<Problem>) {
        let is_leaf = !element.children().any(|child| child.is_element());
        let name = element.tag_name().name();
        if self.has_no_blanks
            && is_leaf
            && text(element).is_empty()
            && !(is_typed(name) || name.ends_with("Code"))
        {
            found.push(breach(element, Some("PEPPOL-EN16931-R008"), "is empty".to_owned(), None));
        }
        let Some((own, accounting)) = &self.currencies else { return };
        let Some(currency) = element.attribute("currencyID").map(str::trim) else { return };
        // The tax in the currency of accounting stands in a total without a breakdown.
        let is_total = is(element, &["TaxTotal", "TaxAmount"])
            && element
                .parent_element()
                .is_some_and(|it| children(it, "TaxSubtotal").next().is_none());
        if currency != own && !(is_total && currency == accounting) {
            let message = format!("is not in the currency of the invoice, {own}");
            found.push(breach(element, Some("PEPPOL-EN16931-R051"), message, Some(currency)));
        }
    }
}

/// Attributes that are missing, and codes in attributes.
fn attributes(element: Node<'_, '_>, is_ubl: bool, found: &mut Vec<Problem>) {
    for one in ATTRIBUTES.iter().filter(|one| is(element, one.of)) {
        if element.attribute(one.name).is_none_or(|value| value.trim().is_empty()) {
            let message = format!("lacks the attribute `{}`", one.name);
            found.push(breach(element, one.rule, message, None));
        }
    }
    let name = element.tag_name().name();
    let currency = element.attribute("currencyID");
    let needs_currency = is_ubl && name.ends_with("Amount");
    if currency.is_some_and(|code| !contains(CURRENCY_CODES, code.trim())) {
        let message = "has a currency that is not a code of ISO 4217".to_owned();
        found.push(breach(element, Some("BR-CL-03"), message, currency));
    } else if needs_currency && currency.is_none() {
        let message = "lacks its currency, the attribute `currencyID`".to_owned();
        found.push(breach(element, Some("BR-CL-03"), message, None));
    }
    let unit = element.attribute("unitCode");
    if unit.is_some_and(|code| !contains(UNIT_CODES, code.trim())) {
        let message = "has a unit that is not a code of UN/ECE Recommendation 20 or 21".to_owned();
        found.push(breach(element, Some("BR-CL-23"), message, unit));
    }
    let scheme = element.attribute("schemeID");
    if is(element, &["SpecifiedTaxRegistration", "ID"])
        && !scheme.is_some_and(|scheme| ["VA", "FC"].contains(&scheme))
    {
        let message = "has a scheme that is neither `VA` (VAT) nor `FC` (tax number)".to_owned();
        found.push(breach(element, None, message, scheme));
    }
}

/// The totals of VAT of CII, of which there is one in each currency.
fn totals_of_vat(sums: Node<'_, '_>, found: &mut Vec<Problem>) {
    let mut currencies: Vec<&str> = children(sums, "TaxTotalAmount")
        .filter_map(|total| total.attribute("currencyID"))
        .map(str::trim)
        .collect();
    currencies.sort_unstable();
    if let Some(twice) = currencies.windows(2).find(|pair| pair[0] == pair[1]) {
        let message = "has two totals of VAT in one currency".to_owned();
        found.push(breach(sums, None, message, Some(twice[0])));
    }
}

/// Values that are blank or no codes.
fn values(element: Node<'_, '_>, is_ubl: bool, found: &mut Vec<Problem>) {
    let name = element.tag_name().name();
    let value = text(element);
    let value = value.as_ref();
    let is_leaf = !element.children().any(|child| child.is_element());
    if value.is_empty() && is_leaf && (is_typed(name) || is_ubl && name.ends_with("Code")) {
        let message = "is blank where a number, a date or a code is required".to_owned();
        found.push(breach(element, None, message, None));
    }
    if !value.is_empty() && is_leaf && is_number(name) && !is_decimal(value) {
        let message = "is not a number such as `1234.56`".to_owned();
        found.push(breach(element, None, message, Some(value)));
    }
    if !is_leaf {
        if is_ubl && ["TaxCategory", "ClassifiedTaxCategory"].contains(&name) {
            tax_scheme(element, found);
        }
        return;
    }
    if name == "TypeCode"
        && element.parent_element().is_some_and(|tax| tax.tag_name().name().ends_with("TradeTax"))
        && !value.eq_ignore_ascii_case("VAT")
    {
        let is_line =
            is(element, &["SpecifiedLineTradeSettlement", "ApplicableTradeTax", "TypeCode"]);
        let rule = is_line.then_some("BR-CO-04");
        found.push(breach(element, rule, "is not `VAT`".to_owned(), Some(value)));
    }
    if name == "CategoryCode" && !contains(VAT_CATEGORY_CODES, value) {
        let is_line = is(element, &["SpecifiedLineTradeSettlement", "ApplicableTradeTax", name]);
        let rule = if is_line { "BR-CL-18" } else { "BR-CL-17" };
        let message = "is not a category of VAT (UNTDID 5305)".to_owned();
        found.push(breach(element, Some(rule), message, Some(value)));
    }
    let country = is(element, &["Country", "IdentificationCode"]) || name == "CountryID";
    if country && !value.is_empty() && !contains(COUNTRY_CODES, value) {
        let message = "is not a code of ISO 3166-1".to_owned();
        found.push(breach(element, Some("BR-CL-14"), message, Some(value)));
    }
    let is_reason = name == "AllowanceChargeReasonCode"
        || is(element, &["SpecifiedTradeAllowanceCharge", "ReasonCode"]);
    if let Some(parent) = element.parent_element().filter(|_| is_reason && !value.is_empty()) {
        let (rule, list, of) = if is_charge(parent) {
            ("BR-CL-20", CHARGE_REASON_CODES, "charges (UNTDID 7161)")
        } else {
            ("BR-CL-19", ALLOWANCE_REASON_CODES, "allowances (UNTDID 5189)")
        };
        if !contains(list, value) {
            let message = format!("is not a code of reasons of {of}");
            found.push(breach(element, Some(rule), message, Some(value)));
        }
    }
}

/// The tax of a category of UBL, which must be VAT.
fn tax_scheme(category: Node<'_, '_>, found: &mut Vec<Problem>) {
    let scheme = children(category, "TaxScheme").flat_map(|scheme| children(scheme, "ID"));
    if scheme.map(text).any(|id| id.eq_ignore_ascii_case("VAT")) {
        return;
    }
    let parent = category.parent_element().map(|parent| parent.tag_name().name());
    let rule = match parent {
        Some("Item") => Some("BR-CO-04"),
        Some("TaxSubtotal") => Some("BR-47"),
        Some("AllowanceCharge") => {
            let is_charge = category.parent_element().is_some_and(is_charge);
            Some(if is_charge { "BR-37" } else { "BR-32" })
        }
        _ => None,
    };
    found.push(breach(category, rule, "lacks `TaxScheme/ID` with `VAT`".to_owned(), None));
}

/// Returns `true` if elements of this name hold numbers.
fn is_number(name: &str) -> bool {
    ["Amount", "Quantity", "Percent", "Numeric"].iter().any(|end| name.ends_with(end))
}

/// Returns `true` if elements of this name hold numbers, dates or currencies.
fn is_typed(name: &str) -> bool {
    let ends = ["Date", "DateTime", "DateTimeString", "DateString", "CurrencyCode"];
    is_number(name) || ends.iter().any(|end| name.ends_with(end))
}

/// Returns `true` if a text is a decimal number of XML Schema.
fn is_decimal(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    all_digits(whole) && all_digits(fraction) && !(whole.is_empty() && fraction.is_empty())
}

/// Returns `true` if an element and its ancestors have these names, the last its own.
fn is(element: Node<'_, '_>, names: &[&str]) -> bool {
    let mut at = Some(element);
    names.iter().rev().all(|name| {
        let matches = at.is_some_and(|node| node.tag_name().name() == *name);
        at = at.and_then(|node| node.parent_element());
        matches
    })
}

/// Returns `true` if an allowance or charge is a charge.
fn is_charge(element: Node<'_, '_>) -> bool {
    // It is among the first by the schemas; long lists of others are not searched for it again and again.
    let mut first = element.children().filter(Node::is_element).take(4);
    first.any(|indicator| {
        if indicator.tag_name().name() != "ChargeIndicator" {
            return false;
        }
        let inner = children(indicator, "Indicator").next().unwrap_or(indicator);
        ["true", "1"].contains(&&*text(inner))
    })
}

/// Returns `true` if there is an element at the end of a path, and, with `with_value`, it has a value.
fn has(element: Node<'_, '_>, path: &[&str], with_value: bool) -> bool {
    match path.split_first() {
        None => !(with_value && text(element).is_empty()),
        Some((name, rest)) => children(element, name).any(|child| has(child, rest, with_value)),
    }
}

fn children<'a, 'i>(element: Node<'a, 'i>, name: &str) -> impl Iterator<Item = Node<'a, 'i>> {
    element.children().filter(move |child| child.is_element() && child.tag_name().name() == name)
}

/// The value of an element, without blanks around it. Comments within it are no part of it.
fn text<'a>(element: Node<'a, '_>) -> Cow<'a, str> {
    let mut texts = element.children().filter(Node::is_text).filter_map(|text| text.text());
    let first = texts.next().unwrap_or_default();
    let rest: String = texts.collect();
    if rest.is_empty() {
        return Cow::Borrowed(first.trim());
    }
    Cow::Owned(format!("{first}{rest}").trim().to_owned())
}

/// A problem of an element.
fn breach(
    element: Node<'_, '_>,
    rule: Option<&'static str>,
    message: String,
    value: Option<&str>,
) -> Problem {
    // Nesting is limited where documents are read, so the path is short.
    let mut names: Vec<&str> =
        element.ancestors().filter(Node::is_element).map(|node| node.tag_name().name()).collect();
    names.reverse();
    let path = names.join("/");
    let name = element.tag_name().name();
    let mut problem = match rule {
        Some(rule) => {
            Problem::new(EINVOICE_RULE, format!("{rule}: `{name}` {message}")).detail("rule", rule)
        }
        None => Problem::new(EINVOICE_UNREADABLE, format!("`{name}` {message}")),
    };
    problem = problem.detail("element", path);
    match value {
        Some(value) => problem.detail("found", value),
        None => problem,
    }
}

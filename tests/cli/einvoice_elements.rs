//! `einvoice check`: elements that the terms of an invoice do not show.

use en16931::{examples, profiles};
use en16931_formats::{Syntax, write_unchecked};
use serde_json::Value as Json;

use super::einvoice::hybrid;
use crate::project::Project;

fn example(syntax: Syntax) -> String {
    let invoice = examples::for_profile(&profiles::EN16931).unwrap();
    write_unchecked(&invoice, syntax).unwrap().xml
}

/// The text with the first `from` after a marker replaced.
fn replaced(xml: &str, marker: &str, from: &str, to: &str) -> String {
    let at = xml.find(marker).unwrap_or_else(|| panic!("no {marker} in {xml}"));
    let (before, after) = xml.split_at(at);
    assert!(after.contains(from), "no {from} after {marker} in {xml}");
    format!("{before}{}", after.replacen(from, to, 1))
}

/// The text without the first element of a name.
fn without(xml: &str, name: &str) -> String {
    let end = format!("</{name}>");
    let from = xml.find(&format!("<{name}")).unwrap_or_else(|| panic!("no {name} in {xml}"));
    let to = from + xml[from..].find(&end).unwrap() + end.len();
    format!("{}{}", &xml[..from], &xml[to..])
}

/// The errors of a file: rule or code, and element.
fn errors(project: &Project, file: &str) -> Vec<(String, String)> {
    let run = project.run(["einvoice", "check", file, "--format", "json"]);
    let report: Json = serde_json::from_slice(&run.stdout).unwrap();
    let problems = report["invoices"][0]["problems"].as_array().unwrap().iter();
    let text = |value: &Json| value.as_str().unwrap_or_default().to_owned();
    let errors = problems.filter(|problem| problem["severity"] == "error");
    errors
        .map(|problem| {
            let rule = problem["rule"].as_str().map(str::to_owned);
            (rule.unwrap_or_else(|| text(&problem["code"])), text(&problem["element"]))
        })
        .collect()
}

#[test]
fn elements_that_the_terms_do_not_show_are_checked() {
    let (ubl, cii) = (example(Syntax::Ubl), example(Syntax::Cii));
    let currency = "currencyID=\"EUR\"";
    let cases = [
        (without(&ubl, "cbc:PriceAmount"), "BR-26", "Invoice/InvoiceLine"),
        (
            replaced(&ubl, "<cbc:LineExtensionAmount", currency, "currencyID=\"XYZ\""),
            "BR-CL-03",
            "LineExtensionAmount",
        ),
        (
            replaced(&ubl, "<cbc:PayableAmount", currency, ""),
            "BR-CL-03",
            "Invoice/LegalMonetaryTotal/PayableAmount",
        ),
        (
            replaced(&ubl, "<cac:ClassifiedTaxCategory", ">VAT<", ">GST<"),
            "BR-CO-04",
            "InvoiceLine/Item/ClassifiedTaxCategory",
        ),
        (
            replaced(&ubl, "<cac:TaxSubtotal", ">VAT<", ">GST<"),
            "BR-47",
            "TaxTotal/TaxSubtotal/TaxCategory",
        ),
        (without(&cii, "ram:ChargeAmount"), "BR-26", "IncludedSupplyChainTradeLineItem"),
        (
            replaced(&cii, "<ram:IssueDateTime", " format=\"102\"", ""),
            "einvoiceUnreadable",
            "IssueDateTime/DateTimeString",
        ),
        (
            replaced(&cii, "<ram:SpecifiedTaxRegistration", "\"VA\"", "\"XX\""),
            "einvoiceUnreadable",
            "SpecifiedTaxRegistration/ID",
        ),
        (
            replaced(&cii, "<ram:SpecifiedLineTradeSettlement", ">VAT<", ">GST<"),
            "BR-CO-04",
            "ApplicableTradeTax/TypeCode",
        ),
    ];
    for (xml, rule, element) in cases {
        let project = Project::new().file("invoice.xml", &xml);
        let found = errors(&project, "invoice.xml");
        let named = |(one, path): &(String, String)| one == rule && path.ends_with(element);
        assert!(found.iter().any(named), "{rule} {element}: {found:?} in {xml}");
    }
    for xml in [ubl, cii] {
        let project = Project::new().file("invoice.xml", xml);
        assert_eq!(errors(&project, "invoice.xml"), []);
    }
}

/// A rule that the terms break already is reported once.
#[test]
fn a_rule_is_not_reported_twice() {
    let ubl = example(Syntax::Ubl);
    let project =
        Project::new().file("invoice.xml", replaced(&ubl, "<cac:Country", ">DE<", ">ZZ<"));
    let found = errors(&project, "invoice.xml");
    let countries: Vec<_> = found.iter().filter(|(rule, _)| rule == "BR-CL-14").collect();
    assert_eq!(countries.len(), 1, "{found:?}");
}

#[test]
fn the_elements_of_an_attached_invoice_are_checked() {
    let project = hybrid(&without(&example(Syntax::Cii), "ram:ChargeAmount"));
    let found = errors(&project, "hybrid.pdf");
    assert!(found.iter().any(|(rule, _)| rule == "BR-26"), "{found:?}");
}

#[test]
fn invoices_in_utf16_are_checked_as_others() {
    let wrong = replaced(&example(Syntax::Cii), "<ram:TypeCode>VAT", "VAT", "GST");
    let wrong = wrong.replacen("UTF-8", "UTF-16", 1);
    for (mark, unit) in [
        (vec![0xff, 0xfe], u16::to_le_bytes as fn(u16) -> [u8; 2]),
        (vec![0xfe, 0xff], u16::to_be_bytes),
    ] {
        let mut file = mark;
        file.extend(wrong.encode_utf16().flat_map(unit));
        let project = Project::new().file("wrong.xml", file);
        let rules: Vec<String> =
            errors(&project, "wrong.xml").into_iter().map(|(rule, _)| rule).collect();
        assert_eq!(rules, ["BR-CO-04"]);
    }
}

fn example_of(profile: &'static en16931::Profile) -> String {
    let invoice = examples::for_profile(profile).unwrap();
    write_unchecked(&invoice, Syntax::Ubl).unwrap().xml
}

fn found(xml: &str) -> Vec<(String, String)> {
    let project = Project::new().file("in.xml", xml);
    errors(&project, "in.xml")
}

#[test]
fn peppol_has_one_currency_and_no_empty_elements() {
    let peppol = example_of(&profiles::PEPPOL_BIS_3);
    assert_eq!(found(&peppol), []);
    let dollars =
        replaced(&peppol, "<cbc:PayableAmount", "currencyID=\"EUR\"", "currencyID=\"USD\"");
    assert_eq!(found(&dollars)[0].0, "PEPPOL-EN16931-R051");
    let empty = replaced(
        &peppol,
        "<cac:AccountingSupplierParty",
        "<cac:PostalAddress>",
        "<cac:PostalAddress><cbc:StreetName/>",
    );
    assert!(
        found(&empty).iter().any(|(rule, _)| rule == "PEPPOL-EN16931-R008"),
        "{:?}",
        found(&empty)
    );
}

#[test]
fn elements_of_other_namespaces_are_none_of_the_invoice() {
    let ubl = example(Syntax::Ubl);
    let extensions = "<ext:UBLExtensions xmlns:ext=\"urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2\">\
         <ext:UBLExtension><ext:ExtensionContent><a:Foo xmlns:a=\"urn:a\"><a:Quantity>many</a:Quantity>\
         <a:InvoiceLine/></a:Foo></ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions><cbc:CustomizationID>";
    assert_eq!(found(&ubl.replacen("<cbc:CustomizationID>", extensions, 1)), []);
    for wrong in [
        ubl.replace("CommonBasicComponents-2", "CommonBasicComponents-9"),
        ubl.replace("xsd:Invoice-2", "xsd:Evil-2"),
        ubl.replacen(
            "<cbc:PayableAmount",
            "<z:PayableAmount xmlns:z=\"urn:z\">1.00</z:PayableAmount><cbc:PayableAmount",
            1,
        ),
        example(Syntax::Cii).replace("UnqualifiedDataType:100", "UnqualifiedDataType:1"),
    ] {
        assert!(found(&wrong).iter().any(|(code, _)| code == "einvoiceUnreadable"), "{wrong}");
    }
}

#[test]
fn a_comment_is_no_part_of_a_value() {
    let ubl = example(Syntax::Ubl);
    let at = ubl.find("<cbc:PayableAmount").unwrap();
    let at = at + ubl[at..].find('>').unwrap() + 1;
    let commented = format!("{}<!-- due -->{}", &ubl[..at], &ubl[at..]);
    assert_eq!(found(&commented), []);
}

#[test]
fn elements_that_occur_thousands_of_times_end_the_check() {
    let cii = example(Syntax::Cii);
    let at = cii.find("<ram:DuePayableAmount>").unwrap();
    let end =
        at + cii[at..].find("</ram:DuePayableAmount>").unwrap() + "</ram:DuePayableAmount>".len();
    let many = format!("{}{}{}", &cii[..at], cii[at..end].repeat(8000), &cii[end..]);
    let started = std::time::Instant::now();
    assert_eq!(found(&many), [("einvoiceUnreadable".to_owned(), "DuePayableAmount".to_owned())]);
    assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
}

//! E-invoices that are made of a map and data: the same terms come out, wrong sums never do.

use std::path::PathBuf;

use en16931::{Invoice, examples, profiles};
use en16931_formats::{Syntax, write_unchecked};
use serde_json::{Value as Json, json};

use super::einvoice_terms::{data, map};
use crate::documents::root;
use crate::project::{Project, document, text};
use crate::tools;

/// A template that makes an e-invoice.
fn template(einvoice: &Json) -> String {
    let mut template: Json =
        serde_json::from_str(&document("Invoice", &[text("title", "Invoice")], "[]")).unwrap();
    template["template"]["extensions"] = 1.into();
    template["template"]["pdf"] = json!({ "einvoice": einvoice });
    template.to_string()
}

fn project(einvoice: &Json, data: &Json) -> Project {
    Project::new().template("invoice", &template(einvoice)).file("data.json", data.to_string())
}

const RENDER: [&str; 10] = [
    "render",
    "invoice",
    "-d",
    "data.json",
    "-o",
    "out.pdf",
    "--einvoice-out",
    "out.xml",
    "--creation-date",
    "2026-11-02",
];

pub(super) fn read(xml: &[u8]) -> Invoice {
    en16931_formats::read(xml).unwrap().invoice
}

/// The published examples of KoSIT in a folder beside the repository.
pub(super) fn published() -> Vec<PathBuf> {
    let folder = root().join("../shared/einvoice/kosit");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        tools::missing(&format!("there is no {}", folder.display()));
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    // Sub-lines of the extension of XRechnung are no terms of EN 16931.
    files.retain(|file| file.file_name().unwrap().to_str().unwrap().starts_with("standard-"));
    files.sort();
    files
}

/// The XML of an invoice, made again of its own terms in a syntax.
pub(super) fn made(invoice: &Invoice, standard: &str, profile: &str) -> Vec<u8> {
    let einvoice = json!({ "standard": standard, "profile": profile, "map": map() });
    let project = project(&einvoice, &data(invoice));
    project.run(RENDER).succeeds();
    let run = project.run(["einvoice", "check", "out.xml"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    project.read("out.xml")
}

/// An invoice, made again of its own terms in a syntax.
fn again(invoice: &Invoice, standard: &str, profile: &str) -> Invoice {
    read(&made(invoice, standard, profile))
}

#[test]
fn business_cases_come_out_term_by_term_in_cii() {
    let mut differences = Vec::new();
    for file in published() {
        let original = read(&std::fs::read(&file).unwrap());
        let mut made = again(&original, "factur-x", "xrechnung");
        made.specification_id.clone_from(&original.specification_id);
        differences.extend(differing(&file, &made, &original));
    }
    assert_eq!(differences, Vec::<String>::new());
}

#[test]
fn business_cases_come_out_term_by_term_in_ubl() {
    let mut differences = Vec::new();
    for file in published() {
        let original = read(&std::fs::read(&file).unwrap());
        let mut made = again(&original, "ubl", "xrechnung");
        made.specification_id.clone_from(&original.specification_id);
        // UBL has an order where there is that of the seller alone.
        if original.purchase_order_reference.is_none() && original.sales_order_reference.is_some() {
            made.purchase_order_reference = None;
        }
        // UBL has discounts of prices with a gross price alone.
        for (line, other) in made.lines.iter_mut().zip(&original.lines) {
            if other.price.price_discount.is_none() {
                line.price.price_discount = None;
            }
        }
        differences.extend(differing(&file, &made, &original));
    }
    assert_eq!(differences, Vec::<String>::new());
}

fn trim(data: &mut Json) {
    match data {
        Json::String(text) => *text = text.trim().to_owned(),
        Json::Array(items) => items.iter_mut().for_each(trim),
        Json::Object(members) => members.values_mut().for_each(trim),
        _ => {}
    }
}

/// The terms in which two invoices differ.
fn differing(file: &std::path::Path, made: &Invoice, original: &Invoice) -> Vec<String> {
    let (mut made, mut original) = (data(made), data(original));
    // Texts of a map lose blanks at their ends.
    trim(&mut made);
    trim(&mut original);
    let keys = original.as_object().unwrap().keys().chain(made.as_object().unwrap().keys());
    let wrong = keys.filter(|key| made.get(*key) != original.get(*key));
    let name = file.file_name().unwrap().display();
    wrong.map(|key| format!("{name} {key}: {:?} {:?}", made.get(key), original.get(key))).collect()
}

#[test]
fn a_credit_note_names_what_it_corrects() {
    let invoice = examples::for_profile(&profiles::XRECHNUNG).unwrap();
    let date = en16931::Date::parse("2026-11-30").unwrap();
    let note = invoice.to_credit_note("C-1", date);
    let made = again(&note, "factur-x", "xrechnung");
    assert_eq!(made.kind, en16931::DocumentKind::CreditNote);
    assert_eq!(made.preceding_invoices, note.preceding_invoices);
    let ubl = again(&note, "ubl", "xrechnung");
    assert_eq!(ubl.kind, en16931::DocumentKind::CreditNote);
}

/// The example of the extensions of the format, chapter 10.7, with its data.
fn example() -> (Json, Json) {
    let einvoice = json!({ "standard": "factur-x", "profile": "en16931", "map": {
        "BT-1": "{number}", "BT-2": "{issued}", "BT-3": "380", "BT-5": "EUR", "BT-9": "{due}",
        "BG-4": { "BT-27": "{seller.name}", "BT-31": "{seller.vatId}", "BG-5": { "BT-35": "{seller.street}",
            "BT-37": "{seller.city}", "BT-38": "{seller.zip}", "BT-40": "DE" } },
        "BG-7": { "BT-44": "{buyer.name}", "BG-8": { "BT-50": "{buyer.street}", "BT-52": "{buyer.city}",
            "BT-53": "{buyer.zip}", "BT-55": "{buyer.country}" } },
        "BG-25": { "each": "lines", "map": { "BT-126": "{$row.index}", "BT-153": "{name}", "BT-129": "{qty}",
            "BT-130": "{unit}", "BT-146": "{price}", "BT-131": "{amount}", "BT-151": "{vatCategory}",
            "BT-152": "{vatRate}" } },
        "BG-23": { "each": "taxes", "map": { "BT-116": "{base}", "BT-117": "{tax}", "BT-118": "{category}",
            "BT-119": "{rate}" } },
        "BG-22": { "BT-106": "{net}", "BT-109": "{net}", "BT-110": "{tax}", "BT-112": "{gross}",
            "BT-115": "{due_amount}" } } });
    let data = json!({
        "number": "R-7", "issued": "2026-11-02", "due": "2026-12-02",
        "seller": {"name": "Beispiel GmbH", "vatId": "DE123456789", "street": "Weg 1", "city": "Berlin", "zip": "10115"},
        "buyer": {"name": "Muster AG", "street": "Allee 2", "city": "Köln", "zip": "50667", "country": "DE"},
        "lines": [
            {"name": "A", "qty": 1, "unit": "C62", "price": 100, "amount": 100, "vatCategory": "S", "vatRate": 19},
            {"name": "B", "qty": 2, "unit": "C62", "price": 25, "amount": 50.0, "vatCategory": "S", "vatRate": 19}],
        "taxes": [{"base": 150, "tax": 28.5, "category": "S", "rate": 19}],
        "net": 150, "tax": 28.5, "gross": 178.5, "due_amount": 178.5
    });
    (einvoice, data)
}

#[test]
fn the_document_carries_the_invoice_and_says_so() {
    let (einvoice, data) = example();
    let project = project(&einvoice, &data);
    project.run(RENDER).succeeds();
    let text = project.run(["einvoice", "check", "out.pdf"]).succeeds().stderr;
    assert!(text.contains("out.pdf: valid (EN 16931"), "{text}");
    project.run(["einvoice", "extract", "out.pdf"]).succeeds();
    assert_eq!(project.read("factur-x.xml"), project.read("out.xml"));
    let invoice = read(&project.read("out.xml"));
    assert_eq!(invoice.seller.vat_identifier.as_deref(), Some("DE123456789"));
    assert_eq!(invoice.lines[1].id, "2");
    // The same bytes each time.
    let first = project.read("out.pdf");
    project.run(RENDER).succeeds();
    assert_eq!(project.read("out.pdf"), first);
}

#[test]
fn wrong_totals_never_leave() {
    let (einvoice, mut data) = example();
    data["gross"] = 178.51.into();
    let project = project(&einvoice, &data);
    let run = project.run([
        "render",
        "invoice",
        "-d",
        "data.json",
        "-o",
        "out.pdf",
        "--error-format",
        "json",
    ]);
    let run = run.fails_with(4);
    assert!(!project.path("out.pdf").exists());
    let problem: Json = serde_json::from_str(run.stderr.lines().next_back().unwrap()).unwrap();
    assert_eq!(problem["code"], "einvoiceRule");
    assert_eq!((&problem["rule"], &problem["path"]), (&"BR-CO-15".into(), &"gross".into()));
    assert_eq!((&problem["expected"], &problem["found"]), (&"178.50".into(), &"178.51".into()));
    assert_eq!(problem["pointer"], "/template/pdf/einvoice/map/BG-22/BT-112");
    // `check` says the same.
    let run = project.run(["check", "invoice", "-d", "data.json"]);
    assert!(run.stderr.contains("BR-CO-15"), "{}", run.stderr);
}

#[test]
fn a_missing_term_names_its_place_in_the_data() {
    let (einvoice, mut data) = example();
    data["lines"][1].as_object_mut().unwrap().remove("amount");
    data["lines"][0]["qty"] = "many".into();
    let project = project(&einvoice, &data);
    let text = project.run(RENDER).fails_with(4).stderr;
    assert!(text.contains("BR-24 at BG-25[1]/BT-131"), "{text}");
    assert!(text.contains("`lines[1].amount`") && text.contains("further"), "{text}");
    assert!(!project.path("out.xml").exists());
    // `check` lists all of them.
    let text = project.run(["check", "invoice", "-d", "data.json"]).stderr;
    assert!(text.contains("`lines[0].qty`") && text.contains("`many`"), "{text}");
}

/// Data of an ordinary invoice, in the names of the shipped template.
fn ordinary() -> Json {
    json!({
        "number": "2026-7", "issued": "2026-11-02", "due": "2026-12-02", "buyerReference": "04011000-1234512345-35",
        "seller": {"name": "Beispiel GmbH", "vatId": "DE123456789", "street": "Weg 1", "city": "Berlin", "zip": "10115",
            "country": "DE", "contact": "Eva Muster", "phone": "+49 30 123456", "mail": "eva@example.org",
            "iban": "DE89 3704 0044 0532 0130 00", "electronicAddress": "DE123456789", "electronicAddressScheme": "9930"},
        "customer": {"name": "Muster AG", "street": "Allee 2", "city": "Köln", "zip": "50667", "country": "DE",
            "electronicAddress": "04011000-1234512345-35", "electronicAddressScheme": "0204"},
        "lines": [
            {"item": "Beratung", "quantity": 3, "unit": "h", "price": 96.1, "amount": 288.3, "vatRate": 19},
            {"item": "Buch", "detail": "Gebunden", "quantity": 2, "unit": "pcs", "price": 9.99, "amount": 19.98, "vatRate": 7}]
    })
}

#[test]
fn an_ordinary_invoice_needs_no_map() {
    for (standard, profile) in [
        ("factur-x", "minimum"),
        ("factur-x", "basicwl"),
        ("factur-x", "basic"),
        ("factur-x", "en16931"),
        ("factur-x", "extended"),
        ("factur-x", "xrechnung"),
        ("ubl", "en16931"),
        ("ubl", "xrechnung"),
        ("ubl", "peppol"),
    ] {
        let einvoice = json!({ "standard": standard, "profile": profile, "preset": "invoice",
            "map": {"BT-5": "EUR", "BG-25": {"BT-133": "{item}"}} });
        let project = project(&einvoice, &ordinary());
        let run = project.run(RENDER);
        assert_eq!(run.code, Some(0), "{standard} {profile}: {}", run.stderr);
        project.run(["einvoice", "check", "out.xml"]).succeeds();
        let invoice = read(&project.read("out.xml"));
        assert_eq!(invoice.totals.gross_total.to_string(), "364.46", "{profile}");
        if profile == "peppol" {
            assert_eq!(invoice.vat_breakdown.len(), 2);
            assert_eq!(invoice.lines[0].unit_code.as_str(), "HUR");
            assert_eq!(invoice.lines[1].accounting_reference.as_deref(), Some("Buch"));
            assert_eq!(
                invoice.payment.unwrap().account_identifier(),
                Some("DE89370400440532013000")
            );
        }
    }
}

#[test]
fn the_map_shows_what_a_profile_lacks() {
    let (einvoice, data) = example();
    let project = project(&einvoice, &data);
    project.run(["einvoice", "map", "invoice"]).succeeds();
    let plain = Project::with_invoice();
    let message = "makes no e-invoice";
    plain.run(["einvoice", "map", "invoice"]).fails_with(2).stderr_has(message);
    let render = ["render", "invoice", "-d", "data.json", "--einvoice-out", "e.xml"];
    plain.run(render).fails_with(2).stderr_has(message);
    let run = project.run(["einvoice", "map", "invoice", "--profile", "xrechnung"]).ends_with(7);
    let shown = String::from_utf8(run.stdout).unwrap();
    assert!(
        shown.contains("BT-10     Buyer reference [0..1, text]: lacking (BR-DE-15)"),
        "{shown}"
    );
    let run = project.run(["einvoice", "map", "invoice", "--all", "--format", "json"]).succeeds();
    let report: Json = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!((&report["profile"], &report["lacking"]), (&"en16931".into(), &0.into()));
    let terms = report["terms"].as_array().unwrap();
    let name = terms.iter().find(|term| term["term"] == "BT-27").unwrap();
    assert_eq!((&name["mapped"], &name["rule"]), (&true.into(), &"BR-06".into()));
}

#[test]
fn bad_terms_are_refused_with_their_place() {
    for (map, pointer, message) in [
        (json!({"BT-999": "x"}), "/BT-999", "identifier of a term"),
        (json!({"BT-131": "x"}), "/BT-131", "in `BG-25`"),
        (json!({"BG-4": "x"}), "/BG-4", "an object with terms"),
        (json!({"BT-1": {"each": "a", "map": {}}}), "/BT-1", "occurs once"),
        (json!({"BG-25": {"each": "lines"}}), "/BG-25/map", "the terms of an item"),
        (json!({"BT-27": "a", "BG-4": {"BT-27": "b"}}), "/BG-4/BT-27", "mapped once"),
    ] {
        let project = project(&json!({ "map": map }), &json!({}));
        let text = project.run(["check", "invoice"]).fails_with(7).stderr;
        let at = format!("/template/pdf/einvoice/map{pointer}");
        assert!(text.contains(&at) && text.contains(message), "{map}: {text}");
    }
    let wrong = json!({ "standard": "factur-x", "profile": "peppol", "map": {} });
    let text = project(&wrong, &json!({})).run(["check", "invoice"]).fails_with(7).stderr;
    assert!(text.contains("`\"standard\": \"ubl\"`"), "{text}");
}

#[test]
fn an_archive_that_carries_no_files_excludes_an_invoice() {
    let (einvoice, data) = example();
    let project = project(&einvoice, &data);
    let text = project
        .run(["render", "invoice", "-d", "data.json", "-o", "out.pdf", "--pdf-standard", "pdfa-2b"])
        .stderr;
    assert!(text.contains("pdfa-2b cannot carry an e-invoice"), "{text}");
}

/// The elements that the table of terms names are those that the library writes.
#[test]
fn the_table_names_the_elements_that_are_written() {
    use reportctl::format::einvoice::{TERMS, TermKind};
    let invoice = examples::for_profile(&profiles::XRECHNUNG).unwrap();
    for syntax in [Syntax::Cii, Syntax::Ubl] {
        let xml = write_unchecked(&invoice, syntax).unwrap().xml;
        let written = roxmltree::Document::parse(&xml).unwrap();
        let values = data(&invoice);
        for term in
            TERMS.iter().filter(|term| matches!(term.kind, Some(TermKind::Text | TermKind::Code)))
        {
            let Some(value) = values[term.id.replace('-', "_")].as_str() else { continue };
            let path = if syntax == Syntax::Cii { term.cii() } else { term.ubl() };
            let found = at(written.root_element(), &path);
            assert!(found.iter().any(|text| text == value), "{} {path}: {found:?}", term.id);
        }
    }
}

/// The texts at a path of an XML document.
fn at(root: roxmltree::Node<'_, '_>, path: &str) -> Vec<String> {
    let mut nodes = vec![root];
    for part in path.split('/') {
        if let Some(attribute) = part.strip_prefix('@') {
            return nodes
                .iter()
                .filter_map(|node| node.attribute(attribute))
                .map(str::to_owned)
                .collect();
        }
        let name = part.rsplit(':').next().unwrap();
        let inner = nodes.iter().flat_map(|node| node.children());
        nodes = inner.filter(|node| node.tag_name().name() == name).collect();
    }
    nodes.iter().filter_map(|node| node.text()).map(str::to_owned).collect()
}

#[test]
fn the_page_prints_what_the_invoice_says() {
    let (einvoice, data) = example();
    let document = |shown: &str| {
        let mut template: Json = serde_json::from_str(&template(&einvoice)).unwrap();
        let field = &mut template["template"]["schemas"][0];
        field["content"] = shown.into();
        field["bt"] = "BT-112".into();
        Project::new()
            .template("invoice", &template.to_string())
            .file("data.json", data.to_string())
    };
    document("Total {MONEY(gross, \"EUR\")}").run(RENDER).succeeds();
    let project = document("178,05 €");
    let text = project.run(RENDER).fails_with(4).stderr;
    assert!(
        text.contains("prints BT-112 as `178,05 €`, but the e-invoice says `178.50`"),
        "{text}"
    );
    assert!(!project.path("out.pdf").exists());
    let text = project.run(["check", "invoice", "-d", "data.json"]).stderr;
    assert!(text.contains("einvoiceMismatch"), "{text}");
}

/// A value of the data with another last digit.
fn mutate(data: &mut Json, pointer: &str) -> bool {
    let Some(value) = data.pointer_mut(pointer) else { return false };
    let Some(text) = value.as_str() else { return false };
    let (start, last) = text.split_at(text.len() - 1);
    *value = format!("{start}{}", if last == "1" { "2" } else { "1" }).into();
    true
}

/// Amounts that are wrong, terms that are missing, codes that do not exist: none of them leaves.
#[test]
fn mutants_of_business_cases_are_refused() {
    let einvoice = json!({ "profile": "xrechnung", "map": map() });
    let sums = ["BT_106", "BT_109", "BT_112", "BT_115", "BG_25/0/BT_131", "BG_23/0/BT_117"];
    let needed =
        ["BT_1", "BT_2", "BT_10", "BT_27", "BT_40", "BT_41", "BT_44", "BT_55", "BG_25/0/BT_129"];
    let codes = ["BT_3", "BT_5", "BT_40", "BT_81", "BG_25/0/BT_151"];
    for (number, file) in published().iter().enumerate() {
        let original = data(&read(&std::fs::read(file).unwrap()));
        let mut mutants = Vec::new();
        let mut mutant = original.clone();
        let sum = sums[number % sums.len()];
        if mutate(&mut mutant, &format!("/{sum}")) {
            mutants.push((sum, mutant));
        }
        let mut mutant = original.clone();
        let gone = needed[number % needed.len()];
        if let Some(value) = mutant.pointer_mut(&format!("/{gone}")) {
            value.take();
            mutants.push((gone, mutant));
        }
        let mut mutant = original.clone();
        let code = codes[number % codes.len()];
        if let Some(value) = mutant.pointer_mut(&format!("/{code}")) {
            *value = "QQQ".into();
            mutants.push((code, mutant));
        }
        for (what, mutant) in mutants {
            let project = project(&einvoice, &mutant);
            let run = project.run(RENDER);
            assert_eq!(run.code, Some(4), "{what} {}: {}", file.display(), run.stderr);
            assert!(!project.path("out.pdf").exists() && !project.path("out.xml").exists());
        }
    }
}

/// A page, a table or an accepted case of a document that cannot be made would promise too much.
#[test]
fn no_other_format_is_made_of_what_is_no_invoice() {
    let read = |path: &str| std::fs::read_to_string(root().join(path)).unwrap();
    let mut data: Json = serde_json::from_str(&read("samples/german-invoice-small.json")).unwrap();
    data["seller"]["country"] = "XX".into();
    let project = Project::new()
        .template("german-invoice", &read("templates/german-invoice.json"))
        .file("data.json", data.to_string())
        .file("templates/tests/german-invoice/wrong/data.json", data.to_string());
    for format in ["pdf", "svg", "png", "layout", "csv", "xlsx"] {
        let run = project.run([
            "render",
            "german-invoice",
            "-d",
            "data.json",
            "--format",
            format,
            "-o",
            "out-{page}",
        ]);
        run.fails_with(4).stderr_has("BR-CL-14");
    }
    project.run(["test", "--accept"]).fails_with(7).stderr_has("BR-CL-14");
    assert!(!project.names("").iter().any(|name| name.starts_with("out")));
}

/// A mandate that is left out would be no mandate, and a reason under another category a false statement.
#[test]
fn what_the_invoice_has_no_place_for_is_refused_or_named() {
    let einvoice = |standard: &str, map: Json| json!({ "standard": standard, "profile": "en16931", "preset": "invoice", "map": map });
    let render = |einvoice: &Json, data: &Json| project(einvoice, data).run(RENDER);

    let debit = json!({"BT-5": "EUR", "BT-81": "59", "BG-19": {"BT-89": "MANDATE-1", "BT-90": "DE98ZZZ", "BT-91": "DE89"}});
    render(&einvoice("factur-x", debit), &ordinary())
        .fails_with(4)
        .stderr_has("a credit transfer (BG-17) and a direct debit (BG-19)");

    let mut exempt = ordinary();
    for (line, category) in [(0, "E"), (1, "AE")] {
        exempt["lines"][line]["vatCategory"] = category.into();
        exempt["lines"][line]["vatRate"] = 0.into();
    }
    exempt["vatExemption"] = "Exempt under §4".into();
    exempt["customer"]["vatId"] = "DE987654321".into();
    render(&einvoice("factur-x", json!({"BT-5": "EUR"})), &exempt)
        .fails_with(4)
        .stderr_has("would be that of several VAT categories: E, AE");
    exempt["lines"][1]["vatCategory"] = "E".into();
    render(&einvoice("factur-x", json!({"BT-5": "EUR"})), &exempt).succeeds();

    // UBL has the due date of a credit note beside the means of payment.
    let credit = json!({"BT-5": "EUR", "BT-3": "381", "BG-3": {"BT-25": "2026-1"}});
    let mut unpaid = ordinary();
    unpaid["seller"].as_object_mut().unwrap().remove("iban");
    render(&einvoice("ubl", credit), &unpaid)
        .succeeds()
        .stderr_has("BT-9 (Payment due date) is not written");
}

/// The XML of an ordinary invoice with further terms and data.
fn ordinary_with(standard: &str, profile: &str, map: &Json, data: &Json) -> String {
    let einvoice =
        json!({ "standard": standard, "profile": profile, "preset": "invoice", "map": map });
    let project = project(&einvoice, data);
    project.run(RENDER).succeeds();
    project.run(["einvoice", "check", "out.xml"]).succeeds();
    String::from_utf8(project.read("out.xml")).unwrap()
}

#[test]
fn a_mandate_is_written_without_terms_of_payment() {
    let mut data = ordinary();
    data["seller"].as_object_mut().unwrap().remove("iban");
    data.as_object_mut().unwrap().remove("due");
    data["prepaid"] = 364.46.into();
    let debit = json!({"BT-5": "EUR", "BT-81": "59",
        "BG-19": {"BT-89": "M&1", "BT-90": "DE98ZZZ09999999999", "BT-91": "DE89370400440532013000"}});
    let xml = ordinary_with("factur-x", "xrechnung", &debit, &data);
    assert!(xml.contains("<ram:DirectDebitMandateID>M&amp;1</ram:DirectDebitMandateID>"), "{xml}");
}

#[test]
fn a_credit_note_of_ubl_has_its_due_date_and_project() {
    let map = json!({"BT-5": "EUR", "BT-3": "381", "BT-11": "A&B", "BT-17": "T-1", "BG-3": {"BT-25": "2026-1"}});
    let xml = ordinary_with("ubl", "en16931", &map, &ordinary());
    assert!(xml.contains("<cbc:PaymentDueDate>2026-12-02</cbc:PaymentDueDate>"), "{xml}");
    let document = roxmltree::Document::parse(&xml).unwrap();
    let root = document.root_element();
    assert_eq!(at(root, "cac:AdditionalDocumentReference/cbc:ID"), ["A&B"]);
    assert_eq!(at(root, "cac:AdditionalDocumentReference/cbc:DocumentTypeCode"), ["50"]);
}

#[test]
fn an_order_of_the_seller_alone_has_no_empty_element() {
    let map = json!({"BT-5": "EUR", "BT-10": "", "BT-14": "SO-1"});
    let xml = ordinary_with("ubl", "peppol", &map, &ordinary());
    let document = roxmltree::Document::parse(&xml).unwrap();
    assert_eq!(at(document.root_element(), "cac:OrderReference/cbc:ID"), ["NA"]);
}

#[test]
fn totals_are_derived_of_the_breakdown_that_the_map_has() {
    let mut data = ordinary();
    data["lines"] = json!([{"item": "x", "quantity": 1, "unit": "pcs", "price": 150, "amount": 150, "vatRate": 19}]);
    let breakdown = json!({"BT-5": "EUR", "BG-23": {"BT-116": "150", "BT-117": "28.51", "BT-118": "S", "BT-119": "19"}});
    let xml = ordinary_with("factur-x", "en16931", &breakdown, &data);
    let totals = read(xml.as_bytes()).totals;
    assert_eq!(totals.vat_total.unwrap().to_string(), "28.51");
    assert_eq!(
        (totals.gross_total.to_string(), totals.due.to_string()),
        ("178.51".into(), "178.51".into())
    );
}

#[test]
fn a_rounding_amount_needs_a_profile_that_has_it() {
    for (profile, is_right) in [("basicwl", false), ("basic", false), ("en16931", true)] {
        let map = json!({"BT-5": "EUR", "BT-114": "0.54"});
        let einvoice = json!({ "profile": profile, "preset": "invoice", "map": map });
        let project = project(&einvoice, &ordinary());
        let run = project.run(RENDER);
        if is_right {
            run.succeeds();
        } else {
            run.fails_with(4).stderr_has("BT-114");
        }
    }
}

#[test]
fn a_finding_names_the_item_of_a_list_within_a_list() {
    let mut data = ordinary();
    data["lines"][0]["al"] = json!([{"a": 5, "r": "ok"}, {"a": "two", "r": "bad"}]);
    let map = json!({"BT-5": "EUR", "BG-25": {"BG-27": {"each": "al", "map": {"BT-136": "{a}", "BT-139": "{r}"}}}});
    let project = project(&json!({ "preset": "invoice", "map": map }), &data);
    let text = project.run(["check", "invoice", "-d", "data.json"]).stderr;
    assert!(text.contains("lines[0].al[1].a") && !text.contains("lines[0].al[0].a"), "{text}");
}

/// Terms that the writer fills in are printed, those that the profile lacks are not.
#[test]
fn printed_terms_are_those_of_the_written_invoice() {
    let render = |bt: &str, shown: &str, profile: &str, data: &Json| {
        let einvoice = json!({ "profile": profile, "preset": "invoice" });
        let mut template: Json = serde_json::from_str(&template(&einvoice)).unwrap();
        template["template"]["currency"] = "EUR".into();
        let field = &mut template["template"]["schemas"][0];
        field["content"] = shown.into();
        field["bt"] = bt.into();
        let project = Project::new().template("invoice", &template.to_string());
        let project = project.file("data.json", data.to_string());
        project.run(RENDER).code == Some(0)
    };
    let mut data = ordinary();
    data["issued"] = "2026-11-02T10:00:00Z".into();
    data["paymentTerms"] = "30 days".into();
    for (bt, shown, profile, is_right) in [
        ("BT-2", "02/11/2026", "en16931", true),
        ("BT-2", "02/12/2026", "en16931", false),
        ("BT-5", "EUR", "en16931", true),
        ("BT-23", "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0", "xrechnung", true),
        ("BT-20", "30 days", "en16931", true),
        ("BT-20", "30 days", "minimum", false),
        ("BT-112", "364,46 €", "en16931", true),
        ("BT-112", "-364,46 €", "en16931", false),
        ("BT-113", "0,00", "en16931", true),
    ] {
        assert_eq!(render(bt, shown, profile, &data), is_right, "{bt} {shown} {profile}");
    }
}

#[test]
fn a_value_behind_an_ellipsis_is_not_printed() {
    let (einvoice, data) = example();
    let mut template: Json = serde_json::from_str(&template(&einvoice)).unwrap();
    let field = &mut template["template"]["schemas"][0];
    field["content"] = "Total to pay 178,50".into();
    field["bt"] = "BT-112".into();
    field["overflow"] = "ellipsis".into();
    field["wrap"] = "none".into();
    field["width"] = 8.into();
    let project = Project::new().template("invoice", &template.to_string());
    let project = project.file("data.json", data.to_string());
    project.run(RENDER).fails_with(4).stderr_has("prints BT-112");
}

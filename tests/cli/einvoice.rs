//! `einvoice`: invoices of others, checked by the rules and taken out of documents.

use en16931::{examples, profiles};
use en16931_formats::{Syntax, write_unchecked};
use serde_json::Value as Json;

use crate::documents::root;
use crate::project::{Project, document, text};
use crate::tools;

/// The example of a profile that its library has, as XML.
fn example(profile: &en16931::Profile, syntax: Syntax) -> String {
    let invoice = examples::for_profile(profile).unwrap();
    write_unchecked(&invoice, syntax).unwrap().xml
}

/// The same with another total: sums do not add up.
fn with_wrong_total(xml: &str) -> String {
    let term = "TaxInclusiveAmount currencyID=\"EUR\">";
    let (before, rest) = xml.split_once(term).unwrap();
    let (_, after) = rest.split_once('<').unwrap();
    format!("{before}{term}1.23<{after}")
}

#[test]
fn valid_invoices_of_both_syntaxes_are_accepted() {
    let xrechnung = example(&profiles::XRECHNUNG, Syntax::Ubl);
    let project = Project::new()
        .file("xrechnung.xml", xrechnung)
        .file("cii.xml", example(&profiles::EN16931, Syntax::Cii));
    let run = project.run(["einvoice", "check", "xrechnung.xml", "cii.xml"]);
    let text = run.succeeds().stderr;
    assert!(text.contains("xrechnung.xml: valid (XRechnung 3.0: "), "{text}");
    assert!(text.contains("cii.xml: valid (EN 16931"), "{text}");
}

#[test]
fn a_wrong_total_is_named_by_rule_term_and_amounts() {
    let xml = with_wrong_total(&example(&profiles::EN16931, Syntax::Ubl));
    let project = Project::new().file("wrong.xml", xml);
    let run = project.run(["einvoice", "check", "wrong.xml", "--format", "json"]);
    let report: Json = serde_json::from_slice(&run.ends_with(7).stdout).unwrap();
    assert_eq!((&report["invalid"], &report["invoices"][0]["valid"]), (&1.into(), &false.into()));
    let problems = report["invoices"][0]["problems"].as_array().unwrap();
    let sum = problems.iter().find(|problem| problem["rule"] == "BR-CO-15").unwrap();
    assert_eq!(sum["code"], "einvoiceRule");
    assert_eq!((&sum["severity"], &sum["file"]), (&"error".into(), &"wrong.xml".into()));
    assert!(sum["terms"].as_str().unwrap().contains("BT-112"), "{sum}");
    assert_eq!(sum["found"], "1.23");
    assert!(sum["expected"].as_str().unwrap() != "1.23", "{sum}");
}

#[test]
fn quiet_keeps_warnings() {
    let xml = example(&profiles::XRECHNUNG, Syntax::Ubl);
    let term = "<cbc:Telephone>";
    let (before, rest) = xml.split_once(term).unwrap();
    let (_, after) = rest.split_once('<').unwrap();
    let project = Project::new().file("phone.xml", format!("{before}{term}12<{after}"));
    for more in [&[][..], &["--quiet"]] {
        let run = project.run([&["einvoice", "check", "phone.xml"], more].concat()).succeeds();
        run.stderr_has("warning[einvoiceRule]: BR-DE-27");
    }
    let run = project.run(["einvoice", "check", "phone.xml", "--quiet"]).succeeds();
    assert!(!run.stderr.contains("valid"), "{}", run.stderr);
}

#[test]
fn a_profile_can_be_required() {
    let project = Project::new().file("eu.xml", example(&profiles::EN16931, Syntax::Ubl));
    project.run(["einvoice", "check", "eu.xml"]).succeeds();
    let run = project.run(["einvoice", "check", "eu.xml", "--profile", "xrechnung"]);
    let text = run.fails_with(7).stderr;
    assert!(text.contains("error[einvoiceRule]: BR-DE-"), "{text}");
    let run = project.run(["einvoice", "check", "eu.xml", "--profile", "xrechnug"]);
    run.fails_with(2);
}

#[test]
fn hostile_files_are_findings_and_end_nothing() {
    let doctype = "<!DOCTYPE a [<!ENTITY b \"b\">]>";
    let deep = format!("{}{}", "<Invoice>".repeat(100_000), "</Invoice>".repeat(100_000));
    for (name, content) in [
        ("dtd.xml", format!("{doctype}<Invoice>&b;</Invoice>")),
        ("deep.xml", deep),
        ("empty.xml", String::new()),
        ("other.xml", "<html/>".to_owned()),
        ("broken.pdf", "%PDF-1.7\n%%EOF".to_owned()),
    ] {
        let project = Project::new().file(name, content);
        let text = project.run(["einvoice", "check", name]).fails_with(7).stderr;
        assert!(text.contains("error[einvoiceUnreadable]"), "{name}: {text}");
    }
    let project = Project::new();
    project.run(["einvoice", "check", "missing.xml"]).fails_with(1);
}

#[test]
fn a_document_type_definition_is_named_with_the_fix() {
    let xml = example(&profiles::EN16931, Syntax::Cii);
    let (head, rest) = xml.split_once("?>").unwrap();
    let content = format!("{head}?><!DOCTYPE a [<!ENTITY b SYSTEM \"/etc/passwd\">]>{rest}");
    let project = Project::new().file("dtd.xml", content);
    let text = project.run(["einvoice", "check", "dtd.xml"]).fails_with(7).stderr;
    assert!(text.contains("has a document type definition (`<!DOCTYPE`)"), "{text}");
    assert!(text.contains("hint: remove `<!DOCTYPE"), "{text}");
}

/// A document that carries `factur-x.xml`.
pub(super) fn hybrid(xml: &str) -> Project {
    let mut template: Json =
        serde_json::from_str(&document("Invoice", &[text("title", "Invoice")], "[]")).unwrap();
    template["template"]["extensions"] = 1.into();
    template["template"]["pdf"] = serde_json::json!({ "attachments": [
        {"name": "factur-x.xml", "source": "{xml}", "mimeType": "text/xml", "relationship": "Alternative"}
    ]});
    let data = serde_json::json!({ "xml": xml }).to_string();
    let project = Project::new().template("hybrid", &template.to_string()).file("data.json", data);
    project.run(["render", "hybrid", "-d", "data.json", "-o", "hybrid.pdf"]).succeeds();
    project
}

#[test]
fn an_invoice_is_taken_out_of_a_document_as_it_is() {
    let xml = example(&profiles::EN16931, Syntax::Cii);
    let project = hybrid(&xml);
    project.run(["einvoice", "extract", "hybrid.pdf"]).succeeds();
    assert_eq!(project.text("factur-x.xml"), xml);
    let run = project.run(["einvoice", "extract", "hybrid.pdf", "-o", "-"]);
    run.succeeds().stdout(&xml);
    // An ordinary document is no PDF/A-3, which is not a matter of the invoice.
    let text = project.run(["einvoice", "check", "hybrid.pdf"]).stderr;
    assert!(!text.contains("einvoiceRule]: BR-"), "{text}");
}

#[test]
fn a_document_without_invoice_has_nothing_to_take_out() {
    let project = Project::with_invoice();
    project.run(["render", "invoice", "-d", "data.json", "-o", "plain.pdf"]).succeeds();
    let run = project.run(["einvoice", "extract", "plain.pdf"]).fails_with(4);
    assert!(run.stderr.contains("plain.pdf"), "{}", run.stderr);
    project.run(["einvoice", "extract", "data.json"]).fails_with(4);
}

/// Published examples that break a rule: an element `IBAN` that the schema does not have, and a
/// number that Peppol refuses, which the artefacts of CEN do not check.
const BROKEN: [(&str, &str); 2] =
    [("cii-CII_example5.xml", "BR-61"), ("ubl-issue116.xml", "PEPPOL-COMMON-R049")];

/// The published examples of CEN and KoSIT are valid.
#[test]
fn published_examples_are_accepted() {
    let mut files = Vec::new();
    for folder in ["kosit", "cen"] {
        let folder = root().join("../shared/einvoice").join(folder);
        let Ok(entries) = std::fs::read_dir(&folder) else {
            tools::missing(&format!("there is no {}", folder.display()));
            return;
        };
        files.extend(entries.map(|entry| entry.unwrap().path()));
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "xml"));
    files.sort();
    let project = Project::new();
    let mut arguments = vec!["einvoice".into(), "check".into(), "--format".into(), "json".into()];
    arguments.extend(files.iter().map(|file| file.clone().into_os_string()));
    let run = project.run(arguments);
    let report: Json = serde_json::from_slice(&run.stdout).unwrap();
    let invoices = report["invoices"].as_array().unwrap();
    assert_eq!(invoices.len(), files.len());
    for invoice in invoices {
        let file = invoice["file"].as_str().unwrap();
        let broken = BROKEN.iter().find(|(name, _)| file.ends_with(name)).map(|(_, rule)| *rule);
        let mut errors: Vec<&str> = invoice["problems"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|problem| problem["severity"] == "error")
            .map(|problem| problem["rule"].as_str().unwrap_or_default())
            .collect();
        errors.dedup();
        assert_eq!(errors, broken.into_iter().collect::<Vec<_>>(), "{invoice}");
    }
}

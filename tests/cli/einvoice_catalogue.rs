//! The terms of e-invoices as the designer's form reads them, and what maps lack, which the form finds by itself.

use serde_json::{Value as Json, json};

use crate::documents::root;
use crate::project::{Project, document, text};
use crate::snapshot;

#[test]
fn the_catalogue_of_terms_is_fresh() {
    let catalogue = serde_json::to_string_pretty(&reportctl::einvoice::catalogue()).unwrap() + "\n";
    snapshot::compare(&root().join("docs/einvoice-terms.json"), &catalogue).unwrap();
}

#[test]
fn the_catalogue_has_names_in_five_languages_and_the_rules_of_profiles() {
    let catalogue = reportctl::einvoice::catalogue();
    let terms = catalogue["terms"].as_array().unwrap();
    let number = terms.iter().find(|term| term["id"] == "BT-1").unwrap();
    assert_eq!(number["names"]["en"], "Invoice number");
    assert_eq!(number["names"]["de"], "Rechnungsnummer");
    assert_eq!(number["rule"], "BR-02");
    assert!(terms.iter().all(|term| term["names"].as_object().unwrap().len() == 5));
    assert_eq!(catalogue["profiles"]["xrechnung"]["rules"]["BT-10"], "BR-DE-15");
    assert_eq!(catalogue["profiles"]["en16931"]["rules"], json!({}));
    assert_eq!(catalogue["presets"]["invoice"]["BT-1"], "{number}");
}

/// Objects `einvoice` of templates, and whether the template has a currency.
fn cases() -> Vec<(Json, bool)> {
    let lines = json!({ "each": "lines", "map": { "BT-126": "{$row.index}", "BT-153": "{name}" } });
    vec![
        (json!({}), false),
        (json!({ "profile": "minimum" }), true),
        (json!({ "profile": "xrechnung" }), true),
        (json!({ "preset": "invoice" }), true),
        (json!({ "preset": "invoice" }), false),
        (json!({ "preset": "invoice", "profile": "xrechnung" }), true),
        (json!({ "standard": "ubl", "profile": "peppol", "preset": "invoice" }), true),
        (json!({ "profile": "basicwl", "map": { "BT-1": "{number}", "BT-62": "{agent}" } }), true),
        (
            json!({ "map": { "BG-4": { "BT-27": "{seller}", "BG-5": { "BT-40": "DE" } }, "BG-25": lines,
                "BG-23": { "BT-116": "{net}" }, "BT-29": { "each": "ids", "map": { "BT-29": "{id}" } } } }),
            true,
        ),
        (json!({ "preset": "invoice", "map": { "BG-25": { "BT-133": "{account}" } } }), true),
        (json!({ "preset": "invoice", "map": { "BG-25": lines, "BT-120": "{reason}" } }), true),
    ]
}

#[test]
fn what_maps_lack_is_stored_for_the_form_of_the_designer() {
    let lacking = cases().into_iter().map(|(einvoice, has_currency)| {
        let mut template: Json =
            serde_json::from_str(&document("Invoice", &[text("title", "Invoice")], "[]")).unwrap();
        template["template"]["extensions"] = 1.into();
        template["template"]["pdf"] = json!({ "einvoice": einvoice });
        if has_currency {
            template["template"]["currency"] = "EUR".into();
        }
        let project = Project::new().template("invoice", &template.to_string());
        let run = project.run(["einvoice", "map", "invoice", "--format", "json"]);
        let report: Json = serde_json::from_slice(&run.stdout).unwrap();
        let terms = report["terms"].as_array().unwrap();
        let lacks = |term: &&Json| term["mapped"] == false && !term["rule"].is_null();
        let ids: Vec<&Json> = terms.iter().filter(lacks).map(|term| &term["term"]).collect();
        assert_eq!(report["lacking"], ids.len());
        json!({ "einvoice": einvoice, "hasCurrency": has_currency, "lacking": ids })
    });
    let lacking = serde_json::to_string_pretty(&lacking.collect::<Vec<_>>()).unwrap() + "\n";
    snapshot::compare(&root().join("tests/vectors/einvoice-lacking.json"), &lacking).unwrap();
}

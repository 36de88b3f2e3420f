//! Every sample renders, and has as many pages as its documentation says.

use std::collections::HashMap;

use reportctl::check::DataChecker;
use reportctl::{Budget, Code, Fonts, Options, Value};

use crate::documents::{self, Document};

/// Page counts by file name, from the table in `samples/README.md`.
fn documented() -> HashMap<String, usize> {
    let Ok(text) = std::fs::read_to_string(documents::root().join("samples/README.md")) else {
        return HashMap::new();
    };
    let mut counts = HashMap::new();
    for row in text.lines().filter(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, _, files, pages, ..] = cells[..] else { continue };
        let Ok(pages) = pages.parse() else { continue };
        let names = files.split("](").skip(1).filter_map(|part| part.split_once(')'));
        counts.extend(names.map(|(name, _)| (name.to_owned(), pages)));
    }
    counts
}

fn render(document: &Document, fonts: &Fonts) -> usize {
    let options = Options::new(fonts);
    let layout = document.prepared.layout(&document.data, &options).unwrap();
    let dump = serde_json::to_value(&layout).unwrap();
    assert_eq!(dump["pageCount"], dump["pages"].as_array().unwrap().len());
    if let Err(problem) = document.pdf(fonts) {
        panic!("{}: {problem}", document.name);
    }
    layout.pages.len()
}

#[test]
fn samples_of_the_format_render() {
    let fonts = Fonts::standard();
    for document in documents::format_samples() {
        let pages = render(&document, &fonts);
        assert_eq!(pages, if document.name == "initial" { 2 } else { 1 }, "{}", document.name);
    }
}

/// Findings that `render --strict`, a mailed batch and a strict service refuse.
#[test]
fn our_samples_lack_nothing_that_their_templates_need() {
    let none = Value::Null;
    for document in documents::shipped() {
        let part = |key| document.source.get(key).unwrap_or(&none);
        let checker = DataChecker::new(part("template"), part("bindings")).unwrap();
        let mut missing = checker.missing(&document.data, Budget::default()).unwrap();
        // The longest ones have texts in the place of numbers too.
        let is_stress = document.name.ends_with("-stress");
        missing.retain(|problem| problem.code != Code::NotANumber || !is_stress);
        assert!(missing.is_empty(), "{}: {missing:?}", document.name);
    }
}

#[test]
fn our_templates_have_as_many_pages_as_documented() {
    let fonts = Fonts::standard();
    let documented = documented();
    let shipped = documents::shipped();
    assert!(shipped.len() >= documented.len(), "every documented sample belongs to a template");
    for document in shipped {
        let pages = render(&document, &fonts);
        let file = documented
            .keys()
            .find(|name| name.rsplit_once('.').is_some_and(|(stem, _)| stem == document.name));
        // Only the data of batches, one document a row, has no single number of pages.
        match file {
            Some(file) => assert_eq!(pages, documented[file], "{}", document.name),
            None => assert!(document.name.ends_with("-batch"), "{}", document.name),
        }
    }
}

/// The months of a payslip are rows of a table, however many there are.
#[test]
fn a_payslip_lists_the_net_pay_of_each_month() {
    let fonts = Fonts::standard();
    let shipped = documents::shipped();
    let payslip = shipped.iter().find(|document| document.name == "payslip").unwrap();
    let data = std::fs::read_to_string(documents::root().join("samples/payslip.json")).unwrap();
    let mut data: serde_json::Value = serde_json::from_str(&data).unwrap();
    for months in [0, 1, 4, 12, 30] {
        let net = |month: usize| {
            let month = format!("{}-{:02}", 2024 + month / 12, month % 12 + 1);
            serde_json::json!({"month": month, "net": 3000})
        };
        data["history"] = (0..months).map(net).collect();
        let data: Value = serde_json::from_value(data.clone()).unwrap();
        let layout = payslip.prepared.layout(&data, &Options::new(&fonts)).unwrap();
        let dump = serde_json::to_value(&layout).unwrap().to_string();
        assert_eq!(dump.matches("€3,000.00").count(), months, "{months}");
        assert_eq!(dump.contains("January 2024"), months > 0, "{months}");
    }
}

/// Balances follow from bookings, so that what is carried over is the balance beside it.
#[test]
fn bookings_of_statements_add_up() {
    for name in ["account-statement-small", "account-statement", "account-statement-stress"] {
        let file = documents::root().join("samples").join(name).with_extension("json");
        let data: serde_json::Value =
            serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        let cents = |of: &serde_json::Value, key: &str| {
            let amount = of.get(key).filter(|amount| !amount.is_null());
            amount.map_or(0, |amount| (amount.as_f64().unwrap() * 100.0).round() as i64)
        };
        let mut balance = cents(&data, "opening");
        for booking in data["transactions"].as_array().unwrap() {
            balance += cents(booking, "credit") - cents(booking, "debit");
            let said = booking.get("balance").map(|_| cents(booking, "balance"));
            assert_eq!(said.unwrap_or(balance), balance, "{name}: {booking}");
        }
        assert_eq!(cents(&data, "closing"), balance, "{name}");
    }
}

/// Without a reference what follows moves up, on the receipt and beside the code.
#[test]
fn a_swiss_payment_part_has_no_gap() {
    let fonts = Fonts::standard();
    for document in documents::shipped() {
        if !["swiss-invoice", "swiss-invoice-open"].contains(&document.name.as_str()) {
            continue;
        }
        let layout = document.prepared.layout(&document.data, &Options::new(&fonts)).unwrap();
        let dump = serde_json::to_value(&layout).unwrap();
        let bands = dump["pages"][0]["bands"].as_array().unwrap();
        for (x, y) in [(5.0, 222.2), (118.0, 219.3)] {
            let stands = bands.iter().any(|band| {
                band["x"] == x
                    && band["y"] == y
                    && band["value"].as_str().is_some_and(|text| !text.is_empty())
            });
            assert!(stands, "{}: nothing at {x}, {y}", document.name);
        }
    }
}

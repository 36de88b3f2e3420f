//! Rows that extensions add to tables: groups, details, totals and conditions.

use reportctl::check::DataChecker;
use reportctl::templates::contract::Contract;
use reportctl::{Code, Fonts, Options, Problem, Value};
use serde_json::{Value as Json, json};

use super::extended;

/// A template with its contract, and data that fits.
struct Tried {
    checker: DataChecker,
    contract: Contract,
    data: Json,
}

/// A table that uses what extensions give to tables, with a password and the choice of a locale.
fn extended_table() -> Tried {
    let table = json!({
        "id": "t", "name": "t", "type": "table", "x": 10, "y": 20, "width": 190, "height": 14,
        "head": ["Item", "Amount", "Tax"], "content": [["{item}", "{MONEY($net)}", "{tax}"]],
        "columnStyles": [{"key": "item"}, {"key": "amount"}, {"key": "tax", "visibleWhen": "taxed"}],
        "headRows": [{"cells": {"item": "Order {order}"}}],
        "footerRows": [{"cells": {"item": "Freight", "amount": "{freight}"}},
            {"visibleWhen": "discount > 0", "cells": {"amount": "{discount}"}}],
        "groups": [{"by": "category", "header": {"cells": {"item": "{$group.key} {note}"}},
            "footer": {"cells": {"amount": "{SUM($group.rows.amount)} {SUMOF($group.rows, $net)}"}}}],
        "detail": {"path": "parts", "visibleWhen": "cost > 0",
            "rows": [{"cells": {"item": "{part} of {$parent.item}, {$root.order}"}}]},
        "emptyText": "Nothing for {customer}", "styleWhen": [{"when": "overdue", "style": {"bold": true}}],
    });
    let more = json!({
        "locale": "en", "localeFrom": "language", "currency": "EUR",
        "defs": {"net": "quantity * price"},
        "pdf": {"subject": "{subject}", "encryption": {"userPassword": "{pin}"}},
    });
    let columns = ["a", "b", "c"];
    let bindings =
        json!([{"schemaName": "t", "type": "array", "path": "lines", "columns": columns}]);
    let row = |item: &str| {
        json!({"item": item, "quantity": 2, "price": 3, "tax": "7", "category": "x", "note": "n",
            "amount": 6, "overdue": true, "parts": [{"part": "p", "cost": 1}]})
    };
    let data = json!({"order": "O", "taxed": true, "language": "de", "subject": "s", "pin": "123456", "freight": 5,
        "lines": [row("A"), row("B")]});
    let (checker, contract) = extended(&json!([table]), &more, &bindings);
    Tried { checker, contract, data }
}

/// Faults of the data of a document after a change: by its contract, and by `check`.
fn changed(tried: &Tried, change: impl Fn(&mut Json)) -> (Vec<String>, Vec<String>) {
    let mut data = tried.data.clone();
    change(&mut data);
    let fonts = Fonts::standard();
    let data = Value::from_json(&data.to_string()).unwrap();
    let say = |problem: &Problem| {
        let pointer = problem.pointer.as_deref().unwrap_or_default();
        format!("{} {pointer}", problem.code.as_str())
    };
    let refused = tried.contract.check(&data);
    let missing = tried.checker.problems(&data, &Options::new(&fonts));
    let missing = missing.iter().filter(|problem| problem.code == Code::MissingPath);
    (refused.iter().map(say).collect(), missing.map(say).collect())
}

/// A key of every row with another name.
fn renamed(list: &'static str, from: &'static str) -> impl Fn(&mut Json) {
    move |data| {
        let lines = data["lines"].as_array_mut().unwrap();
        let rows: Vec<&mut Json> = match list {
            "parts" => lines.iter_mut().map(|row| &mut row["parts"][0]).collect(),
            _ => lines.iter_mut().collect(),
        };
        for row in rows {
            let value = row.as_object_mut().unwrap().remove(from).unwrap();
            row[format!("{from}s")] = value;
        }
    }
}

#[test]
fn what_further_rows_of_tables_take_is_found_where_it_lacks() {
    let document = extended_table();
    let right = changed(&document, |_| {});
    assert_eq!(right, (vec![], vec![]));
    let table = "missingPath /template/schemas/0";
    for (list, key, place) in [
        ("lines", "category", "groups/0/by"),
        ("lines", "note", "groups/0/header/cells/item"),
        ("lines", "amount", "groups/0/footer/cells/amount"),
        ("lines", "parts", "detail/path"),
        ("lines", "item", "detail/rows/0/cells/item"),
        ("lines", "overdue", "styleWhen/0/when"),
        ("lines", "tax", "content/0/2"),
        ("parts", "part", "detail/rows/0/cells/item"),
        ("parts", "cost", "detail/visibleWhen"),
    ] {
        let (contract, check) = changed(&document, renamed(list, key));
        assert!(check.contains(&format!("{table}/{place}")), "{key}: {check:?}");
        assert!(!contract.is_empty(), "{key}");
    }
    // What a formula takes is wrong where the formula stands, however often it is used.
    let (contract, check) = changed(&document, renamed("lines", "price"));
    assert_eq!(check, ["missingPath /template/defs/net"]);
    assert!(!contract.is_empty());
    for (key, place) in [
        ("order", "/template/schemas/0/headRows/0/cells/item"),
        ("order", "/template/schemas/0/detail/rows/0/cells/item"),
        ("freight", "/template/schemas/0/footerRows/0/cells/amount"),
        ("language", "/template/localeFrom"),
        ("subject", "/template/pdf/subject"),
        ("pin", "/template/pdf/encryption/userPassword"),
    ] {
        let (contract, check) = changed(&document, |data| {
            let value = data.as_object_mut().unwrap().remove(key).unwrap();
            data[format!("{key}s")] = value;
        });
        assert!(check.contains(&format!("missingPath {place}")), "{key}: {check:?}");
        assert!(!contract.is_empty(), "{key}");
    }
    for (path, value, pointer) in [
        ("category", json!({}), "/lines/0/category"),
        ("quantity", json!("many"), "/lines/0/quantity"),
        ("parts", json!("none"), "/lines/0/parts"),
    ] {
        let (contract, _) = changed(&document, |data| data["lines"][0][path] = value.clone());
        assert_eq!(contract, [format!("dataInvalid {pointer}")]);
    }
    // One row without a price is enough to be refused, though others have it.
    let (contract, _) = changed(&document, |data| {
        data["lines"][0].as_object_mut().unwrap().remove("price").unwrap();
    });
    assert_eq!(contract, ["dataInvalid /lines/0"]);
    let (contract, _) = changed(&document, |data| {
        data.as_object_mut().unwrap().remove("pin").unwrap();
    });
    assert_eq!(contract, ["dataInvalid "]);
}

#[test]
fn what_further_rows_do_not_reach_is_not_missed() {
    let document = extended_table();
    type Change = fn(&mut Json);
    let changes: [Change; 5] = [
        // A hidden column is not evaluated.
        |data| {
            data["taxed"] = json!(false);
            data["lines"][0].as_object_mut().unwrap().remove("tax");
            data["lines"][1].as_object_mut().unwrap().remove("tax");
        },
        // Not every row has details, and they may be hidden.
        |data| {
            data["lines"][0].as_object_mut().unwrap().remove("parts");
            data["lines"][1]["parts"] = json!(null);
        },
        |data| {
            data["lines"][0]["parts"] = json!([]);
            data["lines"][1]["parts"] = json!([{"cost": 0}]);
        },
        // Nor need conditions and the choice of a locale find anything.
        |data| {
            data["lines"][0].as_object_mut().unwrap().remove("overdue");
            data["lines"][1].as_object_mut().unwrap().remove("overdue");
        },
        |data| {
            data.as_object_mut().unwrap().remove("language");
        },
    ];
    for (number, change) in changes.into_iter().enumerate() {
        assert_eq!(changed(&document, change), (vec![], vec![]), "{number}");
    }
}

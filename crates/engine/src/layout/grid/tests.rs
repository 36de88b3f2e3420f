//! Laws of tables that use extensions, for random rows on random pages.

use proptest::prelude::*;
use serde_json::{Value as Json, json};

use crate::{Fonts, Options, Value, prepare};

/// The slices of a table alone in a document, and the codes of its notes.
fn slices(table: &Json, page: &Json, data: &Json) -> (Vec<Json>, Vec<String>) {
    let mut field = json!({
        "id": "t", "name": "t", "type": "table", "x": 10, "y": 10, "width": 100, "height": 20,
        "head": ["Item", "Amount"], "content": [["{item}", "{amount}"]], "columnWidths": [60, 40],
    });
    let mut template = json!({"page": {"width": 120, "height": 100}, "extensions": 1});
    for (into, from) in [(&mut field, table), (&mut template, page)] {
        let from = from.as_object().cloned().unwrap_or_default();
        into.as_object_mut().expect("an object").extend(from);
    }
    template["schemas"] = json!([field]);
    let bindings = json!([{"schemaName": "t", "type": "array", "path": "rows", "columns": ["item", "amount"]}]);
    let prepared = prepare(&Value::from(&template), &Value::from(&bindings)).expect("a template");
    let data = Value::from(data);
    let fonts = Fonts::standard();
    let options = Options::new(&fonts);
    let layout = prepared.layout(&data, &options).expect("a layout");
    prepared.draw(&layout, &options).expect("a document");
    let dump = serde_json::to_value(&layout).expect("JSON");
    let pages = dump["pages"].as_array().cloned().unwrap_or_default();
    let placements = pages.iter().filter_map(|page| page["placements"].as_array()).flatten();
    let notes = dump["notes"].as_array().cloned().unwrap_or_default();
    let codes = notes.iter().filter_map(|note| note["code"].as_str()).map(str::to_owned);
    (placements.cloned().collect(), codes.collect())
}

/// The cells of the rows of a kind.
fn cells(slice: &Json, kind: &str) -> Vec<Vec<String>> {
    let kinds = slice["kinds"].as_array().expect("kinds");
    let rows = slice["cells"].as_array().expect("cells");
    let of = kinds.iter().zip(rows).filter(|(of, _)| *of == kind);
    of.map(|(_, row)| {
        row.as_array().into_iter().flatten().filter_map(Json::as_str).map(str::to_owned).collect()
    })
    .collect()
}

fn rows() -> impl Strategy<Value = Vec<(u8, usize, i32)>> {
    // Group, number of lines, amount.
    proptest::collection::vec((0..4_u8, 1..14_usize, -50..200_i32), 0..40)
}

#[test]
fn the_widest_text_of_a_column_is_not_broken() {
    for amount in ["-28,00", "1.234,56", "0000", "WWW iii", "a b c d e f g"] {
        let table = json!({
            "bodyWrap": "word", "columnStyles": [{"width": "auto"}, {"width": "auto"}],
            "columnWidths": [],
        });
        let data = json!({"rows": [{"item": amount, "amount": "x"}]});
        let (slices, _) = slices(&table, &json!({}), &data);
        assert_eq!(slices[0]["rowHeights"], json!([7, 7]), "{amount}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_row_is_lost_or_doubled_and_sums_agree(
        rows in rows(),
        auto in any::<bool>(),
        grouped in any::<bool>(),
        repeat in any::<bool>(),
        together in any::<bool>(),
        keep in 1..4_u32,
        min_rows in 1..4_u32,
        place in 0.0..1.0_f64,
        height in 45.0..120.0_f64,
    ) {
        // Anywhere in the body.
        let y = 5.0 + place * (height - 11.0);
        let data: Vec<Json> = rows.iter().enumerate().map(|(i, (group, lines, amount))| {
            let text: Vec<String> = (0..*lines).map(|line| format!("r{i}l{line}")).collect();
            json!({"kind": format!("g{group}"), "item": text.join("\n"), "amount": amount})
        }).collect();
        let mut table = json!({
            "y": y, "bodyWrap": "word", "repeatHeader": repeat, "keepTogether": together,
            "minRows": min_rows, "rowBreak": if auto { "auto" } else { "avoid" },
            "footer": ["Total", "{SUM(rows.amount)}"],
            "carriedOver": {"cells": {"1": "{SUM($sofar.rows.amount)}"}},
            "broughtForward": {"cells": {"1": "{SUM($before.rows.amount)}"}},
            "pageTotals": {"cells": {"0": "{COUNT($page.rows.amount)}", "1": "{SUM($page.rows.amount)}"}},
        });
        if grouped {
            table["groups"] = json!([{"by": "kind", "keepWith": keep, "repeatHeader": repeat,
                "header": {"cells": {"0": "{$group.key}"}},
                "footer": {"cells": {"1": "{SUM($group.rows.amount)}"}}}]);
        }
        let page = json!({"page": {"width": 120, "height": height}, "headerHeight": 5, "footerHeight": 5});
        let (slices, notes) = slices(&table, &page, &json!({"rows": data}));
        let over = notes.iter().any(|note| note == "contentOverflow");

        // Every line of every row stands once, in order.
        let printed: Vec<String> = slices.iter()
            .flat_map(|slice| cells(slice, "body"))
            .flat_map(|row| row[0].split(' ').map(str::to_owned).collect::<Vec<_>>())
            .collect();
        let expected: Vec<String> = rows.iter().enumerate()
            .flat_map(|(i, (_, lines, _))| (0..*lines).map(move |line| format!("r{i}l{line}")))
            .collect();
        prop_assert_eq!(printed, expected);

        // What is carried over is brought forward.
        let number = |row: &Vec<String>| row[1].parse::<f64>().expect("a number");
        let carried: Vec<f64> = slices.iter().flat_map(|s| cells(s, "carried")).map(|r| number(&r)).collect();
        let brought: Vec<f64> = slices.iter().flat_map(|s| cells(s, "brought")).map(|r| number(&r)).collect();
        prop_assert_eq!(&carried, &brought);
        prop_assert_eq!(carried.len() + 1, slices.len());
        let total: f64 = rows.iter().map(|(_, _, amount)| f64::from(*amount)).sum();
        let sum_of = |kind: &str| -> f64 {
            slices.iter().flat_map(|slice| cells(slice, kind)).map(|row| number(&row)).sum()
        };
        prop_assert_eq!(sum_of("footer"), total);
        prop_assert_eq!(sum_of("pageTotal"), total);
        if grouped {
            prop_assert_eq!(sum_of("groupEnd"), total);
        }

        // Totals are never alone, and nothing leaves the body unless a note says so.
        for slice in &slices {
            let bottom = slice["y"].as_f64().expect("y") + slice["height"].as_f64().expect("height");
            prop_assert!(over || bottom <= height - 5.0 + 1e-9, "{bottom} of {height}");
            let has = |kind: &str| !cells(slice, kind).is_empty();
            prop_assert!(!has("footer") || has("body") || rows.is_empty() || notes.iter().any(|n| n == "keepBroken"));
        }
    }

    #[test]
    fn rows_of_seven_millimetres_break_as_without_extensions(
        count in 0..60_usize, y in 8.0..90.0_f64, repeat in any::<bool>(), totals in any::<bool>(),
    ) {
        let data: Vec<Json> = (0..count).map(|i| json!({"item": i, "amount": 1})).collect();
        let mut table = json!({"y": y, "repeatHeader": repeat});
        if totals {
            table["footer"] = json!(["Total", "{COUNT(rows.item)}"]);
        }
        let page = json!({"headerHeight": 8, "footerHeight": 8});
        let (plain, _) = slices(&table, &page, &json!({"rows": data}));
        table["bodyBold"] = json!(true);
        let (bold, _) = slices(&table, &page, &json!({"rows": data}));
        let facts = |slices: &[Json]| -> Vec<Json> {
            slices.iter().map(|s| json!([s["y"], s["rows"], s["head"], s["footer"], s["last"]])).collect()
        };
        prop_assert_eq!(facts(&plain), facts(&bold));
    }
}

//! Laws of templates with extensions.

use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;
use reportctl::{Budget, Fonts, Options, prepare};
use serde_json::{Value as Json, json};

use super::{cases, pages, value};
use crate::documents;

/// A template of these fields.
fn template(fields: Json, more: Json) -> Json {
    let mut template = json!({"page": {"width": 120, "height": 100}, "headerHeight": 8,
        "footerHeight": 8, "extensions": 1, "schemas": fields});
    template.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap());
    template
}

fn text(name: &str, y: f64, more: Json) -> Json {
    let mut field = json!({"id": name, "name": name, "type": "text", "x": 10, "y": y, "width": 60,
        "height": 5, "fontSize": 10, "content": format!("{{{name}}}"), "wrap": "word"});
    field.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap());
    field
}

/// The lines of a field on all pages.
fn lines(pages: &[Vec<Json>], name: &str) -> Vec<String> {
    let placed = pages.iter().flatten().filter(|placement| placement["name"] == name);
    let lines = placed.filter_map(|placement| placement["lines"].as_array()).flatten();
    lines.map(|line| line["text"].as_str().unwrap().to_owned()).collect()
}

/// Top and bottom of what is placed.
fn extent(placement: &Json) -> (f64, f64) {
    let y = placement["y"].as_f64().unwrap();
    (y, y + placement["height"].as_f64().unwrap_or(5.0))
}

/// Words that are all different.
fn words() -> impl Strategy<Value = String> {
    let separator = prop_oneof![6 => Just(" "), 1 => Just("\n"), 1 => Just("  "), 1 => Just("-")];
    proptest::collection::vec((0..12_usize, separator), 0..120).prop_map(|parts| {
        let parts = parts.into_iter().enumerate();
        parts.map(|(i, (length, end))| format!("w{i}{}{end}", "x".repeat(length))).collect()
    })
}

/// A text without what ends lines.
fn solid(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

#[test]
fn asking_for_extensions_alone_changes_no_byte() {
    let fonts = Fonts::standard();
    let options = Options::new(&fonts);
    for document in documents::unextended().into_iter().chain(documents::format_samples()) {
        let mut source = document.source.to_json();
        if !source["template"]["extensions"].is_null() || document.page_count(&fonts) > 12 {
            continue;
        }
        let expected = document.prepared.generate(&document.data, &options).unwrap();
        source["template"]["extensions"] = json!(1);
        let extended = prepare(&value(&source["template"]), &value(&source["bindings"])).unwrap();
        let bytes = extended.generate(&document.data, &options).unwrap();
        assert!(bytes == expected, "{}", document.name);
    }
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn no_word_is_lost_or_printed_twice(
        first in words(),
        second in words(),
        breaks in any::<bool>(),
        width in 3.0..80.0_f64,
        y in 8.0..85.0_f64,
        (orphans, widows) in (1..5_u32, 1..5_u32),
        align in prop_oneof![Just("left"), Just("right"), Just("justify"), Just("center")],
    ) {
        let keys = json!({"width": width, "overflow": "expand", "alignment": align,
            "breakInside": if breaks { "auto" } else { "avoid" }, "orphans": orphans, "widows": widows});
        let fields = json!([text("first", y, keys.clone()), text("second", y + 7.0, keys)]);
        let template = template(fields, json!({}));
        let pages = pages(&template, &json!([]), &json!({"first": first, "second": second}));
        for (name, expected) in [("first", &first), ("second", &second)] {
            prop_assert_eq!(solid(&lines(&pages, name).concat()), solid(expected));
        }
        // One below the other, and within the body where they may break.
        for page in &pages {
            for pair in page.windows(2) {
                prop_assert!(extent(&pair[0]).1 <= extent(&pair[1]).0 + 1e-9, "{:?}", pair);
            }
            for placement in page.iter().filter(|_| breaks) {
                let (top, bottom) = extent(placement);
                let one_line = placement["lines"].as_array().unwrap().len() <= 1;
                prop_assert!(bottom <= 92.0 + 1e-9 || one_line, "{top} to {bottom}");
            }
        }
    }

    #[test]
    fn the_parts_of_a_value_are_the_value(value in words(), width in 3.0..80.0_f64) {
        let keys = json!({"width": width, "overflow": "expand", "breakInside": "auto"});
        let template = template(json!([text("long", 60.0, keys)]), json!({}));
        let pages = pages(&template, &json!([]), &json!({"long": value}));
        let parts = pages.iter().flatten().map(|part| part["value"].as_str().unwrap());
        prop_assert_eq!(parts.collect::<String>(), value);
        // Each part has what its lines show.
        for part in pages.iter().flatten() {
            let shown: String = part["lines"].as_array().unwrap().iter()
                .map(|line| line["text"].as_str().unwrap()).collect();
            prop_assert_eq!(solid(part["value"].as_str().unwrap()), solid(&shown));
        }
    }

    #[test]
    fn what_stands_below_moves_by_the_growth(text_above in words(), gap in 0.0..20.0_f64) {
        let above = text("above", 10.0, json!({"overflow": "expand"}));
        let below = text("below", 15.0 + gap, json!({}));
        let template = template(json!([above, below]), json!({"page": {"width": 120, "height": 5000}}));
        let pages = pages(&template, &json!([]), &json!({"above": text_above, "below": "x"}));
        prop_assert_eq!(pages.len(), 1);
        let distance = extent(&pages[0][1]).0 - extent(&pages[0][0]).1;
        prop_assert!((distance - gap).abs() < 1e-9, "{distance} instead of {gap}");
    }
}

/// A ledger with wrapped texts, groups, details and carried sums.
fn ledger(rows: usize) -> (Json, Json, Json) {
    let table = json!({"id": "t", "name": "t", "type": "table", "x": 10, "y": 10, "width": 100,
        "height": 14, "head": ["Item", "Amount"], "content": [["{item}", "{SUM($running.rows.amount)}"]],
        "columnWidths": [60, 40], "bodyWrap": "word", "footer": ["Total", "{SUM(rows.amount)}"],
        "columnStyles": [{"width": "auto"}, {"width": "1fr"}],
        "groups": [{"by": "kind", "sort": "asc", "repeatHeader": true, "header": {"cells": {"0": "{$group.key} {SUM($group.rows.amount)}"}},
            "footer": {"cells": {"1": "{SUM($group.rows.amount)}"}}}],
        "detail": {"path": "parts", "rows": [{"cells": {"0": "{name}"}}]},
        "carriedOver": {"cells": {"1": "{SUM($sofar.rows.amount)} of {$page.count}"}},
        "broughtForward": {"cells": {"1": "{SUM($before.rows.amount)}"}},
        "pageTotals": {"cells": {"1": "{SUM($page.rows.amount)}"}}});
    let bindings =
        json!([{"schemaName": "t", "type": "array", "path": "rows", "columns": ["item"]}]);
    let row = |i: usize| {
        json!({"kind": format!("k{}", i * 7 % 3), "amount": i % 13, "item": "a few words that wrap ".repeat(i % 4),
            "parts": if i.is_multiple_of(10) { json!([{"name": "part"}]) } else { json!([]) }})
    };
    let data = json!({"rows": (0..rows).map(row).collect::<Vec<_>>()});
    (template(json!([table]), json!({})), bindings, data)
}

/// How often a layout asks whether its time is up, which counts what it does.
fn effort(rows: usize) -> usize {
    let (template, bindings, data) = ledger(rows);
    let asked = AtomicUsize::new(0);
    let expired = || {
        asked.fetch_add(1, Ordering::Relaxed);
        false
    };
    let fonts = Fonts::standard();
    let budget = Budget { expired: Some(&expired), max_pages: 100_000, ..Budget::default() };
    let options = Options { budget, ..Options::new(&fonts) };
    prepare(&value(&template), &value(&bindings)).unwrap().layout(&value(&data), &options).unwrap();
    asked.load(Ordering::Relaxed)
}

#[test]
fn ten_times_the_rows_are_at_most_eleven_times_the_work() {
    let (few, many) = (effort(1_000), effort(10_000));
    assert!(few > 10 && many <= 11 * few, "{many} instead of {few}");
}

/// Lays a document out and draws it; gives its pages.
fn drawn(fields: Json, data: &Json) -> usize {
    let template = template(fields, json!({"page": {"width": 210, "height": 297}}));
    let prepared = prepare(&value(&template), &json_bindings()).unwrap();
    let fonts = Fonts::standard();
    let budget = Budget { max_pages: 1_000_000, ..Budget::default() };
    let options = Options { budget, ..Options::new(&fonts) };
    let data = value(data);
    let layout = prepared.layout(&data, &options).unwrap();
    prepared.draw(&layout, &options).unwrap();
    layout.pages.len()
}

fn json_bindings() -> reportctl::Value {
    value(&json!([{"schemaName": "t", "type": "array", "path": "rows", "columns": ["item"]}]))
}

#[test]
fn very_long_texts_end_soon() {
    let start = std::time::Instant::now();
    let keys = json!({"width": 190, "overflow": "expand", "breakInside": "auto"});
    let field = json!([text("long", 20.0, keys)]);
    assert!(drawn(field.clone(), &json!({"long": "a".repeat(1 << 20)})) > 50);
    assert!(drawn(field, &json!({"long": "one\n".repeat(100_000)})) > 1000);
    let table = json!([{"id": "t", "name": "t", "type": "table", "x": 10, "y": 20, "width": 190,
        "height": 14, "head": ["Item"], "content": [["{item}"]], "bodyWrap": "word", "rowBreak": "auto"}]);
    assert!(drawn(table, &json!({"rows": [{"item": "one\n".repeat(10_000)}]})) > 100);
    // Far more than a build without optimisation on a busy machine takes; quadratic work takes minutes.
    assert!(start.elapsed().as_secs() < 120, "{:?}", start.elapsed());
}

/// The rows of a section's tables on all pages, nested parts included, in order.
fn collect(placement: &Json, rows: &mut Vec<String>, texts: &mut Vec<String>) {
    for member in placement["members"].as_array().into_iter().flatten() {
        collect(member, rows, texts);
    }
    let cells = placement["cells"].as_array().into_iter().flatten();
    rows.extend(cells.filter_map(|row| row[0].as_str()).map(str::to_owned));
    if placement["type"] == "text" {
        texts.push(placement["value"].as_str().unwrap().to_owned());
    }
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn sections_over_pages_lose_no_row_and_print_none_twice(
        counts in proptest::collection::vec(proptest::collection::vec(0..30_usize, 0..4), 0..5),
        (section_y, table_y, below) in (8.0..40.0_f64, 0.0..15.0_f64, 0.0..10.0_f64),
        page_break in any::<bool>(),
    ) {
        let at = |y: f64| section_y + y;
        let fields = json!([
            {"id": "s", "name": "s", "type": "section", "x": 0, "y": section_y, "width": 120,
             "height": table_y + 25.0 + below, "breakInside": "auto", "emptyRepeat": false,
             "repeatBreak": if page_break { "page" } else { "auto" }},
            {"id": "n", "name": "n", "type": "text", "x": 10, "y": at(0.0), "width": 60, "height": 5,
             "content": "{n}", "sectionId": "s"},
            {"id": "o", "name": "o", "type": "section", "x": 0, "y": at(6.0), "width": 120,
             "height": table_y + 14.0, "sectionId": "s", "breakInside": "auto", "emptyRepeat": false},
            {"id": "t", "name": "t", "type": "table", "x": 10, "y": at(6.0 + table_y), "width": 90,
             "height": 14, "head": ["A"], "content": [["{item}"]], "sectionId": "o", "rowHeight": 6},
            text("end", 85.0, json!({})),
        ]);
        let mut expected = (Vec::new(), Vec::new());
        let customers: Vec<Json> = counts.iter().enumerate().map(|(i, orders)| {
            expected.1.push(format!("c{i}"));
            let orders: Vec<Json> = orders.iter().enumerate().map(|(j, count)| {
                let rows: Vec<String> = (0..*count).map(|k| format!("{i}.{j}.{k}")).collect();
                expected.0.extend(rows.iter().cloned());
                json!({"rows": rows.iter().map(|row| json!({"item": row})).collect::<Vec<_>>()})
            }).collect();
            json!({"n": format!("c{i}"), "orders": orders})
        }).collect();
        expected.1.push("end".to_owned());
        let bindings = json!([
            {"schemaName": "s", "type": "section", "path": "customers"},
            {"schemaName": "o", "type": "section", "path": "orders"},
            {"schemaName": "t", "type": "array", "path": "rows", "columns": [{"formula": "{item}"}]}]);
        let data = json!({"customers": customers, "end": "end"});
        let pages = pages(&template(fields, json!({})), &bindings, &data);
        let mut found = (Vec::new(), Vec::new());
        for page in &pages {
            // What follows stands below, and within the body.
            let mut below = 8.0;
            for placement in page {
                let (top, bottom) = extent(placement);
                prop_assert!(top >= below - 1e-9, "{top} above {below}");
                prop_assert!(bottom <= 92.0 + 1e-9, "{bottom}");
                below = bottom;
                collect(placement, &mut found.0, &mut found.1);
            }
        }
        // The titles stand on every page.
        found.0.retain(|row| row != "A" && !row.is_empty());
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn what_is_carried_over_is_brought_forward_and_groups_add_up(
        amounts in proptest::collection::vec((0..4_u8, -500..500_i32), 1..80),
        y in 8.0..80.0_f64,
    ) {
        let table = json!({"id": "t", "name": "t", "type": "table", "x": 10, "y": y, "width": 90,
            "height": 14, "head": ["A"], "content": [["{amount}"]], "rowHeight": 7,
            "columnStyles": [{"key": "a"}], "footer": ["{SUM(rows.amount)}"],
            "groups": [{"by": "group", "footer": {"cells": {"a": "{SUM($group.rows.amount)}"}}}],
            "carriedOver": {"cells": {"a": "{SUM($sofar.rows.amount)}"}},
            "broughtForward": {"cells": {"a": "{SUM($before.rows.amount)}"}},
            "pageTotals": {"cells": {"a": "{SUM($page.rows.amount)}"}}});
        let rows: Vec<Json> =
            amounts.iter().map(|(group, amount)| json!({"group": group, "amount": amount})).collect();
        let bindings = json!([{"schemaName": "t", "type": "array", "path": "rows",
            "columns": [{"formula": "{amount}"}]}]);
        let pages = pages(&template(json!([table]), json!({})), &bindings, &json!({"rows": rows}));
        let total: i64 = amounts.iter().map(|(_, amount)| i64::from(*amount)).sum();
        let mut carried = None;
        let (mut body, mut sum, mut groups, mut page_totals) = (Vec::new(), 0, 0, 0);
        for slice in pages.iter().flatten() {
            let kinds = slice["kinds"].as_array().unwrap().iter().map(|kind| kind.as_str().unwrap());
            for (kind, cells) in kinds.zip(slice["cells"].as_array().unwrap()) {
                let number = || cells[0].as_str().unwrap().parse::<i64>().unwrap();
                match kind {
                    "body" => {
                        body.push(number());
                        sum += number();
                    }
                    "groupEnd" => groups += number(),
                    "carried" => {
                        prop_assert_eq!(number(), sum);
                        carried = Some(number());
                    }
                    "brought" => prop_assert_eq!(Some(number()), carried.take()),
                    "pageTotal" => page_totals += number(),
                    "footer" => prop_assert_eq!(number(), total),
                    _ => {}
                }
            }
        }
        let expected: Vec<i64> = amounts.iter().map(|(_, amount)| i64::from(*amount)).collect();
        prop_assert_eq!(body, expected);
        prop_assert_eq!((groups, page_totals, carried), (total, total, None));
    }
}

use serde_json::json;

use super::*;

fn layout(pages: Json) -> Json {
    json!({ "pageCount": 1, "pages": pages })
}

fn text(name: &str, x: f64, y: f64, value: &str) -> Json {
    json!({ "kind": "field", "name": name, "type": "text", "x": x, "y": y, "value": value })
}

fn page(placements: &[Json]) -> Json {
    json!({ "number": 1, "width": 210, "height": 297, "placements": placements, "bands": [] })
}

fn words(before: &Json, after: &Json) -> Vec<String> {
    of_layouts(before, after).iter().map(ToString::to_string).collect()
}

#[test]
fn the_same_is_no_change() {
    let one = layout(json!([page(&[text("a", 1.0, 2.0, "x")])]));
    assert_eq!(words(&one, &one), [""; 0]);
}

#[test]
fn moves_values_and_losses_are_said() {
    let before = layout(json!([page(&[
        text("title", 10.0, 10.0, "Invoice"),
        text("total", 10.0, 100.0, "€ 10,00"),
        text("note", 10.0, 120.0, "Thanks"),
        text("gone", 10.0, 130.0, "x"),
    ])]));
    let after = layout(json!([page(&[
        text("title", 10.0, 10.0, "Invoice 7"),
        text("total", 10.0, 103.5, "€ 10,00"),
        text("note", 9.0, 120.0, "Thanks"),
        text("new", 10.0, 130.0, "x"),
    ])]));
    assert_eq!(
        words(&before, &after),
        [
            "page 1: `title` says `Invoice 7` instead of `Invoice`",
            "page 1: `gone` is missing",
            "page 1: `new` is new",
            "page 1: `note` moved 1 mm to the left",
            "page 1: `total` moved 3.5 mm down",
        ]
    );
}

#[test]
fn what_moved_alike_is_one_change() {
    let at = |y: f64| {
        let all: Vec<Json> =
            (0..6).map(|i| text(&format!("f{i}"), 1.0, y + f64::from(i), "x")).collect();
        layout(json!([page(&all)]))
    };
    assert_eq!(words(&at(10.0), &at(8.5)), ["page 1: `f0`, `f1`, `f2` and 3 more moved 1.5 mm up"]);
}

fn table<const COLUMNS: usize>(rows: &[[&str; COLUMNS]], head: &[&str]) -> Json {
    let rows: Vec<&[&str]> = rows.iter().map(|row| &row[..]).collect();
    layout(json!([page(&[json!({
        "kind": "tableSlice", "name": "lines", "x": 1, "y": 1, "rows": rows.len(),
        "head": true, "headCells": head, "cells": rows, "last": true
    })])]))
}

#[test]
fn rows_say_what_they_say() {
    let before = table(&[["a", "€ 10,00"], ["b", "€ 5,00"]], &["Item", "Price"]);
    let other = table(&[["a", "€ 12,00"], ["b", "€ 5,00"]], &["Item", "Price"]);
    assert_eq!(
        words(&before, &other),
        ["page 1: row 1 of `lines` says `€ 12,00` instead of `€ 10,00` in column 2"]
    );
    let more = table(&[["a", "€ 10,00"], ["x", "€ 1,00"], ["b", "€ 5,00"]], &["Item", "Price"]);
    assert_eq!(words(&before, &more), ["page 1: there is new: row 2 of `lines`"]);
    assert_eq!(words(&more, &before), ["page 1: there is missing: row 2 of `lines`"]);
    let named = table(&[["a", "1", "€ 10,00"], ["b", "2", "€ 5,00"]], &["Item", "VAT", "Price"]);
    assert_eq!(words(&before, &named), ["page 1: there is a new column `VAT` of `lines`"]);
}

#[test]
fn a_new_column_hides_no_other_change() {
    let with_totals = |mut layout: Json, totals: &[&str]| {
        layout["pages"][0]["placements"][0]["footerCells"] = json!(totals);
        layout
    };
    let before = table(&[["a", "€ 10,00"], ["b", "€ 5,00"]], &["Item", "Price"]);
    let before = with_totals(before, &["Total", "€ 15,00"]);
    let rows = [["a", "1", "€ 12,00"], ["b", "2", "€ 5,00"]];
    let after = table(&rows, &["Item", "VAT", "Price"]);
    assert_eq!(
        words(&before, &after),
        [
            "page 1: there is a new column `VAT` of `lines`",
            "page 1: row 1 of `lines` says `€ 12,00` instead of `€ 10,00` in column 3",
            "page 1: there is no totals row any more of `lines`",
        ]
    );
    let after = with_totals(after, &["Total", "3", "€ 17,00"]);
    assert_eq!(
        words(&before, &after)[2],
        "page 1: the totals row of `lines` says `€ 17,00` instead of `€ 15,00` in column 3"
    );
}

#[test]
fn items_of_sections_have_their_number() {
    let section = |value: &str| {
        layout(json!([page(&[json!({
            "kind": "sectionRepeat", "name": "lines", "x": 1, "y": 1, "index": 6, "height": 5,
            "members": [text("amount", 1.0, 1.0, value)]
        })])]))
    };
    assert_eq!(
        words(&section("1"), &section("2")),
        ["page 1: `amount` of item 7 of `lines` says `2` instead of `1`"]
    );
}

#[test]
fn pages_are_counted() {
    let (one, two) = (layout(json!([page(&[])])), layout(json!([page(&[]), page(&[])])));
    assert_eq!(words(&one, &two), ["the document has 2 pages instead of 1 page"]);
}

#[test]
fn templates_differ_by_field_and_property() {
    let before = json!({
        "name": "Invoice",
        "template": {"page": {"width": 210}, "schemas": [
            {"id": "1", "name": "total", "type": "text", "x": 10, "y": 100},
            {"id": "2", "name": "lost", "type": "text", "x": 10, "y": 110}]},
        "bindings": [{"schemaName": "total", "type": "scalar", "path": "total"}]
    });
    let after = json!({
        "name": "Invoice",
        "template": {"page": {"width": 210}, "schemas": [
            {"id": "1", "name": "sum", "type": "text", "x": 10, "y": 103.5, "fontSize": 9},
            {"id": "3", "name": "vat", "type": "text", "x": 10, "y": 110}]},
        "bindings": [{"schemaName": "total", "type": "scalar", "path": "sum"}]
    });
    let changes: Vec<String> =
        of_templates(&before, &after).iter().map(ToString::to_string).collect();
    assert_eq!(
        changes,
        [
            "`sum` (was `total`): `name` is \"sum\" instead of \"total\"",
            "`sum` (was `total`): `y` is 103.5 instead of 100",
            "`sum` (was `total`): `fontSize` is 9, which is new",
            "`lost` is gone",
            "the binding of `total`: `path` is \"sum\" instead of \"total\"",
            "`vat` is new: text at 10 mm, 110 mm",
        ]
    );
}

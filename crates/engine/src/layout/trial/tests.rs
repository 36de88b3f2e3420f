//! Notes give the page where things stand, however often they were measured before.

use serde_json::{Value as Json, json};

use crate::{Fonts, Options, Value, prepare};

/// Code and page of each note of a document of these fields, on pages of 100 x 100 mm.
fn notes(fields: &Json, bindings: &Json, data: &Json) -> Vec<(String, u64)> {
    let template = json!({
        "page": {"width": 100, "height": 100}, "extensions": 1, "schemas": fields,
    });
    let prepared = prepare(&Value::from(&template), &Value::from(bindings)).expect("a template");
    let (data, fonts) = (Value::from(data), Fonts::standard());
    let layout = prepared.layout(&data, &Options::new(&fonts)).expect("a layout");
    let read = |note: &crate::Problem| {
        let page = note.get("page").and_then(Json::as_u64).unwrap_or_default();
        assert!(note.message.ends_with(&format!(" (page {page})")), "{}", note.message);
        (note.code.as_str().to_owned(), page)
    };
    layout.notes.iter().map(read).collect()
}

fn found(all: &[(&str, u64)]) -> Vec<(String, u64)> {
    all.iter().map(|(code, page)| ((*code).to_owned(), *page)).collect()
}

fn text(id: &str, y: f64, height: f64, more: &Json) -> Json {
    field(
        json!({"id": id, "name": id, "type": "text", "x": 10, "y": y, "width": 80,
        "height": height, "content": id}),
        more,
    )
}

/// A table with a code in its second column that cannot be drawn for the value `bad`.
fn table(y: f64, more: &Json) -> Json {
    field(
        json!({"id": "t", "name": "t", "type": "table", "x": 10, "y": y, "width": 80, "height": 14,
        "head": ["a", "b"], "content": [], "bodyWrap": "word",
        "columnStyles": [{}, {"kind": "barcode", "symbology": "ean13", "onError": "hide"}]}),
        more,
    )
}

fn field(mut field: Json, more: &Json) -> Json {
    let more = more.as_object().cloned().unwrap_or_default();
    field.as_object_mut().expect("an object").extend(more);
    field
}

fn bindings() -> Json {
    json!([{"schemaName": "t", "type": "array", "path": "rows", "columns": ["a", "b"]}])
}

fn rows(count: usize, bad: usize) -> Json {
    let row = |index| json!({"a": "x", "b": if index == bad { "bad" } else { "4006381333931" }});
    (0..count).map(row).collect()
}

#[test]
fn the_note_of_a_row_has_the_page_of_the_row() {
    // 14 rows stand on a page, of the first one fewer.
    for (bad, page) in [(0, 1), (11, 1), (14, 2), (29, 3)] {
        let data = json!({"rows": rows(32, bad)});
        let notes = notes(&json!([table(0.0, &json!({}))]), &bindings(), &data);
        assert_eq!(notes, found(&[("barcodeContent", page)]), "row {bad}");
    }
}

#[test]
fn a_table_that_moves_with_the_text_before_it_is_noted_where_it_stands() {
    let wide = json!({"columnWidths": [60, 60]});
    let fields = json!([
        text("above", 0.0, 80.0, &json!({})),
        text("title", 80.0, 8.0, &json!({"keepWithNext": true})),
        table(88.0, &wide),
    ]);
    let data = json!({"rows": rows(3, 1)});
    assert_eq!(
        notes(&fields, &bindings(), &data),
        found(&[("tableTooWide", 2), ("barcodeContent", 2)])
    );
}

#[test]
fn a_table_kept_together_is_noted_where_it_stands() {
    let fields = json!([
        text("above", 0.0, 80.0, &json!({})),
        table(80.0, &json!({"keepTogether": true, "columnWidths": [60, 60]})),
    ]);
    let data = json!({"rows": rows(5, 0)});
    assert_eq!(
        notes(&fields, &bindings(), &data),
        found(&[("tableTooWide", 2), ("barcodeContent", 2)])
    );
}

#[test]
fn a_table_in_a_section_is_noted_on_the_page_of_its_repetition() {
    // Two repetitions stand on a page, and the beginning of a third where it may be broken.
    let columns = json!({"columns": {"count": 1}});
    for (more, page) in [(json!({}), 3), (json!({"breakInside": "auto"}), 2), (columns, 3)] {
        let section = field(
            json!({"id": "s", "name": "s", "type": "section", "x": 10, "y": 0, "width": 80, "height": 30}),
            &more,
        );
        let fields = json!([section, table(5.0, &json!({"sectionId": "s"}))]);
        let bindings = json!([
            {"schemaName": "s", "type": "section", "path": "parts"},
            {"schemaName": "t", "type": "array", "path": "rows", "columns": ["a", "b"]},
        ]);
        let part = |bad| json!({"rows": rows(2, bad)});
        let data = json!({"parts": [part(9), part(9), part(9), part(9), part(1)]});
        let notes = notes(&fields, &bindings, &data);
        assert_eq!(notes, found(&[("barcodeContent", page)]), "{more}");
    }
}

#[test]
fn a_nested_section_that_moves_is_noted_where_it_stands() {
    let section = |id: &str, y: f64, more: &Json| {
        let own = json!({"id": id, "name": id, "type": "section", "x": 10, "y": y, "width": 80,
            "height": 20, "breakInside": "auto"});
        field(own, more)
    };
    let inside = json!({"sectionId": "outer"});
    let fields = json!([
        text("above", 0.0, 80.0, &json!({})),
        section("outer", 80.0, &json!({})),
        text("title", 80.0, 6.0, &json!({"sectionId": "outer", "keepWithNext": true})),
        section("inner", 86.0, &inside),
        table(88.0, &json!({"sectionId": "inner"})),
    ]);
    let bindings = json!([
        {"schemaName": "outer", "type": "section", "path": "groups"},
        {"schemaName": "inner", "type": "section", "path": "parts"},
        {"schemaName": "t", "type": "array", "path": "rows", "columns": ["a", "b"]},
    ]);
    let data = json!({"groups": [{"parts": [{"rows": rows(3, 1)}]}]});
    assert_eq!(notes(&fields, &bindings, &data), found(&[("barcodeContent", 2)]));
}

#[test]
fn a_field_kept_in_vain_is_noted_where_it_ends_its_page() {
    let fields = json!([
        table(0.0, &json!({})),
        text("pinned", 14.0, 30.0, &json!({"keepWithNext": true, "pin": "bottom"})),
        text("after", 90.0, 8.0, &json!({})),
    ]);
    assert_eq!(
        notes(&fields, &bindings(), &json!({"rows": rows(11, 99)})),
        found(&[("keepBroken", 2)])
    );
}

#[test]
fn a_text_missing_in_a_table_is_a_note_of_the_table() {
    let fields = json!([
        text("above", 0.0, 80.0, &json!({})),
        text("title", 80.0, 8.0, &json!({"keepWithNext": true, "overflow": "expand"})),
        table(88.0, &json!({"content": [["{T(\"none\")}", ""]]})),
    ]);
    let bindings = json!([{"schemaName": "t", "type": "array", "path": "rows"}]);
    let notes = notes(&fields, &bindings, &json!({"rows": [{}, {}]}));
    assert_eq!(notes, found(&[("textMissing", 2)]));
}

//! Rows of tables and lists as values, and the keys that a contract has of them.

use super::*;

#[test]
fn totals_over_the_rows_of_the_table_lack_nothing() {
    let bindings = read(
        r#"[{"schemaName": "t", "type": "array", "path": "rows", "columns": ["amount"],
            "filters": [[{"column": "amount", "op": "gt", "value": "1"}]]}]"#,
    );
    let data = read(r#"{"rows": [{"amount": 1}, {"amount": 2}, {"amount": 4}]}"#);
    let fonts = Fonts::standard();
    for more in ["", r#", "headBold": true"#, r#", "footerTextFormat": "inline-markdown""#] {
        let template = read(&format!(
            r#"{{"page": {{"width": 120, "height": 100}}, "extensions": 1, "schemas": [{{"id": "t",
                "name": "t", "type": "table", "x": 10, "y": 10, "width": 100, "height": 20,
                "head": ["Amount"], "content": [["{{amount}}"]],
                "footer": ["{{SUM($table.rows.amount)}} of {{SUM(rows.amount)}}"]{more}}}]}}"#
        ));
        let found = with_data(&template, &bindings, &data, &Options::new(&fonts));
        assert!(found.is_empty(), "{more}: {found:?}");
    }
}

#[test]
fn the_contract_has_no_keys_that_a_binding_leaves_out() {
    let template = page(&field("chart", "c", ""));
    let bindings = read(
        r#"[{"schemaName": "c", "type": "chart", "path": "rows", "labelColumn": "l",
            "filters": [[{"op": "eq", "value": "1"}]]}]"#,
    );
    let checker = DataChecker::new(&template, &bindings).expect("a template");
    let schema = checker.contract("Data", &[]);
    let keys = schema.pointer("/properties/rows/items/properties").and_then(|it| it.as_object());
    let keys: Vec<&String> = keys.into_iter().flat_map(|keys| keys.keys()).collect();
    assert_eq!(keys, ["l"]);
}

/// Pointer and message of what is found of a table of rows in two groups.
fn found_in_groups(more: &serde_json::Value) -> Vec<(String, String)> {
    let mut table = serde_json::json!({"id": "t", "name": "t", "type": "table", "x": 10, "y": 10,
        "width": 100, "height": 20, "head": ["A"], "content": [["{a}"]]});
    for (key, value) in more.as_object().expect("an object") {
        table[key] = value.clone();
    }
    let template = serde_json::json!({"extensions": 1, "page": {"width": 120, "height": 100},
        "schemas": [table]});
    let bindings = read(r#"[{"schemaName": "t", "type": "array", "path": "rows"}]"#);
    let data = read(r#"{"rows": [{"a": 1, "d": "2026-01-01"}, {"a": 2, "d": "2026-01-02"}]}"#);
    let fonts = Fonts::standard();
    let found = with_data(&Value::from(&template), &bindings, &data, &Options::new(&fonts));
    let place = |problem: &Problem| {
        let pointer = problem.pointer.as_deref().unwrap_or_default();
        pointer.trim_start_matches("/template/schemas/0/").to_owned()
    };
    found.iter().map(|problem| (place(problem), problem.message.clone())).collect()
}

#[test]
fn rows_of_a_table_that_are_taken_as_a_value_are_reported() {
    let header = |content: &str| {
        found_in_groups(&serde_json::json!({"groups": [{"by": "a",
            "header": {"cells": {"0": content}}}]}))
    };
    let place = "groups/0/header/cells/0".to_owned();
    for path in ["$group.rows.0.d", "$table.rows.1.d"] {
        let message = format!("`{path}` is not a value");
        assert_eq!(header(&format!("{{DATE({path})}}")), [(place.clone(), message)], "{path}");
    }
    let message = "`$group.rows` is not a value".to_owned();
    assert_eq!(header("{$group.rows}"), [(place, message)]);
    for fine in ["{DATE(FIRST($group.rows.d))}", "{COUNTOF($group.rows)}", "{$group.key}"] {
        assert_eq!(header(fine), [], "{fine}");
    }
    let row = found_in_groups(&serde_json::json!({"content": [["{DATE($group.rows.0.d)}"]]}));
    let message = "`$group.rows` is not known here".to_owned();
    assert_eq!(row, [("content/0/0".to_owned(), message)]);
}

#[test]
fn what_a_cell_misses_that_repeats_a_formula_is_explained() {
    let table = field("table", "t", r#""head": ["A"], "content": [["{amuont}"]]"#);
    let bindings = r#"[{"schemaName": "t", "type": "array", "path": "rows",
        "columns": [{"label": "A", "formula": "{amuont}"}]}]"#;
    let found = found_with(&table, bindings, r#"{"rows": [{"amount": 1}]}"#);
    assert_eq!(reported(&found), [(Code::MissingPath, "content/0/0")]);
    assert_eq!(advice(&found), "did you mean `amount`?");
}

#[test]
fn the_contract_has_what_an_expression_over_items_takes_from_around_them() {
    let template = page(&field("text", "t", r#""content": "{SUMOF(lines, net * $parent.rate)}""#));
    let mut json = template.to_json();
    json["extensions"] = 1.into();
    let checker = DataChecker::new(&Value::from(&json), &Value::Null).expect("a template");
    let schema = checker.contract("Data", &[]);
    assert!(schema.pointer("/properties/rate").is_some(), "{schema}");
    assert!(schema.pointer("/properties/lines/items/properties/net").is_some(), "{schema}");
}

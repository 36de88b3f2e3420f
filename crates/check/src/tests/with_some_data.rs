//! Templates with data: what they would print.

use serde_json::{Value as Json, json};

use super::*;

fn text_found(content: &str, data: &str) -> Vec<Problem> {
    let more = format!(r#""content": "{content}""#);
    found_with(&field("text", "t", &more), "[]", data)
}

#[test]
fn missing_paths_say_which_part_and_what_was_meant() {
    let data = r#"{"customer": {"name": "Ana"}, "rows": [{"a": 1}], "none": null}"#;
    let problems = text_found("{customer.nmae}", data);
    assert_eq!(codes(&problems), [Code::MissingPath]);
    assert_eq!(problems[0].get("missing"), Some(&"nmae".into()));
    assert_eq!(advice(&problems), "did you mean `customer.name`?");
    assert_eq!(advice(&text_found("{name}", data)), "did you mean `customer.name`?");
    assert_eq!(text_found("{CUSTOMER.Name} {none.a} {rows.7.a}", data), []);
    assert!(advice(&text_found("{pageNumber}", data)).contains("bands"));
    assert!(advice(&text_found("{rows.a}", data)).contains("it is a list"));
    // Rows that are a document each, checked as if they were one.
    assert!(advice(&text_found("{name}", r#"[{"name": "Ana"}]"#)).contains("`batch`"));
}

#[test]
fn rows_that_a_table_adds_to_its_pages_know_page_numbers() {
    let row = json!({"cells": {"0": "{pageNumber} of {pageCount}"}, "visibleWhen": "pageNumber"});
    let table = |key: &str, value: &Json| {
        let mut table = json!({"id": "t", "name": "t", "type": "table", "x": 10, "y": 30,
                "width": 100, "height": 20, "head": ["A"], "content": [["{a}"]]});
        table[key] = value.clone();
        let template = json!({"extensions": 1, "page": {"width": 210, "height": 297},
                "schemas": [table]});
        let bindings = json!([{"schemaName": "t", "type": "array", "path": "rows",
                "columns": ["a"]}]);
        let fonts = Fonts::standard();
        let (template, bindings) = (Value::from(&template), Value::from(&bindings));
        let data = read(r#"{"rows": [{"a": 1}]}"#);
        codes(&with_data(&template, &bindings, &data, &Options::new(&fonts)))
    };
    assert_eq!(table("headRows", &json!([row])), []);
    for key in ["broughtForward", "carriedOver", "pageTotals"] {
        assert_eq!(table(key, &row), [], "{key}");
    }
    // A row of the data is read once for all pages.
    assert_eq!(table("content", &json!([["{pageNumber}"]])), [Code::MissingPath]);
}

#[test]
fn what_a_condition_asks_for_may_be_missing() {
    let data = r#"{"total": 1}"#;
    assert_eq!(text_found(r#"{IF(discount, discount, 0)}"#, data), []);
    assert_eq!(codes(&text_found(r#"{IF(totl, totl, 0)}"#, data)), [Code::MissingPath]);
    let hidden = field("text", "t", r#""content": "{gift.text}", "visibleWhen": "gift""#);
    assert_eq!(found_with(&hidden, "[]", data), []);
}

#[test]
fn a_path_may_be_missing_only_where_a_condition_guards_it() {
    let data = r#"{"total": 1}"#;
    let missing = |content: &str| codes(&text_found(content, data)).len();
    // The branch that is not taken, and the condition itself.
    assert_eq!(missing(r#"{IF(vat == \"\", \"\", CONCAT(\"VAT \", vat))}"#), 0);
    assert_eq!(missing(r#"{IF(vat > 0, IF(rate > 0, rate, vat), total)}"#), 0);
    assert_eq!(missing(r#"{IF(COUNT(lines) > 0, SUM(lines.amount), 0)}"#), 0);
    // The branch that is taken, and the same path outside.
    assert_eq!(missing(r#"{IF(vat == \"\", vat, \"\")}"#), 1);
    assert_eq!(missing(r#"{IF(vat > 0, vat, \"\")} {vat}"#), 1);
    assert_eq!(missing(r#"{IF(NOT vat, total * vat, 0)}"#), 1);
    // Another field asks for it: that does not guard this one.
    let fields = [
        field("text", "a", r#""content": "{IF(vat > 0, vat, \"\")}""#),
        field("text", "b", r#""content": "x", "visibleWhen": "vat > 0""#),
        field("text", "c", r#""content": "VAT {vat} %""#),
    ];
    let problems = found_with(&fields.join(","), "[]", data);
    assert_eq!(codes(&problems), [Code::MissingPath]);
    assert_eq!(problems[0].field.as_deref(), Some("c"));
    // A condition that shows the field all the same does not guard its texts.
    let shown = field("text", "t", r#""content": "{vat}", "visibleWhen": "NOT vat""#);
    assert_eq!(codes(&found_with(&shown, "[]", data)), [Code::MissingPath]);
}

#[test]
fn members_are_guarded_item_by_item() {
    let bindings = r#"[{"schemaName": "s", "type": "section", "path": "rows"}]"#;
    let check = |member: &str, data: &str| {
        let fields = [field("section", "s", ""), field("text", "m", member)].join(",");
        codes(&found_with(&fields, bindings, data)).len()
    };
    let guarded = r#""sectionId": "s", "content": "{note}", "visibleWhen": "kind == \"n\"""#;
    assert_eq!(check(guarded, r#"{"rows": [{"kind": "a"}, {"kind": "b"}]}"#), 0);
    assert_eq!(check(guarded, r#"{"rows": [{"kind": "a"}, {"kind": "n"}]}"#), 1);
    assert_eq!(check(guarded, r#"{"rows": [{"kind": "n", "note": ""}, {"kind": "n"}]}"#), 0);
    let branch = r#""sectionId": "s", "content": "{IF(Line > 1, note, kind)}""#;
    assert_eq!(check(branch, r#"{"rows": [{"kind": "a"}]}"#), 0);
    assert_eq!(check(branch, r#"{"rows": [{"kind": "a"}, {"kind": "b"}]}"#), 1);
    // A section that is not shown takes nothing.
    let hidden = field("section", "s", r#""visibleWhen": "COUNT(rows) > 0""#);
    assert_eq!(codes(&found_with(&hidden, bindings, "{}")), []);
}

#[test]
fn what_is_there_is_not_missing_though_null_or_empty() {
    let template = page(&field("text", "t", r#""content": "{a}{b}{c}{street2}{gone}""#));
    let checker = DataChecker::new(&template, &Value::Null).expect("a template");
    let data = read(r#"{"a": null, "b": "", "c": [], "street2": 0}"#);
    let missing = checker.missing(&data, Budget::default()).expect("no clock");
    assert_eq!(missing.len(), 1);
    assert_eq!(missing[0].get("missing"), Some(&"gone".into()));
}

#[test]
fn a_similar_key_does_not_refuse_a_path_that_a_condition_asks_for() {
    let content = r#""content": "{IF(street2 == \"\", \"\", street2)}""#;
    let template = page(&field("text", "t", content));
    let checker = DataChecker::new(&template, &Value::Null).expect("a template");
    let data = read(r#"{"street1": "x"}"#);
    let fonts = Fonts::standard();
    let options = Options::new(&fonts);
    assert_eq!(checker.admit(&data, &options, &Strictness::strict()), Ok(vec![]));
    assert_eq!(codes(&checker.problems(&data, &options)), [Code::MissingPath]);
}

#[test]
fn texts_of_messages_are_checked_too() {
    let text = TextTemplate::compile("Dear {name}, {IF(due, due, \"now\")}");
    let missing = |data| missing_in_text(&text, &read(data), &Dialect::BASE, Budget::default());
    assert_eq!(missing(r#"{"name": ""}"#), Ok(vec![]));
    assert_eq!(missing("{}").map(|found| codes(&found)), Ok(vec![Code::MissingPath]));
}

#[test]
fn aggregates_need_a_list_and_a_column() {
    let data = r#"{"order": {"items": [{"Price": 1}]}}"#;
    let advice_of = |content: &str| advice(&text_found(content, data)).to_owned();
    assert!(advice_of("{COUNT(order.items)}").contains("order.items.column"));
    assert_eq!(advice_of("{SUM(order.items.price)}"), "did you mean `Price`? case counts here");
    assert_eq!(advice_of("{SUM(order.itmes.Price)}"), "did you mean `order.items`?");
    assert_eq!(text_found("{SUM(order.items.Price)}", data), []);
}

#[test]
fn columns_are_exact_keys_and_rows_see_their_item_only() {
    let table = field(
        "table",
        "t",
        r#""head": ["A", "B", "c"], "content": [["", "{name}"]], "footer": ["", "{name}"]"#,
    );
    let bindings = r#"[{"schemaName": "t", "type": "array", "path": "rows", "columns": ["a"],
            "filters": [[{"column": "C", "op": "eq", "value": "1"}], [{"column": "b", "op": "eq", "value": "2"}]]}]"#;
    let data = r#"{"name": "x", "rows": [{"A": 1, "c": 1}, {"b": 2}]}"#;
    let problems = found_with(&table, bindings, data);
    let reported: Vec<_> = problems.iter().filter_map(|p| p.get("missing")?.as_str()).collect();
    assert_eq!(reported, ["C", "a", "name"]);
    assert!(problems[2].advice.as_deref().is_some_and(|a| a.contains("put it into the items")));
}

#[test]
fn what_is_not_printed_is_not_missing() {
    let fields = [
        field("text", "t", r#""content": "{IF($page.number > 0, a, b)}{IF(x == 1, c, d)}""#),
        field("table", "u", r#""head": ["A"], "content": [["{e}"]]"#),
    ];
    let bindings = r#"[{"schemaName": "u", "type": "array", "path": "rows",
            "filters": [[{"column": "k", "op": "eq", "value": "1"}]]}]"#;
    let problems = found_with(&fields.join(","), bindings, r#"{"x": 1, "rows": [{"k": 2}]}"#);
    let reported: Vec<_> = problems.iter().filter_map(|p| p.get("missing")?.as_str()).collect();
    assert_eq!(reported, ["b", "c"]);
}

#[test]
fn a_key_that_only_some_items_have_is_fine() {
    let fields = [
        field("section", "s", ""),
        field("text", "m", r#""sectionId": "s", "content": "{a} {Line}""#),
    ];
    let bindings = r#"[{"schemaName": "s", "type": "section", "path": "rows"}]"#;
    let check = |data| codes(&found_with(&fields.join(","), bindings, data));
    assert_eq!(check(r#"{"rows": [{"a": 1}, {"b": 1}]}"#), []);
    assert_eq!(check(r#"{"rows": []}"#), [Code::EmptyList]);
    assert_eq!(check(r#"{"rows": [{"b": 1}]}"#), [Code::MissingPath]);
    assert_eq!(check(r#"{"rows": {"list": []}}"#), [Code::DataShape]);
}

#[test]
fn what_is_calculated_with_is_a_number() {
    let numbers = |content: &str, data: &str| {
        let problems = text_found(content, data);
        assert!(problems.iter().all(|p| p.code == Code::NotANumber), "{problems:?}");
        problems.into_iter().map(|p| (p.message, p.advice.unwrap_or_default())).collect::<Vec<_>>()
    };
    let data = r#"{"a": "12,50", "b": "1.234,50", "c": "n/a", "d": "", "e": "7.5", "f": null,
            "lines": [{"price": 1}, {"price": "2,5"}, {"price": "3"}]}"#;
    let found = numbers("{a * 2}", data);
    assert_eq!(found[0].0, "`a` is `12,50`, which is not a number");
    assert_eq!(found[0].1, "write it as `12.50`, or as a number without quotes");
    assert!(numbers("{1 - b}", data)[0].1.contains("`1234.50`"));
    assert_eq!(
        numbers("{c * 2}", data)[0].1,
        "give a number, or put a condition before the calculation"
    );
    assert_eq!(
        numbers("{SUM(lines.price)}", data)[0].0,
        "`price` of an item of `lines` is `2,5`, which is not a number"
    );
    for fine in [
        "{a} {CURRENCY(a, \\\"EUR\\\")}",
        "{d * 2} {e * 2} {f + 1}",
        "{IF(c == \\\"n/a\\\", \\\"\\\", c * 2)}",
        "{IF(a * 2 > 1, \\\"x\\\", \\\"\\\")}",
        "{COUNT(lines)}",
    ] {
        assert_eq!(numbers(fine, data), [], "{fine}");
    }
}

#[test]
fn formulas_over_items_calculate_with_numbers() {
    let found = |content: &str| {
        let template = serde_json::json!({"extensions": 1, "page": {"width": 210, "height": 297},
                "defs": {"amount": "quantity * price"}, "schemas": [{"id": "t", "name": "t",
                "type": "text", "x": 10, "y": 15, "width": 190, "height": 10, "content": content}]});
        let data = read(
            r#"{"lines": [{"quantity": 2, "price": "2,5", "vat": "19"},
                    {"quantity": 1, "price": 3, "vat": 7}], "rates": [{"vat": 7}]}"#,
        );
        let fonts = Fonts::standard();
        let problems =
            with_data(&Value::from(&template), &Value::Null, &data, &Options::new(&fonts));
        problems.into_iter().map(|problem| (problem.code, problem.message)).collect::<Vec<_>>()
    };
    let message = "`price` of an item of `lines` is `2,5`, which is not a number";
    let once = [(Code::NotANumber, message.to_owned())];
    assert_eq!(found("{SUMOF(lines, $amount)} {MONEY(SUMOF(lines, $amount))}"), once);
    assert_eq!(found("{SUMOF(lines, price)}"), once);
    assert_eq!(found("{MAXOF(lines, price, quantity > 1)}"), once);
    assert_eq!(found("{SUMOF(lines, price, quantity == 1)}"), []);
    assert_eq!(found("{COUNTOF(lines, price * 2 > 1)}"), []);
}

/// Findings that `strictness` refuses in a text of a template with extensions, and the printed
/// text.
fn evaluated(content: &str, data: &str) -> (Vec<(Code, String)>, String) {
    let template = serde_json::json!({"extensions": 1, "page": {"width": 210, "height": 297},
            "defs": {"net": "gross - tax", "typo": "MONNEY(gross)"}, "schemas": [{"id": "t",
            "name": "t", "type": "text", "x": 10, "y": 15, "width": 190, "height": 10,
            "content": content}]});
    let (template, data) = (Value::from(&template), read(data));
    let checker = DataChecker::new(&template, &Value::Null).expect("a template");
    let fonts = Fonts::standard();
    let options = Options::new(&fonts);
    let layout = checker.prepared().layout(&data, &options).expect("a layout");
    let notes = layout.notes.iter().map(|note| (note.code, note.message.clone())).collect();
    let shown = serde_json::to_value(&layout).expect("JSON");
    let item = shown.pointer("/pages/0/placements/0/value").and_then(|text| text.as_str());
    (notes, item.unwrap_or_default().to_owned())
}

#[test]
fn a_calculation_with_a_text_is_found_where_it_is_evaluated_and_prints_nothing() {
    let data = r#"{"a": "siehe", "n": 7, "gross": "siehe Notiz", "tax": 2, "rows": [{"x": "y"}]}"#;
    for (content, message) in [
        (r#"{REPLACE(a, "x", "y") - 5 - 3}"#, "`REPLACE(…)` is `siehe`, which is not a number"),
        ("{a - 5 - 3}", "`a` is `siehe`, which is not a number"),
        ("{(a - 5) * 3 + n}", "`a` is `siehe`, which is not a number"),
        ("{n + ROUND(a)}", "`a` is `siehe`, which is not a number"),
        ("{MONEY($net - 1)}", "`gross` is `siehe Notiz`, which is not a number"),
        ("{MONEY(UPPER(a) * 2)}", "`UPPER(…)` is `SIEHE`, which is not a number"),
        ("{WORDS(a)}", "`a` is `siehe`, which is not a number"),
        ("{PERCENT(a)}", "`a` is `siehe`, which is not a number"),
        ("{LEFT(\"x\", a)}", "`a` is `siehe`, which is not a number"),
        ("{GREATEST(n, a)}", "`a` is `siehe`, which is not a number"),
        (r#"{NUMBERFROM(a, "de") + 1}"#, "`a` is `siehe`, which is not a number"),
        (r#"{MONEY(NUMBERFROM("12.34", "de"))}"#, "`\"12.34\"` is `12.34`, which is not a number"),
    ] {
        let (notes, shown) = evaluated(content, data);
        assert_eq!(notes, [(Code::NotANumber, message.to_owned())], "{content}");
        assert_eq!(shown, "", "{content}");
    }
    for fine in [
        "{IF(a * 2 > 1, 1, n)}",
        "{DEFAULT(a - 5, n)}",
        "{COUNTOF(rows, x > 2)}",
        "{CASE(n, a + 1, 1, n)}",
        "{missing + n}",
    ] {
        assert_eq!(evaluated(fine, data).0, [], "{fine}");
    }
    assert_eq!(evaluated("{DEFAULT(a - 5, n)}", data).1, "7");
}

#[test]
fn a_sum_that_is_known_from_a_condition_is_reported_where_it_is_printed() {
    let data = r#"{"rows": [{"x": 1}, {"x": "y"}]}"#;
    let message = "`x` of an item of `rows` is `y`, which is not a number".to_owned();
    let (notes, shown) = evaluated("{IF(SUM(rows.x) > 0, SUM(rows.x), 0)}", data);
    assert_eq!((notes, shown.as_str()), (vec![(Code::NotANumber, message)], "1"));
}

#[test]
fn a_function_that_does_not_exist_is_found_in_texts_and_conditions() {
    let unknown = |name: &str| (Code::UnknownFunction, format!("there is no function `{name}`"));
    let data = r#"{"gross": 5}"#;
    assert_eq!(evaluated("{MONNEY(gross)}", data).0, [unknown("MONNEY")]);
    assert_eq!(evaluated("{IF(FOO(gross), 1, 2)}", data).0, [unknown("FOO")]);
    assert_eq!(evaluated("{DEFAULT(FOO(gross), 2)}", data), (vec![unknown("FOO")], "2".into()));
    assert_eq!(evaluated("{MONNEY(gross) - 5}", data), (vec![unknown("MONNEY")], String::new()));
    // It was not called.
    assert_eq!(evaluated("{IF(gross, 1, FOO(gross))}", data).0, []);
    assert_eq!(evaluated("{$typo} {$typo}", data).0, [unknown("MONNEY")]);
}

#[test]
fn a_typo_in_a_formula_is_reported_once_where_it_stands() {
    let field = |id: usize| {
        serde_json::json!({"id": id.to_string(), "name": format!("t{id}"), "type": "text", "x": 10,
                "y": 15 + 10 * id, "width": 190, "height": 10, "content": "{$gross} {$net}"})
    };
    let fields: Vec<_> = (0..10).map(field).collect();
    let found = |net: &str| {
        let template = serde_json::json!({"extensions": 1, "page": {"width": 210, "height": 297},
                "defs": {"net": net, "gross": "$net * 2"}, "schemas": fields});
        let (template, data) = (Value::from(&template), read(r#"{"total": 5}"#));
        let fonts = Fonts::standard();
        let alone = check_template(&template);
        let with = with_data(&template, &Value::Null, &data, &Options::new(&fonts));
        let shown = |problems: Vec<Problem>| {
            let shown = problems.into_iter().map(|it| (it.code, it.pointer.unwrap_or_default()));
            shown.collect::<Vec<_>>()
        };
        (shown(alone), shown(with))
    };
    let at = |code| vec![(code, "/template/defs/net".to_owned())];
    assert_eq!(found("ROUNT(total)"), (at(Code::UnknownFunction), at(Code::UnknownFunction)));
    assert_eq!(found("toal"), (Vec::new(), at(Code::MissingPath)));
    assert_eq!(found("total"), (Vec::new(), Vec::new()));
}

#[test]
fn an_expression_that_cannot_be_read_is_found_where_it_prints_nothing() {
    let data = r#"{"a": 5}"#;
    let (notes, shown) = evaluated("Total {CURRENCY(a, \"EUR\"} {a}", data);
    let message = "`CURRENCY(` is never closed (position 17 in `CURRENCY(a, \"EUR\"`)";
    assert_eq!(notes, [(Code::UnclosedCall, message.to_owned())]);
    assert_eq!(shown, "Total  5");
    assert_eq!(evaluated("{} { } a {b", data).0, [], "braces that are text");
    // Conditions hold, or do not apply, and it is the same error alone and with data.
    let of_field = |more: &str| {
        let text = field("text", "t", &format!(r#""content": "x", {more}"#));
        let template = read(&format!(
            r#"{{"extensions": 1, "page": {{"width": 210, "height": 297}}, "schemas": [{text}]}}"#
        ));
        let fonts = Fonts::standard();
        let data = read(data);
        let mut all = check_template(&template);
        all.extend(with_data(&template, &Value::Null, &data, &Options::new(&fonts)));
        let count = all.len();
        say_once(&mut all);
        (count, codes(&all))
    };
    let twice = (2, vec![Code::UnclosedParen]);
    assert_eq!(of_field(r#""visibleWhen": "(a > 2""#), twice);
    let rules = r##""styleWhen": [{"when": "(a > 2", "style": {"fontColor": "#ff0000"}}]"##;
    assert_eq!(of_field(rules), twice);
}

#[test]
fn a_condition_that_is_read_as_one_name_is_reported_where_data_has_its_begin() {
    let data = r#"{"a": 2, "total": 500, "order": {"no": 1}, "paid": 1}"#;
    let asked = |condition: &str| {
        let more = format!(r#""content": "x", "visibleWhen": "{condition}""#);
        let problems = found_with(&field("text", "t", &more), "[]", data);
        (codes(&problems), advice(&problems).to_owned())
    };
    for (condition, meant) in [
        ("a==2", "write `a == 2`"),
        ("total>100", "write `total > 100`"),
        ("order.no!=1", "write `order.no != 1`"),
        ("a = 2", "write `a == 2`"),
        ("a=2", "write `a == 2`"),
        ("a == 2 && total", "write `2 AND total`"),
        ("total-paid > 0", "to calculate, write `total - paid`"),
    ] {
        let (codes, advice) = asked(condition);
        assert_eq!(codes, [Code::MissingPath], "{condition}");
        assert!(advice.contains(meant), "{condition}: {advice}");
    }
    // Keys that may be missing.
    for condition in ["order-note", "gift==2", "a-2-x", "note = 1"] {
        assert_eq!(asked(condition).0, [], "{condition}");
    }
    assert_eq!(codes(&text_found("{IF(a==2, 1, 0)}", data)), [Code::MissingPath]);
    let footer = field("text", "t", r#""content": "x", "visibleWhen": "pageNumber==1", "y": 285"#);
    let footer = footer.replace(r#""y": 30, "#, "").replace(r#""height": 20"#, r#""height": 5"#);
    assert_eq!(codes(&found_with(&footer, "[]", data)), [Code::MissingPath]);
    let strict = DataChecker::new(
        &page(&field("text", "t", r#""content": "x", "visibleWhen": "a==2""#)),
        &Value::Null,
    );
    let fonts = Fonts::standard();
    let admitted = strict.expect("a template").admit(
        &read(data),
        &Options::new(&fonts),
        &Strictness::strict(),
    );
    assert_eq!(admitted, Ok(vec![]));
}

#[test]
fn a_column_of_values_that_are_no_objects_is_reported_where_it_is_added_up() {
    let data = r#"{"nums": [1, 2], "mixed": [{"x": 1}, 2, null]}"#;
    let shape =
        |at: &str| vec![(Code::DataShape, format!("`{at}` must be an object, not a number"))];
    for content in ["{SUM(nums.x)}", "{AVG(nums.x)}", "{JOIN(nums.x, \", \")}", "{MAX(nums.x)}"] {
        assert_eq!(evaluated(content, data).0, shape("nums.0"), "{content}");
    }
    assert_eq!(evaluated("{SUM(mixed.x)}", data), (shape("mixed.1"), "1".to_owned()));
    assert_eq!(evaluated("{COUNT(nums.x)}", data), (vec![], "2".to_owned()));
    assert_eq!(evaluated("{IF(SUM(nums.x) > 0, 1, 2)}", data).0, []);
}

/// Messages of what is missing in a text, for a document that is made strictly.
fn refused(template: &Json, bindings: &Json, data: &str) -> Vec<String> {
    let (template, bindings) = (Value::from(template), Value::from(bindings));
    let checker = DataChecker::new(&template, &bindings).expect("a template");
    let fonts = Fonts::standard();
    let strict = Strictness::strict();
    match checker.admit(&read(data), &Options::new(&fonts), &strict) {
        Ok(_) => Vec::new(),
        Err(problem) => {
            let further = problem.get("further").and_then(Json::as_array).cloned();
            let further = further.unwrap_or_default().into_iter();
            let further = further.filter_map(|it| Some(it["error"].as_str()?.to_owned()));
            std::iter::once(problem.message.clone()).chain(further).collect()
        }
    }
}

#[test]
fn the_item_around_is_reported_where_there_is_none() {
    let of = |content: &str| {
        let text = field("text", "t", &format!(r#""content": "{content}""#));
        let template = format!(
            r#"{{"extensions": 1, "page": {{"width": 210, "height": 297}}, "schemas": [{text}]}}"#
        );
        let (fonts, data) = (Fonts::standard(), read(r#"{"a": 1, "rows": [{"b": 2}]}"#));
        let options = Options::new(&fonts);
        let problems = with_data(&read(&template), &Value::Null, &data, &options);
        problems.into_iter().map(|it| it.message).collect::<Vec<_>>()
    };
    assert_eq!(of("{$parent.a}"), ["`$parent` is not known here"]);
    assert_eq!(of("{IF($parent.a, 1, 2)}{SUMOF(rows, b * $parent.a)}"), [""; 0]);
}

#[test]
fn a_key_of_lookup_that_no_item_has_is_missing() {
    let of = |content: &str| {
        let text = json!({"id": "t", "name": "t", "type": "text", "x": 10, "y": 30, "width": 100,
                "height": 10, "content": content});
        let template = json!({"extensions": 1, "page": {"width": 210, "height": 297},
                "schemas": [text]});
        let data =
            r#"{"rates": [{"code": "a"}, {"code": "b", "rate": 19}], "k": "kode", "none": []}"#;
        refused(&template, &Json::Null, data)
    };
    assert_eq!(
        of(r#"{LOOKUP(rates, "kode", "b", "rate")}"#),
        ["no item of `rates` has the key `kode`"]
    );
    assert_eq!(
        of(r#"{LOOKUP(rates, "code", "b", "rat")}"#),
        ["no item of `rates` has the key `rat`"]
    );
    assert_eq!(of(r#"{LOOKUP(rates, k, "b", "rate")}"#), ["the data has no `rates[].kode`"]);
    assert_eq!(of(r#"{LOOKUP(rates, "code", "a", "rate")}"#), [""; 0], "another item has it");
    assert_eq!(of(r#"{LOOKUP(rates, "code", "z", "rat")}"#), [""; 0], "it is not taken");
    assert_eq!(of(r#"{LOOKUP(none, "kode", "b", "rate")}"#), [""; 0]);
    assert_eq!(of(r#"{IF(LOOKUP(rates, "kode", "b", "rate") == 1, 1, 2)}"#), [""; 0]);
}

#[test]
fn a_value_in_the_place_of_a_picture_is_noted() {
    let found = |more: &str, extended: bool, data: &str| {
        let image = field("image", "logo", &format!(r#""content": ""{more}"#));
        let extensions = if extended { r#""extensions": 1,"# } else { "" };
        let template = read(&format!(
            r#"{{{extensions} "page": {{"width": 210, "height": 297}}, "schemas": [{image}]}}"#
        ));
        let bindings = read(r#"[{"schemaName": "logo", "type": "scalar", "path": "pic"}]"#);
        let fonts = Fonts::standard();
        let problems = with_data(&template, &bindings, &read(data), &Options::new(&fonts));
        let said = |it: &Problem| (it.code, it.message_without_page().to_owned());
        problems.iter().map(said).collect::<Vec<_>>()
    };
    let noted = |value: &str| {
        vec![(Code::IgnoredValue, format!("`{value}` is not a data URI, so no image is drawn"))]
    };
    for extended in [false, true] {
        for value in ["https://shop.example/logo.png", "iVBORw0KGgo="] {
            let data = format!(r#"{{"pic": "{value}"}}"#);
            assert_eq!(found("", extended, &data), noted(value), "{extended}");
        }
        for data in [r#"{"pic": ""}"#, r#"{"pic": null}"#, r#"{"pic": " "}"#] {
            assert_eq!(found("", extended, data), [], "{data}");
        }
    }
    let instead = r#", "missing": "lib:placeholder.png""#;
    let shown = found(instead, true, r#"{"pic": "https://shop.example/logo.png"}"#);
    assert!(!shown.contains(&noted("https://shop.example/logo.png")[0]), "{shown:?}");
}

#[test]
fn a_table_whose_binding_holds_no_rows_says_that_it_prints_its_tokens() {
    let bindings = [
        json!({"schemaName": "t", "type": "scalar", "path": "j"}),
        json!({"schemaName": "t", "type": "template", "template": "{j}"}),
    ];
    for (binding, at) in bindings.into_iter().zip(["j", "{j}"]) {
        let found = |cell: &str, data: &str| {
            let more = format!(r#""head": ["A"], "content": [["{cell}"]]"#);
            let bindings = json!([binding]).to_string();
            let problems = found_with(&field("table", "t", &more), &bindings, data);
            problems.into_iter().map(|it| (it.code, it.message)).collect::<Vec<_>>()
        };
        let message =
            format!("`{at}` holds no rows, so the tokens in the cells are printed as they are");
        for data in [r#"{"j": "zz"}"#, r#"{"j": ""}"#] {
            assert_eq!(found("{a}", data), [(Code::DataShape, message.clone())], "{data}");
            assert_eq!(found("a", data), []);
        }
        assert_eq!(found("{a}", r#"{"j": "[[\"b\"]]"}"#), []);
    }
}

#[test]
fn a_code_that_is_hidden_is_a_warning_alone_and_with_data_once() {
    let of = |more: &str| {
        let more = format!(r#""content": "abc", "symbology": "ean13"{more}"#);
        let template = read(&format!(
            r#"{{"extensions": 1, "page": {{"width": 210, "height": 297}}, "schemas": [{}]}}"#,
            field("barcode", "b", &more)
        ));
        let mut all = check_template(&template);
        let fonts = Fonts::standard();
        all.extend(with_data(&template, &Value::Null, &read("{}"), &Options::new(&fonts)));
        say_once(&mut all);
        all.into_iter().map(|it| (it.code, it.severity)).collect::<Vec<_>>()
    };
    assert_eq!(of(""), [(Code::BarcodeContent, Severity::Error)]);
    assert_eq!(of(r#", "onError": "hide""#), [(Code::BarcodeContent, Severity::Warning)]);
    assert_eq!(of(r#", "visibleWhen": "zz""#), [(Code::BarcodeContent, Severity::Warning)]);
}

fn check_template(template: &Value) -> Vec<Problem> {
    crate::template(template, &Value::Null, Budget::default()).expect("in time")
}

#[test]
fn a_text_that_is_no_date_is_found() {
    let message = |text: &str| (Code::NotADate, format!("`d` is `{text}`, which is not a date"));
    for content in
        ["{DATE(d)}", "{DATEADD(d, 1, \"day\")}", "{DATEDIFF(d, \"2026-01-01\", \"day\")}"]
    {
        assert_eq!(evaluated(content, r#"{"d": "soon"}"#).0, [message("soon")], "{content}");
        assert_eq!(evaluated(content, r#"{"d": ""}"#).0, [], "{content}");
        assert_eq!(evaluated(content, r#"{"d": "2026-04-30"}"#).0, [], "{content}");
    }
}

#[test]
fn what_lists_repeat_over_is_a_list_of_objects() {
    let fields =
        [field("section", "s", ""), field("text", "m", r#""sectionId": "s", "content": "{a}""#)];
    let section = r#"[{"schemaName": "s", "type": "section", "path": "rows"}]"#;
    let table = field("table", "t", r#""head": ["a"], "content": []"#);
    let keys = r#"[{"schemaName": "t", "type": "array", "path": "rows", "columns": ["a"]}]"#;
    let texts = r#"[{"schemaName": "t", "type": "array", "path": "rows",
            "columns": [{"formula": "{a}"}]}]"#;
    for (fields, bindings) in [(fields.join(","), section), (table.clone(), keys), (table, texts)] {
        for data in [r#"{"rows": "x"}"#, r#"{"rows": null}"#, r#"{"rows": [1, 2]}"#] {
            let found = found_with(&fields, bindings, data);
            assert_eq!(codes(&found), [Code::DataShape], "{bindings} {data} {found:?}");
        }
        for data in [r#"{"rows": [{"a": 1}]}"#, r#"{"rows": [null, {"a": 1}]}"#] {
            assert_eq!(codes(&found_with(&fields, bindings, data)), [], "{bindings} {data}");
        }
    }
    // A counter takes nothing of its items.
    let counter = [
        field("section", "s", ""),
        field("text", "m", r#""sectionId": "s", "content": "No. {Line}""#),
    ];
    assert_eq!(codes(&found_with(&counter.join(","), section, r#"{"rows": [1, 2]}"#)), []);
}

#[test]
fn many_rows_make_one_finding() {
    let table = field("table", "t", r#""head": ["a"], "content": [["{a * 2}"]]"#);
    let bindings = r#"[{"schemaName": "t", "type": "array", "path": "rows", "columns": ["a"]}]"#;
    let rows: Vec<String> = (0..3000).map(|row| format!(r#"{{"a": "x{row}"}}"#)).collect();
    let found = found_with(&table, bindings, &format!(r#"{{"rows": [{}]}}"#, rows.join(",")));
    assert_eq!(codes(&found), [Code::NotANumber]);
    assert_eq!(found[0].message, "`a` of an item of `rows` is `x0`, which is not a number");
    assert_eq!(found[0].pointer.as_deref(), Some("/template/schemas/0/content/0/0"));
    assert_eq!(found[0].get("property"), Some(&"content[0][0]".into()));
}

#[test]
fn charts_and_cards_need_their_columns() {
    let fields = [field("chart", "c", ""), field("kpi", "k", "")].join(",");
    let bindings = r#"[
            {"schemaName": "c", "type": "chart", "path": "rows", "labelColumn": "l", "valueColumn": "v"},
            {"schemaName": "k", "type": "kpi", "path": "rows", "aggregation": "count"}]"#;
    let check = |data| codes(&found_with(&fields, bindings, data));
    assert_eq!(check(r#"{"rows": [{"l": "a", "v": 1}]}"#), []);
    assert_eq!(check(r#"{"rows": [{"l": "a"}]}"#), [Code::MissingPath]);
}

#[test]
fn texts_wider_than_their_place_are_reported_once_with_the_worst() {
    let long = "W".repeat(60);
    let problems = text_found(&long, "{}");
    assert_eq!(codes(&problems), [Code::TextTooWide]);
    assert!(problems[0].get("excess").and_then(|e| e.as_f64()).is_some_and(|mm| mm > 50.0));
    let table = field("table", "t", r#""head": ["A", "B"], "content": []"#);
    let bindings =
        r#"[{"schemaName": "t", "type": "array", "path": "rows", "columns": ["a", "b"]}]"#;
    let data =
        format!(r#"{{"rows": [{{"a": "", "b": "{long}"}}, {{"a": "", "b": "{long}{long}"}}]}}"#);
    let problems = found_with(&table, bindings, &data);
    assert_eq!(codes(&problems), [Code::TextTooWide]);
    for (detail, value) in [("row", 2), ("columnIndex", 1), ("count", 2), ("page", 1)] {
        assert_eq!(problems[0].get(detail), Some(&value.into()), "{detail}");
    }
}

#[test]
fn every_character_without_a_glyph_is_an_error() {
    let problems = text_found("a 🎉 {x}", r#"{"x": "🎉"}"#);
    assert_eq!(codes(&problems), [Code::UnsupportedGlyph]);
    assert_eq!(problems[0].severity, Severity::Error);
    assert_eq!(problems[0].get("codePoint"), Some(&"U+1F389".into()));
}

#[test]
fn what_runs_off_the_page_is_reported() {
    let section = r#"{"id": "s", "name": "s", "type": "section", "x": 0, "y": 30, "width": 9, "height": 400}"#;
    let bindings = r#"[{"schemaName": "s", "type": "section", "path": "rows"}]"#;
    let data = r#"{"rows": [{}, {}]}"#;
    assert_eq!(codes(&found_with(section, bindings, data)), [Code::OffPage]);
    let table = r#"{"id": "t", "name": "t", "type": "table", "x": 0, "y": 0, "width": 90, "height": 14, "head": ["a"], "content": []}"#;
    let bindings = r#"[{"schemaName": "t", "type": "array", "path": "rows", "columns": ["a"]}]"#;
    let data = r#"{"rows": [{"a": 1}, {"a": 2}, {"a": 3}]}"#;
    assert_eq!(codes(&found_with(table, bindings, data)), [Code::BandOverlap]);
}

/// Findings on pages with extensions.
fn found_extended(field: &str, data: &str) -> Vec<Problem> {
    let page = format!(
        r#"{{"page": {{"width": 210, "height": 297}}, "extensions": 1, "headerHeight": 20, "schemas": [{field}]}}"#
    );
    let bindings =
        r#"[{"schemaName": "t", "type": "array", "path": "rows", "columns": ["a", "b"]}]"#;
    let fonts = Fonts::standard();
    with_data(&read(&page), &read(bindings), &read(data), &Options::new(&fonts))
}

#[test]
fn a_table_with_extensions_that_leaves_its_band_is_reported() {
    let table = |rules: &str| {
        format!(
            r#"{{"id": "t", "name": "t", "type": "table", "x": 0, "y": 0, "width": 90, "height": 14, "head": ["a", "b"], "content": []{rules}}}"#
        )
    };
    let data = r#"{"rows": [{"a": 1, "b": 1}, {"a": 2, "b": 2}, {"a": 3, "b": 3}]}"#;
    let base = found_extended(&table(""), data);
    let extended = found_extended(&table(r#", "bodyWrap": "word""#), data);
    assert_eq!(codes(&base), [Code::BandOverlap]);
    assert_eq!(extended, base);
    assert_eq!(base[0].get("rows"), Some(&3.into()));
}

#[test]
fn a_text_too_wide_in_a_table_with_extensions_has_its_place() {
    let table = |head: &str, rules: &str| {
        format!(
            r#"{{"id": "t", "name": "t", "type": "table", "x": 10, "y": 30, "width": 60, "height": 14, "head": ["a", "{head}"], "content": [], "showFooter": true, "footer": ["", "{head}"]{rules}}}"#
        )
    };
    let long = "far too long for a column of thirty millimetres";
    let data = format!(r#"{{"rows": [{{"a": 1, "b": "x"}}, {{"a": 2, "b": "{long}"}}]}}"#);
    let base = found_extended(&table("b", ""), &data);
    let extended = found_extended(&table("b", r#", "bodyPadding": 1.5, "minRows": 2"#), &data);
    assert!(base[0].message.contains(" in column `b`, row 2,"), "{}", base[0].message);
    assert_eq!(base[0].get("row"), Some(&2.into()));
    assert_eq!(extended, base);
    let head = |rules| found_extended(&table(long, rules), r#"{"rows": [{"a": 1, "b": 2}]}"#);
    let (base, extended) = (head(""), head(r#", "bodyWrap": "word""#));
    assert!(base[0].message.contains(" in the header"), "{}", base[0].message);
    assert_eq!(extended, base);
}

#[test]
fn limits_are_problems_too() {
    let table = field("table", "t", r#""head": ["a"], "content": []"#);
    let bindings = read(r#"[{"schemaName": "t", "type": "array", "path": "", "columns": ["a"]}]"#);
    let data = read(&format!("[{}]", vec![r#"{"a": 1}"#; 100].join(",")));
    let fonts = Fonts::standard();
    let mut options = Options::new(&fonts);
    options.budget.max_pages = 1;
    let problems = with_data(&page(&table), &bindings, &data, &options);
    assert_eq!(codes(&problems), [Code::PageLimit]);
}

//! Sections in sections, and what is taken from around them.

use serde_json::{Value as Json, json};

use super::*;

/// Orders with lines with parts: a section in a section in a section.
fn fixture(members: &[Json]) -> (Value, Value) {
    let section = |id: &str, inside: &str, height: f64| {
        let mut section = json!({"id": id, "name": id, "type": "section", "x": 10, "y": 30,
                "width": 100, "height": height, "breakInside": "auto"});
        if !inside.is_empty() {
            section["sectionId"] = inside.into();
        }
        section
    };
    // The inner ones stand before the outer ones: the order of fields says nothing.
    let mut fields = vec![
        section("parts", "lines", 8.0),
        section("lines", "orders", 9.0),
        section("orders", "", 10.0),
    ];
    fields.extend(members.iter().cloned());
    let template =
        json!({"extensions": 1, "page": {"width": 210, "height": 297}, "schemas": fields});
    let bound = |id: &str| json!({"schemaName": id, "type": "section", "path": id});
    let bindings = json!([bound("orders"), bound("lines"), bound("parts")]);
    (Value::from(&template), Value::from(&bindings))
}

fn text(inside: &str, content: &str) -> Json {
    json!({"id": "t", "name": "t", "type": "text", "x": 10, "y": 31, "width": 50, "height": 5,
            "sectionId": inside, "content": content})
}

const DATA: &str = r#"{"owner": {"name": "Ana"}, "orders": [
        {"no": 1, "total": 3, "lines": [{"name": "A", "parts": [{"part": "x", "n": 1}]}]},
        {"no": 2, "total": 4, "lines": [{"name": "B", "parts": []}]}]}"#;

fn missing(member: Json) -> Vec<(String, String, String)> {
    let (template, bindings) = fixture(&[member]);
    let fonts = Fonts::standard();
    let problems = with_data(&template, &bindings, &read(DATA), &Options::new(&fonts));
    let said = |problem: &Problem, name: &str| {
        problem.get(name).and_then(Json::as_str).unwrap_or_default().to_owned()
    };
    problems
        .iter()
        .filter(|problem| problem.code == Code::MissingPath)
        .map(|problem| {
            let pointer = problem.pointer.clone().unwrap_or_default();
            (problem.message.clone(), said(problem, "missing"), pointer)
        })
        .collect()
}

#[test]
fn paths_are_looked_for_in_the_items_of_each_level() {
    for (inside, content) in [
        ("orders", "{no} {total} {Line}"),
        ("lines", "{name} {$parent.no} {$root.owner.name}"),
        ("parts", "{part} {$parent.name} {SUMOF($root.orders, total)} {index}"),
    ] {
        assert_eq!(missing(text(inside, content)), [], "{inside}");
    }
    let wrong = [
        ("orders", "{noo}", "no item of `orders` has `noo`"),
        ("lines", "{nmae}", "no item of `orders.lines` has `nmae`"),
        ("lines", "{no}", "no item of `orders.lines` has `no`"),
        ("parts", "{prat}", "no item of `orders.lines.parts` has `prat`"),
        ("parts", "{$parent.nmae}", "no item of `orders.lines` has `nmae`"),
        ("parts", "{$root.ownr.name}", "the data has no `ownr` (path `ownr.name`)"),
        ("lines", "{SUM(parts.m)}", "no item of `parts` has the key `m`"),
        ("lines", "{SUMOF(parts, m * 2)}", "no item of `parts` has `m`"),
        ("orders", "{SUM($root.orders.totl)}", "no item of `orders` has the key `totl`"),
    ];
    for (inside, content, message) in wrong {
        let found = missing(text(inside, content));
        let said: Vec<(&str, &str)> =
            found.iter().map(|(message, _, at)| (message.as_str(), at.as_str())).collect();
        assert_eq!(said, [(message, "/template/schemas/3/content")], "{content}");
    }
}

#[test]
fn lists_and_conditions_of_inner_sections_are_looked_for_too() {
    let (template, mut bindings) = fixture(&[text("parts", "{part}")]);
    let fonts = Fonts::standard();
    let options = Options::new(&fonts);
    let mut json = bindings.to_json();
    json[1]["path"] = "lnies".into();
    bindings = Value::from(&json);
    let problems = with_data(&template, &bindings, &read(DATA), &options);
    let found: Vec<(&str, Option<&str>)> =
        problems.iter().map(|p| (p.message.as_str(), p.pointer.as_deref())).collect();
    assert_eq!(found, [("no item of `orders` has `lnies`", Some("/bindings/1/path"))]);

    let mut hidden = text("lines", "{nmae}");
    hidden["visibleWhen"] = "name == \"C\"".into();
    assert_eq!(missing(hidden.clone()), []);
    hidden["visibleWhen"] = "$root.owner.name == \"Bea\"".into();
    assert_eq!(missing(hidden.clone()), []);
    hidden["visibleWhen"] = "$root.owner.name == \"Ana\"".into();
    assert_eq!(missing(hidden.clone()).len(), 1);
    // No line belongs to such an order: nothing is evaluated.
    hidden["visibleWhen"] = "$parent.no == 7".into();
    assert_eq!(missing(hidden).len(), 0);
}

#[test]
fn what_another_value_stands_in_for_may_be_missing() {
    for content in ["{DEFAULT(nick, name)}", "{CASE(name, \"A\", nick, \"-\")}"] {
        assert_eq!(missing(text("lines", content)), [], "{content}");
    }
    // A key of nearly the same name is meant.
    assert_eq!(missing(text("lines", "{DEFAULT(nmae, \"-\")}")).len(), 1);
}

#[test]
fn members_of_containers_see_what_is_around_them() {
    let container = json!({"id": "box", "name": "box", "type": "section", "x": 10, "y": 30,
            "width": 50, "height": 5, "repeat": "once", "sectionId": "lines", "breakInside": "auto"});
    let (template, bindings) = fixture(&[container, text("box", "{name} {nmae}")]);
    let fonts = Fonts::standard();
    let problems = with_data(&template, &bindings, &read(DATA), &Options::new(&fonts));
    let messages: Vec<&str> = problems.iter().map(|p| p.message.as_str()).collect();
    assert_eq!(messages, ["no item of `orders.lines` has `nmae`"]);
}

#[test]
fn the_contract_of_the_data_has_the_items_of_each_level() {
    let members = [
        text("orders", "{no}"),
        text("lines", "{name} {$parent.currency} {$root.owner.name}"),
        text("parts", "{n + 1} {SUM($root.rates.rate)} {DEFAULT(note, \"-\")}"),
    ];
    let (template, bindings) = fixture(&members);
    let checker = DataChecker::new(&template, &bindings).expect("a valid template");
    let schema = checker.contract("Data", &[]);
    let order = &schema["properties"]["orders"]["items"];
    let line = &order["properties"]["lines"]["items"];
    let part = &line["properties"]["parts"]["items"];
    for (node, keys) in [
        (&schema, vec!["orders", "owner", "rates"]),
        (order, vec!["currency", "lines", "no"]),
        (line, vec!["name", "parts"]),
        (part, vec!["n", "note"]),
    ] {
        let mut found: Vec<&String> =
            node["properties"].as_object().expect("an object").keys().collect();
        found.sort();
        assert_eq!(found, keys);
    }
    let required = |node: &Json, key: &str| {
        node["required"].as_array().is_some_and(|all| all.contains(&Json::from(key)))
    };
    assert!(required(order, "no") && required(order, "lines") && required(line, "name"));
    assert!(required(part, "n") && !required(part, "note") && !required(&schema, "rates"));
}

#[test]
fn a_coarse_picture_is_reported_once() {
    let picture = format!(
        "data:image/png;base64,{}",
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
    );
    let image = json!({"id": "i", "name": "i", "type": "image", "x": 10, "y": 10, "width": 20,
            "height": 20, "content": picture, "minDpi": 120});
    let template =
        json!({"extensions": 1, "page": {"width": 210, "height": 297}, "schemas": [image]});
    let (template, bindings) = (Value::from(&template), read("[]"));
    let fonts = Fonts::standard();
    let mut problems =
        super::super::template(&template, &bindings, Budget::default()).expect("no clock");
    problems.extend(with_data(&template, &bindings, &read("{}"), &Options::new(&fonts)));
    say_once(&mut problems);
    assert_eq!(codes(&problems), [Code::ImageLowResolution]);
}

#[test]
fn a_list_that_only_some_items_have_is_fine_as_any_other_key() {
    let section = json!({"id": "s", "name": "s", "type": "section", "x": 10, "y": 30, "width": 100,
            "height": 40});
    let table = json!({"id": "t", "name": "t", "type": "table", "sectionId": "s", "x": 10, "y": 35,
            "width": 100, "height": 20, "head": ["A"], "content": [["{a}"]]});
    let template = json!({"page": {"width": 210, "height": 297}, "schemas": [section, table]});
    let bindings = json!([{"schemaName": "s", "type": "section", "path": "orders"},
            {"schemaName": "t", "type": "array", "path": "lines", "columns": ["a"]}]);
    let checker =
        DataChecker::new(&Value::from(&template), &Value::from(&bindings)).expect("a template");
    let fonts = Fonts::standard();
    let options = Options::new(&fonts);
    let admitted = |data: &str| {
        checker.admit(&read(data), &options, &Strictness::strict()).map_err(|it| it.message)
    };
    let one = r#"{"orders": [{"a": 1, "lines": [{"a": 1}]}, {"b": 2}]}"#;
    assert_eq!(admitted(one), Ok(vec![]));
    let none = admitted(r#"{"orders": [{"a": 1}, {"b": 2}]}"#);
    assert_eq!(none, Err("no item of `orders` has `lines`".to_owned()));
}

//! The schema that the texts, conditions and columns of a template imply.

use reportctl::Value;
use reportctl::check::DataChecker;
use reportctl::problem::Severity;
use reportctl::templates::contract::Contract;
use serde_json::{Value as Json, json};

use super::{contract_of, errors, extended, text};

#[test]
fn a_condition_guards_the_place_where_it_stands_and_no_other() {
    let template = json!({"page": {"width": 210, "height": 297}, "schemas": [
        {"id": "1", "name": "guarded", "type": "text", "x": 0, "y": 0, "width": 90, "height": 9,
         "content": "{IF(vat, vat.id, \"none\")} {note}", "visibleWhen": "note != \"\""},
        {"id": "2", "name": "plain", "type": "text", "x": 0, "y": 9, "width": 90, "height": 9,
         "content": "{customer.name} {CURRENCY(total)} {DATE(due)} {vat.rate}"},
        {"id": "3", "name": "paid", "type": "text", "x": 0, "y": 18, "width": 90, "height": 9,
         "content": "{IF(paid == \"true\", \"Paid\", \"Open\")} {SUM(lines.amount)}"}]});
    let template = Value::from_json(&template.to_string()).unwrap();
    let checker = DataChecker::new(&template, &Value::Null).unwrap();
    let schema = checker.contract("Data", &[]);
    assert_eq!(schema["required"], json!(["vat", "customer", "total", "due", "lines"]));
    let properties = &schema["properties"];
    assert_eq!(properties["vat"]["required"], json!(["rate"]));
    assert_eq!(properties["total"]["type"], json!(["number", "string"]));
    assert_eq!(properties["paid"]["type"], json!(["boolean", "string", "number", "null"]));
    assert_eq!(properties["note"]["type"], json!(["string", "number", "boolean", "null"]));
    let items = &properties["lines"]["items"];
    // Items without a value add nothing to a sum.
    assert_eq!(items.get("required"), None);
    assert_eq!(items["properties"]["amount"]["type"], json!(["number", "string", "null"]));
    assert_eq!(properties["due"]["description"], "Date in `plain`.");
}

#[test]
fn what_a_value_must_be_is_said_as_the_template_uses_it() {
    let template = json!({"page": {"width": 210, "height": 297}, "schemas": [
        {"id": "1", "name": "t", "type": "text", "x": 0, "y": 0, "width": 90, "height": 9,
         "content": "{CURRENCY(total)} {DATE(due)}"}]});
    let template = Value::from_json(&template.to_string()).unwrap();
    let schema = DataChecker::new(&template, &Value::Null).unwrap().contract("Data", &[]);
    let contract = Contract::new(schema, "x.schema.json").unwrap();
    let found = errors(&contract, &json!({"total": "a lot", "due": "soon"}));
    let words: Vec<&str> = found.iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(
        words,
        [
            "`total` must be a number, not the text \"a lot\"",
            "`due` must be a date, not the text \"soon\"",
        ]
    );
}

#[test]
fn keys_of_paths_fit_in_any_case_as_they_do_in_documents() {
    let (_, contract) =
        contract_of(&json!([text("{customer.name} {CURRENCY(total)}")]), &json!([]));
    assert!(
        contract
            .check(&Value::from_json(r#"{"Customer": {"NAME": "A"}, "Total": 5}"#).unwrap())
            .is_empty()
    );
    // Faults are reported at their place.
    let found = errors(&contract, &json!({"Customer": {"NAME": "A"}, "Total": "much"}));
    assert_eq!(found[0].message, "`Total` must be a number, not the text \"much\"");
    assert_eq!(found[0].pointer.as_deref(), Some("/Total"));
    let found = errors(&contract, &json!({"Customer": {"NMAE": "A"}, "Total": 1}));
    assert_eq!(found[0].message, "`Customer` in the data has no `name`");
    assert_eq!(found[0].pointer.as_deref(), Some("/Customer"));
    assert_eq!(found[0].advice.as_deref(), Some("there is `NMAE`: did you mean `name`?"));
}

#[test]
fn columns_of_tables_fit_in_their_own_case_alone_as_they_do_in_documents() {
    let table = json!({"id": "2", "name": "lines", "type": "table", "x": 0, "y": 20, "width": 90, "height": 9,
        "head": ["Amount"], "content": [["x"]]});
    let bindings =
        json!([{"schemaName": "lines", "type": "array", "path": "lines", "columns": ["amount"]}]);
    let (schema, contract) = contract_of(&json!([table]), &bindings);
    assert_eq!(
        schema["properties"]["lines"]["items"]["properties"]["amount"]["x-caseSensitive"],
        true
    );
    let found = contract.check(&Value::from_json(r#"{"Lines": [{"Amount": 5}]}"#).unwrap());
    let [typo] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(typo.severity, Severity::Warning);
    assert_eq!(typo.pointer.as_deref(), Some("/Lines/0/Amount"));
    assert_eq!(typo.advice.as_deref(), Some("did you mean `amount`?"));
}

#[test]
fn a_list_may_be_shorter_than_an_element_that_is_asked_for() {
    let (schema, contract) =
        contract_of(&json!([text("{phones.1} {contacts.0.name}")]), &json!([]));
    assert_eq!(schema["required"], json!(["phones", "contacts"]));
    for fits in [
        json!({"phones": [], "contacts": []}),
        // Data that no path asks for may be anything.
        json!({"phones": [[], "1", {}], "contacts": [{"name": "A"}, 5, {}]}),
        json!({"phones": {"1": "x"}, "contacts": {"0": {"name": "A"}}}),
    ] {
        assert!(errors(&contract, &fits).is_empty(), "{fits}: {:?}", errors(&contract, &fits));
    }
    let found = errors(&contract, &json!({"phones": ["1", {}], "contacts": [{"nmae": "A"}]}));
    let places: Vec<_> =
        found.iter().map(|problem| (problem.pointer.as_deref(), &*problem.message)).collect();
    assert_eq!(
        places,
        [
            (
                Some("/phones/1"),
                "`phones[1]` must be true or false or a number or a text, not an object"
            ),
            (Some("/contacts/0"), "`contacts[0]` in the data has no `name`"),
        ]
    );
}

#[test]
fn schemas_that_are_none_or_lead_outside_are_refused() {
    let refused = |schema: Json| Contract::new(schema, "x.schema.json").err().unwrap();
    for reference in ["https://example.org/s.json", "other.schema.json", "file:///etc/passwd"] {
        let problem = refused(json!({"$ref": reference}));
        assert!(problem.message.contains("nothing is fetched"), "{}", problem.message);
    }
    let problem = refused(json!({"type": "objekt"}));
    assert!(problem.message.starts_with("the schema is not a JSON Schema"), "{}", problem.message);
    assert_eq!(problem.pointer.as_deref(), Some("/type"));
    refused(json!({"pattern": "("}));
    refused(json!([1]));
}

/// A substitute of a value is of its kind, and its default for a list that is not there.
#[test]
fn functions_of_extensions_say_what_values_are() {
    let of = |content: &str| extended(&json!([text(content)]), &json!({}), &json!([])).1;
    let kinds = [
        ("{MONEY(v)}", json!("abc")),
        ("{ROUND(DEFAULT(v, w))}", json!("abc")),
        ("{DATE(DATEADD(v, 1, \"day\"))}", json!("soon")),
        ("{CASE(k, 1, DECIMAL(v), 0)}", json!("abc")),
        ("{LEAST(v, 1)}", json!("abc")),
    ];
    for (content, wrong) in kinds {
        let contract = of(content);
        let found = errors(&contract, &json!({"v": wrong, "k": "1", "w": 1}));
        let pointers: Vec<_> = found.iter().filter_map(|problem| problem.pointer.clone()).collect();
        assert_eq!(pointers, ["/v"], "{content}");
        let right = if content.contains("DATE") { json!("2026-01-31") } else { json!(7) };
        assert!(errors(&contract, &json!({"v": right, "k": 1, "w": 1})).is_empty(), "{content}");
    }
    let contract = of("{LOOKUP(rates, \"code\", code, \"rate\", other)}");
    assert!(errors(&contract, &json!({"code": "n"})).is_empty());
    assert_eq!(errors(&contract, &json!({})).len(), 1);
}

#[test]
fn columns_that_only_functions_charts_and_cards_take_are_in_some_item() {
    let text = |content: &str| {
        json!([{"id": "t", "name": "t", "type": "text", "x": 10, "y": 15,
        "width": 190, "height": 10, "content": content}])
    };
    let chart = json!([{"id": "c", "name": "c", "type": "chart", "x": 10, "y": 15, "width": 90, "height": 60}]);
    let card = json!([{"id": "k", "name": "k", "type": "kpi", "x": 10, "y": 15, "width": 90, "height": 30}]);
    let none = json!([]);
    let of_chart = json!([{"schemaName": "c", "type": "chart", "path": "l", "labelColumn": "a",
        "valueColumn": "a"}]);
    let of_card = json!([{"schemaName": "k", "type": "kpi", "path": "l", "aggregation": "sum",
        "valueColumn": "a"}]);
    let cases = [
        (text("{SUM(l.a)}"), &none),
        (text("{AVG(l.a)} {MAX(l.a)}"), &none),
        (text("{SUMOF(l, a * 2)}"), &none),
        (text("{JOIN(l.a, \", \")}"), &none),
        (text("{LOOKUP(l, \"a\", 1, \"a\")}"), &none),
        (chart, &of_chart),
        (card, &of_card),
    ];
    for (schemas, bindings) in cases {
        let (_, contract) = extended(&schemas, &json!({}), bindings);
        let accepts = |data: Json| contract.check(&Value::from(&data)).is_empty();
        assert!(!accepts(json!({"l": [{"b": 1}]})), "{schemas} {bindings}");
        for fine in [json!({"l": [{"a": 1}]}), json!({"l": [{"b": 1}, {"a": 1}]}), json!({"l": []})]
        {
            assert!(accepts(fine.clone()), "{schemas} {bindings} {fine}");
        }
    }
    let guarded = text("{IF(COUNT(l) > 5, SUM(l.a), 0)}");
    let (_, contract) = extended(&guarded, &json!({}), &none);
    assert!(contract.check(&Value::from(&json!({"l": [{"b": 1}]}))).is_empty());
}

//! The schemas that templates imply: their samples fit, and damaged samples do not.

use reportctl::check::DataChecker;
use reportctl::problem::Severity;
use reportctl::templates::contract::Contract;
use reportctl::{Code, Fonts, Options, Problem, Value};
use serde_json::{Value as Json, json};

use crate::documents::{self, Document};
use crate::processor_time::processor_time;

fn contract(document: &Document) -> (Json, Contract) {
    let part = |key| document.source.get(key).unwrap_or(&Value::Null);
    let checker = DataChecker::new(part("template"), part("bindings")).unwrap();
    let schema = checker.contract("Data", &[]);
    let contract = Contract::new(schema.clone(), "x.schema.json").unwrap();
    (schema, contract)
}

fn errors(contract: &Contract, data: &Json) -> Vec<Problem> {
    let data = Value::from_json(&data.to_string()).unwrap();
    let mut found = contract.check(&data);
    found.retain(|problem| problem.severity == Severity::Error);
    found
}

#[test]
fn the_schema_of_every_template_accepts_its_samples() {
    let mut samples = documents::shipped();
    samples.extend(documents::format_samples());
    let mut refused = Vec::new();
    for document in &samples {
        // Those whose data lacks what the template takes, on purpose.
        let is_damaged = document.name.ends_with("-stress")
            || ["missingData", "emptyTable"].contains(&document.name.as_str());
        let (_, contract) = contract(document);
        let found = errors(&contract, &document.data.to_json());
        if !found.is_empty() && !is_damaged {
            let words: Vec<_> = found.iter().map(|problem| &problem.message).take(3).collect();
            refused.push(format!("{}: {words:?}", document.name));
        }
    }
    assert!(refused.is_empty(), "{refused:#?}");
}

/// The pointers of required values of a schema for some data, with their schemas.
fn required(schema: &Json, data: &Json, pointer: &str, found: &mut Vec<(String, Json)>) {
    if let (Some(items), Some(list)) = (schema.get("items"), data.as_array()) {
        if let Some(first) = list.first() {
            required(items, first, &format!("{pointer}/0"), found);
        }
        return;
    }
    let names = schema["required"].as_array().cloned().unwrap_or_default();
    for (key, inner) in schema["properties"].as_object().into_iter().flatten() {
        let Some(value) = data.get(key) else { continue };
        let at = format!("{pointer}/{key}");
        if names.contains(&json!(key)) {
            found.push((at.clone(), inner.clone()));
        }
        required(inner, value, &at, found);
    }
}

/// The paths of the lists that `check` finds empty.
fn empty_lists(document: &Document, data: &Json) -> Vec<String> {
    let part = |key| document.source.get(key).unwrap_or(&Value::Null);
    let checker = DataChecker::new(part("template"), part("bindings")).unwrap();
    let fonts = Fonts::standard();
    let data = Value::from_json(&data.to_string()).unwrap();
    let found = checker.problems(&data, &Options::new(&fonts));
    let mut paths: Vec<String> = found
        .iter()
        .filter(|problem| problem.code == Code::EmptyList)
        .filter_map(|problem| problem.get("path")?.as_str().map(str::to_owned))
        .collect();
    paths.dedup();
    paths
}

#[test]
fn damaged_data_is_refused_at_the_right_place() {
    let (mut faults, mut emptied_lists) = (0, 0);
    let mut documents = documents::small();
    // Of the samples of json-pdf-designer those that need data, and have all of it.
    documents.extend(documents::format_samples().into_iter().filter(|document| {
        !["missingData", "emptyTable", "unicodeText"].contains(&document.name.as_str())
    }));
    for document in documents {
        let before = faults;
        let (schema, contract) = contract(&document);
        let data = document.data.to_json();
        let mut places = Vec::new();
        required(&schema, &data, "", &mut places);
        assert!(!places.is_empty(), "{} requires nothing", document.name);
        for (pointer, of_value) in &places {
            let (parent, key) = pointer.rsplit_once('/').unwrap();
            let damaged = |damage: &dyn Fn(&mut serde_json::Map<String, Json>)| {
                let mut data = data.clone();
                let at = data.pointer_mut(parent).unwrap();
                damage(at.as_object_mut().unwrap());
                errors(&contract, &data)
            };
            let expect = |found: Vec<Problem>, pointer: &str, what: &str| {
                let right = found.iter().any(|problem| problem.pointer.as_deref() == Some(pointer));
                assert!(right, "{} {pointer} {what}: {found:#?}", document.name);
            };
            let missing = damaged(&|object| drop(object.remove(key)));
            expect(missing, parent, "missing");
            let misspelt = damaged(&|object| {
                let value = object.remove(key).unwrap();
                object.insert(format!("{key}x"), value);
            });
            let advised = misspelt.iter().any(|problem| {
                problem.advice.as_ref().is_some_and(|advice| advice.contains("did you mean"))
            });
            assert!(advised || key.len() < 3, "{} {pointer}: {misspelt:#?}", document.name);
            let null = damaged(&|object| drop(object.insert(key.to_owned(), Json::Null)));
            let may_be_null = of_value["type"].as_array();
            if !may_be_null.is_some_and(|types| types.contains(&json!("null"))) {
                expect(null, pointer, "null");
            }
            let is_list = of_value.get("items").is_some();
            let wrong = if is_list { json!("text") } else { json!([["a list"]]) };
            let wrong = damaged(&|object| drop(object.insert(key.to_owned(), wrong.clone())));
            expect(wrong, pointer, "wrong type");
            faults += 4;
            // An empty list is data that fits, but `check` asks whether it was meant.
            if is_list && !pointer.contains("/0/") {
                let mut emptied = data.clone();
                *emptied.pointer_mut(pointer).unwrap() = json!([]);
                let warned = empty_lists(&document, &emptied);
                let path = pointer[1..].replace('/', ".");
                let known = empty_lists(&document, &data);
                let new: Vec<&String> = warned.iter().filter(|one| !known.contains(*one)).collect();
                assert!(
                    new.iter().all(|one| **one == path),
                    "{} {pointer}: {new:?}",
                    document.name
                );
                emptied_lists += new.len();
                faults += 1;
            }
        }
        // Templates of a few fields have fewer places for faults.
        let enough = faults - before >= 10 || !document.name.ends_with("-small");
        assert!(enough, "{}: only {} faults", document.name, faults - before);
    }
    assert!(emptied_lists >= 10, "{emptied_lists}");
    assert!(faults > 300, "{faults}");
}

/// The five kinds of faults that data has.
const KINDS: [&str; 5] = ["missing", "misspelt", "wrong type", "empty list", "null"];

/// The values of some data that a schema names, required or not: pointers and schemas.
fn named(schema: &Json, data: &Json, pointer: &str, found: &mut Vec<(String, Json, bool)>) {
    if let (Some(items), Some(list)) = (schema.get("items"), data.as_array()) {
        if let Some(first) = list.first() {
            named(items, first, &format!("{pointer}/0"), found);
        }
        return;
    }
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    for (key, inner) in schema["properties"].as_object().into_iter().flatten() {
        let Some(value) = data.get(key) else { continue };
        let at = format!("{pointer}/{key}");
        found.push((at.clone(), inner.clone(), required.contains(&json!(key))));
        named(inner, value, &at, found);
    }
}

/// Data with a fault at a place, and the place that has to be named; nothing where that is no fault.
fn seeded(
    kind: &str,
    (pointer, schema, required): &(String, Json, bool),
    data: &Json,
) -> Option<(Json, String)> {
    let (parent, key) = pointer.rsplit_once('/')?;
    let list = schema.get("items").is_some();
    let types = &schema["type"];
    let nullable = types.is_null()
        || types == "null"
        || types.as_array().is_some_and(|all| all.contains(&json!("null")));
    let mut data = data.clone();
    let at = data.pointer_mut(parent)?.as_object_mut()?;
    let named = match kind {
        "missing" if *required => {
            at.remove(key);
            parent
        }
        // Shorter keys are near too many words.
        "misspelt" if key.len() > 2 => {
            let value = at.remove(key)?;
            let mut typo: Vec<char> = key.chars().collect();
            typo.swap(1, 2);
            let typo: String = typo.into_iter().collect();
            let typo = if typo == key { format!("{key}{}", &key[..1]) } else { typo };
            at.insert(typo, value);
            if *required { parent } else { pointer }
        }
        "wrong type" if !types.is_null() => {
            at.insert(key.to_owned(), if list { json!("text") } else { json!([["a list"]]) });
            pointer
        }
        // A list inside a list may well be empty for one of its items.
        "empty list" if list && !pointer.contains("/0") && at[key] != json!([]) => {
            at.insert(key.to_owned(), json!([]));
            pointer
        }
        "null" if !nullable => {
            at.insert(key.to_owned(), Json::Null);
            pointer
        }
        _ => return None,
    };
    Some((data, named.to_owned()))
}

/// Whether a template asks for itself whether a list has items, and shows nothing else of it then.
fn may_be_empty(document: &Document, pointer: &str) -> bool {
    let condition = format!("COUNT({}) > 0", pointer[1..].replace('/', "."));
    document.source.to_json().to_string().contains(&condition)
}

/// Whether a problem speaks of a place of the data: by its pointer or by the path it names.
fn speaks_of(problem: &Problem, pointer: &str) -> bool {
    let path = pointer.trim_start_matches('/').replace("/0", "").replace('/', ".");
    let key = pointer.rsplit('/').next().unwrap_or_default();
    let detail = |name| problem.get(name).and_then(|detail| detail.as_str().map(str::to_owned));
    problem.pointer.as_deref() == Some(pointer)
        || [detail("path"), detail("missing")].into_iter().flatten().any(|said| said == path)
        || problem.advice.as_ref().is_some_and(|a| a.contains(&format!("did you mean `{key}`")))
}

/// Two faults of each of the five kinds; where a template has no place for one of a kind, it has
/// more of the others.
#[test]
fn ten_seeded_faults_of_every_template_are_found_where_they_are() {
    let mut documents = documents::small();
    let complete = json!({"cliente": {"nome": "Ana", "endereco": {"cidade": "Lisboa"}},
        "pedido": {"total": 12}, "naoExisteNoDado": [{"A": "a", "B": "b"}]});
    for mut document in documents::format_samples() {
        // The sample lacks data on purpose; faults need data that fits.
        if document.name == "missingData" {
            document.data = Value::from_json(&complete.to_string()).unwrap();
        }
        documents.push(document);
    }
    let (mut templates, mut unfit) = (0, Vec::new());
    for document in documents {
        let (schema, contract) = contract(&document);
        let data = document.data.to_json();
        assert!(errors(&contract, &data).is_empty(), "{}", document.name);
        let mut places = Vec::new();
        named(&schema, &data, "", &mut places);
        let mut faults = Vec::new();
        for kind in KINDS {
            let of_kind: Vec<_> = places
                .iter()
                .filter(|place| kind != "empty list" || !may_be_empty(&document, &place.0))
                .filter_map(|place| Some((kind, &place.0, seeded(kind, place, &data)?)))
                .collect();
            faults.push(of_kind);
        }
        // Round after round one of each kind, spread over the places.
        let mut chosen = Vec::new();
        for round in 0..places.len() {
            for of_kind in &mut faults {
                if chosen.len() < 10 && !of_kind.is_empty() {
                    let at = (round * 7 + 3) % of_kind.len();
                    chosen.push(of_kind.remove(at));
                }
            }
        }
        if chosen.len() < 10 {
            // Templates that show nothing of the data, or one value.
            unfit.push(document.name.clone());
            continue;
        }
        templates += 1;
        let part = |key| document.source.get(key).unwrap_or(&Value::Null);
        let checker = DataChecker::new(part("template"), part("bindings")).unwrap();
        let fonts = Fonts::standard();
        for (kind, pointer, (damaged, place)) in chosen {
            let damaged = Value::from_json(&damaged.to_string()).unwrap();
            let mut found = contract.check(&damaged);
            found.extend(checker.problems(&damaged, &Options::new(&fonts)));
            let words = || {
                let say = |one: &Problem| (one.message.clone(), one.advice.clone());
                format!(
                    "{} {pointer} {kind}: {:#?}",
                    document.name,
                    found.iter().map(say).collect::<Vec<_>>()
                )
            };
            assert!(found.iter().any(|problem| speaks_of(problem, &place)), "{}", words());
            if kind == "misspelt" {
                let meant = format!("did you mean `{}", pointer.rsplit('/').next().unwrap());
                let advised = found.iter().filter_map(|problem| problem.advice.as_ref());
                assert!(advised.into_iter().any(|advice| advice.contains(&meant)), "{}", words());
            }
        }
    }
    assert_eq!(unfit, ["emptyTable", "unicodeText"]);
    assert!(templates >= 18, "{templates}");
}

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

/// The contract of a template with these fields.
fn contract_of(fields: &Json, bindings: &Json) -> (Json, Contract) {
    let template = json!({"page": {"width": 210, "height": 297}, "schemas": fields});
    let [template, bindings] =
        [&template, bindings].map(|part| Value::from_json(&part.to_string()).unwrap());
    let schema = DataChecker::new(&template, &bindings).unwrap().contract("Data", &[]);
    let contract = Contract::new(schema.clone(), "x.schema.json").unwrap();
    (schema, contract)
}

fn text(content: &str) -> Json {
    json!({"id": "1", "name": "t", "type": "text", "x": 0, "y": 0, "width": 90, "height": 9, "content": content})
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
    // What is wrong is said where it stands.
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
        // What no path asks for may be anything.
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

/// A template with extensions, and the contract that it implies.
fn extended(schemas: &Json, more: &Json, bindings: &Json) -> (DataChecker, Contract) {
    let mut template = json!({
        "extensions": 1, "page": {"width": 210, "height": 297}, "schemas": schemas});
    template.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let [template, bindings] =
        [&template, bindings].map(|part| Value::from_json(&part.to_string()).unwrap());
    let checker = DataChecker::new(&template, &bindings).unwrap();
    let contract = Contract::new(checker.contract("Data", &[]), "x.schema.json").unwrap();
    (checker, contract)
}

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
    let data = json!({"order": "O", "taxed": true, "language": "de", "subject": "s", "pin": "123456",
        "lines": [row("A"), row("B")]});
    let (checker, contract) = extended(&json!([table]), &more, &bindings);
    Tried { checker, contract, data }
}

/// What is wrong with the data of a document after a change: by its contract, and by `check`.
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

/// What stands in for a value is of its kind, and its default for a list that is not there.
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

/// Misspelt names print nothing, and amounts of nothing look like amounts.
#[test]
fn as_many_missing_keys_as_keys_take_time_in_proportion() {
    let cost = |size: usize| {
        let fields: Vec<_> = (0..size)
            .map(|index| {
                json!({"id": format!("f{index}"), "name": format!("f{index}"), "type": "text", "x": 10,
                    "y": 10, "width": 50, "height": 5, "content": format!("{{missing{index}}}")})
            })
            .collect();
        let template = json!({"page": {"width": 210, "height": 297}, "schemas": fields});
        let data: serde_json::Map<_, _> =
            (0..size).map(|index| (format!("present{index}"), json!(index))).collect();
        let [template, bindings, data] = [template, json!([]), Json::Object(data)]
            .map(|part| Value::from_json(&part.to_string()).unwrap());
        let checker = DataChecker::new(&template, &bindings).unwrap();
        let fonts = Fonts::standard();
        let started = processor_time();
        let missing = checker.problems(&data, &Options::new(&fonts)).into_iter();
        assert_eq!(missing.filter(|found| found.code == Code::MissingPath).count(), size);
        processor_time() - started
    };
    // A busy machine may empty the caches of one of the two; a law that does not hold fails every time.
    let holds = (0..3).any(|_| cost(2000) < cost(1000).mul_f64(2.7));
    assert!(holds, "{:?} for 1000, {:?} for 2000", cost(1000), cost(2000));
}

#[test]
fn names_that_there_are_not_are_missed() {
    let found = |content: &str, data: &Json| {
        let more = json!({"defs": {"net": "a * 2"}});
        let (checker, _) = extended(&json!([text(content)]), &more, &json!([]));
        let fonts = Fonts::standard();
        let data = Value::from_json(&data.to_string()).unwrap();
        let found = checker.problems(&data, &Options::new(&fonts));
        found.iter().filter_map(|problem| problem.advice.clone()).collect::<Vec<_>>()
    };
    let data = json!({"a": 1});
    for (content, advice) in [
        ("{MONEY($nett)}", "did you mean `$net`?"),
        ("{$rot.a}", "did you mean `$root`?"),
        ("{$page.numbr}", "did you mean `$page.number`?"),
        ("{SUM($table.row.a)}", "did you mean `$table.rows`?"),
        ("{$other}", "names that begin with `$` are those of chapter 20.0.5 and of `defs`"),
        ("{$page.number}", "it is known in bands and in the rows that a table adds to its pages"),
    ] {
        assert_eq!(found(content, &data), [advice], "{content}");
    }
    for content in ["{$net}", "{$root.a} {$doc.date}", "{IF($other, 1, 2)}"] {
        assert_eq!(found(content, &data), Vec::<String>::new(), "{content}");
    }
    assert_eq!(found("{$other}", &json!({"a": 1, "$other": 2})), Vec::<String>::new());
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

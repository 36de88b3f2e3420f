//! The contract of every template accepts its samples and refuses damaged ones, at the right place.

use reportctl::check::DataChecker;
use reportctl::{Code, Fonts, Options, Problem, Value};
use serde_json::{Value as Json, json};

use super::{contract, errors};
use crate::documents::{self, Document};

#[test]
fn the_schema_of_every_template_accepts_its_samples() {
    let mut samples = documents::shipped();
    samples.extend(documents::format_samples());
    let mut refused = Vec::new();
    for document in &samples {
        // Samples whose data lacks values of the template, on purpose.
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

/// Returns true if a template asks for itself whether a list has items, and shows nothing else of it then.
fn may_be_empty(document: &Document, pointer: &str) -> bool {
    let condition = format!("COUNT({}) > 0", pointer[1..].replace('/', "."));
    document.source.to_json().to_string().contains(&condition)
}

/// Returns true if a problem speaks of a place of the data: by its pointer or by the path it names.
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

//! The pages that items stand on, and what is printed on them outside the flow.

use serde_json::{Value as Json, json};

use crate::budget::{Budget, Meter};
use crate::problem::Code;
use crate::{Fonts, Options, Value, prepare};

fn laid_out(template: &Json, bindings: &Json, data: &Json) -> Json {
    let mut template = template.clone();
    template["extensions"] = json!(1);
    let prepared = prepare(&Value::from(&template), &Value::from(bindings)).expect("a template");
    let (data, fonts) = (Value::from(data), Fonts::standard());
    let layout = prepared.layout(&data, &Options::new(&fonts)).expect("a layout");
    serde_json::to_value(&layout).expect("JSON")
}

/// For each page the names of what stands on it: `-` before bands; `blank` where it is blank.
fn pages(layout: &Json) -> Vec<String> {
    let list = |page: &Json, key: &str| page[key].as_array().cloned().unwrap_or_default();
    let name = |thing: &Json| thing["name"].as_str().unwrap_or_default().to_owned();
    let page = |page: &Json| {
        let blank = page["blank"].as_bool().filter(|blank| *blank).map(|_| "blank".to_owned());
        let body = list(page, "placements");
        let bands = list(page, "bands");
        let bands = bands.iter().map(|band| format!("-{}", name(band)));
        blank.into_iter().chain(body.iter().map(name)).chain(bands).collect::<Vec<_>>().join(" ")
    };
    list(layout, "pages").iter().map(page).collect()
}

fn text(name: &str, y: f64, more: &Json) -> Json {
    let mut field = json!({"id": name, "name": name, "type": "text", "x": 10, "y": y,
        "width": 80, "height": 5, "content": name});
    let more = more.as_object().cloned().unwrap_or_default();
    field.as_object_mut().expect("an object").extend(more);
    field
}

fn on(select: &str) -> Json {
    text(select, 90.0, &json!({"position": "page", "onPages": select}))
}

fn size() -> Json {
    json!({"width": 100, "height": 100})
}

#[test]
fn blank_pages_are_neither_the_first_nor_the_last_of_a_design() {
    let bands = || ["first", "last", "only", "notFirst", "notLast"].map(on);
    let mut first = vec![text("a", 20.0, &json!({}))];
    first.extend(bands());
    for blank_pages in ["empty", "bands"] {
        let template = json!({"pages": [
            {"id": "a", "page": size(), "blankPages": blank_pages, "schemas": first},
            {"id": "b", "page": size(), "duplex": true, "schemas": [text("b", 20.0, &json!({}))]},
        ]});
        let pages = pages(&laid_out(&template, &json!([]), &json!({})));
        let blank = if blank_pages == "bands" { "blank -notFirst" } else { "blank" };
        assert_eq!(pages, ["a -first -last -only", blank, "b"], "{blank_pages}");
    }
}

#[test]
fn the_first_page_with_content_is_the_first_one_of_a_design() {
    let fields = [text("a", 20.0, &json!({"breakBefore": "even"})), on("first"), on("notFirst")];
    let template = json!({"page": size(), "firstPage": {"headerHeight": 40}, "schemas": fields});
    let layout = laid_out(&template, &json!([]), &json!({}));
    assert_eq!(pages(&layout), ["blank", "a -first"]);
    assert_eq!(layout["pages"][1]["placements"][0]["y"], 40.0);
}

#[test]
fn the_first_page_of_a_set_is_one_with_content() {
    let of_set = json!({"position": "page", "onPages": {"select": "last", "of": "set"}});
    let of_document = json!({"position": "page", "onPages": {"select": "first", "of": "document"}});
    let fields = [
        text("a", 20.0, &json!({"breakBefore": "even"})),
        text("b", 30.0, &json!({"breakBefore": "even"})),
        text("set", 80.0, &of_set),
        text("document", 90.0, &of_document),
    ];
    let template = json!({"page": size(), "schemas": fields});
    let pages = pages(&laid_out(&template, &json!([]), &json!({})));
    assert_eq!(pages, ["blank", "a -document", "blank", "b -set"]);
}

/// A template of sections with these ids and the ids of those around them.
fn sections(ids: impl IntoIterator<Item = (&'static str, Option<&'static str>)>) -> Json {
    let section = |(number, (id, around)): (usize, (&str, Option<&str>))| {
        let mut section = json!({"id": id, "name": format!("s{number}"), "type": "section", "x": 10,
            "y": 20, "width": 80, "height": 10, "breakInside": "auto"});
        if let Some(around) = around {
            section["sectionId"] = around.into();
        }
        section
    };
    let fields: Vec<_> = ids.into_iter().enumerate().map(section).collect();
    json!({"extensions": 1, "page": size(), "schemas": fields})
}

fn flow_length(template: &Json, budget: Budget<'_>) -> Result<usize, Code> {
    fn length(flow: &[super::FlowItem<'_>]) -> usize {
        let inner = |item: &super::FlowItem<'_>| match item {
            super::FlowItem::Section { flow, .. } => 1 + length(flow),
            _ => 1,
        };
        flow.iter().map(inner).sum()
    }
    let prepared = prepare(&Value::from(template), &Value::Null).expect("a template");
    let flow = super::collect_flow(&prepared.template().designs[0], &Meter::new(budget));
    flow.map(|flow| length(&flow)).map_err(|problem| problem.code)
}

#[test]
fn a_section_has_no_members_inside_one_of_the_same_id() {
    let nested = std::iter::repeat_n(("x", Some("x")), 100);
    let template = sections(std::iter::once(("x", None)).chain(nested));
    assert_eq!(flow_length(&template, Budget::default()), Ok(101));
}

#[test]
fn members_of_many_sections_of_one_id_count_against_the_budget() {
    let of = |id, around| std::iter::repeat_n((id, around), 60);
    let template = sections(of("a", None).chain(of("b", Some("a"))).chain(of("c", Some("b"))));
    let count = 60 + 60 * 60 + 60 * 60 * 60;
    assert_eq!(flow_length(&template, Budget::default()), Ok(count));
    let memory = Budget { max_memory_bytes: 4 << 20, ..Budget::default() };
    assert_eq!(flow_length(&template, memory), Err(Code::MemoryLimit));
    let time = Budget { expired: Some(&|| true), ..Budget::default() };
    assert_eq!(flow_length(&template, time), Err(Code::TimeLimit));
}

/// For each page its number in its set and the number of pages of that.
fn sets(layout: &Json) -> Vec<String> {
    let set = |page: &Json| {
        let bands = page["bands"].as_array().cloned().unwrap_or_default();
        let band = bands.iter().find(|band| band["name"] == "set");
        band.map_or("-".to_owned(), |band| band["value"].as_str().unwrap_or_default().to_owned())
    };
    layout["pages"].as_array().into_iter().flatten().map(set).collect()
}

fn statements(more: &Json, above: f64, member: &Json) -> Json {
    let mut section = json!({"id": "s", "name": "s", "type": "section", "x": 10, "y": above, "width": 80,
        "height": 40, "repeatBreak": "page", "restartNumbering": true});
    let more = more.as_object().cloned().unwrap_or_default();
    section.as_object_mut().expect("an object").extend(more);
    let mut member = member.clone();
    member["sectionId"] = "s".into();
    let set = json!({"position": "page", "content": "{$set.number}/{$set.count}"});
    let fields = json!([
        text("cover", 5.0, &json!({"height": above - 5.0})),
        section,
        member,
        text("set", 95.0, &set)
    ]);
    let template = json!({"page": size(), "schemas": fields});
    let bindings = json!([{"schemaName": "s", "type": "section", "path": "l"}]);
    laid_out(&template, &bindings, &json!({"l": [{"n": "A"}, {"n": "B"}]}))
}

#[test]
fn numbers_restart_on_the_page_where_a_repetition_begins() {
    let breaking = json!({"breakInside": "auto"});
    // A repetition that is kept whole and does not fit below what is above it.
    let whole = statements(&json!({}), 70.0, &text("m", 70.0, &json!({})));
    assert_eq!(pages(&whole), ["cover -set", "s -set", "s -set"]);
    assert_eq!(sets(&whole), ["1/1", "1/1", "1/1"]);
    // One whose first member does not fit.
    let moved = statements(&breaking, 70.0, &text("m", 70.0, &json!({"height": 40.0})));
    assert_eq!(sets(&moved), ["1/1", "1/1", "1/1"]);
    // One that begins on an odd page, behind a blank one.
    let odd = statements(&breaking, 70.0, &text("m", 70.0, &json!({"breakBefore": "odd"})));
    assert_eq!(pages(&odd), ["cover -set", "blank", "s -set", "blank", "s -set"]);
    assert_eq!(sets(&odd), ["1/2", "-", "1/2", "-", "1/1"]);
    // One that begins below what is above it.
    let below = statements(&breaking, 20.0, &text("m", 20.0, &json!({})));
    assert_eq!(sets(&below), ["1/1", "1/1"]);
}

#[test]
fn numbers_restart_for_repetitions_without_content() {
    let hidden = text("m", 20.0, &json!({"visibleWhen": "n == \"B\""}));
    let layout = statements(&json!({"breakInside": "auto"}), 20.0, &hidden);
    assert_eq!(sets(&layout), ["1/1", "1/1"]);
}

#[test]
fn hidden_items_at_the_end_are_no_content() {
    let fields = json!([
        text("a", 20.0, &json!({})),
        text("hidden", 80.0, &json!({"visibleWhen": "never"}))
    ]);
    let roll =
        json!({"page": {"width": 100, "height": 100, "autoHeight": true}, "schemas": fields});
    assert_eq!(laid_out(&roll, &json!([]), &json!({}))["pages"][0]["height"], 25.0);
    let last = json!({"page": size(), "lastPage": {"footerHeight": 50}, "schemas": fields});
    assert_eq!(pages(&laid_out(&last, &json!([]), &json!({}))), ["a"]);
    // Before a visible item the gap stays.
    let between = json!([
        text("a", 20.0, &json!({})),
        text("hidden", 40.0, &json!({"visibleWhen": "never"})),
        text("b", 50.0, &json!({}))
    ]);
    let layout = laid_out(&json!({"page": size(), "schemas": between}), &json!([]), &json!({}));
    assert_eq!(layout["pages"][0]["placements"][1]["y"], 45.0);
}

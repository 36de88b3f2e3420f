//! The tree of small documents, as lines of elements with what they hold.

use serde_json::{Value as Json, json};

use super::{Details, ElementId, ElementType, Kid, Tree, build};
use crate::draw::{Painter, Pictures};
use crate::pdf::{Workspace, Writer};
use crate::units::pt_to_mm;
use crate::{Fonts, Options, Value, prepare};

/// The tree of a document of these fields on pages of 210 x 297 mm.
fn tree(fields: &Json) -> Tree {
    let template = json!({
        "extensions": 1, "page": {"width": 210, "height": 297}, "headerHeight": 20,
        "footerHeight": 20, "schemas": fields,
    });
    let prepared = prepare(&Value::from(&template), &Value::Null).expect("a template");
    let fonts = Fonts::standard();
    let layout = prepared.layout(&Value::Null, &Options::new(&fonts)).expect("a layout");
    let (pictures, meter, mut workspace) =
        (Default::default(), Default::default(), Workspace::default());
    let mut painter = Painter::new(&fonts, Pictures::new(&pictures), &meter).with_tags(true);
    let mut writer = Writer::new(&meter, &mut workspace);
    for page in &layout.pages {
        writer.page(painter.page(page).expect("drawable")).expect("a page");
    }
    build(&layout, &writer.drawn(), false).tree
}

/// An element with those that it holds, such as `P(. Link(. @))`: `.` for content, `@` for an annotation.
fn text(tree: &Tree, element: ElementId) -> String {
    let element = &tree.elements()[element as usize];
    let kids = tree.kids(element).map(|kid| match kid {
        Kid::Element(kid) => text(tree, kid),
        Kid::Content { .. } => ".".to_owned(),
        Kid::Annotation { .. } => "@".to_owned(),
    });
    format!("{}({})", element.kind.name(), kids.collect::<Vec<_>>().join(" "))
}

fn document(fields: &Json) -> String {
    text(&tree(fields), 0)
}

fn markup(y: f64, more: &Json) -> Json {
    let mut field = json!({"id": "f", "name": "f", "type": "text", "x": 10, "y": y, "width": 100,
        "height": 10, "textFormat": "inline-markdown",
        "content": "[one](https://one.example) and [two](https://two.example)"});
    let more = more.as_object().cloned().unwrap_or_default();
    field.as_object_mut().expect("an object").extend(more);
    field
}

fn table(more: &Json) -> Json {
    let rows: Vec<_> = (0..45).map(|_| json!(["1", "2"])).collect();
    let mut field = json!({"id": "t", "name": "t", "type": "table", "x": 10, "y": 60, "width": 190,
        "height": 20, "head": ["A", "B"], "content": rows});
    let more = more.as_object().cloned().unwrap_or_default();
    field.as_object_mut().expect("an object").extend(more);
    field
}

#[test]
fn each_link_of_a_band_has_an_element_of_its_own() {
    let fields = json!([markup(280.0, &json!({}))]);
    assert_eq!(document(&fields), "Document(Link(@) Link(@))");
}

#[test]
fn each_line_of_a_link_in_an_artifact_has_an_element_of_its_own() {
    let broken = json!({"wrap": "word", "width": 12, "height": 30, "role": "artifact",
        "content": "[one two three](https://one.example)"});
    let fields = json!([markup(60.0, &broken)]);
    assert_eq!(document(&fields), "Document(Link(@) Link(@) Link(@))");
    let read = json!([markup(
        60.0,
        &json!({"wrap": "word", "width": 12, "height": 30,
        "content": "[one two three](https://one.example)"})
    )]);
    assert_eq!(document(&read).matches('@').count(), 3);
}

#[test]
fn links_of_repeated_titles_stand_beside_their_table() {
    let fields = json!([table(&json!({"headTextFormat": "inline-markdown",
        "head": ["A [x](https://x.example) [y](https://y.example)", "B"]}))]);
    let document = document(&fields);
    assert!(
        document.starts_with("Document(Table(THead(TR(TH(P(. Link(. @) . Link(. @)))"),
        "{document}"
    );
    assert!(document.contains(") Link(@) Link(@))"), "{document}");
    assert_eq!(document.matches("Table").count(), 1);
}

#[test]
fn a_link_in_a_row_that_is_not_read_holds_no_table() {
    let fields = json!([table(&json!({"bodyTextFormat": "inline-markdown",
        "carriedOver": {"cells": {"0": "[more](https://more.example)"}}}))]);
    let document = document(&fields);
    assert!(document.starts_with("Document(Table("), "{document}");
    assert_eq!(document.matches('@').count(), 1, "{document}");
    assert!(!document.contains("Link(@ "), "{document}");
}

#[test]
fn the_link_of_a_box_holds_what_stands_in_it() {
    let fields = json!([markup(60.0, &json!({"link": "https://box.example"}))]);
    assert_eq!(document(&fields), "Document(Link(@ P(Link(. @) . Link(. @))))");
}

/// The elements of a type that have details.
fn details(tree: &Tree, kind: ElementType) -> Vec<Details> {
    let elements = tree.elements().iter().filter(|element| element.kind == kind);
    elements.filter_map(|element| tree.details(element).cloned()).collect()
}

#[test]
fn lists_have_the_language_of_their_field() {
    let list =
        json!({"wrap": "word", "height": 30, "lang": "fr", "content": "Bonjour\n- un\n  - deux"});
    let tree = tree(&json!([markup(60.0, &list)]));
    let langs = |kind| {
        let details = details(&tree, kind).into_iter();
        details.map(|one| one.lang.map(String::from)).collect::<Vec<_>>()
    };
    let french = || Some("fr".to_owned());
    assert_eq!(langs(ElementType::P), [french()]);
    // The list within the list is in its language.
    assert_eq!(langs(ElementType::List), [french(), None]);
}

fn bounds(fields: &Json) -> Vec<[i32; 4]> {
    let tree = tree(fields);
    let bounds = details(&tree, ElementType::Figure).into_iter().filter_map(|one| one.bounds);
    bounds.map(|sides| sides.map(|side| pt_to_mm(side).round() as i32)).collect()
}

#[test]
fn figures_have_their_box_as_it_is_seen() {
    let bar = |rotate: i32| {
        json!([{"id": "r", "name": "r", "type": "rectangle", "x": 60, "y": 100, "width": 100,
            "height": 10, "color": "#ff0000", "alt": "A bar", "rotate": rotate}])
    };
    assert_eq!(bounds(&bar(0)), [[60, 187, 160, 197]]);
    assert_eq!(bounds(&bar(90)), [[105, 142, 115, 242]]);
}

#[test]
fn figures_in_cells_have_the_box_of_their_cell() {
    let table = json!({"width": 60, "head": ["Item", "Code"], "columnWidths": [20, 40],
        "content": [["a", "123"]], "columnStyles": [{}, {"kind": "qrcode", "cellHeight": 20}]});
    let [[left, bottom, right, top]] = bounds(&json!([self::table(&table)]))[..] else {
        panic!("one figure")
    };
    assert_eq!((left, right, top), (30, 70, 230));
    assert!((200..=210).contains(&bottom), "{bottom}");
}

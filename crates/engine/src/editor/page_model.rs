//! The page model with what an editor needs to find its fields again.

use serde_json::Value as Json;

use crate::draw::is_artifact;
use crate::layout::{Content, Layout, Placement, in_reading_order};

/// The layout as `--format layout` prints it; each placement, band and member also has the `id` and
/// `pointer` of its field, and `read: false` where screen readers pass over it.
pub fn page_model(layout: &Layout<'_>) -> Json {
    let mut json = serde_json::to_value(layout).unwrap_or_default();
    for (index, page) in layout.pages.iter().enumerate() {
        let page_json = &mut json["pages"][index];
        let placements = in_reading_order(&page.placements, |placement| placement);
        for (index, placement) in placements.into_iter().enumerate() {
            name(placement, true, &mut page_json["placements"][index]);
        }
        let bands = in_reading_order(&page.bands, |band| &band.placement);
        for (index, band) in bands.into_iter().enumerate() {
            name(&band.placement, band.is_read, &mut page_json["bands"][index]);
        }
    }
    json
}

fn name(placement: &Placement<'_>, is_read: bool, json: &mut Json) {
    json["id"] = placement.field.id.as_str().into();
    json["pointer"] = placement.field.pointer.as_str().into();
    if !is_read || is_artifact(placement) {
        json["read"] = false.into();
    }
    if let Content::Section(repeat) = &placement.content {
        let members = in_reading_order(&repeat.members, |placement| placement);
        for (index, member) in members.into_iter().enumerate() {
            name(member, is_read, &mut json["members"][index]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Fonts, Options, Value, prepare};

    #[test]
    fn fields_keep_their_pointers_in_another_order_of_reading() {
        let template = r#"{"extensions":1,"page":{"width":210,"height":297},"headerHeight":20,"schemas":[
            {"id":"a","name":"a","type":"text","x":0,"y":30,"width":50,"height":5,"content":"A","readingOrder":2},
            {"id":"b","name":"b","type":"text","x":0,"y":40,"width":50,"height":5,"content":"B","readingOrder":1},
            {"id":"l","name":"l","type":"line","x":0,"y":50,"width":50,"height":0},
            {"id":"h","name":"h","type":"text","x":0,"y":5,"width":50,"height":5,"content":"H"},
            {"id":"r","name":"r","type":"text","x":0,"y":5,"width":50,"height":5,"content":"R","role":"h1"}]}"#;
        let read = |text| Value::from_json(text).expect("valid JSON");
        let prepared = prepare(&read(template), &read("[]")).expect("a valid template");
        let (fonts, data) = (Fonts::standard(), read("{}"));
        let layout = prepared.layout(&data, &Options::new(&fonts)).expect("a layout");
        let page = &page_model(&layout)["pages"][0];
        let listed = |list: &str| {
            let things = page[list].as_array().expect("a list");
            let one = |it: &Json| {
                let places =
                    [&it["name"], &it["id"], &it["pointer"]].map(|it| it.as_str().expect("a text"));
                format!("{} {}", places.join(" "), it["read"] != false)
            };
            things.iter().map(one).collect::<Vec<_>>()
        };
        let expected = [
            "l l /template/schemas/2 false",
            "b b /template/schemas/1 true",
            "a a /template/schemas/0 true",
        ];
        assert_eq!(listed("placements"), expected);
        assert_eq!(
            listed("bands"),
            ["h h /template/schemas/3 false", "r r /template/schemas/4 true"]
        );
    }

    #[test]
    fn members_of_sections_have_their_place_in_the_template() {
        let template = r#"{"page":{"width":210,"height":297},"schemas":[
            {"id":"s","name":"list","type":"section","x":0,"y":20,"width":100,"height":20},
            {"id":"m","name":"row","type":"text","sectionId":"s","x":0,"y":20,"width":50,"height":5,"content":"{a}"}]}"#;
        let bindings = r#"[{"schemaName":"list","type":"section","path":"rows"}]"#;
        let read = |text| Value::from_json(text).expect("valid JSON");
        let prepared = prepare(&read(template), &read(bindings)).expect("a valid template");
        let data = read(r#"{"rows":[{"a":1},{"a":2}]}"#);
        let fonts = Fonts::standard();
        let layout = prepared.layout(&data, &Options::new(&fonts)).expect("a layout");
        let json = page_model(&layout);
        let placements = &json["pages"][0]["placements"];
        assert_eq!(placements[1]["pointer"], "/template/schemas/0");
        assert_eq!(placements[1]["members"][0]["id"], "m");
        assert_eq!(placements[1]["members"][0]["pointer"], "/template/schemas/1");
    }
}

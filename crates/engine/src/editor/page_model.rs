//! The page model with what an editor needs to find its fields again.

use serde_json::Value as Json;

use crate::layout::{Content, Layout, Placement};

/// The layout as `--format layout` prints it; each placement, band and member also has the `id` and
/// `pointer` of its field.
pub fn page_model(layout: &Layout<'_>) -> Json {
    let mut json = serde_json::to_value(layout).unwrap_or_default();
    for (index, page) in layout.pages.iter().enumerate() {
        let page_json = &mut json["pages"][index];
        for (index, placement) in page.placements.iter().enumerate() {
            name(placement, &mut page_json["placements"][index]);
        }
        for (index, band) in page.bands.iter().enumerate() {
            name(&band.placement, &mut page_json["bands"][index]);
        }
    }
    json
}

fn name(placement: &Placement<'_>, json: &mut Json) {
    json["id"] = placement.field.id.as_str().into();
    json["pointer"] = placement.field.pointer.as_str().into();
    if let Content::Section(repeat) = &placement.content {
        for (index, member) in repeat.members.iter().enumerate() {
            name(member, &mut json["members"][index]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Fonts, Options, Value, prepare};

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

//! Groups that are painted through as one (ISO 32000-1, 11.6): what their streams and the graphics
//! states are called, and their objects.

use std::collections::BTreeSet;

use lopdf::{Dictionary, Document, ObjectId, Stream, dictionary};

use super::WrittenPage;
use super::objects::{add_xobjects, numbers};
use crate::draw::Item;

/// An opacity in thousandths, which the eye cannot tell apart.
pub(super) fn thousandths(opacity: f64) -> u16 {
    (opacity.clamp(0.0, 1.0) * 1000.0).round() as u16
}

/// Resource name of the graphics state with an opacity.
pub(super) fn opacity_name(opacity: u16) -> String {
    format!("A{opacity}")
}

/// Resource name of a group of a page; pages are numbered from 1.
pub(super) fn form_name(page: usize, number: usize) -> String {
    format!("G{page}_{number}")
}

/// Returns `true` if no part of a group lies on another, so that it needs no stream of its own: it
/// has one item that is painted once. `items` are the items behind its begin.
pub(super) fn is_simple(items: &[Item]) -> bool {
    let single = match items.first() {
        Some(Item::Rect { fill, stroke, .. } | Item::Path { fill, stroke, .. }) => {
            !(fill.is_some() && stroke.is_some())
        }
        Some(Item::Line { .. } | Item::Text { .. } | Item::Image { .. } | Item::End) => true,
        Some(Item::Grid { .. } | Item::Begin(_)) | None => false,
    };
    single && matches!(items.get(1), None | Some(Item::End))
        || matches!(items.first(), Some(Item::End))
}

/// Adds the graphics states to the resources that all pages share.
pub(super) fn put_states(
    document: &mut Document,
    resources: ObjectId,
    pages: &[WrittenPage],
) -> lopdf::Result<()> {
    let opacities: BTreeSet<u16> = pages.iter().flat_map(|page| &page.opacities).copied().collect();
    if opacities.is_empty() {
        return Ok(());
    }
    let mut states = Dictionary::new();
    for opacity in opacities {
        let value = f32::from(opacity) / 1000.0;
        let state = dictionary! { "Type" => "ExtGState", "ca" => value, "CA" => value };
        states.set(opacity_name(opacity), document.add_object(state));
    }
    document.get_object_mut(resources)?.as_dict_mut()?.set("ExtGState", states);
    Ok(())
}

/// Adds the streams of groups to the resources that all pages share, and says of their pages that
/// they blend. Gives the streams of each page.
pub(super) fn put_forms(
    document: &mut Document,
    resources: ObjectId,
    kids: &[ObjectId],
    pages: &mut [WrittenPage],
) -> lopdf::Result<Vec<Vec<ObjectId>>> {
    let mut forms = Dictionary::new();
    let mut ids = Vec::new();
    for (number, (page, kid)) in pages.iter_mut().zip(kids).enumerate() {
        if !page.opacities.is_empty() {
            let group = blending();
            document.get_object_mut(*kid)?.as_dict_mut()?.set("Group", group);
        }
        let mut own = Vec::new();
        let written = std::mem::take(&mut page.forms);
        for (index, (content, extent)) in written.into_iter().enumerate() {
            let dict = dictionary! {
                "Type" => "XObject", "Subtype" => "Form", "BBox" => numbers(&extent),
                "Resources" => resources, "Group" => blending(), "Filter" => "FlateDecode",
            };
            let stream = Stream::new(dict, content).with_compression(false);
            let id = document.add_object(stream);
            own.push(id);
            forms.set(form_name(number + 1, index), id);
        }
        ids.push(own);
    }
    add_xobjects(document, resources, &forms)?;
    Ok(ids)
}

/// A transparency group whose colours blend as those of the page do (11.6.6).
fn blending() -> Dictionary {
    dictionary! { "Type" => "Group", "S" => "Transparency", "CS" => "DeviceRGB" }
}

#[cfg(test)]
mod tests {
    use lopdf::Object;

    use super::*;
    use crate::{Fonts, Options, Value, prepare};

    fn document(fields: &str) -> Document {
        let template = format!(
            r#"{{"page": {{"width": 210, "height": 297}}, "extensions": 1, "schemas": [{fields}]}}"#
        );
        let template = Value::from_json(&template).expect("valid JSON");
        let prepared = prepare(&template, &Value::Null).expect("a valid template");
        let fonts = Fonts::standard();
        let pdf = prepared.generate(&Value::Null, &Options::new(&fonts)).expect("a document");
        Document::load_mem(&pdf).expect("a PDF")
    }

    fn rectangle(name: &str, more: &str) -> String {
        format!(
            r##"{{"id": "{name}", "name": "{name}", "type": "rectangle", "x": 10, "y": 20,
                "width": 40, "height": 10, "color": "#ff0000", {more}}}"##
        )
    }

    fn of_type<'d>(document: &'d Document, ty: &str) -> Vec<&'d Dictionary> {
        let dictionaries = document.objects.values().filter_map(|object| match object {
            Object::Dictionary(dictionary) => Some(dictionary),
            Object::Stream(stream) => Some(&stream.dict),
            _ => None,
        });
        dictionaries.filter(|dictionary| dictionary.has_type(ty.as_bytes())).collect()
    }

    /// E4.5: one graphics state, shared by equal values.
    #[test]
    fn equal_opacities_share_a_graphics_state() {
        let fields = ["a", "b"].map(|name| rectangle(name, r#""opacity": 0.5"#)).join(",");
        let document = document(&fields);
        let states = of_type(&document, "ExtGState");
        let [state] = states.as_slice() else { panic!("{states:?}") };
        for key in [&b"ca"[..], b"CA"] {
            assert_eq!(state.get(key).and_then(Object::as_float).ok(), Some(0.5));
        }
        // One item each: no group of its own is needed.
        assert!(of_type(&document, "XObject").is_empty());
    }

    #[test]
    fn what_overlaps_within_a_field_is_one_group() {
        let border = r##""opacity": 0.5, "borderColor": "#000000", "borderWidth": 2"##;
        let document = document(&rectangle("a", border));
        let forms = of_type(&document, "XObject");
        let [form] = forms.as_slice() else { panic!("{forms:?}") };
        let group = form.get(b"Group").and_then(Object::as_dict).expect("a group");
        assert_eq!(group.get(b"S").and_then(Object::as_name).ok(), Some(&b"Transparency"[..]));
    }

    /// A bar of 800 x 10 mm, of which the part that lies beside the page stands on it when it is turned.
    #[test]
    fn groups_reach_as_far_as_what_is_turned_into_the_page() {
        let bar = |x: i32| {
            let text = document(&format!(
                r##"{{"id": "a", "name": "a", "type": "text", "x": {x}, "y": 140, "width": 800,
                    "height": 10, "content": "a", "backgroundColor": "#ff0000", "rotate": 90,
                    "opacity": 0.5}}"##
            ));
            let forms = of_type(&text, "XObject");
            let [form] = forms.as_slice() else { panic!("{forms:?}") };
            let extent = form.get(b"BBox").and_then(Object::as_array).expect("a box");
            [0, 1, 2, 3].map(|side| extent[side].as_float().expect("a number").round() as i32)
        };
        // The page, turned back about (300, 145) or (-300, 145) mm.
        assert_eq!(bar(-100), [-595, -842, 1281, 1684]);
        assert_eq!(bar(-700), [-1261, -842, 1191, 1877]);
    }

    #[test]
    fn documents_that_cover_all_have_neither() {
        let document = document(&rectangle("a", r#""rotate": 30"#));
        assert!(of_type(&document, "ExtGState").is_empty());
        assert!(of_type(&document, "XObject").is_empty());
    }
}

//! Fields for signatures: the form of the document, and where its fields are seen (ISO 32000-1, 12.7).

use std::collections::{HashMap, HashSet};

use lopdf::{Document, Object, ObjectId, Stream, dictionary};

use super::WrittenPage;
use super::navigation::{bounds, coordinate};
use super::objects::{catalog, text_string};
use crate::draw::Widget;

/// Flag of annotations: printed, as PDF/A wants it (12.5.3).
const PRINT: i64 = 4;
/// The form has fields for signatures (12.7.2).
const HAS_SIGNATURES: i64 = 1;

/// The names of fields in the form: those of the template, without points, which join names (12.7.3.2). Equal ones
/// have a number.
pub(super) fn names<'w>(widgets: impl Iterator<Item = &'w Widget>) -> Vec<String> {
    let mut known = HashSet::new();
    let mut counts: HashMap<String, usize> = HashMap::new();
    widgets
        .map(|widget| {
            let own = widget.name.replace('.', "_");
            let own = if own.trim().is_empty() { "signature".to_owned() } else { own };
            let count = counts.entry(own.clone()).or_default();
            loop {
                *count += 1;
                let name = if *count == 1 { own.clone() } else { format!("{own}_{count}") };
                if known.insert(name.clone()) {
                    return name;
                }
            }
        })
        .collect()
}

/// Adds the fields with their appearances; gives those of each page. Links have been added before.
pub(super) fn put(
    document: &mut Document,
    resources: ObjectId,
    kids: &[ObjectId],
    pages: &mut [WrittenPage],
) -> lopdf::Result<Vec<Vec<ObjectId>>> {
    let widgets = pages.iter().flat_map(|page| &page.widgets).map(|(widget, _)| widget);
    let mut names = names(widgets).into_iter();
    let mut fields = Vec::new();
    let mut all = Vec::with_capacity(pages.len());
    for (page, kid) in pages.iter_mut().zip(kids) {
        let mut own = Vec::new();
        for (widget, appearance) in std::mem::take(&mut page.widgets) {
            // The appearance is drawn where it stands on the page: its box is the box of the field (12.5.5).
            let area = bounds(&widget.corners, page.height).map(coordinate).to_vec();
            let form = dictionary! {
                "Type" => "XObject", "Subtype" => "Form", "BBox" => area.clone(),
                "Resources" => resources, "Filter" => "FlateDecode",
            };
            let form = document.add_object(Stream::new(form, appearance).with_compression(false));
            let field = dictionary! {
                "Type" => "Annot", "Subtype" => "Widget", "FT" => "Sig",
                "T" => text_string(&names.next().unwrap_or_default()),
                "TU" => text_string(&widget.tooltip),
                "Rect" => area, "F" => PRINT, "P" => *kid,
                "AP" => dictionary! { "N" => form },
            };
            own.push(document.add_object(field));
        }
        if !own.is_empty() {
            let page = document.get_object_mut(*kid)?.as_dict_mut()?;
            let mut annotations = match page.get(b"Annots") {
                Ok(Object::Array(annotations)) => annotations.clone(),
                _ => Vec::new(),
            };
            annotations.extend(own.iter().map(|field| Object::Reference(*field)));
            page.set("Annots", annotations);
        }
        fields.extend(own.iter().map(|field| Object::Reference(*field)));
        all.push(own);
    }
    if !fields.is_empty() {
        let form = dictionary! { "Fields" => fields, "SigFlags" => HAS_SIGNATURES };
        catalog(document)?.set("AcroForm", form);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_fields_are_different_and_have_no_points() {
        let widget = |name: &str| Widget {
            corners: [(0.0, 0.0); 4],
            placement: 0,
            name: name.into(),
            tooltip: "".into(),
            has_signer: false,
        };
        let widgets = ["a.b", "a_b", "a_b_2", "", "a.b"].map(widget);
        let names = names(widgets.iter());
        assert_eq!(names, ["a_b", "a_b_2", "a_b_2_2", "signature", "a_b_3"]);
    }
}

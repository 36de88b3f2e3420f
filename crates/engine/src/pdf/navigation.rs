//! Links, the outline, and what readers call pages (ISO 32000-1, 12.3, 12.4.2, 12.5.6.5).

use lopdf::{Dictionary, Document, Object, ObjectId, StringFormat, dictionary};

use super::WrittenPage;
use super::objects::{catalog, text_string};
use crate::draw::Link;
use crate::layout::{Entry, Label, Navigation, Place};
use crate::units::mm_to_pt;

/// Adds what leads somewhere. `kids` are the pages. Gives the annotations of the links of each page.
/// In documents with tags, each has a name (ISO 14289-1, 7.18.5).
pub(super) fn put(
    document: &mut Document,
    kids: &[ObjectId],
    pages: &mut [WrittenPage],
    navigation: Option<&Navigation>,
    is_tagged: bool,
) -> lopdf::Result<Vec<Vec<Option<ObjectId>>>> {
    let Some(navigation) = navigation else { return Ok(Vec::new()) };
    let heights: Vec<f64> = pages.iter().map(|page| page.height).collect();
    let places = PagePlaces { kids, heights: &heights };
    let mut all = Vec::with_capacity(kids.len());
    for (page, kid) in pages.iter_mut().zip(kids) {
        let links = std::mem::take(&mut page.links);
        let added: Vec<Option<ObjectId>> = links
            .iter()
            .map(|link| {
                let mut annotation = annotation(link, page.height, &places, navigation)?;
                if is_tagged {
                    annotation.set("Contents", text_string(label(link)));
                }
                Some(document.add_object(annotation))
            })
            .collect();
        let annotations: Vec<Object> =
            added.iter().flatten().map(|annotation| Object::Reference(*annotation)).collect();
        if !annotations.is_empty() {
            document.get_object_mut(*kid)?.as_dict_mut()?.set("Annots", annotations);
        }
        all.push(added);
    }
    if !navigation.outline.is_empty() {
        let outline = outline(document, &navigation.outline, &places);
        catalog(document)?.set("Outlines", outline);
    }
    if !navigation.labels.is_empty() {
        catalog(document)?.set("PageLabels", labels(&navigation.labels));
    }
    Ok(all)
}

/// Name of a link: its words, else its target.
fn label(link: &Link) -> &str {
    match link.label.trim() {
        "" => link.target.trim_start_matches('#'),
        label => label,
    }
}

/// The pages with their heights in points.
struct PagePlaces<'p> {
    kids: &'p [ObjectId],
    heights: &'p [f64],
}

impl PagePlaces<'_> {
    /// A place at the top of the window, with the zoom that the reader has (12.3.2.2).
    fn destination(&self, place: Place) -> Option<Object> {
        let (kid, height) = (self.kids.get(place.page)?, self.heights.get(place.page)?);
        let top = height - mm_to_pt(place.y);
        Some(Object::Array(vec![
            Object::Reference(*kid),
            "XYZ".into(),
            coordinate(0.0),
            coordinate(top.clamp(0.0, *height)),
            Object::Null,
        ]))
    }
}

/// The upright box around corners that count from the top: left, bottom, right, top.
pub(super) fn bounds(corners: &[(f64, f64); 4], height: f64) -> [f64; 4] {
    let corners = corners.map(|(x, y)| (x, height - y));
    let least = corners.iter().fold((f64::MAX, f64::MAX), |(x, y), c| (x.min(c.0), y.min(c.1)));
    let most = corners.iter().fold((f64::MIN, f64::MIN), |(x, y), c| (x.max(c.0), y.max(c.1)));
    [least.0, least.1, most.0, most.1]
}

/// Points with two decimals.
pub(super) fn coordinate(points: f64) -> Object {
    Object::Real(((points * 100.0).round() / 100.0) as f32)
}

/// The annotation of a link; nothing where it leads nowhere.
fn annotation(
    link: &Link,
    height: f64,
    places: &PagePlaces<'_>,
    navigation: &Navigation,
) -> Option<Dictionary> {
    let corners = link.corners.map(|(x, y)| (x, height - y));
    let rect = bounds(&link.corners, height).map(coordinate);
    let none = Object::Array(vec![0.into(), 0.into(), 0.into()]);
    // Flag 3: it is there when the page is printed, as PDF/A wants it.
    let mut annotation = dictionary! {
        "Type" => "Annot", "Subtype" => "Link", "Rect" => rect.to_vec(), "Border" => none, "F" => 4,
    };
    // A turned area does not fill its upright box (table 173).
    let upright =
        |(a, b): ((f64, f64), (f64, f64))| (a.0 - b.0).abs() < 0.01 || (a.1 - b.1).abs() < 0.01;
    if !upright((corners[0], corners[1])) {
        // Readers take the corners row by row: upper left, upper right, lower left, lower right.
        let points = [corners[0], corners[1], corners[3], corners[2]];
        let points = points.iter().flat_map(|(x, y)| [coordinate(*x), coordinate(*y)]);
        annotation.set("QuadPoints", points.collect::<Vec<_>>());
    }
    if let Some(id) = link.target.strip_prefix('#') {
        let place = navigation.targets.get(id)?;
        annotation.set("Dest", places.destination(*place)?);
    } else {
        let uri = Object::String(link.target.as_bytes().to_vec(), StringFormat::Literal);
        annotation.set("A", dictionary! { "S" => "URI", "URI" => uri });
    }
    Some(annotation)
}

/// Place of an entry in the outline.
#[derive(Default, Clone)]
struct OutlineNode {
    parent: Option<usize>,
    before: Option<usize>,
    next: Option<usize>,
    first: Option<usize>,
    last: Option<usize>,
    /// Number of entries below it.
    below: i64,
}

/// The nodes of a list of levels: an entry belongs to the last one before it of a lower level.
fn tree(levels: impl Iterator<Item = u8>) -> (Vec<OutlineNode>, Option<usize>) {
    let mut nodes: Vec<OutlineNode> = Vec::new();
    // The entries that are open, with their levels.
    let mut open: Vec<(u8, usize)> = Vec::new();
    let mut last_root: Option<usize> = None;
    for (index, level) in levels.enumerate() {
        while open.last().is_some_and(|(other, _)| *other >= level) {
            open.pop();
        }
        let parent = open.last().map(|(_, parent)| *parent);
        let before = match parent {
            Some(parent) => nodes[parent].last.replace(index),
            None => last_root.replace(index),
        };
        if let Some(before) = before {
            nodes[before].next = Some(index);
        } else if let Some(parent) = parent {
            nodes[parent].first = Some(index);
        }
        for (_, above) in &open {
            nodes[*above].below += 1;
        }
        nodes.push(OutlineNode { parent, before, ..OutlineNode::default() });
        open.push((level, index));
    }
    (nodes, last_root)
}

/// Adds the outline, all of it open (12.3.3).
fn outline(document: &mut Document, entries: &[Entry], places: &PagePlaces<'_>) -> ObjectId {
    let (nodes, last) = tree(entries.iter().map(|entry| entry.level));
    let root = document.new_object_id();
    let ids: Vec<ObjectId> = entries.iter().map(|_| document.new_object_id()).collect();
    for ((node, entry), id) in nodes.iter().zip(entries).zip(&ids) {
        let mut item = dictionary! {
            "Title" => text_string(&entry.title),
            "Parent" => node.parent.map_or(root, |parent| ids[parent]),
        };
        let others = [
            ("Prev", node.before),
            ("Next", node.next),
            ("First", node.first),
            ("Last", node.last),
        ];
        for (key, other) in others {
            if let Some(other) = other {
                item.set(key, ids[other]);
            }
        }
        if node.below > 0 {
            item.set("Count", node.below);
        }
        if let Some(destination) = places.destination(entry.place) {
            item.set("Dest", destination);
        }
        document.objects.insert(*id, item.into());
    }
    let mut dict = dictionary! { "Type" => "Outlines", "Count" => entries.len() as i64 };
    if let (Some(first), Some(last)) = (ids.first(), last) {
        dict.set("First", *first);
        dict.set("Last", ids[last]);
    }
    document.objects.insert(root, dict.into());
    root
}

/// Page labels (12.4.2).
fn labels(labels: &[(usize, Label)]) -> Dictionary {
    let stretch = |(index, label): &(usize, Label)| {
        let label = match label {
            Label::From(1) => dictionary! { "S" => "D" },
            Label::From(number) => dictionary! { "S" => "D", "St" => i64::from(*number) },
            Label::Only(number) => dictionary! { "P" => text_string(&number.to_string()) },
        };
        [Object::Integer(*index as i64), label.into()]
    };
    dictionary! { "Nums" => labels.iter().flat_map(stretch).collect::<Vec<_>>() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_belong_to_the_last_one_of_a_lower_level() {
        let (nodes, last) = tree([1, 3, 2, 1, 2, 6].into_iter());
        let parents: Vec<_> = nodes.iter().map(|node| node.parent).collect();
        assert_eq!(parents, [None, Some(0), Some(0), None, Some(3), Some(4)]);
        let below: Vec<_> = nodes.iter().map(|node| node.below).collect();
        assert_eq!(below, [2, 0, 0, 2, 1, 0]);
        assert_eq!((nodes[0].first, nodes[0].last, nodes[0].next), (Some(1), Some(2), Some(3)));
        assert_eq!((nodes[2].before, nodes[2].next, last), (Some(1), None, Some(3)));
    }
}

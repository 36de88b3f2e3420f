//! Links: boxes over the drawing that nothing is seen of.

use std::collections::HashSet;

use super::text::{attribute, length};
use crate::draw::DisplayList;
use crate::layout::{Navigation, Page};
use crate::units::mm_to_pt;

/// Writes the links of a page, and the places on it that links lead to. Links to other pages are
/// left out: each page is a file of its own.
pub(super) fn write(
    list: &DisplayList,
    page: &Page<'_>,
    navigation: &Navigation,
    out: &mut String,
) {
    let here = |id: &str| {
        let place = navigation.targets.get(id);
        place.filter(|place| place.page + 1 == page.number)
    };
    let mut anchors: Vec<&str> = Vec::new();
    let mut known: HashSet<&str> = HashSet::new();
    for link in &list.links {
        out.push_str("<a href=\"");
        if let Some(id) = link.target.strip_prefix('#') {
            if here(id).is_none() {
                out.truncate(out.len() - "<a href=\"".len());
                continue;
            }
            out.push_str("#field-");
            attribute(id, out);
            if known.insert(id) {
                anchors.push(id);
            }
        } else {
            attribute(&link.target, out);
        }
        out.push_str("\"><path fill=\"none\" pointer-events=\"all\" d=\"");
        for (number, (x, y)) in link.corners.iter().enumerate() {
            out.push(if number == 0 { 'M' } else { 'L' });
            length(*x, out);
            out.push(' ');
            length(*y, out);
        }
        out.push_str("z\"/></a>\n");
    }
    for id in anchors {
        let Some(place) = here(id) else { continue };
        out.push_str("<path id=\"field-");
        attribute(id, out);
        out.push_str("\" fill=\"none\" d=\"M");
        length(mm_to_pt(place.x), out);
        out.push(' ');
        length(mm_to_pt(place.y), out);
        out.push_str("\"/>\n");
    }
}

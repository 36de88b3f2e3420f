//! Drawings for the screen, and the pictures in them, which travel once.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value as Json;

use super::problems;
use crate::layout::{Layout, Page};
use crate::problem::Result;
use crate::render::{Options, Prepared};
use crate::svg::{DrawnPage, data_uri};
use crate::template::Design;

/// The pictures that were given away, by their data URI in the template: the page that shows them keeps
/// them under their number.
#[derive(Default)]
pub struct Images {
    known: HashMap<Arc<str>, Known>,
    /// Numbers are not used again: another picture is on the screen under that name.
    given: usize,
    drawings: u64,
}

/// A picture that was given away.
struct Known {
    number: usize,
    /// The drawing that used it last.
    used: u64,
}

/// A picture that so many drawings did without is forgotten.
const KEPT: u64 = 64;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Drawing<'a> {
    page_count: usize,
    pages: Vec<DrawnPageOfDesign<'a>>,
    fields: Vec<FirstPlace<'a>>,
    designs: Vec<Run>,
    warnings: Json,
    images: BTreeMap<usize, String>,
}

#[derive(Serialize)]
struct DrawnPageOfDesign<'a> {
    design: usize,
    #[serde(flatten)]
    page: DrawnPage<'a>,
}

/// On which page a field has its first place.
#[derive(Serialize)]
struct FirstPlace<'a> {
    pointer: &'a str,
    /// From 1; absent where the field prints nowhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<usize>,
}

/// Pages one after the other that are made from the same design.
#[derive(Serialize)]
struct Run {
    design: usize,
    pages: usize,
}

impl Images {
    /// Pages of a document, those numbered in `pages` or all, as JSON.
    ///
    /// # Errors
    /// As for [`Prepared::drawing`].
    pub fn drawing(
        &mut self,
        prepared: &Prepared,
        layout: &Layout<'_>,
        options: &Options<'_>,
        pages: Option<&[u32]>,
    ) -> Result<String> {
        self.drawings += 1;
        let now = self.drawings;
        self.known.retain(|_, known| known.used + KEPT > now);
        let wanted = |number: usize| {
            pages.is_none_or(|pages| pages.iter().any(|page| *page as usize == number))
        };
        let images = RefCell::new((self, BTreeMap::new()));
        let (drawn, warnings) = prepared.drawing(layout, options, wanted, &|uri, picture| {
            let (all, new) = &mut *images.borrow_mut();
            if let Some(known) = all.known.get_mut(uri) {
                known.used = now;
                return known.number;
            }
            all.given += 1;
            let number = all.given;
            all.known.insert(Arc::clone(uri), Known { number, used: now });
            new.insert(number, data_uri(uri, picture).into_owned());
            number
        })?;
        let designs = &prepared.template().designs;
        let firsts = first_pages(layout, designs);
        let design = |number: usize| {
            let page = layout.pages.iter().find(|page| page.number == number);
            page.map_or(0, |page| design_of(page, designs))
        };
        let pages = drawn
            .into_iter()
            .map(|mut page| {
                let mut seen = HashSet::new();
                for placement in &mut page.placements {
                    placement.first = firsts.get(placement.pointer) == Some(&page.number)
                        && seen.insert(placement.pointer);
                }
                DrawnPageOfDesign { design: design(page.number), page }
            })
            .collect();
        let fields = designs.iter().flat_map(|design| &design.fields).map(|field| {
            let pointer = field.pointer.as_str();
            FirstPlace { pointer, page: firsts.get(pointer).copied() }
        });
        let warnings: Vec<_> = prepared.warnings().iter().chain(&warnings).cloned().collect();
        let drawing = Drawing {
            page_count: layout.pages.len(),
            pages,
            fields: fields.collect(),
            designs: runs(layout, designs),
            warnings: problems(&warnings),
            images: images.into_inner().1,
        };
        Ok(serde_json::to_string(&drawing).unwrap_or_default())
    }
}

/// The page of the first place of each field, by the pointer of the field.
fn first_pages<'a>(layout: &'a Layout<'_>, designs: &[Design]) -> HashMap<&'a str, usize> {
    let all = designs.iter().map(|design| design.fields.len()).sum();
    let mut found = HashMap::with_capacity(all);
    for page in &layout.pages {
        // A document of many pages mostly shows all its fields on the first ones.
        if found.len() == all {
            break;
        }
        for painted in page.sequence() {
            found.entry(painted.placement.field.pointer.as_str()).or_insert(page.number);
        }
    }
    found
}

fn design_of(page: &Page<'_>, designs: &[Design]) -> usize {
    designs.iter().position(|one| std::ptr::eq(one, page.design)).unwrap_or(0)
}

fn runs(layout: &Layout<'_>, designs: &[Design]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for page in &layout.pages {
        let design = design_of(page, designs);
        match runs.last_mut() {
            Some(run) if run.design == design => run.pages += 1,
            _ => runs.push(Run { design, pages: 1 }),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Fonts, Value, prepare};

    fn drawing(template: &str, bindings: &str, data: &str, pages: Option<&[u32]>) -> Json {
        let read = |text| Value::from_json(text).expect("valid JSON");
        let prepared = prepare(&read(template), &read(bindings)).expect("a valid template");
        let fonts = Fonts::standard();
        let options = Options::new(&fonts);
        let data = read(data);
        let layout = prepared.layout(&data, &options).expect("a layout");
        let text = Images::default().drawing(&prepared, &layout, &options, pages);
        serde_json::from_str(&text.expect("a drawing")).expect("valid JSON")
    }

    /// A list of 30 mm for each item on pages of 100 mm, a text below it, and one that is hidden.
    const LIST: &str = r#"{"page":{"width":100,"height":100},"schemas":[
        {"id":"s","name":"list","type":"section","x":0,"y":10,"width":100,"height":30},
        {"id":"m","name":"row","type":"text","sectionId":"s","x":5,"y":12.3,"width":50,"height":5,"content":"{a}"},
        {"id":"b","name":"below","type":"text","x":5,"y":50,"width":50,"height":5,"content":"sum"},
        {"id":"n","name":"never","type":"text","x":5,"y":60,"width":50,"height":5,"content":"no","visibleWhen":"1 > 2"}]}"#;
    const BINDINGS: &str = r#"[{"schemaName":"list","type":"section","path":"rows"}]"#;
    const ROWS: &str = r#"{"rows":[{"a":1},{"a":2},{"a":3},{"a":4}]}"#;

    #[test]
    fn each_part_says_how_far_it_is_from_the_template_and_the_first_is_marked() {
        let json = drawing(LIST, BINDINGS, ROWS, None);
        let parts = |page: usize, pointer: &str| -> Vec<(f64, bool)> {
            let placements = json["pages"][page]["placements"].as_array().expect("placements");
            placements
                .iter()
                .filter(|part| part["pointer"] == pointer)
                .map(|part| {
                    (part["offset"]["y"].as_f64().expect("a number"), part["first"] == true)
                })
                .collect()
        };
        assert_eq!(parts(0, "/template/schemas/1"), [(0.0, true), (30.0, false), (60.0, false)]);
        assert_eq!(parts(1, "/template/schemas/1").len(), 1);
        assert!(!parts(1, "/template/schemas/1")[0].1);
        let below = parts(1, "/template/schemas/2");
        let placed = &json["pages"][1]["placements"].as_array().expect("placements");
        let y = placed.iter().find(|part| part["pointer"] == "/template/schemas/2");
        let y = y.and_then(|part| part["y"].as_f64()).expect("a place");
        assert_eq!(below, [(y - 50.0, true)]);
    }

    #[test]
    fn a_part_alone_knows_whether_others_came_before_it() {
        let json = drawing(LIST, BINDINGS, ROWS, Some(&[2]));
        let placements = json["pages"][0]["placements"].as_array().expect("placements");
        let first = |pointer: &str| {
            let part = placements.iter().find(|part| part["pointer"] == pointer);
            part.is_some_and(|part| part["first"] == true)
        };
        assert!(!first("/template/schemas/1"), "its first item is on the page before");
        assert!(first("/template/schemas/2"));
    }

    #[test]
    fn fields_name_their_first_page_and_those_that_print_nowhere_none() {
        let json = drawing(LIST, BINDINGS, ROWS, Some(&[1]));
        let pages: Vec<_> = json["fields"].as_array().expect("fields").iter().collect();
        let page = |index: usize| pages[index]["page"].as_u64();
        assert_eq!([page(0), page(1), page(2), page(3)], [Some(1), Some(1), Some(2), None]);
        assert_eq!(pages[3]["pointer"], "/template/schemas/3");
    }

    #[test]
    fn the_pages_of_each_design_are_counted() {
        let template = r#"{"page":{"width":100,"height":100},"schemas":[],"pages":[
            {"id":"a","page":{"width":100,"height":100},"schemas":[
                {"id":"t","name":"t","type":"table","x":0,"y":10,"width":80,"height":20,"head":["A"],"content":[["{a}"]]}]},
            {"id":"b","page":{"width":50,"height":50},"schemas":[]}]}"#;
        let bindings = r#"[{"schemaName":"t","type":"array","path":"rows","columns":["a"]}]"#;
        let rows: Vec<_> = (0..20).map(|n| format!("{{\"a\":{n}}}")).collect();
        let json =
            drawing(template, bindings, &format!("{{\"rows\":[{}]}}", rows.join(",")), Some(&[1]));
        let runs = serde_json::json!([{"design": 0, "pages": 2}, {"design": 1, "pages": 1}]);
        assert_eq!(json["designs"], runs);
    }
}

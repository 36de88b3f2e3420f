//! Whole documents: a template, bindings and data, and what can be said of their pages.

use reportctl::layout::Layout;
use reportctl::{Budget, Fonts, Options, Prepared, Problem, Value, prepare};
use serde_json::{Map, Value as Json, json};

use super::Vector;

/// A document to be rendered.
pub(super) struct Document {
    pub(super) template: Json,
    pub(super) bindings: Json,
    pub(super) data: Json,
    pub(super) max_pages: Option<u32>,
    /// `true` if the built-in fallback font draws characters that Helvetica lacks.
    pub(super) fallback_font: bool,
}

impl Document {
    /// A document with the defaults of the vectors.
    pub(super) fn new(template: Json, bindings: Json, data: Json) -> Self {
        Self { template, bindings, data, max_pages: None, fallback_font: false }
    }

    /// A page holding these fields.
    pub(super) fn of_fields(fields: Json, bindings: Json, data: Json) -> Self {
        let page = json!({"page": {"width": 210, "height": 297}, "schemas": fields});
        Self::new(page, bindings, data)
    }

    /// The document of a vector of `errors`, `images`, `pagination` or `samples`.
    pub(super) fn of(vector: &Vector) -> Self {
        let input = &vector.input;
        let mut document = match input["sample"].as_str() {
            Some(name) => {
                let mut project = sample(name, "template.json");
                let data = sample(name, "data.json");
                Self::new(project["template"].take(), project["bindings"].take(), data)
            }
            None => Self::new(
                input["template"].clone(),
                input["bindings"].clone(),
                input["data"].clone(),
            ),
        };
        let options = &input["options"];
        document.max_pages = options["maxPages"].as_u64().map(|most| most.try_into().unwrap());
        document.fallback_font = options["font"] == "full";
        document
    }

    /// Compiles the template.
    pub(super) fn prepare(&self) -> Result<Prepared, Problem> {
        prepare(&value(&self.template), &value(&self.bindings))
    }

    /// Renders through the library: the facts of its pages, or its error.
    pub(super) fn facts(&self) -> Json {
        self.render().unwrap_or_else(|problem| error(&serde_json::to_value(&problem).unwrap()))
    }

    fn render(&self) -> Result<Json, Problem> {
        let fonts = Fonts::new(Vec::new(), self.fallback_font);
        let mut options = Options::new(&fonts);
        options.budget.max_pages = self.max_pages.unwrap_or(Budget::default().max_pages);
        let prepared = self.prepare()?;
        let data = value(&self.data);
        let layout = dump(&prepared.layout(&data, &options)?);
        let pdf = prepared.generate(&data, &options)?;
        assert!(pdf.starts_with(b"%PDF-"));
        Ok(facts(&layout))
    }

    /// The page model alone.
    pub(super) fn layout(&self) -> Json {
        let fonts = Fonts::new(Vec::new(), self.fallback_font);
        let prepared = self.prepare().unwrap();
        let data = value(&self.data);
        dump(&prepared.layout(&data, &Options::new(&fonts)).unwrap())
    }

    /// Content of the body of the first page.
    pub(super) fn first_page(&self) -> Vec<Json> {
        self.layout()["pages"][0]["placements"].as_array().unwrap().clone()
    }
}

/// A file of the samples that belong to the vectors.
fn sample(name: &str, file: &str) -> Json {
    let path = crate::documents::format_folder().join(name).join(file);
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// JSON as the engine takes it.
pub(super) fn value(json: &Json) -> Value {
    serde_json::from_value(json.clone()).unwrap()
}

fn dump(layout: &Layout<'_>) -> Json {
    serde_json::to_value(layout).unwrap()
}

/// An error object in the words of the vectors.
pub(super) fn error(problem: &Json) -> Json {
    let mut problem = problem.clone();
    problem["message"] = problem["error"].take();
    json!({"error": problem})
}

/// Everything a vector may say of a document, from its page model.
pub(super) fn facts(layout: &Json) -> Json {
    let pages = layout["pages"].as_array().unwrap();
    let bodies: Vec<&[Json]> =
        pages.iter().map(|page| page["placements"].as_array().unwrap().as_slice()).collect();
    let all: Vec<&Json> = bodies.iter().copied().flatten().collect();
    let slices: Vec<&&Json> = all.iter().filter(|p| p["kind"] == "tableSlice").collect();
    let rows = |items: &[Json]| items.iter().filter_map(|p| p["rows"].as_u64()).sum::<u64>();
    let repeats = |items: &[Json]| items.iter().filter(|p| p["kind"] == "sectionRepeat").count();
    let width = |page: &Json| (page["width"].as_f64().unwrap() * 72.0 / 25.4).round() as i64;
    let mut facts = json!({
        "ok": true,
        "pageCount": layout["pageCount"],
        "pages": pages,
        "firstPage": pages[0],
        "firstPageWidthPt": width(&pages[0]),
        "lastPageWidthPt": width(&pages[pages.len() - 1]),
        "names": all.iter().map(|p| p["name"].clone()).collect::<Vec<_>>(),
        "placementsTotal": all.len(),
        "slices": slices.len(),
        "headOnFirstSliceOnly": slices.iter().enumerate().all(|(i, p)| p["head"] == (i == 0)),
        "rowsPerPage": bodies.iter().map(|items| rows(items)).collect::<Vec<_>>(),
        "rowsTotal": bodies.iter().map(|items| rows(items)).sum::<u64>(),
        "repeatsPerPage": bodies.iter().map(|items| repeats(items)).collect::<Vec<_>>(),
        "imageCount": images(layout),
        "bands": pages.iter().map(bands).collect::<Map<String, Json>>(),
    });
    let object = facts.as_object_mut().unwrap();
    object.extend(shown(&all));
    facts
}

/// Texts of the bands of a page, under its number.
fn bands(page: &Json) -> (String, Json) {
    let bands = page["bands"].as_array().unwrap().iter();
    let texts =
        bands.map(|band| (band["name"].as_str().unwrap().to_owned(), band["value"].clone()));
    (page["number"].to_string(), Json::Object(texts.collect()))
}

/// Number of images drawn, on all pages.
fn images(value: &Json) -> usize {
    match value {
        Json::Array(items) => items.iter().map(images).sum(),
        Json::Object(object) => {
            usize::from(object.get("drawn") == Some(&Json::Bool(true)))
                + object.values().map(images).sum::<usize>()
        }
        _ => 0,
    }
}

/// Texts of the fields, by their name.
fn shown(items: &[&Json]) -> Map<String, Json> {
    let mut shown = json!({"values": {}, "tableRows": {}, "tableRow": {}, "tableFooter": {},
        "kpi": {}, "chartItems": {}, "repeats": {}});
    for item in items {
        let name = item["name"].as_str().unwrap();
        if item["kind"] == "sectionRepeat" {
            let members: Vec<&Json> = item["members"].as_array().unwrap().iter().collect();
            let repeats = &mut shown["repeats"][name];
            if repeats.is_null() {
                *repeats = json!([]);
            }
            repeats.as_array_mut().unwrap().push(Json::Object(self::shown(&members)));
        } else if let Some(cells) = item["cells"].as_array() {
            let rows = &mut shown["tableRows"][name];
            match rows {
                Json::Array(rows) => rows.extend(cells.iter().cloned()),
                _ => *rows = json!(cells),
            }
            if let Some(footer) = item.get("footerCells") {
                shown["tableFooter"][name] = footer.clone();
            }
            shown["tableRow"][name] = shown["tableRows"][name][0].clone();
        } else if let Some(items) = item.get("items") {
            shown["chartItems"][name] = items.clone();
        } else if item["type"] == "kpi" {
            shown["kpi"][name] = (*item).clone();
        } else if let Some(text) = item.get("value") {
            shown["values"][name] = text.clone();
        }
    }
    match shown {
        Json::Object(shown) => shown,
        _ => Map::new(),
    }
}

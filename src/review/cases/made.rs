//! The document that a case made: page model, drawings, notes.

use serde_json::{Value as Json, json};

use crate::base::hash::sha256;
use engine::problem::Problem;

/// A document that a case made.
pub(crate) struct MadeDocument {
    /// The page model.
    pub layout: Json,
    /// SHA-256 of the drawing of each page.
    pub drawings: Vec<String>,
    /// Notes about the document.
    pub notes: Vec<Problem>,
}

impl MadeDocument {
    /// Number of pages.
    pub(crate) fn pages(&self) -> usize {
        self.drawings.len()
    }

    /// Returns `true` if a text is somewhere, or on a page.
    pub(crate) fn says(&self, wanted: &str, page: Option<usize>) -> bool {
        let pages = self.layout["pages"].as_array().into_iter().flatten().enumerate();
        pages
            .filter(|(index, _)| page.is_none_or(|page| page == index + 1))
            .any(|(_, page)| texts(page).iter().any(|(_, text)| text.contains(wanted)))
    }
}

/// The hash of the drawing of a page.
pub(super) fn drawing_hash(svg: &str) -> String {
    sha256(svg.as_bytes())
}

/// The texts of a page model, page by page, for differences that people read.
pub(super) fn texts_of(layout: &Json) -> String {
    let mut out = String::new();
    for (index, page) in layout["pages"].as_array().into_iter().flatten().enumerate() {
        out.push_str(&format!("== page {}\n", index + 1));
        for (name, text) in texts(page) {
            for line in text.lines() {
                out.push_str(&format!("{name}: {line}\n"));
            }
        }
    }
    out
}

/// The texts of a page, each with its field.
fn texts(page: &Json) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for key in ["bands", "placements"] {
        page[key].as_array().into_iter().flatten().for_each(|one| collect(one, &mut found));
    }
    found
}

fn collect(placed: &Json, found: &mut Vec<(String, String)>) {
    let name = placed["name"].as_str().unwrap_or_default();
    for key in ["title", "value", "subtitle"] {
        if let Some(text) = placed[key].as_str().filter(|text| !text.is_empty()) {
            found.push((name.to_owned(), text.to_owned()));
        }
    }
    let rows = [&json!([placed["headCells"]]), &placed["cells"], &json!([placed["footerCells"]])];
    for row in rows.into_iter().filter_map(|rows| rows.as_array()).flatten() {
        let cells: Vec<&str> =
            row.as_array().into_iter().flatten().filter_map(Json::as_str).collect();
        if !cells.is_empty() {
            found.push((name.to_owned(), cells.join(" | ")));
        }
    }
    placed["members"].as_array().into_iter().flatten().for_each(|one| collect(one, found));
}

//! What a case made, and what was accepted.

use std::fs;
use std::path::{Path, PathBuf};

use reportctl_raster::{Image, Rasteriser};
use serde_json::{Value as Json, json};

use super::expectations::Options;
use super::folder::Case;
use crate::files;
use crate::problem::{Code, Problem, Result};
use crate::util::hash::sha256;

const LAYOUT: &str = "layout.json";
const TEXTS: &str = "texts.txt";
const PAGES: &str = "pages.sha256";

/// What a case made.
pub struct Made {
    /// The page model.
    pub layout: Json,
    /// SHA-256 of the drawing of each page.
    pub drawings: Vec<String>,
    /// What was noted.
    pub notes: Vec<Problem>,
}

/// What was accepted of a case.
pub struct Accepted {
    folder: PathBuf,
    /// The page model.
    pub layout: Json,
    /// SHA-256 of the drawing of each page.
    pub drawings: Vec<String>,
}

impl Made {
    /// How many pages there are.
    pub fn pages(&self) -> usize {
        self.drawings.len()
    }

    /// Whether a text is somewhere, or on a page.
    pub fn says(&self, wanted: &str, page: Option<usize>) -> bool {
        let pages = self.layout["pages"].as_array().into_iter().flatten().enumerate();
        pages
            .filter(|(index, _)| page.is_none_or(|page| page == index + 1))
            .any(|(_, page)| texts(page).iter().any(|(_, text)| text.contains(wanted)))
    }
}

impl Accepted {
    /// What was accepted of a case; nothing where nothing was.
    ///
    /// # Errors
    /// `dataUnreadable` where files are missing or damaged.
    pub fn read(case: &Case) -> Result<Option<Self>> {
        let folder = case.accepted();
        if !folder.is_dir() {
            return Ok(None);
        }
        let damaged = |name: &str, why: &str| {
            Problem::new(Code::DataUnreadable, format!("what was accepted is damaged: {why}"))
                .file(files::display_name(&folder.join(name)))
                .advice("accept it again: `reportctl test --accept`")
        };
        let read = |name: &str| {
            fs::read_to_string(folder.join(name)).map_err(|error| damaged(name, &error.to_string()))
        };
        let layout: Json = serde_json::from_str(&read(LAYOUT)?)
            .map_err(|error| damaged(LAYOUT, &error.to_string()))?;
        let pages = layout["pages"].as_array().filter(|pages| pages.iter().all(Json::is_object));
        if pages.is_none() {
            return Err(damaged(LAYOUT, "it is no page model"));
        }
        let drawings = read(PAGES)?
            .lines()
            .map(|line| line.split(' ').next().unwrap_or_default().to_owned())
            .collect();
        Ok(Some(Self { folder, layout, drawings }))
    }

    /// The picture of a page, where one was kept.
    pub fn picture(&self, page: usize) -> Option<Image> {
        let bytes = fs::read(picture(&self.folder, page)).ok()?;
        Image::from_png(&bytes).ok()
    }

    /// Keeps what a case made. `draw` gives the pictures of its pages.
    ///
    /// # Errors
    /// `io`, and those of drawing.
    pub fn write(
        case: &Case,
        made: &Made,
        options: &Options,
        draw: impl FnOnce(Rasteriser) -> Result<Vec<Image>>,
    ) -> Result<()> {
        let folder = case.accepted();
        fs::create_dir_all(&folder).map_err(|error| files::io_problem("write", &folder, &error))?;
        let layout = format!("{:#}\n", made.layout);
        files::write_whole(&folder.join(LAYOUT), layout.as_bytes())?;
        files::write_whole(&folder.join(TEXTS), texts_of(&made.layout).as_bytes())?;
        let drawings = made.drawings.iter().enumerate();
        let drawings: String =
            drawings.map(|(index, hash)| format!("{hash}  page {}\n", index + 1)).collect();
        files::write_whole(&folder.join(PAGES), drawings.as_bytes())?;
        let images = match options.pictures.keep {
            true => draw(Rasteriser::new(options.pictures.dpi))?,
            false => Vec::new(),
        };
        for (index, image) in images.iter().enumerate() {
            let png = image.png(options.pictures.dpi).map_err(|error| {
                Problem::new(Code::Internal, format!("cannot write a PNG: {error}"))
            })?;
            files::write_whole(&picture(&folder, index + 1), &png)?;
        }
        // Pictures of pages that are no more.
        for page in images.len() + 1.. {
            if fs::remove_file(picture(&folder, page)).is_err() {
                break;
            }
        }
        Ok(())
    }
}

fn picture(folder: &Path, page: usize) -> PathBuf {
    folder.join(format!("page-{page}.png"))
}

/// The hash of the drawing of a page.
pub(super) fn drawing_hash(svg: &str) -> String {
    sha256(svg.as_bytes())
}

/// The texts of a page model, page by page, for differences that people read.
fn texts_of(layout: &Json) -> String {
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

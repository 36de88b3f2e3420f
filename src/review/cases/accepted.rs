//! The accepted document of a case, as files.

use std::fs;
use std::path::{Path, PathBuf};

use reportctl_raster::{Image, Rasteriser};
use serde_json::Value as Json;

use super::expectations::CaseOptions;
use super::folder::Case;
use super::made::{MadeDocument, texts_of};
use crate::base::files;
use crate::documents::codes;
use engine::problem::{Code, Problem, Result};

const LAYOUT: &str = "layout.json";
const TEXTS: &str = "texts.txt";
const PAGES: &str = "pages.sha256";

/// Accepted document of a case.
pub(crate) struct AcceptedDocument {
    folder: PathBuf,
    /// The page model.
    pub layout: Json,
    /// SHA-256 of the drawing of each page.
    pub drawings: Vec<String>,
}

impl AcceptedDocument {
    /// Reads the accepted document of a case; `None` where none was accepted.
    ///
    /// # Errors
    /// `dataUnreadable` where files are missing or damaged.
    pub(crate) fn read(case: &Case) -> Result<Option<Self>> {
        let folder = case.accepted();
        if !folder.is_dir() {
            return Ok(None);
        }
        let damaged = |name: &str, why: &str| {
            Problem::new(codes::DATA_UNREADABLE, format!("what was accepted is damaged: {why}"))
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
    pub(crate) fn picture(&self, page: usize) -> Option<Image> {
        let bytes = fs::read(picture(&self.folder, page)).ok()?;
        Image::from_png(&bytes).ok()
    }

    /// Keeps what a case made. `draw` gives the pictures of its pages.
    ///
    /// # Errors
    /// `io`, and those of drawing.
    pub(crate) fn write(
        case: &Case,
        made: &MadeDocument,
        options: &CaseOptions,
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
        let images = if options.pictures.keep {
            draw(Rasteriser::new(options.pictures.dpi))?
        } else {
            Vec::new()
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

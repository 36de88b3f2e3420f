//! The documents that tests render: the samples that came with the format, and our own templates
//! with all their data.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use reportctl::draw::{Painter, Pictures};
use reportctl::font::Face;
use reportctl::{Fonts, Options, Prepared, Problem, Value, data, prepare};

use crate::reference::Drawing;

/// What the built-in fallback font was made from, as a user's font: the same outlines on every
/// machine.
const SANS: &[u8] = include_bytes!("fonts/LiberationSans-Regular.ttf");

/// A template with data.
pub(crate) struct Document {
    /// File name of the data, without its extension; of the template where it has none of its own.
    pub(crate) name: String,
    /// File name of the template, without its extension.
    pub(crate) template: String,
    pub(crate) prepared: Prepared,
    /// The template file.
    pub(crate) source: Value,
    pub(crate) data: Value,
}

impl Document {
    /// `true` if some of its texts may be bold.
    pub(crate) fn is_bold_somewhere(&self) -> bool {
        let source = self.source.to_json().to_string();
        ["old\":true", "**"].iter().any(|bold| source.contains(bold))
    }
}

/// The root of the package.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The samples of the format: a folder for each.
pub(crate) fn format_folder() -> PathBuf {
    root().join("tests/cases/format")
}

/// The samples of the format; all but the one that shows what no font has.
pub(crate) fn format_samples() -> Vec<Document> {
    let names = ["recibo", "pedidos", "initial", "emptyTable", "missingData", "unicodeText"];
    names
        .iter()
        .map(|name| {
            let folder = format_folder().join(name);
            document(&folder.join("template.json"), &folder.join("data.json"), name)
        })
        .collect()
}

/// Our own templates with each of their data files.
pub(crate) fn shipped() -> Vec<Document> {
    shipped_files().iter().map(Files::read).collect()
}

/// A template with data, as files that are not read yet.
pub(crate) struct Files {
    /// File name of the data, without its extension.
    pub(crate) name: String,
    template: PathBuf,
    sample: PathBuf,
}

impl Files {
    pub(crate) fn read(&self) -> Document {
        document(&self.template, &self.sample, &self.name)
    }
}

/// The shipped templates without extensions, and those that have some as they were before.
pub(crate) fn unextended() -> Vec<Document> {
    let before = |file: PathBuf, folder: &str| {
        let kept = root().join("tests/golden/unextended").join(folder);
        let kept = kept.join(file.file_name().unwrap_or_default());
        if kept.exists() { kept } else { file }
    };
    let read = |Files { name, template, sample }: Files| {
        Files { name, template: before(template, ""), sample: before(sample, "samples") }.read()
    };
    let mut documents: Vec<Document> = shipped_files().into_iter().map(read).collect();
    documents.retain(|document| {
        document.source.get("template").is_some_and(|t| t.get("extensions").is_none())
    });
    documents
}

/// The files of our own templates, with each of their data files.
pub(crate) fn shipped_files() -> Vec<Files> {
    let templates = files(&root().join("templates"), "json");
    let samples = files(&root().join("samples"), "");
    let mut found = Vec::new();
    for template in &templates {
        let stem = stem(template);
        for sample in &samples {
            let name = self::stem(sample);
            let own = name == stem || name.strip_prefix(&stem).is_some_and(|r| r.starts_with('-'));
            if own && data::Format::of(sample).is_some() {
                found.push(Files { name, template: template.clone(), sample: sample.clone() });
            }
        }
    }
    found
}

/// Our own templates with their smallest data.
pub(crate) fn small() -> Vec<Document> {
    let mut found = shipped_files();
    found.retain(|files| files.name.strip_suffix("-small") == Some(&stem(&files.template)));
    found.dedup_by(|a, b| a.name == b.name);
    found.iter().map(Files::read).collect()
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}

/// The files of a folder in order, of an extension unless it is empty; none without the folder.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| extension.is_empty() || path.extension().is_some_and(|e| e == extension))
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    files
}

fn document(template: &Path, sample: &Path, name: &str) -> Document {
    let project = Value::from_json(&std::fs::read_to_string(template).unwrap()).unwrap();
    let part = |key| project.get(key).unwrap_or(&Value::Null);
    let prepared = prepare(part("template"), part("bindings")).unwrap();
    let data = data::read(sample, 1 << 26, None).unwrap();
    Document { name: name.to_owned(), template: stem(template), prepared, source: project, data }
}

impl Document {
    /// The PDF as users get it.
    pub(crate) fn pdf(&self, fonts: &Fonts) -> Result<Vec<u8>, Problem> {
        self.prepared.generate(&self.data, &Options::new(fonts))
    }

    /// The PDF drawn with printpdf's own operations.
    pub(crate) fn reference_pdf(&self, fonts: &Fonts) -> Result<Vec<u8>, Problem> {
        let layout = self.prepared.layout(&self.data, &Options::new(fonts))?;
        let pictures = Default::default();
        let meter = reportctl::budget::Meter::default();
        let mut painter = Painter::new(fonts, Pictures::new(&pictures), &meter);
        let mut drawing = Drawing::default();
        for page in &layout.pages {
            drawing.page(painter.page(page)?);
        }
        Ok(drawing.into_pdf(&self.pdf(fonts)?, painter.pictures().used().len()))
    }

    /// Number of its pages.
    pub(crate) fn page_count(&self, fonts: &Fonts) -> usize {
        self.prepared.layout(&self.data, &Options::new(fonts)).unwrap().pages.len()
    }
}

/// A font stack that begins with a font to embed.
pub(crate) fn embedded_fonts() -> Fonts {
    Fonts::new(vec![Arc::new(Face::from_bytes("Sans", SANS.to_vec()).unwrap())], true)
}

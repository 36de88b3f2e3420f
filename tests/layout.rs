//! Layout cases: a template with data, and the pages that they give.

mod text;

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::Trial;
use reportctl::{Fonts, Library, Options, Problem, Value, data, prepare_with};

use crate::{case, documents, snapshot};

pub(super) fn cases() -> Vec<Trial> {
    let root = documents::root().join("tests/cases");
    let mut folders = Vec::new();
    collect(&root, &mut folders);
    assert!(!folders.is_empty(), "no case in {}", root.display());
    let of_folder = |folder: PathBuf| {
        let name = folder.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
        case(format!("layout/{name}"), move || {
            snapshot::compare(&folder.join("layout.txt"), &pages(&folder))
        })
    };
    let of_template = |document: documents::Document| {
        case(format!("template/{}", document.name), move || {
            let fonts = Fonts::standard();
            let layout = document.prepared.layout(&document.data, &Options::new(&fonts)).unwrap();
            let text = serde_json::to_string_pretty(&layout).unwrap() + "\n";
            let file = format!("tests/golden/{}.layout.json", document.name);
            snapshot::compare(&documents::root().join(file), &text)
        })
    };
    let folders = folders.into_iter().map(of_folder);
    folders.chain(documents::small().into_iter().map(of_template)).collect()
}

/// The folders with a template, in order.
fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for entry in entries.into_iter().filter(|entry| entry.is_dir()) {
        if entry.join("template.json").exists() {
            found.push(entry)
        } else {
            collect(&entry, found)
        }
    }
}

/// The pages of a case as text, or its error.
fn pages(folder: &Path) -> String {
    let data = ["data.json", "data.yaml", "data.csv", "data.ndjson"]
        .map(|name| folder.join(name))
        .into_iter()
        .find(|path| path.exists())
        .map_or(Value::Null, |path| data::read(&path, 1 << 20, None).unwrap());
    let template = fs::read_to_string(folder.join("template.json")).unwrap();
    let template = Value::from_json(&template).unwrap();
    match layout(&template, &data) {
        Ok(layout) => text::of_layout(&layout),
        Err(problem) => text::of_problem(&serde_json::to_value(&problem).unwrap()),
    }
}

/// The library of all cases: the fixture fonts.
fn library() -> Library {
    let mut library = Library::default();
    for name in ["FixtureSans.ttf", "FixtureSmall.ttf", "FixtureCubic.otf", "FixtureKern.ttf"] {
        library.insert(name, fs::read(documents::root().join("tests/fonts").join(name)).unwrap());
    }
    library
}

fn layout(file: &Value, data: &Value) -> Result<serde_json::Value, Problem> {
    let part = |key| file.get(key).unwrap_or(&Value::Null);
    let prepared = prepare_with(part("template"), part("bindings"), library())?;
    let fonts = Fonts::standard();
    let options = Options::new(&fonts);
    // Some problems, such as a character without a glyph, show up while drawing.
    prepared.generate(data, &options)?;
    Ok(serde_json::to_value(prepared.layout(data, &options)?).unwrap())
}

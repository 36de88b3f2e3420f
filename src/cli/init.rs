//! `reportctl init`: a working folder to start from.

use std::fs;
use std::path::{Path, PathBuf};

use super::context::quoted_path;
use super::exit::Exit;
use super::failure::Outcome;
use super::term::Printer;
use crate::config::FILE_NAME;
use crate::files;
use crate::problem::{Code, Problem};
use crate::store::{Store, TemplateDocument};

/// What the folder gets besides the template: the very files of this package.
const FILES: [(&str, &str); 4] = [
    (FILE_NAME, include_str!("init/reportctl.yaml")),
    ("README.md", include_str!("init/README.md")),
    (".gitignore", include_str!("init/gitignore")),
    ("data/receipt.json", include_str!("../../samples/receipt.json")),
];

const TEMPLATES: &str = "templates";
const TEMPLATE: &str = include_str!("../../templates/receipt.json");
const TEMPLATE_FILE: &str = "templates/receipt.json";

pub(super) fn run(folder: &Path, printer: &Printer) -> Outcome {
    // Without a dot in front, names are shorter to read.
    let folder = folder.strip_prefix(".").unwrap_or(folder);
    refuse_to_overwrite(folder)?;
    create(&folder.join("data"))?;
    for (name, text) in FILES {
        write(&folder.join(name), text)?;
        printer.note(format_args!("wrote {}", folder.join(name).display()));
    }
    // Through the store, so that the file is as it keeps templates.
    let document = TemplateDocument::from_json(TEMPLATE.into(), Some("Receipt"))?;
    let store = Store::open(folder.join(TEMPLATES), None)?;
    let saved = store.add(&document)?;
    printer.note(format_args!("wrote {}", store.path(&saved.id).display()));
    printer.note(next_steps(folder));
    Ok(Exit::Done)
}

fn refuse_to_overwrite(folder: &Path) -> Outcome<()> {
    let names = FILES.iter().map(|(name, _)| *name).chain([TEMPLATE_FILE]);
    let taken: Vec<PathBuf> = names
        .map(|name| folder.join(name))
        .filter(|path| path.symlink_metadata().is_ok())
        .collect();
    if taken.is_empty() {
        return Ok(());
    }
    let listed: Vec<String> = taken.iter().map(|path| quoted_path(path)).collect();
    let (be, noun) = if taken.len() == 1 { ("is", "") } else { ("are", "s") };
    let message = format!("{} {be} there already; nothing was written", listed.join(", "));
    Err(Problem::new(Code::Usage, message)
        .advice(format!("give another folder, or move the file{noun} away first"))
        .into())
}

fn create(folder: &Path) -> Outcome<()> {
    fs::create_dir_all(folder).map_err(|error| files::io_problem("write", folder, &error))?;
    Ok(())
}

fn write(path: &Path, text: &str) -> Outcome<()> {
    if files::write_new(path, text.as_bytes())? {
        return Ok(());
    }
    Err(Problem::new(Code::Io, format!("another program has just made {}", quoted_path(path)))
        .advice("run the command again in an empty folder")
        .into())
}

fn next_steps(folder: &Path) -> String {
    let enter = if folder.as_os_str().is_empty() {
        String::new()
    } else {
        format!("\n  cd {}", folder.display())
    };
    format!("\nNext:{enter}\n  reportctl render receipt --data data/receipt.json")
}

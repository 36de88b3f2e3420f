//! `reportctl init`: a working folder to start from.

use std::fs;
use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueHint};

use super::context::quoted_path;
use super::exit::Exit;
use super::failure::Outcome;
use super::term::Printer;
use crate::base::files;
use crate::config::FILE_NAME;
use crate::serve::codes;
use crate::templates::shipped::{self, SHIPPED, Shipped};
use crate::templates::store::{LIBRARY, SCHEMA_FILE, Store, TemplateId};
use engine::format::schema;
use engine::problem::Problem;

/// Start a working folder with a template, data and settings
#[derive(Debug, Args)]
#[command(after_help = INIT_EXAMPLES)]
pub(crate) struct InitArgs {
    /// Folder to fill; created when missing
    #[arg(value_name = "DIR", default_value = ".", value_hint = ValueHint::DirPath)]
    folder: PathBuf,

    /// Shipped template to start with; may be repeated [default: receipt]
    #[arg(
        id = "shipped",
        long = "template",
        value_name = "NAME",
        value_delimiter = ',',
        value_parser = PossibleValuesParser::new(shipped::NAMES)
    )]
    templates: Vec<String>,

    /// List the shipped templates instead
    #[arg(long, conflicts_with = "shipped")]
    list: bool,
}

const INIT_EXAMPLES: &str = "\
Examples:
  reportctl init my-reports
  reportctl init my-reports --template invoice,delivery-note
  reportctl init --list";

/// Files of the folder besides templates and data.
const FILES: [(&str, &str); 4] = [
    (FILE_NAME, include_str!("init/reportctl.yaml")),
    ("README.md", include_str!("init/README.md")),
    (".gitignore", include_str!("init/gitignore")),
    (".gitattributes", include_str!("init/gitattributes")),
];

const TEMPLATES: &str = "templates";
const DATA: &str = "data";
/// The template that a folder starts with, and that `init/README.md` speaks of.
const FIRST: &str = "receipt";

/// Prints the shipped templates: id and name.
fn list(printer: &Printer) -> Outcome {
    let mut text = String::new();
    for shipped in SHIPPED {
        text.push_str(&format!("{:<17}  {}\n", shipped.name, shipped.document()?.name));
    }
    printer.data(text.as_bytes())?;
    Ok(Exit::Done)
}

pub(super) fn run(args: &InitArgs, printer: &Printer) -> Outcome {
    if args.list {
        return list(printer);
    }
    let (folder, names) = (args.folder.as_path(), args.templates.as_slice());
    // Without a dot in front, names are shorter to read.
    let folder = folder.strip_prefix(".").unwrap_or(folder);
    let mut chosen: Vec<&Shipped> = Vec::new();
    for name in names {
        let shipped = Shipped::find(Some(name));
        if !chosen.iter().any(|known| known.name == shipped.name) {
            chosen.push(shipped);
        }
    }
    if chosen.is_empty() {
        chosen.push(Shipped::find(Some(FIRST)));
    }
    let first = chosen.first().map_or(FIRST, |shipped| shipped.name);
    refuse_to_overwrite(folder, &chosen)?;
    create(&folder.join(DATA))?;
    create(&folder.join(LIBRARY))?;
    for (name, text) in FILES {
        write(&folder.join(name), &about(text, first), printer)?;
    }
    // Before the templates, which refer to it.
    let schema = format!("{:#}\n", schema::json_schema());
    write(&folder.join(SCHEMA_FILE), &schema, printer)?;
    let store = Store::open(folder.join(TEMPLATES), None)?;
    for shipped in chosen {
        write(&folder.join(data_file(shipped)), shipped.data, printer)?;
        // Through the store, so that the file is as it keeps templates.
        let saved = store.add_as(&TemplateId::parse(shipped.name)?, &shipped.document()?)?;
        printer.note(format_args!("wrote {}", store.path(&saved.id).display()));
    }
    next_steps(folder, first).lines().for_each(|line| printer.note(line));
    Ok(Exit::Done)
}

/// A text about the first template. The expression in it is for the receipt only.
fn about(text: &str, first: &str) -> String {
    if first == FIRST {
        return text.to_owned();
    }
    let lines = text.lines().filter(|line| !line.starts_with("reportctl eval"));
    lines.map(|line| line.replace(FIRST, first) + "\n").collect()
}

fn data_file(shipped: &Shipped) -> PathBuf {
    Path::new(DATA).join(format!("{}.json", shipped.name))
}

fn refuse_to_overwrite(folder: &Path, chosen: &[&Shipped]) -> Outcome<()> {
    let template = |shipped: &&Shipped| Path::new(TEMPLATES).join(format!("{}.json", shipped.name));
    let names = FILES.iter().map(|(name, _)| *name).chain([SCHEMA_FILE]).map(PathBuf::from);
    let names = names.chain(chosen.iter().map(|shipped| data_file(shipped)));
    let taken: Vec<PathBuf> = names
        .chain(chosen.iter().map(template))
        .map(|name| folder.join(name))
        .filter(|path| path.symlink_metadata().is_ok())
        .collect();
    if taken.is_empty() {
        return Ok(());
    }
    let listed: Vec<String> = taken.iter().map(|path| quoted_path(path)).collect();
    let (be, noun) = if taken.len() == 1 { ("is", "") } else { ("are", "s") };
    let message = format!("{} {be} there already; nothing was written", listed.join(", "));
    Err(Problem::new(codes::USAGE, message)
        .advice(format!("give another folder, or move the file{noun} away first"))
        .into())
}

fn create(folder: &Path) -> Outcome<()> {
    fs::create_dir_all(folder).map_err(|error| files::io_problem("write", folder, &error))?;
    Ok(())
}

fn write(path: &Path, text: &str, printer: &Printer) -> Outcome<()> {
    if files::write_new(path, text.as_bytes())? {
        printer.note(format_args!("wrote {}", path.display()));
        return Ok(());
    }
    Err(Problem::new(codes::IO, format!("another program has just made {}", quoted_path(path)))
        .advice("run the command again in an empty folder")
        .into())
}

fn next_steps(folder: &Path, first: &str) -> String {
    let enter = if folder.as_os_str().is_empty() {
        String::new()
    } else {
        format!("\n  cd {}", files::shell_word(&folder.display().to_string()))
    };
    format!("\nNext:{enter}\n  reportctl render {first} --data data/{first}.json")
}

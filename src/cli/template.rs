//! `reportctl template`: the stored templates.

use std::io::IsTerminal;
use std::path::Path;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Subcommand, ValueHint};
use serde_json::json;

use super::check::repository;
use super::context::{Context, count, target};
use super::exit::Exit;
use super::failure::Outcome;
use crate::base::files;
use crate::serve::codes;
use crate::templates::fonts;
use crate::templates::shipped;
use crate::templates::shipped::Shipped;
use crate::templates::store::{
    Entry, Names, Saved, Target, TemplateDocument, TemplateId, format_file,
};
use engine::problem::{Problem, Result, Severity};
use engine::template::Template;

#[derive(Debug, Subcommand)]
pub(crate) enum TemplateCommand {
    /// List the stored templates: id and name
    List {
        /// Print a JSON array of `{"id", "name"}`
        #[arg(long)]
        json: bool,
    },
    /// Print a template as JSON, with its images
    Show {
        /// Id of a stored template, or a template file
        #[arg(value_name = "TEMPLATE", value_hint = ValueHint::FilePath)]
        template: String,
        /// Print its version instead, for `update --if-match`
        #[arg(long)]
        version: bool,
    },
    /// Store a new template, blank or from a shipped one, with data to try it
    New {
        /// Its name; the id is made from it
        #[arg(value_name = "NAME")]
        name: String,
        /// Shipped template to start from [default: a blank page]
        #[arg(long, value_name = "SHIPPED", value_parser = PossibleValuesParser::new(shipped::NAMES))]
        from: Option<String>,
    },
    /// Store a template file and print its id
    Add {
        /// Template file, JSON or YAML; `-` for standard input
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        file: PathBuf,
        /// Id to store it under [default: made from its name]
        #[arg(long, value_name = "ID")]
        id: Option<String>,
    },
    /// Replace a stored template by a file
    Update {
        /// Id of the template
        #[arg(value_name = "ID")]
        id: String,
        /// Template file, JSON or YAML; `-` for standard input
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        file: PathBuf,
        /// Only if this is still its version
        #[arg(long, value_name = "VERSION")]
        if_match: Option<String>,
    },
    /// Remove stored templates
    Remove {
        /// Ids of the templates
        #[arg(value_name = "ID", required = true)]
        ids: Vec<String>,
    },
    /// Write templates in canonical form
    Fmt {
        /// Ids of stored templates, or template files [default: all stored templates]
        // The global flag `--templates` has the other name.
        #[arg(id = "template", value_name = "TEMPLATE", value_hint = ValueHint::FilePath)]
        templates: Vec<String>,
        /// Change nothing; fail when something would change
        #[arg(long)]
        check: bool,
    },
}

pub(crate) const TEMPLATE_EXAMPLES: &str = "\
Examples:
  reportctl template new 'Monthly invoice' --from invoice
  reportctl template add design.json
  reportctl template show invoice > invoice-with-images.json
  version=$(reportctl template show invoice --version)
  reportctl template update invoice design.json --if-match \"$version\"
  reportctl template fmt --check";

pub(super) fn run(command: TemplateCommand, context: &Context<'_>) -> Outcome {
    match command {
        TemplateCommand::List { json } => list(json, context),
        TemplateCommand::Show { template, version: false } => show(&template, context),
        TemplateCommand::Show { template, version: true } => show_version(&template, context),
        TemplateCommand::New { name, from } => new(&name, from.as_deref(), context),
        TemplateCommand::Add { file, id } => add(&file, id.as_deref(), context),
        TemplateCommand::Update { id, file, if_match } => {
            update(&id, &file, if_match.as_deref(), context)
        }
        TemplateCommand::Remove { ids } => remove(&ids, context),
        TemplateCommand::Fmt { templates, check } => fmt(&templates, check, context),
    }
}

fn list(as_json: bool, context: &Context<'_>) -> Outcome {
    let store = context.store()?;
    let names = Names::read(repository::file(&context.config, "names"));
    let listing = store.list_all_with(&names)?;
    names.write();
    // Unreadable files are warnings, so that the others are listed.
    let warnings: Vec<Problem> = listing
        .problems
        .into_iter()
        .map(|problem| Problem { severity: Severity::Warning, ..problem })
        .collect();
    context.printer.warn(&warnings);
    let text = if as_json { json_list(&listing.templates) } else { table(&listing.templates) };
    context.printer.data(text.as_bytes())?;
    if listing.templates.is_empty() && warnings.is_empty() {
        context.printer.note(store.nothing_stored());
    }
    Ok(Exit::Done)
}

fn json_list(templates: &[Entry]) -> String {
    let entries: Vec<_> = templates
        .iter()
        .map(|entry| json!({"id": entry.id.to_string(), "name": entry.name}))
        .collect();
    format!("{}\n", serde_json::Value::Array(entries))
}

/// Id and name: in columns for people, with a tab between for programs.
fn table(templates: &[Entry]) -> String {
    let ids: Vec<String> = templates.iter().map(|entry| entry.id.to_string()).collect();
    let width = ids.iter().map(String::len).max().unwrap_or_default();
    let for_people = std::io::stdout().is_terminal();
    let lines = ids.iter().zip(templates).map(|(id, entry)| {
        let name = entry.name.replace(char::is_control, " ");
        if for_people { format!("{id:width$}  {name}\n") } else { format!("{id}\t{name}\n") }
    });
    lines.collect()
}

fn show(template: &str, context: &Context<'_>) -> Outcome {
    let loaded = context.template(template)?;
    context.printer.data(loaded.document.to_json()?.as_bytes())?;
    Ok(Exit::Done)
}

fn show_version(template: &str, context: &Context<'_>) -> Outcome {
    let Target::Stored(id) = target(template)? else {
        return Err(Problem::new(codes::USAGE, "only stored templates have a version")
            .advice("give the id of a template, as `reportctl template list` shows it")
            .into());
    };
    let stored = context.store()?.load(&id)?;
    context.printer.data(format!("{}\n", stored.version).as_bytes())?;
    Ok(Exit::Done)
}

fn new(name: &str, from: Option<&str>, context: &Context<'_>) -> Outcome {
    let shipped = Shipped::find(from);
    let mut document = shipped.document()?;
    name.clone_into(&mut document.name);
    let store = context.store()?;
    let saved = store.add(&document)?;
    context.printer.data(format!("{}\n", saved.id).as_bytes())?;
    context.printer.note(format_args!("wrote {}", store.path(&saved.id).display()));
    // `init` makes the same folders: `data` beside the templates.
    let data = files::folder_of(store.root()).join("data");
    let data = data.strip_prefix(".").unwrap_or(&data).join(format!("{}.json", saved.id.id));
    std::fs::create_dir_all(files::folder_of(&data))
        .map_err(|error| files::io_problem("write", &data, &error))?;
    if files::write_new(&data, shipped.data.as_bytes())? {
        context.printer.note(format_args!("wrote {}", data.display()));
    }
    Ok(Exit::Done)
}

fn add(file: &Path, id: Option<&str>, context: &Context<'_>) -> Outcome {
    let document = validated(file, context)?;
    let store = context.store()?;
    let saved = match id {
        Some(id) => store.add_as(&TemplateId::parse(id)?, &document)?,
        None => store.add(&document)?,
    };
    context.printer.data(format!("{}\n", saved.id).as_bytes())?;
    context.printer.note(format_args!("wrote {}", store.path(&saved.id).display()));
    Ok(Exit::Done)
}

fn update(id: &str, file: &Path, expected: Option<&str>, context: &Context<'_>) -> Outcome {
    let id = TemplateId::parse(id)?;
    let document = validated(file, context)?;
    let Saved { id, version } = context.store()?.update(&id, &document, expected)?;
    context.printer.note(format_args!("updated {id} (version {version})"));
    Ok(Exit::Done)
}

/// Reads a template file and validates it with the fonts of the settings.
fn validated(file: &Path, context: &Context<'_>) -> Outcome<TemplateDocument> {
    let target = Target::File(file.to_owned());
    let document = context.store()?.read(&target)?;
    let name = files::display_name(file);
    let template = fonts::completed(&document.template, &context.config.named_fonts);
    let parsed = Template::parse(&template, &document.bindings);
    parsed.map_err(|problems| {
        problems.into_iter().map(|problem| problem.file(&name)).collect::<Vec<_>>()
    })?;
    Ok(document)
}

fn remove(ids: &[String], context: &Context<'_>) -> Outcome {
    let store = context.store()?;
    // A wrong id removes nothing. Templates that cannot be read can be removed.
    let ids = ids.iter().map(|id| TemplateId::parse(id)).collect::<Result<Vec<_>>>()?;
    for id in ids.iter().filter(|id| !store.path(id).exists()) {
        store.load(id)?;
    }
    for id in &ids {
        store.remove(id, None)?;
        context.printer.note(format_args!("removed {id}"));
    }
    Ok(Exit::Done)
}

/// A formatted template: `changes` is `true` if its file was not in canonical form.
struct Formatted {
    name: String,
    file: String,
    changes: Result<bool>,
}

fn fmt(templates: &[String], check: bool, context: &Context<'_>) -> Outcome {
    let (targets, mut problems) = targets(templates, context)?;
    let mut changed = 0;
    for target in &targets {
        let Formatted { name, file, changes } = format(target, check, context)?;
        match changes {
            Ok(true) if check => problems.push(not_canonical(&name, file)),
            Ok(true) => {
                changed += 1;
                context.printer.note(format_args!("formatted {file}"));
            }
            Ok(false) => context.printer.detail(format_args!("{file} is canonical")),
            Err(problem) => problems.push(problem),
        }
    }
    if !problems.is_empty() {
        // Errors before findings of form: the first problem decides the exit code.
        problems.sort_by_key(|problem| problem.code == codes::NOT_CANONICAL);
        return Err(problems.into());
    }
    if changed == 0 {
        let all = count(targets.len(), "template");
        context.printer.note(format_args!("nothing to do: {all} in canonical form"));
    }
    Ok(Exit::Done)
}

/// Templates to format, and the stored files that cannot be formatted.
fn targets(templates: &[String], context: &Context<'_>) -> Result<(Vec<Target>, Vec<Problem>)> {
    if !templates.is_empty() {
        let targets = templates.iter().map(|argument| crate::templates::store::resolve(argument));
        return Ok((targets.collect::<Result<_>>()?, Vec::new()));
    }
    let store = context.store()?;
    let listing = store.list_all()?;
    if listing.templates.is_empty() && listing.problems.is_empty() {
        return Err(store.nothing_stored());
    }
    let targets = listing.templates.into_iter().map(|entry| Target::Stored(entry.id));
    Ok((targets.collect(), listing.problems))
}

fn format(target: &Target, check: bool, context: &Context<'_>) -> Result<Formatted> {
    Ok(match target {
        Target::Stored(id) => {
            let store = context.store()?;
            let file = files::display_name(&store.path(id));
            Formatted { name: id.to_string(), file, changes: store.format(id, check) }
        }
        Target::File(path) => {
            let file = files::display_name(path);
            Formatted { name: file.clone(), file, changes: format_file(path, check) }
        }
    })
}

fn not_canonical(name: &str, file: String) -> Problem {
    Problem::new(codes::NOT_CANONICAL, format!("the template `{name}` is not in canonical form"))
        .advice(format!("run `reportctl template fmt {name}`"))
        .file(file)
}

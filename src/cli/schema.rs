//! `reportctl schema`: what a template file may hold, and what the data of a template must look like.

use clap::{Args, ValueEnum, ValueHint};

use super::args::SCHEMA_EXAMPLES;
use super::context::Context;
use super::exit::Exit;
use super::failure::Outcome;
use super::term::Printer;
use crate::contract::types;
use crate::documents::{LoadedTemplate, mail_options};
use crate::expr::TextTemplate;
use crate::format::{schema, typescript};
use crate::problem::{Code, Problem};

/// Print what the data of a template must look like, or what a template file may hold
///
/// With a template: a JSON Schema of its data, inferred from what the template shows, calculates
/// and repeats. Required is what is used without a condition before it. Kept beside the template as
/// `invoice.schema.json`, refined or not, it is what every command and the service validate data
/// against before anything is rendered. Without a template: the schema of template files, with
/// which an editor completes and checks them.
#[derive(Debug, Args)]
#[command(after_help = SCHEMA_EXAMPLES)]
pub(crate) struct SchemaArgs {
    /// Id of a stored template (`invoice`, `acme/invoice`), or a template file
    #[arg(value_name = "TEMPLATE", value_hint = ValueHint::FilePath)]
    pub(crate) template: Option<String>,

    /// Print types of the data instead, for programs that make it
    #[arg(long, value_name = "LANGUAGE", requires = "template")]
    types: Option<Language>,

    /// Infer it from the template even where a schema stands beside it
    #[arg(long, requires = "template")]
    infer: bool,

    /// What to print about template files
    #[arg(
        long,
        value_name = "FORMAT",
        num_args = 0..=1,
        default_value = "json-schema",
        default_missing_value = "json-schema",
        conflicts_with = "template"
    )]
    format: SchemaFormat,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum SchemaFormat {
    /// JSON Schema, draft 2020-12
    JsonSchema,
    /// TypeScript declarations
    Typescript,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Language {
    /// Interfaces
    Typescript,
    /// Structs of serde
    Rust,
    /// Typed dictionaries
    Python,
}

/// What a template file may hold.
pub(super) fn of_files(args: &SchemaArgs, printer: &Printer) -> Outcome {
    let text = match args.format {
        SchemaFormat::JsonSchema => format!("{:#}\n", schema::json_schema()),
        SchemaFormat::Typescript => typescript::declarations(),
    };
    printer.data(text.as_bytes())?;
    Ok(Exit::Done)
}

/// The schema of the data of a template: the one beside it, or what the template takes.
pub(super) fn run(args: &SchemaArgs, context: &Context<'_>) -> Outcome {
    let _in_time = context.watch();
    let template = args.template.as_deref().unwrap_or_default();
    let loaded = context.template(template)?;
    let kept = loaded.contract.as_ref().filter(|_| !args.infer);
    let schema = match kept {
        Some(contract) => contract.schema().clone(),
        None => inferred(&loaded)?,
    };
    let text = match args.types {
        None => format!("{schema:#}\n"),
        Some(language) => types::declarations(&schema, &loaded.stem, language.into()),
    };
    context.printer.data(text.as_bytes())?;
    Ok(Exit::Done)
}

/// What a template and its mail take from the data.
fn inferred(loaded: &LoadedTemplate) -> Outcome<serde_json::Value> {
    let checker = loaded.checker()?;
    let mail = mail_options(&loaded.document).map_err(|problem| problem.file(&loaded.file))?;
    let options = serde_json::to_value(&mail).map_err(|error| {
        Problem::new(Code::Internal, format!("cannot read the options of the mail: {error}"))
    })?;
    let texts: Vec<(String, TextTemplate)> = options
        .as_object()
        .into_iter()
        .flatten()
        .filter_map(|(key, value)| {
            let text = value.as_str().filter(|text| text.contains('{'))?;
            Some((format!("mail.{key}"), TextTemplate::compile(text)))
        })
        .collect();
    let texts: Vec<(&str, &TextTemplate)> =
        texts.iter().map(|(name, text)| (name.as_str(), text)).collect();
    let title = format!("Data of {}", loaded.document.name);
    Ok(checker.contract(&title, &texts))
}

impl From<Language> for types::Language {
    fn from(language: Language) -> Self {
        match language {
            Language::Typescript => Self::Typescript,
            Language::Rust => Self::Rust,
            Language::Python => Self::Python,
        }
    }
}

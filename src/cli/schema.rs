//! `reportctl schema`: what a template file may hold, and what the data of a template must look like.

use clap::{Args, ValueEnum, ValueHint};

use super::context::Context;
use super::exit::Exit;
use super::failure::Outcome;
use super::term::Printer;
use crate::templates::contract::types;
use crate::templates::{LoadedTemplate, mail_options};
use engine::expr::TextTemplate;
use engine::format::{schema, typescript};
use engine::problem::{Code, Problem};

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
    types: Option<TypeLanguage>,

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

const SCHEMA_EXAMPLES: &str = "\
Examples:
  reportctl schema invoice > templates/invoice.schema.json
  reportctl schema invoice --types typescript > invoice.d.ts
  reportctl schema --format > template.schema.json
  reportctl schema --format typescript > template.d.ts";

#[derive(Debug, Clone, Copy, ValueEnum)]
enum SchemaFormat {
    /// JSON Schema, draft 2020-12
    JsonSchema,
    /// TypeScript declarations
    Typescript,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum TypeLanguage {
    /// Interfaces
    Typescript,
    /// Structs of serde
    Rust,
    /// Typed dictionaries
    Python,
}

/// Prints the schema of template files.
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

/// Infers the data that a template and its mail take.
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

impl From<TypeLanguage> for types::Language {
    fn from(language: TypeLanguage) -> Self {
        match language {
            TypeLanguage::Typescript => Self::Typescript,
            TypeLanguage::Rust => Self::Rust,
            TypeLanguage::Python => Self::Python,
        }
    }
}

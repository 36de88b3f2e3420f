//! `reportctl schema`: what a template file may hold, for editors and programs.

use clap::{Args, ValueEnum};

use super::args::SCHEMA_EXAMPLES;
use super::exit::Exit;
use super::failure::Outcome;
use super::term::Printer;
use crate::format::{schema, typescript};

/// Print what a template file may hold, as JSON Schema or TypeScript types
///
/// An editor that knows the schema completes and checks template files while they are written.
#[derive(Debug, Args)]
#[command(after_help = SCHEMA_EXAMPLES)]
pub(crate) struct SchemaArgs {
    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "json-schema")]
    format: SchemaFormat,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum SchemaFormat {
    /// JSON Schema, draft 2020-12
    JsonSchema,
    /// TypeScript declarations
    Typescript,
}

pub(super) fn run(args: &SchemaArgs, printer: &Printer) -> Outcome {
    let text = match args.format {
        SchemaFormat::JsonSchema => format!("{:#}\n", schema::json_schema()),
        SchemaFormat::Typescript => typescript::declarations(),
    };
    printer.data(text.as_bytes())?;
    Ok(Exit::Done)
}

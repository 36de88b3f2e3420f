//! Tables of a document as CSV files or as a workbook.

use std::path::{Path, PathBuf};

use super::Sink;
#[cfg(feature = "xlsx")]
use super::args::OutputFormat;
use super::args::RenderArgs;
#[cfg(feature = "xlsx")]
use super::count;
use crate::base::files;
use crate::cli::context::{Context, size};
use crate::cli::failure::Outcome;
use crate::cli::pattern;
use crate::documents::tables::{CsvFile, Tables, several_tables};
use crate::serve::codes;
use engine::budget::Meter;
use engine::layout::Layout;
use engine::problem::{Problem, Result};
use engine::render::Options;

/// Stands for the name of a table in the name of its file.
const TABLE: &str = "{table}";

/// Files of the tables that are wanted.
pub(super) enum TableFiles {
    /// A file for each table.
    Csv(Vec<CsvFile>),
    /// One file, with the number of its sheets.
    #[cfg(feature = "xlsx")]
    Workbook(Vec<u8>, usize),
}

/// Refuses flags that choose tables of other outputs.
pub(super) fn refuse_usage(args: &RenderArgs) -> Result<()> {
    if args.table.is_some() && !args.format.is_of_tables() {
        return Err(Problem::new(codes::USAGE, "`--table` chooses one of several tables")
            .advice("use it with a format that has tables: `--format csv`"));
    }
    Ok(())
}

/// The tables of a page model that was made with values, in the format that is asked for.
pub(super) fn of(
    args: &RenderArgs,
    layout: &Layout<'_>,
    options: &Options<'_>,
) -> Result<TableFiles> {
    let meter = Meter::new(options.budget);
    let tables = Tables::of(layout, &meter)?.choose(args.table.as_deref())?;
    #[cfg(feature = "xlsx")]
    if args.format == OutputFormat::Xlsx {
        let properties = crate::documents::tables::Properties {
            title: options.title,
            author: options.author,
            report_date: options.report_date,
        };
        let sheets = tables.names().len();
        return tables.xlsx(&properties).map(|bytes| TableFiles::Workbook(bytes, sheets));
    }
    tables.csv().map(TableFiles::Csv)
}

/// Destination of the files. `stem`: that of the template.
///
/// # Errors
/// `usage` where several tables would go into one file.
pub(super) fn sink(args: &RenderArgs, stem: &str, files: &TableFiles) -> Result<Sink> {
    let extension = args.format.extension();
    let several = match files {
        TableFiles::Csv(files) if files.len() > 1 => files.as_slice(),
        _ => &[],
    };
    Ok(match &args.output {
        Some(path) if !several.is_empty() && !pattern::has_place(path, TABLE) => {
            return Err(needs_names(path, several));
        }
        Some(path) if path == Path::new("-") => Sink::Stdout,
        Some(path) => Sink::File(path.clone()),
        None if !several.is_empty() => Sink::File(format!("{stem}-{TABLE}.{extension}").into()),
        None => Sink::File(format!("{stem}.{extension}").into()),
    })
}

fn needs_names(output: &Path, files: &[CsvFile]) -> Problem {
    let names: Vec<_> = files.iter().map(|file| file.name.as_str()).collect();
    let name = names.first().copied().unwrap_or_default();
    let advice = if output == Path::new("-") {
        format!(
            "name files by their table: `--output '{TABLE}.csv'`, or choose one: `--table {name}`"
        )
    } else {
        format!(
            "put `{TABLE}` into the name of the output file, where the name of the table goes, or \
             choose one: `--table {name}`"
        )
    };
    several_tables(codes::USAGE, &names).advice(advice)
}

/// The files of a pattern.
pub(super) fn names(pattern: &Path, made: &TableFiles) -> Vec<PathBuf> {
    match made {
        TableFiles::Csv(files) => {
            files.iter().map(|file| table_file(pattern, &file.name)).collect()
        }
        #[cfg(feature = "xlsx")]
        TableFiles::Workbook(..) => vec![pattern.to_owned()],
    }
}

/// Writes the files; the first one, where there are files.
pub(super) fn deliver(
    made: &TableFiles,
    sink: &Sink,
    context: &Context<'_>,
) -> Outcome<Option<PathBuf>> {
    match made {
        TableFiles::Csv(files) => deliver_files(files, sink, context),
        #[cfg(feature = "xlsx")]
        TableFiles::Workbook(bytes, sheets) => deliver_workbook(bytes, *sheets, sink, context),
    }
}

#[cfg(feature = "xlsx")]
fn deliver_workbook(
    bytes: &[u8],
    sheets: usize,
    sink: &Sink,
    context: &Context<'_>,
) -> Outcome<Option<PathBuf>> {
    let Sink::File(path) = sink else {
        context.printer.data(bytes)?;
        return Ok(None);
    };
    files::write_output(path, bytes)?;
    let (sheets, size) = (count(sheets, "sheet"), size(bytes.len()));
    context.printer.note(format_args!("wrote {} ({sheets}, {size})", path.display()));
    Ok(Some(path.clone()))
}

fn deliver_files(
    files: &[CsvFile],
    sink: &Sink,
    context: &Context<'_>,
) -> Outcome<Option<PathBuf>> {
    let Sink::File(pattern) = sink else {
        files.iter().try_for_each(|file| context.printer.data(&file.bytes))?;
        return Ok(None);
    };
    for file in files {
        let path = table_file(pattern, &file.name);
        files::write_output(&path, &file.bytes)?;
        context.printer.note(format_args!("wrote {} ({})", path.display(), size(file.bytes.len())));
    }
    Ok(files.first().map(|file| table_file(pattern, &file.name)))
}

/// The file of a table.
fn table_file(pattern: &Path, name: &str) -> PathBuf {
    pattern::filled(pattern, TABLE, name)
}

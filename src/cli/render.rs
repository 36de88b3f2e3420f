//! `reportctl render`: a template and data to a PDF, or to its page model.

use std::path::{Path, PathBuf};

use anyhow::Context as _;

use super::args::{OutputFormat, RenderArgs};
use super::context::{Context, count, one_reader_of_input, size};
use super::exit::Exit;
use super::failure::Outcome;
use super::{strict, term};
use crate::budget::Budget;
use crate::documents::LoadedTemplate;
use crate::files;
use crate::problem::{Code, Problem};
use crate::render::Options;
use crate::value::Value;

/// Where the result goes.
enum Sink {
    Stdout,
    File(PathBuf),
}

/// A finished document.
struct Document {
    bytes: Vec<u8>,
    pages: usize,
}

pub(super) fn run(args: &RenderArgs, context: &Context<'_>) -> Outcome {
    one_reader_of_input(&args.template, Some(&args.data))?;
    refuse_terminal(args)?;
    let report_date = context.report_date(args.document.creation_date)?;
    let loaded = context.template(&args.template)?;
    let checker = loaded.checker()?;
    let prepared = checker.prepared();
    let fonts = context.fonts()?;
    let data = context.data(&args.data)?;
    let expired = context.expiry();
    let options = Options {
        fonts: &fonts,
        budget: Budget {
            max_pages: context.config.max_pages,
            max_output_bytes: context.config.max_output_bytes,
            expired: Some(&expired),
            ..Budget::default()
        },
        report_date,
        title: args.title.as_deref().unwrap_or(&loaded.document.name),
        author: &context.config.author,
    };
    let locate = |problem| loaded.locate(problem);
    let converted: Vec<_> = prepared.warnings().iter().cloned().map(locate).collect();
    context.printer.warn(&converted);
    let strictness = args.strict.strictness(context.config.strict || loaded.is_strict()?)?;
    let warnings = checker.admit(&data, &options, &strictness).map_err(locate);
    let warnings = warnings.map_err(|problem| strict::refused(hinted(problem, &data)))?;
    let warnings: Vec<_> = warnings.into_iter().map(locate).collect();
    if let Some(last) = warnings.last().cloned() {
        context.printer.warn(&warnings[..warnings.len() - 1]);
        context.printer.warn(&[hinted(last, &data)]);
    }
    // What a denied code had looked for was said before.
    let warn = |made: Vec<Problem>| {
        let made = made.into_iter().map(locate).filter(|problem| !warnings.contains(problem));
        context.printer.warn(&made.collect::<Vec<_>>());
    };
    let layout = prepared.layout(&data, &options).map_err(locate)?;
    let bytes = match args.format {
        OutputFormat::Pdf => {
            let document = prepared.draw(&layout, &options).map_err(locate)?;
            warn(document.warnings);
            document.bytes
        }
        OutputFormat::Layout => {
            // The layout of a document that cannot be made would promise too much.
            warn(prepared.try_draw(&layout, &options).map_err(locate)?);
            let mut bytes = serde_json::to_vec(&layout).context("cannot write the layout")?;
            bytes.push(b'\n');
            bytes
        }
    };
    context.printer.detail(format_args!("rendered in {:.1} ms", context.elapsed_millis()));
    deliver(&Document { bytes, pages: layout.pages.len() }, &sink(args, &loaded), context)
}

/// With the way out, where the template asks for fields and the data is a list of rows.
fn hinted(problem: Problem, data: &Value) -> Problem {
    match data.as_array() {
        Some(rows) if problem.code == Code::MissingPath => problem.advice(format!(
            "the data is a list of {}; `reportctl batch` makes a document for each",
            count(rows.len(), "row")
        )),
        _ => problem,
    }
}

/// PDF bytes would only garble a terminal; better said before the work than after.
fn refuse_terminal(args: &RenderArgs) -> Outcome<()> {
    let to_stdout = args.output.as_deref() == Some(Path::new("-"));
    if args.format == OutputFormat::Pdf && to_stdout && term::output_is_terminal() {
        return Err(Problem::new(Code::Usage, "a PDF cannot be shown on a terminal")
            .advice("send it to a file or to another program: `--output invoice.pdf`")
            .into());
    }
    Ok(())
}

fn sink(args: &RenderArgs, loaded: &LoadedTemplate) -> Sink {
    match (&args.output, args.format) {
        (Some(path), _) if path == Path::new("-") => Sink::Stdout,
        (Some(path), _) => Sink::File(path.clone()),
        (None, OutputFormat::Layout) => Sink::Stdout,
        (None, OutputFormat::Pdf) => Sink::File(format!("{}.pdf", loaded.stem).into()),
    }
}

fn deliver(document: &Document, sink: &Sink, context: &Context<'_>) -> Outcome {
    match sink {
        Sink::Stdout => context.printer.data(&document.bytes)?,
        Sink::File(path) => {
            files::write_whole(path, &document.bytes)?;
            let pages = count(document.pages, "page");
            let size = size(document.bytes.len());
            context.printer.note(format_args!("wrote {} ({pages}, {size})", path.display()));
        }
    }
    Ok(Exit::Done)
}

//! `reportctl render`: a template and data to a PDF, to drawings of its pages, or to its page model.

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

/// Stands for the number of a page in the name of its file.
const PAGE: &str = "{page}";

/// Where the result goes.
enum Sink {
    Stdout,
    File(PathBuf),
}

/// A finished document: one file, or a file per page.
enum Document {
    File { bytes: Vec<u8>, pages: usize },
    Pages(Vec<Vec<u8>>),
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
    let pages = layout.pages.len();
    let sink = sink(args, &loaded, pages)?;
    let document = match args.format {
        OutputFormat::Pdf => {
            let document = prepared.draw(&layout, &options).map_err(locate)?;
            warn(document.warnings);
            Document::File { bytes: document.bytes, pages }
        }
        OutputFormat::Svg => {
            let mut files = Vec::with_capacity(pages);
            let keep = |_, file: String| {
                files.push(file.into_bytes());
                Ok(())
            };
            warn(prepared.svg(&layout, &options, |_| true, keep).map_err(locate)?);
            Document::Pages(files)
        }
        OutputFormat::Layout => {
            // The layout of a document that cannot be made would promise too much.
            warn(prepared.try_draw(&layout, &options).map_err(locate)?);
            let mut bytes = serde_json::to_vec(&layout).context("cannot write the layout")?;
            bytes.push(b'\n');
            Document::File { bytes, pages }
        }
    };
    context.printer.detail(format_args!("rendered in {:.1} ms", context.elapsed_millis()));
    deliver(&document, &sink, context)
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

/// Where the document goes.
///
/// # Errors
/// `usage` where several pages would go into one file.
fn sink(args: &RenderArgs, loaded: &LoadedTemplate, pages: usize) -> Result<Sink, Problem> {
    let several = args.format == OutputFormat::Svg && pages > 1;
    let stem = &loaded.stem;
    Ok(match (&args.output, args.format) {
        (Some(path), _) if several && !path.to_string_lossy().contains(PAGE) => {
            return Err(several_pages(path, pages));
        }
        (Some(path), _) if path == Path::new("-") => Sink::Stdout,
        (Some(path), _) => Sink::File(path.clone()),
        (None, OutputFormat::Layout) => Sink::Stdout,
        (None, OutputFormat::Pdf) => Sink::File(format!("{stem}.pdf").into()),
        (None, OutputFormat::Svg) if several => Sink::File(format!("{stem}-{PAGE}.svg").into()),
        (None, OutputFormat::Svg) => Sink::File(format!("{stem}.svg").into()),
    })
}

fn several_pages(output: &Path, pages: usize) -> Problem {
    let message = format!("the document has {pages} pages, which are a file each");
    let advice = match output == Path::new("-") {
        true => format!("name files with the number of the page: `--output 'page-{PAGE}.svg'`"),
        false => format!("put `{PAGE}` into the name of the output file, where the number goes"),
    };
    Problem::new(Code::Usage, message).advice(advice)
}

/// The file of a page. Numbers have as many digits as the last one, so that names sort by page.
fn page_file(pattern: &Path, page: usize, pages: usize) -> PathBuf {
    let digits = pages.to_string().len();
    let number = format!("{page:0digits$}");
    // A name that is not text has no place for the number, and then there is one page only.
    pattern
        .to_str()
        .map_or_else(|| pattern.to_path_buf(), |text| text.replace(PAGE, &number).into())
}

fn deliver(document: &Document, sink: &Sink, context: &Context<'_>) -> Outcome {
    match (document, sink) {
        (Document::File { bytes, .. }, Sink::Stdout) => context.printer.data(bytes)?,
        (Document::Pages(files), Sink::Stdout) => {
            files.iter().try_for_each(|file| context.printer.data(file))?;
        }
        (Document::File { bytes, pages }, Sink::File(path)) => {
            files::write_whole(path, bytes)?;
            let pages = count(*pages, "page");
            let size = size(bytes.len());
            context.printer.note(format_args!("wrote {} ({pages}, {size})", path.display()));
        }
        (Document::Pages(pages), Sink::File(pattern)) => {
            for (index, bytes) in pages.iter().enumerate() {
                files::write_whole(&page_file(pattern, index + 1, pages.len()), bytes)?;
            }
            let size = size(pages.iter().map(Vec::len).sum());
            let number = count(pages.len(), "page");
            let name = match pages.len() {
                1 => page_file(pattern, 1, 1),
                _ => pattern.clone(),
            };
            context.printer.note(format_args!("wrote {} ({number}, {size})", name.display()));
        }
    }
    Ok(Exit::Done)
}

//! `reportctl render`: a template and data to a PDF, to drawings of its pages, to its tables, or to its page
//! model.

mod args;
#[cfg(feature = "raster")]
mod raster;
#[cfg(feature = "receipts")]
mod receipt;
mod tables;

use std::fs;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use super::context::{Context, count, one_reader_of_input, size};
#[cfg(feature = "einvoice")]
use super::einvoice::makes_none;
use super::exit::Exit;
use super::failure::Outcome;
use super::pattern::{self, PAGE};
use super::{overwriting, strict, term};
use crate::base::files;
use crate::base::threads::Threads;
use crate::documents::{DRAFT, Machine};
use crate::serve::codes;
#[cfg(feature = "signatures")]
use crate::signatures::Signing;
use crate::signatures::settings::SignerSettings;
use crate::templates::LoadedTemplate;
use engine::executor::Executor;
use engine::layout::Layout;
use engine::problem::{Code, Problem};
use engine::render::{self, Options};
use engine::value::Value;

use args::OutputFormat;
pub(super) use args::RenderArgs;
use tables::TableFiles;

/// Size of data in bytes from which a document is probably long enough for several threads:
/// measured, a ledger of 2,000 rows takes as long with two as with one.
const MUCH_DATA: u64 = 256 * 1024;

/// Destination of the result.
enum Sink {
    Stdout,
    File(PathBuf),
}

/// A finished document: one file, or a file per page.
enum RenderedDocument {
    Pdf(Box<render::Document>),
    Layout {
        bytes: Vec<u8>,
        pages: usize,
    },
    /// The wanted pages, each with its number, and the number of all pages.
    Pages {
        files: Vec<(usize, Vec<u8>)>,
        pages: usize,
    },
    Tables(TableFiles),
}

pub(super) fn run(args: &RenderArgs, context: &Context<'_>) -> Outcome {
    let _in_time = context.watch();
    one_reader_of_input(&args.template, Some(&args.data))?;
    refuse_usage(args)?;
    let threads = Threads::available();
    // Data from a pipe may be long.
    let size = fs::metadata(&args.data).ok().filter(fs::Metadata::is_file).map(|file| file.len());
    if size.is_some_and(|size| size >= MUCH_DATA) {
        reportctl_allocator::take_large_steps();
        // They are there when the data is read.
        threads.start();
    }
    let report_date = context.report_date(args.document.report.creation_date)?;
    let loaded = context.template(&args.template)?;
    let inputs = inputs(args, &loaded, context);
    let read = || inputs.iter().map(PathBuf::as_path);
    // Names that follow from the document are known only when it is made.
    overwriting::refuse(read(), args.outputs())?;
    let checker = loaded.checker()?;
    let prepared = checker.prepared();
    #[cfg(feature = "einvoice")]
    refuse_without_einvoice(args, &loaded, prepared)?;
    let fonts = context.fonts()?;
    // The process ends with the document: taking all its rows apart would only delay that.
    let is_short = size.is_some_and(|size| size < MUCH_DATA);
    let readers = (!is_short).then_some(&threads as &dyn Executor);
    let data = ManuallyDrop::new(context.data_with(&args.data, readers)?);
    let expired = context.expiry();
    let host = Machine::new(context.config.secrets.clone()).of(loaded.tenant.as_ref());
    let options = Options {
        fonts: &fonts,
        budget: context.config.limits().budget(&expired),
        report_date,
        title: args.title.as_deref().unwrap_or(&loaded.document.name),
        author: &context.config.author,
        executor: Some(&threads),
        draft: args.draft.then_some(DRAFT),
        host: &host,
        locale: args.document.report.locale.as_deref(),
        standards: context.config.standards,
    };
    let locate = |problem| loaded.locate(problem);
    let converted: Vec<_> = prepared.warnings().iter().cloned().map(locate).collect();
    context.printer.warn(&converted);
    let typos = loaded.admit(&data).map_err(|problem| of_data(problem, args))?;
    context.printer.warn(&typos);
    let is_strict = context.config.strict || loaded.is_strict()?;
    let strictness = args.strict.strictness(is_strict, &context.config.allow)?;
    let laid_out = if args.format.is_of_tables() {
        prepared.layout_with_values(&data, &options)
    } else {
        prepared.layout(&data, &options)
    };
    let warnings =
        checker.admit_layout(&data, laid_out.as_ref(), &options, &strictness).map_err(locate);
    let warnings = warnings.map_err(|problem| strict::refused(hinted(problem, &data)))?;
    let warnings: Vec<_> = warnings.into_iter().map(locate).collect();
    if let Some(last) = warnings.last().cloned() {
        context.printer.warn(&warnings[..warnings.len() - 1]);
        context.printer.warn(&[hinted(last, &data)]);
    }
    // Findings of denied codes were reported before.
    let warn = |made: Vec<Problem>| {
        let made = made.into_iter().map(locate).filter(|problem| !warnings.contains(problem));
        context.printer.warn(&made.collect::<Vec<_>>());
    };
    let layout = ManuallyDrop::new(laid_out.map_err(locate)?);
    let pages = layout.pages.len();
    let wanted = wanted(args, pages)?;
    let is_wanted = |page: usize| wanted.is_none_or(|wanted| wanted == page);
    let sink = sink(args, &loaded, if wanted.is_some() { 1 } else { pages })?;
    let of_tables = |layout: &Layout<'_>| {
        // Tables of a document that cannot be made would promise too much.
        warn(prepared.try_draw(layout, &options).map_err(locate)?);
        Ok::<_, Problem>(RenderedDocument::Tables(
            tables::of(args, layout, &options).map_err(locate)?,
        ))
    };
    let document = match args.format {
        OutputFormat::Pdf => {
            let mut document = prepared.draw(&layout, &options).map_err(locate)?;
            warn(std::mem::take(&mut document.warnings));
            #[cfg(feature = "signatures")]
            let document = {
                let signing = Signing::new(context.config.signers.clone());
                let tenant = loaded.tenant.as_ref().map_or("", |id| id.as_str());
                crate::documents::signed(document, &signing, tenant, options.report_date)?
            };
            #[cfg(not(feature = "signatures"))]
            crate::documents::refuse_to_sign(&document)?;
            RenderedDocument::Pdf(Box::new(document))
        }
        OutputFormat::Svg => {
            prepared.try_einvoice(&layout, &options).map_err(locate)?;
            let mut files = Vec::with_capacity(pages);
            let keep = |number, file: String| {
                files.push((number, file.into_bytes()));
                Ok(())
            };
            warn(prepared.svg(&layout, &options, is_wanted, keep).map_err(locate)?);
            RenderedDocument::Pages { files, pages }
        }
        #[cfg(feature = "raster")]
        OutputFormat::Png => {
            prepared.try_einvoice(&layout, &options).map_err(locate)?;
            let (files, warnings) =
                raster::pages(prepared, &layout, &options, args.dpi, is_wanted).map_err(locate)?;
            warn(warnings);
            RenderedDocument::Pages { files, pages }
        }
        OutputFormat::Layout => {
            // The layout of a document that cannot be made would promise too much.
            warn(prepared.try_draw(&layout, &options).map_err(locate)?);
            let mut bytes = serde_json::to_vec(&*layout).context("cannot write the layout")?;
            bytes.push(b'\n');
            RenderedDocument::Layout { bytes, pages }
        }
        OutputFormat::Csv => of_tables(&layout)?,
        #[cfg(feature = "xlsx")]
        OutputFormat::Xlsx => of_tables(&layout)?,
    };
    // The number of files is known only now.
    let sink = match &document {
        RenderedDocument::Tables(files) => tables::sink(args, &loaded.stem, files)?,
        _ => sink,
    };
    let written = outputs(args, &document, &sink);
    let written = || written.iter().map(PathBuf::as_path);
    if !written().eq(args.outputs()) {
        overwriting::refuse(read(), written())?;
    }
    context.printer.detail(format_args!("rendered in {:.1} ms", context.elapsed_millis()));
    #[cfg(feature = "receipts")]
    let receipt = receipt::of(args, &loaded, &data, &options, &document, context)?;
    let first = deliver(&document, &sink, context)?;
    #[cfg(feature = "receipts")]
    receipt::write(args, receipt.as_ref(), context)?;
    #[cfg(feature = "einvoice")]
    write_einvoice(args, &document, context)?;
    #[cfg(feature = "raster")]
    if args.open {
        raster::open(&first)?;
    }
    #[cfg(not(feature = "raster"))]
    let _ = first;
    Ok(Exit::Done)
}

/// The files that are read, but for pictures and texts beside the template.
fn inputs(args: &RenderArgs, loaded: &LoadedTemplate, context: &Context<'_>) -> Vec<PathBuf> {
    let config = &context.config;
    let library = loaded.library.hashes.iter().map(|file| loaded.library.folder.join(&file.name));
    let mut files = vec![PathBuf::from(&loaded.file), args.data.clone()];
    files.extend(library);
    files.extend(config.files().cloned());
    files.extend(config.signers.named.values().flat_map(SignerSettings::files).cloned());
    #[cfg(feature = "receipts")]
    files.extend(args.receipt_key.clone());
    files
}

/// The files that are written: those of the document, and those beside it.
fn outputs(args: &RenderArgs, document: &RenderedDocument, sink: &Sink) -> Vec<PathBuf> {
    let mut files = match (sink, document) {
        (Sink::Stdout, _) => vec![PathBuf::from("-")],
        (Sink::File(pattern), RenderedDocument::Pages { files, pages }) => {
            files.iter().map(|(page, _)| page_file(pattern, *page, *pages)).collect()
        }
        (Sink::File(pattern), RenderedDocument::Tables(files)) => tables::names(pattern, files),
        (Sink::File(path), _) => vec![path.clone()],
    };
    files.extend(args.companions().map(Path::to_owned));
    files
}

/// Refuses to write the e-invoice of a template that makes none.
#[cfg(feature = "einvoice")]
fn refuse_without_einvoice(
    args: &RenderArgs,
    loaded: &LoadedTemplate,
    prepared: &render::Prepared,
) -> Outcome<()> {
    let pdf = prepared.template().pdf.as_ref();
    let has_none = pdf.is_none_or(|pdf| pdf.einvoice.is_none());
    if args.einvoice_out.is_some() && has_none {
        let advice = "add `einvoice` to `pdf` of the template, or leave out `--einvoice-out`";
        return Err(makes_none(&loaded.file, advice).into());
    }
    Ok(())
}

/// Writes the e-invoice where one is asked for.
#[cfg(feature = "einvoice")]
fn write_einvoice(
    args: &RenderArgs,
    document: &RenderedDocument,
    context: &Context<'_>,
) -> Outcome<()> {
    let RenderedDocument::Pdf(document) = document else { return Ok(()) };
    let Some(file) = &document.einvoice else { return Ok(()) };
    match &args.einvoice_out {
        Some(path) => context.printer.file(path, &file.bytes)?,
        None if file.embedding.is_none() => context.printer.note(format_args!(
            "the e-invoice is a file of its own: write it with `--einvoice-out FILE`"
        )),
        None => {}
    }
    Ok(())
}

/// A problem of the data, naming its file.
fn of_data(problem: Problem, args: &RenderArgs) -> Problem {
    problem.file(files::display_name(&args.data))
}

/// A problem with advice, where the template asks for fields and the data is a list of rows.
fn hinted(problem: Problem, data: &Value) -> Problem {
    match data.as_array() {
        Some(rows) if problem.code == Code::MissingPath => problem.advice(format!(
            "the data is a list of {}; `reportctl batch` makes a document for each",
            count(rows.len(), "row")
        )),
        _ => problem,
    }
}

/// Refuses output that would garble a terminal, and flags without effect; better before the work
/// than after.
fn refuse_usage(args: &RenderArgs) -> Outcome<()> {
    let to_stdout = args.output.as_deref() == Some(Path::new("-"));
    let kind = match args.format {
        OutputFormat::Pdf => "PDF",
        #[cfg(feature = "raster")]
        OutputFormat::Png => "PNG",
        #[cfg(feature = "xlsx")]
        OutputFormat::Xlsx => "workbook",
        OutputFormat::Svg | OutputFormat::Layout | OutputFormat::Csv => "",
    };
    if !kind.is_empty() && to_stdout && term::output_is_terminal() {
        return Err(Problem::new(codes::USAGE, format!("a {kind} cannot be shown on a terminal"))
            .advice("send it to a file or to another program: `--output invoice.pdf`")
            .into());
    }
    if args.page.is_some() && !args.format.is_per_page() {
        return Err(Problem::new(codes::USAGE, "`--page` chooses one of several files")
            .advice("use it with a format that has a file per page: `--format svg`")
            .into());
    }
    tables::refuse_usage(args)?;
    #[cfg(feature = "raster")]
    raster::refuse_usage(args, to_stdout)?;
    #[cfg(feature = "receipts")]
    receipt::refuse_usage(args)?;
    #[cfg(feature = "einvoice")]
    if args.einvoice_out.is_some() && args.format != OutputFormat::Pdf {
        return Err(Problem::new(codes::USAGE, "only a PDF is made with its e-invoice")
            .advice("leave out `--format`")
            .into());
    }
    Ok(())
}

/// The page that is asked for, if any.
///
/// # Errors
/// `usage` where the document has no such page.
fn wanted(args: &RenderArgs, pages: usize) -> Result<Option<usize>, Problem> {
    match args.page {
        Some(page) if page.get() as usize > pages => {
            let message = format!(
                "there is no page {}: the document has {}",
                page.get(),
                count(pages, "page")
            );
            Err(Problem::new(codes::USAGE, message).advice("leave out `--page` for all pages"))
        }
        page => Ok(page.map(|page| page.get() as usize)),
    }
}

/// Destination of the document.
///
/// # Errors
/// `usage` where several pages would go into one file.
fn sink(args: &RenderArgs, loaded: &LoadedTemplate, files: usize) -> Result<Sink, Problem> {
    let several = args.format.is_per_page() && files > 1;
    let stem = &loaded.stem;
    let extension = args.format.extension();
    Ok(match &args.output {
        Some(path) if several && !pattern::has_place(path, PAGE) => {
            return Err(several_pages(path, files, extension));
        }
        Some(path) if path == Path::new("-") => Sink::Stdout,
        Some(path) => Sink::File(path.clone()),
        None if args.format == OutputFormat::Layout => Sink::Stdout,
        None if several => Sink::File(format!("{stem}-{PAGE}.{extension}").into()),
        None => Sink::File(format!("{stem}.{extension}").into()),
    })
}

fn several_pages(output: &Path, pages: usize, extension: &str) -> Problem {
    let message = format!("the document has {pages} pages, which are a file each");
    let advice = if output == Path::new("-") {
        format!(
            "name files with the number of the page: `--output 'page-{PAGE}.{extension}'`, or \
             choose one: `--page 1`"
        )
    } else {
        format!("put `{PAGE}` into the name of the output file, where the number goes")
    };
    Problem::new(codes::USAGE, message).advice(advice)
}

/// The file of a page. Numbers have as many digits as the last one, so that names sort by page.
fn page_file(pattern: &Path, page: usize, pages: usize) -> PathBuf {
    let digits = pages.to_string().len();
    pattern::filled(pattern, PAGE, &format!("{page:0digits$}"))
}

/// Writes the document; the file that a reader looks at first, where there is one.
fn deliver(
    document: &RenderedDocument,
    sink: &Sink,
    context: &Context<'_>,
) -> Outcome<Option<PathBuf>> {
    let (bytes, pages) = match document {
        RenderedDocument::Pdf(document) => (&document.bytes, document.pages),
        RenderedDocument::Layout { bytes, pages } => (bytes, *pages),
        RenderedDocument::Pages { files, pages } => {
            return deliver_pages(files, *pages, sink, context);
        }
        RenderedDocument::Tables(files) => return tables::deliver(files, sink, context),
    };
    let Sink::File(path) = sink else {
        context.printer.data(bytes)?;
        return Ok(None);
    };
    files::write_output(path, bytes)?;
    let (pages, size) = (count(pages, "page"), size(bytes.len()));
    context.printer.note(format_args!("wrote {} ({pages}, {size})", path.display()));
    Ok(Some(path.clone()))
}

/// Writes pages, a file each; the first one of those, where there are files.
fn deliver_pages(
    made: &[(usize, Vec<u8>)],
    pages: usize,
    sink: &Sink,
    context: &Context<'_>,
) -> Outcome<Option<PathBuf>> {
    let Sink::File(pattern) = sink else {
        made.iter().try_for_each(|(_, file)| context.printer.data(file))?;
        return Ok(None);
    };
    for (page, bytes) in made {
        files::write_output(&page_file(pattern, *page, pages), bytes)?;
    }
    let bytes = size(made.iter().map(|(_, file)| file.len()).sum());
    let number = count(made.len(), "page");
    let first = made.first().map(|(page, _)| page_file(pattern, *page, pages));
    let name = match (&first, made.len()) {
        (Some(first), 1) => first,
        _ => pattern,
    };
    context.printer.note(format_args!("wrote {} ({number}, {bytes})", name.display()));
    Ok(first)
}

//! `reportctl watch`: a template rendered again on every save, on a page that shows it.

mod page;
mod server;

use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

use clap::{Args, ValueHint};
use signal_hook::consts::{SIGINT, SIGTERM};

use super::context::{Context, count};
use super::document_args::DocumentArgs;
use super::exit::Exit;
use super::failure::Outcome;
use super::listening::{ANOTHER_PORT, cannot_listen};
use crate::base::files;
use crate::config::{self, Config};
use crate::documents::Machine;
use crate::serve::codes;
use crate::templates::TemplateSource;
use crate::templates::contract;
use crate::templates::store::TEXTS_FOLDER;
use crate::templates::store::picture_files;
use engine::expr::date::Timestamp;
use engine::font::Fonts;
use engine::problem::{Problem, Result, Severity};
use engine::render::Options;
use server::ShownVersion;

/// Render a template on every save and show its pages in the browser
///
/// The page is served on this machine only. It shows the document as soon as the template, its
/// pictures, a file of the library, its schema, the data, the settings or a font is saved, keeps its
/// place, and shows what is wrong above the pages, which stay as they were. It ends on Ctrl-C.
#[derive(Debug, Args)]
#[command(after_help = WATCH_EXAMPLES)]
pub(crate) struct WatchArgs {
    /// Id of a stored template (`invoice`, `acme/invoice`), or a template file
    #[arg(value_name = "TEMPLATE", value_hint = ValueHint::FilePath)]
    template: String,

    /// Data: JSON, YAML, CSV or NDJSON
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    data: PathBuf,

    /// Port to listen on [default: any free one]
    #[arg(long, value_name = "PORT", default_value_t = 0, hide_default_value = true)]
    port: u16,

    /// Print the address and open no browser
    #[arg(long)]
    no_open: bool,

    #[command(flatten)]
    pub(crate) document: DocumentArgs,
}

const WATCH_EXAMPLES: &str = "\
Examples:
  reportctl watch invoice --data order.json
  reportctl watch drafts/invoice.json --data order.json --no-open --port 8090";

/// Interval of looks at the files. Polling costs less than waiting for the notifications of every
/// editor, some of which replace files and some of which write into them.
const LOOK: Duration = Duration::from_millis(25);
/// Maximum number of pages shown.
const MOST_PAGES: usize = 50;

pub(super) fn run(args: &WatchArgs, context: &Context<'_>) -> Outcome {
    let data = args.data.as_path();
    if args.template == "-" || data == Path::new("-") {
        return Err(Problem::new(codes::USAGE, "standard input cannot be watched")
            .advice("name files")
            .into());
    }
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // A second one ends it at once.
        signal_hook::flag::register_conditional_shutdown(signal, 1, Arc::clone(&stop))
            .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&stop)))
            .map_err(|error| {
                Problem::new(codes::IO, format!("signals cannot be handled: {error}"))
            })?;
    }
    // A name that stands for nothing is a mistake of the call.
    context.template(&args.template)?;
    let mut made_with = MadeWith::read(args, context)?;
    let mut watched = Watched::of(args, &made_with.context.config)?;
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, args.port));
    let listener =
        TcpListener::bind(address).map_err(|error| cannot_listen(address, &error, ANOTHER_PORT))?;
    let port = listener.local_addr().map_or(args.port, |address| address.port());
    let shown = Arc::new(ShownVersion::default());
    let server = {
        let (shown, stop) = (Arc::clone(&shown), Arc::clone(&stop));
        std::thread::spawn(move || server::run(&listener, port, &shown, &stop))
    };
    let address = format!("http://127.0.0.1:{port}/");
    context.printer.note(format_args!("the pages are at {address}"));
    context.printer.note("Ctrl-C ends it");
    if !args.no_open
        && let Err(error) = open::that_detached(&address)
    {
        context.printer.note(format_args!("no browser could be opened: {error}"));
    }
    let mut refused = None;
    let mut seen: Option<Stamps> = None;
    while !stop.load(Ordering::Relaxed) {
        if seen.as_ref() != Some(&watched.stamps()) {
            // Taken before anything is read, so that a change in the meantime is seen.
            watched.look_for_pictures();
            let now = watched.stamps();
            if seen.is_some_and(|seen| seen.settings != now.settings) {
                let read = MadeWith::read(args, context);
                let read = read.and_then(|with| {
                    let watched = Watched::of(args, &with.context.config)?;
                    Ok((with, watched))
                });
                refused = match read {
                    Ok(read) => {
                        (made_with, watched) = read;
                        None
                    }
                    Err(problem) => Some(problem),
                };
            }
            seen = Some(now);
            show(args, &made_with, refused.clone(), &shown);
        }
        std::thread::sleep(LOOK);
    }
    shown.end();
    let _ = server.join();
    context.printer.note("stopped");
    Ok(Exit::Done)
}

/// Inputs of documents besides template and data.
struct MadeWith<'c> {
    context: Context<'c>,
    fonts: Fonts,
    report_date: Timestamp,
}

impl<'c> MadeWith<'c> {
    /// Reads the settings, and the fonts that they name.
    fn read(args: &WatchArgs, context: &Context<'c>) -> Result<Self> {
        let context = context.again()?;
        let fonts = context.fonts()?;
        let report_date = context.report_date(args.document.report.creation_date)?;
        Ok(Self { context, fonts, report_date })
    }
}

/// Renders and shows, and says on the terminal how it went. Settings that are `refused` leave
/// everything as it was.
fn show(
    args: &WatchArgs,
    made_with: &MadeWith<'_>,
    refused: Option<Problem>,
    shown: &ShownVersion,
) {
    let context = &made_with.context;
    let began = Instant::now();
    let rendered = match refused {
        Some(problem) => Err(problem.into()),
        None => render(args, made_with),
    };
    let (pages, problems) = match rendered {
        Ok((pages, warnings)) => (Some(pages), warnings),
        Err(failure) => (None, failure.into_problems()),
    };
    let (errors, warnings): (Vec<_>, Vec<_>) =
        problems.iter().cloned().partition(|problem| problem.severity == Severity::Error);
    context.printer.warn(&warnings);
    if !errors.is_empty() {
        context.printer.fail(&errors);
    }
    let took = began.elapsed().as_secs_f64() * 1000.0;
    if let Some(pages) = &pages {
        let number = count(pages.count, "page");
        context.printer.note(format_args!("{number} in {took:.0} ms"));
    }
    let problems = page::problems(&problems);
    shown.put(pages.map(|pages| page::pages(&pages)), problems);
}

/// The pages of a document as drawings.
struct PageDrawings {
    drawings: Vec<String>,
    /// Number of pages of the document.
    count: usize,
}

fn render(args: &WatchArgs, made_with: &MadeWith<'_>) -> Outcome<(PageDrawings, Vec<Problem>)> {
    let MadeWith { context, fonts, report_date } = made_with;
    let loaded = context.template(&args.template)?;
    let checker = loaded.checker()?;
    let data = context.data(&args.data)?;
    let of_data = |problem: Problem| problem.file(files::display_name(&args.data));
    let typos = loaded.admit(&data).map_err(of_data)?;
    let config = &context.config;
    let began = Instant::now();
    let expired = || config.timeout.is_some_and(|timeout| began.elapsed() >= timeout);
    let host = Machine::new(config.secrets.clone()).of(loaded.tenant.as_ref());
    let options = Options {
        budget: config.limits().budget(&expired),
        report_date: *report_date,
        title: &loaded.document.name,
        author: &config.author,
        locale: args.document.report.locale.as_deref(),
        standards: config.standards,
        host: &host,
        ..Options::new(fonts)
    };
    let locate = |problem: Problem| loaded.locate(problem);
    let prepared = checker.prepared();
    let layout = prepared.layout(&data, &options).map_err(locate)?;
    let mut drawings = Vec::new();
    let keep = |_, drawing: String| {
        drawings.push(drawing);
        Ok(())
    };
    prepared.svg(&layout, &options, |page| page <= MOST_PAGES, keep).map_err(locate)?;
    let mut warnings: Vec<Problem> = typos;
    warnings.extend(checker.problems(&data, &options).into_iter().map(locate));
    Ok((PageDrawings { drawings, count: layout.pages.len() }, warnings))
}

/// The files that are watched.
struct Watched {
    /// The file of the settings, and those of the fonts that they name.
    settings: Vec<PathBuf>,
    template: PathBuf,
    /// Data and schema.
    others: Vec<PathBuf>,
    /// The pictures that the template names.
    pictures: Vec<PathBuf>,
    /// The folders of the library and of texts.
    folders: [PathBuf; 2],
}

/// Name, size and time of each watched file, which change with the file.
#[derive(PartialEq, Eq)]
struct Stamps {
    settings: Vec<Stamp>,
    others: Vec<Stamp>,
}

type Stamp = (PathBuf, u64, Option<SystemTime>);

impl Watched {
    fn of(args: &WatchArgs, config: &Config) -> Result<Self> {
        let source =
            TemplateSource::of_argument(&config.templates, &config.named_fonts, &args.template)?;
        let template = source.path().to_owned();
        let mut settings = vec![PathBuf::from(config::FILE_NAME)];
        settings.extend(config.fonts.iter().cloned());
        let mut others = vec![args.data.clone()];
        others.extend(contract::beside(&template));
        let texts = files::folder_of(&template).join(TEXTS_FOLDER);
        let folders = [source.library(), texts];
        let mut watched = Self { settings, template, others, pictures: Vec::new(), folders };
        watched.look_for_pictures();
        Ok(watched)
    }

    /// Notes which pictures the template names now.
    fn look_for_pictures(&mut self) {
        let Ok(template) = fs::read(&self.template) else { return };
        let folder = files::folder_of(&self.template);
        self.pictures = picture_files(&template).iter().map(|name| folder.join(name)).collect();
    }

    fn stamps(&self) -> Stamps {
        let entries = self.folders.iter().filter_map(|folder| fs::read_dir(folder).ok());
        let entries = entries.flatten().flatten().map(|entry| entry.path());
        let mut others: Vec<PathBuf> =
            [&self.others, &self.pictures].into_iter().flatten().cloned().collect();
        others.push(self.template.clone());
        others.extend(entries);
        others.sort();
        Stamps {
            settings: self.settings.iter().cloned().map(stamp).collect(),
            others: others.into_iter().map(stamp).collect(),
        }
    }
}

fn stamp(path: PathBuf) -> Stamp {
    let about = fs::metadata(&path).ok();
    let modified = about.as_ref().and_then(|about| about.modified().ok());
    (path, about.map_or(0, |about| about.len()), modified)
}

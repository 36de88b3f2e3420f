//! Context of every command: settings, the terminal, and access to files.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use super::exit::Exit;
use super::failure::Outcome;
use super::term::Printer;
use super::timestamp;
use crate::base::files;
use crate::base::watchdog::{self, Watch};
use crate::config::env::Environment;
use crate::config::{Config, Settings};
use crate::data;
use crate::serve::codes;
use crate::templates::store::{self, Store, Target};
use crate::templates::{LoadedTemplate, TemplateSource};
use engine::budget::time_over;
use engine::executor::Executor;
use engine::expr::date::Timestamp;
use engine::font::{Face, Fonts};
use engine::problem::{Code, Problem, Result, quoted};
use engine::value::Value;

/// Largest data file, in bytes.
const MAX_DATA_BYTES: u64 = 1 << 30;
/// Largest font file, in bytes.
const MAX_FONT_BYTES: u64 = 64 << 20;

/// Context of a command.
pub(crate) struct Context<'a> {
    /// The settings.
    pub(crate) config: Config,
    /// The terminal.
    pub(crate) printer: Printer,
    environment: Environment<'a>,
    /// The settings of the command line, to read all of them again.
    #[cfg(feature = "watch")]
    flags: Settings,
    started: Instant,
}

impl<'a> Context<'a> {
    /// Reads the settings.
    ///
    /// # Errors
    /// Errors of [`Config::read`].
    pub(super) fn new(
        printer: Printer,
        environment: Environment<'a>,
        flags: Settings,
    ) -> Result<Self> {
        let started = Instant::now();
        #[cfg(feature = "watch")]
        let again = flags.clone();
        let config = Config::read(flags, &environment, Path::new(""))?;
        if let Some(file) = &config.file {
            printer.detail(format_args!("read settings from {}", file.display()));
        }
        Ok(Self {
            config,
            printer,
            environment,
            #[cfg(feature = "watch")]
            flags: again,
            started,
        })
    }

    /// Returns this context with the settings as they are now, for commands that keep running.
    ///
    /// # Errors
    /// Errors of [`Context::new`].
    #[cfg(feature = "watch")]
    pub(super) fn again(&self) -> Result<Self> {
        Self::new(self.printer, self.environment, self.flags.clone())
    }

    /// A variable of the environment, unless it is empty.
    #[cfg(any(feature = "raster", feature = "serve"))]
    pub(crate) fn variable(&self, name: &str) -> Result<Option<String>> {
        self.environment.text(name)
    }

    /// The template repository.
    pub(crate) fn store(&self) -> Result<Store> {
        Store::open(&self.config.templates, None)
    }

    /// Reads the template that an argument names: an id, a file, or `-` for standard input.
    pub(crate) fn template(&self, argument: &str) -> Result<LoadedTemplate> {
        let loaded = TemplateSource::of_argument(
            &self.config.templates,
            &self.config.named_fonts,
            argument,
        )?
        .read()?;
        self.printer.detail(format_args!("read template {}", loaded.file));
        Ok(loaded)
    }

    /// Reads a data file, or standard input for `-`.
    pub(crate) fn data(&self, source: &Path) -> Result<Value> {
        self.data_with(source, None)
    }

    /// Reads a data file as [`Self::data`] does, with threads for a long file.
    pub(crate) fn data_with(&self, source: &Path, threads: Option<&dyn Executor>) -> Result<Value> {
        let value = data::read_with(source, MAX_DATA_BYTES, self.config.numbers.as_ref(), threads)
            .map_err(|problem| advised(problem, source))?;
        self.printer.detail(format_args!("read data {}", files::display_name(source)));
        Ok(value)
    }

    /// Reads the text of a data file, or of standard input for `-`.
    pub(crate) fn data_text(&self, source: &Path) -> Result<String> {
        let text =
            data::read_text(source, MAX_DATA_BYTES).map_err(|problem| advised(problem, source))?;
        self.printer.detail(format_args!("read data {}", files::display_name(source)));
        Ok(text)
    }

    /// Reads the fonts of the settings.
    pub(crate) fn fonts(&self) -> Result<Fonts> {
        self.fonts_with(self.config.fallback_font)
    }

    /// Reads the fonts of the settings. The built-in one draws what they lack with `fallback`.
    pub(crate) fn fonts_with(&self, fallback: bool) -> Result<Fonts> {
        let config = &self.config;
        if config.fonts.len() > Fonts::MAX_FACES {
            let (given, most) = (config.fonts.len(), Fonts::MAX_FACES);
            let message = format!("there are {given} fonts, more than the {most} allowed");
            return Err(Problem::new(Code::InvalidSetting, message)
                .advice("leave out those that the templates do not need"));
        }
        let faces = config.fonts.iter().map(|path| self.face(path)).collect::<Result<_>>()?;
        Ok(Fonts::new(faces, fallback))
    }

    fn face(&self, path: &Path) -> Result<Arc<Face>> {
        let name = files::display_name(path);
        let bytes = files::read_limited(path, MAX_FONT_BYTES)
            .map_err(|problem| Problem { code: Code::FontUnreadable, ..problem })?;
        let face = Face::from_bytes(&name, bytes).map_err(|problem| problem.file(&name))?;
        self.printer.detail(format_args!("read font {name}"));
        Ok(Arc::new(face))
    }

    /// Returns the requester, for the log.
    #[cfg(feature = "mail")]
    pub(crate) fn user(&self) -> String {
        self.environment.user()
    }

    /// The date of the report: the one asked for, else that of the environment, else now.
    pub(crate) fn report_date(&self, asked: Option<Timestamp>) -> Result<Timestamp> {
        timestamp::report_date(asked, &self.environment)
    }

    /// Returns a function that returns `true` once the time allowed for a document is used up.
    pub(crate) fn expiry(&self) -> impl Fn() -> bool + Sync + use<> {
        let (started, timeout) = (self.started, self.config.timeout);
        move || timeout.is_some_and(|timeout| started.elapsed() >= timeout)
    }

    /// Ends the process when the time allowed for a document is over, also where code does not look at
    /// the clock: for the whole command until what this returns is dropped, and for each document
    /// that has a time of its own.
    pub(crate) fn watch(&self) -> Watch {
        self.watch_documents();
        watchdog::watch(self.started, self.config.timeout)
    }

    /// Ends the process when the time of a document is over, for documents that have a time of
    /// their own, not for the whole command.
    pub(crate) fn watch_documents(&self) {
        if self.config.timeout.is_none() {
            return;
        }
        let printer = self.printer;
        watchdog::enable(move || {
            let problem = time_over();
            printer.fail(std::slice::from_ref(&problem));
            std::process::exit(Exit::from(&problem) as i32);
        });
    }

    /// Milliseconds since the start.
    pub(crate) fn elapsed_millis(&self) -> f64 {
        self.started.elapsed().as_secs_f64() * 1000.0
    }
}

/// A problem of reading data, with advice where the data itself stands in the place of a file.
fn advised(problem: Problem, source: &Path) -> Problem {
    if source.to_string_lossy().starts_with(['{', '[']) && !source.exists() {
        problem.advice("`--data` names a file; `-` reads the data from standard input")
    } else {
        problem
    }
}

/// Target of an argument; `-` is standard input.
pub(crate) fn target(argument: &str) -> Result<Target> {
    if argument == "-" { Ok(Target::File(argument.into())) } else { store::resolve(argument) }
}

/// Refuses two readers of one standard input.
pub(crate) fn one_reader_of_input(template: &str, data: Option<&Path>) -> Outcome<()> {
    if template == "-" && data == Some(Path::new("-")) {
        let message = "template and data cannot both come from standard input";
        return Err(Problem::new(codes::USAGE, message)
            .advice("put one of them into a file")
            .into());
    }
    Ok(())
}

/// A number of things: `1 page`, `2 pages`.
pub(crate) fn count(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// A size as people read it: `812 bytes`, `5.1 kB`.
pub(crate) fn size(bytes: usize) -> String {
    let amount = bytes as f64;
    match bytes {
        0..1_000 => count(bytes, "byte"),
        1_000..999_950 => format!("{:.1} kB", amount / 1e3),
        _ => format!("{:.1} MB", amount / 1e6),
    }
}

/// The file named in a message, in backticks.
pub(crate) fn quoted_path(path: &Path) -> String {
    quoted(&files::display_name(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_counts_are_readable() {
        assert_eq!(size(1), "1 byte");
        assert_eq!(size(999), "999 bytes");
        assert_eq!(size(5_123), "5.1 kB");
        assert_eq!(size(999_999), "1.0 MB");
        assert_eq!(count(1, "page"), "1 page");
        assert_eq!(count(0, "page"), "0 pages");
    }
}

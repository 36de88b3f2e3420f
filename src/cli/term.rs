//! The terminal: the only place that writes to standard output and standard error.
//!
//! Data goes to standard output, everything said to a person to standard error.

use std::fmt::Display;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::ValueEnum;

use super::diagnostic::{self, Style};
use super::failure::Outcome;
use crate::base::files::{STANDARD_OUTPUT, io_problem};
use crate::base::printable;
use crate::config::env::{Environment, NO_COLOR, TERM};
use engine::problem::Problem;

/// Amount of output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verbosity {
    /// Errors and warnings only.
    Quiet,
    /// Results and warnings too.
    Normal,
    /// Every step.
    Verbose,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ErrorFormat {
    /// Lines for people
    Human,
    /// One JSON object on one line
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorWhen {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Prints texts in the format that was asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Printer {
    pub(crate) verbosity: Verbosity,
    pub(crate) error_format: ErrorFormat,
    pub(crate) style: Style,
}

impl Printer {
    /// A remark about what was done. Programs that read errors as JSON do not get remarks.
    pub(crate) fn note(&self, text: impl Display) {
        if self.verbosity >= Verbosity::Normal && self.error_format == ErrorFormat::Human {
            say(&format!("{}\n", printable::line(&text.to_string())));
        }
    }

    /// A remark for those who asked for every step.
    pub(crate) fn detail(&self, text: impl Display) {
        if self.verbosity >= Verbosity::Verbose {
            self.note(text);
        }
    }

    /// Warnings. `--quiet` keeps them: what is probably not as meant concerns everybody.
    pub(crate) fn warn(&self, warnings: &[Problem]) {
        for warning in warnings {
            match self.error_format {
                ErrorFormat::Human => say(&diagnostic::human(warning, self.style)),
                ErrorFormat::Json => say(&diagnostic::json_warning(warning)),
            }
        }
    }

    /// The problems that end a command: all of them for people, one object for programs.
    pub(crate) fn fail(&self, problems: &[Problem]) {
        match self.error_format {
            ErrorFormat::Json => say(&diagnostic::json(problems)),
            ErrorFormat::Human => {
                let all = problems.iter().flat_map(diagnostic::each_fault);
                say(&all
                    .map(|problem| diagnostic::human(&problem, self.style))
                    .collect::<String>());
            }
        }
    }

    /// A line of a result for people.
    pub(crate) fn line(&self, text: impl Display) {
        say(&format!("{}\n", printable::line(&text.to_string())));
    }

    /// Text that is laid out already, such as usage messages.
    pub(crate) fn raw(&self, text: &str) {
        say(text);
    }

    /// Data, to standard output. A reader that has seen enough is no failure, and does not end the
    /// command: its exit code must say how the work ended.
    pub(crate) fn data(&self, bytes: &[u8]) -> Outcome<()> {
        if !has_reader() {
            return Ok(());
        }
        let mut out = io::stdout().lock();
        match out.write_all(bytes).and_then(|()| out.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                READER_GONE.store(true, Ordering::Relaxed);
                Ok(())
            }
            Err(error) => Err(io_problem("write", Path::new(STANDARD_OUTPUT), &error).into()),
            Ok(()) => Ok(()),
        }
    }

    /// A file, which a note then names; `-` is standard output.
    #[cfg(any(feature = "einvoice", feature = "raster", feature = "receipts"))]
    pub(crate) fn file(&self, path: &Path, bytes: &[u8]) -> Outcome<()> {
        if path == Path::new("-") {
            return self.data(bytes);
        }
        crate::base::files::write_output(path, bytes)?;
        self.note(format_args!("wrote {}", path.display()));
        Ok(())
    }
}

/// `true` once the reader of standard output has closed it.
static READER_GONE: AtomicBool = AtomicBool::new(false);

/// Returns `false` once the reader of standard output has closed it; long lists then need not go on.
pub(crate) fn has_reader() -> bool {
    !READER_GONE.load(Ordering::Relaxed)
}

/// Returns `true` if standard output is a terminal.
pub(crate) fn output_is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// The style of standard error: colours when asked for, or when a terminal shows it and the
/// environment does not object.
pub(crate) fn style(when: ColorWhen, environment: &Environment<'_>) -> Style {
    let coloured = match when {
        ColorWhen::Always => true,
        ColorWhen::Never => false,
        ColorWhen::Auto => {
            io::stderr().is_terminal()
                && environment.get(NO_COLOR).is_none()
                && environment.get(TERM).is_none_or(|term| term != "dumb")
        }
    };
    if coloured { Style::Coloured } else { Style::Plain }
}

/// Writes a text to standard error; a failure to write it cannot be reported.
fn say(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

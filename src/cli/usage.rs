//! Wrong usage, and the answers that clap gives itself: help and version.

use std::ffi::OsString;

use clap::ValueEnum;
use clap::error::ErrorKind;

use super::diagnostic::Style;
use super::exit::Exit;
use super::failure::Outcome;
use super::term::{self, ColorWhen, ErrorFormat, Printer, Verbosity};
use crate::config::env::{ERROR_FORMAT, Environment};
use crate::serve::codes;
use engine::problem::{Code, Problem, Result, quoted};

/// Prints help and version where data goes; everything else is wrong usage.
pub(super) fn answer(error: &clap::Error, printer: &Printer) -> Outcome {
    let is_asked_for = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    if is_asked_for {
        let text = error.render().to_string();
        printer.data(format!("{}\n", text.trim_end()).as_bytes())?;
        return Ok(Exit::Done);
    }
    if printer.error_format == ErrorFormat::Json {
        return Err(problem(error).into());
    }
    let text = error.render();
    match printer.style {
        Style::Coloured => printer.raw(&text.ansi().to_string()),
        Style::Plain => printer.raw(&text.to_string()),
    }
    Ok(Exit::Usage)
}

/// clap's error as a problem: its first paragraph, with its tip as advice.
fn problem(error: &clap::Error) -> Problem {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return Problem::new(codes::USAGE, "no command given")
            .advice("see `reportctl --help`, and `--help` after a command");
    }
    let text = error.render().to_string();
    let mut paragraphs = text.split("\n\n");
    let message = one_line(paragraphs.next().unwrap_or_default());
    let message = message.strip_prefix("error: ").unwrap_or(&message).replace('\'', "`");
    let tip = paragraphs.next().map(one_line);
    let tip = tip.as_deref().and_then(|tip| tip.strip_prefix("tip: "));
    let advice = tip.map_or_else(|| "see `--help`".to_owned(), |tip| tip.replace('\'', "`"));
    Problem::new(codes::USAGE, message).advice(advice)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The printer for arguments that could not be read: what can still be made out counts.
pub(super) fn printer(arguments: &[OsString], environment: &Environment<'_>) -> Printer {
    let format = value_of(arguments, "--error-format")
        .or_else(|| error_format(environment).ok())
        .unwrap_or(ErrorFormat::Human);
    let color = value_of(arguments, "--color").unwrap_or(ColorWhen::Auto);
    Printer {
        verbosity: Verbosity::Normal,
        error_format: format,
        style: term::style(color, environment),
    }
}

/// Error format where no flag says it.
pub(super) fn error_format(environment: &Environment<'_>) -> Result<ErrorFormat> {
    let Some(text) = environment.text(ERROR_FORMAT)? else { return Ok(ErrorFormat::Human) };
    ErrorFormat::from_str(&text, true).map_err(|_| {
        let message = format!("`{ERROR_FORMAT}` must be `human` or `json`, not {}", quoted(&text));
        Problem::new(Code::InvalidSetting, message)
            .advice("change the environment variable, or unset it")
    })
}

/// The value of a flag, written `--flag value` or `--flag=value`.
fn value_of<T: ValueEnum>(arguments: &[OsString], flag: &str) -> Option<T> {
    let mut texts = arguments.iter().filter_map(|a| a.to_str()).take_while(|a| *a != "--");
    let value = loop {
        match texts.next()?.strip_prefix(flag) {
            Some("") => break texts.next()?,
            Some(rest) if rest.starts_with('=') => break &rest[1..],
            _ => {}
        }
    };
    T::from_str(value, true).ok()
}
